"""Deployments that a replay learns, and how partitions hand them on to each other.

A partition is read twice. First, on its own, for its lessons: what its responses say. A ledger
takes the lessons of all partitions in order, and returns what was known before each of them. Then
the partition is judged by that.
"""

import sys
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from deploy_contract.bundle import Bundle
from deploy_contract.http.messages import Request
from deploy_contract.knowledge.facts import Facts
from deploy_contract.knowledge.learnable import (
    Key,
    Learnable,
    Row,
    certainly_agree,
    key_of,
    rows_of,
)
from deploy_contract.knowledge.learned import LearnedDeployments
from deploy_contract.report import Report, outcome_of
from deploy_contract_format.pointer import MISSING

CAPACITY = 100_000  # deployments that are kept from one partition to the next

# a row that another process can read: the kind is its number, and a missing value is `...`
SentRow: TypeAlias = tuple[Any, ...]


class Statement(NamedTuple):
    """The facts of one response by deployment, None for one that it contradicts itself about.

    `only` is the deployment that the request changed, if any.
    """

    now: float
    said: dict[Key, SentRow | None]
    only: Key | None


class Change(NamedTuple):
    """A patch with an unknown result. `given`: facts that were given may have changed too."""

    now: float
    identity: str
    given: bool


Lesson: TypeAlias = Statement | Change


class Lessons(NamedTuple):
    """The lessons of a partition: what its messages say of deployments, in order.

    Attributes:
        events: what was said, and what may have changed.
        keys: the deployments that its messages are about.
        now: the latest time in the partition, in seconds since 1970; 0 without any.
    """

    events: list[Lesson]
    keys: frozenset[Key]
    now: float


class Known(NamedTuple):
    """The knowledge before a partition, as far as its messages need it.

    Attributes:
        rows: learned facts.
        changed: when deployments were patched.
        unsure_until: changes before this time may be missing.
        forgotten: deployments of which given facts that may change are out of date.
        now: the latest time before.
    """

    rows: dict[Key, SentRow]
    changed: dict[Key, float]
    unsure_until: float
    forgotten: frozenset[Key]
    now: float


class RecordedDeployments(LearnedDeployments):
    """Learned deployments of a replay. Facts expire in recorded time, which never goes back.

    Facts that may change are learned too: a recording is taken to hold every patch.
    """

    def __init__(self, bundle: Bundle) -> None:
        self.now = 0.0
        super().__init__(
            capacity=sys.maxsize, clock=lambda: self.now, bundle=bundle, learn_mutable=True
        )
        self._bundle_sources = {source: source for source in bundle.book.sources}
        self._kinds: list[Learnable] = []
        self._numbers: dict[int, int] = {}  # of a kind by its `id`; a lookup by value is slow
        for places in self._places.values():
            for _, kind in places:
                if id(kind) not in self._numbers:
                    self._numbers[id(kind)] = len(self._kinds)
                    self._kinds.append(kind)

    def advance(self, started: float | None) -> None:
        """Set the clock to a recorded time, unless that is in the past."""
        if started is not None and started > self.now:
            self.now = started

    def agrees(self, report: Report) -> bool:
        """Return True if a response surely contradicts no known fact, by any engine."""
        for place in self._places.get(outcome_of(report).kind or "", ()):
            kind = place[1]
            rows = rows_of(report, place, self._bundle_sources)
            for key, *values in rows:
                before = self._kept.get(key)
                if before is not None and not certainly_agree(before, kind, values):
                    return False
        return True

    def forget(self, identity: str, *, given: bool) -> None:
        """Drop facts that a patch with unknown result may have changed.

        `given`: facts about it were given beforehand too. Whoever gave them drops those.
        """
        del given
        self.invalidate(identity)

    def trim(self) -> None:
        """Drop the oldest deployments beyond the capacity, and all that are too old."""
        if len(self._kept) > CAPACITY:
            for key in [key for key, row in self._kept.items() if self._is_old(row)]:
                del self._kept[key]
            while len(self._kept) > CAPACITY:
                self._kept.popitem(last=False)
        self._changes.trim(CAPACITY)
        self._drops.trim(CAPACITY)

    def _is_old(self, row: Row) -> bool:
        return bool(self.now - row[1] >= self._seconds)

    def take_lessons(self) -> tuple[Lesson, ...]:
        """Return the lessons of the last entry; none unless they are recorded."""
        return ()

    def hand_out(self, keys: frozenset[Key], forgotten: frozenset[Key]) -> Known:
        """Return the knowledge about some deployments, for another process."""
        rows = {key: self.sent(self._kept[key]) for key in keys if key in self._kept}
        changes = self._changes
        changed = {key: changes.times[key] for key in keys if key in changes.times}
        return Known(rows, changed, changes.unsure_until, forgotten, self.now)

    def take(self, known: Known) -> None:
        """Add the knowledge that another process handed out."""
        self.advance(known.now)
        self._changes.unsure_until = known.unsure_until
        self._changes.times.update(known.changed)
        self._changes.newest = max([known.unsure_until, *known.changed.values()])
        for key, row in known.rows.items():
            self._kept[key] = self._received(row)

    def apply(self, event: Lesson) -> None:
        """Do what an event of a lesson did."""
        self.advance(event.now)
        if isinstance(event, Change):
            self.invalidate(event.identity)
            return
        said: dict[Key, Row | None] = {}
        for key, row in event.said.items():
            said[key] = None if row is None else self._received(row, since=self.now)
        self._accept(said, event.only, self.now, self.now, {})

    def sent(self, row: Row) -> SentRow:
        """Return a row as another process reads it."""
        values = [... if value is MISSING else value for value in row[2:]]
        return (self._numbers[id(row[0])], row[1], *values)

    def _received(self, row: SentRow, since: float | None = None) -> Row:
        values = [MISSING if value is ... else value for value in row[2:]]
        return (self._kinds[row[0]], row[1] if since is None else since, *values)


class LessonRecorder(RecordedDeployments):
    """A lookup that knows nothing, and records what it is taught."""

    def __init__(self, bundle: Bundle) -> None:
        super().__init__(bundle)
        self._events: list[Lesson] = []
        self._taken = 0
        self._about: set[Key] = set()

    @property
    def lessons(self) -> Lessons:
        """Return the lessons so far."""
        return Lessons(self._events, frozenset(self._about), self.now)

    def find(self, identity: str, _request: Request | None = None) -> Facts | None:
        """Note that a deployment is asked for. Nothing is known."""
        key = key_of(identity)
        if key is not None:
            self._about.add(key)
        return None

    def take_lessons(self) -> tuple[Lesson, ...]:
        """Return the lessons since the last call."""
        found = tuple(self._events[self._taken :])
        self._taken = len(self._events)
        return found

    def agrees(self, _report: Report) -> bool:
        """Return True: nothing is known that a response may contradict."""
        return True

    def invalidate(self, identity: str) -> None:
        """Record that facts may have changed."""
        self._change(identity, given=False)

    def forget(self, identity: str, *, given: bool) -> None:
        """Record that facts may have changed, and whether given ones may have."""
        self._change(identity, given=given)

    def _change(self, identity: str, *, given: bool) -> None:
        key = key_of(identity)
        if key is not None:
            self._about.add(key)
        self._events.append(Change(self.now, identity, given))

    def _accept(
        self,
        said: Mapping[Key, Row | None],
        only: Key | None,
        since: float,
        now: float,
        noted: dict[str, None],
    ) -> None:
        del since, noted  # the recorded time is both
        rows = {key: None if row is None else self.sent(row) for key, row in said.items()}
        self._about.update(rows)
        if rows or only is not None:
            self._events.append(Statement(now, rows, only))


class Ledger:
    """The knowledge of a whole replay, in the order of its partitions.

    Args:
        bundle: of the contract.
    """

    def __init__(self, bundle: Bundle) -> None:
        self._learned = RecordedDeployments(bundle)
        self._forgotten: set[Key] = set()

    def before(self, lessons: Lessons) -> Known:
        """Return what was known before a partition, and add what it teaches."""
        self._learned.trim()
        known = self._learned.hand_out(lessons.keys, lessons.keys & self._forgotten)
        for event in lessons.events:
            self._learned.apply(event)
            key = key_of(event.identity) if isinstance(event, Change) and event.given else None
            if key is not None:
                self._forgotten.add(key)
        self._learned.advance(lessons.now)
        return known
