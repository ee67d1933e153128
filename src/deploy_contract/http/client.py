"""A small HTTP client on the standard library, for lookups: one connection for each request."""

import http.client
import io
import socket
import ssl
from collections.abc import Callable
from contextlib import closing
from functools import partial
from time import monotonic
from typing import Any, TypeAlias, cast
from urllib.parse import SplitResult, urlsplit

from deploy_contract.exceptions import ContractError
from deploy_contract.http.headers import as_texts
from deploy_contract.http.messages import Request, Response
from deploy_contract.limits import Limits

Fetch: TypeAlias = Callable[[Request], Response]

_BLOCK = 1 << 16  # bytes that are read at a time


def http_fetch(
    base_url: str,
    timeout: float = 2.0,
    most_bytes: int = Limits().response_body,
    context: ssl.SSLContext | None = None,
) -> Fetch:
    """Return a function that sends a request and returns the response.

    The function follows no redirects. It raises OSError or http.client.HTTPException if there is
    no whole response in time, and ValueError if the response is longer than `most_bytes`.

    Args:
        base_url: address of the service, such as https://deployments.example.com. Its path is put
            before the path of each request.
        timeout: seconds for a request, from connecting to the last byte of the response.
        most_bytes: the longest body of a response, in bytes.
        context: TLS settings for https, by default those of `ssl.create_default_context`.

    Raises:
        ContractError: if `base_url` is not an address of that form.
    """
    url = _parse_base_url(base_url)
    host, port, prefix = cast(str, url.hostname), url.port, url.path.rstrip("/")
    connect = partial(http.client.HTTPConnection, host, port, timeout=timeout)
    if url.scheme == "https":
        # made once, since reading the certificates takes longer than most requests
        secured = context or ssl.create_default_context()
        connect = partial(http.client.HTTPSConnection, host, port, timeout=timeout, context=secured)

    def fetch(request: Request) -> Response:
        deadline = monotonic() + timeout
        target = prefix + request.path
        if request.query:
            target += f"?{request.query}"
        with closing(connect()) as connection:
            connection.connect()
            connection.sock.settimeout(max(deadline - monotonic(), 0.001))
            connection.putrequest(request.method, target)
            # http.client.request would send each name only once
            for name, value in as_texts(request.headers):
                connection.putheader(name, value)
            connection.putheader("connection", "close")
            connection.endheaders(request.body or None)
            reader = cast(socket.socket, _DeadlineReader(connection.sock, deadline))
            response = http.client.HTTPResponse(reader, method=request.method)
            with closing(response):
                response.begin()
                body = _read_body(response, most_bytes)
                return Response(response.status, tuple(response.getheaders()), body)

    return fetch


def _parse_base_url(base_url: str) -> SplitResult:
    try:
        url = urlsplit(base_url)
        host, _ = url.hostname, url.port
    except ValueError:
        raise ContractError("base_url has an invalid host or port") from None
    if url.scheme not in ("http", "https") or not host:
        raise ContractError(_BASE_URL)
    if "@" in url.netloc or url.query or url.fragment:
        raise ContractError(_BASE_URL)
    return url


_BASE_URL = "base_url is http:// or https://, a host, and maybe a port and a path; nothing else"


def _read_body(response: http.client.HTTPResponse, most: int) -> bytes:
    blocks = []
    while block := response.read(min(most + 1, _BLOCK)):
        blocks.append(block)
        most -= len(block)
        if most < 0:
            raise ValueError("the response is too long")
    if response.length:
        raise http.client.IncompleteRead(b"")
    return b"".join(blocks)


class _DeadlineReader(io.RawIOBase):
    """A reader of a socket with a deadline. A socket's own timeout starts anew with each read."""

    def __init__(self, sock: socket.socket, deadline: float) -> None:
        self._sock = sock
        self._deadline = deadline

    def makefile(self, _mode: str) -> io.BufferedReader:
        """Return a buffered reader, as a socket does for http.client."""
        return io.BufferedReader(self)

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read the bytes that have arrived, or wait for some until the deadline."""
        left = self._deadline - monotonic()
        if left <= 0:
            raise TimeoutError
        self._sock.settimeout(left)
        return self._sock.recv_into(buffer)
