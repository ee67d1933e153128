"""Rules made ready to run on a kind of document of one source: those that can refuse it, and advice."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from deploy_contract.engines import Engine, Valid
from deploy_contract.logs import unexpected
from deploy_contract.relations import RELATIONS, Relation
from deploy_contract.violations import Break, Violation, apart, listed
from deploy_contract.walker import annotated, findings
from deploy_contract_format.overlay import Entry, Schema, entries, plain, requirement
from deploy_contract_format.pointer import Tokens, join
from deploy_contract_format.rules import Rule, Rulebook

SPARE = 200  # breaks of one rule that are looked at beyond what a report may show, for some are dropped


class Requirement(NamedTuple):
    """An overlay entry, ready to run: the rule is broken where `fits` says no, or else where its relation says so."""

    rule: Rule
    schema: Schema
    fits: Valid
    relation: Relation | None


class Rules(NamedTuple):
    """Rules of one mode."""

    overlay: Schema  # what all requirements say together of a document that overrides no source
    fits: Valid  # whether a document fits that
    requirements: Callable[[], tuple[Requirement, ...]]  # compiled when first asked for: most documents break none
    relations: tuple[tuple[Rule, Relation], ...]  # what no overlay can speak for


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
        self._plans: dict[tuple[str, str | None], Plan] = {}
        self._schemas: dict[str, Valid] = {}

    def plan(self, kind: str, source: str | None) -> Plan:
        """The plan for a kind of document; `source` is None for kinds that carry their own."""
        key = (kind, source)
        if key not in self._plans:
            self._plans[key] = Plan(self._of_mode("enforce", kind, source), self._of_mode("report", kind, source))
        return self._plans[key]

    def _of_mode(self, mode: str, kind: str, source: str | None) -> Rules:
        book = self._book._replace(rules=tuple([rule for rule in self._book.rules if rule.mode == mode]))
        rows = entries(book, kind, source, self._hosting)
        spoken_for = {row["rule"] for row in rows}
        overlay = plain(book, kind, source, self._hosting)
        return Rules(
            overlay=overlay,
            fits=self._engine.schema(overlay),
            requirements=cache(lambda: tuple([self._requirement(row) for row in rows])),
            relations=tuple(
                (rule, RELATIONS[rule.shape])
                for rule in book.rules
                if kind in rule.on and rule.shape in RELATIONS and rule.rule not in spoken_for
            ),
        )

    def _requirement(self, row: Entry) -> Requirement:
        rule, schema = self._rules[row["rule"]], requirement(row)
        text = json.dumps(schema)  # many sources have the same
        if text not in self._schemas:
            self._schemas[text] = self._engine.schema(schema)
        return Requirement(rule, annotated(schema), self._schemas[text], None if "schema" in row else RELATIONS[rule.shape])


def breaks(rules: Rules, value: Any, stored: Mapping[str, Any], most: int) -> list[Break]:
    """Where a document breaks rules. `stored`: what is known of the stored deployment; `most`: what a report may show."""
    most += SPARE
    found: list[Break] = []
    if not rules.fits(value):
        for item in rules.requirements():
            if not item.fits(value):
                if item.relation is None:
                    found += [Break(item.rule, finding.at) for finding in islice(findings(item.schema, value), most)]
                else:
                    found += _related_breaks(item.rule, item.relation, value, stored, most)
    for rule, relation in rules.relations:
        found += _related_breaks(rule, relation, value, stored, most)
    return found


def _related_breaks(rule: Rule, relation: Relation, value: Any, stored: Mapping[str, Any], most: int) -> Iterable[Break]:
    return [Break(rule, at, settled) for at, settled in islice(relation(rule.parameters, value, stored), most)]


class Advice(NamedTuple):
    """Rules in report mode, left for when somebody asks: they never change a verdict, and cost as much as one.

    `rules`: for each source that the deployment may have; what is broken under all of them is told. `wrong`: where the document
    is not of the right structure; nothing is said of what stands there.
    """

    rules: tuple[Rules, ...]
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

    def _after(self, found: tuple[Violation, ...], value: Any) -> tuple[tuple[Violation, ...], bool]:
        if not all(_speak(rules, value, self.stored) for rules in self.rules):
            return found, False  # as with nearly every document: nothing is broken under all of them
        told = common([breaks(rules, value, self.stored, self.most) for rules in self.rules])
        return together(found, told, self.most, self.wrong)


def _speak(rules: Rules, value: Any, stored: Mapping[str, Any]) -> bool:
    """Whether a document breaks any of the rules."""
    if not rules.fits(value):
        return True
    for rule, relation in rules.relations:
        for _ in relation(rule.parameters, value, stored):
            return True
    return False


def common(broken: Sequence[list[Break]]) -> list[Break]:
    """What is broken under every source."""
    first, *others = broken
    shared = [{(item.rule.rule, item.at, item.settled) for item in items} for items in others]
    return [item for item in first if all((item.rule.rule, item.at, item.settled) in keys for keys in shared)]


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
        item for item in found if item.rule != "unknown-field" or item.mode == "enforce" or item.pointer not in pointers
    )
    more, cut = listed(spoken, most - len(kept))
    return kept + more, cut
