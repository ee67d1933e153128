"""Print a JSON Schema (draft-07) of one kind of document, for editors.

The schema has the texts of the contract. It also has the rules of the contract and of policies, as
far as JSON Schema can express them.
"""

import argparse
import json

from deploy_contract.bundle import Bundle
from deploy_contract.cli import options as row
from deploy_contract.cli.printing import Printer
from deploy_contract.contract import Contract
from deploy_contract_format.overlay import add_rules
from deploy_contract_format.rules import by_id


def options_of(bundle: Bundle) -> row.Groups:
    """Return the options of the command. The bundle has the names to choose from."""
    kinds, sources = bundle.kinds, bundle.book.sources
    purpose = f"kind of the documents: {', '.join(kinds)}"
    return {
        "": {"kind": row.choice(kinds, purpose, metavar="KIND")},
        "documents": {
            "--source": row.choice(
                sources, "accept only documents of this source (default: of every source)"
            ),
        },
        **row.CONTRACT,
    }


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
