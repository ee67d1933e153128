"""Print a script that completes this command in a shell.

The script completes commands, options, their choices, rule ids and file names. It is fast, since it
does not run this program. Print the script again after an update.
"""

import argparse
import re
from collections.abc import Iterator

from deploy_contract.bundle import Bundle
from deploy_contract.cli import options as row
from deploy_contract.cli.printing import Printer
from deploy_contract.exceptions import needing

SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")
_FILES = ("FILE", "PATH")  # metavars of arguments that name files
_CHOICE = re.compile(r"[a-z_-]+(?:\|[a-z_-]+)+")  # metavar of a setting with fixed values


def options_of(_bundle: Bundle) -> row.Groups:
    """Return the options of the command."""
    return {"": {"shell": row.choice(SHELLS, f"one of {', '.join(SHELLS)}", metavar="SHELL")}}


def run(options: argparse.Namespace) -> int:
    """Print the script. Return the exit status.

    `options.make_full_parser` makes the parser of all commands.

    Raises:
        ContractError: the extra [cli] is not installed.
    """
    with needing("cli", "completion needs"):
        import shtab
    parser = options.make_full_parser()
    for action in _actions(parser):
        metavar = str(action.metavar)
        if metavar in _FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # as shtab wants it
        elif metavar == "RULE":
            action.choices = [rule.rule for rule in options.bundle.rules]
        elif _CHOICE.fullmatch(metavar):
            action.choices = metavar.split("|")
    Printer().data(shtab.complete(parser, options.shell))
    return 0


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield the actions of a parser and of its subcommands, whose descriptions become short."""
    for action in parser._actions:  # noqa: SLF001 - argparse has no other way to list them
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - likewise
            for row in action._choices_actions:  # noqa: SLF001 - likewise
                subparser = action.choices[row.dest]
                subparser.description = row.help  # shells show it beside the name
                yield from _actions(subparser)
        else:
            yield action
