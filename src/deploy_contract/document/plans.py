"""Plans: the rules of a contract compiled for an engine, by kind of document and source."""

import json
from collections.abc import Callable, Iterator
from functools import cache, partial

from deploy_contract.document.after_patch import Effects
from deploy_contract.document.cases import (
    Case,
    Requirement,
    Rules,
    breaks_relation,
    only_place,
)
from deploy_contract.document.engines import Engine, Valid
from deploy_contract.document.relations import RELATIONS, Relation, never, of_whole
from deploy_contract.document.walker import annotated, fits
from deploy_contract_format.active_rules import ActiveRules, without_entry
from deploy_contract_format.light_tuples import LightTuple
from deploy_contract_format.overlay import (
    Entry,
    Schema,
    merge_any_state_entries,
    merge_stateless_entries,
    plain,
    requirement,
    undisputed,
)
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import Rule, Rulebook

BATCH = 100  # rules that are compiled together; an operator may have thousands


class Plan(LightTuple):
    """The rules for a kind of document and a source, by mode."""

    enforced: Rules
    advised: Rules


def _walking(walked: Callable[[], Schema]) -> Valid:
    """Return a validator that walks a schema."""
    return lambda value: fits(walked(), value)


def _entries_of(batch: Rulebook, rows: list[tuple[Rule, Entry]]) -> list[Entry]:
    """Return the entries of a batch of rules, from those of all rules."""
    names = {rule.rule for rule in batch.rules}
    return [entry for rule, entry in rows if rule.rule in names]


class Planner:
    """A builder of plans for an engine. It builds each plan once.

    Args:
        engine: compiles the schemas.
        book: the active rules.
        hosting: of the contract; None if it is unknown.

    Attributes:
        active: the same rules, not compiled.
    """

    def __init__(self, engine: Engine, book: Rulebook, hosting: str | None) -> None:
        self.active = ActiveRules(book, hosting)
        self._engine = engine
        self._book = book
        self._hosting = hosting
        self._plans: dict[tuple[str, str | None], Plan] = {}
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
            place = self.active.source_place if source else ()
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
        book = self.active.of_mode("enforce", kind)
        keeps_overlays = self._all(
            book, lambda batch: undisputed(batch, kind, sources, self._hosting)
        )
        relations = self.plan(kind, sources[0]).enforced.relations
        if not relations:
            return keeps_overlays
        return lambda value: keeps_overlays(value) and not breaks_relation(relations, value)

    def _rules_by_mode(self, mode: str, kind: str, source: str | None) -> Rules:
        key = (mode, kind, source)
        if key not in self._by_mode:
            self._by_mode[key] = self._rules_of(mode, kind, source)
        return self._by_mode[key]

    def _rules_of(self, mode: str, kind: str, source: str | None) -> Rules:
        book, hosting = self.active.of_mode(mode, kind), self._hosting
        rows = self.active.rows(mode, kind, source)

        def overlay() -> Schema:
            return plain(book, kind, source, hosting) if len(book.rules) <= BATCH else {}

        def overlay_of(batch: Rulebook) -> Schema:
            return plain(batch, kind, source, hosting)

        def stateless(batch: Rulebook) -> Schema:
            return merge_stateless_entries(_entries_of(batch, rows))

        def any_state(batch: Rulebook) -> Schema:
            return merge_any_state_entries(_entries_of(batch, rows))

        return Rules(
            overlay=cache(overlay),
            fits=cache(partial(self._all, book, overlay_of)),
            requirements=cache(lambda: tuple(self._requirements(rows, kind))),
            relations=tuple(self._relations(book, kind)),
            stateless=cache(partial(self._all, book, stateless)),
            any_state=cache(partial(self._all, book, any_state)),
        )

    def _requirements(self, rows: list[tuple[Rule, Entry]], kind: str) -> Iterator[Requirement]:
        for index, (rule, row) in enumerate(rows):
            schema, relation = requirement(row), None
            if "schema" not in row:
                relation = self._relation(rule, kind, row.get("within", ""))
            walked = cache(partial(annotated, schema))
            # beyond one batch the walker answers, since compiling thousands of schemas takes long
            valid = self._compiled(schema) if index < BATCH else _walking(walked)
            yield Requirement(rule, walked, valid, relation, only_place(schema))

    def _relations(self, book: Rulebook, kind: str) -> Iterator[tuple[Rule, Relation]]:
        """Yield the rules by relations that have no overlay entry, for each document within."""
        for rule, place in without_entry(book, kind):
            yield rule, self._relation(rule, kind, place)

    def _relation(self, rule: Rule, kind: str, place: str) -> Relation:
        """Return the relation of a rule, for the documents at `place` in a kind of document."""
        relation, how = RELATIONS[rule.shape], self._book.kinds[kind]
        if how.stored:
            if relation is never:
                effects: Effects = {split(pointer): effect for pointer, effect in how.effects}
                return partial(never, effects=effects)
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
