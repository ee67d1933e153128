"""TLS, client certificates and Unix sockets: at the addresses of gateway and decision server, and of the service."""

import http.client
import json
import re
import shutil
import signal
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import grpc
import pytest
from cryptography.hazmat.primitives import serialization

from deploy_contract import ContractError
from deploy_contract_gateway.decide import messages
from deploy_contract_serving.addresses import Address, UnixAddress, open_listener
from deploy_contract_serving.server import HANDSHAKES
from tests.support.certificates import Authority, Pair
from tests.support.commands import ended
from tests.support.gateways import (
    PATCH,
    PATH,
    PATIENCE,
    Answer,
    Gateway,
    Shared,
    Upstream,
    grpc_port,
    head,
    running,
    soon,
    statuses,
)

TOKEN = "t" * 15 + "-Secret7"
WRONG = b'{"secrets": 1}'


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"))


class Secured:
    """A gateway with client certificates at its address, and TLS and a token at the admin address."""

    def __init__(self, gateway: Gateway, authority: Authority, own: Pair) -> None:
        self.gateway, self.authority, self.own = gateway, authority, own
        self.known, self.trusting = authority.client(authority.issue("client")), authority.client()

    def ask(
        self, tls: ssl.SSLContext, method: str = "GET", path: str = "/other", body: Any = None
    ) -> Answer:
        typed = {} if body is None else {"Content-Type": "application/json"}
        return self.gateway.ask(method, path, body, typed, tls=tls)

    def watch(self, path: str = "/-/metrics", **headers: str) -> Answer:
        """Return a response of the admin address."""
        return self.gateway.ask("GET", path, None, headers, self.gateway.admin, self.trusting)


@pytest.fixture(scope="module")
def secured(
    authority: Authority, origin: Upstream, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Secured]:
    folder = tmp_path_factory.mktemp("secured")
    first = authority.issue("first")
    own = Pair(str(folder / "own.pem"), str(folder / "own.key"))
    for source, target in zip(first, own, strict=True):
        shutil.copy(source, target)
    options = (
        "--upstream", origin.url, "--cert-file", own.cert, "--key-file", own.key,
        "--client-ca-file", authority.file, "--admin-cert-file", own.cert, "--admin-key-file", own.key,
    )  # fmt: skip
    environment = {"DEPLOY_CONTRACT_GATEWAY_ADMIN_TOKEN": TOKEN}
    with running(folder, *options, environment=environment) as gateway:
        yield Secured(gateway, authority, own)


def test_clients_with_a_certificate_are_served_over_tls(
    secured: Secured, upstream: Upstream
) -> None:
    assert secured.ask(secured.known, "PATCH", PATH, PATCH).status == 200
    assert upstream.got[-1].values("x-forwarded-proto") == [b"https"]
    assert secured.ask(secured.known, "PATCH", PATH, WRONG).status == 422
    # the answer arrives though the gateway does not read the whole body
    assert secured.ask(secured.known, "PATCH", PATH, b"x" * (8 << 20)).status == 413


def test_other_clients_are_not_served(secured: Secured, upstream: Upstream, tmp_path: Path) -> None:
    stranger = Authority(tmp_path, "stranger").issue("stranger")
    expired = secured.authority.issue("expired-client", days=-1)
    for shown in (None, stranger, expired):
        with pytest.raises((ssl.SSLError, ConnectionError)):
            secured.ask(secured.authority.client(shown) if shown else secured.trusting)
    plain = secured.gateway.raw(head())
    assert statuses(plain) == []
    assert upstream.got == []
    assert soon(lambda: secured.gateway.lines("handshake-failed"))


def test_the_figures_of_the_admin_address_need_the_token(secured: Secured) -> None:
    for path, open_to_all in (
        ("/-/healthy", True), ("/-/ready", True), ("/-/metrics", False), ("/-/coverage", False), ("/x", False),
    ):  # fmt: skip
        assert (secured.watch(path).status == 401) is not open_to_all, path
    for wrong in ("Bearer", "Bearer ", f"Bearer {TOKEN}x", f"Basic {TOKEN}", TOKEN, "Bearer é"):
        assert secured.watch(Authorization=wrong).status == 401
    for right in (f"Bearer {TOKEN}", f"bearer  {TOKEN}"):
        answer = secured.watch(Authorization=right)
        assert (answer.status, b"requests_total" in answer.body) == (200, True)
    assert TOKEN not in json.dumps(secured.gateway.lines())


def test_connections_without_a_handshake_take_no_place_of_others(secured: Secured) -> None:
    address = secured.gateway.address
    with ExitStack() as opened:
        silent = [
            opened.enter_context(socket.create_connection(address, PATIENCE))
            for _ in range(HANDSHAKES + 20)
        ]
        assert secured.ask(secured.known).status == 200
        assert silent[0].recv(1) == b""  # the oldest gave way


def serial(port: int, context: ssl.SSLContext) -> Any:
    with (
        socket.create_connection(("127.0.0.1", port), PATIENCE) as connection,
        context.wrap_socket(connection, server_hostname="127.0.0.1") as secured,
    ):
        shown = secured.getpeercert()
        assert shown is not None
        return shown["serialNumber"]


def days_left(secured: Secured) -> dict[str, int]:
    """Return the days for which the certificates are valid, as the metrics say, by their settings."""
    text = secured.watch(Authorization=f"Bearer {TOKEN}").body.decode()
    found = re.findall(r'certificate_not_after_seconds\{setting="(\w+)"\} (\S+)', text)
    return {name: round((float(end) - time.time()) / 86400) for name, end in found}


def test_new_certificates_are_used_when_the_files_change(secured: Secured) -> None:
    port, known, own = secured.gateway.address[1], secured.known, secured.own
    before = serial(port, known)
    assert days_left(secured) == {"cert_file": 1, "admin_cert_file": 1}
    second = secured.authority.issue("second", days=12)
    Path(own.cert).write_bytes(Path(second.cert).read_bytes())
    assert serial(port, known) == before  # the key does not fit yet
    [line] = soon(lambda: secured.gateway.lines("certificates-refused"))
    assert line["error"] == f"key_file {own.key} does not fit cert_file {own.cert}"
    Path(own.key).write_bytes(Path(second.key).read_bytes())
    after = serial(port, known)
    assert after != before
    assert soon(lambda: secured.gateway.lines("certificates-read"))
    assert days_left(secured) == {"cert_file": 12, "admin_cert_file": 12}
    chain = (second.cert, secured.authority.file)  # the authority's own expires in a day
    Path(own.cert).write_bytes(b"".join([Path(name).read_bytes() for name in chain]))
    assert days_left(secured) == {"cert_file": 1, "admin_cert_file": 1}
    expired = secured.authority.issue("expired", days=-1)
    for source, target in zip(expired, own, strict=True):
        Path(source).replace(target)
    assert serial(port, known) == after
    assert soon(lambda: len(secured.gateway.lines("certificates-refused")) == 2)
    secured.gateway.process.send_signal(signal.SIGHUP)
    [line] = soon(lambda: secured.gateway.lines("reload-failed"))
    assert line["error"] == f"cert_file {own.cert} has expired; get a new certificate"
    assert serial(port, known) == after


# -- of the service


@pytest.mark.parametrize(
    ("address", "trusted"), [("127.0.0.1", True), ("127.0.0.1", False), ("127.0.0.2", True)]
)
def test_upstream_has_to_be_who_it_says(
    common_gateway: Shared, tmp_path: Path, address: str, trusted: bool
) -> None:
    authority = Authority(tmp_path)
    upstream = Upstream(authority.server(authority.issue("upstream", address)))
    believed = trusted and address == "127.0.0.1"
    files = {"ca_file": authority.file} if trusted else {}
    gateway = common_gateway.set(upstream=upstream.url, **files)
    answered = gateway.patch(b"{}")
    assert answered.status == (200 if believed else 502)
    assert len(upstream.got) == believed
    if not believed:
        [row] = soon(lambda: gateway.lines("request"))
        assert row["reason"] == "upstream-tls"
    upstream.close()


def test_upstream_may_ask_for_a_certificate(common_gateway: Shared, tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    own, other = authority.issue("own"), Authority(tmp_path, "stranger").issue("other")
    with closing(Upstream(authority.server(authority.issue("upstream"), asks=True))) as upstream:
        trusting = {"ca_file": authority.file, "upstream": upstream.url}
        gateway = common_gateway.set(**trusting)
        assert gateway.patch(b"{}").status == 502
        shown = {"upstream_cert_file": own.cert, "upstream_key_file": own.key}
        gateway = common_gateway.set(**trusting, **shown, ready_path="/ready")
        assert gateway.patch(b"{}").status == 200
        assert [row["status"] for row in soon(lambda: gateway.lines("request"))] == [200]
        assert gateway.watch("/-/ready").status == 200
        # the connection in use stays; the next one shows the certificate of now
        upstream.always(None)
        gateway.patch(b"{}")
        for source, target in zip(other, own, strict=True):
            Path(source).replace(target)
        upstream.reset()
        assert gateway.patch(b"{}").status == 502
        assert upstream.got == []
        assert soon(lambda: gateway.lines("certificates-read"))


# -- files that cannot be used

FAULTS = {
    "no key": ("--cert-file=own.pem", "cert_file needs key_file"),
    "no certificate": ("--key-file=own.key", "key_file needs cert_file"),
    "authorities alone": ("--client-ca-file=authority.pem", "client_ca_file needs cert_file"),
    "a key of another": ("--cert-file=own.pem --key-file=other.key", "key_file other.key does not fit cert_file own.pem"),
    "an encrypted key": ("--cert-file=own.pem --key-file=locked.key", "key_file locked.key is encrypted; give a key without a password"),
    "an expired certificate": ("--cert-file=expired.pem --key-file=expired.key", "cert_file expired.pem has expired; get a new certificate"),
    "a certificate of tomorrow": ("--cert-file=early.pem --key-file=early.key", "cert_file early.pem is not valid yet; get a new certificate"),
    "no PEM for a certificate": ("--cert-file=text --key-file=own.key", "cert_file text cannot be read as a certificate in PEM; check the path"),
    "no PEM for a key": ("--cert-file=own.pem --key-file=text", "key_file text cannot be read as a private key in PEM; check the path"),
    "a missing file": ("--cert-file=nowhere --key-file=own.key", "cert_file nowhere: there is no such file"),
    "an empty name": ("--cert-file=own.pem --key-file=own.key --client-ca-file=", "client_ca_file: there is no such file"),
    "no authorities": ("--cert-file=own.pem --key-file=own.key --client-ca-file=text", "client_ca_file text cannot be read as certificates in PEM; check the path"),
    "an empty file of authorities": ("--cert-file=own.pem --key-file=own.key --client-ca-file=empty", "client_ca_file empty cannot be read as certificates in PEM; check the path"),
    "expired authorities": ("--cert-file=own.pem --key-file=own.key --client-ca-file=old.pem", "client_ca_file old.pem has expired; get the new authorities"),
    "nothing wrong": ("--cert-file=own.pem --key-file=own.key --client-ca-file=authority.pem", ""),
}  # fmt: skip


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    authority = Authority(folder)
    Authority(folder, "old", days=-1)
    for name in ("own", "other"):
        authority.issue(name)
    authority.issue("expired", days=-1)
    key = serialization.load_pem_private_key((folder / "own.key").read_bytes(), None)
    locked = serialization.BestAvailableEncryption(b"secret")
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8)
    (folder / "locked.key").write_bytes(key.private_bytes(*form, locked))
    authority.issue("early", start=0.5)
    (folder / "text").write_text("none é", "utf-8")
    (folder / "empty").touch()
    return folder


@pytest.mark.parametrize(
    ("prefix", "name"),
    [*(("", name) for name in FAULTS), ("admin_", "no key"), ("admin_", "no authorities")],
)
def test_each_fault_of_a_file_is_one_line(
    name: str, prefix: str, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given, said = FAULTS[name]
    monkeypatch.chdir(files)
    options = ["--upstream", "http://127.0.0.1:1", "--check-config"]
    options += given.replace("--", f"--{prefix.replace('_', '-')}").split()
    shown = ended(2 if said else 0, "gateway", *options)
    for setting in ("client_ca_file", "cert_file", "key_file"):
        said = said.replace(setting, f"{prefix}{setting}")
    assert shown.err == (f"deploy-contract: {said}\n" if said else "")


# -- Unix sockets


def connected(path: Path) -> http.client.HTTPConnection:
    """Return a connection to a Unix socket."""
    connection = http.client.HTTPConnection("localhost")
    connection.sock = socket.socket(socket.AF_UNIX)
    connection.sock.settimeout(PATIENCE)
    connection.sock.connect(str(path))
    return connection


def test_gateway_admin_and_service_are_at_unix_sockets(tmp_path: Path) -> None:
    paths = {name: tmp_path / name for name in ("listen", "admin")}
    with socket.socket(socket.AF_UNIX) as left:  # as a process that was killed leaves it
        left.bind(str(paths["listen"]))
    upstream = Upstream(unix=tmp_path / "service")
    options = [part for name, path in paths.items() for part in (f"--{name}", f"unix:{path}")]
    given = (
        "--upstream",
        f"unix:{tmp_path / 'service'}",
        *["--trust-forwarded", "*", "--workers", "2"],
    )
    with running(tmp_path, *options, *given) as gateway:
        with closing(connected(paths["listen"])) as connection:
            headers = {"X-Forwarded-For": "192.0.2.7", "Content-Type": "application/json"}
            connection.request("PATCH", PATH, PATCH, headers)
            assert connection.getresponse().read()
            [got] = upstream.got
            assert got.values("x-forwarded-for") == [b"192.0.2.7, unknown"]
            connection.request("PATCH", PATH, WRONG, headers)
            assert connection.getresponse().status == 422
        with closing(connected(paths["admin"])) as connection:
            connection.request("GET", "/-/ready")
            assert connection.getresponse().status == 200
        assert gateway.stop() == 0
    assert not any(path.exists() for path in paths.values())
    upstream.close()


def test_a_unix_socket_in_use_is_left_alone(tmp_path: Path) -> None:
    taken = Upstream(unix=tmp_path / "taken")
    options = ["--listen", f"unix:{tmp_path / 'taken'}", "--admin", "127.0.0.1:0"]
    assert ended(2, "gateway", "--upstream", "http://127.0.0.1:1", *options).err == (
        f"deploy-contract: cannot listen on unix:{tmp_path / 'taken'}: Address already in use\n"
    )
    assert (tmp_path / "taken").exists()
    taken.close()


def test_a_program_that_ends_leaves_the_socket_of_the_next_one(tmp_path: Path) -> None:
    path, opened = tmp_path / "listen", ExitStack()

    def next_one() -> bool:
        try:
            opened.enter_context(open_listener(UnixAddress(str(path))))
        except ContractError:  # the first one still listens
            return False
        return True

    with closing(Upstream()) as upstream, opened:
        let_go = upstream.hold()
        options = ("--listen", f"unix:{path}", "--upstream", upstream.url)
        with running(tmp_path, *options) as gateway, closing(connected(path)) as connection:
            connection.request("PATCH", PATH, PATCH, {"Content-Type": "application/json"})
            assert soon(lambda: upstream.got)
            gateway.process.terminate()
            assert soon(lambda: gateway.lines("stopping"))
            assert soon(next_one)
            let_go.set()
            assert connection.getresponse().status == 200
            assert gateway.process.wait(PATIENCE) == 0
        assert path.exists()


# -- gRPC


def call(channel: grpc.Channel, service: str, method: str, data: bytes) -> Any:
    return channel.unary_unary(f"/{service}/{method}")(data, timeout=PATIENCE)


def test_grpc_has_the_same_certificates(authority: Authority, tmp_path: Path) -> None:
    own, client = authority.issue("grpc"), authority.issue("grpc-client")
    options = (
        "--dialect", "envoy", "--grpc-listen", "127.0.0.1:0", "--cert-file", own.cert, "--key-file", own.key,
        "--client-ca-file", authority.file,
    )  # fmt: skip
    question = messages.HealthCheckRequest().SerializeToString()
    trusted = Path(authority.file).read_bytes()
    key, certificate = (Path(client.key).read_bytes(), Path(client.cert).read_bytes())
    with running(tmp_path, *options, program="decide") as decide:
        where = f"127.0.0.1:{grpc_port(decide)}"

        def state(*shown: bytes) -> int:
            credentials = grpc.ssl_channel_credentials(trusted, *shown)
            with grpc.secure_channel(where, credentials) as channel:
                data = call(channel, messages.HEALTH, "Check", question)
                return int(messages.HealthCheckResponse.FromString(data).status)

        assert state(key, certificate) == 1
        with pytest.raises(grpc.RpcError):
            state()
        second = authority.issue("grpc-second")
        for source, target in zip(second, own, strict=True):
            Path(source).replace(target)
        assert state(key, certificate) == 1
        assert soon(lambda: decide.lines("certificates-read"))


def test_grpc_is_at_a_unix_socket_of_one_worker_and_says_its_health(tmp_path: Path) -> None:
    where = f"unix:{tmp_path / 'grpc'}"
    options = ("--dialect", "envoy", "--grpc-listen", where)
    said = ended(2, "decide", *options, "--workers", "2", "--check-config").err
    assert "grpc_listen on a Unix socket needs workers = 1" in said
    with (
        running(tmp_path, *options, program="decide") as decide,
        grpc.insecure_channel(where) as channel,
    ):
        for service in ("", messages.SERVICE, messages.AUTHORIZATION):
            question = messages.HealthCheckRequest(service=service).SerializeToString()
            answer = call(channel, messages.HEALTH, "Check", question)
            assert messages.HealthCheckResponse.FromString(answer).status == 1
        for wrong, code in ((b"\x0a\x01x", "NOT_FOUND"), (b"\x0a\x05x", "INVALID_ARGUMENT")):
            with pytest.raises(grpc.RpcError) as raised:
                call(channel, messages.HEALTH, "Check", wrong)
            assert raised.value.code().name == code
        watch = channel.unary_stream(f"/{messages.HEALTH}/Watch")(b"", timeout=PATIENCE)
        states = map(messages.HealthCheckResponse.FromString, watch)
        assert next(states).status == 1
        decide.process.terminate()
        assert [state.status for state in states] == [2]


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="there is no IPv6 here")
def test_a_port_that_is_kept_for_every_address_is_kept_for_ipv4_too() -> None:
    with closing(open_listener(Address("::", 0), None)) as kept, socket.socket() as other:
        port = kept.getsockname()[1]
        with pytest.raises(OSError, match="in use"):
            other.bind(("127.0.0.1", port))
