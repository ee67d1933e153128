"""Comparison of two contracts: every change with its classes, and the version step it needs."""

from functools import partial
from typing import Any, NamedTuple

from deploy_contract.diff import (
    descriptions,
    kinds,
    operations,
    rules,
    schemas,
    sources,
    witnesses,
)
from deploy_contract.diff.bundles import Tables
from deploy_contract.diff.changes import (
    BOTH,
    ORDER,
    Change,
    ChangeCollector,
    Difference,
    Found,
    step_fits,
    step_made,
    step_needed,
)
from deploy_contract.exceptions import ContractError
from deploy_contract_format.bundle_format import OPENAPI, RULES
from deploy_contract_format.printing import escape_name

_BROKEN = (KeyError, TypeError, AttributeError, ValueError, IndexError, RecursionError)


class Comparison(NamedTuple):
    """The differences between two contracts.

    `needed` and `made` are version steps. `made` is None if the new version is lower.
    """

    old: Tables
    new: Tables
    changes: tuple[Change, ...]
    needed: str
    made: str | None

    @property
    def fits(self) -> bool:
        """True if the step between the versions is large enough for the changes."""
        return step_fits(self.needed, self.made, self.old.version)

    def counted(self) -> dict[str, int]:
        """Return the number of changes of each class, the worst class first.

        A change counts for the worse of its two classes.
        """
        counts: dict[str, int] = dict.fromkeys(reversed(ORDER), 0)
        for row in self.changes:
            counts[row.worst] += 1
        return counts


def compare(old: Tables, new: Tables) -> Comparison:
    """Return the comparison of two contracts.

    Raises:
        ContractError: the tables of a contract are inconsistent.
    """
    try:
        changes = _changes(old, new)
    except _BROKEN:
        names = " or ".join(dict.fromkeys((escape_name(old.name), escape_name(new.name))))
        reason = "the tables are inconsistent; were they written by the generator?"
        raise ContractError(f"{names}: {reason}") from None
    made = step_made(old.version, new.version)
    return Comparison(old, new, tuple(changes), step_needed(changes), made)


def _changes(old: Tables, new: Tables) -> list[Change]:
    collector = ChangeCollector()
    for pair in kinds.pairs(old, new):
        for difference, pointer in schemas.differences(old, new, pair.old, pair.new):
            collector.add(difference, pair.directions, pair.new, pointer)
    for difference, directions, kind in kinds.differences(old, new):
        collector.add(difference, directions, kind)
    for difference, directions in _other_differences(old, new):
        collector.add(difference, directions)
    changes = collector.changes(partial(witnesses.find, old, new))
    if changes or _without_version(old) == _without_version(new):
        return changes
    what = "nothing that a verdict depends on"
    collector.add(Difference("tables", what, "no", "no", text_only=True), BOTH)
    return collector.changes()


def _other_differences(old: Tables, new: Tables) -> Found:
    for module in (operations, rules, sources, descriptions):
        yield from module.differences(old, new)


def _without_version(tables: Tables) -> dict[str, Any]:
    """Return the tables of a contract without versions."""
    values: dict[str, Any] = {}
    for name, table in tables.values.items():
        values[name] = table
        if name == RULES:
            values[name] = {**table, "version": None, "format": None}
        elif name == OPENAPI:
            values[name] = {**table, "info": {**table["info"], "version": None}}
    return values
