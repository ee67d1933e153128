"""HTTP/1.1 as uvicorn speaks it, with a limit on connections and without upgrades.

Offers to upgrade are ignored, as a server may do (RFC 9110, section 7.8). Java's HttpClient offers HTTP/2 in each request
that is not encrypted. The parser (httptools) then leaves the connection to whoever takes the offer, and skips the body: who
forwarded such a request would send the next one in its place.
"""

import asyncio

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from deploy_contract.answers import failure
from deploy_contract_serving.connections import Connections

FULL = (503, "Too many connections are open; try again.")


class PlainProtocol(HttpToolsProtocol):
    """A connection. A request with an offer is parsed anew without it; what asks for a tunnel (CONNECT) is no request.

    `admission` says whether it may stay, and is told when a request is under way.
    """

    admission = Connections()  # its server gives it another
    admitted = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait for a request, if there is room."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self.admitted = self.admission.admit(self)
        if not self.admitted:
            self.turn_away()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another connection."""
        self.admission.lose(self)
        super().connection_lost(exc)

    def turn_away(self) -> None:
        """Answer before anything is asked that there is no room."""
        answer = failure(*FULL)
        lines = [f"{name}: {value}\r\n".encode("ascii") for name, value in answer.headers]
        self.transport.write(
            b"".join(
                [STATUS_LINE[answer.status], *lines, b"connection: close\r\n\r\n", answer.body]
            )
        )
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Reads bytes of requests."""
        self._unset_keepalive_if_required()
        try:
            self.feed(data)
        except httptools.HttpParserError:
            self.send_400_response("Invalid HTTP request received.")

    def feed(self, data: bytes | memoryview) -> None:
        """Has bytes parsed; HttpParserError where they are no requests."""
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
            self.parser.set_dangerous_leniencies(lenient_data_after_close=True)  # as uvicorn has it
            self.parser.feed_data(
                b"".join([method, b" ", self.url, b" HTTP/", version, b"\r\n", *lines, b"\r\n"])
            )

    def on_headers_complete(self) -> None:
        """Looks at a head without an offer, and begins to answer."""
        if not self.parser.should_upgrade():
            super().on_headers_complete()
            self.admission.begin(self)

    def on_response_complete(self) -> None:
        """Go on with the request behind, or wait for one."""
        super().on_response_complete()
        if self.cycle.response_complete:
            self.admission.end(self)

    def on_message_complete(self) -> None:
        """Ends a request."""
        if not self.parser.should_upgrade():
            super().on_message_complete()
