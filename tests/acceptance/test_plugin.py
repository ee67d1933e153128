"""The pytest plugin, in runs of its own: the fixture, the coverage at the end, and xdist."""

import json
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import ROOT, run_pytest
from tests.support.terminals import on_terminal

TESTS = """
import httpx
import pytest

GOOD = {"resources": [], "offset": 0}


def client(value):
    transport = httpx.MockTransport(lambda request: httpx.Response(200, json=value))
    return httpx.Client(transport=transport, base_url="http://service.example.com")


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_right(judged_client, limit):
    judged_client(client(GOOD)).get("/v2/deployments", params={"limit": limit})


def test_wrong(judged_client):
    judged_client(client({"resources": [], "offset": "CANARY"})).get("/v2/deployments")


SHARED = client({"offset": "CANARY"})


def test_a_client_is_judged(judged_client):
    with pytest.raises(AssertionError):
        judged_client(SHARED).get("/v2/deployments")


def test_a_client_is_no_longer_judged_after_its_test():
    SHARED.get("/v2/deployments")
"""


def run(folder: Path, *arguments: str, tests: str = TESTS) -> subprocess.CompletedProcess[str]:
    (folder / "test_service.py").write_text(tests, "utf-8")
    return run_pytest(folder, *arguments, "test_service.py")


def test_a_run_shows_failures_without_values_and_ends_with_the_coverage(tmp_path: Path) -> None:
    done = run(tmp_path, "--showlocals", "--tb=long", "--deploy-contract-coverage-file=all.json")
    assert done.returncode == 1, done.stdout
    assert "5 passed" in done.stdout
    assert "1 failed" in done.stdout
    assert "ConformanceError: the response violates the contract: list_deployments" in done.stdout
    assert "/offset: must be integer  [schema-type]" in done.stdout
    shown = re.sub(r"^.*judged_client\(client\(\{.*$", "", done.stdout, flags=re.MULTILINE)
    assert "CANARY" not in shown, "no local variable of ours is shown"
    (line,) = re.findall(r"^coverage of contract .*$", done.stdout, re.MULTILINE)
    assert re.fullmatch(
        r"coverage of contract [\d.]+: 2 of \d+ messages of operations, 1 of \d+ parameters, "
        r"2 of \d+ fields, \d of \d+ rules by source",
        line,
    )
    rows = json.loads((tmp_path / "all.json").read_text("utf-8"))["operations"]
    (judged,) = [row for row in rows if row["message"] == "response" and row["failed"]]
    assert (judged["operation"], judged["passed"], judged["failed"]) == ("list_deployments", 3, 2)


def test_a_terminal_gets_lines_of_its_width(tmp_path: Path) -> None:
    (tmp_path / "test_service.py").write_text(TESTS, "utf-8")
    options = ["--rootdir", str(tmp_path), "-k", "right", "--deploy-contract-coverage=table"]
    options += ["-p", "deploy_contract_pytest", "-p", "no:cacheprovider", "--color=no"]
    options.append(str(tmp_path / "test_service.py"))
    alone: Any = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    _, shown = on_terminal(*options, module="pytest", columns=80, **alone)
    lines = shown.partition("coverage of contract")[2].splitlines()
    (wrapped,) = [place for place, line in enumerate(lines) if line.startswith("  parameters  ")]
    assert max(map(len, lines)) <= 80
    assert re.match(" {8}[a-z]", lines[wrapped + 1])


@pytest.mark.soak_only  # runs four sessions of pytest
def test_workers_of_xdist_add_up_to_the_coverage_of_one_process(tmp_path: Path) -> None:
    alone = run(tmp_path, "--deploy-contract-coverage=table", "-k", "right")
    both = run(tmp_path, "--deploy-contract-coverage=table", "-k", "right", "-p", "xdist", "-n2")
    assert (alone.returncode, both.returncode) == (0, 0), both.stdout
    one, several = [
        done.stdout.partition("coverage of contract")[2].splitlines()[:-1] for done in (alone, both)
    ]
    assert one == several
    assert any(line.split()[:3] == ["list_deployments", "request", "3"] for line in one)
    assert any(line.startswith("  rules by source  ") for line in one)


def test_nothing_is_loaded_or_printed_until_it_is_used(tmp_path: Path) -> None:
    tests = "import sys\n\ndef test():\n    assert 'deploy_contract' not in sys.modules\n"
    done = run(tmp_path, tests=tests)
    assert done.returncode == 0, done.stdout
    printed = [line for line in done.stdout.splitlines() if not line.startswith("plugins: ")]
    assert "deploy-contract" not in "".join(printed)


def test_a_file_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    done = run(tmp_path, "-k", "right", "--deploy-contract-coverage-file=none/all.json")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("deploy-contract:")]
    assert line.endswith("file none/all.json: cannot be written: No such file or directory")


def test_the_entry_point_is_named_as_the_module() -> None:
    """A plugin that is both installed and named by `-p` is then loaded once."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    name = "deploy_contract_pytest"
    assert project["entry-points"]["pytest11"] == {name: name}
