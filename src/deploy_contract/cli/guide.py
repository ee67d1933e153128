"""The table of commands in the guide, which `make generate` writes between its marks."""

from collections.abc import Iterator

from deploy_contract.bundle import Bundle
from deploy_contract.cli.command import command_parser
from deploy_contract.cli.commands import COMMANDS


def tables() -> dict[str, str]:
    """Return each table in Markdown, by the name of its mark."""
    return {"commands": "\n".join(_lines())}


def _lines() -> Iterator[str]:
    yield "| command | purpose | guide |"
    yield "|---|---|---|"
    for name, row in COMMANDS.items():
        usage = command_parser(name, Bundle.installed()).format_usage()
        usage = usage.removeprefix("usage: ").replace(" [OPTIONS]", "")
        yield f"| `{' '.join(usage.split())}` | {row.help} | {row.page} |"
