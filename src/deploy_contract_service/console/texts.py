"""Stored texts in the form in which pages show them; the filters and tests of the templates."""

import unicodedata
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from deploy_contract_service.console.masking import MASK

# Words of some languages, and some emoji, fall apart without these.
JOINERS = "\u200c\u200d"
# Unicode categories of characters that are invisible or change the direction of the text around.
INVISIBLE = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})


def signs(text: str) -> Iterator[tuple[str, str]]:
    """Yield each character, with its code point if it is invisible."""
    if text.isascii() and text.isprintable():
        yield text, ""
        return
    for sign in text:
        yield sign, f"U+{ord(sign):04X}" if _is_invisible(sign) else ""


def visible(text: str) -> str:
    """Return a plain text with code points for what is invisible, for titles and options."""
    return "".join([f"<{code}>" if code else sign for sign, code in signs(text)])


def is_blank(text: str) -> bool:
    """Return True if no character of a text can be seen."""
    return all(sign.isspace() and not _is_invisible(sign) for sign in text)


def _is_invisible(sign: str) -> bool:
    return unicodedata.category(sign) in INVISIBLE and sign not in JOINERS


def utc(text: str) -> str:
    """Return a stored time (RFC 3339) in UTC, to the second.

    A time that Python's calendar lacks, such as a leap second, keeps its own offset.
    """
    try:
        found = datetime.fromisoformat(text.upper()).astimezone(UTC)
    except (ValueError, OverflowError):
        date, _, rest = text.upper().partition("T")
        offset = rest[8:].lstrip(".0123456789")
        return f"{date} {rest[:8]} {'UTC' if offset == 'Z' else offset}"
    return f"{found.replace(tzinfo=None).isoformat(' ', 'seconds')} UTC"


def is_web_address(text: str) -> bool:
    """Return True if the text is safe as a link: an address of the web without masked parts."""
    if MASK in text or not text.isprintable():
        return False
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)


_FILTERS: tuple[Callable[..., Any], ...] = (signs, utc, visible)
FILTERS = {one.__name__: one for one in _FILTERS}
TESTS = {"blank": is_blank, "web_address": is_web_address}
