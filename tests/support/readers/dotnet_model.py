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
from tests.support.readers.models import DOTNET, Members, ordinal, typed
from tests.support.readers.shapes import shapes

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
                value = json.loads(body.decode("utf-8"), object_pairs_hook=Members)
                document = typed(value, shapes()["DeploymentPatch"], DOTNET)
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
