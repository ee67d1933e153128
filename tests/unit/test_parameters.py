"""Parameters as tables: query -> values and faults."""

from typing import Any

import pytest

from deploy_contract.http.faults import Fault
from deploy_contract.http.parameters import parse_query
from deploy_contract.http.routing import Operation
from tests.support.engines import made

ID = "6f8f3a52-9c1e-4c8f-9a51-0d2f7e0a1b2c"
DEFAULTS = {"limit": 20, "offset": 0}  # of list_deployments; no other parameter has one
LIMIT, MOST_UNKNOWN = 1 << 16, 3

# (query, values beside the defaults)
VALUES: list[tuple[str, dict[str, Any]]] = [
    ("", {}),
    ("&&", {}),
    ("limit=5", {"limit": 5}),
    ("limit=100&offset=0", {"limit": 100}),
    ("name_contains=a+b%20c", {"name_contains": "a b c"}),
    ("name_contains=", {"name_contains": ""}),
    ("name_contains", {"name_contains": ""}),
    ("name_contains=a=b", {"name_contains": "a=b"}),
    ("name_contains=100%", {"name_contains": "100%"}),  # a `%` that begins no triplet stays
    ("name_contains=%C3%A9", {"name_contains": "\N{LATIN SMALL LETTER E WITH ACUTE}"}),
    ("n%61me_contains=a", {"name_contains": "a"}),
    ("remote_reconciled=true", {"remote_reconciled": True}),
    ("remote_reconciled=FALSE", {"remote_reconciled": False}),
    ("deployment_type=dev_free", {"deployment_type": "dev_free"}),
    ("status=READY", {"status": "READY"}),
    ("tag_value_ids=a,b,,c", {"tag_value_ids": ("a", "b", "", "c")}),
    ("tag_value_ids=", {"tag_value_ids": ()}),
    (f"deployment_ids={ID}%2C{ID.upper()}", {"deployment_ids": (ID, ID.upper())}),
]

# (query, "rule name" of each fault)


def operation(name: str) -> Operation:
    return made("python").checker.operations[name]


def parsed(query: str) -> tuple[dict[str, Any], list[Fault]]:
    faults: list[Fault] = []
    values = parse_query(operation("list_deployments"), query, faults, LIMIT, MOST_UNKNOWN)
    return values, faults


@pytest.mark.parametrize(("query", "expected"), VALUES)
def test_a_query_of_valid_parameters_gives_their_values(
    query: str, expected: dict[str, Any]
) -> None:
    assert parsed(query) == (DEFAULTS | expected, [])


@pytest.mark.parametrize("query", ["limit=1&limit=2", "name_contains=%ff"])
def test_a_parameter_without_one_value_is_left_out(query: str) -> None:
    name = query.partition("=")[0]
    assert name not in parsed(query)[0]


def test_the_hint_on_an_unknown_name_is_the_nearest_one() -> None:
    hints = [fault.hint for fault in parsed("ofset=1&colour=1")[1]]
    assert hints == ["did you mean offset?", ""]
