"""Work that takes seconds, such as compiling a contract, beside an event loop that goes on answering."""

import asyncio
import gc
import sys
import threading
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")

_TURN = 0.001  # seconds for which the work keeps the interpreter to itself, if nothing in it takes longer by itself


async def in_background(work: Callable[[], Result]) -> Result:
    """Return what `work` returns, or raise what it raises, from a thread of its own.

    The thread does not keep the process from ending. The garbage collector rests meanwhile: it would walk all that the work
    makes again and again, and nothing else runs while it does.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Result] = loop.create_future()

    def settle(result: Result | None, error: BaseException | None) -> None:
        if done.cancelled():
            return
        if error is None:
            done.set_result(result)  # type: ignore[arg-type]  # without an error there is one
        else:
            done.set_exception(error)

    def run() -> None:
        outcome: tuple[Result | None, BaseException | None]
        try:
            outcome = work(), None
        except BaseException as error:
            outcome = None, error
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, *outcome)

    before, collecting = sys.getswitchinterval(), gc.isenabled()
    sys.setswitchinterval(min(before, _TURN))
    gc.disable()
    try:
        threading.Thread(target=run, name="background", daemon=True).start()
        return await done
    finally:
        sys.setswitchinterval(before)
        if collecting:
            gc.enable()
