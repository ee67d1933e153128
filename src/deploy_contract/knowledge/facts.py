"""Facts about deployments, and which facts can never change."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from deploy_contract import notes
from deploy_contract.bundle import Bundle
from deploy_contract_format.pointer import MISSING, find, split

# a stored deployment as far as it is known, as parsed JSON
Facts: TypeAlias = Mapping[str, Any]
# the rule on each field that cannot change after creation, by its pointer
LastingFields: TypeAlias = Mapping[str, str]
UNKNOWN = (MISSING, None)  # values that state nothing about a field


def lasting_fields(bundle: Bundle) -> LastingFields:
    """Return the fields of a stored deployment that cannot change after creation.

    A rule on responses is preferred to the rule on patches, since responses are compared.
    """
    fields: dict[str, str] = {}
    for rule in bundle.book.rules:
        if rule.shape == "equals_stored":
            fields.update(dict.fromkeys(rule.parameters["fields"], rule.rule))
    for rule in bundle.book.rules:
        if rule.shape == "equals_known" and rule.parameters["field"] in fields:
            fields[rule.parameters["field"]] = rule.rule
    return fields


def contradiction(one: Facts, other: Facts, fields: LastingFields) -> str | None:
    """Return a note if two statements on a deployment differ on a fact that cannot change."""
    for pointer, rule in fields.items():
        left, right = find(one, split(pointer)), find(other, split(pointer))
        if left not in UNKNOWN and right not in UNKNOWN and left != right:
            return notes.note(notes.CONTRADICTION, rule, pointer)
    return None


def merge_facts(known: Facts | None, more: Facts) -> Facts:
    """Return the facts of both sides about a deployment. If both have a fact, the first counts."""
    if known is None:
        return more
    merged = {**more, **known}
    for key, value in more.items():
        first = known.get(key)
        if isinstance(value, Mapping) and isinstance(first, Mapping):
            merged[key] = merge_facts(first, value)
    return merged


def part_of(document: Any, pointers: tuple[tuple[str, ...], ...]) -> dict[str, Any]:
    """Return the part of a document at some pointers. Below a null all is null."""
    part: dict[str, Any] = {}
    for tokens in pointers:
        value = find(document, tokens)
        if any(find(document, tokens[:end]) is None for end in range(1, len(tokens))):
            value = None
        if value is not MISSING:
            inner = part
            for token in tokens[:-1]:
                inner = inner.setdefault(token, {})
            inner[tokens[-1]] = value
    return part
