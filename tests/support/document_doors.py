"""The doors for a document: the library in each way, both middlewares, and the command."""

import gzip
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from deploy_contract_generated.names import DocumentKind

from deploy_contract import Contract, Report, Request, Response
from deploy_contract.middleware.observation import Observation
from tests.support.applications import ID, PATH, Answered, App, deliver, over_asgi, over_wsgi
from tests.support.names import named

PATCH: Final = "DeploymentPatch"
ONE: Final = "Deployment"
LIST: Final = "DeploymentList"
REPOSITORIES: Final = "RepositoryList"
JSON = (("content-type", "application/json"),)
REPOSITORIES_PATH = f"/v1/integrations/forge/codehost/{ID}/repos"
# the request to which a document is the response
ASKING: Mapping[str, Request] = {
    ONE: Request("PATCH", PATH, "", JSON, b"{}"),
    LIST: Request("GET", "/v2/deployments", "limit=100"),
    REPOSITORIES: Request("GET", REPOSITORIES_PATH),
}
CODINGS: dict[str, Callable[[bytes], bytes]] = {"gzip": gzip.compress, "deflate": zlib.compress}
Stored = Mapping[str, Any] | None  # what is known of the stored deployment


class Judged(NamedTuple):
    """The answer of a door: whether the document passes, and the enforced rules that it breaks.

    `body`: what was passed on, if that was asked for.
    """

    passed: bool
    rules: frozenset[str] = frozenset()
    body: bytes | None = None


def refusing(*rules: str) -> Judged:
    """Return the answer that refuses a document for these rules, or lets it pass for none."""
    return Judged(not rules, frozenset(rules))


def enforced(found: Report | Observation) -> frozenset[str]:
    """Return the rules that a report or an observation refuses for."""
    return frozenset(item.rule for item in found.violations if item.mode == "enforce")


def judged(got: Report | Answered) -> Judged:
    """Return what a report or a response of a middleware says."""
    if isinstance(got, Report):
        return Judged(got.ok, enforced(got))
    if got.headers.get("content-type") != "application/problem+json":
        return Judged(passed=True)
    return Judged(passed=False, rules=frozenset(got.enforced))


def message(kind: str, body: bytes, coding: str = "") -> tuple[Request, Response | None]:
    """Return the request with a document, or a request and the response with the document."""
    headers = (*JSON, ("content-encoding", coding)) if coding else JSON
    coded = CODINGS[coding](body) if coding else body
    if kind == PATCH:
        return Request("PATCH", PATH, "", headers, coded), None
    return ASKING[kind], Response(200, headers, coded)


def as_document(contract: Contract, kind: DocumentKind, body: Any, stored: Stored = None) -> Report:
    return contract.check(body, kind, deployment=stored if kind == PATCH else None)


def as_text(contract: Contract, kind: DocumentKind, body: bytes, stored: Stored = None) -> Report:
    try:
        return as_document(contract, kind, body.decode(), stored)
    except UnicodeDecodeError:
        return as_document(contract, kind, bytearray(body), stored)


def as_message(
    contract: Contract, kind: DocumentKind, body: bytes, stored: Stored = None, coding: str = ""
) -> Report:
    request, response = message(kind, body, coding)
    if response is None:
        return contract.check_request(request, deployment=stored)
    return contract.check_response(response, request)


def carry(
    contract: Contract,
    over: Any,
    request: Request,
    response: Response | None = None,
    pieces: Sequence[bytes] | None = None,
    **options: Any,
) -> Answered:
    """Return the answer of a middleware that enforces responses.

    Args:
        contract: the contract.
        over: `over_asgi` or `over_wsgi`.
        request: the request.
        response: that of the application, which comes in pieces; None for one of a status that the
            contract does not know.
        pieces: the body of the request in pieces; None for one.
        options: of `deliver` and of the middleware.
    """
    status, headers, body = response or Response(299, (), b"")
    pairs = {str(name): str(value) for name, value in headers}
    app = App(body, status, pairs, piece=1 << 16)
    given = {"contract": contract, "responses": "enforce", **options}
    got = deliver(over, app, request, pieces or [request.body], **given)
    if got.status == status:
        assert app.given == [request.body]  # what was judged is what is forwarded
        assert got.body == body
    elif response is None:
        assert app.given == []
    return got


def over_middleware(
    over: Any, contract: Contract, kind: DocumentKind, body: bytes, stored: Stored = None
) -> Answered:
    """Return what a middleware does with a document: as a request or a response."""
    known: dict[str, Any] = {} if stored is None else {"deployments": {ID: stored}}
    return carry(contract, over, *message(kind, body), **known)


Door = Callable[..., Report | Answered]  # of a contract, a kind, a body, and what is stored
DOORS: dict[str, Door] = {
    "check": as_document,
    "text": as_text,
    "message": as_message,
    "gzip": partial(as_message, coding="gzip"),
    "deflate": partial(as_message, coding="deflate"),
    "asgi": partial(over_middleware, over_asgi),
    "wsgi": partial(over_middleware, over_wsgi),
}


def judge(contract: Contract, door: str, kind: str, body: bytes) -> Judged:
    return judged(DOORS[door](contract, named(kind), body))
