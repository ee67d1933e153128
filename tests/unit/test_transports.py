"""The transports of httpx: what is denied is not sent, and what comes back is judged."""

import asyncio
import gzip
import json
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import httpx
import pytest

from deploy_contract import ContractError, DocumentError
from deploy_contract.answers import problem
from deploy_contract.httpx import AsyncContractTransport, ContractTransport
from deploy_contract.knowledge import LearnedDeployments
from deploy_contract.middleware.observation import Observation
from tests.support.applications import ID, JSON, PATH, REFERENCES, deployment, raising

URL = "https://deployments.example.com"
LIST = {"resources": [deployment(source_config={"build_on_push": True})], "offset": 1}
Answer = Callable[[httpx.Request], httpx.Response]


def answering(body: Any, status: int = 200) -> Answer:
    """Return a function that answers with a body that is not read yet, as a service does."""
    stream = httpx.ByteStream(json.dumps(body).encode())
    return lambda _request: httpx.Response(status, headers=JSON, stream=stream)


def sync(answer: Answer, **options: Any) -> Callable[..., httpx.Response]:
    transport = ContractTransport(httpx.MockTransport(answer), **options)
    client = httpx.Client(transport=transport, base_url=URL)
    return client.request


def asynchronous(answer: Answer, **options: Any) -> Callable[..., httpx.Response]:
    transport = AsyncContractTransport(httpx.MockTransport(answer), **options)

    def send(*given: Any, **more: Any) -> httpx.Response:
        async def sent() -> httpx.Response:
            client = httpx.AsyncClient(transport=transport, base_url=URL)
            return await client.request(*given, **more)

        return asyncio.run(sent())

    return send


def test_a_transport_of_the_other_kind_is_refused_at_once() -> None:
    made: list[Any] = [
        (ContractTransport, httpx.AsyncHTTPTransport()),
        (AsyncContractTransport, httpx.HTTPTransport()),
        (ContractTransport, 5),
    ]
    for transport, inner in made:
        with pytest.raises(ContractError, match="app must be an application or transport, with"):
            transport(inner)
    with pytest.raises(ContractError, match="render has no use in a transport"):
        ContractTransport(httpx.HTTPTransport(), render=partial(problem))
    with pytest.raises(ContractError, match="body_seconds has no use in a transport"):
        ContractTransport(httpx.HTTPTransport(), body_seconds=5.0)


@pytest.fixture(params=[sync, asynchronous])
def client(request: pytest.FixtureRequest) -> Any:
    return request.param


def test_a_denied_request_is_not_sent(client: Any) -> None:
    answer = Mock(side_effect=answering(deployment()))
    send = client(answer, deployments={ID: {"source": "codehost"}})
    with pytest.raises(DocumentError) as caught:
        send("PATCH", PATH, json=REFERENCES)
    assert [one.rule for one in caught.value.violations] == ["secret-references-source"]
    assert "CANARY" not in str(caught.value)
    assert not caught.value.of_response
    assert not answer.called
    assert send("PATCH", PATH, json={"secrets": []}).json()["id"] == ID
    with pytest.raises(DocumentError, match="parameter-maximum"):
        send("GET", "/v2/deployments?limit=500")
    assert [request.method for (request,), _ in answer.call_args_list] == ["PATCH"]


@pytest.mark.promise(4)
def test_the_body_that_is_sent_is_judged_after_a_hook_has_replaced_it(client: Any) -> None:
    class Replacing(httpx.Auth):
        requires_request_body = True

        def auth_flow(self, request: httpx.Request) -> Iterator[httpx.Request]:  # type: ignore[override]
            request.stream = httpx.ByteStream(json.dumps({"secrets": 5}).encode())
            yield request

    answer = Mock(side_effect=answering(deployment()))
    with pytest.raises(DocumentError, match="schema-type"):
        client(answer)("PATCH", PATH, json={"secrets": []}, auth=Replacing())
    assert not answer.called


def test_sources_are_learned_from_responses(client: Any) -> None:
    send = client(answering(LIST))
    assert send("PATCH", PATH, json=REFERENCES).status_code == 200  # nothing is known yet
    send = client(answering(LIST))
    send("GET", "/v2/deployments")
    with pytest.raises(DocumentError, match="secret-references-source"):
        send("PATCH", PATH, json=REFERENCES)


def test_a_patch_without_a_response_may_have_changed_its_deployment(client: Any) -> None:
    lookup = SimpleNamespace(find=lambda *_: None, invalidate=Mock())
    with pytest.raises(httpx.ReadTimeout):
        client(raising(httpx.ReadTimeout("late")), deployments=lookup)("PATCH", PATH, json={})
    lookup.invalidate.assert_called_once_with(ID)


def test_a_response_is_as_old_as_its_request(client: Any) -> None:
    learned = LearnedDeployments()

    def answer(request: httpx.Request) -> httpx.Response:
        learned.discard(ID)  # the service has read the facts before
        return answering(LIST)(request)

    client(answer, deployments=learned)("GET", "/v2/deployments")
    assert learned.find(ID) is None


def test_a_response_of_a_cache_is_as_old_as_it_says(client: Any) -> None:
    kept = httpx.Response(200, headers={"Age": "60"}, json=LIST)
    learned = LearnedDeployments(learn_mutable=True)
    client(lambda _: kept, deployments=learned)("GET", "/v2/deployments")
    assert learned.find(ID) == {"source": "codehost", "name": "checkout"}


def test_a_wrong_response_is_reported_or_refused(client: Any) -> None:
    seen: list[Observation] = []
    send = client(answering({"offset": "CANARY"}), on_report=seen.append)
    assert send("GET", "/v2/deployments").json() == {"offset": "CANARY"}
    assert [(one.direction, one.verdict) for one in seen] == [
        ("request", "allow"), ("response", "deny"),
    ]  # fmt: skip
    with pytest.raises(DocumentError) as caught:
        client(answering({"offset": "CANARY"}), responses="enforce")("GET", "/v2/deployments")
    assert {one.rule for one in caught.value.violations} == {"schema-type", "schema-required"}
    assert caught.value.of_response
    assert "CANARY" not in str(caught.value)
    assert client(answering(LIST), responses="enforce")("GET", "/v2/deployments").json() == LIST


def test_a_refusal_names_no_status_since_a_client_gets_none(
    client: Any, caplog: pytest.LogCaptureFixture
) -> None:
    seen: list[Observation] = []
    for options in ({}, {"on_report": seen.append}):
        send = client(answering({"offset": 5}), responses="enforce", **options)
        for query in ("limit=500", "limit=5"):
            with pytest.raises(DocumentError):
                send("GET", f"/v2/deployments?{query}")
    assert "refused request list_deployments: parameter-maximum at limit" in caplog.text
    assert "refused response list_deployments: schema-required" in caplog.text
    assert [one.status for one in seen if one.refused] == [None, None]


def test_a_compressed_response_is_judged_and_passes_as_it_came(client: Any) -> None:
    seen: list[Observation] = []
    body = gzip.compress(json.dumps(LIST).encode())
    headers = {"content-encoding": "gzip", **JSON}

    def answer(_request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, headers=headers, stream=httpx.ByteStream(body))

    for choice in ("report", "enforce"):
        send = client(answer, on_report=seen.append, responses=choice)
        assert send("GET", "/v2/deployments").json() == LIST
    assert [one.verdict for one in seen] == ["allow"] * 4


def test_what_is_no_operation_passes_unread(client: Any) -> None:
    seen: list[Observation] = []
    send = client(lambda _: httpx.Response(200, text="CANARY"), on_report=seen.append)
    assert send("POST", "/other", content=b"no json").text == "CANARY"
    off = client(answering({}), on_report=seen.append, requests="off", responses="off")
    assert off("PATCH", PATH, json=REFERENCES).json() == {}
    seen_of_others = [one for one in seen if one.operation is not None]
    assert not seen_of_others


def test_a_header_that_overrides_the_method_is_dropped(client: Any) -> None:
    answer = Mock(side_effect=answering(LIST))
    client(answer)("GET", "/v2/deployments", headers={"X-HTTP-Method-Override": "PATCH"})
    (request,) = answer.call_args.args
    assert "x-http-method-override" not in request.headers
    assert request.headers["host"] == "deployments.example.com"


@pytest.mark.promise(28, 34)
@pytest.mark.parametrize("as_text", [False, True])
def test_the_target_that_is_sent_is_judged(client: Any, *, as_text: bool) -> None:
    answer = Mock(side_effect=answering(deployment()))
    send = client(answer, deployments={ID: {"source": "codehost"}})

    def refusing(url: str, target: str, **more: Any) -> str:
        extensions = {"target": target if as_text else target.encode()}
        with pytest.raises(DocumentError) as caught:
            send(url=url, extensions=extensions, **more)
        return str(caught.value.violations[0].rule)

    patch: Any = {"method": "PATCH", "json": REFERENCES}
    assert refusing("/anything", PATH, **patch) == "secret-references-source"
    assert refusing("/anything", "/v2/deployments?limit=500", method="GET") == "parameter-maximum"
    assert refusing("/anything", f"/x/..{PATH}", **patch) == "path-ambiguous"
    assert refusing("/anything", f"http://other{PATH}", **patch) == "path-ambiguous"
    for url in (PATH, f"/V2/deployments/{ID}"):  # other transports send the path of the URL
        assert refusing(url, "/anything", **patch) == "path-ambiguous"
    assert refusing("/v2/deployments?limit=5", "/v2/deployments", method="GET") == "path-ambiguous"
    assert not answer.called
    for url, target in ((PATH, PATH), ("/a%2Fb", "/a/b?c=|"), ("/a", PATH)):
        given = target if as_text else target.encode()
        send("PATCH", url, json={"secrets": []}, extensions={"target": given})
    assert answer.call_count == 3


@pytest.mark.promise(28, 34)
@pytest.mark.parametrize("is_async", [False, True])
def test_the_transport_that_connects_sends_the_target(*, is_async: bool) -> None:
    """The request that is judged is the one that `httpx.HTTPTransport` writes."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}/anything"
        extensions = {"target": f"{PATH}?a"}
        given: Any = {"json": {"secrets": []}, "extensions": extensions, "timeout": 0.3}

        async def patch() -> None:
            transport = AsyncContractTransport(httpx.AsyncHTTPTransport())
            async with httpx.AsyncClient(transport=transport) as client:
                await client.patch(url, **given)

        def patch_at_once() -> None:
            with httpx.Client(transport=ContractTransport(httpx.HTTPTransport())) as client:
                client.patch(url, **given)

        with pytest.raises(httpx.ReadTimeout):  # nobody answers
            asyncio.run(patch()) if is_async else patch_at_once()
        connection, _ = server.accept()
        with connection:
            assert connection.recv(4096).startswith(f"PATCH {PATH}?a HTTP/1.1".encode())


def test_a_target_that_is_no_text_is_refused(client: Any) -> None:
    with pytest.raises(ContractError, match="the extension target of a request is text or bytes"):
        client(answering({}))("GET", "/v2/deployments", extensions={"target": None})


def test_a_mock_whose_response_is_read_already_is_judged_too(client: Any) -> None:
    send = client(lambda _: httpx.Response(200, json={}), responses="enforce")
    with pytest.raises(DocumentError, match="schema-required"):
        send("GET", "/v2/deployments")


def test_a_response_that_is_not_read_to_its_end_passes_unjudged() -> None:
    seen: list[Observation] = []
    closed: list[bool] = []

    class Stream(httpx.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            yield from [b"{", b"}"]

        def close(self) -> None:
            closed.append(True)

    inner = httpx.MockTransport(lambda _: httpx.Response(200, headers=JSON, stream=Stream()))
    transport = ContractTransport(inner, on_report=seen.append)
    with (
        httpx.Client(transport=transport, base_url=URL) as client,
        client.stream("GET", "/v2/deployments") as response,
    ):
        assert next(response.iter_raw()) == b"{"
    assert seen[-1].notes == ("not-judged",)
    assert closed


def test_an_asynchronous_body_is_judged_and_a_lookup_awaited() -> None:
    async def body() -> AsyncIterator[bytes]:
        whole = json.dumps(REFERENCES).encode()
        for piece in (whole[:9], whole[9:]):
            yield piece

    lookup = SimpleNamespace(find=lambda *_asked: asyncio.sleep(0, {"source": "codehost"}))
    send = asynchronous(answering({}), deployments=lookup)
    with pytest.raises(DocumentError, match="secret-references-source"):
        send("PATCH", PATH, content=body(), headers=JSON)
