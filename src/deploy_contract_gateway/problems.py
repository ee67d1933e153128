"""Answers of the gateway's own: problem details (RFC 9457) for what never reached a verdict, or the service."""

from typing import NamedTuple

from deploy_contract.answers import failure


class Problem(NamedTuple):
    """A status, and what is wrong in one line, of which no part comes from a message. `reason`: its word in logs."""

    status: int
    reason: str
    detail: str


MALFORMED = Problem(400, "malformed", "The request is not HTTP/1.1 as RFC 9112 has it.")
TARGET = Problem(
    400, "target", "The target of the request is no path, or has a part that begins with #."
)
HOST = Problem(400, "host", "A request has one Host header, and a name in it.")
FRAMING = Problem(
    400,
    "framing",
    "The length of the body is not said in one way: Content-Length, or Transfer-Encoding: chunked.",
)
CODING = Problem(501, "transfer-coding", "Of transfer codings only chunked is known here.")
VERSION = Problem(505, "version", "Only HTTP/1.1 and HTTP/1.0 are spoken here.")
HEAD_SIZE = Problem(431, "header-size", "The line and headers of the request are too long.")
HEAD_TIME = Problem(408, "header-time", "The line and headers of the request did not come in time.")
BODY_TIME = Problem(408, "body-time", "The body of the request did not come in time.")
UPGRADE = Problem(501, "upgrade", "Connections are not switched to another protocol here.")
TUNNEL = Problem(501, "tunnel", "No tunnels are made here.")
UNREACHABLE = Problem(502, "unreachable", "The service cannot be reached.")
BROKEN = Problem(502, "broken", "The service gave no whole HTTP response.")
LATE = Problem(504, "late", "The service did not respond in time.")
CONNECT_LATE = Problem(504, "connect-late", "The service did not take the connection in time.")
BUSY = Problem(503, "busy", "Too many requests are under way at the service; try again.")
FULL = Problem(
    502,
    "buffer-full",
    "Too many bodies are held in memory to hold this response for HTTP/1.0 as well.",
)
CONNECTIONS = Problem(503, "connections", "Too many connections are open; try again.")
INTERNAL = Problem(500, "internal", "The gateway failed.")


def written(problem: Problem) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """The headers and the body of its answer."""
    answer = failure(problem.status, problem.detail)
    return [
        (name.encode("ascii"), value.encode("ascii")) for name, value in answer.headers
    ], answer.body
