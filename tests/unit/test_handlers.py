"""What handlers and observers get from the middleware, and the order of middlewares."""

import asyncio
import io
import json
from collections.abc import Callable
from typing import Any
from unittest.mock import AsyncMock

import django
import httpx
import pytest
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.wsgi import WSGIRequest
from fastapi import FastAPI
from flask import Flask
from flask import Request as FlaskRequest
from flask import request as flask_request
from rest_framework.request import Request as RestRequest
from starlette.applications import Starlette
from starlette.requests import Request as StarletteRequest
from starlette.routing import Mount

from deploy_contract import Contract, ContractError, DocumentError, Limits, Report, Request
from deploy_contract.asgi import ContractMiddleware
from deploy_contract.fastapi import describe
from deploy_contract.middleware import report_of
from deploy_contract.middleware.observation import Observation
from deploy_contract.models import DeploymentPatch
from tests.support.applications import ID, JSON, PATH, REFERENCES, App, over_asgi, over_wsgi
from tests.support.client import send

if not settings.configured:
    settings.configure()
    django.setup()

PATCH = json.dumps({"source_revision_config": {"repo_ref": "main"}}).encode()
SHORT = Contract(limits=Limits(request_body=8))
TEMPLATE = "/v2/deployments/{deployment_id}"


ASGI: list[Callable[[Any], Any]] = [
    lambda scope: scope,
    StarletteRequest,
    lambda scope: ASGIRequest({**scope, "root_path": ""}, io.BytesIO()),
    lambda scope: RestRequest(ASGIRequest({**scope, "root_path": ""}, io.BytesIO())),
]
WSGI: list[Callable[[Any], Any]] = [
    lambda environ: environ,
    FlaskRequest,
    WSGIRequest,
    lambda environ: RestRequest(WSGIRequest(environ)),
]


@pytest.mark.parametrize(
    ("over", "request_of"),
    [*[(over_asgi, one) for one in ASGI], *[(over_wsgi, one) for one in WSGI]],
)
def test_a_handler_reads_the_report_on_its_request(over: Any, request_of: Any) -> None:
    app = App()
    assert over(app, deployments={ID: {"source": "codehost"}})("PATCH", PATH, PATCH).status == 200
    report = report_of(request_of(app.kept))
    assert isinstance(report, Report)
    assert (report.operation, report.verdict) == ("patch_deployment", "allow")
    assert report.parameters == {"deployment_id": ID}
    assert (report.creates_revision, report.kind) == ("yes", "DeploymentPatch")
    revision = report.model(DeploymentPatch).source_revision_config
    assert revision is not None
    assert revision.repo_ref == "main"


def test_a_handler_sees_what_was_only_reported(over: Any) -> None:
    app = App()
    body = json.dumps(REFERENCES).encode()
    send = over(app, requests="report", deployments={ID: {"source": "codehost"}})
    assert send("PATCH", PATH, body).status == 200
    report = report_of(app.kept)
    assert report.verdict == "deny"
    with pytest.raises(DocumentError):
        report.model(DeploymentPatch)
    send = over(app, requests="report", contract=SHORT)
    assert send("PATCH", PATH, PATCH).status == 200
    assert report_of(app.kept).violations[0].rule == "json-size"


def test_without_a_judgement_there_is_no_report(over: Any) -> None:
    app = App()
    over(app, requests={"patch_deployment": "off"})("PATCH", PATH, PATCH)
    for request in (app.kept, {}, object(), None):
        with pytest.raises(ContractError, match="no ContractMiddleware has judged this"):
            report_of(request)
    with (
        Flask("service").test_request_context(),
        pytest.raises(ContractError, match="has judged this Request;"),
    ):
        report_of(flask_request)
    over(app)("GET", "/health")
    assert report_of(app.kept).operation is None


# --- observations


def observed(over: Any, *messages: tuple[Any, ...], **options: Any) -> list[Observation]:
    seen: list[Observation] = []
    app = options.pop("app", None) or App()
    send = over(app, on_report=seen.append, **options)
    for method, path, body, headers in messages:
        send(method, path, body, headers=headers)
    return seen


def test_an_observation_names_deployment_path_and_request(over: Any) -> None:
    headers = {"x-request-id": "req-7/a", **JSON}
    path = PATH.upper().replace("/V2/DEPLOYMENTS", "/v2/deployments")
    seen = observed(over, ("PATCH", path, PATCH, headers))
    assert [one.direction for one in seen] == ["request", "response"]
    for one in seen:
        assert (one.deployment, one.path, one.request_id) == (ID, TEMPLATE, "req-7/a")


def test_it_names_them_for_what_cannot_be_read(over: Any) -> None:
    headers = {"x-request-id": "req-7", **JSON}
    (one,) = observed(over, ("PATCH", PATH, PATCH, headers), contract=SHORT)
    assert one.refused
    assert (one.deployment, one.path, one.request_id) == (ID, TEMPLATE, "req-7")
    wrong = App(b"{", 200)
    seen = observed(over, ("PATCH", PATH, PATCH, headers), app=wrong, responses="enforce")
    assert seen[-1].refused
    assert seen[-1].deployment == ID


@pytest.mark.parametrize("given", ["", "a b", "x" * 129, 'a"b', "\u00e4"])
def test_it_shows_no_other_text_of_the_client(over: Any, given: str) -> None:
    headers = {"x-request-id": given, **JSON}
    seen = observed(over, ("PATCH", "/v2/deployments/CANARY", PATCH, headers))
    assert [(one.deployment, one.path, one.request_id) for one in seen] == [(None, TEMPLATE, None)]
    assert "CANARY" not in repr(seen)


def test_without_an_operation_it_names_none(over: Any) -> None:
    seen = observed(over, ("GET", "/v2/deployments", b"", {}), ("GET", "/health", b"", {}))
    assert [(one.deployment, one.path) for one in seen] == [
        (None, "/v2/deployments"), (None, "/v2/deployments"), (None, None),
    ]  # fmt: skip
    path = f"/v1/integrations/forge/codehost/{ID}/repos"  # the id of an integration
    assert {one.deployment for one in observed(over, ("GET", path, b"", {}))} == {None}


# --- applications around


@pytest.mark.parametrize("mount", ["/inside", "/outside"])
def test_an_application_below_a_mount_is_guarded(mount: str) -> None:
    service = App({"resources": [], "offset": 0}).asgi
    routes = [
        Mount("/inside", ContractMiddleware(service)),  # the contract is in the mount
        Mount("/outside", service),  # the contract is outside, and knows the prefix
    ]
    app = ContractMiddleware(Starlette(routes=routes), Contract(base_path="/outside"))
    path = "/v2/deployments"
    assert asked(app, mount + path).status_code == 200
    for prefix in (mount, f"/%{ord(mount[1]):x}{mount[2:]}"):
        refused = asked(app, prefix + path, "limit=0").json()
        assert [row["rule"] for row in refused["violations"]] == ["parameter-minimum"]
    assert asked(app, path, "limit=0").status_code == 404  # nothing is mounted there


@pytest.mark.parametrize("kind", ["lifespan", "websocket"])
def test_what_is_not_http_passes(kind: str) -> None:
    app = AsyncMock()
    # a path of an operation, but not by HTTP
    arguments: Any = ({"type": kind, "path": "/v2/deployments"}, object(), object())
    asyncio.run(ContractMiddleware(app)(*arguments))
    app.assert_awaited_once_with(*arguments)


# --- OpenAPI


def asked(app: Any, path: str, query: str = "") -> httpx.Response:
    """Return the response of an application to a request."""
    return asyncio.run(send(app, Request("GET", path, query), b""))


def test_fastapi_describes_the_operations_of_the_contract() -> None:
    from openapi_spec_validator import validate
    from pydantic import create_model

    app = FastAPI()
    model: Any = create_model("Deployment", colour=(str, ...))  # a name of the contract

    @app.patch("/api-host/v2/deployments/{which}", tags=["ours"])
    def patch(which: str) -> None: ...

    @app.get("/api-host/v2/deployments")
    def deployments() -> None: ...

    @app.post("/colours")
    def colours(deployment: model) -> None: ...

    before = app.openapi()["paths"]["/colours"]
    describe(app, Contract(base_path="/api-host"))
    found = asked(app, "/openapi.json").json()
    validate(found)
    row = found["paths"]["/api-host/v2/deployments/{which}"]["patch"]
    assert row["tags"] == ["ours"]
    assert [one["name"] for one in row["parameters"]] == ["which"]
    body = row["requestBody"]["content"]["application/json"]["schema"]
    assert body == {"$ref": "#/components/schemas/DeploymentPatch"}
    answer = row["responses"]["200"]["content"]["application/json"]["schema"]
    assert answer == {"$ref": "#/components/schemas/ContractDeployment"}
    listed = found["paths"]["/api-host/v2/deployments"]["get"]
    assert {one["name"] for one in listed["parameters"]} > {"limit", "offset"}
    assert found["paths"]["/colours"] == before
    assert found["components"]["schemas"]["Deployment"]["required"] == ["colour"]
    assert app.openapi() is app.openapi()


def test_fastapi_is_described_behind_a_proxy_that_removes_the_prefix() -> None:
    app = FastAPI()
    app.root_path = "/api-host"  # as its argument, which is deprecated

    @app.get("/v2/deployments")
    def deployments() -> None: ...

    describe(app, Contract(base_path="/api-host"))
    listed = app.openapi()["paths"]["/v2/deployments"]["get"]
    assert {one["name"] for one in listed["parameters"]} > {"limit", "offset"}


def test_fastapi_gets_only_schemas_that_are_used_and_values_that_pass() -> None:
    app, plain = FastAPI(), FastAPI()

    @plain.get("/v2/deployments")
    @app.get("/v2/deployments")
    def deployments(limit: int = 20) -> None: ...

    assert "HTTPValidationError" in app.openapi()["components"]["schemas"]
    describe(app)
    found = app.openapi()
    names = found["components"]["schemas"].keys()
    assert names > {"DeploymentList", "Problem", "Violation"}
    assert names.isdisjoint({"HTTPValidationError", "RepositoryList", "DeploymentPatch"})
    row = found["paths"]["/v2/deployments"]["get"]
    problem = row["responses"]["4XX"]["content"]["application/problem+json"]["schema"]
    assert problem == {"$ref": "#/components/schemas/Problem"}
    contract = Contract()
    for parameter in row["parameters"]:
        schema = parameter["schema"]
        assert isinstance(schema["type"], str), "an address has no null"
        for value in schema.get("enum", ()):
            url = f"http://service/v2/deployments?{parameter['name']}={value}"
            assert contract.check_request(httpx.Request("GET", url)).verdict == "allow"
    describe(plain, refusals=False)
    found = plain.openapi()
    assert list(found["paths"]["/v2/deployments"]["get"]["responses"]) == ["200"]
    assert "Problem" not in found["components"]["schemas"]


def test_fastapi_keeps_a_schema_of_which_a_part_is_used_and_members_named_ref() -> None:
    app, prefix = FastAPI(), "#/components/schemas/"
    part = {"properties": {"x": {}, "$ref": {"type": "string"}}, "example": {"$ref": 5}}
    schemas = {"Part": part, "Old": {"$ref": f"{prefix}Part"}}
    before = {"get": {"responses": {"200": {"$ref": f"{prefix}Old"}}}}
    parts = {"get": {"x": {"$ref": f"{prefix}Part/properties/x"}}}
    paths = {"/v2/deployments": before, "/parts": parts}
    app.openapi = lambda: {"paths": paths, "components": {"schemas": schemas}}  # type: ignore[method-assign]
    describe(app)
    found = app.openapi()["components"]["schemas"]
    assert found["Part"] == part
    assert "Old" not in found


def test_fastapi_without_such_routes_stays_as_it_is() -> None:
    app = FastAPI()

    @app.get("/colours")
    def colours() -> None: ...

    before = json.loads(json.dumps(app.openapi()))
    describe(app)
    with pytest.warns(UserWarning, match="no route belongs to an operation, such as /v"):
        after = app.openapi()
    assert after["paths"] == before["paths"]
    assert after.get("components", {}).get("schemas", {}) == {}


def test_a_wrong_argument_of_describe_is_named() -> None:
    wrong: Any
    for wrong in (FastAPI, 5):
        with pytest.raises(ContractError, match="app must be an application of FastAPI"):
            describe(wrong)
    with pytest.raises(ContractError, match="contract must be a Contract"):
        describe(FastAPI(), wrong)
