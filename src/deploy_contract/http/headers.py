"""Headers as (name, value) pairs of text or bytes, and the names of headers that need care."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from deploy_contract.exceptions import ContractError

# RFC 9110, section 7.6.1; an intermediary does not forward these
HOP_BY_HOP = frozenset(
    {
        "connection",
        "keep-alive",
        "proxy-connection",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)
# headers by which frameworks replace the method of a request
METHOD_OVERRIDES = frozenset(
    {"x-http-method-override", "x-http-method", "x-method-override", "x-tunneled-method"}
)

_TYPE_LENGTH = len("content-type")
_CONTENT = frozenset({"content-type", "content-encoding"})
_LENGTHS = frozenset(map(len, _CONTENT))
_JUDGED_INITIALS = frozenset("cCxX")
_JUDGED_LENGTHS = _LENGTHS | frozenset(map(len, METHOD_OVERRIDES))
_INITIALS = frozenset("cC") | frozenset(b"cC")  # of names as text and as bytes
MOST_HEADERS = 10_000  # pairs that are read of an iterator, which may have no end
NO_PAIRS = "headers are (name, value) pairs of text or bytes"
_TOO_MANY = f"headers are an iterator of more than {MOST_HEADERS} pairs"
_METHOD = re.compile(r"[A-Za-z]+")
_TEXT_TYPES = (str, bytes, bytearray, memoryview)


def text(part: Any) -> str:
    """Return the name or value of a header as text; bytes are read as Latin-1."""
    if isinstance(part, str):
        return str.__str__(part)  # of a class of its own, such as a member of an enum
    if part.__class__ is not bytes:
        part = bytes(memoryview(part))  # a number is no text
    return str(part, "latin-1")


def as_texts(headers: Iterable[tuple[Any, Any]]) -> list[tuple[str, str]]:
    """Return (name, value) pairs as pairs of text, in the same order.

    Raises:
        TypeError, ValueError: they are not pairs of text or bytes.
    """
    return [(text(name), text(value)) for name, value in headers]


def stable_headers(headers: Any) -> Any:
    """Return headers that can be read several times.

    A list, tuple or dict is returned as it is. Of any other iterable, `MOST_HEADERS` pairs are
    read at most.

    Raises:
        ContractError: the headers are not iterable, are a text, or have more pairs.
    """
    if isinstance(headers, list | tuple | dict):
        return headers
    if isinstance(headers, _TEXT_TYPES) or not hasattr(headers, "__iter__"):
        raise ContractError(NO_PAIRS)
    pairs = list(islice(headers, MOST_HEADERS + 1))
    if len(pairs) > MOST_HEADERS:
        raise ContractError(_TOO_MANY)
    return pairs


def judged_headers(headers: Any) -> list[tuple[str, str]]:
    """Return the headers that decide a verdict, as text with names in lower case.

    These are Content-Type, Content-Encoding, and those that override the method. Each name and
    value is looked at, so the others are pairs of text too.

    Raises:
        ContractError: the headers are not pairs of text or bytes, or `stable_headers` refuses them.
    """
    pairs = headers
    if headers.__class__ is not tuple and headers.__class__ is not list:
        pairs = stable_headers(headers)
        if isinstance(pairs, dict):
            pairs = pairs.items()
    found: list[tuple[str, str]] = []
    try:
        for name, value in pairs:
            if type(name) is not str or type(value) is not str:
                _add_judged(found, text(name), text(value))
            elif len(name) in _JUDGED_LENGTHS and name[0] in _JUDGED_INITIALS:  # few are
                _add_judged(found, name, value)
    except (TypeError, ValueError):  # not a pair, or not of texts
        raise ContractError(NO_PAIRS) from None
    return found


@lru_cache(1024)
def is_override(name: str | bytes) -> bool:
    """Return True if a header of this name, written with `-` or `_`, overrides the method."""
    return text(name).lower().replace("_", "-") in METHOD_OVERRIDES


def _add_judged(found: list[tuple[str, str]], name: str, value: str) -> None:
    lowered = name.lower()
    if lowered in _CONTENT or is_override(lowered):
        found.append((lowered, value))


def content_headers(headers: Any) -> tuple[list[str], list[str]]:
    """Return the values of Content-Type and the values of Content-Encoding that are not blank.

    Args:
        headers: a dict, or (name, value) pairs of text or bytes.

    Raises:
        ContractError: if the headers are anything else.
    """
    types: list[str] = []
    codings: list[str] = []
    try:
        if headers.__class__ is dict:
            headers = headers.items()
        for name, value in headers:
            if len(name) not in _LENGTHS:  # most names have another length
                continue
            lowered = (name if name.__class__ is str else str(name, "latin-1")).lower()
            if lowered == "content-type":
                types.append(value if value.__class__ is str else str(value, "latin-1"))
            elif lowered == "content-encoding" and value.strip():
                codings.append(text(value))
    except (TypeError, ValueError, AttributeError):
        raise ContractError(NO_PAIRS) from None
    return types, codings


def content_types(headers: Any) -> list[str]:
    """Return the values of Content-Type; faster than `content_headers` without one.

    Args:
        headers: a dict, or (name, value) pairs of text or bytes.

    Raises:
        ContractError: if the headers are anything else.
    """
    found: list[str] = []
    try:
        if headers.__class__ is dict:
            headers = headers.items()
        for name, value in headers:
            if (
                len(name) == _TYPE_LENGTH
                and name[0] in _INITIALS
                and text(name).lower() == "content-type"
            ):
                found.append(text(value))
    except (TypeError, ValueError, AttributeError):
        raise ContractError(NO_PAIRS) from None
    return found


def override_in_headers(headers: Any, methods: Sequence[str] | frozenset[str]) -> str | None:
    """Return the name, in lower case, of a header that asks for one of the methods, or None.

    HEAD counts as GET.
    """
    for name, asked in _requested_methods(headers).items():
        if "HEAD" in asked:
            asked.add("GET")
        if not asked.isdisjoint(methods):
            return name
    return None


def _requested_methods(headers: Any) -> dict[str, set[str]]:
    """Return the methods that headers ask for, by the name of the header in lower case."""
    if isinstance(headers, dict):
        headers = headers.items()
    found: dict[str, set[str]] = {}
    for name, value in headers:
        if is_override(name):
            methods = _METHOD.findall(text(value).upper())
            found.setdefault(text(name).lower(), set()).update(methods)
    return found
