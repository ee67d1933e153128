"""The revision rules of a contract: whether a patch creates a revision, and why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from deploy_contract.judge.python.schema import Schema, fits, prepare
from deploy_contract_format.pointer import MISSING, find, matches, split
from deploy_contract_format.rules import SET, Rule

if TYPE_CHECKING:
    from deploy_contract_generated.names import RevisionAnswer


_SUREST: tuple[RevisionAnswer, ...] = ("yes", "unknown", "no")


class RevisionRules:
    """The rules that say whether a document creates a revision (`revisions` of spec/rules.yaml)."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._by_kind: dict[str | None, list[tuple[Rule, tuple[str, ...], Schema | None]]] = {}
        for rule in rules:
            if rule.shape == "revision":
                when = rule.parameters.get("when", SET)
                trigger = None if when == SET else prepare(when)
                row = (rule, split(rule.parameters["field"]), trigger)
                for kind in rule.on:
                    self._by_kind.setdefault(kind, []).append(row)

    def judge(self, kind: str | None, value: Any) -> tuple[RevisionAnswer | None, tuple[str, ...]]:
        """Return whether a document creates a revision, and the ids of the rules that say so.

        The answer is the surest of these rules, and "no" without one. It is "unknown" for a
        document that is no object, and None if no revision rule is about this kind of document.
        """
        rows = self._by_kind.get(kind)
        if rows is None:
            return None, ()
        if not isinstance(value, dict):
            return "unknown", ()
        found = [
            rule
            for rule, tokens, when in rows
            if tokens[0] in value and _sets_off(value, tokens, when)
        ]
        answers: list[RevisionAnswer] = [rule.parameters["creates"] for rule in found]
        answer: RevisionAnswer = min(answers, key=_SUREST.index, default="no")
        return answer, tuple([rule.rule for rule in found])


def _sets_off(value: dict[str, Any], tokens: tuple[str, ...], when: Schema | None) -> bool:
    if "*" not in tokens:
        return _counts(find(value, tokens), when)
    return any(_counts(member, when) for _, member in matches(value, tokens))


def _counts(member: Any, when: Schema | None) -> bool:
    if member is None or member is MISSING:
        return member is None and when is not None and fits(when, None)
    return when is None or fits(when, member)
