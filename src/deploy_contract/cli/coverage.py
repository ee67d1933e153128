"""The subcommand `coverage`: which parts of the contract recorded traffic exercises."""

import argparse
import json
from typing import TYPE_CHECKING, Any

from deploy_contract.bundle import Bundle
from deploy_contract.cli.messages import ALLOWED, WRONG_USE
from deploy_contract.cli.replay_options import add_replay_options, judged, replay_session
from deploy_contract.exceptions import ContractError

if TYPE_CHECKING:
    from deploy_contract.traffic.coverage import Coverage

_DESCRIPTION = (
    "Show which operations, parameters, listed values, fields and rules of the contract recorded "
    "traffic exercises, passing and failing, and what was missing for undecided verdicts. No value "
    "of a message is shown, other than those that the contract lists. "
    "Exit status: 0; 2 for wrong use or a file that cannot be read (the others still count)."
)
_MAX_SUMMARY_BYTES = 32 << 20


def register(parser: argparse.ArgumentParser, bundle: Bundle) -> None:
    """Add the options of the command to its parser. The bundle has the names to choose from."""
    parser.description = _DESCRIPTION
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="recording, as for replay, or a summary that --format json wrote",
    )
    add_replay_options(parser, bundle)
    group = parser.add_argument_group("output")
    group.add_argument(
        "--format",
        choices=("text", "json", "html"),
        default="text",
        help="text, a summary that can be added to others, or a page (default: %(default)s)",
    )
    group.add_argument("--output", metavar="FILE", help="write to this file")


def run(options: argparse.Namespace) -> int:
    """Count the messages of the recordings, and print the coverage. Return the exit status.

    Raises:
        ContractError: an option, a summary or the output file is wrong.
    """
    from deploy_contract.cli import coverage_text
    from deploy_contract.cli.printing import Printer
    from deploy_contract.cli.replay_input import Files
    from deploy_contract.traffic.coverage import Coverage, CoverageView
    from deploy_contract.traffic.inputs import Input

    session = replay_session(options)
    total, entries = Coverage(session.contract), 0

    def take_summary(source: Input) -> bool:
        """Add a file to the total if it is a summary."""
        if not _is_summary(source.head):
            return False
        body = source.text(_MAX_SUMMARY_BYTES)
        total.merge(Coverage.from_dict(_parse(source.name, body), session.contract))
        return True

    with Files(options.files, Printer(), take_summary) as files:
        view = CoverageView(session.contract)
        for found in judged(files.partitions(), session, view, options):
            total.merge(found)
            entries += _entries(found)
            files.update(entries)
    if files.read:
        _print(coverage_text, total, options)
    return WRONG_USE if files.unreadable else ALLOWED


def _entries(found: "Coverage") -> int:
    """Return how many entries were counted: each has a request."""
    rows = [row for row in found.rows("operations") if row.names[-1] == "request"]
    return sum([row.passed + row.failed + row.undecided for row in rows])


def _print(coverage_text: Any, total: Any, options: argparse.Namespace) -> None:
    from deploy_contract.cli.printing import Printer

    if options.output is None:
        coverage_text.print_coverage(total, options.format, Printer())
        return
    try:
        with open(options.output, "w", encoding="utf-8") as file:  # noqa: PTH123 - any file
            coverage_text.print_coverage(total, options.format, Printer(file))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a file name"
        raise ContractError(f"--output: cannot be written: {reason}") from None


def _is_summary(head: bytes) -> bool:
    from deploy_contract.traffic.coverage import MARK

    return f'"{MARK}"'.encode() in head[:200]


def _parse(name: str, body: Any) -> Any:
    """Return the value of a summary. Raises ContractError if it is damaged."""
    from deploy_contract_format.printing import escape_name

    if body is None:
        raise ContractError(f"{escape_name(name)}: a coverage summary is not that long")
    try:
        return json.loads(body[:])
    except (RecursionError, ValueError):
        raise ContractError(f"{escape_name(name)}: a coverage summary that is damaged") from None
