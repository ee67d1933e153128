"""Compare two contracts.

Each change has a class for requests and a class for responses. breaking: accepted requests are now
refused, or responses may surprise their readers; compatible: neither; unclear: it depends, or cannot
be determined. The last line states the version step that the changes require, if no policy is added.
Exit status: 0; 1 by --fail-on; 2 for wrong use or a contract that cannot be read.
"""

import argparse
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any

from deploy_contract.bundle import Bundle
from deploy_contract.cli import options as row
from deploy_contract.cli.printing import Line, Printer, as_json
from deploy_contract.exceptions import ContractError, needing
from deploy_contract_format.printing import decode_name, escape_name

if TYPE_CHECKING:  # it needs the extra [diff]
    from deploy_contract.diff.changes import Witness
    from deploy_contract.diff.comparison import Comparison

FAIL_ON = {"breaking": ("breaking",), "unclear": ("breaking", "unclear")}
_CONTRACT_HELP = (
    "folder (generated/, spec/ or a checkout), git revision (v1.0.0 or git:v1.0.0), wheel or "
    "compiled file with the %s contract"
)
_STYLES = {"breaking": "bold red", "unclear": "bold yellow", "compatible": "green"}
_CLASSES = tuple(_STYLES)  # the worst first
_NO_CLASS = "-"
_MAX_ENTRIES = 20  # entries that the summary names
_Traffic = dict[str, Any]


def options_of(_bundle: Bundle) -> row.Groups:
    """Return the options of the command."""
    return {
        "": {name: row.text(name.upper(), _CONTRACT_HELP % name) for name in ("old", "new")},
        "output and exit status": {
            **row.formats(("text", "json"), "format of the comparison"),
            "--fail-on": row.choice(
                FAIL_ON,
                "exit with status 1 if a change is of this class or worse, or if the new contract "
                "refuses recorded requests that the old contract does not",
            ),
        },
        "traffic": {
            "--traffic": row.text(
                "FILE",
                "also list the requests of this recording (HAR, NDJSON, nginx, Envoy, as for "
                "replay) that the new contract newly refuses",
            ),
            **row.BASE_PATH,
        },
        "policies": {
            "--policy": row.many("FILE", "add the rules of a policy file to the new contract"),
            "--old-policy": row.many("FILE", "add the rules of a policy file to the old contract"),
        },
    }


def run(options: argparse.Namespace) -> int:
    """Compare the contracts and print the changes. Return the exit status.

    Raises:
        ContractError: a contract or the recording cannot be read, or the extra is not installed.
    """
    with needing("diff", "diff needs"):
        from deploy_contract.diff import bundles, comparison
    found = comparison.compare(
        bundles.read(options.old, options.old_policy), bundles.read(options.new, options.policy)
    )
    compared = None
    if options.traffic is not None:
        compared = _compare_traffic(found, options.traffic, options.base_path)
    if options.format == "json":
        for row in _json_rows(found, compared):
            Printer().data(as_json(row))
    else:
        Printer().lines(_text_lines(found, compared))
    failing = FAIL_ON.get(options.fail_on, ())
    if any(change.worst in failing for change in found.changes):
        return 1
    return int(bool(failing and compared and compared["newly_refused"]))


def _compare_traffic(found: "Comparison", name: str, base_path: str | None) -> _Traffic:
    """Return how both contracts judge the requests of a recording.

    `entries` is the number of entries. `judged` is the number of entries whose request can be
    judged and leads to an operation of at least one contract. `newly_refused` has the requests that
    only the new contract denies, `newly_accepted` the entries that only the old contract denies.
    """
    from deploy_contract.traffic.exchanges import NOTHING_READ
    from deploy_contract.traffic.recordings import read_entries, split
    from deploy_contract.traffic.replay import Replay, Session

    old, new = [Replay(Session(tables.contract(base_path))) for tables in (found.old, found.new)]
    refused, accepted = list[dict[str, Any]](), list[int]()
    entries = judged = 0
    is_read = False
    for entry in chain.from_iterable(map(read_entries, split([name]))):
        before, after = old.judge_entry(entry), new.judge_entry(entry)
        operation = after.operation or before.operation
        entries += 1
        is_read = is_read or before.is_read
        if before.request is None or after.request is None or operation is None:
            continue
        judged += 1
        verdicts = before.request.verdict, after.request.verdict
        if verdicts[0] == "deny" != verdicts[1]:
            accepted.append(after.number)
        elif verdicts[1] == "deny" != verdicts[0]:
            rules = [item.rule for item in after.request.violations if item.mode == "enforce"]
            row = {
                "entry": after.number,
                "operation": operation,
                "rules": list(dict.fromkeys(rules)),
            }
            refused.append({**row, "undecided": verdicts[0] == "indeterminate"})
    if entries and not is_read:
        raise ContractError(f"{escape_name(name)}: {NOTHING_READ}")
    numbers = {"entries": entries, "judged": judged}
    return {**numbers, "newly_refused": refused, "newly_accepted": accepted}


def _text_lines(found: "Comparison", compared: _Traffic | None) -> Iterator[Line]:
    group: str | None = None
    for change in sorted(found.changes, key=lambda change: _CLASSES.index(change.worst)):
        if change.worst != group:
            if group is not None:
                yield []
            yield [(change.worst, _STYLES[change.worst])]
            yield [(f"  {'requests':10}  {'responses':10}", "dim")]
            group = change.worst
        classes = [_class_piece(change.requests), _class_piece(change.responses)]
        yield [
            ("  ", ""),
            *classes,
            (f"{change.where}: ", "bold"),
            (change.what, ""),
            (f" ({change.why})", "dim"),
        ]
        if change.witness is not None:
            lead = " " * (2 + sum(len(text) for text, _ in classes))
            yield [(lead, ""), (_witness(change.witness), "dim")]
    if found.changes:
        yield []
    if compared is not None:
        yield [("traffic: ", "bold"), (_traffic(compared), "")]
        for refused in compared["newly_refused"]:
            before = ", undecided before" if refused["undecided"] else ""
            yield [
                (f"  entry {refused['entry']}: ", "bold"),
                (f"{refused['operation']} newly refused{before}", "red"),
                (f" [{', '.join(refused['rules'])}]", "dim"),
            ]
    yield [(_summary(found), "bold")]
    if not found.old.policies and not found.new.policies:  # a policy has no version
        yield [(_version_step(found), "" if found.fits else "bold yellow")]


def _witness(found: "Witness") -> str:
    answers = "accepted before, refused now"
    if found.accepted == "now":
        answers = "refused before, accepted now"
    source = f" of source {found.source}" if found.source else ""
    return f"{answers}: {found.kind}{source} {as_json(found.document)}"


def _class_piece(name: str | None) -> tuple[str, str]:
    return f"{name or _NO_CLASS:10}  ", _STYLES.get(name or "", "dim")


def _json_rows(found: "Comparison", compared: _Traffic | None) -> Iterator[dict[str, Any]]:
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
        yield from compared["newly_refused"]
        refused = [row["entry"] for row in compared["newly_refused"]]
        summary["traffic"] = {**compared, "newly_refused": refused}
    yield {"summary": summary}


def _summary(found: "Comparison") -> str:
    counts = [f"{number} {name}" for name, number in found.counted().items() if number]
    total = len(found.changes)
    noun = "change" if total == 1 else "changes"
    names = [
        f"{escape_name(one.name)} ({escape_name(one.version)})" for one in (found.old, found.new)
    ]
    text = f"{total or 'no'} {noun} from {' to '.join(names)}"
    return f"{text}: {', '.join(counts)}" if counts else text


def _version_step(found: "Comparison") -> str:
    made = found.made or "a step backwards"
    if found.needed == "none":
        return f"version step: none required, {made} made"
    text = f"version step: {found.needed} required"
    if found.needed == "minor" and found.counted()["unclear"]:
        text += " (major, if an unclear change breaks clients)"
    text += f", {made} made"
    return text if found.fits else f"{text}: not enough"


def _traffic(compared: _Traffic) -> str:
    text = f"{compared['judged']} of {compared['entries']} requests could be judged"
    text += f"; newly refused: {len(compared['newly_refused'])}"
    accepted = compared["newly_accepted"]
    if accepted:
        text += f"; newly accepted: {', '.join(map(str, accepted[:_MAX_ENTRIES]))}"
    if len(accepted) > _MAX_ENTRIES:
        text += f" and {len(accepted) - _MAX_ENTRIES} more"
    return text
