"""The settings of the gateway as one table, from which options, variables and file keys derive."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from deploy_contract.document.wire import Limits
from deploy_contract.options import UNKNOWN
from deploy_contract_gateway import setting_types as types
from deploy_contract_gateway.setting_types import FILE, Network, SettingType, UpstreamUrl
from deploy_contract_serving.addresses import Address

_LIMITS = Limits()
_MODE = types.choice("enforce", "report", "off")
_MODES = types.table_of("MODE|OPERATION=MODE", _MODE, or_single=True)
_FRACTION = types.number(0, "FRACTION", most=1)
_FRACTIONS = types.table_of("FRACTION|OPERATION=FRACTION", _FRACTION, or_single=True)
_SECONDS = types.number(0.001)
_SECONDS_OR_ZERO = types.number(0)
_COUNT = types.count()


def _setting(
    default: Any, kind: SettingType, purpose: str, *, restart: bool = False, alias: str = ""
) -> Any:
    """Return a row of the table.

    Args:
        default: value if nobody gives one.
        kind: how a value is parsed.
        purpose: help text.
        restart: whether a reload leaves the setting as it was when the program started.
        alias: another name of the option.
    """
    metadata = {"type": kind, "purpose": purpose, "restart": restart, "alias": alias}
    return dataclasses.field(default_factory=lambda: default, metadata=metadata)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Settings:
    """The operator's settings.

    Times are in seconds and sizes in bytes. Numbers of connections are for each worker.
    """

    # ruff: noqa: RUF009 - _setting returns a field

    upstream: UpstreamUrl = _setting(None, types.UPSTREAM, "URL of the service (required)")
    listen: Address = _setting(
        Address("127.0.0.1", 8080), types.ADDRESS, "address for requests", restart=True
    )
    admin: Address = _setting(
        Address("127.0.0.1", 9180),
        types.ADDRESS,
        "address for /-/healthy, /-/ready and /-/metrics",
        restart=True,
    )
    workers: int = _setting(
        1,
        types.count(most=256),
        "number of processes that share the address; with several, a worker learns only the facts "
        "that cannot change",
        restart=True,
    )
    log: str = _setting(
        "all",
        types.choice("all", "violations", "refused", "off"),
        "requests that get a line in the log; violations is all, with pointers and messages of "
        "violations",
    )

    hosting: str | None = _setting(
        None, types.choice("cloud", "self_hosted"), "where the deployments run"
    )
    unknown_fields: str = _setting(
        "allow", types.choice(*UNKNOWN), "action for undeclared fields and parameters"
    )
    unknown_operations: str = _setting(
        "allow",
        types.choice(*UNKNOWN),
        "action for paths and methods outside the contract; allow forwards them unjudged",
    )
    modes: Mapping[str, str] = _setting(
        {}, types.table_of("RULE=MODE", _MODE), "enforce, report or off for single rules"
    )
    policies: tuple[str, ...] = _setting(
        (), types.list_of(FILE), "rule files of your own", alias="--policy"
    )
    base_path: str = _setting(
        "", types.text("PATH"), "prefix before the contract's paths, such as /api-host"
    )
    engine: str = _setting(
        "auto", types.choice("auto", "rust", "python"), "engine that validates documents"
    )
    requests: str | Mapping[str, str] = _setting("enforce", _MODES, "mode for requests")
    responses: str | Mapping[str, str] = _setting("report", _MODES, "mode for responses")
    sample: float | Mapping[str, float] = _setting(
        1.0, _FRACTIONS, "fraction of responses that are judged, 0 to 1"
    )
    advice: float = _setting(
        0.1, _FRACTION, "fraction of messages for which advisory rules are evaluated, 0 to 1"
    )
    when_indeterminate: str = _setting(
        "allow",
        types.choice("allow", "deny"),
        "action for requests whose verdict depends on something unknown",
    )
    lookups: tuple[str, ...] = _setting(
        ("learned",),
        types.list_of("learned|upstream"),
        "origin of facts about stored deployments: learned from responses, requested from upstream",
    )
    lookup_headers: tuple[str, ...] = _setting(
        (),
        types.list_of("HEADER"),
        "headers that distinguish callers; lookups pass on these and no others. Without this "
        "setting they pass on all headers except those of a single request",
    )
    body_seconds: float = _setting(
        30.0, _SECONDS, "time limit for the body of a request that is judged"
    )
    lookup_seconds: float = _setting(1.0, _SECONDS, "time limit for a lookup")

    request_bytes: int = _setting(
        _LIMITS.request_body, _COUNT, "largest body of a request that is judged"
    )
    response_bytes: int = _setting(
        _LIMITS.response_body, _COUNT, "largest body of a response that is judged"
    )
    request_objects: int = _setting(
        _LIMITS.request_objects, _COUNT, "most arrays and objects in a request's body"
    )
    response_objects: int = _setting(
        _LIMITS.response_objects, _COUNT, "most arrays and objects in a response's body"
    )
    items: int = _setting(_LIMITS.items, _COUNT, "most items in one array or object")
    string: int = _setting(_LIMITS.string, _COUNT, "most characters in one string")
    buffer_bytes: int | None = _setting(
        None,
        _COUNT,
        "memory for all buffered bodies together (128 MiB, or twice the largest judged body)",
    )
    violations: int = _setting(_LIMITS.violations, _COUNT, "most violations in one report")
    query: int = _setting(_LIMITS.query, _COUNT, "most characters in a query string")

    header_bytes: int = _setting(
        65536, types.count(256), "largest request line and headers together", restart=True
    )
    header_seconds: float = _setting(
        10.0, _SECONDS, "time limit for the request line and headers", restart=True
    )
    keep_alive_seconds: float = _setting(
        75.0, _SECONDS_OR_ZERO, "time after which an idle client connection is closed", restart=True
    )
    client_seconds: float = _setting(
        60.0,
        _SECONDS,
        "longest pause of a client that sends a body or reads a response",
        restart=True,
    )
    connections: int = _setting(
        10_000,
        _COUNT,
        "most client connections; fewer if the file descriptors do not suffice",
        restart=True,
    )
    backlog: int = _setting(
        2048,
        types.count(most=65535),
        "most connections that wait to be accepted",
        restart=True,
    )

    connect_seconds: float = _setting(5.0, _SECONDS, "time limit for connecting to upstream")
    upstream_seconds: float = _setting(
        60.0,
        _SECONDS,
        "time limit for the headers of upstream's response, and for each pause in its body",
    )
    pool: int = _setting(
        100, _COUNT, "most requests under way at upstream, and as many lookups besides"
    )
    pool_seconds: float = _setting(
        1.0, _SECONDS_OR_ZERO, "time that a request waits for a place in the pool; then status 503"
    )
    idle_seconds: float = _setting(
        4.0,
        _SECONDS,
        "time after which an idle connection to upstream is closed; less than upstream's own limit",
    )
    ca_file: str | None = _setting(
        None,
        types.text(FILE),
        "PEM file of the certificate authorities that upstream's certificate is checked against",
    )
    ready_path: str | None = _setting(
        None,
        types.text("PATH"),
        "path that upstream must answer for the gateway to be ready; without it, a connection",
    )

    host: str = _setting(
        "preserve",
        types.choice("preserve", "upstream"),
        "Host header for upstream: the client's, or upstream's own",
    )
    trust_forwarded: tuple[Network, ...] = _setting(
        (),
        types.NETWORKS,
        "clients whose X-Forwarded headers are kept and extended; those of others are replaced",
    )
    drain_seconds: float = _setting(
        20.0,
        _SECONDS_OR_ZERO,
        "time for the requests under way when the gateway stops",
        restart=True,
    )


Row = dataclasses.Field[Any]
ROWS: tuple[Row, ...] = dataclasses.fields(Settings)


def option_name(row: Row) -> str:
    """Return the command-line option of a setting."""
    return f"--{row.name.replace('_', '-')}"


def default_text(row: Row) -> str:
    """Return the default of a setting as text, empty if it has none."""
    assert row.default_factory is not dataclasses.MISSING
    default = row.default_factory()
    if default in (None, (), "") or default == {}:
        return ""
    if isinstance(default, tuple) and row.metadata["type"].repeatable:
        return ", ".join(default)
    return str(default)


def keep_restart_settings(old: Settings, new: Settings) -> tuple[Settings, tuple[str, ...]]:
    """Return `new` with the old values of settings that need a restart.

    The second part has the names of those settings that differ.
    """
    kept = {row.name: getattr(old, row.name) for row in ROWS if row.metadata["restart"]}
    changed = tuple([name for name, value in kept.items() if getattr(new, name) != value])
    return dataclasses.replace(new, **kept), changed


def to_json(settings: Settings) -> dict[str, Any]:
    """Return the settings as JSON values, which `from_json` accepts."""
    values: dict[str, Any] = {}
    for row in ROWS:
        value = getattr(settings, row.name)
        if isinstance(value, UpstreamUrl | Address):
            values[row.name] = str(value)
        elif isinstance(value, tuple):
            values[row.name] = [str(item) for item in value]
        else:
            values[row.name] = value
    return values


def from_json(values: Mapping[str, Any]) -> Settings:
    """Return the settings that `to_json` wrote."""
    parsed: dict[str, Any] = {}
    for row in ROWS:
        if values[row.name] is not None:
            parsed[row.name] = row.metadata["type"].parse_toml(values[row.name])
    return Settings(**parsed)
