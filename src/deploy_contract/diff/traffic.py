"""Recorded requests judged by two contracts: which of them the new one refuses or accepts anew."""

from collections.abc import Iterator
from typing import NamedTuple

from deploy_contract.contract import Contract
from deploy_contract.diff.bundles import Tables
from deploy_contract.traffic.partitions import read_entries, split
from deploy_contract.traffic.replay import JudgedEntry, Replay


class Refused(NamedTuple):
    """A recorded request that is newly refused.

    `entry` counts from 1. `rules` are those that refuse it now. `undecided` is True if the old
    contract left it open.
    """

    entry: int
    operation: str
    rules: tuple[str, ...]
    undecided: bool


class TrafficComparison(NamedTuple):
    """The verdicts on recorded requests, compared.

    `judged` counts the entries with a request that both contracts could judge, and that leads to an
    operation of at least one of them. `newly_accepted` has numbers of entries.
    """

    entries: int
    judged: int
    newly_refused: tuple[Refused, ...]
    newly_accepted: tuple[int, ...]


class _Row(NamedTuple):
    """The verdict on one recorded request; None if the entry lacks the request."""

    entry: int
    operation: str | None
    verdict: str | None
    rules: tuple[str, ...]  # enforced and broken


def judge(old: Tables, new: Tables, name: str, base_path: str) -> TrafficComparison:
    """Return the verdicts of two contracts on the requests of a recording.

    Args:
        old: the contract before.
        new: the contract after.
        name: of the file, in any form that `replay` reads; "-" is standard input.
        base_path: the prefix of all paths, such as "/api-host".

    Raises:
        UnreadableError: the file cannot be read.
        ContractError: `base_path` is not a prefix.
    """
    before = Contract(base_path=base_path, bundle=old.bundle)
    after = Contract(base_path=base_path, bundle=new.bundle)
    entries = 0
    judged = 0
    accepted: list[int] = []
    refused: list[Refused] = []
    for one, other in _rows(Replay(before), Replay(after), name):
        entries += 1
        operation = other.operation or one.operation
        if not one.verdict or not other.verdict or not operation:
            continue
        judged += 1
        if one.verdict == "deny" and other.verdict != "deny":
            accepted.append(one.entry)
        if other.verdict == "deny" and one.verdict != "deny":
            undecided = one.verdict == "indeterminate"
            refused.append(Refused(one.entry, operation, other.rules, undecided))
    return TrafficComparison(entries, judged, tuple(refused), tuple(accepted))


def _rows(before: Replay, after: Replay, name: str) -> Iterator[tuple[_Row, _Row]]:
    """Yield the verdicts of both on each entry. A partition is read once and judged by both."""
    for partition in split([name]):
        before.learned.begin()
        after.learned.begin()
        for entry in read_entries(partition):
            yield _row(before.judge_entry(entry)[0]), _row(after.judge_entry(entry)[0])


def _row(judged: JudgedEntry) -> _Row:
    report = judged.request
    if report is None:
        return _Row(judged.number, judged.operation, None, ())
    broken = [item.rule for item in report.violations if item.mode == "enforce"]
    return _Row(judged.number, judged.operation, report.verdict, tuple(dict.fromkeys(broken)))
