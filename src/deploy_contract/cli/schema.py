"""The command `schema`: print a JSON Schema for editors."""

import argparse
import json

from deploy_contract.bundle import Bundle
from deploy_contract.cli.options import add_contract_options
from deploy_contract.cli.printing import Printer
from deploy_contract.contract import Contract
from deploy_contract_format.overlay import add_rules
from deploy_contract_format.rules import by_id

DESCRIPTION = (
    "Print a JSON Schema (draft-07) of one kind of document, for editors. It has "
    "the texts of the contract, and those rules, of policies too, that JSON Schema can express."
)


def register(parser: argparse.ArgumentParser, bundle: Bundle) -> None:
    """Add the options of the command to its parser. The bundle has the names to choose from."""
    parser.add_argument(
        "kind",
        metavar="KIND",
        choices=bundle.kinds,
        help=f"kind of the documents: {', '.join(bundle.kinds)}",
    )
    group = parser.add_argument_group("documents")
    group.add_argument(
        "--source",
        choices=tuple(bundle.book.sources),
        help="accept only documents of this source (default: of every source)",
    )
    add_contract_options(parser)


def run(options: argparse.Namespace) -> int:
    """Print the schema. Return the exit status.

    Raises:
        ContractError: the kind has no source, the contract has no schemas for editors, or a policy
            is wrong.
    """
    bundle: Bundle = options.bundle
    own = by_id(bundle.book.rules)
    rules = Contract(policies=options.policy, bundle=bundle).rules
    added = tuple([rule for rule in rules if rule.rule not in own])
    schema = bundle.editor_schema(options.kind, options.source)
    if added:  # rules that JSON Schema cannot express are left out
        schema = json.loads(json.dumps(schema))
        add_rules(schema, bundle.book._replace(rules=added), options.kind, options.source)
    Printer().data(json.dumps(schema, indent=1))
    return 0
