"""Statements about deployments that processes share, and their form outside of a process."""

import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from deploy_contract.bundle import Bundle
from deploy_contract.exceptions import ContractError
from deploy_contract.judge.python.schema import RawSchema, Schema, fits, prepare_all
from deploy_contract.knowledge.facts import put
from deploy_contract.knowledge.learnable import Learnable, LearnablePlace, Row, scalar_at
from deploy_contract.knowledge.learning import Step, steps_to
from deploy_contract.limits import Limits
from deploy_contract_format.pointer import MISSING, join

FORM = 2  # of what is shared; processes with another form share nothing with this one
KEY_BYTES = 16  # of the uuid of a deployment
MAX_PART = 1 << 16  # characters of the facts about one deployment


class Statement(NamedTuple):
    """A statement of this process about a deployment, for the others.

    Attributes:
        number: the number of the statement in this process.
        key: the bytes of the deployment's uuid; empty for every deployment.
        dropped: whether facts have proved to be wrong, so that those before are dropped.
        changed: whether a patch has passed, so that facts that may change are dropped.
        since: the time from which on the service may have read the facts.
        said: the time that the facts are counted as of. It is later than `since` if they are old.
        lasting: the facts that cannot change, as JSON; empty if the statement has no facts.
        fresh: the facts that may change, as JSON; empty if there are none.
    """

    number: int
    key: bytes
    dropped: bool
    changed: bool
    since: float = 0.0
    said: float = 0.0
    lasting: str = ""
    fresh: str = ""

    def after(self, earlier: "Statement") -> "Statement":
        """Return both statements about one deployment as one."""
        merged = self._replace(
            dropped=self.dropped or earlier.dropped, changed=self.changed or earlier.changed
        )
        if self.lasting or self.dropped:
            return merged
        return merged._replace(since=earlier.since, said=earlier.said, lasting=earlier.lasting)


class Outbox:
    """Statements that wait to be sent, at most one for each deployment."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: OrderedDict[bytes, Statement] = OrderedDict()

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, statement: Statement) -> bool:
        """Add a statement; return False if another was dropped to make room.

        If one was dropped that takes back facts, the box gets one that takes them back of every
        deployment.
        """
        earlier = self._waiting.pop(statement.key, None)
        self._waiting[statement.key] = statement.after(earlier) if earlier else statement
        return self._trim()

    def _trim(self) -> bool:
        if len(self._waiting) <= self._most:
            return True
        while len(self._waiting) > self._most:
            _, lost = self._waiting.popitem(last=False)
            if lost.changed or lost.dropped:
                every = self._waiting.get(b"", lost)
                number = max(every.number, lost.number)
                dropped = every.dropped or lost.dropped
                self._waiting[b""] = Statement(number, b"", dropped, changed=True)
        return False

    def take(self, most: int) -> list[Statement]:
        """Remove and return the oldest statements; those on every deployment come first."""
        taken: list[Statement] = []
        every = self._waiting.pop(b"", None)
        if every is not None:
            taken.append(every)
        while self._waiting and len(taken) < most:
            taken.append(self._waiting.popitem(last=False)[1])
        return taken

    def restore(self, statements: Iterable[Statement]) -> None:
        """Put statements back that were taken and not sent."""
        for earlier in statements:
            later = self._waiting.get(earlier.key)
            self._waiting[earlier.key] = later.after(earlier) if later else earlier
            self._waiting.move_to_end(earlier.key, last=False)
            self._trim()


class _Kind(NamedTuple):
    """A kind of document that may be learned, with the steps to each of its fields."""

    learnable: Learnable
    steps: tuple[tuple[Step, ...], ...]
    prepared: Callable[[RawSchema], Schema]


class SharedForm:
    """The form of rows outside of a process, by the contract's own types.

    Attributes:
        fingerprint: differs for contracts that learn other fields, or know other sources.
    """

    def __init__(self, bundle: Bundle, places: Mapping[str, Sequence[LearnablePlace]]) -> None:
        """Read which kinds of document may be learned.

        Args:
            bundle: the bundle of the contract.
            places: the places of learnable documents, as `places_by_kind` returns them.

        Raises:
            ContractError: the contract lets nothing be learned.
        """
        self._kinds: list[_Kind] = []
        for name in sorted(bundle.book.kinds):
            learnable = next((found for pattern, found in places[name] if not pattern), None)
            if learnable is None:
                continue
            known = bundle.definitions(name, Limits().items)
            root = known[bundle.roots[name]["open"]]
            steps = [tuple(steps_to(known, root, place)) for place in learnable.pointers]
            self._kinds.append(_Kind(learnable, tuple(steps), prepare_all(known)))
        if not self._kinds:
            raise ContractError("the contract lets nothing be learned, so nothing can be shared")
        self._numbers = {kind.learnable.pointers: n for n, kind in enumerate(self._kinds)}
        described = [FORM, *[_described(kind.learnable) for kind in self._kinds]]
        text = json.dumps(described, sort_keys=True)
        self.fingerprint = hashlib.sha256(text.encode()).hexdigest()[:16]

    def parts(self, row: Row) -> tuple[str, str]:
        """Return the facts of a row as JSON: those that cannot change, and those that may."""
        lasting: dict[str, Any] = {"k": self._numbers[row[0].pointers]}
        fresh: dict[str, Any] = {}
        for index, value in enumerate(row[2:]):
            if value is not MISSING:
                part = lasting if row[0].lasting[index] else fresh
                part[str(index)] = value
        return _written(lasting), _written(fresh) if fresh else ""

    def row(self, lasting: bytes | str, fresh: bytes | str, since: float) -> Row:
        """Return facts as a row. Facts that the contract's types do not admit are left out.

        Raises:
            ValueError: the facts are not in this form.
        """
        stable, changing = _read(lasting), _read(fresh) if fresh else {}
        number = stable.pop("k", None)
        if not isinstance(number, int) or not 0 <= number < len(self._kinds):
            raise ValueError("no kind of document")
        kind = self._kinds[number]
        values: list[Any] = []
        for index, is_lasting in enumerate(kind.learnable.lasting):
            part = stable if is_lasting else changing
            value = part.get(str(index), MISSING)
            values.append(_admitted(kind, index, value))
        return (kind.learnable, since, *values)


def _admitted(kind: _Kind, index: int, value: Any) -> Any:
    """Return a value if the schema of its field admits it, else MISSING."""
    tokens = kind.learnable.pointers[index]
    document: dict[str, Any] = {}
    put(document, tokens, value)
    value = MISSING if value is MISSING else scalar_at(document, tokens, kind.learnable, {})
    schema = kind.steps[index][-1].schema
    if value is MISSING or not fits(kind.prepared(schema), value):
        return MISSING
    return value


def _described(kind: Learnable) -> list[Any]:
    pointers: Sequence[str] = [join(tokens) for tokens in kind.pointers]
    return [join(kind.identity), pointers, list(kind.lasting), sorted(kind.sources)]


def _written(part: Mapping[str, Any]) -> str:
    return json.dumps(part, separators=(",", ":"), sort_keys=True)


def _read(text: bytes | str) -> dict[str, Any]:
    """Return a part as it was written. Raises ValueError if it was not written by `_written`."""
    if len(text) > MAX_PART:
        raise ValueError("too long")
    try:
        part = json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(part, dict):
        raise ValueError("not an object")  # noqa: TRY004 - a wrong text, not a wrong call
    return part
