"""The hooks as their users run them: the real pre-commit, in throw-away repositories, with environments that it installs itself."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from deploy_contract_codegen.__main__ import main
from deploy_contract_codegen.cases import APART
from deploy_contract_format.yaml_text import yaml_documents
from tests.support.contracts import leave_out

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "spec" / "examples"
HOOKS = next(yaml_documents((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))).value
WHO = {
    f"GIT_{who}_{what}": "a@example.com"
    for who in ("AUTHOR", "COMMITTER")
    for what in ("NAME", "EMAIL")
}


class Hooks(NamedTuple):
    """A repository that holds what the working tree holds, and the environment in which pre-commit finds it."""

    repository: Path
    revision: str
    environment: Mapping[str, str]

    def run(self, folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
        """Return a command, its output and errors together."""
        return subprocess.run(
            command,
            cwd=folder,
            env=self.environment,
            text=True,
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def git(self, folder: Path, *arguments: str) -> str:
        """Return git's output; git must succeed."""
        done = self.run(folder, "git", *arguments)
        assert done.returncode == 0, done.stdout
        return done.stdout.strip()

    def pre_commit(self, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        """pre-commit, in a repository."""
        return self.run(folder, sys.executable, "-m", "pre_commit", *arguments)


def config(hooks: Hooks, *chosen: Mapping[str, Any]) -> str:
    """Return a .pre-commit-config.yaml with some of the hooks."""
    repository = {"repo": hooks.repository.as_uri(), "rev": hooks.revision, "hooks": chosen}
    return json.dumps({"repos": [repository]})


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Hooks:
    """Return the working tree as a repository of its own, with the environments of all hooks installed by pre-commit."""
    if not shutil.which("git"):
        pytest.skip("git is not there")
    folder = tmp_path_factory.mktemp("hooks")
    # nothing of this project's own environment, nor of a hook that these tests may run in, may help
    kept = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("GIT_", "PYTHON", "VIRTUAL_ENV", "PRE_COMMIT", "DEPLOY_CONTRACT"))
    }
    path = os.pathsep.join(
        part for part in kept["PATH"].split(os.pathsep) if Path(part) != Path(sys.executable).parent
    )
    # A cargo that fails: to install a hook compiles nothing.
    programs = folder / "programs"
    programs.mkdir()
    (programs / "cargo").write_text("#!/bin/sh\nexit 1\n")
    (programs / "cargo").chmod(0o755)
    quiet = {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "PRE_COMMIT_COLOR": "never",
        "PATH": os.pathsep.join((str(programs), path)),
    }
    environment = {**kept, **WHO, **quiet, "PRE_COMMIT_HOME": str(folder / "home")}
    made = Hooks(folder / "repository", "", environment)
    made.repository.mkdir()
    listed = made.run(ROOT, "git", "ls-files", "--cached", "--others", "--exclude-standard", "-z")
    assert listed.returncode == 0, listed.stdout
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (made.repository / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, made.repository / name)
    made.git(made.repository, "init", "--quiet")
    made.git(made.repository, "add", "--all")
    made.git(made.repository, "commit", "--quiet", "--message", "as it is")
    made = made._replace(revision=made.git(made.repository, "rev-parse", "HEAD"))
    user = folder / "first-user"
    user.mkdir()
    made.git(user, "init", "--quiet")
    (user / ".pre-commit-config.yaml").write_text(
        config(made, *({"id": hook["id"]} for hook in HOOKS))
    )
    installed = made.pre_commit(user, "install-hooks")
    if installed.returncode:
        # is it the registry that cannot be reached? It is asked for what every installation needs
        asked = made.run(
            folder,
            sys.executable,
            "-m",
            "pip",
            "download",
            "--quiet",
            "--no-deps",
            "--no-cache-dir",
            "--dest",
            str(folder / "asked"),
            "hatchling",
        )
        assert asked.returncode, (
            f"the package registry answers, but the hooks cannot be installed:\n{installed.stdout}"
        )
        pytest.skip(
            f"the package registry cannot be reached: {asked.stdout.strip().splitlines()[-1][:200]}"
        )
    return made


@pytest.fixture
def user(hooks: Hooks, tmp_path: Path) -> Callable[..., Path]:
    """Return a throw-away repository of somebody who uses the hooks: its files are added, nothing is committed."""

    def made(chosen: Sequence[Mapping[str, Any]], files: Mapping[str, str]) -> Path:
        folder = tmp_path / "user"
        for name, text in {".pre-commit-config.yaml": config(hooks, *chosen), **files}.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, "utf-8")
        hooks.git(folder, "init", "--quiet")
        hooks.git(folder, "add", "--all")
        return folder

    return made


def example(name: str) -> str:
    return (EXAMPLES / name).read_text("utf-8")


def found(output: str) -> set[tuple[str, str, str, int | None]]:
    """Of `--format json`: each (file, verdict, rule, line); without violations, (file, verdict, "", None)."""
    rows = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    return {
        (row["file"], row["verdict"], violation.get("rule", ""), violation.get("line"))
        for row in rows
        for violation in row["violations"] or [{}]
    }


BRANCH_JSON = '{\n  "source_revision_config": {\n    "repo_ref": "main"\n  }\n}\n'
BRANCH_YAML = "# a branch\nsource_revision_config:\n  repo_ref: main\n"
IMAGE_YAML = "source_revision_config:\n  # what runs\n  image_uri: registry.example.com/a:1\n"


def test_a_new_user_commits_what_is_good_and_not_what_is_bad(
    hooks: Hooks, user: Callable[..., Path]
) -> None:
    # as in the guide of the library
    chosen = {"id": "deploy-contract-patch", "args": ["--source", "codehost"]}
    folder = user([chosen], {"patches/good.json": example("patch-codehost.json")})
    assert hooks.pre_commit(folder, "install").returncode == 0
    done = hooks.run(folder, "git", "commit", "--message", "a good patch")
    assert done.returncode == 0, done.stdout
    assert "Passed" in done.stdout
    (folder / "patches" / "bad.yaml").write_text(example("patch-tag.yaml"))
    (folder / "patches" / "good.yaml").write_text(BRANCH_YAML)
    hooks.git(folder, "add", "--all")
    done = hooks.run(folder, "git", "commit", "--message", "a bad patch")
    assert done.returncode == 1
    assert "tag-never-moves" in done.stdout
    assert re.search(r"patches/bad\.yaml\b", done.stdout)
    line = 1 + example("patch-tag.yaml").splitlines().index("  build_on_push: true")
    assert re.search(rf"\b{line}:3\b", done.stdout), done.stdout
    assert hooks.git(folder, "log", "--format=%s") == "a good patch"
    (folder / "patches" / "bad.yaml").unlink()
    hooks.git(folder, "add", "--all")
    assert hooks.run(folder, "git", "commit", "--message", "without it").returncode == 0


def test_patches_are_judged_in_json_and_yaml_with_the_arguments_of_the_hook(
    hooks: Hooks, user: Callable[..., Path]
) -> None:
    files = {
        "patches/branch.json": BRANCH_JSON,
        "patches/branch.yaml": BRANCH_YAML,
        "deep/patch/image.yml": IMAGE_YAML,
        "patches/twice.json": '{"secrets": [],\n "secrets": null}',
        "patches/note.md": "no document",
        "deployments/elsewhere.json": BRANCH_JSON,
        "dispatches/elsewhere.yaml": BRANCH_YAML,
    }
    arguments = {"args": ["--format", "json", "--source", "internal_container"]}
    folder = user([{"id": "deploy-contract-patch", **arguments}], files)
    done = hooks.pre_commit(folder, "run", "--all-files")
    assert done.returncode == 1
    assert found(done.stdout) == {
        ("patches/branch.json", "deny", "repo-ref-source", 3),
        ("patches/branch.yaml", "deny", "repo-ref-source", 3),
        ("deep/patch/image.yml", "allow", "", None),
        ("patches/twice.json", "deny", "json-duplicate-key", 2),
    }


def test_what_must_be_seen_fails_unless_it_is_asked_to_pass(
    hooks: Hooks, user: Callable[..., Path]
) -> None:
    files = {
        "patches/branch.json": BRANCH_JSON,
        "patches/own.yaml": "# deploy-contract: source=codehost\n" + BRANCH_YAML,
        "patches/idle.yaml": "secrets: []\n# deploy-contract: source=codehost\n",
        "patches/typo.yaml": example("patch-typo.yaml"),
        "deployments/more.json": json.dumps(
            {**json.loads(example("deployment-codehost.json")), "tier": "a"}
        ),
    }
    ids = ("deploy-contract-patch", "deploy-contract-deployment")
    folder = user([{"id": name} for name in ids], files)
    outcomes = {name: hooks.pre_commit(folder, "run", "--files", name) for name in files}
    assert {name: done.returncode for name, done in outcomes.items()} == {
        **dict.fromkeys(files, 1),
        "patches/own.yaml": 0,
    }
    assert "patches/branch.json: undecided" in outcomes["patches/branch.json"].stdout
    assert "settle them with --source" in outcomes["patches/branch.json"].stdout
    assert "this comment has no effect" in outcomes["patches/idle.yaml"].stdout
    assert "did you mean" in outcomes["patches/typo.yaml"].stdout
    assert "/tier: is not a field of Deployment" in outcomes["deployments/more.json"].stdout
    lenient = ["--unknown-fields", "allow", "--fail-on", "denied"]
    (folder / ".pre-commit-config.yaml").write_text(
        config(hooks, *({"id": name, "args": lenient} for name in ids))
    )
    done = hooks.pre_commit(folder, "run", "--all-files")
    assert (done.returncode, done.stdout.count("Passed")) == (0, 2), done.stdout


def test_deployments_are_judged_where_they_stand_and_patches_beside_them_are_not(
    hooks: Hooks, user: Callable[..., Path]
) -> None:
    broken = json.loads(example("deployment-codehost.json"))
    del broken["tenant_id"]
    files = {
        "deployments/good.json": example("deployment-codehost.json"),
        "deployment/broken.json": json.dumps(broken, indent=1),
        "deployments/patches/branch.yaml": BRANCH_YAML,
        "patches/branch.yaml": BRANCH_YAML,
    }
    folder = user([{"id": "deploy-contract-deployment", "args": ["--format", "json"]}], files)
    done = hooks.pre_commit(folder, "run", "--all-files")
    assert done.returncode == 1
    assert found(done.stdout) == {
        ("deployments/good.json", "allow", "", None),
        ("deployment/broken.json", "deny", "schema-required", 1),
    }
    hosted = {"id": "deploy-contract-deployment", "args": ["--hosting", "self_hosted"]}
    (folder / ".pre-commit-config.yaml").write_text(config(hooks, hosted))
    done = hooks.pre_commit(folder, "run", "--files", "deployments/good.json")
    assert (done.returncode, "source-hosting" in done.stdout) == (1, True)


@pytest.fixture
def contract(hooks: Hooks, user: Callable[..., Path]) -> Path:
    """Return a repository of somebody who maintains a contract, with both hooks for it."""
    folder = user([{"id": "deploy-contract-spec"}, {"id": "deploy-contract-generated"}], {})
    for name in ("spec", "generated"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    hooks.git(folder, "add", "--all")
    return folder


def test_a_sound_contract_passes_and_drift_does_not(hooks: Hooks, contract: Path) -> None:
    done = hooks.pre_commit(contract, "run", "--all-files")
    assert (done.returncode, done.stdout.count("Passed")) == (0, 2), done.stdout
    change(contract / "spec" / "schemas" / "secret.yaml", "A secret of a deployment.", "A secret.")
    done = hooks.pre_commit(contract, "run", "--all-files")
    assert (done.returncode, done.stdout.count("Passed"), done.stdout.count("Failed")) == (
        1,
        1,
        1,
    ), done.stdout
    for name in (
        "deploy_contract_generated/models.py",
        "deploy_contract_generated/openapi.json",
        "editors/DeploymentPatch.schema.json",
    ):
        assert f"generated/{name}: not what spec/ says" in done.stdout
    done = hooks.pre_commit(
        contract,
        "run",
        "deploy-contract-spec",
        "--files",
        "generated/editors/DeploymentPatch.schema.json",
    )
    assert "no files to check" in done.stdout


# The check of the cases itself, which `make check` runs too.
RULE = """  - rule: secret-name-short
    on: [DeploymentPatch]
    each: [/secrets/*/name]
    schema: {maxLength: 100}
    basis: advice
    message: the name of a secret should be short
    hint: choose a shorter name
    section: "a test"
"""
ONE = """suite: One
cases:
  - {name: broken, document: DeploymentPatch, value: {secrets: [{}]}, verdict: deny, violations: [[secret-complete, /secrets/0]]}
"""
ALWAYS = '  - {name: reported, document: DeploymentPatch, value: {}, verdict: allow, violations: [[secret-name-short, ""]]}\n'


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text, f"{path.name} has no {old!r}"
    path.write_text(text.replace(old, new, 1), "utf-8")


def append(path: Path, text: str) -> None:
    path.write_text(path.read_text("utf-8") + text, "utf-8")


def without_cases(spec: Path) -> None:
    shutil.rmtree(spec / "suite")


def one_case(spec: Path) -> None:
    for path in (spec / "suite").glob("*.yaml"):
        if path.name != "schema.yaml":
            path.unlink()
    (spec / "suite" / "one.yaml").write_text(ONE)


BROKEN: dict[str, tuple[Callable[[Path], object], str]] = {
    "no case breaks it": (lambda s: change(s / "rules.yaml", "\nrevisions:", f"\n{RULE}\nrevisions:"), r"^rules\.yaml:\d+:\d+: no case breaks the rule secret-name-short"),
    "no case keeps it": (one_case, r"^rules\.yaml:\d+:\d+: no case keeps the rule secret-complete"),
    "no such rule": (lambda s: append(s / "suite" / "types.yaml", ALWAYS), r"^suite/types\.yaml:\d+:\d+: there is no rule secret-name-short"),
    "another format": (lambda s: append(s / "suite" / "types.yaml", ALWAYS.replace("verdict: allow", "verdict: fine")), r"^suite/types\.yaml:\d+:\d+: not a suite \(enum\)"),
    "a name twice": (lambda s: append(s / "suite" / "types.yaml", "  - {name: once, document: DeploymentPatch, value: {}, verdict: allow}\n" * 2), r"^suite/types\.yaml:\d+:\d+: another case"),
    "no cases": (without_cases, r"^suite/schema\.yaml:1:1: there are no cases"),
    "rules without their cases": (lambda s: (s / "suite" / "wire.yaml").unlink(), r"^rules\.yaml:\d+:\d+: no case breaks the rule json-surrogate"),
    "a parameter that is required now": (lambda s: change(s / "openapi.yaml", "          required: false\n", "          required: true\n"), r"^rules\.yaml:\d+:\d+: no case breaks the rule parameter-required"),
}  # fmt: skip


GENERATED = ("no such rule", "a name twice")  # else they would be in the npm package, too
WHOLE = ("no case keeps it", "no cases", "another format")  # the page shows cases, too


@pytest.mark.parametrize("name", BROKEN)
def test_what_a_suite_lacks_is_told_with_file_and_line(
    name: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spec = Path(shutil.copytree(ROOT / "spec", tmp_path / "spec"))
    breaks, expected = BROKEN[name]
    if name not in WHOLE:
        leave_out(monkeypatch)
    breaks(spec)
    assert main(["--spec", str(spec), "--out", str(tmp_path / "out"), "--check", "spec"]) == 1
    lines = [line.removeprefix(f"{spec}/") for line in capsys.readouterr().err.splitlines()]
    assert any(re.search(expected, line) for line in lines), lines
    if name in GENERATED:
        assert main(["--spec", str(spec), "--out", str(tmp_path / "out")]) == 1
        (line,) = capsys.readouterr().err.splitlines()
        assert re.search(expected, line.removeprefix(f"{spec}/"))
    assert not (tmp_path / "out").exists()


def test_generate_asks_for_no_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It runs before a maintainer writes the cases of a new rule; `make check` asks for them."""
    spec = Path(shutil.copytree(ROOT / "spec", tmp_path / "spec"))
    leave_out(monkeypatch)
    BROKEN["no case breaks it"][0](spec)
    assert main(["--spec", str(spec), "--out", str(tmp_path / "out")]) == 0


def test_rules_that_no_case_sets_off_are_shown_by_the_tests_that_are_named_for_them() -> None:
    for rule, where in APART.items():
        assert rule in (ROOT / where.partition(":")[0]).read_text("utf-8")


# What the files say of the hooks.


def test_the_own_configuration_runs_offline_and_finds_what_is_wrong(
    hooks: Hooks, tmp_path: Path
) -> None:
    folder = tmp_path / "own"
    hooks.git(tmp_path, "clone", "--quiet", str(hooks.repository), str(folder))
    (folder / ".venv").symlink_to(sys.prefix)
    done = hooks.pre_commit(folder, "run", "--all-files")
    assert (done.returncode, done.stdout.count("Passed")) == (0, len(HOOKS)), done.stdout
    append(folder / "generated" / "editors" / "DeploymentPatch.schema.json", "\n")
    change(
        folder / "spec" / "examples" / "patch-codehost.json",
        '"repo_ref": "',
        '"image_uri": "a", "repo_ref": "',
    )
    done = hooks.pre_commit(folder, "run", "--all-files")
    assert done.returncode == 1
    assert "generated/editors/DeploymentPatch.schema.json: not what spec/ says" in done.stdout
    assert re.search(r"spec/examples/patch-codehost\.json\b", done.stdout)
    assert "image-uri-source" in done.stdout
