"""The revision rules of a contract: whether a patch creates a revision, and why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from deploy_contract.document.walker import fits
from deploy_contract_format.overlay import Schema
from deploy_contract_format.pointer import MISSING, find, matches
from deploy_contract_format.rules import SET, Rule
from deploy_contract_format.triggers import Trigger, surest_first, triggers_by_kind

if TYPE_CHECKING:
    from deploy_contract_generated.names import RevisionAnswer


class RevisionRules:
    """The rules that say whether a document creates a revision (`revisions` of spec/rules.yaml)."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._by_kind = triggers_by_kind(rules)
        self._surest_first = {
            kind: surest_first(triggers) for kind, triggers in self._by_kind.items()
        }

    def speak_of(self, kind: str | None) -> bool:
        """Return True if any revision rule applies to this kind of document."""
        return kind in self._by_kind

    def answers(self, kind: str | None) -> list[RevisionAnswer]:
        """Return the answer of each rule for a kind of document, the surest first."""
        triggers = self._surest_first.get(kind, ())
        return [trigger.rule.parameters["creates"] for trigger in triggers]

    def triggered(self, kind: str | None, value: Any) -> tuple[str, ...]:
        """Return the ids of the revision rules that a document sets off, in their order."""
        triggers = self._by_kind.get(kind, ())
        return tuple([trigger.rule.rule for trigger in triggers if _sets_off(value, trigger)])

    def answer(self, kind: str | None, value: Any) -> RevisionAnswer:
        """Return the surest answer of the rules that a document sets off, or "no"."""
        if not isinstance(value, dict):
            return "unknown" if self.speak_of(kind) else "no"
        for trigger in self._surest_first.get(kind, ()):
            # most triggers name a field that is not there
            if trigger.when is SET and value.get(trigger.tokens[0]) is None:
                continue
            if _sets_off(value, trigger):
                answer: RevisionAnswer = trigger.rule.parameters["creates"]
                return answer
        return "no"


def _sets_off(value: Any, trigger: Trigger) -> bool:
    if "*" in trigger.tokens:
        return any(_counts(member, trigger.when) for _, member in matches(value, trigger.tokens))
    member = find(value, trigger.tokens)
    return member is not MISSING and _counts(member, trigger.when)


def _counts(member: Any, when: Schema) -> bool:
    if when is SET:
        return member is not None
    return fits(when, member)
