"""What a gateway knows of a deployment: lookups, and one that learns from the responses that pass through."""

import re
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

from deploy_contract.http.messages import Request
from deploy_contract.report import ContractError, Report
from deploy_contract.tables import tables
from deploy_contract_format.pointer import MISSING, find, matches, split

Known: TypeAlias = Mapping[str, Any]  # the stored deployment as far as it is known, as parsed JSON
LONGEST_TEXT = 512  # characters of a text that is kept


@runtime_checkable
class Lookup(Protocol):
    """Says what is known of a deployment.

    `find` is given the id in small letters and the request that asks, whose headers carry the caller's credentials; it gives
    the deployment as far as it is known, or None, at once or (before ASGI) as an awaitable. Where it raises, nothing is known.
    A lookup may have `learn(report)`, called with the report of each response that was not denied, and `forget(id)`, called
    when a patch has passed whose result is not known.
    """

    def find(self, identity: str, request: Request, /) -> Known | Awaitable[Known | None] | None:
        """What is known of the deployment of this id."""


class FromMapping:
    """A lookup in a mapping from id to what is known; ids in either letter case (RFC 9562, section 4).

    What is in the mapping under ids in small letters may change later; its other ids are those that it has now.
    """

    def __init__(self, deployments: Mapping[str, Known]) -> None:
        self._deployments = deployments
        self._spelt = {key.lower(): key for key in deployments if isinstance(key, str) and key != key.lower()}

    def find(self, identity: str, _request: Request | None = None) -> Known | None:
        """What the mapping has."""
        name = str(identity).lower()
        found = self._deployments.get(name)
        return found if found is not None or name not in self._spelt else self._deployments.get(self._spelt[name])


def lookup_of(given: Any) -> Lookup:
    """A lookup, or that of a mapping. ContractError on anything else."""
    if isinstance(given, Mapping):
        return FromMapping(given)
    if isinstance(given, str | bytes) or not isinstance(given, Lookup):  # texts have a `find` too
        raise ContractError("deployments is a mapping from id, a lookup with find(id, request), or several of them")
    return given


class LearnedDeployments:
    """Learns deployments from responses, and knows those that it saw last.

    Of each it keeps what the contract lets it (`learned` in spec/rules.yaml: no secrets, no URLs), at most `capacity` of them.
    What cannot change after creation holds for `seconds`, what can for `fresh_seconds` only: somebody else may change it, and
    what is out of date would refuse an honest patch. `clock`: seconds from any start. Threads may share it; so do the callers
    of a gateway, each of whom is judged by what was learned from the others' responses.
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
        self._clock = clock
        self._lock = threading.Lock()
        # (how it is learned, when, *values) by identity, oldest first; a plain dict is slow where the first is always taken out
        self._kept: OrderedDict[_Key, tuple[Any, ...]] = OrderedDict()
        self._places = _places()

    def __len__(self) -> int:
        with self._lock:
            self._expire(self._clock())
            return len(self._kept)

    def learn(self, report: Report) -> None:
        """Keeps the deployments in a response that was not denied; anything else is passed over."""
        places = self._places.get(report.document) if report.ok and report.document else None
        if not places:
            return
        texts = {source: source for source in tables().book.sources}  # one text for all that are alike
        with self._lock:
            now = self._clock()
            self._expire(now)
            for pattern, kind in places:
                for _, document in matches(report.value, pattern):
                    key = _key(find(document, kind.identity))
                    if key is not None:
                        self._kept[key] = (kind, now, *[_scalar(document, tokens, kind, texts) for tokens in kind.pointers])
                        self._kept.move_to_end(key)
                        if len(self._kept) > self._capacity:
                            self._kept.popitem(last=False)

    def find(self, identity: str, _request: Request | None = None) -> Known | None:
        """What is known of a deployment; a mapping of the caller's own."""
        key = _key(identity)
        if key is None:
            return None
        with self._lock:
            now = self._clock()
            self._expire(now)
            kept = self._kept.get(key)
        if kept is None or now - kept[1] >= self._seconds:  # a clock that went back leaves some behind the oldest
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
        key = _key(identity)
        with self._lock:
            kept = self._kept.get(key) if key is not None else None
            if kept is not None and key is not None:
                kind, learned, *values = kept
                left = [value if lasting else MISSING for lasting, value in zip(kind.lasting, values, strict=True)]
                self._kept[key] = (kind, learned, *left)

    def _expire(self, now: float) -> None:
        while self._kept:
            oldest = next(iter(self._kept.values()))
            if now - oldest[1] < self._seconds:
                return
            self._kept.popitem(last=False)


class _Learnable(NamedTuple):
    """How a kind of document is learned: where its id and source stand, and what is kept; `lasting`: what cannot change."""

    identity: tuple[str, ...]
    source: tuple[str, ...] | None
    pointers: tuple[tuple[str, ...], ...]
    lasting: tuple[bool, ...]


_Key: TypeAlias = bytes | str
_UUID = re.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def _places() -> dict[str, list[tuple[tuple[str, ...], _Learnable]]]:
    """Where the documents that may be learned stand, by the kind of document that holds them."""
    book = tables().book
    lasting = {pointer for rule in book.rules if rule.shape == "equals_stored" for pointer in rule.parameters["fields"]}
    learnable = {
        name: _Learnable(
            split(kind.identity),
            split(kind.source) if kind.source and kind.source.startswith("/") else None,
            tuple(split(pointer) for pointer in kind.learned),
            tuple(pointer in lasting for pointer in kind.learned),
        )
        for name, kind in book.kinds.items()
        if kind.identity and kind.learned
    }
    return {
        name: [
            (split(pattern), learnable[inner]) for pattern, inner in (("", name), *kind.contains) if inner in learnable
        ]
        for name, kind in book.kinds.items()
    }  # fmt: skip


def _key(identity: object) -> _Key | None:
    """What an id is kept under: the bytes of a uuid, in either letter case, which take half of the room of its text.

    Not its number: nobody can choose what bytes hash to.
    """
    if not isinstance(identity, str) or len(identity) > LONGEST_TEXT:
        return None
    name = identity.lower()
    return bytes.fromhex(name.replace("-", "")) if _UUID.fullmatch(name) else name


def _scalar(document: Any, tokens: tuple[str, ...], kind: _Learnable, texts: dict[str, str]) -> Any:
    """The value at a pointer, where it may be kept; MISSING otherwise. A source is kept where the contract knows it."""
    value = find(document, tokens)
    if value is None or isinstance(value, bool):
        return value
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        return MISSING
    if tokens == kind.source and value not in tables().book.sources:
        return MISSING
    return texts.setdefault(value, value)


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
