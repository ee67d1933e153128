"""A connection to Redis that knows to which run of Redis it belongs. Needs the extra [redis]."""

import json
import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from deploy_contract.knowledge.redis_scripts import JOIN, NAMES, READ, WRITE
from deploy_contract.knowledge.redis_socket import Bounds, client
from deploy_contract.knowledge.statements import KEY_BYTES, MAX_PART

_MOST_EVENTS = 1000  # that Redis keeps
_MAX_EVENT = 1 << 20  # bytes of one that is read
_READ_AT_ONCE = 100
MOST_STATEMENTS = 64  # of one event
_CONNECTING, _CALLING = 4, 2  # times the longest wait for a byte


class Joined(NamedTuple):
    """The state of a namespace: its epoch, the number of its last event, and that event's id."""

    epoch: str
    number: int
    last: bytes


class Item(NamedTuple):
    """A statement of some process.

    Attributes:
        contradicted: Redis knew another fact, and dropped both.
        outdated: its facts were said before a drop, and Redis has left them out.
    """

    number: int
    key: bytes
    dropped: bool
    changed: bool
    contradicted: bool
    outdated: bool
    age: float
    lasting: str
    fresh: str


class Event(NamedTuple):
    """Statements that one process has sent together."""

    number: int
    epoch: str
    origin: str
    items: list[Item]


class Known(NamedTuple):
    """The facts of Redis about a deployment, and the age in seconds of those that may change.

    Attributes:
        dropped: facts have proved to be wrong, and no others are known since.
        forgotten: the number of the last drop that Redis may have forgotten; -1 for none.
    """

    lasting: bytes
    fresh: bytes
    age: float
    dropped: bool = False
    forgotten: int = -1


class UnreadableError(ValueError):
    """Redis has answered with something that this project did not write."""


class Address(NamedTuple):
    """The place of a namespace in Redis. Its `repr` does not show the URL, which may be secret."""

    url: str
    prefix: str
    seconds: float
    kept: float
    capacity: int

    def __repr__(self) -> str:
        return "Address(...)"


class Connection:
    """One connection. It is never opened again, not even after `close` or a failure.

    Another run of Redis may answer then.

    Raises:
        Exception: whatever redis-py raises.
    """

    def __init__(self, address: Address) -> None:
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        self._address = address
        self._bounds = Bounds()
        self._bounds.begin(_CONNECTING * address.seconds)
        # RESP2, whose replies have one form in all versions of redis-py
        self._client: Any = client(
            address.url,
            self._bounds,
            socket_timeout=address.seconds,
            socket_connect_timeout=address.seconds,
            retry=Retry(NoBackoff(), 0),
            decode_responses=False,
            protocol=2,
        )
        self._keys = [f"{address.prefix}:{name}" for name in NAMES]
        self._events = self._keys[-1].encode()
        self._scripts = {text: self._client.register_script(text) for text in (JOIN, WRITE, READ)}
        self._last = b"0-0"
        try:
            # a restart may bring back older data with the same epoch
            self._run = str(self._client.info("server")["run_id"])
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the connection. It raises nothing."""
        with suppress(Exception):  # it may be broken in any way
            self._client.close()

    def _call(self, script: str, *arguments: Any) -> Any:
        self._bounds.begin(_CALLING * self._address.seconds)
        return self._scripts[script](keys=self._keys, args=arguments)

    def join(self) -> Joined:
        """Return the state of the namespace, and listen from there on."""
        kept = int(2000 * self._address.kept)
        epoch, number, self._last = self._call(JOIN, self._run, secrets.token_hex(8), kept)
        return Joined(_text(epoch), _number(number), self._last)

    def listen(self, seconds: float) -> tuple[list[Event], str, int]:
        """Wait for events; return them, and the epoch and number of the last event after that.

        Raises:
            UnreadableError: an event is not one of this project.
        """
        self._bounds.begin(seconds + _CALLING * self._address.seconds)
        with self._client.pipeline(transaction=False) as pipeline:
            pipeline.xread({self._events: self._last}, count=100, block=int(seconds * 1000))
            pipeline.hmget(self._keys[0], "epoch", "seq")
            streams, (epoch, number) = pipeline.execute()
        found: list[Event] = []
        for _, entries in streams or ():
            for identity, fields in entries:
                self._last = identity
                found.append(_event(fields))
        return found, _text(epoch or b""), _number(number or b"0")

    def write(self, epoch: str, origin: str, statements: Sequence[Sequence[Any]]) -> int:
        """Send statements; return the number of their event, -1 if the epoch is another."""
        kept, capacity = int(1000 * self._address.kept), self._address.capacity
        arguments: list[Any] = [epoch, origin, capacity, kept, _MOST_EVENTS]
        for statement in statements:
            arguments += statement
        return int(self._call(WRITE, *arguments))

    def read(self, epoch: str, keys: Sequence[bytes]) -> list[Known] | None:
        """Return the facts about deployments, None if the epoch is another.

        Raises:
            UnreadableError: there are not two facts for each key.
        """
        known: list[Known] = []
        for begin in range(0, len(keys), _READ_AT_ONCE):
            some = [key.hex() for key in keys[begin : begin + _READ_AT_ONCE]]
            found, time, drop, *parts = self._call(READ, MAX_PART, *some)
            if _text(found or b"") != epoch:
                return None
            forgotten = -1 if drop == b"-1" else _number(drop)
            if len(parts) != 2 * len(some):
                raise UnreadableError
            for lasting, fresh in zip(parts[::2], parts[1::2], strict=True):
                found_now = _known(lasting or b"", fresh or b"", _number(time))
                known.append(found_now._replace(dropped=lasting == b"", forgotten=forgotten))
        return known


def _known(lasting: bytes, fresh: bytes, now: int) -> Known:
    said, _, changing = fresh.partition(b" ")
    try:
        age = (now - _number(said)) / 1000
    except UnreadableError:
        return Known(lasting, b"", 0.0)
    return Known(lasting, changing if age >= 0 else b"", age)


def _event(fields: Any) -> Event:
    """Return an event of the stream. Raises UnreadableError if it is none."""
    try:
        said = fields[b"s"]
        if len(said) > _MAX_EVENT:
            raise UnreadableError
        rows = json.loads(said)
        if len(rows) > MOST_STATEMENTS:
            raise UnreadableError
        items = [_item(*row) for row in rows]
        epoch, origin = _text(fields[b"p"]), _text(fields[b"o"])
        return Event(_number(fields[b"q"]), epoch, origin, items)
    except UnreadableError:
        raise
    except Exception:  # whatever JSON of another form leads to
        raise UnreadableError from None


def _item(number: Any, key: Any, flags: Any, age: Any, lasting: Any, fresh: Any) -> Item:
    texts = (number, key, flags, age, lasting, fresh)
    if not all(isinstance(text, str) for text in texts):
        raise UnreadableError
    place = bytes.fromhex(key)
    if len(place) not in (0, KEY_BYTES):
        raise UnreadableError
    return Item(
        _number(number.encode()), place, "d" in flags, "c" in flags, "x" in flags, "o" in flags,
        _number(age.encode()) / 1000, lasting, fresh,
    )  # fmt: skip


def _number(text: Any) -> int:
    if not isinstance(text, bytes) or len(text) > 15 or not text.isdigit():
        raise UnreadableError
    return int(text)


def _text(value: Any) -> str:
    if not isinstance(value, bytes) or len(value) > 200:
        raise UnreadableError
    return value.decode("ascii", "replace")
