"""Fields of a form (urlencoded or multipart) in the body of a request that has no JSON body."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from deploy_contract.http.bodies import IDENTITY, decode_body, parse_coding
from deploy_contract.http.headers import JudgedHeaders
from deploy_contract.http.parameter_names import METHOD_READINGS, taken_for
from deploy_contract.http.path_readings import decode_leniently

MOST_FIELDS = 10_000  # fields of a form; frameworks accept at most 1,000 to 4,096

_LONGEST_DISPOSITION = 4096  # bytes of a Content-Disposition; a longer one is refused
_SEPARATORS = re.compile(r"[&;]")
_NO_LETTERS = bytes(sign for sign in range(256) if not chr(sign).isalpha() or sign > 127)
# the headers of a part (RFC 7578, section 4.2), folded lines included
_DISPOSITION = re.compile(
    rb"content-disposition[ \t]*:([^\r\n]*(?:\r?\n[ \t][^\r\n]*)*)", re.IGNORECASE
)
_NAME = re.compile(
    r"(?<![a-z])name(\*?[0-9]*\*?)\s*=\s*(\"(?:[^\"\\]|\\.)*\"|[^;]*)",
    re.IGNORECASE | re.ASCII | re.DOTALL,
)


def is_form(method: str, types: Sequence[str]) -> bool:
    """Return True if some framework parses the body of a request as a form.

    Rack does so for a POST without Content-Type. `types` are the values of that header.
    """
    if not "".join(types).strip():
        return method.upper() == "POST"
    return any(map(_is_form_type, types))


def find_field(
    headers: JudgedHeaders, body: bytes, limit: int, declared: Mapping[str, str] = METHOD_READINGS
) -> str | None:
    """Find a field of a form that some framework takes for a declared name; return that name.

    Args:
        headers: the headers of the request.
        body: the body as it was transferred.
        limit: bytes that the decoded body may have.
        declared: declared names, as `by_reading` returns them.

    Returns:
        The declared name, "" if the form is too long to search, None if there is no such field.

    Raises:
        TextError: `json-size` or `content-decoding`, as `decode_body` does.
    """
    types, body = headers.types, bytes(body)
    found = _find_in_body(types, body, declared)  # some readers ignore the content coding
    coding = parse_coding(headers.codings)
    if found is not None or not body or coding in (None, IDENTITY):
        return found
    return _find_in_body(types, decode_body(body, coding, limit), declared)


def field_names(text: str) -> Iterator[str]:
    """Yield the names of a query or an urlencoded form; percent-encoding and `+` are decoded."""
    for part in _SEPARATORS.split(text):
        name = part.partition("=")[0]
        if "%" in name or "+" in name:
            yield decode_leniently(name.replace("+", " "))
        elif name:
            yield name


def override_in_query(query: str) -> str | None:
    """Return the name of a query parameter by which some framework overrides the method."""
    for name in field_names(query):
        if taken_for(name, METHOD_READINGS):
            return name
    return None


def _find_in_body(types: Sequence[str], body: bytes, declared: Mapping[str, str]) -> str | None:
    multipart = [text for text in types if "multipart" in text.lower()]
    if multipart:
        for disposition in _DISPOSITION.finditer(body):
            found = _find_in_part(disposition, declared)
            if found is not None:
                return found
    if types and len(multipart) == len(types):
        return None
    text = body.decode("utf-8", "surrogateescape")
    if declared is METHOD_READINGS and b"method" not in _ascii_letters(text):
        return None
    if text.count("&") + text.count(";") > MOST_FIELDS:
        return ""
    return _first_taken(field_names(text), declared)


def _ascii_letters(text: str) -> bytes:
    lowered = decode_leniently(text).lower()
    return lowered.encode("ascii", "ignore").translate(None, _NO_LETTERS)


def _is_form_type(text: str) -> bool:
    text = text.lower()
    return "urlencoded" in text or "multipart" in text


def _first_taken(names: Iterable[str], declared: Mapping[str, str]) -> str | None:
    for name in names:
        known = taken_for(name, declared)
        if known:
            return known
    return None


def _find_in_part(disposition: re.Match[bytes], declared: Mapping[str, str]) -> str | None:
    """Return the declared name for which some framework takes a part of a multipart body.

    The name of the part may be written as in RFC 2231, as browsers write it, or as PHP reads it.
    Return "" if the header is too long to search.
    """
    if len(disposition[1]) > _LONGEST_DISPOSITION:
        return ""
    found = _NAME.findall(disposition[1].decode("utf-8", "replace"))
    names = [_unquoted(value, mark) for mark, value in found]
    return _first_taken((*names, "".join(names)), declared)


def _unquoted(value: str, mark: str) -> str:
    text = value.strip()
    if text.startswith('"'):
        text = re.sub(r"\\(.)", r"\1", text[1:].removesuffix('"'), flags=re.DOTALL)
    if mark.endswith("*") and text.count("'") >= 2:
        text = text.split("'", 2)[2]
    elif text.startswith("'"):  # PHP accepts either quote
        text = text.strip("'")
    return decode_leniently(text)
