"""The contract in front of real applications on real servers: each example, over sockets."""

import gzip
import hashlib
import json
import socket
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.support import fronts, gateways
from tests.support.fronts import free
from tests.support.gateways import PATIENCE, soon

FOLDER = Path(__file__).parents[1] / "support" / "frameworks"
CODEHOST = "/v2/deployments/5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d7001"
EXTERNAL = "/v2/deployments/5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d7002"
REPOSITORIES = "/v1/integrations/forge/codehost/9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21/repos"
LIST = "/v2/deployments"
JSON = {"Content-Type": "application/json"}
REFERENCES = (
    b'{"secret_references": [{"name": "A", "secret_name": "CANARY-7f3a", "secret_key": "k"}]}'
)
SECRETS = b' {"secrets" :[\n{"name": "\\u0041", "value": "v"}]}\t'  # no writer of JSON would write it like this


class Answer(gateways.Answer):
    """The answer that a client got."""

    @property
    def rules(self) -> list[str]:
        """The rules of a problem answer; none where the application has answered."""
        if self.header("content-type") != "application/problem+json":
            return []
        problem = json.loads(self.body)
        assert problem["status"] == self.status
        return [violation["rule"] for violation in problem["violations"]]


UVICORN = ("--port", "{port}", "--timeout-graceful-shutdown", "1")
GUNICORN = ("--bind", "127.0.0.1:{port}", "--graceful-timeout", "1", "--no-control-socket")
# script of tests/support/frameworks, and its options; {port} in them is a free port
EXAMPLES = {
    # told its prefix, as behind a proxy that cuts it off; the requests have none
    "starlette": ("starlette_app.py", *UVICORN, "--root-path", "/api-host"),
    "fastapi": ("fastapi_app.py", *UVICORN),
    "django-asgi": ("django_project.py", *UVICORN),
    "django-wsgi": ("django_project.py", "wsgi", *GUNICORN),
    "flask": ("flask_app.py", *GUNICORN),
    "aiohttp": ("aiohttp_app.py", "{port}"),
    "falcon": ("falcon_app.py", *GUNICORN),
}


class Server(NamedTuple):
    """An example that runs on a port of loopback."""

    name: str
    port: int

    def ask(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> Answer:
        """Return the answer to a request; an iterable body is sent in chunks."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as connection:
            connection.connect()
            # a server may refuse what is too long before it was sent to its end
            with suppress(ConnectionError):
                connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            return Answer(response.status, response.getheaders(), response.read())

    def answers(self) -> bool:
        """Return True if the server answers a request."""
        with suppress(OSError, HTTPException):
            return self.ask("GET", "/nothing-is-here").status > 0
        return False

    def patch(self, path: str, body: Any, **headers: str) -> Answer:
        """Return the answer to a patch."""
        return self.ask("PATCH", path, body, JSON | headers)


@pytest.fixture(scope="module", params=EXAMPLES)
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """Yield each example in turn."""
    found = Server(request.param, free())
    log = tmp_path_factory.mktemp(found.name) / "server.log"
    script, *options = (part.format(port=found.port) for part in EXAMPLES[found.name])
    command = [sys.executable, str(FOLDER / script), *options]
    with fronts.running(command, found.port, log, {"PYTHONPATH": str(FOLDER)}):
        # gunicorn listens before its workers have loaded the application
        assert soon(found.answers, 6 * PATIENCE), log.with_suffix(".out").read_text("utf-8")
        # not known yet: undecided, and let through
        assert received(found.patch(CODEHOST, REFERENCES)) == digest(REFERENCES)
        assert found.ask("GET", LIST).status == 200
        yield found
        # whatever the tests sent, nothing of ours has raised
        assert b"deploy_contract" not in log.with_suffix(".out").read_bytes()


def received(answer: Answer) -> str:
    """Return the digest of the body that an example's application was given."""
    assert answer.status == 200, answer
    return str(json.loads(answer.body)["received"])


def digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def test_what_a_learned_source_does_not_take_is_refused_with_rule_and_pointer(
    server: Server,
) -> None:
    refused = server.patch(EXTERNAL, b'{"source_revision_config": {"repo_ref": "main"}}')
    assert (refused.status, refused.rules) == (422, ["repo-ref-source"])
    refused = server.patch(CODEHOST, REFERENCES)
    assert refused.status == 422
    assert refused.header("content-type") == "application/problem+json"
    assert int(refused.header("content-length") or 0) == len(refused.body)
    (violation,) = json.loads(refused.body)["violations"]
    assert (violation["rule"], violation["pointer"]) == (
        "secret-references-source",
        "/secret_references",
    )
    assert b"CANARY" not in refused.body
    assert received(server.patch(EXTERNAL, REFERENCES)) == digest(REFERENCES)


def test_a_body_arrives_byte_for_byte(server: Server) -> None:
    assert received(server.patch(CODEHOST, SECRETS)) == digest(SECRETS)


def test_a_body_in_chunks_arrives_byte_for_byte(server: Server) -> None:
    # which takes what states no length for empty; so there is nothing to let through
    if server.name == "falcon":
        assert server.patch(CODEHOST, iter([SECRETS])).rules == ["body-missing"]
        return
    assert received(
        server.patch(CODEHOST, (SECRETS[index : index + 7] for index in range(0, len(SECRETS), 7)))
    ) == digest(SECRETS)
    assert server.patch(CODEHOST, iter([REFERENCES])).rules == ["secret-references-source"]
    assert server.patch(CODEHOST, iter([b" " * (1 << 16)] * 17)).rules == ["json-size"]


def test_a_compressed_body_is_judged_and_stays_compressed(server: Server) -> None:
    body = gzip.compress(SECRETS)
    assert received(server.patch(CODEHOST, body, **{"Content-Encoding": "gzip"})) == digest(body)
    refused = server.patch(CODEHOST, gzip.compress(REFERENCES), **{"Content-Encoding": "gzip"})
    assert refused.rules == ["secret-references-source"]


def test_operations_pass(server: Server) -> None:
    page = server.ask("GET", f"{LIST}?limit=1&offset=1&name_contains=&more=%C3%A9")
    assert (page.status, len(json.loads(page.body)["resources"])) == (200, 1)
    listed = server.ask("GET", REPOSITORIES)
    assert (listed.status, json.loads(listed.body)[0]["id"]) == (200, 4711)
    for path in (LIST, "/v2/%64eployments", "/%76%32/deployments"):
        refused = server.ask("GET", f"{path}?limit=1&limit=2")
        assert (refused.status, refused.rules) == (400, ["parameter-repeated"])
    missing = server.patch(CODEHOST.replace("7001", "7999"), SECRETS)
    assert (missing.status, missing.rules) == (404, [])  # the application's own answer


def test_a_client_that_leaves_in_the_middle_of_a_body_disturbs_nobody(server: Server) -> None:
    for _ in range(3):
        with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as connection:
            head = f"PATCH {CODEHOST} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
            connection.sendall(head.encode() + b"Content-Length: 1000\r\n\r\n" + SECRETS)
    assert received(server.patch(CODEHOST, SECRETS)) == digest(SECRETS)
