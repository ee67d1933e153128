"""Recorded requests judged by two contracts: which of them the new one refuses or accepts anew."""

from typing import NamedTuple

from deploy_contract.diff.bundles import Tables
from deploy_contract.traffic.recordings import read_entries, split
from deploy_contract.traffic.replay import Replay, Session


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


def judge(old: Tables, new: Tables, name: str, base_path: str | None) -> TrafficComparison:
    """Return the verdicts of two contracts on the requests of a recording.

    Args:
        old: the contract before.
        new: the contract after.
        name: the name of the file, in any form that `replay` reads; "-" is standard input.
        base_path: the prefix of all paths, such as "/api-host".

    Raises:
        UnreadableError: the file cannot be read.
        ContractError: `base_path` is not a prefix.
    """
    one, other = [Replay(Session(tables.contract(base_path))) for tables in (old, new)]
    entries = judged = 0
    accepted: list[int] = []
    refused: list[Refused] = []
    for partition in split([name]):
        one.learned.begin()
        other.learned.begin()
        for entry in read_entries(partition):
            before, after = one.judge_entry(entry), other.judge_entry(entry)
            entries += 1
            operation = after.operation or before.operation
            if before.request is None or after.request is None or operation is None:
                continue
            judged += 1
            verdicts = before.request.verdict, after.request.verdict
            if verdicts[0] == "deny" != verdicts[1]:
                accepted.append(after.number)
            elif verdicts[1] == "deny" != verdicts[0]:
                found = [item.rule for item in after.request.violations if item.mode == "enforce"]
                undecided = verdicts[0] == "indeterminate"
                rules = tuple(dict.fromkeys(found))
                refused.append(Refused(after.number, operation, rules, undecided))
    return TrafficComparison(entries, judged, tuple(refused), tuple(accepted))
