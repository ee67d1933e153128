"""Bounds on messages and reports."""

from collections.abc import Mapping
from typing import NamedTuple

from deploy_contract_format.rules import Kind


class Limits(NamedTuple):
    """Bounds on messages and reports ("practice.md", Promises: 14, 17).

    Each is a positive integer, the largest number that is allowed. The depth of documents, 32, is
    fixed in the contract.

    Attributes:
        request_body: bytes of a request body, before and after decoding. 1 MiB by default.
        response_body: bytes of a response body, before and after decoding. 16 MiB by default.
        request_objects: arrays and objects in a request body, which cost a parser the most.
        response_objects: arrays and objects in a response body.
        items: items in one array, or members in one object.
        string: characters in one string.
        violations: violations in one report.
        query: characters in a query string.
    """

    request_body: int = 1 << 20
    response_body: int = 16 << 20
    request_objects: int = 50_000
    response_objects: int = 150_000
    items: int = 10_000
    string: int = 1 << 20
    violations: int = 20
    query: int = 1 << 16

    def document_bytes(self, kind: Kind) -> int:
        """Return the length of the longest document of a kind that is parsed, in bytes."""
        return self.request_body if kind.is_sent else self.response_body

    def document_objects(self, kind: Kind) -> int:
        """Return the greatest number of arrays and objects in a document of a kind."""
        return self.request_objects if kind.is_sent else self.response_objects


# setting of the programs -> the limit that it sets, and its purpose
SETTINGS: Mapping[str, tuple[str, str]] = {
    "request_bytes": ("request_body", "largest body of a request that is judged"),
    "response_bytes": ("response_body", "largest body of a response that is judged"),
    "request_objects": (
        "request_objects",
        "greatest number of arrays and objects in a request's body",
    ),
    "response_objects": (
        "response_objects",
        "greatest number of arrays and objects in a response's body",
    ),
    "items": ("items", "greatest number of items in one array or object"),
    "string": ("string", "greatest number of characters in one string"),
    "violations": ("violations", "greatest number of violations in one report"),
    "query": ("query", "greatest number of characters in a query string"),
}
