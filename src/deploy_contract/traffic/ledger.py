"""Deployments that a replay learns from the responses, in recorded time.

Processes judge the partitions of a recording side by side. So a partition is read twice: first, on
its own, for what its messages say of deployments (`Lessons`). A ledger takes the lessons of all
partitions in order, and returns what was known before each of them (`Known`).
"""

from collections.abc import Container, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from deploy_contract.bundle import Bundle
from deploy_contract.http.messages import Request
from deploy_contract.knowledge.facts import Facts, lasting_fields, put
from deploy_contract.report import Report
from deploy_contract_format.overlay import scopes
from deploy_contract_format.pointer import MISSING, find, matches, split

CAPACITY = 100_000  # deployments that are kept from one partition to the next
SECONDS = 3600.0  # that facts are believed
FRESH_SECONDS = 30.0  # that facts which may change are believed

_LONGEST_TEXT = 512  # characters of a text that is kept
_UNKNOWN = (MISSING, None)

Values: TypeAlias = Mapping[str, Any]  # facts about a deployment: pointer -> text, boolean or null
Place: TypeAlias = tuple[str, ...]


class Statement(NamedTuple):
    """The facts of one response by deployment, None for one that it contradicts itself about.

    `only` is the deployment that the request changed, if any.
    """

    now: float
    said: dict[str, Values | None]
    only: str | None


class Change(NamedTuple):
    """A patch with an unknown result."""

    now: float
    identity: str


class Lessons(NamedTuple):
    """Statements and changes of the messages of a partition, in order.

    `identities` are all deployments that they are about, `now` is the latest time.
    """

    events: list[Statement | Change]
    identities: frozenset[str]
    now: float


class Known(NamedTuple):
    """Knowledge before a partition about the deployments that its messages are about.

    `kept` has the time and the facts of each. Of those in `changed`, facts that were given
    beforehand and may change are out of date. Those in `patched_now` were patched at `now`.
    """

    kept: dict[str, tuple[float, Values]]
    changed: frozenset[str]
    patched_now: frozenset[str]
    now: float


class RecordedDeployments:
    """A lookup of the deployments of a recording. Time is recorded time, and never goes back.

    It keeps the fields that the contract allows, those that may change too: a recording is taken
    to hold every patch. If two responses differ on a fact that cannot change, it drops both.
    """

    answers_at_once = True

    def __init__(self, bundle: Bundle, given: Container[str] = ()) -> None:
        """Make an empty lookup. `given`: deployments of which facts were given beforehand."""
        self.now = 0.0
        self.changed: set[str] = set()  # of the given ones, by patches with an unknown result
        self._given = given
        self._kept: dict[str, tuple[float, Values]] = {}  # oldest first
        self._patched_now: set[str] = set()
        self._events: list[Statement | Change] = []
        self._about: set[str] = set()
        self._lasting = frozenset(lasting_fields(bundle))
        self._sources = frozenset(bundle.book.sources)
        self._source = bundle.book.carried
        kinds = bundle.book.kinds
        # places of documents in each kind, with the place of their id and those of their fields
        self._places: dict[str, list[tuple[Place, Place, list[tuple[str, Place]]]]] = {}
        for name in kinds:
            self._places[name] = [
                (
                    split(pattern),
                    split(kinds[inner].identity or ""),
                    [(pointer, split(pointer)) for pointer in kinds[inner].learned],
                )
                for pattern, inner in scopes(kinds, name)
                if kinds[inner].identity and kinds[inner].learned
            ]

    def advance(self, started: float | None) -> None:
        """Set the clock to a recorded time, unless that is in the past."""
        if started is not None and started > self.now:
            self.now = started
            self._patched_now.clear()

    def find(self, identity: str, _request: Request | None = None) -> Facts | None:
        """Return the facts about a deployment."""
        identity = identity.lower()
        self._about.add(identity)
        since, values = self._kept.get(identity, (-SECONDS, {}))
        if self.now - since >= SECONDS:
            return None
        facts: dict[str, Any] = {}
        is_fresh = self.now - since < FRESH_SECONDS
        for pointer, value in values.items():
            if is_fresh or pointer in self._lasting:
                put(facts, split(pointer), value)
        return facts or None

    def learn(
        self, report: Report, since: float | None = None, addressed: str | None = None
    ) -> tuple[str, ...]:
        """Keep the deployments of a response that was not denied.

        Args:
            report: the report on the response.
            since: unused; messages are learned from in recorded order.
            addressed: the id of the deployment that the request has changed. Nothing is learned
                of any other.
        """
        del since
        only = None if addressed is None else addressed.lower()
        said: dict[str, Values | None] = {}
        if report.verdict != "deny":
            for identity, values in self._said(report):
                if only in (None, identity):
                    said[identity] = self._merged(said.get(identity, values), values)
        if said or only is not None:
            self.apply(Statement(self.now, said, only))
        return ()

    def invalidate(self, identity: str) -> None:
        """Drop facts that may change: the deployment was patched, and the result is not known."""
        self.apply(Change(self.now, identity.lower()))

    def agrees(self, report: Report) -> bool:
        """Return True if a response surely contradicts no known fact."""
        for identity, values in self._said(report):
            self._about.add(identity)
            for pointer, known in self._kept.get(identity, (0, {}))[1].items():
                if known is not None and known != values.get(pointer):
                    return False
        return True

    def _said(self, report: Report) -> Iterator[tuple[str, Values]]:
        """Yield the id of each deployment of a document, and the facts that may be kept."""
        for pattern, identity, fields in self._places.get(report.document or "", ()):
            for _, document in matches(report.value, pattern):
                name = find(document, identity)
                if isinstance(name, str) and len(name) <= _LONGEST_TEXT:
                    values = {pointer: find(document, place) for pointer, place in fields}
                    yield (
                        name.lower(),
                        {key: one for key, one in values.items() if self._may_keep(key, one)},
                    )

    def _may_keep(self, pointer: str, value: Any) -> bool:
        if isinstance(value, str):
            is_known = pointer != self._source or value in self._sources
            return is_known and len(value) <= _LONGEST_TEXT
        return value is None or isinstance(value, bool)

    def _merged(self, one: Values | None, other: Values) -> Values | None:
        """Return the facts that two statements of one response share, None if they disagree."""
        if one is None or self._disagree(one, other):
            return None
        return {
            pointer: value for pointer, value in other.items() if one.get(pointer, ...) == value
        }

    def _disagree(self, one: Values, other: Values) -> bool:
        """Return True if two statements differ on a fact that cannot change."""
        for pointer in self._lasting & one.keys() & other.keys():
            left, right = one[pointer], other[pointer]
            if left is not None and right is not None and left != right:
                return True
        return False

    def apply(self, event: Statement | Change) -> None:
        """Learn what a response said, or that a patch may have changed a deployment."""
        self.advance(event.now)
        self._events.append(event)
        if isinstance(event, Change):
            if event.identity in self._given:
                self.changed.add(event.identity)
            self._forget_passing(event.identity)
            self._patched_now.add(event.identity)
            return
        if event.only is not None:
            self._forget_passing(event.only)
        for identity, values in event.said.items():
            self._about.add(identity)
            since, before = self._kept.pop(identity, (-SECONDS, {}))
            is_believed = self.now - since < SECONDS
            if values is None or (is_believed and self._disagree(before, values)):
                continue
            if identity in self._patched_now:  # the response may be older than the patch
                values = self._lasting_of(values)  # noqa: PLW2901 - the same statement, less of it
            self._kept[identity] = (self.now, values)
        if event.only is not None:
            self._patched_now.add(event.only)

    def _forget_passing(self, identity: str) -> None:
        """Drop facts that may change, because a patch has changed them."""
        self._about.add(identity)
        if identity in self._kept:
            since, values = self._kept[identity]
            self._kept[identity] = since, self._lasting_of(values)

    def _lasting_of(self, values: Values) -> Values:
        return {pointer: value for pointer, value in values.items() if pointer in self._lasting}

    def begin(self, known: Known | None = None) -> None:
        """Begin a partition, knowing what was known before it; None: what was learned so far."""
        self._events, self._about = [], set()
        if known is not None:
            self.advance(known.now)
            self._kept.update(known.kept)
            self.changed.update(known.changed)
            self._patched_now.update(known.patched_now)
        elif len(self._kept) > CAPACITY:
            believed = {key: row for key, row in self._kept.items() if self.now - row[0] < SECONDS}
            self._kept = dict(list(believed.items())[-CAPACITY:])

    @property
    def lessons(self) -> Lessons:
        """The lessons of the partition so far."""
        return Lessons(self._events, frozenset(self._about), self.now)

    def before(self, lessons: Lessons) -> Known:
        """Return what was known before a partition, and learn what it says."""
        self.begin()
        about = lessons.identities
        kept = {identity: self._kept[identity] for identity in about & self._kept.keys()}
        known = Known(kept, about & self.changed, about & self._patched_now, self.now)
        for event in lessons.events:
            self.apply(event)
        self.advance(lessons.now)
        return known
