"""The router: it finds the operation of the contract that a request leads to.

A path leads to an operation if its segments, percent-decoded once, fit the template of the
operation. If they fit no operation with the request's method, but another reading of the path does,
the path is ambiguous and leads to no operation.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from deploy_contract.bundle import Bundle
from deploy_contract.exceptions import ContractError
from deploy_contract.http import forms, parameter_values
from deploy_contract.http.headers import JudgedHeaders, length_fault, read_headers, text
from deploy_contract.http.messages import Request
from deploy_contract.http.parameter_names import by_reading
from deploy_contract.http.path_readings import (
    Readings,
    Segments,
    decode,
    fits_template,
)
from deploy_contract.judge.python.breaches import Fault
from deploy_contract.judge.python.undeclared import Folds
from deploy_contract_format.patterns import PATTERNS
from deploy_contract_format.rules import Rule, id_parameter

_LONGEST = 1 << 16  # characters of a path


@dataclass(frozen=True, slots=True)
class Operation:
    """A row of the operation table, prepared for requests."""

    name: str
    method: str
    path: str  # the template of the path, without the prefix of all paths
    segments: Segments
    path_parameters: tuple[Mapping[str, Any], ...]  # rows, in the order of the path
    query_parameters: Mapping[str, Mapping[str, Any]]
    request: str | None  # document kind of the body
    request_required: bool  # whether a request must have a body
    media_type: str
    responses: Mapping[str, str]  # document kind of each described status, such as "200"
    # names of query parameters, members of the body and method overrides, as `by_reading` has them
    readings: Folds
    defaults: Mapping[str, Any]
    required: tuple[str, ...]
    others: frozenset[str]  # methods of the other operations on the same path
    identity: str | None  # name of the path parameter that is the id of a stored deployment
    is_change: bool  # whether the operation changes that deployment
    is_of_one: bool  # whether it changes or returns that deployment

    def admits(self, texts: Mapping[str, str]) -> bool:
        """Return true if the texts of the path parameters are valid."""
        faults: list[Fault] = []
        for row in self.path_parameters:
            parameter_values.parse(row, texts[row["name"]], faults)
        return not faults


class Route(NamedTuple):
    """The route of a request: everything that the judge reads before the body."""

    operation: Operation | None = None
    texts: Mapping[str, str] = {}  # decoded texts of the path parameters
    # methods of the other operations to which some reading of the path leads; a request that
    # overrides the method may reach them
    reachable: frozenset[str] = frozenset()
    rule: str | None = None  # the rule by which the request leads to no operation
    methods: tuple[str, ...] = ()  # methods that the contract declares for the path
    checked: bool = False  # whether the texts are known to match the types of the contract
    method: str = ""
    path: str = ""
    query: str = ""
    headers: JudgedHeaders = JudgedHeaders([], [], [], [])
    is_head: bool = False  # whether the response has no body (RFC 9110, section 9.3.2)
    changed: str | None = None  # id, in lower case, of the deployment that the request changes
    valid_id: str | None = None  # `changed`, if it is known to have the type of the contract
    overrides: bool = False  # whether a header overrides the method
    # whether the verdict needs the body: the operation takes a body, or a path of the contract gets
    # a form or JSON, whose fields may override the method
    reads_body: bool = False
    fault: str | None = None  # the rule that the Content-Length of that body breaks


_UUID = PATTERNS["uuid"]


class Router:
    """A router of requests to the operations of a contract.

    `base_path` is the prefix of all paths, and `most_bytes` the greatest length of a body.
    """

    def __init__(
        self, bundle: Bundle, base_path: str, rules: Sequence[Rule], most_bytes: int
    ) -> None:
        self._most_bytes = most_bytes
        rows = bundle.operations
        self._base = tuple([_decoded(part) for part in base_path.split("/") if part])
        templates: dict[Segments, list[str]] = {}
        for row in rows:
            templates.setdefault((*self._base, *_template(row["path"])), []).append(row["method"])
        self.operations: dict[str, Operation] = {}
        for row in rows:
            methods = templates[*self._base, *_template(row["path"])]
            self.operations[row["operation"]] = _operation(row, methods, bundle, rules)
        # fast path, see `route`
        self._plain: dict[str, list[tuple[Any, Operation]]] = {}
        for operation in sorted(self.operations.values(), key=_parameter_places):
            if all(map(_is_uuid, operation.path_parameters)):
                plain = (_plain_path(base_path, operation), operation)
                self._plain.setdefault(operation.method, []).append(plain)
        self._plain.setdefault("HEAD", []).extend(self._plain.get("GET", ()))
        self._readings = Readings(templates)

    def route(self, request: Request) -> Route:
        """Return the route of a request, whose body is not read.

        The fast path is for paths that are written as in the operation table, with uuids for all
        parameters. It skips decoding and the search for other readings. This is safe, because such
        a path holds no character that programs treat differently.

        Raises:
            ContractError: a field has a wrong type, or the headers are an iterator of too many
                pairs.
        """
        method, path, query, given, _ = request
        if not method.__class__ is path.__class__ is query.__class__ is str:
            method, path, query = map(_plain_text, (method, path, query))
        route: Route | None = None
        for matches, plain in self._plain.get(method, ()):
            texts = matches(path)
            if texts:
                route = Route(plain, texts.groupdict(), plain.others, checked=True)
                break
        if route is None:
            route = self._find(method.upper(), path)
        operation, headers = route.operation, read_headers(given)
        changed = valid_id = None
        is_on_path = operation is not None or bool(route.reachable)
        if operation is not None and operation.is_change:
            changed = route.texts[operation.identity or ""].lower()
            if route.checked or operation.admits(route.texts):
                valid_id = changed
        reads_body = operation is not None and operation.request is not None
        if is_on_path and not reads_body:
            reads_body = forms.has_fields(method, headers.types)
        fault = None
        if reads_body and headers.lengths:
            fault = length_fault(headers.lengths, self._most_bytes)
        return route._replace(
            method=method,
            path=path,
            query=query,
            headers=headers,
            is_head=operation is not None and method.upper() == "HEAD",
            changed=changed,
            valid_id=valid_id,
            overrides=is_on_path and bool(headers.overrides),
            reads_body=reads_body,
            fault=fault,
        )

    def _find(self, method: str, path: str) -> Route:
        """Return the route of a path that may differ in form from the paths of the contract."""
        if len(path) > _LONGEST:
            return Route(rule="path-ambiguous")
        if not self._readings.may_lead(path):
            return Route(rule="operation-unknown")
        on_path = self._on_path(path)
        wanted = [method]
        if method == "HEAD":
            wanted.append("GET")
        for name in wanted:
            fitting = [row for row in on_path if row[0].method == name]
            if fitting:
                operation, texts = min(fitting, key=lambda row: _parameter_places(row[0]))
                return Route(operation, texts, operation.others)
        reachable = self._readings.methods(path)
        if reachable is None or not reachable.isdisjoint(wanted):
            return Route(rule="path-ambiguous")
        if on_path:
            methods = [operation.method for operation, _ in on_path]
            if "GET" in methods and "HEAD" not in methods:  # HEAD is judged as GET
                methods.insert(methods.index("GET") + 1, "HEAD")
            return Route(reachable=reachable, rule="method-unknown", methods=tuple(methods))
        return Route(reachable=reachable, rule="operation-unknown")

    def _on_path(self, path: str) -> list[tuple[Operation, dict[str, str]]]:
        depth = len(self._base)
        written = [part for part in path.split("/") if part]  # many servers merge slashes
        segments = list(map(_decoded, written))
        if tuple(segments[:depth]) != self._base:
            return []
        inside = segments[depth:]
        rows = self.operations.values()
        fitting = [operation for operation in rows if fits_template(operation.segments, inside)]
        return [
            (operation, _path_texts(operation, inside, written[depth:])) for operation in fitting
        ]


def _parameter_places(operation: Operation) -> list[bool]:
    """Return the segments that are parameters: concrete paths sort first (OpenAPI 3.1, Paths)."""
    return [segment is None for segment in operation.segments]


def _plain_text(part: object) -> str:
    if not isinstance(part, str):
        raise ContractError("the method, path and query of a Request are texts")
    return text(part)


def _template(path: str) -> Segments:
    return tuple([None if part.startswith("{") else part for part in path.split("/")[1:]])


def _operation(
    row: Mapping[str, Any], methods: Iterable[str], bundle: Bundle, rules: Sequence[Rule]
) -> Operation:
    """Return the operation of a row; `methods` are those of all operations on the same path."""
    by_name = {parameter["name"]: parameter for parameter in row["parameters"]}
    names = [part[1:-1] for part in row["path"].split("/") if part.startswith("{")]
    query, defaults, required = {}, {}, []
    for name, parameter in by_name.items():
        if parameter["in"] != "query":
            continue
        query[name] = parameter
        if "default" in parameter:
            defaults[name] = parameter["default"]
        elif parameter["required"]:
            required.append(name)
    kinds, responses = bundle.book.kinds, row["responses"].values()
    identity = id_parameter(row["operation"], names, responses, rules, kinds)
    is_stored = row["request"] is not None and kinds[row["request"]].stored
    return Operation(
        name=row["operation"],
        method=row["method"],
        path=row["path"],
        segments=_template(row["path"]),
        path_parameters=tuple([by_name[name] for name in names]),
        query_parameters=query,
        request=row["request"],
        request_required=row["request_required"],
        media_type=row["media_type"],
        responses=row["responses"],
        readings=by_reading((*query, *_members(bundle, row["request"]))),
        defaults=defaults,
        required=tuple(required),
        others=frozenset(methods) - {row["method"]},
        identity=identity,
        is_change=identity is not None and is_stored,
        is_of_one=identity is not None
        and (is_stored or any(kinds[kind].identity for kind in responses)),
    )


def _members(bundle: Bundle, kind: str | None) -> Iterator[str]:
    """Yield the members of a request body, since Rails and Laravel merge them with the query."""
    if kind is not None:
        yield from bundle.definitions(kind)[kind].get("properties", ())


def _plain_path(base_path: str, operation: Operation) -> Any:
    """Return a function that matches the path of an operation as the contract writes it."""
    rows = iter(operation.path_parameters)
    parts = [re.escape(base_path)]
    for segment in operation.segments:
        if segment is None:
            parts.append(f"(?P<{next(rows)['name']}>{_UUID[1:-1]})")
        else:
            parts.append(re.escape(segment))
    return re.compile("/".join(parts), re.ASCII).fullmatch


def _is_uuid(parameter: Mapping[str, Any]) -> bool:
    """Return True if a parameter admits all uuids and no other texts."""
    schema = parameter["schema"]
    is_list = "items" in parameter or "values" in parameter or "enum" in schema
    return schema.get("pattern") == _UUID and not is_list


def _decoded(part: str) -> str:
    if "%" in part:
        return decode(part)
    return part


def _path_texts(
    operation: Operation, segments: Sequence[str], written: Sequence[str]
) -> dict[str, str]:
    """Return the texts of the path parameters by name, for segments that fit the operation.

    A uuid needs no percent-encoding, and some routers do not decode it (chi, Echo and Fiber). So
    the text of a uuid is not decoded, and an encoded one is not a uuid.
    `segments` are percent-decoded, and `written` are the same segments as they are in the path.
    """
    texts = {}
    rows = iter(operation.path_parameters)
    for template, decoded, encoded in zip(operation.segments, segments, written, strict=True):
        if template is None:
            row = next(rows)
            is_uuid = row["schema"].get("x-format") == "uuid"
            texts[row["name"]] = encoded if is_uuid else decoded
    return texts
