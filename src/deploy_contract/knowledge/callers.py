"""The headers of a caller that are passed on with a lookup, and so tell callers apart."""

import re
from collections.abc import Iterable
from typing import TypeAlias

from deploy_contract.exceptions import ContractError
from deploy_contract.http.headers import HOP_BY_HOP, METHOD_OVERRIDES, as_texts
from deploy_contract.http.messages import Request

# A lookup passes on no more by default: whatever else a caller sends could make the service
# answer the lookup otherwise, and so keep the facts from the verdict.
CREDENTIALS = ("authorization", "cookie", "x-api-key")
# hop-by-hop (RFC 9110, section 7.6.1), or about the message rather than its caller
_NOT_PASSED = frozenset(
    {
        *HOP_BY_HOP, *METHOD_OVERRIDES, "host", "expect", "max-forwards", "prefer",
        "proxy-authorization", "range", "accept", "accept-encoding", "accept-ranges",
        "cache-control", "origin", "referer",
        "digest", "repr-digest", "idempotency-key", "x-idempotency-key",
    }
)  # fmt: skip
_BEGINNINGS = ("content-", "if-", "sec-")
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


def credentials(request: Request, wanted: frozenset[str]) -> Credentials:
    """Return the headers of a request that tell its caller apart; `wanted`: in small letters.

    The same headers are passed on with a lookup. So two callers share an answer only if the
    service could not tell them apart either.
    """
    pairs = [(name.lower(), value) for name, value in as_texts(request.headers)]
    return tuple(pair for pair in pairs if pair[0] in wanted)
