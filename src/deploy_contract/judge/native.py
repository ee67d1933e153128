"""The native judge: the core in Rust."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from deploy_contract.judge import Judge
from deploy_contract.judge.outcome import Outcome
from deploy_contract.judge.python.documents import DocumentJudge
from deploy_contract.judge.python.numerals import Numeral
from deploy_contract.plain import plain
from deploy_contract.violations import Violation
from deploy_contract_format.errors import TextError
from deploy_contract_format.pointer import join
from deploy_contract_native import Core


class UnsupportedContractError(ValueError):
    """The core does not know a part of a contract. The text says which, and shows no value."""


class NativeJudge(Core):
    """The judge of the documents of one contract, in Rust.

    It judges the bytes of a message and makes no objects of them. Its outcomes have the attributes of
    `Outcome`; values and violations are made when somebody reads them. These are methods of the core:

    - `document` and `answer`, as `Judge` describes them.
    - `check` takes what a caller gave. It returns None if an argument beside the document is odd.
    - `accept_request` and `accept_response` return None for what they do not accept.
    """

    python: DocumentJudge

    def __new__(cls, contract: bytes, python: DocumentJudge) -> Self:
        """Make a judge.

        Args:
            contract: the effective contract.
            python: gives messages their status and revision.

        Raises:
            UnsupportedContractError: the core does not know a part of the contract.
        """
        try:
            judge = super().__new__(cls, contract, Violation, Outcome, Numeral, plain)
        except ValueError as error:
            raise UnsupportedContractError(str(error)) from None
        judge.python = python
        return judge

    def refuse(self, kind: str | None, error: TextError) -> Outcome:
        """Return the outcome for a document that could not be parsed."""
        outcome: Any = self.refused(kind, error.rule, error.place, join(error.at), error.limit)
        refused: Outcome = outcome
        return refused

    def outcome(self, *arguments: Any, **fields: Any) -> Outcome:
        """Return an outcome with its status and its revision."""
        return self.python.outcome(*arguments, **fields)

    def status(self, *arguments: Any) -> int:
        """Return the HTTP status to answer with."""
        return self.python.status(*arguments)

    def max_bytes(self, kind: str) -> int:
        """Return the length of the longest document of a kind that is parsed, in bytes."""
        return self.python.max_bytes(kind)

    def prepare(self, _kind: str) -> None:
        """Do nothing: the core has all kinds of document."""

    def with_messages(self, messages: Judge) -> Judge:
        """Return the judge of documents and messages, given the one that judges messages by it."""
        return _NativeMessages(self, messages)


class _NativeMessages:
    """The judge of documents and messages.

    Args:
        core: judges documents, and accepts messages that are written as most clients write them.
        python: judges all other messages.
    """

    def __init__(self, core: NativeJudge, python: Judge) -> None:
        self._core, self._python = core, python
        self.document, self.answer = core.document, core.answer

    def request(
        self,
        request: Any,
        source: str | None = None,
        deployment: Mapping[str, Any] | None = None,
        route: Any = None,
        *,
        shows_body: bool = True,
    ) -> Outcome:
        """Return the outcome for a request."""
        if shows_body:
            outcome: Any = self._core.accept_request(request, source, deployment)
            if outcome is not None:
                accepted: Outcome = outcome
                return accepted
        return self._python.request(request, source, deployment, route, shows_body=shows_body)

    def response(
        self,
        response: Any,
        operation: str | None,
        arguments: Mapping[str, Any] | None = None,
        deployment: Mapping[str, Any] | None = None,
        known: Any = None,
        learned: Any = None,
    ) -> Outcome:
        """Return the outcome for a response."""
        if operation and known is None and (learned is None or learned.of_all is None):
            about = (None, None) if learned is None else (learned.facts, learned.addressed)
            outcome: Any = self._core.accept_response(
                response, operation, arguments, deployment, *about
            )
            if outcome is not None:
                accepted: Outcome = outcome
                return accepted
        return self._python.response(response, operation, arguments, deployment, known, learned)
