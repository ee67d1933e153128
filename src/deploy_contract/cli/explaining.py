"""The rules of a contract as the command lists and explains them."""

import argparse
import json
import re
from collections.abc import Iterable

from deploy_contract.cli.lines import as_json
from deploy_contract.cli.rendering import Line, Printer
from deploy_contract.contract import Contract
from deploy_contract.document.undeclared import nearest
from deploy_contract.report import ContractError
from deploy_contract_format.faults import shown
from deploy_contract_format.rules import Rule


def list_rules(options: argparse.Namespace) -> int:
    """Print the rules of the contract and of policies. Return the exit status."""
    printer = Printer()
    for line in rule_rows(Contract(policies=options.policy).rules, options.format):
        if options.format == "json":
            printer.data(line)
        else:
            printer.line((line, ""))
    return 0


def explain(options: argparse.Namespace) -> int:
    """Print all about one rule. Return the exit status.

    Raises ContractError if there is no such rule.
    """
    rules = {rule.rule: rule for rule in Contract(policies=options.policy).rules}
    if options.rule not in rules:
        near = nearest(options.rule, rules)
        advice = f"did you mean {near}?" if near else "`deploy-contract rules` lists them"
        raise ContractError(f"there is no rule {shown(options.rule)}; {advice}")
    rule = rules[options.rule]
    mode = rule.mode
    if rule.shape == "undeclared":
        of_files = Contract(policies=options.policy, unknown_fields=options.of_files).rules
        mode = next(row.mode for row in of_files if row.rule == rule.rule)
    Printer().lines(explained(rule, mode))
    return 0


def rule_rows(rules: Iterable[Rule], style: str) -> Iterable[str]:
    """The rule table as text, markdown, or JSON."""
    if style == "json":
        yield as_json([rule.to_dict() for rule in rules], indent=1)
        return
    head = ("rule", "basis", "mode", "on", "message")
    rows = [
        (
            rule.rule,
            rule.basis,
            rule.mode,
            ", ".join(rule.on) or "every document",
            unfilled(rule.message),
        )
        for rule in rules
    ]
    if style == "markdown":
        yield f"| {' | '.join(head)} |"
        yield f"|{' --- |' * len(head)}"
        yield from (
            f"| {' | '.join(cell.replace('|', '&#124;').replace('<', '&lt;') for cell in row)} |"
            for row in rows
        )
        return
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head) - 1)]
    for row in (head, *rows):
        yield "  ".join(
            [*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]]
        )


def unfilled(text: str) -> str:
    """A text of a rule with a name for each place in it that a violation fills: `<limit>`."""
    return re.sub(r"\{(\w+)\}", r"<\1>", text)


_MODES = (
    "{files} where `deploy-contract check` judges files (see --unknown-fields); "
    "{others} in requests and responses, unless Contract(unknown_fields=...) says otherwise"
)


def explained(rule: Rule, of_files: str) -> Iterable[Line]:
    """All that there is to say of a rule. `of_files`: its mode where `check` judges files and nothing else is asked for."""
    yield [(rule.rule, "bold")]
    yield [(f"  {unfilled(rule.message)}", "")]
    yield [(f"  {unfilled(rule.hint)}", "italic")]
    facts = {
        "basis": rule.basis,
        "mode": rule.mode
        if of_files == rule.mode
        else _MODES.format(files=of_files, others=rule.mode),
        "applies to": ", ".join(rule.on) or "every document",
        "rests on": rule.section,
    }
    if unfilled(told := rule.message + rule.hint) != told:
        facts["in < >"] = "filled in from the contract, or with the place, where the rule is broken"
    shown_parameters = {key: value for key, value in rule.parameters.items() if key != "pairs"}
    for pair in rule.parameters.get("pairs", ()):
        shown_parameters[f"{pair[0]} at most"] = pair[1]
    for key, value in (facts | shown_parameters).items():
        text = value if isinstance(value, str) else json.dumps(value)
        yield [(f"  {key + ':':22} ", "dim"), (text, "")]
