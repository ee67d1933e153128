"""The native judge: the core in Rust."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Self

from deploy_contract.deployments import given_facts
from deploy_contract.exceptions import ContractError
from deploy_contract.judge import Judge
from deploy_contract.judge.outcome import Outcome
from deploy_contract.judge.python.wire import Numeral
from deploy_contract.logs import unexpected
from deploy_contract.plain import plain_facts
from deploy_contract.violations import Violation
from deploy_contract_format.errors import TextError
from deploy_contract_format.rules import Rulebook
from deploy_contract_native import Core, Messages

if TYPE_CHECKING:
    from deploy_contract.judge.python.documents import DocumentJudge


class NativeJudge(Core):
    """The judge of the documents of one contract, in Rust.

    It judges the bytes of a message without making objects of them. Its outcomes have the attributes
    of `Outcome`, and make values and violations when somebody reads them. `check` and
    `check_request` are methods of the core. They take the arguments of a caller, and return a report,
    or None if the core does not read arguments of that form.
    """

    def __new__(
        cls,
        contract: bytes,
        book: Rulebook,
        request: type,
        report: type,
        make_definition: Callable[[], DocumentJudge],
    ) -> Self:
        """Make a judge of an effective contract.

        `check_request` takes only requests of the class `request`. The core makes reports of the
        class `report`, and fills their slot `_outcome`. `make_definition` makes the Python judge
        when it is first needed.

        Raises:
            ContractError: the core does not know a part of the contract. The text says which.
        """
        makers = SimpleNamespace(
            violation=Violation,
            report=report,
            request=request,
            numeral=Numeral,
            plain_facts=plain_facts,
            given=partial(given_facts, book),
        )
        try:
            judge = super().__new__(cls, contract, makers)
        except ValueError as error:
            reason = f'engine "native" cannot judge by this contract: {error}'
            raise ContractError(f'{reason}; use engine "python" or "auto"') from None
        judge._make_definition = make_definition
        return judge

    _make_definition: Callable[[], DocumentJudge]

    @cached_property
    def definition(self) -> DocumentJudge:
        """The Python judge. It converts values that the core cannot read, or refuses them."""
        return self._make_definition()

    def document(self, document: Any, kind: str, source: str | None, stored: Any) -> Outcome:
        """Return the outcome for a document of a request or a file (`Judge.document`)."""
        return self._judged(document, kind, source, stored)

    def answer(self, document: Any, kind: str) -> Outcome:
        """Return the outcome for a document of a response (`Judge.answer`)."""
        return self._judged(document, kind, None, None, True)  # noqa: FBT003 - only by position

    def _judged(self, document: Any, kind: str, *given: Any) -> Outcome:
        report = self.check(document, kind, *given)
        if report is None:
            definition = self.definition
            try:
                report = self.check(definition.plain(document, kind), kind, *given)
            except TextError as error:
                return definition.refuse(kind, error)
            except Exception as error:  # promise: the verdict is deny, and no value is shown
                unexpected("parsing a document", error)
        if report is None:
            return self.definition.refuse(kind, TextError("unjudged"))
        outcome: Outcome = report._outcome  # noqa: SLF001 - the core has filled it
        return outcome

    def prepare(self, _kind: str) -> None:
        """Do nothing: the core has all kinds of document."""

    def with_messages(self, checker: Any) -> Judge:
        """Return the judge of documents and messages.

        Args:
            checker: reads messages that the core does not, such as those with subclasses of `str`.
        """
        judge = Messages(self, checker)
        judge.document, judge.answer, judge.fault = self.document, self.answer, checker.fault
        return judge
