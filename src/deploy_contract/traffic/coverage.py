"""Coverage: which parts of a contract messages have exercised, and with which verdict.

All names come from the contract. No value of a message is kept, unless the contract lists the
value.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, Self, TypeAlias

from deploy_contract.contract import Contract
from deploy_contract.exceptions import ContractError
from deploy_contract.judge.python.relations import RELATIONS
from deploy_contract.report import Report
from deploy_contract_format.definitions import Schema, declared_fields
from deploy_contract_format.pointer import Tokens, find, join, matches, split
from deploy_contract_format.rules import Rule, scopes

if TYPE_CHECKING:  # a gateway counts messages without reading recordings
    from deploy_contract.traffic.recordings import Partition
    from deploy_contract.traffic.replay import JudgedEntry

FORMAT: Final = 1
MARK: Final = "deploy_contract_coverage"  # the member by which a summary is recognised
UNKNOWN: Final = "unknown"  # the source of a document if it is unknown
OUTSIDE: Final = ""  # the operation of messages outside the contract
VERDICTS: Final = ("allow", "deny", "indeterminate")
COLUMNS: Final = ("passed", "failed", "undecided")
PASSED, FAILED, UNDECIDED = range(3)
SECTIONS: Mapping[str, tuple[str, ...]] = {  # section -> the kinds of names of its rows
    "operations": ("operation", "message"),
    "parameters": ("operation", "parameter"),
    "parameter_values": ("operation", "parameter", "value"),
    "fields": ("document", "field"),
    "field_values": ("document", "field", "value"),
    "rules": ("rule", "source"),
    "needs": ("operation", "need"),
}
_MAX_COUNT = 2**53 - 1
_OF_EVERY_MESSAGE = ("keyword", "wire", "http", "undeclared")  # shapes of rules
# rules that are not counted by their places: a report names the rules on revisions that apply, and
# does not have the facts with which a response was compared
_NOT_SEEN = ("revision", "equals_known")
_PARTS: Mapping[str, tuple[str, ...]] = {  # section -> parts of messages of any operation
    "operations": ("request", "response"),
    "needs": ("source", "hosting", "deployment"),
}

Key: TypeAlias = tuple[str, ...]  # section, then the names of a part
# a declared field: its kind of document and place, and the texts that its schema lists
Field: TypeAlias = tuple[Key, frozenset[str]]
Place: TypeAlias = tuple[str, ...]  # in a document, with "*" for an item
Counted: TypeAlias = tuple[Key, int]  # a part, and the column that it counts in
Counts: TypeAlias = Counter[Counted]
Found: TypeAlias = Iterator[Counted]
Message: TypeAlias = Literal["request", "response"]


# --- the parts of a contract


class Plan:
    """The parts of a contract, and the places of messages that exercise them."""

    def __init__(self, contract: Contract) -> None:
        book = contract.bundle.book
        rules = [rule for rule in contract.rules if rule.mode != "off"]
        self._sources = frozenset(book.sources)
        self._own_sources = {name: kind.own_source for name, kind in book.kinds.items()}
        # the places of documents in a kind of document; inner documents come last
        self._scopes = {name: list(scopes(book.kinds, name)) for name in book.kinds}
        self._fields = {name: _fields(contract, name, self._scopes[name]) for name in book.kinds}
        self._parameters = _parameters(contract)
        on_documents = [rule for rule in rules if rule.on and rule.shape not in _OF_EVERY_MESSAGE]
        # rules that are counted for each source
        self._sourced = frozenset(rule.rule for rule in on_documents)
        # also rules that are off here: a summary may come from a contract with other modes
        self._rules = frozenset(rule.rule for rule in contract.rules)
        self._places: defaultdict[str, list[tuple[str, list[Place]]]] = defaultdict(list)
        for rule in on_documents:
            places = list(map(split, _pointers(rule)))
            for kind in () if rule.shape in _NOT_SEEN else rule.on:
                self._places[kind].append((rule.rule, places))
        # rules between request and response by operation: rule, parameter, place
        self._exchange: defaultdict[str, list[tuple[str, str, Place]]] = defaultdict(list)
        for rule in rules:
            given = rule.parameters
            if "operation" in given and "parameter" in given:
                row = (rule.rule, given["parameter"], split(given.get("field") or given["array"]))
                self._exchange[given["operation"]].append(row)
        # the parts of each section, in the order of the contract
        self.keys = self._keys(rules, book.admitted(contract.hosting))

    def _keys(self, rules: list[Rule], admitted: Iterable[str]) -> Mapping[str, list[Key]]:
        keys: defaultdict[str, list[Key]] = defaultdict(list)
        for operation, parameters in self._parameters.items():
            for section, parts in _PARTS.items():
                keys[section] += [(section, operation, part) for part in parts]
            for name, (values, _) in parameters.items():
                keys["parameters"].append(("parameters", operation, name))
                for value in sorted(values):
                    keys["parameter_values"].append(("parameter_values", operation, name, value))
        for names, values in chain(*[fields.values() for fields in self._fields.values()]):
            keys["fields"].append(("fields", *names))
            keys["field_values"] += [("field_values", *names, value) for value in sorted(values)]
        for rule in rules:
            sources = admitted if rule.rule in self._sourced else ("",)
            keys["rules"] += [("rules", rule.rule, source) for source in sources]
        return keys

    def may_have(self, key: tuple[Any, ...]) -> bool:
        """Return True if a part belongs to the contract, or is a message outside of it."""
        section, *names = key
        if not all(isinstance(name, str) for name in names):
            return False
        if section == "rules":
            return names[0] in self._rules and names[1] in (*self._sources, UNKNOWN, "")
        if section in _PARTS and names[0] == OUTSIDE:
            return names[1] in _PARTS[section]
        return key in self.keys[section]

    def found(
        self, report: Report, message: Message | None, source: str | None, most: int | None
    ) -> Found:
        """Yield the parts that a report exercises. The arguments are those of `Coverage.add`."""
        operation = report.operation or OUTSIDE
        if message is not None:
            yield ("operations", operation, message), VERDICTS.index(report.verdict)
        for need in report.needs:
            yield ("needs", operation, need), UNDECIDED
        if message == "request":
            yield from self._found_parameters(report, operation)
        places: list[tuple[str, str]] = []
        wrong = {item.pointer for item in report.violations if item.mode == "enforce"}
        for pattern, kind in () if report.kind is None else self._scopes[report.kind]:
            documents = matches(report.value, pattern)
            if most is not None and len(documents) > most:
                documents = random.sample(documents, most)
            for at, document in documents:
                prefix, own = join(at), self._source_of(kind, document, report, source)
                places.append((prefix, own))
                yield from self._found_fields(kind, document, prefix, wrong)
                if report.ok and isinstance(document, dict):
                    yield from self._found_kept(kind, document, prefix, report, own)
        if report.ok and report.kind is not None:
            yield from self._found_exchange(report, operation)
        yield from self._found_broken(report, places, source)

    def _found_parameters(self, report: Report, operation: str) -> Found:
        given = report.parameters or {}
        wrong = {item.pointer for item in report.violations if item.location in ("query", "path")}
        for name, (values, default) in self._parameters.get(operation, {}).items():
            value = given.get(name)
            if name in wrong:
                yield ("parameters", operation, name), FAILED
            elif value is not None and value != default:
                yield ("parameters", operation, name), PASSED
                for item in value if isinstance(value, tuple) else (value,):
                    if isinstance(item, str) and item in values:
                        yield ("parameter_values", operation, name, item), PASSED

    def _source_of(self, kind: str, document: Any, report: Report, source: str | None) -> str:
        place = self._own_sources.get(kind)
        if place:
            own = find(document, place)
            return own if isinstance(own, str) and own in self._sources else UNKNOWN
        # the source of the deployment, if the report leaves only one, and allows it
        is_settled = report.verdict == "allow" and len(report.sources) == 1
        return source or (report.sources[0] if is_settled else UNKNOWN)

    def _found_fields(self, kind: str, document: Any, prefix: str, wrong: set[str]) -> Found:
        seen: dict[Key, int] = {}
        for (names, values), at, value in _present(self._fields[kind], document, (), ()):
            result = PASSED
            if wrong:
                pointer = prefix + join(at)
                if pointer in wrong or any(place.startswith(f"{pointer}/") for place in wrong):
                    result = FAILED
            key = ("fields", *names)
            seen[key] = max(seen.get(key, PASSED), result)
            if values and isinstance(value, str) and value in values:
                seen.setdefault(("field_values", *names, value), result)
        yield from seen.items()

    def _found_kept(
        self, kind: str, document: Any, prefix: str, report: Report, source: str
    ) -> Found:
        items = (*report.violations, *report.undecided)
        broken = {item.rule for item in items if _is_within(item.pointer, prefix)}
        for rule, places in self._places[kind]:
            is_exercised = not places or any(matches(document, place) for place in places)
            if is_exercised and rule not in broken:
                yield ("rules", rule, source), PASSED
        for rule in report.revision_rules:
            yield ("rules", rule, source), PASSED

    def _found_exchange(self, report: Report, operation: str) -> Found:
        given = report.parameters or {}
        broken = {item.rule for item in report.violations}
        for rule, parameter, place in self._exchange.get(operation, ()):
            is_asked = given.get(parameter) not in (None, "", ())
            if is_asked and rule not in broken and matches(report.value, place):
                yield ("rules", rule, ""), PASSED

    def _found_broken(
        self, report: Report, places: list[tuple[str, str]], source: str | None
    ) -> Found:
        """Yield each rule that is broken or undecided, once for each source."""
        found: dict[tuple[Key, int], None] = {}
        for result, items in ((FAILED, report.violations), (UNDECIDED, report.undecided)):
            for item in items:
                own = ""
                if item.rule in self._sourced:
                    within = [known for prefix, known in places if _is_within(item.pointer, prefix)]
                    own = within[-1] if within else source or UNKNOWN
                found[("rules", item.rule, own), result] = None
        yield from found


plan_of = lru_cache(maxsize=8)(Plan)


def _fields(contract: Contract, kind: str, within: list[tuple[Place, str]]) -> dict[Place, Field]:
    """Return the fields of a kind of document, without the fields of documents inside."""
    definitions = contract.bundle.definitions(kind)
    found: dict[Place, Field] = {}
    for place, schema in declared_fields(definitions[kind], definitions):
        around = [inner for inner, _ in within if inner and place[: len(inner)] == inner]
        if place in around or not around:
            found[place] = (kind, join(place)), _listed(schema)
    return found


def _present(
    fields: Mapping[Place, Field], value: Any, pattern: Place, at: Tokens
) -> Iterator[tuple[Field, Tokens, Any]]:
    """Yield the declared fields of a value that are set: field, place, value."""
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from _present(fields, item, (*pattern, "*"), (*at, number))
    elif isinstance(value, dict):
        for name, member in value.items():
            below = (*pattern, name)
            field = fields.get(below)
            if field is not None:
                place = (*at, name)
                yield field, place, member
                if isinstance(member, dict | list):
                    yield from _present(fields, member, below, place)


def _parameters(contract: Contract) -> dict[str, dict[str, tuple[frozenset[str], Any]]]:
    """Return the listed values and the default of each parameter, by operation and name."""
    found: dict[str, dict[str, tuple[frozenset[str], Any]]] = {}
    for operation in contract.operations:
        rows = found.setdefault(operation["operation"], {})
        for row in operation["parameters"]:
            values = _listed(row["schema"]) | frozenset(row.get("values", ()))
            rows[row["name"]] = values, row.get("default")
    return found


def _listed(schema: Schema) -> frozenset[str]:
    values = [*schema.get("enum", ()), schema.get("const")]
    return frozenset(value for value in values if isinstance(value, str))


def _pointers(rule: Rule) -> Iterable[str]:
    """Return the places of which a document that breaks a rule sets one; none: it breaks anywhere."""
    if rule.shape in RELATIONS:
        return RELATIONS[rule.shape].places(rule.parameters)
    admitted = rule.parameters.get("admitted", "")
    return [admitted] if admitted.startswith("/") else rule.fields  # or the context


def _is_within(pointer: str, prefix: str) -> bool:
    return not prefix or pointer == prefix or pointer.startswith(f"{prefix}/")


# --- counts


class Row(NamedTuple):
    """A part of the contract, and the number of messages or documents that exercised it.

    `names` has a name for each column of the section in `SECTIONS`. `undecided` counts messages in
    which unknown facts decide.
    """

    names: tuple[str, ...]
    passed: int
    failed: int
    undecided: int

    @property
    def is_exercised(self) -> bool:
        """Return True if any message exercised the part."""
        return any(self[1:])


class Coverage:
    """Counts of the parts of a contract that messages have exercised.

    Args:
        contract: the contract that judged the messages. Its parts are listed even if no message
            exercises them. None: to add up summaries.
        counts: counts to add to, by part; None: new counts.
    """

    def __init__(self, contract: Contract | None = None, counts: Counts | None = None) -> None:
        self.version = "" if contract is None else contract.version
        self._plan: Plan | None = None if contract is None else plan_of(contract)
        self._listed: Mapping[str, list[Key]] = self._plan.keys if self._plan else {}
        self._counts: Counts = Counter() if counts is None else counts

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
            message: the message of the report; None for a document alone.
            source: the source of the deployment that the message addresses, if it is known.
            most: documents of a list to count; of a longer list, a random sample is counted.

        Raises:
            ContractError: the coverage was made without a contract.
        """
        if self._plan is None:
            raise ContractError("make the Coverage with the contract, to add reports")
        self._counts.update(self._plan.found(report, message, source, most))

    def add_entry(self, entry: "JudgedEntry") -> None:
        """Count the messages of a judged exchange. Raises ContractError as `add` does."""
        if entry.request is not None:
            self.add(entry.request, "request", source=entry.source)
        if entry.response is not None:
            self.add(entry.response, "response", source=entry.source)

    def merge(self, other: Self) -> None:
        """Add the counts of other messages.

        Raises:
            ContractError: they were judged by another version of the contract.
        """
        if self.version and other.version and self.version != other.version:
            raise ContractError(
                f"coverage of contract {other.version} cannot be added to one of {self.version}"
            )
        self.version = self.version or other.version
        self._listed = self._listed or other._listed
        self._counts.update(other._counts)

    def rows(self, section: str) -> list[Row]:
        """Return the rows of a section: the parts of the contract, then other counted parts."""
        listed = self._listed.get(section, ())
        known = set(listed)
        others = {key for key, _ in self._counts if key[0] == section and key not in known}
        rows = []
        for key in (*listed, *sorted(others)):
            counts = [self._counts[key, column] for column in range(len(COLUMNS))]
            rows.append(Row(key[1:], *counts))
        return rows

    def totals(self, section: str) -> tuple[int, int, int]:
        """Return the numbers of parts of a section: exercised, all, and failed.

        Parts outside the contract count only if they have failed.
        """
        rows, count = self.rows(section), len(self._listed.get(section, ()))
        exercised = sum(row.is_exercised for row in rows[:count])
        return exercised, count, sum(bool(row.failed) for row in rows)

    def to_dict(self) -> dict[str, Any]:
        """Return the coverage as a JSON object, with the parts that no message exercised."""
        found: dict[str, Any] = {MARK: FORMAT, "contract": self.version}
        for section, names in SECTIONS.items():
            rows = [(*row.names, *row[1:]) for row in self.rows(section)]
            found[section] = [dict(zip((*names, *COLUMNS), row, strict=True)) for row in rows]
        return found

    @classmethod
    def from_dict(cls, value: Any, contract: Contract) -> Self:
        """Return the coverage of a contract that `to_dict` wrote.

        Raises:
            ContractError: it is not a coverage, or of another version of the contract.
        """
        if not isinstance(value, dict) or value.get(MARK) != FORMAT:
            raise ContractError("not a coverage summary of this version of the command")
        if value.get("contract") != contract.version:
            raise ContractError(f"not a coverage summary of contract {contract.version}")
        coverage, plan = cls(contract), plan_of(contract)
        for section, names in SECTIONS.items():
            rows = value.get(section)
            if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
                raise ContractError("a section of a coverage summary is not an array of objects")
            for row in rows:
                key: tuple[Any, ...] = (section, *[row.get(name) for name in names])
                numbers: list[Any] = [row.get(column) for column in COLUMNS]
                if not plan.may_have(key) or not all(map(_is_count, numbers)):
                    raise ContractError(f"a row of {section} does not belong to this contract")
                for column, number in enumerate(numbers):
                    coverage._counts[key, column] += number
        return coverage

    def __getstate__(self) -> dict[str, Any]:
        """Return the state without the plan: reports can no longer be added."""
        return {**vars(self), "_plan": None}

    def __repr__(self) -> str:
        parts = {key for key, _ in self._counts}
        return f"<Coverage of contract {self.version}: {len(parts)} parts exercised>"


def _is_count(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= _MAX_COUNT


def coverage_of(
    contract: Contract, _partition: "Partition", judged: "Iterable[JudgedEntry]"
) -> Coverage:
    """Return the coverage of the judged entries of a partition."""
    coverage = Coverage(contract)
    for entry in judged:
        coverage.add_entry(entry)
    return coverage
