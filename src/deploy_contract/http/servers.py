"""Requests as servers hand them to applications: the scope of ASGI and the environ of WSGI."""

from collections.abc import Mapping
from typing import Any

from deploy_contract.http.messages import Request, new_request
from deploy_contract.http.paths import encoded_path, strip_mount


def request_of_scope(scope: Mapping[str, Any], base_path: str) -> Request:
    """Return the request of an ASGI scope, without its body.

    Args:
        scope: the scope of an HTTP connection.
        base_path: the prefix of all paths of the contract.
    """
    path = encoded_path(scope["path"], scope.get("raw_path"))
    if mount := scope.get("root_path"):
        path = strip_mount(path, mount, base_path)
    query = scope["query_string"].decode("utf-8", "surrogateescape")
    return new_request(Request, (scope["method"], path, query, scope["headers"], b""))


def request_of_environ(environ: Mapping[str, Any], base_path: str) -> Request:
    """Return the request of a WSGI environ (PEP 3333), without its body.

    Args:
        environ: the environ of one request; its texts are bytes read as Latin-1.
        base_path: the prefix of all paths of the contract.
    """
    mount = environ.get("SCRIPT_NAME", "")
    path = _text(mount + environ.get("PATH_INFO", ""))
    raw = environ.get("RAW_URI") or environ.get("REQUEST_URI")  # gunicorn's, and that of others
    whole = encoded_path(path, raw.partition("?")[0] if raw else None)
    inside = strip_mount(whole, _text(mount), base_path)
    query = _text(environ.get("QUERY_STRING", ""))
    method = environ["REQUEST_METHOD"]
    return new_request(Request, (method, inside, query, _headers(environ), b""))


def _headers(environ: Mapping[str, Any]) -> list[tuple[str, str]]:
    content_type = environ.get("CONTENT_TYPE")
    headers = []
    for name, value in environ.items():
        if name == "CONTENT_TYPE":
            if value:
                headers.append(("content-type", value))
        elif name.startswith("HTTP_"):
            # some servers set both names (nginx by its own parameters for uWSGI)
            if name == "HTTP_CONTENT_TYPE" and value in ("", content_type):
                continue
            headers.append((name[5:].replace("_", "-").lower(), value))
    return headers


def _text(latin: str) -> str:
    return latin.encode("latin-1").decode("utf-8", "surrogateescape")
