"""Group the refused messages of `gateway` or `decide` by operation, rule and field.

Each group has the commands that explain and relax its rule. Other lines of the logs are counted and
skipped. Exit status: 0; 2 for wrong use or a file that cannot be read (the others still count).
"""

import argparse
import json
from collections import Counter
from dataclasses import asdict
from typing import Any

from deploy_contract.bundle import Bundle
from deploy_contract.cli import options as row
from deploy_contract.cli.commands import ALLOWED, WRONG_USE
from deploy_contract.cli.printing import Printer, as_json, prose, warn
from deploy_contract.files.documents import UnreadableError
from deploy_contract.refusals import Advice, Group, Refusals, Seen, advise
from deploy_contract.traffic.recordings import Input, line_entries
from deploy_contract.violations import Violation
from deploy_contract_format.printing import escape_name
from deploy_contract_format.rules import by_id

_Row = tuple[Group, Seen, Advice]
_LOGGED = ("rule", "mode", "location", "pointer", "message")  # parts of a violation in the log


def options_of(_bundle: Bundle) -> row.Groups:
    """Return the options of the command."""
    purpose = "log of gateway or decide, also compressed by gzip; - is standard input"
    return {
        "": {"logs": row.files("LOG", purpose)},
        "output": row.formats(("text", "json"), "text, or one JSON object"),
        **row.CONTRACT,
    }


def run(options: argparse.Namespace) -> int:
    """Read the logs, and print the groups. Return the exit status."""
    logs, status = _Logs(), ALLOWED
    for name in options.logs:
        try:
            with Input(name) as source:
                logs.read(source)
        except UnreadableError as error:
            warn(str(error))
            status = WRONG_USE
    if logs.broken:
        more = f", nor are {logs.broken - 1:,} others" if logs.broken > 1 else ""
        warn(f"{logs.first_broken}: not a line of the log of gateway or decide{more}; skipped")
    groups = logs.groups(options)
    if options.format == "json":
        Printer().data(as_json(_object(logs, groups)))
    else:
        _print(logs, groups, Printer())
    return status


class _Logs:
    """The refused messages in the logs of the programs."""

    def __init__(self) -> None:
        self.refusals = Refusals()
        self.refused = 0  # messages
        self.reasons: Counter[str] = Counter()  # of answers of the program itself
        self.broken = 0  # lines that are no line of the log
        self.first_broken = ""  # the file and number of the first of them

    def read(self, source: Input) -> None:
        """Count the lines of a file."""
        for entry in line_entries(source):
            try:
                self._add(json.loads(entry.body or b""))
            except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
                self.broken += 1
                where = f"{escape_name(source.name)}:{entry.number}"
                self.first_broken = self.first_broken or where

    def _add(self, line: Any) -> None:
        """Count a line. For another value than a line of the log, raise one of several errors."""
        event = line["event"]
        if event not in ("request", "refused"):
            return
        if reason := _text(line.get("reason") or ""):
            self.reasons[reason] += 1
        for direction in ("request", "response"):
            judged = line.get(direction, {})
            if judged.get("refused"):
                rows = [*judged.get("violations", ()), *judged.get("undecided", ())]
                texts = [{name: _text(row[name]) for name in _LOGGED} for row in rows]
                found = [Violation(**row, hint="") for row in texts]
                operation = _text(line["operation"] or "")
                self.refusals.add(direction, operation, found, _text(line["time"]))
                self.refused += 1

    def groups(self, options: argparse.Namespace) -> list[_Row]:
        """Return the groups, each with advice for the operator."""
        rules, found = by_id(options.bundle.rules), self.refusals.by_count()
        named = (options.contract, options.policy)
        return [(group, seen, advise(group, rules, *named)) for group, seen in found]


def _text(value: object) -> Any:
    """Return a text of a line. Raises TypeError if it is another value."""
    if not isinstance(value, str):
        raise TypeError
    return value


def _object(logs: _Logs, groups: list[_Row]) -> dict[str, Any]:
    rows = []
    for group, seen, advice in groups:
        row = {**group._asdict(), **asdict(seen), **advice._asdict()}
        rows.append({name: value or None for name, value in row.items()})
    return {
        "refused": logs.refused,
        "groups": rows,
        "dropped": logs.refusals.dropped,
        "reasons": logs.reasons,
        "broken_lines": logs.broken,
    }


def _print(logs: _Logs, groups: list[_Row], printer: Printer) -> None:
    plural = "" if len(groups) == 1 else "s"
    printer.line((f"refused messages: {logs.refused:,}, in {len(groups):,} group{plural}", "bold"))
    for group, seen, advice in groups:
        printer.line()
        where = f"{group.direction} {group.operation or 'of no operation'}"
        head = f"{seen.count:,} x {where}: {group.rule} at {group.field}"
        printer.lines(prose("", head, style="bold"))
        rows = {
            "fault:": seen.message,
            "time:": f"{seen.first} to {seen.last}",
            "why:": advice.explain,
            "relax:": advice.relax or "cannot be relaxed",
        }
        if advice.relax_operation:
            rows["or:"] = f"{advice.relax_operation} (all rules)"
        for label, text in rows.items():
            printer.lines(prose(f"  {label:7}", text))
    if logs.refusals.dropped:
        printer.line()
        printer.line((f"messages of older groups, left out: {logs.refusals.dropped:,}", ""))
    if logs.reasons:
        printer.line()
        shown = [f"{name} {count:,}" for name, count in sorted(logs.reasons.items())]
        text = f"answers of the program itself, by reason: {', '.join(shown)}"
        printer.lines(prose("", text))
