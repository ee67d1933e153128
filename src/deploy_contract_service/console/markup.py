"""HTML made of elements: whatever is not HTML already is escaped on its way in."""

import unicodedata
from collections.abc import Iterable
from html import escape

VOID = frozenset({"input", "link", "meta", "wbr"})
JOINERS = "\u200c\u200d"  # without which words of some languages, and some emoji, fall apart
HIDDEN = frozenset(
    {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}
)  # what shows nothing, or turns round what stands beside it


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
    return Html(
        f"<{name}{written}>" if name in VOID else f"<{name}{written}>{joined(*children)}</{name}>"
    )


def joined(*children: Child) -> Html:
    """The children one after the other; those that are plain text are escaped."""
    return Html("".join(_written(child) for child in children))


def listed(children: Iterable[Child], between: str = ", ") -> Html:
    """The children with a text between them."""
    return joined(
        *(joined(between if index else None, child) for index, child in enumerate(children))
    )


def stored(text: str) -> Html:
    """A text that somebody stored: signs that show nothing are named, and its direction ends where it ends."""
    return element(
        "bdi",
        *(element("span", name, class_="sign") if name else sign for sign, name in _signs(text)),
    )


def plain(text: str) -> str:
    """The same where no element can stand, as in titles and options."""
    return "".join(f"<{name}>" if name else sign for sign, name in _signs(text))


def code(text: str) -> Html:
    """A name or value of the contract."""
    return element("code", text)


def called(name: str) -> Html:
    """What somebody called a thing."""
    seen = any(_is_hidden(sign) or not sign.isspace() for sign in name)
    return stored(name) if seen else element("span", "(no name)", class_="quiet")


def field(name: str) -> Html:
    """The name of a field, which may go on in the next line behind each `_`."""
    *before, last = name.split("_")
    return element("code", *(joined(part, "_", element("wbr")) for part in before), last)


def chip(text: Child, kind: str = "") -> Html:
    """A short word that stands out. `kind` is a class of the style sheet."""
    return element("span", text, class_=f"chip {kind}".strip())


def options(choices: Iterable[tuple[str, str]], chosen: str) -> Html:
    """The options of a select, as (value, text)."""
    return joined(
        *(element("option", text, value=value, selected=value == chosen) for value, text in choices)
    )


def _signs(text: str) -> Iterable[tuple[str, str]]:
    """Each character, and its code point where it is one that is named."""
    if text.isascii() and text.isprintable():
        return [(text, "")]
    return [(sign, f"U+{ord(sign):04X}" if _is_hidden(sign) else "") for sign in text]


def _is_hidden(sign: str) -> bool:
    return unicodedata.category(sign) in HIDDEN and sign not in JOINERS


def _attribute(key: str, value: str | int) -> str:
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'


def _written(child: Child) -> str:
    if child is None:
        return ""
    if isinstance(child, str):
        return child if isinstance(child, Html) else escape(child)
    return "".join(_written(one) for one in child)
