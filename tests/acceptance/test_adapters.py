"""Requests and responses of other libraries, given to a contract as they are."""

import gzip
import json
from collections.abc import Callable, Iterator
from itertools import repeat
from types import SimpleNamespace
from typing import Any

import django
import flask
import httpx
import pytest
import requests
import werkzeug.test
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse, StreamingHttpResponse
from django.test import RequestFactory
from starlette.requests import Request as StarletteRequest
from starlette.responses import JSONResponse, StreamingResponse

from deploy_contract import Contract, ContractError, Report, Request, Response
from tests.support.applications import scope_of
from tests.support.names import named

HOST = "http://service.example"
PATCH = "/v2/deployments/9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
LIST = "/v2/deployments"
JSON = "application/json"
GOOD = b'{"source_config": {"resource_spec": {"min_scale": 1}}}'
BAD = b'{"secrets": 5}'
PAGE = json.dumps({"resources": [], "offset": 0}).encode()

if not settings.configured:
    settings.configure(ALLOWED_HOSTS=["*"], ROOT_URLCONF="tests")
    django.setup()
contract = Contract()


def starlette(method: str, path: str, body: bytes, *, read: bool = True) -> StarletteRequest:
    path, _, query = path.partition("?")
    headers = {"content-type": JSON, "content-length": str(len(body))} if body else {}
    scope = scope_of(method, path, headers, query, raw_path=path.encode(), root_path="")
    waiting: Iterator[bytes] = iter([body])

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": next(waiting), "more_body": False}

    request = StarletteRequest(scope, receive)
    if read and body:
        with pytest.raises(StopIteration):
            request.body().send(None)
    return request


def django_wsgi(method: str, path: str, body: bytes) -> Any:
    return RequestFactory().generic(method, path, body, content_type=JSON)


def django_asgi(method: str, path: str, body: bytes) -> Any:
    from io import BytesIO

    return ASGIRequest(starlette(method, path, body, read=False).scope, BytesIO(body))


def of_flask(method: str, path: str, body: bytes) -> Any:
    builder = werkzeug.test.EnvironBuilder(path, method=method, data=body, content_type=JSON)
    return flask.Request(builder.get_environ())


def of_httpx(method: str, path: str, body: bytes) -> httpx.Request:
    return httpx.Request(method, HOST + path, content=body, headers={"content-type": JSON})


def with_target(method: str, path: str, body: bytes) -> httpx.Request:
    extensions = {"target": path.encode()}  # httpx sends it in place of the path of the URL
    headers = {"content-type": JSON}
    return httpx.Request(method, HOST, content=body, headers=headers, extensions=extensions)


def of_requests(method: str, path: str, body: bytes) -> requests.Request:
    return requests.Request(method, HOST + path, data=body, headers={"Content-Type": JSON})


def prepared(method: str, path: str, body: bytes) -> requests.PreparedRequest:
    return of_requests(method, path, body).prepare()


def plain(method: str, path: str, body: bytes) -> Request:
    path, _, query = path.partition("?")
    return Request(method, path, query, {"Content-Type": JSON}, body)


def pairs(method: str, path: str, body: bytes) -> Request:
    return plain(method, path, body)._replace(headers=[(b"content-type", JSON.encode())])


REQUESTS: dict[str, Callable[[str, str, bytes], Any]] = {
    "a mapping": plain, "pairs": pairs, "Starlette": starlette, "Django on WSGI": django_wsgi,
    "Django on ASGI": django_asgi, "Flask": of_flask, "httpx": of_httpx, "requests": of_requests,
    "requests, prepared": prepared, "httpx, with a target": with_target,
}  # fmt: skip


@pytest.mark.parametrize("made", REQUESTS.values(), ids=REQUESTS)
def test_a_request_of_a_library_is_judged(made: Callable[[str, str, bytes], Any]) -> None:
    good = contract.check_request(made("PATCH", PATCH, GOOD), source="codehost")
    expected = ("allow", "patch_deployment", json.loads(GOOD))
    assert (good.verdict, good.operation, good.value) == expected
    bad = contract.check_request(made("PATCH", PATCH, BAD), source="codehost")
    assert [(one.rule, one.pointer) for one in bad.violations] == [("schema-type", "/secrets")]
    listed = contract.check_request(made("GET", f"{LIST}?limit=5&name_contains=a%20b", b""))
    assert listed.verdict == "allow"
    assert {"limit": 5, "name_contains": "a b"}.items() <= (listed.parameters or {}).items()
    refused = contract.check_request(made("GET", f"{LIST}?limit=5&limit=6", b""))
    assert (refused.verdict, refused.status) == ("deny", 400)
    # the path is judged as it was sent
    hidden = contract.check_request(made("GET", "/v2/x%2Fy/..%2fdeployments", b""))
    assert hidden.operation is None
    assert contract.check_request(made("GET", "/elsewhere", b"")).verdict == "allow"


def test_a_body_of_starlette_that_is_not_read_is_the_callers_mistake() -> None:
    with pytest.raises(ContractError, match=r"call `await request.body\(\)` before"):
        contract.check_request(starlette("PATCH", PATCH, GOOD, read=False))
    assert contract.check_request(starlette("GET", LIST, b"", read=False)).ok


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data"])
def test_a_body_that_was_read_as_a_form_is_the_callers_mistake(kind: str) -> None:
    form = {"_method": "PATCH"}
    builder = werkzeug.test.EnvironBuilder(PATCH, method="POST", data=form, content_type=kind)
    request = flask.Request(builder.get_environ())
    assert contract.check_request(request).verdict == "deny"
    request = flask.Request(builder.get_environ())
    assert request.form["_method"] == "PATCH"
    with pytest.raises(ContractError, match="its body was read as a form"):
        contract.check_request(request)
    scope = scope_of("POST", PATCH, {"content-type": kind}, "")  # HTTP/2 needs no Content-Length
    starlette_request = StarletteRequest(scope)
    starlette_request._stream_consumed = True  # as `await request.form()` does
    with pytest.raises(ContractError, match="its body is not read yet"):
        contract.check_request(starlette_request)


def test_a_stream_is_the_callers_mistake() -> None:
    def chunks() -> Iterator[bytes]:
        yield GOOD

    with pytest.raises(ContractError, match="read its body before"):
        contract.check_request(httpx.Request("PATCH", HOST + PATCH, content=chunks()))
    with pytest.raises(ContractError, match="its body is a stream"):
        contract.check_request(requests.Request("PATCH", HOST + PATCH, data=chunks()))
    streams = [
        StreamingResponse(chunks()),
        StreamingHttpResponse(chunks()),
        httpx.Response(200, content=chunks()),
    ]
    for stream in streams:
        with pytest.raises(ContractError, match=r"stream|read its body before"):
            contract.check_response(stream, operation="list_deployments")


# --- responses


def httpx_zipped(body: bytes) -> Any:
    headers = {"content-type": JSON, "content-encoding": "gzip"}
    return httpx.Response(200, content=gzip.compress(body), headers=headers)


def requests_response(body: bytes) -> Any:
    response = requests.Response()
    response.status_code, response._content = 200, body
    response.headers.update({"Content-Type": JSON, "Content-Encoding": "gzip"})
    return response


RESPONSES: dict[str, Callable[[bytes], Any]] = {
    "a mapping": lambda body: Response(200, {"Content-Type": JSON}, body),
    "pairs": lambda body: Response(200, [("content-type", JSON)], body),
    "Starlette": lambda body: JSONResponse(json.loads(body)),
    "Django": lambda body: HttpResponse(body, content_type=JSON),
    "Flask": lambda body: flask.Response(body, content_type=JSON),
    "httpx": lambda body: httpx.Response(200, content=body, headers={"content-type": JSON}), "httpx, decoded": httpx_zipped, "requests, decoded": requests_response,
}  # fmt: skip


@pytest.mark.parametrize("made", RESPONSES.values(), ids=RESPONSES)
def test_a_response_of_a_library_is_judged(made: Callable[[bytes], Any]) -> None:
    def judged(body: bytes) -> Report:
        return contract.check_response(made(body), httpx.Request("GET", HOST + LIST))

    good = judged(PAGE)
    assert (good.verdict, good.value, good.violations) == ("allow", json.loads(PAGE), ())
    bad = judged(b'{"resources": 5, "offset": 0}')
    assert (bad.verdict, bad.status) == ("deny", 502)
    assert [(one.rule, one.pointer) for one in bad.violations] == [("schema-type", "/resources")]


def test_a_coding_that_clients_may_not_know_is_kept() -> None:
    response = requests_response(b"\x8b\x02")
    response.headers["Content-Encoding"] = "br"
    report = contract.check_response(response, operation="list_deployments")
    assert [one.rule for one in report.violations] == ["content-unread"]


class Raising:
    """A request whose attributes raise."""

    @property
    def scope(self) -> Any:
        raise ValueError("CANARY-7f3a")

    META = environ = parameters = url = scope


@pytest.mark.parametrize("given", [None, 5, "GET", {}, object(), Raising(), RuntimeError("x")])
def test_anything_else_is_the_callers_mistake(given: Any) -> None:
    with pytest.raises(ContractError, match=f"request is a {type(given).__name__}; give a Request"):
        contract.check_request(given)
    with pytest.raises(ContractError, match=r"response is a .*; give a Response"):
        contract.check_response(given, operation="list_deployments")


def response_of_openapi_core(status: Any, headers: Any) -> Any:
    return SimpleNamespace(status_code=status, headers=headers, content_type=JSON, data=PAGE)


def request_of_openapi_core(headers: Any) -> Any:
    parameters = SimpleNamespace(query={}, header=headers)
    return SimpleNamespace(
        parameters=parameters, method="PATCH", path=PATCH, content_type=JSON, body=GOOD
    )


NO_HEADERS: list[Any] = [
    5, None, object(), "", "ab", b"ab", [1], [None], [("a",)], [("a", "b", "c")], [("a", 1)], [(1, "a")], [(None, "a")],
    [("content-type", None)], {"a": 1}, {1: "a"}, {"a": ["b"]},
]  # fmt: skip


@pytest.mark.parametrize("headers", NO_HEADERS)
def test_headers_of_another_form_are_the_callers_mistake(headers: Any) -> None:
    checks: list[Callable[[], Report]] = [
        lambda: contract.check_request(Request("PATCH", PATCH, "", headers, GOOD)),
        lambda: contract.check_request(Request("GET", LIST, "", headers)),
        lambda: contract.check_request(Request("GET", "/elsewhere", "", headers)),
        lambda: contract.check_request(Request("GET", LIST, "", named(iter([("a", 1)])))),
        lambda: contract.check_response(Response(200, headers, PAGE), operation="list_deployments"),
        lambda: contract.check_response(Response(500, headers), operation="list_deployments"),
        lambda: contract.check_request(request_of_openapi_core(headers)),
        lambda: contract.check_response(response_of_openapi_core(200, headers)),
    ]
    for check in checks:
        with pytest.raises(ContractError) as caught:
            check()
        assert str(caught.value) == "headers are (name, value) pairs of text or bytes"


@pytest.mark.parametrize("status", [None, "x", "200", 200.5, 200.0, True, []])
def test_a_status_that_is_not_an_integer_is_the_callers_mistake(status: Any) -> None:
    given = Response(status, {"content-type": JSON}, PAGE)
    for response in (given, response_of_openapi_core(status, {})):
        with pytest.raises(ContractError, match="the status of a Response is an integer"):
            contract.check_response(response, operation="list_deployments")


@pytest.mark.parametrize("body", [None, "{}", 5, [b"{}"]])
def test_a_body_that_is_no_bytes_is_the_callers_mistake(body: Any) -> None:
    for method, path in (("PATCH", PATCH), ("GET", LIST), ("GET", "/elsewhere")):
        with pytest.raises(ContractError, match="the body of a message is bytes"):
            contract.check_request(Request(method, path, body=body))
    for status in (200, 500):
        with pytest.raises(ContractError, match="the body of a message is bytes"):
            contract.check_response(Response(status, body=body), operation="list_deployments")


def test_headers_without_an_end_are_read_up_to_a_limit() -> None:
    endless = ("a", "b")
    checks: list[Callable[[], Report]] = [
        lambda: contract.check_request(Request("PATCH", PATCH, "", repeat(endless), GOOD)),
        lambda: contract.check_request(Request("GET", "/elsewhere", "", repeat(endless))),
        lambda: contract.check_response(Response(200, repeat(endless), PAGE)),
        lambda: contract.check_request(request_of_openapi_core(repeat(endless))),
    ]
    for check in checks:
        with pytest.raises(ContractError, match="an iterator of more than 10000 pairs"):
            check()
    typed = ("content-type", JSON)
    for headers in (iter([typed, *repeat(endless, 9999)]), [typed, *repeat(endless, 10_000)]):
        assert contract.check_request(Request("PATCH", PATCH, "", headers, GOOD)).ok
