"""Headers as (name, value) pairs of text or bytes, and the headers that have special rules."""

import math
import re
from collections.abc import Iterable, Sequence
from itertools import islice, product
from typing import Any, NamedTuple

from deploy_contract.exceptions import ContractError

# RFC 9110, section 7.6.1; an intermediary does not forward these
HOP_BY_HOP = frozenset(
    {
        "connection",
        "http2-settings",  # of RFC 7540
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

_TEXT_OR_BYTES = (str, bytes)
MAX_HEADERS = 10_000  # pairs that are read from an iterator, since it may never end
NO_PAIRS = "headers are (name, value) pairs of text or bytes"
_TOO_MANY = f"headers are an iterator of more than {MAX_HEADERS} pairs"
_METHOD = r"[A-Za-z]+"
_TEXT_TYPES = (str, bytes, bytearray, memoryview)


def text(part: Any) -> str:
    """Return the name or value of a header as text; bytes are read as Latin-1."""
    if isinstance(part, str):
        return str.__str__(part)  # the class may be a subclass of str, such as an enum
    if part.__class__ is not bytes:
        part = bytes(memoryview(part))  # raises TypeError for a number
    return str(part, "latin-1")


def as_texts(headers: Iterable[tuple[Any, Any]]) -> list[tuple[str, str]]:
    """Return (name, value) pairs as pairs of text, in the same order.

    Raises:
        TypeError, ValueError: the headers are not pairs of text or bytes.
    """
    return [(text(name), text(value)) for name, value in headers]


def stable_headers(headers: Any) -> Any:
    """Return headers that can be read several times.

    A list, tuple or dict is returned as it is. Any other iterable is read into a list.

    Raises:
        ContractError: the headers are not iterable or are a text, or the iterable has more than
            `MAX_HEADERS` pairs.
    """
    if isinstance(headers, list | tuple | dict):
        return headers
    if isinstance(headers, _TEXT_TYPES) or not hasattr(headers, "__iter__"):
        raise ContractError(NO_PAIRS)
    pairs = list(islice(headers, MAX_HEADERS + 1))
    if len(pairs) > MAX_HEADERS:
        raise ContractError(_TOO_MANY)
    return pairs


class JudgedHeaders(NamedTuple):
    """The headers that decide a verdict, as text."""

    types: list[str]
    codings: list[str]  # the values of Content-Encoding that are not blank
    lengths: list[str]
    overrides: list[tuple[str, str]]  # headers that override the method; names in lower case


_CODING, _OVERRIDE = 1, 3
# name of a header that decides a verdict, in lower case, as text or bytes -> its field above
_PLACES: dict[str | bytes, int] = {
    "content-type": 0,
    "content-encoding": _CODING,
    "content-length": 2,
}
for _name in METHOD_OVERRIDES:
    _signs = [("-", "_") if sign == "-" else sign for sign in _name]  # CGI programs read `_` as `-`
    _PLACES |= dict.fromkeys(map("".join, product(*_signs)), _OVERRIDE)
_PLACES |= {name.encode(): place for name, place in _PLACES.items() if isinstance(name, str)}


def read_headers(headers: Any) -> JudgedHeaders:
    """Return the headers that decide a verdict. The headers of a message are read only here.

    Args:
        headers: a dict, or (name, value) pairs of text or bytes. The types of every pair are
            checked, even if its header decides nothing.

    Raises:
        ContractError: the headers are anything else, or `stable_headers` refuses them.
    """
    types, codings, lengths, overrides = found = JudgedHeaders([], [], [], [])
    texts = (types, codings, lengths)
    pairs = headers
    if headers.__class__ is not tuple and headers.__class__ is not list:
        pairs = stable_headers(headers)
        if isinstance(pairs, dict):
            pairs = pairs.items()
    try:
        for name, value in pairs:
            if name.__class__ not in _TEXT_OR_BYTES or value.__class__ not in _TEXT_OR_BYTES:
                name, value = text(name), text(value)  # noqa: PLW2901 - subclasses
            place = _PLACES.get(name.lower())
            if place is None:
                continue
            read = str(value, "latin-1") if value.__class__ is bytes else value
            if place == _OVERRIDE:
                overrides.append((text(name).lower(), read))
            elif place != _CODING or read.strip():
                texts[place].append(read)
    except (TypeError, ValueError):  # not a pair, or not of texts
        raise ContractError(NO_PAIRS) from None
    return found


def is_override(name: str | bytes) -> bool:
    """Return True if a header of this name, written with `-` or `_`, overrides the method."""
    return text(name).lower().replace("_", "-") in METHOD_OVERRIDES


def length_fault(lengths: Iterable[str], limit: int) -> str | None:
    """Return the rule that a value of Content-Length breaks, for bodies of at most `limit` bytes."""
    for value in lengths:
        stated = value.strip(" \t")  # RFC 9110, section 5.5; some servers do not strip these
        if not (stated.isascii() and stated.isdigit()):
            return "body-incomplete"
        if int(stated[:20]) > limit:
            return "json-size"
    return None


def overriding_name(overrides: Iterable[tuple[str, str]], methods: frozenset[str]) -> str | None:
    """Return the name of a header that asks for one of the methods, or None. HEAD counts as GET."""
    found: dict[str, set[str]] = {}
    for name, value in overrides:
        found.setdefault(name, set()).update(re.findall(_METHOD, value.upper()))
    for name, asked in found.items():
        if "HEAD" in asked:
            asked.add("GET")
        if not asked.isdisjoint(methods):
            return name
    return None


# an X-Request-ID that logs may show: short, and without characters that JSON or a shell escapes
_SHOWN_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/+=@~-]{0,127}")


def shown_id(ids: Sequence[bytes | str]) -> str:
    """Return the client's X-Request-ID if logs may show it; an empty text if not.

    The client may write any text into this header, so logs show it only if it occurs once and
    matches `_SHOWN_ID`.
    """
    if len(ids) != 1:
        return ""
    (found,) = ids
    value = found if isinstance(found, str) else found.decode("latin-1")
    return value if _SHOWN_ID.fullmatch(value) else ""


def header_values(headers: Iterable[tuple[Any, Any]], name: str) -> list[str]:
    """Return the values of a header as text, given its name in lower case."""
    names, length = (name, name.encode()), len(name)
    return [
        text(value)
        for given, value in headers
        if len(given) == length and given.lower() in names  # most names differ in length
    ]


def age_of(headers: Iterable[tuple[Any, Any]]) -> float:
    """Return the seconds for which a cache has kept a response (RFC 9111, section 5.1).

    A value that is not a number counts as infinite, and of several values the greatest counts.
    """
    stated = [value.strip() for value in header_values(headers, "age")]
    if not stated:  # as for most responses
        return 0.0
    return max(float(age[:10]) if age.isascii() and age.isdigit() else math.inf for age in stated)
