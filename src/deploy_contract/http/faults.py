"""Faults of a request or response, by rules of the shape `http`, and the violations they become."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from deploy_contract.document.reports import outcome_of, replace
from deploy_contract.judge.python.breaches import violation_of
from deploy_contract.judge.python.documents import DocumentJudge
from deploy_contract.report import Report, report_of
from deploy_contract.violations import Violation
from deploy_contract_format.rules import Rule, by_id


class Fault(NamedTuple):
    """A rule of the shape `http` that a part of a message breaks.

    Attributes:
        rule: id of the rule.
        location: "path", "query", "header" or "wire"; if empty, the location that the rule names.
        pointer: the name of a parameter or header, if one is at fault.
        texts: values for the placeholders in the message and hint of the rule.
        hint: replaces the hint of the rule, unless empty.
    """

    rule: str
    location: str = ""
    pointer: str = ""
    texts: Mapping[str, Any] = {}
    hint: str = ""


class _Texts(dict[str, Any]):
    """Values for placeholders. The fault may lack a value for a placeholder."""

    def __missing__(self, _name: str) -> str:
        return "?"


BODY_MISSING = Fault("body-missing")
OTHER_CHARSET = Fault("content-charset", pointer="content-type")
UNKNOWN_CODING = Fault("content-encoding", pointer="content-encoding")
UNREAD_CODING = Fault("content-unread", pointer="content-encoding")
UNDECODABLE = Fault("content-decoding")


class FaultRules:
    """The rules of the shape `http` that are not off, by their ids.

    Args:
        rules: those of a contract, of any shape.
        most: violations that a report may show.
        documents: makes outcomes with their status.
    """

    def __init__(self, rules: Iterable[Rule], most: int, documents: DocumentJudge) -> None:
        active = [rule for rule in rules if rule.shape == "http" and rule.mode != "off"]
        self._rules = by_id(active)
        self._most = most
        self._documents = documents

    def __contains__(self, name: str) -> bool:
        """Return True if a rule of that id is active."""
        return name in self._rules

    def enforces(self, name: str) -> bool:
        """Return True if the rule of that id is active and enforced."""
        return name in self._rules and self._rules[name].mode == "enforce"

    def violations(self, faults: Sequence[Fault]) -> list[Violation]:
        """Return the violations of active rules, one for each fault."""
        return [self._violation(fault) for fault in faults if fault.rule in self._rules]

    def add(self, report: Report, faults: Sequence[Fault]) -> Report:
        """Return the report with the violations of faults."""
        return self.add_violations(report, self.violations(faults))

    def add_violations(self, report: Report, more: Sequence[Violation]) -> Report:
        """Return the report with more violations, enforced ones first.

        An enforced violation makes the verdict "deny".
        """
        if not more:
            return report
        found = sorted(
            (*more, *report.violations), key=lambda violation: violation.mode != "enforce"
        )
        verdict, undecided = report.verdict, report.undecided
        changes: dict[str, Any] = {
            "violations": tuple(found[: self._most]),
            "truncated": report.truncated or len(found) > self._most,
        }
        dropped = len(found) - len(changes["violations"])
        changes["advice"] = max(0, outcome_of(report).advice - dropped)
        if any(violation.mode == "enforce" for violation in more):
            verdict, undecided = "deny", ()
            changes |= {"verdict": verdict, "needs": (), "undecided": (), "sources": ()}
        changes["status"] = self._documents.status(verdict, changes["violations"], undecided)
        return replace(report, **changes)

    def unread_body(self, kind: str) -> Report:
        """Return the report on a body of a kind that is not read: there is no violation yet."""
        return report_of(self._documents.outcome("allow", (), kind))

    def _violation(self, fault: Fault) -> Violation:
        rule = self._rules[fault.rule]
        location = fault.location or rule.parameters["location"]
        texts = _Texts(fault.texts)
        message = rule.message.format_map(texts)
        hint = fault.hint or rule.hint.format_map(texts)
        return violation_of(rule, location, fault.pointer, message, hint)
