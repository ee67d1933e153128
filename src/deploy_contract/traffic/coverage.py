"""Coverage: which parts of a contract messages have exercised, and with which verdict.

All names come from the contract. No value of a message is kept, other than those that the contract
lists itself.
"""

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Self, TypeAlias

from deploy_contract.contract import Contract
from deploy_contract.exceptions import ContractError
from deploy_contract.knowledge.learnable import source_place
from deploy_contract.report import Report
from deploy_contract_format.definitions import Schema, resolved
from deploy_contract_format.pointer import MISSING, Tokens, find, join, matches, split
from deploy_contract_format.rules import Rule, scopes

if TYPE_CHECKING:  # a gateway counts messages without reading recordings
    from deploy_contract.traffic.recordings import Partition
    from deploy_contract.traffic.replay import JudgedEntry

FORMAT: Final = 1
MARK: Final = "deploy_contract_coverage"  # the member that tells a summary from other JSON
UNKNOWN: Final = "unknown"  # the source of a document that nobody knows
OUTSIDE: Final = ""  # the operation of messages outside the contract
VERDICTS: Final = ("allow", "deny", "indeterminate")
COLUMNS: Final = ("passed", "failed", "undecided")
SECTIONS: Mapping[str, tuple[str, ...]] = {  # section -> what names a row of it
    "operations": ("operation", "message"),
    "parameters": ("operation", "parameter"),
    "parameter_values": ("operation", "parameter", "value"),
    "fields": ("document", "field"),
    "field_values": ("document", "field", "value"),
    "rules": ("rule", "source"),
    "needs": ("operation", "need"),
}
_MOST = 2**53 - 1

Key: TypeAlias = tuple[str, ...]  # section, then the names of a part
Place: TypeAlias = tuple[str, ...]  # in a document, with "*" for an item

_OF_EVERY_MESSAGE = frozenset({"keyword", "wire", "http", "undeclared"})  # shapes of rules
_PARTS: Mapping[str, tuple[str, ...]] = {  # section -> parts of messages of any operation
    "operations": ("request", "response"),
    "needs": ("source", "hosting", "deployment"),
}
_NOWHERE = ("\0",)  # a place that no document has
Counts: TypeAlias = dict[Key, list[int]]  # part -> passed, failed, undecided
Message: TypeAlias = Literal["request", "response"]


# --- the parts of a contract


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
        root = definitions[name]
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
    values = [*schema.get("enum", ()), schema.get("const")]
    return frozenset(value for value in values if isinstance(value, str))


def _rules_on(rules: list[Rule], kind: str) -> Iterator[tuple[str, list[Place]]]:
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


# --- counts


class Row(NamedTuple):
    """A part of the contract, and the number of messages or documents that exercised it.

    Attributes:
        names: of the part, as `SECTIONS` has them.
        passed: those in which it was right.
        failed: those in which it was wrong.
        undecided: those in which it depends on something unknown.
    """

    names: tuple[str, ...]
    passed: int
    failed: int
    undecided: int

    @property
    def is_exercised(self) -> bool:
        """Return True if any message exercised the part."""
        return bool(self.passed or self.failed or self.undecided)


class Coverage:
    """Counts of the parts of a contract that messages have exercised.

    Args:
        contract: the contract that the messages were judged by. Its parts are listed even if no
            message exercises them. None: to add up summaries.
        counts: those to add to, by part; None: new ones.
    """

    def __init__(self, contract: Contract | None = None, counts: Counts | None = None) -> None:
        self.version = "" if contract is None else contract.version
        self._plan: Plan | None = None if contract is None else plan_of(contract)
        self._counts: Counts = {} if counts is None else counts

    def add(
        self,
        report: Report,
        message: Message | None = None,
        *,
        source: str | None = None,
        most: int | None = None,
    ) -> None:
        """Count a report.

        Args:
            report: the report; from a pickle, it shows no parameters and fields.
            message: what it is on; None for a document alone.
            source: of the deployment that the message addresses, if it is known.
            most: documents of a list to count; of a longer list, a random sample is counted.

        Raises:
            ContractError: the coverage was made without a contract.
        """
        if self._plan is None:
            raise ContractError("make the Coverage with the contract, to add reports")
        operation = report.operation or OUTSIDE
        if message is not None:
            self._count(("operations", operation, message), VERDICTS.index(report.verdict))
        for need in report.needs:
            self._count(("needs", operation, need), 2)
        if message == "request":
            self._add_parameters(self._plan, report)
        self._add_document(self._plan, report, source, most)

    def add_entry(self, entry: "JudgedEntry") -> None:
        """Count the messages of a judged exchange. Raises ContractError as `add` does."""
        if entry.request is not None:
            self.add(entry.request, "request", source=entry.source)
        if entry.response is not None:
            self.add(entry.response, "response", source=entry.source)

    def _add(self, key: Key, numbers: Iterable[int]) -> None:
        counts = self._counts.setdefault(key, [0, 0, 0])
        for place, number in enumerate(numbers):
            counts[place] += number

    def _count(self, key: Key, place: int) -> None:
        counts = self._counts.get(key)
        if counts is None:
            counts = self._counts[key] = [0, 0, 0]
        counts[place] += 1

    def _add_parameters(self, plan: Plan, report: Report) -> None:
        operation, given = report.operation or OUTSIDE, report.parameters or {}
        wrong = {item.pointer for item in report.violations if item.location in ("query", "path")}
        for name, values in plan.parameters.get(operation, {}).items():
            value = given.get(name)
            if name in wrong:
                self._count(("parameters", operation, name), 1)
            elif value is not None and value != plan.defaults.get((operation, name)):
                self._count(("parameters", operation, name), 0)
                for one in value if isinstance(value, tuple) else (value,):
                    if isinstance(one, str) and one in values:
                        self._count(("parameter_values", operation, name, one), 0)

    def _add_document(
        self, plan: Plan, report: Report, source: str | None, most: int | None
    ) -> None:
        """Count the fields of a document and of those inside it, and the rules on them."""
        kind = report.kind
        if kind is None:
            self._add_broken(plan, report, [], source)
            return
        value, places = report.value, []
        wrong = {item.pointer for item in report.violations if item.mode == "enforce"}
        for pattern, inner in plan.scopes[kind]:
            found = matches(value, pattern)
            if most is not None and len(found) > most:
                found = random.sample(found, most)
            for at, document in found:
                own = source or _settled(report)
                carried = plan.sources.get(inner)
                if carried is not None:
                    own = plan.known_source(find(document, carried))
                prefix = join(at)
                places.append((prefix, own or UNKNOWN))
                self._add_fields(plan, inner, document, prefix, wrong)
                if report.ok and isinstance(document, dict):
                    self._add_kept(plan, report, inner, document, prefix, own or UNKNOWN)
        if report.ok:
            self._add_exchange(plan, report, value)
        self._add_broken(plan, report, places, source)

    def _add_fields(
        self, plan: Plan, kind: str, document: Any, prefix: str, wrong: set[str]
    ) -> None:
        seen: dict[Key, int] = {}
        for field, at, value in _present(plan.trees[kind], document, () if wrong else None):
            place = 0
            if at is not None:
                pointer = prefix + join(at)
                place = int(pointer in wrong or any(one.startswith(f"{pointer}/") for one in wrong))
            key: Key = ("fields", kind, field.pattern)
            seen[key] = max(seen.get(key, 0), place)
            if field.values and isinstance(value, str) and value in field.values:
                seen.setdefault(("field_values", kind, field.pattern, value), place)
        for key, place in seen.items():
            self._count(key, place)

    def _add_kept(
        self, plan: Plan, report: Report, kind: str, document: Any, prefix: str, source: str
    ) -> None:
        broken = {
            item.rule
            for item in (*report.violations, *report.undecided)
            if _is_within(item.pointer, prefix)
        }
        for rule, places in plan.rules[kind]:
            exercised = not places or any(
                next(iter(matches(document, place)), None) for place in places
            )
            if exercised and rule not in broken:
                self._count(("rules", rule, source), 0)
        for rule in report.revision_rules:
            self._count(("rules", rule, source), 0)

    def _add_exchange(self, plan: Plan, report: Report, value: Any) -> None:
        given = report.parameters or {}
        broken = {item.rule for item in report.violations}
        for rule, parameter, place in plan.exchange.get(report.operation or OUTSIDE, ()):
            asked = given.get(parameter) not in (None, "", ())
            if asked and rule not in broken and next(iter(matches(value, place)), None):
                self._count(("rules", rule, ""), 0)

    def _add_broken(
        self, plan: Plan, report: Report, places: list[tuple[str, str]], source: str | None
    ) -> None:
        """Count each rule that is broken, or open, once for each source."""
        found: dict[tuple[int, Key], None] = {}
        for result, items in ((1, report.violations), (2, report.undecided)):
            for item in items:
                own = ""
                if item.rule in plan.sourced:
                    within = [known for prefix, known in places if _is_within(item.pointer, prefix)]
                    own = within[-1] if within else source or UNKNOWN  # documents inside come last
                found[result, ("rules", item.rule, own)] = None
        for result, key in found:
            self._count(key, result)

    def merge(self, other: Self) -> None:
        """Add the counts of other messages.

        Raises:
            ContractError: they were judged by another version of the contract.
        """
        if self.version and other.version and self.version != other.version:
            raise ContractError(
                f"coverage of contract {other.version} cannot be added to that of {self.version}"
            )
        self.version = self.version or other.version
        self._plan = self._plan or other._plan
        for key, more in other._counts.items():
            self._add(key, more)

    def rows(self, section: str) -> list[Row]:
        """Return the rows of a section: those of the contract, then others that were counted."""
        listed = [] if self._plan is None else self._plan.keys[section]
        known = set(listed)
        others = [key for key in self._counts if key[0] == section and key not in known]
        keys = (*listed, *sorted(others))
        return [Row(key[1:], *self._counts.get(key, (0, 0, 0))) for key in keys]

    def to_dict(self) -> dict[str, Any]:
        """Return the coverage as a JSON object, with the parts that no message exercised."""
        found: dict[str, Any] = {MARK: FORMAT, "contract": self.version}
        for section, names in SECTIONS.items():
            found[section] = []
            for row in self.rows(section):
                numbers = zip(COLUMNS, row[1:], strict=True)
                found[section].append(dict(zip(names, row.names, strict=True)) | dict(numbers))
        return found

    @classmethod
    def from_dict(cls, value: Any, contract: Contract) -> Self:
        """Return the coverage that `to_dict` wrote.

        Args:
            value: parsed JSON.
            contract: the contract that it is about.

        Raises:
            ContractError: it is something else, or of another version of the contract.
        """
        if not isinstance(value, dict) or value.get(MARK) != FORMAT:
            raise ContractError("not a coverage summary of this version of the command")
        if value.get("contract") != contract.version:
            raise ContractError(f"a coverage summary of another contract than {contract.version}")
        coverage, plan = cls(contract), plan_of(contract)
        for section, names in SECTIONS.items():
            for row in _rows_of(value.get(section)):
                key: tuple[Any, ...] = (section, *[row.get(name) for name in names])
                numbers: list[Any] = [row.get(column) for column in COLUMNS]
                if not plan.may_have(key) or not all(map(_is_count, numbers)):
                    raise ContractError(f"a row of {section} is not one of this contract")
                coverage._add(key, numbers)
        return coverage

    def __getstate__(self) -> dict[str, Any]:
        """Return the counts alone: a merged coverage lists the parts of the contract again."""
        return {"version": self.version, "_plan": None, "_counts": self._counts}

    def __repr__(self) -> str:
        return f"<Coverage of contract {self.version}: {len(self._counts)} parts exercised>"


def _rows_of(rows: Any) -> Iterable[dict[str, Any]]:
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ContractError("a section of a coverage summary is not an array of objects")
    return rows


def _is_count(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= _MOST


def _is_within(pointer: str, prefix: str) -> bool:
    return not prefix or pointer == prefix or pointer.startswith(f"{prefix}/")


def _settled(report: Report) -> str | None:
    """Return the source of the deployment if the report leaves one alone, and allows it."""
    is_settled = report.verdict == "allow" and len(report.sources) == 1
    return report.sources[0] if is_settled else None


def _present(
    tree: Tree, value: Any, at: Tokens | None
) -> Iterator[tuple[Tree, Tokens | None, Any]]:
    """Yield the declared fields of a value that are set: field, place, value.

    `at`: the place of the value; None if places are not needed, which takes half the time.
    """
    if isinstance(value, list) and tree.items is not None:
        for number, item in enumerate(value):
            yield from _present(tree.items, item, None if at is None else (*at, number))
    if not isinstance(value, dict):
        return
    for name, below in tree.members.items():
        member = value.get(name, MISSING)
        if member is not MISSING:
            place = None if at is None else (*at, name)
            yield below, place, member
            if below.members or below.items is not None:
                yield from _present(below, member, place)


@dataclass(frozen=True)
class CoverageView:
    """A view of judged entries: the parts of a contract that they exercise."""

    contract: Contract

    def __call__(self, _partition: "Partition", judged: "Iterable[JudgedEntry]") -> Coverage:
        """Return the coverage of judged entries."""
        coverage = Coverage(self.contract)
        for entry in judged:
            coverage.add_entry(entry)
        return coverage
