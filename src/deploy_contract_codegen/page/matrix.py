"""The matrix: the fields with rules, and the effect of the rules by source."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from deploy_contract_codegen.description import described, fields_of, mentioned
from deploy_contract_format.pointer import covers, split
from deploy_contract_format.rules import NOT_NULL, Rule, Rulebook

Tokens = tuple[str, ...]
Schema = Mapping[str, Any]
# a cell shows the first mark that applies
MARKS = ("denied", "reported", "fixed", "allowed")


class Cell(NamedTuple):
    """The effect of setting a field for a source: one of `MARKS`, and the rules behind it."""

    mark: str
    rules: Sequence[Rule]


class MatrixRow(NamedTuple):
    """A field: the values that count as setting it, its cells by source, and rules on revisions."""

    tokens: Tokens
    when: Schema
    declared: bool
    cells: Mapping[str, Cell]
    revision_rules: Sequence[Rule]

    @property
    def rules(self) -> list[str]:
        """Return the ids of all rules of the row."""
        found = [rule for cell in self.cells.values() for rule in cell.rules]
        return list(dict.fromkeys([rule.rule for rule in [*found, *self.revision_rules]]))


class Setters(NamedTuple):
    """The marks of the sources for a field in some kinds, and the values that count as setting it."""

    kinds: list[str]
    marks: Mapping[str, str]
    when: Schema


class Matrix:
    """The rules of a contract by the fields of its documents, resources and sources."""

    def __init__(self, bundled: Mapping[str, Any], book: Rulebook) -> None:
        self._book = book
        # the kinds that have a field, and its tokens there with `*` for the items of arrays
        self._places: defaultdict[tuple[str, str], list[tuple[str, Tokens]]] = defaultdict(list)
        self._declared: dict[str, list[Tokens]] = {}  # by kind, without fields in arrays
        self._responses: dict[str, str] = {}  # operation -> document kind
        for _, _, operation in described(bundled):
            for kind in mentioned(operation.get("responses", {})):
                self._responses[operation["operationId"]] = kind
        for kind in book.kinds:
            fields = list(fields_of(bundled, kind))
            self._declared[kind] = [tokens for _, tokens in fields if "*" not in tokens]
            for title, tokens in fields:
                self._places[title, tokens[-1]].append((kind, tokens))

    @property
    def kinds(self) -> list[str]:
        """The kinds of document with rules for fields."""
        ruled = {kind for rule in self._book.rules if rule.shape == "field" for kind in rule.on}
        return [kind for kind in self._book.kinds if kind in ruled]

    def active(self, kind: str, *shapes: str) -> list[Rule]:
        """Return the rules of some shapes that are evaluated for a document kind."""
        found = [rule for rule in self._book.rules if kind in rule.on and rule.mode != "off"]
        return [rule for rule in found if rule.shape in shapes]

    def rows(self, kind: str) -> dict[str, list[MatrixRow]]:
        """Return the rows of a document kind by the object around them, the top level first."""
        declared = self._declared[kind]
        groups: dict[str, list[MatrixRow]] = {}
        for tokens, when in self._fields(kind):
            cells = {name: self._cell(kind, tokens, when, name) for name in self._book.sources}
            revisions = [
                rule
                for rule in self.active(kind, "revision")
                if covers(split(rule.parameters["field"]), tokens)
            ]
            row = MatrixRow(tokens, when, tokens in declared or "*" in tokens, cells, revisions)
            groups.setdefault(tokens[0] if len(tokens) > 1 else "", []).append(row)
        return {name: groups[name] for name in sorted(groups, key=bool)}

    def _fields(self, kind: str) -> list[tuple[Tokens, Schema]]:
        """Return the fields with rules about sources, stored values or revisions, in order.

        With each comes the schema of the values that count as setting it.
        """
        declared = self._declared[kind]
        found = [_field(rule) for rule in self.active(kind, "field")]
        further: list[Tokens] = []
        for rule in self.active(kind, "equals_stored"):
            further += map(split, rule.parameters["fields"])
        override = self._book.kinds[kind].override
        if override:
            further.append(split(override))
        for rule in self.active(kind, "revision"):
            pattern = split(rule.parameters["field"])
            places = [tokens for tokens in (pattern, *declared) if "*" not in tokens]
            further += [tokens for tokens in places if covers(pattern, tokens)]
        present = {tokens for tokens, _ in found}
        found += [(tokens, NOT_NULL) for tokens in dict.fromkeys(further) if tokens not in present]
        order = {tokens: index for index, tokens in enumerate(declared)}
        return sorted(found, key=lambda field: order.get(field[0], len(order)))

    def _cell(self, kind: str, tokens: Tokens, when: Schema, source: str) -> Cell:
        found: defaultdict[str, list[Rule]] = defaultdict(list)
        for rule in self.active(kind, "field", "admitted", "equals_stored"):
            if self._restricts(rule, kind, (tokens, when), source):
                name = "fixed" if rule.shape == "equals_stored" else "denied"
                found[name if rule.mode == "enforce" else "reported"].append(rule)
        name = next((name for name in MARKS if name in found), "allowed")
        return Cell(name, found[name])

    def _restricts(self, rule: Rule, kind: str, field: tuple[Tokens, Schema], source: str) -> bool:
        """Return True if a rule forbids a source to set a field, or to change its value."""
        given, book, tokens = rule.parameters, self._book, field[0]
        if rule.shape == "equals_stored":
            return tokens in map(split, given["fields"])
        if rule.shape == "field":
            ruled, _ = _field(rule)
            is_around = ruled == tokens[: len(ruled)] and ruled != tokens
            return source not in given["sources"] and (is_around or _field(rule) == field)
        kind_row = book.kinds[kind]
        if given["admitted"] != kind_row.override or kind_row.override != "/" + "/".join(tokens):
            return False
        hostings = set(book.sources[source])  # no value of the override runs where the source does
        return all(hostings.isdisjoint(book.sources[value]) for value in kind_row.overrides)

    def concerned(self, rule: Rule) -> list[str] | None:
        """Return the sources whose deployments can break a rule; None if all can."""
        named = rule.parameters.get("sources")
        if named is None:
            return None
        if rule.shape == "field":  # the rule forbids the field to all others
            return [source for source in self._book.sources if source not in named]
        return list(named)

    def rules(self, title: str, field: str) -> list[Rule]:
        """Return the rules that name a field of a resource, in the order of the rule file."""
        found = []
        for rule in self._book.rules:
            kinds = rule.on or (self._responses.get(rule.parameters.get("operation", "")),)
            patterns = list(_patterns(rule))
            for kind, tokens in self._places[title, field]:
                if kind in kinds and any(covers(pattern, tokens) for pattern in patterns):
                    found.append(rule)
                    break
        return found

    def setters(self, title: str, field: str) -> list[Setters]:
        """Return the sources that may set a field in a request. Kinds with equal marks share an entry.

        If a kind has the field at several places, the first place counts. The list is empty if no
        request has the field.
        """
        found: list[Setters] = []
        places: dict[str, Tokens] = {}
        for kind, tokens in self._places[title, field]:
            if "request" in self._book.kinds[kind].directions:
                # an item is set by setting the array around it
                whole = tokens[: tokens.index("*")] if "*" in tokens else tokens
                places.setdefault(kind, whole)
        for kind, tokens in places.items():
            when = dict(self._fields(kind)).get(tokens, NOT_NULL)
            marks = {name: self._cell(kind, tokens, when, name).mark for name in self._book.sources}
            same = [row for row in found if row[1:] == (marks, when)]
            if same:
                same[0].kinds.append(kind)
            else:
                found.append(Setters([kind], marks, when))
        return found


def _field(rule: Rule) -> tuple[Tokens, Schema]:
    return split(rule.parameters["field"]), rule.parameters.get("when", NOT_NULL)


def sources_of(found: Sequence[Setters]) -> list[str] | None:
    """Return the sources that may set a field. None if all may, or if no request has the field."""
    may = [source for row in found for source, name in row.marks.items() if name != "denied"]
    everyone = {source for row in found for source in row.marks}
    return None if everyone == {*may} else list(dict.fromkeys(may))


def _patterns(rule: Rule) -> Iterator[Tokens]:
    given = rule.parameters
    for key in ("field", "admitted", "array"):
        if str(given.get(key, "")).startswith("/"):
            yield split(given[key])
    for key in ("fields", "names", "never"):
        yield from map(split, given.get(key, ()))
    if "key" in given:
        yield (*split(given["array"]), "*", given["key"])
    for pair in given.get("pairs", ()):
        for name in pair:
            yield (*split(given["within"]), name)
    if "schema" in given:
        for place in given.get("each", ("",)):
            yield from _of_schema(given["schema"], split(place) if place else ())


def _of_schema(schema: Any, at: Tokens) -> Iterator[Tokens]:
    """Yield a place and the members that a schema of a rule names there."""
    if at:
        yield at
    names = [*schema.get("required", ()), *schema.get("properties", {})]
    names += schema.get("not", {}).get("required", ())
    for name in names:
        yield (*at, name)
