"""Documents that are valid, and changes that make them invalid, with the rule that each breaks.

Both are found by trying. Each declared place of a small document gets wrong values, and each place
of a rule gets values near the bounds in its schema. A change that breaks exactly one rule is kept.
So this works for every contract and for the rules of every policy.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

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
from deploy_contract.examples.samples import put, remove, sample
from deploy_contract.exceptions import ContractError
from deploy_contract.report import Report
from deploy_contract.violations import Violation
from deploy_contract_format.definitions import Schema
from deploy_contract_format.pointer import MISSING, split
from deploy_contract_format.rules import Rule, by_id

ENOUGH = 8  # faults near the bounds of a rule that are kept
_MAX_ROUNDS = 40  # each removes one part for each violation
_LONGEST = 1_000  # characters of a sample


class Subject(NamedTuple):
    """The documents of a kind under a contract.

    `source` is the source of the deployment. None: the documents are for every source.
    """

    contract: Contract
    kind: DocumentKind
    source: SourceName | None

    @property
    def root(self) -> Schema:
        """The schema of the documents. Its samples keep the enforced rules."""
        return root_of(self.contract, self.kind)

    def require(self) -> None:
        """Raise ContractError unless documents of the kind may have the source."""
        book = self.contract.bundle.book
        require_choice("kind", self.kind, book.kinds)
        admitted = book.admitted(self.contract.hosting)
        require_choice("source", self.source, (None, *admitted))
        if self.source is not None and book.kinds[self.kind].source is None:
            raise ContractError(f"{self.kind} has no source; leave it out")

    def with_source(self, document: Any) -> Any:
        """Return a document with the source, if documents of its kind carry it."""
        place = self.contract.bundle.book.kinds[self.kind].own_source
        if self.source is None or not place:
            return document
        return put(document, place, self.source, self.root)

    def check(self, document: Any) -> Report:
        """Return the report on a document; a source is given if documents do not carry it."""
        place = self.contract.bundle.book.kinds[self.kind].source
        given = self.source if place == "context" else None
        return self.contract.check(document, self.kind, source=given)

    def repaired(self, document: Any) -> Any:
        """Return a document without its denied and undecided parts.

        Return MISSING if removing parts is not enough.
        """
        for _ in range(_MAX_ROUNDS):
            report = self.check(document)
            if report.verdict == "allow":
                return document
            found = [item for item in report.violations if item.mode == "enforce"]
            places = sorted({item.pointer for item in (*found, *report.undecided)}, reverse=True)
            if "" in places:
                return MISSING
            for place in places:
                document = remove(document, split(place))
        return MISSING

    def small(self) -> Any:
        """Return a small document that is valid.

        Raises:
            ContractError: no such document was found.
        """
        return json.loads(_small_text(self))

    def tried(
        self, changes: Iterable[Change], text: str | None = None
    ) -> Iterator[tuple[Change, Any, Report]]:
        """Yield changes with the changed document and its report.

        `text`: the JSON of the document to change. None: a small document.
        """
        text = _small_text(self) if text is None else text
        for change in changes:
            document = change.applied(json.loads(text), self.root)
            yield change, document, self.check(document)


@lru_cache(maxsize=64)
def _small_text(subject: Subject) -> str:
    document = subject.with_source(sample(subject.root))
    for _ in subject.contract.rules:
        found = subject.repaired(document)
        if found is not MISSING:
            return json.dumps(found)
        document = _with_one_fault_less(subject, document)
        if document is MISSING:
            break
    raise ContractError(f"no small {subject.kind} is allowed by this contract")


def _with_one_fault_less(subject: Subject, document: Any) -> Any:
    """Return the document with a change by which it keeps one more rule, or MISSING."""
    known, broken = by_id(subject.contract.rules), _denying(subject.check(document))
    for name in sorted(broken):
        changes = candidates(subject.contract, subject.kind, known[name])
        for _, changed, after in subject.tried(changes, json.dumps(document)):
            if _denying(after) < broken:
                return changed
    return MISSING


def _denying(report: Report) -> set[str]:
    return {item.rule for item in report.violations if item.mode == "enforce"}


def only_fault(report: Report) -> Violation | None:
    """Return the only enforced violation; None if there are several, or no violation."""
    found = [item for item in report.violations if item.mode == "enforce"]
    is_only = report.verdict == "deny" and not report.truncated and len(found) == 1
    return found[0] if is_only else None


@lru_cache(maxsize=64)
def find_faults(subject: Subject) -> dict[str, list[Change]]:
    """Return the faults of documents by the rule that each breaks alone."""
    found: dict[str, list[Change]] = {}

    def broken_by(changes: Iterable[Change]) -> Iterator[str]:
        for fault, _, report in subject.tried(changes):
            only = only_fault(report)
            if only is not None:
                found.setdefault(only.rule, []).append(fault)
                yield only.rule

    list(broken_by(changes_of_places(subject.root)))
    for rule in subject.contract.rules:
        if rule.mode == "enforce":
            names = broken_by(candidates(subject.contract, subject.kind, rule))
            next(islice(filter(rule.rule.__eq__, names), ENOUGH - 1, None), None)
    return found


def unbroken_rules(subject: Subject) -> list[str]:
    """Return the enforced rules of policies for which no document was found that breaks only them.

    Rules that cannot deny a document of this kind and source are not among them.
    """
    contract = subject.contract
    settled = {*find_faults(subject), *by_id(contract.bundle.book.rules)}
    rules = [rule for rule in contract.rules if rule.mode == "enforce" and rule.rule not in settled]
    rules = [rule for rule in rules if prefixes(contract, subject.kind, rule)]
    return [rule.rule for rule in rules if _applies(contract, rule, subject.source)]


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
    """Return the samples that are found, in the form of a bundle's table: `broken` and `kept`."""
    found: dict[str, Mapping[str, str]] = {}
    for subject in _subjects(contract, rule):
        try:
            small = subject.small()
        except ContractError:
            continue
        changes = candidates(contract, subject.kind, rule)
        for _, document, report in subject.tried(changes):
            name = None if document == small else _name(report, rule)
            text = json.dumps(document, indent=2)
            if name is not None and name not in found and len(text) <= _LONGEST:
                place = contract.bundle.book.kinds[subject.kind].source
                is_given = subject.source and place == "context"
                known = f"source {subject.source}" if is_given else ""
                found[name] = {"text": text, "language": "json", "known": known}
            if len(found) == 2:
                return found
    return found


def _subjects(contract: Contract, rule: Rule) -> Iterator[Subject]:
    book = contract.bundle.book
    kinds: Iterable[Any] = rule.on
    for kind in kinds:
        sources: list[Any] = [*book.sources] if book.kinds[kind].source is not None else []
        # without a source, a rule for some sources is left undecided
        sources = [*sources, None] if "sources" in rule.parameters else [None, *sources]
        for source in sources:
            yield Subject(contract, kind, source)


def _name(report: Report, rule: Rule) -> str | None:
    """Return the name of a sample by its report: "broken", "kept", or None if it is no sample."""
    broken = {item.rule for item in report.violations}
    if rule.rule in broken and _denying(report) <= {rule.rule}:
        return "broken"
    is_kept = report.verdict == "allow" and rule.rule not in broken
    return "kept" if is_kept else None
