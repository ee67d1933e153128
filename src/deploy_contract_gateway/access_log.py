"""The log: JSON lines on standard output, free of values of any message."""

import asyncio
import json
import logging
import os
import time
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from deploy_contract.logs import place_of
from deploy_contract.middleware.enforcement import Observation
from deploy_contract_gateway.exchange import CLIENT_GONE, Exchange
from deploy_contract_serving.log_writer import Writer

_PLAIN = ("deploy_contract", "uvicorn")
_LONGEST = 1000  # characters of a message; those of the library bound each of their parts


class Journal:
    """Makes lines. Those of requests wait for the end of the event loop's turn, and are handed on in one go."""

    def __init__(self, requests: str = "all", descriptor: int = 1) -> None:
        self.requests = requests
        self._writer = Writer(descriptor, lambda lines: _line("log-dropped", lines=lines))
        self._waiting: list[str] = []

    def event(self, name: str, **more: Any) -> None:
        """A line on something that happened to the gateway, at once."""
        self.flush()
        self._writer.write(_line(name, **more))

    def request(self, exchange: Exchange, seconds: float) -> None:
        """A line on a request that has ended."""
        wanted = self.requests
        if wanted == "off":
            return
        if (
            wanted == "refused"
            and not exchange.reason
            and not any(seen.refused for seen in exchange.seen)
        ):
            return
        # every word is ours and needs no escape, but for rules of the operator's and notes
        named = exchange.operation
        operation = f'"{named}"' if named else "null"
        complete = "true" if exchange.ended else "false"
        verdicts = "".join([_verdict(seen) for seen in exchange.seen])
        reason = f', "reason": "{exchange.reason}"' if exchange.reason else ""
        text = (
            f'{{"time": "{_now()}", "event": "request", "id": "{exchange.identity}", "method": "{exchange.method}", '
            f'"operation": {operation}, "status": {exchange.status or CLIENT_GONE}, "complete": {complete}, '
            f'"seconds": {seconds:.6f}{verdicts}{reason}}}\n'
        )
        self._waiting.append(text)
        if len(self._waiting) == 1:
            asyncio.get_running_loop().call_soon(self.flush)

    def flush(self) -> None:
        """Hands on what waits."""
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            self._writer.write("".join(waiting), len(waiting))

    def settle(self, seconds: float = 1.0) -> None:
        """Has all written that waits, as far as somebody takes it in time."""
        self.flush()
        self._writer.settle(seconds)


class Lines(logging.Handler):
    """Takes what libraries log: who, an exception's type, and the text as it stands in code that is known to be plain."""

    def __init__(self, journal: Journal) -> None:
        super().__init__(logging.WARNING)
        self._journal = journal

    def emit(self, record: logging.LogRecord) -> None:
        """Writes one line."""
        more = {}
        if record.name.split(".")[0] in _PLAIN:
            more["message"] = str(record.msg)[:_LONGEST]
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            more |= {"exception": type(error).__name__, "at": place_of(error)}
        self._journal.event("log", level=record.levelname.lower(), logger=record.name, **more)


def _line(name: str, **more: Any) -> str:
    return json.dumps({"time": _now(), "event": name, "pid": os.getpid(), **more}) + "\n"


def _verdict(seen: Observation) -> str:
    refused = "true" if seen.refused else "false"
    text = f', "{seen.direction}": {{"verdict": "{seen.verdict}", "refused": {refused}'
    if seen.violations or seen.undecided:
        rules = sorted({violation.rule for violation in (*seen.violations, *seen.undecided)})
        text += f', "rules": {json.dumps(rules)}'
    if seen.notes:
        text += f', "notes": {json.dumps(seen.notes)}'
    return text + "}"


def take_over(journal: Journal) -> None:
    """Has all that is logged written to the journal, warnings and worse."""
    logging.basicConfig(handlers=[Lines(journal)], level=logging.WARNING, force=True)
    # what it says of applications that end early is said by the exchange already
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)


def _now() -> str:
    """The time, RFC 3339 in UTC, to the millisecond."""
    now = time.time()
    second = int(now)
    return f"{_written(second)}.{int((now - second) * 1000):03d}Z"


@lru_cache(1)  # it is written once a second, not for each line
def _written(second: int) -> str:
    return datetime.fromtimestamp(second, UTC).strftime("%Y-%m-%dT%H:%M:%S")
