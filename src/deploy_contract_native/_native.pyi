from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self, final

@final
class Outcome:
    @property
    def verdict(self) -> Any: ...
    @property
    def value(self) -> Any: ...
    def __getattr__(self, name: str) -> Any: ...
    def rows(
        self,
        place: tuple[Sequence[str], Any],
        key_of: Callable[[object], Any],
        /,
    ) -> list[tuple[Any, Mapping[str, Any]]] | None: ...

class Core:
    def __new__(cls, contract: bytes, makers: Any, /) -> Self: ...
    def check(
        self, document: Any, kind: Any, source: Any, deployment: Any, of_response: bool = False, /
    ) -> Any: ...
    def check_request(self, request: Any, source: Any, deployment: Any, /) -> Any: ...

class Messages:
    document: Any
    answer: Any
    fault: Any
    def __new__(cls, judge: Core, checker: Any, /) -> Self: ...
    def route(self, request: Any, /) -> Any: ...
    def request(
        self,
        route: Any,
        body: bytes | None,
        source: Any = None,
        deployment: Any = None,
    ) -> Any: ...
    def has_json(self, status: Any, headers: Any, operation: str, /) -> bool | None: ...
    def response(
        self,
        response: Any,
        operation: str | None,
        arguments: Mapping[str, Any] | None = None,
        deployment: Mapping[str, Any] | None = None,
        known: Any = None,
        learned: Any = None,
    ) -> Any: ...
