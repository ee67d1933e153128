"""The gateway's metrics, for Prometheus. Labels are words of ours, never values of a message.

A worker counts in a plain dictionary, for every request pays for it, and tells the supervisor when it is asked. The supervisor
adds up what its workers told, those that have ended too, so that no counter ever goes back.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from http import HTTPStatus

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from deploy_contract.knowledge import notes
from deploy_contract_gateway.exchange import CLIENT_GONE, Exchange

CONTENT_TYPE = CONTENT_TYPE_LATEST
NONE = "none"  # the operation of what is none of the contract's
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
_NAME = "deploy_contract_gateway_"
_COUNTERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "requests": (
        "Requests that have ended; 499: the client went before it was answered",
        ("operation", "status"),
    ),
    "verdicts": ("Messages judged", ("direction", "operation", "verdict", "refused")),
    "judging_seconds": ("Time spent on judging messages", ("direction", "operation")),
    "violations": (
        "Violations found; of advice, those of a sample",
        ("direction", "operation", "rule", "mode"),
    ),
    "notes": (
        "What went otherwise than it should in judging",
        ("direction", "operation", "note", "reason"),
    ),
    "problems": ("Answers of the gateway's own, and exchanges that broke off", ("reason",)),
    "reloads": ("Readings of the configuration, by each worker; failed: before any", ("result",)),
}
_STATUSES = {int(status): str(int(status)) for status in HTTPStatus} | {
    CLIENT_GONE: str(CLIENT_GONE)
}
_SPENT = "request_seconds"
Counts = dict[tuple[str, ...], float]  # (name, *labels) -> how many
Told = Sequence[tuple[Sequence[str], float]]  # counts as JSON carries them


class Measures:
    """Counts what passes through one worker."""

    def __init__(self) -> None:
        self._counts: Counts = {}
        self._under_way = 0

    def begin(self) -> None:
        """A request begins."""
        self._under_way += 1

    def end(self, exchange: Exchange, seconds: float) -> None:
        """It has ended."""
        operation = exchange.operation or NONE
        self._under_way -= 1
        count = self._count
        status = exchange.status or CLIENT_GONE
        count(
            "requests", operation, _STATUSES.get(status) or f"{status // 100}xx"
        )  # no upstream makes labels of its own
        count(_SPENT, operation, str(bisect_left(SECONDS, seconds)))
        count(_SPENT, operation, "sum", by=seconds)
        for seen in exchange.seen:
            direction, where = seen.direction, seen.operation or NONE
            count("verdicts", direction, where, seen.verdict, "yes" if seen.refused else "no")
            count("judging_seconds", direction, where, by=seen.seconds)
            for violation in seen.violations:
                count("violations", direction, where, violation.rule, violation.mode)
            for violation in seen.undecided:
                count("violations", direction, where, violation.rule, "undecided")
            for note in seen.notes:
                count("notes", direction, where, *notes.labels(note))
        if exchange.reason:
            count("problems", exchange.reason)

    def refused(self, reason: str) -> None:
        """What was no request was refused."""
        self._count("problems", reason)

    def reloaded(self, result: str) -> None:
        """The configuration was read again: "applied" or "kept"."""
        self._count("reloads", result)

    def told(self) -> list[tuple[tuple[str, ...], float]]:
        """All that was counted."""
        return [*self._counts.items(), (("requests_under_way",), self._under_way)]

    def _count(self, *key: str, by: float = 1) -> None:
        self._counts[key] = self._counts.get(key, 0) + by


class Sums(Collector):
    """Adds up what workers have told."""

    def __init__(self) -> None:
        self._told: dict[int, Counts] = {}  # by the id of a process that runs
        self._past: Counts = {}

    def take(self, process: int, told: Told) -> None:
        """Takes what a worker has told, in place of what it told before."""
        self._told[process] = {tuple(key): value for key, value in told}

    def ended(self, process: int) -> None:
        """A worker has ended: what it counted stays, what it had under way does not."""
        counts = self._told.pop(process, {})
        counts.pop(("requests_under_way",), None)
        _add(self._past, counts)

    def reload_failed(self) -> None:
        """The configuration was at fault, and no worker was given it."""
        _add(self._past, {("reloads", "failed"): 1})

    def exposition(self) -> bytes:
        """The sums in Prometheus' text format."""
        registry = CollectorRegistry()
        registry.register(self)
        return generate_latest(registry)

    def collect(self) -> Iterator[Metric]:
        """The sums, as prometheus_client takes them."""
        counts = dict(self._past)
        for told in self._told.values():
            _add(counts, told)
        for name, (purpose, labels) in _COUNTERS.items():
            family = CounterMetricFamily(_NAME + name, purpose, labels=labels)
            for key, value in counts.items():
                if key[0] == name:
                    family.add_metric(key[1:], value)
            yield family
        yield _histogram(counts)
        yield GaugeMetricFamily(
            _NAME + "requests_under_way",
            "Requests under way",
            counts.get(("requests_under_way",), 0),
        )
        yield GaugeMetricFamily(_NAME + "workers", "Workers that serve", len(self._told))


def _histogram(counts: Counts) -> HistogramMetricFamily:
    purpose = "From a request's headers to the end of its response"
    family = HistogramMetricFamily(_NAME + _SPENT, purpose, labels=("operation",))
    for operation in sorted({key[1] for key in counts if key[0] == _SPENT}):
        total, buckets = 0.0, []
        for index, bound in enumerate((*(f"{seconds:g}" for seconds in SECONDS), "+Inf")):
            total += counts.get((_SPENT, operation, str(index)), 0)
            buckets.append((bound, total))
        family.add_metric((operation,), buckets, counts.get((_SPENT, operation, "sum"), 0))
    return family


def _add(counts: Counts, more: Counts) -> None:
    for key, value in more.items():
        counts[key] = counts.get(key, 0) + value
