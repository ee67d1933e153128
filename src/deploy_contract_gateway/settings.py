"""The gateway's settings: one table, from which its options, environment variables, file and help come."""

import argparse
import dataclasses
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from deploy_contract import ContractError
from deploy_contract.document.undeclared import nearest
from deploy_contract.document.wire import Limits
from deploy_contract.files.bounded import read, shown
from deploy_contract.options import UNKNOWN
from deploy_contract_gateway import setting_types
from deploy_contract_gateway.setting_types import Kind, Network, Upstream
from deploy_contract_serving.programs import Address

PREFIX = "DEPLOY_CONTRACT_GATEWAY_"
CONFIG = "CONFIG"  # names the file in the environment, as --config does
FILE = "FILE"  # what kinds of settings take that name files
_LIMITS = Limits()
_LONGEST = 8 << 20  # bytes of a file of settings
_MODE = setting_types.choice("enforce", "report", "off")
_BY_OPERATION = setting_types.mapped("MODE|OPERATION=MODE", _MODE, alone=True)
_SHARE = setting_types.number(0, "SHARE", most=1)


def _setting(
    default: Any, kind: Kind, purpose: str, *, lasting: bool = False, also: str = ""
) -> Any:
    """A row of the table. `lasting`: whether it is as it was when the program started, whatever is read again.

    `also`: another name of its option.
    """
    metadata = {"kind": kind, "purpose": purpose, "lasting": lasting, "also": also}
    return dataclasses.field(default_factory=lambda: default, metadata=metadata)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Settings:
    """What an operator chooses. Times are in seconds, sizes in bytes; numbers of connections are for each worker."""

    upstream: Upstream = _setting(  # noqa: RUF009 - a field of the dataclass
        None, setting_types.UPSTREAM, "where the service is (required)"
    )
    listen: Address = _setting(  # noqa: RUF009 - a field of the dataclass
        Address("127.0.0.1", 8080), setting_types.ADDRESS, "where to take requests", lasting=True
    )
    admin: Address = _setting(  # noqa: RUF009 - a field of the dataclass
        Address("127.0.0.1", 9180),
        setting_types.ADDRESS,
        "where to answer /-/healthy, /-/ready and /-/metrics",
        lasting=True,
    )
    workers: int = _setting(
        1,
        setting_types.count(most=256),
        "processes that share the socket; of several, none learns what may change",
        lasting=True,
    )
    log: str = _setting(
        "all", setting_types.choice("all", "refused", "off"), "which requests get a line of the log"
    )

    hosting: str | None = _setting(
        None, setting_types.choice("cloud", "self_hosted"), "where the deployments run"
    )
    unknown_fields: str = _setting(
        "allow", setting_types.choice(*UNKNOWN), "undeclared fields and parameters"
    )
    unknown_operations: str = _setting(
        "allow",
        setting_types.choice(*UNKNOWN),
        "paths and methods of no operation: allow passes them",
    )
    modes: Mapping[str, str] = _setting(
        {}, setting_types.mapped("RULE=MODE", _MODE), "enforce, report or off, by rule"
    )
    policies: tuple[str, ...] = _setting(
        (), setting_types.listed(FILE), "rule files of your own", also="--policy"
    )
    base_path: str = _setting(
        "", setting_types.text("PATH"), "prefix of the contract's paths, such as /api-host"
    )
    engine: str = _setting(
        "auto", setting_types.choice("auto", "rust", "python"), "what judges documents"
    )
    requests: str | Mapping[str, str] = _setting(
        "enforce", _BY_OPERATION, "what is done about requests"
    )
    responses: str | Mapping[str, str] = _setting(
        "report", _BY_OPERATION, "what is done about responses"
    )
    sample: float | Mapping[str, float] = _setting(
        1.0,
        setting_types.mapped(
            "SHARE|OPERATION=SHARE", setting_types.number(0, "SHARE", most=1), alone=True
        ),
        "share of responses judged, 0 to 1",
    )
    advice: float = _setting(0.1, _SHARE, "share of messages whose advice is worked out, 0 to 1")
    when_indeterminate: str = _setting(
        "allow", setting_types.choice("allow", "deny"), "requests whose verdict depends"
    )
    lookups: tuple[str, ...] = _setting(
        ("learned",),
        setting_types.listed("learned|upstream"),
        "what is known of deployments: learned from responses, asked of upstream",
    )
    lookup_headers: tuple[str, ...] = _setting(
        (),
        setting_types.listed("HEADER"),
        "headers that tell callers apart, the only ones that lookups pass on; without any, all but those of one request alone",
    )
    body_seconds: float = _setting(
        30.0, setting_types.number(0.001), "for the body of a request that is judged"
    )
    lookup_seconds: float = _setting(1.0, setting_types.number(0.001), "for asking what is known")

    request_bytes: int = _setting(
        _LIMITS.request_body, setting_types.count(), "most of a request's body that is judged"
    )
    response_bytes: int = _setting(
        _LIMITS.response_body, setting_types.count(), "most of a response's body that is judged"
    )
    request_objects: int = _setting(
        _LIMITS.request_objects,
        setting_types.count(),
        "most arrays and objects of a request's body",
    )
    response_objects: int = _setting(
        _LIMITS.response_objects,
        setting_types.count(),
        "most arrays and objects of a response's body",
    )
    items: int = _setting(_LIMITS.items, setting_types.count(), "most items of an array or object")
    string: int = _setting(_LIMITS.string, setting_types.count(), "most characters of a string")
    buffer_bytes: int | None = _setting(
        None,
        setting_types.count(),
        "most of all bodies held at once (128 MiB, or twice the longest that is judged)",
    )
    violations: int = _setting(
        _LIMITS.violations, setting_types.count(), "most violations of a report"
    )
    query: int = _setting(_LIMITS.query, setting_types.count(), "most characters of a query")

    header_bytes: int = _setting(
        65536, setting_types.count(256), "most of a request's line and headers", lasting=True
    )
    header_seconds: float = _setting(
        10.0, setting_types.number(0.001), "for a request's line and headers", lasting=True
    )
    keep_alive_seconds: float = _setting(
        75.0, setting_types.number(0), "a client's connection may idle", lasting=True
    )
    client_seconds: float = _setting(
        60.0,
        setting_types.number(0.001),
        "a client may pause in a body that it sends or takes",
        lasting=True,
    )
    connections: int = _setting(
        10_000,
        setting_types.count(),
        "most connections of clients, fewer if descriptors are",
        lasting=True,
    )
    backlog: int = _setting(
        2048,
        setting_types.count(most=65535),
        "most connections that wait for a worker",
        lasting=True,
    )

    connect_seconds: float = _setting(
        5.0, setting_types.number(0.001), "for a connection to upstream"
    )
    upstream_seconds: float = _setting(
        60.0,
        setting_types.number(0.001),
        "upstream may take to the end of a response's headers, and pause in its body",
    )
    pool: int = _setting(
        100, setting_types.count(), "most requests under way at upstream, and most lookups"
    )
    pool_seconds: float = _setting(
        1.0, setting_types.number(0), "a request waits for one to end before it gets 503"
    )
    idle_seconds: float = _setting(
        4.0,
        setting_types.number(0.001),
        "a connection to upstream may idle; less than upstream allows",
    )
    ca_file: str | None = _setting(
        None, setting_types.text(FILE), "certificates to trust upstream by, PEM"
    )
    ready_path: str | None = _setting(
        None,
        setting_types.text("PATH"),
        "asked of upstream to be ready; else that it takes connections",
    )

    host: str = _setting(
        "preserve",
        setting_types.choice("preserve", "upstream"),
        "Host for upstream: as received, or its own",
    )
    trust_forwarded: tuple[Network, ...] = _setting(
        (),
        setting_types.NETWORKS,
        "clients whose X-Forwarded headers are kept and added to; those of others are replaced",
    )
    drain_seconds: float = _setting(
        20.0,
        setting_types.number(0),
        "requests may take to end when the gateway stops",
        lasting=True,
    )


ROWS: tuple[dataclasses.Field[Any], ...] = dataclasses.fields(Settings)
_NAMES = {row.name: row for row in ROWS}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds an option for each setting, and --config."""
    parser.add_argument(
        "--config",
        metavar="FILE",
        help="a TOML file of settings, named as the options are, with _ for -",
    )
    for row in ROWS:
        kind: Kind = row.metadata["kind"]
        parser.add_argument(
            *[name for name in (f"--{row.name.replace('_', '-')}", row.metadata["also"]) if name],
            dest=row.name,
            metavar=kind.metavar.replace("%", "%%"),
            action="append" if kind.several else "store",
            help=row.metadata["purpose"]
            + _shown(row)
            + ("; may be repeated" if kind.several else ""),
        )


def gather(options: argparse.Namespace, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings: options, else environment, else file, else defaults. ContractError says the first fault, in one line."""
    chosen: dict[str, Any] = {}
    named = {
        name.removeprefix(PREFIX): value
        for name, value in environment.items()
        if name.startswith(PREFIX)
    }
    config = options.config or named.pop(CONFIG, None)
    named.pop(CONFIG, None)
    if config:
        for name, value in _file(config).items():
            found = _row(name, f"{config}: ", list(_NAMES))
            chosen[found.name] = _beside(
                config, found, _read(found.metadata["kind"].of_toml, value, f"{config}: {name}")
            )
    for name, text in named.items():
        found = _row(name.lower() if name.isupper() else "", f"{PREFIX}{name}: ", [])
        chosen[found.name] = _read(found.metadata["kind"].of_text, text, f"{PREFIX}{name}")
    for row in ROWS:
        given = getattr(options, row.name)
        if given is not None:
            text = ",".join(given) if row.metadata["kind"].several else given
            chosen[row.name] = _read(
                row.metadata["kind"].of_text, text, f"--{row.name.replace('_', '-')}"
            )
    if chosen.get("upstream") is None:
        raise ContractError(
            f"--upstream, {PREFIX}UPSTREAM or upstream in the file: say where the service is"
        )
    return Settings(**chosen)


def kept(old: Settings, new: Settings) -> tuple[Settings, tuple[str, ...]]:
    """The new settings, but for what lasts as long as the program, which is the old; the names of what differs there."""
    lasting = {row.name: getattr(old, row.name) for row in ROWS if row.metadata["lasting"]}
    return dataclasses.replace(new, **lasting), tuple(
        name for name, value in lasting.items() if getattr(new, name) != value
    )


def _shown(row: dataclasses.Field[Any]) -> str:
    assert row.default_factory is not dataclasses.MISSING
    default = row.default_factory()
    if default in (None, (), "") or default == {}:
        return ""
    return f" ({', '.join(default) if row.metadata['kind'].several and isinstance(default, tuple) else default})"


def _beside(config: str, row: dataclasses.Field[Any], value: Any) -> Any:
    """The value of a file of settings: the files that it names are found from its own folder."""
    if row.metadata["kind"].metavar != FILE or not value:
        return value
    folder = Path(config).parent
    return (
        str(folder / value)
        if isinstance(value, str)
        else tuple(str(folder / name) for name in value)
    )


def _file(name: str) -> dict[str, Any]:
    content = read(name, _LONGEST)
    try:
        return tomllib.loads(content.decode("utf-8"))
    except tomllib.TOMLDecodeError as error:
        where = str(error).rpartition("(")[2].rstrip(")")  # the text before it may quote the file
        fault = f"not TOML ({where})"
    except RecursionError:
        fault = "is nested too deeply"
    except ValueError:
        fault = "cannot be read as UTF-8 text"
    raise ContractError(f"{shown(name)}: {fault}")


def _row(name: str, where: str, near: list[str]) -> dataclasses.Field[Any]:
    if name in _NAMES:
        return _NAMES[name]
    closest = nearest(name, near)
    hint = f"did you mean {closest}?" if closest else "`deploy-contract gateway --help` lists them"
    raise ContractError(
        f"{where}there is no such setting{f' as {name[:64]!a}' if near else ''}; {hint}"
    )


def _read(read: Any, value: Any, where: str) -> Any:
    try:
        return read(value)
    except ValueError as error:
        one = f" of {error.name[:64]!a}" if isinstance(error, setting_types.NamedError) else ""
        raise ContractError(f"{where}{one} is {error}") from None


def dumped(settings: Settings) -> dict[str, Any]:
    """The settings as JSON values, as `loaded` takes them."""
    dump: dict[str, Any] = {}
    for name in _NAMES:
        value = getattr(settings, name)
        if isinstance(value, Upstream | Address):
            value = str(value)
        dump[name] = [str(item) for item in value] if isinstance(value, tuple) else value
    return dump


def loaded(dump: Mapping[str, Any]) -> Settings:
    """The settings that were dumped."""
    return Settings(
        **{
            name: _NAMES[name].metadata["kind"].of_toml(value)
            for name, value in dump.items()
            if value is not None
        }
    )
