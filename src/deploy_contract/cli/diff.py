"""`deploy-contract diff`: what differs between two contracts, and whom it breaks."""

import argparse
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from deploy_contract_format.faults import shown, whole

if TYPE_CHECKING:
    from deploy_contract.cli.rendering import Line
    from deploy_contract.diff.comparison import Comparison
    from deploy_contract.diff.traffic import Outcome

FAIL_ON = {"breaking": ("breaking",), "unclear": ("breaking", "unclear")}
STYLES = {"breaking": "bold red", "unclear": "bold yellow", "compatible": "green"}
NOTHING = "-"
LISTED = 20  # entries that the summary names


def register(commands: Any) -> None:
    """Adds the subcommand to those of a parser."""
    diff = commands.add_parser("diff", help="compare two contracts", description=run.__doc__)
    for name in ("old", "new"):
        diff.add_argument(
            name,
            metavar=name.upper(),
            help="a folder (generated/, spec/, or a checkout), a git revision (v1.0.0, git:v1.0.0), a wheel, .zip or .tar.gz",
        )
    diff.add_argument(
        "--format", choices=("text", "json", "markdown"), default="text", help="(%(default)s)"
    )
    diff.add_argument(
        "--fail-on",
        choices=tuple(FAIL_ON),
        help="exit 1 where a change, or traffic, is that or worse",
    )
    diff.add_argument(
        "--traffic",
        metavar="FILE.har",
        help="also say which recorded requests the new contract newly refuses",
    )
    diff.add_argument(
        "--base-path",
        default="",
        metavar="PATH",
        help="prefix of all paths in the traffic, such as /api-host",
    )
    diff.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Compares two contracts: each change with its class for requests and for responses, and the version step it asks for.

    breaking: requests that were accepted are refused, or readers of responses may meet what they never did. unclear: that
    depends, or cannot be told. Exit status: 0; 1 by --fail-on; 2 wrong use, or a contract that cannot be read.
    """
    from deploy_contract.cli.lines import as_json
    from deploy_contract.cli.rendering import Printer
    from deploy_contract.diff import bundles, comparison
    from deploy_contract.files.documents import UnreadableError
    from deploy_contract.options import prefix
    from deploy_contract.report import ContractError

    prefix(options.base_path, "--base-path")
    try:
        found = comparison.compare(bundles.read(options.old), bundles.read(options.new))
        outcome = None
        if options.traffic is not None:
            from deploy_contract.diff import traffic

            outcome = traffic.judged(found.old, found.new, options.traffic, options.base_path)
    except UnreadableError as error:
        raise ContractError(str(error)) from None
    printer = Printer()
    if options.format == "json":
        for row in _json(found, outcome):
            printer.data(as_json(row))
    else:
        printer.lines({"text": _text, "markdown": _markdown}[options.format](found, outcome))
    failing = FAIL_ON.get(options.fail_on, ())
    broken = any(row.worst in failing for row in found.changes)
    return int(broken or bool(failing and outcome and outcome.newly_refused))


def _text(found: "Comparison", outcome: "Outcome | None") -> Iterable["Line"]:
    if found.changes:
        yield [(f"{'requests':11} {'responses':11}", "bold")]
    for row in found.changes:
        classes = [
            (f"{given or NOTHING:11} ", STYLES.get(given or "", "dim"))
            for given in (row.requests, row.responses)
        ]
        yield [*classes, (f"{row.where}: ", "bold"), (row.what, ""), (f" ({row.why})", "dim")]
    if outcome is not None:
        yield [("traffic: ", "bold"), (_traffic(outcome), "")]
        for refused in outcome.newly_refused:
            told = f"{refused.operation} newly refused{', undecided before' if refused.undecided else ''}"
            yield [
                (f"  entry {refused.entry}: ", "bold"),
                (told, "red"),
                (f" [{', '.join(refused.rules)}]", "dim"),
            ]
    yield [(_summary(found), "bold")]
    yield [(_version(found), "" if found.fits else "bold yellow")]


def _markdown(found: "Comparison", outcome: "Outcome | None") -> Iterable["Line"]:
    yield [(f"## Changes from {_cell(_named(found)[0])} to {_cell(_named(found)[1])}", "")]
    yield [("", "")]
    yield [(f"{_cell(_summary(found))}. {_cell(_version(found))}.", "")]
    if found.changes:
        yield from (
            [(line, "")]
            for line in ("", "| requests | responses | where | what | why |", "|" + " --- |" * 5)
        )
    for row in found.changes:
        cells = (
            row.requests or NOTHING,
            row.responses or NOTHING,
            f"`{row.where}`",
            row.what,
            row.why,
        )
        yield [(f"| {' | '.join(map(_cell, cells))} |", "")]
    if outcome is not None:
        yield from ([(line, "")] for line in ("", f"Traffic: {_traffic(outcome)}."))
        for refused in outcome.newly_refused:
            rules = ", ".join(f"`{rule}`" for rule in refused.rules)
            yield [(f"- entry {refused.entry}: `{refused.operation}` newly refused ({rules})", "")]


def _json(found: "Comparison", outcome: "Outcome | None") -> Iterable[dict[str, Any]]:
    rows: list[dict[str, Any]] = [row.to_dict() for row in found.changes]
    summary: dict[str, Any] = {
        "old": {"name": whole(found.old.name), "version": found.old.version},
        "new": {"name": whole(found.new.name), "version": found.new.version},
        **found.counted(),
        "step": found.needed,
        "step_made": found.made,
        "fits": found.fits,
    }
    if outcome is not None:
        rows += [row._asdict() for row in outcome.newly_refused]
        summary["traffic"] = {
            "entries": outcome.entries,
            "judged": outcome.judged,
            "newly_refused": [row.entry for row in outcome.newly_refused],
            "newly_accepted": list(outcome.newly_accepted),
        }
    yield from (*rows, {"summary": summary})


def _named(found: "Comparison") -> list[str]:
    return [f"{shown(bundle.name)} ({shown(bundle.version)})" for bundle in (found.old, found.new)]


def _summary(found: "Comparison") -> str:
    counts = [f"{number} {name}" for name, number in found.counted().items() if number]
    told = f": {', '.join(counts)}" if counts else ""
    number = len(found.changes)
    changes = f"{number or 'no'} change{'s' if number != 1 else ''}"
    return f"{changes} from {' to '.join(_named(found))}{told}"


def _version(found: "Comparison") -> str:
    made = {None: "no step forward", "none": "none"}.get(found.made, f"a {found.made} one")
    if found.needed == "none":
        return f"version step: none is asked for; made is {made}"
    unclear = (
        " (major, if an unclear change breaks somebody)"
        if found.needed == "minor" and found.counted()["unclear"]
        else ""
    )
    enough = "" if found.fits else ", which is not enough"
    return f"version step: a {found.needed} one is asked for{unclear}; made is {made}{enough}"


def _traffic(outcome: "Outcome") -> str:
    told = f"{outcome.judged} of {outcome.entries} requests could be judged; newly refused: {len(outcome.newly_refused)}"
    if outcome.newly_accepted:
        more = (
            f" and {len(outcome.newly_accepted) - LISTED} more"
            if len(outcome.newly_accepted) > LISTED
            else ""
        )
        told += f"; newly accepted: {', '.join(map(str, outcome.newly_accepted[:LISTED]))}{more}"
    return told


def _cell(text: str) -> str:
    return text.replace("|", "&#124;").replace("<", "&lt;")
