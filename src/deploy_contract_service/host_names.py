"""Host names in the form for comparison."""

import ipaddress
import re

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
