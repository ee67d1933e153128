"""An HTTP client on the standard library, for those who have none of their own: one request, one answer, in bounds."""

import http.client
import io
import socket
import ssl
from collections.abc import Callable
from contextlib import closing
from time import monotonic
from typing import Any, TypeAlias, cast
from urllib.parse import urlsplit

from deploy_contract.document.wire import Limits
from deploy_contract.http.messages import Request, Response
from deploy_contract.report import ContractError

Fetch: TypeAlias = Callable[[Request], Response]


def http_fetch(
    base_url: str,
    timeout: float = 2.0,
    most_bytes: int = Limits().response_body,
    context: ssl.SSLContext | None = None,
) -> Fetch:
    """A `fetch` on the standard library: one connection a request, `timeout` seconds from its begin to the end of the answer.

    base_url: where the service is, such as https://deployments.example.com; its path goes before that of the request.
    context: for https, the certificates that are believed. Redirects are not followed. What it gives raises OSError or
    http.client.HTTPException where there is no whole answer in time, ValueError where one is longer than `most_bytes`.
    """
    try:
        where = urlsplit(base_url)
        host, port, prefix = where.hostname, where.port, where.path.rstrip("/")
    except ValueError:
        raise ContractError("base_url has a host or port that cannot be") from None
    if (
        where.scheme not in ("http", "https")
        or not host
        or "@" in where.netloc
        or where.query
        or where.fragment
    ):
        raise ContractError(
            "base_url is http:// or https://, a host, and perhaps a port and a path; nothing else"
        )
    if where.scheme == "https" and context is None:
        context = (
            ssl.create_default_context()
        )  # reading the certificates takes longer than most requests

    def fetch(request: Request) -> Response:
        end = monotonic() + timeout
        target = prefix + request.path + (f"?{request.query}" if request.query else "")
        with closing(_connection(host, port, timeout, context)) as connection:
            connection.connect()
            connection.sock.settimeout(max(end - monotonic(), 0.001))
            connection.putrequest(request.method, target)
            for name, value in texts(request):
                connection.putheader(
                    name, value
                )  # each of them: http.client.request takes a name only once
            connection.putheader("connection", "close")
            connection.endheaders(request.body or None)
            answer = http.client.HTTPResponse(
                cast(socket.socket, _Ending(connection.sock, end)), method=request.method
            )
            with closing(answer):
                answer.begin()
                return Response(
                    answer.status, tuple(answer.getheaders()), _body(answer, most_bytes)
                )

    return fetch


def _connection(
    host: str, port: int | None, timeout: float, context: ssl.SSLContext | None
) -> http.client.HTTPConnection:
    if context is None:
        return http.client.HTTPConnection(host, port, timeout=timeout)
    return http.client.HTTPSConnection(host, port, timeout=timeout, context=context)


def _body(answer: http.client.HTTPResponse, most: int) -> bytes:
    blocks = []
    while block := answer.read(min(most + 1, 1 << 16)):
        blocks.append(block)
        most -= len(block)
        if most < 0:
            raise ValueError("the answer is too long")
    if answer.length:
        raise http.client.IncompleteRead(b"")
    return b"".join(blocks)


class _Ending(io.RawIOBase):
    """What comes from a socket, until a time: the time limit of a socket begins again with every byte."""

    def __init__(self, sock: socket.socket, end: float) -> None:
        self._sock = sock
        self._end = end

    def makefile(self, _mode: str) -> io.BufferedReader:
        """As a socket's."""
        return io.BufferedReader(self)

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Reads what is there, or waits for it until the time."""
        left = self._end - monotonic()
        if left <= 0:
            raise TimeoutError
        self._sock.settimeout(left)
        return self._sock.recv_into(buffer)


def texts(request: Request) -> list[tuple[str, str]]:
    """The headers of a request as texts, in their order."""
    return [
        (
            name if isinstance(name, str) else name.decode("latin-1"),
            value if isinstance(value, str) else value.decode("latin-1"),
        )
        for name, value in request.headers
    ]
