"""Judging the messages of tests: assertions, and a judge of exchanges that learns deployments."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from deploy_contract_generated.names import OperationName, SourceName

from deploy_contract.choices import require_choice
from deploy_contract.contract import Contract, or_default
from deploy_contract.deployments import given_deployments, given_facts
from deploy_contract.exceptions import ContractError
from deploy_contract.http.adapters import sent_request
from deploy_contract.http.messages import Request, Response
from deploy_contract.knowledge.facts import Facts
from deploy_contract.report import Report
from deploy_contract.testing.failures import failure
from deploy_contract.testing.tally import RUN
from deploy_contract.traffic.exchanges import RecordedExchange
from deploy_contract.traffic.replay import JudgedEntry, Replay, Session

RequestChoice = Literal["accepted", "all", "off"]
REQUESTS = ("accepted", "all", "off")
_NOT_READ = "the body of the response is not read"


def assert_conforms(
    response: Any,
    request: Any = None,
    *,
    contract: Contract | None = None,
    deployment: Mapping[str, Any] | None = None,
    operation: OperationName | None = None,
    show_values: bool = False,
) -> Report:
    """Return the report on a response. The response counts in the coverage of the run.

    Args:
        response: as for `Contract.check_response`.
        request: the request that it answers. None: the request that a response of httpx or
            requests carries.
        contract: the contract. None: `Contract()`.
        deployment: the stored deployment that the request addresses, before the request.
        operation: the operation, if you have no request.
        show_values: whether the text of a failure has the values at fault.

    Raises:
        ConformanceError: the response violates the contract.
        ContractError: an argument is wrong, or there is neither a request nor an operation.
    """
    __tracebackhide__ = True
    contract = or_default(contract)
    if request is None and operation is None:
        request = sent_request(response)
        if request is None:
            raise ContractError("give the request of the response, or its operation")
    found = contract.check_response(response, request, deployment=deployment, operation=operation)
    asked = None if request is None else contract.check_request(request, deployment=deployment)
    source, _ = given_facts(contract.bundle.book, None, deployment)
    with RUN.of(contract) as coverage:
        if asked is not None:
            coverage.add(asked, "request", source=source)
        coverage.add(found, "response", source=source)
    if found.ok:
        return found
    status = contract.checker.read_response(response).status
    headline = f"the response violates the contract: {_named(found)}, status {status}"
    return _required(found, headline, contract, show_values=show_values)


def assert_request_conforms(
    request: Any,
    *,
    contract: Contract | None = None,
    source: SourceName | None = None,
    deployment: Mapping[str, Any] | None = None,
    show_values: bool = False,
) -> Report:
    """Return the report on a request of a client. The request counts in the coverage of the run.

    Args:
        request: as for `Contract.check_request`.
        contract: the contract. None: `Contract()`.
        source: the source of the deployment, if you know it.
        deployment: the stored deployment, or a known part of it.
        show_values: whether the text of a failure has the values at fault.

    Raises:
        ConformanceError: the request violates the contract.
        ContractError: an argument is wrong.
    """
    __tracebackhide__ = True
    contract = or_default(contract)
    found = contract.check_request(request, source=source, deployment=deployment)
    known, _ = given_facts(contract.bundle.book, source, deployment)
    with RUN.of(contract) as coverage:
        coverage.add(found, "request", source=known)
    headline = f"the request violates the contract: {_named(found)}"
    return _required(found, headline, contract, show_values=show_values)


def _required(report: Report, headline: str, contract: Contract, *, show_values: bool) -> Report:
    __tracebackhide__ = True
    if not report.ok:
        raise failure(headline, report, contract, show_values=show_values)
    return report


class Judge:
    """A judge of exchanges in their order, which learns deployments from the responses.

    So a patch is judged by the source that an earlier response stated. Judged messages count in the
    coverage of the run.

    Args:
        contract: the contract. None: `Contract()`.
        deployments: sources or stored deployments by id, before the first exchange.
        requests: the requests that fail a test if the contract denies them: "accepted" for requests
            that the service accepts (a status below 400), "all", or "off".
        show_values: whether the text of a failure has the values at fault.

    Raises:
        ContractError: an argument is wrong.
    """

    def __init__(
        self,
        contract: Contract | None = None,
        *,
        deployments: Mapping[str, str | Facts] | None = None,
        requests: RequestChoice = "accepted",
        show_values: bool = False,
    ) -> None:
        require_choice("requests", requests, REQUESTS)
        self.contract = or_default(contract)
        self._requests = requests
        self._show_values = show_values
        given = given_deployments(deployments or {}, self.contract.bundle, "deployments")
        self._replay = Replay(Session(self.contract, given))
        self._number = 0

    def is_operation(self, request: Request) -> bool:
        """Return True if a request leads to an operation of the contract."""
        return self.contract.judge.route(request).operation is not None

    def judge(
        self, request: Any, response: Callable[[], Any], *, request_gap: str = ""
    ) -> JudgedEntry:
        """Judge an exchange and return the verdicts.

        Args:
            request: the request, as for `Contract.check_request`.
            response: returns the response, as for `Contract.check_response`. It is called only if
                the request leads to an operation.
            request_gap: why the body of the request cannot be judged, or "".

        Raises:
            ConformanceError: the response violates the contract, or the request violates it and is
                one of those that the argument `requests` chooses.
            ContractError: an argument is wrong.
        """
        __tracebackhide__ = True
        checker = self.contract.checker
        sent = checker.read_request(request)
        received, gap = None, _NOT_READ
        if self.is_operation(sent):
            received, gap = checker.read_response(response()), ""
        self._number += 1
        exchange = RecordedExchange("", sent, request_gap, received, gap)
        judged = self._replay.judge_entry((self._number, None, exchange))
        with RUN.of(self.contract) as coverage:
            coverage.add_entry(judged)
        self._require(judged, received)
        return judged

    def _require(self, judged: JudgedEntry, received: Response | None) -> None:
        """Raise ConformanceError if a message of an exchange fails the test."""
        __tracebackhide__ = True
        status = "" if received is None else f", status {received.status}"
        if judged.response is not None:
            name = _named(judged.response)
            headline = f"the response violates the contract: {name}{status}"
            _required(judged.response, headline, self.contract, show_values=self._show_values)
        if judged.request is None:
            return
        name = _named(judged.request)
        headline = f"the request violates the contract: {name}"
        if self._requests == "accepted" and judged.newly_refused and judged.operation:
            headline = f"the service accepted a request that the contract denies: {name}{status}"
        elif self._requests != "all":
            return
        _required(judged.request, headline, self.contract, show_values=self._show_values)


def _named(report: Report) -> str:
    return report.operation or "no operation"
