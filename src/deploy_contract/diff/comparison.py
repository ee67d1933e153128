"""Comparison of two contracts: every change with its classes, and the version step it needs.

If no proof settles a change, a witness near it may: a document that one contract accepts and the
other refuses.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain, product
from typing import Any, NamedTuple

from deploy_contract.contract import Contract
from deploy_contract.diff import documents, operations, rules
from deploy_contract.diff.bundles import Tables
from deploy_contract.diff.changes import BOTH, ORDER, Accepted, Change, Witness, change, merged
from deploy_contract.examples.breaking import Subject
from deploy_contract.examples.changes import candidates, changes_at, root_of
from deploy_contract.examples.samples import Place
from deploy_contract.exceptions import ContractError
from deploy_contract.report import Report
from deploy_contract_format.bundle_format import OPENAPI, RULES
from deploy_contract_format.pointer import covers, objects, split
from deploy_contract_format.rules import Rule

_TEXTS = ("title", "summary", "description", "x-gap")
_STEPS = ("none", "patch", "minor", "major")  # of Semantic Versioning 2.0.0
_VERSION = re.compile(r"(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(?:[-+].*)?", re.ASCII)


class Comparison(NamedTuple):
    """The differences between two contracts, the worst first."""

    old: Tables
    new: Tables
    changes: tuple[Change, ...]

    @property
    def needed(self) -> str:
        """The version step that the changes need: "major", "minor", "patch" or "none"."""
        if any(row.worst == "breaking" for row in self.changes):
            return "major"
        if all(row.text_only for row in self.changes):
            return "patch" if self.changes else "none"
        return "minor"

    @property
    def made(self) -> str | None:
        """The step between the versions; None if the new is lower, or a version is malformed."""
        if self.old.version == self.new.version:
            return "none"
        before, after = _numbers(self.old.version), _numbers(self.new.version)
        if not before or not after or after < before:
            return None
        # the first number that differs names the step
        steps = zip(reversed(_STEPS), before, after, strict=False)
        return next((step for step, old, new in steps if old != new), "patch")

    @property
    def fits(self) -> bool:
        """True if the step between the versions is large enough for the changes.

        Before 1.0.0, a minor step may break (Semantic Versioning 2.0.0, section 4).
        """
        may_break = self.old.version.startswith("0.") and self.needed == "major"
        needed = "minor" if may_break else self.needed
        return self.made is not None and _STEPS.index(self.made) >= _STEPS.index(needed)

    def counted(self) -> dict[str, int]:
        """Return the number of changes by the worse class of each, the worst class first."""
        counts = Counter(row.worst for row in self.changes)
        return {name: counts[name] for name in reversed(ORDER)}


def compare(old: Tables, new: Tables) -> Comparison:
    """Return the comparison of two contracts."""
    changes = [_settled(old, new, one) for one in merged(_changes(old, new))]
    changes.sort(key=lambda one: (-ORDER.index(one.worst), one.text_only, one.where, one.what))
    if not changes and _without_version(old) != _without_version(new):
        changes = [Change("tables", "no verdict depends on the differences", text_only=True)]
    return Comparison(old, new, tuple(changes))


def _numbers(version: str) -> list[int]:
    match = _VERSION.fullmatch(version)
    return list(map(int, match.groups())) if match else []


def _changes(old: Tables, new: Tables) -> Iterator[Change]:
    for module in (documents, operations, rules):
        yield from module.differences(old, new)
    before, after = _texts(old.bundle.description), _texts(new.bundle.description)
    both = [(before[place], after[place]) for place in before.keys() & after.keys()]
    changed = [min((one - other).total(), (other - one).total()) for one, other in both]
    if number := sum(changed):
        what = f"{number} text{'s' if number > 1 else ''} changed"
        yield change("other words", "descriptions", what)._replace(text_only=True)


def _texts(description: Any) -> dict[tuple[str, ...], Counter[str | None]]:
    """Return the texts of a description by their places, in which items have no indexes."""
    found = defaultdict[tuple[str, ...], Counter[str | None]](Counter)
    for at, part in objects(description):
        place = [token for token in at if isinstance(token, str)]
        for key in _TEXTS:
            if isinstance(part.get(key), str | None):
                found[*place, key][part.get(key)] += 1
    return found


def _without_version(tables: Tables) -> dict[str, Any]:
    found = tables.bundle.all_tables
    rules, description = found[RULES], found[OPENAPI]
    return {
        **found,
        RULES: {**rules, "version": None, "format": None},
        OPENAPI: {**description, "info": {**description["info"], "version": None}},
    }


# --- witnesses


def _settled(old: Tables, new: Tables, found: Change) -> Change:
    """Return a change, settled by a witness if no proof has settled it and a witness is found."""
    effects = list(found.effects)
    for index, both in enumerate(((old, new), (new, old))):
        if effects[index] == ("perhaps", ""):
            witness = next(_witnesses(both, found, BOTH[index]), None)
            if witness:
                effects[index] = ("yes", "")
                found = found._replace(witness=found.witness or witness)
    return found._replace(effects=(effects[0], effects[1]))


def _witnesses(both: tuple[Tables, Tables], found: Change, direction: str) -> Iterator[Witness]:
    """Yield documents near a change that the first contract accepts and the other refuses."""
    accepted: Accepted = "before" if direction == BOTH[0] else "now"
    contracts = [tables.contract() for tables in both]
    rules = [tables.rules[found.where] for tables in both if found.where in tables.rules]
    pointers: Any = found.documents
    kinds = pointers or dict.fromkeys(chain(*[rule.on for rule in rules]))
    for kind in sorted(kinds, key=lambda name: len(pointers.get(name, ""))):  # small kinds first
        rows = [tables.kinds.get(kind) for tables in both]
        if not all(row is not None and direction in row["directions"] for row in rows):
            continue
        place = split(pointers.get(kind, ""))
        sources: list[Any] = [None]
        if both[0].kinds[kind]["source"]:
            sources += sorted(both[0].sources.keys() & both[1].sources)
        for source, contract, editor in product(sources, contracts, contracts):
            before, after = [Subject(tables, kind, source) for tables in contracts]
            for document in _edited(Subject(contract, kind, source), editor, place, rules):
                is_allowed = before.check(document).verdict == "allow"
                if is_allowed and _shows(after.check(document), found.where, place):
                    yield Witness(kind, source, accepted, document)


def _edited(
    subject: Subject, editor: Contract, place: Place, rules: Iterable[Rule]
) -> Iterator[Any]:
    """Yield small documents of a subject, each with a change near a place or rule of `editor`."""
    root = root_of(editor, subject.kind)
    changes = [changes_at(root, place)] if place else []
    changes += [candidates(editor, subject.kind, rule) for rule in rules]
    try:
        small = json.dumps(subject.small())
    except ContractError:
        return
    for edit in chain(*changes):
        yield edit.applied(json.loads(small), root)


def _shows(report: Report, rule: str, place: Place) -> bool:
    """Return True if a report refuses a document by a rule, or at a place."""
    for item in report.violations:
        is_there = bool(place) and covers(place, split(item.pointer))
        if item.mode == "enforce" and (item.rule == rule or is_there):
            return True
    return False
