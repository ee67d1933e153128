"""Changes that make a small valid document invalid, with the rule that each breaks.

They are found by trying. Each declared place of the document gets wrong values, and each place of a
rule gets values near the bounds in its schema. Those that break exactly one rule are kept. So every
contract has its own faults, and an operator's rules have theirs.
"""

import json
from copy import deepcopy
from functools import lru_cache
from itertools import islice
from typing import Any

from deploy_contract_generated.names import DocumentKind, SourceName

from deploy_contract.contract import Contract
from deploy_contract.examples.changes import Change, candidates, changes_of_places
from deploy_contract.examples.kept import prefixes, root_of
from deploy_contract.examples.repair import check, repaired, with_source
from deploy_contract.examples.samples import (
    Root,
    sample,
)
from deploy_contract.exceptions import ContractError
from deploy_contract.report import Report
from deploy_contract_format.pointer import MISSING
from deploy_contract_format.rules import Rule, by_id

ENOUGH = 8  # faults that are kept of those near the bounds of a rule


def small_document(contract: Contract, kind: DocumentKind, source: SourceName | None) -> Any:
    """Return a small document that is valid.

    Raises:
        ContractError: none was found.
    """
    return json.loads(_small_text(contract, kind, source))


@lru_cache(maxsize=64)
def _small_text(contract: Contract, kind: DocumentKind, source: SourceName | None) -> str:
    root = definitions, name = root_of(contract, kind)
    document = with_source(contract, kind, source, sample(definitions[name], definitions))
    for _ in contract.rules:
        found = repaired(contract, kind, source, deepcopy(document))
        if found is not MISSING:
            return json.dumps(found)
        report = check(contract, kind, source, document)
        better = _with_one_fault_less(contract, kind, source, document, report, root)
        if better is None:
            break
        document = better
    raise ContractError(f"no small {kind} is allowed by this contract")


def _with_one_fault_less(
    contract: Contract,
    kind: DocumentKind,
    source: SourceName | None,
    document: Any,
    report: Report,
    root: Root,
) -> Any:
    """Return the document changed so that it keeps a rule that it breaks; None if that fails."""
    known = by_id(contract.rules)
    broken = {one.rule for one in report.violations if one.mode == "enforce"}
    for name in sorted(broken):
        for change in candidates(contract, kind, known[name]):
            changed = change.applied(deepcopy(document), root)
            after = check(contract, kind, source, changed)
            if {one.rule for one in after.violations if one.mode == "enforce"} < broken:
                return changed
    return None


def only_fault(report: Report, rule: str | None = None) -> str | None:
    """Return the place of the only enforced violation; None if there is another, or none."""
    if report.verdict != "deny" or report.truncated:
        return None
    found = [one for one in report.violations if one.mode == "enforce"]
    if len(found) == 1 and rule in (None, found[0].rule):
        return found[0].pointer
    return None


@lru_cache(maxsize=64)
def find_faults(
    contract: Contract, kind: DocumentKind, source: SourceName | None
) -> dict[str, list[Change]]:
    """Return the faults of a kind of document by the rule that each breaks alone."""
    text = json.dumps(small_document(contract, kind, source))
    root = root_of(contract, kind)
    found: dict[str, list[Change]] = {}

    def try_out(fault: Change) -> str | None:
        report = check(contract, kind, source, fault.applied(json.loads(text), root))
        if only_fault(report) is None:
            return None
        rule = next(one.rule for one in report.violations if one.mode == "enforce")
        found.setdefault(rule, []).append(fault)
        return rule

    for fault in changes_of_places(root):
        try_out(fault)
    for rule in contract.rules:
        if rule.mode == "enforce":
            broken = (
                fault for fault in candidates(contract, kind, rule) if try_out(fault) == rule.rule
            )
            next(islice(broken, ENOUGH - 1, None), None)
    return found


def unbroken_rules(contract: Contract, kind: DocumentKind, source: SourceName | None) -> list[str]:
    """Return the enforced rules of policies that no document breaks alone, as far as was found.

    Rules that cannot deny a document of this kind and source are not among them.
    """
    found = find_faults(contract, kind, source)
    own = by_id(contract.bundle.book.rules)
    names = []
    for rule in contract.rules:
        is_in_question = rule.mode == "enforce" and rule.rule not in {*found, *own}
        if is_in_question and prefixes(contract, kind, rule) and _applies(contract, rule, source):
            names.append(rule.rule)
    return names


def _applies(contract: Contract, rule: Rule, source: SourceName | None) -> bool:
    """Return True if a document for a deployment of the source may break a rule."""
    given, book = rule.parameters, contract.bundle.book
    if source is None:
        return True
    if "sources" in given and (source in given["sources"]) == (rule.shape == "field"):
        return False
    hostings = book.sources[source] if contract.hosting is None else (contract.hosting,)
    return not set(hostings).isdisjoint(given.get("hosting", hostings))
