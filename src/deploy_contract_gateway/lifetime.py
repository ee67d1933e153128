"""The lifetime of a runtime: a reload retires it, and its last request closes it."""

from collections.abc import Awaitable, Callable


class Lifetime:
    """The requests under way on a runtime.

    Args:
        close: closes the connections of the runtime.
    """

    def __init__(self, close: Callable[[], Awaitable[None]]) -> None:
        self._close = close
        self._under_way = 0
        self._retired = False
        self._then: Callable[[], None] | None = None

    def enter(self) -> None:
        """Begin a request."""
        self._under_way += 1

    async def leave(self) -> None:
        """End a request. The last one of a retired runtime closes its connections."""
        self._under_way -= 1
        if self._retired and not self._under_way:
            await self._end()

    async def retire(self, then: Callable[[], None] | None = None) -> None:
        """Close the connections as soon as no request is under way, and call `then` after it."""
        self._retired, self._then = True, then
        if not self._under_way:
            await self._end()

    async def _end(self) -> None:
        then, self._then = self._then, None
        try:
            await self._close()
        finally:
            if then is not None:
                then()
