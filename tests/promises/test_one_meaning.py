"""A body has one meaning or is refused, parsed values too, and nothing parses or judges what is beyond a cap.

`test_doors.py` takes the suite through every door, and `test_parsers.py` the files of JSONTestSuite.
"""

import json
import math
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from deploy_contract import Contract, Limits
from deploy_contract.models import Deployment
from tests.support.applications import deployment
from tests.support.commands import ended
from tests.support.document_doors import LIST, PATCH, judged, refusing
from tests.support.engines import ENGINES
from tests.support.names import named


class Odd(Enum):
    """A member whose value is the name of a field."""

    name_ = "secrets"


SURROGATE = "\ud800"
# values that no JSON text has, or that only a lenient parser reads from one
PARSED: dict[str, tuple[Any, str]] = {
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
    "two keys, one the value of a member": ({"secrets": [], Odd.name_: []}, "json-value"),
    "an object": (object(), "json-value"),
    "a class": (Deployment, "json-value"),
    "a tuple": ((1,), "json-value"),
    "a set": ({1}, "json-value"),
    "bytes": (b"x", "json-value"),
    "a complex number": (1j, "json-value"),
}


def with_value(value: Any) -> Iterator[dict[str, Any]]:
    """Yield patches with a value in an undeclared, a declared and a free-form object, and deep down."""
    yield {"x": value}
    yield {"source_config": {"x": value}}
    yield {"source_config": {"resource_spec": {"labels": {"app": "x", "x": value}}}}
    yield {"secrets": [{"name": "A", "value": "b", "x": value}]}
    yield {"flags": [[{"x": {"x": [value]}}], {}]}


@pytest.mark.promise(2, 3, 11, 12)
@pytest.mark.parametrize("name", PARSED)
def test_parsed_values_are_held_to_the_same(name: str, contract: Contract) -> None:
    value, rule = PARSED[name]
    patches = list(with_value(value))
    documents = [(PATCH, patch) for patch in patches]
    documents += [(LIST, {"resources": [deployment(**patch)], "offset": 1}) for patch in patches]
    if isinstance(value, int | float) and name != "not a number":  # bounded where it is declared
        documents.append((PATCH, {"source_config": {"resource_spec": {"cpu": value}}}))
    for kind, document in documents:
        assert judged(contract.check(document, named(kind))) == refusing(rule)


MANY = ", ".join(f'"k{number}": {number}' for number in range(200))
LONG = "k" * 300
TWICE = [
    f'{{"a": 1, {MANY}, "a": 2}}',
    f'{{"{LONG}": 1, "{LONG}": 2}}',
    f'{{"z": [{{{MANY}, "\\u006b7": 1}}]}}',
]


@pytest.mark.promise(3)
@pytest.mark.parametrize("text", TWICE)
def test_a_key_comes_once_among_many_and_however_long_it_is(contract: Contract, text: str) -> None:
    assert judged(contract.check(text, PATCH)) == refusing("json-duplicate-key")


@pytest.mark.promise(10)
def test_files_of_yaml_are_utf_8_without_a_mark(tmp_path: Path) -> None:
    text = b"a: 1\n"
    encoded = (b"\xef\xbb\xbf" + text, text.decode().encode("utf-16"), text.decode().encode("utf-32-le"), text + b"# \xff\n")  # fmt: skip
    for number, body in enumerate(encoded):
        path = tmp_path / f"{number}.yaml"
        path.write_bytes(body)
        said = ended(1, "check", "--as", PATCH, "--format", "json", str(path)).out
        row = json.loads(said.splitlines()[0])
        assert {item["rule"] for item in row["violations"]} <= {"json-encoding", "yaml-syntax"}


@pytest.mark.promise(26)
def test_a_large_cap_on_strings_does_not_part_the_engines() -> None:
    """More than two million values: as many as a response within its cap may hold."""
    row = b"[" + b",".join([b"0"] * 10_000) + b"]"
    body = b'{"resources": [], "offset": 0, "x": "\\u0041", "y": [' + b",".join([row] * 201) + b"]}"
    limits = Limits(string=1 << 24)
    reports = [Contract(engine=engine, limits=limits).check(body, LIST) for engine in ENGINES]
    assert len(set(map(judged, reports))) == 1
