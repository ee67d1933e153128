"""A lookup that learns deployments from the responses that pass."""

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from deploy_contract import notes
from deploy_contract.bundle import Bundle
from deploy_contract.exceptions import ContractError
from deploy_contract.http.messages import Request
from deploy_contract.judge import Outcome
from deploy_contract.knowledge.facts import (
    Facts,
    contradiction,
    lasting_fields,
    merge_facts,
    part_of,
)
from deploy_contract.knowledge.learnable import Key, Rows, deployments_at, key_of, places_by_kind
from deploy_contract.report import Report, outcome_of
from deploy_contract_format.pointer import find
from deploy_contract_format.rules import scopes


@dataclass(slots=True)
class Statement:
    """Facts about a deployment, and the earliest time at which the service may have read them.

    `shared_at` is the last time at which this process wrote the source to Redis or read it there.
    """

    since: float
    facts: Facts
    shared_at: float = -math.inf


class _Times:
    """Times of the last event, such as a patch, for up to `capacity` deployments."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._times: OrderedDict[Key, float] = OrderedDict()  # the oldest first
        self._forgotten = -math.inf  # times up to this one may be forgotten
        self.newest = -math.inf

    def add(self, key: Key, now: float) -> None:
        """Record that the event happens now."""
        self._times[key] = self.newest = now
        self._times.move_to_end(key)
        while len(self._times) > self._capacity:
            self._forgotten = max(self._times.popitem(last=False)[1], self._forgotten)

    def last(self, key: Key) -> float:
        """Return a time after which no event has happened to a deployment."""
        return max(self._times.get(key, self._forgotten), self._forgotten)


class LearnedDeployments:
    """A lookup that learns facts about deployments from responses.

    The lookup keeps the fields that the contract allows (`learned` in spec/rules.yaml): no secrets
    and no URLs. By default, it keeps only fields that cannot change, such as the source. If two
    responses differ on such a field, the lookup drops all facts about the deployment. After that,
    it ignores responses to requests that were passed on before the contradiction.

    Threads may share the lookup. All callers share the facts: a request of one caller is judged by
    facts from responses to other callers.

    Args:
        capacity: the greatest number of deployments. The oldest facts are dropped first.
        seconds: how long facts that cannot change are used.
        fresh_seconds: how long facts that may change are used, if they are learned.
        clock: returns seconds from any start.
        bundle: the bundle of the contract, by default the installed one.
        learn_mutable: learn facts that may change, too, such as `repo_ref`. Set it only if every
            patch passes through this process. Otherwise another gateway may change a fact, and the
            old fact would allow a forbidden patch or refuse a valid one.

    Raises:
        ContractError: `capacity` or `seconds` is not positive, or `fresh_seconds` is negative.
    """

    answers_at_once = True  # no request to another program

    def __init__(
        self,
        capacity: int = 100_000,
        seconds: float = 3600.0,
        fresh_seconds: float = 30.0,
        clock: Callable[[], float] = time.monotonic,
        bundle: Bundle | None = None,
        *,
        learn_mutable: bool = False,
    ) -> None:
        if capacity < 1 or seconds <= 0 or fresh_seconds < 0:
            raise ContractError("capacity and seconds must be above 0, fresh_seconds at least 0")
        self._capacity = capacity
        self._seconds = seconds
        self._fresh_seconds = fresh_seconds
        self.clock = clock
        self._lock = threading.Lock()
        # oldest first; a plain dict is slow if its first item is always the one taken out
        self._kept: OrderedDict[Key, Statement] = OrderedDict()
        self._changes = _Times(capacity)  # the last patch of each deployment
        self._drops = _Times(capacity)  # when facts proved to be wrong
        bundle = bundle or Bundle.installed()
        self._learn_mutable = learn_mutable
        self._lasting = lasting_fields(bundle.book.rules)
        self.places = places_by_kind(bundle, mutable=learn_mutable)
        self._kinds = [kind for places in self.places.values() for _, kind in places]
        self.fields = {tokens for kind in self._kinds for tokens in kind.pointers}
        # kinds of document that hold no deployment that is not learned
        kinds = bundle.book.kinds
        self._whole = {
            name
            for name, places in self.places.items()
            if len(places) == sum(bool(kinds[inner].identity) for _, inner in scopes(kinds, name))
        }

    def learns_by(self, bundle: Bundle) -> bool:
        """Return True if a bundle allows the same fields to be learned."""
        places = places_by_kind(bundle, mutable=self._learn_mutable)
        return (self.places, self._lasting) == (places, lasting_fields(bundle.book.rules))

    def __len__(self) -> int:
        with self._lock:
            self._evict(self.clock())
            return len(self._kept)

    def learn(
        self, report: Report, since: float | None = None, addressed: str | None = None
    ) -> tuple[str, ...]:
        """Keep the facts of a response that was not denied. Ignore other reports.

        Args:
            report: the report on the response.
            since: the earliest time, by `clock`, at which the service may have read the facts, such
                as the time when the request was passed on; by default now. If a deployment was
                patched after that time, only facts that cannot change are kept. If its facts were
                found to be wrong after that time, no facts are kept.
            addressed: the id of the deployment that the request has changed. Then facts about
                other deployments are not learned.

        Returns:
            Notes on dropped facts.
        """
        outcome = outcome_of(report)
        places = self.places.get(outcome.kind or "")
        if outcome.verdict == "deny" or not places:
            return ()
        stated = [row for place in places for row in deployments_at(report, place)]
        return self.learn_facts(stated, since, addressed)

    def learn_facts(
        self, stated: Rows, since: float | None = None, addressed: str | None = None
    ) -> tuple[str, ...]:
        """Keep the facts of a response, by the key of each deployment. See also `learn`."""
        noted: dict[str, None] = {}
        only = None if addressed is None else key_of(addressed)
        now = self.clock()
        since = now if since is None else min(since, now)
        by_key = self._stated_facts(stated, only, noted)
        with self._lock:
            # without `learn_mutable`, no kept fact can change
            self._merge(by_key, only if self._learn_mutable else None, since, now, noted)
            if self._evict(now):
                noted[notes.FULL] = None
        return tuple(noted)

    def _stated_facts(
        self, stated: Rows, only: Key | None, noted: dict[str, None]
    ) -> dict[Key, Facts | None]:
        """Return the facts of a response; None for a deployment on which it contradicts itself."""
        rows = list(stated) if only is None else [row for row in stated if row[0] == only]
        by_key: dict[Any, Facts | None] = dict(rows)
        # two documents may describe one deployment
        compared = rows if len(by_key) < len(rows) else []
        for key, facts in compared:
            before = by_key[key]
            if before is facts or before is None or key is None:
                continue
            found = contradiction(before, facts, self._lasting)
            if found is None:
                same = [at for at in self.fields if find(before, at) == find(facts, at)]
                by_key[key] = part_of(facts, same)
            else:
                by_key[key] = None
                noted[found] = None
        by_key.pop(None, None)
        return by_key

    def _merge(
        self,
        by_key: Mapping[Key, Facts | None],
        changed: Key | None,
        since: float,
        now: float,
        noted: dict[str, None],
        /,
    ) -> None:
        """Keep the facts of a response. `changed` is the key of the deployment that was patched."""
        # facts that cannot change stay true, so they count as at most `fresh_seconds` old
        dated = max(since, now - self._fresh_seconds)
        kept, move_to_end, expired = self._kept, self._kept.move_to_end, now - self._seconds
        if changed is not None and changed in kept:
            known = kept[changed]
            known.facts = part_of(known.facts, self._lasting)
            if by_key.get(changed) is not None:
                # the service may read the facts for a later request before it applies the patch
                known.since = min(known.since, dated)
        has_drops, has_changes = since < self._drops.newest, since <= self._changes.newest
        for key, facts in by_key.items():
            if has_drops and since < self._drops.last(key):
                continue  # the facts were found to be wrong after the request
            if facts is None:
                self._drop(key)
                continue
            before = kept.get(key)
            if before is None or before.since <= expired:
                kept[key] = before = Statement(dated, facts)
            elif before.facts is not facts and before.facts != facts:
                found = contradiction(before.facts, facts, self._lasting)
                if found is not None:
                    self._drop(key)
                    noted[found] = None
                    continue
            if before.since > dated:
                continue  # the known facts are newer
            before.since, before.facts = dated, facts
            if has_changes and since <= self._changes.last(key):
                before.facts = part_of(facts, self._lasting)
            move_to_end(key)
        if changed is not None:
            self._changes.add(changed, now)

    def agrees_with(self, outcome: Outcome) -> bool:
        """Return True if a document of a response contradicts no facts that `find` may return.

        If the document states other facts than the known ones, may have deployments that are not
        learned, or is not from the native judge, the result is False: then the response must be
        compared with each of the facts.
        """
        kind = outcome.kind
        if kind not in self._whole:
            return False
        kept: Mapping[Any, Statement] = self._kept
        for place in self.places[kind]:
            rows = outcome.rows(place, key_of)
            if rows is None:
                return False
            with self._lock:
                for key, facts in rows:
                    known = kept.get(key)
                    if known is not None:
                        if known.facts != facts:
                            return False
                        known.facts = facts  # so `learn` need not compare them again
        return True

    def find(self, identity: str, _request: Request | None = None) -> Facts | None:
        """Return the facts about a deployment, as a new mapping."""
        key = key_of(identity)
        return None if key is None else self.kept(key)

    def kept(self, key: Key) -> Facts | None:
        """Return the facts about a deployment by its key, as a new mapping."""
        with self._lock:
            kept, now = self._kept.get(key), self.clock()
            if kept is None or now - kept.since >= self._seconds:
                return None
            facts, age = kept.facts, now - kept.since
        if self._learn_mutable and age >= self._fresh_seconds:
            facts = part_of(facts, self._lasting)
        return merge_facts({}, facts) or None  # a copy

    def invalidate(self, identity: str) -> None:
        """Drop facts that may change, because a patch has passed and its result is unknown."""
        self.learn_facts((), addressed=identity)  # as after a response without facts

    def discard(self, identity: str) -> None:
        """Drop all facts about a deployment, because one was found to be wrong."""
        if (key := key_of(identity)) is not None:
            with self._lock:
                self._drop(key)

    def _drop(self, key: Key) -> None:
        """Drop all facts about a deployment, and record the time. The caller must hold the lock.

        So no other thread reads the facts between the contradiction and the recorded time.
        """
        self._kept.pop(key, None)
        self._drops.add(key, self.clock())

    def _evict(self, now: float) -> bool:
        """Drop facts that have expired. Return True if the oldest others had to be dropped, too."""
        kept = self._kept
        while kept and now - next(iter(kept.values())).since >= self._seconds:
            kept.popitem(last=False)
        is_full = len(kept) > self._capacity
        while len(kept) > self._capacity:
            kept.popitem(last=False)
        return is_full
