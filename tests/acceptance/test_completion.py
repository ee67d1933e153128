"""`completion`: scripts that complete the command in real shells, without running it."""

import shutil
from pathlib import Path

import pytest

from deploy_contract.cli import completion
from tests.support.commands import ended, ran

pytest.importorskip("shtab", reason="the extra [cli] of this version is not installed")

CASES = {  # typed text -> some of the offered words
    "deploy-contract ": {"check", "replay", "explain", "gateway", "decide", "completion"},
    "deploy-contract check --fo": {"--format"},
    "deploy-contract check --format ": {"text", "json", "github", "sarif"},
    "deploy-contract check --source co": {"codehost"},
    "deploy-contract explain secret-name": {"secret-name-empty", "secret-names-unique"},
    "deploy-contract schema DeploymentP": {"DeploymentPatch"},
    "deploy-contract gateway --unknown-fields ": {"allow", "report", "reject"},
    "deploy-contract check pat": {"patch.yaml"},
    "deploy-contract gateway --config pat": {"patch.yaml"},
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a file and the scripts, and nothing that runs as deploy-contract."""
    made = tmp_path_factory.mktemp("shells")
    (made / "patch.yaml").write_text("{}")
    for name in completion.SHELLS:
        (made / f"script.{name}").write_text(ended(0, "completion", name).out)
    return made


def completed(folder: Path, shell: str, *options: str) -> str:
    """Return the output of a shell that reads the cases as its input."""
    found = shutil.which(shell)
    if found is None:
        pytest.skip(f"{shell} is not installed")
    environment = {
        "PATH": "/usr/bin:/bin",
        "HOME": str(folder),
        "TERM": "dumb",
        "LC_ALL": "C.UTF-8",
    }
    done = ran(found, *options, text="\n".join(CASES) + "\n", folder=folder, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


BASH = r"""
source script.bash
offered() {
  COMP_LINE=$1 COMP_POINT=${#1}
  read -ra COMP_WORDS <<< "$1"
  [[ $1 == *' ' ]] && COMP_WORDS+=('')
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
  "$(complete -p deploy-contract | sed 's/.*-F \([^ ]*\) .*/\1/')"
  echo "${COMPREPLY[@]}"
}
while IFS= read -r line; do offered "$line"; done
"""


def test_bash_completes(folder: Path) -> None:
    answers = completed(folder, "bash", "--norc", "-c", BASH).splitlines()
    for (typed, words), line in zip(CASES.items(), answers, strict=True):
        assert words <= set(line.split()), typed


def test_fish_completes(folder: Path) -> None:
    code = "source script.fish; while read -l line; complete -C $line; echo; end"
    answers = completed(folder, "fish", "--no-config", "-c", code).split("\n\n")
    for (typed, words), answer in zip(CASES.items(), answers, strict=False):
        assert words <= {row.partition("\t")[0] for row in answer.splitlines()}, typed
