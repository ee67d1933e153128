"""Witnesses of changes: documents that one contract accepts and the other refuses.

They are looked for near a change, among the documents that explain a rule and the values that are
wrong for a field. A document that is found settles what no proof has settled.
"""

import json
from collections.abc import Iterator
from itertools import chain, product
from typing import Any

from deploy_contract.contract import Contract
from deploy_contract.diff.bundles import Tables
from deploy_contract.diff.changes import Accepted, Change, Witness
from deploy_contract.examples.breaking import check, small_document
from deploy_contract.examples.changes import Change as Edit
from deploy_contract.examples.changes import candidates, root_of
from deploy_contract.examples.edges import edges
from deploy_contract.examples.samples import Place, Root
from deploy_contract.exceptions import ContractError
from deploy_contract.report import Report
from deploy_contract_format.definitions import find_schemas
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import Rule

_WRONG: tuple[Any, ...] = (None, True, 7, 1.5, [], {}, "text")  # for any field


def settled(old: Tables, new: Tables, found: Change) -> Change:
    """Return a change, with a witness if no proof has settled it and one is found."""
    effects = list(found.effects)
    ways: tuple[Accepted, ...] = ("before", "now")
    for place, accepted in enumerate(ways):
        if effects[place] == ("perhaps", ""):
            witness = _find(old, new, found, accepted)
            if witness:
                effects[place] = ("yes", "")
                found = found._replace(witness=found.witness or witness)
    return found._replace(effects=(effects[0], effects[1]))


def _find(old: Tables, new: Tables, found: Change, accepted: Accepted) -> Witness | None:
    """Return a witness of a change; None if none was found.

    The contract before or now accepts the document, and the other one refuses it.
    """
    both = (old, new) if accepted == "before" else (new, old)
    one, other = [tables.contract() for tables in both]
    rules = [tables.rules[found.where] for tables in (new, old) if found.where in tables.rules]
    kinds = found.documents or dict.fromkeys(chain(*[rule.on for rule in rules]), "")
    direction = "request" if accepted == "before" else "response"
    kind: Any
    for kind, pointer in kinds.items():
        rows = [tables.kinds.get(kind) for tables in both]
        if not all(row is not None and direction in row["directions"] for row in rows):
            continue
        sources: list[Any] = [None]
        if both[0].kinds[kind]["source"]:
            sources += sorted(both[0].sources.keys() & both[1].sources)
        for source in sources:
            for document in _documents((one, other), kind, source, pointer, rules):
                if check(one, kind, source, document).verdict != "allow":
                    continue
                if _shows(check(other, kind, source, document), found.where, pointer):
                    return Witness(kind, source, accepted, document)
    return None


def _shows(report: Report, rule: str, pattern: str) -> bool:
    if report.verdict != "deny":
        return False
    enforced = [item for item in report.violations if item.mode == "enforce"]
    return any(item.rule == rule or _is_at(item.pointer, pattern) for item in enforced)


def _is_at(pointer: str, pattern: str) -> bool:
    tokens, wanted = split(pointer), split(pattern)
    pairs = zip(tokens, wanted, strict=False)
    return (
        bool(wanted) and len(tokens) == len(wanted) and all(two in (one, "*") for one, two in pairs)
    )


def _documents(
    contracts: tuple[Contract, Contract], kind: Any, source: Any, pointer: str, rules: list[Rule]
) -> Iterator[Any]:
    """Yield small documents with changes near rules, or else near a place."""
    for contract, owner in product(contracts, contracts):
        try:
            small = json.dumps(small_document(contract, kind, source))
        except ContractError:
            continue
        root = root_of(owner, kind)
        found = [_at_place(root, split(pointer))] if pointer else []
        found += [candidates(owner, kind, rule) for rule in rules]
        for change in chain.from_iterable(found):
            yield change.applied(json.loads(small), root)


def _at_place(root: Root, place: Place) -> Iterator[Edit]:
    definitions, name = root
    yield Edit(cleared=place)
    for schema in find_schemas(definitions, definitions[name], place):
        for value in edges(dict(schema), dict(schema), definitions):
            yield Edit(((place, value),))
            if isinstance(value, str):
                yield Edit(((place, value.upper()),))
    for value in _WRONG:
        yield Edit(((place, value),))
