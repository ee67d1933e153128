"""The library's own ways to make reports, and to read them."""

from collections.abc import Mapping
from dataclasses import replace as changed
from typing import Any

from deploy_contract.judge.outcome import Outcome, Violations
from deploy_contract.report import Report, report_of


def outcome_of(report: Report) -> Outcome:
    """Return the outcome that a report holds."""
    return report._outcome  # noqa: SLF001 - it is for this module


def with_operation(report: Report, operation: Any, parameters: Mapping[str, Any] | None) -> Report:
    """Return the report on a message of an operation, made from the report on its body."""
    return replace(report, operation=operation, parameters=parameters)


def replace(report: Report, **changes: Any) -> Report:
    """Return a report with other fields, by the names of `Outcome`."""
    return report_of(changed(outcome_of(report), **changes))


def refusing_violations(report: Report | Outcome) -> Violations:
    """Return the violations that refuse a message; if the verdict is open, those that may."""
    enforced = tuple([one for one in report.violations if one.mode == "enforce"])
    if report.verdict == "deny":
        return enforced
    return enforced + report.undecided
