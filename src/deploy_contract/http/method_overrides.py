"""Requests that ask a framework to take them for another method: by header, query, or field of a form."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from deploy_contract.http import content
from deploy_contract.http.parameter_names import METHOD_FIELDS, by_reading, taken_for
from deploy_contract.http.path_readings import generously_decoded
from deploy_contract.http.routing import Route

HEADERS = METHOD_FIELDS - {"_method"}
MOST_FIELDS = 10_000  # of a form; frameworks take 1,000 to 4,096

_LONGEST_DISPOSITION = 4096  # bytes; a longer one is not looked at, but refused
_TYPE_LENGTH = len("content-type")
_LENGTHS = frozenset(len(name) for name in HEADERS) | {_TYPE_LENGTH}
_INITIAL_C = frozenset("cC") | frozenset(b"cC")  # of names as text and as bytes
_INITIAL_X = frozenset("xX") | frozenset(b"xX")
FIELDS = by_reading(())
_METHOD = re.compile(r"[A-Za-z]+")
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


@lru_cache(1024)
def is_override(name: str | bytes) -> bool:
    """Return True if a header of that name, written with `-` or `_`, overrides the method."""
    text = name if isinstance(name, str) else bytes(name).decode("latin-1")
    return text.lower().replace("_", "-") in HEADERS


def prepared(route: Route, method: str, headers: Any) -> tuple[Any, bool]:
    """Return the headers to judge and to pass on, and whether the body has to be read before the request is judged.

    On paths of the contract headers that override the method are dropped: the same object is returned if there are none.
    Forms are read there, for a field may override the method too.
    """
    operation = route.operation
    if operation is None and not route.reachable:
        return headers, False
    overridden = typed = False
    for name, _ in headers:  # once, for this is done for every request
        size = len(name)
        if size not in _LENGTHS:
            continue
        if size == _TYPE_LENGTH:
            typed = typed or name[0] in _INITIAL_C
        elif name[0] in _INITIAL_X and is_override(name):
            overridden = True
    if overridden:
        headers = [pair for pair in headers if not is_override(pair[0])]
    if operation is not None and operation.request is not None:
        return headers, True
    return headers, (typed or method != "GET") and is_form(method, headers)


def named_methods(headers: Any) -> dict[str, set[str]]:
    """Return the methods that headers ask for, by the name of the header in small letters."""
    found: dict[str, set[str]] = {}
    for name, value in headers.items() if isinstance(headers, dict) else headers:
        if is_override(name):
            methods = _METHOD.findall(content.text(value).upper())
            found.setdefault(content.text(name).lower(), set()).update(methods)
    return found


def in_query(query: str) -> str | None:
    """Return the name of a query parameter by which some framework overrides the method."""
    return next((name for name in _names(query) if taken_for(name, FIELDS)), None)


def is_form(method: str, headers: Any) -> bool:
    """Return True if some framework reads the body of a request as a form. Rack does so if a POST has no Content-Type."""
    types = content.types_of(headers)
    if not "".join(types).strip():
        return method.upper() == "POST"
    return any(map(_is_form_type, types))


def in_form(
    headers: Any, body: bytes, most: int, declared: Mapping[str, str] = FIELDS
) -> str | None:
    """Return the declared name that some framework takes a field of a form for, or "" if the form is too long to tell.

    most: bytes of a body without its content coding. declared: as `by_reading` returns it. Raises TextError if the body is
    longer than that, or not of its coding.
    """
    types, encodings = content.described(headers)
    body = bytes(body)
    found = _in_body(types, body, declared)  # there are readers that look at no content coding
    coding = content.encoding_of(encodings)
    if found is not None or not body or coding in (None, content.IDENTITY):
        return found
    return _in_body(types, content.decoded(body, coding, most), declared)


def _in_body(types: Sequence[str], body: bytes, declared: Mapping[str, str]) -> str | None:
    multipart = [text for text in types if "multipart" in text.lower()]
    if multipart:
        for disposition in _DISPOSITION.finditer(body):
            found = _of_part(disposition, declared)
            if found is not None:
                return found
    if types and len(multipart) == len(types):
        return None
    text = body.decode("utf-8", "surrogateescape")
    letters = (
        generously_decoded(text).lower().encode("ascii", "ignore").translate(None, _NO_LETTERS)
    )
    if declared is FIELDS and b"method" not in letters:
        return None
    return "" if text.count("&") + text.count(";") > MOST_FIELDS else _taken(_names(text), declared)


def _is_form_type(text: str) -> bool:
    text = text.lower()
    return "urlencoded" in text or "multipart" in text


def _taken(names: Iterable[str], declared: Mapping[str, str]) -> str | None:
    return next((known for name in names if (known := taken_for(name, declared))), None)


def _names(text: str) -> Iterator[str]:
    """Yield the names of a query or form, as they are written but for blanks."""
    for part in _SEPARATORS.split(text):
        name = part.partition("=")[0]
        if name:
            yield generously_decoded(name.replace("+", " ")) if "%" in name or "+" in name else name


def _of_part(disposition: re.Match[bytes], declared: Mapping[str, str]) -> str | None:
    """Return the same for a part of a multipart body, in any form that RFC 2231, browsers and PHP have for its name."""
    if len(disposition[1]) > _LONGEST_DISPOSITION:
        return ""
    values = [
        _unquoted(value, mark)
        for mark, value in _NAME.findall(disposition[1].decode("utf-8", "replace"))
    ]
    return _taken((*values, "".join(values)), declared)


def _unquoted(value: str, mark: str) -> str:
    text = value.strip()
    if text.startswith('"'):
        text = re.sub(r"\\(.)", r"\1", text[1:].removesuffix('"'), flags=re.DOTALL)
    if mark.endswith("*") and text.count("'") >= 2:
        text = text.split("'", 2)[2]
    elif text.startswith("'"):  # PHP takes either quote
        text = text.strip("'")
    return generously_decoded(text)


def in_headers(headers: Any, reachable: Sequence[str] | frozenset[str]) -> str | None:
    """Return the name of a header that asks for one of the methods; HEAD counts as GET."""
    for name, methods in named_methods(headers).items():
        if "HEAD" in methods:
            methods.add("GET")
        if not methods.isdisjoint(reachable):
            return name
    return None
