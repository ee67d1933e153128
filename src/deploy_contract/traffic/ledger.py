"""Deployments that a replay knows: those that were given, and those that responses state.

An entry is judged on its own first, by any process, and yields a `Lesson`. A ledger takes the
lessons of all entries in order, and returns what was known before each of them (`Told`).
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from deploy_contract.bundle import Bundle
from deploy_contract.knowledge.facts import Facts, contradiction, lasting_fields, merge_facts
from deploy_contract.knowledge.learnable import Key, key_of
from deploy_contract.knowledge.learned import LearnedDeployments
from deploy_contract_format.pointer import split

Stated: TypeAlias = Sequence[tuple[Key, Facts]]


class Lesson(NamedTuple):
    """The statements of an entry about deployments.

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
    """The facts that were known before an entry.

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
        known = [rule for rule in bundle.book.rules if rule.shape == "equals_known"]
        fields = {split(rule.parameters["field"]): rule.rule for rule in known}
        self._immutable = {field[0] for field in fields}
        self._lasting = lasting_fields(bundle)
        self._compared = {**self._lasting, **fields}  # with what a response says
        self._now = 0.0
        self._learned = LearnedDeployments(
            clock=lambda: self._now, bundle=bundle, learn_mutable=True
        )
        self._outdated: set[str] = set()  # those given whose fields may have changed

    def tell(self, lesson: Lesson) -> Told:
        """Return what was known before an entry, and learn what it says."""
        self._now = max(self._now, lesson.started or 0.0)
        changed = lesson.changed
        known = None if changed is None else self._known(changed)
        learned: dict[Key | None, Facts] = {}
        is_lost = lesson.is_lost
        for key, facts in lesson.stated:
            before = self._learned.kept(key)
            if before is not None and contradiction(before, facts, self._compared):
                learned[key] = before
                is_lost |= contradiction(before, facts, self._lasting) is not None
        if lesson.valid is not None:
            self._learned.learn_facts(lesson.valid, addressed=changed)
        if changed is not None and is_lost:
            self._learned.invalidate(changed)
            if changed.lower() in self._given:
                self._outdated.add(changed.lower())
        return Told(known, learned)

    def _known(self, identity: str) -> Facts | None:
        given, learned = self._given.get(identity.lower()), self._learned.find(identity)
        if given is not None and identity.lower() in self._outdated:
            given = {name: given[name] for name in self._immutable & given.keys()}
        if given is None or learned is None:
            return given or learned
        return merge_facts(learned, given)
