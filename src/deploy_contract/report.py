"""What comes out: a Report with its Violations, frozen values that never show a value of the document."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from deploy_contract.document import revisions
from deploy_contract.document.plans import Advice, Undecided
from deploy_contract.logs import unexpected
from deploy_contract.violations import Violation
from deploy_contract_format.faults import QuietError

Verdict: TypeAlias = Literal["allow", "deny", "indeterminate"]


class ContractError(QuietError):
    """The caller's mistake, or the contract's: an unknown name, a contradiction, a broken policy file. Never the document's."""


class DocumentError(QuietError):
    """The document is denied. `violations` says why; the text names rules and pointers, never a value."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        super().__init__(violations)
        self.violations = violations

    def __str__(self) -> str:
        return "; ".join(str(violation) for violation in self.violations)


class _Fields(NamedTuple):
    verdict: Verdict
    found: tuple[Violation, ...]
    document: str | None
    sources: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    at_stake: tuple[Violation, ...] | Undecided = ()
    more: bool = False
    advice: Advice | None = None
    value: Any = None
    operation: str | None = None
    parameters: Mapping[str, Any] | None = None


class Report(_Fields):
    """The verdict on a document; a frozen value.

    `verdict`: "allow", "deny" or "indeterminate". `undecided`: enforced violations that hold under some of what may be true.
    `needs`: what would settle an indeterminate verdict, of "source", "hosting" and "deployment". `sources`: which sources the
    deployment may still have, for documents that leave it to the context. `value`: the parsed JSON, None where it could not be
    parsed. `document`: its kind. Of a request or response also `operation`, None where it is none of the contract's, and the
    `parameters` of the request by name, defaults filled in, lists as tuples. Nothing shows these values.
    """

    __slots__ = ()

    @property
    def violations(self) -> tuple[Violation, ...]:
        """The violations that count, enforced ones first. Advice that cannot change the verdict is worked out here."""
        return self.advice.after(self.found, self.value)[0] if self.advice else self.found

    @property
    def truncated(self) -> bool:
        """Whether there are more violations than the limit lets through."""
        return self.more or (
            self.advice is not None and self.advice.after(self.found, self.value)[1]
        )

    @property
    def undecided(self) -> tuple[Violation, ...]:
        """The enforced violations on which an indeterminate verdict depends. They are worked out here."""
        return (
            self.at_stake.violations(self.value)
            if isinstance(self.at_stake, Undecided)
            else self.at_stake
        )

    def settled(self) -> "Report":
        """Return the same report with all its violations worked out, for callers that read it more than once."""
        if self.advice is None and not isinstance(self.at_stake, Undecided):
            return self
        found, more = (
            self.advice.after(self.found, self.value) if self.advice else (self.found, False)
        )
        return self._replace(
            found=found, more=self.more or more, advice=None, at_stake=self.undecided
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """A report that is pickled or copied has all its violations worked out."""
        return Report, tuple(self.settled())

    def __eq__(self, other: object) -> bool:
        """Compare what the reports say, whether or not it is worked out yet."""
        if not isinstance(other, Report):
            return NotImplemented
        return tuple.__eq__(self, other) or tuple.__eq__(self.settled(), other.settled())

    def __ne__(self, other: object) -> bool:
        """Return the opposite of `==`; a tuple has a `!=` of its own."""
        return not self == other

    def __hash__(self) -> int:
        """Return a hash that equal reports share."""
        return hash((self.verdict, self.document, self.sources, self.needs, self.operation))

    def __repr__(self) -> str:
        rules = ", ".join(
            f"{violation.rule} at {violation.pointer!r}" for violation in self.violations
        )
        return f"<Report {self.operation or self.document}: {self.verdict}{f' ({rules})' if rules else ''}>"

    __str__ = __repr__

    @property
    def ok(self) -> bool:
        """Whether the document is not denied."""
        return self.verdict != "deny"

    @property
    def creates_revision(self) -> Literal["yes", "no", "unknown"]:
        """Whether a patch creates a revision ("interface.md", 3. Patch a deployment); "no" for other documents."""
        return revisions.creates_revision(self.document, self.value)

    @property
    def revision_rules(self) -> tuple[str, ...]:
        """The ids of the rules that speak of a revision for this document; `explain` gives their reasons."""
        return tuple(rule.rule for rule in revisions.triggers(self.document, self.value))

    def model(self) -> Any:
        """The document as the generated dataclass of its kind (a list of them for arrays); None where there is no document.

        DocumentError where it is denied, or not of the right structure though that is only reported.
        """
        from deploy_contract.models import from_value, unfit

        self.raise_for_violations()
        if self.document is None:
            return None
        try:
            return from_value(self.document, self.value)
        except Exception as error:  # dacite's errors show values
            violations = unfit(self.document, self.value)
            if (
                violations[0].rule == "unjudged"
            ):  # a document that nothing is said against has a model
                unexpected("making a model", error)
            raise DocumentError(violations) from None

    def raise_for_violations(self) -> "Report":
        """DocumentError where the document is denied; otherwise the report itself."""
        if self.verdict == "deny":
            raise DocumentError(
                tuple(violation for violation in self.violations if violation.mode == "enforce")
            )
        return self

    def to_dict(self) -> dict[str, Any]:
        """The report as a JSON object, without the document."""
        return {
            "document": self.document,
            "operation": self.operation,
            "verdict": self.verdict,
            "sources": list(self.sources),
            "needs": list(self.needs),
            "creates_revision": self.creates_revision,
            "revision_rules": list(self.revision_rules),
            "violations": [violation.to_dict() for violation in self.violations],
            "undecided": [violation.to_dict() for violation in self.undecided],
            "truncated": self.truncated,
        }
