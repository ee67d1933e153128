"""Observations: each judged message is reported to a callback, or logged."""

import logging
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias

from deploy_contract import logs
from deploy_contract.answers import Answer
from deploy_contract.candidate import Difference
from deploy_contract.contract import Contract
from deploy_contract.http.headers import request_id
from deploy_contract.http.messages import Headers
from deploy_contract.http.routing import Route
from deploy_contract.judge import Outcome
from deploy_contract.knowledge.lookups import LookupResult
from deploy_contract.report import Report, refusing, to_report
from deploy_contract.violations import Violation

_LOGGER = logging.getLogger(logs.NAME)


class Observation(NamedTuple):
    """One judged message and its treatment.

    It contains no value of the message but two: the id of the deployment and that of the request.

    Attributes:
        direction: "request" or "response".
        operation: the operation of the contract, or None.
        verdict: "allow", "deny" or "indeterminate".
        refused: whether the middleware sent an answer of its own instead of passing the message on.
        violations: the violations found, enforced ones first.
        undecided: the enforced violations on which an indeterminate verdict depends.
        needs: the facts that would settle an indeterminate verdict.
        truncated: whether the message has more violations than the limit.
        seconds: the time that judging took.
        notes: why a check was skipped or a fact was missing: "not-judged", "not-judged:
            buffer-full", or a note of a lookup (`deploy_contract.notes`).
        status: the HTTP status of the answer, None if the message was passed on.
        candidate: the verdict of the candidate, if there is a candidate and its verdict differs.
        deployment: the id of the deployment that the path addresses, in lower case; None if it
            addresses none, or the id is not valid.
        path: the template of the path, such as "/v2/deployments/{deployment_id}"; None without an
            operation.
        request_id: the header X-Request-ID of the request; None if it is absent or repeated, or has
            more than 128 characters or others than letters, digits and `._:/+=@~-`.
    """

    direction: str
    operation: str | None
    verdict: str
    refused: bool
    violations: tuple[Violation, ...]
    undecided: tuple[Violation, ...]
    needs: tuple[str, ...]
    truncated: bool
    seconds: float
    notes: tuple[str, ...] = ()
    status: int | None = None
    candidate: Difference | None = None
    deployment: str | None = None
    path: str | None = None
    request_id: str | None = None


Facts: TypeAlias = Mapping[str, Any] | None
Counter: TypeAlias = Callable[[Any, Report, int, Facts], None]


class CoverageCounter(Protocol):
    """A counter of the parts of contracts that messages exercise."""

    def counter(self, contract: Contract, /) -> Counter:
        """Return the function that counts messages judged by a contract.

        The function takes "request" or "response", the report, the number of bytes of the message,
        and the known facts about its deployment.
        """


class Observer:
    """A sender of observations to a callback. Without a callback, it logs violations.

    Args:
        on_report: the callback.
        advice_fraction: the fraction of observations for which advisory rules are evaluated.
        random: returns random numbers from 0 to 1, by which these observations are chosen.
        count: counts the coverage of each judged message; None to count nothing.
    """

    def __init__(
        self,
        on_report: Callable[[Observation], object] | None,
        advice_fraction: float,
        random: Callable[[], float],
        count: Counter | None = None,
    ) -> None:
        self._count = count
        self._on_report = on_report
        self._advice_fraction = advice_fraction
        self._random = random
        # bounds how often advisory rules are evaluated for the log alone
        self._advised = logs.Throttle(burst=100, seconds=0.01)

    def observe(
        self,
        direction: str,
        outcome: Outcome,
        seconds: float,
        notes: tuple[str, ...] = (),
        answer: Answer | None = None,
        difference: Difference | None = None,
        *,
        size: int = 0,
        known: LookupResult | None = None,
        judged: bool = True,
        headers: Headers = (),
        route: Route | None = None,
    ) -> None:
        """Call `on_report`, or log. Exceptions are logged, and never raised to the caller.

        Args:
            direction: "request" or "response".
            outcome: the outcome for the message.
            seconds: the time that judging took.
            notes: why a check was skipped or a fact was missing.
            answer: the answer in place of the message, None if it was passed on.
            difference: the verdict of the candidate, if it differs.
            size: the bytes of the message that were judged.
            known: the facts of lookups about the deployment that the message addresses.
            judged: False if the message was not judged.
            headers: the headers of the request.
            route: the route of the request; None if it could not be routed.
        """
        if self._count is not None and judged:
            try:
                facts = None if known is None else known.merged
                self._count(direction, to_report(outcome), size, facts)
            except Exception as error:
                logs.unexpected("counting coverage", error)
        if notes:
            logs.notes(direction, outcome.operation, notes)
        callback, refused = self._on_report, answer is not None
        if callback is None and difference is not None:
            logs.difference(direction, outcome.operation, outcome.verdict, difference)
        if callback is None and not refused and not _LOGGER.isEnabledFor(logging.INFO):
            return
        try:
            # for the log, advice is evaluated less often, since perhaps nobody reads it
            wanted = callback is not None or self._advised.admit(None) is not None
            if wanted and self._advice_fraction < 1:
                wanted = self._random() < self._advice_fraction
            found = outcome.violations if wanted else outcome.without_advice
            status = None if answer is None else answer.status
            if callback is None:
                against = refusing(outcome) if refused else ()
                others = [item for item in found if item not in against]
                logs.violations(direction, outcome.operation, status, against, others)
                return
            undecided = outcome.undecided if outcome.verdict == "indeterminate" else ()
            operation = None if route is None else route.operation
            path = deployment = None
            if route is not None and operation is not None:
                path, deployment = operation.path, route.valid_id
                if deployment is None and operation.is_of_one:
                    found_id = (outcome.parameters or {}).get(operation.identity or "")
                    deployment = found_id.lower() if isinstance(found_id, str) else None
            observation = Observation(
                direction, outcome.operation, outcome.verdict, refused, found,
                undecided, outcome.needs, outcome.truncated, seconds, notes, status, difference,
                deployment, path, request_id(headers),
            )  # fmt: skip
            callback(observation)
        except Exception as error:
            logs.unexpected("on_report", error)
