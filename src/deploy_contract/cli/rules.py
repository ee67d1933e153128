"""The command `rules`: list the rules of the contract and of policies."""

import argparse

from deploy_contract.bundle import Bundle
from deploy_contract.cli.options import add_contract_options
from deploy_contract.cli.printing import Printer
from deploy_contract.cli.rule_text import rule_lines
from deploy_contract.contract import Contract


def register(parser: argparse.ArgumentParser, _bundle: Bundle) -> None:
    """Add the options of the command to its parser."""
    parser.description = "List the rules of the contract."
    group = parser.add_argument_group("output")
    group.add_argument(
        "--format",
        choices=("text", "json", "markdown"),
        default="text",
        help="format of the list (default: %(default)s)",
    )
    add_contract_options(parser.add_argument_group("contract"))


def run(options: argparse.Namespace) -> int:
    """Print the rules. Return the exit status."""
    printer = Printer()
    contract = Contract(policies=options.policy, bundle=options.bundle)
    for line in rule_lines(contract.rules, options.format):
        if options.format == "json":
            printer.data(line)
        else:
            printer.line((line, ""))
    return 0
