"""The contract in front of real applications on real servers: each example, over sockets."""

import gzip
import hashlib
import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path

import pytest

from tests.support.applications import cut
from tests.support.fronts import free, running
from tests.support.gateways import PATIENCE, Answer, Gateway, soon

FOLDER = Path(__file__).parents[1] / "support" / "frameworks"
CODEHOST = "/v2/deployments/5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d7001"
EXTERNAL = "/v2/deployments/5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d7002"
REPOSITORIES = "/v1/integrations/forge/codehost/9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21/repos"
LIST = "/v2/deployments"
REFERENCES = (
    b'{"secret_references": [{"name": "A", "secret_name": "CANARY-7f3a", "secret_key": "k"}]}'
)
SECRETS = b' {"secrets" :[\n{"name": "\\u0041", "value": "v"}]}\t'  # no writer of JSON would write it like this


def rules(answer: Answer) -> list[str]:
    """Return the rules of a problem answer; none if the answer is the application's own."""
    if answer.header("content-type") != "application/problem+json":
        return []
    problem = json.loads(answer.body)
    assert problem["status"] == answer.status
    return [violation["rule"] for violation in problem["violations"]]


UVICORN = ("--port", "{port}", "--timeout-graceful-shutdown", "1")
GUNICORN = ("--bind", "127.0.0.1:{port}", "--graceful-timeout", "1", "--no-control-socket")
# script of tests/support/frameworks, and its options; {port} in them is a free port
EXAMPLES = {
    # runs under a root path, as behind a proxy that removes the prefix
    "starlette": ("starlette_app.py", *UVICORN, "--root-path", "/api-host"),
    "fastapi": ("fastapi_app.py", *UVICORN),
    "django-asgi": ("django_project.py", *UVICORN),
    "django-wsgi": ("django_project.py", "wsgi", *GUNICORN),
    "flask": ("flask_app.py", *GUNICORN),
    "aiohttp": ("aiohttp_app.py", "{port}"),
    "falcon": ("falcon_app.py", *GUNICORN),
}


@pytest.fixture(scope="module", params=EXAMPLES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def server(name: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gateway]:
    """Yield each example in turn."""
    port, log = free(), tmp_path_factory.mktemp(name) / "server.log"
    script, *options = (part.format(port=port) for part in EXAMPLES[name])
    command = [sys.executable, str(FOLDER / script), *options]
    with running(command, port, log, {"PYTHONPATH": str(FOLDER)}) as found:

        def answers() -> bool:
            with suppress(OSError, HTTPException):
                return found.ask("GET", "/nothing-is-here").status > 0
            return False

        # gunicorn listens before its workers have loaded the application
        assert soon(answers, 6 * PATIENCE), log.with_suffix(".out").read_text("utf-8")
        # the source is unknown, so the patch passes
        assert received(found.patch(REFERENCES, CODEHOST)) == digest(REFERENCES)
        assert found.ask("GET", LIST).status == 200
        yield found
        # the middleware has logged no exception
        assert b"deploy_contract" not in log.with_suffix(".out").read_bytes()


def received(answer: Answer) -> str:
    """Return the digest of the body that an example's application was given."""
    assert answer.status == 200, answer
    return str(json.loads(answer.body)["received"])


def digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def test_a_field_that_a_learned_source_cannot_set_is_refused_with_rule_and_pointer(
    server: Gateway,
) -> None:
    refused = server.patch(b'{"source_revision_config": {"repo_ref": "main"}}', EXTERNAL)
    assert (refused.status, rules(refused)) == (422, ["repo-ref-source"])
    refused = server.patch(REFERENCES, CODEHOST)
    assert refused.status == 422
    assert refused.header("content-type") == "application/problem+json"
    assert int(refused.header("content-length") or 0) == len(refused.body)
    (violation,) = json.loads(refused.body)["violations"]
    found = (violation["rule"], violation["pointer"])
    assert found == ("secret-references-source", "/secret_references")
    assert b"CANARY" not in refused.body
    assert received(server.patch(REFERENCES, EXTERNAL)) == digest(REFERENCES)


def test_a_body_arrives_byte_for_byte(server: Gateway) -> None:
    assert received(server.patch(SECRETS, CODEHOST)) == digest(SECRETS)


def test_a_body_in_chunks_arrives_byte_for_byte(server: Gateway, name: str) -> None:
    # a body of an iterator is sent in chunks; falcon takes one without a length for empty
    if name == "falcon":
        assert rules(server.patch(iter([SECRETS]), CODEHOST)) == ["body-missing"]
        return
    assert received(server.patch(iter(cut(SECRETS, 7)), CODEHOST)) == digest(SECRETS)
    assert rules(server.patch(iter([REFERENCES]), CODEHOST)) == ["secret-references-source"]
    assert rules(server.patch(iter([b" " * (1 << 16)] * 17), CODEHOST)) == ["json-size"]


def test_a_compressed_body_is_judged_and_stays_compressed(server: Gateway) -> None:
    body = gzip.compress(SECRETS)
    assert received(server.patch(body, CODEHOST, **{"Content-Encoding": "gzip"})) == digest(body)
    refused = server.patch(gzip.compress(REFERENCES), CODEHOST, **{"Content-Encoding": "gzip"})
    assert rules(refused) == ["secret-references-source"]


def test_operations_pass(server: Gateway) -> None:
    page = server.ask("GET", f"{LIST}?limit=1&offset=1&name_contains=&more=%C3%A9")
    assert (page.status, len(json.loads(page.body)["resources"])) == (200, 1)
    listed = server.ask("GET", REPOSITORIES)
    assert (listed.status, json.loads(listed.body)[0]["id"]) == (200, 4711)
    for path in (LIST, "/v2/%64eployments", "/%76%32/deployments"):
        refused = server.ask("GET", f"{path}?limit=1&limit=2")
        assert (refused.status, rules(refused)) == (400, ["parameter-repeated"])
    missing = server.patch(SECRETS, CODEHOST.replace("7001", "7999"))
    assert (missing.status, rules(missing)) == (404, [])  # the application's own answer


def test_a_client_that_leaves_in_the_middle_of_a_body_disturbs_nobody(server: Gateway) -> None:
    for _ in range(3):
        with server.connected() as connection:
            head = f"PATCH {CODEHOST} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
            connection.sendall(head.encode() + b"Content-Length: 1000\r\n\r\n" + SECRETS)
    assert received(server.patch(SECRETS, CODEHOST)) == digest(SECRETS)
