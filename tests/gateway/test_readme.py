"""The operator's guides: their tables equal those of the code, and their commands and blocks are run."""

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from deploy_contract.cli.command import main
from deploy_contract_gateway.configuration import read_settings, register
from deploy_contract_gateway.decide.settings import DecideSettings
from deploy_contract_gateway.guide import tables
from deploy_contract_gateway.settings import GatewaySettings
from deploy_contract_gateway.tls import TlsFiles
from deploy_contract_gateway.validation import validate
from tests.support import guides
from tests.support.certificates import Authority
from tests.support.gateways import PATIENCE, process, soon
from tests.support.run import wait

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "src" / "deploy_contract_gateway"
PAGES = ("README.md", "settings.md", "watch.md", "deploy.md", "decide.md", "envoy.md", "operate.md")
TEXT = "\n".join([(FOLDER / page).read_text("utf-8") for page in PAGES])
SERVICE, GATEWAY, ADMIN = "127.0.0.1:8081", "127.0.0.1:8080", "127.0.0.1:9180"  # in the guides


BLOCKS = list(guides.blocks(TEXT))


def blocks(section: str, language: str) -> list[str]:
    return [block.text for block in BLOCKS if block[:2] == (section, language)]


def section(heading: str) -> str:
    return guides.section(TEXT, heading)


def test_the_tables_are_generated() -> None:
    """`make check` fails on tables that are stale; each mark must name a table."""
    named = re.findall(r"<!-- (.*), by make generate -->", TEXT)
    assert sorted(named) == sorted(tables())
    prose = section("Settings of decide").partition("Variables")[0]
    fields = GatewaySettings.__dataclass_fields__.keys() - DecideSettings.__dataclass_fields__
    lacking = {f"--{name.replace('_', '-')}" for name in fields}
    assert set(re.findall("`(--[a-z-]+)`", prose)) == lacking


def options(*given: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    register(parser)
    return parser.parse_args(given)


def test_file_options_and_environment_say_the_same(here: Path) -> None:
    (here / "gateway.toml").write_text(blocks("Configure", "toml")[0], "utf-8")
    command, exports = blocks("Configure", "sh")
    program, gateway, *given = shlex.split(command)
    assert (program, gateway) == ("deploy-contract", "gateway")
    environment = dict(
        line.removeprefix("export ").split("=", 1) for line in exports.splitlines() if line
    )
    by_file = read_settings(options(*given))
    with patch.dict(os.environ, environment):
        assert by_file == read_settings(options())
    prefix = GatewaySettings.variable("")
    written = [
        part
        for name, text in environment.items()
        for part in (f"--{name.removeprefix(prefix).lower().replace('_', '-')}", text)
    ]
    assert by_file == read_settings(options(*written))
    assert (by_file.workers, by_file.log) == (2, "refused")
    assert by_file.requests == {"patch_deployment": "enforce", "list_repositories": "report"}


def test_the_file_of_shared_knowledge_is_read(tmp_path: Path) -> None:
    file = tmp_path / "gateway.toml"
    file.write_text(blocks("Shared knowledge", "toml")[0], "utf-8")
    settings = read_settings(options("--config", str(file)))
    validate(settings)
    assert settings.lookups == ("shared", "upstream")
    assert settings.shared_url is not None
    assert settings.shared_url.text.startswith("rediss://gateway:")


def test_the_file_of_tls_is_read(tmp_path: Path) -> None:
    text = blocks("TLS and Unix sockets", "toml")[0]
    (tmp_path / "gateway.toml").write_text(text, "utf-8")
    authority = Authority(tmp_path)
    for name in ("service-ca", "client-ca"):
        shutil.copy(authority.file, tmp_path / f"{name}.pem")
    for name in ("gateway", "tls"):
        Path(authority.issue(name).key).rename(tmp_path / f"{name}-key.pem")
    settings = read_settings(options("--config", str(tmp_path / "gateway.toml")))
    validate(settings)
    files = [TlsFiles(settings, end) for end in ("listen", "admin", "upstream")]
    assert [len(found.given) for found in files] == [3, 2, 3]


# --- the commands, with the processes that the guide starts


def shell(command: str, folder: Path, ports: dict[str, str], **environment: str) -> str:
    for shown, used in ports.items():
        command = command.replace(shown, used)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    given: dict[str, Any] = {"cwd": folder, "env": {**os.environ, "PATH": path, **environment}}
    given |= {"stdout": subprocess.PIPE, "timeout": 60}
    done = subprocess.run(["sh", "-c", command], **given, check=False)
    return str(done.stdout, "utf-8").rstrip("\n")


@contextmanager
def started(
    line: str, *more: str, log: Path
) -> Iterator[tuple[subprocess.Popen[bytes], list[str]]]:
    """Run a program of the guide, and yield it with the addresses that it announces."""
    program, *arguments = shlex.split(line)
    assert program == "deploy-contract"
    run = [sys.executable, "-m", "deploy_contract", *arguments, *more]
    said = log.with_suffix(".stderr")
    with (
        log.open("wb") as out,
        said.open("wb") as errors,
        process(run, cwd=ROOT, stdout=out, stderr=errors) as running,
    ):
        assert soon(lambda: b"listening on" in said.read_bytes(), 6 * PATIENCE), said.read_text()
        yield running, re.findall(r"http://([0-9.]+:\d+)", said.read_text("utf-8"))


STARTS = [
    line.strip()
    for block in BLOCKS
    if block.language == "sh"
    for line in block.text.splitlines()
    if line.strip().startswith(("deploy-contract gateway", "deploy-contract decide"))
]


@pytest.mark.parametrize("line", STARTS)
def test_a_command_that_starts_a_program_is_taken(line: str, here: Path) -> None:
    (here / "next.whl").symlink_to(ROOT / "generated")
    (here / "policy.yaml").write_text("rules: []\n", "utf-8")
    (here / "gateway.toml").write_text(blocks("Configure", "toml")[0], "utf-8")
    command, _, _ = line.replace("/etc/deploy-contract/next.whl", "next.whl").partition(">>")
    _, *arguments = shlex.split(command)
    assert main([*arguments, "--check-config"]) == 0


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
def test_the_commands_of_the_guide(tmp_path: Path) -> None:
    install, serve, gateway = blocks("First request", "sh")
    assert re.fullmatch(r"pip install '\.\[gateway,service\]'\n", install)
    with started(serve, "--port", "0", log=tmp_path / "service.log") as (_, (service, *_rest)):
        ports = {SERVICE: service}
        more = ("--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0")
        line = gateway.replace(SERVICE, service)
        with started(line, *more, log=tmp_path / "gateway.log") as (process, (listen, _, admin)):
            ports |= {GATEWAY: listen, ADMIN: admin}
            wait([process], f"http://{admin}/-/ready")
            for command, output in guides.commands(blocks("First request", "console")[0]):
                assert shell(command, tmp_path, ports) == output.rstrip("\n"), command
            log = tmp_path / "gateway.log"
            assert soon(lambda: b'"status": 422' in log.read_bytes().rpartition(b"\n")[0])
            rows = map(json.loads, log.read_text("utf-8").split("\n")[:-1])
            refused = next(row for row in rows if row.get("status") == 422)
            shown = json.loads(blocks("First request", "json")[0])
            assert list(shown) == list(refused)
            differing = dict.fromkeys(["time", "id", "seconds"])
            assert shown | differing == refused | differing
            for block in (*blocks("Coverage", "console"), *blocks("Troubleshoot", "console")):
                for command, output in guides.commands(block):
                    assert shell(command, tmp_path, ports) == output.rstrip("\n"), command
            (reload,) = blocks("Reload and stop", "sh")
            shell(reload, tmp_path, ports, GATEWAY=str(process.pid))
            assert soon(lambda: b'"reloaded"' in (tmp_path / "gateway.log").read_bytes())
