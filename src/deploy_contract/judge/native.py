"""The native judge: the core in Rust, and the Python judge for what the core does not accept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from deploy_contract.judge import Judge
from deploy_contract.judge.outcome import Outcome
from deploy_contract.judge.python.documents import DocumentJudge
from deploy_contract_format.errors import TextError
from deploy_contract_native import Core


class UnsupportedContractError(ValueError):
    """The core does not know a part of a contract. The text says which, and shows no value."""


class NativeJudge(Core):
    """The judge of the documents of one contract, in Rust.

    It judges the bytes of a message and makes no objects of them. Outcomes are of a class of the core
    that has the attributes of `Outcome`. What it does not accept, `python` judges; that judge also
    works out why a document is advised or open, when somebody reads it.

    These are methods of the core: `document` and `answer`, as `Judge` describes them, and `accept`,
    `accept_request` and `accept_response`, which return None for what they do not accept.
    """

    python: DocumentJudge

    def __new__(cls, contract: bytes, python: DocumentJudge, sources: Sequence[str]) -> Self:
        """Make a judge.

        Args:
            contract: the effective contract.
            python: judges what the core does not accept.
            sources: of the contract, in their order.

        Raises:
            UnsupportedContractError: the core does not know a part of the contract.
        """
        try:
            return super().__new__(cls, contract, python, [*sources])
        except ValueError as error:
            raise UnsupportedContractError(str(error)) from None

    def refuse(self, kind: str | None, error: TextError) -> Outcome:
        """Return the outcome for a document that could not be parsed."""
        return self.python.refuse(kind, error)

    def outcome(self, *arguments: Any, **fields: Any) -> Outcome:
        """Return an outcome with its status and its revision."""
        return self.python.outcome(*arguments, **fields)

    def status(self, *arguments: Any) -> int:
        """Return the HTTP status to answer with."""
        return self.python.status(*arguments)

    def max_bytes(self, kind: str) -> int:
        """Return the length of the longest document of a kind that is parsed, in bytes."""
        return self.python.max_bytes(kind)

    def prepare(self, kind: str) -> object:
        """Prepare a kind of document for the Python judge; the core has all of them."""
        return self.python.prepare(kind)

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
