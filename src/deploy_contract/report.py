"""The report on a document, a request or a response: a frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Self, TypeVar, final, overload

from deploy_contract.exceptions import ContractError, DocumentError
from deploy_contract.judge.outcome import Outcome, Violations, changed
from deploy_contract.logs import unexpected

if TYPE_CHECKING:
    from deploy_contract_generated.names import (
        DocumentKind,
        Need,
        OperationName,
        RevisionAnswer,
        SourceName,
        Verdict,
    )

__all__ = ["Report"]

Model = TypeVar("Model")
_OK, _UNPROCESSABLE = 200, 422  # RFC 9110, sections 15.3.1 and 15.5.21
NOT_PICKLED = object()  # the value of a report that came from a pickle


def _of_outcome(name: str) -> Any:
    """Return the property that reads a field of the outcome."""
    # without a text of its own, a property takes that of `attrgetter`
    return property(attrgetter(f"_outcome.{name}"), doc=f"See `{name}` in the text of `Report`.")


@final
@dataclass(frozen=True, init=False, eq=False, repr=False)
class Report:
    """The verdict on a document, a request or a response: a frozen value.

    `Contract.check`, `Contract.check_request` and `Contract.check_response` make reports. Reading
    an attribute never raises.

    Only `value`, `parameters` and `model()` give values of the document. The text, the violations,
    `to_dict()` and the pickle of a report contain no value. A report from a pickle has no value and
    no parameters. Two reports are equal if all their attributes are equal.

    Attributes:
        verdict: The verdict ("practice.md", Partial knowledge):

            - "deny": an enforced rule is violated, whatever the unknown turns out to be.
            - "allow": no enforced rule is violated, whatever the unknown turns out to be. One
              exception: an immutable field whose stored value is unknown counts as unchanged, and
              advice says so.
            - "indeterminate": the verdict depends on unknown facts. `needs` names these facts.
        violations: The violations, enforced ones first; at most `Limits.violations` of them. Rules
            in report mode never change the verdict.
        truncated: True if `violations` is incomplete, because of `Limits.violations`.
        kind: The kind of the document, such as "DeploymentPatch"; None if there is no document.
        operation: The operation of a request or response; None if the contract has no such
            operation.
        sources: The sources that the deployment may still have, for documents that carry no source.
            Empty if the verdict is "deny".
        needs: The facts that would settle the verdict: "source", "hosting" or "deployment". Empty
            unless the verdict is "indeterminate".
        undecided: The enforced violations on which an indeterminate verdict depends. Empty unless
            the verdict is "indeterminate".
        revision_rules: The ids of the rules that decide `creates_revision` for this document.
        status: The HTTP status to answer with:

            - 200 if the verdict is "allow".
            - 502 for any other verdict on a response, because a gateway replaces that response.
            - For any other verdict on a request, the status of the first rule that refuses the
              request, such as 400 or 415. If that rule has no status, 422. If the verdict is
              "indeterminate", use this status only if you refuse such requests.
        parameters: The path and query parameters of a request by name, with defaults filled in. The
            text of a number or boolean is converted to that type, and of a list to a tuple. None if
            the request leads to no operation.
    """

    __slots__ = ("_outcome",)  # `slots=True` makes the refusal of other attributes a TypeError
    _outcome: Outcome
    verdict: Verdict = _of_outcome("verdict")
    violations: Violations = _of_outcome("violations")
    truncated: bool = _of_outcome("truncated")
    kind: DocumentKind | None = _of_outcome("kind")
    operation: OperationName | None = _of_outcome("operation")
    sources: tuple[SourceName, ...] = _of_outcome("sources")
    needs: tuple[Need, ...] = _of_outcome("needs")
    undecided: Violations = _of_outcome("undecided")
    revision_rules: tuple[str, ...] = _of_outcome("revision_rules")
    status: int = _of_outcome("status")
    parameters: Mapping[str, Any] | None = _of_outcome("parameters")

    def __init__(
        self,
        verdict: Verdict,
        violations: Violations = (),
        *,
        kind: DocumentKind | None = None,
        operation: OperationName | None = None,
        sources: tuple[SourceName, ...] = (),
        needs: tuple[Need, ...] = (),
        undecided: Violations = (),
        truncated: bool = False,
        value: Any = None,
        parameters: Mapping[str, Any] | None = None,
    ) -> None:
        """Make a report by hand, for example for a test. The arguments are its attributes."""
        outcome = Outcome(
            verdict, violations, kind, sources, needs, undecided, truncated,
            status=_OK if verdict == "allow" else _UNPROCESSABLE,
            value=value, operation=operation, parameters=parameters,
        )  # fmt: skip
        object.__setattr__(self, "_outcome", outcome)

    @property
    def ok(self) -> bool:
        """True unless the verdict is "deny"."""
        return self.verdict != "deny"

    @property
    def creates_revision(self) -> RevisionAnswer:
        """The effect of the patch: "yes" if it creates a revision, else "no" or "unknown".

        It is "no" for other documents. See "interface.md", section 3, "Patch a deployment".
        """
        return self._outcome.creates_revision or "no"

    @property
    def value(self) -> Any:
        """The parsed JSON document; None if it is absent or could not be parsed."""
        value = self._outcome.value
        return None if value is NOT_PICKLED else value

    @overload
    def model(self) -> Any: ...
    @overload
    def model(self, kind: type[Model]) -> Model: ...
    def model(self, kind: Any = None) -> Any:
        """Return the document as a dataclass of `deploy_contract.models`.

        The classes belong to the installed contract, also if the document was judged by another
        bundle. Fields that the installed contract does not declare are left out.

        Args:
            kind: The class that you expect, such as `DeploymentPatch`, or `list[Repository]` for a
                document that is an array. Type checkers then know the type of the result.
                None: the class of `Report.kind`.

        Returns:
            An instance of the class. None if `kind` is None and there is no document.

        Raises:
            DocumentError: The verdict is "deny". Or the document does not have the structure of the
                class, and the rules that it violates are only reported.
            ContractError: The document is not of the class `kind`, its kind has no class in the
                installed contract, or the report comes from a pickle.
        """
        # the dataclasses take long to import
        from deploy_contract.models import expect, from_value, structural_violations

        self.raise_for_violations()
        document, value = self._outcome.kind, self._outcome.value
        if value is NOT_PICKLED:
            raise ContractError("a report from a pickle has no document; call model() before")
        if kind is not None:
            expect(kind, document)
        if document is None:
            return None
        try:
            return from_value(document, value)
        except ContractError:
            raise
        except Exception as error:  # dacite's errors show values
            violations = structural_violations(document, value)
            if violations[0].rule == "unjudged":
                unexpected("making a model", error)
            raise DocumentError(violations) from None

    def raise_for_violations(self) -> Self:
        """Return the report itself unless the verdict is "deny".

        Raises:
            DocumentError: The verdict is "deny". The exception holds the enforced violations.
        """
        if self.verdict == "deny":
            raise DocumentError(tuple([one for one in self.violations if one.mode == "enforce"]))
        return self

    def to_dict(self) -> dict[str, Any]:
        """Return the report as a JSON object, without values of the document.

        The keys are the names of attributes, except "document" for `kind`.
        """
        return {
            "document": self.kind,
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

    def _compared(self) -> tuple[Any, ...]:
        return (
            self.verdict, self.kind, self.operation, self.sources, self.needs, self.violations,
            self.truncated, self.undecided, self.value, self.parameters,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Report):
            return NotImplemented
        return self is other or self._compared() == other._compared()

    def __hash__(self) -> int:
        return hash((self.verdict, self.kind, self.sources, self.needs, self.operation))

    def __repr__(self) -> str:
        broken = [f"{violation.rule} at {violation.pointer!r}" for violation in self.violations]
        rules = f" ({', '.join(broken)})" if broken else ""
        return f"<Report {self.operation or self.kind}: {self.verdict}{rules}>"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (changed(self._outcome, value=None, parameters=None),)


_new = object.__new__
_write = Report.__dict__["_outcome"].__set__  # past the `__setattr__` that raises, and faster


def to_report(outcome: Outcome) -> Report:
    """Return the report of an outcome."""
    report = _new(Report)
    _write(report, outcome)
    return report


def _unpickled(outcome: Outcome) -> Report:
    return to_report(changed(outcome, value=NOT_PICKLED))


def outcome_of(report: Report) -> Outcome:
    """Return the outcome of a report."""
    return report._outcome  # noqa: SLF001 - of this module


def with_changes(report: Report, **changes: Any) -> Report:
    """Return a copy of a report in which some fields of its `Outcome` are replaced."""
    return to_report(changed(outcome_of(report), **changes))


def refusing(report: Report | Outcome) -> Violations:
    """Return the enforced violations of a message; if it is indeterminate, the undecided ones too."""
    enforced = tuple([one for one in report.violations if one.mode == "enforce"])
    if report.verdict == "deny":
        return enforced
    return enforced + report.undecided
