"""OpenTelemetry metrics of a gateway: pass `observer()` as `on_report`. Needs the extra [otel]."""

from collections.abc import Callable
from typing import Any

from deploy_contract.knowledge.notes import labels
from deploy_contract.middleware.enforcement import Observation

try:
    from opentelemetry.metrics import get_meter
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "metrics need the extra [otel]: pip install 'deploy-contract[otel]'", name=error.name
    ) from None


def observer(meter: Any = None) -> Callable[[Observation], None]:
    """A callback that counts what it is given, with a meter of the global provider unless one is given.

    `deploy_contract.verdicts` (by direction, operation, verdict, refused), `deploy_contract.violations` (by direction,
    operation, rule, mode), `deploy_contract.knowledge.notes` (by direction, operation, note, reason), and the histogram
    `deploy_contract.duration` in seconds (by direction, operation). Every attribute is a word of the contract's.
    """
    meter = meter or get_meter("deploy_contract")
    verdicts = meter.create_counter("deploy_contract.verdicts", "{message}", "Messages judged")
    violations = meter.create_counter(
        "deploy_contract.violations", "{violation}", "Violations found"
    )
    notes = meter.create_counter(
        "deploy_contract.knowledge.notes", "{note}", "What went otherwise than it should"
    )
    duration = meter.create_histogram(
        "deploy_contract.duration", "s", "Time spent on judging a message"
    )

    def observe(seen: Observation) -> None:
        where = {"direction": seen.direction, "operation": seen.operation or "none"}
        verdicts.add(1, {**where, "verdict": seen.verdict, "refused": seen.refused})
        for violation in seen.violations:
            violations.add(1, {**where, "rule": violation.rule, "mode": violation.mode})
        for violation in seen.undecided:
            violations.add(1, {**where, "rule": violation.rule, "mode": "undecided"})
        for text in seen.notes:
            note, reason = labels(text)
            notes.add(1, {**where, "note": note, "reason": reason})
        duration.record(seen.seconds, where)

    return observe
