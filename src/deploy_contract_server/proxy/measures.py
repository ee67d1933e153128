"""The gateway's Prometheus metrics. No label is a value of a message: operations, rules and reasons are words of ours.

Workers write to files of PROMETHEUS_MULTIPROC_DIR, which has to be set before prometheus_client is imported; `exposition` adds
them up, those of workers that have ended too, so that no counter ever goes back.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from deploy_contract_server.proxy.exchange import CLIENT_GONE, Exchange

CONTENT_TYPE = CONTENT_TYPE_LATEST
NONE = "none"  # the operation of what is none of the contract's
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
_NAME = "deploy_contract_gateway_"


class _Instruments(NamedTuple):
    requests: Counter
    seconds: Histogram
    judging: Counter
    verdicts: Counter
    violations: Counter
    notes: Counter
    problems: Counter
    under_way: Gauge
    reloads: Counter


class Measures:
    """Counts what passes. One of a process."""

    def __init__(self) -> None:
        registry = CollectorRegistry()
        where = ("direction", "operation")

        def counter(name: str, help_: str, *labels: str) -> Counter:
            return Counter(_NAME + name, help_, labels, registry=registry)

        self._all = _Instruments(
            requests=counter("requests", "Requests that have ended; 499: the client went before", "operation", "status"),
            seconds=Histogram(
                f"{_NAME}request_seconds", "From a request's headers to the end of the response", ("operation",),
                buckets=_SECONDS, registry=registry,
            ),
            judging=counter("judging_seconds", "Time spent on judging messages", *where),
            verdicts=counter("verdicts", "Messages judged", *where, "verdict", "refused"),
            violations=counter("violations", "Violations found", *where, "rule", "mode"),
            notes=counter("notes", "What went otherwise than it should in judging", *where, "note"),
            problems=counter("problems", "Answers of the gateway's own, and responses that broke off, by reason", "reason"),
            under_way=Gauge(f"{_NAME}requests_under_way", "Requests under way", multiprocess_mode="livesum", registry=registry),
            reloads=counter("reloads", "Times that the configuration was read again, by each worker", "result"),
        )  # fmt: skip
        # finding the child of a metric costs more than counting with it
        self._child: Callable[..., Any] = lru_cache(4096)(self._find)

    def _find(self, name: str, *labels: str) -> Any:
        return getattr(self._all, name).labels(*labels)

    def begin(self) -> None:
        """A request begins."""
        self._all.under_way.inc()

    def end(self, exchange: Exchange, seconds: float) -> None:
        """It has ended."""
        child = self._child
        operation = exchange.operation or NONE
        self._all.under_way.dec()
        child("requests", operation, str(exchange.status or CLIENT_GONE)).inc()
        child("seconds", operation).observe(seconds)
        for seen in exchange.observations:
            where = (seen.direction, seen.operation or NONE)
            child("verdicts", *where, seen.verdict, "yes" if seen.refused else "no").inc()
            child("judging", *where).inc(seen.seconds)
            for violation in seen.violations:
                child("violations", *where, violation.rule, violation.mode).inc()
            for violation in seen.undecided:
                child("violations", *where, violation.rule, "undecided").inc()
            for note in seen.notes:
                child("notes", *where, note).inc()
        if exchange.reason:
            child("problems", exchange.reason).inc()

    def refused(self, reason: str) -> None:
        """What was no request was refused."""
        self._child("problems", reason).inc()

    def reloaded(self, result: str) -> None:
        """The configuration was read again: "applied" or "kept"."""
        self._child("reloads", result).inc()


def exposition(folder: str) -> bytes:
    """The metrics of all workers that write to a folder, in Prometheus' text format."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry, path=folder)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def ended(pid: int, folder: str) -> None:
    """Takes what a worker had under way out of the sums; what it counted stays."""
    mark_process_dead(pid, folder)  # type: ignore[no-untyped-call]
