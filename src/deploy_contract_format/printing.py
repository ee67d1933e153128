"""Names and texts from outside as one printable line."""

import re

# Commands that CI systems read from a log: `::x::` after blanks and `##[x]` anywhere (GitHub),
# `##vso[x]` and similar (Azure Pipelines).
_COMMAND = r"^(\s*):(?=:)|#(#(?=\w*\[))"


def decode_name(name: str) -> str:
    """Return a file name as Unicode text, with bytes that are not UTF-8 in hexadecimal."""
    if name.isascii() or name.isprintable():
        return name
    try:
        return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    except UnicodeEncodeError:  # a surrogate that represents no byte
        return name.encode("utf-8", "backslashreplace").decode("utf-8")


def escape_name(name: str) -> str:
    """Return a file name as one printable line, with unprintable characters escaped.

    If one character is not printable, characters outside of ASCII are escaped, too.
    """
    name = decode_name(name)
    if name.isprintable():
        return name
    return name.encode("unicode_escape", "backslashreplace").decode("ascii")


def as_line(text: str) -> str:
    """Return a text as one line, with unprintable characters and commands of CI systems escaped."""
    if not text.isprintable():
        text = "".join([char if char.isprintable() else escape_name(char) for char in text])
    if "::" in text or "##" in text:
        text = re.sub(_COMMAND, _escaped, text)
    return text


def _escaped(found: re.Match[str]) -> str:
    return "#\\x23" if found[2] else f"{found[1]}\\x3a"
