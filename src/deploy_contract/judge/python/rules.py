"""Rules of documents. Each becomes a function that finds the places and worlds of its breaches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from deploy_contract.judge.python import relations
from deploy_contract.judge.python.after_patch import set_at
from deploy_contract.judge.python.breaches import Breach
from deploy_contract.judge.python.relations import RELATIONS, Check, Fields, Hit, Stored, stem_of
from deploy_contract.judge.python.schema import fits, prepare, walk
from deploy_contract.judge.python.worlds import ALL, Worlds, worlds_of
from deploy_contract.logs import unexpected
from deploy_contract_format.pointer import MISSING, Tokens, find, first_names, matches, split
from deploy_contract_format.rules import NOT_NULL, Kind, Rule, Rulebook, judged_schema, scopes

if TYPE_CHECKING:
    from deploy_contract_generated.names import RevisionAnswer

Path = tuple[str, ...]
Tree = dict[str, "Tree"]
"""The places that some rules read, by their tokens."""
Revision = tuple["RevisionAnswer | None", tuple[str, ...]]
"""Whether a document creates a revision, and the ids of the rules that decide it."""
_SUREST: tuple[RevisionAnswer, ...] = ("yes", "unknown", "no")
# reports show rules that read no stored deployment after the others
_LAST = frozenset(name for name, one in RELATIONS.items() if one.reads_stored == "none")


class _Setting(NamedTuple):
    """The facts about a kind of document that its rules need."""

    worlds: Worlds
    kind: Kind  # of the documents that the rule judges
    carried: Path  # tokens of the source in a stored deployment
    most: int  # the greatest number of hits of a rule that a report may need

    @property
    def override(self) -> Path:
        """Tokens of the field that names another source; () if there is no such field."""
        return stem_of(self.kind.override or "")[0] if self.kind.source == "context" else ()


# The check of a rule, the places that it reads, and the places where it expects objects. A document
# can break the rule in two cases only: it has a value at a place that the check reads, or another
# value than an object at a place where the check expects one. In all other cases, the check is
# skipped.
_Judging = tuple[Check, Iterable[Path], Iterable[Path]]


class _Scope:
    """The documents at one place of a document, and the rules that they can break."""

    def __init__(self, around: Path) -> None:
        self.around = around  # the pattern of the documents; () for the whole document
        self.tree: Tree = {}  # the places that are read
        # the numbers of the rules, by places that they read, and by places that must have objects
        self.places: dict[Tokens, list[int]] = {}
        self.objects: dict[Tokens, list[int]] = {}

    def read(self, place: Path) -> None:
        """Add a place to those that are read."""
        below = self.tree
        for token in place:
            below = below.setdefault(token, {})


class DocumentRules:
    """The rules on a kind of document and on the documents inside.

    `rules` are the rules of the contract and its policies that are not off. `most` is the greatest
    number of hits of a rule that a report may need. `reads` are the members of a stored deployment
    that the rules read; None: all members.
    """

    def __init__(
        self, book: Rulebook, rules: Sequence[Rule], kind: str, hosting: str | None, most: int
    ) -> None:
        self.worlds = worlds_of(book, rules, kind, hosting)
        self._most = most
        self._scopes: list[_Scope] = []
        found: list[tuple[Rule, _Judging, _Scope, bool]] = []
        judging = [rule for rule in rules if rule.shape != "revision"]
        revising = [rule for rule in book.rules if rule.shape == "revision" and kind in rule.on]
        self._decides_revisions = bool(revising)
        for around, inner in scopes(book.kinds, kind):
            setting = _Setting(self.worlds, book.kinds[inner], book.source_tokens, most)
            scope = _Scope(around)
            self._scopes.append(scope)
            scope.read(setting.kind.own_source)
            scope.read(setting.override)
            reads_stored = setting.kind.stored and not around
            applied = judging if around else [*judging, *revising]
            found += [
                (rule, _SHAPES[rule.shape](rule, setting), scope, reads_stored)
                for rule in applied
                if inner in rule.on and rule.shape in _SHAPES
            ]
        found.sort(key=lambda row: (row[0].shape == "revision", row[0].shape in _LAST))
        self._rules = [(rule, reads_stored, check) for rule, (check, *_), _, reads_stored in found]
        reading = [rule for rule, reads_stored, _ in self._rules if reads_stored]
        self.reads = first_names(relations.read_fields(reading))
        for number, (_, (_, places, objects), scope, _) in enumerate(found):
            for place in places:
                scope.read(place)
                scope.places.setdefault(place, []).append(number)
            for place in objects:
                scope.objects.setdefault(place, []).append(number)

    def judge(
        self, document: Any, stored: Stored, possible: int
    ) -> tuple[list[Breach], list[Breach], Revision]:
        """Return the breaches of enforced rules, those of other rules, and the revision.

        Each rule gives at most as many breaches as a report may need. The revision is the surest
        answer of the rules that decide it: "no" if none applies, "unknown" for a document that is
        not an object, and None if the contract has no such rule for this kind of document.
        """
        # the documents that can break a rule, by its number
        concerned: defaultdict[int, list[tuple[Tokens, Fields]]] = defaultdict(list)
        for scope in self._scopes:
            ones = matches(document, scope.around) if scope.around else [((), document)]
            for at, one in ones:
                fields, odd = _read(one, scope.tree)
                numbers = {number for place in fields for number in scope.places.get(place, ())}
                for place in odd:
                    numbers.update(scope.objects.get(place, ()))
                for number in numbers:
                    concerned[number].append((at, fields))
        enforced: list[Breach] = []
        reported: list[Breach] = []
        revising: list[Rule] = []
        for number in sorted(concerned):
            rule, reads_stored, check = self._rules[number]
            hits: list[Breach] = []
            known = stored if reads_stored else None
            try:
                for at, fields in concerned[number]:
                    for below, violated, unsettled in check(fields, known, possible):
                        if len(hits) >= self._most:
                            break
                        if (violated | unsettled) & possible:
                            worlds = violated & possible, unsettled & possible
                            hits.append(Breach(rule, (*at, *below), *worlds))
            except Exception as error:
                if rule.mode == "enforce":
                    raise
                unexpected("working out advice", error)  # advice changes no verdict
                continue
            if rule.shape == "revision":
                revising += [rule] if hits else []
            elif rule.mode == "enforce":
                enforced += hits
            else:
                reported += hits
        revision: Revision = (None, ())
        if self._decides_revisions:
            answers: list[RevisionAnswer] = [rule.parameters["creates"] for rule in revising]
            creates: RevisionAnswer = min(answers, key=_SUREST.index, default="no")
            revision = creates, tuple([rule.rule for rule in revising])
            if document.__class__ is not dict:
                revision = "unknown", ()
        return enforced, reported, revision


def _read(document: Any, tree: Tree) -> tuple[Fields, set[Path]]:
    """Return the values of a document at the places of a tree, and the places of non-objects.

    A non-object is a value that should be an object, because the tree has places inside it.
    """
    fields: dict[Tokens, Any] = {(): document}
    odd: set[Path] = set()
    waiting: list[tuple[Path, Any, Tree]] = [((), document, tree)]
    for at, value, below in waiting:  # grows in the loop
        if value.__class__ is not dict:
            odd.add(at)
            continue
        for token, member in value.items():
            if token in below:
                place = (*at, token)
                fields[place] = member
                if below[token]:
                    waiting.append((place, member, below[token]))
    return fields, odd


def _revision(rule: Rule, _setting: _Setting) -> _Judging:
    """Find the values by which a document creates a revision."""
    stem, rest = stem_of(rule.parameters["field"])
    when = prepare(rule.parameters.get("when", NOT_NULL))

    def check(fields: Fields, _stored: Stored, _possible: int) -> Iterable[Hit]:
        values = matches(fields[stem], rest, stem) if rest else [(stem, fields[stem])]
        fitting = [at for at, one in values if one.__class__ in when.passing or fits(when, one)]
        return [(at, ALL, 0) for at in fitting]

    return check, [stem], []


def _field(rule: Rule, setting: _Setting) -> _Judging:
    """Require that only documents of some sources set the field. An override replaces the source."""
    given, kind = rule.parameters, setting.kind
    own, override, allowed = kind.own_source, setting.override, tuple(given["sources"])
    stem, rest = stem_of(given["field"])
    is_set = prepare(given.get("when", NOT_NULL))
    others = ALL
    if kind.source == "context":
        others = setting.worlds.mask(lambda source: source not in allowed)
    overriding = [name for name in allowed if name in kind.overrides]
    is_overridden = given["field"].startswith(tuple([f"{part}/" for part in kind.overridden]))

    def check(fields: Fields, _stored: Stored, possible: int) -> Iterable[Hit]:
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
        if not violated & possible:
            return ()
        values: list[tuple[Tokens, object]] = [(stem, fields[stem])]
        if rest:
            values = matches(fields[stem], rest, stem, members=False)
        return [
            (at, violated, 0)
            for at, value in values
            if value.__class__ in is_set.passing or fits(is_set, value)
        ]

    return check, [stem], []


def _schema(rule: Rule, setting: _Setting) -> _Judging:
    """Require each value at the places of `each` to fit a schema, for some sources and hostings.

    If the hosting is unknown, a source is judged by the hostings on which it runs.
    """
    given, worlds = rule.parameters, setting.worlds
    own, most = setting.kind.own_source, setting.most
    chosen, where = given.get("sources"), given.get("hosting")
    names = []
    for name, runs in worlds.hostings.items():
        hostings = {worlds.hosting} if worlds.hosting else set(runs)
        if (chosen is None or name in chosen) and (where is None or hostings <= set(where)):
            names.append(name)
    concerns_all = chosen is None and len(names) == len(worlds.hostings)
    always = ALL if concerns_all else worlds.mask(lambda source: source in names)
    each, judged = given.get("each", [""]), judged_schema(given)
    schema = prepare(_at_places([split(pattern) for pattern in each], judged))
    places = [stem_of(pattern)[0] for pattern in each]
    objects: list[Path] = []
    if each == [""] and judged.keys() == {"type", "properties"} and judged["type"] == "object":
        places, objects = [(name,) for name in judged["properties"]], [()]

    def check(fields: Fields, _stored: Stored, possible: int) -> Iterable[Hit]:
        violated = always
        if own and names and fields.get(own) in names:
            violated = ALL
        if not violated & possible:
            return ()
        return [(at, violated, 0) for _, at, _, _ in islice(walk(schema, fields[()]), most)]

    return check, places, objects


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


def _admitted(rule: Rule, setting: _Setting) -> _Judging:
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
        return lambda *_: [((), contradicting, 0)], [()] if contradicting else [], []

    stem, rest = stem_of(target)

    def check(fields: Fields, _stored: Stored, _possible: int) -> Iterator[Hit]:
        for at, value in matches(fields[stem], rest, stem, members=False):
            if value is not None:
                yield at, worlds.mask(partial(refuses, value)), 0

    return check, [stem], []


def _relation(rule: Rule, setting: _Setting) -> _Judging:
    """Return the check of a relation. If it reads the stored source, it evaluates each world."""
    relation, kind, worlds = RELATIONS[rule.shape], setting.kind, setting.worlds
    effects: dict[Tokens, str] = {}
    if kind.stored:
        effects = {split(pointer): effect for pointer, effect in kind.effects}
    evaluate = relation.evaluator(rule.parameters, effects)
    carried = setting.carried
    pointers = list(relation.places(rule.parameters))
    places = [stem_of(pointer)[0] for pointer in pointers]
    objects: list[Path] = []
    if relation.reads_stored == "all":
        places = [set_at(place, effects) for place in places]
        objects = [place[:depth] for place in places for depth in range(1, len(place))]
    reads_source = carried and any(
        carried[: len(tokens)] == tokens[: len(carried)] for tokens in map(split, pointers)
    )
    if relation.reads_stored == "none" or not kind.stored or worlds.sources == (None,):
        reads_source = False
    if not reads_source:
        return evaluate, places, objects
    skips_unset = relation.reads_stored == "set"

    def check(fields: Fields, stored: Stored, possible: int) -> Iterable[Hit]:
        if skips_unset and find(fields[()], carried) is MISSING:
            return evaluate(fields, stored, possible)
        return _by_world(evaluate, worlds, carried, fields, stored, possible)

    return check, places, objects


def _by_world(
    evaluate: Check,
    worlds: Worlds,
    carried: tuple[str, ...],
    fields: Fields,
    stored: Stored,
    possible: int,
) -> Iterator[Hit]:
    found: dict[Tokens, list[int]] = {}
    (member,) = carried
    for world, source in zip(worlds.bits, worlds.sources, strict=True):
        if not world & possible:
            continue
        known = {**(stored or {}), member: source}
        for at, violated, unsettled in evaluate(fields, known, world):
            masks = found.setdefault(at, [0, 0])
            masks[0] |= violated & world
            masks[1] |= unsettled & world
    for at, (violated, unsettled) in found.items():
        yield at, violated, unsettled


_SHAPES: Mapping[str, Callable[[Rule, _Setting], _Judging]] = {
    "field": _field,
    "schema": _schema,
    "admitted": _admitted,
    "revision": _revision,
    **dict.fromkeys(RELATIONS, _relation),
}
