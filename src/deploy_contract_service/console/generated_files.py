"""Generated files that the console serves: reference page, examples, contract and its npm package.

A wheel has them beside this module or in the package of the contract, a checkout in generated/.
"""

import json
import re
from collections.abc import Mapping
from functools import cache
from html import unescape
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

from deploy_contract_format.bundle_format import OPENAPI, PACKAGE
from deploy_contract_service.console.rendering import ENVIRONMENT

REFERENCE, EXAMPLES = "reference.html", "examples.json"
NPM = "npm"  # folder of the package that judges in a page
CHECKOUT = Path(__file__).parents[3]
_HEADER = "<header><div>"
_POLICY = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]*)"')


class Example(NamedTuple):
    """An example of the contract."""

    file: str  # name of the file in spec/examples
    document: str  # kind of the document
    text: str
    rows: list[Mapping[str, Any]]  # cases with title, verdict, and what is known

    @property
    def value(self) -> Any:
        """The document of an example in JSON."""
        return json.loads(self.text)


@cache
def reference_page() -> tuple[str, str] | None:
    """Return the reference page with the console's navigation, and its policy; None without one."""
    text = read(REFERENCE)
    found = _POLICY.search(text) if text else None
    if text is None or found is None:
        return None
    page = text.replace(_HEADER, _HEADER + navigation(), 1)
    return page, f"{unescape(found[1])}; frame-ancestors 'none'"


def navigation() -> str:
    """Return the console's navigation for the header of the reference page."""
    macros: Any = ENVIRONMENT.get_template("macros.html").module
    return str(macros.navigation("./", "reference"))


@cache
def examples() -> tuple[Example, ...]:
    """Return the examples in the order of their index, perhaps none."""
    rows = json.loads(read(EXAMPLES) or "[]")
    return tuple(Example(**row) for row in rows)


def contract_files() -> dict[str, bytes]:
    """Return the files that the reference page offers, by the paths to which it links."""
    folder = resources.files(PACKAGE)
    openapi = folder.joinpath(OPENAPI).read_bytes()
    found = {f"/{OPENAPI}": openapi, f"/{PACKAGE}/{OPENAPI}": openapi}
    for file in sorted(folder.joinpath("schemas").iterdir(), key=str):
        if file.name.endswith(".json"):
            found[f"/{PACKAGE}/schemas/{file.name}"] = file.read_bytes()
    return found


def scripts() -> dict[str, bytes]:
    """Return the modules of the npm package by name; none if the installation has no such package."""
    for place in (resources.files(PACKAGE).joinpath(NPM), CHECKOUT / "generated" / NPM):
        if place.is_dir():
            files = [file for file in place.iterdir() if file.name.endswith(".js")]
            return {file.name: file.read_bytes() for file in files}
    return {}


def read(name: str) -> str | None:
    """Return the text of a generated file, or None if the installation has none."""
    for place in (resources.files(__package__).joinpath(name), CHECKOUT / "generated" / name):
        if place.is_file():
            return place.read_text("utf-8")
    return None
