"""Bounds on messages and reports."""

from typing import NamedTuple


class Limits(NamedTuple):
    """Bounds on messages and reports. The depth of documents, 32, is fixed in the contract.

    Attributes:
        request_body: bytes of a request body, before and after decoding.
        response_body: the same of a response body.
        request_objects: arrays and objects of a request body, which cost a parser the most.
        response_objects: arrays and objects of a response body.
        items: items of one array, or members of one object.
        string: characters of one string.
        violations: violations of one report.
        query: characters of a query.
    """

    request_body: int = 1 << 20
    response_body: int = 16 << 20
    request_objects: int = 50_000
    response_objects: int = 150_000
    items: int = 10_000
    string: int = 1 << 20
    violations: int = 20
    query: int = 1 << 16
