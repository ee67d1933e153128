"""Upstreams and clients that misbehave: each is answered or disconnected, and nothing hangs."""

import http.client
import json
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from deploy_contract_serving.connections import IDLE_GRACE
from tests.support.effort import effort
from tests.support.gateways import (
    DEPLOYMENT,
    JSON,
    PATH,
    PATIENCE,
    Gateway,
    Got,
    Shared,
    Upstream,
    answer,
    discreet,
    head,
    least,
    running,
    soon,
    statuses,
)

pytestmark = pytest.mark.usefixtures("upstream")  # without its history


def taken(gateway: Gateway) -> tuple[int, int]:
    """Return the number of files that the workers have open, and the pages of memory they have."""
    folders = [Path(f"/proc/{pid}") for pid in gateway.workers()]
    pages = sum(int((folder / "statm").read_text("ascii").split()[1]) for folder in folders)
    return sum(len(list((folder / "fd").iterdir())) for folder in folders), pages


def limited(name: str, *limits: str) -> Any:
    """Return a fixture of a gateway with some limits, for all tests of the module.

    At its end it has the workers and the open files of its beginning.
    """

    @pytest.fixture(scope="module", name=name)
    def started(origin: Upstream, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gateway]:
        folder = tmp_path_factory.mktemp(name)
        with discreet(folder, origin, "--pool", "2", "--idle-seconds", "0.5", *limits) as found:
            workers, (files, _) = found.workers(), taken(found)
            yield found
            assert soon(lambda: found.metrics()["requests_under_way"] == 0)
            assert found.workers() == workers
            assert soon(lambda: taken(found)[0] <= files)

    return started


# with small limits, and long timeouts
gateway = limited(
    "gateway", "--connections", "20", "--header-bytes", "4096", "--pool-seconds", "0.1"
)
# with short timeouts, which also refuse messages that are slow by chance
impatient = limited(
    "impatient", "--upstream-seconds", "0.6", "--header-seconds", "0.6", "--client-seconds", "0.8"
)


def reasons(gateway: Gateway, name: str) -> float:
    return gateway.metrics().get(f'problems_total{{reason="{name}"}}', 0)


def test_an_upstream_that_cannot_be_reached_is_a_bad_gateway(common_gateway: Shared) -> None:
    with socket.socket() as taken:  # bound, and not listened on
        taken.bind(("127.0.0.1", 0))
        gateway = common_gateway.set(upstream=f"http://127.0.0.1:{taken.getsockname()[1]}")
        answered = gateway.patch(b"{}")
        assert answered.status == 502
        assert answered.header("content-type") == "application/problem+json"
        assert json.loads(answered.body)["violations"] == []
        assert answered.header("x-request-id") == soon(lambda: gateway.lines("request"))[-1]["id"]
        assert gateway.watch("/-/healthy").status == 200
        ready, state = gateway.watch("/-/ready"), {"ready": False, "serving": True}
        assert (ready.status, json.loads(ready.body)) == (503, state | {"upstream": False})


GARBAGE = {
    "no HTTP": b"garbage garbage\r\n\r\n",
    "nothing": b"",
    "half a head": b"HTTP/1.1 200 OK\r\nContent-Le",
    "another protocol": b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
    "two lengths": b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nokk",
    "a control character": b"HTTP/1.1 200 OK\r\nX-A: \x01\r\nContent-Length: 2\r\n\r\nok",
    "another coding": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
    "a status of no kind": b"HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n",
}

# whole, and the connection stays open
SOUND = ("a control character", "another coding", "a status of no kind")


@pytest.mark.parametrize("name", GARBAGE)
def test_an_upstream_that_gives_no_response_is_a_bad_gateway(gateway: Gateway, name: str) -> None:
    """Its connection is not used again, whether it stays open or not."""
    asked: list[socket.socket] = []

    def reply(_got: Got, connection: socket.socket) -> bytes | None:
        asked.append(connection)
        if name in SOUND:
            return GARBAGE[name]
        connection.sendall(GARBAGE[name])
        return None

    for path in (PATH, "/other"):
        gateway.upstream.reply = reply
        answered = gateway.patch(b"{}", path)
        assert answered.status == 502
        assert answered.header("content-type") == "application/problem+json"
    assert len(set(asked)) == 2
    gateway.upstream.reset()
    assert gateway.patch(b"{}").status == 200


def incomplete(gateway: Gateway) -> list[dict[str, Any]]:
    rows = [row for row in gateway.lines("request") if row.get("reason") == "broken"]
    return [row for row in rows if not row["complete"]]


BROKEN = {
    "chunks": b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
    "a length": b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\nabc",
    "a bad chunk": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n|zz\r\n",
}


@pytest.mark.parametrize("path", [PATH, "/other"])
@pytest.mark.parametrize("name", BROKEN)
def test_a_response_that_breaks_off_breaks_off_for_the_client_too(
    gateway: Gateway, name: str, path: str
) -> None:
    before, handed_on = len(incomplete(gateway)), threading.Event()

    def reply(_got: Got, connection: socket.socket) -> None:
        for part in BROKEN[name].split(b"|"):
            connection.sendall(part)
            handed_on.wait(PATIENCE)

    gateway.upstream.reply = reply
    body, answered = b"{}", b""
    with gateway.connected() as client, suppress(ConnectionError):
        client.sendall(head("PATCH", path, JSON.strip(), f"Content-Length: {len(body)}") + body)
        # until it is closed: that it is left open would be a TimeoutError
        while chunk := client.recv(1 << 16):
            answered += chunk
            if b"abc" in answered:
                handed_on.set()
    assert statuses(answered) == [200]
    assert answered.partition(b"\r\n\r\n")[2].count(b"abc") == 1
    assert not answered.endswith(b"0\r\n\r\n")  # the last chunk would say that it is whole
    assert soon(lambda: len(incomplete(gateway)) > before)


@pytest.mark.soak
def test_many_faults_at_once_are_answered_and_leave_nothing_behind(gateway: Gateway) -> None:
    chance, sound, count = random.Random(7), answer(), effort(400, 2_000)
    faults = [*GARBAGE.values(), *BROKEN.values(), sound[:-20]]

    def reply(_got: Got, connection: socket.socket) -> bytes | None:
        said = chance.choice([*[sound] * len(faults), *faults])
        if said is sound:
            return said
        connection.sendall(said)
        return None

    def ask(number: int) -> int:
        """Return the status of a response, 0 if it breaks off or its client leaves."""
        if number % 10 == 0:
            with gateway.connected() as client:
                client.sendall(head("GET", "/other"))
        elif number % 3 == 0:
            with suppress(http.client.HTTPException, ConnectionError):
                return gateway.ask("PUT", "/upload", iter([b"a" * 100] * (number % 400))).status
        else:
            with suppress(http.client.HTTPException, ConnectionError):
                return gateway.patch(b"{}").status
        return 0

    gateway.upstream.reply = reply
    memory = []
    with ThreadPoolExecutor(12) as pool:
        for _ in range(2):
            found = Counter(pool.map(ask, range(count)))
            assert {0, 200, 502} <= found.keys() <= {0, 200, 502, 503}, found
            memory.append(taken(gateway)[1])
    assert memory[1] < 1.2 * memory[0]


def test_a_response_that_does_not_go_on_is_cut_off_in_time(impatient: Gateway) -> None:
    let_go, received = threading.Event(), list[bytes]()

    def reply(_got: Got, connection: socket.socket) -> None:
        connection.sendall(BROKEN["chunks"])
        let_go.wait(PATIENCE)

    def began_in_time() -> bool:
        received.append(impatient.raw(head("GET", "/other", "Connection: close")))
        return statuses(received[-1]) != [504]

    impatient.upstream.reply = reply
    before = reasons(impatient, "late")
    assert soon(began_in_time)
    let_go.set()
    assert received[-1].endswith(b"3\r\nabc\r\n")
    assert soon(lambda: reasons(impatient, "late") == before + len(received))


def test_where_responses_are_enforced_what_breaks_off_is_a_bad_gateway(common: Shared) -> None:
    gateway = common.set(responses="enforce")
    gateway.upstream.reply = lambda _got, connection: connection.sendall(BROKEN["chunks"])
    answered = gateway.patch(b"{}")
    assert answered.status == 502
    assert answered.header("x-request-id") == soon(lambda: gateway.lines("request"))[-1]["id"]
    gateway.upstream.always(answer(DEPLOYMENT.replace(b"READY", b"X")))
    answered = gateway.patch(b"{}")
    assert answered.status == 502
    assert [row["rule"] for row in json.loads(answered.body)["violations"]] == ["schema-enum"]


def test_who_finds_no_place_at_upstream_is_told_to_come_again(gateway: Gateway) -> None:
    let_go = gateway.upstream.hold()
    with ThreadPoolExecutor(2) as pool:
        for _ in range(2):
            pool.submit(gateway.patch, b"{}")
        assert soon(lambda: len(gateway.upstream.got) == 2)
        answered = gateway.patch(b"{}")
        assert (answered.status, answered.header("retry-after")) == (503, "1")
        let_go.set()
    assert gateway.patch(b"{}").status == 200


@pytest.mark.parametrize("framing", ["Content-Length: 100", "Transfer-Encoding: chunked"])
def test_clients_that_send_no_body_take_no_place_at_upstream(
    gateway: Gateway, framing: str
) -> None:
    with ExitStack() as stack:
        for _ in range(4):
            idle = stack.enter_context(gateway.connected())
            idle.sendall(head("POST", "/upload", framing))
        assert soon(lambda: gateway.metrics()["requests_under_way"] == 4)
        assert gateway.ask("GET", "/other").status == 200
    assert soon(lambda: gateway.metrics()["requests_under_way"] == 0)
    assert [got.line for got in gateway.upstream.got] == [b"GET /other HTTP/1.1"]


@pytest.mark.parametrize(
    "begun",
    [
        head("POST", "/upload", "Content-Length: 100"),
        head("POST", "/upload", "Transfer-Encoding: chunked"),
        head("PATCH", PATH, JSON.strip(), "Content-Length: 100") + b'{"secrets"',
    ],
)
def test_clients_that_do_not_go_on_with_a_body_are_sent_away(
    impatient: Gateway, begun: bytes
) -> None:
    assert statuses(impatient.raw(begun)) == [408]
    assert not impatient.upstream.got


def test_lookups_are_bounded(common: Shared) -> None:
    let_go = common.gateway.upstream.hold(b"GET", answer())
    body = b'{"secret_references": [{"name": "A", "secret_name": "b", "secret_key": "c"}]}'
    gateway = common.set(lookups=["upstream"], lookup_seconds=PATIENCE, pool=2)
    with ThreadPoolExecutor(6) as pool:
        for number in range(6):  # callers who share no answer
            pool.submit(gateway.patch, body, Authorization=str(number))
        assert soon(lambda: len(gateway.upstream.got) >= 2)
        time.sleep(0.3)
        assert len(gateway.upstream.got) == 2
        assert gateway.ask("POST", "/other").status == 200  # which needs none
        let_go.set()
    assert gateway.patch(b"{}").status == 200
    assert gateway.patch(body).status == 200


@pytest.mark.parametrize("behind", [b"", b"GET /behind HTTP/1.1\r\nHost: a\r\n\r\n"])
def test_a_client_that_goes_takes_its_request_with_it(gateway: Gateway, behind: bytes) -> None:
    ended = threading.Event()

    def reply(_got: Got, connection: socket.socket) -> None:
        connection.settimeout(PATIENCE)  # below what the gateway would wait for a response
        if connection.recv(1) == b"":
            ended.set()

    gateway.upstream.reply = reply
    with gateway.connected() as client:
        client.sendall(head("PATCH", PATH, JSON.strip(), "Content-Length: 2") + b"{}" + behind)
        assert soon(lambda: gateway.upstream.got)
    assert ended.wait(PATIENCE)
    assert len(gateway.upstream.got) == 1
    rows = soon(lambda: [line for line in gateway.lines("request") if line["status"] == 499])
    assert rows[-1]["reason"] == "client-gone"


def test_half_a_body_is_no_request(gateway: Gateway) -> None:
    with gateway.connected() as client:
        client.sendall(head("PATCH", PATH, JSON.strip(), "Content-Length: 100") + b'{"secrets"')
    with gateway.connected() as client:  # one that streams
        client.sendall(head("PUT", "/upload", "Content-Length: 100") + b"half")
        assert soon(lambda: gateway.upstream.open > 0)
    gateway.ask("GET", "/after")
    assert [got.line.split()[1] for got in gateway.upstream.got] == [b"/after"]


def test_heads_are_bounded_in_time(impatient: Gateway) -> None:
    def seconds() -> float:
        start = time.monotonic()
        assert impatient.raw() == b""  # nothing was asked, nothing is answered
        assert statuses(impatient.raw(b"GET /slow HTTP/1.1\r\nHost: ")) == [408]
        return time.monotonic() - start

    assert least(seconds, 5) < 5
    assert not impatient.upstream.got


def test_heads_are_bounded_in_size(gateway: Gateway) -> None:
    assert statuses(gateway.raw(head("GET", "/x", "X-Long: " + "a" * 5000))) == [431]
    assert statuses(
        gateway.raw(head("GET", "/x", *[f"X-{number}: a" for number in range(1000)]))
    ) == [431]
    assert statuses(gateway.raw(head("GET", "/" + "a" * 5000))) == [431]
    # never at its end
    assert statuses(gateway.raw(b"GET /x HTTP/1.1\r\nX-Long: ", *[b"a" * 4096] * 100)) == [431]
    start_of_trailer = head("POST", "/x", "Transfer-Encoding: chunked") + b"0\r\nX-Long: "
    assert statuses(gateway.raw(start_of_trailer, *[b"a" * 4096] * 100)) == [431]
    assert not gateway.upstream.got


def test_who_is_refused_while_it_sends_gets_the_answer(gateway: Gateway) -> None:
    body = b"[" + b" " * (5 << 20) + b"]"
    # a connection that is closed with something unread is reset, and the answer may be lost with it
    for _ in range(5):
        assert gateway.patch(body).status == 413
    garbage = head("POST", "/upload", "Transfer-Encoding: chunked") + b"zz\r\n" + b"x" * (2 << 20)
    assert statuses(gateway.raw(garbage)) == [400]
    assert not gateway.upstream.got


def sending(part: bytes, cut: threading.Event) -> Callable[[Got, socket.socket], None]:
    """Return a reply that sends a part again and again, until it is cut off."""

    def reply(_got: Got, connection: socket.socket) -> None:
        try:
            for _ in range(2000):
                connection.sendall(part)
        except OSError:
            cut.set()

    return reply


def test_a_client_that_does_not_read_is_cut_off(impatient: Gateway) -> None:
    cut = threading.Event()
    endless = b"HTTP/1.1 200 OK\r\nContent-Length: 200000000\r\n\r\n" + b"x" * 100_000
    impatient.upstream.reply = sending(endless, cut)
    with impatient.connected() as client:
        client.sendall(head("GET", "/long"))
        assert cut.wait(PATIENCE)


@pytest.fixture
def crowded(upstream: Upstream, tmp_path: Path) -> Iterator[Gateway]:
    """Start a gateway that takes four connections, and has not said so before."""
    with running(tmp_path, "--upstream", upstream.url, "--connections", "4") as found:
        found.upstream = upstream
        yield found


def test_connections_are_bounded(crowded: Gateway) -> None:
    let_go = crowded.upstream.hold()
    with ExitStack() as stack:
        for _ in range(4):
            busy = stack.enter_context(crowded.connected())
            busy.sendall(head("GET", "/held"))
        assert soon(lambda: len(crowded.upstream.got) == 4)
        assert statuses(crowded.raw(head())) == [503]
        assert reasons(crowded, "connections") == 1
        let_go.set()
        (event,) = soon(lambda: crowded.lines("connections-full"))
        assert (event["limit"], event["refused"]) == (4, 1)
        assert crowded.lines("refused") == []
        assert busy.recv(1 << 16).startswith(b"HTTP/1.1 200")
    assert soon(lambda: crowded.ask("GET", "/other").status == 200)


def asked(connection: socket.socket) -> int:
    """Return the status of the response to another request on a connection."""
    connection.sendall(head("GET", "/other"))
    with http.client.HTTPResponse(connection) as response:
        response.begin()
        response.read()
        return response.status


def test_of_idle_connections_the_oldest_makes_room(crowded: Gateway) -> None:
    with ExitStack() as stack:
        first, second, third, fourth = (stack.enter_context(crowded.connected()) for _ in range(4))
        for connection in (first, third):  # what was asked last has been idle for the shortest time
            assert asked(connection) == 200
        # a head that is not whole is no request under way
        fourth.sendall(b"GET /half HTTP/1.1\r\n")
        for gone in (second, fourth):
            time.sleep(2 * IDLE_GRACE)
            asked_alone = crowded.raw(head("GET", "/other", "Connection: close"))
            assert statuses(asked_alone) == [200]
            gone.settimeout(PATIENCE)
            assert gone.recv(100) == b""
            stack.enter_context(crowded.connected())
        assert (asked(first), asked(third)) == (200, 200)
        said = soon(lambda: crowded.lines("connections-full"))
        assert len(said) == 1, "it is said once a minute"


def test_a_request_that_is_no_http_is_counted_and_logged(gateway: Gateway) -> None:
    before = reasons(gateway, "malformed")
    assert statuses(gateway.raw(b"nonsense\r\n\r\n")) == [400]
    assert reasons(gateway, "malformed") == before + 1
    assert gateway.lines("refused")[-1]["reason"] == "malformed"


INTERIM = b"HTTP/1.1 100 Continue\r\n\r\n"


def test_interim_responses_without_end_are_cut_off(gateway: Gateway) -> None:
    """RFC 9110, section 15.2, allows any number of interim responses; here it is limited."""
    cut = threading.Event()

    def seconds() -> float:
        start = time.monotonic()
        assert gateway.patch(b"{}").status == 502
        return time.monotonic() - start

    before = reasons(gateway, "broken")
    gateway.upstream.reply = sending(INTERIM * 4000, cut)
    assert least(seconds, 2) < 2
    assert cut.wait(PATIENCE)
    assert reasons(gateway, "broken") > before
    gateway.upstream.reset()
    assert gateway.patch(b"{}").status == 200


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (b"", b""),
        (INTERIM, INTERIM),
        (b"HTTP/1.1 102 Processing\r\n\r\n", INTERIM),
        (b"HTTP/1.1 200 OK\r\n", b"X-Part: a\r\n"),
    ],
)
def test_a_head_that_does_not_come_or_bit_by_bit_has_one_time_limit(
    impatient: Gateway, first: bytes, then: bytes
) -> None:
    over = threading.Event()

    def reply(_got: Got, connection: socket.socket) -> None:
        connection.sendall(first)
        with suppress(OSError):
            while not over.wait(0.2):
                connection.sendall(then)

    def seconds() -> float:
        start = time.monotonic()
        assert impatient.patch(b"{}").status == 504
        return time.monotonic() - start

    impatient.upstream.reply = reply
    assert 0.5 < least(seconds, 2) < 2
    over.set()


def test_the_time_of_a_body_begins_anew_with_each_part(impatient: Gateway) -> None:
    """Each part comes in time, and all of them together take longer than the limit."""

    def reply(_got: Got, connection: socket.socket) -> bytes:
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n")
        for _ in range(8):
            time.sleep(0.1)  # of 0.6
            connection.sendall(b"x")
        return b"x"

    def is_whole() -> bool:  # unless a part was late, since the machine stood still
        with suppress(http.client.HTTPException, ConnectionError):
            answered = impatient.ask("GET", "/other")
            return (answered.status, answered.body) == (200, b"x" * 9)
        return False

    impatient.upstream.reply = reply
    assert soon(is_whole)
