"""Texts from the database as HTML: invisible characters are named, text direction is isolated."""

import unicodedata
from collections.abc import Iterable

from deploy_contract_format.html import Html, code, element, join

# Words of some languages, and some emoji, fall apart without these.
JOINERS = "\u200c\u200d"
# Unicode categories of characters that are invisible or change the direction of the text around.
INVISIBLE = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})


def stored_text(text: str) -> Html:
    """Return a stored text: invisible characters by name, its direction isolated (bdi)."""
    pieces = []
    for sign, name in _signs(text):
        pieces.append(element("span", name, class_="sign") if name else sign)
    return element("bdi", pieces)


def visible_text(text: str) -> str:
    """Return the same as plain text, for titles and options, which hold no elements."""
    return "".join(f"<{name}>" if name else sign for sign, name in _signs(text))


def display_name(name: str) -> Html:
    """Return the name of a deployment or integration, or "(no name)" if it is blank."""
    for sign in name:
        if _is_invisible(sign) or not sign.isspace():
            return stored_text(name)
    return element("span", "(no name)", class_="quiet")


def field_name(name: str) -> Html:
    """Return the name of a field. A long name may continue on the next line after each `_`."""
    return code(name, breaks="_")


def select_options(choices: Iterable[tuple[str, str]], selected: str) -> Html:
    """Return the options of a select element from (value, text) pairs."""
    rows = []
    for value, text in choices:
        rows.append(element("option", text, value=value, selected=value == selected))
    return join(rows)


def _signs(text: str) -> Iterable[tuple[str, str]]:
    """Return each character, with its code point if it is invisible."""
    if text.isascii() and text.isprintable():
        return [(text, "")]
    return [(sign, f"U+{ord(sign):04X}" if _is_invisible(sign) else "") for sign in text]


def _is_invisible(sign: str) -> bool:
    return unicodedata.category(sign) in INVISIBLE and sign not in JOINERS
