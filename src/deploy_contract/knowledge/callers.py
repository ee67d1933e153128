"""The headers of a caller that a lookup passes on. They also distinguish the callers."""

import re
from collections.abc import Iterable
from typing import TypeAlias

from deploy_contract.exceptions import ContractError
from deploy_contract.http.headers import HOP_BY_HOP, METHOD_OVERRIDES, as_texts
from deploy_contract.http.messages import Request

# By default, a lookup passes on only these. With any other header, a caller could make the service
# answer in another form. Then the verdict would lack the facts.
CREDENTIALS = ("authorization", "cookie", "x-api-key")
# headers of a connection (RFC 9110, section 7.6.1), and headers that do not describe the caller
_NOT_PASSED = frozenset(
    {
        *HOP_BY_HOP, *METHOD_OVERRIDES, "host", "expect", "max-forwards", "prefer",
        "proxy-authorization", "range", "accept", "accept-encoding", "accept-ranges",
        "cache-control", "origin", "referer",
        "digest", "repr-digest", "idempotency-key", "x-idempotency-key",
    }
)  # fmt: skip
_PREFIXES = ("content-", "if-", "sec-")
# RFC 9110, section 5.6.2, without the underscore
_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^`|~-]+")
Credentials: TypeAlias = tuple[tuple[str, str], ...]


def lookup_headers(names: Iterable[str]) -> frozenset[str]:
    """Return names of headers in lower case.

    Raises:
        ContractError: a lookup cannot pass on a header of this name.
    """
    found: set[str] = set()
    given = [names] if isinstance(names, str) else names
    for name in given:
        lowered = name.lower() if isinstance(name, str) else ""
        is_name = _TOKEN.fullmatch(lowered) and not lowered.startswith(_PREFIXES)
        if not is_name or lowered in _NOT_PASSED:
            raise ContractError(
                "headers of lookups: each must be the name of a header of the caller, "
                "such as authorization or x-tenant-id"
            )
        found.add(lowered)
    return frozenset(found)


def credentials(request: Request, wanted: frozenset[str]) -> Credentials:
    """Return the headers of a request that distinguish its caller.

    `wanted` has the names of these headers in lower case. A lookup passes on the same headers. So
    two callers share an answer only if the service cannot distinguish the two callers either.
    """
    pairs = [(name.lower(), value) for name, value in as_texts(request.headers)]
    return tuple(pair for pair in pairs if pair[0] in wanted)
