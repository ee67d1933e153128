"""A model of ASP.NET Core, the one reader that is not run: python -m tests.support.readers.dotnet_model PORT.

Routes, names of parameters and names of JSON members are compared by OrdinalIgnoreCase; the body is read by
System.Text.Json with JsonSerializerDefaults.Web.
"""

import json
import re
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, unquote

from deploy_contract.bundle import Bundle
from tests.support.readers.shapes import Shape, shapes

ROUTES = {
    ("GET", r"/v1/integrations/forge/codehost/([^/]+)/repos/?"): "list_repositories",
    ("GET", r"/v2/deployments/?"): "list_deployments",
    ("PATCH", r"/v2/deployments/([^/]+)/?"): "patch_deployment",
}
QUERY = [
    row["name"]
    for operation in Bundle.installed().operations
    for row in operation["parameters"]
    if row["in"] == "query"
]


def ordinal(name: str) -> str:
    """Return a name as OrdinalIgnoreCase compares it: simple upper case, without the dotless i and the long s."""
    return "".join(c if c in "\u0131\u017f" or len(c.upper()) != 1 else c.upper() for c in name)


class Members(list[tuple[str, Any]]):
    """An object as it is written."""


def typed(value: Any, shape: Shape) -> Any:
    """Return the members of a class: the last of those that are one to .NET."""
    if isinstance(value, Members):
        names = {ordinal(name): name for name in shape.get("names", ())}
        known = [(names.get(ordinal(name)) if names else name, member) for name, member in value]
        return {
            name: typed(member, shape.get("fields", {}).get(name, {}))
            for name, member in known
            if name is not None
        }
    if isinstance(value, list):
        return [typed(item, shape.get("item", {})) for item in value]
    return value


class Handler(BaseHTTPRequestHandler):
    """The three operations."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else each answer over a kept connection waits for 40 ms

    def _answer(self) -> None:
        path, _, query = self.path.partition("?")
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        for (method, pattern), operation in ROUTES.items():
            found = re.fullmatch(pattern, unquote(path), re.IGNORECASE | re.ASCII)
            if found and self.command == method:
                self._read(operation, found[1] if found.re.groups else None, query, body)
                return
        self._send(404, b"", None)

    do_GET = do_PATCH = do_POST = do_HEAD = _answer  # noqa: N815 - how http.server wants it

    def _read(self, operation: str, identity: str | None, query: str, body: bytes) -> None:
        declared = {ordinal(name): name for name in QUERY}
        read: dict[str, str] = {}
        for name, value in parse_qsl(query.removeprefix("?"), keep_blank_values=True):
            known = declared.get(ordinal(name), name)
            read[known] = (
                f"{read[known]},{value}" if known in read else value
            )  # StringValues, as text
        document: Any = None
        if operation == "patch_deployment":
            try:
                document = typed(
                    json.loads(body.decode("utf-8"), object_pairs_hook=Members),
                    shapes()["DeploymentPatch"],
                )
            except ValueError:
                self._send(400, b"", None)
                return
        text = json.dumps({"operation": operation, "id": identity, "query": read})
        self._send(200, json.dumps(document).encode(), text)

    def _send(self, status: int, body: bytes, read: str | None) -> None:
        self.send_response(status)
        if read is not None:
            self.send_header("X-Read", read)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name that the library gives
        pass


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
