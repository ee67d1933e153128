"""Git repositories of tests, whatever the settings of the machine are."""

from pathlib import Path

from tests.support.commands import succeeded

_SETTINGS = {
    "user.name": "a",
    "user.email": "a@example.com",
    "commit.gpgsign": "false",
    "tag.gpgsign": "false",
    "init.defaultBranch": "main",
}


def git(folder: Path, *arguments: str) -> str:
    settings = [word for name, value in _SETTINGS.items() for word in ("-c", f"{name}={value}")]
    return succeeded("git", *settings, *arguments, folder=folder)
