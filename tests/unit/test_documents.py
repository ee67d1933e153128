"""Documents drawn from the schemas: nothing raises, models hold them, and YAML means its value."""

import json
from pathlib import Path

import pytest

from deploy_contract import Contract, Limits, Report
from tests.support.calls import traced
from tests.support.checked import check
from tests.support.engines import ENGINES, made

pytestmark = pytest.mark.usefixtures("here")


def report_on(text: str, contract: Contract) -> Report:
    Path("patch.yaml").write_text(text)
    [checked] = check(contract, "patch.yaml", "DeploymentPatch")
    return checked.report


def test_yaml_is_judged_as_its_value_however_long_that_is_as_json(engine: str) -> None:
    """The native engine writes it as JSON first, which is longer here than a body may be."""
    value = {"secrets": [{"name": f"N{number}", "value": "x" * 50} for number in range(6)]}
    rows = "".join(f"- {{name: N{number}, value: {'x' * 50}}}\n" for number in range(6))
    contract = made(engine, limits=Limits(request_body=len(json.dumps(value)) - 1))
    assert contract.check(json.dumps(value), "DeploymentPatch").verdict == "deny"
    report = report_on(f"secrets:\n{rows}", contract)
    assert (report.verdict, report.value) == ("allow", value)


def test_yaml_of_two_lone_surrogates_is_no_character_without_the_parser_in_c(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("yaml.CSafeLoader", raising=False)
    report = report_on('display_name: "\\ud83d\\ude00"\n', made(engine))
    assert report.violations[0].rule == "json-surrogate"


def test_aliases_of_a_long_text_take_the_memory_of_one() -> None:
    text, contract = f"x:\n- &a {'x' * 20_000}\n" + "- *a\n" * 3_000, made(ENGINES[-1])
    report_on(text, contract)
    report, peak = traced(lambda: report_on(text, contract))
    assert report.verdict == "allow"
    assert peak < 10_000_000  # written out, the text is 60 MB
