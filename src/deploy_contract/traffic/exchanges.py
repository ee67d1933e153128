"""Recorded exchanges: the request and response of an entry, as they went over the wire.

A recording may differ from the bytes that were sent: recorders decode bodies, convert them to
text, or leave them out. If a message cannot be judged, the reason is kept.

The forms of entries are TOML files with the place of each part of a message. So a log of another
program needs no code: `deploy-contract replay --log-format FILE`. The forms in `log_formats/` are
always known.
"""

import base64
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple
from urllib.parse import urlencode

import dacite

from deploy_contract.exceptions import ContractError
from deploy_contract.files import bounded
from deploy_contract.files.toml_text import parse_toml
from deploy_contract.http.bodies import parse_coding
from deploy_contract.http.headers import read_headers
from deploy_contract.http.messages import Request, Response
from deploy_contract_format.errors import QuietError
from deploy_contract_format.pointer import MISSING, find, split
from deploy_contract_format.printing import escape_name
from deploy_contract_format.suggestions import did_you_mean, nearest

NO_BODY = "the body was not recorded"
OTHER_BODY = "the body was not recorded as it was sent"
CUT_OFF = "the body was cut off by the recorder"
NO_RESPONSE = "there was no response, or it was not recorded"
NO_TIME = "it is not a date-time of ISO 8601, so it does not count"
TOO_LONG = "the entry is too long, or has too many values"
NOT_UTF8 = "the entry is not UTF-8"
NOT_JSON = "the entry is not JSON, or is nested too deeply"
NOTHING_READ = "no entry could be read; is it a recording, and of a known form?"
NOT_OBJECT = "the entry is not an object"
UNKNOWN_FORM = "the entry is of no known form"
NO_HTTP_URL = "the URL is not an HTTP URL"
OTHER_SCHEME = "the URL has another scheme than HTTP"

MAX_CONTAINERS = 100_000  # arrays and objects in one entry, and values in a line
_SHORT = 1 << 16  # bytes of a line whose values need no counting
_MANY_VALUES = re.compile(rb'(?s)(?:(?:[^",]++|"(?:[^"\\]++|\\.)*+")*+,){%d}+' % MAX_CONTAINERS)
_STATUS = re.compile("-?[0-9]{1,9}", re.ASCII)
# not urlsplit: it drops characters from a path, and rejects hosts that do not matter here
_URL = re.compile(
    r"(?:(?:https?|wss?)://(?:[^/?#]*@)?([^/?#@]*))?(/[^?#]*)?(?:\?([^#]*))?(?:#.*)?",
    re.IGNORECASE | re.DOTALL,
)
# such as data: or blob:, but not a host with its port
_OTHER_SCHEME = re.compile("(?!https?:|wss?:)[a-z][a-z0-9+-]*:(?![0-9])", re.IGNORECASE)
_ESCAPED = re.compile("[\udc80-\udcff]")  # a byte that is not UTF-8
_LENGTH = re.compile("[0-9]{1,18}", re.ASCII)
GZIP = b"\x1f\x8b"

_Pairs = list[tuple[str, str]]
_BUILT_IN = ("har", "ndjson", "nginx", "envoy_tap")
_MAX_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class MessageFormat:
    """The places of the parts of a message, as JSON Pointers (RFC 6901); the guide explains them."""

    target: str | None = None
    path: str | None = None
    query: str | None = None
    method: str | None = None
    host: str | None = None
    status: str | None = None
    headers: str | dict[str, str] | None = None
    body: str | None = None
    body_base64: str | None = None
    encoding: str | None = None
    form: str | None = None  # names and values of a form whose text was not recorded
    sizes: list[str] = field(default_factory=list)
    media_type: str | None = None
    truncated: str | None = None
    omits_empty_body: bool = False


@dataclass(frozen=True, slots=True)
class LogFormat:
    """A form of recorded exchanges: the places of the time and of both messages."""

    request: MessageFormat
    response: MessageFormat = field(default_factory=MessageFormat)
    time: str | None = None

    def fits(self, entry: Any) -> bool:
        """Return True if an entry has the target of the request, or else its headers."""
        place = self.request.target or self.request.path or self.request.headers
        return isinstance(place, str) and value_at(entry, place) is not None


_tokens = cache(split)


def value_at(entry: Any, pointer: str | None) -> Any:
    """Return the value at a pointer, or None."""
    value = MISSING if pointer is None else find(entry, _tokens(pointer))
    return None if value is MISSING else value


def load_format(name: str) -> LogFormat:
    """Return the format of a TOML file.

    Raises:
        ContractError: the file cannot be read, or is not a format; one line.
    """
    return _parse(name, bounded.read(name, _MAX_BYTES))


@cache
def _built_in_formats() -> tuple[LogFormat, ...]:
    folder = files("deploy_contract.traffic") / "log_formats"
    return tuple([_parse(name, (folder / f"{name}.toml").read_bytes()) for name in _BUILT_IN])


def _parse(name: str, body: bytes) -> LogFormat:
    table, start = parse_toml(name, body), f"{escape_name(name)}: not a log format"
    try:
        form = dacite.from_dict(LogFormat, table, dacite.Config(strict=True))
    except dacite.UnexpectedDataError as error:
        key = min(error.keys)
        known = [row.name for row in (*fields(LogFormat), *fields(MessageFormat))]
        advice = did_you_mean(nearest(key, known), f"use {', '.join(known)}")
        raise ContractError(f"{start}: unknown key {escape_name(key)}; {advice}") from None
    except dacite.DaciteFieldError as error:
        fault = f"{error.field_path} is missing, or of another type"
        raise ContractError(f"{start}: {fault}") from None
    request = form.request
    if not (request.target or request.path or isinstance(request.headers, str)):
        raise ContractError(f"{start}: request needs target, path, or headers with :path")
    for key, pointer in _pointers("", table):
        if not pointer.startswith("/"):
            raise ContractError(f"{start}: {key} is not a JSON Pointer, such as /request/method")
    return form


def _pointers(name: str, value: Any) -> list[tuple[str, str]]:
    if isinstance(value, Mapping):
        return [row for key in value for row in _pointers(f"{name}.{key}", value[key])]
    if isinstance(value, list):
        return [row for member in value for row in _pointers(name, member)]
    return [(name.removeprefix("."), value)] if isinstance(value, str) else []


# --- exchanges


class EntryError(QuietError):
    """A part of an entry that is malformed or was not recorded. The text is one line, no values."""


class RecordedExchange(NamedTuple):
    """The request and response of an entry."""

    host: str  # host and port of the request in lower case, or ""
    request: Request
    request_gap: str  # why the request's body cannot be judged, or ""
    response: Response | None  # None if not even its status is known
    response_gap: str  # why the response's body cannot be judged, or ""
    time_gap: str = ""  # why the time does not count, or ""


def read_line(
    line: bytes, formats: Sequence[LogFormat] = ()
) -> tuple[float | None, RecordedExchange]:
    """Return the time of an entry in seconds since 1970, or None, and its messages.

    `formats` are tried before the ones that are always known.

    Raises:
        EntryError: the entry is not JSON, of no known form, or exceeds a limit.
    """
    if len(line) > _SHORT and _MANY_VALUES.match(line):
        raise EntryError(TOO_LONG)
    text = line.decode("utf-8", "surrogateescape")  # nginx writes the bytes of a body as they are
    try:
        entry = json.loads(text)
    except (RecursionError, ValueError):
        raise EntryError(NOT_UTF8 if _ESCAPED.search(text) else NOT_JSON) from None
    if not isinstance(entry, dict):
        raise EntryError(NOT_OBJECT)
    for form in (*formats, *_built_in_formats()):
        if form.fits(entry):
            time, exchange = value_at(entry, form.time), read_exchange(form, entry)
            started = start_time(time)
            if started is None and time is not None:
                exchange = exchange._replace(time_gap=NO_TIME)
            return started, exchange
    raise EntryError(UNKNOWN_FORM)


def start_time(text: object) -> float | None:
    """Return a date-time in seconds since 1970, in UTC if it has no zone; None for other values."""
    if not isinstance(text, str):
        return None
    try:
        started = datetime.fromisoformat(text)
        if started.tzinfo is None:
            started = started.replace(tzinfo=UTC)
        return started.timestamp()
    except (ValueError, OverflowError):
        return None


def read_exchange(form: LogFormat, entry: Any) -> RecordedExchange:
    """Return the messages of a parsed entry.

    Raises:
        EntryError: the entry has no usable method and target.
    """
    headers, pseudo = _read_headers(form.request, entry)
    method = value_at(entry, form.request.method) or pseudo.get(":method")
    host, path, query = _read_target(form.request, entry, pseudo.get(":path"))
    if not isinstance(method, str):
        raise EntryError("the method is not a string")
    body, gap = _read_body(form.request, entry, headers)
    if parse_coding(read_headers(headers).codings) is not None:  # an unknown coding is refused
        headers = _without_removed_coding(headers, body)
    host = value_at(entry, form.request.host) or pseudo.get(":authority") or host
    if not host:
        host = next((text for name, text in headers if name.lower() == "host"), "")
    sent = Request(method, path, query, headers, body)
    return RecordedExchange(str(host).lower(), sent, gap, *_read_response(form.response, entry))


def _read_target(form: MessageFormat, entry: Any, pseudo: str | None) -> tuple[str, str, str]:
    path = value_at(entry, form.path)
    if path is not None:
        query = value_at(entry, form.query) or ""
        if not isinstance(path, str) or not isinstance(query, str):
            raise EntryError("the path or the query is not a string")
        return "", path, query
    target = value_at(entry, form.target) or pseudo
    if not isinstance(target, str):
        raise EntryError("the URL is not a string")
    parts = _URL.fullmatch(target)
    if parts is None:
        raise EntryError(OTHER_SCHEME if _OTHER_SCHEME.match(target) else NO_HTTP_URL)
    host, path, query = parts.groups("")
    return host, path or "/", query


def _read_response(form: MessageFormat, entry: Any) -> tuple[Response | None, str]:
    headers: _Pairs = []
    pseudo: dict[str, str] = {}
    gap = ""
    try:
        headers, pseudo = _read_headers(form, entry)
    except EntryError as error:
        gap = str(error)
    status = value_at(entry, form.status) or pseudo.get(":status")
    if isinstance(status, str) and _STATUS.fullmatch(status):
        status = int(status)
    if status is None or status is False:
        return None, gap or NO_RESPONSE
    if not isinstance(status, int) or isinstance(status, bool):
        return None, "the status is not an integer"
    if status >= 10_000:
        return None, "the status has more than four digits"
    if status <= 0:  # a browser blocked the request, or it failed
        return None, NO_RESPONSE
    if gap:
        return Response(status), gap
    body, gap = _read_body(form, entry, headers)
    return Response(status, _without_removed_coding(headers, body), body), gap


def _read_headers(form: MessageFormat, entry: Any) -> tuple[_Pairs, dict[str, str]]:
    """Return the headers of a message, and its pseudo-headers of HTTP/2 by name."""
    pairs: _Pairs = []
    pseudo: dict[str, str] = {}
    for name, text in _header_rows(form.headers, entry):
        if not isinstance(name, str) or not isinstance(text, str):
            raise EntryError("a header is not a name with a value")
        if name.startswith(":"):
            pseudo[name] = text
        else:
            pairs.append((name, text))
    media_type = value_at(entry, form.media_type)
    if not pairs and isinstance(media_type, str) and media_type:
        pairs.append(("content-type", media_type))
    return pairs, pseudo


def _header_rows(place: str | dict[str, str] | None, entry: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(place, dict):
        for name, own_place in place.items():
            text = value_at(entry, own_place)
            if text not in (None, "", "-"):  # logs write these if a header is absent
                yield name, text
        return
    if place is not None and place.endswith("*"):  # members whose names begin with a prefix
        outer, _, prefix = place[:-1].rpartition("/")
        found = value_at(entry, outer)
        members = found if isinstance(found, dict) else {}
        for name, text in members.items():
            if name.startswith(prefix) and text:
                yield name.removeprefix(prefix).replace("_", "-"), text
        return
    recorded = value_at(entry, place)
    if isinstance(recorded, dict):
        for name, values in recorded.items():
            for text in values if isinstance(values, list) else [values]:
                yield name, text
    elif isinstance(recorded, list):
        for row in recorded:
            if isinstance(row, list) and len(row) == 2:
                yield row[0], row[1]
            elif isinstance(row, dict):
                yield row.get("key", row.get("name")), row.get("value", "")
            else:
                yield None, None
    elif recorded is not None:
        raise EntryError("the headers are neither an object nor an array")


def _read_body(form: MessageFormat, entry: Any, headers: _Pairs) -> tuple[bytes, str]:
    try:
        return _body(form, entry, headers), ""
    except EntryError as error:
        return b"", str(error)
    except ValueError:
        return b"", "the text of the body cannot be decoded"


def _body(form: MessageFormat, entry: Any, headers: _Pairs) -> bytes:
    text, packed = value_at(entry, form.body), value_at(entry, form.body_base64)
    encoding = value_at(entry, form.encoding)
    if value_at(entry, form.truncated):
        raise EntryError(CUT_OFF)
    if text is not None and packed is not None:
        raise EntryError("the message has body and body_base64")
    if isinstance(encoding, str) and encoding.lower() == "base64":
        text, packed, encoding = None, text, None
    recorded = packed or text
    if recorded is None or recorded == "":
        return _empty_body(form, entry, headers, is_recorded=(text, packed) != (None, None))
    if not isinstance(recorded, str):
        raise EntryError("the text of the body is not a string")
    if packed:
        return base64.b64decode(recorded, validate=True)
    if encoding:
        raise EntryError("the encoding of the body's text is unknown")
    # mitmproxy writes bytes that are not UTF-8 as surrogates
    body = recorded.encode("utf-8", "surrogateescape")
    # Chromium puts U+FFFD in place of bytes that are not UTF-8, such as a compressed body
    codings = read_headers(headers).codings
    if "\ufffd" in recorded and (codings or _content_length(headers) not in (None, len(body))):
        raise EntryError(OTHER_BODY)
    return body


def _empty_body(form: MessageFormat, entry: Any, headers: _Pairs, *, is_recorded: bool) -> bytes:
    """Return the body of a message without recorded text. Raises EntryError if it had a body."""
    fields = value_at(entry, form.form)
    if isinstance(fields, list) and fields:
        rows = [row for row in fields if isinstance(row, dict)]
        pairs = [(row.get("name") or "", row.get("value") or "") for row in rows]
        return urlencode(pairs, errors="replace").encode()
    sizes = [*[value_at(entry, place) for place in form.sizes], _content_length(headers)]
    numbers = [size for size in sizes if isinstance(size, int | float)]
    is_chunked = any(name.lower() == "transfer-encoding" for name, _ in headers)
    is_empty = is_recorded or form.omits_empty_body or 0 in numbers
    if not is_empty or is_chunked or any(number > 0 for number in numbers):
        raise EntryError(NO_BODY)
    return b""


def _without_removed_coding(headers: _Pairs, body: bytes) -> _Pairs:
    """Return the headers, without Content-Encoding if the recorder has decoded the body.

    If the body starts like gzip (RFC 1952) or zlib (RFC 1950), it is still encoded: no JSON object
    or array starts so.
    """
    is_zlib = len(body) > 1 and body[0] & 15 == 8 and int.from_bytes(body[:2], "big") % 31 == 0
    if is_zlib or body[:2] == GZIP:
        return headers
    return [(name, value) for name, value in headers if name.lower() != "content-encoding"]


def _content_length(headers: _Pairs) -> int | None:
    lengths = [text for text in read_headers(headers).lengths if _LENGTH.fullmatch(text.strip())]
    return int(lengths[0]) if lengths else None
