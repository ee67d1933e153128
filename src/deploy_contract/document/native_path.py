"""The native path: documents that a program of the native engine judges unparsed.

It takes bytes and makes no Python object of them. It returns an outcome only if the document is
allowed, or allowed for some of the sources that the deployment may have. All other documents are
left to the evaluation, which explains them.
"""

import sys
from collections.abc import Callable, Mapping
from functools import cache, cached_property, partial
from typing import Any, NamedTuple

from deploy_contract.bundle import Bundle
from deploy_contract.document.advice import Undecided
from deploy_contract.document.engines import Engine
from deploy_contract.document.evaluation import Evaluator
from deploy_contract.document.native_facts import NativeFacts
from deploy_contract.document.structure import Reading
from deploy_contract.document.wire import Limits
from deploy_contract.outcome import Outcome, Places, RowFields, Unread
from deploy_contract.report import Report
from deploy_contract_format.bundle_format import MOST_ITEMS
from deploy_contract_format.judge_programs import (
    ADMITTED_BY_ALL,
    ANY_STATE,
    FIRST_SOURCE,
    KEEPS_ALL,
    STRUCTURE,
    JudgeProgram,
    Structure,
    expressed,
    from_lines,
    judge_program,
    sources_of,
)
from deploy_contract_format.pointer import MISSING

Source = str | None


class Bounds(NamedTuple):
    """Bounds on the documents of a kind: bytes, and arrays and objects."""

    max_bytes: int
    max_objects: int


_MOST_KEPT = 1 << 10  # outcomes: documents choose their answers, and there are many


class Outcomes(dict[int, Outcome | None]):
    """Outcomes by the answers of a judge, each made when it is first needed.

    An outcome is None if the evaluation has to decide.
    """

    make: Callable[[int], Outcome | None]

    def __missing__(self, answers: int) -> Outcome | None:
        if len(self) >= _MOST_KEPT:
            self.clear()  # those that come again and again are soon back
        outcome = self[answers] = self.make(answers)
        return outcome


class NativePath(NamedTuple):
    """The judge of a kind of document and a source, and the outcomes of its answers.

    Attributes:
        judge: of deploy_contract_native.
        answers: returns the sum of 2^n for each n-th root that accepts a document, given facts about
            the stored deployment.
        outcomes: by these answers.
        structure: the bit of the answers that is set if the structure of the document is right.
        value: parses a document.
    """

    judge: Any
    answers: Callable[[bytes, dict[str, Any] | None], int]
    outcomes: Outcomes
    structure: int
    value: Callable[[bytes], Any]


class NativeCompiler:
    """Compiles native paths for one contract.

    Args:
        engine: has the module `native`.
        bundle: the contract.
        evaluator: has the rules.
        limits: of the contract.
    """

    def __init__(
        self, engine: Engine, bundle: Bundle, evaluator: Evaluator, limits: Limits
    ) -> None:
        self._engine = engine
        self._bundle = bundle
        self._evaluator = evaluator
        self._limits = limits

    def compile(
        self, kind: str, source: Source, bounds: Bounds, reading: Reading
    ) -> NativePath | None:
        """Return the native path for a kind of document and a source; None if it has none.

        Args:
            kind: of the document.
            source: of the deployment; None if it is unknown, or the document carries it.
            bounds: of the documents.
            reading: of undeclared members.
        """
        if not self._engine.native:
            return None
        evaluator = self._evaluator
        sources = sources_of(evaluator.candidates, kind, source)
        judge = self._judge_program(kind, source, reading)
        program = None if judge is None else self._program(judge.program)
        if judge is None or program is None:
            return None
        outcomes = Outcomes()
        limits = {
            "max_bytes": min(bounds.max_bytes, sys.maxsize),  # nothing is longer
            "max_objects": min(bounds.max_objects, sys.maxsize),
            "max_string": min(self._limits.string, sys.maxsize),
            "report": Report,
        }
        judged = program.judge(
            judge.asked,
            **limits,
            outcomes=outcomes,
            structure=judge.structure,
            enforced=judge.enforced,
            several=len(sources) > 1,
            advised=judge.advised,
        )
        ask_revision = None
        if judge.revision:
            ask_revision = program.judge(judge.revision, **limits, outcomes={}).answers
        facts = NativeFacts(
            kind, sources, evaluator.planner.active,
            evaluator.consequences.revisions.answers(kind), ask_revision, judge.first_fact,
            self._limits.violations,
        )  # fmt: skip
        make = self._of_one if len(sources) == 1 else self._of_several
        picks = cache(program.picks)

        def part(body: bytes, scan: Any, places: Places) -> Any:
            return judged.part(body, scan, picks(places))

        fields = cache(partial(row_fields, program))

        def rows(
            body: bytes, scan: Any, pattern: tuple[str, ...], wanted: RowFields
        ) -> list[tuple[Any, ...]]:
            found: list[tuple[Any, ...]] = judged.rows(body, scan, fields(pattern, wanted))
            return found

        unread = Unread(judged, part, rows, judged.is_advised, facts.revision)
        outcomes.make = partial(make, kind, sources, unread, facts)
        return NativePath(judged, judged.answers, outcomes, 1 << judge.structure, judged.value)

    def _program(self, program: bytes) -> Any | None:
        """Return a program; None if it is beyond what the engine takes."""
        try:
            return self._engine.native.Program(program)
        except ValueError:
            return None

    def _judge_program(self, kind: str, source: Source, reading: Reading) -> JudgeProgram | None:
        """Return the program for a kind of document and a source; None if there is none.

        If undeclared members matter only if they are confusable, the structure is the open one.
        """
        evaluator = self._evaluator
        rules = evaluator.planner.active
        of_request = "request" in self._bundle.directions[kind]
        refuses = reading.closed and "unknown-field" in evaluator.rules
        # open programs of other kinds are for responses, so files with undeclared names are left
        variant = "closed" if refuses or (reading.guarded and not of_request) else "open"
        if self._is_ready:
            ready = _ready_programs(kind, rules.hosting, variant)
            if source in ready:
                return ready[source]
        structure = Structure(
            self._bundle.definitions(kind, self._limits.items),
            self._bundle.roots[kind][variant],
            guarded=reading.guarded and variant == "open",
        )
        return judge_program(
            rules, evaluator.candidates, structure, kind, source, self._bundle.book.rules
        )

    @cached_property
    def _is_ready(self) -> bool:
        """True if the bundle has the programs: the rules and the limit of items are its own."""
        bundle = self._bundle
        if self._limits.items != MOST_ITEMS or bundle is not Bundle.installed():
            return False
        active = self._evaluator.planner.active.book.rules
        return expressed(active) == expressed(bundle.book.rules)

    def _of_one(
        self,
        kind: str,
        sources: tuple[Source, ...],
        unread: Unread,
        _facts: NativeFacts,
        answers: int,
    ) -> Outcome | None:
        """Return the outcome for a known source by the answers; see `judge_programs`."""
        if answers & KEEPS_ALL:
            return self._allowed(kind, sources, unread)
        if not answers & self._engine.native.OPEN:
            return None
        evaluator = self._evaluator
        advice = evaluator.advice(kind, sources)
        undecided = Undecided((evaluator.case(kind, sources[0]),), advice.most)
        known = tuple([name for name in sources if name])
        return Outcome(
            "indeterminate", (), kind, known, ("deployment",), undecided,
            consequences=evaluator.consequences, advice=advice, value=unread,
        )  # fmt: skip

    def _of_several(
        self,
        kind: str,
        sources: tuple[Source, ...],
        unread: Unread,
        facts: NativeFacts,
        answers: int,
    ) -> Outcome | None:
        """Return the outcome for an unknown source by the answers; see `judge_programs`."""
        if answers & ADMITTED_BY_ALL:
            return self._allowed(kind, sources, unread)
        if not answers & STRUCTURE:
            return None
        is_open = not answers & ANY_STATE
        if is_open and not answers & self._engine.native.OPEN:
            return None
        by_source: dict[Source, bool | None] = {}
        for number, name in enumerate(sources, FIRST_SOURCE):
            admits = bool(answers >> number & 1)
            by_source[name] = None if admits and is_open else admits
        left = tuple([name for name, answer in by_source.items() if name and answer is not False])
        if all(by_source.values()):  # as of a document that overrides the source
            return self._allowed(kind, sources, unread)
        if not left:
            return None
        evaluator = self._evaluator
        closed = tuple([name for name in sources if not by_source[name]])
        advice = evaluator.advice(kind, sources)
        undecided: Any = None if is_open else facts.undecided_by(answers, closed)
        if undecided is None:
            enforced = tuple([evaluator.case(kind, name) for name in closed])
            undecided = Undecided(enforced, advice.most)
        revision = facts.revision_by(answers)
        if revision is not None:
            unread = unread._replace(revision=lambda _body: revision)
        needs = evaluator.candidates.needs(by_source)
        return Outcome(
            "indeterminate", (), kind, left, needs, undecided,
            consequences=evaluator.consequences, advice=advice, value=unread,
        )  # fmt: skip

    def _allowed(self, kind: str, sources: tuple[Source, ...], unread: Unread) -> Outcome:
        known = tuple([name for name in sources if name])
        advice = self._evaluator.advice(kind, sources)
        return Outcome(
            "allow", (), kind, known, consequences=self._evaluator.consequences, advice=advice,
            value=unread,
        )  # fmt: skip


@cache
def _ready_programs(kind: str, hosting: str | None, variant: str) -> Mapping[Source, JudgeProgram]:
    """Return the programs of the installed contract, which `make generate` compiled."""
    return from_lines(Bundle.installed().programs(kind, hosting, variant))


def row_fields(program: Any, pattern: tuple[str, ...], wanted: RowFields) -> Any:
    """Return the fields that rows of a program's documents have."""
    return program.fields(
        pattern,
        wanted.fields,
        longest=wanted.longest,
        source=wanted.source,
        sources=dict(zip(wanted.sources, wanted.sources, strict=True)),
        missing=MISSING,
    )
