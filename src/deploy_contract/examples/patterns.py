"""Texts that match a pattern of the safe subset (`deploy_contract_format.patterns`)."""

import re
from collections.abc import Iterator

_WITHOUT_BOUND = 1 << 30
_SIGNS = {"*": (0, _WITHOUT_BOUND), "+": (1, _WITHOUT_BOUND), "?": (0, 1), "": (1, 1)}
_PIECE = re.compile(
    r"(?P<open>\(\?:)|(?P<other>\|)|(?P<close>\)\??)"
    r"|(?P<atom>\[\^?(?:\\.|[^\\\]])+\]|\\.|[^$])"
    r"(?:\{(?P<low>[0-9]+)(?P<several>,(?P<high>[0-9]*))?\}|(?P<sign>[*+?]?))"
)
# to look for a character that an atom matches; those that are common come first
_CHARACTERS = "aA0-_./ " + "".join(map(chr, range(32, 127)))


def matching(pattern: str, length: int = 0) -> str:
    """Return a text that matches a pattern, of the length or as near to it as repeats allow.

    Of the alternatives of a group, it takes the first one.
    """
    parts = list(_parts(pattern))
    missing = length - sum(low for _, low, _ in parts)
    text = ""
    for character, low, high in parts:
        more = max(0, min(missing, high - low))
        missing -= more
        text += character * (low + more)
    is_open = not pattern.endswith("$") or pattern.endswith(r"\$")
    return text + "a" * max(0, missing) if is_open else text


def _parts(pattern: str) -> Iterator[tuple[str, int, int]]:
    """Yield the characters of a text, each with the bounds of its repeats."""
    skipping = 0  # groups around alternatives that are not taken
    for piece in _PIECE.finditer(pattern, 1):
        if piece["open"]:
            skipping += bool(skipping)
        elif piece["other"]:
            skipping = skipping or 1
        elif piece["close"]:
            skipping = max(0, skipping - 1)
        elif not skipping:
            character = next(filter(re.compile(piece["atom"]).fullmatch, _CHARACTERS), "")
            yield (character, *_bounds(piece))


def _bounds(piece: re.Match[str]) -> tuple[int, int]:
    """Return the least and the greatest number of repeats of an atom."""
    if piece["low"] is None:
        return _SIGNS[piece["sign"]]
    low = int(piece["low"])
    return low, int(piece["high"] or _WITHOUT_BOUND) if piece["several"] else low
