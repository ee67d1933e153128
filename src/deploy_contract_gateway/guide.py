"""The tables in the guides of the gateway. `make generate` writes them between comments."""

from collections.abc import Iterable, Iterator

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


def tables() -> dict[str, str]:
    """Return the tables in Markdown, by the name in the comment."""
    of_gateway, of_decide = list(_settings(GatewaySettings)), list(_settings(DecideSettings))
    own = [row for row in of_decide if row not in of_gateway]
    return {
        "settings of the gateway": _table(_SETTINGS, of_gateway),
        "settings of decide": _table(_SETTINGS, own),
        "metrics of the gateway": _table(("metric", "labels", "meaning"), _metrics()),
        "reasons of the gateway": _table(("reason", "status", "detail of the answer"), _reasons()),
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


def _table(head: tuple[str, ...], body: Iterable[tuple[str, ...]]) -> str:
    lines = [f"| {' | '.join(cells)} |" for cells in (head, *body)]
    return "\n".join([lines[0], "|---" * len(head) + "|", *lines[1:]])
