"""From bytes to a JSON value with one meaning, or to the rule that they break (RFC 8259, narrowed by the wire rules)."""

import json
import math
from collections.abc import Callable
from itertools import accumulate
from typing import Any, NamedTuple, NoReturn

from deploy_contract_format.faults import DEPTH, Place, TextError
from deploy_contract_format.pointer import Tokens

Parser = Callable[[bytes], Any]


class Limits(NamedTuple):
    """Bounds on a document. The depth of arrays and objects, 32, is fixed in the contract."""

    request_body: int = 1 << 20  # bytes
    response_body: int = 16 << 20  # bytes
    items: int = 10_000  # of one array or object
    string: int = 1 << 20  # characters of one string
    violations: int = 20  # of one report
    query: int = 1 << 16  # characters of a query string


def parse(body: bytes) -> Any:
    """The value of a JSON text by the standard library, made strict. TextError on any other text.

    Infinities come out where a number overflows a double: they are left to the schema.
    """
    decoded = _shallow(body)
    try:
        value = _decoded(decoded)
    except json.JSONDecodeError as error:
        raise TextError("json-syntax", Place(error.lineno, error.colno)) from None
    if b"\\u" in body:
        inspect(value, _ANY_LENGTH, parsed=True)
    return value


def _decoded(decoded: str) -> Any:
    try:
        return _decode(decoded)
    except (TextError, json.JSONDecodeError):
        raise
    except ValueError:  # more digits than int() takes
        return json.loads(decoded, object_pairs_hook=_object, parse_constant=_constant, parse_int=_integer)


def diagnose(body: bytes) -> Any:
    """Why a strict parser refuses a text, as a TextError; or its value, if it should not have.

    Of several faults, whatever the parser: its encoding, its depth, its syntax, and then what `parse` comes upon first.
    """
    try:
        _decode_loosely(_shallow(body))
    except json.JSONDecodeError as error:
        raise TextError("json-syntax", Place(error.lineno, error.colno)) from None
    except ValueError:
        pass
    return parse(body)


def text(body: bytes) -> str:
    """The text of bytes that are UTF-8 without a byte order mark; TextError of others."""
    try:
        decoded = body.decode("utf-8")
    except UnicodeDecodeError:
        raise TextError("json-encoding") from None
    if decoded.startswith("\ufeff"):
        raise TextError("json-encoding")
    return decoded


def _shallow(body: bytes) -> str:
    decoded = text(body)
    if deeper(body):
        raise TextError("json-depth", limit=DEPTH)
    return decoded


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise TextError("json-duplicate-key")
    return members


def _constant(_text: str) -> NoReturn:
    raise TextError("json-constant")


def _integer(digits: str) -> int | float:
    return int(digits) if len(digits) < 400 else float(digits)  # infinite: out of range by the schema


_decode_loosely = json.JSONDecoder().decode
_decode = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant).decode

_KEPT = b'"\\[]{}'
_DROPPED = bytes(set(range(256)) - set(_KEPT))
_STEP = [0] * 256
_STEP[ord("[")] = _STEP[ord("{")] = 1
_STEP[ord("]")] = _STEP[ord("}")] = -1


def deeper(body: bytes, depth: int = DEPTH) -> bool:
    """Whether the arrays and objects of a JSON text nest deeper than `depth`; in linear time, and without nesting itself."""
    if body.count(b"[") + body.count(b"{") <= depth:
        return False
    if b"\\" in body:
        body = body.replace(b"\\\\", b"").replace(b'\\"', b"")
    signs = body.translate(None, _DROPPED).replace(b"\\", b"").replace(b'""', b"")  # only strings with brackets keep quotes
    if b'"' in signs:
        signs = b"".join(signs.split(b'"')[::2])
    return max(accumulate(map(_STEP.__getitem__, signs)), default=0) > depth


def _whole(part: str, at: Tokens) -> None:
    try:
        part.encode()
    except UnicodeEncodeError:
        raise TextError("json-surrogate", at=at) from None


def inspect(value: Any, limits: Limits, *, parsed: bool = False) -> None:
    """TextError where a value that was not read strictly is none that JSON can hold, or breaks a cap.

    It must be made of exactly dict with str keys, list, str, int, float, bool and None. NaN is refused here; numbers out
    of range are left to the schema. `parsed`: it was read from a text, whose length bounds how much it holds.
    """
    waiting: list[tuple[Any, Tokens]] = [(value, ())]
    nodes = 0
    while waiting:
        part, at = waiting.pop()
        kind = type(part)  # __class__ may lie
        nodes += 1
        if nodes > _MOST_NODES and not parsed:
            raise TextError("yaml-size", limit=_MOST_NODES)
        if kind is str:
            _whole(part, at)
            if len(part) > limits.string:
                raise TextError("json-string-length", at=at, limit=limits.string)
        elif kind is dict or kind is list:
            if len(at) >= DEPTH:
                raise TextError("json-depth", limit=DEPTH)
            for key in part if kind is dict else ():
                if type(key) is not str:
                    raise TextError("json-value", at=at)
                _whole(key, at)
                if len(key) > limits.string:
                    raise TextError("json-string-length", at=at, limit=limits.string)
            members = part.items() if kind is dict else enumerate(part)
            waiting += reversed([(member, (*at, key)) for key, member in members])  # so that the first fault is found first
        elif kind is float:
            if math.isnan(part):
                raise TextError("json-constant", at=at)
        elif not (part is None or kind is bool or (kind is int and (parsed or part.bit_length() <= _MOST_BITS))):
            raise TextError("json-value", at=at)


_MOST_NODES = 2_000_000  # of a parsed value: one that refers to its parts again and again holds more than it seems
_MOST_BITS = 1024  # a double holds no integer of more; engines differ on them, so none sees them
_ANY_LENGTH = Limits(string=1 << 62)
