"""The programs by the promises: what `serve` shows and to whom, and that neither program ends for what surrounds it."""

import asyncio
import errno
import http.client
import json
import os
import re
import socket
import stat
import time
from contextlib import ExitStack, closing, suppress
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from deploy_contract import Request
from deploy_contract.cli.command import main
from deploy_contract_codegen.__main__ import main as generate
from deploy_contract_service.app import application
from deploy_contract_service.errors import UnavailableError
from deploy_contract_service.hosts import allowed_hosts
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Store
from deploy_contract_serving import stderr
from deploy_contract_serving.addresses import Address
from deploy_contract_serving.connections import IDLE_GRACE
from deploy_contract_serving.log_writer import LineWriter
from deploy_contract_serving.protocol import Options
from deploy_contract_serving.server import Server
from tests.support.applications import raising
from tests.support.client import EXAMPLE, ROOT, Client
from tests.support.fronts import free
from tests.support.frozen import copy_spec, replace
from tests.support.gateways import Upstream, process, soon
from tests.support.operations import free_method
from tests.support.processes import COMMAND, NOT_SERVED, ended, running
from tests.support.repositories import git

CHECKOUT = "5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d7001"
METHOD = free_method("/v2/deployments")
OPERATION = f"""    {METHOD.lower()}:
      operationId: try_deployment
      requestBody:
        required: true
        content: {{application/json: {{schema: {{$ref: schemas/deployment-patch.yaml}}}}}}
      responses:
        "200":
          description: Successful Response
          content: {{application/json: {{schema: {{$ref: schemas/deployment.yaml}}}}}}
"""
LOOPBACK, MAPPED = {"localhost", "127.0.0.1", "::1"}, "::ffff:127.0.0.1"
MASKED = "hunter2-as-a-command"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - to listen on


@pytest.fixture(scope="module")
def another(tmp_path_factory: pytest.TempPathFactory) -> str:
    """PYTHONPATH of a contract with an operation that the service does not have, and one more secret field."""
    folder = tmp_path_factory.mktemp("another")
    copy_spec(folder)
    for name, old, added in (
        ("openapi.yaml", "  /v2/deployments:\n", OPERATION),
        ("schemas/source-config.yaml", "  build_command:\n", "    x-secret: true\n"),
    ):
        replace(folder / "spec" / name, old, old + added)
    assert generate(["--spec", str(folder / "spec"), "--out", str(folder / "generated")]) == 0
    return f"{folder / 'generated'}{os.pathsep}{ROOT / 'src'}"


def page(port: int, path: str, **headers: str) -> tuple[int, str]:
    """Status and text of an answer."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        return response.status, response.read().decode()


@pytest.mark.promise(1)
@pytest.mark.promise(5)
def test_it_serves_a_contract_that_says_more_than_it_knows(tmp_path: Path, another: str) -> None:
    options = ("--data", str(EXAMPLE), "--rollout-seconds", "9")
    with running(tmp_path, *options, PYTHONPATH=another) as service:
        (line,) = [line for line in service.said if NOT_SERVED in line]
        assert "try_deployment" in line.partition(NOT_SERVED)[2]
        status, problem = service.call(METHOD, "/v2/deployments", {})
        assert (status, problem["status"]) == (501, 501)
        assert problem["detail"] == "The service does not have this operation."
        body = {"source_config": {"build_command": MASKED, "install_command": f"run {MASKED} then"}}
        status, after = service.call("PATCH", f"/v2/deployments/{CHECKOUT}", body)
        assert (status, after["source_config"]["build_command"]) == (200, MASKED)
        status, text = page(service.port, f"/deployments/{CHECKOUT}")
        assert status == 200
        # what the spec marks as secret is masked, also where it got into another field
        assert MASKED not in text
        assert "field-SourceConfig-build_command" in text
        assert service.send().status == 0


@pytest.mark.promise(5)
def test_its_state_is_in_a_folder_that_git_ignores_and_others_cannot_enter(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    with running(tmp_path, "--data", str(EXAMPLE)) as service:
        assert service.said[0].startswith(
            "deploy-contract: made a key for secrets, .deploy-contract/deployments.db.key;"
        )
        assert service.send().status == 0
    assert git(tmp_path, "status", "--porcelain", "--untracked-files=all") == ""
    assert [one.name for one in tmp_path.iterdir() if one.name != ".git"] == [".deploy-contract"]
    folder = tmp_path / ".deploy-contract"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "deployments.db.key").stat().st_mode) == 0o600
    assert (folder / ".gitignore").read_text() == "*\n"
    with running(tmp_path) as again:
        assert again.call("GET", "/v2/deployments?limit=1")[1]["offset"] == 1
        assert "made a key" not in "".join(again.said)


def test_a_folder_that_cannot_be_made_is_one_line(
    here: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (here / ".deploy-contract").write_text("not a folder")
    assert main(["serve", "--port", "0"]) == 2
    line = "deploy-contract: .deploy-contract: cannot be made: File exists; name a database with --database\n"
    assert capfd.readouterr().err == line


@pytest.mark.promise(1)
def test_idle_connections_beyond_its_descriptors_keep_nobody_from_the_service(
    tmp_path: Path,
) -> None:
    whole = b"GET /reference HTTP/1.1\r\nHost: localhost\r\n\r\n"
    beginnings = (b"", b"GET / HTT", whole)
    with (
        running(tmp_path, "--database", ":memory:", descriptors=256) as service,
        ExitStack() as stack,
    ):
        for number in range(300):
            idle = socket.create_connection(("127.0.0.1", service.port), timeout=30)
            stack.enter_context(closing(idle))
            idle.sendall(beginnings[number % 3])
            if number % 60 == 59:
                time.sleep(2 * IDLE_GRACE)
                assert page(service.port, "/v2/deployments")[0] == 200
        (_, _, said) = service.send().said.rpartition("listening")
        events = [line for line in said.splitlines() if "connections" in line]
        assert len(events) == 1, events
        assert events[0].startswith("deploy-contract: connections-full: limit 12")


@pytest.mark.promise(1)
def test_descriptors_that_run_out_all_the_same_are_waited_for() -> None:
    """The limit keeps a reserve; whatever takes that too, connections wait with the operating system and one line says why."""

    async def trial() -> None:
        loop = asyncio.get_running_loop()
        taken: list[socket.socket] = []
        tell = Mock()

        class Full(socket.socket):
            full = True

            def accept(self) -> tuple[socket.socket, Any]:
                if self.full:
                    raise OSError(errno.EMFILE, "Too many open files")
                taken.append(super().accept()[0])
                return taken[-1], None

        with Full() as listening:
            listening.bind(("127.0.0.1", 0))
            listening.listen()
            server = Server(Mock(), listening, 9, tell, options=Options(), stop_seconds=0)
            serving = asyncio.create_task(server.serve())
            with socket.create_connection(listening.getsockname(), timeout=5):
                tries = loop.time()
                await asyncio.sleep(0.4)
                assert taken == []
                tell.assert_called_once_with("accept-failed", open=0, limit=9, EMFILE=1)
                listening.full = False
                while not taken:
                    assert loop.time() < tries + 5
                    await asyncio.sleep(0.01)
                server.stop()
                await serving
            tell.assert_called_once()

    asyncio.run(trial())


@pytest.mark.promise(1)
def test_a_standard_error_that_takes_nothing_ends_neither_program(
    tmp_path: Path, upstream: Upstream
) -> None:
    ports = [free() for _ in range(3)]
    gateway = ["gateway", "--upstream", upstream.url, "--listen", f"127.0.0.1:{ports[1]}"]
    gateway += ["--admin", f"127.0.0.1:{ports[2]}"]
    serve = ["serve", "--port", str(ports[0])]
    with ExitStack() as stack, open("/dev/full", "wb") as full:  # noqa: PTH123
        outputs: dict[str, Any] = {"cwd": tmp_path, "stdout": full, "stderr": full}
        commands = ([*COMMAND[:-1], *command] for command in (serve, gateway))
        started = [stack.enter_context(process(command, **outputs)) for command in commands]
        for port, one in zip(ports, started, strict=False):
            assert soon(partial(is_served, port), 30.0)
            assert one.poll() is None
            one.terminate()
            assert one.wait(30) == 0


def is_served(port: int) -> bool:
    with suppress(OSError):
        return page(port, "/v2/deployments?limit=1")[0] == 200
    return False


def test_lines_that_standard_error_did_not_take_are_counted_and_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    descriptor = os.open("/dev/full", os.O_WRONLY)
    try:
        monkeypatch.setattr(stderr, "_WRITER", LineWriter(descriptor, stderr.dropped_notice))
        for text in ("one", "two"):
            stderr.print_line(text)
        with (tmp_path / "file").open("wb") as file:
            os.dup2(file.fileno(), descriptor)
        stderr.print_line("three")
        lines = (tmp_path / "file").read_text().splitlines()
        assert lines == [
            "deploy-contract: three",
            "deploy-contract: 2 lines could not be written here",
        ]
    finally:
        os.close(descriptor)


@pytest.mark.promise(5)
def test_on_loopback_it_answers_for_names_of_loopback_alone(tmp_path: Path) -> None:
    """A page of anybody's, whose name is made to lead to 127.0.0.1, reads no secrets (DNS rebinding)."""
    options = ("--database", ":memory:", "--data", str(EXAMPLE))
    paths = ("/v2/deployments", "/", "/reference", "/nowhere", "/v2/deployments?limit=0")
    with running(tmp_path, *options) as service:
        own = ("localhost", "LOCALHOST.", "127.0.0.1", "[::1]", "[0:0:0:0:0:0:0:1]")
        for host in (*own, *(f"{name}:{service.port}" for name in own)):
            assert page(service.port, "/v2/deployments", host=host)[0] == 200, host
        others = ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "evil.example:80", "[::2]",
                  "localhost,evil.example")  # fmt: skip
        no_names = ("", ":80", "localhost@evil.example", "localhost, evil.example", "localhost evil.example",
                    "evil.example/localhost")  # fmt: skip
        refused = dict.fromkeys(others, 421) | dict.fromkeys(no_names, 400)
        for index, (host, code) in enumerate(refused.items()):
            path = paths[index % len(paths)]
            status, text = page(service.port, path, host=host)
            problem = json.loads(text)
            assert (status, problem["status"]) == (code, code), (host, path)
            assert ("--allowed-hosts" in problem["detail"]) == (code == 421)
            assert set(problem) == {"type", "title", "status", "detail", "violations"}
        two = b"Host: localhost\r\nHost: evil.example\r\n"
        upgrade = b"Connection: Upgrade\r\nUpgrade: h2c\r\n"
        heads = [b"1.1\r\n", b"1.1\r\n" + upgrade, b"1.1\r\n" + two, b"1.0\r\n" + two]
        for head, begins in {**dict.fromkeys(heads, b"400"), b"1.0\r\n": b"200"}.items():
            with closing(socket.create_connection(("127.0.0.1", service.port), 30)) as client:
                client.sendall(b"GET /v2/deployments HTTP/" + head + b"\r\n")
                assert client.recv(100).startswith(b"HTTP/1.1 " + begins), head  # RFC 9112, 3.2
        assert not [line for line in service.said if "any host" in line]
    allowed = ("--allowed-hosts", "API.example.com,[fd00::1]", "--allowed-hosts", "b.example")
    with running(tmp_path, *options, *allowed) as service:
        api = ("api.example.com", "api.example.com:8443", "[FD00:0::1]:1")
        for host in (*api, "b.example", "localhost"):
            assert page(service.port, "/", host=host)[0] == 200, host
        assert page(service.port, "/", host="evil.example")[0] == 421


@pytest.mark.promise(5)
@pytest.mark.parametrize(
    ("listen", "bound", "given", "names"),
    [
        ("127.0.0.1", "127.0.0.1", (), LOOPBACK),
        ("127.0.0.2", "127.0.0.2", (), LOOPBACK | {"127.0.0.2"}),
        ("my-name", "127.0.0.1", (), LOOPBACK | {"my-name"}),
        ("::1", "::1", (), LOOPBACK),
        (MAPPED, MAPPED, ("a.example",), LOOPBACK | {"::ffff:7f00:1", "a.example"}),
        (EVERYWHERE, EVERYWHERE, (), None),
        ("::", "::", (), None),
        ("10.0.0.5", "10.0.0.5", (), None),
        (EVERYWHERE, EVERYWHERE, ("a.example",), LOOPBACK | {EVERYWHERE, "a.example"}),
        ("127.0.0.1", "127.0.0.1", ("*",), None),
        ("fe80::1%eth0", "fe80::1%eth0", (), None),
    ],
)
def test_for_which_hosts_it_answers(
    listen: str, bound: str, given: tuple[str, ...], names: set[str] | None
) -> None:
    assert allowed_hosts(given, Address(listen, 0), Address(bound, 0)) == names


def test_a_service_that_answers_for_any_host_says_so(tmp_path: Path) -> None:
    with running(tmp_path, "--host", EVERYWHERE, "--database", ":memory:") as service:
        assert [line for line in service.said[:-1] if NOT_SERVED not in line] == [
            "deploy-contract: answers requests for any host, as it listens beyond loopback; restrict them with --allowed-hosts\n"
        ]
    status, error = ended(tmp_path, "--allowed-hosts", "https://a.example")
    assert (status, "give host names, such as api.example.com" in error) == (2, True)


@pytest.mark.promise(5, 31)
@pytest.mark.parametrize(
    ("error", "status"), [(UnavailableError("no connection"), 503), (LookupError("hunter2"), 500)]
)
def test_what_the_service_did_not_expect_is_logged_by_type_and_place(
    error: Exception,
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with closing(Store(Settings(":memory:"))) as store:
        monkeypatch.setattr(store, "page", raising(error))
        with Client(application(store, Settings())) as client:
            (answer,) = client.raw(Request("GET", "/v2/deployments"))
    assert (answer.status_code, answer.json()["status"]) == (status, status)
    assert "hunter2" not in caplog.text
    if status == 500:
        place = (
            r"LookupError at deploy_contract_service/operations\.py:\d+, in applications\.py:\d+"
        )
        assert re.fullmatch(f"answering a request failed: {place}", caplog.messages[-1])
