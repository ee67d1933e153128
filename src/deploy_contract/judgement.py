"""From a parsed document to a verdict: its structure, then the rules under every source that it may have."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from deploy_contract import undeclared, wire
from deploy_contract.engines import Engine, Valid, definitions
from deploy_contract.plans import Advice, Plan, Planner, breaks, common
from deploy_contract.report import Report
from deploy_contract.violations import Break, apart, listed
from deploy_contract.walker import FOLDS, Finding, Guide, annotated, findings, strays
from deploy_contract.wire import Limits
from deploy_contract_format.definitions import plainly_named
from deploy_contract_format.faults import DEPTH, TextError
from deploy_contract_format.pointer import Tokens, find, split
from deploy_contract_format.rules import Kind, Rule, Rulebook

Roots = Mapping[str, Mapping[str, str]]  # document kind -> variant -> name of its definition
KEYWORDS = {"maxProperties": "maxItems"}  # keyword -> the keyword whose rule speaks for it


class DisagreementError(AssertionError):
    """An engine refuses a document, and the walk finds nothing wrong with it."""


class _Validators(dict[str, Valid]):
    """Validators of the definitions of a kind, by their names in the open schema, compiled when first asked for."""

    def __init__(self, engine: Engine, kind: str, *, closed: bool) -> None:
        super().__init__()
        self._definition = partial(engine.definition, kind)
        self._closed = closed

    def __missing__(self, name: str) -> Valid:
        self[name] = self._definition(name.replace("-open", "-closed") if self._closed else name)
        return self[name]


class Judge:
    """Judges parsed documents. Of the rules in `book`, those that are off are left out; the others have their modes."""

    def __init__(self, engine: Engine, book: Rulebook, roots: Roots, hosting: str | None, limits: Limits) -> None:
        self.rules: Mapping[str, Rule] = {rule.rule: rule for rule in book.rules}
        self._engine = engine
        self._book = book
        self._roots = roots
        self._hosting = hosting
        self._limits = limits
        self._keywords = {rule.parameters["keyword"]: rule for rule in book.rules if rule.shape == "keyword"}
        self._planner = Planner(engine, book, hosting)
        self._guides: dict[tuple[str, bool], Guide] = {}
        self._names: dict[str, Valid] = {}
        self._declared: dict[str, undeclared.Levels] = {}

    def plan(self, kind: str, source: str | None) -> Plan:
        """The rules for a kind of document; `source` is None for kinds that carry their own."""
        return self._planner.plan(kind, source)

    def judge(
        self,
        kind: str,
        value: Any,
        source: str | None,
        stored: Mapping[str, Any] | None,
        *,
        closed: bool,
        body: bytes | None,
        doubted: bool = False,
    ) -> Report:
        """The report on a parsed document. `closed`: undeclared fields are looked at. `doubted`: something is amiss.

        `body`: its bytes, where their depth is still to be looked at; TextError where it is too great.
        """
        structure, truncated = self._structure(kind, value, body, closed=closed, doubted=doubted)
        how = self._book.kinds[kind]
        kept = {**(stored or {}), **({"source": source} if source else {})}  # what is only tried is not known
        candidates = self._candidates(how, value, source)
        if len(candidates) > 1:
            report = self._uncertain(kind, value, candidates, kept, structure)
        else:
            report = self._certain(kind, value, candidates[0], kept, structure)
        return report._replace(more=True) if truncated else report

    def _certain(self, kind: str, value: Any, source: str | None, kept: Mapping[str, Any], structure: list[Break]) -> Report:
        """The report where there is one source that the deployment can have, or none that matters."""
        plan, most = self.plan(kind, source), self._limits.violations
        broken = breaks(plan.enforced, value, kept, most)
        wrong = [item.at for item in structure if item.rule.shape == "keyword"] if structure else []
        found, more = listed(_counted(structure, broken, wrong), most)
        refused = open_ = False
        for item in broken:
            refused, open_ = refused or item.settled, open_ or not item.settled
        for item in structure:
            refused = refused or item.rule.mode == "enforce"
        advice = Advice((plan.advised,), kept, most, wrong)
        if refused or not open_:
            sources = (source,) if source and not refused else ()
            return Report("deny" if refused else "allow", found, kind, sources, more=more, advice=advice, value=value)
        return Report(
            "indeterminate",
            found,
            kind,
            (source,) if source else (),
            ("deployment",),
            listed(broken, most)[0],
            more=more,
            advice=advice,
            value=value,
        )

    def _uncertain(
        self, kind: str, value: Any, candidates: list[str | None], kept: Mapping[str, Any], structure: list[Break]
    ) -> Report:
        """The report where the deployment may have one of several sources."""
        most = self._limits.violations
        broken = {name: breaks(self.plan(kind, name).enforced, value, kept, most) for name in candidates}
        denied = [name for name, items in broken.items() if any(item.settled for item in items)]
        left = [name for name in candidates if name not in denied]
        closest = min(candidates, key=lambda name: len(broken[name]))
        wrong = [item.at for item in structure if item.rule.shape == "keyword"]
        found, more = listed(_counted(structure, common(list(broken.values())) if left else broken[closest], wrong), most)
        advised = tuple(self.plan(kind, name).advised for name in (candidates if left else [closest]))
        refused = not left or any(item.rule.mode == "enforce" for item in structure)
        at_stake = [] if refused else [item for items in broken.values() for item in items]
        return Report(
            "deny" if refused else "indeterminate" if at_stake else "allow",
            found,
            kind,
            () if refused else tuple(name for name in left if name),
            self._needs(broken, denied) if at_stake else (),
            listed(at_stake, most)[0],
            more=more,
            advice=Advice(advised, kept, most, wrong),
            value=value,
        )

    def _candidates(self, how: Kind, value: Any, source: str | None) -> list[str | None]:
        """The sources that the deployment may have; None alone where the document carries its own."""
        if how.source != "context":
            return [None]
        if source is not None:
            return [source]
        sources = self._book.sources
        admitted = [name for name, runs in sources.items() if self._hosting is None or self._hosting in runs]
        override = find(value, split(how.override)) if how.override else None
        if isinstance(override, str) and override in sources:
            narrowed = [name for name in admitted if set(sources[name]) & set(sources[override])]
            return list(narrowed or admitted)
        return list(admitted)

    def _needs(self, broken: Mapping[str | None, list[Break]], denied: list[str | None]) -> tuple[str, ...]:
        """What would settle the verdict: the source, the hosting where it comes to the same, what the deployment holds."""
        unsettled = [name for name, items in broken.items() if name not in denied and any(not item.settled for item in items)]
        needs = []
        if len(broken) > 1 and (denied or len(unsettled) < len(broken)):
            needs.append("source")
            by_hosting: dict[str, set[bool]] = {}
            for name in broken:
                for place in self._book.sources[name or ""]:
                    by_hosting.setdefault(place, set()).add(name in denied)
            if self._hosting is None and len(by_hosting) > 1 and all(len(answers) == 1 for answers in by_hosting.values()):
                needs.append("hosting")
        if unsettled:
            needs.append("deployment")
        return tuple(needs)

    def _structure(self, kind: str, value: Any, body: bytes | None, *, closed: bool, doubted: bool) -> tuple[list[Break], bool]:
        """What is wrong with the document by its schema, and with the fields that it does not declare."""
        roots, definition = self._roots[kind], self._engine.definition
        if closed and not doubted and definition(kind, roots["closed"])(value):
            return [], False
        if definition(kind, roots["open"])(value):
            if not closed or self._plainly_named(kind)(value):
                return [], False
            return self.strays(kind, value)
        guide = self._guide(kind, closed=closed)
        root = guide.definitions[roots["open"]]
        if body is not None and wire.deeper(body):
            raise TextError("json-depth", limit=DEPTH)
        found, more, explained = self._broken(kind, value, findings(root, value, guide))
        if not explained:
            raise DisagreementError
        return found, more

    def strays(self, kind: str, value: Any) -> tuple[list[Break], bool]:
        """What is wrong with the undeclared fields of a document that fits its open schema, and whether there is more."""
        guide = self._guide(kind, closed=True)
        return self._broken(kind, value, strays(guide.definitions[self._roots[kind]["open"]], value, guide))[:2]

    def _broken(self, kind: str, value: Any, found: Iterable[Finding]) -> tuple[list[Break], bool, bool]:
        """What findings break, as much as a report shows; whether there is more; whether any is more than an undeclared field.

        What only reports is never a reason to stop: what refuses may come after it.
        """
        most = self._limits.violations
        refusing: list[Break] = []
        others: list[Break] = []
        more = explained = False
        for finding in found:
            undeclared_field = finding.keyword == "additionalProperties"
            explained = explained or not undeclared_field
            if undeclared_field:
                item = self._undeclared(kind, finding, looked_for=len(others) <= most)
            else:
                item = self._keyword(finding, value)
            if item is None:
                continue
            if item.rule.mode == "enforce":
                refusing.append(item)
                if len(refusing) > most:
                    return refusing, True, explained
            elif len(others) <= most:
                others.append(item)
            else:
                more = True
        return refusing + others, more, explained

    def _plainly_named(self, kind: str) -> Valid:
        """Whether the undeclared fields of a document are harmless by their names alone; if not, they are looked at."""
        if kind not in self._names:
            known, root = definitions(kind, self._limits.items), self._roots[kind]["closed"]
            told = self._engine.names and "unknown-field" not in self.rules
            self._names[kind] = self._engine.schema(plainly_named(known, known[root])) if told else lambda _value: False
        return self._names[kind]

    def _guide(self, kind: str, *, closed: bool) -> Guide:
        """Guides a walk along the open schema: past what is valid or, where undeclared fields matter too, valid if closed."""
        key = (kind, closed)
        if key not in self._guides:
            known = {name: annotated(schema) for name, schema in definitions(kind, self._limits.items).items()}
            validators = _Validators(self._engine, kind, closed=closed)
            sizes = self._keywords.get("maxItems")
            closing = sizes is not None and sizes.mode == "enforce"
            self._guides[key] = Guide(known, validators, undeclared=closed, closing=closing)
        return self._guides[key]

    def _keyword(self, finding: Finding, value: Any) -> Break | None:
        rule = self._keywords.get(KEYWORDS.get(finding.keyword, finding.keyword))
        if not rule:
            return None
        name = finding.name or ""
        if finding.keyword == "enum":
            for token in finding.at:
                value = value[token]
            known = [item for item in finding.schema["enum"] if isinstance(item, str)]
            name = (isinstance(value, str) and undeclared.nearest(value, known)) or ""
        return Break(rule, finding.at, name=name, schema=finding.schema)

    def _undeclared(self, kind: str, finding: Finding, *, looked_for: bool) -> Break | None:
        """`looked_for`: whether the name that is meant is worth looking for."""
        key = finding.name or ""
        name = undeclared.confusable(key, finding.schema[FOLDS])
        rule = (name and self.rules.get("confusable-field")) or self.rules.get("unknown-field")
        if not rule:
            return None
        if not looked_for:
            return Break(rule, finding.at, name=name or "", schema=finding.schema)
        name = name or undeclared.nearest(key, finding.schema["properties"])
        belongs = () if name else undeclared.elsewhere(key, self._levels(kind))
        return Break(rule, finding.at, name=belongs[-1] if belongs else name or "", schema=finding.schema, belongs=belongs)

    def _levels(self, kind: str) -> undeclared.Levels:
        """Where the fields of a kind of document are declared."""
        if kind not in self._declared:
            self._declared[kind] = undeclared.levels(definitions(kind), self._roots[kind]["closed"])
        return self._declared[kind]


def _counted(structure: list[Break], of_rules: list[Break], wrong: list[Tokens]) -> list[Break]:
    """The breaks that count, enforced ones first: rules do not speak of what is not even of the right structure."""
    counted = [item for item in of_rules if item.settled]
    if counted and wrong:
        is_apart = apart(wrong)
        counted = [item for item in counted if is_apart(item.at)]
    if structure:
        spoken = {item.at for item in of_rules}  # where a rule refuses a field, that it is unknown need not be said
        counted = [item for item in structure if item.rule.rule != "unknown-field" or item.at not in spoken] + counted
    return sorted(counted, key=lambda item: item.rule.mode != "enforce") if len(counted) > 1 else counted
