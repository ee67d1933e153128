"""The headers that describe a body, and the decoding of the body.

Media type, charset and content coding are parsed by the grammar of RFC 9110 (sections 8.3 and 8.4).
If the headers leave the meaning of a body open, only the faults of the headers are reported.
"""

import re
import zlib
from collections.abc import Sequence

from deploy_contract_format.errors import TextError

IDENTITY = "identity"

_TOKEN = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_QUOTED = r'"(?:[\t \x21\x23-\x5b\x5d-\x7e\x80-\xff]|\\[\t \x21-\x7e\x80-\xff])*"'
_PARAMETER = f"({_TOKEN})=({_TOKEN}|{_QUOTED})"
# possessive quantifiers: a value is matched in one pass, even a hostile one
_MEDIA_TYPE = re.compile(rf"({_TOKEN}/{_TOKEN})((?:[ \t]*+;[ \t]*+(?:{_PARAMETER})?+)*+)")
_PARAMETERS = re.compile(_PARAMETER)
_LONGEST_VALUE = 1024  # characters of a header value
_UTF8 = frozenset({"utf-8", "utf8"})
_UTF8_OR_NONE = _UTF8 | {""}
# the name and the value of a parameter, as parsers that ignore the grammar find them
_LENIENT_NAME = re.compile(r"(?<![^=;,\s\"])([^=;,\s\"]++)[ \t]*+=", re.ASCII)
_LENIENT_VALUE = re.compile(r"[ \t]*[\"']?([^;,\s\"']*)", re.ASCII)
_LENIENT_EXTENDED = re.compile(r"[;,][^;,=\"*]*\*[^;,=\"]*=")
_WINDOWS = {"gzip": 31, "x-gzip": 31, "deflate": 15}  # zlib's wbits, which also choose the wrapper
_CODINGS = frozenset({IDENTITY, *_WINDOWS})


def media_type_fault(types: Sequence[str], media_type: str) -> str | None:
    """Return the rule that the values of Content-Type break, or None.

    `types` are the values of all Content-Type headers of a message, and `media_type` is the only
    type that is accepted, in lower case.

    Returns:
        "content-type" if there is not exactly one value, or it is not of that type;
        "content-charset" if the value names several charsets or one other than UTF-8; otherwise
        None.
    """
    if len(types) != 1 or len(types[0]) > _LONGEST_VALUE:
        return "content-type"
    if types[0] == media_type:
        return None
    found = _MEDIA_TYPE.fullmatch(types[0].strip(" \t"))
    if found is None or found[1].lower() != media_type:
        return "content-type"
    charsets = _charsets(found[2])
    if len(charsets) > 1 or not _UTF8.issuperset(charsets):
        return "content-charset"
    return None


def names_other_charset(types: Sequence[str]) -> bool:
    """Return True if some parser finds a charset other than UTF-8 in Content-Type.

    Use this for requests that have no JSON body: frameworks decode the query by that charset. In
    such requests, a value that does not match the grammar is not a fault.
    """
    return not all(map(_keeps_utf8, types))


def parse_coding(values: Sequence[str]) -> str | None:
    """Return the content coding that the values of Content-Encoding name.

    Returns:
        "identity" if there is no value, None if they name several codings or an unknown one.
    """
    if not values:
        return IDENTITY
    coding = values[0].strip(" \t").lower()
    if len(values) > 1 or coding not in _CODINGS:
        return None
    return coding


def decode_body(body: bytes, coding: str, limit: int) -> bytes:
    """Return a body without its content coding.

    `coding` is what `parse_coding` returns, and `limit` is in bytes of the decoded body.

    Raises:
        TextError: `json-size` if the decoded body is longer than `limit`; `content-decoding` if
            the body is not in that coding, ends early, or is followed by more bytes, which
            decoders treat differently.
    """
    if coding == IDENTITY:
        return body
    # Netty reads zlib with another window than 32 KiB as deflate without a header
    if coding == "deflate" and not body.startswith(b"x"):
        raise TextError("content-decoding")
    decoder = zlib.decompressobj(_WINDOWS[coding])
    try:
        decoded = decoder.decompress(body, limit + 1)
    except zlib.error:
        raise TextError("content-decoding") from None
    if len(decoded) > limit:
        raise TextError("json-size", limit=limit)
    if not decoder.eof or decoder.unused_data or decoder.unconsumed_tail:
        raise TextError("content-decoding")
    return decoded


def _keeps_utf8(value: str) -> bool:
    """Return False if some parser finds a charset other than UTF-8 in a value of Content-Type."""
    if len(value) > _LONGEST_VALUE:
        return "*" not in value and "charset" not in value.lower()
    if "=" not in value:  # no reader can find a parameter
        return True
    found = _MEDIA_TYPE.fullmatch(value.strip(" \t"))
    if found is not None:
        return _UTF8.issuperset(_charsets(found[2]))
    if _LENIENT_EXTENDED.search(value):
        return False
    for named in _LENIENT_NAME.finditer(value):
        _, is_charset, rest = named[1].lower().partition("charset")
        charset = _LENIENT_VALUE.match(value, named.end()) if is_charset else None
        if charset and (rest or charset[1].lower() not in _UTF8_OR_NONE):
            return False
    return True


def _charsets(parameters: str) -> list[str]:
    """Return the charsets that the parameters of a media type name.

    By RFC 2231, parsers may read some other parameters as a charset. Each of these gives "".
    """
    if not parameters:
        return []
    charsets = []
    for name, value in _PARAMETERS.findall(parameters):
        lowered = name.lower()
        if lowered == "charset":
            charsets.append(_unquoted(value).lower())
        elif "*" in name or lowered.startswith("charset"):
            charsets.append("")
    return charsets


def _unquoted(value: str) -> str:
    if value.startswith('"'):
        return re.sub(r"\\(.)", r"\1", value[1:-1])
    return value
