"""Answers only for hosts that are its own: a page of anybody's can have a name of its own lead here (DNS rebinding)."""

import ipaddress
import re
from collections.abc import Iterable

from starlette.types import ASGIApp, Receive, Scope, Send

from deploy_contract_service.problems import problem
from deploy_contract_serving.programs import Address

ANY = "*"
LOOPBACK = ("localhost", "127.0.0.1", "::1")
_AUTHORITY = re.compile(
    r"(\[[0-9a-f:.]+\]|[^:\[\]/?#@\s]+)(?::[0-9]*)?", re.IGNORECASE
)  # RFC 9110, section 7.2
_MISDIRECTED = (
    "The service does not answer for this host; name it with --allowed-hosts if it is its own."
)


def name_of(authority: str) -> str | None:
    """Return the host of a Host header, as it is compared; None if it is malformed."""
    found = _AUTHORITY.fullmatch(authority)
    if found is None:
        return None
    host = found[1].strip("[]").lower()
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return host.removesuffix(".")


def allowed(given: Iterable[str], listen: Address, bound: str) -> frozenset[str] | None:
    """Return the names that are answered for, None if any is.

    `given`: those of the operator. `listen`: the address to listen on as it was given, `bound`: as it is. Names of loopback
    are always among them: no page of another's can have those. Without names given, a service that listens beyond loopback
    cannot know its own, and answers for any.
    """
    names = set(given)
    if ANY in names or not (names or _is_loopback(bound)):
        return None
    own = f"[{listen.host}]" if ":" in listen.host else listen.host
    return frozenset(filter(None, {*names, *LOOPBACK, name_of(own)}))


def _is_loopback(address: str) -> bool:
    found = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(found, "ipv4_mapped", None)
    return (mapped or found).is_loopback


class Hosts:
    """ASGI middleware that refuses requests for other hosts with 421 (RFC 9110, section 15.5.20).

    A request without Host passes: no browser sends one.
    """

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        asked = [value for name, value in scope.get("headers", ()) if name == b"host"]
        if len(asked) > 1 or any(
            name_of(value.decode("latin-1")) not in self._names for value in asked
        ):
            await problem(421, _MISDIRECTED, {"connection": "close"})(scope, receive, send)
        else:
            await self._app(scope, receive, send)
