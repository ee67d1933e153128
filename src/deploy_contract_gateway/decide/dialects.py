"""The forms in which gateways ask about a request: where its method, path and body are.

- `envoy`: ext_authz with an HTTP service. The question has the original method and path, after
  `path_prefix`, and the body as far as Envoy buffers it.
- `traefik`: ForwardAuth. X-Forwarded-Method and X-Forwarded-Uri; the body with `forwardBody`.
- `apisix`: forward-auth with POST. X-Forwarded-Method, X-Forwarded-Uri, and the body.
- `caddy`: forward_auth. X-Forwarded-Method and X-Forwarded-Uri; no body.
- `nginx`: auth_request. X-Original-Method and X-Original-URI, which the recipe sets; no body.

The gateways overwrite these headers, so a client cannot choose them. If a header is missing or
repeated, the question does not fit the configured dialect. The operator is at fault, so the answer
has a status of the class 5xx. The gateway then fails open or closed. An invalid method or target
that a client can have sent gets 4xx.
"""

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import unquote

from deploy_contract.answers import Answer, unchanged
from deploy_contract.http.headers import header_values
from deploy_contract_gateway import problems
from deploy_contract_gateway.exchange import HeaderPairs
from deploy_contract_serving.problems import TARGET, Problem

STATUS = "x-deploy-contract-status"
PROBLEM = "x-deploy-contract-problem"
_MAX_PROBLEM = 3000  # bytes of the problem in a header; nginx reads 4 KiB of headers by default

_PARTIAL_BODY = "x-envoy-auth-partial-body"
# RFC 9110, section 5.6.2, without the quote characters, so that the log needs no escapes
_METHOD = re.compile(r"[A-Za-z0-9!#$%&*+.^_|~-]{1,32}")
_ANY_METHOD = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_TARGET = re.compile(r"/[!-\"$-~]*")  # printable ASCII without a fragment
_ASTERISK = "*"  # section 3.2.4: the target of OPTIONS for the whole server


def only_403(answer: Answer) -> Answer:
    """Return a refusal with status 403. Headers have the status and the problem for the client.

    nginx drops the body of the answer, and treats any status but 403 as a failure. A status of the
    class 5xx is a failure, and stays.
    """
    if answer.status >= 500:
        return answer
    details = json.loads(answer.body)
    while len(text := json.dumps(details)) > _MAX_PROBLEM and details["violations"]:
        details["violations"].pop()
    added = ((STATUS, str(answer.status)), (PROBLEM, text))
    return answer._replace(status=403, headers=(*answer.headers, *added))


class Original(NamedTuple):
    """The method of the original request, and its path with the query."""

    method: str
    target: str


class Dialect(NamedTuple):
    """A form of questions.

    Attributes:
        method: the header with the original method. If it is empty, the question has that method.
        target: the header with the original path and query. If it is empty, the question has that
            path and query.
        sends_body: whether the question has the body of the original request.
        adapt: returns an answer in the form that the gateway passes on.
    """

    method: str = ""
    target: str = ""
    sends_body: bool = True
    adapt: Callable[[Answer], Answer] = unchanged


_FORWARDED = Dialect("x-forwarded-method", "x-forwarded-uri")
DIALECTS = {
    "envoy": Dialect(),
    "traefik": _FORWARDED,
    "apisix": _FORWARDED,
    "caddy": _FORWARDED._replace(sends_body=False),
    "nginx": Dialect("x-original-method", "x-original-uri", sends_body=False, adapt=only_403),
}

# a stream of ext_proc has the pseudo-headers of HTTP/2 (RFC 9113, section 8.3.1)
STREAM = Dialect(":method", ":path")


def read_question(dialect: Dialect, headers: HeaderPairs) -> Original | Problem:
    """Return the original request, which two headers describe, or the problem of the question."""
    methods = header_values(headers, dialect.method)
    targets = header_values(headers, dialect.target)
    if not methods or not targets:
        return problems.ORIGINAL_MISSING
    if len(methods) > 1 or len(targets) > 1:
        return problems.ORIGINAL_REPEATED
    method, target = methods[0], targets[0]
    if not _ANY_METHOD.fullmatch(method) or not target.startswith(("/", _ASTERISK)):
        return problems.ORIGINAL_MALFORMED
    # some gateways pass on the method and target of the client unchanged
    if not _METHOD.fullmatch(method):
        return problems.METHOD
    if not _TARGET.fullmatch(target) and (target != _ASTERISK or method != "OPTIONS"):
        return TARGET
    return Original(method, target)


def original_scope(original: Original, headers: HeaderPairs) -> dict[str, Any]:
    """Return the parts of an ASGI scope by which a request is routed and judged."""
    path, _, query = original.target.partition("?")
    return {
        "type": "http",
        "method": original.method,
        "path": unquote(path),
        "raw_path": path.encode("ascii"),
        "query_string": query.encode("latin-1"),
        "headers": headers,
    }


def read_envoy(original: Original, headers: HeaderPairs, prefix: str = "") -> Original | Problem:
    """Return the original request of a question of Envoy, or its problem.

    The question has the method and target `original`, and the original target after `prefix`.
    """
    partial = header_values(headers, _PARTIAL_BODY)
    if partial and partial != ["false"]:
        return problems.PARTIAL_BODY if partial == ["true"] else problems.ORIGINAL_REPEATED
    target = original.target.removeprefix(prefix)
    if prefix and not (original.target.startswith(prefix) and target.startswith("/")):
        return problems.ORIGINAL_MALFORMED
    return original._replace(target=target)
