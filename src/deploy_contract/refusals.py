"""Refused messages, grouped by operation, rule and field. No value of a message is kept.

The programs count them as they come, and their log has a line for each. The number of groups is
bounded, since names of undeclared fields come from clients.
"""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any, NamedTuple, TypeAlias

from deploy_contract.logs import LONGEST
from deploy_contract.violations import Violation
from deploy_contract_format.rules import Rule

MOST = 10_000  # groups that are kept: some megabytes
Row: TypeAlias = Sequence[Any]  # a group in JSON: the members of Group and of Seen


class Group(NamedTuple):
    """The properties that the messages of a group share.

    The field is the JSON Pointer of a field, with `*` for the number of an item; else the name of a
    parameter, or the part of the message.
    """

    direction: str  # "request" or "response"
    operation: str  # of the contract; empty if the messages belong to none
    rule: str  # the id of the rule that refuses them
    field: str

    @property
    def mode_key(self) -> str:
        """The key of the mode of the rule, only for messages of the operation."""
        return f"{self.operation}:{self.rule}" if self.operation else self.rule


@dataclass(slots=True)
class Seen:
    """The messages of a group: their number, the first and the last time, and the fault.

    Times are in UTC by RFC 3339, so they sort as texts.
    """

    count: int
    first: str
    last: str
    message: str


class Refusals:
    """The groups that were seen last, at most `most`."""

    def __init__(self, most: int = MOST) -> None:
        self.dropped = 0  # messages of groups that were dropped to make room
        self._most = most
        self._groups: dict[Group, Seen] = {}  # in the order in which they were seen last

    def add(
        self, direction: str, operation: str | None, found: Iterable[Violation], time: str
    ) -> None:
        """Count a refused message once in each group of its enforced violations.

        `time` is when it was refused. The operation is None outside of the contract.
        """
        groups: dict[Group, Seen] = {}
        for one in found:
            if one.mode == "enforce":
                group = Group(direction, operation or "", one.rule, _field(one))
                groups.setdefault(group, Seen(1, time, time, one.message))
        for group, seen in groups.items():
            self._merge(group, seen)

    def merge(self, rows: Iterable[Row], dropped: int) -> None:
        """Add the rows of other refusals, and the number of messages that they dropped."""
        for row in rows:
            self._merge(Group(*row[:4]), Seen(*row[4:]))
        self.dropped += dropped

    def _merge(self, group: Group, more: Seen) -> None:
        seen = self._groups.pop(group, None)
        if seen is not None:
            first, last = min(seen.first, more.first), max(seen.last, more.last)
            more = Seen(seen.count + more.count, first, last, seen.message)
        self._groups[group] = more
        if len(self._groups) > self._most:
            oldest = next(iter(self._groups))
            self.dropped += self._groups.pop(oldest).count

    def rows(self) -> list[Row]:
        """Return the groups as rows, in the order in which they were seen last."""
        return [(*group, *astuple(seen)) for group, seen in self._groups.items()]

    def by_count(self) -> list[tuple[Group, Seen]]:
        """Return the groups, sorted by the number of messages, the greatest first."""
        return sorted(self._groups.items(), key=lambda item: (-item[1].count, item[0]))


def _field(one: Violation) -> str:
    field = one.pointer or one.location
    if field.startswith("/"):
        field = "/".join(["*" if token.isdecimal() else token for token in field.split("/")])
    return field if len(field) <= LONGEST else f"{field[: LONGEST - 3]}..."


class Advice(NamedTuple):
    """The command that explains the rule of a group, and options of the programs.

    With `relax`, the rule is only reported for the operation of the group. `relax` is empty if no
    mode relaxes the rule. With `relax_operation`, all rules are only reported for the operation.
    `relax_operation` is empty if the group has no operation.
    """

    explain: str
    relax: str
    relax_operation: str


def advise(
    group: Group, rules: Mapping[str, Rule], contract: str | None, policies: Iterable[str]
) -> Advice:
    """Return the advice to an operator for a group.

    `rules` has the rules of the contract by their ids, without those of policies. Contract and
    policies are paths; None is the installed contract.
    """
    options = [] if contract is None else ["--contract", contract]
    for path in policies:
        options += ["--policy", path]
    rule = rules.get(group.rule)
    if not options and rule is None:
        options = ["--policy", "FILE"]
    mode = shlex.quote(f"{group.mode_key}=report")
    return Advice(
        explain=shlex.join(["deploy-contract", "explain", group.rule, *options]),
        relax="" if rule and rule.is_fixed else f"--modes {mode}",
        relax_operation=group.operation and f"--{group.direction}s {group.operation}=report",
    )
