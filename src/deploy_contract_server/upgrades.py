"""HTTP/1.1 as uvicorn speaks it, but offers to upgrade are ignored, as a server may (RFC 9110, section 7.8).

Java's HttpClient offers HTTP/2 in each request that is not encrypted. The parser (httptools) then leaves the connection to
whoever takes the offer, and skips the body: who forwarded such a request would send the next one in its place.
"""

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class PlainProtocol(HttpToolsProtocol):
    """A connection. A request with an offer is parsed anew without it; what asks for a tunnel (CONNECT) is no request."""

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
            self.parser.feed_data(b"".join([method, b" ", self.url, b" HTTP/", version, b"\r\n", *lines, b"\r\n"]))

    def on_headers_complete(self) -> None:
        """Looks at a head without an offer, and begins to answer."""
        if not self.parser.should_upgrade():
            super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Ends a request."""
        if not self.parser.should_upgrade():
            super().on_message_complete()
