"""External processing: the decision server sees responses of a real Envoy, judges them and learns from them."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

import pytest

from deploy_contract_gateway import problems
from deploy_contract_gateway.decide import messages
from deploy_contract_gateway.decide.judging import Judge
from deploy_contract_gateway.decide.streams import Stream, converse
from deploy_contract_gateway.exchange import Exchange, send_problem
from tests.support.effort import tried
from tests.support.fronts import Fronted, envoy
from tests.support.gateways import (
    CANARY,
    DEPLOYMENT,
    ID,
    JSON,
    PATCH,
    PATH,
    PATIENCE,
    Gateway,
    Shared,
    Upstream,
    answer,
    grpc_port,
    head,
    running,
    soon,
    statuses,
)
from tests.support.streams import Ended, encoded, ended, exchanged, headers, streamed

WAY = "envoy-processing"
LISTS = "/v2/deployments"
WRONG = b'{"secrets": 1}'
OF_CONTAINER = b'{"secret_references": [{"name": "A", "secret_name": "b", "secret_key": "c"}]}'
LIST = json.dumps({"resources": [json.loads(DEPLOYMENT)], "offset": 0}).encode()
UNSEEN = {"verdict": "indeterminate", "refused": False, "notes": ["not-judged: body"]}
LATE_BODY = 'violations_total{direction="request",mode="enforce",operation="patch_deployment",rule="body-timeout"}'
OPTIONS = ("--dialect", "envoy", "--grpc-listen", "127.0.0.1:0", "--lookups", "learned")
BEGUN = head("PATCH", PATH, JSON.strip(), "Content-Length: 100") + b'{"secrets"'
BUFFERS = "- name: envoy.filters.http.buffer\n"
# bodies are shown as they come
AT_ONCE = {BUFFERS: BUFFERS + "                    disabled: true\n"}
OBSERVES = {
    "observability_mode: false": "observability_mode: true",
    "body_mode: BUFFERED": "body_mode: STREAMED",
}


@contextmanager
def deciding(folder: Path, *options: str) -> Iterator[tuple[Gateway, int]]:
    """Run a decision server; yield it with its port for gRPC."""
    with running(folder, *OPTIONS, *options, program="decide") as decide:
        yield decide, grpc_port(decide)


@pytest.fixture
def fronted(fronted: Fronted) -> Fronted:
    """Return the common decision server, which learns; it has learned nothing of a new deployment."""
    return fronted.usually(lookups=["learned"])


def test_envoy_shows_responses_which_are_judged_and_learned_from(fronted: Fronted) -> None:
    upstream = fronted.service
    deployment = {**json.loads(DEPLOYMENT), "id": str(uuid4())}  # nothing is known of it
    path = f"/v2/deployments/{deployment['id']}"
    upstream.always(answer(json.dumps(deployment).encode()))
    decide = fronted.set(advice=0)
    with fronted.by(WAY) as front:
        target = f"{path}?a=%7e%20b"
        assert front.patch(PATCH, target, Host="api.example.com").status == 200
        [sent] = upstream.got
        assert (sent.line, sent.body) == (f"PATCH {target} HTTP/1.1".encode(), PATCH)
        refused = front.patch(b'{"secrets": "%s"}' % CANARY.encode(), path)
        assert (refused.status, refused.header("content-type")) == (422, "application/problem+json")
        assert json.loads(refused.body)["violations"][0]["rule"] == "schema-type"
        # learned from the response to the first patch: it is of another source
        refused = front.patch(OF_CONTAINER, path)
        assert json.loads(refused.body)["violations"][0]["rule"] == "secret-references-source"
        assert len(upstream.got) == 1
        upstream.always(answer(b'{"resources": 1}'))
        assert front.ask("GET", LISTS).body == b'{"resources": 1}'  # reported, and passed on
        assert front.ask("GET", "/other?x=%2Fy").status == 200
        rows = decide.requests(5)
        assert [row["status"] for row in rows] == [200, 422, 422, 200, 200]
        verdicts = [row["request"]["verdict"] for row in rows]
        assert verdicts == ["allow", "deny", "deny", "allow", "allow"]
        judged = [row.get("response", {}).get("verdict") for row in rows]
        assert judged == ["allow", None, None, "deny", None]
        assert rows[0]["client_id"]
        assert all(row["complete"] for row in rows)
        assert CANARY not in json.dumps(decide.lines())
        assert soon(lambda: decide.metrics()["requests_under_way"] == 0)


def test_a_refusal_is_complete_though_envoy_ends_the_stream_while_it_is_written() -> None:
    shown = iter([encoded("request_headers", LISTED)])

    async def read() -> bytes:
        return next(shown)

    async def write(_answer: bytes) -> None:
        raise asyncio.CancelledError

    class Refusing:
        async def serve(self, _scope: Any, _receive: Any, exchange: Exchange, **_: Any) -> None:
            await send_problem(problems.BODY_UNSEEN, exchange, exchange.send)

    stream, judge = Stream(read, write), cast(Judge, Refusing())
    exchange = Exchange("-", stream.send)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(converse({"state": {"stream": stream}}, exchange, {False: judge, True: judge}))
    assert (exchange.status, exchange.complete, exchange.reason) == (403, True, "body-unseen")


REFUSES = """http_filters:
                  - name: envoy.filters.http.fault
                    typed_config:
                      "@type": type.googleapis.com/envoy.extensions.filters.http.fault.v3.HTTPFault
                      abort: {header_abort: {}, percentage: {numerator: 100}}
"""


def test_what_envoy_refuses_itself_stays_as_it_is(fronted: Fronted) -> None:
    """Nobody has shown the request, be it that Envoy does not read its path, or that a filter in front refuses it."""
    decide, upstream = fronted.set(responses="enforce", when_indeterminate="deny"), fronted.service
    with fronted.by(WAY, {"http_filters:\n": REFUSES}) as front:
        assert front.ask("GET", "/v2%2fdeployments").status == 400
        refused = front.patch(PATCH, **{"x-envoy-fault-abort-request": "401"})
        assert (refused.status, refused.body) == (401, b"fault filter abort")
        assert upstream.got == []
        upstream.always(answer(LIST))
        assert front.ask("GET", LISTS).status == 200
    rows = decide.requests(3)
    assert [(row["status"], row["operation"]) for row in rows] == [
        (400, None),
        (401, None),
        (200, "list_deployments"),
    ]
    assert not any("reason" in row for row in rows)


OF_NO_HTTP = {
    "two framings": b"POST /other HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "many headers": head("GET", "/other", *(f"X-{number}: 1" for number in range(110))),
}


def test_what_the_parser_of_envoy_refuses_is_not_blamed_on_the_client(fronted: Fronted) -> None:
    """Envoy resets the stream at once, and never sends its own answer: a filter had to wait for it."""
    decide = fronted.set()
    with fronted.by(WAY) as front:
        assert front.ask("GET", "/other").status == 200  # Envoy is connected with the server
        decide.forget()
        for sent in OF_NO_HTTP.values():
            assert 200 not in statuses(front.raw(sent))
        rows = decide.requests(len(OF_NO_HTTP))
        for row in rows:
            assert (row["method"], row.get("reason") in (None, "not-shown")) == ("-", True)
            assert 400 <= row["status"] < 499
    assert len(fronted.service.got) == 1


def test_observed_messages_pass_whatever_they_say(fronted: Fronted) -> None:
    decide, upstream = fronted.set(when_indeterminate="deny"), fronted.service
    with fronted.by(WAY, OBSERVES) as front:
        assert front.patch(WRONG).status == 200
        assert front.patch(PATCH).status == 200
        upstream.always(answer(b'{"resources": 1}'))
        assert front.ask("GET", LISTS).status == 200
        rows = {
            row["request"]["verdict"] + str(row["operation"]): row for row in decide.requests(3)
        }
        assert rows["denypatch_deployment"]["request"]["rules"] == ["schema-type"]
        assert rows["allowlist_deployments"]["response"]["verdict"] == "deny"
        assert not any(row["request"]["refused"] for row in rows.values())
        assert len(upstream.got) == 3
        assert soon(lambda: decide.metrics()["requests_under_way"] == 0)


def test_bodies_that_are_cut_long_or_not_shown(fronted: Fronted) -> None:
    long = b'{"secrets": [], "x": "' + b"y" * 70_000 + b'"}'
    decide = fronted.set(request_bytes=60_000)
    with fronted.by(WAY) as front:
        assert front.patch(long).status == 413
        assert front.patch(long[:60_001]).status == 413  # one byte too long, in one message
        start = ("PATCH", PATH, JSON.strip(), "Transfer-Encoding: chunked", "Connection: close")
        chunks = b"%x\r\n%s\r\n0\r\nX-Trailer: 1\r\n\r\n" % (len(WRONG), WRONG)
        assert statuses(front.raw(head(*start) + chunks)) == [422]
    with fronted.by(WAY, {"request_body_mode: BUFFERED": "request_body_mode: NONE"}) as front:
        assert front.patch(WRONG).status == 200
        assert decide.requests(4)[-1]["request"]["notes"] == ["not-judged: body"]
        # its headers are judged
        assert front.ask("PATCH", PATH, WRONG, {"Content-Type": "text/plain"}).status == 415
        assert front.patch(b" " * 60_001).status == 413
    for mode in ("STREAMED", "BUFFERED_PARTIAL"):  # these could not be withheld, or are cut
        changed = {"request_body_mode: BUFFERED": f"request_body_mode: {mode}"}
        with fronted.by(WAY, changed) as front:
            assert front.patch(WRONG).status == 500
    assert [row.get("reason") for row in decide.requests(8)[6:]] == ["body-mode"] * 2
    assert len(fronted.service.got) == 1


def test_a_body_too_long_is_refused_though_envoy_fails_open(fronted: Fronted) -> None:
    """Envoy shows it in one message, and its length may not be stated."""
    changes = AT_ONCE | {"buffer_limit_bytes: 16777216": "buffer_limit_bytes: 140000000"}
    decide = fronted.set(request_bytes=60_000)
    with fronted.by(WAY, changes, opened=True) as front:
        start = ("PATCH", PATH, JSON.strip(), "Connection: close")
        stated = head(*start, "Content-Length: 20000000")
        assert statuses(front.raw(stated)) == [413]
        chunked = head(*start, "Transfer-Encoding: chunked")
        for size in (60_001, 20_000_000):
            with front.connected() as client:
                client.sendall(chunked + b"%x\r\n" % size + b" " * size + b"\r\n0\r\n\r\n")
                client.settimeout(3 * PATIENCE)
                assert statuses(client.recv(1 << 16)) == [413], size
    found = [(row["status"], row["request"]["rules"]) for row in decide.requests(3)]
    assert found == [(413, ["json-size"])] * 3
    assert fronted.service.got == []


def test_a_client_that_leaves_ends_its_stream(fronted: Fronted) -> None:
    decide = fronted.set()
    with fronted.by(WAY, AT_ONCE) as front:
        with front.connected() as connection:
            connection.sendall(BEGUN)
            assert soon(lambda: decide.metrics()["requests_under_way"] == 1)
        row = decide.requests(1)[0]
        assert (row["status"], row["complete"]) == (499, False)
        assert "request" not in row  # half a body has no verdict
        assert soon(lambda: decide.metrics()["requests_under_way"] == 0)
        assert fronted.service.got == []


@pytest.mark.promise(34, 35)
def test_a_body_that_is_late_is_refused(fronted: Fronted) -> None:
    """Envoy waits for the rest of the body, and takes a refusal at any time."""
    decide = fronted.set(body_seconds=0.3)
    with fronted.by(WAY, AT_ONCE) as front:
        assert front.send_away(BEGUN) == [408]
        [row] = decide.requests(1)
        assert (row["status"], row["request"]["rules"]) == (408, ["body-timeout"])
        assert soon(lambda: front.patch(PATCH).status == 200)  # unless its own body is late
    decide = fronted.set(body_seconds=0.3, requests="report")
    with fronted.by(WAY, AT_ONCE) as front, front.connected() as slow:
        slow.sendall(BEGUN)
        assert soon(lambda: decide.metrics().get(LATE_BODY))
        slow.sendall(b" " * 90)  # it is only reported
        slow.settimeout(PATIENCE)
        assert statuses(slow.recv(1 << 16)) == [200]
    assert len(fronted.service.got) == 2


def test_several_workers_share_the_port_and_stop(upstream: Upstream, tmp_path: Path) -> None:
    with (
        deciding(tmp_path, "--workers", "2") as (decide, port),
        envoy(tmp_path, f"{WAY}.yaml", decide=port, service=upstream.port) as front,
    ):
        assert len(decide.workers()) == 2
        for _ in range(4):
            assert front.patch(WRONG).status == 422
        assert decide.stop() == 0
        assert front.patch(PATCH).status == 500
        assert ID not in (tmp_path / "log").read_text("utf-8")


# --- streams as no Envoy sends them, over a channel of the tests


TYPED = ("content-type", "application/json")
ASKED = headers((":method", "PATCH"), (":path", PATH), (":authority", CANARY), TYPED)
LISTED = headers((":method", "GET"), (":path", LISTS), ("x-other", CANARY), end=True)
QUERY = (":path", f"{LISTS}?limit={CANARY}")
SECRETS = json.dumps({"secrets": [{"name": CANARY, "value": CANARY}], "zz": CANARY, "source": CANARY}).encode()  # fmt: skip
TAUGHT = DEPLOYMENT.replace(b"checkout", CANARY.encode())
WHOLE = {"body": PATCH, "end_of_stream": True}
ANSWERED = headers((":status", "200"), TYPED)


# the attributes of a response, by which Envoy says that it is its own
DETAILS = {"key": "response.code_details", "value": {"string_value": "request_payload_too_large"}}
OWN = {"attributes": [{"key": "envoy.filters.http.ext_proc", "value": {"fields": [DETAILS]}}]}
NAMELESS = messages.ProcessingRequest(request_headers=LISTED).SerializeToString()
STREAMS: dict[str, tuple[list[bytes], list[str], int, str]] = {  # sent; kinds, status, code at the end
    "a whole exchange": (
        [encoded("request_headers", ASKED), encoded("request_body", WHOLE),
         encoded("response_headers", ANSWERED), encoded("response_body", {"body": TAUGHT, "end_of_stream": True})],
        ["request_headers", "request_body", "response_headers", "response_body"], 0, "OK",
    ),
    "trailers": (
        [encoded("request_headers", ASKED), encoded("request_body", WHOLE | {"end_of_stream": False}),
         encoded("request_trailers", {}), encoded("response_headers", ANSWERED),
         encoded("response_body", {"body": DEPLOYMENT}), encoded("response_trailers", {})],
        ["request_headers", "request_body", "request_trailers", "response_headers", "response_body", "response_trailers"], 0, "OK",
    ),
    "a response before the request was shown": (  # of Envoy itself, such as 413
        [encoded("request_headers", ASKED), encoded("response_headers", headers((":status", "413")), **OWN)],
        ["request_headers", "response_headers"], 0, "OK",
    ),
    "a long response before the request was shown": (
        [encoded("request_headers", ASKED), encoded("response_headers", headers((":status", "413")), **OWN),
         encoded("response_body", {"body": b" " * (3 << 20)})],
        ["request_headers", "response_headers", "response_body"], 0, "OK",
    ),
    "an end after the headers": ([encoded("request_headers", ASKED)], ["request_headers"], 0, "OK"),
    "an end at once": ([], [], 0, "OK"),
    "more after a refusal": (
        [encoded("request_headers", headers((":method", "PATCH"), (":path", PATH), end=True)), encoded("response_headers", ANSWERED)],
        ["immediate_response", "response_headers"], 400, "OK",
    ),
    "an Envoy that does not say how it shows bodies": ([NAMELESS], [], 0, "FAILED_PRECONDITION"),
    "no path": ([encoded("request_headers", headers((":method", "GET")))], ["immediate_response"], 500, "OK"),
    "two paths": ([encoded("request_headers", headers((":method", "GET"), (":path", f"/{CANARY}"), (":path", LISTS)))], ["immediate_response"], 500, "OK"),
    "a path beyond ASCII": ([encoded("request_headers", headers((":method", "GET"), (":path", "/\xe4")))], ["immediate_response"], 400, "OK"),
    "a header that overrides the method": (
        [encoded("request_headers", headers((":method", "GET"), (":path", PATH), ("x-http-method-override", "PATCH"), ("x-http-method", CANARY), end=True))],
        ["immediate_response"], 400, "OK",
    ),
    "no message": ([b""], [], 0, "FAILED_PRECONDITION"),
    "bytes of another protocol": ([b"\xff\xff\xff"], [], 0, "FAILED_PRECONDITION"),
    "a text": ([CANARY.encode()], [], 0, "FAILED_PRECONDITION"),
    "a body first": ([encoded("request_body", WHOLE)], [], 0, "FAILED_PRECONDITION"),
    "a response first": ([encoded("response_headers", ANSWERED)], ["immediate_response"], 500, "OK"),
    "a refusal of a request that was not shown": (  # by a filter in front
        [encoded("response_headers", headers((":status", "401")), **OWN), encoded("response_body", {"body": b"x", "end_of_stream": True})],
        ["response_headers", "response_body"], 0, "OK",
    ),
    "a request after the refusal of one that was not shown": (
        [encoded("response_headers", headers((":status", "401")), **OWN), encoded("request_headers", LISTED)], ["response_headers"], 0, "FAILED_PRECONDITION",
    ),
    "headers twice": ([encoded("request_headers", LISTED)] * 2, ["request_headers"], 0, "FAILED_PRECONDITION"),
    "a request after its response": (
        [encoded("request_headers", LISTED), encoded("response_headers", ANSWERED), encoded("request_body", WHOLE)],
        ["request_headers", "response_headers"], 0, "FAILED_PRECONDITION",
    ),
    "a status of three signs that are no digits": (
        [encoded("request_headers", LISTED), encoded("response_headers", headers((":status", "2e2")))],
        ["request_headers"], 0, "FAILED_PRECONDITION",
    ),
    "no number for a status": (
        [encoded("request_headers", LISTED), encoded("response_headers", headers((":status", CANARY)))],
        ["request_headers"], 0, "FAILED_PRECONDITION",
    ),
    "bodies in both directions at once": ([encoded("request_headers", ASKED, protocol_config={"request_body_mode": 4})], [], 0, "FAILED_PRECONDITION"),
    "a body beyond the limits": (
        [encoded("request_headers", ASKED), encoded("request_body", {"body": b'"%s"' % (CANARY.encode() * (1 << 18)), "end_of_stream": True})],
        ["request_headers", "immediate_response"], 413, "OK",
    ),
    "a response beyond the limits": (
        [encoded("request_headers", LISTED), encoded("response_headers", ANSWERED), encoded("response_body", {"body": b" " * (19 << 20)})],
        ["request_headers", "response_headers", "response_body"], 0, "OK",
    ),
    "a query that is refused": ([encoded("request_headers", headers((":method", "GET"), QUERY, end=True))], ["immediate_response"], 400, "OK"),
    "a body that is refused": (
        [encoded("request_headers", ASKED), encoded("request_body", {"body": SECRETS, "end_of_stream": True})],
        ["request_headers", "immediate_response"], 422, "OK",
    ),
    "half a body": ([encoded("request_headers", ASKED), encoded("request_body", {"body": SECRETS[:20]})], ["request_headers", "immediate_response"], 400, "OK"),
    "a body far beyond the limits": (
        [encoded("request_headers", ASKED), encoded("request_body", {"body": CANARY.encode() * (2 << 20)})],
        ["request_headers", "immediate_response"], 413, "OK",
    ),
    "two words for a method": ([encoded("request_headers", headers((":method", f"{CANARY} x"), (":path", PATH), end=True))], ["immediate_response"], 500, "OK"),
    "a path without a slash": ([encoded("request_headers", headers((":method", "GET"), (":path", f"{CANARY}/\xff"), end=True))], ["immediate_response"], 500, "OK"),
    "pseudo-headers of its own": (
        [encoded("request_headers", headers((":method", "GET"), QUERY, (":protocol", CANARY), (f":{CANARY}", CANARY), end=True))],
        ["immediate_response"], 400, "OK",
    ),
    "a status in a request": ([encoded("request_headers", headers((":method", "GET"), QUERY, (":status", CANARY), end=True))], ["immediate_response"], 400, "OK"),
    "names that are none": (
        [encoded("request_headers", headers((":method", "GET"), QUERY, (f"{CANARY} \r\n:", CANARY), ("", CANARY), ("\xe4", CANARY), end=True))],
        ["immediate_response"], 400, "OK",
    ),
    "a wrong response": (
        [encoded("request_headers", LISTED), encoded("response_headers", ANSWERED),
         encoded("response_body", {"body": b'{"resources": "%s", "offset": 0}' % CANARY.encode(), "end_of_stream": True})],
        ["request_headers", "response_headers", "response_body"], 0, "OK",
    ),
    "a deep message": ([b"\x4a\x04" * 100_000], [], 0, "FAILED_PRECONDITION"),
}  # fmt: skip


@pytest.mark.promise(1, 5)
def test_a_stream_of_any_kind_ends_and_never_passes_by_mistake_or_gets_a_value_out(
    telling: Shared,
) -> None:
    decide, port = telling.set(), telling.grpc_port
    for name, (sent, kinds, status, code) in STREAMS.items():
        answers, found, words = exchanged(port, sent)
        assert ended(answers, found) == Ended(kinds, status, code), name
        assert CANARY.lower().encode() not in b"".join([*answers, words.encode()]).lower(), name
    assert CANARY.lower() not in decide.told()
    tried(len(STREAMS))
    rows = decide.requests(len(STREAMS))
    assert decide.lines("failed") == []
    assert soon(lambda: decide.metrics()["requests_under_way"] == 0)
    whole = rows[0]
    assert (whole["request"]["verdict"], whole["response"]["verdict"]) == ("allow", "allow")
    reasons = {row.get("reason") for row in rows}
    faults = {"malformed-message", "out-of-order", "body-mode", "original-missing", "unjudged"}
    assert reasons >= faults
    assert all(row["request"] == UNSEEN for row in rows if row.get("reason") == "unjudged")
    assert streamed(port, STREAMS["a whole exchange"][0]).code == "OK"  # it still serves


def test_a_body_that_is_not_shown_is_refused_only_if_requests_are_enforced(
    fronted: Fronted,
) -> None:
    asked = encoded("request_headers", ASKED, protocol_config={"response_body_mode": 2})
    sent, port = [asked, encoded("response_headers", ANSWERED)], fronted.server.grpc_port
    fronted.set(when_indeterminate="deny")
    assert streamed(port, sent).status == 403
    decide = fronted.set(when_indeterminate="deny", requests="report")
    assert streamed(port, sent) == Ended(["request_headers", "response_headers"], 0, "OK")
    assert decide.requests(1)[0]["request"] == UNSEEN


def test_a_message_beyond_the_memory_for_bodies_breaks_its_stream(tmp_path: Path) -> None:
    mib = 1 << 20  # the limit of a request's body
    asked = encoded("request_headers", ASKED)
    with deciding(tmp_path, "--buffer-bytes", "1", "--response-bytes", "1") as (decide, port):
        ended = [
            streamed(port, [asked, encoded("request_body", {"body": b" " * size})])
            for size in (3 * mib, mib, mib + 1)
        ]
        assert ended[0] == Ended(["request_headers"], 0, "RESOURCE_EXHAUSTED")
        # there is no memory for the second one, either; no memory would help the third one
        assert [one.status for one in ended[1:]] == [503, 413]
        rules = [row.get("request", {}).get("rules") for row in decide.requests(3)]
        assert rules == [None, ["buffer-full"], ["json-size"]]
        assert decide.lines("failed") == []
