"""`check` takes folders of files."""

import json
from pathlib import Path

import pytest

from deploy_contract.cli.command import main

Output = pytest.CaptureFixture[str]


@pytest.fixture
def patches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with patches, and with files that are none."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "patches"
    for name in ("z.yml", "a/b/y.YAML", "a/x.json", ".git/c.json", ".hidden.yaml", "notes.txt"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")
    (folder / "a" / "loop").symlink_to("..")
    return folder


@pytest.mark.parametrize("name", ["patches", "patches/", "./patches"])
def test_a_folder_means_the_documents_in_it(name: str, patches: Path, capsys: Output) -> None:
    assert patches.is_dir()
    assert main(["check", "--format", "json", "--source", "codehost", name, "patches/z.yml"]) == 0
    files = [json.loads(line)["file"] for line in capsys.readouterr().out.splitlines()]
    found = [file.partition("patches/")[2] for file in files]
    assert found == ["z.yml", "a/x.json", "a/b/y.YAML", "z.yml"]


def test_a_denied_file_in_a_folder_fails_the_check(patches: Path, capsys: Output) -> None:
    (patches / "a" / "x.json").write_text('{"secrets": 5}')
    assert main(["check", "--source", "codehost", "patches"]) == 1
    assert "patches/a/x.json: denied" in capsys.readouterr().out


@pytest.mark.parametrize("format_", ["text", "json", "github", "sarif"])
def test_a_folder_without_documents_is_an_error(
    format_: str, patches: Path, capsys: Output
) -> None:
    empty = patches / "new\nline"
    empty.mkdir()
    (empty / "notes.txt").touch()
    assert main(["check", "--format", format_, "patches/z.yml", "patches/new\nline"]) == 2
    reason = "contains no .json, .yaml or .yml file"
    assert capsys.readouterr().err == f"deploy-contract: patches/new\\nline: {reason}\n"


def test_a_link_to_nothing_in_a_folder_is_an_error(patches: Path, capsys: Output) -> None:
    (patches / "gone.json").symlink_to("nowhere")
    assert main(["check", "--source", "codehost", "patches"]) == 2
    assert capsys.readouterr().err == (
        "deploy-contract: patches/gone.json: cannot be read: No such file or directory\n"
    )
