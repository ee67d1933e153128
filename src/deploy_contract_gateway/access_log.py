"""The log: JSON lines on standard output, without a value of any message."""

import json
import logging
import os
from functools import partial
from typing import Any

from deploy_contract.logs import NOTE, place_of
from deploy_contract.middleware.observation import Observation
from deploy_contract_gateway.exchange import CLIENT_GONE, Exchange, now
from deploy_contract_serving.log_writer import LineWriter
from deploy_contract_serving.stderr import print_line

# Loggers whose format strings are known to hold no value of a message.
_PLAIN_LOGGERS = ("deploy_contract",)
_SHOWN_FIELDS = ("rule", "mode", "location", "pointer", "message")  # attributes of a violation
_MAX_MESSAGE = 1000  # characters of a library's log message


class AccessLog:
    """A writer of the access log.

    Args:
        requests: the requests that get a line: "all", "refused" or "off"; with "violations", all
            requests get a line with all violations. A reload may change this value.
        descriptor: file descriptor to write to; 1 is standard output.
    """

    def __init__(self, requests: str = "all", descriptor: int = 1) -> None:
        self.requests = requests
        self._writer = LineWriter(
            descriptor,
            lambda lines: _line("log-dropped", pid=os.getpid(), lines=lines),
            partial(
                print_line, "the log cannot be written to standard output; its lines are dropped"
            ),
        )

    def event(self, name: str, **fields: Any) -> None:
        """Write a line about the gateway itself."""
        self._writer.write(_line(name, pid=os.getpid(), **fields))

    def fault(self, name: str, error: BaseException, **fields: Any) -> None:
        """Write a line about an exception: its type and its place, never its text."""
        self.event(name, **fields, exception=type(error).__name__, at=place_of(error))

    def request(self, exchange: Exchange, seconds: float) -> None:
        """Write a line about a request that has ended, unless `requests` excludes the request."""
        if self.requests == "off":
            return
        if self.requests == "refused" and not exchange.is_notable():
            return
        full = self.requests == "violations"
        self._writer.write(_request_line(exchange, seconds, full=full))

    def flush(self, seconds: float = 1.0) -> None:
        """Wait until everything is written, but no longer than `seconds`."""
        self._writer.flush(seconds)


class LogHandler(logging.Handler):
    """A handler that writes warnings and errors of libraries to the log.

    A line has the logger, and the type and place of the exception. The message is shown only for
    loggers whose format strings are known to hold no values. Arguments are never shown. If each
    request has a line, notes are left out here, because the line of the request has them.
    """

    def __init__(self, log: AccessLog) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line."""
        if self._log.requests in ("all", "violations") and getattr(record, "topic", "") == NOTE:
            return
        fields = {}
        if record.name.split(".")[0] in _PLAIN_LOGGERS:
            fields["message"] = str(record.msg)[:_MAX_MESSAGE]
        fields |= {"level": record.levelname.lower(), "logger": record.name}
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            self._log.event("log", **fields)
        else:
            self._log.fault("log", error, **fields)


def capture_logging(log: AccessLog) -> None:
    """Send warnings and errors of all loggers to `log`."""
    logging.basicConfig(handlers=[LogHandler(log)], level=logging.WARNING, force=True)


def _line(name: str, **fields: Any) -> str:
    return json.dumps({"time": now(), "event": name, **fields}) + "\n"


def _request_line(exchange: Exchange, seconds: float, *, full: bool) -> str:
    """Return the line of a request.

    If `full` is True, the line has all violations, not only those for which a message was refused.
    """
    fields: dict[str, Any] = {"id": exchange.request_id}
    if exchange.client_id:
        fields["client_id"] = exchange.client_id
    if exchange.trace_id:
        fields["trace_id"] = exchange.trace_id
    fields["method"] = exchange.method
    fields["operation"] = exchange.operation
    fields["status"] = exchange.status or CLIENT_GONE
    fields["complete"] = exchange.complete
    fields["seconds"] = round(seconds, 6)
    for observation in exchange.observations:
        fields[observation.direction] = _verdict(observation, full=full)
    if exchange.reason:
        fields["reason"] = exchange.reason
    return _line("request", **fields)


def _verdict(observation: Observation, *, full: bool) -> dict[str, Any]:
    """Return the verdict on a message, with violations that hold no value of the message.

    If `full` is False, only the violations for which the message was refused are included. The
    other violations may hold names of undeclared fields.
    """
    shown: dict[str, Any] = {"verdict": observation.verdict, "refused": observation.refused}
    violations = (*observation.violations, *observation.undecided)
    if violations:
        shown["rules"] = sorted({violation.rule for violation in violations})
    if full or observation.refused:
        found = [item for item in observation.violations if full or item.mode == "enforce"]
        for name, rows in (("violations", found), ("undecided", observation.undecided)):
            if rows:
                shown[name] = [{key: getattr(row, key) for key in _SHOWN_FIELDS} for row in rows]
        if observation.needs:
            shown["needs"] = observation.needs
    if observation.candidate is not None:
        shown["candidate"] = observation.candidate._asdict()
    if observation.notes:
        shown["notes"] = observation.notes
    return shown
