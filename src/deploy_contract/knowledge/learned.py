"""What a gateway knows of a deployment: lookups, and one that learns from the responses that pass through."""

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol, TypeAlias, runtime_checkable

from deploy_contract.http.messages import Request
from deploy_contract.knowledge import notes
from deploy_contract.knowledge.facts import (
    Key,
    Place,
    Row,
    agreed,
    disagreement,
    key_of,
    places_by_kind,
    scalar,
)
from deploy_contract.report import ContractError, Report
from deploy_contract.tables import tables
from deploy_contract_format.pointer import MISSING, find, matches

Known: TypeAlias = Mapping[str, Any]  # the stored deployment as far as it is known, as parsed JSON


@runtime_checkable
class Lookup(Protocol):
    """Says what is known of a deployment.

    `find` is given the id in small letters and the request that asks, whose headers carry the caller's credentials; it gives
    the deployment as far as it is known, or None, at once or (before ASGI) as an awaitable. Where it raises, nothing is known.
    It may say why it does not know with `deploy_contract.knowledge.notes.add`.

    A lookup may have `learn(report)`, called with a report whose `value` is sound: that of a response, or the sound part of
    one that breaks the contract. It may return notes as a tuple of texts. What such a lookup knows was merely heard: it
    never makes a response wrong, and gives way to what lookups without `learn` say. A lookup may have `forget(id)`, called
    when a patch has passed whose result is not known, and `discard(id)`, called when what it knows proves to be wrong.
    """

    def find(self, identity: str, request: Request, /) -> Known | Awaitable[Known | None] | None:
        """What is known of the deployment of this id."""


class FromMapping:
    """A lookup in a mapping from id to what is known; ids in either letter case (RFC 9562, section 4).

    What is in the mapping under ids in small letters may change later; its other ids are those that it has now.
    """

    def __init__(self, deployments: Mapping[str, Known]) -> None:
        self._deployments = deployments
        self._spelt = {
            key.lower(): key for key in deployments if isinstance(key, str) and key != key.lower()
        }

    def find(self, identity: str, _request: Request | None = None) -> Known | None:
        """What the mapping has."""
        name = str(identity).lower()
        found = self._deployments.get(name)
        return (
            found
            if found is not None or name not in self._spelt
            else self._deployments.get(self._spelt[name])
        )


def lookup_of(given: Any) -> Lookup:
    """A lookup, or that of a mapping. ContractError on anything else."""
    if isinstance(given, Mapping):
        return FromMapping(given)
    if isinstance(given, str | bytes) or not isinstance(given, Lookup):  # texts have a `find` too
        raise ContractError(
            "deployments is a mapping from id, a lookup with find(id, request), or several of them"
        )
    return given


class LearnedDeployments:
    """Learns deployments from responses, and knows those that it saw last.

    Of each it keeps what the contract lets it (`learned` in spec/rules.yaml: no secrets, no URLs), at most `capacity` of them.
    What cannot change after creation holds for `seconds`, what can for `fresh_seconds` only: somebody else may change it, and
    what is out of date would refuse an honest patch. `clock`: seconds from any start. Threads may share it; so do the callers
    of a gateway, each of whom is judged by what was learned from the others' responses.

    Two statements that differ on what cannot change are both forgotten, whichever came first.
    """

    def __init__(
        self,
        capacity: int = 100_000,
        seconds: float = 3600.0,
        fresh_seconds: float = 30.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if capacity < 1 or seconds <= 0 or fresh_seconds < 0:
            raise ContractError("capacity and seconds are above 0, fresh_seconds is not below it")
        self._capacity = capacity
        self._seconds = seconds
        self._fresh_seconds = fresh_seconds
        self.clock = clock
        self._lock = threading.Lock()
        # (how it is learned, when, *values) by identity, oldest first; a plain dict is slow where the first is always taken out
        self._kept: OrderedDict[Key, Row] = OrderedDict()
        self._changed: OrderedDict[Key, float] = (
            OrderedDict()
        )  # when a patch of it had passed, for as long as that matters
        self._unsure_until = -math.inf  # changes before it may be missing there
        self._places = places_by_kind()
        self._sources = {
            source: source for source in tables().book.sources
        }  # one text for all that are alike

    def __len__(self) -> int:
        with self._lock:
            self._expire(self.clock())
            return len(self._kept)

    def learn(
        self, report: Report, since: float | None = None, addressed: str | None = None
    ) -> tuple[str, ...]:
        """Keep the deployments in a response that was not denied; pass over anything else. Return notes.

        since: when, by `clock`, the service may have read what it says, such as when the request was passed on; by default
        now. Of a deployment that was patched since then, only what cannot change is believed. addressed: the id of the
        deployment that the request has changed; nothing is learned of any other.
        """
        places = self._places.get(report.document) if report.ok and report.document else None
        if not places:
            return ()
        noted: dict[str, None] = {}
        only = None if addressed is None else key_of(addressed)
        now = self.clock()
        # what is older is out of date; what cannot change is true all the same
        since = now if since is None else max(min(since, now), now - self._fresh_seconds)
        said = self._said(places, report.value, since, only, noted)
        with self._lock:
            self._expire(now)
            for key, row in said.items():
                if row is None:
                    self._kept.pop(key, None)
                else:
                    self._keep(key, row, now, noted)
            if only is not None:
                self._note_change(only, now)
            while len(self._kept) > self._capacity:
                self._kept.popitem(last=False)
                noted[notes.FULL] = None
        return tuple(noted)

    def _said(
        self,
        places: list[Place],
        value: Any,
        since: float,
        only: Key | None,
        noted: dict[str, None],
    ) -> dict[Key, Row | None]:
        """Return what a response says of each deployment, None if it says two things of it."""
        texts = dict(self._sources)
        said: dict[Key, Row | None] = {}
        for pattern, kind in places:
            for _, document in matches(value, pattern):
                key = key_of(find(document, kind.identity))
                if key is None or (only is not None and key != only):
                    continue
                row = (
                    kind,
                    since,
                    *[scalar(document, tokens, kind, texts) for tokens in kind.pointers],
                )
                if key in said:
                    said[key] = self._agreed(said[key], row, noted)
                else:
                    said[key] = row
        return said

    def _agreed(self, before: Row | None, row: Row, noted: dict[str, None]) -> Row | None:
        """Return what two statements of one response have in common, None if they differ on what cannot change."""
        found = None if before is None else disagreement(before, row)
        if found is not None:
            noted[found] = None
        return None if before is None or found is not None else agreed(before, row)

    def _keep(self, key: Key, row: Row, now: float, noted: dict[str, None]) -> None:
        """Keep what was said of a deployment; forget it altogether if it contradicts what is known."""
        since, before = row[1], self._kept.get(key)
        if before is not None and now - before[1] < self._seconds:
            found = None if before[2:] == row[2:] else disagreement(before, row)
            if found is not None:
                del self._kept[key]
                noted[found] = None
                return
            if before[1] > since:
                return  # it is older news
        if self._changed.get(key, self._unsure_until) >= since:
            row = _lasting(row)
        self._kept[key] = row
        self._kept.move_to_end(key)

    def _note_change(self, key: Key, now: float) -> None:
        """Remember when a deployment was patched, until no response is believed that may be older."""
        if not self._fresh_seconds:
            return
        self._changed[key] = now
        self._changed.move_to_end(key)
        while self._changed:
            oldest = next(iter(self._changed.values()))
            if now - oldest < self._fresh_seconds:
                if len(self._changed) <= self._capacity:
                    return
                self._unsure_until = oldest
            self._changed.popitem(last=False)

    def find(self, identity: str, _request: Request | None = None) -> Known | None:
        """What is known of a deployment; a mapping of the caller's own."""
        key = key_of(identity)
        if key is None:
            return None
        with self._lock:
            now = self.clock()
            self._expire(now)
            kept = self._kept.get(key)
        if (
            kept is None or now - kept[1] >= self._seconds
        ):  # a clock that went back leaves some behind the oldest
            return None
        kind, learned, *values = kept
        fresh = now - learned < self._fresh_seconds
        known: dict[str, Any] = {}
        for tokens, lasting, value in zip(kind.pointers, kind.lasting, values, strict=True):
            if value is not MISSING and (fresh or lasting):
                _put(known, tokens, value)
        return known or None

    def forget(self, identity: str) -> None:
        """Forgets what may change of a deployment: it was patched, and the result is not known."""
        key = key_of(identity)
        if key is None:
            return
        with self._lock:
            self._note_change(key, self.clock())
            kept = self._kept.get(key)
            if kept is not None:
                self._kept[key] = _lasting(kept)

    def discard(self, identity: str) -> None:
        """Forget all of a deployment: some of it has proved to be wrong."""
        key = key_of(identity)
        with self._lock:
            if key is not None:
                self._kept.pop(key, None)

    def _expire(self, now: float) -> None:
        while self._kept:
            oldest = next(iter(self._kept.values()))
            if now - oldest[1] < self._seconds:
                return
            self._kept.popitem(last=False)


def _lasting(row: Row) -> Row:
    """Return a row without what may change."""
    kind, learned, *values = row
    return (
        kind,
        learned,
        *[
            value if lasting else MISSING
            for lasting, value in zip(kind.lasting, values, strict=True)
        ],
    )


def together(known: Known | None, more: Known) -> Known:
    """What is known from two sides; where both say something, the first one counts."""
    if known is None:
        return more
    nested = {
        key: together(known[key], value)
        for key, value in more.items()
        if isinstance(value, Mapping) and isinstance(known.get(key), Mapping)
    }
    return {**more, **known, **nested}


def part_of(document: Any, pointers: tuple[tuple[str, ...], ...]) -> dict[str, Any]:
    """The part of a document that stands at the pointers, where it does."""
    part: dict[str, Any] = {}
    for tokens in pointers:
        value = find(document, tokens)
        if value is not MISSING:
            _put(part, tokens, value)
        elif any(find(document, tokens[:end]) is None for end in range(1, len(tokens))):
            _put(part, tokens, None)  # below a stored null, all is null
    return part


def _put(known: dict[str, Any], tokens: tuple[str, ...], value: Any) -> None:
    for token in tokens[:-1]:
        known = known.setdefault(token, {})
    known[tokens[-1]] = value
