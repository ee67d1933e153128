"""A candidate: another contract that judges the same messages, but decides about no message."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, cast

from deploy_contract_generated.names import EngineName

from deploy_contract import logs, notes
from deploy_contract.bundle import Bundle
from deploy_contract.contract import Contract, checked
from deploy_contract.http.exchange import FindFacts, LearnedFacts
from deploy_contract.http.messages import Request, Response
from deploy_contract.http.routing import Route
from deploy_contract.judge import Judge, Outcome
from deploy_contract.report import refusing


class Difference(NamedTuple):
    """A verdict of the candidate that differs from the verdict of the contract in force.

    Attributes:
        operation: the operation that the message belongs to under the candidate, or None.
        verdict: "allow", "deny" or "indeterminate".
        rules: ids of the rules that only one contract denies by, or leaves undecided.
    """

    operation: str | None
    verdict: str
    rules: tuple[str, ...]


class Compared(NamedTuple):
    """The difference of a message, or None, and notes on why it could not be compared."""

    difference: Difference | None
    notes: tuple[str, ...] = ()


def load_candidate(path: str, in_force: Contract, make: Callable[[Bundle], Contract]) -> Contract:
    """Return the candidate in a folder, wheel or compiled file.

    A compiled candidate has policies, options and limits of its own. It takes only the prefix of
    paths and the engine from the contract in force. Any other candidate has the policies, options
    and limits of the contract in force. `make` makes a contract of a bundle with the options that
    the contract in force was given.

    Raises:
        ContractError: the candidate cannot be read, or a policy does not fit it.
    """
    bundle = Bundle.load(path)
    if bundle.defaults is None and in_force.bundle.defaults is not None:
        effective = replace(in_force.effective, bundle=bundle.tables)
        bundle = Bundle.from_compiled(effective.to_json(), path)
    if bundle.defaults is None:
        return make(bundle)
    return Contract(
        bundle=bundle, base_path=in_force.base_path, engine=cast("EngineName", in_force.engine)
    )


class ShadowContract:
    """A candidate that judges the same messages as the contract in force.

    Its methods raise nothing. A failure of the candidate becomes a note.
    """

    def __init__(self, contract: Contract) -> None:
        self._contract = checked(contract, "candidate")

    def reads_body(self, request: Request) -> bool:
        """Return True if a request has a body to judge under the candidate."""
        try:
            return _takes_body(self._contract.judge.route(request))
        except Exception as error:
            logs.unexpected("routing by the candidate", error)
            return False

    def of_request(
        self, outcome: Outcome, request: Request, facts: Mapping[str, Any] | None, *, whole: bool
    ) -> Compared:
        """Compare the verdicts on a request.

        If the request is not `whole`, its body was not read. Then the verdicts are not compared if
        the candidate needs the body.
        """

        def judged(judge: Judge) -> Outcome | None:
            route = judge.route(request)
            if not whole and _takes_body(route):
                return None
            return judge.request(route, request.body, deployment=facts)

        return self._compared(outcome, judged)

    def of_response(
        self,
        outcome: Outcome,
        response: Response,
        parameters: Mapping[str, Any] | None,
        given: Mapping[str, Any] | None,
        learned: LearnedFacts | None,
        known: FindFacts | None = None,
    ) -> Compared:
        """Compare the verdicts on a response. The facts are the same as for `Checker.response`."""

        def judged(judge: Judge) -> Outcome:
            return judge.response(response, outcome.operation, parameters, given, known, learned)

        return self._compared(outcome, judged)

    def _compared(self, outcome: Outcome, judged: Callable[[Judge], Outcome | None]) -> Compared:
        """Compare an outcome with that of `judged`, which is None if it lacks a needed body."""
        try:
            other = judged(self._contract.judge)
            if other is None:
                return Compared(None, (notes.CANDIDATE_UNREAD,))
            if (other.verdict, other.operation) == (outcome.verdict, outcome.operation):
                return SAME
            rules = _rules(outcome) ^ _rules(other)
            return Compared(Difference(other.operation, other.verdict, tuple(sorted(rules))))
        except Exception as error:
            logs.unexpected("judging by the candidate", error)
            return Compared(None, (notes.CANDIDATE_FAILED,))


def _takes_body(route: Route) -> bool:
    return route.operation is not None and route.operation.request is not None


def _rules(outcome: Outcome) -> set[str]:
    if outcome.verdict == "allow":
        return set()
    return {violation.rule for violation in refusing(outcome)}


SAME = Compared(None)
