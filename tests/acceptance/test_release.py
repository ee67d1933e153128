"""`python -m deploy_contract_codegen.release` on throw-away repositories: what changed since the last tag shows in the version."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from deploy_contract_codegen.generation import examine
from deploy_contract_codegen.release import faults, last_release, main
from deploy_contract_codegen.spec import Spec
from tests.support.commands import ended
from tests.support.contracts import leave_out
from tests.support.frozen import copy_spec, replace, write
from tests.support.repositories import git

VERSION = 'version: "1.0.0"'
BREAKING = ("schemas/secret-reference.yaml", "type: object\n", "type: object\nrequired: [name]\n")
Change = Callable[..., None]


@pytest.fixture
def change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Change:
    """Change files of spec/ in a repository that has the contract as it is, generate, and commit."""
    leave_out(monkeypatch)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    copy_spec(tmp_path, "suite", "examples")
    (tmp_path / "spec" / "CHANGELOG.md").write_text("# Changes\n\n## 1.0.0\n\n- First version.\n")
    git(tmp_path, "init", "-q")

    def change(*edits: tuple[str, str, str]) -> None:
        for file, old, new in edits:
            replace(tmp_path / "spec" / file, old, new)
        write(tmp_path / "generated", examine(Spec(tmp_path / "spec")).files)
        git(tmp_path, "add", ".")
        git(tmp_path, "commit", "-qm", "a change", "--allow-empty")

    change()
    return change


def test_without_a_release_there_is_nothing_to_compare_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    nothing = "release: there is no tag v* in this history; nothing to compare with\n"
    for is_repository in (False, True):
        if is_repository:
            git(tmp_path, "init", "-q")
            git(tmp_path, "commit", "-qm", "a change", "--allow-empty")
            git(tmp_path, "tag", "next")  # no release
            assert last_release(tmp_path) is None
        assert ended(0, "--root", str(tmp_path), of=main).out == nothing


def test_the_last_tag_counts_and_the_files_as_they_are(change: Change, tmp_path: Path) -> None:
    command = ["--root", str(tmp_path)]
    git(tmp_path, "tag", "v1.0.0")
    change(("CHANGELOG.md", "- First version.\n", "- The first version.\n"))
    summary = "release: 0 changes since v1.0.0 (0 breaking, 0 unclear, 0 compatible)"
    assert ended(0, *command, of=main).out.startswith(summary)
    noted = ("CHANGELOG.md", "# Changes\n", "# Changes\n\n## 2.0.0\n\n- A change.\n")
    change(BREAKING, ("openapi.yaml", VERSION, 'version: "2.0.0"'), noted)
    git(tmp_path, "tag", "v2.0.0")
    assert "0 changes since v2.0.0" in ended(0, *command, of=main).out
    path = tmp_path / "generated" / "deploy_contract_generated" / "rules.json"
    # not committed
    path.write_text(path.read_text("utf-8").replace('"mode": "report"', '"mode": "off"', 1))
    printed = ended(1, *command, of=main)
    assert "1 change since v2.0.0" in printed.out
    assert "raise the version above 2.0.0, by a minor step" in printed.err
    openapi = tmp_path / "spec" / "openapi.yaml"
    openapi.write_text(openapi.read_text("utf-8").replace('"2.0.0"', '"2.1.0"'), "utf-8")
    said = ended(2, *command, of=main).err
    assert "generated/ was not made from this spec/; run `make generate`" in said


BREAKS = {
    "where": "SecretReference/name", "what": "is required", "requests": "breaking", "responses": "compatible",
}  # fmt: skip
RAISE = "openapi.yaml:{line}:3: the contract has changed since v1.0.0; raise the version above 1.0.0, by a %s step"
BREAKING_STEP = "openapi.yaml:{line}:3: a change since v1.0.0 breaks clients (SecretReference/name: is required); raise the version by a major step; a minor step is not enough"
NO_ENTRY = "CHANGELOG.md:1:1: no entry for 1.1.0; write `## 1.1.0`, and the changes below it"


@pytest.mark.parametrize(
    ("number", "changelog", "needed", "made", "expected"),
    [
        ("1.0.0", "## 1.0.0\n- a\n", "major", "none", RAISE % "major"),
        ("0.9.0", "## 0.9.0\n- a\n", "minor", None, RAISE % "minor"),
        ("1.1.0", "## 1.0.0\n- a\n", "minor", "minor", NO_ENTRY),
        ("1.1.0", "## 1.1.0\n\n## 1.0.0\n- a\n", "minor", "minor", NO_ENTRY),
        ("1.1.0", "## 1.1.0\n### Added\n", "minor", "minor", NO_ENTRY),
        ("1.1.0", "## 1.1.01\n- a\n- 1.1.0\n", "minor", "minor", NO_ENTRY),
        ("1.1.0", "## [1.1.0] - 2026-01-31\n### Added\n- a\n", "minor", "minor", None),
        ("1.1.0", "## v1.1.0 (unreleased)\n- a\n", "minor", "minor", None),
        ("2.0.0", "## 2.0.0\n- a\n", "major", "major", None),
        ("1.1.0", "## 1.1.0\n- a\n", "major", "minor", BREAKING_STEP),
    ],
)
def test_what_changed_shows_in_the_version_and_the_changelog(
    number: str, changelog: str, needed: str, made: str | None, expected: str | None, spec: Path
) -> None:
    text = (spec / "openapi.yaml").read_text("utf-8").replace(VERSION, f'version: "{number}"')
    (spec / "openapi.yaml").write_text(text, "utf-8")
    (spec / "CHANGELOG.md").write_text(changelog, "utf-8")
    line = next(at for at, row in enumerate(text.splitlines(), 1) if row.startswith("  version:"))
    breaking = needed == "major"
    change = BREAKS if breaking else {**BREAKS, "requests": "compatible"}
    summary = {
        "step": needed, "step_made": made, "breaking": int(breaking), "fits": needed == made, "old": {"version": "1.0.0"},
    }  # fmt: skip
    found = faults(spec, "v1.0.0", [change], summary)
    assert found == ([f"spec/{expected.format(line=line)}"] if expected else [])
    assert faults(spec, "v1.0.0", [], summary) == []


def test_a_release_that_cannot_be_read_is_no_success(change: Change, tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "generated")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "without generated tables")
    git(tmp_path, "tag", "v0.1.0")
    change()
    said = ended(2, "--root", str(tmp_path), of=main).err
    assert "cannot be compared with v0.1.0" in said
