"""Requests at every door: what passes is what was judged, byte for byte.

`test_doors.py` and `test_envoy.py` send the requests of the suite: each parameter and header once, by
the strict grammar, with a media type.
"""

import gzip
import itertools
import json
import re
import zlib
from collections.abc import Callable
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from deploy_contract import Request
from tests.support.applications import over_wsgi
from tests.support.doors import JSON, LIST, PATCH, Door, asgi, passing_on
from tests.support.effort import effort
from tests.support.engines import made
from tests.support.random_documents import escaped, text_of, valid
from tests.support.strategies import chances, patient

# -- 4: what was validated is what is forwarded


CODINGS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    "identity": bytes,
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
}


def patch_text(chance: Random) -> bytes:
    """Return the text of a patch that the contract admits, as a program may write it."""
    text = text_of(chance, valid(chance, "DeploymentPatch"))
    return chance.choice((text, escaped(text))).encode()


bodies = (
    st.binary(max_size=60)
    | st.text('{}[]":, \\u0019aeE+-.ntfl\n', max_size=40).map(str.encode)
    | chances.map(patch_text)
)


@pytest.mark.soak
@pytest.mark.promise(4)
@passing_on
def test_any_bytes_are_passed_on_as_they_are_or_not_at_all(engine: str, door: Door) -> None:
    passed = 0

    @patient(90, in_soak=500)
    @given(bodies, st.sampled_from(sorted(CODINGS)), st.booleans())
    # else chance may draw none that passes
    @example(body=b'{"secrets": []}', coding="gzip", declared=True)
    def holds(body: bytes, coding: str, declared: bool) -> None:
        nonlocal passed
        sent = CODINGS[coding](body)
        headers = [*(JSON if declared else ()), *([("Content-Encoding", coding)] if coding else [])]
        came = door(engine, Request("PATCH", PATCH, "", headers, sent))
        expected = made(engine).check(body, "DeploymentPatch")
        passes = bool(body) and declared and expected.ok
        assert came.passed == passes
        assert came.body == (sent if passes else None)
        if passes:  # what was judged is what any reader of the bytes reads
            assert json.loads(body) == expected.value
            passed += 1
        # none of the contract's: nothing is looked at
        assert door(engine, Request("POST", "/elsewhere", body=sent)).body == sent

    holds()
    assert passed


@pytest.mark.promise(4)
def test_however_an_application_reads_the_body_it_is_the_same(engine: str) -> None:
    body = b'{"secrets":\n [],\n "flags": [1]}\n'
    ways: list[Callable[[Any], bytes]] = [
        lambda stream: bytes(stream.read()),
        lambda stream: b"".join(iter(lambda: stream.read(5), b"")),
        b"".join,
        lambda stream: b"".join(iter(stream.readline, b"")),
        lambda stream: b"".join(stream.readlines()),
        lambda stream: bytes(stream.read(3) + stream.readline() + stream.read()),
    ]
    for way in ways:

        def app(environ: Any, start_response: Any, way: Any = way) -> list[bytes]:
            start_response("299 Read", [])
            return [way(environ["wsgi.input"])]

        assert over_wsgi(app, contract=made(engine))("PATCH", PATCH, body).body == body
    request = Request("PATCH", PATCH, "", JSON, body)
    for chunk in range(1, len(body) + 1):
        assert asgi(engine, request, chunk=chunk).body == body


# -- 20: numbers; the suite has the rest of what parameters, headers and types may be


def number(text: str) -> int | None:
    """Return the value of a text by `-?(0|[1-9][0-9]*)`; None where it is none."""
    return int(text) if re.fullmatch("-?(0|[1-9][0-9]*)", text) else None


NUMBER_SIGNS = "0", "1", "9", "-", "+", ".", "_", " ", "e", "\uff11", "\u0663"
BOUNDS = {"limit": (1, 100), "offset": (0, 2**53 - 1)}


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
def test_numbers_go_by_the_strict_grammar(engine: str) -> None:
    contract, lengths = made(engine), range(effort(3, 4) + 1)
    signs = (itertools.product(NUMBER_SIGNS, repeat=length) for length in lengths)
    texts = map("".join, itertools.chain.from_iterable(signs))
    for text, name in itertools.product(texts, BOUNDS):
        written = quote(text, safe="")
        report = contract.check_request(Request("GET", LIST, f"{name}={written}"))
        rule = expected_of(name, text)
        found = [violation.rule for violation in report.violations]
        assert found == [rule] * bool(rule), (name, text)
        if not rule:
            assert report.parameters is not None
            value = report.parameters[name]
            assert (type(value), value) == (int, number(text))
