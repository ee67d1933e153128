"""JSON Schemas for editors with the rules of policies."""

import json
from collections.abc import Iterable
from typing import Any

from deploy_contract.bundle import Bundle
from deploy_contract_format.editor_rules import find_field, work_in, work_in_undecided
from deploy_contract_format.overlay import entries
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import Rule


def schema_with(bundle: Bundle, kind: str, source: str | None, rules: Iterable[Rule]) -> Any:
    """Return the JSON Schema for editors of a document kind, with further rules.

    Rules that JSON Schema cannot express are left out. So are those that a schema of every source
    cannot express because it accepts everything of some source.

    Args:
        bundle: the contract.
        kind: a document kind.
        source: a source, for documents of that source alone; None for those of every source.
        rules: the rules to add, such as those of policies.

    Raises:
        ContractError: there is no such kind or source, or the bundle has no such schema.
    """
    root = bundle.editor_schema(kind, source)
    given = tuple(rules)
    if not given:
        return root
    schema = json.loads(json.dumps(root))
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
