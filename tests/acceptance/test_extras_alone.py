"""Every command and program starts in an environment that has its own extra alone."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from deploy_contract.cli import commands
from tests.support import processes
from tests.support.commands import ROOT, ran
from tests.support.gateways import Upstream, running
from tests.support.installations import closure, installation

EXAMPLES = ROOT / "spec" / "examples"
JSON, HAR = str(EXAMPLES / "patch-codehost.json"), str(EXAMPLES / "exchange.har")
YAML = str(EXAMPLES / "patch-secret-references.yaml")
ANY_PORT = ("--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0")
GATEWAY = ("gateway", "--upstream", "http://127.0.0.1:9", *ANY_PORT)
DECIDE = ("decide", "--dialect", "envoy", *ANY_PORT)
STREAMS = ("--grpc-listen", "127.0.0.1:0", "--lookups", "learned")

COMMAND_NAMES = tuple(commands.COMMANDS)

Python = Callable[[str], str]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Python:
    """Return a function from an extra to its Python; "" means no extra."""
    made: dict[str, str] = {}

    def find(extra: str) -> str:
        if extra not in made:
            folder = tmp_path_factory.mktemp(extra or "none")
            made[extra] = installation(folder, *([extra] if extra else ()))
        return made[extra]

    return find


# runs each command in a fork: to start Python anew for each would take longer than the commands
COMMANDS = """
import json, os, sys, tempfile
from deploy_contract.__main__ import run_program

for arguments in json.loads(sys.argv[1]):
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        child = os.fork()
        if not child:
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            sys.argv = ["deploy-contract", *arguments]
            sys.exit(run_program())
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        texts = [file.seek(0) or file.read() for file in (out, err)]
    print(json.dumps([status, *texts]), flush=True)
"""


def run(python: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run an environment's Python, which sees nothing of the environment of the tests."""
    clean = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
    return ran(python, *arguments, env=clean)


def run_commands(python: str, rows: list[tuple[str, ...]]) -> Iterator[tuple[int, str, str]]:
    """Yield the status, output and errors of each command in an environment."""
    done = run(python, "-c", COMMANDS, json.dumps(rows))
    assert (done.returncode, done.stderr) == (0, "")
    results = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(results) == len(rows)
    yield from results


RUNS: dict[str, list[tuple[str, ...]]] = {  # extra -> commands that need no other extra
    "": [
        ("--version",), ("--help",), ("check", "--as", "DeploymentPatch", JSON), ("replay", HAR), ("coverage", HAR), ("rules",), ("explain", "secret-references-source"),
        ("schema", "DeploymentPatch", "--contract", str(ROOT / "generated")),
    ],
    "diff": [("diff", str(ROOT / "generated"), str(ROOT / "generated"))],
    "cli": [("check", "--as", "DeploymentPatch", YAML), ("completion", "bash"), ("rules",)],
    "pages": [("coverage", "--format", "html", HAR)],
}  # fmt: skip


@pytest.mark.parametrize("extra", RUNS)
def test_commands_run_with_their_own_extra_alone(python: Python, extra: str) -> None:
    for arguments, done in zip(RUNS[extra], run_commands(python(extra), RUNS[extra]), strict=True):
        status, _, errors = done
        assert (status in (0, 1), errors) == (True, ""), arguments  # 1: a document is denied


HELP = """
import sys
from deploy_contract.cli.command import main
for name in sys.argv[1:]:
  try: main([name, '--help'])
  except SystemExit: pass
"""


def test_help_is_complete_without_any_extra(python: Python) -> None:
    done = [run(one, "-c", HELP, *COMMAND_NAMES) for one in (python(""), sys.executable)]
    assert [one.stderr for one in done] == ["", ""]
    assert done[0].stdout == done[1].stdout
    assert done[0].stdout.count("usage: ") == len(COMMAND_NAMES)


IMPORTS = {  # extra of the library -> its entry points, which need more than the base
    "dask": "from deploy_contract.traffic import judging; import distributed",
    "httpx": "from deploy_contract.httpx import AsyncContractTransport, ContractTransport",
    "openapi-core": "import openapi_core, deploy_contract.asgi",
    "redis": "from deploy_contract.knowledge import SharedDeployments; SharedDeployments('redis://127.0.0.1:9', namespace='x')",
    "otel": "from deploy_contract import metrics, traces",
    "testing": "import deploy_contract_pytest, deploy_contract.testing as found; found.documents",
}  # fmt: skip


@pytest.mark.parametrize("extra", IMPORTS)
def test_a_part_of_the_library_is_there_with_its_own_extra_alone(
    python: Python, extra: str
) -> None:
    done = run(python(extra), "-c", IMPORTS[extra])
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ("testing import documents", ".ContractError: strategies of documents need hypothesis: pip install 'deploy-contract[testing]'"),
        ("testing import service; service()", ".ContractError: service() needs starlette: pip install 'deploy-contract[service]'"),
        ("httpx import *", "ModuleNotFoundError: transports need the extra [httpx]: pip install 'deploy-contract[httpx]'"),
        ("traces import *", "ModuleNotFoundError: traces need the extra [otel]: pip install 'deploy-contract[otel]'"),
    ],
)  # fmt: skip
def test_a_part_of_the_library_names_the_extra_that_it_lacks(
    python: Python, part: str, message: str
) -> None:
    done = run(python(""), "-c", f"from deploy_contract.{part}")
    assert done.stderr.splitlines()[-1].endswith(message)


@pytest.mark.parametrize(
    ("extra", "program", "options"),
    [
        ("gateway", "gateway", ("--lookups", "learned,upstream")),
        ("gateway", "decide", ("--dialect", "nginx", "--lookups", "upstream")),
        ("ext-proc", "decide", ("--dialect", "envoy", *STREAMS)),
    ],
)
def test_a_program_starts_and_stops_with_its_own_extra_alone(
    python: Python,
    upstream: Upstream,
    tmp_path: Path,
    extra: str,
    program: str,
    options: tuple[str, ...],
) -> None:
    where = ("--upstream", upstream.url) if "upstream" in str(options) else ()
    with running(tmp_path, *options, *where, program=program, python=python(extra)) as started:
        assert started.metrics()["workers"] == 1
        assert started.stop() == 0


def test_the_service_starts_with_its_own_extra_alone(python: Python, tmp_path: Path) -> None:
    options = ("--database", ":memory:")
    with processes.running(tmp_path, *options, python=python("service")) as started:
        assert started.send().status == 0


# installed extra -> commands that need another extra, and the text that names the other extra
LACKS: dict[str, list[tuple[tuple[str, ...], str]]] = {
    "": [
        (("serve",), "deploy-contract[service]"),
        (GATEWAY, "deploy-contract[gateway]"),
        (DECIDE, "deploy-contract[gateway]"),
        ((*DECIDE, "--check-config"), "deploy-contract[gateway]"),
        (("check", "--as", "DeploymentPatch", YAML), "PyYAML: pip install 'deploy-contract[cli]'"),
        (("completion", "bash"), "deploy-contract[cli]"),
    ],
    "cli": [
        (("coverage", "--format", "html", HAR), "deploy-contract[pages]"),
        (("diff", str(ROOT / "generated"), str(ROOT / "generated")), "deploy-contract[diff]"),
        (("replay", HAR, "--dask", "tcp://127.0.0.1:9"), "deploy-contract[dask]"),
    ],
    "gateway": [
        ((*DECIDE, *STREAMS), "deploy-contract[ext-proc]"),
        ((*GATEWAY, "--lookups", "shared", "--shared-url", "redis://127.0.0.1:9"), "deploy-contract[redis]"),
        ((*GATEWAY, "--traces", "on"), "opentelemetry-sdk"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("extra", LACKS)
def test_a_missing_extra_is_one_line_that_names_it(python: Python, extra: str) -> None:
    commands = [arguments for arguments, _ in LACKS[extra]]
    done = run_commands(python(extra), commands)
    for (arguments, needed), (status, output, errors) in zip(LACKS[extra], done, strict=True):
        assert (status, output) == (2, ""), arguments
        (line,) = errors.splitlines()
        assert needed in line


OF_THE_GATEWAY = {"prometheus-client"}
OF_THE_SERVICE = {"sqlalchemy", "psycopg", "cryptography"}


@pytest.mark.parametrize(
    ("extra", "own", "others"),
    [("gateway", OF_THE_GATEWAY, OF_THE_SERVICE), ("service", OF_THE_SERVICE, OF_THE_GATEWAY)],
)
def test_a_program_installs_nothing_of_the_other(
    extra: str, own: set[str], others: set[str]
) -> None:
    installed = closure((extra,))
    assert installed >= own
    assert not installed & others


def test_the_generator_needs_its_own_extra_alone(python: Python) -> None:
    done = run(python("codegen"), "-m", "deploy_contract_codegen", "--help")
    assert (done.returncode, done.stderr) == (0, "")
    done = run(python("cli"), "-m", "deploy_contract_codegen", "--help")
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert "deploy-contract[codegen]" in line
