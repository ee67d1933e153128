"""What the README shows is what comes out."""

import re
from pathlib import Path

import pytest

from deploy_contract.cli.command import main
from tests.support.demo import ROOT

README = (ROOT / "README.md").read_text("utf-8")


def test_the_first_minute_of_the_readme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (block,) = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    commands = dict(re.findall(r"^\$ ([^\n]*)\n((?:[^$][^\n]*\n)*)", block, re.MULTILINE))
    (tmp_path / "patch.yaml").write_text(commands["cat patch.yaml"])
    monkeypatch.chdir(tmp_path)
    shown = {
        line: output
        for line, output in commands.items()
        if line.startswith("deploy-contract check")
    }
    assert len(shown) == 3
    for line, output in shown.items():
        main(line.split()[1:])
        assert capsys.readouterr().out == output


def test_the_policy_of_the_readme(tmp_path: Path) -> None:
    from deploy_contract import Contract

    (block,) = re.findall(r"  ```yaml\n(  rules:\n.*?)  ```", README, re.DOTALL)
    (tmp_path / "policy.yaml").write_text(block)
    contract = Contract(policies=[tmp_path / "policy.yaml"])
    for name, verdict in (("TOKEN", "allow"), ("token", "deny")):
        patch = {"secrets": [{"name": name, "value": "made up"}]}
        assert contract.check(patch, "DeploymentPatch", source="codehost").verdict == verdict


def test_the_readme_names_every_make_target_and_file_that_it_speaks_of() -> None:
    targets = re.findall(r"^([a-z]+):.*## ", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    named = set(re.findall(r"`make ([a-z]+)", README))
    assert named <= set(targets)
    for path in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / path).exists()


def test_the_source_table_is_that_of_the_rules() -> None:
    from deploy_contract import Contract

    rows = {
        row.split("|")[1].strip(): [cell.strip() for cell in row.split("|")[2:-1]]
        for row in README.splitlines()
        if row.startswith("| `")
    }
    sources = [
        "codehost",
        "external_container",
        "internal_container",
        "internal_source",
        "internal_template",
    ]
    judged = 0
    for rule in Contract().rules:
        if rule.shape == "field" and "DeploymentPatch" in rule.on and rule.parameters["sources"]:
            name = rule.parameters["field"].rpartition("/")[2]
            (row,) = (cells for fields, cells in rows.items() if re.search(rf"\b{name}\b", fields))
            refused = "-" if rule.mode == "enforce" else "(note)"
            assert [cell == refused for cell in row] == [
                source not in rule.parameters["sources"] for source in sources
            ], name
            judged += 1
    assert judged, "no rule of a field was found"
