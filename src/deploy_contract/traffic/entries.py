"""The request and response of a HAR entry, as they went over the wire.

A recording may differ from the bytes that were sent: recorders decode bodies, convert them to
text, or leave them out. If a message cannot be judged, the reason is kept.
"""

import base64
import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import urlencode

from deploy_contract.http.bodies import parse_coding
from deploy_contract.http.headers import content_headers
from deploy_contract.http.messages import Request, Response
from deploy_contract.traffic.recording import TooLong
from deploy_contract_format.errors import QuietError

NO_BODY = "the body was not recorded"
OTHER_BODY = "the body was not recorded as it was sent"
NO_RESPONSE = "there was no response, or it was not recorded"
TOO_LONG = "the entry is too long, or has too many values"

Pairs = list[tuple[str, str]]

# not urlsplit: it drops characters from a path, and rejects hosts that do not matter here
_URL = re.compile(
    r"(?:(?:https?|wss?)://(?:[^/?#]*@)?([^/?#@]*))?(/[^?#]*)?(?:\?([^#]*))?(?:#.*)?",
    re.IGNORECASE | re.DOTALL,
)
_LENGTH = re.compile("[0-9]{1,18}", re.ASCII)
_FORM = "application/x-www-form-urlencoded"
_GZIP = b"\x1f\x8b"


class EntryError(QuietError):
    """A part of an entry is malformed or was not recorded. The text is one line without values."""


class RecordedExchange(NamedTuple):
    """The request and response of an entry.

    Attributes:
        host: host and port of the request in lower case, or "".
        request: the request.
        request_gap: why the request's body cannot be judged, or "".
        response: the response, or None if not even its status is known.
        response_gap: why the response's body cannot be judged, or "".
    """

    host: str
    request: Request
    request_gap: str
    response: Response | None
    response_gap: str


def read_exchange(entry: Any) -> RecordedExchange:
    """Return the messages of a parsed entry.

    Raises:
        EntryError: the entry has no usable method and URL, or exceeds a limit.
    """
    if entry is TooLong:
        raise EntryError(TOO_LONG)
    request = require_object(entry, "request")
    method, url = request.get("method"), request.get("url")
    if not isinstance(method, str) or not isinstance(url, str):
        raise EntryError("the method or the URL is not a string")
    host, path, query = split_url(url)
    headers = _read_headers(request)
    try:
        body, gap = _request_body(request, headers), ""
    except EntryError as error:
        body, gap = b"", str(error)
    headers = without_removed_coding(headers, body, known_only=True)
    sent = Request(method, path, query, headers, body)
    try:
        response, response_gap = _read_response(entry)
    except EntryError as error:
        response, response_gap = None, str(error)
    return RecordedExchange(host, sent, gap, response, response_gap)


def split_url(url: str) -> tuple[str, str, str]:
    """Return host and port in lower case, path and query of a URL, or of a path with a query.

    Raises:
        EntryError: it is neither.
    """
    parts = _URL.fullmatch(url)
    if parts is None or not url:
        raise EntryError("the URL is not an HTTP URL")
    host, path, query = parts.groups("")
    return host.lower(), path or "/", query


def _read_response(entry: Any) -> tuple[Response | None, str]:
    if entry.get("response") is None:
        return None, NO_RESPONSE
    response = require_object(entry, "response")
    status = response.get("status")
    if not isinstance(status, int) or isinstance(status, bool):
        raise EntryError("the status is not an integer")
    if status <= 0:  # the browser blocked the request, or it failed
        return None, NO_RESPONSE
    try:
        headers = _read_headers(response)
        held = response.get("content")
        if held is None:
            raise EntryError(NO_BODY)
        if not isinstance(held, dict):
            raise EntryError("the content is not an object")
        if not headers and isinstance(held.get("mimeType"), str):
            headers = [("content-type", held["mimeType"])]
        body = _decode_body(held, headers, held.get("size"), response.get("bodySize"))
    except EntryError as error:
        return Response(status), str(error)
    return Response(status, without_removed_coding(headers, body, known_only=False), body), ""


def _request_body(request: dict[str, Any], headers: Pairs) -> bytes:
    """Return the body of a request. If no headers were recorded, add its media type to them."""
    posted = request.get("postData")
    if posted is None:
        return _decode_body({}, headers, request.get("bodySize"))
    if not isinstance(posted, dict):
        raise EntryError("postData is not an object")
    media_type, fields = posted.get("mimeType"), posted.get("params")
    if not headers and isinstance(media_type, str) and media_type:
        headers.append(("content-type", media_type))
    is_form = str(media_type).lower().startswith(_FORM)
    if is_form and not posted.get("text") and isinstance(fields, list) and fields:
        return _encode_form(fields)
    return _decode_body(posted, headers, request.get("bodySize"))


def _encode_form(fields: list[Any]) -> bytes:
    return urlencode(list(_form_fields(fields)), errors="replace").encode()


def _form_fields(fields: list[Any]) -> Iterator[tuple[Any, Any]]:
    for field in fields:
        if isinstance(field, dict):
            yield field.get("name") or "", field.get("value") or ""


def _decode_body(held: dict[str, Any], headers: Pairs, *sizes: object) -> bytes:
    """Return the bytes of a recorded body.

    Args:
        held: the `postData` or `content` of the message.
        headers: of the message.
        sizes: the body's sizes according to the entry.

    Raises:
        EntryError: the bytes are unknown.
    """
    text, encoding = held.get("text"), held.get("encoding")
    length = content_length(headers)
    if text is None or text == "":
        if was_omitted(text, headers, *sizes, length):
            raise EntryError(NO_BODY)
        return b""
    if not isinstance(text, str) or not isinstance(encoding, str | None):
        raise EntryError("the text of the body is not a string")
    try:
        if encoding and encoding.lower() == "base64":
            return base64.b64decode(text, validate=True)
        # mitmproxy writes bytes that are not UTF-8 as surrogates
        body = text.encode("utf-8", "surrogateescape")
    except ValueError:
        raise EntryError("the text of the body cannot be decoded") from None
    if encoding:
        raise EntryError("the encoding of the body's text is unknown")
    # Chromium puts U+FFFD in place of bytes that are not UTF-8, such as a compressed body
    _, codings = content_headers(headers)
    if "\ufffd" in text and (codings or length not in (None, len(body))):
        raise EntryError(OTHER_BODY)
    return body


def was_omitted(text: str | None, headers: Pairs, *sizes: object) -> bool:
    """Return True if a message without recorded text may still have had a body."""
    if any(name.lower() == "transfer-encoding" for name, _ in headers):
        return True
    numbers = [size for size in sizes if isinstance(size, int | float)]
    if any(size > 0 for size in numbers):
        return True
    return text is None and 0 not in numbers


def without_removed_coding(headers: Pairs, body: bytes, *, known_only: bool) -> Pairs:
    """Return the headers, without Content-Encoding if the recorder has decoded the body.

    Args:
        headers: of the message.
        body: the recorded body.
        known_only: keep a coding that the contract does not read, so that it is rejected.
    """
    _, codings = content_headers(headers)
    if not codings or _is_compressed(body):
        return headers
    if known_only and parse_coding(codings) is None:
        return headers
    return [(name, value) for name, value in headers if name.lower() != "content-encoding"]


def _is_compressed(body: bytes) -> bool:
    """Return True if a body starts like gzip (RFC 1952) or zlib (RFC 1950).

    No JSON object or array does.
    """
    if body[:2] == _GZIP:
        return True
    return len(body) > 1 and body[0] & 15 == 8 and int.from_bytes(body[:2], "big") % 31 == 0


def _read_headers(message: dict[str, Any]) -> Pairs:
    headers = message.get("headers")
    if headers is None:
        return []
    if not isinstance(headers, list):
        raise EntryError("the headers are not an array")
    pairs = []
    for header in headers:
        if not isinstance(header, dict):
            raise EntryError("a header is not a name with a value")
        name, value = header.get("name"), header.get("value")
        if not isinstance(name, str) or not isinstance(value, str):
            raise EntryError("a header is not a name with a value")
        if not name.startswith(":"):  # pseudo-headers of HTTP/2 repeat method and path
            pairs.append((name, value))
    return pairs


def content_length(headers: Pairs) -> int | None:
    """Return the length of a body according to the headers; None if they do not state it."""
    for name, value in headers:
        if name.lower() == "content-length" and _LENGTH.fullmatch(value.strip()):
            return int(value)
    return None


def require_object(entry: Any, name: str) -> dict[str, Any]:
    """Return the object at a member of an entry. Raises EntryError if there is none."""
    if not isinstance(entry, dict):
        raise EntryError("the entry is not an object")
    member = entry.get(name)
    if not isinstance(member, dict):
        raise EntryError(f"the {name} is not an object")
    return member
