"""A language server as a process: what an editor sends it over stdio, and what it answers.

The protocol is that of LSP 3.17: messages of JSON-RPC 2.0, each behind its length.
"""

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SECONDS = 60.0  # until a server that does not end is killed


class LanguageServer:
    """A running server, with the settings that an editor has.

    Args:
        process: the server.
        folder: the folder that is open in the editor.
        settings: the settings by their names, such as "yaml.schemas".
    """

    def __init__(
        self, process: "subprocess.Popen[bytes]", folder: Path, settings: dict[str, Any]
    ) -> None:
        self._process = process
        self._settings = nested(settings)
        self._number = 0
        self._problems: dict[str, list[Any]] = {}
        root = folder.as_uri()
        capabilities = {
            "workspace": {"configuration": True, "didChangeConfiguration": {}, "workspaceFolders": True},
            "textDocument": {"publishDiagnostics": {}, "completion": {}},
        }  # fmt: skip
        self.ask(
            "initialize",
            processId=None,
            rootUri=root,
            workspaceFolders=[{"uri": root, "name": folder.name}],
            capabilities=capabilities,
            initializationOptions={"handledSchemaProtocols": ["file"], "provideFormatter": False},
        )
        self.tell("initialized")
        self.tell("workspace/didChangeConfiguration", settings=self._settings)

    def open(self, uri: str, language: str, text: str) -> list[Any]:
        """Open a document. Return its problems, as soon as the server has published them."""
        document = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.tell("textDocument/didOpen", textDocument=document)
        while uri not in self._problems:
            self._take(self._read())
        return self._problems[uri]

    def complete(self, uri: str, line: int, column: int) -> set[str]:
        """Return the labels that are offered at a place, which counts from 0."""
        position = {"line": line, "character": column}
        found = self.ask("textDocument/completion", textDocument={"uri": uri}, position=position)
        items = found["items"] if isinstance(found, dict) else found
        return {item["label"].strip('"') for item in items}

    def ask(self, method: str, **parameters: Any) -> Any:
        """Send a request and return the result."""
        self._number += 1
        number = self._number
        self._write({"id": number, "method": method, "params": parameters})
        while True:
            message = self._read()
            if message.get("id") == number and "method" not in message:
                assert "error" not in message, message
                return message["result"]
            self._take(message)

    def tell(self, method: str, **parameters: Any) -> None:
        """Send a notification."""
        self._write({"method": method, "params": parameters})

    def _take(self, message: dict[str, Any]) -> None:
        """Keep problems, and answer requests as an editor does."""
        method = message.get("method")
        if method == "textDocument/publishDiagnostics":
            given = message["params"]
            self._problems[given["uri"]] = given["diagnostics"]
        elif "id" in message and method is not None:
            result: Any = None
            if method == "workspace/configuration":
                result = [self._setting(item.get("section")) for item in message["params"]["items"]]
            self._write({"id": message["id"], "result": result})

    def _setting(self, section: str | None) -> Any:
        value: Any = self._settings
        for name in (section or "").split(".") if section else ():
            value = value.get(name) if isinstance(value, dict) else None
        return value

    def _write(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._process.stdin.flush()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        length = 0
        while line := self._process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        body = self._process.stdout.read(length)
        assert body, "the server has ended"
        found: dict[str, Any] = json.loads(body)
        return found


def nested(settings: dict[str, Any]) -> dict[str, Any]:
    """Return settings by their names as a tree: `{"a.b": 1}` as `{"a": {"b": 1}}`."""
    tree: dict[str, Any] = {}
    for name, value in settings.items():
        *parents, last = name.split(".")
        within = tree
        for parent in parents:
            within = within.setdefault(parent, {})
        within[last] = value
    return tree


@contextmanager
def running(command: list[str], folder: Path, settings: dict[str, Any]) -> Iterator[LanguageServer]:
    """Yield a server that runs, and end it."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=folder,
    )
    try:
        yield LanguageServer(process, folder, settings)
    finally:
        process.kill()
        process.communicate(timeout=SECONDS)
