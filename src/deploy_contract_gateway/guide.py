"""The tables in the guides of the gateway. `make generate` writes them between comments."""

from collections.abc import Iterator, Sequence

from deploy_contract_gateway import metrics
from deploy_contract_gateway.decide.settings import DecideSettings
from deploy_contract_gateway.exchange import CLIENT_GONE
from deploy_contract_gateway.problems import REASONS
from deploy_contract_gateway.settings import (
    GatewaySettings,
    Settings,
    default_text,
    option_name,
    rows,
    type_of,
)

_SETTINGS = ("option", "value", "default", "meaning", "restart")


def tables() -> dict[str, list[Sequence[str]]]:
    """Return the rows of the tables, the heads first, by the name in the comment."""
    of_gateway, of_decide = list(_settings(GatewaySettings)), list(_settings(DecideSettings))
    own = [row for row in of_decide if row not in of_gateway]
    return {
        "settings of the gateway": [_SETTINGS, *of_gateway],
        "settings of decide": [_SETTINGS, *own],
        "metrics of the gateway": [("metric", "labels", "meaning"), *_metrics()],
        "reasons of the gateway": [("reason", "status", "detail of the answer"), *_reasons()],
    }


def _settings(program: type[Settings]) -> Iterator[tuple[str, ...]]:
    for row in rows(program):
        default, kind = default_text(row), type_of(row).metavar.replace("|", "\\|")
        shown = f"`{default}`" if default else ""
        restart = "yes" if row.metadata["restart"] else ""
        yield f"`{option_name(row)}`", f"`{kind}`", shown, row.metadata["purpose"], restart


def _metrics() -> Iterator[tuple[str, ...]]:
    prefix = GatewaySettings.metric("")
    for name, (purpose, labels) in metrics.COUNTERS.items():
        yield f"`{prefix}{name}_total`", ", ".join([f"`{label}`" for label in labels]), purpose
    yield f"`{prefix}{metrics.HISTOGRAM}`", "`operation`, `le`", metrics.HISTOGRAM_HELP
    for name, (purpose, labels) in metrics.GAUGES.items():
        yield f"`{prefix}{name}`", "".join([f"`{label}`" for label in labels]), purpose


def _reasons() -> Iterator[tuple[str, ...]]:
    for problem in REASONS.values():
        yield f"`{problem.reason}`", str(problem.status), problem.detail
    yield "`client-gone`", str(CLIENT_GONE), "no answer: the client left"
