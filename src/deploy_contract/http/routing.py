"""From method and path to an operation of the contract, if it is one, and only where the path has one reading."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

# What readers of paths make different things of (RFC 3986, sections 3.3 and 6.2): controls, path parameters, backslashes,
# encoded slashes, what is encoded twice or not at all, bytes that were never UTF-8; whole addresses, and what a path cannot
# hold; `.` and `..`, however written.
_AMBIGUOUS = re.compile(
    r"[\x00-\x20\x7f;\\?#\ud800-\udfff]|%(?:2[fF]|5[cC]|25(?:[0-9a-fA-F]|%(?:3[0-9]|[46][1-6])){2}|[01][0-9a-fA-F]|7[fF]|[cC][01]|(?![0-9a-fA-F]{2}))"
    r"|\A[A-Za-z][A-Za-z0-9+.-]*://"
    r"|(?:^|/)(?:\.|%2[eE]){1,2}(?=/|\Z)"
)
_LONGEST = 1 << 16  # characters of a path that are looked at
_new = tuple.__new__  # a Route without the cost of naming its fields


class Operation(NamedTuple):
    """A row of the operation table, ready for requests."""

    name: str
    method: str
    segments: tuple[str | None, ...]  # of its path; None where a parameter stands
    path_parameters: tuple[Mapping[str, Any], ...]
    query_parameters: Mapping[str, Mapping[str, Any]]
    request: str | None
    request_required: bool
    media_type: str
    responses: Mapping[str, str]


class Route(NamedTuple):
    """Where a request leads to: an operation with the texts of its path parameters, or none and why.

    `texts`: of the path parameters, by name, decoded. `checked`: whether they are known to be what the contract says.
    `rule`: path-ambiguous, operation-unknown or method-unknown, where there is no operation. `methods`: those of the
    operations that the path has.
    """

    operation: Operation | None
    texts: Mapping[str, str] = {}
    checked: bool = False
    rule: str | None = None
    methods: tuple[str, ...] = ()


class Router:
    """Routes the paths below a prefix, which is empty or begins with `/` and does not end with it."""

    def __init__(self, rows: Sequence[Mapping[str, Any]], base_path: str = "") -> None:
        self.operations = {row["operation"]: _operation(row) for row in rows}
        self._base = tuple(_segments(base_path))
        # most paths are written as the table writes them, and nothing in such a path needs a second look
        self._plain: dict[str, list[tuple[Any, Operation]]] = {}
        for operation in self.operations.values():
            self._plain.setdefault(operation.method, []).append((_plain(base_path, operation), operation))

    def route(self, method: str, path: str) -> Route:
        """The route of a request: its method in any letter case, its path still percent-encoded."""
        for plain, operation in self._plain.get(method, ()):
            found = plain(path)
            if found:
                return _new(Route, (operation, found.groupdict(), True, None, ()))
        return self._carefully(method.upper(), path)

    def _carefully(self, method: str, path: str) -> Route:
        if len(path) > _LONGEST or _AMBIGUOUS.search(path):
            return Route(None, rule="path-ambiguous")
        segments = _segments(path)
        fitting = self._fitting(segments)
        for operation, values in fitting:
            if operation.method == method:
                names = [parameter["name"] for parameter in operation.path_parameters]
                return Route(operation, dict(zip(names, values, strict=True)))
        if fitting:
            return Route(None, rule="method-unknown", methods=tuple(operation.method for operation, _ in fitting))
        # some take what follows two slashes for a host, and what follows an encoded semicolon for a parameter of the path
        bare = _without_parameters(segments)
        if (bare != segments and self._fitting(bare)) or (path.startswith("//") and self._fitting(segments[1:])):
            return Route(None, rule="path-ambiguous")
        return Route(None, rule="operation-unknown")

    def _fitting(self, segments: list[str]) -> list[tuple[Operation, tuple[str, ...]]]:
        """The operations that have the path, each with the texts of its parameters."""
        if segments[: len(self._base)] != list(self._base):
            return []
        inside = segments[len(self._base) :]
        return [(row, values) for row in self.operations.values() if (values := _values(row, inside)) is not None]


def _operation(row: Mapping[str, Any]) -> Operation:
    by_name = {parameter["name"]: parameter for parameter in row["parameters"]}
    names = [part[1:-1] if part.startswith("{") else None for part in row["path"].split("/")[1:]]
    return Operation(
        name=row["operation"],
        method=row["method"],
        segments=tuple(None if name else part for name, part in zip(names, row["path"].split("/")[1:], strict=True)),
        path_parameters=tuple(by_name[name] for name in names if name),
        query_parameters={name: parameter for name, parameter in by_name.items() if parameter["in"] == "query"},
        request=row["request"],
        request_required=row["request_required"],
        media_type=row["media_type"],
        responses=row["responses"],
    )


def _plain(base_path: str, operation: Operation) -> Any:
    groups: Iterator[str] = (
        f"(?P<{parameter['name']}>{parameter['schema'].get('pattern', '^[A-Za-z0-9_-]+$')[1:-1]})"
        for parameter in operation.path_parameters
    )
    parts = [next(groups) if segment is None else re.escape(segment) for segment in operation.segments]
    return re.compile("/".join([re.escape(base_path), *parts]), re.ASCII).fullmatch


def _segments(path: str) -> list[str]:
    """The decoded segments of a path. Empty ones do not count, for many servers merge slashes."""
    return [_decoded(part) for part in path.split("/") if part]


def _decoded(part: str) -> str:
    return unquote_to_bytes(part).decode("utf-8", "replace") if "%" in part else part


def _without_parameters(segments: Sequence[str]) -> list[str]:
    """The segments as those read them who drop parameters of the path after decoding it, and then go by `.` and `..`."""
    bare: list[str] = []
    for segment in segments:
        name = segment.partition(";")[0]
        if name == "..":
            del bare[-1:]
        elif name not in ("", "."):
            bare.append(name)
    return bare


def _values(operation: Operation, segments: Sequence[str]) -> tuple[str, ...] | None:
    """The texts of the path parameters, where the segments are those of the operation."""
    if len(segments) != len(operation.segments):
        return None
    if any(known is not None and known != part for known, part in zip(operation.segments, segments, strict=True)):
        return None
    return tuple(part for known, part in zip(operation.segments, segments, strict=True) if known is None)
