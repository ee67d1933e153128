"""Forwarded requests and responses, and the gateway's own answers: each byte, over real sockets."""

import asyncio
import gzip
import json
import re
import socket
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, suppress
from typing import NamedTuple
from unittest.mock import Mock

import pytest

from deploy_contract_gateway.client import Connection
from deploy_contract_gateway.exchange import UpstreamError
from tests.support.gateways import (
    CANARY,
    DEPLOYMENT,
    JSON,
    PATCH,
    PATH,
    PATIENCE,
    Gateway,
    Got,
    Shared,
    Upstream,
    answer,
    discreet,
    head,
    soon,
    statuses,
    until,
)

pytestmark = pytest.mark.usefixtures("upstream")  # without its history
BAD = json.dumps({"secret_references": CANARY}).encode()


@pytest.fixture(scope="module")
def gateway(origin: Upstream, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gateway]:
    folder = tmp_path_factory.mktemp("gateway")
    with discreet(folder, origin, "--keep-alive-seconds", "5") as found:
        yield found
        assert soon(lambda: found.metrics()["requests_under_way"] == 0)


class Sent(NamedTuple):
    """The statuses of the answer to a request, and the request that upstream receives."""

    parts: list[bytes]
    statuses: list[int]
    line: bytes
    body: bytes
    values: dict[str, list[bytes]]  # of headers


TARGET = f"{PATH}?a=%7e%7E+b&&x=&=%20"
OTHER = b"GET /other HTTP/1.1"
PATCHED = f"PATCH {PATH} HTTP/1.1".encode()
CHUNKS = b"%x;ext=1\r\n%s\r\n%x\r\n%s\r\n" % (5, PATCH[:5], len(PATCH) - 5, PATCH[5:])
TRAILER = b"0\r\nContent-Type: text/plain\r\nX-Forwarded-For: 6.6.6.6\r\n\r\n"
LONG = bytes(range(256)) * 8192
SENT = {
    "a patch, byte for byte": Sent(
        [head("PATCH", TARGET, "content-type: application/json", "X-Twice: 1", f"Content-Length: {len(PATCH)}", "x-twice: 2", "X-Raw: \xe9 \xff", "Connection: close"), PATCH],
        [200], f"PATCH {TARGET} HTTP/1.1".encode(), PATCH,
        {
            "x-twice": [b"1", b"2"], "x-raw": [b"\xe9 \xff"], "host": [b"api.example.com"], "content-length": [str(len(PATCH)).encode()],
            "user-agent": [], "accept-encoding": [], "accept": [], "connection": [],
        },
    ),
    "a body in chunks is judged whole, and has a length from then on": Sent(
        [head("PATCH", PATH, JSON.strip(), "Transfer-Encoding: chunked", "Connection: close"), CHUNKS, TRAILER],
        [200], PATCHED, PATCH,
        {
            "content-length": [str(len(PATCH)).encode()], "transfer-encoding": [], "content-type": [b"application/json"],
            "x-forwarded-for": [b"127.0.0.1"],  # a trailer is no header
        },
    ),
    "clients are not believed where they come from": Sent(
        [head("GET", "/other", "X-Forwarded-For: 6.6.6.6", "X-Forwarded-Proto: https", "X-Forwarded-Host: evil", "Forwarded: for=6.6.6.6", "X-Real-IP: 6.6.6.6",
             "X-Forwarded-User: root", "X_Forwarded_User: root", "Connection: close", host="api.example.com:81")],
        [200], OTHER, b"",
        {
            "x-forwarded-for": [b"127.0.0.1"], "x-forwarded-proto": [b"http"], "x-forwarded-host": [b"api.example.com:81"],
            "forwarded": [], "x-real-ip": [], "x-forwarded-user": [], "x_forwarded_user": [],
        },
    ),
    "a stated length is kept where the body streams": Sent(
        [head("PUT", "/upload", f"Content-Length: {len(LONG)}", "Connection: close"), LONG],
        [200], b"PUT /upload HTTP/1.1", LONG, {"content-length": [str(len(LONG)).encode()], "transfer-encoding": []},
    ),
    "blanks around a value are none of it": Sent(
        [head("PATCH", PATH, "content-length:\t2 \t", "Content-Type: application/json ", "Expect: 100-continue ", "Connection: close ", host="api.example.com\t "), b"{}"],
        [100, 200], PATCHED, b"{}", {"host": [b"api.example.com"], "content-length": [b"2"]},
    ),
    "a target in absolute form is a path of its host": Sent(
        [head("GET", "http://other.example.com/x?y", "Connection: close")],
        [200], b"GET /x?y HTTP/1.1", b"", {"host": [b"other.example.com"]},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SENT)
def test_upstream_receives_what_it_should(gateway: Gateway, name: str) -> None:
    given = SENT[name]
    got = gateway.raw(*given.parts)
    assert statuses(got) == given.statuses
    assert got.endswith(DEPLOYMENT)
    [sent] = gateway.upstream.got
    assert (sent.line, sent.body) == (given.line, given.body)
    assert {header: sent.values(header) for header in given.values} == given.values


# headers that upstream gets with every request
ADDED = {b"host", b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host", b"x-request-id"}
OTHER_PATHS = (
        "/a?", "/a/%2e%2E/b;c?d", "//x//y/", "/%zz", "/a?b?c/d", "/*", "/projects/group%2Fp", "/files/a%5Cb", "/a%2fb%ff",
        "/%c0%ae%c0%ae/x", "/v2/deployments.json.gz", "/v2/deployments-archive;v=1",
)  # fmt: skip
LED_PATHS = (
    "/V2/deployments",
    "/v2%2fdeployments?limit=5000",
    "/v2/x/..;/deployments",
    "/x%ff/..%2fv2/deployments",
    "/v2/deployments;/&limit=5000",
    "/v2/deployments.json?limit=abc",
)


@pytest.mark.promise(19, 28)
def test_paths_pass_as_written_unless_some_reader_takes_them_for_an_operation(
    gateway: Gateway,
) -> None:
    for target in OTHER_PATHS:
        assert statuses(gateway.raw(head("GET", target, "Connection: close")))[0] == 200, target
    lines = [f"GET {target} HTTP/1.1".encode() for target in OTHER_PATHS]
    assert [got.line for got in gateway.upstream.got] == lines
    for target in LED_PATHS:
        for method in ("GET", "HEAD"):
            assert statuses(gateway.raw(head(method, target, "Connection: close"))) == [400]
    assert len(gateway.upstream.got) == len(lines)


@pytest.mark.promise(28)
def test_headers_by_which_upstream_reads_another_request_go_no_further(gateway: Gateway) -> None:
    dropped = (
        "SCRIPT_NAME: /x", "script_name: /x", "Path_Info: /y", "X_HTTP_Method_Override: PATCH", "X-HTTP-Method-Override: PATCH",
        "x-http-method: PATCH", "X-Method-Override: PATCH", "X.HTTP.Method.Override: PATCH", "Content_Type: text/plain", "Content.Type: text/plain",
        "Transfer_Encoding: chunked", "X.Forwarded.For: 6.6.6.6", "X_Anything: 1", "X-Original-URL: /v2", "X-Rewrite-URL: /v2", "X-Script-Name: /x",
    )  # fmt: skip
    kept = ("X-Kept: 1", "X.Kept: 2", "Content-Length: 0", "Connection: close")
    for method, target in (("GET", f"/x{PATH}"), ("POST", PATH), ("GET", "/v2/deployments")):
        gateway.upstream.got.clear()
        gateway.raw(head(method, target, *dropped, *kept))
        [sent] = gateway.upstream.got
        names = {line.partition(b":")[0].lower() for line in sent.head.split(b"\r\n")[1:] if line}
        assert names == {b"x-kept", b"x.kept", b"content-length", b"via", *ADDED}


IDS = [
    ((), None),
    (("X-Request-ID: req-7:a/b+c=d@e~f.g_h",), "req-7:a/b+c=d@e~f.g_h"),
    ((f"X-Request-ID: {'a' * 128}",), "a" * 128),
    ((f"X-Request-ID: {'a' * 129}",), None),
    (("X-Request-ID: ",), None),
    (("X-Request-ID: -a",), None),
    (('X-Request-ID: a"b',), None),
    (("X-Request-ID: a b",), None),
    (("X-Request-ID: a\\b",), None),
    (("X-Request-ID: \xe9",), None),
    (("X-Request-ID: a", "X-Request-ID: b"), None),
]


def test_the_clients_id_is_logged_if_it_is_short_and_plain(gateway: Gateway) -> None:
    expected = {}
    for given, logged in IDS:
        answered = gateway.raw(head("GET", "/other", *given, "Connection: close"))
        [own] = re.findall(rb"\r\nx-request-id: ([0-9a-f]{32})\r\n", answered.lower())
        expected[own.decode()] = logged

    def found() -> dict[str, str | None]:
        rows = [row for row in gateway.lines("request") if row["id"] in expected]
        return {row["id"]: row.get("client_id") for row in rows}

    assert soon(lambda: found() == expected), found()


def test_a_forwarded_response_keeps_the_id_that_upstream_wrote(gateway: Gateway) -> None:
    gateway.upstream.always(answer(headers=f"{JSON}X-Request-ID: theirs\r\n"))
    answered = gateway.raw(head("GET", "/other", "Connection: close")).lower()
    assert re.findall(rb"\r\nx-request-id: (.*)\r\n", answered) == [b"theirs"]


def test_what_is_between_two_hops_goes_no_further(gateway: Gateway) -> None:
    gateway.upstream.always(
        answer(
            headers=f"{JSON}Connection: X-Mine, keep-alive\r\nKeep-Alive: timeout=9\r\nX-Mine: 1\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n"
        )
    )
    given = ("Connection: close, X-Hop", "X-Hop: 1", "Keep-Alive: 5", "TE: trailers", "Proxy-Connection: x", "X_Forwarded_For: 6.6.6.6", "X_Mine: 1", "Authorization: Bearer x", "Via: 1.0 edge")  # fmt: skip
    answered = gateway.raw(head("GET", "/other", *given, "Connection: close"))
    [sent] = gateway.upstream.got
    names = {line.partition(b":")[0].lower() for line in sent.head.split(b"\r\n")[1:] if line}
    assert names == {b"authorization", b"via", *ADDED}
    assert sent.values("via") == [b"1.0 edge, 1.1 deploy-contract"]
    received = answered.partition(b"\r\n\r\n")[0].lower()
    assert b"x-mine" not in received
    assert b"keep-alive" not in received
    assert received.count(b"set-cookie: ") == 2
    assert b"\r\ndate: " in received


def test_what_is_judged_is_what_is_left_when_connection_has_named_its_headers(
    gateway: Gateway,
) -> None:
    body = gzip.compress(PATCH)
    given = (
        JSON.strip(),
        "Content-Encoding: gzip",
        "Connection: close, Content-Encoding",
        f"Content-Length: {len(body)}",
    )
    # without its coding, the body is no JSON
    assert statuses(gateway.raw(head("PATCH", PATH, *given) + body)) == [400]
    assert not gateway.upstream.got


def test_a_trusted_proxy_is_believed_and_added_to(common: Shared) -> None:
    trusted = ["10.0.0.0/8", "127.0.0.1"]
    gateway = common.set(
        upstream=f"{common.gateway.upstream.url}/mount", trust_forwarded=trusted, host="upstream"
    )
    said = {
        "X-Forwarded-For": "203.0.113.9",
        "X-Forwarded-Proto": "https",
        "Forwarded": "for=203.0.113.9",
        "X-Forwarded-User": "a",
    }
    gateway.ask("GET", "/other?x", headers={**said, "Host": "api.example.com"})
    gateway.patch(BAD)
    [sent] = gateway.upstream.got
    assert sent.line == b"GET /mount/other?x HTTP/1.1"
    assert sent.values("host") == [f"127.0.0.1:{gateway.upstream.port}".encode()]
    assert sent.values("x-forwarded-for") == [b"203.0.113.9, 127.0.0.1"]
    assert sent.values("x-forwarded-proto") == [b"https"]
    assert sent.values("x-forwarded-host") == [b"api.example.com"]
    assert sent.values("forwarded") == [b"for=203.0.113.9, for=127.0.0.1"]
    assert sent.values("x-forwarded-user") == [b"a"]


SMUGGLED: dict[str, bytes | tuple[str, ...]] = {
    "both lengths": ("POST /o HTTP/1.1", "Content-Length: 5", "Transfer-Encoding: chunked", "", "0\r\n\r\nG"),
    "a length twice": ("POST /o HTTP/1.1", "Content-Length: 5", "Content-Length: 5", "", "hello"),
    "a list of lengths": ("POST /o HTTP/1.1", "Content-Length: 5, 5", "", "hello"),
    "a length of many digits": ("POST /o HTTP/1.1", f"Content-Length: {'0' * 3000}5", "", "hello"),
    "a signed length": ("POST /o HTTP/1.1", "Content-Length: +5", "", "hello"),
    "a folded header": ("GET /o HTTP/1.1", "X-A: a", " b", "", ""),
    "a folded coding": ("POST /o HTTP/1.1", "Transfer-Encoding:", " chunked", "", "0\r\n\r\n"),
    "a space before the colon": ("POST /o HTTP/1.1", "Content-Length : 5", "", "hello"),
    "an unknown coding": ("POST /o HTTP/1.1", "Transfer-Encoding: xchunked", "", "0\r\n\r\n"),
    "two codings": ("POST /o HTTP/1.1", "Transfer-Encoding: gzip, chunked", "", "0\r\n\r\n"),
    "a coding twice": ("POST /o HTTP/1.1", "Transfer-Encoding: chunked", "Transfer-Encoding: chunked", "", "0\r\n\r\n"),
    "identity": ("POST /o HTTP/1.1", "Transfer-Encoding: identity", "", "hello"),
    "chunks of HTTP/1.0": ("POST /o HTTP/1.0", "Transfer-Encoding: chunked", "", "0\r\n\r\n"),
    "a NUL": ("GET /o HTTP/1.1", "X-A: \x00", "", ""),
    "a bare CR": ("GET /o HTTP/1.1", "X-A: a\rX-B: b", "", ""),
    "a fragment": ("GET /o#x HTTP/1.1", "", ""),
    "bytes beyond ASCII": ("GET /\xe9 HTTP/1.1", "", ""),
    "another host": ("GET /o HTTP/1.1", "Host: evil", "", ""),
    "an authority": ("CONNECT evil:443 HTTP/1.1", "", ""),
    "an asterisk": ("GET * HTTP/1.1", "", ""),
    "HTTP/2.0": ("GET /o HTTP/2.0", "", ""),
    "no HTTP": ("hello", "", ""),
    "line feeds alone": b"GET /o HTTP/1.1\nHost: a\n\n",
    "a header that ends in a line feed": b"GET /o HTTP/1.1\r\nHost: a\nX: b\r\n\r\n",
    "a head that ends in a line feed": b"GET /o HTTP/1.1\r\nHost: a\r\n\n",
    "no host": b"GET /o HTTP/1.1\r\n\r\n",
    "no chunk": ("POST /o HTTP/1.1", "Transfer-Encoding: chunked", "", "zz\r\n"),
}  # fmt: skip


@pytest.mark.parametrize("name", SMUGGLED)
def test_a_request_of_two_readings_is_refused_and_the_connection_closed(
    gateway: Gateway, name: str
) -> None:
    given = SMUGGLED[name]
    if isinstance(given, bytes):
        raw = given
    else:
        first, *rest = given
        raw = "\r\n".join([first, "Host: api.example.com", *rest]).encode("latin-1")
    answered = gateway.raw(raw, head("GET", "/smuggled"))
    assert len(statuses(answered)) == 1
    assert statuses(answered)[0] in (400, 501, 505)
    assert answered.partition(b"\r\n\r\n")[0].lower().endswith(b"connection: close")
    assert json.loads(answered.partition(b"\r\n\r\n")[2])["violations"] == []
    assert not gateway.upstream.got


def test_a_faulty_request_is_answered_after_those_before_it(gateway: Gateway) -> None:
    good = head("GET", "/first")
    answered = gateway.raw(good + head("GET", "/second") + b"nonsense\r\n\r\n")
    assert statuses(answered) == [200, 200, 400]
    assert [got.line.split()[1] for got in gateway.upstream.got] == [b"/first", b"/second"]


def test_a_long_body_streams_both_ways(gateway: Gateway) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def reply(_got: Got, connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n")
        begun.set()
        assert go_on.wait(PATIENCE)
        connection.sendall(b"4\r\nlast\r\n0\r\n\r\n")

    gateway.upstream.reply = reply
    with gateway.connected() as client:
        client.sendall(head("POST", "/stream", "Transfer-Encoding: chunked") + b"3\r\nabc\r\n")
        time.sleep(0.1)
        assert not gateway.upstream.got  # it is on its way, and not whole
        client.sendall(b"3\r\ndef\r\n0\r\n\r\n")
        assert begun.wait(PATIENCE)
        assert b"last" not in until(client, lambda received: b"first" in received)
        go_on.set()
        until(client, lambda received: received.endswith(b"0\r\n\r\n"))
    assert gateway.upstream.got[0].body == b"abcdef"
    assert gateway.upstream.got[0].values("transfer-encoding") == [b"chunked"]


@pytest.mark.parametrize(
    ("body", "verdict"), [(DEPLOYMENT, "allow"), (DEPLOYMENT.replace(b"READY", b"X"), "deny")]
)
def test_compressed_responses_pass_untouched_and_are_judged(
    gateway: Gateway, body: bytes, verdict: str
) -> None:
    packed = gzip.compress(body)
    gateway.upstream.always(answer(packed, headers=f"{JSON}Content-Encoding: gzip\r\n"))
    answered = gateway.patch(b"{}")
    assert (answered.status, answered.body) == (200, packed)  # denied is reported
    assert answered.header("content-encoding") == "gzip"
    [identity] = gateway.upstream.got[0].values("x-request-id")
    lines = soon(
        lambda: [line for line in gateway.lines("request") if line["id"] == identity.decode()]
    )
    assert lines[0]["response"]["verdict"] == verdict


@pytest.mark.parametrize(
    ("method", "reply", "status", "length"),
    [
        ("HEAD", b"HTTP/1.1 200 OK\r\nContent-Length: 1234\r\n\r\n", 200, "1234"),
        ("GET", b"HTTP/1.1 304 Not Modified\r\nContent-Length: 1234\r\nETag: x\r\n\r\n", 304, None),
        ("GET", b"HTTP/1.1 204 No Content\r\n\r\n", 204, None),
        ("GET", b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" * 16 + b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", 200, "2"),
        ("OPTIONS", b"HTTP/1.1 200 OK\r\nAllow: GET\r\nContent-Length: 0\r\n\r\n", 200, "0"),
    ],
)  # fmt: skip
def test_responses_without_a_body_are_whole(
    gateway: Gateway, method: str, reply: bytes, status: int, length: str | None
) -> None:
    gateway.upstream.always(reply)
    answered = gateway.ask(method, "/other")
    assert (answered.status, answered.header("content-length")) == (status, length)
    assert gateway.ask(method, "/other").status == status  # over the same connection to upstream


def test_expectations_are_met_here(gateway: Gateway) -> None:
    given = (JSON.strip(), f"Content-Length: {len(PATCH)}", "Expect: 100-continue")
    with gateway.connected() as client:
        client.sendall(head("PATCH", PATH, *given, "Connection: close"))
        assert client.recv(1 << 10) == b"HTTP/1.1 100 Continue\r\n\r\n"
        client.sendall(PATCH)
        assert statuses(client.recv(1 << 16)) == [200]
    assert not gateway.upstream.got[0].values("expect")


# as Java's client asks
H2C = ("Connection: Upgrade, HTTP2-Settings", "HTTP2-Settings: AAEAAEAAAAIAAAAB", "Upgrade: h2c")


def test_another_protocol_is_refused_or_ignored(gateway: Gateway) -> None:
    asked = (
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    )
    assert statuses(gateway.raw(head("GET", "/socket", *asked))) == [501]
    assert not gateway.upstream.got
    assert statuses(gateway.raw(head("CONNECT", "http://evil/x"))) == [501]
    assert not gateway.upstream.got
    ignored = head("GET", "/other", *H2C)
    answered = gateway.raw(ignored, head("GET", "/next", "Connection: close"))
    assert statuses(answered) == [200, 200]  # RFC 9110, section 7.8: a server may ignore it
    assert not gateway.upstream.got[0].values("upgrade") + gateway.upstream.got[0].values(
        "http2-settings"
    )


@pytest.mark.parametrize("cut", ["together", "apart", "by bytes"])
def test_the_body_of_a_request_that_asks_for_another_protocol_is_its_body(
    gateway: Gateway, cut: str
) -> None:
    path = PATH if cut == "by bytes" else "/other"
    start = head("PATCH", path, JSON.strip(), *H2C, f"Content-Length: {len(PATCH)}")
    chunks = b"%x\r\n%s\r\n0\r\n\r\n" % (len(PATCH), PATCH)
    parts = [
        start,
        PATCH,
        head("PATCH", path, JSON.strip(), *H2C, "Transfer-Encoding: chunked"),
        chunks,
        head("GET", "/next", "Connection: close"),
    ]
    whole = b"".join(parts)
    sent = {"together": [whole], "apart": parts, "by bytes": [bytes([byte]) for byte in whole]}
    assert statuses(gateway.raw(*sent[cut])) == [200, 200, 200]
    assert [got.body for got in gateway.upstream.got] == [PATCH, PATCH, b""]


def test_a_body_that_is_not_sent_never_takes_the_next_request_for_itself(
    common_gateway: Shared,
) -> None:
    received: list[bytes] = []  # by connection

    def serve(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.settimeout(PATIENCE)
            number = len(received)
            received.append(b"")
            while part := connection.recv(1 << 16):
                received[number] += part
                if part.endswith(b"\r\n\r\n"):  # as some do, before the body is there
                    connection.sendall(answer(status="404 Not Found"))

    def accept() -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=accept, daemon=True).start()
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        gateway = common_gateway.set(upstream=url)
        for begun in (
            head("POST", "/other", "Content-Length: 400"),
            head("POST", "/other", *H2C, "Content-Length: 400") + b"begun\r\n\r\n",
        ):
            with gateway.connected() as client:
                client.sendall(begun)
                time.sleep(0.1)
        assert gateway.ask("GET", "/victim").status == 404
        listener.shutdown(socket.SHUT_RDWR)
    assert any(sent.startswith(b"GET /victim ") for sent in received)


@pytest.mark.parametrize("length", [3, 5])
def test_a_body_that_comes_is_held_to_the_length_that_was_said(length: int) -> None:
    async def parts() -> AsyncIterator[bytes]:
        yield b"ab"
        yield b"cd"

    transport = Mock(spec=asyncio.Transport)
    transport.is_closing.return_value = False

    async def send() -> None:
        connection = Connection(1.0)
        connection.connection_made(transport)
        await connection.request("PUT", b"", parts(), length)

    with pytest.raises(UpstreamError):
        asyncio.run(send())
    written = b"".join(call.args[0] for call in transport.write.call_args_list)
    assert len(written) <= length
    transport.abort.assert_called()


def test_clients_of_http_1_0_get_no_chunks_and_see_a_body_that_breaks_off(gateway: Gateway) -> None:
    whole = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n"
    gateway.upstream.always(whole)
    answered = gateway.raw(b"GET /other HTTP/1.0\r\n\r\n").lower()
    assert gateway.upstream.got[0].values("host") == [f"127.0.0.1:{gateway.upstream.port}".encode()]
    assert b"transfer-encoding" not in answered
    assert b"connection: close\r\n" in answered
    assert answered.endswith(b"\r\n\r\nabc")
    gateway.upstream.reply = lambda _got, connection: connection.sendall(whole[:-7])
    with gateway.connected() as client:
        client.sendall(b"GET /other HTTP/1.0\r\n\r\n")
        with pytest.raises(ConnectionResetError):
            list(iter(lambda: client.recv(1 << 16), b""))


def test_an_idle_connection_to_upstream_is_used_again_and_then_closed(
    common_gateway: Shared,
) -> None:
    with closing(Upstream()) as upstream:
        gateway = common_gateway.set(upstream=upstream.url, idle_seconds=0.5)

        def is_used_again() -> bool:  # unless it was idle for too long meanwhile
            assert [gateway.ask("GET", "/other").status for _ in range(3)] == [200] * 3
            return upstream.open == 1

        assert soon(is_used_again)
        assert soon(lambda: upstream.open == 0)
