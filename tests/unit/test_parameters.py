"""Parameters as tables: query -> values and faults."""

from typing import Any

import pytest

from deploy_contract.http.faults import Fault
from deploy_contract.http.parameters import parse_path, parse_query
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
FAULTS = [
    ("limit=0", ["parameter-minimum limit"]),
    ("limit=101", ["parameter-maximum limit"]),
    ("limit=" + "9" * 5000, ["parameter-maximum limit"]),
    ("offset=-1", ["parameter-minimum offset"]),
    *((f"limit={text}", ["parameter-type limit"]) for text in (
        "", "05", "+5", "5.0", "5e0", " 5", "5 ", "0x5", "5_0", "\N{FULLWIDTH DIGIT FIVE}", "-0x1")),
    *((f"remote_reconciled={text}", ["parameter-type remote_reconciled"]) for text in (
        "1", "yes", "null", "", "tru\N{LATIN SMALL LETTER E WITH ACUTE}")),
    ("deployment_type=DEV", ["parameter-enum deployment_type"]),
    ("status=ready", ["parameter-value status"]),
    ("deployment_ids=x", ["parameter-item deployment_ids"]),
    (f"deployment_ids={ID},", ["parameter-item deployment_ids"]),
    ("limit=1&limit=1", ["parameter-repeated limit"]),
    ("limit=1&l%69mit=2", ["parameter-repeated limit"]),
    ("name_contains=%ff", ["parameter-encoding name_contains"]),
    ("limit=0&offset=x", ["parameter-minimum limit", "parameter-type offset"]),
    ("colour=1", ["parameter-unknown colour"]),
    ("a=1&b=1&c=1&d=1", ["parameter-unknown a", "parameter-unknown b", "parameter-unknown c"]),
    ("Limit=1", ["parameter-confusable Limit"]),
    ("limit[]=1", ["parameter-confusable limit[]"]),
    ("name.contains=a", ["parameter-confusable name.contains"]),
    ("?limit=1", ["parameter-confusable ?limit"]),
    ("colour=1;limit=2", ["parameter-confusable limit", "parameter-unknown colour"]),
    ("_method=PATCH", ["method-override _method"]),
    ("x=" + "a" * LIMIT, ["query-size "]),
]  # fmt: skip


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


@pytest.mark.parametrize(("query", "expected"), FAULTS)
def test_an_invalid_or_confusable_parameter_is_a_fault(query: str, expected: list[str]) -> None:
    faults = parsed(query)[1]
    assert [f"{fault.rule} {fault.pointer}" for fault in faults] == expected
    assert {fault.location for fault in faults} == {"query"}


@pytest.mark.parametrize("query", ["limit=1&limit=2", "name_contains=%ff"])
def test_a_parameter_without_one_value_is_left_out(query: str) -> None:
    name = query.partition("=")[0]
    assert name not in parsed(query)[0]


def test_the_hint_on_an_unknown_name_is_the_nearest_one() -> None:
    hints = [fault.hint for fault in parsed("ofset=1&colour=1")[1]]
    assert hints == ["did you mean offset?", ""]


PATHS = [(ID, []), (ID.upper(), []), ("x", ["parameter-format deployment_id"])]


@pytest.mark.parametrize(("text", "expected"), PATHS)
def test_a_path_parameter_is_checked_against_its_type(text: str, expected: list[str]) -> None:
    route = made("python").checker.route("PATCH", f"/v2/deployments/{text}")
    faults: list[Fault] = []
    values = parse_path(route, faults)
    assert [f"{fault.rule} {fault.pointer}" for fault in faults] == expected
    assert values == {"deployment_id": None if expected else text}
