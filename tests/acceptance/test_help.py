"""`--help` of every command, with its options in groups."""

import re
from collections.abc import Callable

import pytest

from deploy_contract.cli import command
from deploy_contract.cli.commands import COMMANDS

NAMES = tuple(COMMANDS)


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Return a function that returns the help of a command."""

    def shown(*names: str) -> str:
        with pytest.raises(SystemExit):
            command.main([*names, "--help"])
        return capsys.readouterr().out

    return shown


def test_the_help_lists_every_command(shown: Callable[..., str]) -> None:
    assert tuple(re.findall(r"^    ([a-z-]+)(?:  |$)", shown(), re.MULTILINE)) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_command_says_what_it_does_and_has_its_options_in_groups_with_titles(
    name: str, shown: Callable[..., str]
) -> None:
    usage, text, *groups = shown(name).split("\n\n")
    assert usage.startswith(f"usage: deploy-contract {name} [OPTIONS]")
    assert "--" not in usage
    assert re.match(r"[A-Z][a-z]+ [^:]*[.:]", text), text
    options = {group.partition(":\n")[0]: group.partition(":\n")[2] for group in groups}
    assert len(re.findall(r"^  -", options["options"], re.MULTILINE)) == 1  # the help
    titled = [title for title, rows in options.items() if re.match(" +(-|[A-Z])", rows)]
    assert len(titled) > (name != "completion")  # which has no option
