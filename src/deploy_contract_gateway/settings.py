"""The programs: each is a class, whose fields are the table of its settings.

Options, variables and file keys derive from the table. Both programs have the settings of `Settings`.
`GatewaySettings` is the gateway; the decision server is in `deploy_contract_gateway.decide.settings`.
"""

import dataclasses
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, ClassVar, TypeVar

from deploy_contract.knowledge.callers import CREDENTIALS
from deploy_contract.knowledge.redis_calls import NAMESPACE, SECONDS
from deploy_contract.limits import SETTINGS, Limits
from deploy_contract.options import REPORT_REQUESTS, UNKNOWN, UNKNOWN_FIELDS
from deploy_contract.traffic.live import SHARE
from deploy_contract_gateway import problems
from deploy_contract_gateway import setting_types as types
from deploy_contract_gateway.setting_types import (
    FILE,
    Network,
    Secret,
    SettingType,
    UpstreamUrl,
)
from deploy_contract_serving.addresses import Address, AnyAddress
from deploy_contract_serving.problems import Problem

_MODE = types.choice("enforce", "report", "off")
_MODES = types.table_of("MODE|OPERATION=MODE", _MODE, or_single=True)
_FRACTION = types.number(0, "FRACTION", most=1)
_FRACTIONS = types.table_of("FRACTION|OPERATION=FRACTION", _FRACTION, or_single=True)
_SECONDS = types.number(0.001)
_SECONDS_OR_ZERO = types.number(0)
_COUNT = types.count()


def setting(
    group: str,
    default: Any,
    kind: SettingType,
    purpose: str,
    *,
    restart: bool = False,
    alias: str = "",
) -> Any:
    """Return a row of the table.

    Args:
        group: title under which `--help` lists it.
        default: value if nobody gives one.
        kind: how a value is parsed.
        purpose: help text.
        restart: whether a reload leaves the setting as it was when the program started.
        alias: another name of the option.
    """
    metadata = {
        "group": group,
        "type": kind,
        "purpose": purpose,
        "restart": restart,
        "alias": alias,
    }
    return dataclasses.field(default_factory=lambda: default, metadata=metadata)


GROUPS = (  # titles, in the order of `--help`
    "addresses and processes",
    "TLS",
    "contract",
    "enforcement",
    "knowledge of deployments",
    "limits of messages",
    "clients",
    "service behind",
    "observation",
)
(
    process_row,
    tls_row,
    contract_row,
    enforcement_row,
    knowledge_row,
    limits_row,
    clients_row,
    service_row,
    observation_row,
) = [partial(setting, title) for title in GROUPS]


def _limit(name: str) -> Any:
    """Return the row of a limit of the contract."""
    field, purpose = SETTINGS[name]
    return limits_row(getattr(Limits(), field), _COUNT, purpose)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Settings:
    """The operator's settings that both programs have.

    Times are in seconds and sizes in bytes. Numbers of connections are for each worker.

    Class attributes:
        program: the subcommand.
        purpose: the first sentences of its help.
        required: the setting that an operator must give, and its name in a sentence.
        shown: the settings that the line at the start shows besides the addresses.
        refused_upgrades: protocols that no request may offer to upgrade to, in lower case and
            without a version, and the answer to the offer.
    """

    # ruff: noqa: RUF009 - setting returns a field

    program: ClassVar[str]
    purpose: ClassVar[str]
    required: ClassVar[tuple[str, str]]
    shown: ClassVar[tuple[str, ...]]
    refused_upgrades: ClassVar[Mapping[bytes, Problem]]

    upstream: UpstreamUrl | None = process_row(None, types.UPSTREAM, "URL of the service")
    listen: AnyAddress = process_row(
        Address("127.0.0.1", 8080), types.ADDRESS, "address for requests", restart=True
    )
    admin: AnyAddress = process_row(
        Address("127.0.0.1", 9180),
        types.ADDRESS,
        "address for /-/healthy, /-/ready, /-/metrics, /-/coverage and /-/refusals",
        restart=True,
    )
    admin_token: Secret | None = process_row(
        None,
        types.TOKEN,
        "token that /-/metrics, /-/coverage and /-/refusals demand (Authorization: Bearer TOKEN); "
        "required if other machines reach the admin address. Set it in the file or the environment",
        restart=True,
    )
    cert_file: str | None = tls_row(
        None,
        types.text(FILE),
        "PEM file of the certificate for requests, with the chain to its authority. With it, the "
        "address takes TLS only",
        restart=True,
    )
    key_file: str | None = tls_row(
        None, types.text(FILE), "PEM file of the private key of cert_file", restart=True
    )
    client_ca_file: str | None = tls_row(
        None,
        types.text(FILE),
        "PEM file of the certificate authorities of clients. With it, only clients with a "
        "certificate of one of them can connect (mTLS)",
        restart=True,
    )
    admin_cert_file: str | None = tls_row(
        None, types.text(FILE), "as cert_file, for the admin address", restart=True
    )
    admin_key_file: str | None = tls_row(
        None, types.text(FILE), "PEM file of the private key of admin_cert_file", restart=True
    )
    admin_client_ca_file: str | None = tls_row(
        None, types.text(FILE), "as client_ca_file, for the admin address", restart=True
    )
    upstream_cert_file: str | None = tls_row(
        None, types.text(FILE), "PEM file of the certificate that is shown to upstream"
    )
    upstream_key_file: str | None = tls_row(
        None, types.text(FILE), "PEM file of the private key of upstream_cert_file"
    )
    ca_file: str | None = tls_row(
        None,
        types.text(FILE),
        "PEM file of the certificate authorities that upstream's certificate is checked against",
    )
    workers: int = process_row(
        1,
        types.count(most=256),
        "number of processes that share the address",
        restart=True,
    )
    log: str = observation_row(
        "all",
        types.choice("all", "violations", "refused", "off"),
        "requests that get a line in the log; violations is all, with pointers and messages of "
        "violations; else a refused request has only those for which it was refused",
    )

    traces: str = observation_row(
        "off",
        types.choice("off", "on"),
        "on makes OpenTelemetry spans, which go where the variables OTEL_* say",
        restart=True,
    )

    contract: str | None = contract_row(
        None,
        types.text(FILE),
        "folder, wheel or compiled file of the contract in place of the installed one; settings "
        "win over the options and limits of a compiled file, modes and policies are added to its own",
    )
    hosting: str | None = contract_row(
        None, types.choice("cloud", "self_hosted"), "where the deployments run"
    )
    unknown_fields: str = contract_row(
        REPORT_REQUESTS,
        types.choice(*UNKNOWN_FIELDS),
        "action for undeclared fields and parameters; report-requests leaves those of responses",
    )
    unknown_operations: str = contract_row(
        "allow",
        types.choice(*UNKNOWN),
        "action for paths and methods outside the contract; allow forwards them unjudged",
    )
    modes: Mapping[str, str] = contract_row(
        {}, types.table_of("RULE=MODE", _MODE), "enforce, report or off for single rules"
    )
    policies: tuple[str, ...] = contract_row(
        (), types.list_of(FILE), "rule files of your own", alias="--policy"
    )
    base_path: str = contract_row(
        "", types.text("PATH"), "prefix before the contract's paths, such as /api-host"
    )
    engine: str = contract_row(
        "auto",
        types.choice("auto", "native", "python"),
        "engine that validates documents",
    )
    candidate: str | None = contract_row(
        None,
        types.text(FILE),
        "folder, wheel or compiled file of a contract that judges each message too and changes no "
        "answer; log and metrics say where its verdict differs",
    )
    requests: str | Mapping[str, str] = enforcement_row("enforce", _MODES, "mode for requests")
    responses: str | Mapping[str, str] = enforcement_row("report", _MODES, "mode for responses")
    sample: float | Mapping[str, float] = enforcement_row(
        1.0, _FRACTIONS, "fraction of responses that are judged, 0 to 1"
    )
    advice: float = enforcement_row(
        0.1, _FRACTION, "fraction of messages for which advisory rules are evaluated, 0 to 1"
    )
    coverage: float = observation_row(
        SHARE,
        _FRACTION,
        "largest fraction of a worker's time for counting which parts of the contract messages "
        "exercise, 0 to 1; 0 counts nothing, 1 every message",
    )
    when_indeterminate: str = enforcement_row(
        "allow",
        types.choice("allow", "deny"),
        "action for requests whose verdict depends on something unknown",
    )
    lookups: tuple[str, ...] = knowledge_row(
        ("learned",),
        types.list_of("learned|shared|upstream"),
        "origin of facts about stored deployments: learned from responses, shared with other "
        "processes, requested from upstream",
    )
    learn_mutable: str = knowledge_row(
        "off",
        types.choice("off", "on"),
        "on learns facts that may change too, such as repo_ref. Only if every patch passes through "
        "this one process",
        restart=True,
    )
    shared_url: Secret | None = knowledge_row(
        None,
        types.SHARED,
        "URL of the Redis of the lookup shared. It may hold a password: then set it in the file "
        "or the environment",
        restart=True,
    )
    shared_namespace: str = knowledge_row(
        NAMESPACE,
        types.text("NAME"),
        "only processes of the same namespace share facts; each tenant has its own",
        restart=True,
    )
    redis_seconds: float = knowledge_row(
        SECONDS,
        _SECONDS,
        "time limit for Redis, of the lookup shared; without an answer, a deployment is unknown",
        restart=True,
    )
    lookup_headers: tuple[str, ...] = knowledge_row(
        CREDENTIALS,
        types.list_of("HEADER"),
        "headers of the caller that lookups pass on. Your list replaces the default, so name the "
        "credentials too. Any other header may let a caller make its own lookup fail",
    )
    body_seconds: float = clients_row(
        30.0, _SECONDS, "time limit for the body of a request that is judged"
    )
    lookup_seconds: float = knowledge_row(1.0, _SECONDS, "time limit for a lookup")

    request_bytes: int = _limit("request_bytes")
    response_bytes: int = _limit("response_bytes")
    request_objects: int = _limit("request_objects")
    response_objects: int = _limit("response_objects")
    items: int = _limit("items")
    string: int = _limit("string")
    buffer_bytes: int | None = limits_row(
        None,
        _COUNT,
        "memory for all buffered bodies together (128 MiB, or twice the largest judged body)",
    )
    violations: int = _limit("violations")
    query: int = _limit("query")

    header_bytes: int = clients_row(
        65536, types.count(256), "largest request line and headers together", restart=True
    )
    header_seconds: float = clients_row(
        10.0, _SECONDS, "time limit for the request line and headers", restart=True
    )
    keep_alive_seconds: float = clients_row(
        75.0, _SECONDS_OR_ZERO, "time after which an idle client connection is closed", restart=True
    )
    client_seconds: float = clients_row(
        60.0,
        _SECONDS,
        "longest pause of a client that sends a body or reads a response",
        restart=True,
    )
    connections: int = clients_row(
        10_000,
        _COUNT,
        "most client connections; fewer if the file descriptors do not suffice",
        restart=True,
    )
    backlog: int = clients_row(
        2048,
        types.count(most=65535),
        "most connections that wait to be accepted",
        restart=True,
    )

    connect_seconds: float = service_row(5.0, _SECONDS, "time limit for connecting to upstream")
    upstream_seconds: float = service_row(
        60.0,
        _SECONDS,
        "time limit for the headers of upstream's response, and for each pause in its body",
    )
    pool: int = service_row(
        100, _COUNT, "most requests under way at upstream, and as many lookups besides"
    )
    idle_seconds: float = service_row(
        4.0,
        _SECONDS,
        "time after which an idle connection to upstream is closed; less than upstream's own limit",
    )
    ready_path: str | None = service_row(
        None,
        types.PATH,
        "path that upstream must answer for the gateway to be ready; without it, a connection",
    )

    drain_seconds: float = process_row(
        20.0,
        _SECONDS_OR_ZERO,
        "time for the requests under way when the gateway stops",
        restart=True,
    )

    def conflicts(self) -> Iterator[str]:
        """Yield a sentence about each setting that does not fit the others, or cannot be used."""
        if "shared" in self.lookups and self.shared_url is None:
            yield "shared needs shared_url, the URL of Redis"
        if self.learn_mutable == "on" and self.workers > 1:
            yield "learn_mutable needs workers = 1: a worker does not see the patches of another"
        if not (self.admin.is_local or self.admin_token or self.admin_client_ca_file):
            yield "admin needs admin_token or admin_client_ca_file, since other machines reach the address"

    @classmethod
    def variable(cls, name: str) -> str:
        """Return the name of the environment variable of a setting."""
        return f"DEPLOY_CONTRACT_{cls.program.upper()}_{name.upper()}"

    @classmethod
    def metric(cls, name: str) -> str:
        """Return the name of a metric of the program."""
        return f"deploy_contract_{cls.program}_{name}"


@dataclasses.dataclass(frozen=True, kw_only=True)
class GatewaySettings(Settings):
    """The operator's settings of the gateway."""

    program = "gateway"
    purpose = (
        "Forward HTTP/1.1 requests to the service at --upstream, refuse those that the contract "
        "denies, and judge the responses."
    )
    required = ("upstream", "the URL of the service")
    shown = ("upstream",)
    refused_upgrades: ClassVar = {b"websocket": problems.UPGRADE}

    upstream: UpstreamUrl = process_row(None, types.UPSTREAM, "URL of the service (required)")
    pool_seconds: float = service_row(
        1.0, _SECONDS_OR_ZERO, "time that a request waits for a place in the pool; then status 503"
    )
    host: str = service_row(
        "preserve",
        types.choice("preserve", "upstream"),
        "Host header for upstream: the client's, or upstream's own",
    )
    trust_forwarded: tuple[Network, ...] = clients_row(
        (),
        types.NETWORKS,
        "clients whose X-Forwarded headers are kept and extended; those of others are replaced",
    )


Row = dataclasses.Field[Any]
AnySettings = TypeVar("AnySettings", bound=Settings)


def rows(settings: type[Settings] | Settings) -> tuple[Row, ...]:
    """Return the table of a program's settings."""
    return dataclasses.fields(settings)


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


def keep_restart_settings(
    old: AnySettings, new: AnySettings
) -> tuple[AnySettings, tuple[str, ...]]:
    """Return `new` with the old values of settings that need a restart.

    The second part has the names of those settings that differ.
    """
    kept = {row.name: getattr(old, row.name) for row in rows(old) if row.metadata["restart"]}
    changed = tuple([name for name, value in kept.items() if getattr(new, name) != value])
    return dataclasses.replace(new, **kept), changed
