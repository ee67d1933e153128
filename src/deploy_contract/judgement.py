"""From a parsed document to a verdict: its structure, then the rules under every source that it may have."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from deploy_contract import undeclared
from deploy_contract.engines import Engine, Valid, definitions
from deploy_contract.relations import RELATIONS, Relation
from deploy_contract.report import Report, Violation
from deploy_contract.walker import Finding, Guide, findings
from deploy_contract_format.overlay import Schema, digest, entries, merged, requirement
from deploy_contract_format.pointer import Tokens, find, join, split
from deploy_contract_format.rules import Kind, Rule, Rulebook
from deploy_contract_format.text import Place

KEYWORDS = {"maxProperties": "maxItems"}  # keyword -> the keyword whose rule speaks for it


class Requirement(NamedTuple):
    """An overlay entry, ready to run: the rule is broken where `fits` says no, or else where its relation says so."""

    rule: Rule
    schema: Schema
    fits: Valid
    relation: Relation | None


class Plan(NamedTuple):
    """The rules for a kind of document of one source."""

    requirements: tuple[Requirement, ...]
    relations: tuple[tuple[Rule, Relation], ...]  # those that no overlay can speak for
    overlay: Schema  # what all requirements say together


class Break(NamedTuple):
    """A rule that is broken. `settled` is False where the stored deployment, which is not known, decides."""

    rule: Rule
    at: Tokens
    settled: bool = True
    name: str = ""
    schema: Schema = {}  # noqa: RUF012 - never written to; for messages only


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges parsed documents. `rules` have the modes of this contract; those that are off are not among them."""

    engine: Engine
    book: Rulebook
    rules: Mapping[str, Rule]
    roots: Mapping[str, Mapping[str, str]]
    hosting: str | None
    most_violations: int
    _plans: dict[tuple[str, str | None], Plan] = field(default_factory=dict)
    _schemas: dict[str, Valid] = field(default_factory=dict)

    def plan(self, kind: str, source: str | None) -> Plan:
        """The rules for a kind of document; `source` is None for kinds that carry their own."""
        key = (kind, source)
        if key not in self._plans:
            self._plans[key] = self._planned(kind, source)
        return self._plans[key]

    def _planned(self, kind: str, source: str | None) -> Plan:
        rows = entries(self.book, kind, source, self.hosting)
        found = []
        for row in rows:
            rule, schema = self.rules[row["rule"]], requirement(row)
            fits = self._schemas.setdefault(digest(schema), self.engine.schema(schema))
            found.append(Requirement(rule, schema, fits, None if "schema" in row else RELATIONS[rule.shape]))
        spoken_for = {row["rule"] for row in rows}
        free = [
            (rule, RELATIONS[rule.shape])
            for rule in self.book.rules
            if kind in rule.on and rule.shape in RELATIONS and rule.rule not in spoken_for
        ]
        return Plan(tuple(found), tuple(free), merged([item.schema for item in found]))

    def judge(self, kind: str, value: Any, source: str | None, stored: Mapping[str, Any] | None, *, closed: bool) -> Report:
        """The report on a parsed document. `closed`: undeclared fields are looked at."""
        structure, truncated = self._structure(kind, value, closed=closed)
        how = self.book.kinds[kind]
        candidates = self._candidates(how, value, source)
        seen: dict[str, bool] = {}
        broken = {name: list(self._rules(kind, name, value, stored, seen)) for name in candidates}
        denied = [name for name in candidates if any(item.settled and item.rule.mode == "enforce" for item in broken[name])]
        left = [name for name in candidates if name not in denied]
        unsettled = [name for name in left if any(not item.settled and item.rule.mode == "enforce" for item in broken[name])]
        if not left:
            closest = min(denied, key=lambda name: sum(item.rule.mode == "enforce" for item in broken[name]))
            of_rules = broken[closest]
        else:
            of_rules = [item for item in broken[left[0]] if all(item in broken[name] for name in (*left, *denied))]
        violations, more = self._violations(structure, [item for item in of_rules if item.settled])
        refused = not left or any(item.rule.mode == "enforce" for item in structure)
        open_ = not refused and bool(denied or unsettled)
        at_stake = [
            item for name in candidates for item in broken[name] if item.rule.mode == "enforce" and not (item.settled and item in of_rules)
        ]
        return Report(
            verdict="deny" if refused else "indeterminate" if open_ else "allow",
            violations=violations,
            truncated=truncated or more,
            operation=None,
            document=kind,
            sources=() if refused or how.source != "context" else tuple(name for name in left if name),
            needs=self._needs(candidates, denied, unsettled) if open_ else (),
            undecided=tuple(dict.fromkeys(_violation(item) for item in at_stake)) if open_ else (),
            value=value,
            parameters=None,
        )

    def _candidates(self, how: Kind, value: Any, source: str | None) -> list[str | None]:
        """The sources that the deployment may have."""
        if how.source != "context":
            return [None]
        if source is not None:
            return [source]
        sources = self.book.sources
        admitted = [name for name, runs in sources.items() if self.hosting is None or self.hosting in runs]
        override = find(value, split(how.override)) if how.override else None
        if isinstance(override, str) and override in sources:
            narrowed = [name for name in admitted if set(sources[name]) & set(sources[override])]
            return list(narrowed or admitted)
        return list(admitted)

    def _needs(self, candidates: list[str | None], denied: list[str | None], unsettled: list[str | None]) -> tuple[str, ...]:
        needs = []
        if len(candidates) > 1 and (denied or len(unsettled) < len(candidates)):
            needs.append("source")
            by_hosting: dict[str, set[bool]] = {}
            for name in candidates:
                for place in self.book.sources[name or ""]:
                    by_hosting.setdefault(place, set()).add(name in denied)
            if self.hosting is None and len(by_hosting) > 1 and all(len(answers) == 1 for answers in by_hosting.values()):
                needs.append("hosting")
        if unsettled:
            needs.append("deployment")
        return tuple(needs)

    def _structure(self, kind: str, value: Any, *, closed: bool) -> tuple[list[Break], bool]:
        """What is wrong with the document by its schema, and with the fields that it does not declare."""
        found: list[Break] = []
        roots = self.roots[kind]
        most = self.most_violations
        if closed and self.engine.definition(kind, roots["closed"])(value):
            return found, False
        if not self.engine.definition(kind, roots["open"])(value):
            for finding in self._findings(kind, "open", value):
                rule = self._schema_rules().get(KEYWORDS.get(finding.keyword, finding.keyword))
                if rule:
                    found.append(Break(rule, finding.at, name=finding.name or "", schema=finding.schema))
                if len(found) > most:
                    return found, True
            if not found and not closed:
                found.append(Break(self.rules["unjudged"], ()))
        if closed:
            for finding in self._findings(kind, "closed", value):
                if finding.keyword == "additionalProperties":
                    found += self._undeclared(kind, finding)
                    if len(found) > most:
                        return found, True
        return found, False

    def _findings(self, kind: str, variant: str, value: Any) -> Iterator[Finding]:
        known = definitions(kind)
        guide = Guide(known, lambda name, part: self.engine.definition(kind, name)(part))
        yield from findings(known[self.roots[kind][variant]], value, guide)

    def _schema_rules(self) -> dict[str, Rule]:
        return {rule.parameters["keyword"]: rule for rule in self.rules.values() if rule.shape == "keyword"}

    def _undeclared(self, kind: str, finding: Finding) -> Iterator[Break]:
        key, declared = finding.name or "", finding.schema["properties"]
        name = undeclared.confusable(key, declared)
        if name is not None and "confusable-field" in self.rules:
            yield Break(self.rules["confusable-field"], finding.at, name=name, schema=finding.schema)
        elif "unknown-field" in self.rules:
            yield Break(self.rules["unknown-field"], finding.at, name=undeclared.nearest(key, declared) or "", schema=finding.schema)

    def _rules(
        self, kind: str, source: str | None, value: Any, stored: Mapping[str, Any] | None, seen: dict[str, bool]
    ) -> Iterator[Break]:
        """Each rule that the document breaks under a source."""
        plan = self.plan(kind, source)
        kept: Mapping[str, Any] = {**(stored or {}), **({"source": source} if source else {})}
        for item in plan.requirements:
            key = str(id(item.fits))
            if key not in seen:
                seen[key] = item.fits(value)
            if seen[key]:
                continue
            if item.relation is None:
                yield from (Break(item.rule, finding.at) for finding in findings(item.schema, value))
            else:
                yield from (Break(item.rule, at, settled) for at, settled in item.relation(item.rule.parameters, value, kept))
        for rule, relation in plan.relations:
            yield from (Break(rule, at, settled) for at, settled in relation(rule.parameters, value, kept))

    def _violations(self, structure: list[Break], of_rules: list[Break]) -> tuple[tuple[Violation, ...], bool]:
        """The violations that count, enforced ones first; rules do not speak of what is not even of the right structure."""
        wrong = [item.at for item in structure if item.rule.shape == "keyword"]
        spoken = {item.at for item in of_rules}
        kept = [item for item in structure if item.rule.rule != "unknown-field" or item.at not in spoken]
        kept += [item for item in of_rules if not any(_related(item.at, at) for at in wrong)]
        kept.sort(key=lambda item: item.rule.mode != "enforce")
        unique = tuple(dict.fromkeys(_violation(item) for item in kept[: 4 * self.most_violations]))
        return unique[: self.most_violations], len(unique) > self.most_violations


def _related(one: Tokens, other: Tokens) -> bool:
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter]


def _violation(item: Break) -> Violation:
    schema = item.schema
    return violation(
        item.rule,
        "body",
        item.at,
        name=item.name,
        title=schema.get("title", "the document"),
        type=_either(schema.get("type", ())),
        enum=_either(schema.get("enum", ())),
        format=schema.get("x-format"),
        minimum=schema.get("minimum"),
        maximum=schema.get("maximum"),
        limit=schema.get("maxItems", schema.get("maxProperties")),
    )


def violation(rule: Rule, location: str, at: Tokens = (), *, place: Place | None = None, **told: Any) -> Violation:
    """The violation of a rule. Its texts are those of the rule, filled with what the contract says: never with a value."""
    told |= {"line": place.line, "column": place.column} if place else {"line": "?", "column": "?"}
    message, hint = rule.message, rule.hint
    if rule.shape in ("keyword", "undeclared", "wire"):
        message, hint = message.format_map(told), hint.format_map(told)
    if rule.rule == "unknown-field" and told["name"]:
        hint = f"did you mean {told['name']}?"
    return Violation(rule.rule, rule.mode, location, join(at), message, hint)


def _either(names: Any) -> str:
    listed = [names] if isinstance(names, str) else ["null" if name is None else str(name) for name in names]
    return " or ".join([", ".join(listed[:-1]), listed[-1]] if len(listed) > 1 else listed)
