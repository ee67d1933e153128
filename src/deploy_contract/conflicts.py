"""Denials without a single cause: some source allows each field, but no source allows all."""

from collections.abc import Mapping
from typing import Any

from deploy_contract.contract import Contract
from deploy_contract.report import Report


def conflicting_fields(
    contract: Contract, report: Report, source: str | None = None
) -> Mapping[str, tuple[str, ...]]:
    """Return the fields of a denied document that no source admits together.

    The report names the violations for one source alone: the one with the fewest. `source` is that
    of the stored deployment, if it was known.

    Returns:
        The sources that admit a field, by its pointer. Empty if the source is known, if another
        reason denies the document, or if it breaks more rules than a report lists.
    """
    kind, book = report.kind, contract.bundle.book
    if report.verdict != "deny" or source is not None or kind is None:
        return {}
    if book.kinds[kind].source != "context":
        return {}
    rules = {rule.rule: rule for rule in contract.rules if rule.shape == "field"}
    candidates: tuple[Any, ...] = book.admitted(contract.hosting)  # names of the contract
    refusing: dict[str, set[str]] = {}
    for candidate in candidates:
        judged = contract.check(report.value, kind, source=candidate)
        if judged.truncated:  # it may hide a refusal
            return {}
        for one in judged.violations:
            if one.rule in rules and one.mode == "enforce":
                refusing.setdefault(one.pointer, set()).add(candidate)
    found = {}
    for rule in rules.values():  # in their order
        pointer = rule.parameters["field"]
        admitting = [one for one in candidates if one not in refusing.get(pointer, candidates)]
        if admitting:
            found[pointer] = tuple(admitting)
    together = set(candidates).intersection(*found.values())
    return {} if together else found
