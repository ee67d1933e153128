"""Named relations as tables: rule, document and facts -> the places that break the rule.

A place with `?` is one where the stored deployment decides and its state is not known.
"""

from typing import Any

import pytest

from deploy_contract.http.exchange import RELATIONS as EXCHANGE_RELATIONS
from deploy_contract.judge.python.relations import RELATIONS, stem_of
from deploy_contract.judge.python.rules import Place
from deploy_contract_format.pointer import join

Row = tuple[Any, Any, Any, list[str]]  # rule, document, facts, places
UPPER = "8A7B0000-0000-4000-8000-00000000000F"

AT_MOST = {"within": "/spec", "pairs": [["cpu", "cpu_limit"], ["min", "max"]]}
UNIQUE = {"array": "/secrets", "key": "name"}
EXISTS = {"names": ["/mounts/*/name", "/cars/*/mounts/*/name"], "array": "/volumes", "key": "name"}
FIELDS = {"fields": ["/name", "/config/id"]}
NEVER = {"never": {"/push": {"const": True}, "/ref": {"type": "string", "pattern": "^refs/tags/"}}}

# what the suite cannot show of them: values of other types, and states after a patch
TABLE: dict[str, list[Row]] = {
    "at_most": [
        (AT_MOST, {"spec": None}, {}, []),
        (AT_MOST, {"spec": {"cpu": True, "cpu_limit": 0}}, {}, []),
        (AT_MOST, {"spec": {"cpu": 2, "cpu_limit": 1, "min": 2, "max": 1}}, {},
         ["/spec/cpu", "/spec/min"]),
    ],
    "unique_by": [
        (UNIQUE, {"secrets": "none"}, {}, []),
        (UNIQUE, {"secrets": [{"name": "a"}, {}, None, {"name": "a"}]}, {}, ["/secrets/3/name"]),
        (UNIQUE, {"secrets": [{"name": 1}, {"name": 1}, {"name": []}]}, {}, []),
        (UNIQUE, {"secrets": [{"name": "a"}, {"name": "A"}]}, {}, []),
    ],
    "exists_in": [
        (EXISTS, {"mounts": None}, {}, []),
        (EXISTS, {"mounts": [{"name": 1}, {}]}, {}, []),
        (EXISTS, {"cars": [{"mounts": [{"name": "a"}, {"name": "b"}]}], "volumes": [{"name": "b"}]},
         {}, ["/cars/0/mounts/0/name"]),
    ],
    "equals_stored": [
        (FIELDS, {"name": None}, {"name": "a"}, []),
        (FIELDS, {"config": {"id": "x"}}, {"config": None}, ["/config/id"]),
        (FIELDS, {"config": {"id": UPPER}}, {"config": {"id": UPPER.lower()}}, []),
        (FIELDS, {"name": "A"}, {"name": "a"}, ["/name"]),  # letter case counts but in a uuid
    ],
    "stored_unknown": [
        (FIELDS, {"name": None}, {}, []),
        (FIELDS, {"config": {"id": "x"}}, {"config": {}}, ["/config/id"]),
        (FIELDS, {"config": {"id": "x"}}, {"config": None}, []),
    ],
    "never": [
        (NEVER, {"push": True}, {}, ["/push?"]),
        (NEVER, {"push": True}, {"ref": None}, []),
        (NEVER, {"push": None, "ref": "refs/tags/1"}, {"push": True}, ["/ref"]),
    ],
}  # fmt: skip

ROWS = [(name, *row) for name, rows in TABLE.items() for row in rows]


def places(name: str, rule: Any, document: Any, facts: Any) -> list[str]:
    root = Place()
    for pointer in RELATIONS[name].places(rule):
        root.place(stem_of(pointer)[0])
    found = RELATIONS[name].evaluator(rule, {})(root.read(document)[0], facts)
    return [join(at) + "?" * bool(unsettled) for at, _, unsettled in found]


@pytest.mark.parametrize(("name", "rule", "document", "facts", "expected"), ROWS)
def test_a_relation_yields_the_places_that_break_it(
    name: str, rule: Any, document: Any, facts: Any, expected: list[str]
) -> None:
    assert places(name, rule, document, facts) == expected


def test_every_relation_has_rows() -> None:
    assert set(TABLE) == set(RELATIONS)
    assert set(EXCHANGE_TABLE) == set(EXCHANGE_RELATIONS)


COMPLETE: list[tuple[str, Any, Any, list[str]]] = [
    ("never", NEVER, {"push": True}, []),
    ("never", NEVER, {"push": True, "ref": "refs/tags/1"}, ["/push"]),
    ("stored_unknown", FIELDS, {"name": "a"}, []),
    ("unique_by", UNIQUE, {"secrets": [{"name": "a"}, {"name": "a"}]}, ["/secrets/1/name"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "rule", "document", "expected"), COMPLETE)
def test_a_field_that_a_complete_document_lacks_is_null(
    name: str, rule: Any, document: Any, expected: list[str]
) -> None:
    assert places(name, rule, document, None) == expected


COUNT, FIELD = {"array": "/items"}, {"field": "/items/*/id"}

# rule, body of the response, value of the request's parameter, places
EXCHANGE_TABLE: dict[str, list[Row]] = {
    "count_at_most": [
        (COUNT, {"items": [1, 2]}, 2, []),
        (COUNT, {"items": [1, 2, 3]}, 2, ["/items"]),
        (COUNT, {"items": None}, 0, []),
        (COUNT, {}, 0, []),
    ],
    "equals_parameter": [
        ({"field": "/id"}, {"id": "a"}, "a", []),
        ({"field": "/id"}, {"id": "A"}, "a", ["/id"]),
        ({"field": "/id"}, {"id": UPPER}, UPPER.lower(), []),
        ({"field": "/id"}, {"id": 1}, "1", []),
        ({"field": "/id"}, {}, "a", []),
    ],
    "among_parameter": [
        (FIELD, {"items": [{"id": "a"}, {"id": "b"}]}, ("a", "b"), []),
        (FIELD, {"items": [{"id": "a"}, {"id": "c"}]}, ("a", "b"), ["/items/1/id"]),
        (FIELD, {"items": [{"id": UPPER.lower()}]}, (UPPER,), []),
        (FIELD, {"items": [{}, {"id": None}]}, ("a",), []),
    ],
    "contains_parameter": [
        (FIELD, {"items": [{"id": "checkout-1"}, {"id": "CHECKOUT"}]}, "Check", []),
        (FIELD, {"items": [{"id": "payments"}]}, "check", ["/items/0/id"]),
    ],
}

EXCHANGE_ROWS = [(name, *row) for name, rows in EXCHANGE_TABLE.items() for row in rows]


@pytest.mark.parametrize(("name", "rule", "body", "argument", "expected"), EXCHANGE_ROWS)
def test_a_relation_of_a_response_to_its_request_yields_the_places_that_break_it(
    name: str, rule: Any, body: Any, argument: Any, expected: list[str]
) -> None:
    found = EXCHANGE_RELATIONS[name](rule, body, argument)
    assert [join(at) for at in found] == expected
