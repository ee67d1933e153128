"""Headers by which a caller could make its own lookup fail, and a service that they would mislead."""

from collections.abc import Iterable
from typing import Any

HOSTILE = (
    ("accept", "text/csv"),
    ("accept-language", "xx"),
    ("prefer", "return=minimal"),
    ("max-forwards", "0"),
    ("user-agent", "bot"),
    ("x-mode", "maintenance"),
    ("x-api-version", "0"),
    ("x-forwarded-prefix", "/other"),
    ("tenant", "another"),
)
# of a lookup itself, or of its connection
_OWN = {"accept", "authorization", "cookie", "x-api-key", "host", "connection", "cache-control"}


def is_strict_about(headers: Iterable[tuple[Any, Any]]) -> bool:
    """Return True if a strict service would answer a lookup with these headers otherwise."""
    given = [(str(name).lower(), value) for name, value in headers]
    accepts = [value for name, value in given if name == "accept"]
    return accepts != ["application/json"] or any(name not in _OWN for name, _ in given)


# patches that are denied whatever is stored: their status, Content-Type and body
HOPELESS = {
    "a wrong type": (422, "application/json", b'{"secrets": 5}'),
    "no body": (400, "application/json", b""),
    "no JSON": (400, "application/json", b"{"),
    "text": (415, "text/plain", b"{}"),
    "fields that no source allows together": (
        422,
        "application/json",
        b'{"secret_references": [{"name": "A", "secret_name": "b", "secret_key": "c"}],'
        b' "source_config": {"build_on_push": true}}',
    ),
}
