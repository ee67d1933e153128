from collections.abc import Mapping, Sequence
from typing import Any, Self, final

@final
class Outcome:
    @property
    def verdict(self) -> Any: ...
    @property
    def violations(self) -> tuple[Any, ...]: ...
    @property
    def kind(self) -> str | None: ...
    @property
    def sources(self) -> tuple[str, ...]: ...
    @property
    def needs(self) -> tuple[str, ...]: ...
    @property
    def undecided(self) -> tuple[Any, ...]: ...
    @property
    def truncated(self) -> bool: ...
    @property
    def advice(self) -> int: ...
    @property
    def without_advice(self) -> tuple[Any, ...]: ...
    @property
    def creates_revision(self) -> Any: ...
    @property
    def revision_rules(self) -> tuple[str, ...]: ...
    @property
    def status(self) -> int: ...
    @property
    def value(self) -> Any: ...
    @property
    def operation(self) -> str | None: ...
    @property
    def parameters(self) -> Mapping[str, Any] | None: ...
    def changed(self, **changes: Any) -> Any: ...
    def rows(
        self,
        place: Sequence[str],
        fields: Sequence[Sequence[str]],
        sources: Sequence[str],
        /,
    ) -> list[tuple[Any, Mapping[str, Any]]] | None: ...

class Core:
    def __new__(
        cls,
        contract: bytes,
        violation: Any,
        outcome: Any,
        report: Any,
        numeral: Any,
        plain: Any,
        /,
    ) -> Self: ...
    def check(self, document: Any, kind: Any, source: Any, deployment: Any, /) -> Any: ...
    def document(
        self, document: Any, kind: str, source: str | None, stored: Mapping[str, Any] | None, /
    ) -> Any: ...
    def answer(self, document: Any, kind: str, /) -> Any: ...

class Messages:
    document: Any
    answer: Any
    fault: Any
    def __new__(
        cls,
        judge: Core,
        operations: Any,
        given: Any,
        checked_route: Any,
        request_of: Any,
        checked_response: Any,
        plain_facts: Any,
        /,
    ) -> Self: ...
    def route(self, request: Any, /) -> Any: ...
    def request(
        self,
        route: Any,
        body: bytes | None,
        source: Any = None,
        deployment: Any = None,
    ) -> Any: ...
    def response(
        self,
        response: Any,
        operation: str | None,
        arguments: Mapping[str, Any] | None = None,
        deployment: Mapping[str, Any] | None = None,
        known: Any = None,
        learned: Any = None,
    ) -> Any: ...
