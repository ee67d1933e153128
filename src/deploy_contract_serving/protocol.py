"""uvicorn's HTTP/1.1 protocol with a limit on connections and without protocol upgrades.

A server may ignore an offer to upgrade (RFC 9110, section 7.8). Java's HttpClient offers HTTP/2 in
each request that is not encrypted. On an offer the parser (httptools) stops and skips the body. A
proxy that forwarded such a request would then send the next request as its body.
"""

import asyncio

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from deploy_contract.answers import failure
from deploy_contract_serving.connections import Connections

_TOO_MANY = (503, "Too many connections are open; try again.")


class HttpProtocol(HttpToolsProtocol):
    """One client connection.

    A request that offers an upgrade is parsed again without the offer. A request for a tunnel
    (CONNECT) is refused, and so is one that does not name one host.
    """

    client_connections = Connections()  # the server sets its own
    admitted = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for a request, or refuse the connection if there are too many."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self.admitted = self.client_connections.admit(self)
        if not self.admitted:
            self.refuse_connection()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another connection."""
        self.client_connections.remove(self)
        super().connection_lost(exc)

    def refuse_connection(self) -> None:
        """Answer with status 503 before any request was read, and close."""
        answer = failure(*_TOO_MANY)
        lines = [f"{name}: {value}\r\n".encode("ascii") for name, value in answer.headers]
        head = [STATUS_LINE[answer.status], *lines, b"connection: close\r\n\r\n"]
        self.transport.write(b"".join([*head, answer.body]))
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Parse received bytes, and refuse a request that is malformed."""
        self._unset_keepalive_if_required()
        try:
            self.feed(data)
        except httptools.HttpParserError:
            self.send_400_response("Invalid HTTP request received.")

    def feed(self, data: bytes | memoryview) -> None:
        """Parse bytes, ignoring offers to upgrade.

        Raises:
            httptools.HttpParserError: the bytes are not an HTTP request, or ask for a tunnel.
        """
        while True:
            try:
                self.parser.feed_data(data)
                return
            except httptools.HttpParserUpgrade as stopped:
                data = memoryview(data)[stopped.args[0] :]
            method = self.parser.get_method()
            if method == b"CONNECT":
                raise httptools.HttpParserError
            version = self.parser.get_http_version().encode("ascii")
            lines = [b"%s: %s\r\n" % pair for pair in self.headers if pair[0] != b"upgrade"]
            self.parser = httptools.HttpRequestParser(self)
            self.parser.set_dangerous_leniencies(lenient_data_after_close=True)  # as uvicorn does
            self.parser.feed_data(
                b"".join([method, b" ", self.url, b" HTTP/", version, b"\r\n", *lines, b"\r\n"])
            )

    def on_headers_complete(self) -> None:
        """Start the application, unless the headers offer an upgrade and are parsed again."""
        if not self.parser.should_upgrade():
            self._require_one_host()
            super().on_headers_complete()
            self.client_connections.begin_request(self)

    def _require_one_host(self) -> None:
        """Refuse a request that does not name one host (RFC 9112, section 3.2)."""
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts > 1 or (hosts == 0 and self.parser.get_http_version() == "1.1"):
            raise httptools.HttpParserError

    def on_response_complete(self) -> None:
        """Continue with the next request on the connection, or wait for one."""
        super().on_response_complete()
        if self.cycle.response_complete:
            self.client_connections.end_request(self)

    def on_message_complete(self) -> None:
        """End the request, unless its headers offer an upgrade and are parsed again."""
        if not self.parser.should_upgrade():
            super().on_message_complete()
