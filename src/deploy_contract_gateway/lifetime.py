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

    def enter(self) -> None:
        """Begin a request."""
        self._under_way += 1

    async def leave(self) -> None:
        """End a request. The last one of a retired runtime closes its connections."""
        self._under_way -= 1
        if self._retired and not self._under_way:
            await self._close()

    async def retire(self) -> None:
        """Close the connections as soon as no request is under way."""
        self._retired = True
        if not self._under_way:
            await self._close()
