"""The command `explain`: one rule in prose, with samples."""

import argparse
from typing import cast

from deploy_contract_generated.names import UnknownFields

from deploy_contract.bundle import Bundle
from deploy_contract.cli.options import add_contract_options, file_unknown_fields
from deploy_contract.cli.printing import Printer
from deploy_contract.cli.rule_text import explanation_lines
from deploy_contract.contract import Contract
from deploy_contract.exceptions import ContractError
from deploy_contract_format.printing import escape_name
from deploy_contract_format.rules import by_id
from deploy_contract_format.suggestions import did_you_mean, nearest

_DESCRIPTION = (
    "Explain one rule: what violates it, what to do, what it rests on, and a sample "
    "that fails and one that passes."
)
_NO_SAMPLE = {
    frozenset({"broken"}): "No sample that fails by this rule alone was found.",
    frozenset({"kept"}): "No sample that passes was found.",
    frozenset({"broken", "kept"}): "No sample that fails by this rule alone, or passes, was found.",
}


def register(parser: argparse.ArgumentParser, _bundle: Bundle) -> None:
    """Add the options of the command to its parser."""
    parser.description = _DESCRIPTION
    parser.add_argument("rule", metavar="RULE", help="id of the rule, as `rules` lists it")
    add_contract_options(parser.add_argument_group("contract"))


def run(options: argparse.Namespace) -> int:
    """Explain the rule. Return the exit status.

    Raises:
        ContractError: no rule has this id.
    """
    contract = _contract(options)
    rules = by_id(contract.rules)
    if options.rule not in rules:
        advice = did_you_mean(nearest(options.rule, rules), "`deploy-contract rules` lists them")
        raise ContractError(f"there is no rule {escape_name(options.rule)}; {advice}")
    rule = rules[options.rule]
    file_mode: str = rule.mode
    if rule.shape == "undeclared":
        file_rules = by_id(_contract(options, file_unknown_fields(options.bundle)).rules)
        file_mode = file_rules[rule.rule].mode
    samples = options.bundle.samples.get(rule.rule, {})
    note = ""
    if rule.rule not in by_id(options.bundle.rules):  # of a policy
        from deploy_contract.examples.breaking import samples_of

        samples = samples_of(contract, rule)
        note = _NO_SAMPLE.get(frozenset({"broken", "kept"}.difference(samples)), "")
    Printer().lines(explanation_lines(rule, file_mode, samples, note))
    return 0


def _contract(options: argparse.Namespace, unknown_fields: str | None = None) -> Contract:
    return Contract(
        policies=options.policy,
        unknown_fields=cast("UnknownFields | None", unknown_fields),
        bundle=options.bundle,
    )
