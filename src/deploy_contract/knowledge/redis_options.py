"""The options of shared knowledge. Nothing here needs the extra [redis]."""

import re
from urllib.parse import urlsplit

from deploy_contract.exceptions import ContractError

NAMESPACE = "default"
SECONDS = 0.05  # that a request waits for Redis
_SCHEMES = ("redis", "rediss", "unix")
_NAMESPACE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def require_url(url: object) -> None:
    """Raise ContractError if a URL is not one of Redis. The message does not repeat it."""
    fault = "the URL of Redis must be redis://, rediss:// or unix://, as redis-py takes it"
    try:
        parts = urlsplit(url) if isinstance(url, str) else None
        right = parts is not None and parts.scheme in _SCHEMES and parts.port != 0
        is_local = parts is not None and parts.scheme == "unix"
        place = parts is not None and (parts.path if is_local else parts.hostname)
    except ValueError:
        right = False
    if not right or not place:
        raise ContractError(fault)


def require_namespace(namespace: object) -> None:
    """Raise ContractError if a name is not that of a namespace."""
    if not isinstance(namespace, str) or not _NAMESPACE.fullmatch(namespace):
        raise ContractError(
            "the namespace has 1 to 64 letters, digits, dots, underscores and dashes"
        )


def require_redis() -> None:
    """Raise ContractError if redis-py is not installed."""
    from importlib.util import find_spec

    if find_spec("redis") is None:
        raise ContractError(
            "shared knowledge needs the extra [redis]: pip install 'deploy-contract[redis]'"
        )
