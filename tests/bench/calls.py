"""The way of a PATCH through the ASGI middleware, as a profile: files and calls of ours, engine python.

`python -m tests.bench calls` prints the figures. `python -m tests.bench.calls` prints each function, too.
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
from tests.bench.load import ID
from tests.support import usual_documents

SOURCES = str(Path(__file__).parents[2] / "src") + "/"
JUDGE = ("deploy_contract/judge/", "deploy_contract_format/")  # the judge of documents
Message = MutableMapping[str, Any]
Calls = Counter[tuple[str, str]]  # by file and function


async def way(middleware: ContractMiddleware, body: bytes) -> tuple[int, Calls]:
    """Return the status of a PATCH, and the calls until the service is called or the refusal is sent.

    Comprehensions do not count: later versions of Python call no function for them.
    """
    path = f"/v2/deployments/{ID}"
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    scope = {
        "type": "http", "http_version": "1.1", "method": "PATCH", "path": path, "raw_path": path.encode(),
        "query_string": b"", "root_path": "", "headers": [(b"host", b"a.example"), *headers],
    }  # fmt: skip
    calls: Calls = Counter()
    statuses: list[int] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        statuses.append(message.get("status", 0))

    def seen(frame: FrameType, event: str, _argument: object) -> None:
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(SOURCES) and "comp>" not in frame.f_code.co_name:
            calls[name.removeprefix(SOURCES), frame.f_code.co_qualname] += 1

    sys.setprofile(seen)
    try:
        await middleware(scope, receive, send)
    finally:
        sys.setprofile(None)
    return statuses[0], calls


async def service(_scope: Message, _receive: Any, send: Any) -> None:
    """Answer as a service does that has no body to show."""
    sys.setprofile(None)  # from here on, it is the way of the response
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def calls(*, show: bool = False) -> None:
    """Print the figures of a patch that is allowed, one that is left undecided, and one denied."""
    middleware = ContractMiddleware(
        service, Contract(engine="python").prepare(), on_report=lambda _seen: None
    )
    patches = {
        "allowed": (b'{"source_config": {"resource_spec": {"cpu": 0.5, "cpu_limit": 2}}}', 204),
        "undecided": (usual_documents.small(), 204),
        "denied": (usual_documents.patch(secrets=[{"name": "a"}]), 422),
    }
    print("\nfiles and calls of ours for a PATCH, engine python")
    for word, (body, status) in patches.items():
        for _ in range(3):  # the first ones make what later ones need
            answered, found = asyncio.run(way(middleware, body))
            assert answered == status, (word, answered)
        inside = {key: count for key, count in found.items() if key[0].startswith(JUDGE)}
        files, judging = len({path for path, _ in found}), len({path for path, _ in inside})
        print(
            f"{word}: {files} files, {found.total()} calls; of them the judge of documents: "
            f"{judging} files, {sum(inside.values())} calls"
        )
        for (path, name), count in sorted(found.items()) if show else ():
            print(f"  {count:3}  {path}  {name}")


if __name__ == "__main__":
    calls(show=True)
