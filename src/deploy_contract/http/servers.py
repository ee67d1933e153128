"""Requests as servers hand them to applications: the scope of ASGI and the environ of WSGI."""

import re
from collections.abc import Mapping
from itertools import islice
from typing import Any
from urllib.parse import quote, unquote_to_bytes

from deploy_contract.http.messages import Request, made

# characters that a path may hold unencoded (RFC 3986, section 3.3); the router looks at each `;`
UNENCODED = "/:@!$&'()*+,=~-._;"
_END_OF_SEGMENT = re.compile(r"/|%2[fF]|\Z")


def request_of_scope(scope: Mapping[str, Any], base_path: str) -> Request:
    """Return the request of an ASGI scope of the type "http", without its body."""
    path, raw, query = scope["path"], scope.get("raw_path"), ""
    if "%" in path or not path.isascii() or raw != path.encode():
        path = encoded_path(path, raw)
    if mount := scope.get("root_path"):
        path = strip_mount(path, mount, base_path)
    if given := scope["query_string"]:
        query = given.decode("utf-8", "surrogateescape")
    return made(Request, (scope["method"], path, query, scope["headers"], b""))


def request_of_environ(environ: Mapping[str, Any], base_path: str) -> Request:
    """Return the request of a WSGI environ (PEP 3333), without its body.

    The texts of an environ are bytes that are decoded as Latin-1.
    """
    mount = environ.get("SCRIPT_NAME", "")
    path = _text(mount + environ.get("PATH_INFO", ""))
    raw = environ.get("RAW_URI") or environ.get("REQUEST_URI")  # RAW_URI is of gunicorn
    whole = encoded_path(path, raw.partition("?")[0] if raw else None)
    inside = strip_mount(whole, _text(mount), base_path)
    query = _text(environ.get("QUERY_STRING", ""))
    method = environ["REQUEST_METHOD"]
    return made(Request, (method, inside, query, headers_of_environ(environ), b""))


def headers_of_environ(environ: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the headers in a WSGI environ, with names in lower case."""
    content_type = environ.get("CONTENT_TYPE")
    headers = []
    for name, value in environ.items():
        if name == "CONTENT_TYPE":
            if value:
                headers.append(("content-type", value))
        elif name.startswith("HTTP_"):
            # some servers also set HTTP_CONTENT_TYPE, such as nginx with parameters for uWSGI
            if name == "HTTP_CONTENT_TYPE" and value in ("", content_type):
                continue
            headers.append((name[5:].replace("_", "-").lower(), value))
    return headers


def _text(latin: str) -> str:
    return latin.encode("latin-1").decode("utf-8", "surrogateescape")


def encoded_path(path: str, raw: bytes | str | None) -> str:
    """Return the percent-encoded path of a request.

    The application routes by the decoded path. Middleware may change the decoded path and leave the
    raw one. So `raw` counts only if some server decodes it to `path`.

    Args:
        path: the decoded path, as ASGI and WSGI give it.
        raw: the path as the client wrote it, perhaps with the query; None if the server does not
            give it.
    """
    written = raw or ""
    if isinstance(written, bytes):
        written = written.decode("latin-1")
    if "%" in written:
        written = written.partition("?")[0]
        data = unquote_to_bytes(written)
        if data.decode("utf-8", "surrogateescape") == path or path in _lossy_texts(data):
            return written
    if "%" in path or not path.isascii():
        return quote(path, safe=UNENCODED, errors="surrogateescape")
    return path


def _lossy_texts(data: bytes) -> tuple[str, ...]:
    """Return the texts to which servers decode bytes that are not UTF-8."""
    return data.decode("utf-8", "replace"), data.decode("utf-8", "ignore"), data.decode("latin-1")


def strip_mount(path: str, mount: str, base_path: str) -> str:
    """Return an encoded path without the prefix under which the application is mounted.

    Frameworks mount applications by decoded paths, so decoded paths are compared.

    Args:
        path: the encoded path. A proxy may have removed the prefix.
        mount: the decoded prefix, such as ASGI's `root_path`.
        base_path: the prefix of all paths of the contract. If the path begins with it only
            together with `mount`, the result keeps `mount`.
    """
    mount = mount.rstrip("/")
    inside, whole = _after(path, mount) if mount else path or "/", path
    if inside is None:
        inside, whole = path, quote(mount, safe=UNENCODED, errors="surrogateescape") + path
    if base_path and _after(inside, base_path) is None and _after(whole, base_path) is not None:
        return whole
    return inside


def _after(path: str, prefix: str) -> str | None:
    """Return the rest of an encoded path after a decoded prefix; None without that prefix.

    Frameworks compare the decoded path, so an encoded slash ends a segment, too.
    """
    ends = _END_OF_SEGMENT.finditer(path)
    end = next(islice(ends, prefix.count("/"), None), None)
    if end is None:
        return None
    data = unquote_to_bytes(path[: end.start()])
    if data.decode("utf-8", "surrogateescape") != prefix and prefix not in _lossy_texts(data):
        return None
    return path[end.start() :] or "/"
