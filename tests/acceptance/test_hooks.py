"""The hooks as their users run them: the real pre-commit, in throw-away repositories, with environments that it installs itself."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from deploy_contract_codegen.__main__ import main
from deploy_contract_codegen.cases import APART, faults
from deploy_contract_codegen.spec import Spec
from deploy_contract_format.yaml_text import yaml_documents
from tests.support.commands import ended
from tests.support.contracts import ROOT, leave_out
from tests.support.frozen import replace, write

EXAMPLES = ROOT / "spec" / "examples"
HOOKS = next(yaml_documents((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))).value
SETTINGS = {
    **{f"GIT_{who}_{what}": "a@example.com" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "PRE_COMMIT_COLOR": "never",
}  # fmt: skip
# nothing of this project's own environment, nor of a hook that these tests may run in, may help
FOREIGN = ("GIT_", "PYTHON", "VIRTUAL_ENV", "PRE_COMMIT", "DEPLOY_CONTRACT")


class Hooks(NamedTuple):
    """A repository with the files of the working tree, and the environment in which pre-commit finds it."""

    repository: Path
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
        """Return a run of pre-commit in a repository."""
        return self.run(folder, sys.executable, "-m", "pre_commit", *arguments)

    def user(self, folder: Path, files: Mapping[str, str], **chosen: list[str]) -> Path:
        """Return a repository whose files are added; `chosen`: arguments of the hooks by id."""
        rows = [{"id": f"deploy-contract-{name}", "args": chosen[name]} for name in chosen]
        revision = self.git(self.repository, "rev-parse", "HEAD")
        repository = {"repo": self.repository.as_uri(), "rev": revision, "hooks": rows}
        config = json.dumps({"repos": [repository]})
        write(folder, {".pre-commit-config.yaml": config, **files})
        self.git(folder, "init", "--quiet")
        self.git(folder, "add", "--all")
        return folder


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Hooks:
    """Return the working tree as a repository of its own, with the environments of all hooks installed by pre-commit."""
    if not shutil.which("git"):
        pytest.skip("git is not there")
    folder = tmp_path_factory.mktemp("hooks")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(FOREIGN)}
    environment = kept | SETTINGS
    # A cargo that fails: to install a hook compiles nothing.
    programs = folder / "programs"
    programs.mkdir()
    (programs / "cargo").write_text("#!/bin/sh\nexit 1\n")
    (programs / "cargo").chmod(0o755)
    others = environment["PATH"].split(os.pathsep)
    others = [part for part in others if Path(part) != Path(sys.executable).parent]
    environment["PATH"] = os.pathsep.join([str(programs), *others])
    environment["PRE_COMMIT_HOME"] = str(folder / "home")
    made = Hooks(folder / "repository", environment)
    made.repository.mkdir()
    listed = made.git(ROOT, "ls-files", "--cached", "--others", "--exclude-standard", "-z")
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (made.repository / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, made.repository / name)
    made.git(made.repository, "init", "--quiet")
    made.git(made.repository, "add", "--all")
    made.git(made.repository, "commit", "--quiet", "--message", "as it is")
    names = [str(hook["id"]).removeprefix("deploy-contract-") for hook in HOOKS]
    user = made.user(folder / "first-user", {}, **{name: [] for name in names})
    installed = made.pre_commit(user, "install-hooks")
    if installed.returncode:  # is it the registry that cannot be reached?
        asking = ("-m", "pip", "download", "--quiet", "--no-deps", "--no-cache-dir", "hatchling")
        asked = made.run(folder, sys.executable, *asking)
        assert asked.returncode, f"the hooks cannot be installed:\n{installed.stdout}"
        pytest.skip("the package registry cannot be reached")
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


def test_a_new_user_can_commit_only_good_files(hooks: Hooks, tmp_path: Path) -> None:
    # as in the guide of the library
    files = {"patches/good.json": example("patch-codehost.json")}
    folder = hooks.user(tmp_path, files, patch=["--source", "codehost"])
    assert hooks.pre_commit(folder, "install").returncode == 0
    done = hooks.run(folder, "git", "commit", "--message", "a good patch")
    assert done.returncode == 0, done.stdout
    assert "Passed" in done.stdout
    (folder / "patches" / "bad.yaml").write_text(example("patch-tag.yaml"))
    hooks.git(folder, "add", "--all")
    done = hooks.run(folder, "git", "commit", "--message", "a bad patch")
    assert done.returncode == 1
    assert "tag-never-moves" in done.stdout
    line = 1 + example("patch-tag.yaml").splitlines().index("  build_on_push: true")
    assert re.search(rf"patches/bad\.yaml:{line}:3\b", done.stdout), done.stdout
    assert hooks.git(folder, "log", "--format=%s") == "a good patch"


def test_each_hook_judges_its_files_with_its_arguments(hooks: Hooks, tmp_path: Path) -> None:
    broken = json.loads(example("deployment-codehost.json"))
    del broken["tenant_id"]
    files = {
        "patches/branch.json": BRANCH_JSON,
        "patches/branch.yaml": BRANCH_YAML,
        "deep/patch/image.yml": IMAGE_YAML,
        "patches/twice.json": '{"secrets": [],\n "secrets": null}',
        "patches/note.md": "no document",
        "dispatches/elsewhere.yaml": BRANCH_YAML,
        "deployments/good.json": example("deployment-codehost.json"),
        "deployment/broken.json": json.dumps(broken, indent=1),
        "deployments/patches/branch.yaml": BRANCH_YAML,
    }
    as_json = ["--format", "json"]
    patch = [*as_json, "--source", "internal_container"]
    folder = hooks.user(tmp_path, files, patch=patch, deployment=as_json)
    done = hooks.pre_commit(folder, "run", "--all-files", "--verbose")
    assert done.returncode == 1
    assert found(done.stdout) == {
        ("patches/branch.json", "deny", "repo-ref-source", 3),
        ("patches/branch.yaml", "deny", "repo-ref-source", 3),
        ("deployments/patches/branch.yaml", "deny", "repo-ref-source", 3),
        ("deep/patch/image.yml", "allow", "", None),
        ("patches/twice.json", "deny", "json-duplicate-key", 2),
        ("deployments/good.json", "allow", "", None),
        ("deployment/broken.json", "deny", "schema-required", 1),
    }


def test_what_must_be_seen_fails_unless_it_is_asked_to_pass(hooks: Hooks, tmp_path: Path) -> None:
    more = {**json.loads(example("deployment-codehost.json")), "tier": "a"}
    files = {
        "patches/branch.json": BRANCH_JSON,
        "patches/own.yaml": "# deploy-contract: source=codehost\n" + BRANCH_YAML,
        "patches/idle.yaml": "secrets: []\n# deploy-contract: source=codehost\n",
        "patches/typo.yaml": example("patch-typo.yaml"),
        "deployments/more.json": json.dumps(more),
    }
    told = {
        "patches/branch.json": "patches/branch.json: undecided",
        "patches/idle.yaml": "this comment has no effect",
        "patches/typo.yaml": "did you mean",
        "deployments/more.json": "/tier: is not a field of Deployment",
    }
    folder = hooks.user(tmp_path, files, patch=[], deployment=[])
    for name in files:
        done = hooks.pre_commit(folder, "run", "--files", name)
        assert done.returncode == int(name in told), name
        assert told.get(name, "") in done.stdout
    lenient = ["--unknown-fields", "allow", "--fail-on", "denied"]
    hooks.user(tmp_path, {}, patch=lenient, deployment=lenient)
    done = hooks.pre_commit(folder, "run", "--all-files")
    assert (done.returncode, done.stdout.count("Passed")) == (0, 2), done.stdout


def test_a_sound_contract_passes_and_drift_does_not(hooks: Hooks, tmp_path: Path) -> None:
    for name in ("spec", "generated"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, tmp_path / name, ignore=ignored)
    contract = hooks.user(tmp_path, {}, spec=[], generated=[])
    done = hooks.pre_commit(contract, "run", "--all-files")
    assert (done.returncode, done.stdout.count("Passed")) == (0, 2), done.stdout
    replace(contract / "spec" / "schemas" / "secret.yaml", "A secret of a deployment.", "A secret.")
    done = hooks.pre_commit(contract, "run", "--all-files")
    assert done.returncode == 1
    assert (done.stdout.count("Passed"), done.stdout.count("Failed")) == (1, 1), done.stdout
    changed = ("models.py", "openapi.json")
    names = [f"deploy_contract_generated/{name}" for name in changed]
    for name in (*names, "editors/DeploymentPatch.schema.json"):
        assert f"generated/{name}: differs from spec/" in done.stdout
    only = ("deploy-contract-spec", "--files", "generated/editors/DeploymentPatch.schema.json")
    assert "no files to check" in hooks.pre_commit(contract, "run", *only).stdout


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


def append(path: Path, text: str) -> None:
    path.write_text(path.read_text("utf-8") + text, "utf-8")


def one_case(spec: Path) -> None:
    for path in (spec / "suite").glob("*.yaml"):
        if path.name != "schema.yaml":
            path.unlink()
    (spec / "suite" / "one.yaml").write_text(ONE)


BROKEN: dict[str, tuple[Callable[[Path], object], str]] = {
    "no case breaks it": (lambda s: replace(s / "rules.yaml", "\nrevisions:", f"\n{RULE}\nrevisions:"), r"^rules\.yaml:\d+:\d+: no case breaks the rule secret-name-short"),
    "no case keeps it": (one_case, r"^rules\.yaml:\d+:\d+: no case keeps the rule secret-complete"),
    "no such rule": (lambda s: append(s / "suite" / "types.yaml", ALWAYS), r"^suite/types\.yaml:\d+:\d+: there is no rule secret-name-short"),
    "another format": (lambda s: append(s / "suite" / "types.yaml", ALWAYS.replace("verdict: allow", "verdict: fine")), r"^suite/types\.yaml:\d+:\d+: not a suite \(enum\)"),
    "a name twice": (lambda s: append(s / "suite" / "types.yaml", "  - {name: once, document: DeploymentPatch, value: {}, verdict: allow}\n" * 2), r"^suite/types\.yaml:\d+:\d+: another case"),
    "no such key": (lambda s: append(s / "suite" / "types.yaml", ALWAYS.replace("verdict:", "verdit:")), r"^suite/types\.yaml:\d+:\d\d+: unknown key 'verdit'; use name, .*; did you mean verdict\?"),
    "no such operation": (lambda s: append(s / "suite" / "types.yaml", "  - {name: once, request: {method: GET, path: /}, verdict: allow, operation: restart}\n"), r"^suite/types\.yaml:\d+:\d+: 'restart' is not one of list_repositories"),
    "no cases": (lambda s: shutil.rmtree(s / "suite"), r"^suite/schema\.yaml:1:1: there are no cases"),
    "rules without their cases": (lambda s: (s / "suite" / "wire.yaml").unlink(), r"^rules\.yaml:\d+:\d+: no case breaks the rule json-surrogate"),
    "a parameter that is required now": (lambda s: replace(s / "openapi.yaml", "          required: false\n", "          required: true\n"), r"^rules\.yaml:\d+:\d+: no case breaks the rule parameter-required"),
}  # fmt: skip


IN_ANY_RUN = (
    "no such rule",
    "another format",
    "a name twice",
    "no such key",
    "no such operation",
)  # else they would be in generated/


@pytest.mark.parametrize("name", BROKEN)
def test_a_case_that_a_suite_lacks_is_reported_with_file_and_line(
    name: str, tmp_path: Path
) -> None:
    spec = Path(shutil.copytree(ROOT / "spec", tmp_path / "spec"))
    breaks, expected = BROKEN[name]
    breaks(spec)
    lines = list(map(str, faults(Spec(spec))))
    assert any(re.search(expected, line) for line in lines), lines
    lines = list(map(str, faults(Spec(spec), complete=False)))
    assert any(re.search(expected, line) for line in lines) == (name in IN_ANY_RUN)


def test_generate_asks_for_no_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It runs before a maintainer writes the cases of a new rule; `make check` asks for them."""
    spec = Path(shutil.copytree(ROOT / "spec", tmp_path / "spec"))
    leave_out(monkeypatch)
    breaks, expected = BROKEN["no case breaks it"]
    breaks(spec)
    arguments = ["--spec", str(spec), "--out", str(tmp_path / "out")]
    (line,) = ended(1, *arguments, "--check", "spec", of=main).err.splitlines()
    assert re.search(expected, line.removeprefix(f"{spec}/"))
    assert not (tmp_path / "out").exists()
    assert main(arguments) == 0


def test_rules_that_no_case_sets_off_are_shown_by_the_tests_that_are_named_for_them() -> None:
    for rule, where in APART.items():
        assert rule in (ROOT / where.partition(":")[0]).read_text("utf-8")


# What the files say of the hooks.


def test_the_own_configuration_runs_offline_and_finds_faults(hooks: Hooks, tmp_path: Path) -> None:
    folder = tmp_path / "own"
    hooks.git(tmp_path, "clone", "--quiet", str(hooks.repository), str(folder))
    (folder / ".venv").symlink_to(sys.prefix)
    done = hooks.pre_commit(folder, "run", "--all-files")
    assert (done.returncode, done.stdout.count("Passed")) == (0, len(HOOKS)), done.stdout
    append(folder / "generated" / "editors" / "DeploymentPatch.schema.json", "\n")
    path = folder / "spec" / "examples" / "patch-codehost.json"
    replace(path, '"repo_ref": "', '"image_uri": "a", "repo_ref": "')
    done = hooks.pre_commit(folder, "run", "--all-files")
    assert done.returncode == 1
    assert "generated/editors/DeploymentPatch.schema.json: differs from spec/" in done.stdout
    assert re.search(r"spec/examples/patch-codehost\.json\b", done.stdout)
    assert "image-uri-source" in done.stdout
