from collections.abc import Sequence
from typing import Any, Generic, TypeVar, final

_Reported = TypeVar("_Reported")

def parse(body: bytes, /) -> Any: ...

@final
class Picks: ...

@final
class Fields: ...

@final
class Scanned: ...

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
    ) -> Judge[_Reported]: ...

@final
class Judge(Generic[_Reported]):
    def answers(self, body: bytes, /) -> int: ...
    def value(self, document: bytes | Scanned, /) -> Any: ...
    def rows(self, document: bytes | Scanned, fields: Fields, /) -> list[tuple[Any, ...]]: ...
    def part(self, document: bytes | Scanned, picks: Picks, /) -> Any: ...

@final
class Door:
    def __new__(cls, judges: dict[Any, dict[Any, Judge[Any]]], /) -> Door: ...
    def report(self, document: Any, kind: Any, source: Any, known: Any, /) -> Any: ...

@final
class Requests:
    def __new__(
        cls,
        judges: dict[Any, dict[Any, Judge[Any]]],
        rows: Sequence[tuple[str, Sequence[tuple[str, bool]], str, str, str, Sequence[str]]],
        watched: Sequence[str],
        request: type[tuple[Any, ...]],
    ) -> Requests: ...
    def report(self, request: Any, source: Any, /) -> Any: ...
