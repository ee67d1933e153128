"""`--help` of every command: complete without any extra, and with its options in groups."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from deploy_contract.cli import command
from deploy_contract.cli.commands import COMMANDS
from tests.support.commands import ran
from tests.support.installations import installation

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


def test_help_is_complete_without_any_extra(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom deploy_contract.cli.command import main\n"
        "for name in sys.argv[1:]:\n  try: main([name, '--help'])\n  except SystemExit: pass\n"
    )
    shown = []
    for python in (installation(tmp_path), sys.executable):
        done = ran(python, "-c", code, *NAMES)
        assert (done.returncode, done.stderr) == (0, "")
        shown.append(done.stdout)
    assert shown[0] == shown[1]
    assert shown[0].count("usage: ") == len(NAMES)
