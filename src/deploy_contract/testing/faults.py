"""Documents with exactly one fault, as a Hypothesis strategy, with the rule that they break."""

import warnings
from collections.abc import Collection
from copy import deepcopy
from typing import TYPE_CHECKING, Any, NamedTuple

from deploy_contract_generated.names import DocumentKind, SourceName

from deploy_contract.contract import Contract
from deploy_contract.examples.breaking import (
    find_faults,
    only_fault,
    small_document,
    unbroken_rules,
)
from deploy_contract.examples.kept import root_of
from deploy_contract.examples.repair import check, require_source
from deploy_contract.exceptions import ContractError
from deploy_contract.testing.judge import default_contract
from deploy_contract.testing.strategies import documents
from deploy_contract_format.rules import by_id
from deploy_contract_format.suggestions import must_be_one_of

if TYPE_CHECKING:
    from hypothesis import strategies as st


class InvalidDocument(NamedTuple):
    """A document with exactly one fault.

    Attributes:
        document: the document, as parsed JSON.
        rule: the id of the rule that it breaks.
        pointer: the place of the fault, as a JSON Pointer.
    """

    document: Any
    rule: str
    pointer: str


def invalid_documents(
    kind: DocumentKind,
    *,
    source: SourceName | None = None,
    rules: Collection[str] | None = None,
    contract: Contract | None = None,
) -> "st.SearchStrategy[InvalidDocument]":
    """Return a strategy for documents that break exactly one enforced rule, at one place.

    Args:
        kind: the kind of document, such as "DeploymentPatch".
        source: the source of the deployment. None: they are denied for every source.
        rules: the ids of the rules to break. None: every rule that a document can break alone. If
            no document is found for an enforced rule of a policy, a warning names it.
        contract: the contract. None: `Contract()`.

    Raises:
        ContractError: an argument is wrong, a rule cannot be broken so, or Hypothesis is not
            installed.
    """
    from hypothesis import strategies as st  # the import of `documents` names the extra

    contract = contract or default_contract()
    require_source(contract, kind, source)
    found = find_faults(contract, kind, source)
    wanted = sorted(found if rules is None else set(rules))
    known = by_id(contract.rules)
    for rule in wanted:
        if rule not in known:
            raise ContractError(must_be_one_of("rules", rule, sorted(found)))
    missing = [rule for rule in wanted if rule not in found]
    if missing:
        raise ContractError(_not_broken(missing, kind, source))
    if not wanted:
        raise ContractError("rules is empty; name a rule, or leave it out")
    unbroken = unbroken_rules(contract, kind, source)
    if rules is None and unbroken:
        warnings.warn(_not_broken(unbroken, kind, source), stacklevel=2)
    root = root_of(contract, kind)
    valid = documents(kind, source=source, contract=contract)
    small = small_document(contract, kind, source)

    @st.composite
    def invalid(draw: st.DrawFn) -> InvalidDocument:
        rule = draw(st.sampled_from(wanted))
        fault = draw(st.sampled_from(found[rule]))
        for document in (draw(valid), deepcopy(small)):
            changed = fault.applied(document, root)
            place = only_fault(check(contract, kind, source, changed), rule)
            if place is not None:
                return InvalidDocument(changed, rule, place)
        raise AssertionError("a fault that was tried before is one no longer")

    return invalid()


def _not_broken(rules: Collection[str], kind: str, source: str | None) -> str:
    deployment = f"source {source}" if source else "every source"
    return (
        f"rules: no {kind} for {deployment} was found that breaks {', '.join(rules)} alone; "
        "is the rule enforced, for this kind and source, and independent of stored values?"
    )
