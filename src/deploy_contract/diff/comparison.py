"""Comparison of two contracts: every change with its classes, and the version step it needs."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from deploy_contract.diff import documents, operations, rules, witnesses
from deploy_contract.diff.bundles import Tables
from deploy_contract.diff.changes import (
    ORDER,
    Change,
    change,
    in_order,
    merged,
    step_fits,
    step_made,
    step_needed,
)
from deploy_contract.exceptions import ContractError
from deploy_contract_format.bundle_format import OPENAPI, RULES
from deploy_contract_format.printing import escape_name

_TEXTS = ("title", "summary", "description", "x-gap")
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
        found = merged(_changes(old, new))
        changes = in_order([witnesses.settled(old, new, one) for one in found])
        if not changes and _without_version(old) != _without_version(new):
            changes = (Change("tables", "nothing that a verdict depends on", text_only=True),)
    except _BROKEN:
        names = " or ".join(dict.fromkeys((escape_name(old.name), escape_name(new.name))))
        reason = "the tables are inconsistent; were they written by the generator?"
        raise ContractError(f"{names}: {reason}") from None
    made = step_made(old.version, new.version)
    return Comparison(old, new, changes, step_needed(changes), made)


def _changes(old: Tables, new: Tables) -> Iterator[Change]:
    for module in (documents, operations, rules):
        yield from module.differences(old, new)
    number = sum(_text_differences(old.description, new.description))
    if number:
        what = f"{number} text{'s' if number > 1 else ''} changed"
        yield change("other words", "descriptions", what)._replace(text_only=True)


def _text_differences(one: Any, other: Any) -> Iterator[bool]:
    """Yield True for each text that differs, of the parts that both descriptions have."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one.keys() | other.keys():
            before, after = one.get(key), other.get(key)
            if key in _TEXTS and isinstance(before, str | None) and isinstance(after, str | None):
                yield before != after
            elif key in one and key in other:
                yield from _text_differences(before, after)
    elif isinstance(one, list) and isinstance(other, list):
        yield from _text_differences(_by_name(one), _by_name(other))


def _by_name(items: list[Any]) -> dict[Any, Any]:
    return {
        item["name"] if isinstance(item, dict) and "name" in item else place: item
        for place, item in enumerate(items)
    }


def _without_version(tables: Tables) -> dict[str, Any]:
    rules, description = tables.values[RULES], tables.values[OPENAPI]
    return {
        **tables.values,
        RULES: {**rules, "version": None, "format": None},
        OPENAPI: {**description, "info": {**description["info"], "version": None}},
    }
