"""The options of `deploy-contract serve`. They need no extra, so that `--help` is complete."""

import argparse

from deploy_contract_service import fields
from deploy_contract_service.host_names import host_name
from deploy_contract_service.settings import DATABASE, KEY_VARIABLE, Settings

PORT = 8081
DEFAULTS = Settings()
MOST_ROLLOUT_SECONDS = 10_000_000


_DESCRIPTION = (
    "Run the deployment management service on a database of its own, for tests and trials: it "
    "answers as the contract says, refuses what the contract denies, and deploys nothing. SIGTERM "
    "and SIGINT stop it when the requests under way have ended. Exit status: 0 stopped, 2 wrong "
    "use, or if it cannot start."
)


def register(parser: argparse.ArgumentParser) -> None:
    """Add the options of the service to a parser."""
    parser.description = _DESCRIPTION
    add = parser.add_argument_group("address").add_argument
    add("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    add("--port", type=_port, default=PORT, help="port; 0 takes a free one (%(default)s)")
    add = parser.add_argument_group("data").add_argument
    add(
        "--database",
        metavar="NAME",
        help=f"SQLite file, :memory:, or postgresql://USER@HOST/NAME ({DATABASE})",
    )
    add(
        "--key-file",
        metavar="FILE",
        help=f"keys for secrets, the current one first; or {KEY_VARIABLE} in the environment",
    )
    add("--make-key", action="store_true", help="print a new key and exit")
    add(
        "--data",
        metavar="FILE",
        help="YAML or JSON of integrations, repositories and deployments to start with",
    )
    add = parser.add_argument_group("API").add_argument
    add(
        "--contract",
        metavar="PATH",
        help="judge by the contract in this folder, wheel or compiled file; its operations and "
        "documents must be those of the installed one",
    )
    add(
        "--hosting",
        choices=fields.hostings(),
        help="hosting of all deployments (by default, that of each source)",
    )
    add(
        "--base-path",
        metavar="PATH",
        help="prefix of all paths of the API, such as /api-host",
    )
    add(
        "--rollout-seconds",
        type=_seconds,
        default=DEFAULTS.rollout_seconds,
        metavar="N",
        help="seconds until a new revision becomes the active one (%(default)s)",
    )
    add = parser.add_argument_group("browsers").add_argument
    add(
        "--allowed-hosts",
        action="append",
        type=_hosts,
        default=[],
        metavar="NAME[,NAME]",
        help="host names that requests may be for, beside those of loopback; * allows any"
        " (the default if the service listens beyond loopback)",
    )
    add(
        "--no-console",
        dest="console",
        action="store_false",
        help="do not serve the console, the pages for browsers",
    )


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text[:6]) < 1 << 16):
        raise argparse.ArgumentTypeError("give a port number from 0 to 65535")
    return int(text)


def _hosts(text: str) -> list[str]:
    names = []
    for name in text.split(","):
        host = host_name(name.strip())
        if host is None:
            raise argparse.ArgumentTypeError(
                "give host names, such as api.example.com or [fd00::1], or *"
            )
        names.append(host)
    return names


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds <= MOST_ROLLOUT_SECONDS:
        raise argparse.ArgumentTypeError(
            f"give a number of seconds from 0 to {MOST_ROLLOUT_SECONDS}"
        )
    return seconds
