"""The headers of a caller that are passed on with a lookup, and so tell callers apart."""

import re
from collections.abc import Iterable
from typing import TypeAlias

from deploy_contract.http.client import texts
from deploy_contract.http.messages import Request
from deploy_contract.http.method_overrides import HEADERS
from deploy_contract.report import ContractError

# hop-by-hop (RFC 9110, section 7.6.1), or about the message that asks rather than about who asks
_NOT_PASSED = frozenset(
    {
        "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "host", "expect",
        "proxy-authorization", "range", "accept", "accept-encoding", "accept-ranges", "cache-control", "origin", "referer",
        "digest", "repr-digest", "idempotency-key", "x-idempotency-key", *HEADERS,
    }
)  # fmt: skip
# about one request alone: another of the same caller has other values
_OF_ONE_REQUEST = frozenset(
    {
        "x-request-id", "request-id", "x-correlation-id", "correlation-id", "traceparent", "tracestate", "b3", "x-b3-traceid",
        "x-b3-spanid", "x-b3-parentspanid", "x-b3-sampled", "x-b3-flags", "uber-trace-id", "sentry-trace", "x-amzn-trace-id",
        "x-cloud-trace-context", "x-datadog-trace-id", "x-datadog-parent-id", "x-datadog-sampling-priority", "x-request-start",
        "date",
    }
)  # fmt: skip
_BEGINNINGS = ("content-", "if-", "sec-")
# Connection cannot take them away (RFC 9110, section 7.6.1)
_CREDENTIALS = frozenset({"authorization", "cookie", "x-api-key"})
# RFC 9110, section 5.6.2, without the underscore
_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^`|~-]+")
Credentials: TypeAlias = tuple[tuple[str, str], ...]


def lookup_headers(names: Iterable[str]) -> frozenset[str]:
    """Return names of headers in small letters. Raises ContractError if one cannot be passed on."""
    given = [names] if isinstance(names, str) else names
    found = frozenset(name.lower() if isinstance(name, str) else "" for name in given)
    for name in found:
        if not _TOKEN.fullmatch(name) or name in _NOT_PASSED or name.startswith(_BEGINNINGS):
            raise ContractError(
                "headers of lookups: each is the name of a header of who asks, such as authorization or x-tenant-id"
            )
    return found


def credentials(request: Request, wanted: frozenset[str] | None) -> Credentials:
    """Return the headers of who asks, with credentials of any kind, unread.

    wanted: names in small letters; None for all but those of one request or connection.

    What is passed on is also what tells callers apart, so that two of them share an answer only if
    the service could not tell them apart either.
    """
    pairs = [(name.lower(), value) for name, value in texts(request)]
    if wanted is not None:
        return tuple(pair for pair in pairs if pair[0] in wanted)
    options = [value for name, value in pairs if name == "connection"]
    named = {option.strip().lower() for value in options for option in value.split(",")}
    left_out = _NOT_PASSED | _OF_ONE_REQUEST | (named - _CREDENTIALS)
    return tuple(
        (name, value)
        for name, value in pairs
        if name not in left_out and not name.startswith(_BEGINNINGS) and "_" not in name
    )
