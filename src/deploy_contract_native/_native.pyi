from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar, final

_Reported = TypeVar("_Reported")

MOST_ROOTS: int
OPEN: int

def parse(body: bytes, /) -> Any: ...

@final
class Picks: ...

@final
class Fields: ...

@final
class Scan: ...

@final
class Program:
    def __new__(cls, program: bytes, /) -> Program: ...
    def fields(
        self,
        pattern: Sequence[str],
        fields: Sequence[Sequence[str]],
        *,
        longest: int,
        source: int | None,
        sources: dict[str, str],
        missing: object,
    ) -> Fields: ...
    def picks(self, places: Sequence[Sequence[str]]) -> Picks: ...
    def judge(
        self,
        roots: Sequence[int],
        *,
        max_bytes: int,
        max_objects: int,
        max_string: int,
        outcomes: dict[int, Any],
        report: type[_Reported],
        structure: int = 0,
        enforced: Any = None,
        several: bool = False,
        advised: Sequence[Any] = (),
    ) -> Judge[_Reported]: ...

@final
class Judge(Generic[_Reported]):
    def answers(self, body: bytes, facts: dict[str, Any] | None = None, /) -> int: ...
    def is_advised(
        self, body: bytes, scan: Scan | None, facts: dict[str, Any] | None, /
    ) -> bool: ...
    def read(self, report: _Reported, /) -> Any: ...
    def value(self, body: bytes, /) -> Any: ...
    def rows(self, body: bytes, scan: Scan | None, fields: Fields, /) -> list[tuple[Any, ...]]: ...
    def part(self, body: bytes, scan: Scan | None, picks: Picks, /) -> Any: ...
    def place(
        self, body: bytes, scan: Scan | None, path: Sequence[str], /
    ) -> tuple[int, int, str | None] | None: ...

@final
class Door:
    def __new__(
        cls,
        judges: dict[Any, dict[Any, Judge[Any]]],
        member: str,
        otherwise: Callable[[Any, Any, Any, Any, int | None], Any],
        /,
    ) -> Door: ...
    def check(
        self, document: Any, kind: Any, *, source: Any = None, deployment: Any = None
    ) -> Any: ...

@final
class RequestDoor:
    def __new__(
        cls, requests: Requests, otherwise: Callable[[Any, Any, Any], Any], /
    ) -> RequestDoor: ...
    def check_request(self, request: Any, *, source: Any = None, deployment: Any = None) -> Any: ...

@final
class Values:
    def __new__(cls, report: type[_Reported], unread: type[Any], absent: object, /) -> Values: ...
    def value(self, report: Any, /) -> Any: ...

@final
class Requests:
    def __new__(
        cls,
        judges: dict[Any, dict[Any, Judge[Any]]],
        member: str,
        operations: Sequence[Any],
        *,
        watched: Sequence[str],
        program: Program,
        longest: int,
        request: type[tuple[Any, ...]],
        report: type[Any],
        without_body: tuple[Any, ...],
    ) -> Requests: ...
    def arrive(self, scope: Any, longest: int, /) -> tuple[Any, Any] | None: ...
    def report(self, request: Any, source: Any, known: Any, /) -> Any: ...

@final
class Responses:
    def __new__(
        cls,
        judge: Judge[Any],
        operation: str,
        *,
        media_type: str,
        watched: Sequence[str],
        max_bytes: int,
        rules: Sequence[tuple[str, Sequence[str], str]],
        constants: Sequence[tuple[Sequence[str], Sequence[str], Sequence[Sequence[str]]]],
        identities: Sequence[Sequence[str]],
        identity: str | None,
    ) -> Responses: ...
    def report(
        self,
        headers: Any,
        body: Any,
        arguments: Any,
        given: Any,
        heard: Any,
        addressed: str | None,
        /,
    ) -> Any: ...
