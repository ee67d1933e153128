"""Evaluation of a parsed document: its structure, then the rules for each source it may have."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from deploy_contract.bundle import Bundle
from deploy_contract.document.advice import Advice, Undecided
from deploy_contract.document.breaches import Breach, outside_of, to_violations
from deploy_contract.document.cases import Case, decide, find_breaches, find_breaches_of_all
from deploy_contract.document.consequences import Consequences
from deploy_contract.document.engines import Engine
from deploy_contract.document.plans import Plan, Planner
from deploy_contract.document.reports import replace, report_of
from deploy_contract.document.structure import Reading, Structure, StructureChecker
from deploy_contract.document.wire import Limits
from deploy_contract.outcome import Outcome
from deploy_contract.report import Report
from deploy_contract_format.candidates import Candidates
from deploy_contract_format.pointer import Tokens
from deploy_contract_format.rules import Rule, Rulebook, by_id

Facts = Mapping[str, Any]


class Evaluator:
    """The evaluator of parsed documents: it computes their verdicts.

    Args:
        engine: answers whether a document is valid.
        bundle: the contract.
        book: the active rules, with their modes.
        hosting: of the contract; None if it is unknown.
        limits: of the contract.
        consequences: of the verdicts.
    """

    def __init__(
        self,
        engine: Engine,
        bundle: Bundle,
        book: Rulebook,
        hosting: str | None,
        limits: Limits,
        consequences: Consequences,
    ) -> None:
        self._arguments = (bundle, book, hosting, limits, consequences)
        self.consequences = consequences
        self.rules: Mapping[str, Rule] = by_id(book.rules)
        self.planner = Planner(engine, book, hosting)
        self.candidates = Candidates(book, hosting)
        self._structure = StructureChecker(engine, bundle, book, limits)
        self._most = limits.violations

    def by(self, engine: Engine) -> "Evaluator":
        """Return the same evaluator with another engine."""
        return Evaluator(engine, *self._arguments)

    def compile(self) -> None:
        """Compile every rule. Raises the exception of an engine that rejects one."""
        self.planner.compile()

    def plan(self, kind: str, source: str | None) -> Plan:
        """Return the rules for a kind of document; `source` is None if it carries its own."""
        return self.planner.plan(kind, source)

    def case(self, kind: str, source: str | None) -> Case:
        """Return the enforced rules for a source."""
        return self.planner.case("enforce", kind, source)

    def advice(
        self,
        kind: str,
        sources: Iterable[str | None],
        wrong: Sequence[Tokens] = (),
    ) -> Advice:
        """Return the advice on a document.

        Args:
            kind: of the document.
            sources: that the deployment may have.
            wrong: places where the structure is wrong; advice does not concern them.
        """
        cases = [self.planner.case("report", kind, source) for source in sources]
        return Advice(tuple(cases), self._most, wrong)

    def evaluate(
        self,
        kind: str,
        value: Any,
        source: str | None,
        facts: Facts | None,
        reading: Reading,
        *,
        body: bytes | None,
        rejected: bool = False,
        has_structure: bool = False,
    ) -> Report:
        """Return the report on a parsed document.

        Args:
            kind: of the document.
            value: the document.
            source: of the deployment, if known.
            facts: about the stored deployment, if known.
            reading: of undeclared members.
            body: the text of the document, if its depth was not checked.
            rejected: True if the engine rejected the document by a closed schema before.
            has_structure: True if the structure is known to be right.

        Raises:
            TextError: if the text nests too deeply.
        """
        structure = Structure([])
        if not has_structure:
            structure = self._structure.check(kind, value, body, reading, rejected=rejected)
        known = {**(facts or {})}
        candidates = self.candidates.of(kind, source)
        if len(candidates) > 1:
            report = self._with_candidates(kind, value, candidates, known, structure.breaches)
        else:
            report = self._with_source(kind, value, candidates[0], known, structure.breaches)
        if structure.truncated:
            return replace(report, truncated=True)
        return report

    def _with_source(
        self,
        kind: str,
        value: Any,
        source: str | None,
        facts: dict[str, Any],
        structure: list[Breach],
    ) -> Report:
        """Return the report on a document of one source; None for kinds without a source."""
        breaches = find_breaches(self.case(kind, source), facts, value, self._most)
        wrong = _wrong_places(structure)
        found, truncated = to_violations(relevant_breaches(structure, breaches, wrong), self._most)
        advice = self.advice(kind, (source,), wrong)
        later = (truncated, self.consequences, advice, value, facts, None, None)
        sources = (source,) if source else ()
        if _enforces(structure) or _settles(breaches):
            return report_of(Outcome("deny", found, kind, (), (), (), *later))
        if not breaches:
            return report_of(Outcome("allow", found, kind, sources, (), (), *later))
        undecided, _ = to_violations(breaches, self._most)
        needs = ("deployment",)
        return report_of(Outcome("indeterminate", found, kind, sources, needs, undecided, *later))

    def _with_candidates(
        self,
        kind: str,
        value: Any,
        candidates: list[str | None],
        facts: dict[str, Any],
        structure: list[Breach],
    ) -> Report:
        """Return the report on a document whose deployment may have one of several sources.

        Each candidate is evaluated as if it were stored. This decides at once which of them
        remain. Why the others do not is evaluated when the report is read.
        """
        cases = tuple([self.case(kind, name) for name in candidates])
        answers = dict(zip(candidates, decide(cases, facts, value), strict=True))
        breaches: list[Breach] = []
        if all(answer is False for answer in answers.values()):
            several = find_breaches_of_all(cases, facts, value, self._most)
            closest = min(range(len(several)), key=lambda index: len(several[index]))
            breaches, candidates = several[closest], [candidates[closest]]
        wrong = _wrong_places(structure)
        found, truncated = to_violations(relevant_breaches(structure, breaches, wrong), self._most)
        advice = self.advice(kind, candidates, wrong)
        later = (truncated, self.consequences, advice, value, facts, None, None)
        if breaches or _enforces(structure):
            return report_of(Outcome("deny", found, kind, (), (), (), *later))
        left = tuple([name for name, answer in answers.items() if name and answer is not False])
        is_split = self.candidates.is_split(kind)
        if is_split:
            left = ()
        if all(answers.values()):
            return report_of(Outcome("allow", found, kind, left, (), (), *later))
        needs = ("hosting",) if is_split else self.candidates.needs(answers)
        open_cases = [case for case in cases if answers[case.source] is not True]
        undecided = Undecided(tuple(open_cases), self._most)
        return report_of(Outcome("indeterminate", found, kind, left, needs, undecided, *later))


def relevant_breaches(
    structure: list[Breach], of_rules: list[Breach], wrong: list[Tokens]
) -> list[Breach]:
    """Return the settled breaches that a report shows, enforced ones first.

    Args:
        structure: breaches of the structure.
        of_rules: breaches of rules.
        wrong: places where the structure is wrong; rules do not concern them.
    """
    relevant = [breach for breach in of_rules if breach.settled]
    if relevant and wrong:
        is_outside = outside_of(wrong)
        relevant = [breach for breach in relevant if is_outside(breach.at)]
    if structure:
        # if a rule refuses a field, the report does not add that the field is unknown
        refused = {breach.at for breach in relevant}
        kept = [
            breach
            for breach in structure
            if breach.rule.rule != "unknown-field" or breach.at not in refused
        ]
        relevant = kept + relevant
    if len(relevant) > 1:
        relevant.sort(key=lambda breach: breach.rule.mode != "enforce")
    return relevant


def _enforces(structure: list[Breach]) -> bool:
    for breach in structure:  # noqa: SIM110 - faster than `any` for the few that there are
        if breach.rule.mode == "enforce":
            return True
    return False


def _settles(breaches: list[Breach]) -> bool:
    for breach in breaches:  # noqa: SIM110 - likewise
        if breach.settled:
            return True
    return False


def _wrong_places(structure: list[Breach]) -> list[Tokens]:
    """Return the places where an enforced violation says that the structure is wrong."""
    if not structure:
        return []
    enforced = [breach for breach in structure if breach.rule.mode == "enforce"]
    return [breach.at for breach in enforced if breach.rule.shape == "keyword"]
