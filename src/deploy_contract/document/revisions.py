"""The revision rules of a contract: whether a patch creates a revision, and why."""

from collections.abc import Iterable
from typing import Any

from deploy_contract_generated.names import RevisionAnswer

from deploy_contract.document.walker import fits
from deploy_contract_format.frozen import FrozenFields
from deploy_contract_format.overlay import Schema
from deploy_contract_format.pointer import MISSING, find, matches, split
from deploy_contract_format.rules import SET, Rule


class _Trigger(FrozenFields):
    """A revision rule, the tokens of its field, and the schema of the values that set it off."""

    __slots__ = ("rule", "tokens", "when")
    rule: Rule
    tokens: tuple[str, ...]
    when: Schema


class RevisionRules:
    """The rules that say whether a document creates a revision (`revisions` of spec/rules.yaml)."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._by_kind: dict[str | None, list[_Trigger]] = {}
        for rule in rules:
            if rule.shape == "revision":
                given = rule.parameters
                trigger = _Trigger(rule, split(given["field"]), given.get("when", SET))
                for kind in rule.on:
                    self._by_kind.setdefault(kind, []).append(trigger)
        self._surest_first: dict[str | None, list[_Trigger]] = {}
        for applies_to, triggers in self._by_kind.items():
            self._surest_first[applies_to] = sorted(triggers, key=_doubt)

    def speak_of(self, kind: str | None) -> bool:
        """Return True if any revision rule applies to this kind of document."""
        return kind in self._by_kind

    def schemas(self, kind: str | None) -> list[tuple[Schema, RevisionAnswer]]:
        """Return the schema of the objects that do not set off a rule, and the answer of the rule.

        The surest rule comes first. See `answer`.
        """
        triggers = self._surest_first.get(kind, ())
        return [(_harmless(trigger), trigger.rule.parameters["creates"]) for trigger in triggers]

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


def _doubt(trigger: _Trigger) -> tuple[bool, bool]:
    """Return a sort key: rules that need no second look at others come first."""
    return trigger.rule.parameters["creates"] != "yes", trigger.when is not SET


def _sets_off(value: Any, trigger: _Trigger) -> bool:
    if "*" in trigger.tokens:
        return any(_counts(member, trigger.when) for _, member in matches(value, trigger.tokens))
    member = find(value, trigger.tokens)
    return member is not MISSING and _counts(member, trigger.when)


def _harmless(trigger: _Trigger) -> Schema:
    """Return the schema of the objects that do not set off a rule."""
    schema: Schema = {"type": "null"} if trigger.when is SET else {"not": trigger.when}
    for token in reversed(trigger.tokens):
        inner, schema = schema, {"properties": {token: schema}}
        if token == "*":
            schema = {"items": inner, "additionalProperties": inner}
    return schema


def _counts(member: Any, when: Schema) -> bool:
    if when is SET:
        return member is not None
    return fits(when, member)
