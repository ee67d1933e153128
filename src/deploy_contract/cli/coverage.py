"""Show which parts of the contract recorded traffic exercises, passing and failing.

The parts are operations, parameters, listed values, fields and rules, and the facts that undecided
verdicts lacked. No value of a message is shown, unless the contract lists the value. Exit status: 0;
2 for wrong use, a file that cannot be read, or a file in which every entry is broken (the others
still count).
"""

import argparse
import json
from functools import partial

from deploy_contract.bundle import Bundle
from deploy_contract.cli import options as row
from deploy_contract.cli.commands import ALLOWED, WRONG_USE
from deploy_contract.cli.printing import Printer, as_json
from deploy_contract.cli.recordings import Recordings, recording_options
from deploy_contract.exceptions import ContractError, needing
from deploy_contract.traffic.coverage import COLUMNS, MARK, SECTIONS, Coverage, Row, coverage_of
from deploy_contract.traffic.recordings import Input
from deploy_contract_format.printing import as_line, escape_name

_MAX_SUMMARY_BYTES = 32 << 20
TITLES = {
    "operations": "Messages of operations",
    "parameters": "Parameters",
    "parameter_values": "Values of parameters",
    "fields": "Fields",
    "field_values": "Values of fields",
    "rules": "Rules by source",
    "needs": "Missing facts",
}
_TITLE_WIDTH = max(map(len, TITLES.values()))
_MAX_NAMES = 12  # names in a line of the text
_OUTSIDE = "(outside the contract)"
_OF_OPERATIONS = tuple(name for name, columns in SECTIONS.items() if columns[0] == "operation")


def options_of(bundle: Bundle) -> row.Groups:
    """Return the options of the command. The bundle has the names to choose from."""
    files = "recording, as for replay, or a summary that --format json wrote"
    purpose = "text, a summary that can be added to others, or a page"
    output = {
        **row.formats(("text", "json", "html"), purpose),
        "-o --output": row.text("FILE", "write to this file"),
    }
    return {**recording_options(bundle, files), "output": output}


def run(options: argparse.Namespace) -> int:
    """Count the messages of the recordings, and print the coverage. Return the exit status.

    Raises:
        ContractError: an option, a summary or the output file is wrong.
    """

    def take_summary(source: Input) -> bool:
        """Add a file to the total if it is a summary."""
        if f'"{MARK}"'.encode() not in source.head[:200]:
            return False
        total.merge(_summary(source, recordings))
        return True

    recordings = Recordings(options, take_summary)
    contract = recordings.session.contract
    total = Coverage(contract)
    for found in recordings.judged(partial(coverage_of, contract), Printer()):
        total.merge(found)
    if recordings.read:
        _print(total, options)
    return WRONG_USE if recordings.unreadable else ALLOWED


def _summary(source: Input, recordings: Recordings) -> Coverage:
    """Return the coverage of a summary. Raises ContractError if it is damaged."""
    body = source.text(_MAX_SUMMARY_BYTES)
    if body is None:
        raise ContractError(f"{escape_name(source.name)}: a coverage summary is not that long")
    try:
        value = json.loads(body[:])
    except (RecursionError, ValueError):
        raise ContractError(
            f"{escape_name(source.name)}: a coverage summary that is damaged"
        ) from None
    return Coverage.from_dict(value, recordings.session.contract)


def _print(total: Coverage, options: argparse.Namespace) -> None:
    if options.output is None:
        _print_as(options.format, total, Printer())
        return
    try:
        with open(options.output, "w", encoding="utf-8") as file:  # noqa: PTH123 - any file
            _print_as(options.format, total, Printer(file))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a file name"
        name = escape_name(options.output)
        raise ContractError(f"--output {name}: cannot be written: {reason}") from None


def _print_as(style: str, coverage: Coverage, printer: Printer) -> None:
    if style == "json":
        printer.data(as_json(coverage.to_dict()))
    elif style == "html":
        printer.data(_page(coverage))
    else:
        print_text(coverage, printer)


def print_text(coverage: Coverage, printer: Printer) -> None:
    """Print coverage as tables, and list the parts that were not exercised."""
    printer.line((f"coverage of contract {coverage.version}", "bold"))
    rows = [(TITLES[section].lower(), *map(str, coverage.totals(section))) for section in SECTIONS]
    printer.table(("parts", "exercised", "of", "failed"), rows[:-1], text_columns=1)
    _print_rows("operations", coverage, printer)
    _print_rows("rules", coverage, printer)
    _print_rows("needs", coverage, printer)
    printer.line()
    printer.line(("not exercised", "bold yellow"))
    for section in SECTIONS:
        if section != "needs":
            _print_missing(section, coverage.rows(section), printer)


def _print_rows(section: str, coverage: Coverage, printer: Printer) -> None:
    exercised = [row for row in coverage.rows(section) if row.is_exercised]
    rows = [(*_names(section, row), *map(str, row[1:])) for row in exercised]
    printer.table((*SECTIONS[section], *COLUMNS), rows, text_columns=2)


def _names(section: str, row: Row) -> list[str]:
    """Return the names of a row as readers see them, with words in place of an empty name."""
    if section == "rules":
        return [row.names[0], row.names[1] or "any"]
    if section in _OF_OPERATIONS:
        return [row.names[0] or _OUTSIDE, *row.names[1:]]
    return [*row.names]


def _print_missing(section: str, rows: list[Row], printer: Printer) -> None:
    names = [" ".join(filter(None, row.names)) for row in rows if not row.is_exercised]
    if not names:
        return
    more = len(names) - _MAX_NAMES
    text = ", ".join(names[:_MAX_NAMES])
    tail = f" and {more} more" if more > 0 else ""
    printer.line((f"  {TITLES[section].lower():{_TITLE_WIDTH}}  ", ""), (f"{text}{tail}", "dim"))


def _page(coverage: Coverage) -> str:
    with needing("pages", "--format html needs"):
        from deploy_contract_pages import environment, of_one_file
    templates = environment(__package__)
    templates.filters["line"] = as_line
    return templates.get_template("coverage.html").render(
        columns=COLUMNS,
        coverage=coverage,
        file=of_one_file("coverage"),
        names_of=_names,
        sections=SECTIONS,
        titles=TITLES,
    )
