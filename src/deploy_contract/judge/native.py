"""The native judge: the core in Rust."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any, Self

from deploy_contract.choices import given_facts
from deploy_contract.judge import Judge
from deploy_contract.judge.outcome import Outcome
from deploy_contract.judge.python.wire import Numeral
from deploy_contract.plain import plain, plain_facts
from deploy_contract.violations import Violation
from deploy_contract_format.rules import Rulebook
from deploy_contract_native import Core, Messages


class UnsupportedContractError(ValueError):
    """The core does not know a part of a contract. The text says which, and shows no value."""


class NativeJudge(Core):
    """The judge of the documents of one contract, in Rust.

    It judges the bytes of a message and makes no objects of them. Its outcomes have the attributes of
    `Outcome`; values and violations are made when somebody reads them. These are methods of the core:

    - `document` and `answer`, as `Judge` describes them.
    - `check` and `check_request` take what a caller gave, and return a report. They return None if
      an argument beside the document is odd.
    """

    def __new__(cls, contract: bytes, book: Rulebook, request: type, report: type) -> Self:
        """Make a judge.

        Args:
            contract: the effective contract.
            book: the rules of the contract.
            request: the class of requests that need not be read.
            report: the class of reports, whose slot `_outcome` the core fills.

        Raises:
            UnsupportedContractError: the core does not know a part of the contract.
        """
        makers = SimpleNamespace(
            violation=Violation,
            outcome=Outcome,
            report=report,
            request=request,
            numeral=Numeral,
            plain=plain,
            plain_facts=plain_facts,
            given=partial(given_facts, book),
        )
        try:
            return super().__new__(cls, contract, makers)
        except ValueError as error:
            raise UnsupportedContractError(str(error)) from None

    def prepare(self, _kind: str) -> None:
        """Do nothing: the core has all kinds of document."""

    def with_messages(self, checker: Any) -> Judge:
        """Return the judge of documents and messages.

        Args:
            checker: reads messages whose fields are of other classes than plain ones.
        """
        judge = Messages(self, checker)
        judge.document, judge.answer, judge.fault = self.document, self.answer, checker.fault
        return judge
