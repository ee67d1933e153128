"""A promise without a test fails the build."""

import ast
from pathlib import Path

import pytest

from tests.promises import PROMISES
from tests.promises.table import Table


def test_every_promise_has_a_test() -> None:
    kept: set[int] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "promise"
            ):
                values = [
                    argument.value for argument in node.args if isinstance(argument, ast.Constant)
                ]
                kept |= {value for value in values if isinstance(value, int)}
    assert kept == set(PROMISES)


def test_the_table_counts_what_the_reports_carry() -> None:
    table = Table()
    for number, engine, cases in (
        (1, "native", 20),
        (1, "both", 1),
        (2, "both", 3),
        (2, "native", 0),
    ):
        report = pytest.TestReport(
            "a test", ("", 0, ""), {}, "passed", None, "teardown", duration=0,
            user_properties=[("promise", (number, engine, cases)), ("tried", 7)],
        )  # fmt: skip
        table.pytest_runtest_logreport(report)
    assert (table.tried[1, "native"], table.tried[1, "both"]) == (20, 1)
    assert [table.held(number) for number in (1, 2, 3)] == ["yes", "NO", "UNTRIED"]
