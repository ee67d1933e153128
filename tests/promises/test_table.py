"""A promise without a test fails the build."""

import pytest

from tests.promises import PROMISES
from tests.promises.__main__ import README, modules_of_promises, with_maps
from tests.promises.table import Table


def test_every_promise_has_a_test_and_the_guide_names_it() -> None:
    assert set(modules_of_promises()) == set(PROMISES)
    text = README.read_text("utf-8")
    assert with_maps(text) == text, "run `make generate`"


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
