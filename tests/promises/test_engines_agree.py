"""The judges and jsonschema say the same of any document, and enforce all that the spec says."""

import math
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

import pytest
from deploy_contract_generated.names import DocumentKind, EngineName, SourceName
from hypothesis import given
from hypothesis import strategies as st

from deploy_contract import Contract
from deploy_contract.judge.python import schema as judge
from deploy_contract.judge.python.wire import parse
from deploy_contract_format.errors import TextError
from deploy_contract_format.patterns import FORMATS
from deploy_contract_format.pointer import Tokens, join
from deploy_contract_format.subset import ANNOTATIONS, RESOURCE_KEYWORDS, RULE_KEYWORDS, problems
from tests.support import reference
from tests.support.engines import ENGINES, answer, made
from tests.support.names import named
from tests.support.random_documents import ID, KINDS
from tests.support.strategies import SOURCES, bent, patient
from tests.support.tables import table

SAFE = 2**53 - 1
Tried = Callable[[int], None]


READERS = {"judge": judge.fits, "jsonschema": reference.fits}


def agreed(
    document: Any, kind: DocumentKind, source: SourceName | None = None, unknown: str = "allow"
) -> tuple[str, set[tuple[str, str]]]:
    """Return the common answer to a document: the verdict, and the rules and pointers.

    If it is not a text, jsonschema has read its structure alike.
    """
    contracts = [made(engine, unknown_fields=unknown) for engine in ENGINES]
    answers = [answer(contract, document, kind, source) for contract in contracts]
    assert all(one == answers[0] for one in answers), ascii(document)
    if not isinstance(document, str):
        structure_is_that_of_jsonschema(document, kind)
    return answers[0][0], answers[0][1]


@cache
def structural(engine: EngineName) -> Contract:
    """Return a contract that judges the structure of documents alone, undeclared members too."""
    off = {rule.rule: "off" for rule in Contract().rules if rule.on}
    return Contract(engine=engine, unknown_fields="reject", modes=named(off))


def structure_is_that_of_jsonschema(document: Any, kind: DocumentKind) -> None:
    expected = reference.reading(kind, "closed")(document)
    for engine in ENGINES:
        assert structural(engine).check(document, kind).ok is expected, ascii(document)


# -- any document


@pytest.mark.promise(9, 13, 23, 26)
def test_engines_agree_on_bent_documents(tried: Tried) -> None:
    verdicts: list[str] = []

    @patient(100)
    @given(
        st.data(),
        st.sampled_from(KINDS),
        st.sampled_from(SOURCES),
        st.sampled_from(["allow", "report", "reject"]),
    )
    def holds(
        data: st.DataObject, kind: DocumentKind, source: SourceName | None, unknown: str
    ) -> None:
        text = data.draw(bent(kind))
        verdict, _ = agreed(text, kind, source, unknown)
        with suppress(TextError):
            value = parse(text.encode())
            if not isinstance(value, str):
                structure_is_that_of_jsonschema(value, kind)
        verdicts.append(verdict)

    holds()
    assert {"allow", "deny"} <= set(verdicts)
    tried(len(verdicts))


# -- all that the spec says


class Stated(NamedTuple):
    """A place in a document, and what the spec says of the values there. `types`: with the null that stands beside them."""

    at: Tokens
    schema: dict[str, Any]
    types: frozenset[str]


OPENAPI = table("openapi.json")
FIRST = {"uuid": ID, "date-time": "2026-01-31T12:00:00Z"}


def resolved(schema: dict[str, Any]) -> tuple[dict[str, Any], bool]:
    """Return a schema of the bundled document without its reference, and whether null stands beside it."""
    if "$ref" in schema:
        return resolved(OPENAPI["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema:
        found = [resolved(choice) for choice in schema["anyOf"]]
        (one,) = [inner for inner, _ in found if inner.get("type") != "null"]
        return one, True
    return schema, False


def types_of(schema: dict[str, Any]) -> list[str]:
    kinds: Any = schema["type"]
    return list(kinds) if isinstance(kinds, list) else [kinds]


def sample(schema: dict[str, Any]) -> Any:
    """Return a document in which every field that is declared has a value."""
    schema, _ = resolved(schema)
    if "enum" in schema:
        return schema["enum"][0]
    kind = types_of(schema)[0]
    if kind == "object":
        return {name: sample(inner) for name, inner in schema.get("properties", {}).items()} or {
            "free": ["x", 1, None]
        }
    if kind == "array":
        return [sample(schema["items"])]
    if kind in ("integer", "number"):
        return max(schema.get("minimum", 1), 1)
    return {"string": FIRST.get(schema.get("format", ""), "x"), "boolean": False, "null": None}[
        kind
    ]


def least(schema: dict[str, Any]) -> Any:
    """Return a document that has no more than is required."""
    schema, _ = resolved(schema)
    kind = types_of(schema)[0]
    if kind == "array":
        return []
    if kind == "object":
        return {name: least(schema["properties"][name]) for name in schema.get("required", ())}
    return sample(schema)


def alone(schema: dict[str, Any], at: Tokens, value: Any) -> Any:
    """Return a document that has the value at a place, and beside it no more than is required."""
    if not at:
        return value
    schema, _ = resolved(schema)
    token, *rest = at
    if isinstance(token, int):
        return [alone(schema["items"], tuple(rest), value)]
    return {**least(schema), token: alone(schema["properties"][token], tuple(rest), value)}


def stated(schema: dict[str, Any], at: Tokens = ()) -> Iterator[Stated]:
    """Yield each place of the sample, with what is said of it."""
    schema, null = resolved(schema)
    yield Stated(at, schema, frozenset(types_of(schema)) | ({"null"} if null else frozenset()))
    if "items" in schema:
        yield from stated(schema["items"], (*at, 0))
    for name, inner in schema.get("properties", {}).items():
        yield from stated(inner, (*at, name))


def of_spec(kind: DocumentKind) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{kind}"}


VALUES: dict[str, list[Any]] = {  # of each JSON type
    "null": [None], "boolean": [True, False], "integer": [0, 1, 1.0], "number": [0.5],
    "string": ["", "1", "true", "null", "1.0", "[]"], "array": [[], [1], [[]]], "object": [{}, {"x": 1}],
}  # fmt: skip


def wrong_values(types: frozenset[str]) -> Iterator[Any]:
    """Yield the values of all other types."""
    for name, values in VALUES.items():
        if name not in types and not (name == "integer" and "number" in types):
            yield from values


@pytest.mark.promise(9, 12, 13)
@pytest.mark.parametrize("kind", KINDS)
def test_every_keyword_is_enforced(kind: DocumentKind, tried: Tried) -> None:
    """Nothing is coerced to another type."""
    count = 0
    whole = made(ENGINES[0]).check(sample(of_spec(kind)), kind)
    assert not [one.rule for one in whole.violations if one.rule.startswith("schema-")]
    for place in stated(of_spec(kind)):
        faults: list[tuple[str, Any]] = []
        wrong = list(wrong_values(place.types))
        if not place.at:
            wrong = [value for value in wrong if not isinstance(value, str)]  # taken for JSON
        faults += [("schema-type", value) for value in wrong]
        if "enum" in place.schema:
            faults.append(("schema-enum", "no such value"))
        if "format" in place.schema:
            faults.append(("schema-format", "x"))
        # integers beyond the bounds, which may be decimals
        if "minimum" in place.schema:
            faults.append(("schema-minimum", math.ceil(place.schema["minimum"]) - 1))
        if "maximum" in place.schema:
            faults.append(("schema-maximum", math.floor(place.schema["maximum"]) + 1))
        if place.types & {"integer", "number"}:
            faults += [("schema-maximum", SAFE + 1), ("schema-minimum", -SAFE - 1)]
        if "array" in place.types:
            faults.append(("schema-items", [None] * 10_001))
        if "object" in place.types:
            faults.append(("schema-items", {str(number): 1 for number in range(10_001)}))
            full = least(place.schema)
            faults += [
                ("schema-required", {key: value for key, value in full.items() if key != name})
                for name in place.schema.get("required", ())
            ]
        for rule, value in faults:
            count += 1
            for engine in ENGINES:
                report = made(engine).check(alone(of_spec(kind), place.at, value), kind)
                assert (rule, join(place.at)) in {
                    (found.rule, found.pointer) for found in report.violations
                }
                assert report.verdict == "deny"
    assert count
    tried(count)


# fmt: off
KEYWORDS = {  # of 2020-12, every vocabulary, and of other dialects
    "$schema", "$id", "$ref", "$anchor", "$dynamicRef", "$dynamicAnchor", "$vocabulary", "$comment", "$defs", "prefixItems", "items", "contains", "additionalProperties", "properties",
    "patternProperties", "dependentSchemas", "propertyNames", "if", "then", "else", "allOf", "anyOf", "oneOf", "not", "unevaluatedItems", "unevaluatedProperties", "type", "const", "enum", "multipleOf",
    "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "maxContains", "minContains", "maxProperties", "minProperties",
    "required", "dependentRequired", "title", "description", "default", "deprecated", "readOnly", "writeOnly", "examples", "format", "contentEncoding", "contentMediaType", "contentSchema",
    "definitions", "dependencies", "$recursiveRef", "$recursiveAnchor", "additionalItems", "id", "extends", "nullable", "discriminator", "Type", "maxlength", "",
}
ALL_FORMATS = [
    "date-time", "date", "time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6", "uri", "uri-reference", "iri", "iri-reference", "uuid", "uri-template", "json-pointer",
    "relative-json-pointer", "regex", "int32", "int64", "float", "double", "byte", "binary", "password", "", "UUID",
]
ODD_SCHEMAS: list[Any] = [
    True, False, None, 1, "x", [], {"type": "float"}, {"type": []}, {"type": "string", "enum": [1]}, {"minimum": math.inf}, {"minimum": True}, {"additionalProperties": False}, {"required": ["a", "a"]},
]
ENFORCED: dict[str, tuple[dict[str, Any], list[Any], list[Any]]] = {  # keyword of rules -> schema, values that fit, values that do not
    "type": ({"type": ["integer", "null"]}, [None, 1, 1.0], [1.5, "1", True, [], {}]),
    "properties": ({"properties": {"a": {"type": "string"}}}, [{}, {"a": ""}, 1], [{"a": 1}]),
    "required": ({"required": ["a"]}, [{"a": None}, 1], [{}, {"A": 1}]),
    "items": ({"items": {"type": "string"}}, [[], ["a"], {}], [[1], ["a", None]]),
    "enum": ({"enum": ["a", None]}, ["a", None], ["A", "a ", "", [], False]),
    "const": ({"type": "boolean", "const": True}, [True], [False, 1, 1.0, "true"]),
    "minimum": ({"minimum": 1}, [1, 1.0, 2, "0"], [0, 0.999, -1]),
    "maximum": ({"maximum": 1}, [1, 1.0, 0, "2"], [2, 1.001]),
    "exclusiveMinimum": ({"exclusiveMinimum": 0.1}, [0.10000000000000002, 1, 2**60, "0"], [0.1, 0, -1]),
    "exclusiveMaximum": ({"exclusiveMaximum": 0.1}, [0.09999999999999999, 0, -1, "2"], [0.1, 1, 2**60]),
    "pattern": ({"pattern": "^[a-c]{1,2}$"}, ["a", "bc", 1], ["", "abc", "d", "a\n", "\na"]),
    "minLength": ({"minLength": 2}, ["ab", "\U0001f600\U0001f600", 1], ["", "a", "\U0001f600"]),
    "maxLength": ({"maxLength": 1}, ["", "a", "\U0001f600", 12], ["ab", "e\u0301"]),
    "minItems": ({"minItems": 1}, [[1], "", {}], [[]]),
    "maxItems": ({"maxItems": 1}, [[], [1], "ab"], [[1, 2]]),
    "allOf": ({"allOf": [{"minimum": 1}, {"maximum": 1}]}, [1], [0, 2]),
    "anyOf": ({"anyOf": [{"type": "string"}, {"type": "number", "minimum": 5}]}, ["", 5], [4, None]),
    "not": ({"not": {"type": "string"}}, [1, None], ["", "a"]),
    "if": ({"if": {"type": "string"}, "then": {"minLength": 1}, "else": {"type": "null"}}, ["a", None], ["", 1]),
}
# fmt: on


@pytest.mark.promise(9)
def test_what_is_not_known_to_be_read_alike_is_refused_when_generating(tried: Tried) -> None:
    for keyword in sorted(KEYWORDS):
        assert keyword in RESOURCE_KEYWORDS | ANNOTATIONS or list(
            problems({keyword: {}}, RESOURCE_KEYWORDS)
        ), keyword
        assert keyword in RULE_KEYWORDS or list(problems({keyword: {}}, RULE_KEYWORDS)), keyword
    for name in ALL_FORMATS:
        assert (name in FORMATS) == (
            not list(problems({"type": "string", "format": name}, RESOURCE_KEYWORDS))
        )
    for schema in ODD_SCHEMAS:
        assert list(problems(schema, RESOURCE_KEYWORDS)), schema
    tried(len(KEYWORDS) + len(ALL_FORMATS) + len(ODD_SCHEMAS))


@pytest.mark.promise(9, 13, 16)
@pytest.mark.parametrize("keyword", sorted(RULE_KEYWORDS - {"then", "else"}))
def test_keywords_of_rules_are_enforced_alike(keyword: str) -> None:
    schema, fitting, broken = ENFORCED[keyword]
    assert list(problems(schema, RULE_KEYWORDS)) == []
    for name, fits in READERS.items():
        assert [fits(schema, value) for value in fitting] == [True] * len(fitting), name
        assert [fits(schema, value) for value in broken] == [False] * len(broken), name
