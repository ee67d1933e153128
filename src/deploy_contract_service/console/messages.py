"""HTTP messages as text, and the places of their violations in that text.

A request is a request line, headers, an empty line and a body. A response follows its request and
begins with a status line, such as `HTTP/1.1 200 OK`.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from deploy_contract import Contract, Report, Request, Response, Violation
from deploy_contract.files.documents import Checked
from deploy_contract.files.source import Source
from deploy_contract_format.errors import Place

_METHOD = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")  # RFC 9110, section 5.6.2
_STATUS_LINE = re.compile(r"HTTP/[0-9](?:\.[0-9])? ([1-5][0-9]{2})(?: .*)?")
_IN_BODY = ("body", "wire")  # locations of violations


class MessageError(Exception):
    """An error in the text of a message, in one line."""


class Head(NamedTuple):
    """The lines before a body.

    Attributes:
        line: number of the first line in the text, from 1.
        first: the request line or status line.
        headers: names and values.
        places: line of each header, by its name in lower case.
        body_line: number of the first line of the body.
    """

    line: int
    first: str
    headers: list[tuple[str, str]]
    places: dict[str, int]
    body_line: int


class CheckedMessage(NamedTuple):
    """The report on a message, with places in the text of the whole message."""

    checked: Checked
    head: Head

    @property
    def report(self) -> Report:
        """The report."""
        return self.checked.report

    @property
    def contract(self) -> Contract:
        """The contract that the message is judged by."""
        return self.checked.contract

    @property
    def number(self) -> int:
        """The number of the message in the text, always 1."""
        return self.checked.number

    def place(self, violation: Violation) -> Place:
        """Return the place of a violation in the text."""
        if violation.location in _IN_BODY:
            place = self.checked.place(violation)
            return Place(place.line + self.head.body_line - 1, place.column)
        line = self.head.places.get(violation.pointer.lower(), self.head.line)
        return Place(line, 1)

    def hint(self, violation: Violation) -> str:
        """Return the hint of a violation, without the place."""
        return self.checked.hint(violation)


def check_request(
    contract: Contract, text: str, source: Any, deployment: Mapping[str, Any] | None
) -> CheckedMessage:
    """Return the report on a request.

    Raises:
        MessageError: the text is not a request.
    """
    head, body = _split(text.split("\n"), 1)
    request = _request(head, body)
    report = contract.check_request(request, source=source, deployment=deployment)
    return CheckedMessage(Checked("request", 1, report, contract, Source(request.body)), head)


def check_response(
    contract: Contract, text: str, deployment: Mapping[str, Any] | None
) -> CheckedMessage:
    """Return the report on a response, which follows its request.

    Raises:
        MessageError: the text is not a request and its response.
    """
    lines = text.split("\n")
    starts = [number for number, line in enumerate(lines) if _STATUS_LINE.fullmatch(line.strip())]
    if not starts:
        raise MessageError("Write the response below its request: HTTP/1.1 200 OK, headers, body.")
    start = starts[0]
    request = _request(*_split(lines[:start], 1))
    head, body = _split(lines[start:], start + 1)
    found = _STATUS_LINE.fullmatch(head.first)
    assert found is not None
    response = Response(int(found[1]), head.headers, body)
    report = contract.check_response(response, request, deployment=deployment)
    return CheckedMessage(Checked("response", 1, report, contract, Source(body)), head)


def _split(lines: list[str], number: int) -> tuple[Head, bytes]:
    """Return the head and the body of the lines of a message, the first of which has a number."""
    while lines and not lines[0].strip():
        lines, number = lines[1:], number + 1
    if not lines:
        raise MessageError("Begin with a request line: a method and a path.")
    headers: list[tuple[str, str]] = []
    places: dict[str, int] = {}
    body_line = number + len(lines)
    for at, line in enumerate(lines[1:], number + 1):
        if not line.strip():
            body_line = at + 1
            break
        name, colon, value = line.partition(":")
        if not colon or not _METHOD.fullmatch(name):
            line_number = f"Line {at} is no header."
            raise MessageError(
                f"{line_number} Write NAME: VALUE, or an empty line before the body."
            )
        headers.append((name, value.strip()))
        places.setdefault(name.lower(), at)
    body = "\n".join(lines[body_line - number :]).rstrip("\n")
    head = Head(number, lines[0].strip(), headers, places, body_line)
    return head, body.encode("utf-8", "replace")


def _request(head: Head, body: bytes) -> Request:
    method, _, rest = head.first.partition(" ")
    target = re.sub(r"\s+HTTP/[0-9.]+$", "", rest).strip()
    if not _METHOD.fullmatch(method) or not target or " " in target:
        message = f"Line {head.line} is no request line: write a method, a space and a path."
        raise MessageError(message)
    if not target.startswith("/"):  # an absolute address, as proxies get it
        try:
            parts = urlsplit(target)
        except ValueError:
            parts = urlsplit("")
        if not parts.netloc:
            raise MessageError(f"The path in line {head.line} does not begin with a slash.")
        target = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    path, _, query = target.partition("#")[0].partition("?")
    return Request(method, path, query, head.headers, body)
