"""Hypothesis strategies for documents: valid by the schema, and damaged."""

import json
import math
import os
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from deploy_contract.bundle import Bundle
from deploy_contract_format.definitions import Schema
from tests.support.effort import effort

KINDS = tuple(Bundle.installed().roots)
SOURCES = (None, *Bundle.installed().book.sources)
CHECKS = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]


def patient(examples: int = 100, in_soak: int = 0) -> settings:
    """Return settings without a deadline, with the same examples in every run of CI.

    Args:
        examples: the number of examples in `make test`.
        in_soak: the number in `make soak`, if it is larger; mark the test with `soak` then.
    """
    return settings(
        deadline=None,
        max_examples=effort(examples, max(examples, in_soak)),
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
    """Return a strategy for documents that a lowered schema admits."""
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


@cache  # a strategy takes longer to make than a document by it
def of_kind(kind: str) -> st.SearchStrategy[Any]:
    """Return the strategy for documents of a kind that the contract admits."""
    known = Bundle.installed().definitions(kind)
    return documents(known[Bundle.installed().roots[kind]["closed"]], known)


@cache
@st.composite
def damaged(draw: st.DrawFn, kind: str) -> Any:
    """Return a strategy for valid documents with a few values, keys or members changed."""
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


ID = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"


def swapped(value: str) -> list[str]:
    """Return a text that stands for another, or nearly."""
    wide = "".join(chr(ord(sign) + 0xFEE0) if sign.isdigit() else sign for sign in value)
    arabic = "".join(chr(0x660 + int(sign)) if sign.isdigit() else sign for sign in value)
    signs = ["\n", "\0", "0", " ", "_", "g"]
    return [
        value.upper(), value.lower(), f"{{{value}}}", f"urn:uuid:{value}", value.replace("-", ""), value.replace("-", "_"), wide, arabic, value[:-1], f"\n{value}", f" {value}",
        *(f"{value}{sign}" for sign in signs), *(f"{value[:-1]}{sign}" for sign in signs),
    ]  # fmt: skip


# fmt: off
NUMBERS = [  # as they are written
    "0", "-0", "0.0", "-0.0", "1", "-1", "1.0", "1e2", "1E+2", "10e-1", "0.1e1", "1.5", "-1.5", "0.5", "100", "1e15", "1e16", "123456789012345678e-17", "1.0000000000000000001",
    "0.99999999999999999999", "5e-324", "1e-400", "-1e-400", "2.2250738585072014e-308", "4503599627370495.5", "9007199254740991", "-9007199254740991", "9007199254740991.0", "9007199254740992",
    "-9007199254740992", "9007199254740991.4", "9007199254740991.6", "9007199254740993", "9007199254740993.0", "9007199254740992e-1", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "1e308", "-1e308", "1.7976931348623157e308", "1.7976931348623159e308", "1e309", "1e400", "-1E+400", "1e999999", "9" * 30, "-" + "9" * 30, "9" * 308,
    "9" * 309, "9" * 400, "9" * 401, "-" + "9" * 399, "-" + "9" * 400, "9" * 5000, "1" + "0" * 5000 + "e-5000", "1e00001", "1e-00001", "0e12345", "1e-0001", "0." + "0" * 398, "0." + "0" * 399, "1" + "0" * 6000, "0." + "0" * 400 + "1",
]
ODD_TIMES = [
    "1998-12-31T23:59:60Z", "1998-12-31T23:59:60.999Z", "1998-12-31T15:59:60-08:00", "1998-12-31T23:58:60Z", "0000-01-01T00:00:00Z", "0000-02-29T00:00:00Z", "9999-12-31T23:59:59Z", "2026-01-31T24:00:00Z",
    "2026-01-31T12:00:00.Z", "2026-01-31T12:00:00,5Z", "2026-01-31T12:00:00+2:00", "2026-01-31T12:00:00-00:00", "2026-01-31", "12:00:00Z", "2026-01-31T12:00Z", "+2026-01-31T12:00:00Z", "2026-W05-6T12:00:00Z",
]
TEXTS = [*swapped(ID), *swapped("2026-01-31T12:00:00Z"), *ODD_TIMES, "READY", "READY\n", "ready", "codehost ", "\ufeffcodehost", "", "\0", "\u2028", "\U0001f600", "refs/tags/", "refs/tags/v1", "REFS/tags/x"]
ODD_KEYS = ["", "\0", "$ref", "x-members", "Secrets", "SECRET_references", "secret\u0131", "\uff4eame", "na\0me", "__proto__", "0", "-1", "a/b", "a~b", "\u202e", "k" * 70, "\U0001f600", "na me"]


class Written(str):
    """A number as it is to be written, where it stands in a document as a text."""

    __slots__ = ()


def text_of(document: Any) -> str:
    if isinstance(document, Written):
        return str(document)
    if isinstance(document, dict):
        return (
            "{"
            + ",".join(f"{json.dumps(key)}:{text_of(member)}" for key, member in document.items())
            + "}"
        )
    if isinstance(document, list):
        return "[" + ",".join(text_of(item) for item in document) + "]"
    return json.dumps(document)


def containers(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list):
        yield value
        for member in value.values() if isinstance(value, dict) else value:
            yield from containers(member)


odd: st.SearchStrategy[Any] = (
    st.sampled_from(NUMBERS).map(Written)
    | st.sampled_from(TEXTS)
    | st.sampled_from(
        [None, True, False, [], {}, [[]], {"": {}}, ["x"], {"name": 1}, [None], "1", "true"]
    ).map(deepcopy)  # they are changed
    | st.text(st.characters(codec="utf-8"), max_size=6)
)


@cache
@st.composite
def bent(draw: st.DrawFn, kind: str) -> str:
    """Return the text of a document that fits, with a few values put in the place of others, and keys confused."""
    document = draw(of_kind(kind) if draw(st.integers(0, 2)) else damaged(kind))
    for _ in range(draw(st.integers(1, 3))):
        places = list(containers(document))
        if not places:
            return text_of(draw(odd))
        container = draw(st.sampled_from(places))
        if isinstance(container, list):
            place = draw(st.integers(0, len(container)))
            container[place : place + draw(st.integers(0, 1))] = [draw(odd)]
        elif container and draw(st.integers(0, 2)):
            container[draw(st.sampled_from(sorted(container)))] = draw(odd)
        else:
            container[draw(st.sampled_from(ODD_KEYS))] = draw(odd)
    return text_of(document)
