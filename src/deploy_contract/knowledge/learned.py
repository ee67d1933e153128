"""A lookup that learns deployments from the responses that pass."""

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from deploy_contract import notes
from deploy_contract.bundle import Bundle
from deploy_contract.document.reports import outcome_of
from deploy_contract.exceptions import ContractError
from deploy_contract.http.messages import Request
from deploy_contract.knowledge.facts import Facts, put
from deploy_contract.knowledge.learnable import (
    Key,
    Place,
    Row,
    common_values,
    disagreement,
    key_of,
    lasting_values,
    places_by_kind,
    scalar_at,
)
from deploy_contract.report import Report
from deploy_contract_format.pointer import MISSING, find, matches


class LearnedDeployments:
    """A lookup that learns deployments from responses, and knows those that it saw last.

    It keeps what the contract allows (`learned` in spec/rules.yaml): no secrets and no URLs. What
    may change is believed for a short time only, since others may change it too, and stale facts
    would refuse an honest patch. If two statements differ on what cannot change, both are dropped.

    Threads may share it. All callers share it too: each is judged by what was learned from the
    responses to the others.

    Args:
        capacity: the greatest number of deployments.
        seconds: how long what cannot change is believed.
        fresh_seconds: how long what may change is believed.
        clock: returns seconds from any start.
        bundle: the bundle of the contract, by default the installed one.

    Raises:
        ContractError: a number is not positive; `fresh_seconds` may be 0.
    """

    def __init__(
        self,
        capacity: int = 100_000,
        seconds: float = 3600.0,
        fresh_seconds: float = 30.0,
        clock: Callable[[], float] = time.monotonic,
        bundle: Bundle | None = None,
    ) -> None:
        if capacity < 1 or seconds <= 0 or fresh_seconds < 0:
            raise ContractError("capacity and seconds are above 0, fresh_seconds is not below it")
        self._capacity = capacity
        self._seconds = seconds
        self._fresh_seconds = fresh_seconds
        self.clock = clock
        self._lock = threading.Lock()
        # oldest first; a plain dict is slow if its first item is always the one taken out
        self._kept: OrderedDict[Key, Row] = OrderedDict()
        # when a patch of a deployment had passed, for as long as that matters
        self._changed: OrderedDict[Key, float] = OrderedDict()
        self._unsure_until = -math.inf  # changes before this time may be missing there
        bundle = bundle or Bundle.installed()
        self._places = places_by_kind(bundle)
        self._sources = {source: source for source in bundle.book.sources}

    def learns_by(self, bundle: Bundle) -> bool:
        """Return True if deployments are learned as a bundle says."""
        return self._places == places_by_kind(bundle)

    def __len__(self) -> int:
        with self._lock:
            self._expire(self.clock())
            return len(self._kept)

    def learn(
        self, report: Report, since: float | None = None, addressed: str | None = None
    ) -> tuple[str, ...]:
        """Keep the deployments of a response that was not denied; ignore other reports.

        Args:
            report: the report on the response.
            since: the time, by `clock`, from which on the service may have read what it says,
                such as when the request was passed on; by default now. If a deployment was
                patched since then, only what cannot change is believed.
            addressed: the id of the deployment that the request has changed. Nothing is learned
                of any other.

        Returns:
            Notes on what was dropped.
        """
        outcome = outcome_of(report)
        if outcome.verdict == "deny" or outcome.document is None:
            return ()
        places = self._places.get(outcome.document)
        if not places:
            return ()
        noted: dict[str, None] = {}
        only = None if addressed is None else key_of(addressed)
        now = self.clock()
        if since is None:
            since = now
        # older statements are out of date, but what cannot change is true all the same
        since = max(min(since, now), now - self._fresh_seconds)
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
        """Return what a response says of each deployment, None if it contradicts itself."""
        texts = dict(self._sources)
        said: dict[Key, Row | None] = {}
        for pattern, kind in places:
            for _, document in matches(value, pattern):
                key = key_of(find(document, kind.identity))
                if key is None or (only is not None and key != only):
                    continue
                values = [scalar_at(document, tokens, kind, texts) for tokens in kind.pointers]
                row: Row = (kind, since, *values)
                said[key] = _merged(said[key], row, noted) if key in said else row
        return said

    def _keep(self, key: Key, row: Row, now: float, noted: dict[str, None]) -> None:
        """Keep what was said of a deployment; drop it if that contradicts what is known."""
        since, before = row[1], self._kept.get(key)
        if before is not None and now - before[1] < self._seconds:
            found = None if before[2:] == row[2:] else disagreement(before, row)
            if found is not None:
                del self._kept[key]
                noted[found] = None
                return
            if before[1] > since:
                return  # what is known is newer
        if self._changed.get(key, self._unsure_until) >= since:
            row = lasting_values(row)
        self._kept[key] = row
        self._kept.move_to_end(key)

    def _note_change(self, key: Key, now: float) -> None:
        """Remember when a deployment was patched, as long as older responses may be believed."""
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

    def find(self, identity: str, _request: Request | None = None) -> Facts | None:
        """Return what is known of a deployment, as a mapping of the caller's own."""
        key = key_of(identity)
        if key is None:
            return None
        with self._lock:
            now = self.clock()
            self._expire(now)
            kept = self._kept.get(key)
        # a clock that went back leaves some behind the oldest
        if kept is None or now - kept[1] >= self._seconds:
            return None
        kind, learned, *values = kept
        fresh = now - learned < self._fresh_seconds
        known: dict[str, Any] = {}
        for tokens, lasting, value in zip(kind.pointers, kind.lasting, values, strict=True):
            if value is not MISSING and (fresh or lasting):
                put(known, tokens, value)
        return known or None

    def invalidate(self, identity: str) -> None:
        """Drop what may change of a deployment: it was patched, and the result is not known."""
        key = key_of(identity)
        if key is None:
            return
        with self._lock:
            self._note_change(key, self.clock())
            kept = self._kept.get(key)
            if kept is not None:
                self._kept[key] = lasting_values(kept)

    def discard(self, identity: str) -> None:
        """Drop all that is known of a deployment: some of it has proved to be wrong."""
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


def _merged(before: Row | None, row: Row, noted: dict[str, None]) -> Row | None:
    """Return what two statements of one response share, None if they contradict each other."""
    if before is None:
        return None
    found = disagreement(before, row)
    if found is not None:
        noted[found] = None
        return None
    return common_values(before, row)
