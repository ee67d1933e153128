"""Samples of documents that keep the rules of a contract on single places."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice

from deploy_contract.contract import Contract
from deploy_contract.examples.edges import edges
from deploy_contract.examples.samples import Place, Root, sample, with_sample
from deploy_contract.judge.python.schema import fits
from deploy_contract_format.definitions import Schema, find_schemas
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import Rule


@lru_cache(maxsize=64)
def root_of(contract: Contract, kind: str) -> Root:
    """Return the definitions of a kind of document, and the name of that of the whole document.

    Their samples keep the enforced rules on single places, as far as such a value is found.
    """
    definitions = dict(contract.bundle.definitions(kind))
    name = contract.bundle.roots[kind]["closed"]
    wanted = schemas_by_place(contract, kind)
    for place in sorted(wanted, key=len, reverse=True):  # a sample of an array has those of items
        for declared in map(dict, islice(find_schemas(definitions, definitions[name], place), 1)):
            usual = sample(declared, definitions, members=True)
            values = [usual, *edges({"allOf": wanted[place]}, declared, definitions)]
            schemas = list(_within(place, wanted))
            kept = [one for one in values if all(fits(schema, one) for schema in schemas)]
            kept = [one for one in kept if type(one) is type(usual)]
            if kept:
                # a short text leaves room for what makes the texts of items differ
                value = min(kept, key=len) if isinstance(usual, str) else kept[0]
                definitions[name] = with_sample(definitions[name], place, value, definitions)
    return definitions, name


def _within(place: Place, wanted: Mapping[Place, list[Schema]]) -> Iterator[Schema]:
    """Yield the schemas that are wanted for a place and within it, each as one for the place."""
    for inner, schemas in wanted.items():
        if inner[: len(place)] == place:
            for schema in schemas:
                yield _wrapped(schema, inner[len(place) :])


def _wrapped(schema: Schema, place: Place) -> Schema:
    """Return the schema of a value that has a schema for a place in it."""
    for token in reversed(place):
        schema = {"items": schema} if token == "*" else {"properties": {token: schema}}
    return schema


@lru_cache(maxsize=64)
def schemas_by_place(contract: Contract, kind: str) -> dict[Place, list[Schema]]:
    """Return the schemas of enforced rules by the places that they are for."""
    found: dict[Place, list[Schema]] = {}
    for rule in contract.rules:
        if rule.shape != "schema" or rule.mode != "enforce":
            continue
        for prefix in prefixes(contract, kind, rule):
            for pointer in rule.parameters.get("each", [""]):
                place = (*prefix, *split(pointer))
                for inner, schema in _by_place(place, rule.parameters["schema"]):
                    found.setdefault(inner, []).append(schema)
    found.pop((), None)
    return found


def _by_place(place: Place, schema: Schema) -> Iterator[tuple[Place, Schema]]:
    yield place, schema
    for name, member in schema.get("properties", {}).items():
        yield from _by_place((*place, name), member)
    if "items" in schema:
        yield from _by_place((*place, "*"), schema["items"])


def prefixes(contract: Contract, kind: str, rule: Rule) -> list[Place]:
    """Return the places of the documents that a rule judges in a kind of document."""
    found: list[Place] = [()] if kind in rule.on else []
    for pattern, inner in contract.bundle.book.kinds[kind].contains:
        if inner in rule.on:
            found.append(split(pattern))
    return found
