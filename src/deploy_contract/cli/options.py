"""Options that several subcommands share."""

import argparse
from typing import Any, Final, Protocol

from deploy_contract.bundle import Bundle
from deploy_contract.options import UNKNOWN_FIELDS
from deploy_contract_format.rules import MODES

_MOST_JOBS = 256
FILE_UNKNOWN_FIELDS: Final = "reject"  # stricter than in requests: a typo in a file is a mistake


class Container(Protocol):
    """A parser, or a group of its options."""

    def add_argument(self, *names: str, **given: Any) -> Any:
        """Add an option."""


def add_contract(parser: Container) -> None:
    """Add the option that chooses the contract."""
    parser.add_argument(
        "--contract",
        metavar="PATH",
        help="use the contract in this folder, wheel, .zip or .tar.gz, not the installed one",
    )


def file_kind(bundle: Bundle) -> str:
    """Return the kind of a file that states none: the first that changes a stored deployment.

    Without such a kind, it is the first kind of the contract.
    """
    kinds = bundle.book.kinds
    return next((name for name, kind in kinds.items() if kind.stored), next(iter(kinds)))


def add_contract_options(parser: Container) -> None:
    """Add the options that choose the contract and its policies."""
    add_contract(parser)
    parser.add_argument(
        "--policy",
        action="append",
        default=[],
        metavar="FILE",
        help="add the rules of a policy file; may be repeated",
    )


def add_base_path(parser: Container) -> None:
    """Add the option for the prefix of recorded paths."""
    parser.add_argument(
        "--base-path",
        default="",
        metavar="PATH",
        help="prefix of all recorded paths, such as /api-host",
    )


def add_unknown_fields(parser: Container, default: str | None, text: str) -> None:
    """Add the option for undeclared fields. `text`: the default, as the help shows it."""
    parser.add_argument(
        "--unknown-fields",
        choices=tuple(UNKNOWN_FIELDS),
        default=default,
        help="allow, report or reject undeclared fields; report-requests leaves those of HTTP responses "
        f"(default: {text})",
    )


def add_modes(parser: Container) -> None:
    """Add the option for the modes of rules, by id."""
    parser.add_argument(
        "--mode",
        action="append",
        dest="modes",
        type=_mode,
        default=[],
        metavar="RULE=MODE",
        help=f"the mode of a rule: {', '.join(MODES)}; may be repeated",
    )


def _mode(text: str) -> tuple[str, str]:
    rule, separator, mode = text.partition("=")
    if not separator:
        raise argparse.ArgumentTypeError("must be RULE=MODE, such as yaml-scalar=report")
    return rule, mode


def add_jobs(parser: Container) -> None:
    """Add the option for the number of processes."""
    parser.add_argument(
        "--jobs",
        type=_number_of_jobs,
        default=1,
        metavar="N",
        help="number of processes; the output does not depend on it (default: %(default)s)",
    )


def add_dask(parser: Container) -> None:
    """Add the option for a cluster."""
    parser.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="judge on the Dask cluster of this scheduler, such as tcp://127.0.0.1:8786; "
        "needs the extra [dask]",
    )


def _number_of_jobs(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 4 and 1 <= int(text) <= _MOST_JOBS):
        raise argparse.ArgumentTypeError(f"must be a number from 1 to {_MOST_JOBS}")
    return int(text)
