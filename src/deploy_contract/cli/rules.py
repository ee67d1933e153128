"""List the rules of the contract and of policies."""

import argparse
import re

from deploy_contract.bundle import Bundle
from deploy_contract.cli import options as row
from deploy_contract.cli.printing import Printer, as_json
from deploy_contract.contract import Contract
from deploy_contract_format.rule_prose import TITLES
from deploy_contract_format.rules import Rule
from deploy_contract_format.shapes import SHAPES

_MODE_STYLES = {"enforce": "red", "report": "cyan", "off": "dim"}


def options_of(_bundle: Bundle) -> row.Groups:
    """Return the options of the command."""
    return {"output": row.formats(("text", "json"), "format of the list"), **row.CONTRACT}


def run(options: argparse.Namespace) -> int:
    """Print the rules. Return the exit status."""
    printer = Printer()
    rules = Contract(policies=options.policy, bundle=options.bundle).rules
    if options.format == "json":
        printer.data(as_json(list(map(Rule.to_dict, rules)), indent=1))
        return 0
    groups: dict[str, list[Rule]] = {}
    for rule in rules:
        groups.setdefault(_title(rule), []).append(rule)
    for number, (title, members) in enumerate(groups.items()):
        if number:
            printer.line()
        printer.line((title, "bold"))
        width = max(len(rule.rule) for rule in members)
        for rule in members:
            printer.line(
                (f"  {rule.rule:{width}}  ", "bold"),
                (f"{with_placeholders(rule.message)} (", ""),
                (rule.mode, _MODE_STYLES[rule.mode]),
                (f", {rule.basis})", ""),
            )
    return 0


def _title(rule: Rule) -> str:
    section = SHAPES[rule.shape].section
    title = TITLES.get(section, section)
    return f"{title}: {', '.join(rule.on)}" if rule.on else title


def with_placeholders(text: str) -> str:
    """Return a text of a rule with its placeholders in angle brackets: `<limit>` for `{limit}`."""
    return re.sub(r"\{(\w+)\}", r"<\1>", text)
