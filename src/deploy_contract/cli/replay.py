"""The subcommand `replay`: judge recorded traffic."""

import argparse
from typing import Any

from deploy_contract.bundle import Bundle
from deploy_contract.cli.messages import ALLOWED, DENIED, WRONG_USE, warn
from deploy_contract.cli.options import add_base_path, add_contract_options, add_unknown_fields
from deploy_contract.cli.printing import Printer
from deploy_contract.contract import Contract
from deploy_contract.files.documents import UnreadableError
from deploy_contract.options import validate_base_path
from deploy_contract_format.printing import escape_name

_DESCRIPTION = (
    "Judge each recorded request and response in the order of recording. Facts about "
    "deployments are learned from the responses, as in a gateway. "
    "Exit status: 0 if nothing is denied; 1 if something is denied; 2 for wrong use or a file "
    "that cannot be read (the others are still judged)."
)


def register(commands: Any, bundle: Bundle) -> None:
    """Add the subcommand to those of a parser. `bundle` has the names of hostings."""
    replay = commands.add_parser(
        "replay", help="judge recorded traffic in HAR files", description=_DESCRIPTION
    )
    replay.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help='HAR file; list several in the order of recording; "-" is standard input',
    )
    replay.add_argument("--hosting", choices=bundle.book.hostings, help="where the deployments run")
    replay.add_argument(
        "--sources",
        metavar="FILE",
        help="JSON or YAML object from deployment id to source or stored deployment",
    )
    replay.add_argument(
        "--host",
        action="append",
        default=[],
        help="judge only requests to this host; may be repeated",
    )
    add_base_path(replay)
    add_unknown_fields(replay, "allow", "allow")
    replay.add_argument(
        "--format",
        choices=("text", "json"),
        default="text",
        help="text, or one JSON object per entry (default: %(default)s)",
    )
    add_contract_options(replay)
    replay.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Judge the entries and print their violations. Return the exit status."""
    from deploy_contract.cli import replay_text
    from deploy_contract.cli.report_text import admitted_sources
    from deploy_contract.traffic import har
    from deploy_contract.traffic.known import read_deployments
    from deploy_contract.traffic.replay import Replay
    from deploy_contract.traffic.tally import Tally

    contract = Contract(
        hosting=options.hosting,
        unknown_fields=options.unknown_fields,
        policies=options.policy,
        base_path=validate_base_path(options.base_path, "--base-path"),
        bundle=options.bundle,
    )
    admitted = admitted_sources(contract)
    given = None
    if options.sources is not None:
        given = read_deployments(options.sources, contract)
    session = Replay(contract, given, options.host)
    tally, printer = Tally(), Printer()
    has_several = len(options.files) > 1
    unreadable = 0
    for name in options.files:
        try:
            recording = har.load(name)
        except UnreadableError as error:
            warn(str(error))
            unreadable += 1
            continue
        with printer.progress(len(recording)) as update:
            for done, judged in enumerate(session.judge(recording), 1):
                label = (
                    f"{escape_name(name)}:{judged.number}" if has_several else str(judged.number)
                )
                tally.add(judged, label)
                if options.format == "json":
                    printer.data(replay_text.entry_json(judged, name if has_several else None))
                else:
                    printer.lines(replay_text.entry_lines(judged, label, admitted))
                update(done)
    if options.format == "text" and unreadable < len(options.files):
        replay_text.print_tally(tally, unreadable, printer)
    if unreadable:
        return WRONG_USE
    return DENIED if tally.denied else ALLOWED
