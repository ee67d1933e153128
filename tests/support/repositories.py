"""Git repositories of tests, whatever the settings of the machine are."""

import subprocess
from pathlib import Path

_SETTINGS = {
    "user.name": "a",
    "user.email": "a@example.com",
    "commit.gpgsign": "false",
    "tag.gpgsign": "false",
    "init.defaultBranch": "main",
}


def git(folder: Path, *arguments: str) -> str:
    settings = [word for name, value in _SETTINGS.items() for word in ("-c", f"{name}={value}")]
    return subprocess.run(
        ["git", *settings, *arguments], cwd=folder, check=True, capture_output=True, text=True
    ).stdout
