"""What the command prints: lines of styled pieces, coloured on a terminal and plain elsewhere."""

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any, TextIO

from deploy_contract import revision
from deploy_contract.files import Checked, shown
from deploy_contract.report import Report
from deploy_contract.violations import Violation
from deploy_contract_format.rules import Rule

Line = Sequence[tuple[str, str]]  # pieces of (text, style); styles are rich's, "" for none

WORDS = {"allow": ("allowed", "bold green"), "deny": ("denied", "bold red"), "indeterminate": ("undecided", "bold yellow")}
REVISIONS = {"yes": "creates a revision", "no": "creates no revision", "unknown": "may create a revision"}


class Printer:
    """Writes lines to a stream; with rich and in colour where that is a terminal."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stdout
        self._console: Any = None
        if self._stream.isatty():
            try:
                from rich.console import Console
            except ModuleNotFoundError:
                return
            self._console = Console(file=self._stream, highlight=False, soft_wrap=True)

    def line(self, *pieces: tuple[str, str]) -> None:
        """One line."""
        if self._console is None:
            self._stream.write("".join(text for text, _ in pieces) + "\n")
            return
        from rich.text import Text

        self._console.print(Text.assemble(*pieces))

    def lines(self, lines: Iterable[Line]) -> None:
        """Several lines."""
        for line in lines:
            self.line(*line)


def report_lines(checked: Checked, sources: Sequence[str]) -> Iterable[Line]:
    """A report as a person reads it. `sources`: those that the hosting admits."""
    report = checked.report
    word, style = WORDS[report.verdict]
    number = f" (document {checked.number})" if checked.number > 1 else ""
    yield [(f"{shown(checked.file)}{number}: ", "bold"), (word, style), (about(report, sources), "dim")]
    for violation in report.violations:
        yield from _violation(checked, violation)
    for violation in report.undecided:
        yield from _violation(checked, violation, "depends")
    if report.truncated:
        yield [("  there are more; these are the first", "dim")]


def about(report: Report, sources: Sequence[str]) -> str:
    """What there is to say beside the verdict, in brackets."""
    if report.verdict == "deny":
        return ""
    told = []
    if report.verdict == "indeterminate":
        refused = [name for name in sources if name not in report.sources]
        if refused and "source" in report.needs:
            told.append(f"denied for {', '.join(refused)}; open for {', '.join(report.sources)}")
        told.append(f"give the {' or '.join(report.needs)} to settle it")
    if revision.speaks_of(report.document):
        told.append(REVISIONS[report.creates_revision])
    return f" ({'; '.join(told)})" if told else ""


def _violation(checked: Checked, violation: Violation, word: str = "") -> Iterable[Line]:
    place = checked.place(violation.pointer)
    where = f"{place.line}:{place.column}" if place else "-"
    word = word or {"enforce": "error", "report": "note"}[violation.mode]
    style = {"error": "red", "note": "cyan", "depends": "yellow"}[word]
    pointer = f"{violation.pointer}: " if violation.pointer else ""
    yield [
        (f"  {where:>7}  ", "dim"),
        (f"{word:7} ", style),
        (pointer, "bold"),
        (violation.message, ""),
        (f"  [{violation.rule}]", "dim"),
    ]
    yield [(f"{'':19}hint: {violation.hint}", "italic")]


def summary(verdicts: Sequence[str], unreadable: int) -> Line:
    """The last line over several documents."""
    counts = [f"{verdicts.count(verdict)} {word}" for verdict, (word, _) in WORDS.items() if verdict in verdicts]
    counts += [f"{unreadable} not read"] if unreadable else []
    return [(f"{len(verdicts)} document{'s' if len(verdicts) != 1 else ''}: {', '.join(counts) or 'none'}", "bold")]


def report_json(checked: Checked) -> str:
    """A report as one line of JSON."""
    report = checked.report
    row = {"file": checked.file, "number": checked.number, **report.to_dict()}
    for key in ("violations", "undecided"):
        row[key] = [violation.to_dict() | _where(checked, violation) for violation in getattr(report, key)]
    return json.dumps(row)


def _where(checked: Checked, violation: Violation) -> dict[str, int | None]:
    place = checked.place(violation.pointer)
    return {"line": place.line if place else None, "column": place.column if place else None}


def rule_rows(rules: Iterable[Rule], style: str) -> Iterable[str]:
    """The rule table as text, markdown, or JSON."""
    if style == "json":
        yield json.dumps([rule.to_dict() for rule in rules], indent=1)
        return
    head = ("rule", "basis", "mode", "on", "message")
    rows = [(rule.rule, rule.basis, rule.mode, ", ".join(rule.on) or "every document", rule.message) for rule in rules]
    if style == "markdown":
        yield f"| {' | '.join(head)} |"
        yield f"|{' --- |' * len(head)}"
        yield from (f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |" for row in rows)
        return
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head) - 1)]
    for row in (head, *rows):
        yield "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]])


def explained(rule: Rule) -> Iterable[Line]:
    """All that there is to say of a rule."""
    yield [(rule.rule, "bold")]
    yield [(f"  {rule.message}", "")]
    yield [(f"  {rule.hint}", "italic")]
    facts = {
        "basis": rule.basis,
        "mode": rule.mode,
        "applies to": ", ".join(rule.on) or "every document",
        "rests on": rule.section,
    }
    shown_parameters = {key: value for key, value in rule.parameters.items() if key != "pairs"}
    for pair in rule.parameters.get("pairs", ()):
        shown_parameters[f"{pair[0]} at most"] = pair[1]
    for key, value in (facts | shown_parameters).items():
        text = value if isinstance(value, str) else json.dumps(value)
        yield [(f"  {key + ':':22} ", "dim"), (text, "")]
