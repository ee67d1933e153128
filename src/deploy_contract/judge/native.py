"""The native judge: the core in Rust."""

from __future__ import annotations

from functools import partial
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
    - `check` takes what a caller gave, and returns a report. It returns None if an argument beside
      the document is odd.
    """

    book: Rulebook

    def __new__(cls, contract: bytes, book: Rulebook, report: type) -> Self:
        """Make a judge.

        Args:
            contract: the effective contract.
            book: the rules of the contract.
            report: the class of reports, whose slot `_outcome` the core fills.

        Raises:
            UnsupportedContractError: the core does not know a part of the contract.
        """
        try:
            judge = super().__new__(cls, contract, Violation, Outcome, report, Numeral, plain)
        except ValueError as error:
            raise UnsupportedContractError(str(error)) from None
        judge.book = book
        return judge

    def prepare(self, _kind: str) -> None:
        """Do nothing: the core has all kinds of document."""

    def with_messages(self, checker: Any) -> Judge:
        """Return the judge of documents and messages.

        Args:
            checker: reads messages whose fields are of other classes than plain ones.
        """
        return _NativeMessages(self, checker)


class _NativeMessages(Messages):
    """The judge of documents and messages, in Rust.

    `route`, `request` and `response` are its methods, too.
    """

    def __new__(cls, core: NativeJudge, checker: Any) -> Self:
        """Make a judge, given that of documents, and the reader of other messages."""
        judge = super().__new__(
            cls,
            core,
            checker.operations,
            partial(given_facts, core.book),
            checker.route,
            checker.request_of,
            checker.read_response,
            plain_facts,
        )
        judge.document, judge.answer, judge.fault = core.document, core.answer, checker.fault
        return judge
