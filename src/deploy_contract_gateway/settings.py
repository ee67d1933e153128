"""The settings of the gateway and of `decide`: a class for each program, a field for each setting.

Options, environment variables and keys of the file derive from the fields. `Settings` has the
settings of both programs. `GatewaySettings` adds the settings of the gateway. The settings of
`decide` are in `deploy_contract_gateway.decide.settings`.
"""

import dataclasses
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Annotated, Any, ClassVar, TypeAlias, TypeVar, get_args

from deploy_contract_generated.names import EngineName

from deploy_contract.effective import REPORT_REQUESTS, UNKNOWN_CHOICES, UNKNOWN_FIELDS
from deploy_contract.knowledge.callers import CREDENTIALS
from deploy_contract.knowledge.redis_calls import NAMESPACE, SECONDS
from deploy_contract.limits import SETTINGS, Limits
from deploy_contract.traffic.live import SHARE
from deploy_contract_gateway import problems
from deploy_contract_gateway import setting_types as types
from deploy_contract_gateway.setting_types import FILE, Network, Secret, SettingType, UpstreamUrl
from deploy_contract_serving.addresses import Address, AnyAddress
from deploy_contract_serving.problems import Problem

_MODE = types.choice("enforce", "report", "off")
_FRACTION = types.number(0, "FRACTION", maximum=1)
Count: TypeAlias = Annotated[int, types.count()]
File: TypeAlias = Annotated[str | None, types.text(FILE)]
Fraction: TypeAlias = Annotated[float, _FRACTION]
Fractions: TypeAlias = Annotated[
    float | Mapping[str, float],
    types.table_of("FRACTION|OPERATION=FRACTION", _FRACTION, or_single=True),
]
Listen: TypeAlias = Annotated[AnyAddress, types.ADDRESS]
Lookups: TypeAlias = Annotated[tuple[str, ...], types.list_of("learned|shared|upstream")]
Modes: TypeAlias = Annotated[
    str | Mapping[str, str], types.table_of("MODE|OPERATION=MODE", _MODE, or_single=True)
]
Seconds: TypeAlias = Annotated[float, types.number(0.001)]
SecondsOrZero: TypeAlias = Annotated[float, types.number(0)]
Switch: TypeAlias = Annotated[str, types.choice("off", "on")]


def setting(
    group: str, purpose: str, default: Any = None, *, restart: bool = False, alias: str = ""
) -> Any:
    """Return a field for a setting. The annotation of the field says how a value is parsed.

    Args:
        group: the title under which `--help` lists the setting.
        purpose: the help text.
        restart: whether a new value needs a restart, and not only a reload.
        alias: another name of the option.
    """
    metadata = {"group": group, "purpose": purpose, "restart": restart, "alias": alias}
    return dataclasses.field(default_factory=lambda: default, metadata=metadata)


# in the order of `--help`
process_row = partial(setting, "addresses and processes")
tls_row = partial(setting, "TLS")
contract_row = partial(setting, "contract")
enforcement_row = partial(setting, "enforcement")
knowledge_row = partial(setting, "knowledge of deployments")
limits_row = partial(setting, "limits of messages")
clients_row = partial(setting, "clients")
service_row = partial(setting, "service behind")
observation_row = partial(setting, "observation")


def _limit(name: str) -> Any:
    field, purpose = SETTINGS[name]
    return limits_row(purpose, getattr(Limits(), field))


@dataclasses.dataclass(frozen=True, kw_only=True)
class Settings:
    """The operator's settings that both programs have.

    Times are in seconds and sizes in bytes. Numbers of connections are for each worker.

    Class attributes:
        program: the subcommand.
        purpose: the first sentences of the help.
        required: the setting that an operator must give, and a phrase for it in a message.
        shown: the settings, besides the addresses, that the line `listening` of the log shows.
        refused_upgrades: the answer to an offer to upgrade, by protocol. The protocols are in lower
            case and without a version.
    """

    # ruff: noqa: RUF009 - setting returns a field

    program: ClassVar[str]
    purpose: ClassVar[str]
    required: ClassVar[tuple[str, str]]
    shown: ClassVar[tuple[str, ...]]
    refused_upgrades: ClassVar[Mapping[bytes, Problem]]

    upstream: Annotated[UpstreamUrl | None, types.UPSTREAM] = process_row(
        "URL of the service, for lookups and readiness"
    )
    listen: Listen = process_row("address for requests", Address("127.0.0.1", 8080), restart=True)
    admin: Listen = process_row(
        "address for /-/healthy, /-/ready, /-/metrics, /-/coverage and /-/refusals",
        Address("127.0.0.1", 9180),
        restart=True,
    )
    admin_token: Annotated[Secret | None, types.TOKEN] = process_row(
        "token that /-/metrics, /-/coverage and /-/refusals demand (Authorization: Bearer TOKEN); "
        "required if other machines reach the admin address. Set it in the file or the environment",
        restart=True,
    )
    workers: Annotated[int, types.count(maximum=256)] = process_row(
        "number of processes that share the address", 1, restart=True
    )
    drain_seconds: SecondsOrZero = process_row(
        "time for the requests under way when the gateway stops", 20.0, restart=True
    )

    cert_file: File = tls_row(
        "PEM file of the certificate for requests, with the chain to its authority. With it, the "
        "address takes TLS only",
        restart=True,
    )
    key_file: File = tls_row("PEM file of the private key of cert_file", restart=True)
    client_ca_file: File = tls_row(
        "PEM file of certificate authorities. With it, only clients with a certificate of one of "
        "these authorities can connect (mTLS)",
        restart=True,
    )
    admin_cert_file: File = tls_row("the same as cert_file, for the admin address", restart=True)
    admin_key_file: File = tls_row("PEM file of the private key of admin_cert_file", restart=True)
    admin_client_ca_file: File = tls_row(
        "the same as client_ca_file, for the admin address", restart=True
    )
    upstream_cert_file: File = tls_row("PEM file of the certificate that is shown to upstream")
    upstream_key_file: File = tls_row("PEM file of the private key of upstream_cert_file")
    ca_file: File = tls_row(
        "PEM file of the certificate authorities that upstream's certificate is checked against"
    )

    contract: File = contract_row(
        "folder, wheel or compiled file of another contract than the installed one. Settings win "
        "over the options and limits of a compiled file. Modes and policies are added to those of "
        "the file"
    )
    hosting: Annotated[str | None, types.choice("cloud", "self_hosted")] = contract_row(
        "where the deployments run"
    )
    unknown_fields: Annotated[str, types.choice(*UNKNOWN_FIELDS)] = contract_row(
        "action for undeclared fields and parameters; report-requests reports those of requests",
        REPORT_REQUESTS,
    )
    unknown_operations: Annotated[str, types.choice(*UNKNOWN_CHOICES)] = contract_row(
        "action for paths and methods outside the contract; allow forwards them unjudged", "allow"
    )
    modes: Annotated[Mapping[str, str], types.table_of("RULE=MODE", _MODE)] = contract_row(
        "enforce, report or off for single rules; OPERATION:RULE=MODE for one operation", {}
    )
    policies: Annotated[tuple[str, ...], types.list_of(FILE)] = contract_row(
        "rule files of your own", (), alias="--policy"
    )
    base_path: Annotated[str, types.text("PATH")] = contract_row(
        "prefix before the contract's paths, such as /api-host", ""
    )
    engine: Annotated[EngineName, types.choice(*get_args(EngineName))] = contract_row(
        "engine that validates documents", "auto"
    )
    candidate: File = contract_row(
        "folder, wheel or compiled file of a contract that judges each message, too, and changes no "
        "answer; log and metrics show each verdict that differs"
    )

    requests: Modes = enforcement_row("mode for requests", "enforce")
    responses: Modes = enforcement_row("mode for responses", "report")
    sample: Fractions = enforcement_row("fraction of responses that are judged, 0 to 1", 1.0)
    advice: Fraction = enforcement_row(
        "fraction of messages for which advisory rules are evaluated, 0 to 1", 0.1
    )
    when_indeterminate: Annotated[str, types.choice("allow", "deny")] = enforcement_row(
        "action for requests whose verdict depends on unknown facts", "allow"
    )

    lookups: Lookups = knowledge_row(
        "origin of facts about stored deployments: learned from responses, shared with other "
        "processes, requested from upstream",
        ("learned",),
    )
    learn_mutable: Switch = knowledge_row(
        "with on, the lookup learned also learns facts that may change, such as repo_ref. Use it "
        "only if every patch passes through this one process",
        "off",
        restart=True,
    )
    shared_url: Annotated[Secret | None, types.SHARED] = knowledge_row(
        "URL of Redis, for the lookup shared. If the URL holds a password, set it in the file or "
        "the environment",
        restart=True,
    )
    shared_namespace: Annotated[str, types.text("NAME")] = knowledge_row(
        "only processes of the same namespace share facts; give each tenant its own namespace",
        NAMESPACE,
        restart=True,
    )
    redis_seconds: Seconds = knowledge_row(
        "time limit for Redis, for the lookup shared, at most lookup_seconds; without an answer, a "
        "deployment is unknown",
        SECONDS,
        restart=True,
    )
    lookup_headers: Annotated[tuple[str, ...], types.list_of("HEADER")] = knowledge_row(
        "headers of the caller that lookups pass on. Your list replaces the default, so name the "
        "credentials, too. Any other header may let a caller make its own lookup fail",
        CREDENTIALS,
    )
    lookup_seconds: Seconds = knowledge_row("time limit for a lookup", 1.0)

    request_bytes: Count = _limit("request_bytes")
    response_bytes: Count = _limit("response_bytes")
    request_objects: Count = _limit("request_objects")
    response_objects: Count = _limit("response_objects")
    items: Count = _limit("items")
    string: Count = _limit("string")
    buffer_bytes: Annotated[int | None, types.count()] = limits_row(
        "memory for all buffered bodies together (128 MiB, or four times the largest judged body)"
    )
    violations: Count = _limit("violations")
    query: Count = _limit("query")

    body_seconds: Seconds = clients_row("time limit for the body of a request that is judged", 30.0)
    header_bytes: Annotated[int, types.count(256)] = clients_row(
        "greatest size of the request line and headers together", 65536, restart=True
    )
    header_seconds: Seconds = clients_row(
        "time limit for the request line and headers", 10.0, restart=True
    )
    keep_alive_seconds: SecondsOrZero = clients_row(
        "time after which an idle client connection is closed", 75.0, restart=True
    )
    client_seconds: Seconds = clients_row(
        "longest pause of a client that sends a body or reads a response", 60.0, restart=True
    )
    connections: Count = clients_row(
        "greatest number of client connections; less if the file descriptors do not suffice",
        10_000,
        restart=True,
    )
    backlog: Annotated[int, types.count(maximum=65535)] = clients_row(
        "greatest number of connections that wait to be accepted", 2048, restart=True
    )

    connect_seconds: Seconds = service_row("time limit for connecting to upstream", 5.0)
    upstream_seconds: Seconds = service_row(
        "time limit for the headers of upstream's response, and for each pause in its body", 60.0
    )
    pool: Count = service_row(
        "greatest number of requests under way at upstream, and of lookups", 100
    )
    idle_seconds: Seconds = service_row(
        "time after which an idle connection to upstream is closed; less than upstream's own limit",
        4.0,
    )
    ready_path: Annotated[str | None, types.PATH] = service_row(
        "path that upstream must answer for the gateway to be ready; without it, upstream must "
        "accept a connection"
    )

    log: Annotated[str, types.choice("all", "violations", "refused", "off")] = observation_row(
        "requests that get a line in the log. The line of a refused request has the violations for "
        "which it was refused; with violations, all requests have lines with all violations",
        "all",
    )
    traces: Switch = observation_row(
        "on sends OpenTelemetry spans; the variables OTEL_* say where", "off", restart=True
    )
    coverage: Fraction = observation_row(
        "largest fraction of a worker's time for counting the parts of the contract that messages "
        "exercise, 0 to 1; 0 counts no message, 1 every message",
        SHARE,
    )

    def conflicts(self) -> Iterator[str]:
        """Yield a sentence about each setting that does not fit the others, or cannot be used."""
        if is_shared(self.admin, self.listen):
            yield "admin needs another address than listen"
        if len(set(self.lookups)) < len(self.lookups):
            yield "lookups must have each name once"
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

    upstream: Annotated[UpstreamUrl, types.UPSTREAM] = process_row("URL of the service (required)")
    pool_seconds: SecondsOrZero = service_row(
        "time that a request waits for a place in the pool; then status 503", 1.0
    )
    host: Annotated[str, types.choice("preserve", "upstream")] = service_row(
        "Host header for upstream: the client's, or upstream's own", "preserve"
    )
    trust_forwarded: Annotated[tuple[Network, ...], types.NETWORKS] = clients_row(
        "clients whose X-Forwarded headers are kept and extended; for other clients, the headers "
        "are replaced",
        (),
    )


Row = dataclasses.Field[Any]
rows = dataclasses.fields  # the table of a program's settings
AnySettings = TypeVar("AnySettings", bound=Settings)


def is_shared(address: AnyAddress, other: AnyAddress) -> bool:
    """Return True if two addresses are the same. Port 0 means any free port."""
    return address == other and getattr(address, "port", None) != 0


def type_of(row: Row) -> SettingType:
    """Return the type of the values of a setting."""
    kind: SettingType = get_args(row.type)[1]  # the second argument of `Annotated`
    return kind


def option_name(row: Row) -> str:
    """Return the command-line option of a setting."""
    return f"--{row.name.replace('_', '-')}"


def default_text(row: Row) -> str:
    """Return the default of a setting as text; empty if it has no default."""
    assert row.default_factory is not dataclasses.MISSING
    default = row.default_factory()
    if default in (None, (), "") or default == {}:
        return ""
    if isinstance(default, tuple) and type_of(row).repeatable:
        return ", ".join(default)
    return str(default)


def keep_restart_settings(
    old: AnySettings, new: AnySettings
) -> tuple[AnySettings, tuple[str, ...]]:
    """Return `new` with the old values of the settings that need a restart.

    The second result has the names of these settings, if their values differ.
    """
    kept = {row.name: getattr(old, row.name) for row in rows(old) if row.metadata["restart"]}
    changed = tuple([name for name, value in kept.items() if getattr(new, name) != value])
    return dataclasses.replace(new, **kept), changed
