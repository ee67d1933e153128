"""HTTP requests and responses as plain values."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, Self, TypeAlias

from deploy_contract.exceptions import ContractError
from deploy_contract.http.headers import judged_headers, stable_headers, text

Headers: TypeAlias = Iterable[tuple[str, str] | tuple[bytes, bytes]]
GivenHeaders: TypeAlias = Headers | Mapping[str, str] | Mapping[bytes, bytes]

_BYTES = (bytes, bytearray, memoryview)
_NO_BYTES = "the body of a message is bytes"
_new = tuple.__new__


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

    Its text shows the length of the body alone.
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
                values are text or bytes; the letter case of names does not matter. Of an
                iterator, 10,000 pairs are read at most.
            body: The body in bytes, still with its content coding.
        """
        if hasattr(headers, "items"):
            headers = header_pairs(headers)
        return _new(cls, (method, path, query, headers, body))

    def __repr__(self) -> str:
        return f"<Request of {len(self.body)} bytes>"


class Response(_ResponseFields):
    """An HTTP response: a tuple of status, headers and body.

    Its text shows the status and the length of the body alone.
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
        return _new(cls, (status, headers, body))

    def __repr__(self) -> str:
        return f"<Response {self.status} of {len(self.body)} bytes>"


# The fast path of messages whose headers are pairs already, such as those of servers: they skip
# the search for a mapping.
new_request: Callable[[type[Request], tuple[str, str, str, Headers, bytes]], Request] = _new
new_response: Callable[[type[Response], tuple[int, Headers, bytes]], Response] = _new


def header_pairs(headers: Any) -> list[tuple[Any, Any]]:
    """Return the pairs of a mapping, or of pairs; each value of a name that has several."""
    if hasattr(headers, "multi_items"):  # Starlette, httpx
        return list(headers.multi_items())
    if hasattr(headers, "lists"):  # the parameters of Django and Werkzeug
        return [(name, value) for name, values in headers.lists() for value in values]
    if hasattr(headers, "items"):
        return list(headers.items())
    return list(stable_headers(headers))


def checked_request(request: Request) -> Request:
    """Return a request of a caller with no other headers than those that decide a verdict.

    Raises:
        ContractError: a field has a wrong type, or the headers are an iterator of too many pairs.
    """
    method, path, query, headers, body = request
    if not (isinstance(method, str) and isinstance(path, str) and isinstance(query, str)):
        raise ContractError("the method, path and query of a Request are texts")
    if not isinstance(body, _BYTES):
        raise ContractError(_NO_BYTES)
    fields = (text(method), text(path), text(query), judged_headers(headers), body)
    return new_request(Request, fields)


def checked_response(response: Response) -> Response:
    """Return a response of a caller with no other headers than those that decide a verdict.

    Raises:
        ContractError: as for `checked_request`, or the status is not an integer.
    """
    status, headers, body = response
    if not isinstance(status, int) or isinstance(status, bool):
        raise ContractError("the status of a Response is an integer")
    if not isinstance(body, _BYTES):
        raise ContractError(_NO_BYTES)
    return new_response(Response, (status, judged_headers(headers), body))
