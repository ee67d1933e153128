"""A change of spec/ alone goes all the way: generation, the suite, the service, the page, and the tests of today."""

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from deploy_contract_codegen.__main__ import main
from deploy_contract_codegen.generation import examine
from deploy_contract_codegen.spec import Spec
from tests.support import spec_change
from tests.support.client import EXAMPLE
from tests.support.commands import ROOT, ended, ran
from tests.support.contracts import leave_out
from tests.support.processes import running

COPIED = (
    "spec",
    "tests",
    "generated",
    "src",
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "Makefile",
    ".ci",
    ".github",
    ".pre-commit-hooks.yaml",
)
FIELD, RULE, KIND, OPERATION = map(
    spec_change.free, ("health_path", "health-path-source", "DeploymentCreate", "create_deployment")
)
# Tests that name operations, kinds, fields or rules, or count them.
PINNED = (
    "acceptance/test_suite.py", "unit/test_openapi.py", "unit/test_contract.py", "unit/test_page.py", "acceptance/test_command.py", "unit/test_editors.py", "unit/test_generation.py", "acceptance/test_diff.py", "unit/test_structure.py",
    "unit/test_documents.py", "acceptance/test_citations.py", "unit/test_comparison.py", "acceptance/test_explain.py", "acceptance/test_guides.py",
    "unit/test_bundle.py", "unit/test_candidate.py", "acceptance/test_contract_option.py", "acceptance/test_replay_candidate.py", "acceptance/test_release.py",
    "acceptance/test_spec_guide.py", "gateway/test_candidate.py", "service/test_console.py",
)  # fmt: skip


def copied(folder: Path) -> Path:
    """Return a copy of the project."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            # with the compiled files, which stay valid where a source is not changed
            ignored = shutil.ignore_patterns("node_modules", "target")
            shutil.copytree(ROOT / name, folder / name, ignore=ignored)
        else:
            shutil.copy2(ROOT / name, folder / name)
    return folder


def generated(project: Path, *options: str) -> int:
    """Return the exit status of `make generate`, or with `--check` of that part of `make check`."""
    folders = ("--spec", str(project / "spec"), "--out", str(project / "generated"))
    return main([*folders, "--readme", str(project / "README.md"), *options])


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project, changed and generated."""
    copy = copied(tmp_path_factory.mktemp("project"))
    spec_change.apply(copy / "spec")
    spec_change.document(copy / "spec")
    assert generated(copy) == 0
    return copy


def environment(project: Path) -> dict[str, str]:
    """Return the environment in which Python imports the copy."""
    path = os.pathsep.join(str(project / name) for name in ("generated", "src", ""))
    return {**os.environ, "PYTHONPATH": path}


def test_it_is_sound_and_has_its_cases(project: Path) -> None:
    assert generated(project, "--check") == 0
    assert f"| `source_config.{FIELD}` | - | yes |" in (project / "README.md").read_text("utf-8")


@pytest.mark.parametrize("kinds", ["", f", {KIND}"])
def test_a_forgotten_kind_is_warned_of(
    kinds: str, spec: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_out(monkeypatch)
    before = examine(Spec(spec)).warnings
    spec_change.apply(spec, kinds=kinds)
    given = ("--spec", str(spec), "--out", str(tmp_path / "generated"))
    after = ended(0, *given, of=main).err.splitlines()
    (line,) = [line for line in after if f" {KIND} has the fields" in line]
    assert len(after) == len(before) + 1
    assert "rules.yaml:" in line
    assert f": warning: {KIND} has the fields of these rules, but is not in their `on`: " in line
    named = line.partition("in their `on`: ")[2].partition(";")[0].split(", ")
    assert {"repo-url-source", "repo-ref-source"} <= set(named)
    assert (RULE in named) == (not kinds)
    assert not {"secret-references-source", "immutable-field"} & set(named), (
        "fields that it does not have, and stored ones"
    )


def test_the_service_knows_the_field_and_the_rule_and_answers_501_to_the_operation(
    project: Path, tmp_path: Path
) -> None:
    imported = environment(project)["PYTHONPATH"]
    options = ("--database", ":memory:", "--data", str(EXAMPLE))
    with running(tmp_path, *options, PYTHONPATH=imported) as service:
        page = service.call("GET", "/v2/deployments")[1]["resources"]
        paths = {row["source"]: f"/v2/deployments/{row['id']}" for row in page}
        patch = {"source_config": {FIELD: "/healthy"}}
        status, after = service.call("PATCH", paths["external_container"], patch)
        assert (status, after["source_config"][FIELD]) == (200, "/healthy")
        status, problem = service.call("PATCH", paths["codehost"], patch)
        assert status == 422
        assert [each["rule"] for each in problem["violations"]] == [RULE]
        created = {"name": "a", "source": "codehost"}
        status, problem = service.call(spec_change.METHOD, "/v2/deployments", created)
        assert (status, problem["title"]) == (501, "Not Implemented")
        assert sum(OPERATION in line for line in service.said) == 1, "it says so at start"


def test_the_page_shows_all_of_it(project: Path) -> None:
    page = (project / "generated" / "reference.html").read_text("utf-8")
    anchors = (f"operation-{OPERATION}", f"rule-{RULE}", f"field-{KIND}-name")
    assert all(f'id="{anchor}"' in page for anchor in anchors)
    assert page.count(FIELD) > 3


@pytest.mark.soak_only
def test_the_tests_pass_after_a_change_of_the_contract(tmp_path: Path) -> None:
    """The names are others than those of the changes that the tests themselves make."""
    changed = copied(tmp_path / "project")
    spec = changed / "spec"
    kind = spec_change.free("DeploymentCreate", "later")
    spec_change.apply(spec, kinds=f", {kind}", word="later")
    spec_change.document(spec, word="later")
    spec_change.add_status(spec, "PAUSED_FOR_LATER")
    rules = (spec / "rules.yaml").read_text("utf-8")
    of_sources = r"field: /source_(?:revision_)?config/.*\n(?:    when: .*\n)?    sources: \["
    of_schema = r"each:\n(?:      - /source_config/.*\n)+    schema:"
    on_patches = re.compile(rf"(    on: \[DeploymentPatch)(\]\n    (?:{of_sources}|{of_schema}))")
    rules, count = on_patches.subn(rf"\1, {kind}\2", rules)
    assert count > 8
    (spec / "rules.yaml").write_text(rules, "utf-8")
    assert generated(changed) == 0
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    command += ["-m", "not chromium", *(f"tests/{name}" for name in PINNED)]
    done = ran(*command, folder=changed, env=environment(changed), seconds=None)
    assert done.returncode == 0, done.stdout[-4000:]
