"""Programs say the same as their schemas: the native engine against jsonschema."""

import json
import re
import struct
import sys
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deploy_contract import Report
from deploy_contract_codegen.reference import validator
from deploy_contract_format.folding import folded
from deploy_contract_format.overlay import Schema
from deploy_contract_format.program import (
    KEYWORDS,
    MAGIC,
    VERSION,
    UnsupportedError,
    compile_program,
)
from deploy_contract_format.subset import RULE_KEYWORDS, problems
from tests.support.strategies import patient

native = pytest.importorskip("deploy_contract_native")

NAMES = ["a", "b", "ab", "A", "\u00e4", "", "a_long_name_of_a_member", "a_long_name_on_a_member"]
TEXTS = ["", "a", "b", "aa", "ab", "\u00e4", "\U0001f600x", "a\n", 'q"\\', "\0", "x" * 20]
PATTERNS = [
    "^a", "^a$", "^$", "^[^a]", "^[^a]$", "^[ab]{2}$", "^(?:a|b)?b*$", "^a{1,2}$", "^a{0}b", "^a+",
    "^[a-b\\-]$", "^\\.", "^(?:|a)$", "^[ -~]*$", "^[^ -~]", "^x{3,}$",
]  # fmt: skip
NUMBERS = [
    "0",
    "-0",
    "1",
    "1.0",
    "1e0",
    "-1",
    "0.5",
    "5e-1",
    "2",
    "1E+1",
    "1.5",
    "100e-2",
    "1e-400",
]
NUMBERS += ["9007199254740991", "9007199254740992", "9007199254740993.5", "-1e15", "1" + "0" * 30]
BOUNDS = [0, 1, -1, 0.5, 1.5, 2, 10, 2**53 - 1]
TYPES = ["array", "boolean", "integer", "null", "number", "object", "string"]

counts = st.integers(0, 3)
choices = st.none() | st.sampled_from(TEXTS)
LEAVES: dict[str, st.SearchStrategy[Any]] = {
    "type": st.sampled_from(TYPES) | st.lists(st.sampled_from(TYPES), min_size=1, unique=True),
    "required": st.lists(st.sampled_from(NAMES), max_size=2, unique=True),
    "enum": st.lists(choices, min_size=1, max_size=3),
    "const": choices,
    "pattern": st.sampled_from(PATTERNS),
    **dict.fromkeys(
        ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), st.sampled_from(BOUNDS)
    ),
    **dict.fromkeys(
        ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"), counts
    ),
}


def larger(inner: st.SearchStrategy[Schema]) -> st.SearchStrategy[Schema]:
    """Return a strategy for schemas that hold others."""
    several = st.lists(inner, min_size=1, max_size=3)
    members = st.dictionaries(st.sampled_from(NAMES), inner, max_size=3)
    return st.fixed_dictionaries(
        {},
        optional={
            **LEAVES,
            "properties": members,
            "additionalProperties": st.just(value=False) | inner,
            **dict.fromkeys(("items", "not"), inner),
            **dict.fromkeys(("allOf", "anyOf"), several),
        },
    ) | st.fixed_dictionaries({"if": inner}, optional={"then": inner, "else": inner})


small = st.fixed_dictionaries({}, optional=LEAVES) | st.just({"type": "boolean", "const": True})
schemas = st.recursive(small, larger, max_leaves=8)
overlays = st.recursive(
    small,
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            "properties": st.dictionaries(st.sampled_from(NAMES), inner, max_size=3),
            **dict.fromkeys(("allOf", "anyOf"), st.lists(inner, min_size=1, max_size=3)),
        },
    ),
    max_leaves=8,
)


@st.composite
def strings(draw: st.DrawFn) -> str:
    """Return a strategy for JSON strings, with escapes or without."""
    text = draw(st.sampled_from(TEXTS + NAMES) | st.text(st.characters(codec="utf-8"), max_size=3))
    if draw(st.booleans()):
        return json.dumps(text, ensure_ascii=draw(st.booleans()))
    units = struct.unpack(f"<{len(text.encode('utf-16-le')) // 2}H", text.encode("utf-16-le"))
    return '"' + "".join(f"\\u{unit:04x}" for unit in units) + '"'


blanks = st.sampled_from(["", "", " ", "\n\t"])
scalars = st.sampled_from(["null", "true", "false", *NUMBERS]) | strings()


def containers(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Return a strategy for JSON arrays and objects."""
    arrays = st.lists(inner, max_size=4)
    member = st.tuples(strings(), inner)
    objects = st.lists(member, max_size=4, unique_by=lambda pair: json.loads(pair[0]))
    return st.builds(
        lambda items, blank: f"[{blank}" + f"{blank},".join(items) + f"{blank}]", arrays, blanks
    ) | st.builds(
        lambda pairs, blank: (
            "{" + blank + ",".join(f"{key}{blank}:{blank}{value}" for key, value in pairs) + "}"
        ),
        objects,
        blanks,
    )


texts = st.recursive(scalars, containers, max_leaves=8)


def judge(*roots: Schema, known: dict[str, Schema] | None = None, guarded: int = 0) -> Any:
    program = native.Program(compile_program(known or {}, roots, guarded=guarded))
    most = 1 << 30
    return program.judge(
        range(len(roots)),
        max_bytes=most,
        max_objects=most,
        max_string=most,
        outcomes={},
        report=Report,
    )


@patient(120, in_soak=1_000)
@given(schemas, st.lists(texts, min_size=1, max_size=8))
@pytest.mark.soak
def test_a_program_accepts_the_documents_that_its_schema_does(
    schema: Schema, several: list[str]
) -> None:
    program, reference = judge(schema), validator(schema)
    for text in several:
        expected = reference.is_valid(json.loads(text))
        assert bool(program.answers(text.encode())) == expected, (schema, text)


@patient(150, in_soak=1_000)
@given(
    st.lists(schemas | overlays, min_size=1, max_size=4), st.lists(texts, min_size=1, max_size=8)
)
@pytest.mark.soak
def test_schemas_that_are_asked_together_answer_as_each_does_alone(
    several: list[Schema], documents: list[str]
) -> None:
    together = judge({"not": {}}, *several)  # the others are asked if the first refuses
    alone = [judge(schema) for schema in several]
    for text in documents:
        expected = [bool(one.answers(text.encode())) for one in alone]
        answers = together.answers(text.encode()) >> 1
        assert [bool(answers >> n & 1) for n in range(len(several))] == expected, (several, text)


@patient(150, in_soak=1_000)
@given(texts)
@pytest.mark.soak
def test_values_are_those_of_the_standard_library(text: str) -> None:
    program = judge({"properties": {"a": {}, "ab": {"properties": {"b": {}}}}})
    body = text.encode()
    for parse in (native.parse, program.value):
        try:
            value = parse(body)
        except ValueError:  # a decimal may be long: Python reads it
            assert re.search(r"\d[.eE]", text)
            continue
        assert repr(value) == repr(json.loads(text))


def test_the_schemas_of_the_property_test_are_of_the_subset() -> None:
    schema = {
        "properties": {
            name: {"pattern": pattern} for name, pattern in zip(NAMES, PATTERNS, strict=False)
        },
        "allOf": [{"pattern": pattern} for pattern in PATTERNS],
    }
    assert not list(problems(schema, RULE_KEYWORDS))


@pytest.mark.parametrize(
    ("roots", "text", "answers"),
    [
        ([{}], "1", 1),
        ([{}, {}], "1", 1),  # the first decides
        ([{"type": "null"}, {}, {"type": "null"}, {"type": "integer"}], "1", 0b1010),
        ([{"type": "null"}, {"type": "null"}], "1", 0),
        ([{}], "{", 0),
    ],
)
def test_an_answer_has_a_bit_for_each_root(roots: list[Schema], text: str, answers: int) -> None:
    assert judge(*roots).answers(text.encode()) == answers


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        ('{"name": 1}', True),
        ('{"other": 1}', True),
        ('{"Name": 1}', False),
        ('{"n\\u0041me": 1}', False),
        ('{"na\\u0000me": 1}', False),
        ('{"n\u00e4me": 1}', True),
        ('{"n\u00e4me\\u0000": 1}', True),
        ('{"name\\u0000\u00e4": 1}', False),
        ('{"\uff4eame": 1}', False),
        ('{"n\uff21\u043ce": 1}', True),
        ('{"inner": {"name": 1}}', True),
        ('{"inner": {"NAME": 1}}', True),
        ('{"inner": {"Size": 1}}', False),
        ('{"inner": {"Other": 1}}', True),
        ('{"' + "N" * 65 + '": 1}', True),
        ('{"list": [{"size": 1}, {"SIZE": 1}]}', False),
        ('{"SIZE": 1}', True),
    ],
)
def test_a_guarded_program_refuses_confusable_names(text: str, accepted: bool) -> None:
    inner: Schema = {"properties": {"size": {}}}
    schema = {"properties": {"name": {}, "inner": {"$ref": "#/$defs/in"}, "list": {"items": inner}}}
    program = judge(schema, known={"in": inner}, guarded=1)
    assert bool(program.answers(text.encode())) is accepted
    # the guard concerns the structure, not what rules look at
    assert judge({"allOf": [schema]}, known={"in": inner}, guarded=1).answers(text.encode())


def test_a_guarded_program_refuses_each_sign_that_readers_take_for_ascii() -> None:
    signs: dict[str, list[str]] = {}
    for code in range(0x80, sys.maxunicode + 1):
        sign = chr(code)
        plain = folded(sign)
        if plain and plain.isascii():
            signs.setdefault(plain, []).append(sign)
    assert {"k", "ss", "fi", "i"} <= set(signs)
    for plain, several in signs.items():
        program = judge({"properties": {plain: {}}}, guarded=1)
        for sign in several:
            assert not program.answers(json.dumps({sign: 1}).encode()), hex(ord(sign))
            assert not program.answers(json.dumps({sign + "\0": 1}).encode()), hex(ord(sign))


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ({"patternProperties": {}}, "patternProperties"),
        ({"enum": [1]}, "enum or const"),
        ({"const": 1.5}, "enum or const"),
        ({"format": "email"}, "format"),
        ({"$ref": "#/$defs/a"}, "recursive"),
    ],
)
def test_schemas_beyond_the_subset_have_no_program(schema: Schema, message: str) -> None:
    with pytest.raises(UnsupportedError, match=message):
        compile_program({"a": {"items": {"$ref": "#/$defs/a"}}}, [schema])


def test_schemas_that_nest_too_deeply_have_no_program() -> None:
    schema: Schema = {}
    for _ in range(99):
        schema = {"not": schema}
    assert judge(schema).answers(b"1") == 0
    with pytest.raises(ValueError, match="nest too deeply"):
        judge({"not": schema})


def test_the_deepest_program_runs_on_a_small_stack() -> None:
    schema: Schema = {"type": "string", "pattern": "^a"}
    for number in range(98):
        key = ("not", "items", "properties")[number % 3]
        schema = {"properties": {"a": schema}} if key == "properties" else {key: schema}
    text = '{"a":[' * 15 + '"a"' + "]}" * 15
    found = []
    size = threading.stack_size(128 * 1024)
    try:
        thread = threading.Thread(target=lambda: found.append(judge(schema).answers(text.encode())))
        thread.start()
        thread.join()
    finally:
        threading.stack_size(size)
    expected = validator(schema).is_valid(json.loads(text))
    assert found == [int(expected)]


def test_a_program_that_is_damaged_is_refused() -> None:
    schema = {
        "properties": {"a": {"enum": ["x", None]}, "b": {"type": "boolean", "const": True}},
        "required": ["a"],
        "additionalProperties": {"pattern": "^a", "minimum": 1},
        "anyOf": [{"maxItems": 1}, {"not": {"minLength": 3}}],
    }
    program = compile_program({}, [schema])
    assert program.startswith(MAGIC + struct.pack("<I", VERSION))
    for end in range(len(program)):
        with pytest.raises(ValueError, match="not a program"):
            native.Program(program[:end])
    with pytest.raises(ValueError, match="after its end"):
        native.Program(program + b"\0")
    for place in range(len(program)):
        for byte in (0, 1, 0x7F, 0x80, 0xFF):
            damaged = program[:place] + bytes([byte]) + program[place + 1 :]
            try:
                made = native.Program(damaged)
            except ValueError:
                continue
            limits = {"max_bytes": 99, "max_objects": 9, "max_string": 9}
            made.judge([0], **limits, outcomes={}, report=Report).answers(b'{"a": ["x", 1]}')


def test_a_class_of_reports_has_slots_for_the_outcome_and_the_text() -> None:
    limits = {"max_bytes": 99, "max_objects": 9, "max_string": 9}
    program = native.Program(compile_program({}, [{}]))

    class Plain:
        _state = None
        _document = None

    for wrong, error in ((int, AttributeError), (Plain, TypeError)):
        with pytest.raises(error):
            program.judge([0], **limits, outcomes={}, report=wrong)


def test_every_keyword_has_one_bit() -> None:
    assert len(set(KEYWORDS)) == len(KEYWORDS) <= 32
