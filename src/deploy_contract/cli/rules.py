"""The command `rules`: list the rules of the contract and of policies."""

import argparse
import re

from deploy_contract.bundle import Bundle
from deploy_contract.cli.options import add_contract_options, add_format
from deploy_contract.cli.printing import Printer, as_json
from deploy_contract.contract import Contract
from deploy_contract_format.rules import Rule

_HEAD = ("rule", "basis", "mode", "on", "message")


def register(parser: argparse.ArgumentParser, _bundle: Bundle) -> None:
    """Add the options of the command to its parser."""
    parser.description = "List the rules of the contract."
    add_format(parser.add_argument_group("output"), ("text", "json"), "format of the list")
    add_contract_options(parser.add_argument_group("contract"))


def run(options: argparse.Namespace) -> int:
    """Print the rules. Return the exit status."""
    printer = Printer()
    rules = Contract(policies=options.policy, bundle=options.bundle).rules
    if options.format == "json":
        printer.data(as_json(list(map(Rule.to_dict, rules)), indent=1))
        return 0
    rows = [_HEAD, *map(_row, rules)]
    *padded, _ = zip(*rows, strict=True)
    widths = [max(map(len, column)) for column in padded]
    for *cells, message in rows:
        printer.line(("  ".join([*map(str.ljust, cells, widths), message]), ""))
    return 0


def _row(rule: Rule) -> tuple[str, ...]:
    kinds = ", ".join(rule.on) or "every document"
    return rule.rule, rule.basis, rule.mode, kinds, with_placeholders(rule.message)


def with_placeholders(text: str) -> str:
    """Return a text of a rule with each part that a violation fills in as `<limit>`."""
    return re.sub(r"\{(\w+)\}", r"<\1>", text)
