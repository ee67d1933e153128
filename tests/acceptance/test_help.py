"""`--help` of every command, with its options in groups."""

import re

import pytest

from deploy_contract.cli.commands import COMMANDS
from tests.support.commands import ended

NAMES = tuple(COMMANDS)


def test_the_help_lists_every_command() -> None:
    shown = ended(0, "--help").out
    assert tuple(re.findall(r"^    ([a-z-]+)(?:  |$)", shown, re.MULTILINE)) == NAMES


@pytest.mark.parametrize("columns", [60, 80])
@pytest.mark.parametrize("name", NAMES)
def test_no_line_is_broken_by_the_terminal(
    name: str, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    shown = ended(0, name, "--help").out
    assert max(map(len, shown.splitlines())) <= columns
    for choices in re.findall(r"\{(.*?)\}", shown, re.DOTALL):
        assert re.fullmatch(r"[^ ,\n]+(,(\n +)?[^ ,\n]+)+", choices)


@pytest.mark.parametrize("name", NAMES)
def test_a_command_has_a_description_and_its_options_in_groups_with_titles(name: str) -> None:
    usage, text, *groups = ended(0, name, "--help").out.split("\n\n")
    assert usage.startswith(f"usage: deploy-contract {name} [OPTIONS]")
    assert "--" not in usage
    assert re.match(r"[A-Z][a-z]+ [^:]*[.:]", text), text
    options = {group.partition(":\n")[0]: group.partition(":\n")[2] for group in groups}
    assert len(re.findall(r"^  -", options["options"], re.MULTILINE)) == 1  # the help
    titled = [title for title, rows in options.items() if re.match(" +(-|[A-Z])", rows)]
    assert len(titled) > (name != "completion")  # which has no option
