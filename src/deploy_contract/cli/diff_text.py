"""Comparisons of contracts as text, Markdown and JSON."""

from collections.abc import Iterator
from typing import Any

from deploy_contract.cli.lines import as_json, escape_cell, markdown_row
from deploy_contract.cli.printing import Line, Printer
from deploy_contract.diff.changes import Witness
from deploy_contract.diff.comparison import Comparison
from deploy_contract.diff.traffic import TrafficComparison
from deploy_contract_format.printing import decode_name, escape_name

_STYLES = {"breaking": "bold red", "unclear": "bold yellow", "compatible": "green"}
_NO_CLASS = "-"
_MAX_ENTRIES = 20  # entries that the summary names
_MARKDOWN_HEAD = ("", "| requests | responses | where | what | why |", "|" + " --- |" * 5)


def print_comparison(
    found: Comparison, compared: TrafficComparison | None, style: str, printer: Printer
) -> None:
    """Print a comparison, with that of traffic if any. `style`: "text", "markdown" or "json"."""
    if style == "json":
        for row in _json_rows(found, compared):
            printer.data(as_json(row))
    elif style == "markdown":
        for line in _markdown_lines(found, compared):
            printer.line((line, ""))
    else:
        printer.lines(_text_lines(found, compared))


def _text_lines(found: Comparison, compared: TrafficComparison | None) -> Iterator[Line]:
    if found.changes:
        yield [(f"{'requests':11} {'responses':11}", "bold")]
    for change in found.changes:
        yield [
            _class_piece(change.requests),
            _class_piece(change.responses),
            (f"{change.where}: ", "bold"),
            (change.what, ""),
            (f" ({change.why})", "dim"),
        ]
        if change.witness is not None:
            yield [(f"{'':24}{_witness(change.witness)}", "dim")]
    if compared is not None:
        yield [("traffic: ", "bold"), (_traffic(compared), "")]
        for refused in compared.newly_refused:
            before = ", undecided before" if refused.undecided else ""
            yield [
                (f"  entry {refused.entry}: ", "bold"),
                (f"{refused.operation} newly refused{before}", "red"),
                (f" [{', '.join(refused.rules)}]", "dim"),
            ]
    yield [(_summary(found), "bold")]
    yield [(_version_step(found), "" if found.fits else "bold yellow")]


def _witness(found: Witness) -> str:
    """Return a document that one contract accepts and the other refuses, as text."""
    answers = "accepted before, refused now"
    if found.accepted == "now":
        answers = "refused before, accepted now"
    source = f" of source {found.source}" if found.source else ""
    return f"{answers}: {found.kind}{source} {as_json(found.document)}"


def _class_piece(name: str | None) -> tuple[str, str]:
    return f"{name or _NO_CLASS:11} ", _STYLES.get(name or "", "dim")


def _markdown_lines(found: Comparison, compared: TrafficComparison | None) -> Iterator[str]:
    old, new = _names(found)
    yield f"## Changes from {escape_cell(old)} to {escape_cell(new)}"
    yield ""
    yield f"{escape_cell(_summary(found))}. {escape_cell(_version_step(found))}."
    if found.changes:
        yield from _MARKDOWN_HEAD
    for change in found.changes:
        classes = (change.requests or _NO_CLASS, change.responses or _NO_CLASS)
        why = change.why
        if change.witness is not None:
            why += f"; {_witness(change.witness)}"
        cells = (*classes, f"`{change.where}`", change.what, why)
        yield markdown_row(cells)
    if compared is not None:
        yield ""
        yield f"Traffic: {_traffic(compared)}."
        for refused in compared.newly_refused:
            rules = ", ".join(f"`{rule}`" for rule in refused.rules)
            yield f"- entry {refused.entry}: `{refused.operation}` newly refused ({rules})"


def _json_rows(found: Comparison, compared: TrafficComparison | None) -> Iterator[dict[str, Any]]:
    for change in found.changes:
        yield change.to_dict()
    summary: dict[str, Any] = {
        "old": {"name": decode_name(found.old.name), "version": found.old.version},
        "new": {"name": decode_name(found.new.name), "version": found.new.version},
        **found.counted(),
        "step": found.needed,
        "step_made": found.made,
        "fits": found.fits,
    }
    if compared is not None:
        refused_entries: list[int] = []
        for refused in compared.newly_refused:
            yield refused._asdict()
            refused_entries.append(refused.entry)
        summary["traffic"] = {
            "entries": compared.entries,
            "judged": compared.judged,
            "newly_refused": refused_entries,
            "newly_accepted": list(compared.newly_accepted),
        }
    yield {"summary": summary}


def _names(found: Comparison) -> tuple[str, str]:
    """Return name and version of both contracts, each as one printable line."""
    old, new = found.old, found.new
    return (
        f"{escape_name(old.name)} ({escape_name(old.version)})",
        f"{escape_name(new.name)} ({escape_name(new.version)})",
    )


def _summary(found: Comparison) -> str:
    counts = [f"{number} {name}" for name, number in found.counted().items() if number]
    total = len(found.changes)
    noun = "change" if total == 1 else "changes"
    text = f"{total or 'no'} {noun} from {' to '.join(_names(found))}"
    return f"{text}: {', '.join(counts)}" if counts else text


def _version_step(found: Comparison) -> str:
    made = found.made or "a step backwards"
    if found.needed == "none":
        return f"version step: none required, {made} made"
    text = f"version step: {found.needed} required"
    if found.needed == "minor" and found.counted()["unclear"]:
        text += " (major, if an unclear change breaks somebody)"
    text += f", {made} made"
    return text if found.fits else f"{text}: not enough"


def _traffic(compared: TrafficComparison) -> str:
    text = f"{compared.judged} of {compared.entries} requests could be judged"
    text += f"; newly refused: {len(compared.newly_refused)}"
    accepted = compared.newly_accepted
    if accepted:
        text += f"; newly accepted: {', '.join(map(str, accepted[:_MAX_ENTRIES]))}"
    if len(accepted) > _MAX_ENTRIES:
        text += f" and {len(accepted) - _MAX_ENTRIES} more"
    return text
