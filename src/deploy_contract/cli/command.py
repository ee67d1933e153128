"""The command `deploy-contract`: its parser, its subcommands, and its exit status."""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import Any, NoReturn

from deploy_contract.bundle import Bundle
from deploy_contract.cli.commands import BROKEN_PIPE, COMMANDS, INTERRUPTED, WRONG_USE, Command
from deploy_contract.cli.options import USAGE, add_options
from deploy_contract.cli.printing import say, silence
from deploy_contract.contract import Contract
from deploy_contract.exceptions import ContractError, needing
from deploy_contract_format.printing import as_line, escape_name
from deploy_contract_format.suggestions import did_you_mean, nearest, one_of

_DESCRIPTION = (
    "Validate documents and HTTP messages of the deployment management service by its contract. "
    "`deploy-contract COMMAND --help` explains a command."
)
# commands that have no --contract; programs of other packages read their --contract themselves
_WITHOUT_CONTRACT = ("diff", "completion")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, by default that of the command line.

    Return the exit status: 0 if nothing fails, 1 if something does, 2 for wrong use or a file that
    cannot be read.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    _prepare_streams()
    try:
        options = _parse(given)
        status: int = options.run(options)
        sys.stdout.flush()
    except ContractError as error:
        for line in str(error).split("\n"):  # a policy has a line for each fault
            say(line)
        return WRONG_USE
    except BrokenPipeError:  # the reader has closed the pipe before the end of the output
        silence(sys.stdout)
        return BROKEN_PIPE
    except OSError as error:
        silence(sys.stdout)
        say(f"cannot write: {error.strerror}")
        return WRONG_USE
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def _prepare_streams() -> None:
    """Make standard output exist and accept every character, so that a run ends with its status."""
    if sys.stdout is None:  # type: ignore[unreachable,unused-ignore]
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115 - open until the process ends
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _parse(arguments: list[str]) -> argparse.Namespace:
    """Return the options. Ends the program for --help, --version and wrong arguments.

    Raises:
        ContractError: --contract names no contract, or an extra is missing.
    """
    command = arguments[0] if arguments else ""
    row = COMMANDS.get(command)
    if row is None:
        return full_parser().parse_args(arguments[:1])  # it ends the program
    bundle = Bundle.installed()
    if not row.program and command not in _WITHOUT_CONTRACT:
        bundle = _chosen_bundle(arguments[1:])
    options = command_parser(command, bundle).parse_args(arguments[1:])
    options.bundle = bundle
    options.make_full_parser = partial(full_parser, bundle)
    return options


def _chosen_bundle(arguments: list[str]) -> Bundle:
    """Return the bundle that --contract names: the choices of other options depend on it."""
    if not any(argument.startswith("--contract") for argument in arguments):
        return Bundle.installed()  # most runs need no second parser
    parser = argparse.ArgumentParser("deploy-contract", add_help=False, allow_abbrev=False)
    parser.add_argument("--contract", metavar="PATH")
    path = parser.parse_known_args(arguments)[0].contract
    return Bundle.installed() if path is None else Bundle.load(path)


def command_parser(name: str, bundle: Bundle) -> argparse.ArgumentParser:
    """Return the parser of one command."""
    parser = _Parser(prog=f"deploy-contract {name}")
    _register(name, parser, bundle)
    return parser


def full_parser(bundle: Bundle | None = None) -> argparse.ArgumentParser:
    """Return the parser of all commands, with their options if a bundle is given."""
    parser = _Parser(prog="deploy-contract", description=_DESCRIPTION)
    parser.usage = f"{USAGE} COMMAND ..."
    parser.add_argument(
        "--version",
        action=_Version,
        nargs=0,
        help="show the versions of the program and the contract, and the engine",
    )
    commands = parser.add_subparsers(
        required=True,
        metavar="COMMAND",
        title="commands",
        prog=parser.prog,
        parser_class=_Parser,
    )
    for name, row in COMMANDS.items():
        subparser = commands.add_parser(name, help=row.help)
        if bundle is not None:
            _register(name, subparser, bundle)
    return parser


def _register(name: str, parser: argparse.ArgumentParser, bundle: Bundle) -> None:
    """Add the options of a command to its parser, and the function that runs it."""
    row = COMMANDS[name]
    if row.program:
        import_module(row.options).register(parser)
        parser.set_defaults(run=partial(_run_program, name, row))
        return
    module = import_module(f"{__package__}.{name.replace('-', '_')}")
    parser.description = module.__doc__
    add_options(parser, module.options_of(bundle))
    parser.set_defaults(run=module.run)


class _Version(argparse.Action):
    """The option --version. It finds the engine only if the option is given."""

    def __call__(self, parser: argparse.ArgumentParser, *_given: object) -> NoReturn:
        """Print the versions of the program and of the contract, and the engine in use."""
        from importlib.metadata import version

        contract = Contract()
        facts = f"contract {contract.version}, engine {contract.engine}"
        sys.stdout.write(f"deploy-contract {version('deploy-contract')} ({facts})\n")
        parser.exit()


def _run_program(name: str, row: Command, options: argparse.Namespace) -> int:
    """Run a program of another package. Raises ContractError if its extra is not installed."""
    with needing(row.extra, f"{name} needs"):
        module = import_module(row.program)
    status: int = module.run(options)
    return status


class _Parser(argparse.ArgumentParser):
    """A parser whose help needs few imports. Its errors are one printable line with advice.

    Its usage names the arguments, and leaves the options to their groups.
    """

    def __init__(self, **options: Any) -> None:
        # an abbreviation may set another option than the one meant, or change its meaning
        super().__init__(formatter_class=_help_formatter, allow_abbrev=False, **options)
        self.usage = USAGE

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return the options. Ends the program if an argument is unknown."""
        self._given = args
        options, unknown = super().parse_known_args(args, namespace)
        if unknown and not unknown[0].startswith("-"):
            self.error(f"too many arguments, or options between them: {unknown[0]}")
        if unknown:
            self.error(self._unknown(unknown[0]))
        return options, unknown

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Raise ArgumentError if a value is not one of the choices, in the words of the library."""
        if action.choices is not None and value not in action.choices:
            raise argparse.ArgumentError(action, f"must be {one_of(value, list(action.choices))}")

    def error(self, message: str) -> NoReturn:
        """End the program. If an option is unknown, name it instead of the missing arguments."""
        missing = message.startswith("the following arguments are required")
        for argument in self._given if missing else ():
            name = argument.partition("=")[0]
            if name.startswith("-") and name.strip("-") and name not in self._option_string_actions:
                message = self._unknown(argument)
                break
        super().error(as_line(escape_name(message)))

    def _unknown(self, argument: str) -> str:
        name = argument.partition("=")[0]
        names = self._option_string_actions if name.startswith("--") else ()
        advice = f"write ./{argument} for the file" if os.path.exists(argument) else ""  # noqa: PTH110
        question = did_you_mean(nearest(name, names), advice or "--help lists the options")
        return f"unknown argument {name}; {question}"


class _Formatter(argparse.HelpFormatter):
    def _format_action_invocation(self, action: argparse.Action) -> str:
        """Return an option with its choices. A line that is too long is broken after a comma."""
        first, *choices = super()._format_action_invocation(action).split(",")
        lines, column = [first], first.find("{") + 1
        for choice in choices:
            lines[-1] += ","
            if self._current_indent + len(lines[-1]) + len(choice) >= self._width:
                lines.append(" " * (self._current_indent + column))
            lines[-1] += choice
        return "\n".join(lines)


def _help_formatter(prog: str) -> argparse.HelpFormatter:
    """Return a formatter with the terminal's width; argparse would import shutil to find it."""
    try:
        columns = int(os.environ.get("COLUMNS", "0")) or os.get_terminal_size().columns
    except (OSError, ValueError):
        columns = 80
    return _Formatter(prog, width=columns - 2)


def tables() -> dict[str, list[Sequence[str]]]:
    """Return the table of commands in the guide, which `make generate` writes between its marks."""
    rows: list[Sequence[str]] = [("command", "purpose", "guide")]
    for name, row in COMMANDS.items():
        usage = command_parser(name, Bundle.installed()).format_usage()
        usage = usage.removeprefix("usage: ").replace(" [OPTIONS]", "")
        rows.append((f"`{' '.join(usage.split())}`", row.help, row.page))
    return {"commands": rows}


if __name__ == "__main__":
    sys.exit(main())
