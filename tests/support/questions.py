"""Questions for the decision server, in the form of each gateway.

Traefik and APISIX cannot be had here. Their questions are recorded from their sources: ForwardAuth of
Traefik 3 with `forwardBody`, and forward-auth of APISIX 3 with `request_method: POST`.
"""

from typing import NamedTuple

from tests.support.gateways import Answer, Gateway, head


class Asked(NamedTuple):
    """An original request."""

    method: str
    target: str
    body: bytes = b""
    media_type: str = "application/json"


def lines_of(asked: Asked) -> list[str]:
    """Return the client's headers that most gateways pass on."""
    lines = ["User-Agent: curl/8.5.0", "Accept: */*", "X-Request-ID: abc-1"]
    if asked.media_type:
        lines.append(f"Content-Type: {asked.media_type}")
    return lines


def envoy(asked: Asked) -> bytes:
    lines = [
        *lines_of(asked), "x-forwarded-proto: http", "x-envoy-internal: true", "x-forwarded-for: 10.0.0.7",
        "x-envoy-expected-rq-timeout-ms: 2000", f"content-length: {len(asked.body)}",
    ]  # fmt: skip
    if asked.body:
        lines.append("x-envoy-auth-partial-body: false")
    return message(asked.method, asked.target, lines, asked.body)


def traefik(asked: Asked) -> bytes:
    lines = [
        *lines_of(asked), "Accept-Encoding: gzip", "X-Forwarded-For: 10.0.0.7", "X-Forwarded-Host: api.example.com",
        f"X-Forwarded-Method: {asked.method}", "X-Forwarded-Port: 80", "X-Forwarded-Proto: http",
        "X-Forwarded-Server: edge", f"X-Forwarded-Uri: {asked.target}", "X-Real-Ip: 10.0.0.7",
    ]  # fmt: skip
    body = b""
    if asked.body:  # Go does not know its length, and sends it in chunks
        lines.append("Transfer-Encoding: chunked")
        body = b"%x\r\n%s\r\n0\r\n\r\n" % (len(asked.body), asked.body)
    return message("GET", "/", lines, body)


def apisix(asked: Asked) -> bytes:
    lines = [
        "X-Forwarded-Proto: http", f"X-Forwarded-Method: {asked.method}", "X-Forwarded-Host: api.example.com",
        f"X-Forwarded-Uri: {asked.target}", "X-Forwarded-For: 10.0.0.7", "User-Agent: lua-resty-http/0.17",
    ]  # fmt: skip
    if asked.media_type:  # `request_headers` names it
        lines.append(f"Content-Type: {asked.media_type}")
    if asked.body:
        lines.append(f"Content-Length: {len(asked.body)}")
    return message("POST", "/", lines, asked.body)


def caddy(asked: Asked) -> bytes:
    lines = [
        *lines_of(asked), "X-Forwarded-For: 10.0.0.7", "X-Forwarded-Host: api.example.com", "X-Forwarded-Proto: http",
        f"X-Forwarded-Method: {asked.method}", f"X-Forwarded-Uri: {asked.target}", "Accept-Encoding: gzip",
    ]  # fmt: skip
    return message("GET", "/", lines)


def nginx(asked: Asked) -> bytes:
    lines = [f"X-Original-Method: {asked.method}", f"X-Original-URI: {asked.target}"]
    return message("GET", "/_contract", [*lines, *lines_of(asked)])


FORMS = {"envoy": envoy, "traefik": traefik, "apisix": apisix, "caddy": caddy, "nginx": nginx}


def message(method: str, target: str, lines: list[str], body: bytes = b"") -> bytes:
    return head(method, target, *lines, host="decide") + body


def parsed(answered: bytes) -> Answer:
    """Return an answer whose connection was closed after it."""
    head, _, body = answered.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    pairs = [line.partition(": ") for line in lines]
    return Answer(int(first.split()[1]), [(name, value) for name, _, value in pairs], body)


def with_lines(question: bytes, *lines: str) -> bytes:
    """Return a question with further lines in its head."""
    first, _, rest = question.partition(b"\r\n")
    return b"\r\n".join([first, *(line.encode("latin-1") for line in lines), rest])


def ask(decide: Gateway, dialect: str, asked: Asked) -> Answer:
    """Return the answer to a question in the form of a gateway."""
    return parsed(decide.raw(with_lines(FORMS[dialect](asked), "Connection: close")))
