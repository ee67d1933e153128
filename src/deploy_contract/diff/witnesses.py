"""Witnesses of changes: documents that one contract accepts and the other refuses.

They are looked for near a change, among the documents that explain a rule and the values that are
wrong for a field. A document that is found settles what no proof has settled.
"""

import json
from collections.abc import Iterator, Mapping
from itertools import chain, product
from typing import Any

from deploy_contract.contract import Contract
from deploy_contract.diff.bundles import Tables
from deploy_contract.diff.changes import Accepted, Change, Witness
from deploy_contract.examples.breaking import small_document
from deploy_contract.examples.changes import Change as Edit
from deploy_contract.examples.changes import candidates
from deploy_contract.examples.edges import edges
from deploy_contract.examples.kept import root_of
from deploy_contract.examples.repair import check
from deploy_contract.examples.samples import Place, Root
from deploy_contract.exceptions import ContractError
from deploy_contract_format.definitions import find_schemas
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import Rule

_WRONG: tuple[Any, ...] = (None, True, 7, 1.5, [], {}, "text")  # for any field


def find(old: Tables, new: Tables, found: Change, accepted: Accepted) -> Witness | None:
    """Return a witness of a change; None if none was found.

    Args:
        old: the contract before.
        new: the contract after.
        found: a change of a rule, or of a place in documents.
        accepted: the contract that shall accept the document; the other one shall refuse it.
    """
    accepts, refuses = (old, new) if accepted == "before" else (new, old)
    one, other = Contract(bundle=accepts.bundle), Contract(bundle=refuses.bundle)
    rules = [tables.rules[found.where] for tables in (new, old) if found.where in tables.rules]
    kinds: Mapping[Any, str] = found.documents or dict.fromkeys(
        chain(*[rule.on for rule in rules]), ""
    )
    direction = "request" if accepted == "before" else "response"
    for kind, pointer in kinds.items():
        rows = [tables.kinds.get(kind) for tables in (old, new)]
        if not all(row is not None and direction in row["directions"] for row in rows):
            continue
        if kind not in one.bundle.roots or kind not in other.bundle.roots:
            continue
        sources = accepts.sources.keys() & refuses.sources if accepts.kinds[kind]["source"] else ()
        source: Any
        for source in (None, *sorted(sources)):
            for document in _documents((one, other), kind, source, pointer, rules):
                if check(one, kind, source, document).verdict != "allow":
                    continue
                report = check(other, kind, source, document)
                broken = [item for item in report.violations if item.mode == "enforce"]
                if report.verdict == "deny" and any(
                    item.rule == found.where or _is_at(item.pointer, pointer) for item in broken
                ):
                    return Witness(kind, source, accepted, document)
    return None


def _is_at(pointer: str, pattern: str) -> bool:
    """Return True if a pointer matches a pattern, in which `*` means any item."""
    one, other = split(pointer), split(pattern)
    return (
        bool(pattern)
        and len(one) == len(other)
        and all(
            token in (wanted, "*") or wanted == "*"
            for token, wanted in zip(one, other, strict=True)
        )
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
