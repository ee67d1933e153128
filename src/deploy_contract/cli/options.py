"""Options of the subcommands: each is a row of a table, and several commands share some rows."""

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

from deploy_contract.bundle import Bundle
from deploy_contract.effective import validate_base_path
from deploy_contract_format.rules import MODES
from deploy_contract_format.vocabulary import UNKNOWN_FIELDS

FILE_UNKNOWN_FIELDS: Final = "reject"  # stricter than in requests: a typo in a file is a mistake
USAGE = "%(prog)s [OPTIONS]"
_REPEATED = {None: "", "+": "..."}  # by the number of values
Row: TypeAlias = Mapping[str, Any]  # the arguments of `add_argument`, but for the name
Rows: TypeAlias = Mapping[str, Row]  # by their names, with blanks between
Groups: TypeAlias = Mapping[str, Rows]  # by the titles in the help; "" has the other arguments


def file_unknown_fields(bundle: Bundle) -> str:
    """Return the choice for undeclared fields in files: that of a compiled contract, or "reject"."""
    chosen = bundle.defaults and bundle.defaults.options.unknown_fields
    return chosen or FILE_UNKNOWN_FIELDS


def file_kind(bundle: Bundle) -> str:
    """Return the kind of a file that states no kind: the first that changes a stored deployment.

    If there is no such kind, return the first kind of the contract.
    """
    kinds = bundle.book.kinds
    return next((name for name, kind in kinds.items() if kind.stored), next(iter(kinds)))


def add_options(parser: argparse.ArgumentParser, groups: Groups) -> None:
    """Add the options of a command to its parser."""
    arguments = [
        f"{row['metavar']}{_REPEATED[row.get('nargs')]}" for row in groups.get("", {}).values()
    ]
    parser.usage = " ".join([USAGE, *arguments])
    for title, rows in groups.items():
        group = parser.add_argument_group(title) if title else parser
        for names, row in rows.items():
            group.add_argument(*names.split(), **row)


def text(metavar: str, purpose: str, **more: Any) -> Row:
    """Return the row of an option with a value."""
    return {"metavar": metavar, "help": purpose, **more}


def many(metavar: str, purpose: str) -> Row:
    """Return the row of an option that may be repeated. Its values are a list."""
    return text(metavar, f"{purpose}; may be repeated", action="append", default=[])


def files(metavar: str, purpose: str) -> Row:
    """Return the row of an argument for one or more files."""
    return text(metavar, purpose, nargs="+")


def choice(choices: Iterable[str], purpose: str, **more: Any) -> Row:
    """Return the row of an option whose value is one of the choices."""
    return {"choices": tuple(choices), "help": purpose, **more}


def switch(purpose: str) -> Row:
    """Return the row of an option without a value."""
    return {"action": "store_true", "help": purpose}


def formats(choices: Sequence[str], purpose: str) -> Rows:
    """Return the option for the format of the output; the first choice is the default."""
    return {"--format": choice(choices, f"{purpose} (default: %(default)s)", default=choices[0])}


def hosting(bundle: Bundle, purpose: str = "where the deployments run") -> Rows:
    """Return the option for the hosting of the deployments."""
    return {"--hosting": choice(bundle.book.hostings, purpose)}


def unknown_fields(default: str) -> Rows:
    """Return the option for undeclared fields. `default`: its default, as the help shows it."""
    purpose = (
        "allow, report or reject undeclared fields; report-requests leaves those of HTTP responses "
        f"(default: {default})"
    )
    return {"--unknown-fields": choice(UNKNOWN_FIELDS, purpose)}


def _mode(text: str) -> tuple[str, str]:
    rule, separator, mode = text.partition("=")
    if not separator:
        raise argparse.ArgumentTypeError("must be RULE=MODE, such as yaml-scalar=report")
    return rule, mode


ONLY_CONTRACT: Rows = {
    "--contract": text(
        "PATH", "use the contract in this folder, wheel or compiled file, not the installed one"
    ),
}
CONTRACT: Groups = {
    "contract": {**ONLY_CONTRACT, "--policy": many("FILE", "add the rules of a policy file")},
}
BASE_PATH: Rows = {
    "--base-path": text(
        "PATH",
        "prefix of all paths, such as /api-host",
        type=partial(validate_base_path, name="--base-path"),
    ),
}
MODE: Rows = {
    "--mode": {
        **many(
            "RULE=MODE",
            f"the mode of a rule: {', '.join(MODES)}; OPERATION:RULE=MODE for one operation",
        ),
        "dest": "modes",
        "type": _mode,
    },
}


def number_up_to(limit: int, shown: str = "") -> Callable[[str], int]:
    """Return a function that parses a number from 1 to a limit. `shown`: the limit in its error."""

    def parse(text: str) -> int:
        is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(limit))
        if not is_number or not 0 < int(text) <= limit:
            raise argparse.ArgumentTypeError(f"must be a number from 1 to {shown or limit}")
        return int(text)

    return parse
