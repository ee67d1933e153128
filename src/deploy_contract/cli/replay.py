"""The subcommand `replay`: judge recorded traffic."""

import argparse

from deploy_contract.bundle import Bundle
from deploy_contract.cli.messages import ALLOWED, DENIED, WRONG_USE
from deploy_contract.cli.printing import Printer
from deploy_contract.cli.replay_options import add_replay_options, judged, replay_session

_DESCRIPTION = (
    "Judge each recorded request and response in the order of recording. Facts about "
    "deployments are learned from the responses, as in a gateway. "
    "Exit status: 0 if nothing is denied; 1 if something is denied; 2 for wrong use or a file "
    "that cannot be read (the others are still judged)."
)


def register(parser: argparse.ArgumentParser, bundle: Bundle) -> None:
    """Add the options of the command to its parser. The bundle has the names to choose from."""
    parser.description = _DESCRIPTION
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="HAR file, or file with a JSON object on each line, with or without gzip; list "
        'several in the order of recording; "-" is standard input',
    )
    add_replay_options(parser, bundle)
    group = parser.add_argument_group("output")
    group.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="text, or one JSON object per entry (default: %(default)s)",
    )
    group.add_argument(
        "--candidate",
        metavar="PATH",
        help="compare with the verdicts of this contract, a folder, wheel or compiled file; the "
        "exit status stays that of the contract in force",
    )


def run(options: argparse.Namespace) -> int:
    """Judge the entries and print their violations. Return the exit status."""
    from deploy_contract.cli import replay_text
    from deploy_contract.cli.replay_input import Files
    from deploy_contract.cli.report_text import admitted_sources
    from deploy_contract.traffic.tally import Tally

    session = replay_session(options)
    view = replay_text.EntryView(
        options.format, len(options.files) > 1, tuple(admitted_sources(session.contract))
    )
    tally, printer = Tally(), Printer()
    files = Files(options.files, printer)
    with files:
        for shown in judged(files.partitions(), session, view, options):
            tally.merge(shown.tally)
            for text in shown.rows:
                printer.data(text)
            printer.lines(shown.lines)
            files.update(tally.entries)
    if options.format == "text" and files.read:
        replay_text.print_tally(tally, files.unreadable, printer)
    if files.unreadable:
        return WRONG_USE
    return DENIED if tally.denied else ALLOWED
