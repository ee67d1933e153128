"""The facts of a process that it shares with others: its statements, and those that it hears."""

import threading
from collections import OrderedDict
from collections.abc import Collection, Mapping
from itertools import chain, count

from deploy_contract import logs, notes
from deploy_contract.bundle import Bundle
from deploy_contract.knowledge.ears import Asked, Reading
from deploy_contract.knowledge.learnable import Key, Row, lasting_values
from deploy_contract.knowledge.learned import LearnedDeployments
from deploy_contract.knowledge.moments import Moments
from deploy_contract.knowledge.redis_connection import Item, Known
from deploy_contract.knowledge.sharing import Link
from deploy_contract.knowledge.statements import SharedForm, Statement

BUSY = notes.note(notes.FAILED, "shared-busy")
UNREADABLE = notes.note(notes.FAILED, "shared-unreadable")
_RENEWALS = 3  # times that an unchanged fact is said again while it is believed
_MOST_ABSENT = 10_000  # deployments that Redis is known not to know
_MOST_REPEATED = 1000  # changes, or drops, that are said again one by one


class SharedMemory(LearnedDeployments):
    """Learned deployments, with statements of other processes among them.

    Facts of other processes were put in order by Redis. Those that may change are believed until
    `believe` says, and are dropped by a change that comes later. After this process has
    dropped facts of a deployment, it takes in no statements of other processes about that
    deployment until Redis has ordered the drop.
    """

    _link: Link
    joins = 0  # with the followed events

    def __init__(
        self,
        capacity: int,
        seconds: float,
        local_seconds: float,
        fresh_seconds: float,
        bundle: Bundle,
        *,
        learn_mutable: bool,
    ) -> None:
        believed = min(seconds, local_seconds)
        super().__init__(
            capacity, believed, fresh_seconds, bundle=bundle, learn_mutable=learn_mutable
        )
        self._shared_seconds = seconds
        self._form = SharedForm(bundle, self._places)
        fresh = fresh_seconds if learn_mutable else 0.0
        self._renewal = (fresh or believed) / _RENEWALS
        self._forget()

    def _forget(self) -> None:
        """Begin without facts, as after a fork."""
        self._lock = threading.Lock()
        self._kept.clear()
        self._changes = Moments(self._fresh_seconds, self._capacity)
        self._drops = Moments(self._shared_seconds, self._capacity)
        self._fresh_until = float("-inf")
        self._numbers = count(1)
        self._stale: OrderedDict[Key, Row] = OrderedDict()  # facts of before events were missed
        self._absent: OrderedDict[Key, None] = OrderedDict()
        self._readings: dict[Key, Reading] = {}
        self._overtaken: set[Reading] = set()  # by a change
        self._unshared: OrderedDict[Key, None] = OrderedDict()  # that others do not know in full
        self._unconfirmed: OrderedDict[Key, int] = OrderedDict()  # own changes, by number
        self._disproved: OrderedDict[Key, int] = OrderedDict()  # own drops not yet in order
        self._noted: str | None = None  # a note for the next message

    def _invalidate(self, key: Key) -> None:
        """Drop facts that may change, in every process. The lock is held."""
        super()._invalidate(key)
        self._say(key, None, changed=True)

    def _discard(self, key: Key) -> None:
        """Drop all facts about a deployment, in every process. The lock is held."""
        super()._discard(key)
        self._say(key, None, dropped=True)

    def _take_in(
        self,
        said: Mapping[Key, Row | None],
        changed: Key | None,
        since: float,
        now: float,
        noted: dict[str, None],
    ) -> None:
        for key, row in said.items():
            before = self._kept.get(key)
            if key != changed and before is not None and row is not None:
                if self._changes.last(key) >= since:
                    row = lasting_values(row)  # noqa: PLW2901 - the same statement, less of it
                is_young = row[1] - before[1] < self._renewal and key not in self._unshared
                if is_young and before[2:] == row[2:]:
                    continue  # all processes know it
            self._absent.pop(key, None)
            stale: Row | None = self._stale.pop(key, None)
            if stale is not None:  # it is compared with the response
                self._kept.setdefault(key, lasting_values(stale))
            only = changed if key == changed else None
            super()._take_in({key: row}, only, since, now, noted)
            kept = self._kept.get(key)
            if kept is None:
                self._say(key, None, dropped=True, changed=key == changed)
            elif kept is not before or key == changed:
                self._say(key, kept, since, changed=key == changed)
        if changed is not None and changed not in said:
            super()._take_in({}, changed, since, now, noted)
            self._say(changed, None, changed=True)

    def _say(
        self,
        key: Key,
        row: Row | None,
        since: float = 0.0,
        *,
        changed: bool = False,
        dropped: bool = False,
    ) -> None:
        """Send a statement to the other processes. The lock is held.

        since: when the request was passed on that the row is about.
        """
        if not isinstance(key, bytes):  # only uuids are shared
            return
        self._overtake(key, known=row is not None or dropped)
        self._unshared.pop(key, None)
        number = next(self._numbers)
        if changed:
            _note_number(self._unconfirmed, key, number, self._capacity)
        if dropped:
            _note_number(self._disproved, key, number, self._capacity)
        statement = Statement(number, key, dropped, changed)
        if row is not None:
            lasting, fresh = self._form.parts(row)
            statement = statement._replace(
                since=min(since, row[1]), said=row[1], lasting=lasting, fresh=fresh
            )
        if not self._link.say(statement):
            self._noted = BUSY

    # --- told by Redis (`deploy_contract.knowledge.sharing.Ears`)

    def joined(self, *, forgetful: bool) -> None:
        """Begin anew: events may be missing, so Redis is asked again for each deployment."""
        with self._lock:
            self._set_aside()
            self.joins += 1
            # the news of own statements may be among the missing events
            for key in _each_or_all(self._unconfirmed):
                self._say(key, None, changed=True)
            told = self._drops.times if forgetful else {}
            for key in _each_or_all(self._disproved, told):
                self._say(key, None, changed=not key, dropped=True)
            if forgetful and self.clock() - self._drops.unsure_until < self._shared_seconds:
                self._say(b"", None, changed=True, dropped=True)

    def _set_aside(self) -> None:
        """Make all facts stale, and doubt all that responses say that were begun before.

        The lock is held, and requests wait for it, so few facts are moved.
        """
        self._absent.clear()
        self._changes.doubt(self.clock())
        fewer, more = sorted((self._kept, self._stale), key=len)
        if fewer is self._kept:
            more.update(fewer)
        else:
            for key, row in fewer.items():
                more.setdefault(key, row)
        self._kept, self._stale = OrderedDict(), more
        while len(more) > self._capacity:
            more.popitem(last=False)

    def hear(self, item: Item, since: float, *, own: bool) -> None:
        """Take in a statement of a process."""
        row: Row | None = None
        if item.lasting and not own:
            row = self._row(item.lasting, item.fresh, since - item.age)
        with self._lock:
            now = self.clock()
            if own:
                self._hear_own(item)
                return
            if not item.key:
                self._hear_of_all(item)
                return
            is_known = row is not None or item.dropped or item.contradicted
            self._overtake(item.key, known=is_known)
            self._absent.pop(item.key, None)
            if item.dropped or item.contradicted:
                self._drop(item.key)
            if item.changed:
                self._changes.add(item.key, now)
                kept = self._kept.get(item.key)
                if kept is not None:
                    self._kept[item.key] = lasting_values(kept)
            if row is not None:
                self._hear_facts(item.key, row, now)

    def _hear_own(self, item: Item) -> None:
        """Take in a statement of this process, now that Redis has put it in order."""
        self._confirm(item)
        if item.contradicted or item.outdated:
            self._drop(item.key)
        elif item.lasting:
            self._absent.pop(item.key, None)
            if not item.fresh:
                self._note_unshared(item.key)
        elif item.dropped and not item.key:  # facts of others may have been heard meanwhile
            self._hear_of_all(item)

    def _hear_of_all(self, item: Item) -> None:
        """Take in that something happened to every deployment. The lock is held."""
        self._set_aside()
        self._overtaken.update(self._readings.values())
        if item.dropped:
            self._stale.clear()
            self._readings.clear()
            self._drops.doubt(self.clock())

    def _confirm(self, item: Item) -> None:
        """Note that Redis has put a statement of this process in order. The lock is held."""
        for own, is_said in ((self._unconfirmed, item.changed), (self._disproved, item.dropped)):
            every = list(own) if is_said else []
            for key in [item.key] if item.key else every:
                if own.get(key, item.number + 1) <= item.number:
                    del own[key]

    def _overtake(self, key: Key, *, known: bool) -> None:
        """Note that what is read may be older than a statement. The lock is held.

        known: True if the statement says what is known now.
        """
        if known:
            self._readings.pop(key, None)
        elif key in self._readings:
            self._overtaken.add(self._readings[key])

    def answered(self, key: bytes, known: Known, asked: Asked, joins: int, doubtful: float) -> bool:
        """Take in the answer of Redis about a deployment, unless it is older than an event."""
        row: Row | None = None
        if known.lasting:
            # older facts that may change are not believed anyway
            believed = min(self._fresh_seconds, self._seconds)
            is_fresh = bool(known.fresh) and known.age < believed
            fresh, age = (known.fresh, known.age) if is_fresh else (b"", 0.0)
            row = self._row(known.lasting, fresh, asked.time - age)
        with self._lock:
            if joins != self.joins:
                return False
            if self._readings.get(key) is not asked.reading:
                return True
            del self._readings[key]
            stale: Row | None = self._stale.pop(key, None)
            if known.dropped:
                self._drops.add(key, self.clock())
            if row is not None:
                if asked.reading in self._overtaken:
                    row = lasting_values(row)
                self._hear_facts(key, row, self.clock())
            elif stale is not None and not known.dropped and stale[1] >= doubtful:
                self._kept[key] = lasting_values(stale)
            else:
                self._absent[key] = None
                if len(self._absent) > _MOST_ABSENT:
                    self._absent.popitem(last=False)
        return True

    def believe(self, until: float) -> None:
        """Believe facts that may change until a time."""
        self._fresh_until = until

    def doubt(self) -> None:
        """Note that Redis has answered with something unreadable."""
        self._noted = UNREADABLE

    def _row(self, lasting: bytes | str, fresh: bytes | str, since: float) -> Row | None:
        try:
            return self._form.row(lasting, fresh, since)
        except Exception as error:  # whatever somebody wrote there
            self._noted = UNREADABLE
            logs.unexpected("reading shared knowledge", error)
            return None

    def _hear_facts(self, key: Key, row: Row, now: float) -> None:
        """Keep facts of another process. The lock is held."""
        if key in self._disproved:  # they are of before the own drop
            return
        if key in self._unconfirmed:  # nobody knows yet whether they are of before the own patch
            row = lasting_values(row)
        before = self._kept.get(key)
        if before is not None and lasting_values(before)[2:] == row[2:]:
            return  # it says no more, perhaps less
        if before is not None and lasting_values(before) == before:
            # it is no newer: nothing of it depends on when it was said
            self._kept[key] = (before[0], min(before[1], row[1]), *before[2:])
        self._stale.pop(key, None)
        self._keep(key, row, now, {})
        while len(self._kept) > self._capacity:
            self._kept.popitem(last=False)

    def _note_unshared(self, key: Key) -> None:
        """Say facts again that may change: they may have been of before a patch. The lock is held.

        This process knows better, or the next response says it.
        """
        kept = self._kept.get(key)
        if kept is not None and lasting_values(kept) != kept:
            self._unshared[key] = None
            if len(self._unshared) > self._capacity:
                self._unshared.popitem(last=False)

    def _drop(self, key: Key) -> None:
        super()._drop(key)
        self._stale.pop(key, None)


def _each_or_all(*some: Collection[Key]) -> list[Key]:
    """Return some deployments; if they are very many, the sign for every deployment."""
    if sum(map(len, some)) > _MOST_REPEATED:
        return [b""]
    return list(dict.fromkeys(chain(*some)))


def _note_number(numbers: OrderedDict[Key, int], key: Key, number: int, most: int) -> None:
    """Note the number of the last own statement about a deployment, of the last `most`."""
    numbers[key] = number
    numbers.move_to_end(key)
    if len(numbers) > most:
        numbers.popitem(last=False)
