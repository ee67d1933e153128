"""`check` knows what a file states of its deployment, and leaves out the files that it is told to."""

import json
from pathlib import Path
from typing import Any

import pytest

from deploy_contract.cli.command import main
from tests.support.commands import keep_contracts

Output = pytest.CaptureFixture[str]
TAG = "source_revision_config: {repo_ref: refs/tags/v1}\n"
STORED = {"source": "codehost", "source_config": {"build_on_push": False}}
POLICY = {
    "rules": [
        {
            "rule": "our-tags", "on": ["DeploymentPatch"], "basis": "practice",
            "each": ["/source_revision_config/repo_ref"], "schema": {"enum": ["main"]},
            "message": "only main is released", "hint": "use main", "section": "Our handbook",
        }
    ]
}  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a patch that only the stored deployment can settle."""
    keep_contracts(monkeypatch)
    monkeypatch.chdir(tmp_path)
    for name in ("patches/web.yaml", "patches/drafts/a.yaml", "patches/kustomization.yaml"):
        write(name, TAG)
    write("deployments/web.json", json.dumps(STORED))
    return tmp_path


def write(name: str, text: str) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, "utf-8")


def rows(capsys: Output, *arguments: str, status: int = 0) -> list[dict[str, Any]]:
    """Return the JSON reports of a run."""
    assert main(["check", "--format", "json", *arguments]) == status
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def verdict(capsys: Output, *arguments: str, status: int = 0) -> str:
    (row,) = rows(capsys, *arguments, status=status)
    return str(row["verdict"])


@pytest.mark.parametrize(
    "stated",
    [
        "deployment=../deployments/web.json",
        f"deployment={json.dumps(STORED)} hosting=cloud",
        f"hosting=cloud deployment={json.dumps(STORED, separators=(',', ':'))}",
    ],
)
def test_a_comment_names_the_stored_deployment_or_states_it(stated: str, capsys: Output) -> None:
    assert verdict(capsys, "patches/web.yaml") == "indeterminate"
    write("patches/own.yaml", f"# deploy-contract: {stated}\n{TAG}")
    assert verdict(capsys, "patches/own.yaml") == "allow"


@pytest.mark.parametrize(
    "stated",
    [
        '"patches/*.yaml" = {deployment = "deployments/web.json"}',
        '"patches/*.yaml".deployment = {source = "codehost", source_config.build_on_push = false}',
    ],
)
def test_a_mapping_names_it_too_as_seen_from_its_folder(
    stated: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    write("deploy-contract.toml", f"[files]\n{stated}\n")
    assert verdict(capsys, "patches/web.yaml") == "allow"
    monkeypatch.chdir(folder / "patches" / "drafts")
    assert verdict(capsys, "../web.yaml") == "allow"


def test_an_option_beats_the_comment_which_beats_the_mapping(capsys: Output) -> None:
    pushed = '{"source": "codehost", "source_config": {"build_on_push": true}}'
    write("pushed.json", pushed)
    write("deploy-contract.toml", '[files]\n"**" = {deployment = "pushed.json"}\n')
    assert verdict(capsys, "patches/web.yaml", status=1) == "deny"
    write("patches/own.yaml", f"# deploy-contract: deployment=../deployments/web.json\n{TAG}")
    assert verdict(capsys, "patches/own.yaml") == "allow"
    assert verdict(capsys, "--deployment", "pushed.json", "patches/own.yaml", status=1) == "deny"


def test_a_mapping_has_policies_and_modes(capsys: Output) -> None:
    write("rules/ours.json", json.dumps(POLICY))
    own = '"patches/*" = {source = "codehost", policies = ["rules/ours.json"]}\n'
    write("deploy-contract.toml", f"[files]\n{own}")
    (row,) = rows(capsys, "patches/web.yaml", status=1)
    assert [one["rule"] for one in row["violations"]] == ["our-tags"]
    modes = '"**/web.yaml" = {modes = {our-tags = "report", unknown-field = "off"}}\n'
    write("deploy-contract.toml", f"[files]\n{own}{modes}")
    (row,) = rows(capsys, "patches/web.yaml")
    assert [one["mode"] for one in row["violations"]] == ["report"]
    assert verdict(capsys, "--mode", "our-tags=enforce", "patches/web.yaml", status=1) == "deny"
    write("none.json", '{"rules": []}')
    arguments = ("--policy", "none.json", "--mode", "our-tags=off", "patches/web.yaml")
    assert main(["check", *arguments]) == 2  # the option replaces the policies, and so the rule
    assert "names no rule" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("stated", "message"),
    [
        ('deployment = "none.json"', "patches/web.yaml: deployment none.json: cannot be read: No such"),
        ('deployment = "patches/web.json"', "deployment patches/web.json: a stored deployment must be an object"),
        ("deployment = 5", "deploy-contract.toml:2: deployment must be a path, or an object"),
        ("deployment = {at = 2026-01-01}", "deploy-contract.toml:2: deployment must hold values of JSON"),
        ('deployment = {source = "codehots"}', "deploy-contract.toml:2: deployment.source must be one of"),
        ('deploymen = "a"', "deploy-contract.toml:2: unknown key deploymen; did you mean deployment?"),
        ('policies = "a"', "deploy-contract.toml:2: policies must be a list of paths"),
        ('policies = ["none.json"]', "policy none.json: there is no such file"),
        ('modes = "off"', "deploy-contract.toml:2: modes must be a table"),
        ('modes = {unknown-field = "of"}', "deploy-contract.toml:2: the mode of unknown-field must be one of enforce, report, off; did you mean off?"),
        ('modes = {unknown-fild = "off"}', "patches/web.yaml: by its mapping: modes: entry 1 names no rule; did you mean unknown-field?"),
    ],
)  # fmt: skip
def test_a_wrong_fact_is_one_line(stated: str, message: str, capsys: Output) -> None:
    write("deploy-contract.toml", f'[files]\n"**" = {{{stated}}}\n')
    write("patches/web.json", "[]")
    assert main(["check", "patches/web.yaml"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert message in line


@pytest.mark.parametrize(
    ("stated", "message"),
    [
        ("deployment={", "deployment: an object of JSON is expected behind ="),
        (
            'deployment={"source":"codehost","source":"internal_source"}',
            "deployment: an object of JSON is expected behind =",
        ),
        ('deployment={"id":NaN}', "deployment: an object of JSON is expected behind ="),
        ("deployment=", "deployment must be a path, or an object"),
        ("policies=a", "unknown key policies; the keys are as, source, hosting,"),
    ],
)
def test_a_wrong_fact_of_a_comment_has_the_line_of_the_comment(
    stated: str, message: str, capsys: Output
) -> None:
    write("patches/own.yaml", f"# deploy-contract: {stated}\n{TAG}")
    assert main(["check", "patches/own.yaml"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("deploy-contract: patches/own.yaml:1: deploy-contract comment: ")
    assert message in line


@pytest.mark.parametrize("glob", ["patches/drafts", "patches/drafts/", "**/drafts/*.yaml", "*/d*"])
@pytest.mark.parametrize("is_option", [True, False])
def test_excluded_files_and_folders_are_left_out(
    glob: str, capsys: Output, *, is_option: bool
) -> None:
    arguments = ["--source", "codehost", "patches", "patches/drafts/a.yaml"]
    if is_option:
        arguments += ["--exclude", glob, "--exclude", "**/kustomization.yaml"]
    else:
        write("deploy-contract.toml", f'exclude = ["{glob}", "**/kustomization.yaml"]\n')
    assert [row["file"] for row in rows(capsys, *arguments)] == ["patches/web.yaml"]


def test_a_check_of_excluded_files_alone_says_so(capsys: Output) -> None:
    assert main(["check", "--exclude", "patches", "patches"]) == 0
    (line,) = capsys.readouterr().err.splitlines()
    assert "every file is left out" in line


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ('exclude = "a"', "deploy-contract.toml:1: exclude must be a list of globs"),
        ('\nexclude = ["/a"]', "deploy-contract.toml:2: /a matches no file; write a relative path"),
        ("exlude = []", "deploy-contract.toml:1: unknown key exlude; did you mean exclude?"),
    ],
)
def test_a_wrong_exclusion_is_one_line(toml: str, message: str, capsys: Output) -> None:
    write("deploy-contract.toml", toml)
    assert main(["check", "patches"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert message in line
