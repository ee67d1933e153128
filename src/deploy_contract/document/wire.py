"""From bytes to a JSON value with one meaning, or to the rule that they break (RFC 8259, narrowed by the wire rules)."""

import json
import math
import re
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Any, NamedTuple, NoReturn

from deploy_contract_format.faults import DEPTH, EXPONENT, NUMERAL, Place, TextError
from deploy_contract_format.pointer import Tokens

Parser = Callable[[bytes], Any]


class Limits(NamedTuple):
    """Bounds on a document. The depth of arrays and objects, 32, is fixed in the contract."""

    request_body: int = 1 << 20  # bytes
    response_body: int = 16 << 20  # bytes
    request_objects: int = 50_000  # arrays and objects of a request body: what a parser and the garbage collector pay most for
    response_objects: int = 150_000  # arrays and objects of a response body
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
    refuse_long_numbers(body)
    return value


def _decoded(decoded: str) -> Any:
    try:
        return _decode(decoded)
    except (TextError, json.JSONDecodeError):
        raise
    except ValueError:  # more digits than int() takes
        return json.loads(
            decoded, object_pairs_hook=_object, parse_constant=_constant, parse_int=_integer
        )


def diagnose(body: bytes, told: str = "") -> Any:
    """Why a strict parser refuses a text, as a TextError; or its value, if it should not have.

    Of several faults, whatever the parser: its encoding, its depth, its syntax, then what `parse` comes upon first, and last
    the length of its numbers.
    `told`: what the parser says, which helps to find it sooner and counts for nothing else.
    """
    decoded = _shallow(body)
    likely = "duplicate" in told or b"\\u" in body
    try:
        value, fault = _noted(decoded) if likely else (_decode_loosely(decoded), "")
    except json.JSONDecodeError as error:
        raise TextError("json-syntax", Place(error.lineno, error.colno)) from None
    except ValueError:  # more digits than int() takes
        likely = False
    if not likely:  # of most that are refused the syntax is at fault, which is known by now, in half of the time
        return parse(body)
    if fault:
        raise TextError(fault)
    if b"\\u" in body:
        inspect(value, _ANY_LENGTH, parsed=True)
    refuse_long_numbers(body)
    return value


def _noted(decoded: str) -> tuple[Any, str]:
    """A value read to its end, and the first rule that it breaks beside the syntax."""
    faults: list[str] = []

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            faults.append("json-duplicate-key")
        return found

    decoder = json.JSONDecoder(
        object_pairs_hook=members, parse_constant=lambda _: faults.append("json-constant")
    )
    return decoder.decode(decoded), faults[0] if faults else ""


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
    return (
        int(digits) if len(digits) < 400 else float(digits)
    )  # infinite: out of range by the schema


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
    return max(accumulate(map(_STEP.__getitem__, _brackets(body))), default=0) > depth


def _brackets(body: bytes) -> bytes:
    """Return the brackets and braces of a JSON text outside of its strings."""
    if b"\\" in body:
        body = body.replace(b"\\\\", b"").replace(b'\\"', b"")
    signs = (
        body.translate(None, _DROPPED).replace(b"\\", b"").replace(b'""', b"")
    )  # only strings with brackets keep quotes
    return b"".join(signs.split(b'"')[::2]) if b'"' in signs else signs


def refuse_many_objects(body: bytes, most: int) -> None:
    """Raise TextError where a JSON text holds more than `most` arrays and objects, in linear time and before it is parsed.

    Of a text whose encoding or depth is at fault too, that is the error.
    """
    if len(body) <= 2 * most or body.count(b"[") + body.count(b"{") <= most:
        return  # none is shorter than two characters; the counts take in what strings hold
    _shallow(body)
    signs = _brackets(body)
    if signs.count(b"[") + signs.count(b"{") > most:
        raise TextError("json-objects", limit=most)


def refuse_long_numbers(body: bytes) -> None:
    """Raise TextError where a JSON text holds a number of more characters, or more digits of an exponent, than are read alike.

    One pass in C over the text passes nearly every document; those with strings that look so are read by their tokens.
    """
    signs = body.translate(_SIGNS)
    suspicious = (_EXPONENT in signs and _ends_as_numbers(signs, _EXPONENT)) or (
        _SIGNED_EXPONENT in signs and _ends_as_numbers(signs, _SIGNED_EXPONENT)
    )
    if suspicious or (len(body) > NUMERAL and _RUN in signs):
        for match in _TOKEN.finditer(body):
            token = match[0]
            if token[0] != _QUOTE and (len(token) > NUMERAL or _LONG_EXPONENT.search(token)):
                raise TextError("json-number", limit=NUMERAL)


def _ends_as_numbers(signs: bytes, mark: bytes) -> bool:
    """Return True if anything that looks like a long exponent ends as numbers do, and not within a string as in a uuid."""
    at = signs.find(mark)
    for _ in range(_LEAST_LOOKS + len(signs) // _BYTES_OF_A_LOOK):
        if at < 0:
            return False
        end = _ZEROS.match(signs, at + len(mark)).end()  # type: ignore[union-attr]  # it matches nothing too
        if end == len(signs) or signs[end] == _COMMA:
            return True
        at = signs.find(mark, end)
    return True


_SIGN_BYTES = {b"0123456789": b"0", b"eE": b"e", b"+-": b"-", b",]} \t\r\n": b","}
_SIGNS = bytes(
    next((sign[0] for signs, sign in _SIGN_BYTES.items() if byte in signs), 0x20)
    for byte in range(256)
)
_EXPONENT, _SIGNED_EXPONENT = b"0e" + b"0" * (EXPONENT + 1), b"e-" + b"0" * (EXPONENT + 1)
# a longer number has more than these digits on one side of its point: beside them are two signs, the point and an exponent
_RUN = b"0" * ((NUMERAL - EXPONENT - 4) // 2)
_ZEROS = re.compile(b"0*+")
_COMMA, _QUOTE = b',"'
_LEAST_LOOKS, _BYTES_OF_A_LOOK = 64, 64  # beyond so many looks, reading all of the text is cheaper
_TOKEN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?+|[-+.0-9eE]++', re.DOTALL)
_LONG_EXPONENT = re.compile(b"[eE][-+]?[0-9]{%d}" % (EXPONENT + 1))


def inspect(value: Any, limits: Limits, *, parsed: bool = False) -> None:
    """TextError where a value that was not read strictly is none that JSON can hold, or breaks a cap.

    It must be made of exactly dict with str keys, list, str, int, float, bool and None. NaN is refused here; numbers out
    of range are left to the schema. `parsed`: it was read from a text, whose length bounds how much it holds.
    """
    within: list[
        Any
    ] = []  # where the arrays and objects stand that are open: None for the document, then keys and indexes
    levels: list[Iterator[tuple[Any, Any]]] = [iter([(None, value)])]
    nodes, most = 0, limits.string
    while levels:
        for key, part in levels[-1]:
            kind = type(part)  # __class__ may lie
            nodes += 1
            if nodes > _MOST_NODES and not parsed:
                raise TextError("yaml-size", limit=_MOST_NODES)
            if kind is str:
                if len(part) > most or not part.isascii():
                    _look(part, most, (*within, key)[1:])
            elif kind is dict or kind is list:
                if len(within) >= DEPTH:
                    raise TextError("json-depth", limit=DEPTH)
                within.append(key)
                for name in part if kind is dict else ():
                    if type(name) is not str:
                        raise TextError("json-value", at=tuple(within[1:]))
                    if len(name) > most or not name.isascii():
                        _look(name, most, tuple(within[1:]))
                levels.append(iter(part.items() if kind is dict else enumerate(part)))
                break
            elif kind is float:
                if math.isnan(part):
                    raise TextError("json-constant", at=(*within, key)[1:])
            elif not (
                part is None
                or kind is bool
                or (kind is int and (parsed or part.bit_length() <= _MOST_BITS))
            ):
                raise TextError("json-value", at=(*within, key)[1:])
        else:
            levels.pop()
            del within[-1:]


def _look(text: str, most: int, at: Tokens) -> None:
    """TextError where a text is none that JSON can hold, or is too long."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise TextError("json-surrogate", at=at) from None
    if len(text) > most:
        raise TextError("json-string-length", at=at, limit=most)


_MOST_NODES = 2_000_000  # of a parsed value: one that refers to its parts again and again holds more than it seems
_MOST_BITS = 1024  # a double holds no integer of more; engines differ on them, so none sees them
_ANY_LENGTH = Limits(string=1 << 62)
