"""Observations: each judged message is reported to a callback, or logged."""

from typing import NamedTuple

from deploy_contract import logs
from deploy_contract.candidate import Difference
from deploy_contract.violations import Violation


class Observation(NamedTuple):
    """One judged message and its treatment.

    It holds no values of the message, except for the ids of the deployment and of the request.

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
        status: the HTTP status of the answer; None if the message was passed on, or if a transport
            of `deploy_contract.httpx` refused it.
        candidate: the verdict of the candidate, if there is a candidate and its verdict differs.
        deployment: the id of the deployment that the path addresses, in lower case; None if it
            addresses none, or the id is not valid.
        path: the template of the path, such as "/v2/deployments/{deployment_id}"; None without an
            operation.
        request_id: the header X-Request-ID of the request; None if it is absent or repeated, longer
            than 128 characters, or has characters other than letters, digits and `._:/+=@~-`.
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


def log(seen: Observation) -> None:
    """Log an observation, one line for each rule.

    Violations that refuse the message, and the verdict of a candidate that differs, are warnings.
    Other violations are information.
    """
    where = logs.where(seen.direction, seen.operation)
    if seen.candidate is not None:
        leads_to, says, rules = seen.candidate
        text = f"{where}: {seen.verdict}, by the candidate {says}"
        if leads_to != seen.operation:
            text += f" as {leads_to or 'no operation'}"
        if rules:
            text += f": {logs.printable(', '.join(rules))}"
        kind = ("candidate", seen.direction, seen.operation, seen.verdict, *seen.candidate)
        logs.write(logs.WARNING, kind, text)
    against: list[Violation] = []
    if seen.refused:
        against = [item for item in seen.violations if item.mode == "enforce"]
        against += seen.undecided
    others = [item for item in seen.violations if item not in against]
    answered = "" if seen.status is None else f" with {seen.status}"
    for level, words, items in (
        (logs.WARNING, f"refused {where}{answered}", against),
        (logs.INFO, f"reported {where}", others),
    ):
        first: dict[str, Violation] = {}
        for item in items:
            first.setdefault(item.rule, item)
        for rule, item in first.items():
            text = f"{words}: {rule} at {logs.printable(item.pointer or item.location)}"
            logs.write(level, (level, seen.direction, seen.operation, rule), text)
