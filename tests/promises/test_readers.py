"""Real upstreams behind the gateway, the middleware and Envoy with the contract inside: what passes, they read as it was judged.

Each runs as a process of its own; `tests/support/readers` has them and the messages.
"""

import json
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode, urlsplit

import pytest

from deploy_contract import Contract, Report, Request
from deploy_contract.bundle import Bundle
from tests.support import gateways
from tests.support.effort import effort
from tests.support.envoy_module import AS_SENT, CAN_RUN, enveloped
from tests.support.fronts import free
from tests.support.gateways import soon
from tests.support.readers import replays, setup
from tests.support.readers.messages import HONEST, HOSTILE, Honest
from tests.support.readers.shapes import declared
from tests.support.readers.upstreams import (
    UPSTREAMS,
    Answer,
    Message,
    Reading,
    ask,
    ask_all,
    missing,
    serving,
)

pytestmark = pytest.mark.promise(4, 19, 28)
CONTRACT = Contract()
MIDDLEWARE = "middleware"
OPERATIONS = {row["operation"]: row for row in Bundle.installed().operations}


class Doors(NamedTuple):
    """An upstream that runs, with the ports that lead to it through the contract.

    `refused`: gateways, with the messages that they refuse whatever the upstream is.
    """

    name: str
    direct: int
    judged: dict[str, int]
    refused: set[tuple[str, str]]


class Gateways(NamedTuple):
    """Gateways that run, by their names, and the port that they expect an upstream at."""

    ports: dict[str, int]
    upstream: int
    refused: set[tuple[str, str]]


@pytest.fixture(scope="module")
def front() -> Iterator[Gateways]:
    """Yield gateways that serve one upstream after another."""
    upstream = free()
    options = ("--upstream", f"http://127.0.0.1:{upstream}", "--responses", "off")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        ports = {"gateway": stack.enter_context(gateways.running(folder, *options)).address[1]}
        if CAN_RUN:
            settings: dict[str, Any] = {"changes": AS_SENT, "responses": "off"}
            envoy = stack.enter_context(enveloped(folder, upstream, **settings))
            ports["envoy"] = envoy.front.address[1]
        yield Gateways(ports, upstream, set())


@pytest.fixture(scope="module", params=UPSTREAMS)
def doors(request: pytest.FixtureRequest, front: Gateways) -> Iterator[Doors]:
    """Yield each upstream in turn: alone, behind gateways, and behind the middleware if it is written in Python."""
    name = request.param
    setup.require(missing(name))
    upstream, direct, behind = UPSTREAMS[name], front.upstream, free()
    with ExitStack() as stack, ThreadPoolExecutor() as pool:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        servers = [serving(upstream.command, upstream.language, direct, folder / "direct")]
        if upstream.judged:
            servers.append(serving(upstream.judged, "", behind, folder / "judged"))
        started = [pool.submit(stack.enter_context, server) for server in servers]
        judged = {**front.ports}
        if upstream.judged:
            judged[MIDDLEWARE] = behind
        for server in started:
            server.result()
        plain = Message("GET", "/ready")
        alone = ask(direct, plain)
        for port in front.ports.values():  # it has left the one before
            assert soon(lambda port=port: ask(port, plain) == alone)  # type: ignore[misc]
        yield Doors(name, direct, judged, front.refused)


class Meaning(NamedTuple):
    """A request as it is understood: operation, parameters, and the members of the body that the contract declares."""

    operation: str | None
    parameters: Any
    body: Any


def meaning(report: Report) -> Meaning:
    """Return the meaning of a request that the contract has read."""
    body = declared(report.value, report.kind) if report.kind else None
    return Meaning(report.operation, report.parameters, body)


def judged(message: Message) -> Report:
    target = urlsplit(message.target) if "://" in message.target else None
    path, _, query = message.target.partition("?")
    if target:
        path, query = target.path or "/", target.query
    rows = (line.partition(": ") for line in message.headers)
    headers = [(name, value) for name, _, value in rows]
    return CONTRACT.check_request(Request(message.method, path, query, headers, message.body))


def rewritten(reading: Reading) -> Report:
    """Return the contract's report on a request that means plainly what an upstream has read."""
    row = OPERATIONS[reading.operation]
    names = {parameter["name"] for parameter in row["parameters"] if parameter["in"] == "query"}
    read = [(name, value) for name, value in reading.query.items() if name in names]
    query = urlencode({name: text(value) for name, value in read if value is not None})
    path = row["path"]
    for parameter in row["parameters"]:
        path = path.replace(f"{{{parameter['name']}}}", quote(reading.id or "", safe=""))
    headers = (("content-type", "application/json"),) if row["request"] else ()
    body = reading.body.encode() if row["request"] else b""
    return CONTRACT.check_request(Request(row["method"], path, query, headers, body))


def text(value: Any) -> str:
    """Return a parameter as it is written; what is no scalar stays recognizable."""
    return value if isinstance(value, str) else json.dumps(value)


def harmful(reading: Reading | None) -> bool:
    """Return True if the contract denies the request that an upstream has read."""
    if reading is None:
        return False
    names = {parameter["name"] for parameter in OPERATIONS[reading.operation]["parameters"]}
    nested = any(
        isinstance(value, list | dict) for name, value in reading.query.items() if name in names
    )
    return nested or not rewritten(reading).ok


def fault(message: Message, answer: Answer) -> str | None:
    """Return how an upstream read a message otherwise than it was judged."""
    report = judged(message)
    if answer.refused or answer.reading is None:
        return None
    if report.ok and not harmful(answer.reading):
        return otherwise(answer.reading, meaning(report))
    return f"{answer.reading} instead of {meaning(report)}"


def otherwise(reading: Reading, judged: Meaning) -> str | None:
    """Say how a reading differs from the meaning that was judged."""
    return None if meaning(rewritten(reading)) == judged else f"{reading} instead of {judged}"


def test_what_passes_is_read_as_it_was_judged(doors: Doors) -> None:
    found: dict[tuple[str, str], str | None] = {}
    for (door, port), (name, case) in product(doors.judged.items(), HOSTILE.items()):
        if (door, name) not in doors.refused:
            answer = ask(port, case.message)
            found[door, name] = fault(case.message, answer)
            if answer.refused and door != MIDDLEWARE:
                doors.refused.add((door, name))
    assert {case: differences for case, differences in found.items() if differences} == {}


Replays = Callable[[], Iterator[Message]]


@cache
def allowed(made: Replays) -> dict[Message, Meaning]:
    """Return the messages that the contract lets through, each with its meaning."""
    reports = ((message, judged(message)) for message in made())
    return {message: meaning(report) for message, report in reports if report.ok}


@pytest.mark.soak
@pytest.mark.promise(7, 12, 18)
@pytest.mark.parametrize("made", [replays.paths, replays.queries, replays.bodies])
def test_replays_that_are_allowed_are_read_as_they_were_judged(doors: Doors, made: Replays) -> None:
    """No reader finds in them what the contract has not. They reach the upstream itself, over one connection.

    In `make test` each of them reaches an eighth of the upstreams.
    """
    step = effort(8, in_soak=1)
    takes_rest = UPSTREAMS[doors.name].takes_rest  # ids of no deployment, made of several segments
    start = list(UPSTREAMS).index(doors.name) % step
    messages = list(allowed(made).items())[start::step]
    asked = ask_all(doors.direct, [message for message, _ in messages])
    answers = zip(messages, asked, strict=True)
    found = {
        (message.target, message.body[:80]): otherwise(answer.reading, judged)
        for (message, judged), answer in answers
        if answer.reading and not (takes_rest and "/" in (answer.reading.id or ""))
    }
    assert found  # the test has something to say
    assert {case: difference for case, difference in found.items() if difference} == {}


@pytest.mark.soak
def test_honest_messages_pass_and_are_read(doors: Doors) -> None:
    """The contract refuses none of them, and an upstream answers them as it does without the contract.

    In `make test`, each passes through one door.
    """
    wrong: dict[tuple[str, str], Any] = {}
    every = list(doors.judged.items())
    for number, (name, honest) in enumerate(HONEST.items()):
        alone = ask(doors.direct, honest.message)
        if doors.name not in honest.refusing.split():
            wrong[name, "read"] = unread(honest, alone)
        for door, port in effort([every[number % len(every)]], every):
            answer = ask(port, honest.message)
            wrong[name, door] = None if answer == alone else (alone, answer)
    assert {case: differences for case, differences in wrong.items() if differences} == {}


def unread(honest: Honest, answer: Answer) -> str | None:
    """Say how an answer to an honest message does not tell of the operation that it is, as it was judged."""
    report = judged(honest.message)
    read = meaning(rewritten(answer.reading)) if answer.reading else Meaning(None, None, None)
    expected = Meaning(honest.operation, report.parameters, meaning(report).body)
    return None if report.ok and read == expected else f"{read} instead of {expected}"


def test_hostile_messages_are_read_otherwise_without_the_contract(doors: Doors) -> None:
    """So that the test above shows something: this is why they are refused."""
    expected = {name for name, hostile in HOSTILE.items() if doors.name in hostile.fools.split()}
    found = {name for name in expected if harmful(ask(doors.direct, HOSTILE[name].message).reading)}
    assert expected == found
