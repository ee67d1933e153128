"""Run slow work, such as compiling a contract, in a thread while the event loop goes on serving."""

import asyncio
import gc
import sys
import threading
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")

_SWITCH_SECONDS = 0.001  # how long the thread may keep the interpreter before the loop gets it


async def run_in_background(work: Callable[[], Result]) -> Result:
    """Return the result of `work`, or raise its exception, from a daemon thread.

    The garbage collector is off meanwhile. It would stop all requests each time it walks the many
    objects that the work creates.
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

    switch_interval, collecting = sys.getswitchinterval(), gc.isenabled()
    sys.setswitchinterval(min(switch_interval, _SWITCH_SECONDS))
    gc.disable()
    try:
        threading.Thread(target=run, name="background", daemon=True).start()
        return await done
    finally:
        sys.setswitchinterval(switch_interval)
        if collecting:
            gc.enable()
