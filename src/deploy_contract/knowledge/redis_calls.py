"""A client of Redis that limits the size of answers, and the checks of its options."""

import re
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

from deploy_contract.exceptions import ContractError, needing

_CONNECTIONS = 8
_MAX_BYTES = 16 << 20  # size limit of an answer

NAMESPACE = "default"
SECONDS = 0.05  # the longest time that a request waits for Redis
_SCHEMES = ("redis", "rediss", "unix")
_DATABASE = re.compile(r"(/[0-9]*/?)?")  # the path of a URL
_NAMESPACE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def is_failure(answer: object) -> bool:
    """Return True if an answer is an error, except an error about the value of one key."""
    return isinstance(answer, Exception) and not str(answer).startswith("WRONGTYPE")


def redis_client(url: str) -> Any:
    """Return a client for an event loop. The client has no time limits: the caller sets them."""
    from redis.asyncio import BlockingConnectionPool, Connection, Redis
    from redis.asyncio.connection import parse_url
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff
    from redis.exceptions import InvalidResponse

    given: dict[str, Any] = {**parse_url(url)}
    kind: Any = given.pop("connection_class", Connection)  # TCP, TLS or a Unix socket

    class Bounded(kind):  # type: ignore[misc]
        """A connection that refuses a long answer as soon as its length is announced."""

        def set_parser(self, parser: Any) -> None:
            class BoundedParser(parser):  # type: ignore[misc]
                async def _read(self, length: int) -> Any:
                    if length > _MAX_BYTES:
                        raise InvalidResponse("too long")
                    return await super()._read(length)

            super().set_parser(BoundedParser)

    options = {
        "socket_timeout": None,
        "socket_connect_timeout": None,
        "timeout": None,  # no limit on the wait for a free connection
        "max_connections": _CONNECTIONS,
        "retry": Retry(NoBackoff(), 0),
        "decode_responses": False,
        "protocol": 2,  # its replies have one form in all versions of redis-py
    }
    return Redis.from_pool(BlockingConnectionPool(connection_class=Bounded, **given | options))


def require_url(url: object) -> None:
    """Raise ContractError if a text is not a URL of Redis. The message does not show the text."""
    try:
        parts = urlsplit(url if isinstance(url, str) else "")
        server: str | None = parts.path
        if parts.scheme != "unix":  # for a wrong database, redis-py would use database 0
            server = parts.hostname if _DATABASE.fullmatch(parts.path) else None
        is_right = parts.scheme in _SCHEMES and parts.port != 0 and bool(server)
    except ValueError:
        is_right = False
    if not is_right:
        raise ContractError(
            "the URL of Redis must be redis://, rediss:// or unix://, as redis-py takes it"
        )


def require_namespace(namespace: object) -> None:
    """Raise ContractError if a text cannot be the name of a namespace."""
    if not isinstance(namespace, str) or not _NAMESPACE.fullmatch(namespace):
        raise ContractError(
            "the namespace has 1 to 64 letters, digits, dots, underscores and dashes"
        )


def require_redis() -> None:
    """Import redis-py, which takes 0.1 s. Raise ContractError if it is not installed."""
    with needing("redis", "shared knowledge needs"):
        import_module("redis.asyncio")
