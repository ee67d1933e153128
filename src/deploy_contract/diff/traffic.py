"""Recorded requests judged by two contracts: which of them the new one refuses or accepts anew."""

from collections.abc import Iterator
from typing import NamedTuple

from deploy_contract.diff.bundles import Tables
from deploy_contract.traffic.recordings import read_entries, split
from deploy_contract.traffic.replay import Replay, Session


class JudgedTwice(NamedTuple):
    """An entry of a recording, and the verdicts of two contracts on its request.

    `entry` counts from 1. `verdicts` are "" for a request that one of them cannot judge, or that
    leads to no operation of either. `rules` are those that refuse it now.
    """

    entry: int
    operation: str
    verdicts: tuple[str, str]
    rules: tuple[str, ...]


def judge(old: Tables, new: Tables, name: str, base_path: str | None) -> Iterator[JudgedTwice]:
    """Yield the entries of a recording, judged by two contracts.

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
    for partition in split([name]):
        for replay in (one, other):
            replay.learned.begin()
        for entry in read_entries(partition):
            before, after = one.judge_entry(entry), other.judge_entry(entry)
            operation = after.operation or before.operation
            if before.request is None or after.request is None or operation is None:
                yield JudgedTwice(after.number, "", ("", ""), ())
                continue
            verdicts = before.request.verdict, after.request.verdict
            found = [item.rule for item in after.request.violations if item.mode == "enforce"]
            yield JudgedTwice(after.number, operation, verdicts, tuple(dict.fromkeys(found)))
