"""Triggers: what a revision rule looks for in a document, as a value and as a schema."""

from collections.abc import Iterable
from typing import Any

from deploy_contract_format.frozen import FrozenFields
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import SET, Rule


class Trigger(FrozenFields):
    """A revision rule, the tokens of its field, and the schema of the values that set it off."""

    __slots__ = ("rule", "tokens", "when")
    rule: Rule
    tokens: tuple[str, ...]
    when: dict[str, Any]


def triggers_by_kind(rules: Iterable[Rule]) -> dict[str | None, list[Trigger]]:
    """Return the triggers of the revision rules among some rules, by kind of document."""
    found: dict[str | None, list[Trigger]] = {}
    for rule in rules:
        if rule.shape == "revision":
            given = rule.parameters
            trigger = Trigger(rule, split(given["field"]), given.get("when", SET))
            for kind in rule.on:
                found.setdefault(kind, []).append(trigger)
    return found


def surest_first(triggers: Iterable[Trigger]) -> list[Trigger]:
    """Return triggers in another order: the surest first, then those that are found fastest."""
    return sorted(triggers, key=_doubt)


def harmless(trigger: Trigger) -> dict[str, Any]:
    """Return the schema of the objects that do not set off a rule."""
    schema: dict[str, Any] = {"type": "null"} if trigger.when is SET else {"not": trigger.when}
    for token in reversed(trigger.tokens):
        inner, schema = schema, {"properties": {token: schema}}
        if token == "*":
            schema = {"items": inner, "additionalProperties": inner}
    return schema


def _doubt(trigger: Trigger) -> tuple[bool, bool]:
    return trigger.rule.parameters["creates"] != "yes", trigger.when is not SET
