"""The decision server by the promises: no fault of a question or stream gets a verdict, shows a value or ends the process."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

import grpc
import pytest

from deploy_contract_gateway.decide import messages
from tests.support.gateways import DEPLOYMENT, PATH, Gateway, running, soon

MARK = "c4n4ry"
TARGET = f"/v2/deployments?limit={MARK}"
BODY = json.dumps({"secrets": [{"name": MARK, "value": MARK}], "zz": MARK, "source": MARK}).encode()
TYPED = "Content-Type: application/json"
Tried = Callable[[int], None]


class Server(NamedTuple):
    """A decision server, its port for streams, and its folder."""

    program: Gateway
    streams: int
    folder: Path

    def told(self) -> str:
        """Return all that it has told: log, metrics and coverage."""
        log = (self.folder / "log").read_text("utf-8")
        shown = [self.program.watch(f"/-/{name}").body.decode() for name in ("metrics", "coverage")]
        return "".join([log, *shown])


@pytest.fixture(scope="module", params=["traefik", "nginx", "envoy"])
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp(request.param)
    options = ("--dialect", request.param, "--grpc-listen", "127.0.0.1:0", "--lookups", "learned")
    more = ("--log", "violations", "--coverage", "1", "--unknown-fields", "reject", "--advice", "1")
    with running(folder, *options, *more, program="decide") as decide:
        listening = soon(lambda: decide.lines("listening"))[-1]
        yield Server(decide, int(listening["grpc_listen"].rpartition(":")[2]), folder)


def question(*lines: str, method: str = "GET", target: str = "/", body: bytes = b"") -> bytes:
    head = [f"{method} {target} HTTP/1.1", "Host: x", *lines, f"Content-Length: {len(body)}"]
    return "\r\n".join([*head, "Connection: close", "", ""]).encode("latin-1") + body


def named(method: str, target: str) -> list[str]:
    """Return the headers of all dialects that name the original request."""
    pairs = [(f"X-{kind}-Method", method) for kind in ("Forwarded", "Original")]
    pairs += [("X-Forwarded-Uri", target), ("X-Original-URI", target)]
    return [f"{name}: {value}" for name, value in pairs]


QUESTIONS = {
    "a query": question(*named("GET", TARGET), target=TARGET),
    "a body": question(*named("PATCH", PATH), TYPED, method="PATCH", target=PATH, body=BODY),
    "a header": question(*named("GET", "/v2/deployments"), f"X-{MARK}: {MARK}", f"X-Request-ID: <{MARK}>"),
    "a content type": question(*named("PATCH", PATH), f"Content-Type: {MARK}/{MARK}; charset={MARK}", method="PATCH", target=PATH, body=BODY),
    "a method": question(*named(f"{MARK}\"'", PATH)),
    "two methods": question(*named(MARK, PATH), *named(MARK, PATH)),
    "a path": question(*named("GET", f"http://{MARK}/")),
    "a path of no text": question(*named("GET", f"/{MARK}\xff\xfe"), target=f"/{MARK}%ff"),
    "a fragment": question(*named("GET", f"/#{MARK}")),
    "a partial body": question(*named("PATCH", PATH), TYPED, f"x-envoy-auth-partial-body: {MARK}", method="PATCH", target=PATH, body=BODY),
    "an override of the method": question(*named("GET", PATH), f"X-HTTP-Method-Override: {MARK}", target=PATH),
    "a trace": question(*named("GET", TARGET), f"traceparent: {MARK}", target=TARGET),
    "a line that is none": f"{MARK} / {MARK}\r\n\r\n".encode(),
    "a name that is none": question(f"X {MARK}: 1"),
    "a length that is none": f"GET /{MARK} HTTP/1.1\r\nHost: x\r\nContent-Length: {MARK}\r\n\r\n".encode(),
}  # fmt: skip


@pytest.mark.promise(1, 5)
def test_no_question_gets_a_canary_out(server: Server, tried: Tried) -> None:
    for name, sent in QUESTIONS.items():
        answered = server.program.raw(sent)
        assert answered.startswith(b"HTTP/1.1 "), name
        assert MARK.encode() not in answered.lower(), name
    assert MARK not in server.told().lower()
    assert server.program.lines("failed") == []
    tried(len(QUESTIONS))


def shown(part: str, content: Any, **more: Any) -> bytes:
    message: bytes = messages.ProcessingRequest(**{part: content}, **more).SerializeToString()
    return message


def headers(*pairs: tuple[str, str], end: bool = False) -> dict[str, Any]:
    values = [{"key": name, "raw_value": value.encode("latin-1")} for name, value in pairs]
    return {"headers": {"headers": values}, "end_of_stream": end}


def asked(method: str, target: str, *more: tuple[str, str], end: bool = True) -> bytes:
    pseudo = ((":method", method), (":path", target), (":authority", MARK))
    config = {"request_body_mode": messages.BUFFERED, "response_body_mode": messages.BUFFERED}
    return shown("request_headers", headers(*pseudo, *more, end=end), protocol_config=config)


JSON = ("content-type", "application/json")
PATCHES = asked("PATCH", PATH, JSON, end=False)
STREAMS: dict[str, list[bytes]] = {
    "a query": [asked("GET", TARGET)],
    "a body": [PATCHES, shown("request_body", {"body": BODY, "end_of_stream": True})],
    "a method": [asked(f"{MARK} {MARK}", PATH)],
    "a path": [asked("GET", f"{MARK}/\xff")],
    "pseudo-headers of its own": [asked("GET", TARGET, (":protocol", MARK), (f":{MARK}", MARK))],
    "pseudo-headers twice": [asked("GET", TARGET, (":path", f"/{MARK}"))],
    "a status in a request": [asked("GET", TARGET, (":status", MARK))],
    "a header that overrides": [asked("GET", PATH, ("x-http-method-override", MARK))],
    "names that are none": [asked("GET", TARGET, (f"{MARK} \r\n:", MARK), ("", MARK), ("\xe4", MARK))],
    "a status": [asked("GET", "/v2/deployments"), shown("response_headers", headers((":status", MARK)))],
    "a response": [
        asked("GET", "/v2/deployments"), shown("response_headers", headers((":status", "200"), JSON)),
        shown("response_body", {"body": b'{"resources": "%s", "offset": 0}' % MARK.encode(), "end_of_stream": True}),
    ],
    "a patch that teaches": [
        PATCHES, shown("request_body", {"body": b"{}", "end_of_stream": True}),
        shown("response_headers", headers((":status", "200"), JSON)),
        shown("response_body", {"body": DEPLOYMENT.replace(b"checkout", MARK.encode()), "end_of_stream": True}),
    ],
    "no message": [MARK.encode()],
    "a body beyond the limits": [PATCHES, shown("request_body", {"body": MARK.encode() * (4 << 20)})],
    "a body beyond the limit of requests": [PATCHES, shown("request_body", {"body": b'"%s"' % (MARK.encode() * (1 << 18)), "end_of_stream": True})],
    "half an exchange": [PATCHES],
    "half a body": [PATCHES, shown("request_body", {"body": BODY[:20]})],
}  # fmt: skip


def conversed(port: int, sent: list[bytes]) -> bytes:
    """Return all that comes back on a stream: answers, and the words of its end."""
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        call = channel.stream_stream(f"/{messages.SERVICE}/{messages.METHOD}")(
            iter(sent), timeout=20
        )
        back = b""
        with suppress(grpc.RpcError):
            for answer in call:
                back += answer
        assert call.code() is not grpc.StatusCode.DEADLINE_EXCEEDED
        words = f"{call.details()} {call.trailing_metadata()}"
        return back + words.encode()


@pytest.mark.promise(1, 5)
def test_no_stream_gets_a_canary_out(server: Server, tried: Tried) -> None:
    for name, sent in STREAMS.items():
        assert MARK.encode() not in conversed(server.streams, sent).lower(), name
    ended = soon(lambda: server.program.metrics()["requests_under_way"] == 0)
    assert ended, "a stream under way that has ended"
    assert MARK not in server.told().lower()
    assert server.program.lines("failed") == []
    tried(len(STREAMS))


@pytest.mark.promise(1)
def test_clients_that_leave_in_the_middle_leave_nothing_under_way(server: Server) -> None:
    whole = QUESTIONS["a body"]
    for end in range(1, len(whole), 40):
        with server.program.connected() as connection, closing(connection):
            connection.sendall(whole[:end])
    for count in range(1, 5):
        with grpc.insecure_channel(f"127.0.0.1:{server.streams}") as channel:
            call = channel.stream_stream(f"/{messages.SERVICE}/{messages.METHOD}")(
                iter(STREAMS["a patch that teaches"][:count]), timeout=20
            )
            next(call)
            call.cancel()
    assert soon(lambda: server.program.metrics()["requests_under_way"] == 0)
    assert server.program.lines("failed") == []
