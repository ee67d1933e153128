"""The library's own ways to make reports, and to read them without evaluating advice.

This is the fast path of every judgement: a report is an instance with one slot for its outcome,
which a descriptor fills past the `__setattr__` that raises.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from deploy_contract.outcome import (
    JSON_CLASSES,
    Head,
    Outcome,
    Places,
    RowFields,
    Unread,
    Violations,
)
from deploy_contract.report import NOT_PICKLED, Report

new_report: Callable[[type[Report]], Report] = object.__new__
new_outcome: Callable[[type[Outcome], Head], Outcome] = tuple.__new__
write_outcome: Callable[[Report, Outcome], None] = Report.__dict__["_state"].__set__
_write_document: Callable[[Report, Any], None] = Report.__dict__["_document"].__set__
_document_of: Callable[[Report], Any] = Report.__dict__["_document"].__get__
_write_scan: Callable[[Report, Any], None] = Report.__dict__["_scan"].__set__
_scan_of: Callable[[Report], Any] = Report.__dict__["_scan"].__get__
# returns `violations` and `truncated`
all_violations: Callable[[Report], tuple[Violations, bool]] = Report.__dict__["_all"]
# returns the outcome that a report holds: its fields, without evaluating any
outcome_of: Callable[[Report], Outcome] = Report.__dict__["_state"].__get__


def report_of(outcome: Outcome) -> Report:
    """Return the report that holds an outcome."""
    report = new_report(Report)
    write_outcome(report, outcome)
    return report


def report_with_value(head: Head, value: Any, facts: dict[str, Any] | None) -> Report:
    """Return the report on a document, whose outcome but for value and facts was made before."""
    report = new_report(Report)
    write_outcome(report, new_outcome(Outcome, head + (value, facts, None, None)))  # noqa: RUF005 - the fastest
    return report


def unread_report(outcome: Outcome, body: bytes) -> Report:
    """Return the report on a document that was judged unparsed."""
    report = new_report(Report)
    write_outcome(report, outcome)
    _write_document(report, body)
    _write_scan(report, None)
    return report


def _changed(report: Report, outcome: Outcome) -> Report:
    """Return a report with another outcome on the same document."""
    made = report_of(outcome)
    if outcome.value.__class__ is Unread:
        _write_document(made, _document_of(report))
        _write_scan(made, _scan_of(report))
    return made


def with_operation(report: Report, operation: Any, parameters: Mapping[str, Any] | None) -> Report:
    """Return the report on a message of an operation, made from the report on its body."""
    outcome = outcome_of(report)
    made = new_report(Report)
    write_outcome(made, new_outcome(Outcome, outcome[:-2] + (operation, parameters)))  # noqa: RUF005
    if outcome.value.__class__ is Unread:
        _write_document(made, _document_of(report))
        _write_scan(made, _scan_of(report))
    return made


def replace(report: Report, **changes: Any) -> Report:
    """Return a report with other fields, by the names of `Outcome`.

    `violations` replaces those that are known without advice; `advice=None` drops the advice.
    """
    return _changed(report, outcome_of(report)._replace(**changes))


def part_of_value(report: Report, places: Places) -> Any:
    """Return the value of a document, of which only the members at some places are needed.

    Arrays keep their length.

    Args:
        report: on the document.
        places: patterns of pointers, as `pointer.matches` takes them.
    """
    unread = outcome_of(report).value
    if unread.__class__ is Unread:
        document = _document_of(report)
        if document.__class__ not in JSON_CLASSES:
            return unread.part(document, _scan_of(report), places)
    return report.value


def rows_of_value(
    report: Report, pattern: tuple[str, ...], wanted: RowFields
) -> list[tuple[Any, ...]] | None:
    """Return the rows of the documents at a pattern; None if the value was parsed already."""
    unread = outcome_of(report).value
    if unread.__class__ is Unread:
        document = _document_of(report)
        if document.__class__ not in JSON_CLASSES:
            rows: list[tuple[Any, ...]] = unread.rows(document, _scan_of(report), pattern, wanted)
            return rows
    return None


def place_in_body(
    report: Report, body: bytes, tokens: tuple[str, ...]
) -> tuple[int, int, str | None] | None:
    """Return the line and column of the value at some keys, and the line, without parsing it.

    Args:
        report: on the document.
        body: the text in which the place is wanted.
        tokens: the keys. If they lead to no value, the place is that of the nearest one around it.

    Returns:
        None if the document was not judged unparsed as this text, was parsed since, or only a
        parser tells. The line is None if it is long, or if the next token after it is a colon.
    """
    unread = outcome_of(report).value
    if unread.__class__ is not Unread or _document_of(report) is not body:
        return None
    found: tuple[int, int, str | None] | None = unread.judge.place(body, _scan_of(report), tokens)
    return found


def has_value(report: Report) -> bool:
    """Return True if the value of a document is known and not null, without parsing it."""
    return outcome_of(report).value is not None


def known_violations(report: Report) -> Violations:
    """Return the violations without evaluating advice."""
    return outcome_of(report).violations


def known_truncated(report: Report) -> bool:
    """Return True if there are more violations than the limit, without evaluating advice."""
    return outcome_of(report).truncated


def has_revision_rules(report: Report) -> bool:
    """Return True if any revision rule applies to the kind of document of a report."""
    outcome = outcome_of(report)
    if outcome.consequences is None:
        return False
    return outcome.consequences.speaks_of_revisions(outcome.document)


def refusing_violations(report: Report) -> Violations:
    """Return the violations that refuse a message; if the verdict is open, those that may."""
    enforced = tuple([one for one in outcome_of(report).violations if one.mode == "enforce"])
    if report.verdict == "deny":
        return enforced
    return enforced + report.undecided


@cache
def read_values_in_rust(native: Any) -> None:
    """Replace `Report.value` by the same in Rust. `native`: the module deploy_contract_native.

    A call of Python code takes as long as to make a small value.
    """
    values = native.Values(Report, Unread, NOT_PICKLED)
    Report.value = property(values.value, doc=Report.value.__doc__)  # type: ignore[method-assign, assignment]
