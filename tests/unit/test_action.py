"""The GitHub Action: its metadata fit the schema, and its scripts run in bash as a runner runs them."""

import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest
import yaml

from tests.support.commands import ROOT, ran, succeeded

FOLDER = ROOT / ".github" / "actions" / "check"
ACTION = yaml.safe_load((FOLDER / "action.yml").read_text("utf-8"))
STEPS = {step["id"]: step for step in ACTION["runs"]["steps"]}
COMMAND = Path(sys.executable).parent / "deploy-contract"
CANARY = "CANARY-5d1e"
IN_ONE_LINE = "sarif: write the name of the file in one line"
HOSTILE = "$(touch stolen); \"'`touch stolen`"


def test_the_files_of_github_fit_their_schemas() -> None:
    workflows = sorted((ROOT / ".github" / "workflows").iterdir())
    files = {"github-actions": [FOLDER / "action.yml"], "github-workflows": workflows}
    for schema, paths in files.items():
        command = (sys.executable, "-m", "check_jsonschema", "--builtin-schema")
        succeeded(*command, f"vendor.{schema}", *paths)


def test_no_input_becomes_code_and_every_input_is_used() -> None:
    used: set[str] = set()
    for step in STEPS.values():
        assert "${{" not in step["run"]
        for value in step["env"].values():
            used |= set(re.findall(r"\$\{\{ inputs\.([a-z-]+) \}\}", value))
    assert used == set(ACTION["inputs"])
    for output in ACTION["outputs"].values():
        step, name = re.findall(r"steps\.(\w+)\.outputs\.(\w+)", output["value"])[0]
        assert f'echo "{name}=' in STEPS[step]["run"]


def run(step: str, folder: Path, **inputs: str) -> tuple[int, str, dict[str, str]]:
    """Run the script of a step as a runner does. Return its status, its text and its outputs."""
    script, outputs = folder / ".git" / "script.sh", folder / ".git" / "outputs"
    script.parent.mkdir(exist_ok=True)
    script.write_text(STEPS[step]["run"], "utf-8")
    outputs.write_text("")
    variables = {}
    for name, value in STEPS[step]["env"].items():
        given = re.findall(r"inputs\.([a-z-]+)", value)
        if "${{" not in value:
            variables[name] = value
        elif given:
            variables[name] = inputs.get(given[0], ACTION["inputs"][given[0]].get("default", ""))
    folder_of_action = inputs.get("checkout", str(FOLDER))
    variables |= {"COMMAND": str(COMMAND), "FOLDER": folder_of_action, "RUNNER_OS": "Linux"}
    variables |= {"GITHUB_OUTPUT": str(outputs), "RUNNER_TEMP": str(folder / ".git")}
    # as `shell: bash` says in the documentation of workflows
    command = ("bash", "--noprofile", "--norc", "-eo", "pipefail", script)
    done = ran(*command, folder=folder, env={**os.environ, **variables})
    rows = [line.partition("=") for line in outputs.read_text().splitlines()]
    return done.returncode, done.stdout, {name: value for name, _, value in rows}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    succeeded("git", "init", "--quiet", tmp_path)
    (tmp_path / "patches" / "deep").mkdir(parents=True)
    (tmp_path / "patches" / "good.json").write_text("{}")
    bad = tmp_path / "patches" / "deep" / "bad name.yaml"
    bad.write_text(f"source_revision_config: {{image_uri: {CANARY}}}\n")
    return tmp_path


def test_a_denied_document_is_annotated_and_fails_the_step(repository: Path) -> None:
    status, text, outputs = run("check", repository, files="patches/**/*.yaml", source="codehost")
    assert (status, outputs) == (1, {"status": "1"})
    assert "::error file=patches/deep/bad name.yaml,line=1" in text
    assert "image-uri-source" in text
    assert CANARY not in text


def test_the_options_reach_the_command_and_other_files_are_left_out(repository: Path) -> None:
    given = {"files": "\npatches/*.json\nnone/*\n", "fail-on": "undecided", "source": "codehost"}
    assert run("check", repository, **given)[0] == 0
    given |= {"files": "patches/**", "source": "internal_container", "unknown-fields": "report"}
    assert run("check", repository, **given)[0] == 0
    assert run("check", repository, **given, **{"as": "Deployment"})[0] == 1
    (repository / "hosted.json").write_text('{"secret_references": []}')
    given = {"files": "hosted.json", "fail-on": "undecided", "hosting": "self_hosted"}
    assert run("check", repository, **given)[0] == 0


def test_sarif_is_written_beside_the_annotations(repository: Path) -> None:
    given = {"files": "patches/**", "source": "codehost", "sarif": "all results.sarif"}
    status, text, outputs = run("check", repository, **given)
    assert (status, outputs) == (1, {"status": "1", "sarif": "all results.sarif"})
    assert "::error " in text
    (found,) = json.loads((repository / "all results.sarif").read_text("utf-8"))["runs"]
    assert [row["ruleId"] for row in found["results"]] == ["image-uri-source"]


@pytest.mark.parametrize(
    ("inputs", "text"),
    [
        ({"files": "\n"}, "files: give a pattern, such as patches/**/*.yaml"),
        ({"files": "none/**"}, "files: no file of the repository matches"),
        ({"files": HOSTILE}, "files: no file of the repository matches"),
        ({"files": "patches/*", "sarif": "a\nstatus=0"}, IN_ONE_LINE),
        ({"files": "patches/*", "sarif": "a\rb"}, IN_ONE_LINE),
    ],
)
def test_wrong_inputs_are_one_clear_annotation(
    repository: Path, inputs: dict[str, str], text: str
) -> None:
    status, printed, outputs = run("check", repository, **inputs)
    assert (status, printed, outputs) == (2, f"::error::{text}\n", {"status": "2"})
    assert not (repository / "stolen").exists()


def test_hostile_inputs_are_refused_and_not_run(repository: Path) -> None:
    names = ("source", "hosting", "as", "fail-on", "unknown-fields", "policy")
    given = dict.fromkeys(names, HOSTILE)
    status, _, outputs = run("check", repository, files="patches/**", **given)
    assert (status, outputs["status"]) == (2, "2")
    assert not (repository / "stolen").exists()


def test_a_hostile_file_name_is_neither_an_option_nor_a_command(repository: Path) -> None:
    (repository / "patches" / "--help").write_text("{}")
    (repository / "patches" / "::error::x.json").write_text('{"a": 1}')
    status, text, _ = run("check", repository, files="patches/*", source="codehost")
    assert status == 1
    assert not [line for line in text.splitlines() if line.startswith("::error::x")]
    assert "usage:" not in text


def test_outside_of_a_repository_it_says_what_to_do(tmp_path: Path) -> None:
    status, text, _ = run("check", tmp_path, files="*.json")
    assert (status, text) == (2, "::error::check out the repository first\n")


@pytest.mark.soak_only
def test_the_command_is_installed_from_the_checkout_of_the_action(
    repository: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    checkout = tmp_path_factory.mktemp("checkout")  # a build leaves files behind
    for name in succeeded("git", "ls-files", "-z").split("\0")[:-1]:
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, checkout / name)
    place = str(checkout / FOLDER.relative_to(ROOT))
    status, text, outputs = run("install", repository, checkout=place, python=sys.executable)
    assert status == 0, text
    assert succeeded(outputs["command"], "--version").startswith("deploy-contract ")
