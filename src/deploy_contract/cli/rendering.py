"""What the command prints: lines of styled pieces, coloured on a terminal and plain elsewhere."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from deploy_contract.cli.lines import as_json
from deploy_contract.document import revisions
from deploy_contract.files.documents import Checked
from deploy_contract.report import Report
from deploy_contract.tables import tables
from deploy_contract.violations import Violation
from deploy_contract_format.faults import Place, as_line, whole

if TYPE_CHECKING:
    from deploy_contract.traffic.replay import Judged, Tally

Line = Sequence[tuple[str, str]]  # pieces of (text, style); styles are rich's, "" for none

WORDS = {
    "allow": ("allowed", "bold green"),
    "deny": ("denied", "bold red"),
    "indeterminate": ("undecided", "bold yellow"),
}
MANY = 500  # entries from which on a progress bar is shown
OUTSIDE = "(none of the contract's)"
LISTED = 20  # entries that a summary names
MARGIN, COLUMNS = (
    19,
    100,
)  # columns before a line of a file, and of it where no terminal says how many there are
MASK = "\xb7"
STYLES = {"error": "red", "note": "cyan", "depends": "yellow"}
REVISIONS = {
    "yes": "creates a revision",
    "no": "creates no revision",
    "unknown": "may create a revision",
}


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

    @property
    def look(self) -> tuple[int, str]:
        """How many columns there are for a line of a file, and the sign that stands for what is not shown of it."""
        columns = self._console.width - MARGIN if self._console else COLUMNS
        try:
            MASK.encode(self._stream.encoding or "ascii")
        except UnicodeEncodeError:
            return max(columns, MARGIN), "."
        return max(columns, MARGIN), MASK

    def line(self, *pieces: tuple[str, str]) -> None:
        """Write one printable line, whatever the pieces hold: names and texts are those of somebody else's files."""
        text = "".join([piece for piece, _ in pieces])
        line = as_line(text)
        if self._console is None:
            self._stream.write(line + "\n")
            return
        from rich.text import Text

        self._console.print(Text.assemble(*pieces) if line == text else Text(line))

    def data(self, text: str) -> None:
        """Write a text for programs as it is: whoever made it has escaped what it holds."""
        self._stream.write(text + "\n")

    def lines(self, lines: Iterable[Line]) -> None:
        """Several lines."""
        for line in lines:
            self.line(*line)

    def table(self, head: Sequence[str], rows: Iterable[Sequence[str]], texts: int) -> None:
        """A table below an empty line: the first so many columns are texts, the others numbers."""
        rows = [[as_line(cell) for cell in row] for row in rows]
        if self._console is None:
            widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
            self._stream.write("\n")
            for row in (head, *rows):
                cells = [
                    cell.ljust(width) if column < texts else cell.rjust(width)
                    for column, (cell, width) in enumerate(zip(row, widths, strict=True))
                ]
                self._stream.write(as_line("  ".join(cells).rstrip()) + "\n")
            return
        from rich import box
        from rich.table import Table
        from rich.text import Text

        table = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
        for column, name in enumerate(head):
            table.add_column(name, justify="left" if column < texts else "right", overflow="fold")
        for row in rows:
            table.add_row(
                *[Text(cell, "dim" if cell == "0" else _STYLES.get(cell, "")) for cell in row]
            )
        self._console.print(table, soft_wrap=False)

    @contextmanager
    def progress(self, total: int, most: int = MANY) -> Iterator[Callable[[int], None]]:
        """Gives what is to be told how many of `total` are done; a bar on standard error where they are more than `most`.

        Where lines go to a terminal too, the bar is below them, which only the console that prints them can see to.
        """
        if total <= most or not sys.stderr.isatty():
            yield lambda _done: None
            return
        try:
            from rich.console import Console
            from rich.progress import (
                BarColumn,
                MofNCompleteColumn,
                Progress,
                TextColumn,
                TimeRemainingColumn,
            )
        except ModuleNotFoundError:
            yield lambda _done: None
            return
        columns = (TextColumn("judging"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        console = self._console or Console(file=sys.stderr)
        with Progress(*columns, console=console, transient=True) as progress:
            task = progress.add_task("", total=total)

            def tell(done: int) -> None:
                if done % 100 == 0:  # the bar costs more than an entry
                    progress.update(task, completed=done)

            yield tell


_STYLES = {"enforce": "red", "undecided": "yellow", "report": "cyan"}  # modes in a table


def headline(checked: Checked) -> Line:
    """The file and its verdict."""
    report = checked.report
    word, style = WORDS[report.verdict]
    sources = admitted(checked.contract.hosting) if report.verdict == "indeterminate" else ()
    number = f" (document {checked.number})" if checked.number > 1 else ""
    return (f"{checked.name}{number}: ", "bold"), (word, style), (about(report, sources), "dim")


def report_lines(checked: Checked, look: tuple[int, str] | None = None) -> Iterable[Line]:
    """A report as a person reads it. `look`: of the lines of the file, as a Printer has it; None where they are not shown."""
    report = checked.report
    yield headline(checked)
    before: tuple[str, Place] | None = None
    for word, violation in (
        *(("", one) for one in report.violations),
        *(("depends", one) for one in report.undecided),
    ):
        place = checked.place(violation)
        again = before == (violation.rule, place)  # such as one field that is missing after another
        yield from _violation(checked, violation, word, None if again else look, place)
        before = violation.rule, place
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
    if revisions.speaks_of(report.document):
        told.append(REVISIONS[report.creates_revision])
    return f" ({'; '.join(told)})" if told else ""


def admitted(hosting: str | None) -> list[str]:
    """The sources of deployments that may run there."""
    return [name for name, runs in tables().book.sources.items() if hosting in (None, *runs)]


def _violation(
    checked: Checked, violation: Violation, word: str, look: tuple[int, str] | None, place: Place
) -> Iterable[Line]:
    where = f"{place.line}:{place.column}"
    head, hint = _broken(where, violation._replace(hint=checked.hint(violation)), word)
    yield head
    line = checked.source.line(violation, place) if look else None
    if look and line:
        from deploy_contract.cli.excerpt import excerpt

        shown = excerpt(line, place, *look)
        gutter = max(len(where), 7) + MARGIN - 10
        yield [(f"{shown.number:>{gutter}} | ", "dim"), (shown.line, "")]
        yield [(f"{'':{gutter}} | ", "dim"), (" " * shown.column + "^" * shown.width, head[1][1])]
    yield hint


def _broken(where: str, violation: Violation, word: str = "") -> tuple[Line, Line]:
    word = word or {"enforce": "error", "report": "note"}[violation.mode]
    pointer = f"{violation.pointer}: " if violation.pointer else ""
    if violation.location in ("path", "query", "header"):
        pointer = f"{violation.location} {pointer}" if pointer else f"{violation.location}: "
    head = [
        (f"  {where:>7}  ", "dim"),
        (f"{word:7} ", STYLES[word]),
        (pointer, "bold"),
        (violation.message, ""),
        (f"  [{violation.rule}]", "dim"),
    ]
    return head, [(f"{'':{max(len(where), 7) + 12}}hint: {violation.hint}", "italic")]


def summary(verdicts: Sequence[str], unreadable: int) -> Line:
    """The last line over several documents."""
    counts = [
        f"{verdicts.count(verdict)} {word}"
        for verdict, (word, _) in WORDS.items()
        if verdict in verdicts
    ]
    counts += [f"{unreadable} not read"] if unreadable else []
    return [
        (
            f"{len(verdicts)} document{'s' if len(verdicts) != 1 else ''}: {', '.join(counts) or 'none'}",
            "bold",
        )
    ]


def report_json(checked: Checked) -> str:
    """A report as one line of JSON."""
    report = checked.report
    row = {"file": whole(checked.file), "number": checked.number, **report.to_dict()}
    for key in ("violations", "undecided"):
        row[key] = [
            violation.to_dict()
            | {"hint": checked.hint(violation)}
            | checked.place(violation)._asdict()
            for violation in getattr(report, key)
        ]
    return as_json(row)


def judged_lines(judged: "Judged", label: str, sources: Sequence[str]) -> Iterable[Line]:
    """An entry of a recording as a person reads it, if there is anything to tell. `sources`: those that the hosting admits."""
    reports = {"request": judged.request, "response": judged.response}
    if not any(
        report and (report.verdict != "allow" or report.violations) for report in reports.values()
    ):
        return
    head: list[tuple[str, str]] = [
        (f"entry {label}: ", "bold"),
        (f"{judged.operation or OUTSIDE}: ", ""),
    ]
    for part, report in reports.items():
        if report is not None:
            word, style = WORDS[report.verdict]
            head += [
                (f"{'; ' if len(head) > 2 else ''}{part} ", ""),
                (word, style),
                (about(report, sources), "dim"),
            ]
            if part == "request" and judged.newly_refused:
                head.append((", which the service took", "bold"))
    yield head
    for part, report in reports.items():
        if report is not None:
            for violation in report.violations:
                yield from _broken(f"{part:8}", violation)
            for violation in report.undecided:
                yield from _broken(f"{part:8}", violation, "depends")
            if report.truncated:
                yield [(f"  {part:8}  there are more; these are the first", "dim")]


def judged_json(judged: "Judged", file: str | None) -> str:
    """An entry of a recording as one line of JSON; `file`: its name, where there are several."""
    row: dict[str, Any] = {} if file is None else {"file": whole(file)}
    row |= {"entry": judged.number, "operation": judged.operation}
    for part, report in (("request", judged.request), ("response", judged.response)):
        row[part] = (
            None
            if report is None
            else {key: value for key, value in report.to_dict().items() if key != "operation"}
        )
    return as_json(row | {"newly_refused": judged.newly_refused, "not_judged": dict(judged.gaps)})


def print_tally(tally: "Tally", unreadable: int, printer: Printer) -> None:
    """The summary of recordings: operations by verdict, violations by rule, what was not judged, what would be refused."""
    unread = f", {_counted(unreadable, 'file', 'files')} not read" if unreadable else ""
    printer.line(
        (
            f"{_counted(tally.entries, 'entry', 'entries')}, {tally.denied} with something denied{unread}",
            "bold",
        )
    )
    if tally.verdicts:
        verdicts = (*WORDS, "unjudged")
        printer.table(
            ("operation", "messages", *(word for word, _ in WORDS.values()), "not judged"),
            [
                (
                    operation or OUTSIDE,
                    f"{part}s",
                    *(str(counts.get(verdict, 0)) for verdict in verdicts),
                )
                for (operation, part), counts in sorted(
                    tally.verdicts.items(), key=lambda item: (not item[0][0], item[0])
                )
            ],
            texts=2,
        )
    if tally.rules:
        modes = ("enforce", "undecided", "report")
        rows = sorted(
            tally.rules.items(), key=lambda item: (modes.index(item[0][1]), -item[1][1], item[0])
        )
        printer.table(
            ("rule", "mode", "violations", "entries", "first entry"),
            [
                (rule, mode, str(count), str(entries), first)
                for (rule, mode), (count, entries, first) in rows
            ],
            texts=2,
        )
    if tally.gaps:
        printer.table(
            ("not judged", "because", "entries", "first entry"),
            [
                (part, why, str(entries), first)
                for (part, why), (entries, first) in sorted(
                    tally.gaps.items(), key=lambda item: (item[0][0], -item[1][0])
                )
            ],
            texts=2,
        )
    printer.line()
    printer.line(
        ("newly refused requests, which the service took: ", "bold"),
        (_named(tally.refused[True]), ""),
    )
    for what, labels in (
        ("denied requests that the service refused too", tally.refused[False]),
        ("denied requests of which the service's answer is not known", tally.refused[None]),
        ("denied responses, the service's own fault", tally.faults),
    ):
        if labels:
            printer.line((f"{what}: ", ""), (_named(labels), ""))


def _named(labels: Sequence[str]) -> str:
    if not labels:
        return "none"
    more = f" and {len(labels) - LISTED} more" if len(labels) > LISTED else ""
    return f"{'entry' if len(labels) == 1 else 'entries'} {', '.join(labels[:LISTED])}{more}"


def _counted(count: int, one: str, several: str) -> str:
    return f"{count} {one if count == 1 else several}"
