"""Protection against DNS rebinding: the service answers only for host names of its own.

Without it, a web page could point its own host name at this service and read the responses.
"""

import ipaddress
import re
from collections.abc import Iterable
from typing import Any

from deploy_contract_serving.addresses import Address

ANY = "*"
LOOPBACK = ("localhost", "127.0.0.1", "::1")
# RFC 9110, section 7.2: a host, and perhaps a port
_AUTHORITY = re.compile(r"(\[[0-9a-f:.]+\]|[^:\[\]/?#@\s]+)(?::[0-9]*)?", re.IGNORECASE)


def host_name(authority: str) -> str | None:
    """Return the host of a Host header in the form for comparison, or None if it is malformed."""
    found = _AUTHORITY.fullmatch(authority)
    if found is None:
        return None
    host = found[1].strip("[]").lower()
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return host.removesuffix(".")


def allowed_hosts(given: Iterable[str], listen: Address, bound: Address) -> frozenset[str] | None:
    """Return the hosts that the service answers for, or None if it answers for any.

    Names of loopback are always allowed: no other site can have them. Beyond loopback, the service
    cannot know its own names. So without given names, it answers for any host.
    """
    names = set(given)
    if ANY in names or not (names or bound.is_local):
        return None
    own = host_name(f"[{listen.host}]" if ":" in listen.host else listen.host)
    return frozenset(filter(None, {*names, *LOOPBACK, own}))


def accepts(names: frozenset[str], headers: Iterable[tuple[Any, Any]]) -> bool:
    """Return True if a request with ASGI headers is for one of the hosts.

    No browser sends a request without a Host header.
    """
    values = [host_name(value.decode("latin-1")) for name, value in headers if name == b"host"]
    return not values or (len(values) == 1 and values[0] in names)
