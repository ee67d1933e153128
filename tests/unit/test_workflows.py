"""The workflows of CI: their actions are pinned by commit, they build with the native engine, and only a tag publishes."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.commands import ROOT, run_python

WORKFLOWS = sorted((ROOT / ".github" / "workflows").iterdir())
ACTION = ROOT / ".github" / "actions" / "check" / "action.yml"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
VERDICT = "tests/support/first_verdict.py"
PUBLISHING = ("gh-action-pypi-publish", "twine", "uv publish", "cargo publish", "gh release")


def workflow(name: str) -> dict[str, Any]:
    text = (ROOT / ".github" / "workflows" / name).read_text("utf-8")
    loaded: dict[str, Any] = yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506 - texts only; "on" is no boolean
    return loaded


def jobs() -> Iterator[tuple[str, dict[str, Any]]]:
    for path in WORKFLOWS:
        for name, job in workflow(path.name)["jobs"].items():
            yield f"{path.stem}: {name}", job


JOBS = dict(jobs())


def steps(job: dict[str, Any]) -> str:
    return yaml.safe_dump(job["steps"])


def publishes(job: dict[str, Any]) -> bool:
    return any(word in steps(job) for word in PUBLISHING)


USES = re.compile(r"^\s*(?:- )?uses: (\S+?)@(\S+)(?:  # (.+))?$", re.MULTILINE)


@pytest.mark.parametrize("path", [*WORKFLOWS, ACTION], ids=lambda path: path.stem)
def test_actions_are_pinned_by_a_commit_beside_its_tag(path: Path) -> None:
    text = path.read_text("utf-8")
    found = USES.findall(text)
    assert len(found) == len(re.findall(r"^[\s-]*uses:", text, re.MULTILINE))
    assert found or path == ACTION
    for action, version, comment in found:
        assert re.fullmatch(r"[0-9a-f]{40}", version), action
        assert re.fullmatch(r"v\d+\.\d+\.\d+", comment), action


@pytest.mark.parametrize("name", JOBS)
def test_jobs_end_and_have_few_rights(name: str) -> None:
    job = JOBS[name]
    assert int(job["timeout-minutes"]) <= 120
    assert "secrets." not in yaml.safe_dump(job)
    assert "password" not in yaml.safe_dump(job)
    assert "-latest" not in yaml.safe_dump([job["runs-on"], job.get("strategy")])
    if publishes(job):
        assert job["permissions"] == {"id-token": "write"}
    else:
        assert "permissions" not in job


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_reads_only(path: Path) -> None:
    assert workflow(path.name)["permissions"] == {"contents": "read"}


def test_only_a_tag_publishes() -> None:
    publishing = [name for name, job in JOBS.items() if publishes(job)]
    assert publishing == ["release: publish"]
    job = JOBS["release: publish"]
    assert job["if"] == "github.event_name == 'push' && startsWith(github.ref, 'refs/tags/v')"
    assert job["needs"] == ["wheels", "sdist", "dist"]
    assert workflow("release.yml")["on"]["push"] == {"tags": ["v*"]}


def test_programs_of_cargo_are_pinned_and_the_guide_names_the_version() -> None:
    guide = (ROOT / "src" / "deploy_contract_native" / "README.md").read_text("utf-8")
    found = [line for job in JOBS.values() for line in re.findall(r"cargo install.*", steps(job))]
    assert len(found) == 2
    for line in found:
        install = r"cargo install --locked cargo-deny@([\d.]+)( cargo-\w+@[\d.]+)?"
        pinned = re.fullmatch(install, line)
        assert pinned, line
        assert f"Use {pinned[1]} or later" in guide


def test_a_release_has_what_make_dist_makes_and_the_advisories() -> None:
    text = steps(JOBS["release: dist"])
    assert "make dist" in text
    assert re.search(r"cargo deny --manifest-path \S+ check\n", text), "advisories too"
    # `make dist` leaves out a bill or a library whose tools are missing, without an error
    for name in (
        "x86_64-*/libdeploy_contract.so",
        "aarch64-*/libdeploy_contract.so",
        "crates.cdx.json",
    ):
        assert f"dist/{name}" in text


def test_the_wheel_of_the_oldest_python_serves_all() -> None:
    oldest = PROJECT["project"]["requires-python"].removeprefix(">=").replace(".", "")
    assert PROJECT["tool"]["cibuildwheel"]["build"][0] == f"cp{oldest}-*"
    crate = ROOT / "src" / "deploy_contract_native"
    made = tomllib.loads((crate / "python" / "Cargo.toml").read_text("utf-8"))
    assert made["dependencies"]["pyo3"]["features"] == [f"abi3-py{oldest}"]
    assert f'TAG = "cp{oldest}-abi3"' in (crate / "build_hook.py").read_text("utf-8")


def test_the_first_verdict_fails_without_the_native_engine() -> None:
    code = (
        "import runpy, sys; sys.modules['deploy_contract_native._native'] = None; "
        f"runpy.run_path({VERDICT!r}, run_name='__main__')"
    )
    done = run_python(code)
    assert (done.returncode, done.stdout) == (1, "engine python: allow\n")
