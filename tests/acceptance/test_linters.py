"""Linters of OpenAPI documents find no error, and only the warnings that spec/linters.yaml gives a reason for."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support import npm
from tests.support.commands import ROOT, ran

OPENAPI = ROOT / "generated" / "deploy_contract_generated" / "openapi.json"
ACCEPTED = yaml.safe_load((ROOT / "spec" / "linters.yaml").read_text("utf-8"))
PROGRAMS = ROOT / "tests" / "support" / "linters"


def test_each_accepted_warning_has_a_reason() -> None:
    for row in ACCEPTED:
        assert set(row) == {"linter", "rule", "reason"}
        assert len(row["reason"]) > 20
    pairs = [(row["linter"], row["rule"]) for row in ACCEPTED]
    assert len(pairs) == len(set(pairs))


@pytest.mark.soak_only  # installs two programs of npm
def test_the_linters_find_no_error_and_no_other_warning(tmp_path: Path) -> None:
    programs = npm.installed(PROGRAMS) / "node_modules" / ".bin"

    def problems(name: str) -> Any:
        command = [str(programs / name), "lint", "openapi.json", "--format=json"]
        return json.loads(ran(*command, folder=tmp_path).stdout)

    (tmp_path / ".spectral.yaml").write_text("extends: ['spectral:oas']\n", "utf-8")
    shutil.copy(OPENAPI, tmp_path / "openapi.json")
    redocly, spectral = problems("redocly")["problems"], problems("spectral")
    assert [row for row in redocly if row["severity"] == "error"] == []
    assert [row for row in spectral if row["severity"] == 0] == []
    found = {("redocly", row["ruleId"]) for row in redocly}
    found |= {("spectral", row["code"]) for row in spectral}
    assert found == {(row["linter"], row["rule"]) for row in ACCEPTED}
