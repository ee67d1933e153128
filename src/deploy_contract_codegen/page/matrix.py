"""The matrix: the fields with rules, and the effect of the rules by source."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from deploy_contract_codegen.description import described
from deploy_contract_codegen.page.schemas import Schema, fields_of, mentioned
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import SET, Rule, Rulebook

Tokens = tuple[str, ...]
# a cell shows the first that applies
MARKS = ("denied", "reported", "fixed", "allowed")


class Row(NamedTuple):
    """A field, and the values that a rule counts as setting it."""

    tokens: Tokens
    when: Schema


class MatrixRow(NamedTuple):
    """A row of the matrix: the marks by source, the rules behind them, and the new revisions.

    `ruled` is the first rule behind each mark, "" if there is none. `when` is the condition of a
    rule that counts only some values as setting the field, or None.
    """

    tokens: Tokens
    when: Schema | None
    declared: bool
    marks: Mapping[str, str]
    ruled: Mapping[str, str]
    rules: list[str]
    creates: list[str]


def kinds(book: Rulebook) -> list[str]:
    """Return the kinds of document with rules for fields."""
    with_rules: set[str] = set()
    for rule in book.rules:
        if rule.shape == "field":
            with_rules.update(rule.on)
    return [kind for kind in book.kinds if kind in with_rules]


def matrix(bundled: Mapping[str, Any], book: Rulebook, kind: str) -> dict[str, list[MatrixRow]]:
    """Return the rows of a document kind by the object around them, the top level first."""
    declared = [tokens for _, tokens in fields_of(bundled, kind) if "*" not in tokens]
    groups: dict[str, list[MatrixRow]] = {}
    for row in _rows(declared, book, kind):
        marks, ruled, rules = {}, {}, list[Rule]()
        for source in book.sources:
            marks[source], found = mark(book, kind, row, source)
            ruled[source] = found[0].rule if found else ""
            rules += found
        revisions = [
            rule
            for rule in active_rules(book, kind, "revision")
            if matches(split(rule.parameters["field"]), row.tokens)
        ]
        names = dict.fromkeys([rule.rule for rule in [*rules, *revisions]])
        shown = MatrixRow(
            row.tokens,
            condition(row.when),
            row.tokens in declared or "*" in row.tokens,
            marks,
            ruled,
            list(names),
            [rule.parameters["creates"] for rule in revisions],
        )
        groups.setdefault(row.tokens[0] if len(row.tokens) > 1 else "", []).append(shown)
    return {name: groups[name] for name in sorted(groups, key=bool)}


def condition(when: Schema) -> Schema | None:
    """Return the condition of a rule about a field, or None if it is that the field is set."""
    return None if when == SET else when


def active_rules(book: Rulebook, kind: str, *shapes: str) -> list[Rule]:
    """Return the rules of some shapes that are evaluated for a document kind."""
    found = [rule for rule in book.rules if kind in rule.on and rule.mode != "off"]
    return [rule for rule in found if rule.shape in shapes]


def _rows(declared: Sequence[Tokens], book: Rulebook, kind: str) -> list[Row]:
    """Return the fields with rules about sources, stored values or revisions, in document order."""
    found = [_row(rule) for rule in active_rules(book, kind, "field")]
    further: list[Tokens] = []
    for rule in active_rules(book, kind, "equals_stored"):
        further += map(split, rule.parameters["fields"])
    override = book.kinds[kind].override
    if override:
        further.append(split(override))
    for rule in active_rules(book, kind, "revision"):
        pattern = split(rule.parameters["field"])
        places = [tokens for tokens in (pattern, *declared) if "*" not in tokens]
        further += [tokens for tokens in places if matches(pattern, tokens)]
    present = {row.tokens for row in found}
    found += [Row(tokens, SET) for tokens in dict.fromkeys(further) if tokens not in present]
    order = {tokens: index for index, tokens in enumerate(declared)}
    return sorted(found, key=lambda row: order.get(row.tokens, len(order)))


def _row(rule: Rule) -> Row:
    return Row(split(rule.parameters["field"]), rule.parameters.get("when", SET))


def mark(book: Rulebook, kind: str, row: Row, source: str) -> tuple[str, list[Rule]]:
    """Return the mark of a field for a source, and the rules behind it."""
    found: defaultdict[str, list[Rule]] = defaultdict(list)
    for rule in active_rules(book, kind, "field", "admitted", "equals_stored"):
        if _restricts(book, kind, rule, row, source):
            name = "fixed" if rule.shape == "equals_stored" else "denied"
            found[name if rule.mode == "enforce" else "reported"].append(rule)
    for name in MARKS:
        if name in found:
            return name, found[name]
    return "allowed", []


def _restricts(book: Rulebook, kind: str, rule: Rule, row: Row, source: str) -> bool:
    """Return True if a rule forbids a source to set a field, or to change its value."""
    given = rule.parameters
    if rule.shape == "equals_stored":
        return row.tokens in map(split, given["fields"])
    if rule.shape == "field":
        ruled = _row(rule)
        is_around = ruled.tokens == row.tokens[: len(ruled.tokens)] and ruled.tokens != row.tokens
        return source not in given["sources"] and (is_around or ruled == row)
    how = book.kinds[kind]
    if given["admitted"] != how.override or how.override != "/" + "/".join(row.tokens):
        return False
    hostings = set(book.sources[source])  # no value of the override runs where the source does
    return all(hostings.isdisjoint(book.sources[value]) for value in how.overrides)


def matches(pattern: Tokens, tokens: Tokens) -> bool:
    """Return True if a pattern, which may have `*` for any token, is that of a place."""
    if len(pattern) != len(tokens):
        return False
    pairs = zip(pattern, tokens, strict=True)
    return all(expected in ("*", token) for expected, token in pairs)


class Setters(NamedTuple):
    """The mark of each source for a field, by kinds.

    `when` is the condition of a rule that counts only some values as setting the field, or None.
    """

    kinds: list[str]
    marks: Mapping[str, str]
    when: Schema | None


def sources_of(found: Sequence[Setters]) -> list[str] | None:
    """Return the sources that may set a field in some request; None if all may, or no request."""
    may = [source for one in found for source, name in one.marks.items() if name != "denied"]
    everyone = {source for one in found for source in one.marks}
    return None if everyone == {*may} else list(dict.fromkeys(may))


def concerned(book: Rulebook, rule: Rule) -> list[str] | None:
    """Return the sources whose deployments can break a rule; None if all can."""
    named = rule.parameters.get("sources")
    if named is None:
        return None
    if rule.shape == "field":  # the rule forbids the field to all others
        return [source for source in book.sources if source not in named]
    return list(named)


class FieldRules:
    """The rules of a contract by the fields of its resources."""

    def __init__(self, bundled: Mapping[str, Any], book: Rulebook) -> None:
        self._book = book
        # the kinds that have a field, and its tokens there with `*` for the items of arrays
        self._places: defaultdict[tuple[str, str], list[tuple[str, Tokens]]] = defaultdict(list)
        self._requests: set[str] = set()
        self._responses: dict[str, str] = {}  # operation -> document kind
        for _, _, operation in described(bundled):
            self._requests.update(mentioned(operation.get("requestBody", {})))
            for kind in mentioned(operation.get("responses", {})):
                self._responses[operation["operationId"]] = kind
        for kind in book.kinds:
            for title, tokens in fields_of(bundled, kind):
                self._places[title, tokens[-1]].append((kind, tokens))

    def rules(self, title: str, field: str) -> list[Rule]:
        """Return the rules that name a field, in the order of the rule file."""
        found = []
        for rule in self._book.rules:
            kinds = rule.on or (self._responses.get(rule.parameters.get("operation", "")),)
            patterns = list(_patterns(rule))
            for kind, tokens in self._places[title, field]:
                if kind in kinds and any(matches(pattern, tokens) for pattern in patterns):
                    found.append(rule)
                    break
        return found

    def setters(self, title: str, field: str) -> list[Setters]:
        """Return who may set a field in a request: one entry for all kinds that do not differ.

        A kind that has the field at several places counts by the first. The list is empty if no
        request has the field.
        """
        found: list[Setters] = []
        places: dict[str, Tokens] = {}
        for kind, tokens in self._places[title, field]:
            if kind in self._requests:
                places.setdefault(kind, tokens)
        for kind, tokens in places.items():
            # the array around an item sets it
            row = Row(tokens[: tokens.index("*")] if "*" in tokens else tokens, SET)
            for rule in self._book.rules:  # a rule may count only some values as setting the field
                if rule.shape == "field" and kind in rule.on and _row(rule).tokens == row.tokens:
                    row = Row(row.tokens, rule.parameters.get("when", row.when))
            marks = {one: mark(self._book, kind, row, one)[0] for one in self._book.sources}
            entry = Setters([kind], marks, condition(row.when))
            same = [one for one in found if one[1:] == entry[1:]]
            if same:
                same[0].kinds.append(kind)
            else:
                found.append(entry)
        return found


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
