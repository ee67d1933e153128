"""Deployments that a replay knows: those that were given, and those that responses state.

An entry is judged on its own first, by any process, and yields a `Lesson`. A ledger takes the
lessons of all entries in order, and returns what was known before each of them (`Told`).
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from deploy_contract.bundle import Bundle
from deploy_contract.knowledge.facts import (
    UNKNOWN,
    Facts,
    contradiction,
    lasting_fields,
    merge_facts,
    part_of,
)
from deploy_contract.knowledge.learnable import Key, key_of, places_by_kind
from deploy_contract.knowledge.learned import Statement
from deploy_contract_format.pointer import find, split

CAPACITY = 100_000  # deployments that are kept
SECONDS = 3600.0  # of recorded time, for which facts are believed
FRESH_SECONDS = 30.0  # for which those that may change are believed

Stated: TypeAlias = Sequence[tuple[Key, Facts]]


class Lesson(NamedTuple):
    """What an entry says of deployments.

    Attributes:
        started: when it was recorded.
        changed: the id of the deployment that the request changes.
        stated: what the response states, if it passes.
        valid: its valid part, which may be learned.
        is_lost: whether the result of the change is not known.
    """

    started: float | None
    changed: str | None = None
    stated: Stated = ()
    valid: Stated | None = None
    is_lost: bool = False


class Told(NamedTuple):
    """What was known before an entry.

    `known` has facts about the deployment that the request addresses, `learned` the learned facts
    that its response may contradict.
    """

    known: Facts | None = None
    learned: Mapping[Key | None, Facts] = {}

    def find(self, identity: str) -> Facts | None:
        """Return the learned facts about a deployment."""
        return self.learned.get(key_of(identity))


class Ledger:
    """The deployments of a recording. Time is recorded time, and never goes back.

    It keeps the fields that the contract allows, those that may change too: a recording is taken
    to hold every patch.
    """

    def __init__(self, bundle: Bundle, given: Mapping[str, Facts]) -> None:
        """Begin with stored deployments by id in lower case, which no response changes."""
        self._given = given
        lasting = [rule for rule in bundle.book.rules if rule.shape == "equals_known"]
        self._immutable = {split(rule.parameters["field"])[0] for rule in lasting}
        self._lasting = lasting_fields(bundle)
        places = places_by_kind(bundle, mutable=True).values()
        self._fields = {
            field for of_kind in places for _, kind in of_kind for field in kind.pointers
        }
        self._now = 0.0
        # those that were stated last come last
        self._kept: OrderedDict[Key, Statement] = OrderedDict()
        self._patched: set[Key] = set()  # now
        self._outdated: set[str] = set()  # those given whose fields may have changed

    def tell(self, lesson: Lesson) -> Told:
        """Return what was known before an entry, and learn what it says."""
        if lesson.started is not None and lesson.started > self._now:
            self._now = lesson.started
            self._patched.clear()
        changed = lesson.changed
        known = None if changed is None else self._known(changed)
        learned: dict[Key | None, Facts] = {}
        is_lost = lesson.is_lost
        if not all(self._agrees(key, facts) for key, facts in lesson.stated):
            found = [(key, self._find(key)) for key, _ in lesson.stated]
            learned = {key: facts for key, facts in found if facts is not None}
            is_lost |= any(self._contradicts(key, facts) for key, facts in lesson.stated)
        key = key_of(changed)
        if lesson.valid is not None:
            self._learn(lesson.valid, key)
        if changed is not None and key is not None and is_lost:
            self._change(key)
            if changed.lower() in self._given:
                self._outdated.add(changed.lower())
        return Told(known, learned)

    def _known(self, identity: str) -> Facts | None:
        given, key = self._given.get(identity.lower()), key_of(identity)
        if given is not None and identity.lower() in self._outdated:
            given = {name: given[name] for name in self._immutable & given.keys()}
        learned = None if key is None else self._find(key)
        if given is None or learned is None:
            return given or learned
        return merge_facts(learned, given)

    def _find(self, key: Key) -> Facts | None:
        kept = self._kept.get(key)
        if kept is None or self._now - kept.since >= SECONDS:
            return None
        if self._now - kept.since >= FRESH_SECONDS:
            kept = self._without_mutable(kept)
        return kept.facts or None

    def _agrees(self, key: Key, facts: Facts) -> bool:
        """Return True if facts surely contradict none that is known."""
        if key not in self._kept:
            return True
        known = self._kept[key].facts
        values = [(find(known, field), find(facts, field)) for field in self._fields]
        return all(one in UNKNOWN or one == other for one, other in values)

    def _contradicts(self, key: Key, facts: Facts) -> bool:
        """Return True if facts differ from believed ones that cannot change."""
        before = self._kept.get(key)
        if before is None or self._now - before.since >= SECONDS:
            return False
        return contradiction(before.facts, facts, self._lasting) is not None

    def _learn(self, stated: Stated, changed: Key | None) -> None:
        said: dict[Key, Facts | None] = {}
        for key, facts in stated:
            if changed in (None, key):
                said[key] = self._common(said.get(key, facts), facts)
        if changed is not None and changed in self._kept:
            self._kept[changed] = self._without_mutable(self._kept[changed])
        for key, common in said.items():
            if common is None or self._contradicts(key, common):
                self._kept.pop(key, None)
                continue
            told = Statement(self._now, common)
            self._kept[key] = self._without_mutable(told) if key in self._patched else told
            self._kept.move_to_end(key)
            if len(self._kept) > CAPACITY:
                self._kept.popitem(last=False)
        if changed is not None:
            self._patched.add(changed)

    def _common(self, one: Facts | None, other: Facts) -> Facts | None:
        """Return the facts that two statements share; None if they contradict each other."""
        if one is None or contradiction(one, other, self._lasting) is not None:
            return None
        return part_of(other, [at for at in self._fields if find(one, at) == find(other, at)])

    def _change(self, key: Key) -> None:
        """Forget facts that may have changed."""
        self._patched.add(key)
        if key in self._kept:
            self._kept[key] = self._without_mutable(self._kept[key])

    def _without_mutable(self, statement: Statement) -> Statement:
        return statement._replace(facts=part_of(statement.facts, self._lasting))
