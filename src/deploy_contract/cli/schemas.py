"""The subcommand `schema`."""

import argparse
import json
from typing import Any

from deploy_contract.bundle import Bundle
from deploy_contract.cli.options import add_contract
from deploy_contract.cli.printing import Printer


def register(commands: Any, bundle: Bundle) -> None:
    """Add the subcommand to those of a parser. The bundle gives the names to choose from."""
    parser = commands.add_parser(
        "schema",
        help="print the JSON Schema of a kind of document",
        description="Print a JSON Schema (draft-07) of one kind of document, for editors. It has "
        "the texts of the contract, and those rules that JSON Schema can express.",
    )
    parser.add_argument(
        "kind",
        metavar="KIND",
        choices=bundle.documents,
        help=f"kind of the documents: {', '.join(bundle.documents)}",
    )
    group = parser.add_argument_group("documents")
    group.add_argument(
        "--source",
        choices=tuple(bundle.book.sources),
        help="accept only documents of this source (default: of every source)",
    )
    add_contract(parser.add_argument_group("contract"))
    parser.set_defaults(run=print_schema)


def print_schema(options: argparse.Namespace) -> int:
    """Print the schema. Return the exit status.

    Raises:
        ContractError: the kind has no source, or the contract has no schemas for editors.
    """
    schema = options.bundle.editor_schema(options.kind, options.source)
    Printer().data(json.dumps(schema, indent=1))
    return 0
