"""The wheel in a new virtual environment, used by a project that has no checkout."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from pathlib import Path

import pytest
from deploy_contract_generated.names import SourceName

from deploy_contract import Contract
from tests.support.commands import ROOT, ran, succeeded

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
        """Run a program of the environment, without what the tests are run with."""
        kept = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "COLUMNS": "200"}
        return ran(self._programs / program, *arguments, folder=self.folder, env=kept)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Build and install the wheel. The packages that it needs are those of the tests."""
    folder = tmp_path_factory.mktemp("project")
    build = (sys.executable, "-m", "hatchling", "build", "--directory", str(folder / "dist"))
    succeeded(*build, "--target", "sdist")
    (sdist,) = (folder / "dist").iterdir()
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    source = folder / sdist.name.removesuffix(".tar.gz")
    environment = {**os.environ, "DEPLOY_CONTRACT_NATIVE": "0"}
    succeeded(*build, "--target", "wheel", folder=source, env=environment)
    (wheel,) = (folder / "dist").glob("*.whl")
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
