"""Denials that no single field explains: each field is admitted by some source, all by none."""

from collections.abc import Mapping
from typing import Any

from deploy_contract.contract import Contract
from deploy_contract.judge.python.schema import fits, prepare
from deploy_contract.report import Report
from deploy_contract_format.pointer import MISSING, find, split
from deploy_contract_format.rules import SET, Rule


def conflicting_fields(
    contract: Contract, report: Report, source: str | None = None
) -> Mapping[str, tuple[str, ...]]:
    """Return the fields of a denied document that no source admits together.

    The report names the violations for one source alone: the one with the fewest.

    Args:
        contract: the contract that made the report.
        report: the report on a document.
        source: the source of the stored deployment, if it was known.

    Returns:
        The sources that admit a field, by its pointer. Empty if the source is known, or if another
        reason denies the document.
    """
    value, book = report.value, contract.bundle.book
    how = book.kinds.get(report.kind or "")
    if report.verdict != "deny" or source is not None or how is None or how.source != "context":
        return {}
    enforced = [rule for rule in contract.rules if rule.mode == "enforce"]
    rules = {
        rule.rule: rule for rule in enforced if rule.shape == "field" and report.kind in rule.on
    }
    if not any(one.rule in rules and one.mode == "enforce" for one in report.violations):
        return {}
    candidates = book.admitted(contract.hosting)
    override = find(value, split(how.override)) if how.override else None
    parts = tuple(f"{part}/" for part in how.overridden)
    found = {}
    for rule in rules.values():
        pointer = rule.parameters["field"]
        if not _is_set(rule, value):
            continue
        is_overridden = isinstance(override, str) and pointer.startswith(parts)
        if is_overridden or override in rule.parameters["sources"]:
            continue  # that source alone decides
        found[pointer] = tuple([one for one in rule.parameters["sources"] if one in candidates])
    found = {pointer: sources for pointer, sources in found.items() if sources}
    together = set(candidates).intersection(*found.values())
    return {} if together else found


def _is_set(rule: Rule, document: Any) -> bool:
    value = find(document, split(rule.parameters["field"]))
    return value is not MISSING and fits(prepare(rule.parameters.get("when", SET)), value)
