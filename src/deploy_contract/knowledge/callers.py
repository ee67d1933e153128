"""The headers of a caller that are passed on with a lookup, and so tell callers apart."""

import re
from collections.abc import Iterable
from typing import TypeAlias

from deploy_contract.exceptions import ContractError
from deploy_contract.http.headers import HOP_BY_HOP, METHOD_OVERRIDES, as_texts
from deploy_contract.http.messages import Request

# hop-by-hop (RFC 9110, section 7.6.1), or about the message rather than its caller
_NOT_PASSED = frozenset(
    {
        *HOP_BY_HOP, *METHOD_OVERRIDES, "host", "expect",
        "proxy-authorization", "range", "accept", "accept-encoding", "accept-ranges",
        "cache-control", "origin", "referer",
        "digest", "repr-digest", "idempotency-key", "x-idempotency-key",
    }
)  # fmt: skip
# about one request alone: other requests of the same caller have other values
_OF_ONE_REQUEST = frozenset(
    {
        "x-request-id", "request-id", "x-correlation-id", "correlation-id", "traceparent",
        "tracestate", "b3", "x-b3-traceid", "x-b3-spanid", "x-b3-parentspanid", "x-b3-sampled",
        "x-b3-flags", "uber-trace-id", "sentry-trace", "x-amzn-trace-id", "x-cloud-trace-context",
        "x-datadog-trace-id", "x-datadog-parent-id", "x-datadog-sampling-priority",
        "x-request-start", "date",
    }
)  # fmt: skip
_BEGINNINGS = ("content-", "if-", "sec-")
# Connection cannot take them away (RFC 9110, section 7.6.1)
_CREDENTIALS = frozenset({"authorization", "cookie", "x-api-key"})
# RFC 9110, section 5.6.2, without the underscore
_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^`|~-]+")
Credentials: TypeAlias = tuple[tuple[str, str], ...]


def lookup_headers(names: Iterable[str]) -> frozenset[str]:
    """Return names of headers in small letters.

    Raises:
        ContractError: a header of that name cannot be passed on.
    """
    found: set[str] = set()
    for name in [names] if isinstance(names, str) else names:
        lowered = name.lower() if isinstance(name, str) else ""
        named = _TOKEN.fullmatch(lowered) and not lowered.startswith(_BEGINNINGS)
        if not named or lowered in _NOT_PASSED:
            raise ContractError(
                "headers of lookups: each must be the name of a header of the caller, "
                "such as authorization or x-tenant-id"
            )
        found.add(lowered)
    return frozenset(found)


def credentials(request: Request, wanted: frozenset[str] | None) -> Credentials:
    """Return the headers that tell a caller apart, with credentials of any kind, unread.

    The same headers are passed on with a lookup. So two callers share an answer only if the
    service could not tell them apart either.

    Args:
        request: the request of the caller.
        wanted: names in small letters; None for all but those of one request or connection.
    """
    pairs = [(name.lower(), value) for name, value in as_texts(request.headers)]
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
