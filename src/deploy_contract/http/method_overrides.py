"""Requests that ask a framework to handle them as another method, by a header or the query."""

import re
from collections.abc import Sequence
from typing import Any

from deploy_contract.http.forms import field_names, is_form
from deploy_contract.http.headers import METHOD_OVERRIDES, is_override, text
from deploy_contract.http.parameter_names import METHOD_READINGS, taken_for
from deploy_contract.http.routing import Route

_TYPE_LENGTH = len("content-type")
_LENGTHS = frozenset(map(len, METHOD_OVERRIDES)) | {_TYPE_LENGTH}
_INITIAL_C = frozenset("cC") | frozenset(b"cC")  # of names as text and as bytes
_INITIAL_X = frozenset("xX") | frozenset(b"xX")
_METHOD = re.compile(r"[A-Za-z]+")


def screen_headers(route: Route, method: str, headers: Any) -> tuple[Any, bool]:
    """Return the headers to judge and forward, and whether to read the body before the judgement.

    On paths of the contract, headers that override the method are dropped. Without them, the same
    object is returned. Forms are read there too, since a field may override the method.

    Args:
        route: of the request.
        method: of the request.
        headers: (name, value) pairs of text or bytes, not an iterator.
    """
    operation = route.operation
    if operation is None and not route.reachable:
        return headers, False
    has_override = has_type = False
    for name, _ in headers:  # one pass, since this is done for every request
        size = len(name)
        if size not in _LENGTHS:
            continue
        if size == _TYPE_LENGTH:
            has_type = has_type or name[0] in _INITIAL_C
        elif name[0] in _INITIAL_X and is_override(name):
            has_override = True
    if has_override:
        headers = [pair for pair in headers if not is_override(pair[0])]
    if operation is not None and operation.request is not None:
        return headers, True
    return headers, (has_type or method != "GET") and is_form(method, headers)


def override_in_headers(headers: Any, methods: Sequence[str] | frozenset[str]) -> str | None:
    """Return the name, in lower case, of a header that asks for one of the methods, or None.

    HEAD counts as GET.
    """
    for name, asked in _requested_methods(headers).items():
        if "HEAD" in asked:
            asked.add("GET")
        if not asked.isdisjoint(methods):
            return name
    return None


def override_in_query(query: str) -> str | None:
    """Return the name of a query parameter by which some framework overrides the method."""
    for name in field_names(query):
        if taken_for(name, METHOD_READINGS):
            return name
    return None


def _requested_methods(headers: Any) -> dict[str, set[str]]:
    """Return the methods that headers ask for, by the name of the header in lower case."""
    if isinstance(headers, dict):
        headers = headers.items()
    found: dict[str, set[str]] = {}
    for name, value in headers:
        if is_override(name):
            methods = _METHOD.findall(text(value).upper())
            found.setdefault(text(name).lower(), set()).update(methods)
    return found
