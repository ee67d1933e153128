"""What the module in Envoy lets through, and what it answers, is what the library says of random messages."""

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import pytest

from deploy_contract import Contract, Request, Response
from deploy_contract.answers import problem
from deploy_contract.contract import for_middleware
from deploy_contract.http.headers import is_override
from tests.support import random_messages
from tests.support.doors import JSON, LIST, PATCH
from tests.support.effort import effort, tried
from tests.support.engines import made
from tests.support.envoy_module import SharedModule
from tests.support.gateways import Upstream
from tests.support.suite import OF_CONTRACT, body_of, cases, request_of

# as bytes on the wire; Envoy takes no others, and reads these headers itself
TARGET = re.compile(r"/[!-\"$->@-~]*\?[!-\"$-~]*")
NAME = re.compile(r"[A-Za-z0-9-]+")
VALUE = re.compile(r"[!-~\u00a1-\u00ff]([ -~\u00a1-\u00ff]*[!-~\u00a1-\u00ff])?")
ITS_OWN = {"host", "connection", "content-length", "transfer-encoding", "expect", "te", "upgrade"}
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"}


def shown(request: Request) -> tuple[Any, ...]:
    return (*request[:3], list(request.headers), request.body)


class Front(NamedTuple):
    """An Envoy with the module, and the service behind it."""

    module: SharedModule
    service: Upstream
    contract: Contract

    def judge(self, request: Request) -> str:
        """Send a request, compare its fate with the library's verdict, and return the verdict.

        Return "envoy" if Envoy itself refused it.
        """
        self.service.got.clear()
        report = self.contract.check_request(request)
        status, headers, body = self.module.send(request)
        if not self.service.got and headers.get("content-type") != "application/problem+json":
            assert status == 400, request[:3]
            return "envoy"
        if report.verdict == "deny":
            expected = problem(report, report.status)
            assert (status, self.service.got) == (report.status, []), shown(request)
            assert body == (b"" if request.method == "HEAD" else expected.body), shown(request)
            assert all(headers[name] == value for name, value in expected.headers), shown(request)
            return "deny"
        assert status == 299, (shown(request), body)
        [got] = self.service.got
        target = f"{request.path}?{request.query}" if request.query else request.path
        assert got.line.split(b" ")[1] == target.encode("latin-1")
        assert got.body == request.body
        return report.verdict


@pytest.fixture
def passing(module: SharedModule) -> Front:
    """Return an Envoy that enforces responses, and whose service answers with a status of no operation."""
    module.service.always(b"HTTP/1.1 299 OK\r\nContent-Length: 0\r\n\r\n")
    module.set(responses="enforce")
    return Front(module, module.service, for_middleware(made("python")))


def readable(pairs: Sequence[tuple[Any, Any]]) -> list[tuple[str, str]] | None:
    """Return headers as texts; None if Envoy would not take them, or change them."""
    found = []
    for name, value in pairs:
        key = name.decode("latin-1") if isinstance(name, bytes) else name
        text = value.decode("latin-1") if isinstance(value, bytes) else value
        if not NAME.fullmatch(key) or not VALUE.fullmatch(text) or key.lower() in ITS_OWN:
            return None
        found.append((key, text))
    names = {key.lower() for key, _ in found}
    return found if len(names) == len(found) else None  # Envoy joins repeated ones by commas


def suite() -> Iterator[Request]:
    """Yield the requests of the suite, and its patches as requests, of which nothing is known."""
    beside = OF_CONTRACT | {"response", "yaml", "source", "deployment"}
    for _, case in cases():
        if "request" in case and not beside & case.keys():
            yield request_of(case)
        elif case.get("document") == "DeploymentPatch" and not beside & case.keys():
            yield Request("PATCH", PATCH, "", JSON, body_of(case))


@pytest.mark.promise(3, 4, 10, 11, 12, 18, 19, 21, 28, 29, 34)
def test_requests_of_the_suite(passing: Front) -> None:
    verdicts: list[str] = []
    for request in suite():
        headers = readable(list(request.headers))
        if headers is not None and TARGET.fullmatch(f"{request.path}?{request.query}"):
            verdicts.append(passing.judge(request._replace(headers=headers)))
    tried(len(verdicts))
    assert verdicts.count("envoy") < 10
    assert {"allow", "deny"} <= {*verdicts}


@pytest.mark.soak
@pytest.mark.promise(2, 4, 10, 18, 19, 20, 21, 26, 28, 29, 34, 37)
def test_random_requests(passing: Front) -> None:
    r = Random(31)
    verdicts: list[str] = []
    while len(verdicts) < effort(300, 10_000):
        request = random_messages.request(r, "")
        headers = readable(list(request.headers))
        is_plain = TARGET.fullmatch(f"{request.path}?{request.query}") and "?" not in request.path
        if headers is None or not is_plain or request.method not in METHODS:
            continue
        if request.body and request.method in ("GET", "HEAD", "DELETE"):
            continue  # the gateway does not wait for it, unless it is a form
        verdicts.append(passing.judge(request._replace(headers=headers)))
    tried(len(verdicts))
    assert verdicts.count("envoy") < len(verdicts) // 10
    assert {"allow", "deny", "indeterminate"} <= {*verdicts}


@pytest.mark.soak
@pytest.mark.promise(2, 10, 21, 26, 37)
def test_random_responses(passing: Front) -> None:
    r = Random(37)
    statuses: list[int] = []
    while len(statuses) < effort(200, 10_000):
        response = random_messages.response(r)
        headers = readable(list(response.headers))
        status = response.status
        if (
            headers is None
            or status not in (200, 201, 404, 500)
            or any(is_override(name) for name, _ in headers)
        ):
            continue
        request = Request("GET", LIST, random_messages.query(r, 0))
        is_plain = TARGET.fullmatch(f"{request.path}?{request.query}")
        if not is_plain or passing.contract.check_request(request).verdict == "deny":
            continue
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers)
        whole = f"HTTP/1.1 {status} X\r\n{lines}Content-Length: {len(response.body)}\r\n\r\n"
        passing.service.always(whole.encode("latin-1") + response.body)
        found, _, body = passing.module.send(request)
        given = Response(status, headers, response.body)
        report = passing.contract.check_response(given, request)
        is_json = any(
            name.lower() == "content-type" and "json" in value.lower() for name, value in headers
        )
        if report.verdict == "deny" and is_json:
            assert (found, body) == (502, problem(report, 502).body), given
        else:
            assert (found, body) == (status, response.body), given
        statuses.append(found)
    tried(len(statuses))
    assert {200, 502} <= {*statuses}
