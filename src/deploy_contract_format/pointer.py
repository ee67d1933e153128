"""JSON Pointers (RFC 6901), and patterns of pointers.

In a pattern, `*` means every item of an array, or every member of an object.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from enum import Enum
from itertools import chain
from typing import Any, TypeAlias

Tokens: TypeAlias = tuple[str | int, ...]

LONGEST_TOKEN = 64  # characters of a key in a pointer; keys may come from an attacker


def split(pointer: str) -> tuple[str, ...]:
    """Return the tokens of a pointer: `("a", "b/c")` for `/a/b~1c`, `()` for the empty pointer.

    Raises:
        ValueError: the text is not a pointer.
    """
    if not pointer:
        return ()
    if not pointer.startswith("/"):
        raise ValueError("a JSON Pointer is empty or begins with /")
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in pointer[1:].split("/"))


def first_names(places: Iterable[Sequence[str]]) -> frozenset[str] | None:
    """Return the members of an object in which places are; None if one is the whole object."""
    found = {tuple(tokens[:1]) for tokens in places}
    return None if () in found else frozenset(chain.from_iterable(found))


def join(tokens: Sequence[str | int]) -> str:
    """Return the pointer of tokens, on one printable line."""
    letters = "".join(map(str, tokens))
    if len(letters) <= LONGEST_TOKEN and letters.isascii() and letters.isidentifier():
        return f"/{'/'.join(map(str, tokens))}"  # fast path: letters, digits and _ need no escape
    return "".join(
        [f"/{token if isinstance(token, int) else printable(token)}" for token in tokens]
    )


def printable(key: str) -> str:
    """Return a key as a pointer shows it: escaped by RFC 6901, and cut to 64 characters.

    Unprintable characters, and characters outside of ASCII, are written as in Python's literals.
    """
    shown = key[: LONGEST_TOKEN + 1]
    if not (shown.isascii() and shown.isprintable()):
        shown = shown.encode("unicode_escape", "backslashreplace").decode("ascii")
    shown = shown.replace("~", "~0").replace("/", "~1")
    if len(shown) <= LONGEST_TOKEN:
        return shown
    return shown[: LONGEST_TOKEN - 3].removesuffix("~") + "..."


def matches(
    value: object, pattern: Sequence[str], at: Tokens = (), *, members: bool = True
) -> list[tuple[Tokens, object]]:
    """Return (tokens, value) for each value below `value` that matches the pattern, in order.

    Without `members`, `*` in the pattern means the items of arrays alone.
    """
    found = [(at, value)]
    for token in pattern:
        below: list[tuple[Tokens, object]] = []
        for place, inner in found:
            if isinstance(inner, dict):
                if token == "*" and members:
                    below += [((*place, key), member) for key, member in inner.items()]
                elif token in inner and token != "*":
                    below.append(((*place, token), inner[token]))
            elif isinstance(inner, list) and token == "*":
                below += [((*place, index), item) for index, item in enumerate(inner)]
        found = below
    return found


def covers(pattern: Sequence[str], tokens: Tokens) -> bool:
    """Return True if a pattern matches the tokens of a place. `*` matches any token."""
    if len(pattern) != len(tokens):
        return False
    pairs = zip(pattern, tokens, strict=True)
    return all(expected in ("*", token) for expected, token in pairs)


def objects(
    value: Any, at: Tokens = (), apart: Container[str] = ()
) -> Iterator[tuple[Tokens, dict[str, Any]]]:
    """Yield (tokens, object) for each object in a JSON value, in order.

    Members with a name in `apart` are left out.
    """
    members: Iterable[tuple[str | int, Any]] = enumerate(value) if isinstance(value, list) else ()
    if isinstance(value, dict):
        yield at, value
        members = [member for member in value.items() if member[0] not in apart]
    for token, member in members:
        yield from objects(member, (*at, token), apart)


def member_of(value: object, token: str) -> object:
    """Return the member of an object, or the item of an array, at a token; MISSING if none."""
    if isinstance(value, dict):
        return value.get(token, MISSING)
    if isinstance(value, list) and token.isdecimal() and int(token) < len(value):
        return value[int(token)]
    return MISSING


class _Missing(Enum):
    """The result of `find` if there is no value, since None is a value. Pickles keep its identity."""

    MISSING = "missing"


MISSING = _Missing.MISSING


def find(value: object, tokens: Sequence[str]) -> object:
    """Return the value at a pointer through objects, or MISSING."""
    for token in tokens:
        if not isinstance(value, dict) or token not in value:
            return MISSING
        value = value[token]
    return value
