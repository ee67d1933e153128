"""The gateway's log: its lines are complete, and lines that nobody reads are dropped and counted."""

import json
import logging
import os
import time
from collections.abc import Callable

import pytest

from deploy_contract import Violation
from deploy_contract.middleware.observation import Observation
from deploy_contract_gateway.access_log import AccessLog, LogHandler
from deploy_contract_gateway.exchange import Exchange
from deploy_contract_serving.log_writer import MAX_WAITING
from tests.support.gateways import CANARY, least


async def _nowhere(_message: object) -> None:
    """Send nothing."""


def lines_of(write: Callable[[AccessLog], None], requests: str = "all") -> list[dict[str, object]]:
    """Return the lines that are written to a log."""
    reading, writing = os.pipe()
    log = AccessLog(requests, writing)
    write(log)
    log.flush()
    os.close(writing)
    with os.fdopen(reading) as stream:
        return [json.loads(line) for line in stream]


def written(exchange: Exchange, requests: str = "all") -> list[dict[str, object]]:
    """Return the lines of an exchange."""
    return lines_of(lambda log: log.request(exchange, 0.25), requests)


def test_a_line_has_the_rules_and_the_violations_if_they_refuse_or_are_asked_for() -> None:
    exchange = Exchange("PATCH", _nowhere)
    exchange.status, exchange.complete, exchange.client_id = 422, True, "client-7"
    violation = Violation('own-"rule"', "enforce", "body", "/a~1b", 'is "wrong"', CANARY)
    still_open = Violation("open-rule", "report", "query", "limit", "too high", CANARY)
    exchange.observations.append(
        Observation(
            "request", "patch_deployment", "indeterminate", refused=False, violations=(violation,), undecided=(still_open,), needs=("source",),
            truncated=False, seconds=0.1, notes=("lookup-failed",),
        )
    )  # fmt: skip
    judged = {
        "verdict": "indeterminate", "refused": False, "rules": ["open-rule", 'own-"rule"'], "notes": ["lookup-failed"],
    }  # fmt: skip
    [line] = written(exchange)
    del line["time"]
    assert line == {
        "event": "request", "id": exchange.request_id, "client_id": "client-7", "method": "PATCH", "operation": "patch_deployment", "status": 422, "complete": True,
        "seconds": 0.25, "request": judged,
    }  # fmt: skip
    shown = {
        "needs": ["source"],
        "violations": [{"rule": 'own-"rule"', "mode": "enforce", "location": "body", "pointer": "/a~1b", "message": 'is "wrong"'}],
        "undecided": [{"rule": "open-rule", "mode": "report", "location": "query", "pointer": "limit", "message": "too high"}],
    }  # fmt: skip
    [line] = written(exchange, requests="violations")
    assert line["request"] == judged | shown
    exchange.observations[0] = exchange.observations[0]._replace(refused=True)
    for requests in ("all", "refused"):
        [line] = written(exchange, requests=requests)
        assert line["request"] == judged | shown | {"refused": True}


def test_a_request_that_nobody_answered_has_the_status_of_a_client_that_went() -> None:
    exchange = Exchange("GET", _nowhere)
    exchange.reason = "client-gone"
    [line] = written(exchange, requests="refused")
    assert (line["status"], line["complete"]) == (499, False)
    assert (line["operation"], line["reason"]) == (None, "client-gone")
    assert not written(Exchange("GET", _nowhere), requests="refused")
    assert not written(exchange, requests="off")


@pytest.mark.parametrize("blocking", [True, False])
def test_lines_that_nobody_takes_are_dropped_and_counted(*, blocking: bool) -> None:
    reading, writing = os.pipe()
    os.set_blocking(writing, blocking)
    log = AccessLog(descriptor=writing)
    count = 0

    def seconds() -> float:
        nonlocal count
        begun = time.monotonic()
        for _ in range(2 * MAX_WAITING):  # more than a pipe holds, and than waits
            log.event("x", number=count, text="x" * 200)
            count += 1
        log.flush(0.1)
        return time.monotonic() - begun

    assert least(seconds, 2) < 2
    read = b""
    while b"log-dropped" not in read:
        read += os.read(reading, 1 << 16)
    log.event("last")
    log.flush()
    read += os.read(reading, 1 << 16)
    lines = [json.loads(line) for line in read.splitlines()]
    numbers = [line["number"] for line in lines if line["event"] == "x"]
    assert numbers == sorted(set(numbers))  # in their order, with gaps where there was no room
    dropped = [line["lines"] for line in lines if line["event"] == "log-dropped"]
    assert dropped
    assert len(numbers) + sum(dropped) == count
    assert "last" in [line["event"] for line in lines]
    os.close(reading)
    for _ in range(3):
        log.event("nobody reads it")
        log.flush()
    os.close(writing)


def test_a_log_that_is_refused_is_told_of_once_on_standard_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[str] = []
    monkeypatch.setattr("deploy_contract_gateway.access_log.print_line", said.append)
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        log = AccessLog(descriptor=full.fileno())
        for _ in range(3):
            log.event("x")
            log.flush()
    assert said == ["the log cannot be written to standard output; its lines are dropped"]


def test_what_libraries_log_is_free_of_values() -> None:
    def write(log: AccessLog) -> None:
        handler = LogHandler(log)
        try:
            raise ValueError(CANARY)
        except ValueError as error:
            fault = (ValueError, error, error.__traceback__)
            for name in ("asyncio", "deploy_contract"):
                given = ("plain %s", (CANARY,), fault)
                handler.emit(logging.LogRecord(name, logging.ERROR, "", 0, *given))

    lines = lines_of(write)
    assert CANARY not in json.dumps(lines)
    assert [line.get("message") for line in lines] == [None, "plain %s"]
    assert all(line["exception"] == "ValueError" for line in lines)
