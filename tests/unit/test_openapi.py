"""The bundled OpenAPI document as another library reads it: openapi-core, an independent opinion."""

import json
from typing import Any

import pytest
from openapi_core import OpenAPI
from openapi_core.testing import MockRequest, MockResponse

from tests.support.commands import ROOT
from tests.support.engines import made
from tests.support.tables import table

JSON = "application/json"
HOST = "https://deployments.example.com"
ID = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"


@pytest.fixture(scope="module")
def openapi() -> OpenAPI:
    """Return the bundled document, loaded from memory: it refers to nothing outside of itself."""
    return OpenAPI.from_dict(table("openapi.json"))


@pytest.mark.parametrize(
    ("body", "fits"),
    [
        ({}, True), ({"secrets": None}, True), ({"source_config": {"resource_spec": {"cpu": 0.5}}}, True), ({"revision_source": None}, True),
        ({"secrets": "x"}, False), ({"source_config": {"resource_spec": {"cpu": "2"}}}, False), ({"revision_source": "external_container"}, False),
        ([], False),
    ],
)  # fmt: skip
def test_requests_are_read_alike(openapi: OpenAPI, body: Any, fits: bool) -> None:
    path, data = f"/v2/deployments/{ID}", json.dumps(body).encode()
    request = MockRequest(HOST, "patch", path, data=data, content_type=JSON)
    assert (not list(openapi.iter_request_errors(request))) == fits
    violations = made("python").check(body, "DeploymentPatch").violations
    structural = [violation for violation in violations if violation.rule.startswith("schema-")]
    assert (not structural) == fits


@pytest.mark.parametrize(
    ("file", "path"),
    [
        ("deployment-list.json", "/v2/deployments"),
        ("repository-list.json", f"/v1/integrations/forge/codehost/{ID}/repos"),
    ],
)
def test_responses_are_read_alike(openapi: OpenAPI, file: str, path: str) -> None:
    request, example = MockRequest(HOST, "get", path), ROOT / "spec" / "examples" / file
    for body, fits in ((example.read_bytes(), True), (b'{"resources": 5}', False)):
        response = MockResponse(body, content_type=JSON)
        assert (not list(openapi.iter_response_errors(request, response))) == fits
