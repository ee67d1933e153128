"""The metrics of a program for Prometheus. No label has a value of a message.

A worker counts in a dictionary, and sends its counts to the supervisor on demand. The supervisor
adds up the counts of all workers. It keeps the counts of workers that have ended, so that no
counter decreases. If a reload drops rules, their coverage is dropped, too.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from http import HTTPStatus
from itertools import accumulate
from operator import itemgetter
from types import SimpleNamespace
from typing import Any, TypeAlias, get_args

from deploy_contract_generated.names import OperationName

from deploy_contract import Bundle, notes
from deploy_contract.middleware.observation import Observation
from deploy_contract.refusals import Refusals, Row
from deploy_contract.traffic.coverage import COLUMNS, SECTIONS, Coverage
from deploy_contract.traffic.coverage import Counts as CoverageCounts
from deploy_contract.traffic.live import LiveCoverage
from deploy_contract_gateway.exchange import CLIENT_GONE, Exchange, now
from deploy_contract_gateway.problems import REASONS
from deploy_contract_gateway.settings import Settings

NO_OPERATION = "none"  # label of requests that belong to no operation of the contract
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
COVERAGE = "coverage_"  # the prefix of counters of coverage, before the section
_COVERAGE_HELP = {
    "operations": "Messages whose coverage was counted",
    "parameters": "Requests that exercise a parameter",
    "parameter_values": "Requests that exercise a listed value of a parameter",
    "fields": "Documents that exercise a field",
    "field_values": "Documents that exercise a listed value of a field",
    "rules": "Messages that exercise a rule, by the source of the deployment",
    "needs": "Messages with an indeterminate verdict that a fact would settle",
}
COUNTERS: dict[str, tuple[str, tuple[str, ...]]] = {  # name -> help text, labels
    "requests": (
        "Completed requests; status 499 means that the client left before the response",
        ("operation", "status"),
    ),
    "verdicts": (
        "Judged requests and responses",
        ("direction", "operation", "verdict", "refused"),
    ),
    "judging_seconds": ("Seconds spent on judging", ("direction", "operation")),
    "violations": (
        "Violations. Violations of advice are counted for the sampled messages only",
        ("direction", "operation", "rule", "mode"),
    ),
    "notes": (
        "Reasons why enforcement was weaker than configured",
        ("direction", "operation", "note", "reason"),
    ),
    "candidate_differences": (
        "Verdicts of the candidate that differ",
        ("direction", "operation", "verdict", "candidate"),
    ),
    "candidate_rules": (
        "Rules for which the verdicts of the candidate differ",
        ("direction", "operation", "rule"),
    ),
    **{
        COVERAGE + section: (help_text, (*SECTIONS[section], "result"))
        for section, help_text in _COVERAGE_HELP.items()
    },
    "problems": ("Answers of the gateway itself, and exchanges that broke off", ("reason",)),
    "reloads": (
        "Reloads by each worker: applied, or kept (a file has changed since the check); "
        "failed (the settings are wrong, and no worker got them)",
        ("result",),
    ),
}
HISTOGRAM = "request_seconds"
HISTOGRAM_HELP = "Seconds from the headers of a request to the end of its response"
CERTIFICATES = "certificate_not_after_seconds"
GAUGES: dict[str, tuple[str, tuple[str, ...]]] = {  # name -> help text, labels
    "requests_under_way": ("Requests under way", ()),
    "workers": ("Workers that serve requests", ()),
    CERTIFICATES: (
        "The earliest time at which a certificate in the file expires, in seconds since 1970",
        ("setting",),
    ),
}
REFUSALS = 200  # groups of refused messages that a worker keeps, and that the page shows
_UNDER_WAY = ("requests_under_way",)
_RULES = COVERAGE + "rules"
_STATUSES = frozenset({*map(int, HTTPStatus), CLIENT_GONE})
Counts: TypeAlias = Counter[tuple[str, ...]]  # by (name, *label values); seconds are floats
Figures: TypeAlias = Mapping[str, Any]  # the result of `WorkerMetrics.snapshot`


def _zeros() -> dict[tuple[str, ...], int]:
    """Return counts of 0 for the events that alerts wait for.

    If a counter begins with its first event, `increase` of Prometheus misses the event. Notes have
    too many reasons for a count of each, so there is one count for each note. For other reasons,
    alerts look for new series.
    """
    operations = get_args(OperationName)
    words = (
        notes.FAILED,
        notes.TIMEOUT,
        notes.UNKNOWN,
        notes.REFUSED,
        notes.CONTRADICTION,
        notes.FULL,
        "not-judged",
    )
    keys: list[tuple[str, ...]] = [
        *(("reloads", result) for result in ("applied", "kept", "failed")),
        *(("problems", reason) for reason in REASONS),
        *(("notes", "request", NO_OPERATION, word, "none") for word in words),
    ]
    for verdict, refused in (("deny", "yes"), ("deny", "no"), ("indeterminate", "yes")):
        keys += [("verdicts", "request", name, verdict, refused) for name in operations]
        keys += [("verdicts", "response", name, verdict, refused) for name in operations]
        keys.append(("verdicts", "request", NO_OPERATION, verdict, refused))
    return dict.fromkeys(keys, 0)


class WorkerMetrics:
    """The counts of one worker. `snapshot` includes `coverage`, which the middleware counts."""

    def __init__(self, coverage: LiveCoverage) -> None:
        self._coverage = coverage
        self._counts: Counts = Counter()
        self._refusals = Refusals(REFUSALS)

    def begin(self) -> None:
        """Count a request that starts."""
        self._counts[_UNDER_WAY] += 1

    def end(self, exchange: Exchange, seconds: float) -> None:
        """Count a request that has ended after `seconds`."""
        counts, operation = self._counts, exchange.operation or NO_OPERATION
        counts[_UNDER_WAY] -= 1
        status = exchange.status or CLIENT_GONE
        # an unregistered status counts as its class, so that upstream cannot create labels
        shown = str(status) if status in _STATUSES else f"{status // 100}xx"
        counts["requests", operation, shown] += 1
        counts[HISTOGRAM, operation, str(bisect_left(BUCKETS, seconds))] += 1
        counts[HISTOGRAM, operation, "sum"] += seconds  # type: ignore[assignment]  # a fraction
        for observation in exchange.observations:
            self._count_verdict(observation)
        if exchange.reason:
            counts["problems", exchange.reason] += 1

    def _count_verdict(self, observation: Observation) -> None:
        counts = self._counts
        direction, where = observation.direction, observation.operation or NO_OPERATION
        refused = "yes" if observation.refused else "no"
        counts["verdicts", direction, where, observation.verdict, refused] += 1
        counts["judging_seconds", direction, where] += observation.seconds  # type: ignore[assignment]
        for violation in observation.violations:
            counts["violations", direction, where, violation.rule, violation.mode] += 1
        for violation in observation.undecided:
            counts["violations", direction, where, violation.rule, "undecided"] += 1
        if observation.candidate is not None:
            verdicts = (observation.verdict, observation.candidate.verdict)
            counts["candidate_differences", direction, where, *verdicts] += 1
            for rule in observation.candidate.rules:
                counts["candidate_rules", direction, where, rule] += 1
        for note in observation.notes:
            counts["notes", direction, where, *notes.labels(note)] += 1
        if observation.refused:
            found = (*observation.violations, *observation.undecided)
            self._refusals.add(direction, observation.operation, found, now())

    def count(self, name: str, label: str) -> None:
        """Count an event: "problems" with a reason, or "reloads" with a result."""
        self._counts[name, label] += 1

    def snapshot(self) -> Figures:
        """Return all figures as JSON: counts, and groups of refused messages.

        "dropped" is the number of messages in groups that were dropped.
        """
        return {
            "counts": [*self._counts.items(), *_coverage_counts(self._coverage)],
            "refusals": self._refusals.rows(),
            "dropped": self._refusals.dropped,
        }


class TotalMetrics:
    """The sums of the counts of all workers, and the groups of messages that they refused."""

    def __init__(self) -> None:
        self._living: dict[int, Counts] = {}  # by process id
        self._ended: Counts = Counter()
        # by process id, or None for ended workers: groups, and the number of dropped messages
        self._refused: dict[int | None, tuple[Sequence[Row], int]] = {None: ((), 0)}

    def update(self, process: int, figures: Figures) -> None:
        """Replace the figures of a worker by its process id."""
        counts = Counter({tuple(key): value for key, value in figures["counts"]})
        self._living[process] = counts
        self._refused[process] = (figures["refusals"], figures["dropped"])
        rules = {key[1] for key in counts if key[0] == _RULES}
        if rules:  # drop the counts of rules that a reload has dropped
            for key in [key for key in self._ended if key[0] == _RULES and key[1] not in rules]:
                del self._ended[key]

    def remove(self, process: int) -> None:
        """Keep the figures of a worker that has ended, except its requests under way."""
        counts = self._living.pop(process, Counter())
        del counts[_UNDER_WAY]
        self._ended.update(counts)
        refused = _merged_groups([self._refused[None], self._refused.pop(process, ((), 0))])
        self._refused[None] = (refused.rows(), refused.dropped)

    def refusals(self) -> Refusals:
        """Return the newest groups of messages that the workers refused."""
        return _merged_groups(self._refused.values())

    def count_failed_reload(self) -> None:
        """Count a reload whose configuration was wrong."""
        self._ended["reloads", "failed"] += 1

    def counts(self) -> Counts:
        """Return the sums of the counts of all workers, ended ones included."""
        total = self._ended.copy()
        for counts in self._living.values():
            total.update(counts)
        return total

    def rows(self, name: str) -> list[dict[str, Any]]:
        """Return a counter as rows: each combination of labels, with its count."""
        labels, found = COUNTERS[name][1], []
        for key, value in sorted(self.counts().items()):
            if key[0] == name:
                found.append({**dict(zip(labels, key[1:], strict=True)), "count": int(value)})
        return found

    def coverage(self) -> dict[str, Any]:
        """Return the coverage as `deploy-contract coverage` reads and writes it."""
        parts: CoverageCounts = Counter()
        for (name, *names), value in self.counts().items():
            if name.startswith(COVERAGE):
                part = (name.removeprefix(COVERAGE), *names[:-1])
                parts[part, COLUMNS.index(names[-1])] += int(value)
        total = Coverage(counts=parts)
        total.version = Bundle.installed().version
        return total.to_dict()

    def expose(self, program: type[Settings], not_after: Mapping[str, float]) -> tuple[str, bytes]:
        """Return the media type of the text format of Prometheus, and all metrics in it.

        The counts that alerts need are 0 from the start. `not_after` has the time when each
        certificate expires, in seconds since 1970, by the setting that names its file.
        """
        from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

        counts = self.counts()
        gauges: dict[str, Mapping[str, float]] = {
            "requests_under_way": {"": counts[_UNDER_WAY]},
            "workers": {"": len(self._living)},
            CERTIFICATES: not_after,
        }
        families = _families(program, _zeros() | counts, gauges)
        registry: Any = SimpleNamespace(collect=lambda: families)
        return CONTENT_TYPE_LATEST, generate_latest(registry)


def _families(
    program: type[Settings],
    counts: Mapping[tuple[str, ...], float],
    gauges: Mapping[str, Mapping[str, float]],
) -> Iterator[Any]:
    from prometheus_client import core  # a slow import

    for name, (purpose, labels) in COUNTERS.items():
        family = core.CounterMetricFamily(program.metric(name), purpose, labels=labels)
        for key, value in counts.items():
            if key[0] == name:
                family.add_metric([label or NO_OPERATION for label in key[1:]], value)
        yield family
    histogram = core.HistogramMetricFamily(
        program.metric(HISTOGRAM), HISTOGRAM_HELP, labels=("operation",)
    )
    bounds = [*(f"{seconds:g}" for seconds in BUCKETS), "+Inf"]
    for operation in sorted({key[1] for key in counts if key[0] == HISTOGRAM}):
        found = [counts.get((HISTOGRAM, operation, str(at)), 0) for at in range(len(bounds))]
        buckets = list(zip(bounds, accumulate(found), strict=True))
        histogram.add_metric((operation,), buckets, counts.get((HISTOGRAM, operation, "sum"), 0))
    yield histogram
    for name, (purpose, labels) in GAUGES.items():
        gauge = core.GaugeMetricFamily(program.metric(name), purpose, labels=labels)
        for label, value in gauges[name].items():
            gauge.add_metric([label] if labels else [], value)
        yield gauge


def _merged_groups(refused: Iterable[tuple[Sequence[Row], int]]) -> Refusals:
    """Return the newest groups of all workers. A row has the time of the last message in column 6."""
    found = list(refused)
    rows = [row for groups, _ in found for row in groups]
    total = Refusals(REFUSALS)
    total.merge(sorted(rows, key=itemgetter(6)), sum(dropped for _, dropped in found))
    return total


def _coverage_counts(coverage: LiveCoverage) -> Iterator[tuple[tuple[str, ...], float]]:
    """Yield the counts of a coverage, with 0 for parts that no message exercised.

    If counting is off and nothing was counted before, yield nothing. The counts include every rule
    of the contract, because the supervisor drops the counts of other rules.
    """
    found = coverage.snapshot()
    rows = [(section, row) for section in SECTIONS for row in found.rows(section)]
    if coverage.share or any(row.is_exercised for _, row in rows):
        for section, row in rows:
            for result, number in zip(COLUMNS, row[1:], strict=True):
                if number or result == COLUMNS[0]:
                    yield (COVERAGE + section, *row.names, result), number
