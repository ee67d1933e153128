"""HTTP requests and responses as plain values."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, Self, TypeAlias, TypeVar

from deploy_contract.exceptions import ContractError
from deploy_contract.http.headers import stable_headers

Headers: TypeAlias = Iterable[tuple[str, str] | tuple[bytes, bytes]]
GivenHeaders: TypeAlias = Headers | Mapping[str, str] | Mapping[bytes, bytes]
_Made = TypeVar("_Made")
# makes a message from its class and fields, faster than the class does
made: Callable[[type[_Made], tuple[Any, ...]], _Made] = tuple.__new__  # type: ignore[assignment]


class _RequestFields(NamedTuple):
    method: str
    path: str
    query: str
    headers: Headers
    body: bytes


class _ResponseFields(NamedTuple):
    status: int
    headers: Headers
    body: bytes


class Request(_RequestFields):
    """An HTTP request: a tuple of method, path, query, headers and body.

    The `repr` shows only the length of the body.
    """

    __slots__ = ()

    def __new__(
        cls, method: str, path: str, query: str = "", headers: GivenHeaders = (), body: bytes = b""
    ) -> Self:
        """Make a request.

        Args:
            method: The method, such as "PATCH".
            path: The path of the request line, still percent-encoded (RFC 3986, section 3.3).
            query: The query of the request line, still percent-encoded, without "?".
            headers: A mapping, or (name, value) pairs in the order of the message. Names and
                values are text or bytes; the letter case of names does not matter. An iterator
                may have at most 10,000 pairs.
            body: The body in bytes, still with its content coding.
        """
        if hasattr(headers, "items"):
            headers = header_pairs(headers)
        return cls._make((method, path, query, headers, body))

    def __repr__(self) -> str:
        return f"<Request of {len(self.body)} bytes>"


class Response(_ResponseFields):
    """An HTTP response: a tuple of status, headers and body.

    The `repr` shows only the status and the length of the body.
    """

    __slots__ = ()

    def __new__(cls, status: int, headers: GivenHeaders = (), body: bytes = b"") -> Self:
        """Make a response.

        Args:
            status: The status code, an integer such as 200.
            headers: The headers, as for a `Request`.
            body: The body in bytes, still with its content coding.
        """
        if hasattr(headers, "items"):
            headers = header_pairs(headers)
        return cls._make((status, headers, body))

    def __repr__(self) -> str:
        return f"<Response {self.status} of {len(self.body)} bytes>"


def checked_body(body: Any) -> bytes:
    """Return the body of a message as bytes.

    Raises ContractError unless it is bytes, a bytearray or a memoryview.
    """
    if body.__class__ is bytes:
        return body
    if not isinstance(body, bytes | bytearray | memoryview):
        raise ContractError("the body of a message is bytes")
    return bytes(memoryview(body))  # a class may override methods


def header_pairs(headers: Any) -> list[tuple[Any, Any]]:
    """Return a mapping or pairs as pairs. A name with several values gives a pair for each."""
    if hasattr(headers, "multi_items"):  # Starlette, httpx
        return list(headers.multi_items())
    if hasattr(headers, "lists"):  # the parameters of Django and Werkzeug
        return [(name, value) for name, values in headers.lists() for value in values]
    if hasattr(headers, "items"):
        return list(headers.items())
    return list(stable_headers(headers))
