"""A body arrives whole however it is cut into pieces, at every door and in both directions."""

import asyncio
import itertools
from collections.abc import Iterator
from string import ascii_lowercase
from typing import Any

import pytest

from deploy_contract.asgi import ContractMiddleware as AsgiMiddleware
from deploy_contract.middleware.buffers import FREE
from deploy_contract.wsgi import ContractMiddleware as WsgiMiddleware
from tests.support import applications
from tests.support.applications import PATH, App
from tests.support.engines import ENGINES, made

LIST = "/v2/deployments"
TYPE = "application/json"
SIZES = (0, 1, 100, FREE - 1, FREE, FREE + 1, 2 * FREE)


def cuts() -> Iterator[list[int]]:
    """Yield the sizes of pieces: all pairs of sizes around that of a piece that needs no buffer, and a last one."""
    for sizes in itertools.product(SIZES, repeat=2):
        yield [*sizes, 60]


def pieces(sizes: list[int]) -> list[bytes]:
    head, tail = b'{"resources": [], "offset": 0, "x": "', b'"}'
    total = sum(sizes)
    count = total - len(head) - len(tail)
    letters = (ascii_lowercase.encode() * (count // 26 + 1))[:count]
    ends = list(itertools.accumulate(sizes))
    body = head + letters + tail
    return [body[end - size : end] for size, end in zip(sizes, ends, strict=True)]


def over_asgi(
    method: str, path: str, chunks: list[bytes], **options: Any
) -> tuple[int, bytes, bytes]:
    """Return status, the body that the application got, and the body that it answered with and the client got."""
    got, sent = bytearray(), []

    def messages(kind: str) -> Iterator[dict[str, Any]]:
        for number, chunk in enumerate(chunks, 1):
            yield {"type": kind, "body": chunk, "more_body": number < len(chunks)}

    incoming = messages("http.request")

    async def receive() -> Any:
        return next(incoming)

    async def app(_scope: Any, receive: Any, send: Any) -> None:
        more = method == "PATCH"
        while more:
            message = await receive()
            got.extend(message.get("body", b""))
            more = message.get("more_body", False)
        await send({"type": "http.response.start", "status": 200, "headers": typed})
        for message in messages("http.response.body"):
            await send(message)

    async def send(message: Any) -> None:
        sent.append(message)

    typed = [(b"content-type", TYPE.encode())]
    scope = {"type": "http", "method": method, "path": path, "query_string": b""}
    scope["headers"] = typed if method == "PATCH" else []
    asyncio.run(AsgiMiddleware(app, made(ENGINES[-1]), **options)(scope, receive, send))
    return sent[0]["status"], bytes(got), b"".join(message.get("body", b"") for message in sent[1:])


class Stream:
    """An input that gives no more at once than one piece."""

    def __init__(self, chunks: list[bytes]) -> None:
        self._chunks = [chunk for chunk in chunks if chunk]

    def read(self, size: int = -1) -> bytes:
        if not self._chunks:
            return b""
        chunk = self._chunks[0]
        given = chunk if size < 0 else chunk[:size]
        self._chunks[:1] = [chunk[len(given) :]] if len(given) < len(chunk) else []
        return given


def over_wsgi(
    method: str, path: str, chunks: list[bytes], *, writes: bool = False, **options: Any
) -> tuple[int, bytes, bytes]:
    got, statuses, sent = bytearray(), [], bytearray()

    def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        if method == "PATCH":
            got.extend(environ["wsgi.input"].read())
        write = start_response("200 OK", [("Content-Type", TYPE)])
        if not writes:
            return chunks
        for chunk in chunks[:-1]:
            write(chunk)
        return chunks[-1:]

    def start(status: str, _headers: Any, _exc_info: Any = None) -> Any:
        statuses.append(int(status[:3]))
        return sent.extend

    body = b"".join(chunks) if method == "PATCH" else b""
    environ = {
        "REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": "", "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": Stream(chunks), **({"CONTENT_TYPE": TYPE} if body else {}),
    }  # fmt: skip
    answer = WsgiMiddleware(app, made(ENGINES[-1]), **options)(environ, start)
    for chunk in answer:
        sent.extend(chunk)
    getattr(answer, "close", lambda: None)()
    return statuses[0], bytes(got), bytes(sent)


@pytest.mark.promise(4)
@pytest.mark.parametrize("over", [over_asgi, over_wsgi])
def test_a_request_in_any_pieces_is_judged_and_passed_on_whole(over: Any) -> None:
    for sizes in cuts():
        chunks = pieces(sizes)
        status, got, _ = over("PATCH", PATH, chunks, responses="off")
        assert (status, got) == (200, b"".join(chunks)), sizes


@pytest.mark.promise(4)
@pytest.mark.parametrize("responses", ["report", "enforce"])
@pytest.mark.parametrize("over", [over_asgi, over_wsgi])
def test_a_response_in_any_pieces_is_sent_on_whole(over: Any, responses: str) -> None:
    for sizes in cuts():
        chunks = pieces(sizes)
        status, _, sent = over("GET", LIST, chunks, responses=responses)
        assert (status, sent) == (200, b"".join(chunks)), sizes


@pytest.mark.promise(4)
def test_a_response_that_is_written_in_any_pieces_is_sent_on_whole() -> None:
    for sizes in cuts():
        chunks = pieces(sizes)
        status, _, sent = over_wsgi("GET", LIST, chunks, writes=True, responses="enforce")
        assert (status, sent) == (200, b"".join(chunks)), sizes


@pytest.mark.promise(21)
@pytest.mark.parametrize(("again", "status"), [(TYPE, 200), ("", 200), ("text/plain", 415)])
def test_a_type_that_a_server_gives_by_two_names_counts_once(again: str, status: int) -> None:
    send = applications.over_wsgi(App(), responses="off")
    assert send("PATCH", PATH, b"{}", HTTP_CONTENT_TYPE=again).status == status
