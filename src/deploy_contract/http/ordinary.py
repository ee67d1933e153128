"""The fast path of ordinary requests and responses, in Rust.

It skips the search for other readings of a path or query, and the parsing of headers. This is safe:
the path is written as in the operation table, the query has declared parameters alone, and the
headers name the media type, no coding, and no other method. All other messages, and all bodies that
are not accepted, are left to the checker.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from deploy_contract.document.reports import outcome_of
from deploy_contract.document.wire import Limits
from deploy_contract.http.bodies import NO_BODY
from deploy_contract.http.exchange import ExchangeRules, Heard
from deploy_contract.http.headers import METHOD_OVERRIDES
from deploy_contract.http.messages import Request, Response
from deploy_contract.http.routing import Operation, Route, Router, plain_segments
from deploy_contract.report import Report
from deploy_contract_format.overlay import Schema
from deploy_contract_format.program import TYPES, UnsupportedError, compile_program
from deploy_contract_format.rules import Kind, source_member

_CODING = "content-encoding"
_WATCHED = (_CODING, *sorted(METHOD_OVERRIDES))
_COMPARED = frozenset({"string", "integer", "boolean", "null"})  # types of parameters

Judges = Mapping[str, Mapping[str | None, Any]]  # judges of documents, by kind and source


class OperationRow(NamedTuple):
    """An operation, in the form in which the native engine takes it.

    Attributes:
        segments: of the path, and whether each is the pattern of a parameter.
        kind: of the document that a request must have; None if it has none.
        route: of its requests, without path parameters.
        judged: False if its requests are left to the checker. Such operations are needed all the
            same: their paths may match the pattern of another operation.
    """

    method: str
    segments: list[tuple[str, bool]]
    media_type: str
    name: str
    path_parameters: list[str]
    kind: str | None
    judged: bool
    query_parameters: "list[ParameterRow]"
    defaults: dict[str, Any]
    route: Route


class ParameterRow(NamedTuple):
    """A query parameter. `kinds` is a sum of types; `root` and `items` are roots of a program."""

    name: str
    kinds: int
    root: int
    items: int | None
    values: Sequence[str] | None
    required: bool


class OrdinaryRequests:
    """The judge of ordinary requests for one contract.

    Args:
        native: the module deploy_contract_native.
        judges: of documents, by kind and source.
        router: has the operations.
        limits: of the contract.

    Attributes:
        native: the judge in Rust; None if it cannot be made.
        module: deploy_contract_native.
        longest_body: bytes of the longest body of a request.
        report: returns the report on a request of any class, given the source of the deployment and
            facts about the stored one, if known; None if it is not ordinary or not accepted.
    """

    report: Callable[[Any, str | None, Mapping[str, Any] | None], Report | None]

    def __init__(
        self,
        native: Any,
        judges: Judges,
        router: Router,
        kinds: Mapping[str, Kind],
        limits: Limits,
    ) -> None:
        roots: list[Schema] = []
        rows = [_row(one, router.base_path, roots) for one in router.operations.values()]
        try:
            judge = native.Requests(
                judges,
                source_member(kinds),
                rows,
                watched=_WATCHED,
                program=native.Program(compile_program({}, roots)),
                longest=min(limits.query, sys.maxsize),  # nothing is longer
                request=Request,
                report=Report,
                without_body=outcome_of(NO_BODY),
            )
            self.native: Any = judge
            self.report, self._arrive = judge.report, judge.arrive
        except ValueError:  # a pattern of a path is beyond what automata express
            self.native = None
            self.report = self._arrive = _unjudged
        self.module = native
        self.longest_body = min(limits.request_body, sys.maxsize)

    def arrive(self, scope: Any) -> tuple[Request, Route] | None:
        """Return the request of an ASGI scope and its route; None if it is not ordinary.

        The request has no body yet. No header of it overrides the method, or states a length
        beyond the limit. Its body is no form.
        """
        arrived: tuple[Request, Route] | None = self._arrive(scope, self.longest_body)
        return arrived


def _unjudged(*_arguments: object) -> None:
    """Return None: no request is judged here."""


def _row(operation: Operation, base_path: str, roots: list[Schema]) -> OperationRow:
    """Return the row of an operation, and append the schemas of its query parameters to `roots`."""
    rows: list[ParameterRow] = []
    judged = operation.request_required or operation.request is None
    for parameter in operation.query_parameters.values():
        row = _parameter(parameter, roots)
        if row is None:
            judged = False
        else:
            rows.append(row)
    return OperationRow(
        operation.method,
        list(_segments(operation, base_path)),
        operation.media_type,
        operation.name,
        [parameter["name"] for parameter in operation.path_parameters],
        operation.request,
        judged,
        rows,
        dict(operation.defaults),
        Route(operation, {}, checked=True, reachable=operation.others),
    )


def _parameter(parameter: Mapping[str, Any], roots: list[Schema]) -> ParameterRow | None:
    """Return the row of a query parameter; None if programs do not express its schema."""
    schema, types = parameter["schema"], parameter["schema"]["type"]
    if isinstance(types, str):
        types = [types]
    schemas = [schema]
    if "items" in parameter:
        schemas.append(parameter["items"])
    try:
        compile_program({}, schemas)
    except UnsupportedError:
        return None
    if not _COMPARED.issuperset(types):
        return None
    first = len(roots)
    roots += schemas
    return ParameterRow(
        parameter["name"],
        sum(TYPES[name] for name in types),
        first,
        first + 1 if "items" in parameter else None,
        parameter.get("values"),
        parameter["required"] and "default" not in parameter,
    )


def _segments(operation: Operation, base_path: str) -> Iterator[tuple[str, bool]]:
    """Yield the segments of a path, and whether each is the pattern of a parameter."""
    for text in base_path.split("/")[1:]:
        yield text, False
    yield from plain_segments(operation)


class OrdinaryResponses:
    """The judge of ordinary responses for one contract.

    Args:
        native: the module deploy_contract_native.
        judges: of documents, by kind and source.
        exchange: the exchange rules.
        operations: the names of the operations.
        identities: by operation, the name of the parameter that is the id of a deployment.
        limits: of the contract.

    Attributes:
        judges: in Rust, by operation and status, as far as they were needed.
    """

    def __init__(
        self,
        native: Any,
        judges: Judges,
        exchange: ExchangeRules,
        operations: Iterable[str],
        identities: Mapping[str, str],
        limits: Limits,
    ) -> None:
        self._native = native
        self._of_documents = judges
        self._exchange = exchange
        self._identities = identities
        self._limits = limits
        self.judges: dict[str, dict[int, Any]] = {name: {} for name in operations}

    def report(
        self,
        response: Response,
        row: Operation,
        arguments: Mapping[str, Any] | None,
        given: Mapping[str, Any] | None,
        heard: Heard | None,
    ) -> Report | None:
        """Return the report on a response; None if it is not ordinary or may break a rule.

        The arguments are those of `Checker.answered`. If `heard` is about one deployment, the
        response describes no other.
        """
        status, headers, body = response
        try:
            judge = self.judges[row.name][status].report
        except KeyError:
            compiled = self._compiled(row, status)
            if compiled is None:
                return None
            judge = compiled.report
        report: Report | None
        if heard is None:
            report = judge(headers, body, arguments, given, None, None)
            return report
        report = judge(headers, body, arguments, given, heard.facts, heard.addressed)
        if report is None or heard.addressed is not None or heard.agrees(report):
            return report
        return None

    def _compiled(self, row: Operation, status: int) -> Any:
        """Return the judge of a status; None if its documents have no native judge by now."""
        kind = row.responses.get(str(status))
        judge = self._of_documents.get(kind or "", {}).get(None)
        if kind is None or judge is None:
            return None
        found = self._native.Responses(
            judge,
            row.name,
            media_type=row.media_type,
            watched=(_CODING,),
            max_bytes=min(self._limits.response_body, sys.maxsize),
            rules=self._exchange.relations(row.name),
            constants=self._exchange.constants(kind),
            identities=self._exchange.identities,
            identity=self._identities.get(row.name),
        )
        self.judges[row.name][status] = found
        return found
