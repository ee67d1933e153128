"""The forms of a line of recorded traffic: our own, a HAR entry, nginx, and the tap of Envoy.

The members of a line tell its form.
"""

import base64
import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from deploy_contract.http.messages import Request, Response
from deploy_contract.traffic.entries import (
    NO_BODY,
    NO_RESPONSE,
    TOO_LONG,
    EntryError,
    Pairs,
    RecordedExchange,
    content_length,
    read_exchange,
    require_object,
    split_url,
    was_omitted,
    without_removed_coding,
)
from deploy_contract.traffic.har import start_time
from deploy_contract.traffic.recording import MAX_CONTAINERS

NOT_UTF8 = "the line is not UTF-8"
NOT_JSON = "the line is not JSON, or is nested too deeply"
NOT_OBJECT = "the line is not an object"
UNKNOWN_FORM = "the line is of no known form"
CUT_OFF = "the body was cut off by the recorder"

_MAX_VALUES = MAX_CONTAINERS  # in a line; those of a body are one text
_SHORT = 1 << 16  # bytes of a line whose values need no counting
_TO_COMMA = re.compile(rb'(?:[^",]++|"(?:[^"\\]++|\\.)*+")*+,', re.DOTALL)
_STATUS = re.compile("[0-9]{1,4}", re.ASCII)


class ReadLine(NamedTuple):
    """A line: the time in seconds since 1970, if it states one, and the messages."""

    started: float | None
    exchange: RecordedExchange


def read_line(line: bytes) -> ReadLine:
    """Return the messages of a line.

    Raises:
        EntryError: it is not JSON, of no known form, or exceeds a limit.
    """
    if len(line) > _SHORT and _has_many_values(line):
        raise EntryError(TOO_LONG)
    is_utf8, text = True, ""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        is_utf8, text = False, line.decode("utf-8", "surrogateescape")
    try:
        value = json.loads(text)
    except (RecursionError, ValueError):
        raise EntryError(NOT_JSON if is_utf8 else NOT_UTF8) from None
    if not isinstance(value, dict):
        raise EntryError(NOT_OBJECT)
    for member, read in _FORMS:
        if member in value:
            if not is_utf8 and read is not _read_nginx:
                raise EntryError(NOT_UTF8)
            return read(value)
    raise EntryError(UNKNOWN_FORM)


def _has_many_values(line: bytes) -> bool:
    at = 0
    for _ in range(_MAX_VALUES):
        match = _TO_COMMA.match(line, at)
        if match is None:
            return False
        at = match.end()
    return True


# our own form, or a HAR entry


def _read_exchange(value: dict[str, Any]) -> ReadLine:
    request = require_object(value, "request")
    if "url" in request:
        return ReadLine(start_time(value, "startedDateTime"), read_exchange(value))
    method, path, query = request.get("method"), request.get("path"), request.get("query", "")
    if not (isinstance(method, str) and isinstance(path, str) and isinstance(query, str)):
        raise EntryError("the method, path or query is not a string")
    headers = _own_headers(request)
    body, gap = _try_body(lambda: _own_body(request))
    headers = without_removed_coding(headers, body, known_only=True)
    response, response_gap = _own_response(value)
    sent = Request(method, path, query, headers, body)
    exchange = RecordedExchange(_host(headers), sent, gap, response, response_gap)
    return ReadLine(start_time(value, "time"), exchange)


def _own_response(value: dict[str, Any]) -> tuple[Response | None, str]:
    if value.get("response") is None:
        return None, NO_RESPONSE
    try:
        response = require_object(value, "response")
        status = _status(response.get("status"))
        headers = _own_headers(response)
    except EntryError as error:
        return None, str(error)
    body, gap = _try_body(lambda: _own_body(response))
    return Response(status, without_removed_coding(headers, body, known_only=False), body), gap


def _own_headers(message: dict[str, Any]) -> Pairs:
    """Return the headers of a message: an object, or an array of names with values."""
    given = message.get("headers")
    if given is None:
        return []
    rows: list[Any] = given if isinstance(given, list) else []
    if isinstance(given, dict):
        for name, values in given.items():
            rows += [[name, value] for value in (values if isinstance(values, list) else [values])]
    elif not isinstance(given, list):
        raise EntryError("the headers are neither an object nor an array")
    pairs = []
    for row in rows:
        if not isinstance(row, list) or len(row) != 2 or not all(isinstance(x, str) for x in row):
            raise EntryError("a header is not a name with a value")
        pairs.append((row[0], row[1]))
    return pairs


def _own_body(message: dict[str, Any]) -> bytes:
    text, packed = message.get("body"), message.get("body_base64")
    if text is None and packed is None:
        raise EntryError(NO_BODY)
    if text is not None and packed is not None:
        raise EntryError("the message has body and body_base64")
    if packed is not None:
        return _from_base64(packed)
    return _encode(text, "strict")


# nginx: the members have the names of its variables


def _read_nginx(value: dict[str, Any]) -> ReadLine:
    method, uri = value.get("request_method"), value.get("request_uri")
    if not isinstance(method, str) or not isinstance(uri, str):
        raise EntryError("the method or the URI is not a string")
    host, path, query = split_url(uri)
    headers, response_headers = _nginx_headers(value, "http_"), _nginx_headers(value, "sent_http_")
    for name in ("content_type", "content_length"):
        text = value.get(name)
        header = name.replace("_", "-")
        if isinstance(text, str) and text and header not in dict(headers):
            headers.append((header, text))
    body, gap = _try_body(lambda: _nginx_body(value.get("request_body"), headers))
    headers = without_removed_coding(headers, body, known_only=True)
    response, response_gap = _nginx_response(value, response_headers)
    host = host or _host(headers) or str(value.get("host", ""))
    sent = Request(method, path, query, headers, body)
    started = start_time(value, "time_iso8601")
    return ReadLine(started, RecordedExchange(host.lower(), sent, gap, response, response_gap))


def _nginx_response(value: dict[str, Any], headers: Pairs) -> tuple[Response | None, str]:
    try:
        status = _status(value.get("status"))
    except EntryError as error:
        return None, str(error)
    if not status:
        return None, NO_RESPONSE
    text = value.get("response_body")  # written by those who have a module for it
    if text is None:
        return Response(status, headers), NO_BODY
    body, gap = _try_body(lambda: _nginx_body(text, headers))
    return Response(status, without_removed_coding(headers, body, known_only=False), body), gap


def _nginx_headers(value: dict[str, Any], prefix: str) -> Pairs:
    """Return the headers among the variables. nginx writes "" for a header that is not there."""
    pairs = []
    for name, text in value.items():
        if name.startswith(prefix) and text:
            if not isinstance(text, str):
                raise EntryError("a header is not a string")
            pairs.append((name.removeprefix(prefix).replace("_", "-"), text))
    return pairs


def _nginx_body(text: Any, headers: Pairs) -> bytes:
    if text is None or text == "":
        if was_omitted(text, headers, content_length(headers) or 0):
            raise EntryError(NO_BODY)
        return b""
    return _encode(text, "surrogateescape")  # nginx writes bytes above 127 as they are


# Envoy: a buffered trace of its tap filter


def _read_tap(value: dict[str, Any]) -> ReadLine:
    trace = require_object(value, "http_buffered_trace")
    request = require_object(trace, "request")
    headers, pseudo = _tap_headers(request)
    if ":method" not in pseudo or ":path" not in pseudo:
        raise EntryError("the method or the path is missing")
    host, path, query = split_url(pseudo[":path"])
    body, gap = _try_body(lambda: _tap_body(request, headers))
    headers = without_removed_coding(headers, body, known_only=True)
    sent = Request(pseudo[":method"], path, query, headers, body)
    response, response_gap = _tap_response(trace)
    host = (pseudo.get(":authority") or host).lower()
    started = start_time(request, "headers_received_time")
    return ReadLine(started, RecordedExchange(host, sent, gap, response, response_gap))


def _tap_response(trace: dict[str, Any]) -> tuple[Response | None, str]:
    if trace.get("response") is None:
        return None, NO_RESPONSE
    try:
        message = require_object(trace, "response")
        headers, pseudo = _tap_headers(message)
        status = _status(pseudo.get(":status"))
    except EntryError as error:
        return None, str(error)
    body, gap = _try_body(lambda: _tap_body(message, headers))
    return Response(status, without_removed_coding(headers, body, known_only=False), body), gap


def _tap_headers(message: dict[str, Any]) -> tuple[Pairs, dict[str, str]]:
    """Return the headers of a message, and its pseudo-headers of HTTP/2."""
    rows = message.get("headers", [])
    if not isinstance(rows, list):
        raise EntryError("the headers are not an array")
    pairs: Pairs = []
    pseudo: dict[str, str] = {}
    for row in rows:
        name, text = (row.get("key"), row.get("value", "")) if isinstance(row, dict) else (0, 0)
        if not isinstance(name, str) or not isinstance(text, str):
            raise EntryError("a header is not a name with a value")
        if name.startswith(":"):
            pseudo[name] = text
        else:
            pairs.append((name, text))
    return pairs, pseudo


def _tap_body(message: dict[str, Any], headers: Pairs) -> bytes:
    body = message.get("body")
    if body is None:  # Envoy leaves out an empty body
        if was_omitted("", headers, content_length(headers) or 0):
            raise EntryError(NO_BODY)
        return b""
    if not isinstance(body, dict):
        raise EntryError("the body is not an object")
    if body.get("truncated"):
        raise EntryError(CUT_OFF)
    if "as_string" in body:
        return _encode(body["as_string"], "strict")
    return _from_base64(body.get("as_bytes", ""))


_FORMS: tuple[tuple[str, Callable[[dict[str, Any]], ReadLine]], ...] = (
    ("request", _read_exchange),
    ("request_uri", _read_nginx),
    ("http_buffered_trace", _read_tap),
)


def _try_body(read: Callable[[], bytes]) -> tuple[bytes, str]:
    """Return a body, and why it cannot be judged, or ""."""
    try:
        return read(), ""
    except EntryError as error:
        return b"", str(error)


def _from_base64(text: Any) -> bytes:
    if not isinstance(text, str):
        raise EntryError("the text of the body is not a string")
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        raise EntryError("the text of the body cannot be decoded") from None


def _encode(text: Any, errors: str) -> bytes:
    if not isinstance(text, str):
        raise EntryError("the text of the body is not a string")
    try:
        return text.encode("utf-8", errors)
    except ValueError:
        raise EntryError("the text of the body cannot be decoded") from None


def _status(value: Any) -> int:
    if isinstance(value, str) and _STATUS.fullmatch(value):
        return int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 10_000:
        raise EntryError("the status is not an integer")
    return value


def _host(headers: Pairs) -> str:
    for name, text in headers:
        if name.lower() == "host":
            return text.lower()
    return ""
