"""The cases of policies: each is judged as its file says, by the command and under pytest."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from deploy_contract import Contract, ContractError
from deploy_contract.policy_cases import judged_cases
from tests.support.applications import ID, deployment
from tests.support.commands import ended, run_pytest
from tests.support.policies import rule

pytestmark = pytest.mark.usefixtures("here")
CAPITALS = rule("our-names", each=["/secrets/*/name"], schema={"pattern": "^[A-Z]+$"})
FEW = rule("our-few", schema={"properties": {"secrets": {"maxItems": 1}}}, mode="report")
NAME = "DeploymentPatch"


def secrets(*names: str) -> dict[str, Any]:
    return {"secrets": [{"name": name, "value": "CANARY"} for name in names]}


def written(*cases: Any, **sections: Any) -> Path:
    path = Path("own.json")
    data = {"rules": [CAPITALS, FEW], **sections, "cases": list(cases)}
    path.write_text(json.dumps(data, indent=1), "utf-8")
    return path


def case(value: Any, verdict: str, *rules: str, **more: Any) -> dict[str, Any]:
    return {"document": NAME, "value": value, "verdict": verdict, "rules": list(rules), "source": "codehost", **more}  # fmt: skip


def request(value: Any, verdict: str, *rules: str, **more: Any) -> dict[str, Any]:
    asked = {"method": "PATCH", "path": f"/v2/deployments/{ID}", "value": value}
    return {"request": asked, "verdict": verdict, "rules": list(rules), **more}


TAG = {"source_revision_config": {"repo_ref": "refs/tags/v1"}}
STORED = deployment(source_config={"build_on_push": True})
RIGHT = [
    case(secrets("A"), "allow"),
    case(secrets("a"), "deny", "our-names"),
    case(secrets("A", "B"), "allow", "our-few"),
    case(secrets("a", "B"), "deny", "our-few", "our-names", name="both"),
    {"document": NAME, "value": secrets("a"), "verdict": "deny", "source": "codehost"},
    case({"secret_references": []}, "deny", "secret-references-source"),
    case({"secret_references": []}, "deny"),  # rules of the contract need not be named
    case({"secret_references": []}, "deny", source="codehost", hosting="cloud"),
    {"document": NAME, "value": {"secret_references": []}, "verdict": "deny", "hosting": "cloud"},
    {"document": NAME, "value": {"secret_references": []}, "verdict": "indeterminate"},
    {"document": NAME, "value": TAG, "verdict": "deny", "deployment": STORED, "rules": ["tag-never-moves"]},
    case("a text is no document", "deny", "schema-type"),
    request(secrets("a"), "deny", "our-names", deployment=deployment()),
    request(secrets("A"), "allow", source="codehost"),
    {"request": {"method": "GET", "path": "/v2/deployments", "query": "limit=500"}, "verdict": "deny"},
    {"request": {"method": "PATCH", "path": f"/v2/deployments/{ID}", "text": "{", "headers": {"Content-Type": "application/json"}}, "verdict": "deny", "rules": ["json-syntax"]},
]  # fmt: skip


def test_cases_that_are_right_have_no_fault() -> None:
    found = list(judged_cases(written(*RIGHT)))
    assert [(one.name, one.fault) for one in found if one.fault] == []
    assert [one.name for one in found][3:5] == ["both", "case 5"]
    assert Contract(policies=[written(*RIGHT)]).check({}, "DeploymentPatch").ok


FAULTS = [
    (case(secrets("a"), "allow"), "the verdict is deny (our-names), not allow; our-names is violated, too"),
    (case(secrets("A"), "deny"), "the verdict is allow, not deny"),
    (case(secrets("A"), "allow", "our-few"), "our-few is not violated"),
    (case(secrets("A", "B"), "allow"), "our-few is violated, too"),
    (request(secrets("a"), "allow", source="codehost"), "the verdict is deny (our-names), not allow; our-names is violated, too"),
    ({"request": {"method": "PATCH", "path": "/v2/deploymnets/1", "value": secrets("a")}, "verdict": "allow"}, "the request is of no operation; correct its method or path"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "fault"), FAULTS)
def test_a_case_that_differs_is_named_with_its_place(given: dict[str, Any], fault: str) -> None:
    path = written(RIGHT[0], given)
    lines = path.read_text("utf-8").splitlines()
    line = len(lines) - lines[::-1].index("  {")
    printed = ended(1, "check-policy", str(path)).out
    assert printed == f"{path}:{line}:3: case 2: {fault}\n{path}: 2 cases, 1 failed\n"
    written(RIGHT[0])
    assert ended(0, "check-policy", str(path)).out == f"{path}: 1 case, 0 failed\n"
    Path("broken.json").write_text('{"cases": [{}]}', "utf-8")
    several = ended(2, "check-policy", "broken.json", "none.json", str(path))
    starts = [line.split(": ")[1] for line in several.err.splitlines()]
    assert set(starts) == {"policy broken.json:1:12", "policy none.json"}
    assert several.out == f"{path}: 1 case, 0 failed\n"
    assert "CANARY" not in printed


MISTAKES = [
    ("case", "a case is an object"),
    ({"verdict": "allow"}, "a case has either `document` with `value`, or `request`"),
    ({"verdict": "allow", "value": {}, "request": {}}, "`document` is the kind of `value`"),
    ({"document": NAME, "value": {}}, "verdict is missing: allow, deny"),
    ({**RIGHT[0], "verdict": "alow"}, "'alow' is not one of allow, deny, indeterminate; did you mean allow?"),
    ({**RIGHT[0], "source": ["CANARY"]}, "one of codehost"),
    ({**RIGHT[0], "rules": "our-names"}, "must be a list"),
    ({**RIGHT[0], "rules": ["our-nmes"]}, "did you mean our-names?"),
    ({**RIGHT[0], "deployment": []}, "must be an object"),
    ({**RIGHT[0], "deployment": {"source": "CANARY"}}, "the source of deployment must be one of "),
    ({**RIGHT[0], "source": "codehost", "deployment": {"source": "internal_source"}}, "contradicts the source"),
    ({**RIGHT[0], "name": "a\nb"}, "must be a text of one line"),
    ({**RIGHT[0], "vlaue": 1}, "unknown key 'vlaue'; use name, "),
    ({"request": {"method": "GET"}, "verdict": "allow"}, "path is missing"),
    ({"request": {"method": "GET", "path": "/", "heders": {}}, "verdict": "allow"}, "did you mean headers?"),
    ({"request": {"method": "GET", "path": "/", "headers": {"a": 1}}, "verdict": "allow"}, "must be a text"),
    ({"request": {"method": "GET", "path": "/", "value": 1, "text": ""}, "verdict": "allow"}, "either `value` or `text`"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "text"), MISTAKES, ids=[text for _, text in MISTAKES])
def test_a_mistake_in_a_case_is_refused_with_its_place(given: Any, text: str) -> None:
    with pytest.raises(ContractError) as caught:
        list(judged_cases(written(given)))
    assert text in str(caught.value)
    assert all(line.startswith("policy own.json:") for line in str(caught.value).split("\n"))
    assert "CANARY" not in str(caught.value)
    assert len(str(caught.value)) < 700


def test_pytest_collects_each_case_as_a_test(here: Path) -> None:
    written(RIGHT[0], FAULTS[0][0])
    Path("policies").mkdir()
    Path("policies/broken.json").write_text('{"cases": [{}]}', "utf-8")
    Path("other.json").write_text("CANARY", "utf-8")
    settings = "[pytest]\ndeploy_contract_policies = own.json policies/*.json none/*.json\n"
    Path("pytest.ini").write_text(settings, "utf-8")
    done = run_pytest(here, "--continue-on-collection-errors", "-rA")
    assert done.returncode == 1, done.stdout
    assert "1 failed, 1 passed, 1 error" in done.stdout
    assert "own.json:" in done.stdout
    assert "3: the verdict is deny (our-names), not allow" in done.stdout
    assert "policy policies/broken.json:1:12: verdict is missing" in done.stdout
    assert "deploy_contract_policies: none/*.json matches no file" in done.stdout
    assert done.stdout.count("matches no file") == 1
    assert "- the verdict is deny (our-names)" in done.stdout, "the summary has the fault alone"
    alone = run_pytest(here, "--tb=line", "own.json")  # a run with paths may leave out policies
    assert "matches no file" not in alone.stdout
    crash = f"^{re.escape(str(here / 'own.json'))}:\\d+: the verdict is deny"
    assert re.search(crash, alone.stdout, re.MULTILINE)
    assert "CANARY" not in done.stdout
    assert "Traceback" not in done.stdout
