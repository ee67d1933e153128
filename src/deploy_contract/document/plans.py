"""Rules made ready to run on a kind of document of one source: those that can refuse it, and advice."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from itertools import islice
from typing import Any, NamedTuple

from deploy_contract.document.engines import Engine, Valid
from deploy_contract.document.relations import RELATIONS, Relation, of_whole
from deploy_contract.document.walker import annotated, findings, fits
from deploy_contract.logs import unexpected
from deploy_contract.violations import Break, Violation, apart, listed
from deploy_contract_format.overlay import (
    Entry,
    Schema,
    clear,
    entries,
    firm,
    plain,
    requirement,
    scopes,
    undisputed,
)
from deploy_contract_format.pointer import Tokens, join, split
from deploy_contract_format.rules import Rule, Rulebook

BATCH = 100  # rules that are compiled together: an operator may have thousands
SPARE = (
    200  # breaks of one rule that are looked at beyond what a report may show, for some are dropped
)


class Requirement(NamedTuple):
    """An overlay entry, ready to run: the rule is broken where `fits` says no, or else where its relation says so."""

    rule: Rule
    schema: Schema
    fits: Valid
    relation: Relation | None


class Rules(NamedTuple):
    """Rules of one mode."""

    overlay: Schema  # what all requirements say together of a document that overrides no source; {} beyond one batch
    fits: Valid  # whether a document keeps all requirements, and overrides no source
    requirements: Callable[
        [], tuple[Requirement, ...]
    ]  # compiled when first asked for: most documents break none
    relations: tuple[tuple[Rule, Relation], ...]  # what no overlay can speak for
    firm: Callable[
        [], Valid
    ]  # whether a document breaks no requirement that every stored deployment answers alike
    clear: Callable[
        [], Valid
    ]  # whether no stored deployment can answer any of the other requirements with a violation


class Plan(NamedTuple):
    """The rules for a kind of document of one source."""

    enforced: Rules
    advised: Rules


class Planner:
    """Makes plans for an engine, each once."""

    def __init__(self, engine: Engine, book: Rulebook, hosting: str | None) -> None:
        self._engine = engine
        self._book = book
        self._hosting = hosting
        self._rules = {rule.rule: rule for rule in book.rules}
        self._carried = split(book.carried or "")
        self._plans: dict[tuple[str, str | None], Plan] = {}
        self._schemas: dict[str, Valid] = {}
        self._cases: dict[tuple[str, str, str | None], Case] = {}

    def plan(self, kind: str, source: str | None) -> Plan:
        """The plan for a kind of document; `source` is None for kinds that carry their own."""
        key = (kind, source)
        if key not in self._plans:
            self._plans[key] = Plan(
                self._of_mode("enforce", kind, source), self._of_mode("report", kind, source)
            )
        return self._plans[key]

    def compile(self) -> None:
        """Compile every rule for every kind and source, which otherwise waits until a document needs it."""
        for kind, how in self._book.kinds.items():
            for source in self._book.sources if how.source == "context" else (None,):
                for rules in self.plan(kind, source):
                    rules.requirements()
                    rules.firm()
                    rules.clear()

    def undisputed(self, kind: str) -> Valid:
        """Return a validator of documents that override no source and break no enforced rule, whatever their source."""
        sources = self._book.admitted(self._hosting)
        book = self._rulebook("enforce", kind)
        fits = self._all(book, lambda batch: undisputed(batch, kind, sources, self._hosting))
        relations = self.plan(kind, sources[0]).enforced.relations
        return (lambda value: fits(value) and not _related(relations, value)) if relations else fits

    def case(self, mode: str, kind: str, source: str | None) -> "Case":
        """Return the rules of a mode for a source, which counts as stored."""
        key = (mode, kind, source)
        if key not in self._cases:
            plan = self.plan(kind, source)
            rules = plan.enforced if mode == "enforce" else plan.advised
            self._cases[key] = Case(rules, self._carried if source else (), source)
        return self._cases[key]

    def _rulebook(self, mode: str, kind: str) -> Rulebook:
        """Return the rules of a mode that are on a kind of document, or on one within it."""
        kinds = {inner for _, inner in scopes(self._book, kind)}
        rules = [
            rule for rule in self._book.rules if rule.mode == mode and not kinds.isdisjoint(rule.on)
        ]
        return self._book._replace(rules=tuple(rules))

    def _all(self, book: Rulebook, schema: Callable[[Rulebook], Schema]) -> Valid:
        """Return a validator of what all rules demand. Rules are compiled in batches: operators may have thousands."""
        starts = range(0, len(book.rules), BATCH) or (0,)
        batches = [book._replace(rules=book.rules[start : start + BATCH]) for start in starts]
        parts = [self._compiled(schema(batch)) for batch in batches]
        return parts[0] if len(parts) == 1 else lambda value: all(part(value) for part in parts)

    def _of_mode(self, mode: str, kind: str, source: str | None) -> Rules:
        book = self._rulebook(mode, kind)
        rows = entries(book, kind, source, self._hosting)
        spoken_for = {row["rule"] for row in rows}
        one_schema = len(book.rules) <= BATCH
        return Rules(
            overlay=plain(book, kind, source, self._hosting) if one_schema else {},
            fits=self._all(book, lambda batch: plain(batch, kind, source, self._hosting)),
            requirements=cache(
                lambda: tuple(
                    [
                        self._requirement(row, kind, compiled=at < BATCH)
                        for at, row in enumerate(rows)
                    ]
                )
            ),
            relations=tuple(
                (rule, self._relation(rule, kind, place))
                for place, inner in scopes(book, kind)
                for rule in book.rules
                if inner in rule.on and rule.shape in RELATIONS and rule.rule not in spoken_for
            ),
            firm=cache(
                lambda: self._all(book, lambda batch: firm(batch, kind, source, self._hosting))
            ),
            clear=cache(
                lambda: self._all(book, lambda batch: clear(batch, kind, source, self._hosting))
            ),
        )

    def _relation(self, rule: Rule, kind: str, place: str) -> Relation:
        """The relation of a rule, for each document at `place` in a kind of document."""
        relation = RELATIONS[rule.shape]
        return relation if self._book.kinds[kind].stored else of_whole(relation, split(place))

    def _requirement(self, row: Entry, kind: str, *, compiled: bool) -> Requirement:
        rule, schema = self._rules[row["rule"]], requirement(row)
        relation = None if "schema" in row else self._relation(rule, kind, row.get("within", ""))
        walked = annotated(schema)
        return Requirement(
            rule, walked, self._compiled(schema) if compiled else partial(fits, walked), relation
        )

    def _compiled(self, schema: Schema) -> Valid:
        text = json.dumps(schema)  # many sources have the same
        if text not in self._schemas:
            self._schemas[text] = self._engine.schema(schema)
        return self._schemas[text]


class Case(NamedTuple):
    """Rules for a source, and the place in the stored deployment where it counts as known."""

    rules: Rules
    place: tuple[str, ...]
    source: str | None

    def known(self, stored: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the stored deployment as far as it is known, with the source."""
        return _with(stored, self.place, self.source) if self.place else stored


def breaks(case: Case, stored: Mapping[str, Any], value: Any, most: int) -> list[Break]:
    """Where a document breaks rules. `stored`: what is known of the stored deployment; `most`: what a report may show."""
    return breaks_under((case,), stored, value, most)[0]


def breaks_under(
    cases: Sequence[Case], stored: Mapping[str, Any], value: Any, most: int
) -> list[list[Break]]:
    """Return where a document breaks the rules of each case. What several cases demand alike is looked at once."""
    seen: dict[
        int, bool | list[Tokens]
    ] = {}  # id of a validator -> whether it is kept, or else where it is broken
    return [_breaks(case, stored, value, most + SPARE, seen) for case in cases]


def _breaks(
    case: Case,
    known: Mapping[str, Any],
    value: Any,
    most: int,
    seen: dict[int, bool | list[Tokens]],
) -> list[Break]:
    rules, stored = case.rules, case.known(known)
    found: list[Break] = []
    if not rules.fits(value):
        for item in rules.requirements():
            key = id(item.fits)
            answer = seen.get(key)
            if answer is None:
                answer = seen[key] = item.fits(value)
            if answer is True:
                continue
            if item.relation is not None:
                found += _related_breaks(item.rule, item.relation, value, stored, most)
                continue
            if answer is False:
                answer = [finding.at for finding in islice(findings(item.schema, value), most)]
                seen[key] = answer
            found += [Break(item.rule, at) for at in answer]
    for rule, relation in rules.relations:
        found += _related_breaks(rule, relation, value, stored, most)
    return found


def standings(cases: Sequence[Case], stored: Mapping[str, Any], value: Any) -> list[bool | None]:
    """Return of each case whether the document keeps its rules: True, False, or None where the stored deployment decides.

    The cases are those of one kind of document, and differ in the source alone.
    """
    rules = cases[0].rules
    if _related(rules.relations, value):
        return [False] * len(cases)
    # what a stored deployment can answer is demanded alike whatever the source
    touched: list[Requirement] = []
    if not rules.clear()(value):
        touched = [
            item
            for item in rules.requirements()
            if item.relation is not None and not item.fits(value)
        ]
    return [_standing(case, stored, touched, value) for case in cases]


def _standing(
    case: Case, stored: Mapping[str, Any], touched: Sequence[Requirement], value: Any
) -> bool | None:
    if not case.rules.firm()(value):
        return False
    answer: bool | None = True
    known = case.known(stored) if touched else stored
    for item in touched:
        assert item.relation is not None
        for _, settled in item.relation(item.rule.parameters, value, known):
            if settled:
                return False
            answer = None
    return answer


def _related(relations: Iterable[tuple[Rule, Relation]], value: Any) -> bool:
    """Whether a document breaks a relation that no overlay speaks for; none of these looks at the stored deployment."""
    return any(True for rule, relation in relations for _ in relation(rule.parameters, value, {}))


def _with(known: Mapping[str, Any], tokens: Sequence[str], value: Any) -> dict[str, Any]:
    """Return a copy of an object with a value at the tokens."""
    first, *rest = tokens
    inner = known.get(first)
    return {
        **known,
        first: _with(inner if isinstance(inner, Mapping) else {}, rest, value) if rest else value,
    }


def _related_breaks(
    rule: Rule, relation: Relation, value: Any, stored: Mapping[str, Any], most: int
) -> Iterable[Break]:
    return [
        Break(rule, at, settled)
        for at, settled in islice(relation(rule.parameters, value, stored), most)
    ]


class Advice(NamedTuple):
    """Rules in report mode, left for when somebody asks: they never change a verdict, and cost as much as one.

    `cases`: one for each source that the deployment may have; what is broken under all of them is told. `wrong`: where the
    document breaks the structure that is enforced; nothing is said of what stands there.
    """

    cases: tuple[Case, ...]
    stored: Mapping[str, Any]
    most: int
    wrong: Sequence[Tokens] = ()

    def after(self, found: tuple[Violation, ...], value: Any) -> tuple[tuple[Violation, ...], bool]:
        """All violations of a document in which `found` was found, and whether there are more than the limit."""
        try:
            return self._after(found, value)
        except Exception as error:  # advice changes no verdict, and neither does its failure
            unexpected("working out advice", error)
            return found, False

    def _after(
        self, found: tuple[Violation, ...], value: Any
    ) -> tuple[tuple[Violation, ...], bool]:
        if not all(_speak(case.rules, value) for case in self.cases):
            return (
                found,
                False,
            )  # as with nearly every document: nothing is broken under all of them
        told = common(breaks_under(self.cases, self.stored, value, self.most))
        return together(found, told, self.most, self.wrong)


class Undecided(NamedTuple):
    """Enforced rules whose violations depend on what is not known, left for when somebody asks.

    `cases`: one for each source that the deployment may have.
    """

    cases: tuple[Case, ...]
    stored: Mapping[str, Any]
    most: int

    def violations(self, value: Any) -> tuple[Violation, ...]:
        """Return the violations of a document under any of the cases, at most so many."""
        try:
            found = breaks_under(self.cases, self.stored, value, self.most)
        except Exception as error:  # the verdict is known without them
            unexpected("working out what is undecided", error)
            return ()
        return listed([item for items in found for item in items], self.most)[0]


def _speak(rules: Rules, value: Any) -> bool:
    """Whether a document breaks any of the rules."""
    return not rules.fits(value) or _related(rules.relations, value)


def common(broken: Sequence[list[Break]]) -> list[Break]:
    """What is broken under every source."""
    first, *others = broken
    shared = [{(item.rule.rule, item.at, item.settled) for item in items} for items in others]
    return [
        item
        for item in first
        if all((item.rule.rule, item.at, item.settled) in keys for keys in shared)
    ]


def together(
    found: tuple[Violation, ...], advice: Iterable[Break], most: int, wrong: Sequence[Tokens]
) -> tuple[tuple[Violation, ...], bool]:
    """What was found, then the advice. That a field is unknown is not said again where advice speaks of it."""
    is_apart = apart(wrong)
    spoken = [item for item in advice if item.settled and is_apart(item.at)]
    if not spoken:
        return found, False
    pointers = {join(item.at) for item in spoken}
    kept = tuple(
        item
        for item in found
        if item.rule != "unknown-field" or item.mode == "enforce" or item.pointer not in pointers
    )
    more, cut = listed(spoken, most - len(kept))
    return kept + more, cut
