"""Documents with exactly one fault, as a Hypothesis strategy, with the rule that they break.

The faults of a kind of document are found by trying: each declared place of a small valid document
gets wrong values. Those that break exactly one rule are kept. So every contract has its own faults,
and an operator's rules have theirs.
"""

import json
from collections.abc import Collection, Iterator
from copy import deepcopy
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from deploy_contract_generated.names import DocumentKind, SourceName

from deploy_contract.contract import Contract
from deploy_contract.exceptions import ContractError
from deploy_contract.report import Report
from deploy_contract.testing.judge import default_contract
from deploy_contract.testing.repair import check, repaired, require_source, with_source
from deploy_contract.testing.samples import Place, declared_places, put, remove, sample
from deploy_contract.testing.strategies import documents
from deploy_contract_format.pointer import split
from deploy_contract_format.suggestions import must_be_one_of

if TYPE_CHECKING:
    from hypothesis import strategies as st

_WRONG: tuple[Any, ...] = (None, True, 7, 1.5, -7, [], {}, "text")
_NO_TEXT = _WRONG[:-1]  # a document that is a text would be read as JSON
_UNDECLARED = "not_a_field"


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


class _Fault(NamedTuple):
    """A change that makes a document invalid: values to put at places, then a place to clear."""

    values: tuple[tuple[Place, Any], ...] = ()
    cleared: Place | None = None

    def applied(self, document: Any, root: Any) -> Any:
        """Return the changed document, which may share parts with the given one."""
        for place, value in self.values:
            document = put(document, place, deepcopy(value), root)
        if self.cleared is not None:
            document = remove(document, self.cleared)
        return document


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
        rules: the ids of the rules to break. None: every rule that a document can break alone.
        contract: the contract. None: `Contract()`.

    Raises:
        ContractError: an argument is wrong, a rule cannot be broken so, or Hypothesis is not
            installed.
    """
    from hypothesis import strategies as st  # the import of `documents` names the extra

    contract = contract or default_contract()
    require_source(contract, kind, source)
    found = _faults(contract, kind, source)
    wanted = sorted(found if rules is None else set(rules))
    for rule in wanted:
        if rule not in found:
            raise ContractError(must_be_one_of("rules", rule, sorted(found)))
    if not wanted:
        raise ContractError("rules is empty; name a rule, or leave it out")
    root = contract.bundle.definitions(kind), contract.bundle.roots[kind]["closed"]
    valid = documents(kind, source=source, contract=contract)
    small = _small(contract, kind, source)

    @st.composite
    def invalid(draw: st.DrawFn) -> InvalidDocument:
        rule = draw(st.sampled_from(wanted))
        fault = draw(st.sampled_from(found[rule]))
        for document in (draw(valid), deepcopy(small)):
            changed = fault.applied(document, root)
            place = _only_fault(check(contract, kind, source, changed), rule)
            if place is not None:
                return InvalidDocument(changed, rule, place)
        raise AssertionError("a fault that was tried before is one no longer")

    return invalid()


def _only_fault(report: Report, rule: str | None = None) -> str | None:
    """Return the place of the only enforced violation; None if there is another, or none."""
    if report.verdict != "deny" or report.truncated:
        return None
    found = [one for one in report.violations if one.mode == "enforce"]
    if len(found) == 1 and rule in (None, found[0].rule):
        return found[0].pointer
    return None


def _small(contract: Contract, kind: DocumentKind, source: SourceName | None) -> Any:
    """Return a small document that is valid."""
    definitions = contract.bundle.definitions(kind)
    document = sample(definitions[contract.bundle.roots[kind]["closed"]], definitions)
    found = repaired(contract, kind, source, with_source(contract, kind, source, document))
    if found is None:
        raise ContractError(f"no small {kind} is allowed by this contract")
    return found.document


@lru_cache(maxsize=64)
def _faults(
    contract: Contract, kind: DocumentKind, source: SourceName | None
) -> dict[str, list[_Fault]]:
    """Return the faults of a kind of document by the rule that each breaks."""
    small = _small(contract, kind, source)
    root = contract.bundle.definitions(kind), contract.bundle.roots[kind]["closed"]
    text = json.dumps(small)
    found: dict[str, list[_Fault]] = {}
    for fault in _tried(contract, kind):
        report = check(contract, kind, source, fault.applied(json.loads(text), root))
        if _only_fault(report) is not None:
            rule = next(one.rule for one in report.violations if one.mode == "enforce")
            found.setdefault(rule, []).append(fault)
    return found


def _tried(contract: Contract, kind: str) -> Iterator[_Fault]:
    """Yield the changes to try."""
    definitions = contract.bundle.definitions(kind)
    root = definitions[contract.bundle.roots[kind]["closed"]]
    for wrong in _NO_TEXT:
        yield _Fault((((), wrong),))
    for place, schema in declared_places(root, definitions):
        for wrong in (*_WRONG, sample(schema, definitions)):
            yield _Fault(((place, wrong),))
        for bound, step in (("minimum", -1), ("maximum", 1)):
            if bound in schema:
                yield _Fault(((place, schema[bound] + step),))
        yield _Fault(cleared=place)
        yield _Fault(((place, sample(schema, definitions, members=True)),), cleared=place)
        for name in (_UNDECLARED, place[-1].upper()):
            yield _Fault((((*place[:-1], name), "text"),))
    for rule in contract.rules:
        never = rule.parameters.get("never")
        if never and kind in rule.on:
            values = [(split(at), sample(schema, definitions)) for at, schema in never.items()]
            yield _Fault(tuple(values))
        for at in rule.fields if kind in rule.on else ():
            yield _Fault(((split(at), "text"),))  # a field that the schema may not declare
