"""A candidate: another contract that judges the same messages, and decides about none."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from deploy_contract import logs, notes
from deploy_contract.contract import Contract
from deploy_contract.document.reports import refusing_violations
from deploy_contract.exceptions import ContractError
from deploy_contract.http.exchange import FindFacts, Heard
from deploy_contract.http.messages import Request, Response
from deploy_contract.report import Report


class Difference(NamedTuple):
    """A verdict of the candidate that is not the one of the contract in force.

    Attributes:
        operation: the operation that the message belongs to under the candidate, or None.
        verdict: "allow", "deny" or "indeterminate".
        rules: ids of the rules that one contract denies by, or leaves open, and the other does not.
    """

    operation: str | None
    verdict: str
    rules: tuple[str, ...]


class Compared(NamedTuple):
    """The difference of a message, if it has one, and notes on why it could not be compared."""

    difference: Difference | None
    notes: tuple[str, ...] = ()


class Candidate:
    """A comparison of messages by the contract in force and by a candidate.

    It raises nothing. Whatever goes wrong in the candidate is a note.

    Args:
        contract: the candidate.

    Raises:
        ContractError: it is not a contract.
    """

    def __init__(self, contract: Contract) -> None:
        if not isinstance(contract, Contract):
            raise ContractError("candidate must be a Contract")
        self._contract = contract

    def of_request(
        self,
        report: Report,
        request: Request,
        facts: Callable[[], Mapping[str, Any] | None],
        *,
        whole: bool,
    ) -> Compared:
        """Compare the verdicts on a request.

        Args:
            report: by the contract in force.
            request: the request.
            facts: returns what is known of the stored deployment, if anything is.
            whole: False if the body was not read. Then requests that have one under the candidate
                are not compared.
        """

        def judge() -> Report | None:
            checker = self._contract.checker
            route = checker.route(request.method, request.path)
            if not whole and route.operation is not None and route.operation.request is not None:
                return None
            return checker.request(request, deployment=facts(), route=route)

        return _compare(report, judge)

    def of_response(
        self,
        report: Report,
        response: Response,
        parameters: Mapping[str, Any] | None,
        given: Mapping[str, Any] | None,
        heard: Heard | None,
        known: FindFacts | None = None,
    ) -> Compared:
        """Compare the verdicts on a response.

        Args:
            report: by the contract in force, which has the operation.
            response: the response.
            parameters: of the request, by name.
            given: facts about the stored deployment from the operator or the service.
            heard: facts from other responses.
            known: finds given facts about any deployment.
        """

        def judge() -> Report:
            checker = self._contract.checker
            row = checker.operations.get(report.operation or "")
            if row is None:
                return checker.answered(response, None, parameters, None)
            if known is None:
                found = checker.ordinary_answer(response, row, parameters, given, heard)
                if found is not None:
                    return found
            return checker.answered(response, row, parameters, given, known, heard)

        return _compare(report, judge)


def _compare(report: Report, judge: Callable[[], Report | None]) -> Compared:
    try:
        other = judge()
        if other is None:
            return _UNREAD
        if (other.verdict, other.operation) == (report.verdict, report.operation):
            return SAME
        rules = _rules(report) ^ _rules(other)
        return Compared(Difference(other.operation, other.verdict, tuple(sorted(rules))))
    except Exception as error:
        logs.unexpected("judging by the candidate", error)
        return _FAILED


def _rules(report: Report) -> set[str]:
    """Return the ids of the rules by which a message is denied, or may be."""
    if report.verdict == "allow":
        return set()
    return {violation.rule for violation in refusing_violations(report)}


SAME = Compared(None)
_FAILED = Compared(None, (notes.CANDIDATE_FAILED,))
_UNREAD = Compared(None, (notes.CANDIDATE_UNREAD,))
