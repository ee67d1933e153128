"""The options of `deploy-contract serve`. They need no extra, so that `--help` is complete."""

import argparse
from contextlib import suppress

from deploy_contract_service import fields
from deploy_contract_service.hosts import host_name
from deploy_contract_service.settings import DATABASE, KEY_VARIABLE, Settings

PORT = 8081
ROLLOUT_SECONDS = Settings().rollout_seconds
MAX_ROLLOUT_SECONDS = 10_000_000

_DESCRIPTION = """Run the deployment management service on a database of its own, for tests and
trials: it answers as the contract says, refuses what the contract denies, and deploys nothing.
SIGTERM and SIGINT stop it when the requests under way have ended. Exit status: 0 stopped, 2 wrong
use, or if it cannot start."""


def register(parser: argparse.ArgumentParser) -> None:
    """Add the options of the service to a parser."""
    parser.description = _DESCRIPTION
    add = parser.add_argument_group("address").add_argument
    add("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    add("--port", type=_port, default=PORT, help="port; 0 takes a free one (%(default)s)")
    add = parser.add_argument_group("data").add_argument
    databases = f"SQLite file, :memory:, or postgresql://USER@HOST/NAME ({DATABASE})"
    add("--database", metavar="NAME", help=databases)
    key = f"file with the key for secrets; or {KEY_VARIABLE} in the environment"
    add("--key-file", metavar="FILE", help=key)
    add("--make-key", action="store_true", help="print a new key and exit")
    data = "YAML or JSON of integrations, repositories and deployments to start with"
    add("--data", metavar="FILE", help=data)
    add = parser.add_argument_group("API").add_argument
    contract = """judge by the contract in this folder, wheel or compiled file; its operations and
        documents must be those of the installed one"""
    add("--contract", metavar="PATH", help=contract)
    hosting = "hosting of all deployments (by default, that of each source)"
    add("--hosting", choices=fields.hostings(), help=hosting)
    prefix = "prefix of all paths of the API, such as /api-host"
    add("--base-path", metavar="PATH", help=prefix)
    rollout = "seconds until a new revision becomes the active one (%(default)s)"
    add("--rollout-seconds", type=_seconds, default=ROLLOUT_SECONDS, metavar="N", help=rollout)
    add = parser.add_argument_group("browsers").add_argument
    hosts = """host names that requests may be for, beside those of loopback; * allows any (the
        default if the service listens beyond loopback)"""
    names = "NAME[,NAME]"
    add("--allowed-hosts", action="append", type=_hosts, default=[], metavar=names, help=hosts)
    pages = "do not serve the console, the pages for browsers"
    add("--no-console", dest="console", action="store_false", help=pages)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text[:6]) < 1 << 16):
        raise argparse.ArgumentTypeError("give a port number from 0 to 65535")
    return int(text)


def _hosts(text: str) -> list[str]:
    names = [host_name(name.strip()) for name in text.split(",")]
    if None in names:
        raise argparse.ArgumentTypeError(
            "give host names, such as api.example.com or [fd00::1], or *"
        )
    return list(filter(None, names))


def _seconds(text: str) -> float:
    with suppress(ValueError):
        if 0 <= float(text) <= MAX_ROLLOUT_SECONDS:
            return float(text)
    raise argparse.ArgumentTypeError(f"give a number of seconds from 0 to {MAX_ROLLOUT_SECONDS}")
