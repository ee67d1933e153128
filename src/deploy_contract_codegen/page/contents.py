"""The list of contents: sections and their parts, a menu on narrow screens."""

from collections.abc import Mapping
from typing import Any

from deploy_contract_codegen.html import Html, chip, element, join
from deploy_contract_codegen.page import matrix, operations, rules
from deploy_contract_codegen.page.elements import code, element_id, link, spoken
from deploy_contract_format.rules import Rulebook

# id -> title, in the order of the page
SECTIONS = {
    "operations": "Operations",
    "matrix": "Sources and fields",
    "resources": "Resources",
    "rules": "Rules",
    "gaps": "Gaps",
}


def contents(bundled: Mapping[str, Any], book: Rulebook) -> Html:
    """Return the list of contents. The parts of a section unfold below it."""
    parts = _parts(bundled, book)
    items = []
    for name, title in SECTIONS.items():
        items.append(element("li", link(name, title), _folded(title, parts.get(name))))
    menu = element("details", element("summary", "Contents"), element("ul", *items), class_="menu")
    return element("nav", menu, class_="contents", aria_label="Contents")


def _parts(bundled: Mapping[str, Any], book: Rulebook) -> dict[str, dict[str, Html]]:
    """Return the titles of the parts of each section by their ids."""
    found: dict[str, dict[str, Html]] = {name: {} for name in SECTIONS if name != "gaps"}
    for _, method, row in operations.described(bundled):
        heading = join(chip(method, f"method {method.lower()}"), " ", row.get("summary", ""))
        found["operations"][element_id("operation", row["operationId"])] = heading
    for kind in matrix.kinds(book):
        found["matrix"][element_id("matrix", kind)] = join("In a ", code(kind))
    for title in bundled["components"]["schemas"]:
        found["resources"][element_id("resource", title)] = code(title)
    for rule in book.rules:
        name = rules.section_of(rule)
        found["rules"][element_id("rules", name)] = join(rules.TITLES[name])
    return found


def _folded(title: str, parts: Mapping[str, Html] | None) -> Html | None:
    """Return the parts of a section. All share a name, so a browser unfolds one at a time."""
    if parts is None:
        return None
    items = [element("li", link(name, part)) for name, part in parts.items()]
    summary = element("summary", spoken(f"Parts of {title}"))
    return element("details", summary, element("ul", *items), name="contents")
