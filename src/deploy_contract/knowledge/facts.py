"""Facts about deployments, and which facts can never change."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from deploy_contract import notes
from deploy_contract.judge.python.after_patch import stored_value
from deploy_contract_format.pointer import MISSING, find, join, split
from deploy_contract_format.rules import Rule

# a stored deployment as far as it is known, as parsed JSON
Facts: TypeAlias = Mapping[str, Any]
FieldTokens: TypeAlias = tuple[str, ...]
# the rule on each field that cannot change after creation
LastingFields: TypeAlias = Mapping[FieldTokens, str]
UNKNOWN: tuple[object, ...] = (MISSING, None)  # values that state nothing about a field


def lasting_fields(rules: Sequence[Rule]) -> LastingFields:
    """Return the fields of a stored deployment that cannot change after creation, by rules.

    The value of each field is the id of a rule. If both a rule on patches and a rule on responses
    concern the field, the id is that of the rule on responses.
    """
    fields: dict[str, str] = {}
    for rule in rules:
        if rule.shape == "equals_stored":
            fields.update(dict.fromkeys(rule.parameters["fields"], rule.rule))
    for rule in rules:
        if rule.shape == "equals_known" and rule.parameters["field"] in fields:
            fields[rule.parameters["field"]] = rule.rule
    return {split(pointer): rule for pointer, rule in fields.items()}


def contradiction(first: Facts, second: Facts, fields: LastingFields) -> str | None:
    """Return a note if two statements on a deployment differ on a fact that cannot change."""
    if first == second:
        return None
    for tokens, rule in fields.items():
        left, right = find(first, tokens), find(second, tokens)
        if left not in UNKNOWN and right not in UNKNOWN and left != right:
            return notes.note(notes.CONTRADICTION, rule, join(tokens))
    return None


def merge_facts(known: Facts | None, more: Facts) -> Facts:
    """Return `known` and `more` merged. If both have a field, the value in `known` counts."""
    if known is None:
        return more
    merged = {**more, **known}
    for key, value in more.items():
        if value.__class__ is str:  # as usual; this is faster than the check for a mapping
            continue
        first = known.get(key, {})
        if isinstance(value, Mapping) and isinstance(first, Mapping):
            merged[key] = merge_facts(first, value)
    return merged


def nested(values: Iterable[tuple[FieldTokens, Any]]) -> dict[str, Any]:
    """Return an object with the values at the given places. MISSING values are left out."""
    whole: dict[str, Any] = {}
    for tokens, value in values:
        if value is not MISSING:
            inner = whole
            for token in tokens[:-1]:
                inner = inner.setdefault(token, {})
                if inner is None:  # another of the places, around this one, is null
                    break
            else:
                inner[tokens[-1]] = value
    return whole


def part_of(document: Any, places: Iterable[FieldTokens]) -> dict[str, Any]:
    """Return the part of a document at the given places. A place below a null is null."""
    return nested([(tokens, stored_value(document, tokens)) for tokens in places])
