"""The settings of editors in the guide, as the language servers get them."""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.guides import ROOT, blocks

GUIDE = ROOT / "src" / "deploy_contract" / "files" / "README.md"
COMMANDS = {  # language -> the server that VS Code and Neovim run for it
    "yaml": ["yaml-language-server", "--stdio"],
    "json": ["vscode-json-language-server", "--stdio"],
}


class Server(NamedTuple):
    """A language server as an editor runs it: its command, and the settings that it gets."""

    command: list[str]
    settings: dict[str, Any]


def text_of(language: str) -> str:
    """Return the only block of a language in the section on editors."""
    found = [
        block.text
        for block in blocks(GUIDE.read_text("utf-8"))
        if (block.section, block.language) == ("Editors", language)
    ]
    (text,) = found
    return text


def of_vs_code(folder: Path) -> dict[str, Server]:
    """Return the servers of VS Code. It makes paths of schemas for JSON absolute by itself."""
    settings = json.loads(text_of("json"))
    for row in settings["json.schemas"]:
        row["url"] = (folder / row["url"]).as_uri()
    defaults = {"json.validate.enable": True, "yaml.validate": True, "yaml.completion": True}
    return {name: Server(command, defaults | settings) for name, command in COMMANDS.items()}


def of_neovim(folder: Path) -> dict[str, Server]:
    """Run the block for Neovim, in front of those parts of its interface that it uses."""
    from lupa import LuaRuntime

    lua = LuaRuntime(unpack_returned_tuples=True)
    configured: dict[str, Any] = {}
    enabled: list[str] = []
    python = lua.globals()
    python.configure = lambda name, table: configured.update({name: plain(table)})
    python.enable = lambda names: enabled.extend(plain(names))
    python.as_uri = lambda path: Path(path).as_uri()
    python.folder = lambda: str(folder)
    lua.execute(
        "vim = {lsp = {config = configure, enable = enable}, uri_from_fname = as_uri,"
        " fn = {getcwd = folder}}"
    )
    lua.execute(text_of("lua"))
    assert sorted(enabled) == sorted(configured)
    found = {}
    for row in configured.values():
        (language,) = row["filetypes"]
        found[language] = Server(row["cmd"], row["settings"])
    return found


def plain(value: Any) -> Any:
    """Return a table of Lua as a list or a dict."""
    if not hasattr(value, "items"):
        return value
    members = {key: plain(member) for key, member in value.items()}
    if members and list(members) == list(range(1, len(members) + 1)):
        return list(members.values())
    return members


def schema_line() -> str:
    """Return the line that names the schema of a YAML file."""
    (found,) = re.findall(r"`(# yaml-language-server: [^`]*)`", GUIDE.read_text("utf-8"))
    return str(found)
