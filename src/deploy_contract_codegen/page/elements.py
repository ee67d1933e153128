"""Elements of the reference page that several of its sections share."""

import json
import re
from collections.abc import Iterable, Mapping
from html import unescape
from typing import Any

from deploy_contract_codegen import html
from deploy_contract_codegen.html import Child, Html, element, join
from deploy_contract_codegen.page.folding import folding
from deploy_contract_codegen.page.highlighting import highlighted

GAP = "x-gap"  # keyword: what the interface leaves open


def code(text: str) -> Html:
    """Return a name or value of the contract. A long one may continue after `_`, `.`, `/`, `-`."""
    return html.code(text, breaks="_./-")


def json_code(value: Any) -> Html:
    """Return a JSON value as code; a string without its quotes."""
    if isinstance(value, str):
        return code(value)
    return code(json.dumps(value, ensure_ascii=False))


def prefixed(prefix: str, child: Child) -> Html | None:
    """Return the prefix and the child, or None if there is no child."""
    return None if child is None else join(prefix, child)


def link(target: str, *children: Child) -> Html:
    """Return a link to the element with the id `target`."""
    return element("a", *children, href=f"#{target}")


def rule_link(rule: str) -> Html:
    """Return a link to a rule, by its id."""
    return link(element_id("rule", rule), code(rule))


def spoken(text: str) -> Html:
    """Return text for screen readers only."""
    return element("span", text, class_="heard")


def element_id(*names: str) -> str:
    """Return an id made of names."""
    return "-".join(map(_id_part, names))


def _id_part(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-")


def listing(text: str, label: str, language: str = "") -> Html:
    """Return the text of a file. If it is wide, it scrolls in its own box; long JSON folds.

    Args:
        text: the text.
        label: its name for screen readers.
        language: a language of `highlighting`, or nothing for plain text.
    """
    text = text.rstrip("\n")
    folded = folding(text) if language == "json" else None
    if folded is not None:  # a pre element has no place for details
        return element("div", folded, class_="listing", tabindex=0, role="group", aria_label=label)
    content = element("code", highlighted(text, language))
    return element("pre", content, tabindex=0, role="group", aria_label=label)


def json_listing(value: Any, label: str) -> Html:
    """Return a JSON value as a listing."""
    return listing(json.dumps(value, indent=2, ensure_ascii=False), label, "json")


def fold(title: Child, *content: Child, class_: str = "") -> Html:
    """Return content that narrow screens fold under a title. Wide screens show it without one."""
    summary = element("summary", title)
    return element("details", summary, *content, class_=f"fold {class_}".strip())


def titled(title: Child, *content: Child) -> Html:
    """Return a sample with a title in the column of samples."""
    return element("div", element("p", title, class_="bar"), *content, class_="panel")


def gap_link(node: Mapping[str, Any]) -> Html | None:
    """Return a quiet link to the gaps of a schema or operation, or None if it has none."""
    if GAP not in node:
        return None
    return element("p", link("gaps", "Not documented: see Gaps"), class_="quiet small")


def table(
    caption: Child, columns: Iterable[Child], rows: Iterable[Child], class_: str = ""
) -> Html:
    """Return a table. If it is wide, it scrolls inside its own box.

    Args:
        caption: title of the table.
        columns: headings.
        rows: tr elements, or whole tbody elements.
        class_: class of the style sheet.
    """
    body = join(rows)
    if "<tbody" not in body:
        body = element("tbody", body)
    whole = element(
        "table",
        element("caption", element("span", caption)),
        element("thead", element("tr", *map(_heading, columns))),
        body,
        class_=class_ or None,
    )
    label = unescape(re.sub("<[^>]*>", "", join(caption)))
    return element(
        "div", whole, class_="scroll", tabindex=0, role="group", aria_label=label, data_group=True
    )


def _heading(column: Child) -> Html:
    return element("th", column, scope="col")
