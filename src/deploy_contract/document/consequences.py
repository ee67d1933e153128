"""Facts that follow from the rules of a contract: the revision of a document, the HTTP status."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from deploy_contract.document.revisions import RevisionRules
from deploy_contract.violations import Violation
from deploy_contract_format.light_tuples import LightTuple
from deploy_contract_format.rules import Rule

if TYPE_CHECKING:
    from deploy_contract_generated.names import RevisionAnswer

BAD_GATEWAY = 502  # RFC 9110, section 15.6.3: the service gave an invalid response
UNPROCESSABLE = 422  # RFC 9110, section 15.5.21: for rules that name no status of their own


class Consequences(LightTuple):
    """The consequences of a verdict.

    statuses: the HTTP status of each rule that names one. status_of_all: the status of every
    refusal, whatever its rule; None if the rule decides.
    """

    revisions: RevisionRules
    statuses: Mapping[str, int]
    status_of_all: int | None = None

    def status(self, refusing: Sequence[Violation]) -> int:
        """Return the HTTP status of a refusal, which its first violation decides."""
        if self.status_of_all is not None:
            return self.status_of_all
        if not refusing:
            return UNPROCESSABLE
        return self.statuses.get(refusing[0].rule, UNPROCESSABLE)

    def creates_revision(self, kind: str | None, value: Any) -> RevisionAnswer:
        """Return whether a document creates a revision."""
        return self.revisions.answer(kind, value)

    def speaks_of_revisions(self, kind: str | None) -> bool:
        """Return True if any revision rule applies to a kind of document."""
        return self.revisions.speak_of(kind)

    def revision_rules(self, kind: str | None, value: Any) -> tuple[str, ...]:
        """Return the ids of the revision rules that a document sets off."""
        return self.revisions.triggered(kind, value)

    def of_responses(self) -> Consequences:
        """Return the consequences for responses: a refused one becomes a 502."""
        return self._replace(status_of_all=BAD_GATEWAY)


def consequences_of(rules: Iterable[Rule], revisions: Iterable[Rule]) -> Consequences:
    """Return the consequences of rules for documents and requests.

    `revisions`: the rules among which the revision rules are.
    """
    statuses: dict[str, int] = {}
    for rule in rules:
        if "status" in rule.parameters:
            statuses[rule.rule] = rule.parameters["status"]
    return Consequences(RevisionRules(revisions), statuses)
