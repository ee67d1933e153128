"""The answers to requests that never reach an application: problem details (RFC 9457)."""

from typing import NamedTuple


class Problem(NamedTuple):
    """A status, its word in the log and metrics, and a sentence without any part of a message."""

    status: int
    reason: str
    detail: str


MALFORMED = Problem(400, "malformed", "The request is not valid HTTP/1.1 (RFC 9112).")
TARGET = Problem(
    400, "target", "The request target is not a path of printable ASCII without a fragment."
)
HOST = Problem(400, "host", "A request must have one Host header with a valid name.")
FRAMING = Problem(
    400,
    "framing",
    "The length of the body must be given once: Content-Length or Transfer-Encoding: chunked.",
)
CODING = Problem(501, "transfer-coding", "The only supported transfer coding is chunked.")
VERSION = Problem(505, "version", "Only HTTP/1.1 and HTTP/1.0 are supported.")
HEAD_SIZE = Problem(431, "header-size", "The request line and headers are too long.")
HEAD_TIME = Problem(408, "header-time", "The request line and headers did not arrive in time.")
BODY_TIME = Problem(408, "body-time", "The request body did not arrive in time.")
TUNNEL = Problem(501, "tunnel", "CONNECT is not supported.")
INTERNAL = Problem(500, "internal", "The server failed.")
CONNECTIONS = Problem(503, "connections", "Too many connections are open; try again.")
