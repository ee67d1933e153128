"""The judges of a contract. Nothing above knows which one it has."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from deploy_contract.judge.outcome import Outcome

__all__ = ["Judge", "Outcome"]


class Judge(Protocol):
    """A judge of documents, requests and responses."""

    def document(
        self, document: object, kind: str, source: str | None, stored: Mapping[str, Any] | None
    ) -> Outcome:
        """Return the outcome for a document of a request or a file."""

    def answer(self, document: object, kind: str) -> Outcome:
        """Return the outcome for a document of a response."""

    def route(self, request: Any, /) -> Any:
        """Return the route of a request, whose body is not read yet.

        It has the attributes of `deploy_contract.http.routing.Route` from `operation` on that a
        middleware reads. ContractError if the request is wrong.
        """

    def request(
        self,
        route: Any,
        body: bytes | None,
        source: str | None = None,
        deployment: object = None,
    ) -> Outcome:
        """Return the outcome for a request.

        `route` is the route that this judge has returned, or the `Request` if nobody has asked for
        its route. `body` is None if it is not shown. The source and the deployment are as a caller gives
        them. ContractError if one is wrong.
        """

    def response(
        self,
        response: Any,
        operation: str | None,
        arguments: Mapping[str, Any] | None = None,
        deployment: Mapping[str, Any] | None = None,
        known: Callable[[str], Mapping[str, Any] | None] | None = None,
        learned: Any = None,
    ) -> Outcome:
        """Return the outcome for a response (`deploy_contract.http.checking.Checker.response`)."""

    def fault(self, rule: str, operation: str | None) -> Outcome:
        """Return the outcome for a message with a fault (`Checker.fault`)."""
