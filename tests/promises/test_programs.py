"""The programs by the promises: what `serve` shows and to whom, and that neither program ends for what surrounds it."""

import http.client
import json
import os
import shutil
import stat
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from deploy_contract_codegen.__main__ import main as generate
from tests.server.client import EXAMPLE, ROOT
from tests.server.processes import Running, call, ended, running

CHECKOUT = "5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d7001"
POST = """    post:
      operationId: create_deployment
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: schemas/deployment-patch.yaml}}}
      responses:
        "200":
          description: Successful Response
          content: {application/json: {schema: {$ref: schemas/deployment.yaml}}}
"""
MASKED = "hunter2-as-a-command"


@pytest.fixture(scope="module")
def another(tmp_path_factory: pytest.TempPathFactory) -> str:
    """PYTHONPATH of a contract with an operation that the service does not have, and one more secret field."""
    folder = tmp_path_factory.mktemp("another")
    shutil.copytree(ROOT / "spec", folder / "spec")
    for name, old, new in (
        ("openapi.yaml", "  /v2/deployments:\n", f"  /v2/deployments:\n{POST}"),
        ("schemas/source-config.yaml", "  build_command:\n", "  build_command:\n    x-secret: true\n"),
    ):
        path = folder / "spec" / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")
    assert generate(["--spec", str(folder / "spec"), "--out", str(folder / "generated")]) == 0
    return f"{folder / 'generated'}{os.pathsep}{ROOT / 'src'}"


def page(service: Running, path: str, **headers: str) -> tuple[int, str]:
    """Status and text of an answer."""
    with closing(http.client.HTTPConnection("127.0.0.1", service.port, timeout=30)) as connection:
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        return response.status, response.read().decode()


@pytest.mark.promise(1)
@pytest.mark.promise(5)
def test_it_serves_a_contract_that_says_more_than_it_knows(tmp_path: Path, another: str) -> None:
    with running(tmp_path, "--data", str(EXAMPLE), "--rollout-seconds", "9", PYTHONPATH=another) as service:
        told = [line for line in service.said if "501" in line]
        assert told == ["deploy-contract: answers 501 to operations that it does not have: create_deployment\n"]
        connection = service.connection()
        status, problem = call(connection, "POST", "/v2/deployments", {})
        assert (status, problem["status"]) == (501, 501)
        assert problem["detail"] == "The contract has this operation, and this service does not."
        body = {"source_config": {"build_command": MASKED, "install_command": f"run {MASKED} then"}}
        status, after = call(connection, "PATCH", f"/v2/deployments/{CHECKOUT}", body)
        assert (status, after["source_config"]["build_command"]) == (200, MASKED)
        status, text = page(service, f"/deployments/{CHECKOUT}")
        assert status == 200
        assert MASKED not in text, "what the spec marks as secret is masked, also where it got into another field"
        assert "field-SourceConfig-build_command" in text
        assert service.send().status == 0


@pytest.mark.promise(5)
def test_its_state_is_in_a_folder_that_git_ignores_and_others_cannot_enter(tmp_path: Path) -> None:
    def git(*arguments: str) -> str:
        done = subprocess.run(["git", *arguments], cwd=tmp_path, check=True, capture_output=True, text=True)
        return done.stdout

    git("init", "--quiet")
    with running(tmp_path, "--data", str(EXAMPLE)) as service:
        assert service.said[0].startswith("deploy-contract: made a key for secrets, .deploy-contract/deployments.db.key;")
        assert service.send().status == 0
    assert git("status", "--porcelain", "--untracked-files=all") == ""
    assert [one.name for one in tmp_path.iterdir() if one.name != ".git"] == [".deploy-contract"]
    folder = tmp_path / ".deploy-contract"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "deployments.db.key").stat().st_mode) == 0o600
    assert (folder / ".gitignore").read_text() == "*\n"
    with running(tmp_path) as again:
        assert call(again.connection(), "GET", "/v2/deployments?limit=1")[1]["offset"] == 1
        assert "made a key" not in "".join(again.said)


def test_a_database_where_earlier_versions_kept_it_is_used_and_said(tmp_path: Path) -> None:
    with running(tmp_path, "--database", "deployments.db", "--data", str(EXAMPLE)) as service:
        assert service.send().status == 0
    with running(tmp_path) as service:
        assert service.said[0].startswith("deploy-contract: uses deployments.db, where earlier versions kept it and its key; ")
        assert call(service.connection(), "GET", "/v2/deployments?limit=1")[1]["offset"] == 1
        assert service.send().status == 0
    assert not (tmp_path / ".deploy-contract").exists()
    (tmp_path / ".deploy-contract").mkdir()  # as the line says
    for file in tmp_path.glob("deployments.db*"):
        file.rename(tmp_path / ".deploy-contract" / file.name)
    with running(tmp_path) as moved:
        assert call(moved.connection(), "GET", "/v2/deployments?limit=1")[1]["offset"] == 1
        assert "uses" not in "".join(moved.said)


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / ".deploy-contract").write_text("not a folder")
    line = "deploy-contract: .deploy-contract: cannot be made: File exists; name a database with --database\n"
    assert ended(tmp_path, "--port", "0") == (2, line)


@pytest.mark.promise(5)
def test_what_the_contract_marks_as_secret_is_marked_wherever_a_schema_has_it() -> None:
    def marked(schema: dict[str, object]) -> set[str]:
        found = set()
        for name, definition in schema["$defs"].items():  # type: ignore[attr-defined]
            for field, member in definition.get("properties", {}).items():
                if member.get("x-secret"):
                    found.add(f"{name.partition('-')[0]}.{field}")
        return found

    folder = ROOT / "generated" / "deploy_contract_generated" / "schemas"
    for kind in ("Deployment", "DeploymentList", "DeploymentPatch"):
        for variant in ("open", "closed"):
            schema = json.loads((folder / f"{kind}.{variant}.json").read_text("utf-8"))
            assert marked(schema) == {"Secret.value", "EnvVar.value"}
