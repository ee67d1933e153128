"""Run slow work, such as compiling a contract, in a thread while the event loop goes on serving."""

import asyncio
import gc
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

Result = TypeVar("Result")

_SWITCH_SECONDS = 0.001  # the longest time that the thread keeps the interpreter from the loop


async def run_in_background(work: Callable[[], Result]) -> Result:
    """Return the result of `work`, or raise its exception, from a daemon thread.

    The garbage collector is off during the work. Otherwise the collector would stop all requests
    each time it walks the many objects that the work creates.
    """
    done: Future[Result] = Future()
    done.set_running_or_notify_cancel()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    switch_interval, collecting = sys.getswitchinterval(), gc.isenabled()
    sys.setswitchinterval(min(switch_interval, _SWITCH_SECONDS))
    gc.disable()
    try:
        threading.Thread(target=run, name="background", daemon=True).start()
        return await asyncio.wrap_future(done)
    finally:
        sys.setswitchinterval(switch_interval)
        if collecting:
            gc.enable()
