"""Faults of requests and responses: breaches of rules of the shape `http`, and their violations."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from deploy_contract.judge.outcome import Outcome
from deploy_contract.judge.python.breaches import violation_of
from deploy_contract.judge.python.documents import DocumentJudge
from deploy_contract.violations import Violation
from deploy_contract_format.rules import Rule, by_id


class Fault(NamedTuple):
    """A rule of the shape `http` that a part of a message breaks.

    Attributes:
        rule: id of the rule.
        location: "path", "query", "header" or "wire"; if empty, the location that the rule names.
        pointer: the name of the parameter or header at fault, or "".
        texts: values for the placeholders in the message and hint of the rule.
        hint: a hint that replaces the hint of the rule; if empty, the rule's hint is used.
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
        rules: the rules of a contract, of any shape.
        most: the greatest number of violations of a report.
        documents: makes the outcomes and sets their status.
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

    def add(self, outcome: Outcome, faults: Sequence[Fault]) -> Outcome:
        """Return the outcome with the violations of faults."""
        return self.add_violations(outcome, self.violations(faults))

    def add_violations(self, outcome: Outcome, more: Sequence[Violation]) -> Outcome:
        """Return the outcome with more violations, enforced ones first.

        An enforced violation makes the verdict "deny".
        """
        if not more:
            return outcome
        every = (*more, *outcome.violations)
        found = tuple(sorted(every, key=lambda violation: violation.mode != "enforce"))
        shown = found[: self._most]
        changes: dict[str, Any] = {
            "violations": shown,
            "truncated": outcome.truncated or len(found) > self._most,
            "advice": max(0, outcome.advice - (len(found) - len(shown))),
        }
        verdict, undecided = outcome.verdict, outcome.undecided
        if any(violation.mode == "enforce" for violation in more):
            verdict, undecided = "deny", ()
            changes |= {"verdict": verdict, "needs": (), "undecided": (), "sources": ()}
        if verdict != "allow":
            changes["status"] = self._documents.status(shown, undecided)
        return outcome.changed(**changes)

    def _violation(self, fault: Fault) -> Violation:
        rule = self._rules[fault.rule]
        location = fault.location or rule.parameters["location"]
        texts = _Texts(fault.texts)
        message = rule.message.format_map(texts)
        hint = fault.hint or rule.hint.format_map(texts)
        return violation_of(rule, location, fault.pointer, message, hint)
