"""Requests and responses of other libraries as a `Request` and a `Response`.

A message is recognised by its attributes, so no framework is imported. The tables at the end list
the libraries in the order in which they are tried.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode, urlsplit

from deploy_contract.exceptions import ContractError
from deploy_contract.http.headers import NO_PAIRS, as_texts, header_values
from deploy_contract.http.messages import Request, Response, header_pairs
from deploy_contract.http.servers import UNENCODED, request_of_environ, request_of_scope

_DECODED = frozenset({"gzip", "x-gzip", "deflate", "identity"})  # every HTTP client decodes these
_STREAM = "response: its body is a stream; give its bytes in a Response"


class _Library(NamedTuple):
    """A library: the attributes that its messages have, and the function that converts them."""

    name: str
    attributes: tuple[str, ...]
    convert: Callable[..., Any]
    advice: str = ""


def as_request(given: Any, base_path: str = "") -> Request:
    """Return a request of Starlette, Django, Flask, httpx, requests or openapi-core as a `Request`.

    `base_path` is the prefix of all paths of the contract; see `strip_mount`.

    Raises ContractError if the value is not a request, or its body was not read.
    """
    if isinstance(given, Request):
        return given
    request: Request = _converted("request", _REQUESTS, given, base_path)
    return request


def as_response(given: Any) -> Response:
    """Return a response of one of the libraries that `as_request` names, as a `Response`.

    Raises ContractError if the value is not a response, or its body was not read.
    """
    if isinstance(given, Response):
        return given
    response: Response = _converted("response", _RESPONSES, given)
    return response


def sent_request(response: Any) -> Any:
    """Return the request that a response of httpx or requests carries; None for all others."""
    return response.request if _has(response, ("iter_lines", "request")) else None


def _converted(noun: str, libraries: Iterable[_Library], given: Any, *base_path: str) -> Any:
    for library in libraries:
        if _has(given, library.attributes):
            try:
                return library.convert(given, *base_path)
            except ContractError:
                raise
            except Exception as error:  # the text of the exception may hold values
                if not _is_misuse(error):
                    raise
                reason = library.advice or f"its attributes are not as expected ({noun})"
                text = f"the {noun} of {library.name} cannot be read ({type(error).__name__})"
                raise ContractError(f"{text}: {reason}") from None
    raise ContractError(
        f"{noun} is a {type(given).__name__}; give a {noun.title()}, or a {noun} of Starlette, "
        "Django, Flask, httpx, requests or openapi-core"
    )


def _is_misuse(error: Exception) -> bool:
    """Return True if an exception means that a message was not read or lacks attributes.

    All other exceptions are for the framework to handle, such as an early end of the body.
    """
    if isinstance(error, AttributeError | TypeError | ValueError | LookupError | RuntimeError):
        return True
    return type(error).__name__ == "RawPostDataException"  # Django: the body was read as a stream


def _has(given: Any, attributes: Iterable[str]) -> bool:
    try:
        return all(hasattr(given, name) for name in attributes)
    except Exception:  # a property that raises
        return False


# --- requests


def _of_protocol(given: Any, _base_path: str) -> Request:
    """Convert a request of openapi-core, whose path and parameters are already decoded."""
    parameters = given.parameters
    return Request(
        str(given.method).upper(),
        quote(given.path, safe=UNENCODED, errors="surrogateescape"),
        urlencode(header_pairs(parameters.query), errors="surrogateescape"),
        _with_type(parameters.header, given.content_type),
        _bytes(given.body),
    )


def _of_starlette(given: Any, base_path: str) -> Request:
    request = request_of_scope(given.scope, base_path)
    # set by `await request.body()`; this function cannot await
    body = getattr(given, "_body", None)
    if body is None:
        if _announces_body(request.headers) or getattr(given, "_stream_consumed", False):
            raise ContractError(
                "request: its body is not read yet; call `await request.body()` before"
            )
        body = b""
    return request._replace(body=bytes(body))


def _of_django(given: Any, base_path: str) -> Request:
    scope = getattr(given, "scope", None)
    if scope is not None:
        return request_of_scope(scope, base_path)._replace(body=bytes(given.body))
    return request_of_environ(given.META, base_path)._replace(body=bytes(given.body))


def _of_werkzeug(given: Any, base_path: str) -> Request:
    request = request_of_environ(given.environ, base_path)
    body = bytes(given.get_data(cache=True))
    if not body and (given.form or given.files):
        raise ContractError("request: its body was read as a form; call `get_data()` before")
    return request._replace(body=body)


def target_of(request: Any) -> bytes:
    """Return the target of a request of httpx.

    `httpx.HTTPTransport` sends the extension `target` in place of the path of the URL.
    """
    target = request.extensions.get("target", request.url.raw_path)
    if isinstance(target, str):
        return target.encode("utf-8", "surrogatepass")
    if not isinstance(target, bytes):
        raise ContractError("the extension target of a request is text or bytes")
    return target


def request_of_httpx(request: Any, target: bytes, body: bytes = b"") -> Request:
    """Return a request of httpx that is sent to a target."""
    path, _, query = target.decode("utf-8", "surrogateescape").partition("?")
    headers = [(name.lower(), value) for name, value in request.headers.raw]
    return Request(request.method, path, query, headers, body)


def _of_httpx(given: Any, _base_path: str) -> Request:
    return request_of_httpx(given, target_of(given), bytes(given.content))


def _of_prepared(given: Any, _base_path: str) -> Request:
    body = given.body
    if not isinstance(body, str | bytes | bytearray | None):
        raise ContractError("request: its body is a stream; give the bytes as `data`")
    parts = urlsplit(given.url)
    return Request(
        given.method, parts.path or "/", parts.query, header_pairs(given.headers), _bytes(body)
    )


def _of_unprepared(given: Any, base_path: str) -> Request:
    return _of_prepared(given.prepare(), base_path)


# --- responses


def _of_data(given: Any) -> Response:
    """Convert a response of openapi-core or Flask."""
    headers = _with_type(given.headers, given.content_type)
    return Response(given.status_code, headers, _bytes(given.data))


def _of_client(given: Any) -> Response:
    """Convert a response of httpx or requests, which undo the content codings that they know."""
    pairs = _texts(given.headers)
    if _names(header_values(pairs, "content-encoding")) <= _DECODED:
        pairs = [(name, value) for name, value in pairs if name.lower() != "content-encoding"]
    return Response(given.status_code, pairs, bytes(given.content))


def _of_starlette_response(given: Any) -> Response:
    return Response(given.status_code, list(given.raw_headers), bytes(given.body))


def _of_django_response(given: Any) -> Response:
    if given.streaming:
        raise ContractError(_STREAM)
    return Response(given.status_code, header_pairs(given.headers), bytes(given.content))


def _of_stream(_given: Any) -> Response:
    raise ContractError(_STREAM)


# --- headers and bodies


def _with_type(headers: Any, content_type: str | None) -> list[tuple[str, str]]:
    pairs = _texts(headers)
    if content_type and not header_values(pairs, "content-type"):
        pairs.append(("content-type", content_type))
    return pairs


def _texts(headers: Any) -> list[tuple[str, str]]:
    try:
        return as_texts(header_pairs(headers))
    except (TypeError, ValueError):
        raise ContractError(NO_PAIRS) from None


def _announces_body(headers: Any) -> bool:
    """Return True if the headers say that a body follows (RFC 9112, section 6.3)."""
    lengths = [value.strip() for value in header_values(headers, "content-length")]
    return bool(header_values(headers, "transfer-encoding")) or not {"", "0"}.issuperset(lengths)


def _names(values: Iterable[str]) -> frozenset[str]:
    names = [name.strip().lower() for value in values for name in value.split(",")]
    return frozenset(names) - {""}


def _bytes(body: Any) -> bytes:
    if body is None:
        return b""
    if isinstance(body, str):
        return body.encode("utf-8", "surrogateescape")
    return bytes(body)


_READ = "read its body before, such as by `.read()`"
_REQUESTS = (
    _Library("openapi-core", ("parameters", "method", "path"), _of_protocol),
    _Library("Django", ("META", "COOKIES", "method"), _of_django, "read `request.body` first"),
    _Library("Flask", ("environ", "method", "get_data"), _of_werkzeug, "call `get_data()` first"),
    _Library("Starlette", ("scope", "method", "headers", "receive"), _of_starlette),
    _Library("httpx", ("url", "method", "headers", "extensions"), _of_httpx, _READ),
    _Library("requests", ("path_url", "method", "headers"), _of_prepared),
    _Library("requests", ("prepare", "method", "url", "headers"), _of_unprepared),
)
_RESPONSES = (
    _Library("httpx", ("iter_raw", "status_code", "headers"), _of_client, _READ),
    _Library("requests", ("iter_content", "status_code", "headers"), _of_client, _READ),
    _Library("Django", ("streaming", "status_code", "headers"), _of_django_response),
    _Library("Starlette", ("raw_headers", "body"), _of_starlette_response),
    _Library("Starlette", ("raw_headers", "body_iterator"), _of_stream),
    _Library("openapi-core", ("status_code", "headers", "content_type"), _of_data),
)
