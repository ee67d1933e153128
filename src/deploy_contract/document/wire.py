"""From bytes to one JSON value, or to the wire rule that they break (RFC 8259, narrowed)."""

import json
import math
import re
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Any, NamedTuple, NoReturn

from deploy_contract_format.errors import DEPTH, EXPONENT, NUMERAL, Place, TextError
from deploy_contract_format.numerals import Numeral, number
from deploy_contract_format.pointer import Tokens

Parser = Callable[[bytes], Any]


class Limits(NamedTuple):
    """Bounds on messages and reports. The depth of documents, 32, is fixed in the contract.

    Attributes:
        request_body: bytes of a request body, before and after decoding.
        response_body: the same of a response body.
        request_objects: arrays and objects of a request body, which cost a parser the most.
        response_objects: arrays and objects of a response body.
        items: items of one array, or members of one object.
        string: characters of one string.
        violations: violations of one report.
        query: characters of a query.
    """

    request_body: int = 1 << 20
    response_body: int = 16 << 20
    request_objects: int = 50_000
    response_objects: int = 150_000
    items: int = 10_000
    string: int = 1 << 20
    violations: int = 20
    query: int = 1 << 16


def parse(body: bytes) -> Any:
    """Return the value of a JSON text, parsed strictly by the standard library.

    A number that overflows a double becomes an infinity, which the schema rejects.

    Raises:
        TextError: if the text breaks a wire rule.
    """
    return _parse(body, exactly=False)


def parse_exactly(body: bytes) -> Any:
    """Return the same, but with a `Numeral` for each number that is not the double nearest to it.

    Raises:
        TextError: if the text breaks a wire rule.
    """
    return _parse(body, exactly=True)


def _parse(body: bytes, *, exactly: bool) -> Any:
    decoded = _shallow_text(body)
    try:
        value = _parse_strictly(decoded)
    except json.JSONDecodeError as error:
        raise TextError("json-syntax", Place(error.lineno, error.colno)) from None
    if b"\\u" in body:
        inspect(value, _ANY_LENGTH, parsed=True)
    if check_numbers(body) and exactly:
        return _decode_exactly(decoded)
    return value


def diagnose(body: bytes, message: str = "") -> Any:
    """Raise the TextError of a text that a strict parser rejects, the same for every parser.

    Of several faults, encoding comes first, then depth, syntax, the first fault that `parse` finds,
    and the length of numbers.

    Args:
        body: the text.
        message: of the parser. It may speed up the search and changes no result.

    Returns:
        The value as `parse_exactly` returns it, if no rule is broken.
    """
    decoded = _shallow_text(body)
    if "duplicate" in message or b"\\u" in body:
        try:
            rule = _parse_noting(decoded)
        except json.JSONDecodeError as error:
            raise TextError("json-syntax", Place(error.lineno, error.colno)) from None
        except ValueError:  # more digits than int() takes
            return parse_exactly(body)
        if rule:
            raise TextError(rule)
        return parse_exactly(body)
    # mostly the syntax is wrong; a loose parser finds that in half of the time of `parse`
    try:
        _decode_loosely(decoded)
    except json.JSONDecodeError as error:
        raise TextError("json-syntax", Place(error.lineno, error.colno)) from None
    except ValueError:  # more digits than int() takes
        pass
    return parse_exactly(body)


def text(body: bytes) -> str:
    """Return the text of bytes that are UTF-8 without a byte order mark.

    Raises:
        TextError: `json-encoding` for any other bytes.
    """
    try:
        decoded = body.decode("utf-8")
    except UnicodeDecodeError:
        raise TextError("json-encoding") from None
    if decoded.startswith("\ufeff"):
        raise TextError("json-encoding")
    return decoded


def _shallow_text(body: bytes) -> str:
    decoded = text(body)
    if nests_deeper(body):
        raise TextError("json-depth", limit=DEPTH)
    return decoded


def _parse_strictly(decoded: str) -> Any:
    try:
        return _decode(decoded)
    except (TextError, json.JSONDecodeError):
        raise
    except ValueError:  # more digits than int() takes
        return json.loads(
            decoded,
            object_pairs_hook=_object,
            parse_constant=_refuse_constant,
            parse_int=_long_integer,
        )


def _parse_noting(decoded: str) -> str:
    """Return the first rule that a text breaks apart from syntax, or ""."""
    rules: list[str] = []

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            rules.append("json-duplicate-key")
        return found

    def constant(_text: str) -> None:
        rules.append("json-constant")

    decoder = json.JSONDecoder(object_pairs_hook=members, parse_constant=constant)
    decoder.decode(decoded)
    return next(iter(rules), "")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise TextError("json-duplicate-key")
    return members


def _refuse_constant(_text: str) -> NoReturn:
    raise TextError("json-constant")


def _long_integer(digits: str) -> int | float:
    if len(digits) < 400:
        return int(digits)
    return float(digits)  # an infinity


_decode_exactly = json.JSONDecoder(parse_float=number).decode
_decode_loosely = json.JSONDecoder().decode
_decode = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_refuse_constant).decode

_KEPT = b'"\\[]{}'
_DROPPED = bytes(set(range(256)) - set(_KEPT))
_STEP = [0] * 256
_STEP[ord("[")] = _STEP[ord("{")] = 1
_STEP[ord("]")] = _STEP[ord("}")] = -1


def nests_deeper(body: bytes, depth: int = DEPTH) -> bool:
    """Return True if the arrays and objects of a JSON text nest deeper than `depth`.

    It takes linear time and does not recurse.
    """
    if body.count(b"[") + body.count(b"{") <= depth:
        return False
    return max(accumulate(map(_STEP.__getitem__, _brackets(body))), default=0) > depth


def _brackets(body: bytes) -> bytes:
    """Return the brackets and braces of a JSON text outside of its strings."""
    if b"\\" in body:
        body = body.replace(b"\\\\", b"").replace(b'\\"', b"")
    # after this only strings that hold brackets have quotes
    signs = body.translate(None, _DROPPED).replace(b"\\", b"").replace(b'""', b"")
    if b'"' in signs:
        return b"".join(signs.split(b'"')[::2])
    return signs


def refuse_many_objects(body: bytes, most: int) -> None:
    """Raise TextError if a JSON text holds more than `most` arrays and objects.

    It takes linear time and does not parse. If the encoding or the depth is wrong too, that is the
    error.
    """
    # none is shorter than two characters, and the counts include brackets in strings
    if len(body) <= 2 * most or body.count(b"[") + body.count(b"{") <= most:
        return
    _shallow_text(body)
    signs = _brackets(body)
    if signs.count(b"[") + signs.count(b"{") > most:
        raise TextError("json-objects", limit=most)


def check_numbers(body: bytes) -> bool:
    """Raise TextError if a JSON text holds a number that some readers misread.

    These are numbers of more than 400 characters, or with more than 4 digits in the exponent.

    Fast path: searches in a text with one sign for all digits pass nearly every document. They
    skip the tokens. This is safe: a number with a long exponent ends in at least five such signs
    and a separator, and has an `e` before them. A longer number has a long run of such signs, and
    so many of them among every `_SAMPLED`-th sign. Texts with strings that look so are searched
    token by token. (In short texts the pattern alone is faster.)

    Returns:
        True if a number may have to be judged by its digits. It is written with a point or an
        exponent, and has more than 15 digits or is very small. Doubles keep the order of others.
    """
    signs = body.translate(_SIGNS)
    suspicious = False
    if len(body) <= NUMERAL or _LONG_END in signs or signs[-1:] == b"0":
        suspicious = _EXPONENT.search(signs) is not None
    if not suspicious and len(body) > NUMERAL:
        suspicious = _RUN_SAMPLE in signs[::_SAMPLED] and _RUN in signs
    if suspicious:
        _refuse_long_numbers(body)
    return _has_long_decimal(body.translate(_DECIMAL_SIGNS))


def _has_long_decimal(signs: bytes) -> bool:
    """Return True if a text may hold a decimal of more than 15 digits, or one that is very small.

    A text that ends like one, in a string before a comma or a blank, may be taken for one.
    """
    if signs.endswith(_SMALL_ENDS):
        return True
    for part in _OF_LONG_DECIMALS:
        at = signs.find(part)
        while at >= 0:
            end = at + len(part)
            if part.endswith(b","):
                return True
            end = _NUMBER_SIGNS(signs, end).end()  # type: ignore[union-attr] # matches nothing, too
            if end == len(signs) or signs[end] == _COMMA:
                return True
            at = signs.find(part, end)  # each sign is read once: the parts before it end alike
    return False


def _refuse_long_numbers(body: bytes) -> None:
    has_long_exponent = re.compile(_EXPONENT_OF_TOKEN).search
    for match in re.finditer(_TOKEN, body, re.DOTALL):
        token = match[0]
        if token[0] == _QUOTE:
            continue
        if len(token) > NUMERAL or has_long_exponent(token):
            raise TextError("json-number", limit=NUMERAL)


# digits and signs become 0, separators a comma, e and E an e, all else a blank
_SIGN_BYTES = dict.fromkeys(b"0123456789+-", b"0") | dict.fromkeys(b"eE", b"e")
_SIGN_BYTES |= dict.fromkeys(b",]} \t\r\n", b",")
_SIGNS = b"".join([_SIGN_BYTES.get(byte, b" ") for byte in range(256)])
_LONG_EXPONENT = b"0" * (EXPONENT + 1)
_LONG_END = _LONG_EXPONENT + b","
_EXPONENT = re.compile(b"0e" + _LONG_EXPONENT + b"0*+(?:,|\\Z)")
# a longer number has a run of so many digits before or after its point; its other characters are
# at most two signs, the point, an `e` and the digits of the exponent
_RUN = b"0" * ((NUMERAL - EXPONENT - 4) // 2)
_SAMPLED = 16
_RUN_SAMPLE = b"0" * (len(_RUN) // _SAMPLED)
(_QUOTE,) = b'"'
# the same, but a sign is a minus, and a point a point
_DECIMAL_BYTES = _SIGN_BYTES | dict.fromkeys(b"+-", b"-") | {ord("."): b"."}
_DECIMAL_SIGNS = b"".join([_DECIMAL_BYTES.get(byte, b" ") for byte in range(256)])
# of 16 digits with a point, eight are on one side of it; a small number has three or four digits and
# a sign in its exponent
_SMALL_ENDS = (b"e-000", b"e-0000")
_OF_LONG_DECIMALS = (b".00000000", b"00000000.", b"0000000000000000e", b"e-000,", b"e-0000,")
_NUMBER_SIGNS = re.compile(b"[0.e-]*+").match
_COMMA = ord(",")
# compiled when they are first needed: few texts look as if they had long numbers
_TOKEN = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?+|[-+.0-9eE]++'
_EXPONENT_OF_TOKEN = b"[eE][-+]?[0-9]{%d}" % (EXPONENT + 1)


def inspect(value: Any, limits: Limits, *, parsed: bool = False) -> bool:
    """Raise TextError if JSON cannot express a value, or the value breaks a limit.

    A value must consist of exactly dict with str keys, list, str, int, float, bool and None, or
    Numeral. NaN is rejected here, numbers out of range by the schema.

    Args:
        value: for example of a YAML file, or of the caller.
        limits: of the contract.
        parsed: True if the value was parsed from JSON text, whose length bounds its size.

    Returns:
        True if the value holds a Numeral.
    """
    has_numeral = False
    # keys and indexes of the open arrays and objects, after None for the document
    within: list[Any] = []
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
                    _inspect_text(part, most, (*within, key)[1:])
            elif kind is dict or kind is list:
                if len(within) >= DEPTH:
                    raise TextError("json-depth", limit=DEPTH)
                within.append(key)
                if kind is dict:
                    for name in part:
                        if type(name) is not str or len(name) > most or not name.isascii():
                            _inspect_key(name, most, tuple(within[1:]))
                    levels.append(iter(part.items()))
                else:
                    levels.append(enumerate(part))
                break
            elif kind is float or kind is Numeral:
                has_numeral |= kind is Numeral
                if math.isnan(part):
                    raise TextError("json-constant", at=(*within, key)[1:])
            elif part is None or kind is bool:
                continue
            elif kind is not int or (not parsed and part.bit_length() > _MOST_BITS):
                raise TextError("json-value", at=(*within, key)[1:])
        else:
            levels.pop()
            del within[-1:]
    return has_numeral


def _inspect_key(name: Any, most: int, at: Tokens) -> None:
    if type(name) is not str:
        raise TextError("json-value", at=at)
    _inspect_text(name, most, at)


def _inspect_text(text: str, most: int, at: Tokens) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise TextError("json-surrogate", at=at) from None
    if len(text) > most:
        raise TextError("json-string-length", at=at, limit=most)


_MOST_NODES = 2_000_000  # of a value; a value that repeats its parts holds more than it seems to
_MOST_BITS = 1024  # a double holds no longer integer; engines differ on them, so none sees them
_ANY_LENGTH = Limits(string=1 << 62)
