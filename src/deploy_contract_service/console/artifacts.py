"""What the generator made for people: the reference page, and examples. In a wheel beside this module, else in generated/."""

import json
import re
from collections.abc import Mapping
from functools import cache
from html import unescape
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

REFERENCE, EXAMPLES = "reference.html", "examples.json"
CHECKOUT = Path(__file__).parents[3]
BACK = '<p><a href="./">Deployments console</a></p>'
_HEADER = "<header><div>"
_POLICY = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]*)"')


class Example(NamedTuple):
    """A document as the contract's own examples have it; `rows`: what is said of it, each with a title and a verdict."""

    file: str
    document: str
    text: str
    rows: list[Mapping[str, Any]]


@cache
def reference() -> tuple[str, str] | None:
    """The reference page with a way back, and the policy for its content that it brings along; None where there is no page."""
    text = _text(REFERENCE)
    found = _POLICY.search(text) if text else None
    if text is None or found is None:
        return None
    return text.replace(_HEADER, _HEADER + BACK, 1), f"{unescape(found[1])}; frame-ancestors 'none'"


@cache
def examples() -> tuple[Example, ...]:
    """The examples, in the order of their index; none where there are none."""
    return tuple(Example(**row) for row in json.loads(_text(EXAMPLES) or "[]"))


def _text(name: str) -> str | None:
    for place in (resources.files(__package__).joinpath(name), CHECKOUT / "generated" / name):
        if place.is_file():
            return place.read_text("utf-8")
    return None
