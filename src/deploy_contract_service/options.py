"""The options of `deploy-contract serve`. They need no extra, so that `--help` is complete."""

import argparse
from collections.abc import Sequence
from contextlib import suppress

from deploy_contract.cli.options import Groups, add_options, choice, switch, text
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
    add_options(parser, _options())


def _options() -> Groups:
    port = "port; 0 takes a free one (%(default)s)"
    databases = f"SQLite file, :memory:, or postgresql://USER@HOST/NAME ({DATABASE})"
    key = f"file with the key for secrets; or {KEY_VARIABLE} in the environment"
    data = "YAML or JSON of integrations, repositories and deployments to start with"
    contract = """judge by the contract in this folder, wheel or compiled file; its operations and
        documents must be those of the installed one"""
    hosting = "hosting of all deployments (by default, that of each source)"
    rollout = "seconds until a new revision becomes the active one (%(default)s)"
    hosts = """host names that requests may be for, beside those of loopback; * allows any (the
        default if the service listens beyond loopback)"""
    pages = "do not serve the console, the pages for browsers"
    return {
        "address": {
            "--host": text("HOST", "address to listen on (%(default)s)", default="127.0.0.1"),
            "--port": text("PORT", port, type=_port, default=PORT),
        },
        "data": {
            "--database": text("NAME", databases),
            "--key-file": text("FILE", key),
            "--make-key": switch("print a new key and exit"),
            "--data": text("FILE", data),
        },
        "API": {
            "--contract": text("PATH", contract),
            "--hosting": choice(fields.hostings(), hosting),
            "--base-path": text("PATH", "prefix of all paths of the API, such as /api-host"),
            "--rollout-seconds": text("N", rollout, type=_seconds, default=ROLLOUT_SECONDS),
        },
        "browsers": {
            "--allowed-hosts": text("NAME[,NAME]", hosts, action="append", type=_hosts, default=[]),
            "--no-console": {"help": pages, "dest": "console", "action": "store_false"},
        },
    }


def tables() -> dict[str, list[Sequence[str]]]:
    """Return the table of options in the guide, which `make generate` writes between its marks."""
    table: list[Sequence[str]] = [("option", "meaning")]
    for rows in _options().values():
        for name, row in rows.items():
            value = row.get("metavar") or "\\|".join(row.get("choices", ()))
            meaning = " ".join((row["help"] % row).split()).replace("*", "\\*")
            table.append((f"`{name} {value}`".replace(" `", "`"), meaning))
    return {"options of serve": table}


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
