"""The parts of a contract that messages may exercise, as its bundle states them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from deploy_contract.contract import Contract
from deploy_contract.knowledge.learnable import source_place
from deploy_contract_format.definitions import Schema, resolved
from deploy_contract_format.pointer import join, split
from deploy_contract_format.rules import Rule, scopes

Key: TypeAlias = tuple[str, ...]  # section, then the names of a part
Place: TypeAlias = tuple[str, ...]

_OF_EVERY_MESSAGE = frozenset({"keyword", "wire", "http", "undeclared"})  # shapes of rules
_PARTS: Mapping[str, tuple[str, ...]] = {  # section -> parts of messages of any operation
    "operations": ("request", "response"),
    "needs": ("source", "hosting", "deployment"),
}
_NOWHERE = ("\0",)  # a place that no document has


class Tree(NamedTuple):
    """A declared field, with those below it.

    Attributes:
        pattern: its place in the document, with "*" for an item.
        members: the fields of an object.
        items: the items of an array.
        values: the texts that its schema lists.
    """

    pattern: str
    members: Mapping[str, "Tree"]
    items: "Tree | None"
    values: frozenset[str]


class Plan(NamedTuple):
    """The parts of a contract.

    Attributes:
        keys: the parts of each section, in the order of the contract.
        parameters: the listed values of each parameter, by operation and name.
        defaults: the default of a parameter, by operation and name.
        scopes: where documents are in a kind of document.
        sources: the place of the source by document kind, if the document carries it.
        trees: the declared fields by document kind, without those of documents inside.
        rules: the rules on a document kind, with the places that each looks at; none: all.
        exchange: rules between request and response by operation: rule, parameter, place.
        names: the names of all sources.
        sourced: rules that are counted for each source.
        others: rules that are not.
    """

    keys: Mapping[str, list[Key]]
    parameters: Mapping[str, Mapping[str, frozenset[str]]]
    defaults: Mapping[tuple[str, str], Any]
    scopes: Mapping[str, list[tuple[Place, str]]]
    sources: Mapping[str, Place | None]
    trees: Mapping[str, Tree]
    rules: Mapping[str, list[tuple[str, list[Place]]]]
    exchange: Mapping[str, list[tuple[str, str, Place]]]
    names: frozenset[str]
    sourced: frozenset[str]
    others: frozenset[str]

    def known_source(self, value: object) -> str | None:
        """Return a value if it is a source of the contract."""
        return value if isinstance(value, str) and value in self.names else None

    def may_have(self, key: tuple[Any, ...]) -> bool:
        """Return True if a part is one of the contract, or a message outside of it."""
        section, *names = key
        if not all(isinstance(name, str) for name in names):
            return False
        if section == "rules":
            rule, source = names
            is_source = source in self.names or source in ("unknown", "")
            return is_source and (rule in self.sourced or rule in self.others)
        if section in _PARTS and names[0] == "":
            return names[1] in _PARTS[section]
        return key in self.keys[section]


@lru_cache(maxsize=8)
def plan_of(contract: Contract) -> Plan:
    """Return the parts of a contract."""
    book = contract.bundle.book
    kinds = book.kinds
    rules = [rule for rule in contract.rules if rule.mode != "off"]
    within = {
        name: [(split(place), inner) for place, inner in scopes(kinds, name)] for name in kinds
    }
    trees = {}
    for name in kinds:
        definitions = contract.bundle.definitions(name)
        root = definitions[contract.bundle.roots[name]["open"]]
        inner = frozenset(place for place, _ in within[name] if place)
        trees[name] = _tree(definitions, root, (), inner)
    of_kinds = {name: list(_rules_on(rules, name)) for name in kinds}
    parameters: dict[str, dict[str, frozenset[str]]] = {}
    defaults = {}
    for operation in contract.operations:
        rows = parameters.setdefault(operation["operation"], {})
        for row in operation["parameters"]:
            rows[row["name"]] = _listed(row["schema"]) | frozenset(row.get("values", ()))
            if "default" in row:
                defaults[operation["operation"], row["name"]] = row["default"]
    sourced = frozenset(rule for rows in of_kinds.values() for rule, _ in rows)
    # a program counts by modes of its own, which this contract may not have
    others = frozenset(rule.rule for rule in contract.rules) - sourced
    return Plan(
        keys=_keys(contract, parameters, trees, sourced, rules),
        parameters=parameters,
        defaults=defaults,
        scopes=within,
        sources={name: source_place(kind) for name, kind in kinds.items()},
        trees=trees,
        rules=of_kinds,
        exchange=_exchange(rules),
        names=frozenset(book.sources),
        sourced=sourced,
        others=others,
    )


def _keys(
    contract: Contract,
    parameters: Mapping[str, Mapping[str, frozenset[str]]],
    trees: Mapping[str, Tree],
    sourced: frozenset[str],
    rules: list[Rule],
) -> dict[str, list[Key]]:
    keys: defaultdict[str, list[Key]] = defaultdict(list)
    for operation, rows in parameters.items():
        keys["operations"] += [("operations", operation, part) for part in _PARTS["operations"]]
        for name, values in rows.items():
            keys["parameters"].append(("parameters", operation, name))
            for value in sorted(values):
                keys["parameter_values"].append(("parameter_values", operation, name, value))
        keys["needs"] += [("needs", operation, need) for need in _PARTS["needs"]]
    for kind, tree in trees.items():
        for field in _fields(tree):
            keys["fields"].append(("fields", kind, field.pattern))
            for value in sorted(field.values):
                keys["field_values"].append(("field_values", kind, field.pattern, value))
    admitted = contract.bundle.book.admitted(contract.hosting)
    for rule in rules:
        if rule.rule in sourced:
            keys["rules"] += [("rules", rule.rule, source) for source in admitted]
        else:
            keys["rules"].append(("rules", rule.rule, ""))
    return keys


def _fields(tree: Tree) -> Iterator[Tree]:
    for below in tree.members.values():
        yield below
        yield from _fields(below)
    if tree.items is not None:
        yield from _fields(tree.items)


def _tree(
    definitions: Mapping[str, Schema], schema: Any, at: Place, inner: frozenset[Place]
) -> Tree:
    """Return the fields of a schema, except those of documents inside, at the places `inner`."""
    if isinstance(schema, dict):
        schema = resolved(definitions, schema)
    if not isinstance(schema, dict) or at in inner:
        return Tree(join(at), {}, None, frozenset())
    members = {}
    for name, below in schema.get("properties", {}).items():
        members[name] = _tree(definitions, below, (*at, name), inner)
    items = None
    if isinstance(schema.get("items"), dict):
        items = _tree(definitions, schema["items"], (*at, "*"), inner)
    return Tree(join(at), members, items, _listed(schema))


def _listed(schema: Mapping[str, Any]) -> frozenset[str]:
    """Return the texts that a schema lists as values."""
    values = [*schema.get("enum", ()), schema.get("const")]
    return frozenset(value for value in values if isinstance(value, str))


def _rules_on(rules: list[Rule], kind: str) -> Iterator[tuple[str, list[Place]]]:
    """Yield the rules on a kind of document, with the places that each looks at."""
    for rule in rules:
        if kind in rule.on and rule.shape not in _OF_EVERY_MESSAGE:
            places = list(map(split, _pointers(rule)))
            # reports name rules on revisions, and do not say what responses were compared with
            yield rule.rule, [_NOWHERE] if rule.shape in ("revision", "equals_known") else places


def _pointers(rule: Rule) -> list[str]:
    given = rule.parameters
    if rule.fields:
        return list(rule.fields)
    for name in ("admitted", "within", "array"):
        if name in given and "names" not in given:
            return [given[name]] if given[name].startswith("/") else []  # or the context
    return list(given.get("names", given.get("never", ())))


def _exchange(rules: list[Rule]) -> dict[str, list[tuple[str, str, Place]]]:
    found: dict[str, list[tuple[str, str, Place]]] = {}
    for rule in rules:
        given = rule.parameters
        if "operation" in given and "parameter" in given:
            place = split(given.get("field") or given["array"])
            found.setdefault(given["operation"], []).append((rule.rule, given["parameter"], place))
    return found
