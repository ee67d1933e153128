"""Lookups that ask the service itself, by threads, event loops and a real upstream."""

import asyncio
import gc
import http.client
import json
import socket
import threading
import time
import weakref
from collections.abc import Callable
from contextvars import ContextVar, copy_context
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest

from deploy_contract import Contract, ContractError, Request, Response
from deploy_contract.http.client import http_fetch
from deploy_contract.http.headers import age_of
from deploy_contract.knowledge import AsyncUpstreamDeployments, UpstreamDeployments
from tests.support import applications, policies
from tests.support.applications import ID, OTHER
from tests.support.gateways import Got, Upstream, answer, least
from tests.support.lookups import collected_notes
from tests.support.threads import holds_in_a_child

CANARY = "CANARY-7f3a"
JSON = (("content-type", "application/json"),)
CONTRACT = Contract()


def asks(*headers: tuple[Any, Any]) -> Request:
    """Return the request of a caller."""
    return Request("PATCH", f"/v2/deployments/{ID}", "", headers or (("x-api-key", "a"),), b"{}")


deployment = partial(
    applications.deployment,
    source_config={"build_on_push": True, "listener_id": None},
    source_revision_config={"repo_ref": "main"},
    secrets=[{"name": "A", "value": CANARY}],
)


def listed(*found: dict[str, Any]) -> Response:
    body = json.dumps({"resources": found, "offset": len(found)})
    return Response(200, JSON, body.encode())


def ids_of(request: Request) -> list[str]:
    return parse_qs(request.query)["deployment_ids"][0].split(",")


class Service:
    """A `fetch` that lists what it is asked for, and keeps the requests."""

    def __init__(self) -> None:
        self.asked: list[Request] = []

    def __call__(self, request: Request) -> Response:
        self.asked.append(request)
        name = dict(request.headers)["x-api-key"]
        return listed(*[deployment(identity, name=name) for identity in ids_of(request)])

    async def awaited(self, request: Request) -> Response:
        return self(request)


Find = Callable[[str, Any], Any]


def at_once(fetch: Any, **options: Any) -> Find:
    return UpstreamDeployments(fetch, **{"contract": CONTRACT, **options}).find


def awaited(fetch: Any, **options: Any) -> Find:
    lookup = AsyncUpstreamDeployments(fetch, **{"contract": CONTRACT, **options})
    return lambda *asked: asyncio.run(lookup.find(*asked))


either = pytest.mark.parametrize("lookup", [at_once, awaited], ids=["sync", "async"])


# --- what is asked, and what is believed


@either
def test_the_list_operation_is_asked_with_the_callers_credentials(lookup: Any) -> None:
    service, contract = Service(), Contract(base_path="/api-host")
    headers = ((b"X-API-Key", b"a"), ("Cookie", "x=1"), ("cookie", "y=2"), ("Host", "gateway"))
    known = lookup(service, contract=contract)(ID.upper(), asks(*headers))
    assert known["source"] == "codehost"
    assert known["source_config"]["build_on_push"] is True
    assert known["source_revision_config"]["repo_ref"] == "main"
    assert CANARY not in json.dumps(known)
    (asked,) = service.asked
    assert (asked.method, asked.path) == ("GET", "/api-host/v2/deployments")
    assert parse_qs(asked.query) == {"deployment_ids": [ID], "limit": ["1"]}
    assert list(asked.headers) == [
        ("x-api-key", "a"),
        ("cookie", "x=1"),
        ("cookie", "y=2"),
        ("accept", "application/json"),
        ("cache-control", "no-cache"),
    ]
    assert asked.body == b""
    assert contract.check_request(asked).violations == ()


@either
@pytest.mark.parametrize("identity", ["", None, f"{ID},{OTHER}", f"{ID}\n", "\ud800"])
def test_what_is_no_id_is_not_asked_for(lookup: Any, identity: Any) -> None:
    service = Service()
    assert lookup(service)(identity, asks()) is None
    assert service.asked == []


@either
def test_a_policy_may_name_a_field_and_a_member_of_it(lookup: Any, tmp_path: Path) -> None:
    fields = ["/source_config/resource_spec", "/source_config/resource_spec/cpu"]
    own = policies.written(tmp_path, policies.rule(relation="equals_stored", fields=fields))
    stored = applications.deployment(ID, source_config={"resource_spec": None})
    found = lookup(lambda _: listed(stored), contract=Contract(policies=[own]))(ID, asks())
    assert found["source_config"] == {"resource_spec": None}


@either
def test_a_contract_that_refuses_more_believes_less(lookup: Any) -> None:
    assert lookup(Service(), contract=Contract(hosting="self_hosted"))(ID, asks()) is None


@either
@pytest.mark.parametrize("shape", [tuple, dict, iter])
@pytest.mark.parametrize(("ages", "is_old"), [(["0"], False), (["1"], True), (["x"], True)])
def test_an_answer_from_a_cache_tells_only_what_cannot_change(
    lookup: Any, shape: Callable[[Any], Any], ages: list[str], *, is_old: bool
) -> None:
    headers = (*JSON, *[("Age", age) for age in ages])

    def fetch(_request: Request) -> Response:
        return Response(200, shape(headers), listed(deployment()).body)

    noted = collected_notes()
    known = lookup(fetch)(ID, asks())
    assert (known["name"], known["source"]) == ("checkout", "codehost")
    is_known = "build_on_push" in known.get("source_config", {})
    assert is_known is not is_old
    assert ("source_revision_config" in known) is not is_old
    assert noted == (["lookup-failed: stale"] if is_old else [])


@pytest.mark.parametrize("ages", [("0", "9"), ("9", "0"), ("x", "0"), ("0", "-1"), ("0, 0",)])
def test_of_several_ages_the_greatest_counts(ages: tuple[str, ...]) -> None:
    assert age_of([("Age", age) for age in ages]) > 0


# --- those who ask at the same time: threads


def test_a_child_of_a_fork_has_threads_of_its_own() -> None:
    held = threading.Event()

    def fetch(request: Request) -> Response:
        if ids_of(request) == [ID]:
            held.wait(10)
        return listed(deployment(OTHER))

    lookup = UpstreamDeployments(fetch, CONTRACT, seconds=0.2, most_asks=1)
    assert lookup.find(ID, asks()) is None
    tries = (lookup.find(OTHER, asks()) for _ in range(30))  # one may be late
    assert holds_in_a_child(lambda: any(tries))
    held.set()


def test_the_thread_keeps_nothing_of_the_request_that_starts_it() -> None:
    class Told:
        """A value that a framework may keep for a request."""

    told = ContextVar[Told]("told")
    lookup = UpstreamDeployments(Service(), CONTRACT)

    def served() -> "weakref.ref[Told]":
        told.set(Told())
        assert lookup.find(ID, asks())
        return weakref.ref(told.get())

    kept = copy_context().run(served)
    lookup.find(OTHER, asks())
    gc.collect()
    assert kept() is None


# --- those who ask at the same time: event loops


def test_a_plain_client_runs_in_a_thread_and_one_that_gives_a_coroutine_is_awaited() -> None:
    service = Service()
    threads: list[threading.Thread] = []

    def plain(request: Request) -> Response:
        threads.append(threading.current_thread())
        return service(request)

    for fetch in (plain, partial(lambda awaited, request: awaited(request), service.awaited)):
        known = awaited(fetch)(ID, asks())
        assert known["name"] == "a"
    assert threads[0] is not threading.main_thread()


# --- the client of the standard library


@either
def test_a_real_service_is_asked(lookup: Any, upstream: Upstream) -> None:
    upstream.reply = lambda got, _: answer(
        listed(deployment(name=got.values("x-api-key")[0].decode())).body
    )
    asked = asks(("x-api-key", "a"), ("cookie", "x=1"), ("cookie", "y=2"))
    assert lookup(f"{upstream.url}/prefix/")(ID, asked)["name"] == "a"
    [got] = upstream.got
    assert got.line.startswith(b"GET /prefix/v2/deployments?")
    assert got.values("cookie") == [b"x=1", b"y=2"]
    assert got.values("host") == [upstream.url.removeprefix("http://").encode()]
    assert got.values("accept") == [b"application/json"]


def test_an_answer_is_taken_as_it_comes(upstream: Upstream) -> None:
    head = b"HTTP/1.1 418 I'm a Teapot\r\nTransfer-Encoding: chunked\r\nX-Twice: 1\r\nX-Twice: 2\r\n\r\n"
    upstream.reply = lambda _got, _connection: head + b"2\r\nab\r\n1\r\nc\r\n0\r\n\r\n"
    response = http_fetch(upstream.url)(Request("GET", "/x", "y=1"))
    assert (response.status, response.body) == (418, b"abc")
    assert [value for name, value in response.headers if name.lower() == "x-twice"] == ["1", "2"]


@pytest.mark.parametrize(("most", "whole"), [(10, True), (9, False)])
def test_an_answer_is_read_to_a_bound(upstream: Upstream, most: int, whole: bool) -> None:
    upstream.reply = lambda _got, _connection: answer(b"0123456789")
    fetch = http_fetch(upstream.url, most_bytes=most)
    if whole:
        assert fetch(Request("GET", "/")).body == b"0123456789"
    else:
        with pytest.raises(ValueError, match="too long"):
            fetch(Request("GET", "/"))


def test_an_answer_that_ends_early_is_none(upstream: Upstream) -> None:
    upstream.reply = lambda _got, connection: connection.sendall(answer(b"{}" * 50)[:-98])
    with pytest.raises(http.client.HTTPException):
        http_fetch(upstream.url)(Request("GET", "/"))


@pytest.mark.parametrize(
    "begin", [b"", b"HTTP/1.1 200 OK\r\nx: ", b"HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n"]
)
def test_an_answer_that_drips_is_not_waited_for(upstream: Upstream, begin: bytes) -> None:
    def drip(_got: Got, connection: socket.socket) -> None:
        connection.sendall(begin)
        for _ in range(100):  # until the client has left
            connection.sendall(b"x")
            time.sleep(0.05)

    def seconds() -> float:
        start = time.monotonic()
        with pytest.raises(TimeoutError):
            http_fetch(upstream.url, timeout=0.4)(Request("GET", "/"))
        return time.monotonic() - start

    upstream.reply = drip
    assert 0.3 < least(seconds, 2) < 2


def test_headers_that_would_split_a_request_are_not_sent(upstream: Upstream) -> None:
    lookup = UpstreamDeployments(upstream.url, CONTRACT)
    for value in ("a\r\nx-evil: 1", "a\nb", "\u20ac"):
        assert lookup.find(ID, asks(("x-api-key", value))) is None
    # a program that waits for another address may ask for "/"
    assert not [got for got in upstream.got if b"/v2/" in got.head]


@either
@pytest.mark.parametrize(
    "address",
    ["", "deployments.example.com", "ftp://example.com", "http://", "https:///x", "http://example.com:port", "http://example.com:99999",
     "http://user:word@example.com", "http://example.com?x=1", "http://example.com#x", "http://[::1"],
)  # fmt: skip
def test_an_address_that_makes_no_sense_is_refused_at_once(lookup: Any, address: str) -> None:
    with pytest.raises(ContractError, match="base_url"):
        lookup(address)
