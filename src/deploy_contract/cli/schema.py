"""The command `schema`: print a JSON Schema for editors."""

import argparse
import json
from collections.abc import Mapping
from typing import Any

from deploy_contract.bundle import Bundle
from deploy_contract.cli.options import add_contract_options
from deploy_contract.cli.printing import Printer
from deploy_contract.contract import Contract
from deploy_contract_format.editor_rules import find_field, work_in, work_in_undecided
from deploy_contract_format.overlay import entries
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import Rule, by_id

_DESCRIPTION = (
    "Print a JSON Schema (draft-07) of one kind of document, for editors. It has "
    "the texts of the contract, and those rules, of policies too, that JSON Schema can express."
)


def register(parser: argparse.ArgumentParser, bundle: Bundle) -> None:
    """Add the options of the command to its parser. The bundle has the names to choose from."""
    parser.description = _DESCRIPTION
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
    add_contract_options(parser.add_argument_group("contract"))


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
    if added:
        schema = _with_rules(schema, bundle, options.kind, options.source, added)
    Printer().data(json.dumps(schema, indent=1))
    return 0


def _with_rules(
    plain: Mapping[str, Any], bundle: Bundle, kind: str, source: str | None, given: tuple[Rule, ...]
) -> Any:
    """Return the schema of a kind and source with the rules of policies.

    Rules that JSON Schema cannot express are left out. So are those that a schema of every source
    cannot express because it accepts everything of some source.
    """
    schema = json.loads(json.dumps(plain))
    how = bundle.book.kinds[kind]
    if how.override and source:
        field = find_field(schema, split(how.override))
        if field is not None and field["type"] == "null":
            how = how._replace(override=None)  # no source can override this one
    if source:
        how = how._replace(source="context")
    book = bundle.book._replace(rules=given, kinds={**bundle.book.kinds, kind: how})
    if how.source == "context" and source is None:
        by_source = [entries(book, kind, name, None) for name in book.sources]
        work_in_undecided(schema, by_source, given, kind, how)
    else:
        work_in(schema, entries(book, kind, source, None), given, kind, how)
    return schema
