"""Plans: the rules of a contract compiled for an engine, by kind of document and source."""

import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import NamedTuple

from deploy_contract.document.cases import (
    Case,
    Requirement,
    Rules,
    breaks_relation,
    only_place,
)
from deploy_contract.document.engines import Engine, Valid
from deploy_contract.document.relations import RELATIONS, Relation, of_whole
from deploy_contract.document.walker import annotated, fits
from deploy_contract_format.overlay import (
    Entry,
    Schema,
    entries_by_source,
    merge_any_state,
    merge_plain,
    merge_stateless,
    plain,
    plain_entries,
    requirement,
    scopes,
    undisputed,
)
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import Rule, Rulebook, by_id

BATCH = 100  # rules that are compiled together; an operator may have thousands


class Plan(NamedTuple):
    """The rules for a kind of document and a source, by mode."""

    enforced: Rules
    advised: Rules


Overlays = dict[str | None, list[Entry]]  # by source
RelatedRule = tuple[Rule, str]  # a rule by a relation, and the place of its documents


class RelatedRules(NamedTuple):
    """The rules by relations: those with an entry in an overlay, and those without."""

    with_entry: list[RelatedRule]
    without_entry: list[RelatedRule]


def _walking(walked: Callable[[], Schema]) -> Valid:
    """Return a validator that walks a schema."""
    return lambda value: fits(walked(), value)


class Planner:
    """A builder of plans for an engine. It builds each plan once.

    Args:
        engine: compiles the schemas.
        book: the active rules.
        hosting: of the contract; None if it is unknown.

    Attributes:
        source_place: tokens of the source in a stored deployment.
    """

    def __init__(self, engine: Engine, book: Rulebook, hosting: str | None) -> None:
        self._engine = engine
        self._book = book
        self._hosting = hosting
        self._rules = by_id(book.rules)
        self.source_place = split(book.carried or "")
        self._plans: dict[tuple[str, str | None], Plan] = {}
        self._active: dict[tuple[str, str], Rulebook] = {}
        self._entries: dict[tuple[str, str], Overlays] = {}
        self._plain: dict[tuple[str, str], Overlays] = {}
        self._by_mode: dict[tuple[str, str, str | None], Rules] = {}
        self._schemas: dict[str, Valid] = {}
        self._cases: dict[tuple[str, str, str | None], Case] = {}

    def plan(self, kind: str, source: str | None) -> Plan:
        """Return the plan for a kind of document.

        Args:
            kind: of the document.
            source: of the deployment; None for kinds that carry their own.
        """
        key = (kind, source)
        if key not in self._plans:
            enforced = self._rules_by_mode("enforce", kind, source)
            self._plans[key] = Plan(enforced, self._rules_by_mode("report", kind, source))
        return self._plans[key]

    def case(self, mode: str, kind: str, source: str | None) -> Case:
        """Return the rules of a mode for a source, which counts as stored."""
        key = (mode, kind, source)
        if key not in self._cases:
            rules = self._rules_by_mode(mode, kind, source)
            place = self.source_place if source else ()
            self._cases[key] = Case(rules, place, source)
        return self._cases[key]

    def compile(self) -> None:
        """Compile the rules for every kind and source, which otherwise waits for a document."""
        for kind, how in self._book.kinds.items():
            sources = self._book.sources if how.source == "context" else (None,)
            for source in sources:
                for rules in self.plan(kind, source):
                    rules.fits()
                    rules.requirements()
                    rules.stateless()
                    rules.any_state()

    def undisputed(self, kind: str) -> Valid:
        """Return a validator of documents that break no enforced rule, whatever the source.

        It returns False for documents that override the source.
        """
        sources = self._book.admitted(self._hosting)
        book = self.active("enforce", kind)
        keeps_overlays = self._all(
            book, lambda batch: undisputed(batch, kind, sources, self._hosting)
        )
        relations = self.plan(kind, sources[0]).enforced.relations
        if not relations:
            return keeps_overlays
        return lambda value: keeps_overlays(value) and not breaks_relation(relations, value)

    def rows(self, mode: str, kind: str, source: str | None) -> list[tuple[Rule, Entry]]:
        """Return the rules of a mode for a source that have an entry in an overlay, with it."""
        return [(self._rules[row["rule"]], row) for row in self.entries(mode, kind, source)]

    def entries(self, mode: str, kind: str, source: str | None) -> list[Entry]:
        """Return the overlay of the rules of a mode for a source. Most sources share entries."""
        key = (mode, kind)
        if key not in self._entries:
            self._entries[key] = entries_by_source(
                self.active(mode, kind), kind, (None, *self._book.sources), self._hosting
            )
        return self._entries[key][source]

    def plain(self, mode: str, kind: str, sources: Iterable[str | None]) -> Schema:
        """Return the schema of the rules of a mode for some sources, all of which keep them.

        No document that overrides the source is valid.
        """
        key, book = (mode, kind), self.active(mode, kind)
        if key not in self._plain:
            self._plain[key] = plain_entries(book, kind, (None, *self._book.sources), self._hosting)
        return merge_plain(book, kind, [self._plain[key][source] for source in sources])

    def active(self, mode: str, kind: str) -> Rulebook:
        """Return the rules of a mode on a kind of document and on the documents within it."""
        if (mode, kind) not in self._active:
            self._active[mode, kind] = self._find_active(mode, kind)
        return self._active[mode, kind]

    def _find_active(self, mode: str, kind: str) -> Rulebook:
        kinds = {inner for _, inner in scopes(self._book.kinds, kind)}
        rules = [rule for rule in self._book.rules if rule.mode == mode]
        on_kinds = [rule for rule in rules if not kinds.isdisjoint(rule.on)]
        return self._book._replace(rules=tuple(on_kinds))

    def related(self, mode: str, kind: str, source: str | None) -> RelatedRules:
        """Return the rules of a mode by relations, with the places of their documents."""
        book, rows = self.active(mode, kind), self.entries(mode, kind, source)
        with_entry = [
            (self._rules[row["rule"]], row.get("within", "")) for row in rows if "schema" not in row
        ]
        without = self._without_entry(book, kind, {row["rule"] for row in rows})
        return RelatedRules(with_entry, list(without))

    def _rules_by_mode(self, mode: str, kind: str, source: str | None) -> Rules:
        key = (mode, kind, source)
        if key not in self._by_mode:
            self._by_mode[key] = self._rules_of(mode, kind, source)
        return self._by_mode[key]

    def _rules_of(self, mode: str, kind: str, source: str | None) -> Rules:
        book, hosting = self.active(mode, kind), self._hosting
        rows = self.entries(mode, kind, source)

        def overlay() -> Schema:
            return plain(book, kind, source, hosting) if len(book.rules) <= BATCH else {}

        def overlay_of(batch: Rulebook) -> Schema:
            return plain(batch, kind, source, hosting)

        def stateless(batch: Rulebook) -> Schema:
            return merge_stateless(batch, kind, source, hosting)

        def any_state(batch: Rulebook) -> Schema:
            return merge_any_state(batch, kind, source, hosting)

        return Rules(
            overlay=cache(overlay),
            fits=cache(partial(self._all, book, overlay_of)),
            requirements=cache(lambda: tuple(self._requirements(rows, kind))),
            relations=tuple(self._relations(book, kind, {row["rule"] for row in rows})),
            stateless=cache(partial(self._all, book, stateless)),
            any_state=cache(partial(self._all, book, any_state)),
        )

    def _requirements(self, rows: list[Entry], kind: str) -> Iterator[Requirement]:
        for index, row in enumerate(rows):
            rule, schema, relation = self._rules[row["rule"]], requirement(row), None
            if "schema" not in row:
                relation = self._relation(rule, kind, row.get("within", ""))
            walked = cache(partial(annotated, schema))
            # beyond one batch the walker answers, since compiling thousands of schemas takes long
            valid = self._compiled(schema) if index < BATCH else _walking(walked)
            yield Requirement(rule, walked, valid, relation, only_place(schema))

    def _relations(
        self, book: Rulebook, kind: str, with_entries: set[str]
    ) -> Iterator[tuple[Rule, Relation]]:
        """Yield the rules by relations that have no overlay entry, for each document within."""
        for rule, place in self._without_entry(book, kind, with_entries):
            yield rule, self._relation(rule, kind, place)

    def _without_entry(
        self, book: Rulebook, kind: str, with_entries: set[str]
    ) -> Iterator[RelatedRule]:
        rules = [rule for rule in book.rules if rule.shape in RELATIONS]
        for place, inner in scopes(book.kinds, kind):
            for rule in rules:
                if inner in rule.on and rule.rule not in with_entries:
                    yield rule, place

    def _relation(self, rule: Rule, kind: str, place: str) -> Relation:
        """Return the relation of a rule, for the documents at `place` in a kind of document."""
        relation = RELATIONS[rule.shape]
        if self._book.kinds[kind].stored:
            return relation
        return of_whole(relation, split(place))

    def _all(self, book: Rulebook, schema: Callable[[Rulebook], Schema]) -> Valid:
        """Return a validator of the schemas of all rules, which are compiled in batches."""
        starts = range(0, len(book.rules), BATCH) or (0,)
        batches = [book._replace(rules=book.rules[start : start + BATCH]) for start in starts]
        parts = [self._compiled(schema(batch)) for batch in batches]
        if len(parts) == 1:
            return parts[0]
        return lambda value: all(part(value) for part in parts)

    def _compiled(self, schema: Schema) -> Valid:
        text = json.dumps(schema)  # many sources have the same schema
        if text not in self._schemas:
            self._schemas[text] = self._engine.schema(schema)
        return self._schemas[text]
