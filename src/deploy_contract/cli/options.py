"""Options that several subcommands share."""

import argparse
from typing import Final

from deploy_contract.options import UNKNOWN

FILE_KIND: Final = "DeploymentPatch"  # the kind of a file that states none
FILE_UNKNOWN_FIELDS: Final = "reject"  # stricter than in requests: a typo in a file is a mistake


def add_contract_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose the contract and its policies."""
    parser.add_argument(
        "--contract",
        metavar="PATH",
        help="judge by the contract in this folder, wheel or .zip instead of the installed one",
    )
    parser.add_argument(
        "--policy",
        action="append",
        default=[],
        metavar="FILE",
        help="add the rules of a policy file; may be repeated",
    )


def add_base_path(parser: argparse.ArgumentParser) -> None:
    """Add the option for the prefix of recorded paths."""
    parser.add_argument(
        "--base-path",
        default="",
        metavar="PATH",
        help="prefix of all recorded paths, such as /api-host",
    )


def add_unknown_fields(parser: argparse.ArgumentParser, default: str | None, text: str) -> None:
    """Add the option for undeclared fields. `text`: the default, as the help shows it."""
    parser.add_argument(
        "--unknown-fields",
        choices=tuple(UNKNOWN),
        default=default,
        help=f"allow, report or reject undeclared fields (default: {text})",
    )
