"""The outcome of a judgement: all that a report holds, with parts that are evaluated later."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from deploy_contract.violations import Violation
from deploy_contract_format.frozen import FrozenFields
from deploy_contract_format.light_tuples import LightTuple

if TYPE_CHECKING:
    from deploy_contract_generated.names import RevisionAnswer, Verdict

Violations: TypeAlias = tuple[Violation, ...]
Places: TypeAlias = tuple[tuple[str, ...], ...]
JSON_CLASSES = frozenset({dict, list, str, int, float, bool, type(None)})  # of parsed values


class LateAdvice(Protocol):
    """Rules in report mode, which are evaluated when a report is read."""

    def after(
        self, found: Violations, value: Any, facts: Mapping[str, Any], /
    ) -> tuple[Violations, bool]:
        """Return `found` with the violations of these rules; and whether there are more.

        `facts`: about the stored deployment.
        """


class LateViolations(Protocol):
    """Enforced rules that depend on unknown facts, which are evaluated when a report is read."""

    def violations(self, value: Any, facts: Mapping[str, Any], /) -> Violations:
        """Return the violations of a document under any of the possible facts.

        `facts`: about the stored deployment, as far as they are known.
        """


class Following(Protocol):
    """Facts that follow from a verdict by the rules of the contract that judged."""

    def status(self, refusing: Violations, /) -> int:
        """Return the HTTP status of a refusal."""

    def creates_revision(self, kind: str | None, value: Any, /) -> RevisionAnswer:
        """Return whether a document creates a revision."""

    def speaks_of_revisions(self, kind: str | None, /) -> bool:
        """Return True if any revision rule applies to a kind of document."""

    def revision_rules(self, kind: str | None, value: Any, /) -> tuple[str, ...]:
        """Return the ids of the revision rules that a document sets off."""


class PickledFacts(FrozenFields):
    """The consequences of a report that was pickled, as they were then."""

    __slots__ = ("answer", "revision", "rules", "speaks")
    answer: int
    revision: RevisionAnswer
    rules: tuple[str, ...]
    speaks: bool

    def status(self, _refusing: Violations) -> int:
        """Return the HTTP status that it was."""
        return self.answer

    def creates_revision(self, _kind: str | None, _value: Any) -> RevisionAnswer:
        """Return whether the document created a revision."""
        return self.revision

    def speaks_of_revisions(self, _kind: str | None) -> bool:
        """Return True if any revision rule applied."""
        return self.speaks

    def revision_rules(self, _kind: str | None, _value: Any) -> tuple[str, ...]:
        """Return the ids of the revision rules that the document set off."""
        return self.rules


class RowFields(LightTuple):
    """Fields of the documents in a document, of which rows are made.

    Attributes:
        fields: places in each of them; the first is that of its identity.
        source: the number of the field that holds a source; None if there is none.
        sources: the sources that are kept.
        longest: characters of a text that is kept.
    """

    fields: Places
    source: int | None
    sources: tuple[str, ...]
    longest: int


class Unread(LightTuple):
    """The value of a document that was judged unparsed.

    Most take a body with its scan, by which the engine knows it; None if it does not.

    Attributes:
        judge: of deploy_contract_native. Its `read` returns the value of a report, which it parses
            and puts there when first asked.
        part: parses a body, but keeps only the members at some places.
        rows: returns a row for each document at a pattern: the identity as a key, then the other fields,
            MISSING for one that is not kept.
        is_advised: returns False if no advisory rule concerns the document, given facts about the
            stored deployment.
        revision: returns whether the document creates a revision; None if only its value tells.
    """

    judge: Any
    part: Callable[[bytes, Any, Places], Any]
    rows: Callable[[bytes, Any, tuple[str, ...], RowFields], list[tuple[Any, ...]]]
    is_advised: Callable[[bytes, Any, dict[str, Any] | None], bool]
    revision: Callable[[bytes], RevisionAnswer | None]


class Outcome(LightTuple):
    """The fields of a report. The last four depend on the message, the others often do not.

    violations: those that are known without evaluating advice; `truncated` is about them.
    value: an `Unread` if the report keeps the body until the value is read.
    facts: about the stored deployment, for `advice` and `undecided`.
    """

    verdict: Verdict
    violations: Violations = ()
    document: str | None = None
    sources: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    undecided: Violations | LateViolations = ()
    truncated: bool = False
    consequences: Following | None = None
    advice: LateAdvice | None = None
    value: Any = None
    facts: dict[str, Any] | None = None
    operation: str | None = None
    parameters: Mapping[str, Any] | None = None


Head: TypeAlias = tuple[Any, ...]
"""An outcome without its last four fields."""


def head(outcome: Outcome) -> Head:
    """Return the part of an outcome that many reports share."""
    return outcome[:-4]
