"""Texts from the database as HTML: invisible characters are named, text direction is isolated."""

import unicodedata
from collections.abc import Iterable, Iterator

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
    shown = ""
    for sign, name in _signs(text):
        shown += f"<{name}>" if name else sign
    return shown


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


def plain_options(names: Iterable[str]) -> list[tuple[str, str]]:
    """Return the (value, text) pairs of options that show their values."""
    return [(name, name) for name in names]


def _signs(text: str) -> Iterator[tuple[str, str]]:
    """Yield each character, with its code point if it is invisible."""
    if text.isascii() and text.isprintable():
        yield text, ""
        return
    for sign in text:
        name = f"U+{ord(sign):04X}" if _is_invisible(sign) else ""
        yield sign, name


def _is_invisible(sign: str) -> bool:
    return unicodedata.category(sign) in INVISIBLE and sign not in JOINERS
