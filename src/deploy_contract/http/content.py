"""Content-Type and Content-Encoding (RFC 9110, sections 8.3 and 8.4): read by the grammar, and the body decoded in bounds."""

import re
import zlib
from collections.abc import Sequence
from typing import Any

from deploy_contract.report import ContractError
from deploy_contract_format.faults import TextError

_TOKEN = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_QUOTED = r'"(?:[\t \x21\x23-\x5b\x5d-\x7e\x80-\xff]|\\[\t \x21-\x7e\x80-\xff])*"'
_PARAMETER = f"({_TOKEN})=({_TOKEN}|{_QUOTED})"
# possessive throughout: a header is matched in one pass, whatever it holds
_MEDIA_TYPE = re.compile(rf"({_TOKEN}/{_TOKEN})((?:[ \t]*+;[ \t]*+(?:{_PARAMETER})?+)*+)")
_PARAMETERS = re.compile(_PARAMETER)
_LONGEST_HEADER = 1024
_UTF8 = frozenset({"utf-8", "utf8"})
_UTF8_OR_NONE = _UTF8 | {""}
# what may be a charset parameter to a reader that does not go by the grammar
_LENIENT_CHARSET = re.compile(
    r"charset([^=;,\s\"]*)[ \t]*=[ \t]*[\"']?([^;,\s\"']*)", re.IGNORECASE | re.ASCII
)
_LENIENT_EXTENDED = re.compile(r"[;,][^;,=\"*]*\*[^;,=\"]*=")
_WINDOWS = {"gzip": 31, "x-gzip": 31, "deflate": 15}  # zlib's wbits, which also choose the wrapper
_TYPE_LENGTH = len("content-type")
_INITIALS = frozenset("cC") | frozenset(b"cC")  # of names as text and as bytes
_LENGTHS = frozenset({_TYPE_LENGTH, len("content-encoding")})
IDENTITY = "identity"


def described(headers: Any) -> tuple[list[str], list[str]]:
    """The values of Content-Type and of Content-Encoding among (name, value) pairs of text or bytes."""
    types: list[str] = []
    encodings: list[str] = []
    try:
        for name, value in headers.items() if headers.__class__ is dict else headers:
            if len(name) in _LENGTHS:  # most names need no second look
                lowered = text(name).lower()
                if lowered == "content-type":
                    types.append(text(value))
                elif lowered == "content-encoding" and value.strip():
                    encodings.append(text(value))
    except (TypeError, ValueError, AttributeError):
        raise ContractError("headers are (name, value) pairs of text or bytes") from None
    return types, encodings


def types_of(headers: Any) -> list[str]:
    """Return the values of Content-Type alone, which most requests without a body do not have."""
    found: list[str] = []
    try:
        for name, value in headers.items() if headers.__class__ is dict else headers:
            if (
                len(name) == _TYPE_LENGTH
                and name[0] in _INITIALS
                and text(name).lower() == "content-type"
            ):
                found.append(text(value))
    except (TypeError, ValueError, AttributeError):
        raise ContractError("headers are (name, value) pairs of text or bytes") from None
    return found


def text(part: Any) -> str:
    """Return the name or value of a header as text."""
    return (
        part
        if isinstance(part, str)
        else (part if part.__class__ is bytes else bytes(part)).decode("latin-1")
    )


def type_fault(types: Sequence[str], wanted: str) -> str | None:
    """The rule that the values of Content-Type break, if they are not just `wanted`."""
    if len(types) != 1 or len(types[0]) > _LONGEST_HEADER:
        return "content-type"
    if types[0] == wanted:
        return None
    found = _MEDIA_TYPE.fullmatch(types[0].strip(" \t"))
    if found is None or found[1].lower() != wanted:
        return "content-type"
    charsets = _charsets(found[2])
    return None if len(charsets) <= 1 and _UTF8.issuperset(charsets) else "content-charset"


def names_other_charset(headers: Any) -> bool:
    """Return True if Content-Type names a charset other than UTF-8, to any reader.

    For requests whose body is not read: frameworks decode the query by that charset. A type that does not go by the grammar
    is no fault there.
    """
    types = types_of(headers)
    return bool(types) and not all(map(_keeps_utf8, types))


def _keeps_utf8(value: str) -> bool:
    """Return False if some reader finds another charset than UTF-8 in a value of Content-Type."""
    if len(value) > _LONGEST_HEADER:
        return "*" not in value and "charset" not in value.lower()
    found = _MEDIA_TYPE.fullmatch(value.strip(" \t"))
    if found is not None:
        return _UTF8.issuperset(_charsets(found[2]))
    if _LENIENT_EXTENDED.search(value):
        return False
    named = _LENIENT_CHARSET.findall(value)
    return all(not rest and charset.lower() in _UTF8_OR_NONE for rest, charset in named)


def _charsets(parameters: str) -> list[str]:
    """Return the charsets that parameters of a media type name; a parameter that may be one in RFC 2231 counts as unknown."""
    charsets = []
    for name, value in _PARAMETERS.findall(parameters) if parameters else ():
        lowered = name.lower()
        if lowered == "charset":
            charsets.append(_unquoted(value).lower())
        elif "*" in name or lowered.startswith("charset"):
            charsets.append("")
    return charsets


def _unquoted(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value[1:-1]) if value.startswith('"') else value


def encoding_of(encodings: Sequence[str]) -> str | None:
    """The one content coding that the values of Content-Encoding name; None where they name several, or an unknown one."""
    if not encodings:
        return IDENTITY
    coding = encodings[0].strip(" \t").lower()
    return coding if len(encodings) == 1 and (coding in _WINDOWS or coding == IDENTITY) else None


def decoded(body: bytes, coding: str, most: int) -> bytes:
    """The body without its content coding.

    TextError of json-size where it is longer than `most`; of content-decoding where it is not of that coding, ends early, or
    has something after its end, of which readers make different things.
    """
    if coding == IDENTITY:
        return body
    decoder = zlib.decompressobj(_WINDOWS[coding])
    try:
        found = decoder.decompress(body, most + 1)
    except zlib.error:
        raise TextError("content-decoding") from None
    if len(found) > most:
        raise TextError("json-size", limit=most)
    if not decoder.eof or decoder.unused_data or decoder.unconsumed_tail:
        raise TextError("content-decoding")
    return found
