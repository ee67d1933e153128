"""Documents drawn from the schemas, whole and damaged: engines agree, nothing raises, nothing is changed."""

import copy
import json
import math
import os
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deploy_contract import Contract
from deploy_contract.document.engines import definitions
from deploy_contract.tables import tables
from deploy_contract_format.overlay import Schema
from tests.conftest import made
from tests.support.reference import reference

KINDS = tuple(tables().roots)
SOURCES = (None, *tables().book.sources)
CHECKS = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]


def patient(examples: int = 100) -> settings:
    """Settings for this noisy world: no deadline, the same examples in every run of CI."""
    return settings(
        deadline=None,
        max_examples=examples,
        suppress_health_check=CHECKS,
        derandomize=bool(os.environ.get("CI")),
    )


scalars = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**60), 2**60), st.floats(allow_nan=False), st.text(max_size=20),
    st.sampled_from(["refs/tags/v1", "READY", "codehost", "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21", "2026-01-31T12:00:00Z"]),
)  # fmt: skip
anything = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
)
UUIDS = st.uuids().map(str)
TIMES = st.datetimes().map(lambda time: f"{time.year:04}-{time:%m-%dT%H:%M:%S}Z")


def documents(schema: Schema, known: dict[str, Schema]) -> st.SearchStrategy[Any]:
    """Documents that fit a lowered schema."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        if name.startswith("Any-"):
            return st.recursive(
                st.none()
                | st.booleans()
                | st.integers(-(2**53) + 1, 2**53 - 1)
                | st.text(max_size=8),
                lambda inner: (
                    st.lists(inner, max_size=2)
                    | st.dictionaries(st.text(max_size=8), inner, max_size=2)
                ),
                max_leaves=4,
            )
        return st.deferred(lambda: documents(known[name], known))
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return st.one_of([_of_kind(kind, schema, known) for kind in kinds])


def _of_kind(kind: str, schema: Schema, known: dict[str, Schema]) -> st.SearchStrategy[Any]:
    if kind == "string":
        return {"uuid": UUIDS, "date-time": TIMES}.get(
            schema.get("x-format", ""), st.text(max_size=12)
        )
    if kind == "array":
        return st.lists(documents(schema["items"], known), max_size=3)
    if kind == "object":
        if "properties" not in schema:
            return st.dictionaries(
                st.text(max_size=8), documents(schema["additionalProperties"], known), max_size=3
            )
        members = {name: documents(member, known) for name, member in schema["properties"].items()}
        required = {name: members[name] for name in schema.get("required", [])}
        optional = {name: member for name, member in members.items() if name not in required}
        return st.fixed_dictionaries(required, optional=optional)
    low, high = schema.get("minimum", 0), schema.get("maximum", 0)
    return {
        "null": st.none(),
        "boolean": st.booleans(),
        "integer": st.integers(math.ceil(low), math.floor(high)),
        "number": st.integers(math.ceil(low), math.floor(high)) | st.floats(-1e6, 1e6),
    }[kind]


def of_kind(kind: str) -> st.SearchStrategy[Any]:
    known = definitions(kind)
    return documents(known[tables().roots[kind]["closed"]], known)


@st.composite
def damaged(draw: st.DrawFn, kind: str) -> Any:
    """A document that fits, with a few values, keys or members changed."""
    document = draw(of_kind(kind))
    for _ in range(draw(st.integers(1, 3))):
        places = list(_containers(document))
        if not places:
            return draw(anything)
        container = draw(st.sampled_from(places))
        if isinstance(container, list):
            container.insert(draw(st.integers(0, len(container))), draw(anything))
        else:
            keys = sorted(container)
            key = draw(
                st.sampled_from([*keys, "secret_refs", "Secrets", "name", "status"])
                | st.text(max_size=6)
            )
            if draw(st.booleans()) and key in container:
                container[draw(st.sampled_from([key.upper(), key + "\0", key[:-1], f"{key}s"]))] = (
                    container.pop(key)
                )
            else:
                container[key] = draw(anything)
    return document


def _containers(value: Any) -> Any:
    if isinstance(value, dict | list):
        yield value
        for member in value.values() if isinstance(value, dict) else value:
            yield from _containers(member)


def answer(contract: Contract, document: Any, kind: str, source: str | None) -> Any:
    report = contract.check(document, kind, source=source)
    pairs = {(violation.rule, violation.pointer) for violation in report.violations}
    return report.verdict, set() if report.truncated else pairs, report.needs, report.sources


@patient()
@given(st.data(), st.sampled_from(KINDS))
def test_what_the_schema_admits_has_no_structural_fault(data: st.DataObject, kind: str) -> None:
    document = data.draw(of_kind(kind))
    for engine in ("python", "rust"):
        report = made(engine, unknown_fields="reject").check(document, kind)
        assert not [
            violation
            for violation in report.violations
            if violation.rule.startswith(("schema-", "json-", "unknown-"))
        ]


@patient(300)
@given(
    st.data(),
    st.sampled_from(KINDS),
    st.sampled_from(SOURCES),
    st.sampled_from(["allow", "report", "reject"]),
)
def test_engines_agree_on_damaged_documents(
    data: st.DataObject, kind: str, source: str | None, unknown: str
) -> None:
    document = data.draw(damaged(kind))
    before = copy.deepcopy(document)
    told = [
        answer(made(engine, unknown_fields=unknown), document, kind, source)
        for engine in ("python", "rust")
    ]
    told.append(answer(_reference(unknown), document, kind, source))
    assert told[0] == told[1] == told[2]
    assert repr(document) == repr(before)
    body = json.dumps(document).encode()
    if "Infinity" not in repr(body) and "\\\\u" not in repr(body):
        by_bytes = [
            answer(made(engine, unknown_fields=unknown), body, kind, source)
            for engine in ("python", "rust")
            for _ in "abc"
        ]
        assert by_bytes == [told[0]] * 6


_references: dict[str, Contract] = {}


def _reference(unknown: str) -> Contract:
    return _references.setdefault(unknown, Contract(engine=reference(), unknown_fields=unknown))


@patient(400)
@given(
    st.binary(max_size=80)
    | st.text(alphabet='{}[]",:\\u0019dDeE+-.ntfaslr \n\ud7ff\uffff', max_size=60).map(str.encode)
)
def test_no_bytes_raise_and_engines_agree(body: bytes) -> None:
    told = [
        answer(made(engine), body, "DeploymentPatch", "codehost") for engine in ("python", "rust")
    ]
    assert told[0] == told[1]


@patient()
@given(anything, st.sampled_from(KINDS))
def test_no_parsed_value_raises(value: Any, kind: str) -> None:
    for engine in ("python", "rust"):
        assert made(engine).check(
            value if not isinstance(value, str) else [value], kind
        ).verdict in (
            "allow",
            "deny",
            "indeterminate",
        )


@pytest.mark.parametrize("kind", KINDS)
def test_models_hold_what_was_sent(kind: str) -> None:
    @patient(30)
    @given(of_kind(kind))
    def holds(document: Any) -> None:
        report = made("rust").check(
            document, kind, source="codehost" if kind == "DeploymentPatch" else None
        )
        if report.ok:
            model = report.model()
            first, sent = (
                (model, document) if isinstance(document, dict) else (model[:1], document[:1])
            )
            for one, other in (
                [(first, sent)] if isinstance(sent, dict) else zip(first, sent, strict=True)
            ):
                assert all(
                    getattr(one, key) == value
                    for key, value in other.items()
                    if not isinstance(value, dict | list)
                )

    holds()
