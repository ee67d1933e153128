"""Rules of documents. Each becomes a function that finds the places and worlds of its breaches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from deploy_contract.judge.python.relations import RELATIONS, Check, Fields, Hit, Stored
from deploy_contract.judge.python.schema import Schema, findings, fits, prepare
from deploy_contract.judge.python.worlds import ALL, Worlds
from deploy_contract_format.pointer import MISSING, Tokens, find, matches, split
from deploy_contract_format.rules import MERGED, SET, Kind, Rule, judged_schema

if TYPE_CHECKING:
    from deploy_contract_generated.names import RevisionAnswer

Concern = tuple["PreparedRule", list[tuple[Tokens, Fields]]]
"""A rule, and the documents that may break it, each as its place and its fields."""
Revision = tuple["RevisionAnswer | None", tuple[str, ...]]
"""Whether a document creates a revision, and the ids of the rules that decide it."""
NO_REVISION: Revision = (None, ())
UNREAD: Revision = ("unknown", ())
_SUREST: tuple[RevisionAnswer, ...] = ("yes", "unknown", "no")


@dataclass(frozen=True, slots=True)
class PreparedRule:
    """A rule, ready to judge documents of a kind.

    Attributes:
        rule: the rule.
        check: finds the breaches of the rule.
        places: an object that breaks the rule has at least one of these places. Every object has
            the place ().
        around: the pattern of the documents that the rule judges.
        reads_stored: False if the rule judges complete documents, whose absent fields are null.
    """

    rule: Rule
    check: Check
    places: frozenset[tuple[str, ...]]
    around: tuple[str, ...]
    reads_stored: bool


class Places(dict[str, "Places"]):
    """Places of a document as a tree. The keys are the next tokens.

    Attributes:
        at: the tokens from the root to this place.
        rules: numbers of the rules that an object can break if it has this place.
        every_rule: at the root, the numbers of all rules.
    """

    def __init__(self, at: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.at = at
        self.rules: list[int] = []
        self.every_rule: list[int] = []

    def place(self, tokens: tuple[str, ...]) -> Places:
        """Return the place to which tokens lead. If the tree lacks the place, add it."""
        found = self
        for token in tokens:
            if token not in found:
                found[token] = Places((*found.at, token))
            found = found[token]
        return found

    def add(self, tokens: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Split a pattern before its first `*`, and add the place of the first part to the tree.

        Return the tokens of both parts.
        """
        end = tokens.index("*") if "*" in tokens else len(tokens)
        return self.place(tokens[:end]).at, tokens[end:]

    def read(self, document: Any) -> tuple[Fields, set[int]]:
        """Return the values of a document at these places, and the numbers of rules it can break.

        A document that is not an object can break every rule.
        """
        fields: dict[Tokens, Any] = {(): document}
        rules = set(self.rules)
        if document.__class__ is not dict:
            rules.update(self.every_rule)
        waiting: list[tuple[Any, Places]] = [(document, self)]
        for value, places in waiting:  # grows in the loop
            if value.__class__ is dict:
                for token, place in places.items():
                    if token in value:
                        fields[place.at] = value[token]
                        rules.update(place.rules)
                        if place:
                            waiting.append((value[token], place))
        return fields, rules


@dataclass(frozen=True, slots=True)
class Setting:
    """The surroundings of a rule.

    Attributes:
        worlds: the worlds of the kind of document.
        kind: the properties of the documents that the rule judges.
        carried: tokens of the source in a stored deployment.
        places: the places that the rules on these documents read.
        most: the greatest number of hits of a rule that a report may need.
        own: tokens of the source in the document; () if the document does not hold its source.
        override: tokens of the field that names another source; () if there is no such field.
    """

    worlds: Worlds
    kind: Kind
    carried: tuple[str, ...]
    places: Places
    most: int
    own: tuple[str, ...] = field(init=False, default=())
    override: tuple[str, ...] = field(init=False, default=())

    def __post_init__(self) -> None:
        kind = self.kind
        if kind.source not in (None, "context"):
            object.__setattr__(self, "own", self.places.add(split(kind.source or ""))[0])
        elif kind.override is not None:
            object.__setattr__(self, "override", self.places.add(split(kind.override))[0])


@dataclass(frozen=True, slots=True)
class DocumentRules:
    """The rules on a kind of document and on the documents inside.

    Attributes:
        rules: the rules in the order of reports. Rules on documents inside come after rules on the
            document, and rules of the shapes `LAST` come at the end.
        places: the places that the rules read, by the pattern of the documents that they judge.
        revisions: the rules that decide whether a document creates a revision: (rule, tokens of its
            field before the first `*`, the other tokens, schema of the values for which the rule
            decides).
    """

    rules: list[PreparedRule]
    places: Mapping[tuple[str, ...], Places]
    revisions: list[tuple[Rule, tuple[str, ...], tuple[str, ...], Schema]]

    def read(self, document: Any) -> tuple[Fields, list[Concern]]:
        """Return the fields of a document, and the rules that it or a document inside can break."""
        own, numbers = self.places[()].read(document)
        found: dict[int, list[tuple[Tokens, Fields]]] = {number: [((), own)] for number in numbers}
        for around, places in self.places.items():
            for at, inner in matches(document, around) if around else ():
                fields, numbers = places.read(inner)
                for number in numbers:
                    found.setdefault(number, []).append((at, fields))
        return own, [(self.rules[number], found[number]) for number in sorted(found)]

    def revision(self, fields: Fields) -> Revision:
        """Return whether a document creates a revision, and the ids of the rules that decide it.

        The answer is the first of "yes", "unknown" and "no" that one of these rules gives. It is
        "no" if no rule applies, "unknown" for a document that is not an object, and None if the
        contract has no such rule for this kind of document.
        """
        if not self.revisions:
            return NO_REVISION
        if fields[()].__class__ is not dict:
            return UNREAD
        found = []
        for rule, stem, rest, when in self.revisions:
            if stem in fields:
                values = [fields[stem]]
                if rest:
                    values = [part for _, part in matches(fields[stem], rest)]
                if [one for one in values if one.__class__ in when.passing or fits(when, one)]:
                    found.append(rule)
        answers: list[RevisionAnswer] = [rule.parameters["creates"] for rule in found]
        answer: RevisionAnswer = min(answers, key=_SUREST.index, default="no")
        return answer, tuple([rule.rule for rule in found])


FIRST = ("field", "admitted", "schema", "never", "equals_stored", "stored_unknown")
# reports show rules within a document after the others
LAST = tuple(name for name, relation in RELATIONS.items() if relation.reads_stored == "none")


def document_rules(
    rules: Sequence[Rule],
    revisions: Sequence[Rule],
    kinds: Mapping[str, Kind],
    kind: str,
    worlds: Worlds,
    carried: tuple[str, ...],
    most: int,
) -> DocumentRules:
    """Return the rules on a kind of document, prepared.

    Args:
        rules: the rules that are not off.
        revisions: the revision rules among all rules.
        kinds: the properties of all kinds.
        kind: the kind.
        worlds: the worlds of the kind.
        carried: tokens of the source in a stored deployment.
        most: the greatest number of hits of a rule that a report may need.
    """
    places: dict[tuple[str, ...], Places] = {}
    found = list(_rules_within(rules, kinds, kind, (), worlds, carried, places, most))
    found.sort(key=lambda prepared: prepared.rule.shape in LAST)
    prepared = [
        (
            rule,
            *places[()].add(split(rule.parameters["field"])),
            prepare(rule.parameters.get("when", SET)),
        )
        for rule in revisions
        if kind in rule.on
    ]
    for number, one in enumerate(found):
        tree = places[one.around]
        tree.every_rule.append(number)
        for tokens in one.places:
            tree.place(tokens).rules.append(number)
    return DocumentRules(found, places, prepared)


def _rules_within(
    rules: Sequence[Rule],
    kinds: Mapping[str, Kind],
    kind: str,
    around: tuple[str, ...],
    worlds: Worlds,
    carried: tuple[str, ...],
    places: dict[tuple[str, ...], Places],
    most: int,
) -> Iterator[PreparedRule]:
    how = kinds[kind]
    setting = Setting(worlds, how, carried, places.setdefault(around, Places()), most)
    for rule in rules:
        if kind in rule.on and rule.shape in (*FIRST, *LAST):
            check = _SHAPES.get(rule.shape, _relation)(rule, setting)
            if check is not None:
                deciding = _deciding_places(rule, setting)
                yield PreparedRule(rule, check, deciding, around, how.stored and not around)
    for place, inner in how.contains:
        below = (*around, *split(place))
        yield from _rules_within(rules, kinds, inner, below, worlds, carried, places, most)


def _deciding_places(rule: Rule, setting: Setting) -> frozenset[tuple[str, ...]]:
    """Return `PreparedRule.places` of a rule: () if any object may break the rule."""
    given = rule.parameters
    pointers: Iterable[str] = [given.get("field", given.get("admitted", ""))]
    if rule.shape in RELATIONS:
        pointers = RELATIONS[rule.shape].places(given)
    elif rule.shape == "schema" and "each" in given:
        pointers = given["each"]
    elif rule.shape == "schema" and _is_of_members(given["schema"]):
        members = given["schema"].get("properties", {})
        return frozenset([setting.places.add((name,))[0] for name in members])
    found = [setting.places.add(split(pointer))[0] for pointer in pointers if pointer != "context"]
    if rule.shape == "never":
        # an object that is not merged may break the rule because it lacks a member
        merged = [split(place) for place, effect in setting.kind.effects if effect == MERGED]
        found = [_first_replaced(place, merged) for place in found]
    if () in found or not found:
        return frozenset([()])
    return frozenset(found)


def _first_replaced(place: tuple[str, ...], merged: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the outermost object around a place that a patch replaces as a whole, or the place."""
    for end in range(1, len(place)):
        if place[:end] not in merged:
            return place[:end]
    return place


def _is_of_members(schema: Mapping[str, Any]) -> bool:
    """Return True if an object can fail a schema only by its members."""
    return schema.keys() <= {"type", "properties"} and "object" in schema.get("type", "object")


def _field(rule: Rule, setting: Setting) -> Check:
    """Require that only documents of some sources set the field. An override replaces the source."""
    given, kind, own, override = rule.parameters, setting.kind, setting.own, setting.override
    (stem, rest), allowed = setting.places.add(split(given["field"])), tuple(given["sources"])
    is_set = prepare(given.get("when", SET))
    others = setting.worlds.mask(lambda source: source not in allowed)
    overriding = [name for name in allowed if name in kind.overrides]
    is_overridden = given["field"].startswith(tuple([f"{part}/" for part in kind.overridden]))
    if kind.source != "context":
        others, override = ALL, ()

    def check(fields: Fields, _stored: Stored = None, possible: int = ALL) -> Iterable[Hit]:
        violated = others
        if own and allowed:
            source = fields.get(own, MISSING)
            violated = 0 if source is MISSING or source in allowed else ALL
        elif override:
            effective = fields.get(override)
            if effective is not None:
                violated = ALL if is_overridden else others
                if effective in overriding:
                    violated = 0
        if not violated & possible or stem not in fields:
            return ()
        values: Iterable[tuple[Tokens, object]] = [(stem, fields[stem])]
        if rest:
            values = values_at(fields[stem], rest, stem)
        return [
            (at, violated, 0)
            for at, value in values
            if value.__class__ in is_set.passing or fits(is_set, value)
        ]

    return check


def _schema(rule: Rule, setting: Setting) -> Check:
    """Require each value at the places of `each` to fit a schema, for some sources and hostings.

    If the hosting is unknown, a source is judged by the hostings on which it runs.
    """
    given, worlds, own, most = rule.parameters, setting.worlds, setting.own, setting.most
    chosen, where = given.get("sources"), given.get("hosting")
    names = []
    for name, runs in worlds.hostings.items():
        hostings = {worlds.hosting} if worlds.hosting else set(runs)
        if (chosen is None or name in chosen) and (where is None or hostings <= set(where)):
            names.append(name)
    concerns_all = chosen is None and len(names) == len(worlds.hostings)
    always = ALL if concerns_all else worlds.mask(lambda source: source in names)
    patterns = [split(each) for each in given.get("each", [""])]
    schema = prepare(_at_places(patterns, judged_schema(given)))

    def check(fields: Fields, _stored: Stored = None, possible: int = ALL) -> Iterable[Hit]:
        violated = always
        if own and names and fields.get(own) in names:
            violated = ALL
        if not violated & possible:
            return ()
        return [(at, violated, 0) for _, at, _, _ in findings(schema, fields[()], most=most)]

    return check


def _at_places(patterns: Sequence[tuple[str, ...]], schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema for documents whose values at some patterns must fit `schema`."""
    below: dict[str, list[tuple[str, ...]]] = {}
    for pattern in patterns:
        if pattern:
            below.setdefault(pattern[0], []).append(pattern[1:])
    inner = {token: _at_places(rest, schema) for token, rest in below.items()}
    around: dict[str, Any] = {}
    if "*" in inner:
        around["items"] = inner.pop("*")
    if inner:
        around["properties"] = inner
    if () not in patterns:
        return around
    if not around:
        return schema
    if "type" in schema:  # do not look inside a value of a wrong type
        around = {"if": {"type": schema["type"]}, "then": around}
    return {"allOf": [schema, around]}


def _admitted(rule: Rule, setting: Setting) -> Check | None:
    """Require that a source can run on the hosting: the source at a pointer, or the caller's."""
    worlds = setting.worlds
    target, hosting, hostings = rule.parameters["admitted"], worlds.hosting, worlds.hostings

    def contradicts(source: str | None) -> bool:
        return bool(source and hosting and hosting not in hostings[source])

    def refuses(value: object, source: str | None) -> bool:
        # if the hosting and the source contradict each other, the document is not at fault
        where = {*hostings.get(source or "", ()), *([hosting] if hosting else ())}
        runs = hostings[value] if isinstance(value, str) and value in hostings else ()
        return bool(where) and where.isdisjoint(runs)

    if target == "context":
        contradicting = worlds.mask(contradicts)
        if not contradicting:
            return None
        return lambda _fields, _stored=None, _possible=ALL: [((), contradicting, 0)]

    stem, rest = setting.places.add(split(target))

    def check(fields: Fields, _stored: Stored = None, _possible: int = ALL) -> Iterator[Hit]:
        for at, value in values_at(fields.get(stem), rest, stem):
            if value is not None:
                yield at, worlds.mask(partial(refuses, value)), 0

    return check


def _relation(rule: Rule, setting: Setting) -> Check:
    """Return the check of a relation. If it reads the stored source, it evaluates each world."""
    relation, kind, worlds = RELATIONS[rule.shape], setting.kind, setting.worlds
    effects: dict[Tokens, str] = {}
    if kind.stored:
        effects = {split(pointer): effect for pointer, effect in kind.effects}
    evaluate = relation.evaluator(rule.parameters, effects)
    carried = setting.carried
    pointers = [split(pointer) for pointer in relation.places(rule.parameters)]
    reads_source = any(
        carried[: len(tokens)] == tokens[: len(carried)] for tokens in pointers if carried
    )
    if relation.reads_stored == "none" or not kind.stored or worlds.sources == (None,):
        reads_source = False
    if not reads_source:
        return evaluate
    skips_unset = relation.reads_stored == "set"

    def check(fields: Fields, stored: Stored = None, possible: int = ALL) -> Iterable[Hit]:
        if skips_unset and find(fields[()], carried) is MISSING:
            return evaluate(fields, stored, possible)
        return _by_world(evaluate, worlds, carried, fields, stored, possible)

    return check


def _by_world(
    evaluate: Check,
    worlds: Worlds,
    carried: tuple[str, ...],
    fields: Fields,
    stored: Stored,
    possible: int,
) -> Iterator[Hit]:
    found: dict[Tokens, list[int]] = {}
    for world in worlds.bits:
        if not world & possible:
            continue
        source = worlds.sources[world.bit_length() - 1]
        known = _with_value(stored or {}, carried, source)
        for at, violated, unsettled in evaluate(fields, known, world):
            masks = found.setdefault(at, [0, 0])
            masks[0] |= violated & world
            masks[1] |= unsettled & world
    for at, (violated, unsettled) in found.items():
        yield at, violated, unsettled


_SHAPES: Mapping[str, Callable[[Rule, Setting], Check | None]] = {
    "field": _field,
    "schema": _schema,
    "admitted": _admitted,
}


def values_at(
    value: Any, pattern: Sequence[str], at: Tokens = ()
) -> Iterator[tuple[Tokens, object]]:
    """Yield the place and value of each match of a pattern; `*` means the items of an array."""
    for depth, token in enumerate(pattern):
        if token == "*":
            for index, item in enumerate(value if isinstance(value, list) else ()):
                yield from values_at(item, pattern[depth + 1 :], (*at, index))
            return
        if not isinstance(value, dict) or token not in value:
            return
        value, at = value[token], (*at, token)
    yield at, value


def _with_value(stored: Mapping[str, Any], tokens: Sequence[str], value: Any) -> dict[str, Any]:
    """Return a copy of an object with a value at the tokens."""
    first, *rest = tokens
    if not rest:
        return {**stored, first: value}
    inner = stored.get(first)
    return {**stored, first: _with_value(inner if isinstance(inner, Mapping) else {}, rest, value)}
