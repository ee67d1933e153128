"""The reference page: one HTML file with all that spec/ says, which needs nothing else. Made of spec/ alone."""

import json
from base64 import b64encode
from collections import Counter
from collections.abc import Mapping
from hashlib import sha256
from importlib import resources as package
from typing import Any

from deploy_contract_codegen.page import gaps, matrix, operations, resources, rules
from deploy_contract_codegen.page.examples import examples
from deploy_contract_codegen.page.markup import Html, anchor, chip, code, element, joined, link
from deploy_contract_codegen.page.values import gaps as found_gaps
from deploy_contract_codegen.spec import Spec
from deploy_contract_format.rules import Rulebook

FILE = "reference.html"
EXAMPLES = "examples.json"  # those of the page, for programs that show them
SECTIONS = {  # id -> what it is called in the list of contents
    "operations": "Operations",
    "matrix": "Sources and fields",
    "resources": "Resources",
    "rules": "Rules",
    "gaps": "Gaps",
}


def files(spec: Spec, bundled: Mapping[str, Any], book: Rulebook) -> dict[str, str]:
    """The page and its examples, by path in generated/. `bundled`: the OpenAPI document whose references are all local."""
    style, script = _part("style.css"), _part("script.js")
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=_policy(style, script)),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("link", rel="icon", href="data:,"),
        element("title", f"{bundled['info']['title']}: contract {bundled['info']['version']}"),
        element("style", style),
    )
    body = element(
        "body",
        element("a", "Skip to the content", href="#content", class_="skip"),
        _header(bundled["info"]),
        _search(),
        element("div", _contents(bundled, book), _main(spec, bundled, book), class_="columns"),
        element(
            "footer",
            element("p", "Generated from spec/ by ", code("make generate"), "; never edited."),
        ),
        element("script", script),
    )
    return {
        FILE: f"<!doctype html>\n{element('html', head, body, lang='en')}",
        EXAMPLES: json.dumps([example._asdict() for example in examples(spec)], indent=1) + "\n",
    }


def _part(name: str) -> Html:
    text = package.files(__name__).joinpath(name).read_text("utf-8")
    assert "</" not in text, "it would end the element that it stands in"
    return Html("\n" + text)


def _policy(style: str, script: str) -> str:
    """Nothing is fetched, and nothing runs but what the page itself brings."""
    style_hash, script_hash = (
        b64encode(sha256(text.encode("utf-8")).digest()).decode("ascii") for text in (style, script)
    )
    return (
        f"default-src 'none'; img-src data:; style-src 'sha256-{style_hash}'; script-src 'sha256-{script_hash}';"
        " base-uri 'none'; form-action 'none'"
    )


def _header(info: Mapping[str, Any]) -> Html:
    summary = element("p", info.get("summary"), " ", chip(f"contract {info['version']}"))
    theme = element(
        "button",
        "Dark theme",
        id="theme",
        type="button",
        aria_pressed="false",
        hidden=True,
        class_="scripted",
    )
    return element("header", element("div", element("h1", info["title"]), summary), theme)


def _search() -> Html:
    """Hidden until the script shows it, for it does nothing without."""
    return element(
        "form",
        element("label", "Search ", element("kbd", "/"), for_="query"),
        element(
            "input",
            id="query",
            type="search",
            autocomplete="off",
            spellcheck="false",
            aria_describedby="found",
        ),
        element("p", id="found", role="status"),
        role="search",
        hidden=True,
        class_="scripted",
    )


def _contents(bundled: Mapping[str, Any], book: Rulebook) -> Html:
    """The list of contents. On a narrow screen, the style sheet shows its first level alone."""
    inner = {
        "operations": [
            (anchor("operation", row["operationId"]), code(row["operationId"]))
            for _, _, row in operations.described(bundled)
        ],
        "resources": [
            (anchor("resource", title), code(title)) for title in bundled["components"]["schemas"]
        ],
        "rules": [
            (anchor("rules", name), joined(rules.TITLES[name]))
            for name in dict.fromkeys(rules.section_of(rule) for rule in book.rules)
        ],
    }
    items = [
        element(
            "li",
            link(name, title),
            element("ul", *(element("li", link(*row)) for row in inner[name]))
            if name in inner
            else None,
        )
        for name, title in SECTIONS.items()
    ]
    return element("nav", element("ul", *items), aria_label="Contents")


def _main(spec: Spec, bundled: Mapping[str, Any], book: Rulebook) -> Html:
    modes = Counter(rule.mode for rule in book.rules)
    counts = {
        "operations": len(list(operations.described(bundled))),
        "resources": len(bundled["components"]["schemas"]),
        "rules": len(book.rules),
        "gaps": len(list(found_gaps(bundled))),
    }
    counted = [
        element("li", link(name, element("strong", str(number)), f" {SECTIONS[name].lower()}"))
        for name, number in counts.items()
    ]
    enforced = (
        f"{modes['enforce']} rules are enforced, {modes['report']} reported, {modes['off']} off."
    )
    return element(
        "main",
        element(
            "section",
            element("h2", "Overview"),
            element("p", bundled["info"].get("description"), data_entry=True),
            element("ul", *counted, class_="counts"),
            element("p", enforced, data_entry=True),
            id="overview",
            data_group=True,
        ),
        operations.section(bundled, examples(spec)),
        matrix.section(bundled, book),
        resources.section(bundled),
        rules.section(book),
        gaps.section(bundled),
        element("p", "Nothing on this page has all of these words.", id="nothing", hidden=True),
        id="content",
        tabindex=-1,
    )
