"""From method and path to an operation of the contract, if it is one, and only where the path has one reading."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

# What readers of paths make different things of (RFC 3986, sections 3.3 and 6.2): controls, path parameters, backslashes,
# encoded slashes, what is encoded twice or not at all; `.` and `..`, however written.
_AMBIGUOUS = re.compile(
    r"[\x00-\x20\x7f;\\]|%(?:2[fF]|5[cC]|25[0-9a-fA-F]{2}|[01][0-9a-fA-F]|7[fF]|(?![0-9a-fA-F]{2}))"
    r"|(?:^|/)(?:\.|%2[eE]){1,2}(?=/|\Z)"
)
_ENCODED = re.compile("%([0-9a-fA-F]{2})")
_ONE_SEGMENT = "([^/]+)"


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

    `rule`: path-ambiguous, operation-unknown or method-unknown, where there is no operation. `methods`: those of the
    operations that the path has.
    """

    operation: Operation | None
    values: tuple[str, ...] = ()
    rule: str | None = None
    methods: tuple[str, ...] = ()


class Router:
    """Routes the paths below a prefix, which is empty or begins with `/` and does not end with it."""

    def __init__(self, rows: Sequence[Mapping[str, Any]], base_path: str = "") -> None:
        self.operations = {row["operation"]: _operation(row) for row in rows}
        self._base = tuple(_segments(base_path) or ())
        # most paths are written as the table writes them, and nothing in such a path needs a second look
        self._plain = [(row.method, _plain(base_path, row), row) for row in self.operations.values()]

    def route(self, method: str, path: str) -> Route:
        """The route of a request: its method in any letter case, its path still percent-encoded."""
        for known, plain, operation in self._plain:
            if method == known and (found := plain(path)):
                return Route(operation, found.groups())
        return self._carefully(method.upper(), path)

    def _carefully(self, method: str, path: str) -> Route:
        if not path.isascii():
            path = "".join(sign if sign.isascii() else "".join(f"%{byte:02X}" for byte in _utf8(sign)) for sign in path)
        if _AMBIGUOUS.search(path):
            return Route(None, rule="path-ambiguous")
        segments = _segments(path)
        if segments is None or segments[: len(self._base)] != list(self._base):
            return Route(None, rule="operation-unknown")
        segments = segments[len(self._base) :]
        fitting = [(row, values) for row in self.operations.values() if (values := _values(row, segments)) is not None]
        for operation, values in fitting:
            if operation.method == method:
                return Route(operation, values)
        if fitting:
            return Route(None, rule="method-unknown", methods=tuple(operation.method for operation, _ in fitting))
        return Route(None, rule="operation-unknown")


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
    patterns: Iterator[str] = (
        f"({pattern[1:-1]})" if (pattern := parameter["schema"].get("pattern", "")) else "([A-Za-z0-9_-]+)"
        for parameter in operation.path_parameters
    )
    parts = [next(patterns) if segment is None else re.escape(segment) for segment in operation.segments]
    return re.compile("/".join([re.escape(base_path), *parts]), re.ASCII).fullmatch


def _segments(path: str) -> list[str] | None:
    """The decoded segments of a path. Empty ones do not count, for many servers merge slashes. None where it is not UTF-8."""
    try:
        return [_decoded(part) for part in path.split("/") if part]
    except UnicodeDecodeError:
        return None


def _decoded(part: str) -> str:
    if "%" not in part:
        return part
    return _ENCODED.sub(lambda found: chr(int(found[1], 16)), part).encode("latin-1").decode("utf-8")


def _utf8(sign: str) -> bytes:
    return sign.encode("utf-8", "surrogatepass")


def _values(operation: Operation, segments: Sequence[str]) -> tuple[str, ...] | None:
    """The texts of the path parameters, where the segments are those of the operation."""
    if len(segments) != len(operation.segments):
        return None
    if any(known is not None and known != part for known, part in zip(operation.segments, segments, strict=True)):
        return None
    return tuple(part for known, part in zip(operation.segments, segments, strict=True) if known is None)
