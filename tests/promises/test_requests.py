"""Requests at every door: what passes is what was judged, byte for byte, and what has two readings does not pass."""

import gzip
import itertools
import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any
from urllib.parse import quote
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deploy_contract import Request
from tests.support.applications import over_wsgi
from tests.support.doors import (
    DOORS,
    ID,
    JSON,
    LIST,
    PASSES,
    PATCH,
    Door,
    Sent,
    asgi,
    ask,
    called,
    doors,
    passing_on,
    refused,
)
from tests.support.effort import effort
from tests.support.engines import made
from tests.support.random_documents import escaped, text_of, valid
from tests.support.strategies import patient

Tried = Callable[[int], None]


# -- 4: what was validated is what is forwarded


CODINGS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    "identity": bytes,
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
}


@pytest.mark.promise(4)
@passing_on
def test_what_passes_is_passed_on_byte_for_byte(engine: str, door: Door, tried: Tried) -> None:
    chance, passed = Random(4), 0
    for _ in range(40):
        text = text_of(chance, valid(chance, "DeploymentPatch"))
        body = chance.choice((text, escaped(text))).encode()
        coding = chance.choice(sorted(CODINGS))
        sent = CODINGS[coding](body)
        headers = [*JSON, *([("Content-Encoding", coding)] if coding else [])]
        path = f"{LIST}/{UUID(int=chance.getrandbits(128))}"  # of no deployment that is known
        came = door(engine, "PATCH", path, "", headers, sent)
        expected = made(engine).check(body, "DeploymentPatch")
        assert came.passed == expected.ok, body
        assert came.body == (sent if expected.ok else None)
        if expected.ok:  # what was judged is what any reader of the bytes reads
            assert json.loads(body) == expected.value
            passed += 1
    assert passed
    tried(passed)


@pytest.mark.soak
@pytest.mark.promise(4)
@passing_on
def test_any_bytes_are_passed_on_as_they_are_or_not_at_all(
    engine: str, door: Door, tried: Tried
) -> None:
    @patient(60, in_soak=500)
    @given(
        st.binary(max_size=60)
        | st.text('{}[]":, \\u0019aeE+-.ntfl\n', max_size=40).map(str.encode),
        st.booleans(),
    )
    def holds(body: bytes, declared: bool) -> None:
        came = door(engine, "PATCH", PATCH, "", JSON if declared else (), body)
        passes = bool(body) and declared and made(engine).check(body, "DeploymentPatch").ok
        assert came.passed == passes
        assert came.body == (body if passes else None)
        # none of the contract's: nothing is looked at
        assert door(engine, "POST", "/elsewhere", "", (), body).body == body
        tried(1)

    holds()


@pytest.mark.promise(4)
def test_however_an_application_reads_the_body_it_is_the_same(engine: str, tried: Tried) -> None:
    body = b'{"secrets":\n [],\n "flags": [1]}\n'
    ways: list[Callable[[Any], bytes]] = [
        lambda stream: bytes(stream.read()),
        lambda stream: b"".join(iter(lambda: stream.read(5), b"")),
        b"".join,
        lambda stream: b"".join(iter(stream.readline, b"")),
        lambda stream: b"".join(stream.readlines()),
        lambda stream: bytes(stream.read(3) + stream.readline() + stream.read()),
    ]
    tried(len(ways))
    for way in ways:

        def app(environ: Any, start_response: Any, way: Any = way) -> list[bytes]:
            start_response("299 Read", [])
            return [way(environ["wsgi.input"])]

        assert over_wsgi(app, contract=made(engine))("PATCH", PATCH, body).body == body
    for chunk in range(1, len(body) + 1):
        assert asgi(engine, "PATCH", PATCH, "", JSON, body, chunk=chunk).body == body


BODY = b'{"secrets": []}'


def wanted(rule: str) -> Sent:
    """Return the outcome of a request that a rule refuses, or that passes if the rule is ""."""
    return refused(rule) if rule else PASSES


# -- 18: once


QUERY = {  # each parameter with values that it has
    "limit": ("5", "100"), "offset": ("0", "5"), "name_contains": ("x", ""), "status": ("READY", ""), "remote_reconciled": ("true", "False"),
    "tag_value_ids": ("a,b", ""), "image_version": ("1", ""), "deployment_type": ("dev", "prod"), "deployment_ids": (ID, ""),
}  # fmt: skip


def spellings(name: str) -> Iterator[str]:
    """Yield a name as a query may have it."""
    yield name
    yield "".join(f"%{ord(sign):02x}" for sign in name)
    yield f"%{ord(name[0]):02X}{name[1:]}"


@pytest.mark.promise(18)
@doors
def test_a_parameter_comes_once(engine: str, door: Door, tried: Tried) -> None:
    parameters = {
        row["name"]
        for operation in made(engine).operations
        for row in operation["parameters"]
        if row["in"] == "query"
    }
    assert parameters == set(QUERY)
    count = 0
    for name, (one, other) in QUERY.items():
        assert ask(door, engine, "GET", LIST, f"{name}={one}").passed
        for second in spellings(name) if door is called else [name]:
            pairs = [
                f"{name}={one}&{second}={one}",
                f"{second}={one}&{name}={other}",
                f"{name}={one}&other=1&other=2&{second}={other}",
                f"{name}={one}&{second}",
            ]
            for query in pairs:
                count += 1
                assert ask(door, engine, "GET", LIST, query) == refused("parameter-repeated"), query
    assert ask(door, engine, "GET", LIST, "other=1&other=2&limit=5").passed  # not read
    for query in ("limit=1&limit=2", "name_contains=%ff"):  # no value is made up
        found = made(engine).check_request(Request("GET", LIST, query)).parameters
        assert set(found or {}) == {"limit", "offset"} - {query.partition("=")[0]}
    tried(count)


@pytest.mark.promise(18, 21)
@doors
def test_a_header_that_is_read_comes_once(engine: str, door: Door, tried: Tried) -> None:
    kind = "application/json"
    names = ["content-type", "Content-Type", "CONTENT-TYPE"]
    # Envoy leaves out what is empty, and hands on one header
    others = (kind, "text/plain") if door not in DOORS.values() else (kind, "text/plain", "")
    wrong = list(itertools.product(names, names, others))
    tried(len(wrong) + 1)
    for one, other, second in wrong:
        headers = [(one, kind), (other, second)]
        came = ask(door, engine, "PATCH", PATCH, "", headers, BODY)
        assert came == refused("content-type"), headers
    twice = [*JSON, ("content-encoding", "gzip"), ("content-encoding", "gzip")]
    came = ask(door, engine, "PATCH", PATCH, "", twice, gzip.compress(BODY))
    assert came == refused("content-encoding")
    right = [("x-a", "1"), *JSON, ("x-a", "2"), ("accept", "a"), ("accept", "b")]
    assert ask(door, engine, "PATCH", PATCH, "", right, BODY).passed


# -- 20: numbers and booleans


def number(text: str) -> int | None:
    """Return the value of a text by `-?(0|[1-9][0-9]*)`, sign by sign; None where it is none."""
    negative, digits = text[:1] == "-", text[1:] if text[:1] == "-" else text
    if not digits or (digits[0] == "0" and digits != "0"):
        return None
    value = 0
    for digit in digits:
        if digit not in tuple("0123456789"):
            return None
        value = value * 10 + "0123456789".index(digit)
    return -value if negative else value


NUMBER_SIGNS = "0", "1", "9", "-", "+", ".", "_", " ", "e", "\uff11", "\u0663"
BOUNDS = {"limit": (1, 100), "offset": (0, 2**53 - 1)}


def texts_of(pieces: Sequence[str], most: int) -> Iterator[str]:
    """Yield every text of up to so many pieces."""
    for length in range(most + 1):
        yield from map("".join, itertools.product(pieces, repeat=length))


def expected_of(name: str, text: str) -> str:
    value = number(text)
    low, high = BOUNDS[name]
    if value is None:
        return "parameter-type"
    if value < low:
        return "parameter-minimum"
    return "parameter-maximum" if value > high else ""


@pytest.mark.soak
@pytest.mark.promise(20, 13)
def test_numbers_go_by_the_strict_grammar(engine: str, tried: Tried) -> None:
    contract, count = made(engine), 0
    for text, name in itertools.product(texts_of(NUMBER_SIGNS, effort(3, 4)), BOUNDS):
        written = quote(text, safe="")
        report = contract.check_request(Request("GET", LIST, f"{name}={written}"))
        count += 1
        rule = expected_of(name, text)
        found = [violation.rule for violation in report.violations]
        assert found == [rule] * bool(rule), (name, text)
        if not rule:
            assert report.parameters is not None
            value = report.parameters[name]
            assert (type(value), value) == (int, number(text))
    tried(count)


# the suite has more of these; here are those that doors might hand on in another form
NUMBERS = ("1", "-1", "00", "+1", "1 ", "1.", "1" * 400, "1\n", "\n1", "1%00", "\uff11", "\u0663")
FLAGS = ("true", "FALSE")
NO_FLAGS = (
    "1",
    "true ",
    " true",
    "true\n",
    "tru\u0435",
    "fal\u017fe",
    "\0true",
    "true\0",
    '"false"',
)


@pytest.mark.promise(20)
@doors
def test_numbers_and_flags_at_every_door(engine: str, door: Door, tried: Tried) -> None:
    rows = [(name, text, expected_of(name, text)) for name in BOUNDS for text in NUMBERS]
    rows += [("remote_reconciled", text, "") for text in FLAGS]
    rows += [("remote_reconciled", text, "parameter-type") for text in NO_FLAGS]
    tried(len(rows))
    for name, text, rule in rows:
        came = ask(door, engine, "GET", LIST, f"{name}={quote(text, safe='')}")
        assert came == wanted(rule), (name, text)


# -- 21: Content-Type

TYPES: dict[str, list[str]] = {  # by the rule that refuses them; the suite has more
    "": ["Application/JSON", " application/json\t", 'application/json; a="\\"; charset=x"'],
    "content-type": [
        "application/json, application/json", "application/json; charset= utf-8", "", "*/*",
        "application/json\x00", "application/json\n", "\uff41pplication/json",
    ],
    "content-charset": ["application/json; charset=utf-16", "application/json; charset*=utf-8"],
}  # fmt: skip


@pytest.mark.promise(21, 10)
@doors
def test_types_at_every_door(engine: str, door: Door, tried: Tried) -> None:
    for rule, texts in TYPES.items():
        for text in texts:
            if door is called or (text.isprintable() and text.isascii()):
                came = ask(door, engine, "PATCH", PATCH, "", [("content-type", text)], BODY)
                assert came == wanted(rule), text
                tried(1)
    assert ask(door, engine, "PATCH", PATCH, "", (), BODY) == refused("content-type")
