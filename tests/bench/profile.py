"""The way of one message: files and calls of ours for a PATCH through the ASGI middleware.

`python -m tests.bench.profile [--show]`. Both patches are judged by the engine python, and reach the middleware when it is warm.
"""

import asyncio
import sys
from collections import Counter
from collections.abc import MutableMapping
from pathlib import Path
from types import FrameType
from typing import Any

from deploy_contract import Contract
from deploy_contract.asgi import ContractMiddleware
from tests.bench import documents

ID = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
SOURCES = str(Path(__file__).parents[2] / "src")
BOUNDS = {"allowed": (15, 40), "denied": (22, None)}  # files, and calls
Message = MutableMapping[str, Any]


async def service(_scope: Message, _receive: Any, send: Any) -> None:
    """Answer as a service does that has no body to show."""
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def way(middleware: ContractMiddleware, body: bytes) -> tuple[int, Counter[tuple[str, str]]]:
    """Return the status of a PATCH, and how often each function of ours was called for it."""
    scope = {
        "type": "http", "http_version": "1.1", "method": "PATCH", "path": f"/v2/deployments/{ID}", "query_string": b"",
        "raw_path": f"/v2/deployments/{ID}".encode(), "root_path": "",
        "headers": [(b"host", b"a.example"), (b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())],
    }  # fmt: skip
    calls: Counter[tuple[str, str]] = Counter()
    statuses: list[int] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    def seen(frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(SOURCES):
            calls[code.co_filename.removeprefix(SOURCES), code.co_qualname] += 1

    sys.setprofile(seen)
    try:
        await middleware(scope, receive, send)
    finally:
        sys.setprofile(None)
    return statuses[0], calls


def main(*, show: bool = False) -> bool:
    """Print the figures; return True if they are within their bounds."""
    middleware = ContractMiddleware(service, Contract(engine="python").prepare())
    denied = documents.patch(secrets=[{"name": "a"}])
    fine = True
    for word, body, status in (("allowed", documents.patch(), 204), ("denied", denied, 422)):
        for _ in range(3):  # the first ones make what later ones need
            answered, calls = asyncio.run(way(middleware, body))
            assert answered == status, (word, answered)
        files = {path for path, _ in calls}
        most_files, most_calls = BOUNDS[word]
        within = len(files) <= most_files and (most_calls is None or calls.total() <= most_calls)
        fine = fine and within
        bound = f"at most {most_files} files" + (f" and {most_calls} calls" if most_calls else "")
        print(
            f"PATCH that is {word}, engine python: {len(files)} files, {calls.total()} calls of ours ({bound})"
        )
        if show:
            for (path, name), count in sorted(calls.items()):
                print(f"  {count:3}  {path}  {name}")
    return fine


if __name__ == "__main__":
    sys.exit(0 if main(show="--show" in sys.argv) else 1)
