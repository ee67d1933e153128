"""`check` reads pipes, such as the output of a command, but waits for none without end."""

import os
import threading
from pathlib import Path

import pytest

from deploy_contract.cli.command import main
from deploy_contract.files import documents

PATCH = b'{"secrets": [{"name": "A", "value": "%s"}]}' % (b"x" * 300_000)


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    path = tmp_path / "patch.json"
    os.mkfifo(path)
    return path


def test_a_pipe_is_read_to_its_end(pipe: Path, capsys: pytest.CaptureFixture[str]) -> None:
    writer = threading.Thread(target=pipe.write_bytes, args=(PATCH,))
    writer.start()
    assert main(["check", "--source", "codehost", str(pipe)]) == 0
    writer.join()
    assert "allowed" in capsys.readouterr().out


def test_a_pipe_that_nobody_writes_to_is_refused(
    pipe: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "PIPE_SECONDS", 0.05)
    assert main(["check", str(pipe)]) == 2
    reason = "is a pipe into which nothing was written for 0.05 s"
    assert capsys.readouterr().err == f"deploy-contract: {pipe}: {reason}\n"


def test_a_pipe_that_pauses_is_refused(
    pipe: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "PIPE_SECONDS", 0.2)
    is_refused = threading.Event()

    def write_a_part() -> None:
        with pipe.open("wb", buffering=0) as file:
            file.write(b'{"secrets":')
            is_refused.wait(10)

    writer = threading.Thread(target=write_a_part)
    writer.start()
    assert main(["check", str(pipe)]) == 2
    is_refused.set()
    writer.join()
    assert "is a pipe" in capsys.readouterr().err
