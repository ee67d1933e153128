"""Documents that are valid, and changes that make them invalid, with the rule that each breaks.

Both are found by trying. Each declared place of a small document gets wrong values, and each place
of a rule gets values near the bounds in its schema. Those that break exactly one rule are kept. So
every contract has its own faults, and an operator's rules have theirs.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from functools import lru_cache
from itertools import islice
from typing import Any

from deploy_contract_generated.names import DocumentKind, SourceName

from deploy_contract.choices import require_choice
from deploy_contract.contract import Contract
from deploy_contract.examples.changes import (
    Change,
    candidates,
    changes_of_places,
    prefixes,
    root_of,
)
from deploy_contract.examples.samples import put, sample
from deploy_contract.exceptions import ContractError
from deploy_contract.report import Report
from deploy_contract.violations import Violation
from deploy_contract_format.pointer import MISSING, member_of, split
from deploy_contract_format.rules import Rule, by_id

ENOUGH = 8  # faults that are kept of those near the bounds of a rule
_MOST_ROUNDS = 40  # of taking out; a round takes out one part for each violation
_LONGEST = 1_000  # characters of a sample


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
    if source is None or carried in (None, "context"):
        return document
    return put(document, split(str(carried)), source, root_of(contract, kind))


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


def small_document(contract: Contract, kind: DocumentKind, source: SourceName | None) -> Any:
    """Return a small document that is valid.

    Raises:
        ContractError: none was found.
    """
    return json.loads(_small_text(contract, kind, source))


@lru_cache(maxsize=64)
def _small_text(contract: Contract, kind: DocumentKind, source: SourceName | None) -> str:
    definitions, name = root_of(contract, kind)
    document = with_source(contract, kind, source, sample(definitions[name], definitions))
    for _ in contract.rules:
        found = repaired(contract, kind, source, deepcopy(document))
        if found is not MISSING:
            return json.dumps(found)
        report = check(contract, kind, source, document)
        better = _with_one_fault_less(contract, kind, source, document, report)
        if better is None:
            break
        document = better
    raise ContractError(f"no small {kind} is allowed by this contract")


def _with_one_fault_less(
    contract: Contract, kind: DocumentKind, source: SourceName | None, document: Any, report: Report
) -> Any:
    """Return the document changed so that it keeps a rule that it breaks; None if that fails."""
    known, broken, text = by_id(contract.rules), denying_rules(report), json.dumps(document)
    for name in sorted(broken):
        changes = candidates(contract, kind, known[name])
        for _, changed, after in tried(contract, kind, source, changes, text):
            if denying_rules(after) < broken:
                return changed
    return None


def tried(
    contract: Contract,
    kind: DocumentKind,
    source: SourceName | None,
    changes: Iterable[Change],
    text: str | None = None,
) -> Iterator[tuple[Change, Any, Report]]:
    """Yield changes with the changed document and its report.

    `text`: the JSON of the document to change; None: that of a small one.
    """
    text = _small_text(contract, kind, source) if text is None else text
    root = root_of(contract, kind)
    for change in changes:
        document = change.applied(json.loads(text), root)
        yield change, document, check(contract, kind, source, document)


def denying_rules(report: Report) -> set[str]:
    """Return the rules that are violated and enforced."""
    return {one.rule for one in report.violations if one.mode == "enforce"}


def only_fault(report: Report) -> Violation | None:
    """Return the only enforced violation; None if there is another, or none."""
    found = [one for one in report.violations if one.mode == "enforce"]
    is_only = report.verdict == "deny" and not report.truncated and len(found) == 1
    return found[0] if is_only else None


@lru_cache(maxsize=64)
def find_faults(
    contract: Contract, kind: DocumentKind, source: SourceName | None
) -> dict[str, list[Change]]:
    """Return the faults of a kind of document by the rule that each breaks alone."""
    found: dict[str, list[Change]] = {}

    def breaking(changes: Iterable[Change]) -> Iterator[str]:
        for fault, _, report in tried(contract, kind, source, changes):
            only = only_fault(report)
            if only is not None:
                found.setdefault(only.rule, []).append(fault)
                yield only.rule

    list(breaking(changes_of_places(root_of(contract, kind))))
    for rule in contract.rules:
        if rule.mode == "enforce":
            broken = filter(rule.rule.__eq__, breaking(candidates(contract, kind, rule)))
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


# --- samples that explain a rule


def samples_of(contract: Contract, rule: Rule) -> dict[str, Mapping[str, str]]:
    """Return the samples that are found, as the table of a bundle has them: `broken` and `kept`."""
    found: dict[str, Mapping[str, str]] = {}
    for kind, source in _contexts(contract, rule):
        for document, report in _judged(contract, rule, kind, source):
            name = _name(report, rule)
            if name is not None and name not in found:
                text = json.dumps(document, indent=2)
                if len(text) <= _LONGEST:
                    carried = contract.bundle.book.kinds[kind].source
                    known = f"source {source}" if source and carried == "context" else ""
                    found[name] = {"text": text, "language": "json", "known": known}
            if len(found) == 2:
                return found
    return found


def _contexts(contract: Contract, rule: Rule) -> Iterator[tuple[DocumentKind, SourceName | None]]:
    book = contract.bundle.book
    for kind in rule.on:
        has_source = book.kinds[kind].source is not None
        sources: list[Any] = [*book.sources] if has_source else []
        # without a source, a rule for some sources is left undecided
        sources = [*sources, None] if "sources" in rule.parameters else [None, *sources]
        for source in sources:
            yield kind, source  # type: ignore[misc]


def _judged(
    contract: Contract, rule: Rule, kind: DocumentKind, source: SourceName | None
) -> Iterator[tuple[Any, Report]]:
    try:
        small = small_document(contract, kind, source)
    except ContractError:
        return
    for _, document, report in tried(contract, kind, source, candidates(contract, kind, rule)):
        if document != small:
            yield document, report


def _name(report: Report, rule: Rule) -> str | None:
    """Return the name of the sample that a document is: "broken", "kept" or None."""
    broken = {one.rule for one in report.violations}
    if rule.rule in broken and denying_rules(report) <= {rule.rule}:
        return "broken"
    is_kept = report.verdict == "allow" and rule.rule not in broken
    return "kept" if is_kept else None
