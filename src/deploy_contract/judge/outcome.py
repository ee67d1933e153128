"""The outcome of a judgement: the fields of a report."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from deploy_contract.violations import Violation

if TYPE_CHECKING:
    from deploy_contract_generated.names import RevisionAnswer, Verdict

Violations: TypeAlias = tuple[Violation, ...]


class Outcome(NamedTuple):  # every message has one, and a frozen dataclass takes longer to make
    """The outcome for a document, a request or a response; `Report` explains most fields.

    `advice`: the number of violations of advisory rules, which come last. `creates_revision`: None
    if no revision rule is about the kind of document.
    """

    verdict: Verdict
    violations: Violations = ()
    kind: str | None = None
    sources: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    undecided: Violations = ()
    truncated: bool = False
    advice: int = 0
    creates_revision: RevisionAnswer | None = None
    revision_rules: tuple[str, ...] = ()
    status: int = 200
    value: Any = None
    operation: str | None = None
    parameters: Mapping[str, Any] | None = None

    def __repr__(self) -> str:  # frameworks show the scope and environ, which have an outcome
        return f"<Outcome {self.operation or self.kind}: {self.verdict}>"

    @property
    def without_advice(self) -> Violations:
        """The violations without those of advisory rules."""
        return self.violations[: len(self.violations) - self.advice]

    def rows(self, _place: object, _key_of: object) -> list[tuple[Any, Mapping[str, Any]]] | None:
        """Return None: the caller finds the learned facts in `value`.

        For each document at a place, an outcome of the native judge returns the id as a key, and
        the facts that may be learned. So its value need not be made.
        """
        return None


def changed(outcome: Outcome, **changes: Any) -> Outcome:
    """Return an `Outcome` with the fields of an outcome of any judge, except for the given fields."""
    kept = {name: getattr(outcome, name) for name in Outcome._fields if name not in changes}
    return Outcome(**kept, **changes)


NO_DOCUMENT = Outcome("allow")
