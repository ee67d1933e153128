"""Reports as text: a line for the verdict, then each violation with its key and its hint."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from deploy_contract.cli.printing import Line
from deploy_contract.contract import Contract
from deploy_contract.files.documents import Checked
from deploy_contract.report import Report, outcome_of
from deploy_contract.violations import Violation
from deploy_contract.wording import MODES, REVISIONS, UNDECIDED, VERDICTS
from deploy_contract_format.errors import Place

VERDICT_STYLES = {"allow": "bold green", "deny": "bold red", "indeterminate": "bold yellow"}
TRUNCATED = "there are more; these are the first"
_STYLES = {"error": "red", "note": "cyan", UNDECIDED: "yellow"}
_GUTTER = 9  # columns for the line number of an excerpt
_PLACE = 7  # columns for line and column
_LONGEST_VALUE = 80  # characters of a value in an excerpt


class Finding(NamedTuple):
    """A violation of a document, with its place in the file.

    `word` is "error" or "note" by the mode of the rule, or "depends" if the violation is undecided.
    """

    word: str
    violation: Violation
    place: Place
    hint: str


def findings_of(checked: Checked) -> tuple[Finding, ...]:
    """Return the violations of a report in the order of lines."""
    found = []
    for word, violation in with_words(checked.report):
        place = checked.place(violation)
        found.append(Finding(word, violation, place, checked.hint(violation)))
    if len(found) > 1:  # most undecided documents have one
        found.sort(key=lambda finding: finding.place)
    return tuple(found)


def with_words(report: Report) -> Iterator[tuple[str, Violation]]:
    """Yield the violations of a report, each after the word for its mode."""
    for violation in report.violations:
        yield MODES[violation.mode], violation
    for violation in report.undecided:
        yield UNDECIDED, violation


def verdict_piece(verdict: str) -> tuple[str, str]:
    """Return the word for a verdict, with its style."""
    return VERDICTS[verdict], VERDICT_STYLES[verdict]


def report_lines(
    checked: Checked,
    findings: Iterable[Finding] | None = None,
    values: Mapping[str, str] | None = None,
) -> Iterator[Line]:
    """Yield the lines of a report.

    Args:
        checked: the document and its report.
        findings: its violations, if they are known already.
        values: values to show, by their pointers; None for no excerpts.
    """
    report = checked.report
    number = f" (document {checked.number})" if checked.number > 1 else ""
    sources = admitted_sources(checked.contract) if report.verdict == "indeterminate" else ()
    subject = (f"{checked.name}{number}: ", "bold")
    yield subject, verdict_piece(report.verdict), (explanation(report, sources), "dim")
    before: tuple[str, Place] | None = None
    for word, violation, place, hint in findings_of(checked) if findings is None else findings:
        where = f"{place.line}:{place.column}"
        head, last = violation_lines(where, violation, word, hint)
        yield head
        key = _key(violation.pointer) if violation.location == "body" else ""
        if key and values is not None and before != (violation.rule, place):
            width = max(len(where), _PLACE) + _GUTTER
            value = values.get(violation.pointer, "")
            shown = f": {value[:_LONGEST_VALUE]}" if value else ""
            yield [(f"{place.line:>{width}} | ", "dim"), (f"{key}{shown}", "")]
            yield [(f"{'':{width}} | ", "dim"), ("^" * len(key), _STYLES[word])]
        before = violation.rule, place  # such as several missing members
        yield last
    if report.truncated:
        yield [(f"  {TRUNCATED}", "dim")]


def _key(pointer: str) -> str:
    """Return the last key of a pointer, with the indexes behind it."""
    tokens = pointer.split("/")
    first = len(tokens) - 1
    while first > 1 and tokens[first].isdecimal():
        first -= 1
    return "/".join(tokens[first:])


def violation_lines(
    where: str, violation: Violation, word: str, hint: str = ""
) -> tuple[Line, Line]:
    """Return the line of a violation and that of its hint.

    Args:
        where: line and column, or the part of the exchange.
        violation: the violation.
        word: "error", "note" or "depends".
        hint: the hint, by default that of the violation.
    """
    pointer = f"{violation.pointer}: " if violation.pointer else ""
    if violation.location in ("path", "query", "header"):
        pointer = f"{violation.location} {pointer}" if pointer else f"{violation.location}: "
    head = [
        (f"  {where:>{_PLACE}}  ", "dim"),
        (f"{word:7} ", _STYLES[word]),
        (pointer, "bold"),
        (violation.message, ""),
        (f"  [{violation.rule}]", "dim"),
    ]
    indent = " " * (max(len(where), _PLACE) + 12)
    return head, [(f"{indent}hint: {hint or violation.hint}", "italic")]


def explanation(report: Report, sources: Sequence[str]) -> str:
    """Return the remark after a verdict, in brackets, or "".

    Args:
        report: the report.
        sources: the sources that the hosting admits.
    """
    if report.verdict == "deny":
        return ""
    remarks = []
    if report.needs:  # of an open verdict alone
        denied = [name for name in sources if name not in report.sources]
        if denied and "source" in report.needs:
            remarks.append(f"denied for {', '.join(denied)}; open for {', '.join(report.sources)}")
        remarks.append(f"give the {' or '.join(report.needs)} to settle it")
    answer = outcome_of(report).creates_revision
    if answer is not None:
        remarks.append(REVISIONS[answer])
    return f" ({'; '.join(remarks)})" if remarks else ""


@lru_cache(maxsize=8)
def admitted_sources(contract: Contract) -> tuple[str, ...]:
    """Return the sources of deployments that may run on the hosting of a contract."""
    return contract.bundle.book.admitted(contract.hosting)
