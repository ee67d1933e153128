"""An editor with a language server as a process: pygls speaks the protocol (LSP 3.17)."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from deploy_contract.knowledge.facts import nested

SECONDS = 60.0  # until a server that does not answer fails the test


class Editor(LanguageClient):
    """An editor that opens documents and asks for completions and hovers.

    Args:
        settings: the settings by their names, such as "yaml.schemas".
    """

    def __init__(self, settings: dict[str, Any]) -> None:
        super().__init__("editor", "1")
        self.settings = nested((tuple(name.split(".")), value) for name, value in settings.items())
        self._problems = defaultdict[str, asyncio.Queue[list[lsp.Diagnostic]]](asyncio.Queue)

        def publish(given: lsp.PublishDiagnosticsParams) -> None:
            self._problems[given.uri].put_nowait(list(given.diagnostics))

        def configure(given: lsp.ConfigurationParams) -> list[Any]:
            return [self._setting(item.section or "") for item in given.items]

        self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(publish)
        self.feature(lsp.WORKSPACE_CONFIGURATION)(configure)
        self.feature(lsp.CLIENT_REGISTER_CAPABILITY)(lambda _given: None)  # all is welcome

    async def open(self, uri: str, language: str, text: str) -> list[lsp.Diagnostic]:
        """Open a document. Return its problems, as soon as the server has published them."""
        document = lsp.TextDocumentItem(uri, language, 1, text)
        self.text_document_did_open(lsp.DidOpenTextDocumentParams(document))
        return await asyncio.wait_for(self._problems[uri].get(), SECONDS)

    async def complete(self, uri: str, language: str, text: str) -> dict[str, str]:
        """Return what is offered at the sign `|` of a text, with the descriptions."""
        place = await self._open_at(uri, language, text)
        found = await self.text_document_completion_async(lsp.CompletionParams(*place))
        items = found.items if isinstance(found, lsp.CompletionList) else found or ()
        return {item.label.strip('"'): plain(item.documentation) for item in items}

    async def hover(self, uri: str, language: str, text: str) -> str:
        """Return what is shown at the sign `|` of a text, without the escapes of Markdown."""
        place = await self._open_at(uri, language, text)
        found = await self.text_document_hover_async(lsp.HoverParams(*place))
        return "" if found is None else plain(found.contents).replace("\\", "")

    async def _open_at(
        self, uri: str, language: str, text: str
    ) -> tuple[lsp.TextDocumentIdentifier, lsp.Position]:
        before, _, after = text.partition("|")
        await self.open(uri, language, before + after)
        column = len(before) - before.rfind("\n") - 1
        return lsp.TextDocumentIdentifier(uri), lsp.Position(before.count("\n"), column)

    def _setting(self, section: str) -> Any:
        value: Any = self.settings
        for name in filter(None, section.split(".")):
            value = value.get(name) if isinstance(value, dict) else None
        return value


def plain(said: Any) -> str:
    """Return the text of a hover or of a description, whatever its form is."""
    if isinstance(said, list | tuple):
        return "\n".join(map(plain, said))
    return said if isinstance(said, str) else getattr(said, "value", "")


@asynccontextmanager
async def running(
    command: list[str], folder: Path, settings: dict[str, Any]
) -> AsyncIterator[Editor]:
    """Yield an editor of a folder, with a server that ends with it."""
    editor = Editor(settings)
    await editor.start_io(*command, cwd=folder)
    configured = lsp.WorkspaceClientCapabilities(configuration=True, workspace_folders=True)
    root = lsp.WorkspaceFolder(folder.as_uri(), folder.name)
    try:
        await editor.initialize_async(
            lsp.InitializeParams(
                lsp.ClientCapabilities(workspace=configured),
                root_uri=root.uri,
                workspace_folders=[root],
                initialization_options={"handledSchemaProtocols": ["file"]},
            )
        )
        editor.initialized(lsp.InitializedParams())
        changed = lsp.DidChangeConfigurationParams(editor.settings)
        editor.workspace_did_change_configuration(changed)
        yield editor
    finally:
        await asyncio.wait_for(editor.shutdown_async(None), SECONDS)
        editor.exit(None)
        await asyncio.wait_for(editor.stop(), SECONDS)  # type: ignore[no-untyped-call]
