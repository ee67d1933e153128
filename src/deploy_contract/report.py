"""The report on a document, a request or a response: a frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NoReturn, Self, TypeVar, cast, final, overload

from deploy_contract.exceptions import ContractError, DocumentError
from deploy_contract.logs import unexpected
from deploy_contract.outcome import LateViolations, Outcome, PickledFacts, Unread, Violations
from deploy_contract.plain import plain_facts

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


@final
class Report:
    """The verdict on a document, a request or a response: a frozen value.

    `Contract.check`, `Contract.check_request` and `Contract.check_response` make reports. Reading
    an attribute never raises.

    `value`, `parameters` and `model()` give values of the document. Nothing else does: the text,
    the violations, `to_dict()` and the pickle of a report hold none. A report that was pickled has
    no value and no parameters. Two reports are equal if all their attributes are.
    """

    __slots__ = ("_document", "_evaluated", "_scan", "_state", "_undecided")
    _state: Outcome
    # unset unless the value is an `Unread`: the body; once that is read, the value
    _document: Any
    _scan: Any  # unset unless `_document` is set: by which the engine knows the body, if it does
    _evaluated: tuple[Violations, bool]  # unset until it is read, like the next
    _undecided: Violations

    def __init__(
        self,
        verdict: Verdict,
        violations: Violations = (),
        *,
        document: DocumentKind | None = None,
        operation: OperationName | None = None,
        sources: tuple[SourceName, ...] = (),
        needs: tuple[Need, ...] = (),
        undecided: Violations = (),
        truncated: bool = False,
        value: Any = None,
        parameters: Mapping[str, Any] | None = None,
    ) -> None:
        """Make a report by hand, such as one for a test. The arguments are its attributes."""
        outcome = Outcome(
            verdict, violations, document, sources, needs, undecided, truncated, value=value,
            operation=operation, parameters=parameters,
        )  # fmt: skip
        _write(self, outcome)

    @property
    def verdict(self) -> Verdict:
        """The verdict: "allow", "deny" or "indeterminate".

        - "deny": an enforced rule is violated, whatever the unknown turns out to be.
        - "allow": no enforced rule is violated, whatever the unknown turns out to be. One exception:
          an immutable field whose stored value is unknown counts as unchanged, and advice says so.
        - "indeterminate": it depends. `needs` names the facts that would settle the verdict.
        """
        return self._state.verdict

    @property
    def ok(self) -> bool:
        """True unless the verdict is "deny"."""
        return self._state.verdict != "deny"

    @property
    def violations(self) -> Violations:
        """The violations, enforced ones first; at most `Limits.violations` of them.

        Rules in report mode are evaluated when this is first read. They never change the verdict.
        """
        return self._all()[0]

    @property
    def truncated(self) -> bool:
        """True if there are more violations than the limit lets through."""
        return self._all()[1]

    @property
    def document(self) -> DocumentKind | None:
        """The kind of the document, such as "DeploymentPatch"; None if there is no document."""
        return self._state.document  # type: ignore[return-value] # a name of the contract

    @property
    def operation(self) -> OperationName | None:
        """The operation of a request or response; None if it is not one of the contract."""
        return self._state.operation  # type: ignore[return-value] # a name of the contract

    @property
    def sources(self) -> tuple[SourceName, ...]:
        """The sources that the deployment may still have, for documents that carry no source.

        Empty if the verdict is "deny".
        """
        return self._state.sources  # type: ignore[return-value] # a name of the contract

    @property
    def needs(self) -> tuple[Need, ...]:
        """The facts that would settle the verdict: "source", "hosting" or "deployment".

        Empty unless the verdict is "indeterminate".
        """
        return self._state.needs  # type: ignore[return-value] # a name of the contract

    @property
    def undecided(self) -> Violations:
        """The enforced violations on which an indeterminate verdict depends.

        They are evaluated when this is first read. Empty unless the verdict is "indeterminate".
        """
        undecided = self._state.undecided
        if undecided.__class__ is tuple:  # a test for the protocol takes 10 us
            return undecided
        try:
            return self._undecided
        except AttributeError:
            late = cast("LateViolations", undecided)
            found = late.violations(self.value, plain_facts(self._state.facts or {}))
            _write_undecided(self, found)
            return found

    @property
    def creates_revision(self) -> RevisionAnswer:
        """Return "yes", "no" or "unknown": whether the patch creates a revision.

        It is "no" for other documents. See "interface.md", section 3, "Patch a deployment".
        """
        consequences = self._state.consequences
        if consequences is None:
            return "no"
        body = self._unread_body()
        answer = None if body is None else self._state.value.revision(body)
        return answer or consequences.creates_revision(self.document, self.value)

    @property
    def revision_rules(self) -> tuple[str, ...]:
        """The ids of the rules that decide `creates_revision` for this document."""
        consequences = self._state.consequences
        if consequences is None:
            return ()
        return consequences.revision_rules(self.document, self.value)

    @property
    def status(self) -> int:
        """The HTTP status to answer with.

        - 200 if the verdict is "allow".
        - 502 for the report on a response, which a gateway replaces.
        - Otherwise the status of the first rule that refuses the message, such as 400 or 415;
          422 if that rule names none. For "indeterminate" it applies if you refuse such requests.
        """
        verdict, consequences = self._state.verdict, self._state.consequences
        if verdict == "allow":
            return _OK
        if consequences is None:
            return _UNPROCESSABLE
        refusing = tuple([one for one in self._state.violations if one.mode == "enforce"])
        if verdict == "indeterminate":
            refusing += self.undecided
        return consequences.status(refusing)

    @property
    def value(self) -> Any:
        """The parsed JSON document; None if it is absent or could not be parsed."""
        value = self._state.value
        if type(value) is Unread:
            return value.judge.read(self)
        return None if value is NOT_PICKLED else value

    @property
    def parameters(self) -> Mapping[str, Any] | None:
        """The path and query parameters of a request by name, with defaults filled in.

        Numbers and booleans are converted; lists are tuples. None if there is no operation.
        """
        return self._state.parameters

    @overload
    def model(self) -> Any: ...
    @overload
    def model(self, kind: type[Model]) -> Model: ...
    def model(self, kind: Any = None) -> Any:
        """Return the document as a dataclass of `deploy_contract.models`.

        The classes are those of the installed contract, also if another bundle judged. Fields that
        the installed contract does not declare are left out.

        Args:
            kind: The class to expect, such as `DeploymentPatch`; `list[Repository]` for a
                document that is an array. Type checkers then know the type of the result.
                Without it, the class is that of `document`.

        Returns:
            The dataclass; None if `kind` is not given and there is no document.

        Raises:
            DocumentError: The verdict is "deny", or the document has another structure than the
                class and that is only reported.
            ContractError: The document is not of the class `kind`, its kind has no class in the
                installed contract, or the report was pickled.
        """
        from deploy_contract.models import expect, from_value, structural_violations

        self.raise_for_violations()
        document, value = self._state.document, self.value
        if self._state.value is NOT_PICKLED:
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
            DocumentError: The verdict is "deny". It holds the enforced violations.
        """
        if self.verdict == "deny":
            raise DocumentError(tuple([one for one in self.violations if one.mode == "enforce"]))
        return self

    def to_dict(self) -> dict[str, Any]:
        """Return the report as a JSON object, without values of the document."""
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

    def _unread_body(self) -> bytes | None:
        """Return the body of a document that was judged unparsed, until its value is read."""
        if self._state.value.__class__ is not Unread:
            return None
        document = self._document
        return document if document.__class__ is bytes else None

    def _all(self) -> tuple[Violations, bool]:
        """Return the violations with advice, and whether there are more; evaluated once."""
        state = self._state
        if state.advice is None:
            return state.violations, state.truncated
        evaluated: tuple[Violations, bool] | None = getattr(self, "_evaluated", None)
        if evaluated is None:
            body = self._unread_body()
            if body is not None and not state.value.is_advised(body, self._scan, state.facts):
                evaluated = state.violations, state.truncated
            else:
                facts = plain_facts(state.facts or {})
                found, cut = state.advice.after(state.violations, self.value, facts)
                evaluated = found, state.truncated or cut
            _write_evaluated(self, evaluated)
        return evaluated

    def _compared(self) -> tuple[Any, ...]:
        return (
            self.verdict, self.document, self.operation, self.sources, self.needs, self.violations,
            self.truncated, self.undecided, self.value, self.parameters,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Report):
            return NotImplemented
        return self is other or self._compared() == other._compared()

    def __hash__(self) -> int:
        return hash((self.verdict, self.document, self.sources, self.needs, self.operation))

    def __repr__(self) -> str:
        broken = [f"{violation.rule} at {violation.pointer!r}" for violation in self.violations]
        rules = f" ({', '.join(broken)})" if broken else ""
        return f"<Report {self.operation or self.document}: {self.verdict}{rules}>"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Report is frozen; {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Report is frozen; {name} cannot be deleted")

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        consequences = self._state.consequences
        speaks = consequences is not None and consequences.speaks_of_revisions(self.document)
        facts = PickledFacts(self.status, self.creates_revision, self.revision_rules, speaks)
        outcome = self._state._replace(
            violations=self.violations,
            undecided=self.undecided,
            truncated=self.truncated,
            advice=None,
            consequences=facts,
            value=None,
            facts=None,
            parameters=None,
        )
        return _unpickled, (outcome,)


_write = Report.__dict__["_state"].__set__  # past the `__setattr__` that raises
_write_evaluated = Report.__dict__["_evaluated"].__set__
_write_undecided = Report.__dict__["_undecided"].__set__


def _unpickled(outcome: Outcome) -> Report:
    report = object.__new__(Report)
    _write(report, outcome._replace(value=NOT_PICKLED))
    return report
