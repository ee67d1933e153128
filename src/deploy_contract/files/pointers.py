"""The pointers of reports, led back into the value: reports cut and escape keys."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from deploy_contract_format.pointer import LONGEST_TOKEN, Tokens, printable


def member(at: str, key: str) -> str:
    """Return the pointer of a member, as reports write it and `Source.place` reads it."""
    return f"{at}/{printable(key)}"


def tokens_of(pointer: str, value: Any) -> Tokens:
    """Return the tokens of a report's pointer, as far as it leads into the value.

    Reports cut and escape keys, so that a token may differ from its key.
    """
    at: list[str | int] = []
    for token in pointer.split("/")[1:]:
        if isinstance(value, dict):
            key = _key(token, value)
            if key is None:
                break
            at.append(key)
            value = value[key]
        elif isinstance(value, list) and token.isdecimal() and int(token) < len(value):
            at.append(int(token))
            value = value[int(token)]
        else:
            break
    return tuple(at)


@lru_cache(maxsize=256)
def plain_tokens(pointer: str) -> tuple[str, ...] | None:
    """Return the tokens of a report's pointer if they are surely the keys themselves, else None.

    No other key is written like a short ASCII identifier, and no index is one.
    """
    tokens = tuple(pointer.split("/")[1:])
    for token in tokens:
        if not (token.isidentifier() and token.isascii()) or len(token) > LONGEST_TOKEN:
            return None
    return tokens


def _key(token: str, members: Mapping[str, Any]) -> str | None:
    """Return the key that a token of a report's pointer stands for, or None."""
    if token in members:
        return token
    for key in members:
        if printable(key) == token:
            return key
    return None
