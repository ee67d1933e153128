"""`--contract PATH`: the command judges by another contract than the installed one."""

import json
import shutil
from pathlib import Path

import pytest

from deploy_contract.cli.command import main
from tests.support.commands import ROOT, ended
from tests.support.spec_change import free

FIELD = free("health_path")  # names of the change, which the installed contract does not have
RULE = free("health-path-source")
CREATE_KIND = free("DeploymentCreate")


@pytest.fixture
def patch(here: Path) -> str:
    (here / "patch.json").write_text(json.dumps({"source_config": {FIELD: "/healthy"}}))
    return "patch.json"


def test_check_judges_by_the_contract_that_is_named(patch: str, later: str) -> None:
    command = ["check", "--source", "external_container", patch]
    assert FIELD in ended(1, *command).out
    assert main([*command, "--contract", later]) == 0
    assert main([*command, f"--contract={later}/generated"]) == 0
    assert f"[{RULE}]" in ended(1, "check", "--contract", later, "--source", "codehost", patch).out


@pytest.mark.usefixtures("patch")
def test_names_of_options_comments_and_mappings_are_those_of_the_contract(later: str) -> None:
    Path("create.json").write_text('{"name": "a", "source": "codehost"}')
    assert main(["check", "--as", CREATE_KIND, "--contract", later, "create.json"]) == 0
    ended(2, "check", "--as", CREATE_KIND, "create.json")
    Path("create.yaml").write_text(f"# deploy-contract: as={CREATE_KIND}\nname: a\nsource: codehost\n")  # fmt: skip
    assert main(["check", "--contract", later, "create.yaml"]) == 0
    assert "as must be one of " in ended(2, "check", "create.yaml").err
    Path("deploy-contract.toml").write_text(f'[files]\n"*.json" = {{as = "{CREATE_KIND}"}}\n')
    assert main(["check", "--contract", later, "create.json"]) == 0
    assert main(["check", "create.json"]) == 2


def test_schema_prints_the_schema_for_editors_of_the_contract_that_is_named(later: str) -> None:
    editors = Path(later) / "generated" / "editors"
    for arguments, name in (
        (["DeploymentPatch"], "DeploymentPatch"),
        (["DeploymentPatch", "--source", "codehost"], "DeploymentPatch.codehost"),
        ([CREATE_KIND], CREATE_KIND),
    ):
        printed = ended(0, "schema", *arguments, "--contract", later).out
        assert printed == (editors / f"{name}.schema.json").read_text("utf-8")
    ours = ROOT / "generated" / "editors" / "DeploymentPatch.schema.json"
    assert ended(0, "schema", "DeploymentPatch").out == ours.read_text("utf-8")


def test_a_contract_without_schemas_for_editors_says_so(later: str, tmp_path: Path) -> None:
    package = "deploy_contract_generated"
    alone = shutil.copytree(Path(later) / "generated" / package, tmp_path / package)
    said = ended(2, "schema", "Deployment", "--contract", str(alone)).err
    assert "has no editors/Deployment.schema.json; run `make generate`" in said
    (tmp_path / "editors").mkdir()
    (tmp_path / "editors" / "Deployment.schema.json").write_text("[]")
    said = ended(2, "schema", "Deployment", "--contract", str(alone)).err
    assert "editors/Deployment.schema.json" in said
