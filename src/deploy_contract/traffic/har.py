"""Recorded traffic: the entries of a HAR file (HTTP Archive 1.2), each as the messages that went over the wire.

Recorders write down what they saw of a message, which is not always what was sent: bodies come decoded, as text, or not at all.
What is left of an entry that cannot be judged is the reason why.
"""

import base64
import json
import math
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from deploy_contract.files import documents
from deploy_contract.files.documents import UnreadableError
from deploy_contract.http import content
from deploy_contract.http.messages import Request, Response
from deploy_contract.traffic.recording import (
    ENTRIES,
    Long,
    ManyEntriesError,
    Recording,
    StructureError,
    recording,
)
from deploy_contract_format.faults import QuietError, shown

MOST = 1 << 30  # bytes of a file
SMALL = 1 << 20  # bytes of one that is parsed as a whole to say what is wrong with it
NEWLINE = b"\n"
Pairs = list[tuple[str, str]]

# not urlsplit: that drops characters from a path, and raises on hosts that do not matter here
_URL = re.compile(
    r"(?:(?:https?|wss?)://(?:[^/?#]*@)?([^/?#@]*))?(/[^?#]*)?(?:\?([^#]*))?(?:#.*)?",
    re.IGNORECASE | re.DOTALL,
)
_LENGTH = re.compile("[0-9]{1,18}", re.ASCII)
_FORM = "application/x-www-form-urlencoded"
LONG = "the entry is too long, or holds too many values"
NO_BODY = "the body was not recorded"
OTHER_BODY = "the body was not recorded as it was sent"
NO_ANSWER = "there was no response, or none was recorded"


class OddError(QuietError):
    """A part of an entry that is not of the shape that HAR gives it; its text is one line that says which, without a value."""


class Exchange(NamedTuple):
    """What an entry says of a request and its response. `host`: with the port, in small letters.

    `request_gap`, `response_gap`: why the body of the message cannot be judged, or "" where it can; `response` is None where
    not even its status is known.
    """

    host: str
    request: Request
    request_gap: str
    response: Response | None
    response_gap: str


def load(name: str) -> Recording:
    """Return the entries of a HAR file, or of standard input for "-", each parsed when it is asked for.

    It takes the bytes of the file once, some 150 bytes an entry, and up to 20 times the longest entry (32 MiB at most).

    Raises UnreadableError if it is not a HAR file, or beyond a limit.
    """
    too_long = f"{shown(name)}: longer than {MOST:,} bytes; record less, or split it"
    # reading claims the memory for all that it may give
    is_file = name != documents.STANDARD_INPUT and Path(name).is_file()
    try:
        size = Path(name).stat().st_size if is_file else MOST
        if size > MOST:
            raise UnreadableError(too_long)
        body = documents.read(name, size)
        if len(body) > MOST:
            raise UnreadableError(too_long)
        found = recording(body)
    except StructureError as fault:
        raise _fault(shown(name), body, fault.offset) from None
    except ManyEntriesError:
        raise UnreadableError(
            f"{shown(name)}: more than {ENTRIES:,} entries; record less, or split it"
        ) from None
    except MemoryError:
        raise UnreadableError(f"{shown(name)}: there is not enough memory to read it") from None
    if found is None:
        raise _fault(shown(name), body)
    for index in range(len(found)):
        try:
            started = _started(found[index])
        except (
            RecursionError,
            ValueError,
        ):  # a number of too many digits, or bytes that are not UTF-8, are a ValueError
            raise _fault(shown(name), body, found.start(index)) from None
        found.started.append(math.nan if started is None else started)
    return found


def _fault(name: str, body: bytes, offset: int | None = None) -> UnreadableError:
    """Return the error of a file that is none of HAR. `offset`: where it is not JSON, if it is not."""
    if len(body) <= SMALL:
        try:
            json.loads(body.decode("utf-8-sig"))
        except UnicodeDecodeError:
            return UnreadableError(f"{name}: no HAR file: not UTF-8")
        except json.JSONDecodeError as error:
            return UnreadableError(
                f"{name}:{error.lineno}:{error.colno}: no HAR file: not JSON, or cut off"
            )
        except (RecursionError, ValueError):  # a number of too many digits is a ValueError
            return UnreadableError(f"{name}: no HAR file: nested too deeply, or a number too long")
    if offset is None:
        return UnreadableError(f"{name}: no HAR file: there is no array log.entries")
    start = body.rfind(b"\n", 0, offset) + 1
    column = len(body[start:offset].decode("utf-8", "replace")) + 1
    return UnreadableError(
        f"{name}:{body.count(NEWLINE, 0, offset) + 1}:{column}: no HAR file: not JSON, or cut off"
    )


def in_order(entries: Sequence[Any]) -> list[tuple[int, float | None]]:
    """The index of each entry and when it started, in seconds since 1970, the oldest first.

    An entry without a time goes with the one before it. HAR leaves it to the reader to sort.
    """
    order: list[tuple[int, float | None]] = []
    last = None
    times = entries.started if isinstance(entries, Recording) else map(_started, entries)
    for index, started in enumerate(times):
        last = last if started is None or math.isnan(started) else started
        order.append((index, last))
    return sorted(order, key=lambda item: float("-inf") if item[1] is None else item[1])


def exchange(entry: Any) -> Exchange:
    """The messages of an entry. OddError where it does not say where the request went, or is beyond the limits."""
    if entry is Long:
        raise OddError(LONG)
    request = _object(entry, "request")
    method, url = request.get("method"), request.get("url")
    if not isinstance(method, str) or not isinstance(url, str):
        raise OddError("the method or the URL is no text")
    split = _URL.fullmatch(url)
    if split is None or not url:
        raise OddError("the URL is none of HTTP")
    host, path, query = split.groups("")
    headers = _headers(request)
    try:
        body, gap = _posted(request, headers), ""
    except OddError as odd:
        body, gap = b"", str(odd)
    sent = Request(
        method, path or "/", query, _as_recorded(headers, body, decoded_only=False), body
    )
    try:
        response, response_gap = _response(entry)
    except OddError as odd:
        response, response_gap = None, str(odd)
    return Exchange(host.lower(), sent, gap, response, response_gap)


def _response(entry: Any) -> tuple[Response | None, str]:
    if entry.get("response") is None:
        return None, NO_ANSWER
    response = _object(entry, "response")
    status = response.get("status")
    if not isinstance(status, int) or isinstance(status, bool):
        raise OddError("the status is no number")
    if status <= 0:  # blocked, or failed
        return None, NO_ANSWER
    try:
        headers = _headers(response)
        held = response.get("content")
        if not isinstance(held, dict):
            raise OddError(NO_BODY if held is None else "the content is no object")
        if not headers and isinstance(held.get("mimeType"), str):
            headers = [("content-type", held["mimeType"])]
        body = _body(held, headers, held.get("size"), response.get("bodySize"))
    except OddError as odd:
        return Response(status), str(odd)
    return Response(status, _as_recorded(headers, body, decoded_only=True), body), ""


def _posted(request: dict[str, Any], headers: Pairs) -> bytes:
    """The body of a request; its media type is added to the headers where no header was recorded."""
    posted = request.get("postData")
    if posted is None:
        return _body({}, headers, request.get("bodySize"))
    if not isinstance(posted, dict):
        raise OddError("the postData is no object")
    media_type, pairs = posted.get("mimeType"), posted.get("params")
    if not headers and isinstance(media_type, str) and media_type:
        headers.append(("content-type", media_type))
    if (
        not posted.get("text")
        and isinstance(pairs, list)
        and pairs
        and str(media_type).lower().startswith(_FORM)
    ):
        form = [
            (pair.get("name") or "", pair.get("value") or "")
            for pair in pairs
            if isinstance(pair, dict)
        ]
        return urlencode(form, errors="replace").encode()
    return _body(posted, headers, request.get("bodySize"))


def _body(held: dict[str, Any], headers: Pairs, *sizes: object) -> bytes:
    """The bytes of a recorded body. OddError where they are not known. `sizes`: what the entry says of their number."""
    text, encoding = held.get("text"), held.get("encoding")
    length = _length(headers)
    if text is None or text == "":
        told = [size for size in (*sizes, length) if isinstance(size, int | float)]
        chunked = any(name.lower() == "transfer-encoding" for name, _ in headers)
        if chunked or any(size > 0 for size in told) or (text is None and 0 not in told):
            raise OddError(NO_BODY)
        return b""
    if not isinstance(text, str) or not isinstance(encoding, str | None):
        raise OddError("the text of the body is no text")
    try:
        if encoding and encoding.lower() == "base64":
            return base64.b64decode(text, validate=True)
        body = text.encode(
            "utf-8", "surrogateescape"
        )  # mitmproxy writes bytes that are not UTF-8 that way
    except ValueError:
        raise OddError("the text of the body cannot be decoded") from None
    if encoding:
        raise OddError("the text of the body is in an encoding that is not known")
    # Chromium puts U+FFFD in place of what is not UTF-8, such as a body that was compressed by the page
    _, encodings = content.described(headers)
    if "\ufffd" in text and (encodings or length not in (None, len(body))):
        raise OddError(OTHER_BODY)
    return body


def _as_recorded(headers: Pairs, body: bytes, *, decoded_only: bool) -> Pairs:
    """The headers of a message without a content coding that its recorded body does not have any more.

    `decoded_only`: whether that goes for codings that are not read here, too; otherwise they stay, to be refused.
    """
    _, encodings = content.described(headers)
    if (
        not encodings
        or _is_coded(body)
        or (content.encoding_of(encodings) is None and not decoded_only)
    ):
        return headers
    return [(name, value) for name, value in headers if name.lower() != "content-encoding"]


def _is_coded(body: bytes) -> bool:
    """Whether a body begins as gzip (RFC 1952) or zlib (RFC 1950) does; no JSON object or array does."""
    return body[:2] == b"\x1f\x8b" or (
        len(body) > 1 and body[0] & 15 == 8 and int.from_bytes(body[:2], "big") % 31 == 0
    )


def _headers(message: dict[str, Any]) -> Pairs:
    found = message.get("headers")
    if found is None:
        return []
    if not isinstance(found, list):
        raise OddError("the headers are no array")
    pairs = []
    for header in found:
        name, value = (
            (header.get("name"), header.get("value")) if isinstance(header, dict) else (None, None)
        )
        if not isinstance(name, str) or not isinstance(value, str):
            raise OddError("a header is no name with a value")
        if not name.startswith(":"):  # of HTTP/2: method and path once more
            pairs.append((name, value))
    return pairs


def _length(headers: Pairs) -> int | None:
    for name, value in headers:
        if name.lower() == "content-length" and _LENGTH.fullmatch(value.strip()):
            return int(value)
    return None


def _object(entry: Any, name: str) -> dict[str, Any]:
    found = entry.get(name) if isinstance(entry, dict) else None
    if not isinstance(found, dict):
        raise OddError(
            f"the {name} is no object" if isinstance(entry, dict) else "the entry is no object"
        )
    return found


def _started(entry: Any) -> float | None:
    text = entry.get("startedDateTime") if isinstance(entry, dict) else None
    try:
        started = datetime.fromisoformat(text) if isinstance(text, str) else None
        if started is not None and started.tzinfo is None:
            started = started.replace(tzinfo=UTC)
        return None if started is None else started.timestamp()
    except (ValueError, OverflowError):
        return None
