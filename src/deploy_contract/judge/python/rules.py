"""Rules of documents: each becomes a function that finds where, and in which worlds, it is broken."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from deploy_contract.judge.python.relations import RELATIONS, Evaluate, Stored
from deploy_contract.judge.python.schema import Schema, fits, prepare, walk
from deploy_contract.judge.python.worlds import ALL, Worlds, bits
from deploy_contract_format.pointer import MISSING, Tokens, find, matches, split
from deploy_contract_format.rules import MERGED, SET, Kind, Rule, judged_schema

Hit = tuple[Tokens, int, int]
"""A place, the worlds in which the rule is violated there, and those in which it is open."""
Check = Callable[[Any, Stored, int], Iterable[Hit]]
"""Takes a document, the stored deployment, and the mask of the possible worlds."""


@dataclass(frozen=True, slots=True)
class PreparedRule:
    """A rule, ready to judge documents of a kind.

    Attributes:
        rule: the rule.
        check: finds its breaches.
        places: tokens of members, at most two, one of which an object must have to break the
            rule; None: any object may break it.
    """

    rule: Rule
    check: Check
    places: frozenset[tuple[str, ...]] | None


FIRST = ("field", "admitted", "schema", "never", "equals_stored", "stored_unknown")
# reports show rules within a document after the others
LAST = tuple(name for name, relation in RELATIONS.items() if relation.reads_stored == "none")


@dataclass(frozen=True, slots=True)
class Setting:
    """The surroundings of a rule.

    Attributes:
        worlds: the worlds of the kind of document.
        kind: the properties of the documents that the rule judges.
        carried: tokens of the source in a stored deployment.
    """

    worlds: Worlds
    kind: Kind
    carried: tuple[str, ...]

    @property
    def own(self) -> tuple[str, ...]:
        """Tokens of the source in the document; () if it does not hold it."""
        return () if self.kind.source in (None, "context") else split(self.kind.source or "")


def prepared_rules(
    rules: Sequence[Rule],
    kinds: Mapping[str, Kind],
    kind: str,
    worlds: Worlds,
    carried: tuple[str, ...],
) -> list[PreparedRule]:
    """Return the rules on a kind of document and on the documents inside.

    The order is that of reports: the order of the rules, those of documents inside after them,
    relations that no JSON Schema expresses last.
    """
    found = list(_rules_within(rules, kinds, kind, (), worlds, carried))
    found.sort(key=lambda prepared: prepared.rule.shape in LAST)
    return found


def _rules_within(
    rules: Sequence[Rule],
    kinds: Mapping[str, Kind],
    kind: str,
    around: tuple[str, ...],
    worlds: Worlds,
    carried: tuple[str, ...],
) -> Iterator[PreparedRule]:
    how = kinds[kind]
    setting = Setting(worlds, how, carried)
    for rule in rules:
        if kind in rule.on and rule.shape in (*FIRST, *LAST):
            check = _SHAPES.get(rule.shape, _relation)(rule, setting)
            if check is None:
                continue
            if not how.stored or around:
                check = partial(_in_each, around, check)
            yield PreparedRule(
                rule, check, frozenset([around[:1]]) if around else _places(rule, how)
            )
    for place, inner in how.contains:
        below = (*around, *split(place))
        yield from _rules_within(rules, kinds, inner, below, worlds, carried)


def members_of(document: dict[str, Any]) -> set[tuple[str, ...]]:
    """Return the tokens of the members of an object, and of those of the objects in it."""
    found: set[tuple[str, ...]] = set()
    for name, member in document.items():
        found.add((name,))
        if member.__class__ is dict:
            found.update([(name, inner) for inner in member])
    return found


def _places(rule: Rule, kind: Kind) -> frozenset[tuple[str, ...]] | None:
    """Return tokens of members, one of which an object must have to break a rule.

    Returns:
        At most two tokens of each member; None if any object may break the rule.
    """
    given = rule.parameters
    pointers: Iterable[str] = [given.get("field", given.get("admitted", ""))]
    if rule.shape in RELATIONS:
        pointers = RELATIONS[rule.shape].places(given)
    elif rule.shape == "schema" and "each" in given:
        pointers = given["each"]
    elif rule.shape == "schema" and _is_of_members(given["schema"]):
        return frozenset([(name,) for name in given["schema"].get("properties", {})])
    found = [tuple(_stem(split(pointer))[:2]) for pointer in pointers if pointer != "context"]
    if rule.shape == "never":
        # an object that is not merged breaks the rule by a member that it lacks, too
        merged = [split(place) for place, effect in kind.effects if effect == MERGED]
        found = [place if place[:1] in merged else place[:1] for place in found]
    if () in found or not found:
        return None
    return frozenset(found)


def _is_of_members(schema: Mapping[str, Any]) -> bool:
    """Return True if an object can fail a schema by its members alone."""
    return schema.keys() <= {"type", "properties"} and "object" in schema.get("type", "object")


def _in_each(
    around: tuple[str, ...], check: Check, document: Any, _stored: Stored, possible: int
) -> Iterator[Hit]:
    """Check the complete documents at a place: their absent fields are null."""
    for at, inner in matches(document, around):
        for below, violated, unsettled in check(inner, None, possible):
            yield (*at, *below), violated, unsettled


def _field(rule: Rule, setting: Setting) -> Check:
    """Require that only some sources set the field: the own one, or the one that overrides it."""
    given, kind, own = rule.parameters, setting.kind, setting.own
    tokens, allowed = split(given["field"]), tuple(given["sources"])
    when = given.get("when", SET)
    is_set = None if when == SET else prepare(when)
    others = setting.worlds.mask(lambda source: source not in allowed)
    override = None if kind.override is None or own else split(kind.override)
    overriding = [name for name in allowed if name in kind.overrides]
    is_overridden = given["field"].startswith(tuple([f"{part}/" for part in kind.overridden]))
    if kind.source != "context":
        others, override = ALL, None

    stem = _stem(tokens)

    def check(document: Any, _stored: Stored, _possible: int) -> Iterable[Hit]:
        if find(document, stem) is MISSING:
            return ()
        violated = others
        if own and allowed:
            source = find(document, own)
            violated = 0 if source is MISSING or source in allowed else ALL
        elif override:
            effective = find(document, override)
            if effective is not MISSING and effective is not None:
                violated = ALL if is_overridden else others
                if effective in overriding:
                    violated = 0
        if not violated:
            return ()
        return [
            (at, violated, 0)
            for at, value in values_at(document, tokens)
            if (value is not None if is_set is None else fits(is_set, value))
        ]

    return check


def _schema(rule: Rule, setting: Setting) -> Check:
    """Require each value at the places of `each` to fit a schema, for some sources and hostings.

    If the hosting is unknown, a source is judged by the hostings on which it runs.
    """
    given, worlds, own = rule.parameters, setting.worlds, setting.own
    chosen, where = given.get("sources"), given.get("hosting")
    names = []
    for name, runs in worlds.hostings.items():
        hostings = {worlds.hosting} if worlds.hosting else set(runs)
        if (chosen is None or name in chosen) and (where is None or hostings <= set(where)):
            names.append(name)
    concerns_all = chosen is None and len(names) == len(worlds.hostings)
    always = ALL if concerns_all else worlds.mask(lambda source: source in names)
    places = _PlacesTree([split(each) for each in given.get("each", [""])])
    schema = prepare(judged_schema(given))

    def check(document: Any, _stored: Stored, possible: int) -> Iterable[Hit]:
        violated = always
        if own and names and find(document, own) in names:
            violated = ALL
        if not violated & possible:
            return ()
        return ((at, violated, 0) for at in places.misfits(schema, document, ()))

    return check


class _PlacesTree:
    """Patterns as a tree, so that values at them are found in the order of the document."""

    def __init__(self, patterns: Sequence[Sequence[str]]) -> None:
        self._is_place = any(not pattern for pattern in patterns)
        self._below: dict[str, _PlacesTree] = {}
        self.leads_on = any(len(pattern) > 0 for pattern in patterns)
        for first in dict.fromkeys([pattern[0] for pattern in patterns if pattern]):
            rest = [pattern[1:] for pattern in patterns if pattern and pattern[0] == first]
            self._below[first] = _PlacesTree(rest)

    def misfits(self, schema: Schema, value: Any, at: Tokens) -> Iterator[Tokens]:
        """Yield the place of each keyword that a value at one of the patterns fails."""
        if self._is_place and not fits(schema, value):
            found: list[tuple[str, Tokens, Schema]] = []
            walk(
                schema, value, at, lambda keyword, place, by, _n: found.append((keyword, place, by))
            )
            yield from [place for _, place, _ in found]
            if found and found[0][0] == "type" and found[0][2] is schema:
                return  # it is of another type, and nothing is to be found inside
        if not self._below:
            return
        if isinstance(value, dict):
            for key in value if len(self._below) > 1 else [*self._below]:
                if key in value and key in self._below and key != "*":
                    yield from self._below[key].misfits(schema, value[key], (*at, key))
        elif isinstance(value, list) and "*" in self._below:
            items, passing = self._below["*"], schema.passing
            for index, item in enumerate(value):
                # most items fit, and nothing is to be found in them
                if items.leads_on or not (item.__class__ in passing or fits(schema, item)):
                    yield from items.misfits(schema, item, (*at, index))


def _admitted(rule: Rule, setting: Setting) -> Check | None:
    """Require that the source at a pointer, or that of the caller, can run on the hosting."""
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
        return lambda _document, _stored, _possible: [((), contradicting, 0)]

    def check(document: Any, _stored: Stored, _possible: int) -> Iterator[Hit]:
        for at, value in values_at(document, split(target)):
            if value is not None:
                yield at, worlds.mask(partial(refuses, value)), 0

    return check


def _relation(rule: Rule, setting: Setting) -> Check:
    """Evaluate a relation, for each world if it reads the stored source."""
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
    skips_unset = relation.reads_stored == "set"

    def check(document: Any, stored: Stored, possible: int) -> Iterable[Hit]:
        if reads_source and not (skips_unset and find(document, carried) is MISSING):
            return _by_world(evaluate, worlds, carried, document, stored, possible)
        found = evaluate(document, stored)
        return [(at, ALL, 0) if is_settled else (at, 0, ALL) for at, is_settled in found]

    return check


def _by_world(
    evaluate: Evaluate,
    worlds: Worlds,
    carried: tuple[str, ...],
    document: Any,
    stored: Stored,
    possible: int,
) -> Iterator[Hit]:
    found: dict[Tokens, list[int]] = {}
    for world in bits(possible):
        source = worlds.sources[world.bit_length() - 1]
        for at, is_settled in evaluate(document, _with_value(stored or {}, carried, source)):
            found.setdefault(at, [0, 0])[0 if is_settled else 1] |= world
    for at, (violated, unsettled) in found.items():
        yield at, violated, unsettled


_SHAPES: Mapping[str, Callable[[Rule, Setting], Check | None]] = {
    "field": _field,
    "schema": _schema,
    "admitted": _admitted,
}


def _stem(pattern: Sequence[str]) -> Sequence[str]:
    """Return the tokens of a pattern before its first `*`."""
    return pattern[: list(pattern).index("*")] if "*" in pattern else pattern


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
