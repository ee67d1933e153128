"""Worlds by reports: what is known -> verdict, sources, needs, and the rules that decide."""

import json
from pathlib import Path
from typing import Any

import pytest
from deploy_contract_generated.names import HostingName, SourceName

from deploy_contract import Contract, Report
from tests.support.engines import ENGINES, made
from tests.support.names import named
from tests.support.policies import LIST, deployment, policy, rule

REPO: dict[str, Any] = {"source_revision_config": {"repo_ref": "main"}}
PUSH: dict[str, Any] = {"source_config": {"build_on_push": True}}
TAG: dict[str, Any] = {"source_revision_config": {"repo_ref": "refs/tags/v1"}}
REFERENCES: dict[str, Any] = {
    "secret_references": [{"name": "A", "secret_name": "b", "secret_key": "c"}]
}


def rules(report: Report) -> tuple[list[str], list[str]]:
    """Return the enforced rules that are violated, and those that are undecided."""
    violated = [one.rule for one in report.violations if one.mode == "enforce"]
    return violated, [one.rule for one in report.undecided]


# patch, source, hosting, stored -> verdict, needs, rules that are violated and undecided
CASES: dict[str, tuple[Any, Any, Any, Any, str, list[str], list[str], list[str]]] = {
    "nothing is set": ({}, None, None, None, "allow", [], [], []),
    "the right source": (REPO, "codehost", None, None, "allow", [], [], []),
    "a wrong source": (
        REPO, "internal_source", None, None, "deny", [], ["repo-ref-source"], [],
    ),
    "an unknown source": (
        REPO, None, None, None, "indeterminate", ["source"], [], ["repo-ref-source"],
    ),
    "a source that is stored": (
        REPO, None, None, {"source": "internal_source"}, "deny", [], ["repo-ref-source"], [],
    ),
    "two fields of different sources": (
        {**REPO, **REFERENCES}, None, None, None, "deny", [], ["secret-references-source"], [],
    ),
    "an override": (
        {**REPO, "revision_source": "internal_source"}, "codehost", None, None, "deny", [],
        ["repo-ref-source"], [],
    ),
    "stored values decide": (
        TAG, "codehost", None, None, "indeterminate", ["deployment"], [], ["tag-never-moves"],
    ),
    "source and stored values decide": (
        TAG, None, None, None, "indeterminate", ["source", "deployment"], [],
        ["repo-ref-source", "tag-never-moves"],
    ),
    "no stored values are known to settle it": (
        TAG, "codehost", None, {"source_revision_config": {"repo_ref": "x"}}, "indeterminate",
        ["deployment"], [], ["tag-never-moves"],
    ),
    "a stored value settles it": (
        TAG, None, None, {"source_config": {"build_on_push": False}}, "indeterminate", ["source"],
        [], ["repo-ref-source"],
    ),
    "a stored null settles it": (
        TAG, "codehost", None, {"source_config": None}, "allow", [], [], [],
    ),
    "stored values decide about the other field": (
        PUSH, "codehost", None, {"source_config": {"build_on_push": True}}, "indeterminate",
        ["deployment"], [], ["tag-never-moves"],
    ),
    "stored values settle it": (
        TAG, "codehost", None, {"source_config": PUSH["source_config"]}, "deny", [],
        ["tag-never-moves"], [],
    ),
    "the structure is wrong in every world": (
        {**REPO, "secrets": 5}, None, None, None, "deny", [], ["schema-type"], [],
    ),
}  # fmt: skip


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", CASES)
def test_a_verdict_holds_in_every_world_that_is_left(name: str, engine: Any) -> None:
    patch, source, hosting, stored, verdict, needs, violated, undecided = CASES[name]
    contract = made(engine, hosting=hosting)
    report = contract.check(patch, "DeploymentPatch", source=source, deployment=stored)
    assert (report.verdict, list(report.needs)) == (verdict, needs)
    found, open_ = rules(report)
    assert (found, sorted(set(open_))) == (violated, sorted(undecided))


@pytest.mark.parametrize("engine", ENGINES)
def test_the_sources_are_those_of_the_worlds_in_which_nothing_is_violated(engine: Any) -> None:
    contract = made(engine)
    assert contract.check(REPO, "DeploymentPatch").sources == ("codehost",)
    assert set(contract.check({}, "DeploymentPatch").sources) == set(contract.bundle.book.sources)
    report = contract.check({**REPO, **REFERENCES}, "DeploymentPatch")
    assert (report.verdict, report.sources) == ("deny", ())


SELF_HOSTED: HostingName = "self_hosted"


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("hosting", "verdict", "needs"),
    [
        (None, "indeterminate", ["source", "hosting"]),
        (SELF_HOSTED, "deny", []),
        ("cloud", "allow", []),
    ],
)
def test_a_rule_for_a_hosting_is_about_the_sources_that_run_there_alone(
    engine: Any, hosting: Any, verdict: str, needs: list[str], tmp_path: Path
) -> None:
    """A source that runs on both may be on the other one, if the hosting is unknown."""
    path = tmp_path / "policy.json"
    hosted = rule("ours", hosting=[SELF_HOSTED], schema={"not": {"required": ["secrets"]}})
    path.write_text(json.dumps(policy(hosted)))
    contract = Contract(engine=engine, policies=[path], hosting=hosting)
    report = contract.check({"secrets": []}, "DeploymentPatch")
    assert (report.verdict, list(report.needs)) == (verdict, needs)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("source", ["internal_source", None])
def test_advice_changes_no_verdict(engine: Any, source: SourceName | None) -> None:
    modes = named({"repo-ref-source": "report"})
    contract = Contract(engine=engine, modes=modes)
    report = contract.check(REPO, "DeploymentPatch", source=source)
    assert report.verdict == "allow"
    advice = [(one.rule, one.mode) for one in report.violations]
    assert advice == ([("repo-ref-source", "report")] if source else [])


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("before", [20, 500])
def test_a_list_is_denied_for_one_deployment_however_many_come_before(
    engine: Any, before: int
) -> None:
    contract = made(engine, hosting="cloud")
    sound, wrong = deployment(), deployment(source="external_container")
    report = contract.check({"resources": [sound] * before + [wrong], "offset": 0}, named(LIST))
    assert report.verdict == "deny"
    assert [item.pointer for item in report.violations] == [f"/resources/{before}/source"]
