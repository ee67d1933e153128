"""OpenTelemetry metrics: pass `observer()` as `on_report`. Needs the extra [otel]."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from deploy_contract.exceptions import importing
from deploy_contract.logs import NAME
from deploy_contract.middleware.observation import Observation
from deploy_contract.notes import labels
from deploy_contract.traffic.coverage import COLUMNS, SECTIONS
from deploy_contract.traffic.live import LiveCoverage

with importing("otel", "metrics need"):
    from opentelemetry.metrics import Observation as Measurement
    from opentelemetry.metrics import get_meter


def observer(meter: Any = None) -> Callable[[Observation], None]:
    """Return a callback for `on_report` that counts observations.

    Every attribute is a word of the contract, never a value of a message:

    - `deploy_contract.verdicts`: messages by direction, operation, verdict, refused;
    - `deploy_contract.violations`: by direction, operation, rule, mode;
    - `deploy_contract.knowledge.notes`: by direction, operation, note, reason;
    - `deploy_contract.candidate.differences`: verdicts of a candidate that differ, by direction,
      operation, verdict, candidate (its verdict);
    - `deploy_contract.candidate.rules`: the rules that these differ by, by direction, operation,
      rule;
    - `deploy_contract.duration`: histogram in seconds by direction, operation.

    Args:
        meter: a meter, by default that of the global provider.
    """
    meter = meter or get_meter(NAME)
    verdicts = meter.create_counter("deploy_contract.verdicts", "{message}", "Judged messages")
    violations = meter.create_counter("deploy_contract.violations", "{violation}", "Violations")
    notes = meter.create_counter(
        "deploy_contract.knowledge.notes", "{note}", "Reasons for skipped checks and missing facts"
    )
    differences = meter.create_counter(
        "deploy_contract.candidate.differences", "{message}", "Verdicts of a candidate that differ"
    )
    rules = meter.create_counter(
        "deploy_contract.candidate.rules", "{message}", "Rules that these verdicts differ by"
    )
    duration = meter.create_histogram(
        "deploy_contract.duration", "s", "Time that judging a message took"
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
        if seen.candidate is not None:
            verdicts_of = {"verdict": seen.verdict, "candidate": seen.candidate.verdict}
            differences.add(1, {**where, **verdicts_of})
            for rule in seen.candidate.rules:
                rules.add(1, {**where, "rule": rule})
        duration.record(seen.seconds, where)

    return observe


def export_coverage(coverage: LiveCoverage, meter: Any = None) -> None:
    """Export coverage as observable counters, which are read when metrics are collected.

    There is one for each section, such as `deploy_contract.coverage.fields`. Attributes are the
    names of a part of the contract, and `result`: passed, failed or undecided. A part that no
    message exercised has a count of 0 for passed.

    Args:
        coverage: the coverage that a middleware counts.
        meter: a meter, by default that of the global provider.
    """
    meter = meter or get_meter(NAME)
    for section in SECTIONS:
        meter.create_observable_counter(
            f"deploy_contract.coverage.{section}", [partial(_measure, coverage, section)]
        )


def _measure(coverage: LiveCoverage, section: str, _options: object) -> Iterable[Measurement]:
    for row in coverage.snapshot().rows(section):
        names = dict(zip(SECTIONS[section], [name or "none" for name in row.names], strict=True))
        for result, number in zip(COLUMNS, row[1:], strict=True):
            if number or result == COLUMNS[0]:
                yield Measurement(number, {**names, "result": result})
