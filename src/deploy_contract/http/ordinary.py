"""The fast path of requests, in Rust: those of ordinary clients that take a document.

It skips the search for other readings of a path and the parsing of headers. This is safe: the path
is written as in the operation table, there is no query, and the headers name the media type
exactly, no coding, and no other method. All other requests, and all bodies that are not accepted,
are left to the checker.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from deploy_contract.document.native_path import with_facts
from deploy_contract.document.reports import outcome_of, replace
from deploy_contract.http.headers import METHOD_OVERRIDES
from deploy_contract.http.messages import Request
from deploy_contract.http.routing import Operation, Router, plain_segments
from deploy_contract.report import Report

_WATCHED = ("content-encoding", *sorted(METHOD_OVERRIDES))


def ordinary_requests(
    native: Any, judges: Mapping[str, Mapping[str | None, Any]], router: Router
) -> "OrdinaryRequests | None":
    """Return the judge of ordinary requests; None without the module deploy_contract_native."""
    if native is None:
        return None
    return OrdinaryRequests(native, judges, router.operations.values(), router.base_path)


class OrdinaryRequests:
    """The judge of ordinary requests for one contract.

    Args:
        native: the module deploy_contract_native.
        judges: of documents, by kind and source.
        operations: of the contract.
        base_path: prefix of all paths.
    """

    def __init__(
        self,
        native: Any,
        judges: Mapping[str, Mapping[str | None, Any]],
        operations: Iterable[Operation],
        base_path: str,
    ) -> None:
        rows = [_row(one, base_path) for one in operations]
        try:
            self._report = native.Requests(judges, rows, _WATCHED, Request).report
        except ValueError:  # a pattern of a path is beyond what automata express
            self._report = _unjudged

    def report(
        self, request: Any, source: str | None, deployment: Mapping[str, Any] | None
    ) -> Report | None:
        """Return the report on a request; None if it is not ordinary or not accepted.

        Args:
            request: of any class.
            source: of the deployment, if known.
            deployment: facts about the stored deployment, if known.
        """
        if deployment is None:
            plain: Report | None = self._report(request, source)
            return plain
        if source is not None or not isinstance(deployment, Mapping):
            return None
        try:
            known, facts = deployment.get("source"), {**deployment}
        except Exception:  # a mapping of the caller's own; the checker reports it
            return None
        report: Report | None = self._report(request, known)
        if report is None:
            return None
        late = with_facts(outcome_of(report), facts)
        return replace(report, advice=late.advice, undecided=late.undecided)


def _unjudged(_request: Any, _source: str | None) -> None:
    """Return None: no request is judged here."""


def _row(operation: Operation, base_path: str) -> tuple[Any, ...]:
    """Return the fields of an operation that the native engine needs, in its order.

    Requests of an operation without a kind are left to the checker. Such operations are needed all
    the same: their paths may match the pattern of another operation.
    """
    names = [parameter["name"] for parameter in operation.path_parameters]
    segments = list(_segments(operation, base_path))
    kind = None if operation.query_parameters else operation.request
    return operation.method, segments, operation.media_type, kind, operation.name, names


def _segments(operation: Operation, base_path: str) -> Iterator[tuple[str, bool]]:
    """Yield the segments of a path, and whether each is the pattern of a parameter."""
    for text in base_path.split("/")[1:]:
        yield text, False
    yield from plain_segments(operation)
