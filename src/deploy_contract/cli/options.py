"""Options that several subcommands share."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

from deploy_contract.bundle import Bundle
from deploy_contract.effective import validate_base_path
from deploy_contract.options import UNKNOWN_FIELDS
from deploy_contract_format.rules import MODES

FILE_UNKNOWN_FIELDS: Final = "reject"  # stricter than in requests: a typo in a file is a mistake
# a parser, or a group of its options
Container: TypeAlias = "argparse._ActionsContainer"  # noqa: SLF001 - there is no public name


def file_unknown_fields(bundle: Bundle) -> str:
    """Return the choice for undeclared fields in files: of a compiled contract, or "reject"."""
    chosen = bundle.defaults and bundle.defaults.options.unknown_fields
    return chosen or FILE_UNKNOWN_FIELDS


def file_kind(bundle: Bundle) -> str:
    """Return the kind of a file that states no kind: the first that changes a stored deployment.

    If there is no such kind, return the first kind of the contract.
    """
    kinds = bundle.book.kinds
    return next((name for name, kind in kinds.items() if kind.stored), next(iter(kinds)))


def add(parser: Container, *names: str) -> None:
    """Add options that are the same in every command."""
    for name in names:
        parser.add_argument(name, **_SHARED[name])


def add_list(parser: Container, name: str, metavar: str, text: str) -> None:
    """Add an option whose values are a list. `text`: its help."""
    text = f"{text}; may be repeated"
    parser.add_argument(name, action="append", default=[], metavar=metavar, help=text)


def add_contract_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose the contract and its policies."""
    group = parser.add_argument_group("contract")
    add(group, "--contract")
    add_list(group, "--policy", "FILE", "add the rules of a policy file")


def add_format(parser: Container, choices: Sequence[str], text: str) -> None:
    """Add the option for the format of the output; the first choice is the default."""
    parser.add_argument(
        "--format", choices=choices, default=choices[0], help=f"{text} (default: %(default)s)"
    )


def add_hosting(parser: Container, bundle: Bundle, text: str = "where the deployments run") -> None:
    """Add the option for the hosting of the deployments."""
    parser.add_argument("--hosting", choices=bundle.book.hostings, help=text)


def add_unknown_fields(parser: Container, text: str) -> None:
    """Add the option for undeclared fields. `text`: the default, as the help shows it."""
    parser.add_argument(
        "--unknown-fields",
        choices=tuple(UNKNOWN_FIELDS),
        help="allow, report or reject undeclared fields; report-requests leaves those of HTTP responses "
        f"(default: {text})",
    )


def _mode(text: str) -> tuple[str, str]:
    rule, separator, mode = text.partition("=")
    if not separator:
        raise argparse.ArgumentTypeError("must be RULE=MODE, such as yaml-scalar=report")
    return rule, mode


_SHARED: Mapping[str, Mapping[str, Any]] = {
    "--contract": {
        "metavar": "PATH",
        "help": "use the contract in this folder, wheel or compiled file, not the installed one",
    },
    "--base-path": {
        "metavar": "PATH",
        "type": partial(validate_base_path, name="--base-path"),
        "help": "prefix of all paths, such as /api-host",
    },
    "--mode": {
        "action": "append",
        "dest": "modes",
        "type": _mode,
        "default": [],
        "metavar": "RULE=MODE",
        "help": f"the mode of a rule: {', '.join(MODES)}; OPERATION:RULE=MODE for one operation; "
        "may be repeated",
    },
}


def number_up_to(limit: int, shown: str = "") -> Callable[[str], int]:
    """Return a function that parses a number from 1 to a limit. `shown`: the limit in its error."""

    def parse(text: str) -> int:
        digits = len(str(limit))
        if not (
            text.isascii() and text.isdecimal() and len(text) <= digits and 0 < int(text) <= limit
        ):
            raise argparse.ArgumentTypeError(f"must be a number from 1 to {shown or limit}")
        return int(text)

    return parse
