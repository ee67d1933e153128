"""Protection against DNS rebinding: the service answers only for host names of its own.

Without it, a web page could point its own host name at this service and read the responses.
"""

import ipaddress
from collections.abc import Iterable

from starlette.types import ASGIApp, Receive, Scope, Send

from deploy_contract_service.host_names import host_name
from deploy_contract_service.problems import CLOSE, problem
from deploy_contract_serving.addresses import Address

ANY = "*"
LOOPBACK = ("localhost", "127.0.0.1", "::1")
_MISDIRECTED = (
    "The service does not answer for this host; name it with --allowed-hosts if it is its own."
)


def allowed_hosts(given: Iterable[str], listen: Address, bound: str) -> frozenset[str] | None:
    """Return the hosts that the service answers for, or None if it answers for any.

    Names of loopback are always allowed: no other site can have them. If no names are given and
    the service listens beyond loopback, it cannot know its own names and answers for any.

    Args:
        given: names that the operator allows; `*` allows any.
        listen: the address to listen on, as the operator wrote it.
        bound: the address of the listening socket.
    """
    names = set(given)
    if ANY in names or not (names or _is_loopback(bound)):
        return None
    own = host_name(f"[{listen.host}]" if ":" in listen.host else listen.host)
    return frozenset(filter(None, {*names, *LOOPBACK, own}))


def _is_loopback(address: str) -> bool:
    found = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(found, "ipv4_mapped", None)
    return (mapped or found).is_loopback


class Hosts:
    """ASGI middleware that rejects requests for other hosts with 421 (RFC 9110, section 15.5.20).

    It accepts a request without a Host header, which only HTTP/1.0 has: no browser sends one.
    """

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if self._accepts(scope):
            await self._app(scope, receive, send)
        else:
            await problem(421, _MISDIRECTED, CLOSE)(scope, receive, send)

    def _accepts(self, scope: Scope) -> bool:
        values = [value for name, value in scope.get("headers", ()) if name == b"host"]
        if not values:
            return True
        return len(values) == 1 and host_name(values[0].decode("latin-1")) in self._names
