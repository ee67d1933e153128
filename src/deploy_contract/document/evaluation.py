"""From a parsed document to a verdict: its structure, then the rules under every source that it may have."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from deploy_contract.document import undeclared, wire
from deploy_contract.document.candidates import Candidates
from deploy_contract.document.engines import Engine, Valid, definitions
from deploy_contract.document.plans import (
    Advice,
    Case,
    Plan,
    Planner,
    Undecided,
    breaks,
    breaks_under,
    standings,
)
from deploy_contract.document.walker import FOLDS, Finding, Guide, annotated, findings, strays
from deploy_contract.document.wire import Limits
from deploy_contract.report import Report
from deploy_contract.violations import Break, apart, listed
from deploy_contract_format.definitions import plainly_named
from deploy_contract_format.faults import DEPTH, TextError
from deploy_contract_format.pointer import Tokens
from deploy_contract_format.rules import Rule, Rulebook

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

    def __init__(
        self, engine: Engine, book: Rulebook, roots: Roots, hosting: str | None, limits: Limits
    ) -> None:
        self.rules: Mapping[str, Rule] = {rule.rule: rule for rule in book.rules}
        self._engine = engine
        self._book = book
        self._roots = roots
        self._hosting = hosting
        self._limits = limits
        self._keywords = {
            rule.parameters["keyword"]: rule for rule in book.rules if rule.shape == "keyword"
        }
        self._planner = Planner(engine, book, hosting)
        self.candidates = Candidates(self._planner, book, hosting, limits.violations)
        self._guides: dict[tuple[str, bool], Guide] = {}
        self._names: dict[str, Valid] = {}
        self._declared: dict[str, undeclared.Levels] = {}

    def compile(self) -> None:
        """Compile every rule. Raises whatever an engine raises that does not take one."""
        self._planner.compile()

    def plan(self, kind: str, source: str | None) -> Plan:
        """The rules for a kind of document; `source` is None for kinds that carry their own."""
        return self._planner.plan(kind, source)

    def advice(
        self,
        kind: str,
        sources: Iterable[str | None],
        stored: Mapping[str, Any],
        wrong: Sequence[Tokens] = (),
    ) -> Advice:
        """Return the advice on a document for each source that its deployment may have; none on the places in `wrong`."""
        cases = [self._planner.case("report", kind, name) for name in sources]
        return Advice(tuple(cases), stored, self._limits.violations, wrong)

    def case(self, kind: str, source: str | None) -> Case:
        """Return the enforced rules for a source."""
        return self._planner.case("enforce", kind, source)

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
        sound: bool = False,
    ) -> Report:
        """Return the report on a parsed document.

        `closed`: undeclared fields are looked at. `doubted`: its structure, or a rule, is broken. `sound`: its structure is
        right. `body`: its bytes, where their depth is still to be looked at; TextError where it is too great.
        """
        structure: list[Break] = []
        truncated = False
        if not sound:
            structure, truncated = self._structure(
                kind, value, body, closed=closed, doubted=doubted
            )
        candidates = self.candidates.of(kind, value, source)
        if len(candidates) > 1:
            report = self._uncertain(kind, value, candidates, stored, structure)
        else:
            report = self._certain(kind, value, candidates[0], {**(stored or {})}, structure)
        return report._replace(more=True) if truncated else report

    def _certain(
        self,
        kind: str,
        value: Any,
        source: str | None,
        kept: Mapping[str, Any],
        structure: list[Break],
    ) -> Report:
        """The report where there is one source that the deployment can have, or none that matters."""
        most = self._limits.violations
        broken = breaks(self.case(kind, source), kept, value, most)
        wrong = _silent(structure)
        found, more = listed(_counted(structure, broken, wrong), most)
        refused = open_ = False
        for item in broken:
            refused, open_ = refused or item.settled, open_ or not item.settled
        for item in structure:
            refused = refused or item.rule.mode == "enforce"
        advice = self.advice(kind, (source,), kept, wrong)
        if refused or not open_:
            sources = (source,) if source and not refused else ()
            return Report(
                "deny" if refused else "allow",
                found,
                kind,
                sources,
                more=more,
                advice=advice,
                value=value,
            )
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
        self,
        kind: str,
        value: Any,
        candidates: list[str | None],
        stored: Mapping[str, Any] | None,
        structure: list[Break],
    ) -> Report:
        """Return the report on a document whose deployment may have one of several sources.

        Each candidate is judged as if it were stored. Which of them remain is settled at once; why the others do not is worked
        out when it is read.
        """
        most, wrong, known = self._limits.violations, _silent(structure), {**(stored or {})}
        enforced = tuple([self.case(kind, name) for name in candidates])
        answers = dict(zip(candidates, standings(enforced, known, value), strict=True))
        of_rules: list[Break] = []
        if all(answer is False for answer in answers.values()):
            broken = breaks_under(enforced, known, value, most)
            closest = min(range(len(candidates)), key=lambda index: len(broken[index]))
            of_rules, candidates = broken[closest], candidates[closest : closest + 1]
        refused = bool(of_rules) or any(item.rule.mode == "enforce" for item in structure)
        open_ = not refused and not all(answers.values())
        found, more = listed(_counted(structure, of_rules, wrong), most)
        return Report(
            "deny" if refused else "indeterminate" if open_ else "allow",
            found,
            kind,
            ()
            if refused
            else tuple([name for name, answer in answers.items() if name and answer is not False]),
            self.candidates.needs(answers) if open_ else (),
            Undecided(enforced, known, most) if open_ else (),
            more=more,
            advice=self.advice(kind, candidates, known, wrong),
            value=value,
        )

    def _structure(
        self, kind: str, value: Any, body: bytes | None, *, closed: bool, doubted: bool
    ) -> tuple[list[Break], bool]:
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
        return self._broken(
            kind, value, strays(guide.definitions[self._roots[kind]["open"]], value, guide)
        )[:2]

    def _broken(
        self, kind: str, value: Any, found: Iterable[Finding]
    ) -> tuple[list[Break], bool, bool]:
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
            self._names[kind] = (
                self._engine.schema(plainly_named(known, known[root]))
                if told
                else lambda _value: False
            )
        return self._names[kind]

    def _guide(self, kind: str, *, closed: bool) -> Guide:
        """Guides a walk along the open schema: past what is valid or, where undeclared fields matter too, valid if closed."""
        key = (kind, closed)
        if key not in self._guides:
            known = {
                name: annotated(schema)
                for name, schema in definitions(kind, self._limits.items).items()
            }
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
        return Break(
            rule,
            finding.at,
            name=belongs[-1] if belongs else name or "",
            schema=finding.schema,
            belongs=belongs,
        )

    def _levels(self, kind: str) -> undeclared.Levels:
        """Where the fields of a kind of document are declared."""
        if kind not in self._declared:
            self._declared[kind] = undeclared.levels(definitions(kind), self._roots[kind]["closed"])
        return self._declared[kind]


def _silent(structure: list[Break]) -> list[Tokens]:
    """Return the places of which rules do not speak, as an enforced violation says that their structure is wrong."""
    return [
        item.at
        for item in structure
        if item.rule.shape == "keyword" and item.rule.mode == "enforce"
    ]


def _counted(structure: list[Break], of_rules: list[Break], wrong: list[Tokens]) -> list[Break]:
    """The breaks that count, enforced ones first: rules do not speak of what is `wrong`."""
    counted = [item for item in of_rules if item.settled]
    if counted and wrong:
        is_apart = apart(wrong)
        counted = [item for item in counted if is_apart(item.at)]
    if structure:
        spoken = {
            item.at for item in counted
        }  # where a rule refuses a field, that it is unknown need not be said
        counted = [
            item for item in structure if item.rule.rule != "unknown-field" or item.at not in spoken
        ] + counted
    return (
        sorted(counted, key=lambda item: item.rule.mode != "enforce")
        if len(counted) > 1
        else counted
    )
