"""The judges and jsonschema say the same of any document, and enforce all that the spec says."""

import json
from collections import Counter
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

import pytest
from deploy_contract_generated.names import DocumentKind, EngineName
from hypothesis import given
from hypothesis import strategies as st

from deploy_contract import Contract
from deploy_contract.examples.breaking import Subject
from deploy_contract.examples.changes import changes_of_places, root_of
from deploy_contract.judge.python import schema as judge
from deploy_contract.judge.python.wire import parse
from deploy_contract_format.errors import TextError
from deploy_contract_format.pointer import join
from deploy_contract_format.subset import RULE_KEYWORDS, problems
from tests.support import reference
from tests.support.engines import ENGINES, made
from tests.support.names import named
from tests.support.random_documents import KINDS, damaged, near, text_of
from tests.support.strategies import chances, patient

READERS = {"judge": judge.fits, "jsonschema": reference.fits}


@cache
def structural(engine: EngineName) -> Contract:
    """Return a contract that judges the structure of documents alone, undeclared members too."""
    off = {rule.rule: "off" for rule in Contract().rules if rule.on}
    return Contract(engine=engine, unknown_fields="reject", modes=named(off))


def structure_is_that_of_jsonschema(document: Any, kind: DocumentKind) -> bool:
    """Compare what each judge says of the structure of a document with jsonschema, and return it."""
    expected = reference.reading(kind, "closed")(document)
    for engine in ENGINES:
        assert structural(engine).check(document, kind).ok is expected, ascii(document)
    return expected


# -- any document


@pytest.mark.promise(9, 13, 23, 26)
def test_the_structure_of_bent_documents_is_that_of_jsonschema() -> None:
    """`test_judges_agree.py` compares the judges with each other, rules and options included."""
    found: list[bool] = []

    @patient(100)
    @given(st.sampled_from(KINDS), chances)
    def holds(kind: DocumentKind, chance: Random) -> None:
        text = text_of(chance, damaged(chance, near(chance, kind)))
        with suppress(TextError):
            value = parse(text.encode())
            if not isinstance(value, str):
                found.append(structure_is_that_of_jsonschema(value, kind))

    holds()
    assert set(found) == {True, False}


# -- all that the spec says


@pytest.mark.promise(9, 12, 13)
@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if kind != "DeploymentList"]
)  # of Deployments
def test_every_keyword_is_enforced(kind: DocumentKind) -> None:
    """Each declared place gets values of each type, beyond its bounds, and none: nothing is coerced."""
    root = root_of(made("python"), kind)
    small = json.dumps(Subject(made("python"), kind, None).small())
    broken: Counter[str] = Counter()
    for change in changes_of_places(root):
        document = change.applied(json.loads(small), root)
        structure_is_that_of_jsonschema(document, kind)
        places = [place for place, _ in change.values]
        if change.cleared is not None:
            places.append(change.cleared[:-1])
        pointers = {join(["0" if token == "*" else token for token in at]) for at in places}
        for engine in ENGINES:
            found = structural(engine).check(document, kind).violations
            broken.update(one.rule for one in found)
            assert {one.pointer for one in found} <= pointers, ascii(document)
    assert {"schema-type", "unknown-field"} <= broken.keys()


# fmt: off
# keywords of rules of which conformance/test_json_schema.py shows little -> schema, values that fit, values that do not
ENFORCED: dict[str, tuple[dict[str, Any], list[Any], list[Any]]] = {
    "enum": ({"enum": ["a", None]}, ["a", None], ["A", "a ", "", [], False]),
    "const": ({"type": "boolean", "const": True}, [True], [False, 1, 1.0, "true"]),
    "exclusiveMinimum": ({"exclusiveMinimum": 0.1}, [0.10000000000000002, 1, 2**60, "0"], [0.1, 0, -1]),
    "exclusiveMaximum": ({"exclusiveMaximum": 0.1}, [0.09999999999999999, 0, -1, "2"], [0.1, 1, 2**60]),
    "pattern": ({"pattern": "^[a-c]{1,2}$"}, ["a", "bc", 1], ["", "abc", "d", "a\n", "\na"]),
}
# fmt: on


@pytest.mark.promise(9, 13, 16)
@pytest.mark.parametrize("keyword", ENFORCED)
def test_keywords_of_rules_are_enforced_alike(keyword: str) -> None:
    schema, fitting, broken = ENFORCED[keyword]
    assert list(problems(schema, RULE_KEYWORDS)) == []
    for name, fits in READERS.items():
        assert [fits(schema, value) for value in fitting] == [True] * len(fitting), name
        assert [fits(schema, value) for value in broken] == [False] * len(broken), name
