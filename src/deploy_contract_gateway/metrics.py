"""The metrics of a program for Prometheus. Labels are words of the project, never values of a message.

A worker counts in a dictionary, which costs little for each request, and sends its counts to the
supervisor on demand. The supervisor adds up the counts of all workers. It keeps those of workers
that have ended, so that no counter decreases. A reload that drops rules drops their coverage.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from http import HTTPStatus
from operator import itemgetter
from typing import Any, get_args

from deploy_contract_generated.names import OperationName

from deploy_contract import Bundle, notes
from deploy_contract.middleware.observation import Observation
from deploy_contract.refusals import Refusals, Refused, Row
from deploy_contract.traffic.coverage import COLUMNS, FORMAT, MARK, SECTIONS, Coverage
from deploy_contract.traffic.live import LiveCoverage
from deploy_contract_gateway.access_log import now
from deploy_contract_gateway.exchange import CLIENT_GONE, Exchange
from deploy_contract_gateway.problems import REASONS

NO_OPERATION = "none"  # label of requests that belong to no operation of the contract
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
COVERAGE = "coverage_"  # begins the names of counters of coverage; the rest is the section
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
        "Violations; advisory ones are counted for the sampled messages only",
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
        "Rules that the verdicts of the candidate differ by",
        ("direction", "operation", "rule"),
    ),
    **{
        COVERAGE + section: (help_text, (*SECTIONS[section], "result"))
        for section, help_text in _COVERAGE_HELP.items()
    },
    "problems": ("Answers of the gateway itself, and exchanges that broke off", ("reason",)),
    "reloads": (
        "Reloads by each worker: applied or kept (its policies are wrong); "
        "failed: the configuration is wrong and no worker got it",
        ("result",),
    ),
}
HISTOGRAM = "request_seconds"
HISTOGRAM_HELP = "Seconds from the headers of a request to the end of its response"
GAUGES = {
    "requests_under_way": "Requests under way",
    "workers": "Workers that serve requests",
}
_LAST = itemgetter(6)  # of a row of refusals: when the group was seen last
REFUSALS = 200  # groups of refused messages that each worker keeps, and that the page shows
_UNDER_WAY = ("requests_under_way",)
_RULES = COVERAGE + "rules"
_STATUSES = {int(status): str(int(status)) for status in HTTPStatus}
_STATUSES[CLIENT_GONE] = str(CLIENT_GONE)
Counts = dict[tuple[str, ...], float]  # (name, *label values) -> count
JsonCounts = Sequence[tuple[Sequence[str], float]]  # counts as JSON carries them


def _zeros() -> Counts:
    """Return counts of 0 for the events that alerts wait for.

    `increase` of Prometheus misses the first event of a counter that begins with it. Reasons of
    notes are too many: there is a row for each note, and alerts look for new series.
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
    """The counts of one worker."""

    def __init__(self, coverage: LiveCoverage | None = None) -> None:
        """Begin to count. `coverage` is counted elsewhere, and sent with these counts."""
        self._coverage = coverage
        self._counts: defaultdict[tuple[str, ...], float] = defaultdict(int)
        self._under_way = 0
        self.refusals = Refusals(REFUSALS)

    def begin(self) -> None:
        """Count a request that starts."""
        self._under_way += 1

    def end(self, exchange: Exchange, seconds: float) -> None:
        """Count a request that has ended after `seconds`."""
        self._under_way -= 1
        counts, operation = self._counts, exchange.operation or NO_OPERATION
        status = exchange.status or CLIENT_GONE
        # an unregistered status is counted by its class, so that upstream creates no labels
        counts["requests", operation, _STATUSES.get(status) or f"{status // 100}xx"] += 1
        counts[HISTOGRAM, operation, str(bisect_left(BUCKETS, seconds))] += 1
        counts[HISTOGRAM, operation, "sum"] += seconds
        for observation in exchange.observations:
            self._count_verdict(observation)
        if exchange.reason:
            counts["problems", exchange.reason] += 1

    def _count_verdict(self, observation: Observation) -> None:
        counts = self._counts
        direction, where = observation.direction, observation.operation or NO_OPERATION
        refused = "yes" if observation.refused else "no"
        counts["verdicts", direction, where, observation.verdict, refused] += 1
        counts["judging_seconds", direction, where] += observation.seconds
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
            against = [
                Refused(one.rule, one.location, one.pointer, one.message)
                for one in found
                if one.mode == "enforce"
            ]
            self.refusals.add(direction, observation.operation, against, now())

    def count_problem(self, reason: str) -> None:
        """Count bytes that were refused before they were a request."""
        self._counts["problems", reason] += 1

    def count_reload(self, result: str) -> None:
        """Count a reload, "applied" or "kept"."""
        self._counts["reloads", result] += 1

    def snapshot(self) -> list[tuple[tuple[str, ...], float]]:
        """Return all counts."""
        counts = [*self._counts.items(), (_UNDER_WAY, self._under_way)]
        if self._coverage is not None:
            counts += _coverage_counts(
                self._coverage.snapshot(), all_parts=self._coverage.share > 0
            )
        return counts


class TotalMetrics:
    """The sums of the counts of all workers, and the groups of messages that they refused."""

    def __init__(self) -> None:
        self._workers: dict[int, Counts] = {}  # by process id
        self._ended: Counts = {}
        self._refused: dict[int, tuple[Sequence[Row], int]] = {}  # groups, and messages dropped
        self._refused_before = Refusals(REFUSALS)  # by workers that have ended

    def update(
        self, process: int, counts: JsonCounts, refusals: Sequence[Row], dropped: int
    ) -> None:
        """Replace the counts of a worker.

        Args:
            process: its process id.
            counts: its counts.
            refusals: groups of the messages that it refused.
            dropped: messages of groups that it dropped.
        """
        self._workers[process] = {tuple(key): value for key, value in counts}
        self._refused[process] = (refusals, dropped)

    def remove(self, process: int) -> None:
        """Keep the counts of a worker that has ended, except its requests under way."""
        counts = self._workers.pop(process, {})
        counts.pop(_UNDER_WAY, None)
        _add(self._ended, counts)
        self._refused_before = self._with([self._refused.pop(process, ((), 0))])

    def refusals(self) -> Refusals:
        """Return the groups of messages that all workers refused, those that were seen last."""
        return self._with(self._refused.values())

    def _with(self, more: Iterable[tuple[Sequence[Row], int]]) -> Refusals:
        """Return the groups of ended workers and of others."""
        before = self._refused_before
        found = [(before.rows(), before.dropped), *more]
        rows = [row for rows, _ in found for row in rows]
        total = Refusals(REFUSALS)
        total.merge(sorted(rows, key=_LAST), sum(dropped for _, dropped in found))
        return total

    def count_failed_reload(self) -> None:
        """Count a reload whose configuration was wrong."""
        _add(self._ended, {("reloads", "failed"): 1})

    def totals(self) -> tuple[Counts, dict[str, float]]:
        """Return the sums of the counts, and the value of each gauge by its name.

        The counts that alerts wait for are there from the start.
        """
        counts = _zeros() | self._sums()
        under_way = counts.get(_UNDER_WAY, 0)
        return counts, {"requests_under_way": under_way, "workers": len(self._workers)}

    def rows(self, name: str) -> list[dict[str, Any]]:
        """Return a counter as rows: each combination of labels, with its count."""
        labels, found = COUNTERS[name][1], []
        for key, value in sorted(self._sums().items()):
            if key[0] == name:
                found.append({**dict(zip(labels, key[1:], strict=True)), "count": int(value)})
        return found

    def coverage(self) -> dict[str, Any]:
        """Return the coverage as `deploy-contract coverage` reads and writes it."""
        found: dict[str, Any] = {MARK: FORMAT, "contract": Bundle.installed().version}
        rows: dict[str, dict[tuple[str, ...], dict[str, Any]]] = {name: {} for name in SECTIONS}
        for key, value in self._sums().items():
            section = key[0].removeprefix(COVERAGE)
            if section == key[0]:
                continue
            names, result = key[1:-1], key[-1]
            row = rows[section].setdefault(
                names,
                dict(zip(SECTIONS[section], names, strict=True)) | dict.fromkeys(COLUMNS, 0),
            )
            row[result] += int(value)
        return found | {section: list(of.values()) for section, of in rows.items()}

    def _sums(self) -> Counts:
        """Return the sums of the counts of all workers, also of those that have ended.

        A reload may have dropped rules whose coverage ended workers had counted.
        """
        living: Counts = {}
        for worker_counts in self._workers.values():
            _add(living, worker_counts)
        rules = {key[1] for key in living if key[0] == _RULES}
        dropped = [key for key in self._ended if rules and key[0] == _RULES and key[1] not in rules]
        counts = dict(self._ended)
        for key in dropped:
            del counts[key]
        _add(counts, living)
        return counts


def _coverage_counts(
    coverage: Coverage, *, all_parts: bool
) -> Iterator[tuple[tuple[str, ...], float]]:
    """Yield the counts of a coverage, with `all_parts` also of what no message exercised.

    Once a message was counted, all rules are there: the supervisor drops the counts of others.
    """
    is_counted = any(any(row[1:]) for section in SECTIONS for row in coverage.rows(section))
    for section in SECTIONS:
        is_whole = all_parts or (is_counted and COVERAGE + section == _RULES)
        for row in coverage.rows(section):
            for result, number in zip(COLUMNS, row[1:], strict=True):
                if number or (is_whole and result == COLUMNS[0]):
                    yield (COVERAGE + section, *row.names, result), number


def _add(counts: Counts, more: Counts) -> None:
    for key, value in more.items():
        counts[key] = counts.get(key, 0) + value
