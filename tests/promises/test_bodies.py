"""Promises of a validator at a trust boundary about a body, in both engines."""

import copy
import gc
import json
import math
import pickle
import threading
import tracemalloc
import weakref
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

import pytest
from deploy_contract_generated.names import EngineName

from deploy_contract import Contract, ContractError, DocumentError, Limits, Report
from deploy_contract.judge.python.undeclared import Folds, confusable
from deploy_contract_format.folding import folded
from deploy_contract_format.pointer import printable
from tests.support.calls import count_calls
from tests.support.engines import made
from tests.support.faults import break_part
from tests.support.names import named

PATCH: Final = "DeploymentPatch"
CANARY = "c4n4ry-d0-not-l34k"


def only(report: Report) -> tuple[str, str]:
    (violation,) = report.violations
    return violation.rule, violation.pointer


@pytest.mark.promise(1)
def test_1_anything_unexpected_means_deny(
    contract: Contract, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Surprise:
        def __class_getitem__(cls, _item: object) -> None:
            raise RuntimeError(CANARY)

    for value in (
        Surprise(),
        {"a": Surprise()},
        {1: 2},
        (1, 2),
        {1, 2},
        b"\xff",
        bytearray(b"{"),
        object,
        ...,
        1j,
        {"a": float("nan")},
    ):
        assert contract.check(value, PATCH).verdict == "deny"
    cycle: dict[str, Any] = {}
    cycle["a"] = cycle
    assert only(contract.check(cycle, PATCH)) == ("json-depth", "")
    assert only(contract.check({"a": type("Text", (str,), {})("x")}, PATCH)) == ("json-value", "/a")

    class Liar:
        __class__ = dict  # type: ignore[assignment]

    released = memoryview(b"{}")
    released.release()
    shared: list[Any] = []
    for _ in range(30):
        shared = [shared, shared]
    odd: list[Any] = [Liar(), released, {"x": shared}]
    for thing in odd:
        assert contract.check(thing, PATCH).verdict == "deny"

    def fails(*_arguments: object, **_options: object) -> Report:
        raise MemoryError(CANARY)

    break_part(monkeypatch, "structure", fails)
    report = contract.check(b'{"secrets": 1}', PATCH, source="codehost")
    assert (report.verdict, only(report)) == ("deny", ("unjudged", ""))


def nested(depth: int, opened: str = "[", closed: str = "]") -> str:
    return opened * depth + closed * depth


@pytest.mark.promise(2)
@pytest.mark.parametrize(
    "place", ['{"x": %s}', '{"source_config": {"resource_spec": {"labels": {"x": %s}}}}', "%s"]
)
def test_2_depth_is_capped(contract: Contract, place: str) -> None:
    around = place.count("{")
    for depth in (32 - around, 33 - around, 200, 300, 100_000):
        text = place % nested(depth)
        expected = depth + around > 32
        for body in (text, text.encode(), bytearray(text.encode())):
            rules = {violation.rule for violation in contract.check(body, PATCH).violations}
            assert ("json-depth" in rules) == expected, depth
        if depth <= 300:
            assert (
                "json-depth" in {v.rule for v in contract.check(json.loads(text), PATCH).violations}
            ) == expected
    brackets_in_text = json.dumps({"x": "[" * 100, "y": '\\"[[' * 50, "z": ["\\"] * 50})
    assert contract.check(brackets_in_text, PATCH).ok


@pytest.mark.promise(2)
def test_2_nothing_crashes_on_a_small_stack(contract: Contract) -> None:
    bodies = [
        b"[" * 100_000,
        b'{"x":' * 100_000,
        nested(200).encode(),
        nested(32).encode(),
        b'{"x":' + nested(190).encode() + b"}",
    ]
    verdicts: list[str] = []

    def judge() -> None:
        verdicts.extend(
            contract.check(body, kind).verdict
            for body in bodies
            for kind in (PATCH, "DeploymentList")
        )

    before = threading.stack_size(128 * 1024)
    try:
        thread = threading.Thread(target=judge)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert verdicts == ["deny"] * 10


@pytest.mark.promise(3)
@pytest.mark.parametrize(
    "body",
    [
        '{"a": 1, "a": 1}', '{"a": 1, "\\u0061": 2}', '{"x": [{"y": {"b": 1, "c": 2, "b": 3}}]}', '{"": 1, "": 2}',
        '{"source_config": {"repo_url": "a", "repo_ur\\u006c": "b"}}',
    ],
)  # fmt: skip
def test_3_one_meaning_per_body(contract: Contract, body: str) -> None:
    assert only(contract.check(body, PATCH)) == ("json-duplicate-key", "")


BROKEN: dict[
    str, str
] = {  # every way in which a body that holds the canary can be wrong, one a rule or more
    "a value of a wrong type": '{"source_config": {"resource_spec": {"cpu": "CANARY"}}}',
    "an enumeration": '{"revision_source": "CANARY"}',
    "a format": '{"source_config": {"integration_id": "CANARY"}}',
    "an unknown field": '{"CANARY": "CANARY"}',
    "a confusable field": '{"SECRETS": "CANARY", "Secret_References": ["CANARY"]}',
    "a source": '{"secret_references": [{"name": "CANARY", "secret_name": "CANARY", "secret_key": "CANARY"}]}',
    "a tag": '{"source_config": {"build_on_push": true}, "source_revision_config": {"repo_ref": "refs/tags/CANARY"}}',
    "an incomplete secret": '{"secrets": [{"value": "CANARY"}, {"name": "CANARY"}, {"name": "", "value": "CANARY"}]}',
    "secrets of one name": '{"secrets": [{"name": "CANARY", "value": "CANARY"}, {"name": "CANARY", "value": ""}]}',
    "a mount": '{"source_config": {"resource_spec": {"volume_mounts": [{"name": "CANARY"}], "volumes": []}}}',
    "an immutable field": '{"name": "CANARY", "source_config": {"repo_url": "CANARY"}}',
    "a read-only field": '{"status": "CANARY", "id": "CANARY"}',
    "a number out of range": '{"source_config": {"resource_spec": {"labels": {"CANARY": "CANARY", "n": 1e300}}}}',
    "no JSON": '{"secrets": "CANARY"',
    "a duplicate key": '{"CANARY": 1, "CANARY": 2}',
    "a constant": '{"secrets": ["CANARY", NaN]}',
    "a surrogate": '{"secrets": [{"name": "CANARY\\ud800", "value": "CANARY"}]}',
    "depth": f'{{"CANARY": {nested(60)}}}',
    "a list": '["CANARY"]',
    "a text": '"CANARY"',
}


@pytest.mark.promise(5)
@pytest.mark.parametrize("name", BROKEN)
def test_5_no_value_gets_out(name: str, engine: EngineName) -> None:
    text = BROKEN[name].replace("CANARY", CANARY)
    keys_only = name in {
        "an unknown field"
    }  # the key of an undeclared field is shown, escaped and cut
    for unknown in ("allow", "reject"):
        contract = made(engine, unknown_fields=unknown)
        for source in (None, "codehost"):
            report = contract.check(text, PATCH, source=source, deployment={"name": CANARY + "2"})
            texts = [repr(report), str(report), json.dumps(report.to_dict())]
            texts += [
                part
                for v in (*report.violations, *report.undecided)
                for part in (repr(v), str(v), repr(pickle.dumps(v)))
            ]
            for text_of_error in errors(report):
                texts.append(text_of_error)
            if keys_only:
                texts = [part.replace(f"/{CANARY}", "") for part in texts]
            assert not [part for part in texts if CANARY in part]


def errors(report: Report) -> Iterator[str]:
    """Yield all that an exception made of the report says, and its causes."""
    try:
        report.raise_for_violations()
    except DocumentError as error:
        one: BaseException | None = error
        while one is not None:
            yield from (str(one), repr(one), repr(one.args), repr(pickle.dumps(one)))
            one = one.__cause__ or one.__context__


@pytest.mark.promise(6)
def test_6_undeclared_keys_are_escaped_and_cut(contract: Contract) -> None:
    reject = made(contract.engine, unknown_fields="reject")
    for key in ("a\nb", "\x1b[31mred", "k" * 500, "a/b~c", "\u202egnp", "é" * 100, "\0" * 80):
        (violation,) = reject.check({key: 1}, PATCH).violations
        assert violation.pointer == "/" + printable(key)
        assert violation.pointer.isascii()
        assert violation.pointer.isprintable()
        assert len(violation.pointer) <= 65
        assert str(violation).count("\n") == 0


@pytest.mark.promise(7)
@pytest.mark.parametrize(
    "key",
    [
        "Secrets",
        "SECRETS",
        "\uff53ecrets",
        "\u017fecrets",
        "secrets\0",
        "\0secrets",
        "secrets" + "\0" * 3000,
        "secret\uff3freferences",
        "source_conf\u0131g",
        "SOURCE_CONF\u0130G",
    ],
)
def test_7_names_that_other_readers_take_for_declared_ones_are_refused(
    contract: Contract, key: str
) -> None:
    assert only(contract.check({key: []}, PATCH)) == ("confusable-field", "/" + printable(key))
    assert contract.check(
        {"source_config": {"resource_spec": {"labels": {key: "x", "secrets": "y"}}}}, PATCH
    ).ok


@pytest.mark.parametrize(
    "key", ["x-texts", "x-members", "x-folds", "properties", "$ref", "type", "", "__class__"]
)
def test_no_key_is_taken_for_a_word_of_the_schemas(contract: Contract, key: str) -> None:
    reject = made(contract.engine, unknown_fields="reject")
    for around in ((), ("source_config",), ("source_config", "resource_spec")):
        document: Any = {key: 1}
        for name in reversed(around):
            document = {name: document}
        assert only(reject.check(document, PATCH)) == (
            "unknown-field",
            "".join(f"/{name}" for name in (*around, printable(key))),
        )


@pytest.mark.promise(8)
def test_8_documents_are_not_changed(contract: Contract) -> None:
    for text in BROKEN.values():
        try:
            value = json.loads(text)
        except ValueError:
            continue
        before = copy.deepcopy(value)
        for source in (None, "codehost"):
            contract.check(value, PATCH, source=source)
        assert repr(value) == repr(before)


@pytest.mark.promise(10)
@pytest.mark.parametrize(
    "body",
    [
        b"\xef\xbb\xbf{}",
        "{}".encode("utf-16"),
        "{}".encode("utf-16-le"),
        "{}".encode("utf-32"),
        b'{"a": "\xff"}',
        b'{"a": "\xc0\x80"}',
        b'{"\xed\xa0\x80": 1}',
    ],
)
def test_10_utf_8_only(contract: Contract, body: bytes) -> None:
    assert contract.check(body, PATCH).verdict == "deny"
    assert only(contract.check(body, PATCH))[0] in ("json-encoding", "json-syntax")


@pytest.mark.promise(11)
@pytest.mark.parametrize(
    "text",
    [
        '{"a": "\\ud800"}',
        '{"a": ["\\udc00x"]}',
        '{"a": "\\udc00\\ud800"}',
        '{"\\ud800": 1}',
        '{"a": {"\\udfff": 1}}',
    ],
)
def test_11_lone_surrogates_are_refused(contract: Contract, text: str) -> None:
    assert only(contract.check(text, PATCH))[0] == "json-surrogate"
    assert only(contract.check(json.loads(text), PATCH))[0] == "json-surrogate"
    assert contract.check(text.replace("\\u", "\\\\u"), PATCH).ok


PLACES = [
    '{"x": %s}',
    '{"x": [[{"y": %s}]]}',
    '{"source_config": {"resource_spec": {"cpu": %s}}}',
    '{"source_config": {"resource_spec": {"labels": {"a": %s}}}}',
]


@pytest.mark.promise(12)
@pytest.mark.parametrize("place", PLACES)
def test_12_numbers_that_readers_differ_on_are_refused_everywhere(
    contract: Contract, place: str
) -> None:
    for number in ("NaN", "Infinity", "-Infinity"):
        assert only(contract.check(place % number, PATCH))[0] == "json-constant"
    for number in (
        "9" * 401,
        "9" * 4000,
        "9" * 5000,
        "1e999999",
        "1" + "0" * 5000 + "e-5000",
        "1e00001",
        "0e-00000",
        "0." + "1" * 399,
    ):
        for sign in ("", "-"):
            assert only(contract.check(place % (sign + number), PATCH)) == ("json-number", "")
    for number in ("1E400", "9007199254740992", "9" * 399, "9007199254740993.0", "1e300", "1e9999"):
        assert only(contract.check(place % number, PATCH))[0] == "schema-maximum"
        assert only(contract.check(place % f"-{number}", PATCH))[0] == "schema-minimum"
    for number in (
        "9007199254740991",
        "-9007199254740991",
        "1e-999",
        "1e-9999",
        "1e0002",
        "0." + "1" * 398,
        "0.1",
        "-0",
        "1e2",
    ):
        assert contract.check(place % number, PATCH).ok
    for huge, rule in (
        (math.inf, "schema-maximum"),
        (2**53, "schema-maximum"),
        (10**300, "schema-maximum"),
        (10**5000, "json-value"),
    ):
        value = json.loads(place % 0, parse_int=partial(_instead, huge))
        assert only(contract.check(value, PATCH))[0] == rule


def _instead(number: float, _text: str) -> float:
    return number


@pytest.mark.promise(13)
def test_13_true_is_no_number_and_nothing_is_coerced(contract: Contract) -> None:
    for field, wrong in {
        "cpu": (True, "1", [1], {}),
        "min_scale": (True, False, "1", 1.5),
        "labels": ([], "x", 1),
    }.items():
        for value in wrong:
            assert (
                only(contract.check({"source_config": {"resource_spec": {field: value}}}, PATCH))[0]
                == "schema-type"
            )
    for value in (1, 0, "true", []):
        assert (
            only(contract.check({"source_config": {"build_on_push": value}}, PATCH))[0]
            == "schema-type"
        )
    assert contract.check(
        '{"source_config": {"resource_spec": {"min_scale": 1.0, "max_scale": 1e2}}}', PATCH
    ).ok


@pytest.mark.promise(14)
def test_14_caps(engine: EngineName) -> None:
    contract = Contract(
        engine=engine, limits=Limits(request_body=2000, items=5, string=100, violations=3)
    )
    assert only(contract.check(b" " * 2000 + b"{}", PATCH)) == ("json-size", "")
    assert only(contract.check({"x": ["y"] * 6}, PATCH)) == ("schema-items", "/x")
    assert only(contract.check(b'{"x": ["y","y","y","y","y","y"]}', PATCH)) == (
        "schema-items",
        "/x",
    )
    assert only(contract.check({"x": "y" * 101}, PATCH)) == ("json-string-length", "/x")
    assert only(contract.check(json.dumps({"x": "y" * 101}), PATCH)) == ("json-string-length", "/x")
    assert contract.check({"x": ["y" * 100] * 5}, PATCH).ok
    report = contract.check({"secrets": [1, 2, 3, 4, 5]}, PATCH)
    assert (len(report.violations), report.truncated) == (3, True)
    assert made(engine).check({"x": [0] * 10_000}, PATCH).ok
    assert only(made(engine).check(b'{"x": [' + b",".join([b"0"] * 10_001) + b"]}", PATCH)) == (
        "schema-items",
        "/x",
    )
    with pytest.raises(ContractError, match="at least 1"):
        Contract(limits=Limits(items=0))


@pytest.mark.promise(17)
def test_17_a_hundred_thousand_wrong_items(engine: EngineName) -> None:
    contract = Contract(engine=engine, limits=Limits(items=200_000))
    report = contract.check(
        b'{"resources": [' + b",".join([b'"x"'] * 100_000) + b'], "offset": 0}', "DeploymentList"
    )
    assert (report.verdict, len(report.violations), report.truncated) == ("deny", 20, True)
    assert len(json.dumps(report.to_dict())) < 10_000


def doublings(make: Callable[[int], bytes | Any], contract: Contract, size: int) -> list[int]:
    """Return the calls of Python functions that a verdict takes, for a size and twice and four times that: a clock that is not noisy."""
    counts = []
    for _ in range(3):  # what comes again is compiled
        contract.check(make(size), PATCH)
    for times in (1, 2, 4):
        document = make(size * times)
        counts.append(count_calls(partial(contract.check, document, PATCH)))
    return counts


@pytest.mark.promise(15)
@pytest.mark.parametrize(
    "make",
    [
        lambda n: {f"secrets{i}": 1 for i in range(n)},
        lambda n: {"secrets": [{"nam": 1, "valeu": 2}] * n},
        lambda n: b"[" * n,
        lambda n: b'{"a":"' + b'\\"[' * n + b'"}',
        lambda n: {"x": "a" * n},
        lambda n: {"source_revision_config": {"repo_ref": "refs/tags/" * n}},
        lambda n: {
            "source_config": {
                "resource_spec": {
                    "volumes": [{"name": "v"}] * n,
                    "volume_mounts": [{"name": "w"}] * n,
                }
            }
        },
        lambda n: {"\0" * n: 1},
    ],
)
def test_15_effort_grows_no_faster_than_the_document(
    make: Callable[[int], Any], engine: EngineName
) -> None:
    one, two, four = doublings(make, made(engine, unknown_fields="reject"), 500)
    assert two <= 2.2 * one + 200
    assert four <= 2.2 * two + 200


DATE_TIMES = {
    "2026-01-31T12:00:00Z": True, "2026-01-31t12:00:00z": True, "2026-01-31T12:00:00.123456789+14:00": True, "1998-12-31T23:59:60Z": True,
    "1998-12-31T15:59:60.5-08:00": True, "2024-02-29T00:00:00Z": True, "2023-02-29T00:00:00Z": False, "2026-01-31T12:00:00": False,
    "2026-01-31 12:00:00Z": False, "1998-12-31T23:58:60Z": False, "1998-12-31T22:59:60Z": False, "2026-01-31T24:00:00Z": False,
    "2026-01-31T12:00:00Z\n": False, "2026-13-01T12:00:00Z": False, "2026-04-31T12:00:00Z": False, "\uff12026-01-31T12:00:00Z": False,
    "1900-02-29T00:00:00Z": False, "2000-02-29T00:00:00Z": True, "2026-01-31T12:00:00+24:00": False, "": False, "1998-12-31T23:59:61Z": False,
}  # fmt: skip


@pytest.mark.promise(23)
@pytest.mark.parametrize("text", DATE_TIMES)
def test_23_date_times(text: str, contract: Contract) -> None:
    rules = {
        violation.pointer
        for violation in contract.check({"created_at": text}, "Deployment").violations
    }
    assert ("/created_at" not in rules) == DATE_TIMES[text]


UUIDS = {
    "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21": True, "9E2D7C34-51B0-4A7E-B1F6-2F8C0A6D4B21": True, "00000000-0000-0000-0000-000000000000": True,
    "9e2d7c3451b04a7eb1f62f8c0a6d4b21": False, "{9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21}": False, "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b2\n": False,
    "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21\n": False, "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b2_": False, "urn:uuid:9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21": False,
    "\uff19e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21": False, "9e2d7c34-51b0-4a7e-b1f62-f8c0a6d4b21": False, "": False,
}  # fmt: skip


@pytest.mark.promise(23)
@pytest.mark.parametrize("text", UUIDS)
def test_23_uuids(text: str, contract: Contract) -> None:
    rules = {
        violation.pointer for violation in contract.check({"id": text}, "Deployment").violations
    }
    assert ("/id" not in rules) == UUIDS[text]


@pytest.mark.promise(25)
def test_25_violations_are_printable_lines(contract: Contract) -> None:
    for text in BROKEN.values():
        for violation in contract.check(text, PATCH).violations:
            assert all(
                part.isprintable()
                for part in (violation.message, violation.hint, violation.pointer, str(violation))
            )
            assert "{" not in violation.message


@pytest.mark.promise(26)
def test_26_threads_share_a_contract(engine: EngineName) -> None:
    contract = Contract(engine=engine, unknown_fields="report")
    bodies = [text.replace("CANARY", "x").encode() for text in BROKEN.values()]
    sources = (None, "codehost", "external_container")
    expected = [
        [
            made(engine, unknown_fields="report").check(body, PATCH, source=named(source)).to_dict()
            for source in sources
        ]
        for body in bodies
    ]
    wrong: list[object] = []

    def judge(start: int) -> None:
        for turn in range(40):
            index = (start + turn) % len(bodies)
            got = [
                contract.check(bodies[index], PATCH, source=named(source)).to_dict()
                for source in sources
            ]
            if got != expected[index]:
                wrong.append((index, got))

    threads = [threading.Thread(target=judge, args=(start,)) for start in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


class Kept(dict[str, Any]):
    """A dict that can be watched."""


@pytest.mark.promise(27)
def test_27_no_document_is_retained(contract: Contract) -> None:
    watched = Kept(source="codehost", name=CANARY)
    reference = weakref.ref(watched)
    contract.check(b'{"name": "other"}', PATCH, deployment=watched)
    del watched
    gc.collect()
    assert reference() is None
    body = json.dumps(
        {"secrets": [{"name": f"n{i}", "value": "v" * 1000} for i in range(500)]}
    ).encode()
    for _ in range(3):
        contract.check(body, PATCH, source="codehost")
    tracemalloc.start()
    before = tracemalloc.take_snapshot()
    for _ in range(5):
        contract.check(body, PATCH, source="codehost")
        contract.check(body[:-1], PATCH, source="codehost")
    gc.collect()
    grown = sum(row.size_diff for row in tracemalloc.take_snapshot().compare_to(before, "filename"))
    tracemalloc.stop()
    assert grown < len(body) / 4


# Each character beyond ASCII that Java 17 takes for an ASCII letter in String.equalsIgnoreCase, tried one by one with all of Unicode.
BY_EQUALS_IGNORE_CASE = {"\u0130": "i", "\u0131": "i", "\u017f": "s", "\u212a": "k"}


@pytest.mark.promise(7)
def test_7_what_java_takes_for_a_letter_is_folded_to_it() -> None:
    names = ["secrets", "integration_id", "secret_key"]
    declared = Folds(names)
    for sign, letter in BY_EQUALS_IGNORE_CASE.items():
        for name in [name for name in names if letter in name]:
            key = name.replace(letter, sign, 1)
            for written in (key, key.upper() if sign == "\u0130" else key.replace("e", "E")):
                assert folded(written) == name
                assert confusable(written, declared) == name
    assert folded("\N{MATHEMATICAL ITALIC SMALL DOTLESS I}d") == "id"
    assert (
        confusable("i\u0307ntegration_id", declared) is None
    )  # two characters: no reader of this kind drops one
