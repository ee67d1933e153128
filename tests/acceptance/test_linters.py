"""Linters of OpenAPI documents find no error, and only the warnings that spec/linters.yaml gives a reason for."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
OPENAPI = ROOT / "generated" / "deploy_contract_generated" / "openapi.json"
ACCEPTED = yaml.safe_load((ROOT / "spec" / "linters.yaml").read_text("utf-8"))
PACKAGES = ["@redocly/cli@2", "@stoplight/spectral-cli@6"]


def test_each_accepted_warning_has_a_reason() -> None:
    for row in ACCEPTED:
        assert set(row) == {"linter", "rule", "reason"}
        assert len(row["reason"]) > 20
    pairs = [(row["linter"], row["rule"]) for row in ACCEPTED]
    assert len(pairs) == len(set(pairs))


def run(folder: Path, *command: str) -> Any:
    """Return what a linter prints as JSON."""
    done = subprocess.run(
        ["npx", "--no-install", *command],
        cwd=folder, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    return json.loads(done.stdout)


@pytest.mark.soak_only  # installs two programs of npm
def test_the_linters_find_no_error_and_no_other_warning(tmp_path: Path) -> None:
    if not (shutil.which("node") and shutil.which("npm")):
        pytest.skip("node and npm are not there to run the linters")
    (tmp_path / "package.json").write_text(json.dumps({"private": True}), "utf-8")
    (tmp_path / ".spectral.yaml").write_text("extends: ['spectral:oas']\n", "utf-8")
    shutil.copy(OPENAPI, tmp_path / "openapi.json")
    install = ["npm", "install", "--silent", "--no-audit", "--no-fund", *PACKAGES]
    if subprocess.run(install, cwd=tmp_path, capture_output=True, check=False).returncode:
        pytest.skip("the npm registry cannot be reached")
    redocly = run(tmp_path, "redocly", "lint", "openapi.json", "--format=json")
    spectral = run(tmp_path, "spectral", "lint", "openapi.json", "--format=json")
    assert [row for row in redocly["problems"] if row["severity"] == "error"] == []
    assert [row for row in spectral if row["severity"] == 0] == []
    found = {("redocly", row["ruleId"]) for row in redocly["problems"]}
    found |= {("spectral", row["code"]) for row in spectral}
    assert found == {(row["linter"], row["rule"]) for row in ACCEPTED}
