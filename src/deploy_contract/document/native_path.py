"""The native path: documents that a program of the native engine judges unparsed.

It takes bytes and makes no Python object of them. It returns an outcome only if the document is
allowed, or allowed for some of the sources that the deployment may have. All other documents are
left to the evaluation, which explains them.
"""

import sys
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, NamedTuple

from deploy_contract.bundle import Bundle
from deploy_contract.document.advice import Undecided
from deploy_contract.document.engines import Engine
from deploy_contract.document.evaluation import Evaluator
from deploy_contract.document.native_facts import NativeFacts, compile_answers
from deploy_contract.document.native_rules import case_row
from deploy_contract.document.wire import Limits
from deploy_contract.outcome import Outcome, Places, RowFields, Unread
from deploy_contract.report import Report
from deploy_contract_format.definitions import Definitions
from deploy_contract_format.merging import merge_schemas, specialised
from deploy_contract_format.overlay import (
    Schema,
    merge_any_state,
    merge_stateless_entries,
    null_at,
    requirement,
)
from deploy_contract_format.pointer import MISSING, split
from deploy_contract_format.program import UnsupportedError, compile_program
from deploy_contract_format.rules import Rulebook

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
        hosting: of the contract; None if it is unknown.
        limits: of the contract.
    """

    def __init__(
        self,
        engine: Engine,
        bundle: Bundle,
        evaluator: Evaluator,
        hosting: str | None,
        limits: Limits,
    ) -> None:
        self._engine = engine
        self._bundle = bundle
        self._evaluator = evaluator
        self._hosting = hosting
        self._limits = limits

    def compile(
        self, kind: str, source: Source, bounds: Bounds, *, closed: bool
    ) -> NativePath | None:
        """Return the native path for a kind of document and a source; None if it has none.

        Args:
            kind: of the document.
            source: of the deployment; None if it is unknown, or the document carries it.
            bounds: of the documents.
            closed: True if undeclared members matter.
        """
        sources: tuple[Source, ...] = (None,)
        if self._evaluator.candidates.by_context(kind):
            sources = self._evaluator.candidates.admitted
            if source is not None:
                sources = (source,)
        if not self._engine.native:
            return None
        known = self._bundle.definitions(kind, self._limits.items)
        structure, guarded = self._structure(kind, closed=closed)
        if len(sources) == 1:
            wholes = self._overlays_of_one(kind, sources[0])
            parts: list[Schema] = []
        else:
            wholes, parts = self._overlays_of_several(kind, sources)
        documents = [specialised(known, known[structure], whole) for whole in wholes]
        roots = [*documents, *parts]
        asked, many = len(roots), len(documents) if guarded else 0
        planner = self._evaluator.planner
        enforced = case_row(planner, "enforce", kind, sources[0], roots)
        advised = [case_row(planner, "report", kind, name, roots) for name in sources]
        outcomes = Outcomes()
        limits = {
            "max_bytes": min(bounds.max_bytes, sys.maxsize),  # nothing is longer
            "max_objects": min(bounds.max_objects, sys.maxsize),
            "max_string": min(self._limits.string, sys.maxsize),
        }
        facts = self._facts(kind, sources, {**limits, "outcomes": {}, "report": Report})
        more = facts.schemas if len(sources) > 1 else []
        program = None
        if more and asked + len(more) <= self._engine.native.MOST_ROOTS:
            program = self._program(known, [*roots, *more], many)
            facts.first_bit = None if program is None else asked
        if program is None:
            more, program = [], self._program(known, roots, many)
        if program is None:
            return None
        judge = program.judge(
            [*range(asked), *range(len(roots), len(roots) + len(more))],
            **limits,
            outcomes=outcomes,
            report=Report,
            structure=len(wholes) - 1,
            enforced=enforced,
            several=len(sources) > 1,
            advised=advised,
        )
        make = self._of_one if len(sources) == 1 else self._of_several
        picks = cache(program.picks)

        def part(body: bytes, scan: Any, places: Places) -> Any:
            return judge.part(body, scan, picks(places))

        fields = cache(partial(row_fields, program))

        def rows(
            body: bytes, scan: Any, pattern: tuple[str, ...], wanted: RowFields
        ) -> list[tuple[Any, ...]]:
            found: list[tuple[Any, ...]] = judge.rows(body, scan, fields(pattern, wanted))
            return found

        unread = Unread(judge, part, rows, judge.is_advised, facts.revision)
        outcomes.make = partial(make, kind, sources, unread, facts)
        structure_bit = 1 << len(wholes) - 1
        return NativePath(judge, judge.answers, outcomes, structure_bit, judge.value)

    def _program(self, known: Definitions, roots: list[Schema], guarded: int) -> Any | None:
        """Return the program of some schemas, or None if they are beyond what programs express."""
        try:
            return self._engine.native.Program(compile_program(known, roots, guarded=guarded))
        except (UnsupportedError, ValueError):
            return None

    def _facts(
        self, kind: str, sources: tuple[Source, ...], judge: Mapping[str, Any]
    ) -> NativeFacts:
        """Return the other facts of documents, whose programs take no references."""
        evaluator = self._evaluator
        compile_all = compile_answers(partial(compile_program, {}), judge, self._engine.native)
        revisions = evaluator.consequences.revisions
        most = self._limits.violations
        return NativeFacts(kind, sources, evaluator.planner, revisions, compile_all, most)

    def _structure(self, kind: str, *, closed: bool) -> tuple[str, bool]:
        """Return the definition of the structure, and True if its names are guarded.

        If undeclared members matter only if they are confusable, that is the open one.
        """
        roots = self._bundle.roots[kind]
        if closed and "unknown-field" in self._evaluator.rules:
            return roots["closed"], False
        return roots["open"], closed

    def _overlays_of_one(self, kind: str, source: Source) -> list[Schema]:
        """Return the rules for a known source, to be combined with the structure.

        The first are for documents that override no source, as most do; the second for all. The
        third is no rule.
        """
        planner = self._evaluator.planner
        every = merge_schemas(map(requirement, planner.entries("enforce", kind, source)))
        return [planner.plain("enforce", kind, (source,)), every, {}]

    def _overlays_of_several(
        self, kind: str, sources: tuple[Source, ...]
    ) -> tuple[list[Schema], list[Schema]]:
        """Return the rules for an unknown source.

        To be combined with the structure: the rules for all sources, then no rule. Then come, alone:
        no override, and the rules that depend on the stored deployment; the other rules of each
        source; and for each override, all rules of the sources that it leaves.
        """
        planner = self._evaluator.planner
        book, hosting = planner.active("enforce", kind), self._hosting
        any_state = merge_any_state(book, kind, None, hosting)
        override = book.kinds[kind].override
        if override is not None:
            any_state = {"allOf": [any_state, null_at(override)]}
        rows = {source: planner.entries("enforce", kind, source) for source in sources}
        of_each = [merge_stateless_entries(rows[source]) for source in sources]
        left = cache(
            lambda names: merge_schemas([requirement(row) for name in names for row in rows[name]])
        )
        of_overrides = [self._overridden(book, kind, name, left) for name in self._overrides(kind)]
        whole = planner.plain("enforce", kind, sources)
        return [whole, {}], [any_state, *of_each, *of_overrides]

    def _overrides(self, kind: str) -> tuple[str, ...]:
        """Return the sources by which a kind of document may override that of its deployment."""
        book = self._evaluator.planner.active("enforce", kind)
        return () if book.kinds[kind].override is None else tuple(book.sources)

    def _overridden(
        self,
        book: Rulebook,
        kind: str,
        override: str,
        keep_all: Callable[[tuple[Source, ...]], Schema],
    ) -> Schema:
        """Return the schema of documents with an override that keep all rules.

        `keep_all`: returns the schema of documents that keep the rules of some sources.
        """
        left = self._evaluator.candidates.overridden_by(override)
        schema: Schema = {"const": override}
        for token in reversed(split(book.kinds[kind].override or "")):
            schema = {"type": "object", "required": [token], "properties": {token: schema}}
        # the override comes first, since most documents have none
        return {"allOf": [schema, keep_all(left)]}

    def _of_one(
        self,
        kind: str,
        sources: tuple[Source, ...],
        unread: Unread,
        _facts: NativeFacts,
        answers: int,
    ) -> Outcome | None:
        """Return the outcome for a known source by the answers of `_overlays_of_one`."""
        if not answers & 0b11:
            return None
        return self._allowed(kind, sources, unread)

    def _of_several(
        self,
        kind: str,
        sources: tuple[Source, ...],
        unread: Unread,
        facts: NativeFacts,
        answers: int,
    ) -> Outcome | None:
        """Return the outcome for an unknown source by the answers of `_overlays_of_several`."""
        if answers & 1:
            return self._allowed(kind, sources, unread)
        bits = answers >> 3 + len(sources)
        overrides = [name for n, name in enumerate(self._overrides(kind)) if bits >> n & 1]
        if answers & 0b10 and overrides:
            [override] = overrides
            narrowed = self._evaluator.candidates.overridden_by(override)
            # the judge knows the advice for all sources alone
            return self._allowed(kind, narrowed, unread._replace(is_advised=_perhaps))
        if answers & 0b110 != 0b110:
            return None
        bits = answers >> 3
        by_source = {name: bool(bits >> number & 1) for number, name in enumerate(sources)}
        left = tuple([name for name, admits in by_source.items() if admits and name])
        if not left or len(left) == len(sources):
            return None
        evaluator = self._evaluator
        closed = tuple([name for name in sources if not by_source[name]])
        advice = evaluator.advice(kind, sources)
        undecided: Any = facts.undecided_by(answers, closed)
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


def _perhaps(_body: bytes, _scan: Any, _facts: dict[str, Any] | None) -> bool:
    """Return True: whether an advisory rule concerns the document is for Python to find out."""
    return True


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
