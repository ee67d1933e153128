"""Facts that reports on unparsed documents are asked for: the revision, and undecided rules.

The native engine answers from the bytes, by schemas that its program has beside those of the
verdict. They are asked with these if the verdict is open. What they cannot answer is left to the
evaluation of the parsed document.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

from deploy_contract_generated.names import RevisionAnswer

from deploy_contract.document.breaches import Breach, to_violations
from deploy_contract.document.cases import only_place
from deploy_contract.violations import Violation
from deploy_contract_format.active_rules import ActiveRules
from deploy_contract_format.judge_programs import rule_schemas
from deploy_contract_format.overlay import Entry, requirement
from deploy_contract_format.pointer import Tokens
from deploy_contract_format.rules import Rule

Answers = Callable[[bytes], int]  # sum of 2^n for each n-th root that accepts a document


class _Row(NamedTuple):
    """A rule of a source: the only place where it can be broken, and the bit of its schema."""

    rule: Rule
    place: Tokens | None
    bit: int


class NativeFacts:
    """The facts of unparsed documents of one kind.

    Args:
        kind: of the documents.
        sources: that a deployment may have.
        rules: all active ones.
        revisions: the answers of the revision rules, the surest first.
        ask_revision: answers by `JudgeProgram.revision`; None if the program lacks it.
        first_bit: of the facts among the answers of a verdict; None if these have none.
        most: violations that a report may show.
    """

    def __init__(
        self,
        kind: str,
        sources: Sequence[str | None],
        rules: ActiveRules,
        revisions: Sequence[RevisionAnswer],
        ask_revision: Answers | None,
        first_bit: int | None,
        most: int,
    ) -> None:
        self._kind = kind
        self._sources = sources
        self._rules = rules
        self._revisions = revisions
        self._ask_revision = ask_revision
        self._first_bit = first_bit
        self._most = most
        self._revision_of: dict[int, RevisionAnswer | None] = {}

    def revision(self, document: object) -> RevisionAnswer | None:
        """Return whether a document creates a revision; None if only its value tells."""
        if document.__class__ is not bytes or self._ask_revision is None:
            return None
        answers = self._ask_revision(document) >> 1  # the first root accepts nothing
        if answers not in self._revision_of:
            self._revision_of[answers] = self._revision(answers)
        return self._revision_of[answers]

    def revision_by(self, answers: int) -> RevisionAnswer | None:
        """Return whether a document creates a revision; None if only its value tells.

        `answers`: of its verdict.
        """
        return None if self._first_bit is None else self._revision(answers >> self._first_bit)

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
        if self._first_bit is None:
            return None
        answers >>= self._first_bit + 1 + len(self._revisions)
        breaches = []
        for source in sources:
            for row in self._rows[source]:
                if answers >> row.bit & 1:
                    continue
                if row.place is None:
                    return None
                breaches.append(Breach(row.rule, row.place))
        return to_violations(breaches, self._most)[0]

    def _revision(self, answers: int) -> RevisionAnswer | None:
        """Return the answer by the bits of an object, and of each revision rule."""
        if not answers & 1:
            return None
        for number, answer in enumerate(self._revisions, 1):
            if not answers >> number & 1:
                return answer
        return "no"

    @cached_property
    def _rows(self) -> dict[str | None, list[_Row]]:
        known: dict[int, _Row] = {}  # by the id of an entry, which several sources have
        found = rule_schemas(self._rules, self._kind, self._sources).rows
        for rows in found.values():
            for rule, entry, bit in rows:
                if id(entry) not in known:
                    known[id(entry)] = _Row(rule, _only_place(entry), bit)
        return {
            source: [known[id(entry)] for _, entry, _ in rows] for source, rows in found.items()
        }


def _only_place(entry: Entry) -> Tokens | None:
    return only_place(requirement(entry)) if "schema" in entry else None
