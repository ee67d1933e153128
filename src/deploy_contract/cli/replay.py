"""Judge each recorded request and response in the order of recording.

Facts about deployments are learned from the responses, as in a gateway. Exit status: 0 if nothing is
denied; 1 if something is denied; 2 for wrong use, a file that cannot be read, or a file in which
every entry is broken (the others are still judged).
"""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from deploy_contract.bundle import Bundle
from deploy_contract.candidate import Difference
from deploy_contract.cli import options as row
from deploy_contract.cli.commands import ALLOWED, DENIED, WRONG_USE
from deploy_contract.cli.printing import Line, Printer, as_json, counted
from deploy_contract.cli.recordings import Recordings, recording_options
from deploy_contract.cli.reports import TRUNCATED, explanation, verdict_piece, violation_lines
from deploy_contract.files.documents import with_words
from deploy_contract.report import Report
from deploy_contract.traffic.recordings import Partition
from deploy_contract.traffic.replay import UNJUDGED, JudgedEntry, Labels, Tally, entry_label
from deploy_contract.wording import VERDICTS
from deploy_contract_format.printing import decode_name

_OUTSIDE = "(outside the contract)"
_MODES = ("enforce", "undecided", "report")  # the order of the table of rules


def options_of(bundle: Bundle) -> row.Groups:
    """Return the options of the command. The bundle has the names to choose from."""
    files = (
        "HAR file, or file with a JSON object on each line, with or without gzip; list several in "
        'the order of recording; "-" is standard input'
    )
    candidate = (
        "compare with the verdicts of this contract, a folder, wheel or compiled file; the exit "
        "status stays that of the contract in force"
    )
    output = {
        **row.formats(("text", "json"), "text, or one JSON object per entry"),
        "--candidate": row.text("PATH", candidate),
    }
    return {**recording_options(bundle, files), "output": output}


def run(options: argparse.Namespace) -> int:
    """Judge the entries and print their violations. Return the exit status."""
    recordings, tally, printer = Recordings(options), Tally(), Printer()
    contract = recordings.session.contract
    sources = contract.bundle.book.admitted(contract.hosting)
    has_several = len(options.files) > 1
    view = partial(show, style=options.format, has_several=has_several, sources=sources)
    for found, shown in recordings.judged(view, printer):
        tally.merge(found)
        for one in shown:
            if isinstance(one, str):
                printer.data(one)
            else:
                printer.line(*one)
    if options.format == "text" and recordings.read:
        _print_tally(tally, recordings.unreadable, printer)
    if recordings.unreadable:
        return WRONG_USE
    return DENIED if tally.denied else ALLOWED


def show(
    partition: Partition,
    judged: Iterable[JudgedEntry],
    *,
    style: str,
    has_several: bool,
    sources: Sequence[str],
) -> tuple[Tally, list[Line | str]]:
    """Return the totals of the judged entries of a partition, and lines of text or rows of JSON.

    `style`: "text" or "json"; `has_several`: whether there are several files, so that each entry
    names its file; `sources`: the sources that the hosting admits.
    """
    tally, shown = Tally(), list[Line | str]()
    for entry in judged:
        label = entry_label(partition.name, entry.number) if has_several else str(entry.number)
        tally.add(entry, label)
        if style == "json":
            shown.append(_entry_json(entry, partition.name if has_several else None))
        else:
            shown += _entry_lines(entry, label, sources)
    return tally, shown


def _entry_lines(judged: JudgedEntry, label: str, sources: Sequence[str]) -> Iterator[Line]:
    """Yield the lines of an entry. An entry that is allowed without violations has no lines."""
    reports = _reports(judged)
    told = [one for one in reports.values() if one.violations or one.verdict != "allow"]
    if not told and not judged.differences:
        return
    head = [(f"entry {label}: ", "bold"), (f"{judged.operation or _OUTSIDE}: ", "")]
    separator = ""
    for part, report in reports.items():
        head.append((f"{separator}{part} ", ""))
        head.append(verdict_piece(report.verdict))
        head.append((explanation(report, sources), "dim"))
        if part == "request" and judged.newly_refused:
            head.append((", which the service accepted", "bold"))
        separator = "; "
    yield head
    for part, report in reports.items():
        for word, violation in with_words(report):
            yield from violation_lines(part, violation, word)
        if report.truncated:
            yield [(f"  {part:8}  {TRUNCATED}", "dim")]
        difference = judged.differences.get(part)
        if difference is not None:
            yield _difference_line(f"{part:8}", difference)


def _difference_line(where: str, difference: Difference) -> Line:
    line = [(f"  {where}  by the candidate ", ""), verdict_piece(difference.verdict)]
    if difference.rules:
        line.append((f": {', '.join(difference.rules)}", ""))
    return line


def _entry_json(judged: JudgedEntry, file: str | None) -> str:
    """Return an entry as one line of JSON. `file`: its name if several files are replayed."""
    row: dict[str, Any] = {}
    if file is not None:
        row["file"] = decode_name(file)
    row |= {"entry": judged.number, "operation": judged.operation}
    row |= {"request": _report_dict(judged.request), "response": _report_dict(judged.response)}
    row |= {"newly_refused": judged.newly_refused, "not_judged": dict(judged.not_judged)}
    if judged.differences:
        row["candidate"] = {part: one._asdict() for part, one in judged.differences.items()}
    return as_json(row)


def _reports(judged: JudgedEntry) -> dict[str, Report]:
    parts = {"request": judged.request, "response": judged.response}
    return {part: report for part, report in parts.items() if report is not None}


def _report_dict(report: Report | None) -> dict[str, Any] | None:
    if report is None:
        return None
    row = dict(report.to_dict())
    del row["operation"]  # the entry states it
    return row


def _print_tally(tally: Tally, unreadable: int, printer: Printer) -> None:
    entries = counted(tally.entries, "entry", "entries")
    unread = f", {counted(unreadable, 'file')} not read" if unreadable else ""
    printer.line((f"{entries}, {tally.denied} with something denied{unread}", "bold"))
    _print_verdicts(tally, printer)
    _print_rules(tally, printer)
    _print_gaps(tally, printer)
    _print_differences(tally, printer)
    printer.line()
    newly_refused = _name_entries(tally.denials["request", True])
    printer.line(
        ("newly refused requests, which the service accepted: ", "bold"), (newly_refused, "")
    )
    for title, labels in (
        ("denied requests, which the service rejected too", tally.denials["request", False]),
        ("denied requests whose result at the service is unknown", tally.denials["request", None]),
        ("denied responses, errors of the service", tally.denials["response", None]),
    ):
        if labels.count:
            printer.line((f"{title}: {_name_entries(labels)}", ""))


def _print_verdicts(tally: Tally, printer: Printer) -> None:
    rows = []
    messages = {(operation, part) for operation, part, _ in tally.verdicts}
    for operation, part in sorted(messages, key=lambda key: (not key[0], key)):
        columns = (*VERDICTS, UNJUDGED)
        numbers = [str(tally.verdicts[operation, part, verdict]) for verdict in columns]
        rows.append((operation or _OUTSIDE, f"{part}s", *numbers))
    head = ("operation", "messages", *VERDICTS.values(), "not judged")
    printer.table(head, rows, text_columns=2)


def _print_rules(tally: Tally, printer: Printer) -> None:
    rows = []
    by_mode = [(_MODES.index(key[1]), -one.count, key) for key, one in tally.rules.items()]
    for _, _, key in sorted(by_mode):
        labels = tally.rules[key]
        rows.append((*key, str(tally.violations[key]), *_count_and_first(labels)))
    printer.table(("rule", "mode", "violations", "entries", "first entry"), rows, text_columns=2)


def _print_gaps(tally: Tally, printer: Printer) -> None:
    rows = [(*key, *_count_and_first(labels)) for key, labels in tally.gaps.items()]
    rows.sort(key=lambda row: (row[0], -int(row[2])))  # by part, the most frequent first
    printer.table(("not judged", "because", "entries", "first entry"), rows, text_columns=2)


def _print_differences(tally: Tally, printer: Printer) -> None:
    rows = []
    for (operation, part, verdict, other, rules), labels in sorted(tally.differences.items()):
        words = (VERDICTS[verdict], VERDICTS[other])
        where = (operation or _OUTSIDE, f"{part}s")
        rows.append((*where, *words, rules, *_count_and_first(labels)))
    head = ("operation", "messages", "now", "by the candidate", "rules", "entries", "first entry")
    printer.table(head, rows, text_columns=5)


def _count_and_first(labels: Labels) -> tuple[str, str]:
    return str(labels.count), labels.first[0]


def _name_entries(labels: Labels) -> str:
    if not labels.count:
        return "none"
    noun = "entry" if labels.count == 1 else "entries"
    names = ", ".join(labels.first)
    more = labels.count - len(labels.first)
    return f"{noun} {names} and {more} more" if more > 0 else f"{noun} {names}"
