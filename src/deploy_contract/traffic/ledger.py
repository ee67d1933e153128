"""Deployments that a replay learns from the responses, in recorded time.

Processes judge the partitions of a recording side by side. So a partition is read twice: first, on
its own, for what its messages say of deployments (`Lessons`). A ledger takes the lessons of all
partitions in order, and returns what was known before each of them (`Known`).
"""

import sys
from collections.abc import Container, Mapping
from typing import NamedTuple

from deploy_contract.bundle import Bundle
from deploy_contract.http.messages import Request
from deploy_contract.knowledge.facts import UNKNOWN, Facts
from deploy_contract.knowledge.learnable import Key, deployments_at, key_of
from deploy_contract.knowledge.learned import LearnedDeployments, Statement
from deploy_contract.report import Report
from deploy_contract_format.pointer import find

CAPACITY = 100_000  # deployments that are kept from one partition to the next


class Event(NamedTuple):
    """The statements of an exchange about deployments, at a recorded time."""

    now: float
    said: Mapping[
        Key, Facts | None
    ]  # None for a deployment that the response contradicts itself on
    changed: Key | None  # the deployment that the request changed
    outdates: bool = False  # whether facts about it that were given may be out of date


class Lessons(NamedTuple):
    """The events of a partition in order, all deployments it is about, and its latest time."""

    events: list[Event]
    about: frozenset[Key]
    now: float


class Known(NamedTuple):
    """Knowledge before a partition about the deployments that its messages are about."""

    kept: dict[Key, Statement]
    outdated: frozenset[Key]  # facts about them that were given may be out of date
    patched_now: frozenset[Key]
    now: float


class RecordedDeployments(LearnedDeployments):
    """A lookup of the deployments of a recording. Time is recorded time, and never goes back.

    It keeps the fields that the contract allows, those that may change too: a recording is taken
    to hold every patch.
    """

    def __init__(self, bundle: Bundle, given: Container[str] = ()) -> None:
        """Make an empty lookup. `given`: deployments of which facts were given beforehand."""
        super().__init__(sys.maxsize, clock=lambda: self._now, bundle=bundle, learn_mutable=True)
        self._now = 0.0
        self._given = given
        self._outdated: set[Key] = set()
        self._events: list[Event] = []
        self._about: set[Key] = set()

    def advance(self, started: float | None) -> None:
        """Set the clock to a recorded time, unless that is in the past."""
        self._now = max(self._now, started or 0.0)

    def find(self, identity: str, _request: Request | None = None) -> Facts | None:
        """Return the facts about a deployment."""
        key = key_of(identity)
        if key is not None:
            self._about.add(key)
        return super().find(identity)

    def invalidate(self, identity: str) -> None:
        """Drop facts that may change: the deployment was patched, and the result is not known."""
        is_given = identity.lower() in self._given
        self._apply(Event(self._now, {}, key_of(identity), is_given))

    def is_outdated(self, identity: str) -> bool:
        """Return True if facts about a deployment that were given may be out of date."""
        return key_of(identity) in self._outdated

    def agrees(self, report: Report) -> bool:
        """Return True if a response surely contradicts no known fact."""
        for place in self._places.get(report.kind or "", ()):
            for key, facts in deployments_at(report, place):
                if key is None:
                    continue
                self._about.add(key)
                known = self._kept[key].facts if key in self._kept else {}
                for tokens in place[1].pointers:
                    value = find(known, tokens)
                    if value not in UNKNOWN and value != find(facts, tokens):
                        return False
        return True

    def _take_in(
        self,
        said: Mapping[Key, Facts | None],
        changed: Key | None,
        since: float,
        now: float,
        noted: dict[str, None],
    ) -> None:
        del since, now, noted  # a message is learned from when it was recorded
        self._apply(Event(self._now, said, changed))

    def _apply(self, event: Event) -> None:
        started, said, changed, outdates = event
        self.advance(started)
        if not said and changed is None:
            return
        now = self._now  # later than the message, if an earlier partition ended later
        self._events.append(event)
        self._about.update(said)
        if changed is not None:
            self._about.add(changed)
            if outdates:
                self._outdated.add(changed)
        super()._take_in(said, changed, now, now, {})

    def begin(self, known: Known | None = None) -> None:
        """Begin a partition, knowing what was known before it; None: what was learned so far."""
        self._events, self._about = [], set()
        if known is not None:
            self.advance(known.now)
            self._kept.update(known.kept)
            self._outdated.update(known.outdated)
            for key in known.patched_now:
                self._changes.add(key, known.now)
        elif len(self._kept) > CAPACITY:
            self._expire(self._now)
            while len(self._kept) > CAPACITY:
                self._kept.popitem(last=False)

    @property
    def lessons(self) -> Lessons:
        """The lessons of the partition so far."""
        return Lessons(self._events, frozenset(self._about), self._now)

    def before(self, lessons: Lessons) -> Known:
        """Return what was known before a partition, and learn what it says."""
        self.begin()
        about = lessons.about
        kept = {key: self._kept[key] for key in about & self._kept.keys()}
        patched_now = {key for key in about if self._changes.last(key) >= self._now}
        known = Known(kept, about & self._outdated, frozenset(patched_now), self._now)
        for event in lessons.events:
            self._apply(event)
        self.advance(lessons.now)
        return known
