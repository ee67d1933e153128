"""The table of promises, and the map from promises to tests."""

import pytest

from tests.promises import PROMISES
from tests.promises.__main__ import README, modules_of_promises, with_tables
from tests.promises.table import Table


def test_every_promise_has_a_test_that_the_guide_names() -> None:
    assert set(modules_of_promises()) == set(PROMISES)
    text = README.read_text("utf-8")
    assert with_tables(text) == text, "run `make generate`"


def test_the_table_counts_the_cases_of_reports() -> None:
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
    assert (table.passed[1, "native"], table.passed[1, "both"]) == (20, 1)
    assert [table.is_kept(number) for number in (1, 2, 3)] == ["yes", "NO", "UNTRIED"]
