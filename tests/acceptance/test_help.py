"""`--help` of every command: complete without any extra, and with its options in groups."""

import argparse
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from deploy_contract.bundle import Bundle
from deploy_contract.cli import command
from tests.support.installations import installation

NAMES = (
    "check",
    "replay",
    "coverage",
    "rules",
    "explain",
    "schema",
    "compile",
    "diff",
    "completion",
    *command.PROGRAMS,
)


@cache
def parser(name: str) -> argparse.ArgumentParser:
    (commands,) = [
        action
        for action in command._parser(name, Bundle.installed())._actions
        if isinstance(action.choices, dict)
    ]
    assert isinstance(commands.choices, dict)
    found: argparse.ArgumentParser = commands.choices[name]
    return found


def test_the_commands_are_those_that_are_tried_here() -> None:
    text = command._parser("", Bundle.installed()).format_help()
    assert tuple(re.findall(r"^    ([a-z]+)(?:  |$)", text, re.MULTILINE)) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_option_is_in_a_group_with_a_title(name: str) -> None:
    groups = {group.title: group._group_actions for group in parser(name)._action_groups}
    assert [action.dest for action in groups["options"]] == ["help"]
    titled = [title for title, actions in groups.items() if title and actions]
    assert len(titled) > (name != "completion")  # which has no option


@pytest.mark.parametrize("name", NAMES)
def test_every_command_says_what_it_does(name: str) -> None:
    _, text, *_ = parser(name).format_help().split("\n\n")
    assert re.match(r"[A-Z][a-z]+ [^:]*[.:]", text), text


@pytest.mark.parametrize("name", NAMES)
def test_the_usage_names_the_arguments_and_not_every_option(name: str) -> None:
    usage, _, _ = parser(name).format_help().partition("\n\n")
    assert usage.startswith(f"usage: deploy-contract {name} [OPTIONS]")
    assert "--" not in usage


def test_help_is_complete_without_any_extra(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom deploy_contract.cli.command import main\n"
        "for name in sys.argv[1:]:\n  try: main([name, '--help'])\n  except SystemExit: pass\n"
    )
    shown = []
    for python in (installation(tmp_path), sys.executable):
        done = subprocess.run(
            [python, "-c", code, *NAMES], capture_output=True, text=True, check=True
        )
        assert done.stderr == ""
        shown.append(done.stdout)
    assert shown[0] == shown[1]
    assert shown[0].count("usage: ") == len(NAMES)
