"""Documents made valid: what breaks an enforced rule is taken out of them."""

from typing import Any

from deploy_contract_generated.names import DocumentKind, SourceName

from deploy_contract.choices import require_choice
from deploy_contract.contract import Contract
from deploy_contract.exceptions import ContractError
from deploy_contract.report import Report
from deploy_contract_format.pointer import MISSING, member_of, split

_MOST_ROUNDS = 40  # of taking out; a round takes out one part for each violation


def require_source(contract: Contract, kind: str, source: str | None) -> None:
    """Raise ContractError unless documents of a kind may have a source."""
    kinds = contract.bundle.book.kinds
    require_choice("kind", kind, kinds)
    require_choice("source", source, (None, *contract.bundle.book.admitted(contract.hosting)))
    if source is not None and kinds[kind].source is None:
        raise ContractError(f"{kind} has no source; leave it out")


def with_source(contract: Contract, kind: str, source: str | None, document: Any) -> Any:
    """Return a document with the source, if documents of its kind carry it."""
    carried = contract.bundle.book.kinds[kind].source
    if source is None or carried in (None, "context") or not isinstance(document, dict):
        return document
    *parents, name = split(str(carried))
    within = document
    for token in parents:
        within = within.setdefault(token, {})
    within[name] = source
    return document


def check(
    contract: Contract, kind: DocumentKind, source: SourceName | None, document: Any
) -> Report:
    """Return the report on a document; a source is given if documents do not carry it."""
    carried = contract.bundle.book.kinds[kind].source
    given = source if carried == "context" else None
    return contract.check(document, kind, source=given)


def repaired(
    contract: Contract, kind: DocumentKind, source: SourceName | None, document: Any
) -> Any:
    """Take out of a document what is denied or undecided, in place, and return it.

    Return MISSING if that is not enough.
    """
    for _ in range(_MOST_ROUNDS):
        report = check(contract, kind, source, document)
        if report.verdict == "allow":
            return document
        found = [one for one in report.violations if one.mode == "enforce"]
        places = sorted({one.pointer for one in (*found, *report.undecided)}, reverse=True)
        if "" in places:
            return MISSING
        for place in places:
            _take_out(document, split(place))
    return MISSING


def _take_out(document: Any, place: tuple[str, ...]) -> None:
    """Remove a member or item, unless it went with a part around it."""
    *parents, last = place
    within: Any = document
    for token in parents:
        within = member_of(within, token)
    if isinstance(within, dict):
        within.pop(last, None)
    elif isinstance(within, list) and last.isdecimal():
        del within[int(last) : int(last) + 1]
