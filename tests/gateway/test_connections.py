"""The limit on connections, and the choice of the connection that is closed."""

import asyncio
import errno
import resource
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import Mock

import pytest

from deploy_contract_serving.connections import connection_limit
from deploy_contract_serving.protocol import Connections, HttpProtocol, Options
from deploy_contract_serving.server import Server
from tests.support.gateways import PATIENCE


@pytest.mark.parametrize(
    ("soft", "hard", "wanted", "reserve", "most", "raised"),
    [
        (1024, 1024, 10_000, 100, 914, 1024),
        (1024, 4096, 10_000, 100, 3986, 4096),
        (1024, resource.RLIM_INFINITY, 10_000, 100, 10_000, 10_110),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, 10, 100, 10, resource.RLIM_INFINITY),
        (256, 256, 10_000, 464, 123, 256),
        (1024, 1024, 20, 464, 20, 1024),
        (11, 11, 20, 464, 1, 11),
    ],
)
def test_how_many_there_may_be_follows_from_the_descriptors(
    monkeypatch: pytest.MonkeyPatch,
    soft: int,
    hard: int,
    wanted: int,
    reserve: int,
    most: int,
    raised: int,
) -> None:
    limits = [(soft, hard)]
    monkeypatch.setattr("deploy_contract_serving.connections._open_descriptors", lambda: 10)
    monkeypatch.setattr(resource, "getrlimit", lambda _which: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _which, given: limits.append(given))
    assert connection_limit(wanted, reserve) == most
    assert limits[-1] == (raised, hard)


def test_a_client_that_resets_before_its_answer_is_no_fault() -> None:
    """A half of a connection that the client has reset cannot be closed."""
    transport = Mock(spec=asyncio.Transport)
    transport.is_closing.return_value = False
    transport.get_extra_info.return_value = None
    transport.write_eof.side_effect = OSError(errno.ENOTCONN, "not connected")

    async def trial() -> None:
        connection = HttpProtocol(Mock(), Connections(9, Mock()), Options())
        connection.connection_made(transport)
        connection.data_received(b"nonsense\r\n\r\n")
        connection.close()
        assert connection.is_closing

    asyncio.run(trial())
    transport.abort.assert_called_once_with()


def test_a_client_that_takes_its_response_slowly_is_not_the_first_that_makes_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    found = Connections(2, Mock())
    slow, quick = Mock(), Mock()
    for one in (slow, quick):
        one.transport.get_write_buffer_size.return_value = 9 if one is slow else 0
    assert found.admit(slow)
    assert found.admit(quick)
    assert not found.admit(Mock())  # neither has been idle for long enough
    now += 1
    assert found.make_room()
    assert [one.transport.abort.called for one in (slow, quick)] == [False, True]
    assert found.make_room()  # only those are left that are not done
    assert slow.transport.abort.called


Streams = tuple[Server, asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def served(app: Any, pause_seconds: float = PATIENCE) -> AsyncIterator[Streams]:
    """Run a server of an application; yield it with a connection.

    Args:
        app: the application.
        pause_seconds: longest pause of a client.
    """
    with socket.create_server(("127.0.0.1", 0)) as listener:
        options = Options(pause_seconds=pause_seconds)
        server = Server(app, listener, 9, print, options=options, stop_seconds=PATIENCE)
        serving = asyncio.create_task(server.serve())
        reader, writer = await asyncio.open_connection(*listener.getsockname())
        yield server, reader, writer
        writer.close()
        server.stop()
        await serving


async def no_content(_scope: Any, _receive: Any, send: Any) -> None:
    await asyncio.sleep(0.1)  # the server stops to read meanwhile
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


CLOSES = b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"


def test_the_rest_of_a_body_that_nobody_reads_is_dropped() -> None:
    """Its response is complete before its end, and the next request is answered."""

    async def trial() -> bytes:
        async with served(no_content) as (_, reader, writer):
            line = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2000000\r\n\r\n"
            writer.write(line + b"x" * 2_000_000 + CLOSES)
            return await reader.read()

    assert asyncio.run(trial()).count(b"HTTP/1.1 204 ") == 2


def test_a_client_that_leaves_before_the_end_of_its_response_is_no_fault() -> None:
    """The last part waits for the client to read. It is dropped with the connection."""
    faults: list[Exception] = []
    ended = asyncio.Event()
    part = b"x" * 20_000_000  # more than the system buffers

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        length = [(b"content-length", b"%d" % (len(part) + 1))]
        try:
            await send({"type": "http.response.start", "status": 200, "headers": length})
            await send({"type": "http.response.body", "body": part, "more_body": True})
            await send({"type": "http.response.body", "body": b"x"})
        except Exception as error:
            faults.append(error)
        ended.set()

    async def trial() -> None:
        async with served(app) as (_, reader, writer):
            writer.write(CLOSES)
            await reader.readexactly(100)
            writer.transport.abort()
            await asyncio.wait_for(ended.wait(), PATIENCE)

    asyncio.run(trial())
    assert faults == []


@pytest.mark.parametrize("count", [1, 200])
@pytest.mark.parametrize(("seconds", "most"), [(0.1, PATIENCE), (2.0, 1.0)])
def test_a_slow_client_of_http_1_0_gets_the_whole_response_or_a_reset(
    count: int, seconds: float, most: float
) -> None:
    """It does not take the end of the connection for that of the response."""
    size = 20_000_000  # more than the system buffers

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for number in range(1, count + 1):
            part = b"x" * (size // count)
            await send({"type": "http.response.body", "body": part, "more_body": number < count})

    async def trial() -> int:
        async with served(app, most) as (_, reader, writer):
            writer.write(b"GET / HTTP/1.0\r\n\r\n")
            await asyncio.sleep(seconds)
            return (await reader.read()).count(b"x")

    if seconds < most:
        assert asyncio.run(trial()) == size
    else:
        with pytest.raises(ConnectionResetError):
            asyncio.run(trial())


def test_a_server_that_stops_answers_nothing_after_the_rest_of_a_body() -> None:
    async def trial() -> bytes:
        async with served(no_content) as (server, reader, writer):
            writer.write(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nx")
            answered = await reader.readuntil(b"\r\n\r\n")
            server.stop()
            await asyncio.sleep(0.1)
            writer.write(b"xx" + CLOSES)
            return answered + await reader.read()

    assert asyncio.run(trial()).count(b"HTTP/1.1 204 ") == 1
