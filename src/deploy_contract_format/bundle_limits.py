"""Limits of a bundle: tables that are small may still describe too much to work through."""

from collections.abc import Mapping
from typing import Any

from deploy_contract_format.bundle_format import RULES
from deploy_contract_format.bundle_json import refuse
from deploy_contract_format.definitions import parse_reference

MOST_SOURCES = 64  # a schema is made for each
MOST_HOSTINGS = 16
MOST_KINDS = 64
MOST_RULES = 2_000
MOST_SCOPES = 1_000  # of a kind: documents that it contains, and those that they contain
MOST_ENTRIES = 200_000  # rules of all kinds, in each world and document inside
MOST_SEARCHED = 10_000_000  # members of schemas, for the fields of all rules
MOST_NODES = 100_000  # of one definition, with the definitions that it refers to written out


def check_size(kinds: Mapping[str, Mapping[str, Any]]) -> int:
    """Refuse definitions that refer to each other so often that a walk would not end in time.

    Return the number of members of all kinds.
    """
    nodes = 0
    for kind, definitions in kinds.items():
        sizes: dict[str, int] = {}
        most = max(_size(name, definitions, sizes) for name in definitions)
        if most > MOST_NODES:
            refuse(RULES, f"kind {kind}: its schemas have more than {MOST_NODES:,} members")
        nodes += most
    return nodes


def check_work(
    rules: int, nodes: int, kinds: Mapping[str, Any], sources: Mapping[str, tuple[str, ...]]
) -> None:
    """Refuse tables that are small, but so entangled that their checks would not end in time."""
    hostings = set[str]().union(*sources.values())
    if rules > MOST_RULES or rules * nodes > MOST_SEARCHED:
        refuse(RULES, f"has more than {MOST_RULES:,} rules, or too many for its schemas")
    if len(hostings) > MOST_HOSTINGS:
        refuse(RULES, f"has more than {MOST_HOSTINGS} hostings")
    scopes: dict[str, int] = {}
    entries = 0
    for kind, row in kinds.items():
        cases = len(sources) if row["source"] == "context" else 1
        entries += _scopes(kind, kinds, scopes, ()) * cases * (len(hostings) + 1) * rules
    if entries > MOST_ENTRIES:
        refuse(RULES, f"has rules for more than {MOST_ENTRIES:,} cases")


def _scopes(
    kind: str, kinds: Mapping[str, Any], scopes: dict[str, int], around: tuple[str, ...]
) -> int:
    """Return how many documents a document of a kind contains by the table, with itself."""
    if kind in around:
        refuse(RULES, f"kind {kind} contains itself")
    if kind not in scopes:
        found = 1
        for _, inner in kinds[kind]["contains"]:
            found += _scopes(inner, kinds, scopes, (*around, kind))
        if found > MOST_SCOPES:
            refuse(RULES, f"kind {kind} contains more than {MOST_SCOPES:,} documents")
        scopes[kind] = found
    return scopes[kind]


def _size(name: str, definitions: Mapping[str, Any], sizes: dict[str, int]) -> int:
    if name not in sizes:
        size = _members(definitions[name], definitions, sizes)
        sizes[name] = min(size, MOST_NODES + 1)
    return sizes[name]


def _members(schema: Any, definitions: Mapping[str, Any], sizes: dict[str, int]) -> int:
    if "$ref" in schema:
        return _size(parse_reference(schema["$ref"]), definitions, sizes)
    size = 1
    for member in schema.get("properties", {}).values():
        size += _members(member, definitions, sizes)
    # free-form values have the same schema in arrays and in objects: it counts once
    largest = 0
    for keyword in ("items", "additionalProperties"):
        inner = schema.get(keyword)
        if isinstance(inner, dict):
            largest = max(largest, _members(inner, definitions, sizes))
    return size + largest
