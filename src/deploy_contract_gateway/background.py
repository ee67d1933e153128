"""Run slow work, such as compiling a contract, in a thread while the event loop goes on serving."""

import asyncio
import gc
import sys
from collections.abc import Callable
from typing import TypeVar

from deploy_contract.knowledge.threads import in_thread

Result = TypeVar("Result")

_SWITCH_SECONDS = 0.001  # how long the thread may keep the interpreter before the loop gets it


async def run_in_background(work: Callable[[], Result]) -> Result:
    """Return the result of `work`, or raise its exception, from a daemon thread.

    The garbage collector is off meanwhile. It would stop all requests each time it walks the many
    objects that the work creates.
    """
    switch_interval, collecting = sys.getswitchinterval(), gc.isenabled()
    sys.setswitchinterval(min(switch_interval, _SWITCH_SECONDS))
    gc.disable()
    try:
        return await asyncio.wrap_future(in_thread(work, "background"))
    finally:
        sys.setswitchinterval(switch_interval)
        if collecting:
            gc.enable()
