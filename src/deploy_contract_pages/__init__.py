"""Templates, macros and style sheets that all pages share.

The pages are the reference page, the console, and the pages of coverage and of refused messages.
This package needs Jinja2, which the extra of each page installs.
"""

import re
from base64 import b64encode
from hashlib import sha256
from importlib import resources
from typing import Any, Literal, NamedTuple

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

Page = Literal["console", "coverage", "reference", "refusals"]
STYLE = "style.css"  # the style sheet for all pages
THEME = "theme.js"


def environment(package: str, *, of_pages: bool = True, **shared: Any) -> Environment:
    """Return the environment of the templates in the folder `templates` of a package.

    `of_pages`: False if the texts are not HTML. `shared`: values that all templates have.
    """
    loader = ChoiceLoader([PackageLoader(package), PackageLoader(__name__)])
    found = Environment(
        loader=loader,
        autoescape=of_pages,  # noqa: S701 - texts that are programs need no escapes of HTML
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    found.filters["breakable"] = breakable
    found.globals |= shared
    return found


def style(page: Page) -> str:
    """Return the style sheet of a page. It is ASCII, and loads no other file."""
    return _read(STYLE) + _read(f"{page}.css")


def theme_script() -> str:
    """Return the script of the button that switches between the dark and the light theme."""
    return _read(THEME)


def _read(name: str) -> str:
    return resources.files(__name__).joinpath("templates", name).read_text("ascii")


class File(NamedTuple):
    """The style sheet and script of a page in one file, and a policy that allows nothing else."""

    style: Markup
    script: Markup
    policy: str  # a content security policy


def of_one_file(page: Page, script: str = "") -> File:
    """Return the style sheet, script and policy of a page in one file, for the macro `head`."""
    css, content = _embedded(style(page)), _embedded(script)
    scripts = f" script-src {_digest(content)};" if script else ""
    policy = (
        f"default-src 'none'; img-src data:; style-src {_digest(css)};{scripts}"
        " base-uri 'none'; form-action 'none'"
    )
    return File(css, content, policy)


def _embedded(text: str) -> Markup:
    """Return a style sheet or script of this package as the content of its element."""
    assert "</" not in text, "it would end its element"
    return Markup("\n" + text)  # noqa: S704 - a file of this package


def _digest(text: str) -> str:
    """Return the source expression of a text in a content security policy (CSP 3, 2.3.1)."""
    digest = b64encode(sha256(text.encode("utf-8")).digest()).decode("ascii")
    return f"'sha256-{digest}'"


def breakable(text: str, after: str = "_") -> Markup:
    """Return a text that may continue on the next line after each of some characters.

    It may also continue before a capital letter inside a name, but not within the dashes of an
    option such as `--fix`.
    """
    ends = re.escape(after)
    places = f"(?<=[^\\s-][{ends}])(?=[^{ends}\\s])|(?<=[a-z])(?=[A-Z])"
    return Markup("<wbr>").join(re.split(places, text))
