"""HTTP messages as text, and the places of their violations in that text.

A request is a request line, headers, an empty line and a body. A response follows its request and
begins with a status line, such as `HTTP/1.1 200 OK`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from deploy_contract import Contract, Request, Response, Violation
from deploy_contract.files.documents import Checked, Source
from deploy_contract_format.errors import Place
from deploy_contract_service.errors import PageError

_METHOD = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")  # RFC 9110, section 5.6.2
_ORIGIN = re.compile(r"https?://(\[[0-9a-f:.]+\]|[^/?#\[\]]+)(:[0-9]*)?/?", re.IGNORECASE)
_STATUS_LINE = re.compile(r"HTTP/[0-9](?:\.[0-9])? ([1-5][0-9]{2})(?: .*)?")


class Head(NamedTuple):
    """The lines before a body. Their numbers in the text are from 1."""

    line: int
    first: str  # the request line or status line
    headers: list[tuple[str, str]]
    places: dict[str, int]  # line of each header, by its name in lower case


@dataclass(frozen=True)
class Message(Checked):
    """A message with its report. Its headers and first line have places beside those of its body."""

    head: Head | None = None

    def place(self, violation: Violation) -> Place:
        """Return the place of a violation in the text."""
        if self.head is None or violation.location in ("body", "wire"):
            return super().place(violation)
        return Place(self.head.places.get(violation.pointer.lower(), self.head.line), 1)


def check_request(
    contract: Contract, text: str, source: Any, deployment: Mapping[str, Any] | None
) -> Message:
    """Return the report on a request. Raises PageError if the text is not a request."""
    head, body = _split(text.split("\n"), 1)
    request = _request(head, body)
    report = contract.check_request(request, source=source, deployment=deployment)
    return Message("message", 1, report, contract, Source(body), head=head)


def check_response(contract: Contract, text: str, deployment: Mapping[str, Any] | None) -> Message:
    """Return the report on a response below its request. Raises PageError if it is not."""
    lines = text.split("\n")
    starts = [number for number, line in enumerate(lines) if _STATUS_LINE.fullmatch(line.strip())]
    if not starts:
        raise PageError(
            200, "Write the response below its request: HTTP/1.1 200 OK, headers, body."
        )
    request = _request(*_split(lines[: starts[0]], 1))
    head, body = _split(lines[starts[0] :], starts[0] + 1)
    status = int(head.first.split()[1])
    response = Response(status, head.headers, body)
    report = contract.check_response(response, request, deployment=deployment)
    return Message("message", 1, report, contract, Source(body), head=head)


def _split(lines: list[str], number: int) -> tuple[Head, bytes]:
    """Return the head and the body of the lines of a message, the first of which has a number.

    Empty lines in place of the head give each violation of the body its line in the text.
    """
    while lines and not lines[0].strip():
        lines, number = lines[1:], number + 1
    if not lines:
        raise PageError(200, "Begin with a request line: a method and a path.")
    headers: list[tuple[str, str]] = []
    places: dict[str, int] = {}
    body_line = number + len(lines)
    for at, line in enumerate(lines[1:], number + 1):
        if not line.strip():
            body_line = at + 1
            break
        name, colon, value = line.partition(":")
        if not colon or not _METHOD.fullmatch(name):
            hint = "Write NAME: VALUE, or an empty line before the body."
            raise PageError(200, f"Line {at} is no header. {hint}")
        headers.append((name, value.strip()))
        places.setdefault(name.lower(), at)
    body = "\n".join(lines[body_line - number :]).rstrip("\n")
    if body:
        body = "\n" * (body_line - 1) + body
    return Head(number, lines[0].strip(), headers, places), body.encode("utf-8", "replace")


def _request(head: Head, body: bytes) -> Request:
    method, _, rest = head.first.partition(" ")
    target = re.sub(r"\s+HTTP/[0-9.]+$", "", rest).strip()
    if not _METHOD.fullmatch(method) or not target or " " in target:
        message = f"Line {head.line} is no request line: write a method, a space and a path."
        raise PageError(200, message)
    # of an absolute address, as proxies get it, the path counts
    target = _ORIGIN.sub("/", target, count=1) if _ORIGIN.match(target) else target
    if not target.startswith("/"):
        raise PageError(200, f"The path in line {head.line} does not begin with a slash.")
    path, _, query = target.partition("#")[0].partition("?")
    return Request(method, path, query, head.headers, body)
