"""Generated files that the console serves: the reference page, the examples and the validator.

A wheel has them beside this module, a checkout in generated/.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from html import unescape
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from deploy_contract_format.html import Html, element
from deploy_contract_service.console import layout

REFERENCE, EXAMPLES = "reference.html", "examples.json"
VALIDATOR = "validator.js"  # of documents in a page
GENERATED = {VALIDATOR: "npm/index.js"}  # file of a wheel -> the same in generated/, if it differs
CHECKOUT = Path(__file__).parents[3]
_HEADER = "<header><div>"
_POLICY = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]*)"')


class Example(NamedTuple):
    """An example of the contract.

    Attributes:
        file: name of the file in spec/examples.
        document: kind of the document.
        text: text of the file.
        rows: cases for the document, each with a title, a verdict, and what is known.
    """

    file: str
    document: str
    text: str
    rows: list[Mapping[str, Any]]


@cache
def reference_page() -> tuple[str, str] | None:
    """Return the reference page with the console's navigation, and its content security policy.

    Returns:
        Text and policy, or None if the installation has no reference page.
    """
    text = _read(REFERENCE)
    found = _POLICY.search(text) if text else None
    if text is None or found is None:
        return None
    page = text.replace(_HEADER, _HEADER + navigation(), 1)
    return page, f"{unescape(found[1])}; frame-ancestors 'none'"


def navigation() -> Html:
    """Return the console's navigation for the header of the reference page."""
    links = []
    for name, text in layout.PLACES.items():
        current = "page" if name == "reference" else None
        links.append(element("li", element("a", text, href=f"./{name}", aria_current=current)))
    return element("nav", element("ul", *links), aria_label="Console")


@cache
def examples() -> tuple[Example, ...]:
    """Return the examples in the order of their index, perhaps none."""
    rows = json.loads(_read(EXAMPLES) or "[]")
    return tuple(Example(**row) for row in rows)


def validator() -> str | None:
    """Return the validator for browsers, or None if the installation has none."""
    return _read(VALIDATOR)


def _read(name: str) -> str | None:
    generated = CHECKOUT / "generated" / GENERATED.get(name, name)
    for place in (resources.files(__package__).joinpath(name), generated):
        if place.is_file():
            return place.read_text("utf-8")
    return None
