"""The judges of a contract: one protocol for both engines."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from deploy_contract.judge.outcome import Outcome

__all__ = ["Judge", "Outcome"]


class Judge(Protocol):
    """A judge of documents, requests and responses."""

    def document(
        self, document: object, kind: str, source: str | None, stored: Mapping[str, Any] | None
    ) -> Outcome:
        """Return the outcome for a document of a request or a file.

        `stored` has the known facts about the stored deployment; None if nothing is known.
        """

    def answer(self, document: object, kind: str) -> Outcome:
        """Return the outcome for a document of a response."""

    def route(self, request: Any, /) -> Any:
        """Return the route of a request without its body.

        A route has these attributes of `deploy_contract.http.routing.Route`: `operation`,
        `methods`, `is_head`, `changed`, `valid_id`, `overrides`, `reads_body` and `fault`.

        Raises:
            ContractError: the request is wrong.
        """

    def request(
        self,
        route: Any,
        body: bytes | None,
        source: str | None = None,
        deployment: object = None,
    ) -> Outcome:
        """Return the outcome for a request.

        Args:
            route: the route that this judge returned, or the `Request` itself.
            body: the body; None if this program cannot see it.
            source: the source of the deployment, not yet checked; None if it is unknown.
            deployment: facts about the stored deployment, not yet checked.

        Raises:
            ContractError: an argument is wrong.
        """

    def has_json(self, status: int, headers: Any, operation: str) -> bool | None:
        """Return whether a response states that its body is JSON (`Checker.has_json`)."""

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
