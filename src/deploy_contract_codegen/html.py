"""HTML built from elements. Plain text is escaped when it enters an element."""

import re
from collections.abc import Iterable
from html import escape

VOID_ELEMENTS = frozenset({"input", "link", "meta", "wbr"})
# A line break follows each of these, so that generated pages can be compared line by line.
_BLOCKS = (
    "article body caption dd div dl dt figure footer form h1 h2 h3 h4 head header html li link"
    " main meta nav p pre script section style svg symbol table tbody thead title tr ul"
)
BLOCK_ELEMENTS = frozenset(_BLOCKS.split())


class Html(str):
    """Text that is HTML already.

    Operations of `str`, such as `+`, return plain text, which is escaped again. Only `element`
    and `join` return HTML.
    """

    __slots__ = ()


Child = str | None | Iterable["Child"]


def element(name: str, /, *children: Child, **attributes: str | int | bool | None) -> Html:
    """Return an element.

    Args:
        name: name of the element.
        children: content; plain text is escaped, None is left out.
        attributes: `class_` is written as class, `aria_label` as aria-label. True gives an
            attribute without a value. None and False leave it out.
    """
    start = name
    for key, value in attributes.items():
        if value is not None and value is not False:
            start += _attribute(key, value)
    text = f"<{start}>"
    if name not in VOID_ELEMENTS:
        text += f"{join(*children)}</{name}>"
    if name in BLOCK_ELEMENTS:
        text += "\n"
    return Html(text)


def join(*children: Child) -> Html:
    """Join children into one piece of HTML. Plain text is escaped."""
    return Html("".join(map(_text, children)))


def join_with(children: Iterable[Child], separator: str = ", ") -> Html:
    """Join children, with the separator between them."""
    pieces: list[Child] = []
    for child in children:
        pieces += [separator, child] if pieces else [child]
    return join(pieces)


def code(text: str, breaks: str = "") -> Html:
    """Return a name or value of the contract.

    Args:
        text: the name or value.
        breaks: characters after which a long name may continue on the next line.
    """
    if not breaks:
        return element("code", text)
    signs = re.escape(breaks)
    parts = re.split(f"(?<=[{signs}])(?=[^{signs}])", text)
    return element("code", join_with(parts, element("wbr")))


def chip(text: Child, kind: str = "") -> Html:
    """Return a short, highlighted word. `kind` is a class of the style sheet."""
    return element("span", text, class_=f"chip {kind}".strip())


def _attribute(key: str, value: str | int) -> str:
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'


def _text(child: Child) -> str:
    if child is None:
        return ""
    if isinstance(child, Html):
        return child
    if isinstance(child, str):  # quotes matter in attributes only
        return escape(child, quote=False)
    return "".join(map(_text, child))
