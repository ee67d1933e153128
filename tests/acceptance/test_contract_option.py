"""`--contract PATH`: the command judges by another contract than the installed one."""

import json
import shutil
from pathlib import Path

import pytest

from deploy_contract.cli.command import main
from tests.support import spec_change
from tests.support.spec_change import METHOD, free

ROOT = Path(__file__).parents[2]
Output = pytest.CaptureFixture[str]
FIELD = free("health_path")  # names of the change, which the installed contract does not have
RULE = free("health-path-source")
CREATE = free("create_deployment")
CREATE_KIND = free("DeploymentCreate")


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A checkout of a later contract, with one more field, rule, operation and kind of document."""
    return str(spec_change.checkout(tmp_path_factory.mktemp("changed")))


@pytest.fixture
def patch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("patch.json").write_text(json.dumps({"source_config": {FIELD: "/healthy"}}))
    return "patch.json"


def test_check_judges_by_the_contract_that_is_named(
    patch: str, changed: str, capsys: Output
) -> None:
    command = ["check", "--source", "external_container", patch]
    assert main(command) == 1
    assert FIELD in capsys.readouterr().out
    assert main([*command, "--contract", changed]) == 0
    assert main([*command, f"--contract={changed}/generated"]) == 0
    assert main(["check", "--contract", changed, "--source", "codehost", patch]) == 1
    assert f"[{RULE}]" in capsys.readouterr().out


def test_many_files_are_judged_by_it_too(patch: str, changed: str) -> None:
    names = []
    for number in range(10):
        names.append(f"{number}.json")
        shutil.copy(patch, names[-1])
    command = ["check", "--source", "external_container", *names]
    assert main(command) == 1
    assert main([*command, "--contract", changed]) == 0


@pytest.mark.usefixtures("patch")
def test_names_of_options_comments_and_mappings_are_those_of_the_contract(
    changed: str, capsys: Output
) -> None:
    Path("create.json").write_text('{"name": "a", "source": "codehost"}')
    assert main(["check", "--as", CREATE_KIND, "--contract", changed, "create.json"]) == 0
    with pytest.raises(SystemExit) as stopped:
        main(["check", "--as", CREATE_KIND, "create.json"])
    assert stopped.value.code == 2
    capsys.readouterr()
    Path("create.yaml").write_text(f"# deploy-contract: as={CREATE_KIND}\nname: a\nsource: codehost\n")  # fmt: skip
    assert main(["check", "--contract", changed, "create.yaml"]) == 0
    assert main(["check", "create.yaml"]) == 2
    assert "as must be one of " in capsys.readouterr().err
    Path("deploy-contract.toml").write_text(f'[files]\n"*.json" = {{as = "{CREATE_KIND}"}}\n')
    assert main(["check", "--contract", changed, "create.json"]) == 0
    assert main(["check", "create.json"]) == 2


@pytest.mark.usefixtures("patch")
def test_replay_judges_by_it(changed: str, capsys: Output) -> None:
    body = {"name": "a", "source": "codehost"}
    request = {
        "method": METHOD,
        "url": "https://example.com/v2/deployments",
        "headers": [{"name": "content-type", "value": "application/json"}],
        "bodySize": 0,
        "postData": {"mimeType": "application/json", "text": json.dumps(body)},
    }
    entry = {"startedDateTime": "2026-01-31T12:00:00Z", "request": request, "response": None}
    Path("a.har").write_text(json.dumps({"log": {"entries": [entry]}}))
    for more, operation in (([], None), (["--contract", changed], CREATE)):
        assert main(["replay", "--format", "json", *more, "a.har"]) == 0
        row = json.loads(capsys.readouterr().out.splitlines()[0])
        assert row["operation"] == operation


def test_rules_and_explain_show_its_rules(changed: str, capsys: Output) -> None:
    assert main(["rules", "--contract", changed]) == 0
    assert RULE in capsys.readouterr().out
    assert main(["explain", "--contract", changed, RULE]) == 0
    assert f"{FIELD} applies only to source external_container" in capsys.readouterr().out
    assert main(["rules"]) == 0
    assert RULE not in capsys.readouterr().out
    assert main(["explain", RULE]) == 2


@pytest.mark.parametrize("command", ["check", "replay", "rules", "explain"])
def test_a_contract_that_cannot_be_read_is_one_line(
    command: str, patch: str, capsys: Output
) -> None:
    arguments = [] if command == "rules" else [patch]
    assert main([command, "--contract", "nowhere", *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == "deploy-contract: nowhere: there is no such file\n"


def test_help_names_the_option(capsys: Output) -> None:
    with pytest.raises(SystemExit):
        main(["check", "--help"])
    assert "--contract PATH" in capsys.readouterr().out
