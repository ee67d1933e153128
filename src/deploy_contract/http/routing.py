"""From method and path to an operation of the contract, if it is one, and only where no common reading says otherwise."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from deploy_contract.document.engines import definitions
from deploy_contract.http.parameter_names import by_reading
from deploy_contract.http.path_readings import Readings, Segments, exactly_decoded
from deploy_contract.tables import tables

_LONGEST = 1 << 16  # characters of a path that are looked at
_new = tuple.__new__  # a Route without the cost of naming its fields


class Operation(NamedTuple):
    """A row of the operation table, ready for requests."""

    name: str
    method: str
    segments: Segments  # of its path
    path_parameters: tuple[Mapping[str, Any], ...]
    query_parameters: Mapping[str, Mapping[str, Any]]
    request: str | None
    request_required: bool
    media_type: str
    responses: Mapping[str, str]
    # names of query parameters, members of the body and method overrides, by what readers make of a name
    readings: Mapping[str, str]
    defaults: Mapping[str, Any]  # of query parameters that have one
    required: tuple[str, ...]  # query parameters without a default
    others: frozenset[str]  # methods of the other operations that have this path


class Route(NamedTuple):
    """Where a request leads to: an operation with the texts of its path parameters, or none and why.

    `texts`: of the path parameters, by name, decoded. `checked`: whether they are known to be what the contract says.
    `rule`: path-ambiguous, operation-unknown or method-unknown, where there is no operation. `methods`: those that the path
    has in the contract, HEAD included where GET is. `reachable`: the methods of other operations that some reading of the
    path leads to, if the method were overridden. `is_head`: whether the response has no body (RFC 9110, section 9.3.2).
    """

    operation: Operation | None
    texts: Mapping[str, str] = {}
    checked: bool = False
    rule: str | None = None
    methods: tuple[str, ...] = ()
    reachable: frozenset[str] = frozenset()
    is_head: bool = False


_ELSEWHERE = Route(None, rule="operation-unknown")


class Router:
    """Routes the paths below a prefix, which is empty or begins with `/` and does not end with it."""

    def __init__(self, rows: Sequence[Mapping[str, Any]], base_path: str = "") -> None:
        self._base = tuple(_segments(base_path))
        templates: dict[Segments, list[str]] = {}
        for row in rows:
            templates.setdefault((*self._base, *_template(row["path"])), []).append(row["method"])
        self.operations = {
            row["operation"]: _operation(row, templates[*self._base, *_template(row["path"])])
            for row in rows
        }
        # most paths are written as the table writes them, and nothing in such a path needs a second look
        self._plain: dict[str, list[tuple[Any, Operation]]] = {}
        for operation in self.operations.values():
            self._plain.setdefault(operation.method, []).append(
                (_plain(base_path, operation), operation)
            )
        self._plain.setdefault("HEAD", []).extend(self._plain.get("GET", ()))
        self._readings = Readings(templates)

    def route(self, method: str, path: str) -> Route:
        """The route of a request: its method in any letter case, its path still percent-encoded."""
        for plain, operation in self._plain.get(method, ()):
            found = plain(path)
            if found:
                return _new(
                    Route,
                    (
                        operation,
                        found.groupdict(),
                        True,
                        None,
                        (),
                        operation.others,
                        method == "HEAD",
                    ),
                )
        return self._carefully(method.upper(), path)

    def _carefully(self, method: str, path: str) -> Route:
        if len(path) > _LONGEST:
            return Route(None, rule="path-ambiguous")
        if not self._readings.may_lead(path):
            return _ELSEWHERE
        fitting = self._fitting(_segments(path))
        wanted = ("HEAD", "GET") if method == "HEAD" else (method,)
        for name in wanted:
            for operation, values in fitting:
                if operation.method == name:
                    names = [parameter["name"] for parameter in operation.path_parameters]
                    texts = dict(zip(names, values, strict=True))
                    return Route(
                        operation, texts, reachable=operation.others, is_head=method == "HEAD"
                    )
        reachable = self._readings.methods(path)
        if reachable is None or not reachable.isdisjoint(wanted):
            return Route(None, rule="path-ambiguous")
        if fitting:
            methods = [operation.method for operation, _ in fitting]
            return Route(
                None, rule="method-unknown", methods=_with_head(methods), reachable=reachable
            )
        return Route(None, rule="operation-unknown", reachable=reachable)

    def _fitting(self, segments: list[str]) -> list[tuple[Operation, tuple[str, ...]]]:
        """The operations that have the path, each with the texts of its parameters."""
        if segments[: len(self._base)] != list(self._base):
            return []
        inside = segments[len(self._base) :]
        return [
            (row, values)
            for row in self.operations.values()
            if (values := _values(row, inside)) is not None
        ]


def _template(path: str) -> Segments:
    return tuple(None if part.startswith("{") else part for part in path.split("/")[1:])


def _operation(row: Mapping[str, Any], methods: Iterable[str]) -> Operation:
    """An operation of the table. `methods`: those that its path has."""
    by_name = {parameter["name"]: parameter for parameter in row["parameters"]}
    names = [part[1:-1] for part in row["path"].split("/") if part.startswith("{")]
    query = {name: parameter for name, parameter in by_name.items() if parameter["in"] == "query"}
    return Operation(
        name=row["operation"],
        method=row["method"],
        segments=_template(row["path"]),
        path_parameters=tuple(by_name[name] for name in names),
        query_parameters=query,
        request=row["request"],
        request_required=row["request_required"],
        media_type=row["media_type"],
        responses=row["responses"],
        readings=by_reading((*query, *_members(row["request"]))),
        defaults={
            name: parameter["default"]
            for name, parameter in query.items()
            if "default" in parameter
        },
        required=tuple(
            name for name, row in query.items() if row["required"] and "default" not in row
        ),
        others=frozenset(methods) - {row["method"]},
    )


def _members(kind: str | None) -> Iterator[str]:
    """Yield the names of a body's members: Rails and Laravel give those of body and query together."""
    if kind is not None:
        yield from definitions(kind)[tables().roots[kind]["closed"]].get("properties", ())


def _plain(base_path: str, operation: Operation) -> Any:
    groups: Iterator[str] = (
        f"(?P<{parameter['name']}>{parameter['schema'].get('pattern', '^[A-Za-z0-9_-]+$')[1:-1]})"
        for parameter in operation.path_parameters
    )
    parts = [
        next(groups) if segment is None else re.escape(segment) for segment in operation.segments
    ]
    return re.compile("/".join([re.escape(base_path), *parts]), re.ASCII).fullmatch


def _segments(path: str) -> list[str]:
    """The decoded segments of a path. Empty ones do not count, for many servers merge slashes."""
    return [_decoded(part) for part in path.split("/") if part]


def _decoded(part: str) -> str:
    return exactly_decoded(part) if "%" in part else part


def _with_head(methods: Sequence[str]) -> tuple[str, ...]:
    """The methods with HEAD behind GET, which it is judged as."""
    found: list[str] = []
    for method in methods:
        found += [method, "HEAD"] if method == "GET" and "HEAD" not in methods else [method]
    return tuple(found)


def _values(operation: Operation, segments: Sequence[str]) -> tuple[str, ...] | None:
    """The texts of the path parameters, where the segments are those of the operation."""
    if len(segments) != len(operation.segments):
        return None
    if any(
        known is not None and known != part
        for known, part in zip(operation.segments, segments, strict=True)
    ):
        return None
    return tuple(
        part for known, part in zip(operation.segments, segments, strict=True) if known is None
    )
