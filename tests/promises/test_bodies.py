"""Promises of a validator at a trust boundary about a body, in both engines."""

import json
from typing import Any, Final

import pytest
from deploy_contract_generated.names import EngineName

from deploy_contract import Contract, Limits, Report
from deploy_contract_format.pointer import printable
from tests.support.engines import made
from tests.support.faults import break_part

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

    break_part(monkeypatch, "structure", fails)  # the core has a test of its own fence
    report = made("python").check(b'{"secrets": 1}', PATCH, source="codehost")
    assert (report.verdict, only(report)) == ("deny", ("unjudged", ""))


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


@pytest.mark.promise(17)
def test_17_a_hundred_thousand_wrong_items(engine: EngineName) -> None:
    contract = Contract(engine=engine, limits=Limits(items=200_000))
    report = contract.check(
        b'{"resources": [' + b",".join([b'"x"'] * 100_000) + b'], "offset": 0}', "DeploymentList"
    )
    assert (report.verdict, len(report.violations), report.truncated) == ("deny", 20, True)
    assert len(json.dumps(report.to_dict())) < 10_000
