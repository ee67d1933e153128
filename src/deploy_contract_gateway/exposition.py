"""The text format of Prometheus. Only a supervisor that is asked for its metrics imports it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from deploy_contract_gateway.metrics import (
    BUCKETS,
    COUNTERS,
    GAUGES,
    HISTOGRAM,
    HISTOGRAM_HELP,
    NO_OPERATION,
    Counts,
)


def expose(prefix: str, counts: Counts, gauges: Mapping[str, float]) -> tuple[str, bytes]:
    """Return the media type of the text format, and counts in it.

    Args:
        prefix: begins the name of each metric.
        counts: the counters and the histogram.
        gauges: the value of each gauge by its name.
    """
    registry = CollectorRegistry()
    registry.register(_Families(prefix, counts, gauges))
    return CONTENT_TYPE_LATEST, generate_latest(registry)


@dataclass(eq=False, slots=True)
class _Families(Collector):
    """The counts as metric families."""

    prefix: str
    counts: Counts
    gauges: Mapping[str, float]

    def collect(self) -> Iterator[Metric]:
        """Yield the families."""
        for name, (purpose, labels) in COUNTERS.items():
            family = CounterMetricFamily(self.prefix + name, purpose, labels=labels)
            for key, value in self.counts.items():
                if key[0] == name:
                    family.add_metric([label or NO_OPERATION for label in key[1:]], value)
            yield family
        yield _histogram(self.prefix, self.counts)
        for name, purpose in GAUGES.items():
            yield GaugeMetricFamily(self.prefix + name, purpose, self.gauges[name])


def _histogram(prefix: str, counts: Counts) -> HistogramMetricFamily:
    family = HistogramMetricFamily(prefix + HISTOGRAM, HISTOGRAM_HELP, labels=("operation",))
    bounds = [*(f"{seconds:g}" for seconds in BUCKETS), "+Inf"]
    for operation in sorted({key[1] for key in counts if key[0] == HISTOGRAM}):
        total, buckets = 0.0, []
        for index, bound in enumerate(bounds):
            total += counts.get((HISTOGRAM, operation, str(index)), 0)
            buckets.append((bound, total))
        family.add_metric((operation,), buckets, counts.get((HISTOGRAM, operation, "sum"), 0))
    return family
