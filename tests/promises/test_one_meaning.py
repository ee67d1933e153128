"""A body has one meaning or is refused: at every door, wherever in the body the fault is, under both engines."""

import gzip
import json
import math
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from deploy_contract_generated.names import DocumentKind, EngineName

from deploy_contract import Contract, Limits, Report, Request, Response
from deploy_contract.cli import check, command
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
from tests.support.applications import App, both, deployment, over_asgi, over_wsgi
from tests.support.effort import effort
from tests.support.engines import ENGINES, made
from tests.support.faults import break_part
from tests.support.names import named

PATCH: Final = "DeploymentPatch"
LIST: Final = "DeploymentList"
PATH = "/v2/deployments/9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
JSON = {"content-type": "application/json"}
Tried = Callable[[int], None]


# of the command's arguments: made once, not for each of two thousand files
PARSER = cache(command.make_parser)


class Judged(NamedTuple):
    """The answer of a door about a body."""

    verdict: str
    rules: frozenset[str]


def judgement_of(report: Report) -> Judged:
    return Judged(report.verdict, frozenset(violation.rule for violation in report.violations))


class Doors:
    """The doors of a contract, in turn."""

    def __init__(
        self,
        engine: EngineName,
        folder: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        self.contract = made(engine, unknown_fields="allow")
        self._file = folder / "document.json"
        self._capsys = capsys
        # the command has no option for an engine
        monkeypatch.setattr(check, "Contract", lambda **_: self.contract)
        monkeypatch.setattr(command, "make_parser", PARSER)

    def quick(self, bodies: Bodies) -> Iterator[tuple[str, Judged]]:
        """Yield the judgements at the first doors, to which the others lead."""
        for kind, body in zip((PATCH, LIST), bodies, strict=True):
            yield f"bytes of {kind}", judgement_of(self.contract.check(body, named(kind)))

    def __call__(self, bodies: Bodies) -> Iterator[tuple[str, Judged]]:
        """Yield the judgement at each door for bodies; the doors for text only if the bodies are text."""
        contract, (patch, answer) = self.contract, bodies
        yield from self.quick(bodies)
        for kind, body in ((PATCH, patch), (LIST, answer)):
            yield f"bytearray of {kind}", judgement_of(contract.check(bytearray(body), named(kind)))
            with suppress(UnicodeDecodeError):
                yield f"text of {kind}", judgement_of(contract.check(body.decode(), named(kind)))
        yield "memoryview", judgement_of(contract.check(memoryview(patch), PATCH))
        for known in ({"source": "codehost"}, {"deployment": {"source": "codehost"}}):
            yield f"{known} known", judgement_of(contract.check(patch, PATCH, **named(known)))
        for coding, encode in CODINGS.items():
            headers = {**JSON, **({"content-encoding": coding} if coding else {})}
            yield f"request {coding}", request_to(contract, encode(patch), headers)
            yield f"response {coding}", response_to(contract, encode(answer), headers)
        for kind, body in ((PATCH, patch), (LIST, answer)):
            yield f"file of {kind}", self.command(body, named(kind))
        for name, over in (("ASGI", over_asgi), ("WSGI", over_wsgi)):
            yield f"{name} request", request_over(over, contract, patch, JSON)
            yield f"{name} response", response_over(over, contract, answer, JSON)

    def command(self, body: bytes, kind: DocumentKind, name: str = "") -> Judged:
        """Return the command's judgement of a file that holds the body."""
        file = self._file.with_name(name) if name else self._file
        file.write_bytes(body)
        status = command.main(
            ["check", "--as", kind, "--unknown-fields", "allow", "--format", "json", str(file)]
        )
        out, err = self._capsys.readouterr()
        assert err == ""
        row = json.loads(out.splitlines()[-1])
        assert status == (row["verdict"] == "deny")
        return Judged(
            row["verdict"], frozenset(violation["rule"] for violation in row["violations"])
        )


def request_to(contract: Contract, body: bytes, headers: dict[str, str]) -> Judged:
    """Return the library's judgement of a request."""
    request = Request("PATCH", PATH, "", tuple(headers.items()), body)
    return judgement_of(contract.check_request(request))


def response_to(contract: Contract, body: bytes, headers: dict[str, str]) -> Judged:
    """Return the library's judgement of a response."""
    response = Response(200, tuple(headers.items()), body)
    return judgement_of(contract.check_response(response, operation="list_deployments"))


def request_over(over: Any, contract: Contract, body: bytes, headers: dict[str, str]) -> Judged:
    """Return a middleware's judgement of a request; a forwarded body must be the received one."""
    app = App()
    answer = over(app, contract=contract)("PATCH", PATH, body, headers)
    if answer.headers.get("content-type") != "application/problem+json":
        assert (answer.status, app.given) == (200, [body])
        return Judged("allow", frozenset())
    assert (400 <= answer.status < 500, app.calls) == (True, 0)
    return Judged("deny", frozenset(answer.rules))


def response_over(over: Any, contract: Contract, body: bytes, headers: dict[str, str]) -> Judged:
    """Return a middleware's judgement of a response that it enforces."""
    answer = over(App(body, 200, headers), contract=contract, responses="enforce")(
        "GET", "/v2/deployments"
    )
    if answer.status == 200:
        assert answer.body == body
        return Judged("allow", frozenset())
    assert answer.status == 502
    return Judged("deny", frozenset(answer.rules))


def requests_judged(contract: Contract, body: bytes, headers: dict[str, str]) -> list[Judged]:
    """Return the judgements of a request by the library and each middleware."""
    over = [request_over(over, contract, body, headers) for over in (over_asgi, over_wsgi)]
    return [request_to(contract, body, headers), *over]


def responses_judged(contract: Contract, body: bytes, headers: dict[str, str]) -> list[Judged]:
    """Return the judgements of a response by the library and each middleware."""
    over = [response_over(over, contract, body, headers) for over in (over_asgi, over_wsgi)]
    return [response_to(contract, body, headers), *over]


CODINGS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    "gzip": gzip.compress,
    "deflate": zlib.compress,
}


@pytest.fixture
def doors(
    engine: EngineName,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Doors:
    """Return the doors, under each engine in turn."""
    return Doors(engine, tmp_path, monkeypatch, capsys)


def at_each_door(doors: Doors, cases: Sequence[tuple[Bodies, str | None]], tried: Tried) -> None:
    """Require that bodies are refused by their rule, or allowed where that is None.

    The first body of each rule is tried at each door, and in `make soak` all are.
    """
    first = {rule: bodies for bodies, rule in reversed(cases)}
    count, wrong = 0, []
    for bodies, rule in cases:
        at_all = effort(first[rule] is bodies, True)  # noqa: FBT003
        for door, judged in (doors if at_all else doors.quick)(bodies):
            count += 1
            if judged != expected(rule):
                wrong.append((bodies.patch[:80], door, judged))
    tried(count)
    assert wrong == []


def expected(rule: str | None) -> Judged:
    return Judged("deny", frozenset([rule])) if rule else Judged("allow", frozenset())


def as_values(texts: Iterable[str]) -> list[str]:
    return [f'"x": {text}' for text in texts]


def as_strings(texts: Iterable[str]) -> list[str]:
    """Return the texts as the strings of values, and as keys."""
    return [f'"x": "{text}"' for text in texts] + [f'"{text}": 1' for text in texts]


TWO_KEYS = (
    '"a": 1, "A": 2', '"\u00e9": 1, "e\u0301": 2', '"a": {"a": {"a": 1}}', '"x": [{"a": 1}, {"a": 1}]', '"a": 1, "\\\\u0061": 2',
    '"a": "a", "b": "a"', '"a": 1, "a ": 2', '"x": "\\"x\\": 1", "y": "\\"x\\": 1"', '"1": 1, "01": 2', '"1": 1, "1.0": 2', '"": 1, " ": 2',
    '"\\n": 1, "\\\\n": 2',
)  # fmt: skip
CHARACTERS = (
    "\u00e9", "\u20ac", "\U0001f600", "\U0010ffff", "\ufffd", "\ufffe", "\uffff", "\x7f", "\ud7ff", "\ue000", "\u2028", "\u202e", "\u0080",
    "\ufeff", "\\ufeff", "\\ud83d\\ude00", "\\uDBFF\\uDFFF", "\\ud7ff", "\\ue000", "\\\\ud800", "\\\\\\\\udc00", "\\u0000", "\\uffff", "\\ufffd",
)  # fmt: skip
HALVES = (
    "\\ud800", "\\udbff", "\\udc00", "\\udfff", "\\uD800", "\\uDfFf", "a\\ud800b", "\\ud800\\ud800", "\\udc00\\ud800", "\\ud83d\\u0041",
    "\\ud83d\\n", "\\ud83d\U0001f600", "\\ud83d\\ud83d\\ude00", "\\ud83d\\ude00\\ude00", "\\\\\\ud800", "\\ud83d\\\\ude00",
)  # fmt: skip
TOO_LONG = (  # of more than 400 characters, or four digits of an exponent
    "1e99999999999999999999", "1e10000", "1E+00001", "0e-10000", "1e-99999999999999999999", "9" * 401, "9" * 5000, f"{'9' * 4000}.5",
    f"0.{'1' * 399}", f"0.{'1' * 1000}", f"1{'0' * 5000}e-5000",
)  # fmt: skip
MEMBERS: dict[str, tuple[str | None, Sequence[str | bytes]]] = {  # and the rule that refuses them
    "a key twice": ("json-duplicate-key", TWICE),
    "keys that are two": (None, TWO_KEYS),
    "no characters": (
        "json-encoding",
        [b'"x": "%s"' % text for text in NO_CHARACTERS]
        + [b'"%s": 1' % text for text in NO_CHARACTERS],
    ),
    "characters": (None, as_strings(CHARACTERS)),
    "half of a pair": ("json-surrogate", [*as_strings(HALVES), f'"x": [["{HALVES[0]}"]]']),
    "constants": ("json-constant", [*as_values(CONSTANTS), '"x": [[{"y": [NaN]}]]']),
    "too large": ("schema-maximum", [*as_values(TOO_LARGE), '"x": [[{"y": [1e400]}]]']),
    "too small": ("schema-minimum", as_values([f"-{number}" for number in TOO_LARGE])),
    "too long": ("json-number", as_values([*TOO_LONG, *[f"-{number}" for number in TOO_LONG]])),
    "no numbers": ("json-syntax", as_values(NO_NUMBERS)),
    "numbers": (None, as_values(NUMBERS)),
}


@pytest.mark.promise(3, 10, 11, 12, 13)
@pytest.mark.parametrize("name", MEMBERS)
@pytest.mark.soak
def test_a_member_has_one_meaning_or_is_refused(name: str, doors: Doors, tried: Tried) -> None:
    """It is so at each place. The first member is tried at each door, and in `make soak` all are.

    Behind the doors, every body is read by the same parser.
    """
    rule, members = MEMBERS[name]
    count, wrong = 0, []
    for member in members:
        for place in PLACES:
            at_all = place == "a free-form object in lists" and effort(member is members[0], True)  # noqa: FBT003
            for door, judged in (doors if at_all else doors.quick)(at(place, member)):
                count += 1
                if judged != expected(rule):
                    wrong.append((member, place, door, judged))
    tried(count)
    assert wrong == []


@pytest.mark.promise(10)
@pytest.mark.parametrize("name", WHOLE)
def test_a_text_that_is_not_utf_8_or_not_json_is_refused(
    name: str, doors: Doors, tried: Tried
) -> None:
    change, rules = WHOLE[name]
    patch, answer = plain()
    found = list(doors(Bodies(change(patch), change(answer))))
    tried(len(found))
    for door, (verdict, broken) in found:
        assert (verdict, len(broken), broken <= rules) == ("deny", 1, True), door


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
    if (
        isinstance(value, int | float) and name != "not a number"
    ):  # a declared number is bounded too
        declared = {"source_config": {"resource_spec": {"cpu": value}}}
        assert judgement_of(contract.check(declared, PATCH)) == expected(rule)
    for more in PLACES.values():
        for kind, document in (
            (PATCH, more),
            (LIST, {"resources": [deployment(**more)], "offset": 1}),
        ):
            assert judgement_of(contract.check(put(document, value), named(kind))) == expected(rule)
    tried(2 * len(PLACES))


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
@pytest.mark.soak
def test_depth_is_capped(name: str, doors: Doors, tried: Tried) -> None:
    cases: list[tuple[Bodies, str | None]] = []
    for depth in (2, 31, 32, 33, 34, 256, 5000):
        inner = NESTS[name](depth - 1)  # the document is one level itself
        answer = f'{{"resources": [], "offset": 0, "x": {inner}}}'
        bodies = Bodies(f'{{"x": {inner}}}'.encode(), answer.encode())
        rule = "json-depth" if depth > 32 else None
        cases.append((bodies, rule))
        if depth <= 256:
            for kind, body in zip((PATCH, LIST), bodies, strict=True):
                report = doors.contract.check(json.loads(body), named(kind))
                assert judgement_of(report) == expected(rule), depth
    at_each_door(doors, cases, tried)


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
        assert judgement_of(contract.check(document, PATCH)) == expected("json-depth")


CAPS = Limits(request_body=2000, response_body=2000, items=20, string=300, query=100)


@pytest.mark.promise(14)
def test_bytes_are_capped_before_anything_is_parsed(
    engine: EngineName, tried: Tried, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_part(monkeypatch, "parse", never)
    contract, headers = Contract(engine=engine, limits=CAPS), tuple(JSON.items())
    packed = (*headers, ("content-encoding", "gzip"))
    bodies = (
        b" " * 2001,
        b" " * 1999 + b"{}",
        b'{"a": 1, "a": NaN, "' + b"\xff" * 2000,
        b"[" * 2001,
        b" " * 100_000,
    )
    for body in bodies:
        reports: list[Report] = [
            contract.check(body, PATCH), contract.check(bytearray(body), PATCH), contract.check(memoryview(body), PATCH),
            contract.check(body, PATCH, source="codehost"), contract.check(body, LIST),
            contract.check_request(Request("PATCH", PATH, "", headers, body)),
            contract.check_request(Request("PATCH", PATH, "", packed, gzip.compress(body))),
            contract.check_response(Response(200, headers, body), operation="list_deployments"),
            contract.check_response(Response(200, packed, gzip.compress(body)), operation="list_deployments"),
        ]  # fmt: skip
        with suppress(UnicodeDecodeError):
            reports.append(contract.check(body.decode(), PATCH))
        assert set(map(judgement_of, reports)) == {expected("json-size")}
        for over in (over_asgi, over_wsgi):
            for sent, more in ((body, {}), (gzip.compress(body), {"content-encoding": "gzip"})):
                assert request_over(over, contract, sent, {**JSON, **more}) == expected("json-size")
                if more:
                    judged = response_over(over, contract, sent, {**JSON, **more})
                    assert judged == expected("json-size")
    tried(15 * len(bodies))


@pytest.mark.promise(14)
def test_a_response_longer_than_the_cap_is_withheld_where_it_is_enforced(
    engine: EngineName,
) -> None:
    contract = Contract(engine=engine, limits=CAPS)
    for over in (over_asgi, over_wsgi):
        answer = b'{"resources": [], "offset": 0}' + b" " * 2000
        judged = response_over(over, contract, answer, JSON)
        assert judged.verdict == "deny"
        assert judged.rules <= {"json-size", "response-incomplete"}


def parts(most: int) -> list[str]:
    """Return values that hold just as much as a cap allows."""
    keys = ",".join(f'"{number}":0' for number in range(most))
    return [f"[{','.join(['0'] * most)}]", f"[{','.join(['[]'] * most)}]", f"{{{keys}}}"]


@pytest.mark.promise(14)
def test_items_keys_and_strings_are_capped(engine: EngineName, tried: Tried) -> None:
    contract = Contract(engine=engine, limits=CAPS, unknown_fields="allow")
    cases: list[tuple[str, str | None]] = [(f'"x": {text}', None) for text in parts(20)]
    cases += [(f'"x": {text}', "schema-items") for text in parts(21)]
    for length, rule in ((300, None), (301, "json-string-length")):
        cases.append((f'"x": "{"k" * length}"', rule))
        cases.append((f'"x": ["{chr(0x1F600) * length}"]', rule))
        cases.append((f'"x": "{chr(92)}u0041{"k" * (length - 1)}"', rule))
        cases.append((f'"{"k" * length}": 1', rule))
    for text, rule in cases:
        for place in PLACES:
            for kind, body in zip((PATCH, LIST), at(place, text), strict=True):
                documents: list[Any] = [body, body.decode(), bytearray(body), json.loads(body)]
                for document in documents:
                    judged = judgement_of(contract.check(document, named(kind)))
                    assert judged == expected(rule), (text[:40], place, kind)
    tried(len(cases) * len(PLACES) * 8)


@pytest.mark.promise(14)
@pytest.mark.soak
def test_the_caps_that_there_are_without_a_word(doors: Doors, tried: Tried) -> None:
    cases: dict[str, str | None] = {
        f'"x": [{",".join(["0"] * 10_000)}]': None,
        f'"x": [{",".join(["0"] * 10_001)}]': "schema-items",
        '"x": {' + ",".join(f'"{n}":0' for n in range(10_001)) + "}": "schema-items",
        f'"x": "{"k" * 1_048_000}"': None,
    }
    at_each_door(doors, [(plain(member), rule) for member, rule in cases.items()], tried)


@pytest.mark.promise(14)
@both
def test_the_query_is_capped(over: Any, engine: EngineName) -> None:
    contract = Contract(engine=engine, limits=CAPS, unknown_fields="allow")
    for query, rules in (
        ("x=" + "y" * 98, []),
        ("x=" + "y" * 99, ["query-size"]),
        ("&" * 101, ["query-size"]),
        ("limit=1&" * 20, ["query-size"]),
    ):
        report = contract.check_request(Request("GET", "/v2/deployments", query))
        assert [violation.rule for violation in report.violations] == rules
        app = App({"resources": [], "offset": 0})
        answer = over(app, contract=contract)("GET", "/v2/deployments", query=query)
        assert (answer.status, app.calls) == ((400, 0) if rules else (200, 1))
    default = made(engine)
    for length, ok in ((1 << 16, True), ((1 << 16) + 1, False)):
        assert default.check_request(Request("GET", "/v2/deployments", "x" * length)).ok == ok


def members(*texts: bytes) -> bytes:
    return b"".join(gzip.compress(text) for text in texts)


def prefixed(text: bytes) -> bytes:
    """Return the format of zlib, with a dictionary that was agreed on beforehand."""
    compressor = zlib.compressobj(zdict=b"secrets")
    return compressor.compress(text) + compressor.flush()


TEXT = b'{"secrets": null, "x": "' + b"y" * 100 + b'"}'
BOMB = gzip.compress(b" " * 4_000_000, 9)
CODED: dict[str, tuple[str, bytes, str]] = {  # Content-Encoding, body, rule
    "gzip of no gzip": ("gzip", TEXT, "content-decoding"),
    "deflate of no deflate": ("deflate", TEXT, "content-decoding"),
    "gzip called deflate": ("deflate", gzip.compress(TEXT), "content-decoding"),
    "deflate called gzip": ("gzip", zlib.compress(TEXT), "content-decoding"),
    "raw deflate": ("deflate", zlib.compress(TEXT)[2:-4], "content-decoding"),
    "a dictionary": ("deflate", prefixed(TEXT), "content-decoding"),
    "an end that is missing": ("gzip", gzip.compress(TEXT)[:-1], "content-decoding"),
    "no end": ("gzip", gzip.compress(TEXT)[:20], "content-decoding"),
    "a head alone": ("gzip", gzip.compress(TEXT)[:10], "content-decoding"),
    "a wrong sum": (
        "gzip",
        gzip.compress(TEXT)[:-8] + struct.pack("<II", 0, len(TEXT)),
        "content-decoding",
    ),
    "a wrong length": ("gzip", gzip.compress(TEXT)[:-4] + struct.pack("<I", 1), "content-decoding"),
    "something after it": ("gzip", gzip.compress(TEXT) + b" ", "content-decoding"),
    "two members": ("gzip", members(b'{"a": 1}', b'{"a": 2}'), "content-decoding"),
    "a text in two members": ("gzip", members(TEXT[:20], TEXT[20:]), "content-decoding"),
    "an empty member after it": ("gzip", members(TEXT, b""), "content-decoding"),
    "twice, named once": ("gzip", gzip.compress(gzip.compress(TEXT)), "json-encoding"),
    "twice, named twice": ("gzip, gzip", gzip.compress(gzip.compress(TEXT)), "content-encoding"),
    "a bomb": ("gzip", BOMB, "json-size"),
    "a bomb in a bomb": ("gzip", gzip.compress(BOMB), "json-encoding"),
    "a bomb, named twice": ("gzip, gzip", gzip.compress(BOMB), "content-encoding"),
    "a bomb of deflate": ("deflate", zlib.compress(b"[" * 4_000_000, 9), "json-size"),
    "brotli": ("br", TEXT, "content-encoding"),
    "zstd": ("zstd", TEXT, "content-encoding"),
    "compress": ("compress", TEXT, "content-encoding"),
    "an unknown one": ("x", TEXT, "content-encoding"),
    "identity and another": ("identity, gzip", gzip.compress(TEXT), "content-encoding"),
    "a NUL": ("gzip\0", gzip.compress(TEXT), "content-encoding"),
    "UTF-16 within": ("gzip", gzip.compress(TEXT.decode().encode("utf-16")), "json-encoding"),
    "a quality": ("gzip;q=1", gzip.compress(TEXT), "content-encoding"),
}


@pytest.mark.promise(10, 14)
@pytest.mark.parametrize("name", CODED)
def test_a_coding_is_undone_in_bounds_or_the_body_is_refused(name: str, contract: Contract) -> None:
    coding, body, rule = CODED[name]
    headers = {**JSON, "content-encoding": coding}
    assert requests_judged(contract, body, headers) == [expected(rule)] * 3


@pytest.mark.promise(10)
@pytest.mark.parametrize("name", CODED)
def test_a_coded_response_is_undone_or_told_to_be_unread(name: str, contract: Contract) -> None:
    """A coding that is not read here is no fault of a service: it is reported, and refused where the operator wants it."""
    coding, body, rule = CODED[name]
    headers = {**JSON, "content-encoding": coding}
    if rule == "json-size":
        contract = Contract(engine=named(contract.engine), limits=Limits(response_body=1 << 20))
    if rule == "content-encoding":
        response = Response(200, tuple(headers.items()), body)
        report = contract.check_response(response, operation="list_deployments")
        assert judgement_of(report) == Judged("allow", frozenset(["content-unread"]))
        assert report.value is None
        rule = "content-unread"
        contract = Contract(engine=named(contract.engine), modes={"content-unread": "enforce"})
    assert responses_judged(contract, body, headers) == [expected(rule)] * 3


@pytest.mark.promise(10)
def test_codings_that_are_read(contract: Contract) -> None:
    for coding, body in (
        ("gzip", gzip.compress(TEXT)), ("GZIP", gzip.compress(TEXT)), ("x-gzip", gzip.compress(TEXT)), (" gzip ", gzip.compress(TEXT)),
        ("deflate", zlib.compress(TEXT)), ("identity", TEXT), ("Identity", TEXT), ("gzip", gzip.compress(TEXT + b" " * 1_000_000)), ("", TEXT),
    ):  # fmt: skip
        headers = {**JSON, "content-encoding": coding}
        assert {judged.verdict for judged in requests_judged(contract, body, headers)} == {"allow"}


@pytest.mark.promise(10, 14)
def test_a_coded_body_may_be_as_long_as_the_cap(engine: EngineName) -> None:
    contract = Contract(engine=engine, limits=CAPS, unknown_fields="allow")
    for length, rule in ((2000, None), (2001, "json-size")):
        body = b"{}".ljust(length)
        for coding, encode in CODINGS.items():
            headers = {**JSON, "content-encoding": coding}
            assert requests_judged(contract, encode(body), headers) == [expected(rule)] * 3


@pytest.mark.promise(10)
def test_files_of_yaml_are_utf_8_without_a_mark(doors: Doors) -> None:
    text = "a: 1\n"
    for encoded in (
        bom(text.encode()),
        text.encode("utf-16"),
        text.encode("utf-32-le"),
        text.encode() + b"# \xff\n",
    ):
        judged = doors.command(encoded, PATCH, "document.yaml")
        assert (judged.verdict, judged.rules <= {"json-encoding", "yaml-syntax"}) == ("deny", True)


@pytest.mark.promise(26)
def test_what_is_wrong_in_two_ways_is_refused_by_both_engines_alike(tried: Tried) -> None:
    """By one of the two rules, and both engines by the same: whichever their parsers meet first."""
    faults: dict[bytes, str] = {
        b'"a": 1, "a": 2': "json-duplicate-key", b'"b": NaN': "json-constant", b'"c": "\\ud800"': "json-surrogate", b'"d": "\xff"': "json-encoding",
        b'"e": 01': "json-syntax", b'"f": ' + b"[" * 40 + b"]" * 40: "json-depth", b'"g": 1E400': "schema-maximum", b'"secrets": 1': "schema-type",
    }  # fmt: skip
    count = 0
    for one, first in faults.items():
        for other, second in faults.items():
            for body in (
                b"{" + one + b", " + other + b"}",
                b'{"x": [{' + one + b"}], " + other + b"}",
            ):
                count += 1
                reports = [made(engine).check(body, PATCH) for engine in ENGINES]
                (judged,) = set(map(judgement_of, reports))
                assert judged.verdict == "deny"
                # the same member comes twice
                assert judged.rules <= {first, second, "json-duplicate-key"}, body
    tried(count)


@pytest.mark.promise(26)
def test_a_large_cap_on_strings_does_not_part_the_engines(tried: Tried) -> None:
    """More than two million values: as many as a response within its cap may hold."""
    row = b"[" + b",".join([b"0"] * 10_000) + b"]"
    body = b'{"resources": [], "offset": 0, "x": "\\u0041", "y": [' + b",".join([row] * 201) + b"]}"
    limits = Limits(string=1 << 24)
    reports = [Contract(engine=engine, limits=limits).check(body, LIST) for engine in ENGINES]
    tried(2)
    assert len(set(map(judgement_of, reports))) == 1
