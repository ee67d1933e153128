"""HTML made of elements: whatever is not HTML already is escaped on its way in."""

import json
import re
from collections.abc import Iterable
from html import escape
from typing import Any

VOID = frozenset({"input", "link", "meta", "wbr"})
BLOCKS = frozenset(
    {
        "article",
        "body",
        "caption",
        "dd",
        "div",
        "dl",
        "dt",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "head",
        "header",
    }
    | {
        "html",
        "li",
        "link",
        "main",
        "meta",
        "nav",
        "p",
        "pre",
        "script",
        "section",
        "style",
        "svg",
        "symbol",
        "table",
        "tbody",
    }
    | {"thead", "title", "tr", "ul"}
)  # each ends its line, so that the page can be compared line by line


class Html(str):
    """Text that is HTML already. What is joined to it by other means than `element` is plain text again."""

    __slots__ = ()


Child = str | None | Iterable["Child"]


def element(name: str, /, *children: Child, **attributes: str | int | bool | None) -> Html:
    """An element. Attributes: `class_` is class, `aria_label` aria-label; True stands alone, None and False are left out."""
    written = "".join(
        _attribute(key, value)
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    end = "" if name in VOID else f"</{name}>"
    return Html(f"<{name}{written}>{joined(*children)}{end}" + ("\n" if name in BLOCKS else ""))


def joined(*children: Child) -> Html:
    """The children one after the other; those that are plain text are escaped."""
    return Html("".join(_written(child) for child in children))


def listed(children: Iterable[Child], between: str = ", ") -> Html:
    """The children with a text between them."""
    return joined(
        *(joined(between if index else None, child) for index, child in enumerate(children))
    )


def code(text: str) -> Html:
    """A name or value of the contract; a long name may go on in the next line after `_`, `.` and `/`."""
    parts = re.split(r"(?<=[_./-])(?=[^_./-])", text)
    return element(
        "code",
        *(joined(element("wbr") if index else None, part) for index, part in enumerate(parts)),
    )


def data(value: Any) -> Html:
    """A JSON value as it is written."""
    return code(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def link(target: str, *children: Child) -> Html:
    """A link to the element of an id."""
    return element("a", *children, href=f"#{target}")


def chip(text: str, kind: str = "") -> Html:
    """A short word that stands out. `kind` is a class of the style sheet."""
    return element("span", text, class_=f"chip {kind}".strip())


def hidden(text: str) -> Html:
    """Text for those who listen to the page."""
    return element("span", text, class_="heard")


def anchor(*names: str) -> str:
    """An id made of names."""
    return "-".join(re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-") for name in names)


def listing(text: str, label: str) -> Html:
    """Text as it stands in a file; where it is long or wide, it scrolls within."""
    return element(
        "pre", element("code", text.rstrip("\n")), tabindex=0, role="group", aria_label=label
    )


def table(
    caption: Child, columns: Iterable[Child], rows: Iterable[Child], class_: str = ""
) -> Html:
    """A table that scrolls within itself where it is wide. `rows`: tr elements, or whole tbody elements."""
    heads = [element("th", column, scope="col") for column in columns]
    body = list(rows)
    bodies = (
        joined(*body)
        if any(str(row).startswith("<tbody") for row in body)
        else element("tbody", *body)
    )
    whole = element(
        "table",
        element("caption", element("span", caption)),
        element("thead", element("tr", *heads)),
        bodies,
        class_=class_ or None,
    )
    label = re.sub("<[^>]*>", "", joined(caption))
    return element(
        "div",
        whole,
        class_="scroll",
        tabindex=0,
        role="group",
        aria_label=Html(label),
        data_group=True,
    )


def _attribute(key: str, value: str | int) -> str:
    name = key.rstrip("_").replace("_", "-")
    if value is True:
        return f" {name}"
    text = value if isinstance(value, Html) else escape(str(value))
    return f' {name}="{text}"'


def _written(child: Child) -> str:
    if child is None:
        return ""
    if isinstance(child, str):
        return child if isinstance(child, Html) else escape(child)
    return "".join(_written(one) for one in child)
