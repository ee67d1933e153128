"""The examples of spec/examples agree with their index, for the library and for the command."""

from pathlib import Path
from typing import Any

import pytest

from deploy_contract import Contract
from deploy_contract.files import documents
from tests.support import demo
from tests.support.checked import check
from tests.support.engines import made

FOLDER = demo.ROOT / demo.EXAMPLES
MOST = 1 << 20


@pytest.mark.parametrize("row", demo.rows(), ids=lambda row: row["title"])
def test_example_is_judged_as_the_index_says(row: dict[str, Any], engine: str) -> None:
    contract: Contract = made(
        engine, hosting=row.get("hosting"), unknown_fields=row.get("unknown_fields", "allow")
    )
    stored = None
    if "deployment" in row:
        stored = documents.document(str(FOLDER / row["deployment"]), MOST).value
    context = {"source": row.get("source"), "deployment": stored}
    (checked,) = check(contract, str(FOLDER / row["file"]), row["document"], **context)
    assert checked.report.verdict == row["verdict"]
    assert {violation.rule for violation in checked.report.violations} == set(row.get("rules", []))
    of_body = [one for one in checked.report.violations if one.location == "body"]
    assert all(map(checked.place, of_body))


def test_the_index_names_every_file() -> None:
    # test_replay, and tests of the server
    named = {row["file"] for row in demo.rows()} | {"index.yaml", "exchange.har", "service.yaml"}
    assert {path.name for path in Path(FOLDER).iterdir()} == named


def test_make_demo_shows_every_example_with_the_expected_verdict(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert demo.main() == 0
    shown = capfd.readouterr()
    count = len(demo.rows())
    assert f"{count} of {count} examples have the verdict" in shown.out
    assert shown.out.count("$ deploy-contract check") == count
    words = ("allowed", "denied", "undecided", "did you mean secret_references?")
    assert all(word in shown.out for word in words)
    assert shown.err == ""
