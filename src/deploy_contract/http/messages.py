"""Requests and responses as plain values, and those of other libraries turned into them."""

from collections.abc import Iterable
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import quote, urlencode

from deploy_contract.report import ContractError

Headers: TypeAlias = Iterable[tuple[str, str] | tuple[bytes, bytes]]
_PATH = "/:@!$&'()*+,=~-._;"  # what stands for itself in a path (RFC 3986, section 3.3)


class Request(NamedTuple):
    """An HTTP request. `path` and `query` as they stand in the request line: still percent-encoded, without `?`.

    `headers`: (name, value) pairs, as text or bytes, repeated ones as they came. `body`: as it came, still encoded.
    """

    method: str
    path: str
    query: str = ""
    headers: Headers = ()
    body: bytes = b""

    def __repr__(self) -> str:
        return f"<Request of {len(self.body)} bytes>"


class Response(NamedTuple):
    """An HTTP response. `headers` and `body` as in a Request."""

    status: int
    headers: Headers = ()
    body: bytes = b""

    def __repr__(self) -> str:
        return f"<Response {self.status} of {len(self.body)} bytes>"


def as_request(given: Any) -> Request:
    """A Request of anything with the attributes of openapi-core's Request protocol; a Request is given back as it is.

    Such a request has its path and parameters decoded; they are encoded again. ContractError where an attribute is missing.
    """
    if isinstance(given, Request):
        return given
    try:
        parameters = given.parameters
        return Request(
            str(given.method).upper(),
            quote(given.path, safe=_PATH, errors="surrogateescape"),
            urlencode(_pairs(parameters.query), errors="surrogateescape"),
            _headers(parameters.header, given.content_type),
            _bytes(given.body),
        )
    except (AttributeError, TypeError, ValueError) as error:
        raise ContractError(
            f"a request is a Request, or has the attributes of openapi-core's Request protocol ({type(error).__name__})"
        ) from None


def as_response(given: Any) -> Response:
    """A Response of anything with the attributes of openapi-core's Response protocol; a Response is given back as it is."""
    if isinstance(given, Response):
        return given
    try:
        return Response(
            int(given.status_code), _headers(given.headers, given.content_type), _bytes(given.data)
        )
    except (AttributeError, TypeError, ValueError) as error:
        raise ContractError(
            f"a response is a Response, or has the attributes of openapi-core's Response protocol ({type(error).__name__})"
        ) from None


def _pairs(mapping: Any) -> list[tuple[str, str]]:
    """The pairs of a mapping, every one of them where a name may have several."""
    if hasattr(mapping, "multi_items"):  # Starlette's QueryParams
        return list(mapping.multi_items())
    if hasattr(mapping, "lists"):  # those of Django and Werkzeug
        return [(key, value) for key, values in mapping.lists() for value in values]
    return list(
        mapping.items() if hasattr(mapping, "items") else mapping
    )  # that of multidict gives every pair


def _headers(mapping: Any, content_type: str | None) -> list[tuple[str, str]]:
    pairs = [(str(name), str(value)) for name, value in _pairs(mapping)]
    if content_type and not any(name.lower() == "content-type" for name, _ in pairs):
        pairs.append(("content-type", content_type))
    return pairs


def _bytes(body: Any) -> bytes:
    return (
        b""
        if body is None
        else body.encode("utf-8", "surrogateescape")
        if isinstance(body, str)
        else bytes(body)
    )
