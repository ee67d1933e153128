"""Facts about deployments, and which facts can never change."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from deploy_contract import notes
from deploy_contract.bundle import Bundle
from deploy_contract.choices import did_you_mean, given_facts, nearest
from deploy_contract.exceptions import ContractError
from deploy_contract.plain import plain_facts
from deploy_contract_format.definitions import find_schema
from deploy_contract_format.pointer import MISSING, find, join, split
from deploy_contract_format.rules import source_member, stored_kind
from deploy_contract_format.suggestions import is_certain

# a stored deployment as far as it is known, as parsed JSON
Facts: TypeAlias = Mapping[str, Any]
FieldTokens: TypeAlias = tuple[str, ...]
# the rule on each field that cannot change after creation
LastingFields: TypeAlias = Mapping[FieldTokens, str]
UNKNOWN: tuple[object, ...] = (MISSING, None)  # values that state nothing about a field


def given_deployments(given: object, bundle: Bundle, subject: str) -> dict[str, Facts]:
    """Return stored deployments by id in lower case, from sources or stored deployments by id.

    `subject` begins the text of a ContractError, which is raised as by `require_facts`.
    """
    if not isinstance(given, Mapping) or any(stored is None for stored in given.values()):
        raise ContractError(f"{subject}: write a source or a stored deployment for each id")
    member, found = source_member(bundle.book.kinds), dict[str, Facts]()
    for key, stored in given.items():
        found[key] = {member: stored} if isinstance(stored, str) else plain_facts(stored)
    require_facts(found, bundle, subject)
    return {str(key).lower(): facts for key, facts in found.items()}


def require_facts(
    deployments: Mapping[str, Any], bundle: Bundle, subject: str = "deployments"
) -> None:
    """Check stored deployments by id, whose values may be None.

    Raises:
        ContractError: an id, a source or a deployment is not as the contract has it. A deployment
            may have fields that the contract does not declare. But one of its fields must be
            declared, and none may be a mistyped name. The text begins with `subject`.
    """
    book, kind = bundle.book, stored_kind(bundle.book.kinds)
    if kind is None:
        return
    source, sources = source_member(book.kinds), [*book.sources]
    definitions = bundle.definitions(kind)
    declared = definitions[kind]["properties"].keys()
    id_schema = find_schema(definitions, kind, split(book.kinds[kind].identity or "")) or {}
    is_id = re.compile(id_schema.get("pattern", ".*"), re.ASCII | re.DOTALL).fullmatch
    harmless = set(declared)
    for number, (key, deployment) in enumerate(list(deployments.items()), 1):
        if not isinstance(key, str) or not is_id(key):
            raise ContractError(f"{subject}: key {number} is not the id of a deployment, as a text")
        facts = deployment
        if facts.__class__ is not dict or facts.get(source) not in sources:  # fast path
            try:
                _, facts = given_facts(book, None, deployment)
            except ContractError as error:
                raise ContractError(f"{subject}: value {number}: {error}") from None
        if not facts or (harmless.issuperset(facts) and not declared.isdisjoint(facts)):
            continue
        unknown = facts.keys() - harmless
        mistyped = [name for name in unknown if is_certain(str(name), declared)]
        if mistyped or declared.isdisjoint(facts):
            name = next(iter(mistyped or facts))
            question = did_you_mean(nearest(name, declared), f"its fields: {', '.join(declared)}")
            message = f"value {number} has a field that no {kind} has; {question}"
            raise ContractError(f"{subject}: {message}")
        harmless |= unknown


def lasting_fields(bundle: Bundle) -> LastingFields:
    """Return the fields of a stored deployment that cannot change after creation.

    The value of each field is the id of a rule. If both a rule on patches and a rule on responses
    concern the field, the id is that of the rule on responses.
    """
    fields: dict[str, str] = {}
    for rule in bundle.book.rules:
        if rule.shape == "equals_stored":
            fields.update(dict.fromkeys(rule.parameters["fields"], rule.rule))
    for rule in bundle.book.rules:
        if rule.shape == "equals_known" and rule.parameters["field"] in fields:
            fields[rule.parameters["field"]] = rule.rule
    return {split(pointer): rule for pointer, rule in fields.items()}


def contradiction(one: Facts, other: Facts, fields: LastingFields) -> str | None:
    """Return a note if two statements on a deployment differ on a fact that cannot change."""
    if one == other:
        return None
    for tokens, rule in fields.items():
        left, right = find(one, tokens), find(other, tokens)
        if left not in UNKNOWN and right not in UNKNOWN and left != right:
            return notes.note(notes.CONTRADICTION, rule, join(tokens))
    return None


def merge_facts(known: Facts | None, more: Facts) -> Facts:
    """Return `known` and `more` merged. If both have a field, the value in `known` counts."""
    if known is None:
        return more
    merged = {**more, **known}
    for key, value in more.items():
        if value.__class__ is str:  # as most are; asking for a mapping takes longer
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
            inner[tokens[-1]] = value
    return whole


def part_of(document: Any, places: Iterable[FieldTokens]) -> dict[str, Any]:
    """Return the part of a document at the given places. A place below a null is null."""
    return nested([(tokens, _value_at(document, tokens)) for tokens in places])


def _value_at(document: Any, tokens: FieldTokens) -> Any:
    for end in range(1, len(tokens)):
        if find(document, tokens[:end]) is None:
            return None
    return find(document, tokens)
