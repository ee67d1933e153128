"""HTTP/1.1 as uvicorn speaks it, but offers to upgrade are ignored, as a server may (RFC 9110, section 7.8).

Java's HttpClient offers HTTP/2 in each request that is not encrypted. The parser (httptools) then leaves the connection to
whoever takes the offer: it skips the body.
"""

from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

FRAMING = (b"content-length", b"transfer-encoding")


class Protocol(HttpToolsProtocol):
    """A connection."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.parser = _parser(self, self)

    def on_message_complete(self) -> None:
        """Called by the parser; too early, where the message has an offer."""
        if not self.parser.should_upgrade():
            super().on_message_complete()


class _Parser(httptools.HttpRequestParser):
    """Goes on behind the head of a request with an offer, by a parser that has not seen the offer."""

    connection: Protocol

    def feed_data(self, data: Any) -> None:
        try:
            super().feed_data(data)
        except httptools.HttpParserUpgrade as offer:
            framing = [b"%s: %s\r\n" % (name, value) for name, value in self.connection.headers if name in FRAMING]
            self.connection.parser = _parser(self.connection, _Rest(self.connection))
            self.connection.parser.feed_data(b"POST / HTTP/1.1\r\n%s\r\n" % b"".join(framing))
            self.connection.parser.feed_data(data[offer.args[0] :])


class _Rest:
    """Takes what a parser tells, but for the first head, which is known."""

    def __init__(self, connection: Protocol) -> None:
        self._connection = connection
        self._is_first = True
        self.on_body = connection.on_body
        self.on_message_complete = connection.on_message_complete

    def on_message_begin(self) -> None:
        if not self._is_first:
            self._connection.on_message_begin()

    def on_url(self, url: bytes) -> None:
        if not self._is_first:
            self._connection.on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        if not self._is_first:
            self._connection.on_header(name, value)

    def on_headers_complete(self) -> None:
        if not self._is_first:
            self._connection.on_headers_complete()
        self._is_first = False


def _parser(connection: Protocol, told: object) -> _Parser:
    parser = _Parser(told)
    parser.connection = connection
    parser.set_dangerous_leniencies(lenient_data_after_close=True)  # as uvicorn has it
    return parser
