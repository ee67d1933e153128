"""Ends of an exchange: nothing stays known that the patch may have changed, and no memory stays taken.

Bodies are long enough to take room in the budget of those that are held.
"""

import asyncio
import gc
import io
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product
from types import SimpleNamespace
from typing import Any
from wsgiref.util import setup_testing_defaults
from wsgiref.validate import validator

import pytest

from deploy_contract import Contract, Limits
from deploy_contract.asgi import ContractMiddleware as AsgiMiddleware
from deploy_contract.middleware.buffers import FREE, Budget
from deploy_contract.middleware.observation import Observation
from deploy_contract.wsgi import ContractMiddleware as WsgiMiddleware
from tests.support.applications import ID, JSON, PATH, deployment, exchange, messages, scope_of
from tests.support.engines import ENGINES, made

BODY = json.dumps(deployment()).encode() + b" " * 300_000
PATCH = b"{}" + b" " * 300_000
PAIRS = [(name.encode(), value.encode()) for name, value in JSON.items()]
MODES, ROOMS = ("enforce", "report", "off"), (10_000_000, 400_000)
modes = pytest.mark.parametrize("responses", MODES)


class FailedError(ValueError):
    """The application's own."""


class Chunks:
    """The chunks of an application: `raised` instead of chunk number `at`, and `closing` when it is closed.

    `starts`: is called with the first chunk.
    """

    starts: Callable[..., Any] | None = None

    def __init__(
        self,
        raised: type[BaseException] | None = None,
        at: int = 0,
        closing: type[BaseException] | None = None,
    ) -> None:
        self._rows = iter([BODY[:40], BODY[40:100], BODY[100:]])
        self._raised, self._left, self._closing = raised, at, closing
        self.closed = 0

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        if self.starts is not None:
            self.starts("200 OK", list(JSON.items()))
            self.starts = None
        if self._raised is not None and self._left == 0:
            raise self._raised
        self._left -= 1
        return next(self._rows)

    def close(self) -> None:
        self.closed += 1
        if self._closing is not None:
            raise self._closing


class Wsgi:
    """A middleware before an application, and a server that does as PEP 3333 says."""

    def __init__(
        self,
        app: Any,
        room: int = 10_000_000,
        contract: Contract | None = None,
        **options: Any,
    ) -> None:
        self.forgotten: list[str] = []
        self.seen: list[Observation] = []
        self.raised: BaseException | None = None
        self.budget = Budget(room)
        lookup = SimpleNamespace(
            find=lambda _identity, _request: {"source": "codehost"},
            invalidate=self.forgotten.append,
        )
        self.middleware = WsgiMiddleware(
            app,
            contract or made(ENGINES[-1]),
            deployments=lookup,
            on_report=self.seen.append,
            buffer_bytes=self.budget,
            **options,
        )
        self.status = 0
        self.taken: list[int] = []  # bytes of the budget when the client gets each chunk

    def patch(self, *, most: int | None = None, closes: bool = True) -> bytes:
        """Return the response that the client gets.

        Args:
            most: the chunks that it reads before it leaves.
            closes: False for a server that forgets to.
        """
        environ = {
            "REQUEST_METHOD": "PATCH", "PATH_INFO": PATH, "QUERY_STRING": "", "CONTENT_LENGTH": str(len(PATCH)),
            "CONTENT_TYPE": "application/json", "wsgi.input": io.BytesIO(PATCH),
        }  # fmt: skip

        def start_response(status: str, _headers: Any, exc_info: Any = None) -> Any:
            assert exc_info is not None or not self.status
            self.status = int(status[:3])
            return lambda _chunk: None

        got = b""
        try:
            chunks = self.middleware(environ, start_response)
            try:
                for number, chunk in enumerate(chunks):
                    if number == most:
                        break
                    got += chunk
                    self.taken.append(self.budget.taken)
            finally:
                close = getattr(chunks, "close", None)
                if closes and close is not None:
                    close()
        except BaseException as error:  # a server outlives it
            self.raised = error
        return got


def of_chunks(chunks: Chunks, when: str = "at once") -> Callable[..., Any]:
    """Return an application that calls start_response at once, with its first chunk, or never."""

    def app(_environ: Any, start_response: Any) -> Any:
        if when == "late":
            chunks.starts = start_response
        elif when == "at once":
            start_response("200 OK", list(JSON.items()))
        return chunks

    return app


Raised = type[BaseException] | None
ENDINGS: dict[str, tuple[Raised, int, Raised, int | None]] = {
    "the first chunk raises": (FailedError, 0, None, None),
    "a chunk raises": (FailedError, 2, None, None),
    "the end raises": (FailedError, 3, None, None),
    "a chunk exits": (SystemExit, 1, None, None),
    "a chunk is interrupted": (KeyboardInterrupt, 1, None, None),
    "the first chunk is a generator's exit": (GeneratorExit, 0, None, None),
    "close raises": (None, 0, FailedError, None),
    "close exits": (None, 0, SystemExit, None),
    "both raise": (FailedError, 1, KeyError, None),
    "the client has gone": (None, 0, None, 1),
    "the client has gone before anything": (None, 0, None, 0),
}


@pytest.mark.promise(14, 27, 30)
@pytest.mark.parametrize("name", ENDINGS)
def test_a_wsgi_patch_that_may_have_been_made_leaves_nothing_known_and_no_memory_taken(
    name: str,
) -> None:
    raised, at, closing, most = ENDINGS[name]
    cases = list(product(("at once", "late", "never"), ROOMS, MODES))
    ended: list[tuple[Wsgi, Wsgi, Chunks]] = []
    for when, room, responses in cases:
        forgetful = Wsgi(of_chunks(Chunks(raised, at, closing), when), room, responses=responses)
        forgetful.patch(most=most, closes=False)
        forgetful.raised = None
        chunks = Chunks(raised, at, closing)
        server = Wsgi(of_chunks(chunks, when), room, responses=responses)
        server.patch(most=most)
        ended.append((server, forgetful, chunks))
    gc.collect()
    for (when, _, responses), (server, forgetful, chunks) in zip(cases, ended, strict=True):
        assert (server.budget.taken, forgetful.budget.taken) == (0, 0)
        # what is withheld was made to its end before
        if most is None or (responses != "enforce" and when != "never"):
            assert server.forgotten, "the application may have committed"
            assert set(server.forgotten) == {ID}
        assert chunks.closed == 1, "PEP 3333: exactly once, whatever happens"
        if raised in (SystemExit, KeyboardInterrupt, GeneratorExit) and when != "never":
            assert isinstance(server.raised, raised)
        if closing is SystemExit and when != "never":
            assert isinstance(server.raised, SystemExit)


@modes
@pytest.mark.promise(30)
@pytest.mark.parametrize("error", [FailedError, SystemExit, KeyboardInterrupt, GeneratorExit])
def test_a_wsgi_application_that_commits_and_then_raises(
    error: type[BaseException], responses: Any
) -> None:
    def app(_environ: Any, _start_response: Any) -> Any:
        raise error

    server = Wsgi(app, responses=responses)
    server.patch()
    assert server.forgotten
    if error is FailedError and responses != "off":
        assert server.status == 502
    else:
        assert isinstance(server.raised, error)


@modes
@pytest.mark.promise(14)
def test_a_response_of_wsgi_that_is_whole_is_learned_and_closed_once(responses: Any) -> None:
    """A withheld one takes memory until it is sent. An error of `close` does not cost it."""
    chunks = Chunks()
    server = Wsgi(of_chunks(chunks), responses=responses)
    assert server.patch() == BODY
    assert (server.raised, server.status, chunks.closed) == (None, 200, 1)
    assert server.forgotten == ([] if responses != "off" else [ID])
    if responses == "enforce":
        assert server.taken == [len(PATCH) - FREE + len(BODY) - FREE]
        server = Wsgi(of_chunks(Chunks(closing=FailedError)), responses=responses)
        assert server.patch() == BODY
        assert (server.status, server.forgotten, server.raised) == (200, [ID], None)
    assert server.budget.taken == 0


@pytest.mark.promise(14, 30)
@pytest.mark.parametrize("closing", [None, FailedError])
def test_what_is_too_long_is_closed_and_dropped_before_it_is_refused(
    closing: type[BaseException] | None,
) -> None:
    contract = made(ENGINES[-1], limits=Limits(response_body=len(BODY) - 1))
    chunks = Chunks(closing=closing)
    server = Wsgi(of_chunks(chunks), contract=contract, responses="enforce")
    assert b"json-size" in server.patch()
    assert (server.status, server.raised, chunks.closed) == (502, None, 1)
    assert server.taken == [len(PATCH) - FREE]
    assert server.forgotten == [ID] * (1 if closing is None else 2)


@pytest.mark.promise(14)
def test_an_application_that_fails_after_the_answer_changes_nothing() -> None:
    def app(_environ: Any, start_response: Any) -> Any:
        write = start_response("200 OK", list(JSON.items()))
        write(BODY)
        raise FailedError

    contract = made(ENGINES[-1], limits=Limits(response_body=len(BODY) - 1))
    server = Wsgi(app, contract=contract, responses="enforce")
    assert server.patch() == b"", "all was written"
    assert (server.status, server.raised) == (502, None)
    assert [one.rule for one in server.seen[-1].violations] == ["json-size"]


@pytest.mark.promise(36)
@modes
def test_a_patch_that_is_answered_by_text_may_be_made_until_its_end(responses: Any) -> None:
    before: list[int] = []

    def app(_environ: Any, start_response: Any) -> Iterator[bytes]:
        start_response("200 OK", [("content-type", "text/plain")])
        yield b"made"
        before.append(len(server.forgotten))  # it commits here

    server = Wsgi(app, responses=responses)
    assert server.patch() == b"made"
    assert len(server.forgotten) > before[0]


@pytest.mark.filterwarnings("error")
@modes
@pytest.mark.parametrize(
    "kind", ["list", "generator", "write", "error", "refused", "head", "another path"]
)
def test_both_sides_keep_to_pep_3333(kind: str, responses: Any) -> None:
    """`wsgiref.validate` between server and middleware, and between middleware and application."""

    def app(environ: Any, start_response: Any) -> Any:
        environ["wsgi.input"].read(2)
        if kind == "error":
            start_response("500 Oops", [("Content-Type", "text/plain")])
            return [b"sorry"]
        write = start_response("200 OK", list(JSON.items()))
        if kind == "write":
            write(BODY[:50])
            return [BODY[50:]]
        ways = {"generator": iter([BODY[:50], BODY[50:]]), "head": [b""]}
        return ways.get(kind, [BODY])

    middleware = WsgiMiddleware(validator(app), responses=responses)
    body, errors = b"{" if kind == "refused" else b"{}", io.StringIO()
    environ: dict[str, Any] = {
        "REQUEST_METHOD": "HEAD" if kind == "head" else "PATCH", "SCRIPT_NAME": "", "PATH_INFO": "/x" if kind == "another path" else PATH,
        "QUERY_STRING": "", "CONTENT_LENGTH": str(len(body)), "CONTENT_TYPE": "application/json",
        "wsgi.input": io.BytesIO(body), "wsgi.errors": errors,
    }  # fmt: skip
    setup_testing_defaults(environ)
    got: list[bytes] = []
    chunks: Any = validator(middleware)(
        environ, lambda _status, _headers, _exc_info=None: got.append
    )
    got += list(chunks)
    chunks.close()
    if kind in ("list", "generator", "write", "another path"):
        assert b"".join(got) == BODY
    assert errors.getvalue() == ""


# ASGI


Act = Callable[[Any], Any]


async def begins(send: Any, *, most: int = 2) -> None:
    rows = [
        {"type": "http.response.start", "status": 200, "headers": PAIRS},
        {"type": "http.response.body", "body": BODY[:100_000], "more_body": True},
        {"type": "http.response.body", "body": BODY[100_000:]},
    ]
    for row in rows[:most]:
        await send(row)


def ends(sent: int, raised: type[BaseException] | None) -> Act:
    """Return an application that ends after some messages, or raises."""

    async def act(send: Any) -> None:
        await begins(send, most=sent)
        if raised is not None:
            raise raised

    return act


async def hangs(send: Any) -> None:
    await begins(send)
    await asyncio.sleep(60)


async def swallows(send: Any) -> None:
    with suppress(OSError):
        await begins(send, most=3)


async def sends_a_file(send: Any) -> None:
    await begins(send)
    await send({"type": "http.response.pathsend", "path": "/dev/null"})


async def fails(send: Any) -> None:
    await send({"type": "http.response.start", "status": 500, "headers": PAIRS})
    await send({"type": "http.response.body", "body": BODY})


ACTS: dict[str, Act] = {
    "raises": ends(0, FailedError),
    "raises midway": ends(2, FailedError),
    "raises after the end": ends(3, FailedError),
    "exits after the end": ends(3, SystemExit),
    "ends early": ends(2, None),
    "leaves the generator": ends(2, GeneratorExit),
    "hangs": hangs,
    "swallows": swallows,
    "sends a file": sends_a_file,
    "fails": fails,
}


@pytest.mark.promise(14, 27, 30)
@pytest.mark.parametrize("name", ACTS)
def test_an_asgi_patch_that_may_have_been_made_leaves_nothing_known_and_no_memory_taken(
    name: str,
) -> None:
    act = ACTS[name]
    cases = list(product((True, False), ROOMS, MODES))
    ended = [asgi_end(act, *case) for case in cases]
    gc.collect()
    for (sends, room, responses), (budget, forgotten) in zip(cases, ended, strict=True):
        assert budget.taken == 0
        # then the response was learned
        honest = act is swallows and sends and responses != "off" and room > 1_000_000
        assert set(forgotten) == (set() if honest else {ID})


def asgi_end(act: Act, sends: bool, room: int, responses: Any) -> tuple[Budget, list[str]]:
    """End a response of ASGI in some way, and return the memory that is taken, and what is forgotten.

    `sends`: False if the client has gone.
    """
    budget = Budget(room)
    forgotten: list[str] = []
    lookup = SimpleNamespace(
        find=lambda _identity, _request: {"source": "codehost"}, invalidate=forgotten.append
    )

    async def app(_scope: Any, receive: Any, send: Any) -> None:
        while (await receive())["more_body"]:
            pass
        await act(send)

    middleware = AsgiMiddleware(
        app, made(ENGINES[-1]), deployments=lookup, responses=responses, buffer_bytes=budget
    )
    parts = messages("http.request", [PATCH[:90_000], PATCH[90_000:], b""])
    with suppress(TimeoutError, ValueError, OSError, GeneratorExit, SystemExit):
        patching = scope_of("PATCH", PATH)
        patience = 0.1 if act is hangs else 60.0
        asyncio.run(exchange(middleware, patching, parts, sends=sends, patience=patience))
    return budget, forgotten


def test_an_answer_to_head_has_no_body(over: Any) -> None:
    """RFC 9110, section 9.3.2."""
    answer = over(lambda *_: None, contract=Contract(unknown_operations="reject"))(
        "HEAD", "/nowhere"
    )
    assert (answer.status, answer.body) == (404, b"")
