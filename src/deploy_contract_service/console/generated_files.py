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
from deploy_contract_pages import style, theme_script
from deploy_contract_service.console.rendering import ENVIRONMENT

REFERENCE, EXAMPLES = "reference.html", "examples.json"
NPM = "npm"  # folder of the package that judges in a page
SCRIPTS = ("script.js", "offline.js")
CHECKOUT = Path(__file__).parents[3]
_HEADER = "<header><div>"
_POLICY = re.compile(r'http-equiv="Content-Security-Policy" content="([^"]*)"')


class Example(NamedTuple):
    """An example of the contract."""

    file: str  # name of the file in spec/examples
    document: str  # kind of the document
    text: str
    rows: list[Mapping[str, Any]]  # cases with title, verdict and known facts

    @property
    def value(self) -> Any:
        """The document of an example in JSON."""
        return json.loads(self.text)


@cache
def reference_page() -> tuple[str, str] | None:
    """Return the reference page, with the console's navigation, and its policy; None without it."""
    text = read(REFERENCE) or ""
    found = _POLICY.search(text)
    if found is None:
        return None
    page = text.replace(_HEADER, _HEADER + navigation(), 1)
    return page, f"{unescape(found[1])}; frame-ancestors 'none'"


def navigation() -> str:
    """Return the console's navigation for the header of the reference page."""
    macros: Any = ENVIRONMENT.get_template("macros.html").module
    return str(macros.navigation("./", "reference"))


@cache
def examples() -> tuple[Example, ...]:
    """Return the examples in the order of their index; () if the installation has none."""
    rows = json.loads(read(EXAMPLES) or "[]")
    return tuple(Example(**row) for row in rows)


def files() -> dict[str, bytes]:
    """Return the files to which the pages link, by their paths."""
    here, contract = resources.files(__package__), resources.files(PACKAGE)
    found = {f"/console/{name}": here.joinpath(name).read_bytes() for name in SCRIPTS}
    found["/console/style.css"] = style("console").encode("ascii")
    found["/console/theme.js"] = theme_script().encode("ascii")
    openapi = contract.joinpath(OPENAPI).read_bytes()
    found |= {f"/{OPENAPI}": openapi, f"/{PACKAGE}/{OPENAPI}": openapi}
    folders = {f"/{PACKAGE}/schemas": contract.joinpath("schemas")}
    npm = (contract.joinpath(NPM), CHECKOUT / "generated" / NPM)
    folders |= {f"/console/{NPM}": place for place in npm if place.is_dir()}
    for path, folder in folders.items():
        for file in folder.iterdir():
            if file.name.endswith((".json", ".js")) and file.is_file():
                found[f"{path}/{file.name}"] = file.read_bytes()
    return found


def read(name: str) -> str | None:
    """Return the text of a generated file, or None if the installation lacks the file."""
    for place in (resources.files(__package__).joinpath(name), CHECKOUT / "generated" / name):
        if place.is_file():
            return place.read_text("utf-8")
    return None
