"""JSON Pointers (RFC 6901), and patterns of them in which `*` stands for every item of an array or member of an object."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

Tokens: TypeAlias = tuple[str | int, ...]

LONGEST_TOKEN = 64  # characters of a key that a pointer shows; keys may be an attacker's


def split(pointer: str) -> tuple[str, ...]:
    """The tokens of a pointer: `/a/b~1c` gives `("a", "b/c")`, the empty pointer `()`. ValueError on any other text."""
    if not pointer:
        return ()
    if not pointer.startswith("/"):
        raise ValueError("a JSON Pointer is empty or begins with /")
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in pointer[1:].split("/"))


def join(tokens: Sequence[str | int]) -> str:
    """The pointer of tokens, on one printable line."""
    return "".join(
        [f"/{token if isinstance(token, int) else printable(token)}" for token in tokens]
    )


def printable(key: str) -> str:
    """A key as a pointer shows it: ASCII, the rest as in Python's literals, escaped by RFC 6901, cut at 64 characters."""
    if len(key) <= LONGEST_TOKEN and key.isascii() and key.isidentifier():
        return key  # as nearly all are
    shown = key[: LONGEST_TOKEN + 1]
    if not (shown.isascii() and shown.isprintable()):
        shown = shown.encode("unicode_escape", "backslashreplace").decode("ascii")
    shown = shown.replace("~", "~0").replace("/", "~1")
    return (
        shown
        if len(shown) <= LONGEST_TOKEN
        else shown[: LONGEST_TOKEN - 3].removesuffix("~") + "..."
    )


def matches(
    value: object, pattern: Sequence[str], at: Tokens = ()
) -> Iterator[tuple[Tokens, object]]:
    """Each (tokens, value) below `value` that the pattern names; a missing member or a value of another type gives none."""
    for depth, token in enumerate(pattern):
        if isinstance(value, dict):
            if token == "*":
                for key, member in value.items():
                    yield from matches(member, pattern[depth + 1 :], (*at, key))
                return
            if token not in value:
                return
            value, at = value[token], (*at, token)
        elif isinstance(value, list):
            if token == "*":
                for index, item in enumerate(value):
                    yield from matches(item, pattern[depth + 1 :], (*at, index))
            return
        else:
            return
    yield at, value


MISSING = object()  # what `find` gives for a place that is not there; None is a value


def find(value: object, tokens: Sequence[str]) -> object:
    """The value at a plain pointer through dicts, or MISSING."""
    for token in tokens:
        if not isinstance(value, dict) or token not in value:
            return MISSING
        value = value[token]
    return value
