"""A body has one meaning or is refused: at every door, wherever in the body the fault is, under both engines.

`test_doors.py` takes the documents of the suite through the same doors.
"""

import gzip
import json
import math
import zlib
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from deploy_contract_generated.names import EngineName

from deploy_contract import Contract, Limits, Request
from deploy_contract.cli.command import main
from deploy_contract.models import Deployment
from tests.support.ambiguous import (
    CONSTANTS,
    NO_CHARACTERS,
    NO_NUMBERS,
    NUMBERS,
    PLACES,
    TOO_LARGE,
    TWICE,
    WHOLE,
    Bodies,
    at,
    bom,
    plain,
)
from tests.support.applications import deployment, over_asgi, over_wsgi
from tests.support.document_doors import (
    DOORS,
    JSON,
    LIST,
    PATCH,
    carry,
    judge,
    judged,
    message,
    refusing,
)
from tests.support.engines import ENGINES, made
from tests.support.faults import break_part
from tests.support.names import named

Tried = Callable[[int], None]
KINDS = (PATCH, LIST)


def wrongly_judged(
    contract: Contract, bodies: Bodies, *rules: str, doors: Iterable[str] = ("check",)
) -> list[Any]:
    """Return the doors, with their answers, that do not refuse bodies for these rules."""
    found = [
        (door, kind, body[:80], judge(contract, door, kind, body))
        for door in doors
        for kind, body in zip(KINDS, bodies, strict=True)
    ]
    return [row for row in found if row[-1] != refusing(*rules)]


def as_values(texts: Iterable[str]) -> list[str]:
    return [f'"x": {text}' for text in texts]


TOO_LONG = (  # of more than 400 characters, or four digits of an exponent
    "1e99999999999999999999", "1e10000", "1E+00001", "0e-10000", "1e-99999999999999999999", "9" * 401, "9" * 5000, f"{'9' * 4000}.5",
    f"0.{'1' * 399}", f"0.{'1' * 1000}", f"1{'0' * 5000}e-5000",
)  # fmt: skip
MEMBERS: dict[str, tuple[str | None, Sequence[str | bytes]]] = {  # and the rule that refuses them
    "a key twice": ("json-duplicate-key", TWICE),
    "no characters": (
        "json-encoding",
        [b'"x": "%s"' % text for text in NO_CHARACTERS]
        + [b'"%s": 1' % text for text in NO_CHARACTERS],
    ),
    "constants": ("json-constant", [*as_values(CONSTANTS), '"x": [[{"y": [NaN]}]]']),
    "too large": ("schema-maximum", [*as_values(TOO_LARGE), '"x": [[{"y": [1e400]}]]']),
    "too small": ("schema-minimum", as_values([f"-{number}" for number in TOO_LARGE])),
    "too long": ("json-number", as_values([*TOO_LONG, *[f"-{number}" for number in TOO_LONG]])),
    "no numbers": ("json-syntax", as_values(NO_NUMBERS)),
    "numbers": (None, as_values(NUMBERS)),
}


@pytest.mark.promise(3, 10, 11, 12, 13)
@pytest.mark.parametrize("name", MEMBERS)
def test_a_member_has_one_meaning_or_is_refused(
    name: str, contract: Contract, tried: Tried
) -> None:
    """The first member is tried at each place and door, the others at one place after another."""
    rule, members = MEMBERS[name]
    rules = [rule] if rule else []
    wrong, places = [], list(PLACES)
    for place in places:
        wrong += wrongly_judged(contract, at(place, members[0]), *rules, doors=DOORS)
    for number, member in enumerate(members):
        wrong += wrongly_judged(contract, at(places[number % len(places)], member), *rules)
    tried(2 * (len(places) * len(DOORS) + len(members)))
    assert wrong == []


@pytest.mark.promise(10)
def test_a_text_that_is_not_utf_8_or_not_json_is_refused(contract: Contract, tried: Tried) -> None:
    for name, (change, rules) in WHOLE.items():
        for (kind, body), door in product(zip(KINDS, plain(), strict=True), DOORS):
            found = judge(contract, door, kind, change(body))
            assert (found.passed, len(found.rules), found.rules <= rules) == (False, 1, True), name
    tried(2 * len(WHOLE) * len(DOORS))


class Odd(Enum):
    """A member whose value is the name of a field."""

    name_ = "secrets"


SURROGATE = "\ud800"
PARSED: dict[
    str, tuple[Any, str]
] = {  # values that no JSON text gives, or that one gives to a lenient parser
    "not a number": (math.nan, "json-constant"),
    "infinity": (math.inf, "schema-maximum"),
    "-infinity": (-math.inf, "schema-minimum"),
    "2^53": (2**53, "schema-maximum"),
    "2^53 as a float": (2.0**53, "schema-maximum"),
    "-2^53": (-(2**53), "schema-minimum"),
    "10^300": (10**300, "schema-maximum"),
    "10^5000": (10**5000, "json-value"),
    "half of a pair": (SURROGATE, "json-surrogate"),
    "half of a pair in a key": ({SURROGATE: 1}, "json-surrogate"),
    "half of a pair in a list": ([["a", SURROGATE + "b"]], "json-surrogate"),
    "two halves that are no character to Python": ("\ud83d\ude00", "json-surrogate"),
    "a key that is a number": ({1: 1}, "json-value"),
    "a key that is null": ({None: 1}, "json-value"),
    "two keys that JSON has as one": ({"1": 1, 1: 2}, "json-value"),
    "two keys of which one is the value of a member": (
        {"secrets": [], Odd.name_: []},
        "json-value",
    ),
    "an object": (object(), "json-value"),
    "a class": (Deployment, "json-value"),
    "a tuple": ((1,), "json-value"),
    "a set": ({1}, "json-value"),
    "bytes": (b"x", "json-value"),
    "a complex number": (1j, "json-value"),
}


@pytest.mark.promise(2, 11, 12)
@pytest.mark.parametrize("name", PARSED)
def test_parsed_values_are_held_to_the_same(name: str, contract: Contract, tried: Tried) -> None:
    value, rule = PARSED[name]
    documents = [(PATCH, put(place, value)) for place in PLACES.values()]
    documents += [
        (LIST, {"resources": [deployment(**document)], "offset": 1}) for _, document in documents
    ]
    if isinstance(value, int | float) and name != "not a number":  # bounded where it is declared
        documents.append((PATCH, {"source_config": {"resource_spec": {"cpu": value}}}))
    for kind, document in documents:
        assert judged(contract.check(document, named(kind))) == refusing(rule)
    tried(len(documents))


def put(document: Any, value: Any) -> Any:
    """Return the document with a value in the place of the mark."""
    if isinstance(document, dict):
        return {
            "x" if key == "@" else key: value if key == "@" else put(member, value)
            for key, member in document.items()
        }
    return [put(item, value) for item in document] if isinstance(document, list) else document


NESTS: dict[str, Callable[[int], str]] = {
    "lists": lambda depth: "[" * depth + "]" * depth,
    "objects": lambda depth: '{"a":' * (depth - 1) + "{}" + "}" * (depth - 1),
    "objects without a key": lambda depth: '{"":' * (depth - 1) + "{}" + "}" * (depth - 1),
    "both": lambda depth: (
        ('{"]":[' * depth)[: depth // 2 * 6] + ("{}" if depth % 2 else "") + "]}" * (depth // 2)
    ),
    "lists beside lists": lambda depth: '[[],"[[[[{{{{",' * (depth - 1) + "[]" + "]" * (depth - 1),
    "strings that look like ends": lambda depth: (
        '["]]]}\\"]",' * (depth - 1) + "[]" + "]" * (depth - 1)
    ),
}


@pytest.mark.promise(2)
@pytest.mark.parametrize("name", NESTS)
def test_depth_is_capped(name: str, contract: Contract, tried: Tried) -> None:
    depths = (2, 31, 32, 33, 34, 256, 5000)
    for depth in depths:
        inner = NESTS[name](depth - 1)  # the document is one level itself
        answer = f'{{"resources": [], "offset": 0, "x": {inner}}}'
        bodies = Bodies(f'{{"x": {inner}}}'.encode(), answer.encode())
        rules = ["json-depth"] if depth > 32 else []
        assert wrongly_judged(contract, bodies, *rules, doors=DOORS) == [], depth
        if depth <= 256:
            for kind, body in zip(KINDS, bodies, strict=True):
                assert judged(contract.check(json.loads(body), named(kind))) == refusing(*rules)
    tried(2 * len(depths) * len(DOORS))


def never(*_arguments: Any) -> Any:
    """Fail: this is not called before the caps."""
    raise AssertionError


@pytest.mark.promise(2)
def test_nothing_parses_or_judges_what_is_far_too_deep(
    engine: EngineName, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither does the parser of the standard library, whose stack ends near a thousand."""
    break_part(monkeypatch, "structure", never)
    break_part(monkeypatch, "parse", never)
    contract = Contract(engine=engine)
    deep: list[Any] = []
    for _ in range(5000):
        deep = [deep]
    documents: list[Any] = [
        b"[" * 5000 + b"]" * 5000,
        b'{"x":' * 5000 + b"1" + b"}" * 5000,
        "[" * 5000 + "]" * 5000,
        deep,
        {"x": deep},
    ]
    for document in documents:
        assert judged(contract.check(document, PATCH)) == refusing("json-depth")


MIDDLEWARE = ("asgi", "wsgi")
CAPS = Limits(request_body=2000, response_body=2000, items=20, string=300, query=100)


@pytest.mark.promise(14)
def test_bytes_are_capped_before_anything_is_parsed(
    engine: EngineName, tried: Tried, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_part(monkeypatch, "parse", never)
    contract = Contract(engine=engine, limits=CAPS)
    bodies = [b" " * 2001, b" " * 1999 + b"{}", b'{"a": 1, "a": NaN, "' + b"\xff" * 2000, b"[" * 2001, b" " * 100_000]  # fmt: skip
    for body in bodies:
        doors = [door for door in DOORS if door not in MIDDLEWARE]
        assert wrongly_judged(contract, Bodies(body, body), "json-size", doors=doors) == []
        for door in MIDDLEWARE:
            assert judge(contract, door, PATCH, body) == refusing("json-size")
            found = judge(contract, door, LIST, body)  # of which there may be no more
            assert not found.passed
            assert found.rules <= {"json-size", "response-incomplete"}
    tried(2 * len(bodies) * len(DOORS))


def filled(count: int) -> list[str]:
    """Return values with a number of items or keys."""
    keys = ",".join(f'"{number}":0' for number in range(count))
    return [f"[{','.join(['0'] * count)}]", f"[{','.join(['[]'] * count)}]", f"{{{keys}}}"]


@pytest.mark.promise(14)
def test_items_keys_and_strings_are_capped(engine: EngineName, tried: Tried) -> None:
    contract = Contract(engine=engine, limits=CAPS, unknown_fields="allow")
    cases: list[tuple[str, str]] = [(f'"x": {text}', "") for text in filled(20)]
    cases += [(f'"x": {text}', "schema-items") for text in filled(21)]
    for length, rule in ((300, ""), (301, "json-string-length")):
        cases.append((f'"x": "{"k" * length}"', rule))
        cases.append((f'"x": ["{chr(0x1F600) * length}"]', rule))
        cases.append((f'"x": "{chr(92)}u0041{"k" * (length - 1)}"', rule))
        cases.append((f'"{"k" * length}": 1', rule))
    usual = made(engine, unknown_fields="allow")
    usually = {
        f'"x": [{",".join(["0"] * 10_000)}]': "",
        f'"x": [{",".join(["0"] * 10_001)}]': "schema-items",
        '"x": {' + ",".join(f'"{n}":0' for n in range(10_001)) + "}": "schema-items",
        f'"x": "{"k" * 1_048_000}"': "",
    }
    for text, rule in cases:
        for place in PLACES:
            assert wrongly_judged(contract, at(place, text), *filter(None, [rule])) == []
            body, _ = at(place, text)
            found = judged(contract.check(json.loads(body), PATCH))
            assert found == refusing(*filter(None, [rule])), (text[:40], place)
    for text, rule in usually.items():
        assert wrongly_judged(usual, plain(text), *filter(None, [rule]), doors=DOORS) == []
    tried(3 * len(cases) * len(PLACES) + 2 * len(usually) * len(DOORS))


@pytest.mark.promise(14)
def test_the_query_is_capped(engine: EngineName) -> None:
    small = Contract(engine=engine, limits=CAPS, unknown_fields="allow")
    for contract, query, passes in (
        (small, "x=" + "y" * 98, True), (small, "x=" + "y" * 99, False), (small, "&" * 101, False),
        (small, "limit=1&" * 20, False), (made(engine), "x" * (1 << 16), True),
        (made(engine), "x" * ((1 << 16) + 1), False),
    ):  # fmt: skip
        request = Request("GET", "/v2/deployments", query)
        answers = [judged(contract.check_request(request))]
        answers += [judged(carry(contract, over, request)) for over in (over_asgi, over_wsgi)]
        assert answers == [refusing() if passes else refusing("query-size")] * 3


def prefixed(text: bytes) -> bytes:
    """Return the format of zlib, with a dictionary that was agreed on beforehand."""
    compressor = zlib.compressobj(zdict=b"secrets")
    return compressor.compress(text) + compressor.flush()


TEXT = b'{"secrets": null, "x": "' + b"y" * 100 + b'"}'
BOMB = gzip.compress(b" " * 4_000_000, 9)
# beside those of the suite: Content-Encoding, body, rule
CODED: dict[str, tuple[str, bytes, str]] = {
    "gzip of no gzip": ("gzip", TEXT, "content-decoding"),
    "a dictionary": ("deflate", prefixed(TEXT), "content-decoding"),
    "two members": (
        "gzip",
        gzip.compress(TEXT[:20]) + gzip.compress(TEXT[20:]),
        "content-decoding",
    ),
    "twice, named once": ("gzip", gzip.compress(gzip.compress(TEXT)), "json-encoding"),
    "twice, named twice": ("gzip, gzip", gzip.compress(gzip.compress(TEXT)), "content-encoding"),
    "a bomb": ("gzip", BOMB, "json-size"),
    "a bomb in a bomb": ("gzip", gzip.compress(BOMB), "json-encoding"),
    "a bomb of deflate": ("deflate", zlib.compress(b"[" * 4_000_000, 9), "json-size"),
    "brotli": ("br", TEXT, "content-encoding"),
    "a NUL": ("gzip\0", gzip.compress(TEXT), "content-encoding"),
    "UTF-16 within": ("gzip", gzip.compress(TEXT.decode().encode("utf-16")), "json-encoding"),
}


@pytest.mark.promise(10, 14)
@pytest.mark.parametrize("name", CODED)
def test_a_coding_is_undone_in_bounds_or_the_body_is_refused(name: str, contract: Contract) -> None:
    """A coding that is not read is no fault of a service: it is reported, or refused if the operator wants it."""
    coding, body, rule = CODED[name]
    headers = (*JSON, ("content-encoding", coding))
    request, _ = message(PATCH, body)
    request = request._replace(headers=headers)
    answers = [judged(contract.check_request(request))]
    answers += [judged(carry(contract, over, request)) for over in (over_asgi, over_wsgi)]
    assert answers == [refusing(rule)] * 3
    asking, response = message(LIST, body)
    assert response is not None
    response = response._replace(headers=headers)
    if rule == "json-size":
        contract = Contract(engine=named(contract.engine), limits=Limits(response_body=1 << 20))
    if rule == "content-encoding":
        report = contract.check_response(response, asking)
        found = [violation.rule for violation in report.violations]
        assert (report.verdict, found, report.value) == ("allow", ["content-unread"], None)
        rule = "content-unread"
        contract = Contract(engine=named(contract.engine), modes={"content-unread": "enforce"})
    answers = [judged(contract.check_response(response, asking))]
    answers += [judged(carry(contract, over, asking, response)) for over in (over_asgi, over_wsgi)]
    assert answers == [refusing(rule)] * 3


@pytest.mark.promise(10)
def test_files_of_yaml_are_utf_8_without_a_mark(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = b"a: 1\n"
    encoded = (bom(text), text.decode().encode("utf-16"), text.decode().encode("utf-32-le"), text + b"# \xff\n")  # fmt: skip
    for number, body in enumerate(encoded):
        path = tmp_path / f"{number}.yaml"
        path.write_bytes(body)
        assert main(["check", "--as", PATCH, "--format", "json", str(path)]) == 1
        row = json.loads(capsys.readouterr().out.splitlines()[0])
        assert {item["rule"] for item in row["violations"]} <= {"json-encoding", "yaml-syntax"}


@pytest.mark.promise(26)
def test_a_large_cap_on_strings_does_not_part_the_engines(tried: Tried) -> None:
    """More than two million values: as many as a response within its cap may hold."""
    row = b"[" + b",".join([b"0"] * 10_000) + b"]"
    body = b'{"resources": [], "offset": 0, "x": "\\u0041", "y": [' + b",".join([row] * 201) + b"]}"
    limits = Limits(string=1 << 24)
    reports = [Contract(engine=engine, limits=limits).check(body, LIST) for engine in ENGINES]
    tried(2)
    assert len(set(map(judged, reports))) == 1
