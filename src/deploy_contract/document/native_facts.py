"""Facts that reports on unparsed documents are asked for: the revision, and undecided rules.

The native engine answers from the bytes, by the schemas that are listed here. They are asked with
those of the verdict if that is open. What they cannot answer is left to the evaluation of the
parsed document.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from deploy_contract_generated.names import RevisionAnswer

from deploy_contract.document.breaches import Breach, to_violations
from deploy_contract.document.cases import only_place
from deploy_contract.document.plans import Planner
from deploy_contract.document.revisions import RevisionRules
from deploy_contract.violations import Violation
from deploy_contract_format.overlay import NOTHING, Schema, requirement
from deploy_contract_format.pointer import Tokens
from deploy_contract_format.rules import Rule

Answers = Callable[[bytes], int]  # sum of 2^n for each n-th schema that accepts a document
Compile = Callable[[Sequence[Schema]], Answers | None]  # None for schemas beyond programs

_OBJECT: Schema = {"type": "object"}


class _Row(NamedTuple):
    """A rule of a source: the only place where it can be broken, and the bit of its schema."""

    rule: Rule
    place: Tokens | None
    bit: int


class _Rules(NamedTuple):
    """The schemas of all rules, and the rules of each source, which number them."""

    schemas: list[Schema]
    rows: dict[str | None, list[_Row]]


class NativeFacts:
    """The facts of unparsed documents of one kind.

    Args:
        kind: of the documents.
        sources: that a deployment may have.
        planner: has the rules.
        revisions: the revision rules.
        compile_all: compiles schemas of whole documents.
        most: violations that a report may show.

    Attributes:
        first_bit: of the answers to `schemas` among those of a verdict; None if these have none.
    """

    def __init__(
        self,
        kind: str,
        sources: Sequence[str | None],
        planner: Planner,
        revisions: RevisionRules,
        compile_all: Compile,
        most: int,
    ) -> None:
        self._kind = kind
        self._sources = sources
        self._planner = planner
        self._revisions = revisions
        self._compile = compile_all
        self._most = most
        self.first_bit: int | None = None

    @cached_property
    def schemas(self) -> list[Schema]:
        """The schemas of an open verdict: those of the revision, then those of the rules."""
        return [*self._revision_schemas, *self._rules.schemas]

    def revision(self, document: object) -> RevisionAnswer | None:
        """Return whether a document creates a revision; None if only its value tells."""
        if document.__class__ is not bytes or self._revision_answers is None:
            return None
        answers = self._revision_answers(document)
        if answers not in self._revision_of:
            self._revision_of[answers] = self._revision(answers)
        return self._revision_of[answers]

    def revision_by(self, answers: int) -> RevisionAnswer | None:
        """Return whether a document creates a revision; None if only its value tells.

        `answers`: of its verdict.
        """
        return None if self.first_bit is None else self._revision(answers >> self.first_bit)

    def undecided_by(
        self, answers: int, sources: tuple[str | None, ...]
    ) -> tuple[Violation, ...] | None:
        """Return the enforced violations of a document under any of some sources.

        Args:
            answers: of its verdict.
            sources: whose rules the document breaks, by schemas alone.

        Returns:
            The violations; None if only the value tells.
        """
        if self.first_bit is None:
            return None
        answers >>= self.first_bit + len(self._revision_schemas)
        breaches = []
        for source in sources:
            for row in self._rules.rows[source]:
                if answers >> row.bit & 1:
                    continue
                if row.place is None:
                    return None
                breaches.append(Breach(row.rule, row.place))
        return to_violations(breaches, self._most)[0]

    @cached_property
    def _triggers(self) -> list[tuple[Schema, RevisionAnswer]]:
        return self._revisions.schemas(self._kind)

    @cached_property
    def _revision_schemas(self) -> list[Schema]:
        return [_OBJECT, *[schema for schema, _ in self._triggers]]

    @cached_property
    def _revision_of(self) -> dict[int, RevisionAnswer | None]:
        return {}

    @cached_property
    def _revision_answers(self) -> Answers | None:
        return self._compile(self._revision_schemas)

    def _revision(self, answers: int) -> RevisionAnswer | None:
        """Return the answer by those of the schemas of the revision."""
        if not answers & 1:
            return None
        for number, (_, answer) in enumerate(self._triggers, 1):
            if not answers >> number & 1:
                return answer
        return "no"

    @cached_property
    def _rules(self) -> _Rules:
        numbers: dict[str, int] = {}  # of schemas by their text: for Python 1 == True
        known: dict[int, _Row] = {}  # by the id of an entry, which several sources have
        schemas: list[Schema] = []
        rows: dict[str | None, list[_Row]] = {source: [] for source in self._sources}
        for source in self._sources:
            for rule, row in self._planner.rows("enforce", self._kind, source):
                if id(row) not in known:
                    schema = requirement(row)
                    number = numbers.setdefault(repr(schema), len(schemas))
                    if number == len(schemas):
                        schemas.append(schema)
                    place = only_place(schema) if "schema" in row else None
                    known[id(row)] = _Row(rule, place, number)
                rows[source].append(known[id(row)])
        return _Rules(schemas, rows)


def compile_answers(
    compile_program: Callable[[Sequence[Schema]], bytes], judge: Mapping[str, Any], native: Any
) -> Compile:
    """Return the function that compiles schemas for the native engine.

    Args:
        compile_program: returns the program of some schemas.
        judge: arguments of `Program.judge`.
        native: the module deploy_contract_native.
    """

    def compile_all(schemas: Sequence[Schema]) -> Answers | None:
        # a judge stops at the first schema if that accepts the document
        roots = [NOTHING, *schemas]
        try:
            made = native.Program(compile_program(roots)).judge(range(len(roots)), **judge)
        except ValueError:  # beyond what programs and judges take
            return None
        ask = made.answers
        return lambda document: int(ask(document)) >> 1

    return compile_all
