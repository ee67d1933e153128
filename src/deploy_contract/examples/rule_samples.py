"""A document that breaks a rule, and one that keeps it, to explain the rule."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from deploy_contract_generated.names import DocumentKind, SourceName

from deploy_contract.contract import Contract
from deploy_contract.examples.breaking import small_document
from deploy_contract.examples.changes import candidates
from deploy_contract.examples.kept import root_of
from deploy_contract.examples.repair import check
from deploy_contract.exceptions import ContractError
from deploy_contract.report import Report
from deploy_contract_format.rules import Rule

_LONGEST = 1_000  # characters of a sample


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
    root = root_of(contract, kind)
    for change in candidates(contract, kind, rule):
        document = change.applied(json.loads(json.dumps(small)), root)
        if document != small:
            yield document, check(contract, kind, source, document)


def _name(report: Report, rule: Rule) -> str | None:
    """Return the name of the sample that a document is: "broken", "kept" or None."""
    broken = {one.rule for one in report.violations}
    denied_by = {one.rule for one in report.violations if one.mode == "enforce"}
    if rule.rule in broken and denied_by <= {rule.rule}:
        return "broken"
    is_kept = report.verdict == "allow" and rule.rule not in broken
    return "kept" if is_kept else None
