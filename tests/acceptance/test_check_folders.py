"""`check` takes folders of files, and pipes, such as the output of a command."""

import json
import os
import sys
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest

from deploy_contract.files import documents
from tests.support.commands import ended

PATCH = b'{"secrets": [{"name": "A", "value": "%s"}]}' % (b"x" * 300_000)


@pytest.fixture(autouse=True)
def patches(here: Path) -> Path:
    """Return a folder with patches, and with files that are none."""
    folder = here / "patches"
    for name in ("z.yml", "a/b/y.YAML", "a/x.json", ".git/c.json", ".hidden.yaml", "notes.txt"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")
    (folder / "a" / "loop").symlink_to("..")
    return folder


@pytest.mark.parametrize("name", ["patches", "patches/", "./patches"])
def test_a_folder_means_the_documents_in_it(name: str) -> None:
    said = ended(0, "check", "--format", "json", "--source", "codehost", name, "patches/z.yml").out
    files = [json.loads(line)["file"] for line in said.splitlines()]
    assert files == ["patches/z.yml", "patches/a/x.json", "patches/a/b/y.YAML"]


def test_a_file_is_judged_once_under_its_plain_name(
    patches: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (patches / "z.yml").write_text("secretz: []\n")
    (patches / ".hidden.yaml").rename(patches / "-")
    monkeypatch.chdir(patches)
    names = (".", "z.yml", "././z.yml", "a/.//../z.yml", "a/./x.json")
    said = ended(1, "check", "--source", "codehost", "--format", "json", *names).out
    files = [json.loads(line)["file"] for line in said.splitlines()]
    assert files == ["z.yml", "a/x.json", "a/b/y.YAML", "a/../z.yml"]
    for style, place in (("github", "file=z.yml,"), ("sarif", '"uri": "z.yml"')):
        assert place in ended(1, "check", "--source", "codehost", "--format", style, ".").out
    said = ended(0, "check", "--source", "codehost", "./-").out  # a file, not standard input
    assert said == "./-: allowed (creates no revision)\n"


def test_a_folder_without_documents_and_a_link_to_nothing_are_errors(patches: Path) -> None:
    empty = patches / "new\nline"
    empty.mkdir()
    (empty / "notes.txt").touch()
    (patches / "gone.json").symlink_to("nowhere")
    for style in ("text", "json", "github", "sarif"):
        said = ended(2, "check", "--format", style, "patches/new\nline", "patches").err
        assert said.splitlines() == [
            r"deploy-contract: patches/new\nline: contains no .json, .yaml or .yml file",
            "deploy-contract: patches/gone.json: cannot be read: No such file or directory",
        ]


def test_yaml_that_cannot_be_read_without_its_extra_leaves_the_other_files(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "yaml", None)
    said = ended(2, "check", "patches")
    advice = "YAML needs PyYAML: pip install 'deploy-contract[cli]'"
    names = ("patches/z.yml", "patches/a/b/y.YAML")
    assert said.err.splitlines() == [f"deploy-contract: {name}: {advice}" for name in names]
    assert said.out.startswith("patches/a/x.json: allowed")
    assert said.out.endswith("1 document: 1 allowed, 2 not read\n")


def test_a_pipe_in_a_folder_is_left_out(patches: Path) -> None:
    os.mkfifo(patches / "pipe.json")  # opening it would wait for a writer
    said = ended(0, "check", "--format", "json", "--source", "codehost", "patches").out
    assert len(said.splitlines()) == 3


@pytest.fixture
def pipe() -> Path:
    path = Path("patch.json")
    os.mkfifo(path)
    return path


def test_a_pipe_is_read_to_its_end(pipe: Path) -> None:
    writer = threading.Thread(target=pipe.write_bytes, args=(PATCH,))
    writer.start()
    assert "allowed" in ended(0, "check", "--source", "codehost", str(pipe)).out
    writer.join()


@pytest.mark.parametrize("is_begun", [False, True])
def test_a_pipe_that_gives_nothing_is_refused(
    pipe: Path, monkeypatch: pytest.MonkeyPatch, *, is_begun: bool
) -> None:
    monkeypatch.setattr(documents, "PIPE_SECONDS", 0.2)
    reason = "is a pipe into which nothing was written for 0.2 s"
    with ExitStack() as stack:
        if is_begun:  # also opened for reading, so that opening the pipe never waits
            both_ends = os.open(pipe, os.O_RDWR)
            stack.callback(os.close, both_ends)
            os.write(both_ends, b'{"secrets":')
        shown = ended(2, "check", str(pipe))
    assert shown.err == f"deploy-contract: patch.json: {reason}\n"
