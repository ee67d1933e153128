"""The guide's service in Go behind Envoy: the blocks are run, and print what the guide shows."""

import shlex
import shutil
from pathlib import Path

import pytest

from tests.support import guides
from tests.support.commands import succeeded
from tests.support.envoy_module import BUILT, CRATE, enveloped
from tests.support.fronts import LOOPBACK, free, running

GUIDE = guides.ROOT / "src" / "deploy_contract_gateway" / "go-service.md"
SERVICE, FRONT = f"{LOOPBACK}:8081", f"{LOOPBACK}:8080"  # in the guide


def test_the_steps_name_what_a_clone_has() -> None:
    build, start = [
        block.text for block in guides.blocks(GUIDE.read_text("utf-8")) if block.language == "sh"
    ][1:]
    words = shlex.split(build.splitlines()[0])
    assert words[words.index("--manifest-path") + 1] == str(
        (CRATE / "Cargo.toml").relative_to(guides.ROOT)
    )
    package = words[words.index("--package") + 1]
    assert f'name = "{package}"' in (CRATE / "envoy" / "Cargo.toml").read_text("utf-8")
    assert f"={BUILT.parent.relative_to(guides.ROOT)} " in start


@pytest.mark.skipif(
    not all(map(shutil.which, ("go", "curl"))), reason="Go or curl is not installed"
)
def test_the_service_runs_behind_envoy_as_the_guide_shows(tmp_path: Path) -> None:
    service, requests = [
        block for block in guides.blocks(GUIDE.read_text("utf-8")) if block.language == "console"
    ]
    ((_, program),) = guides.commands(service.text)
    port = free()
    assert SERVICE in program
    (tmp_path / "main.go").write_text(program.replace(SERVICE, f"{LOOPBACK}:{port}"), "utf-8")
    succeeded("go", "build", "-o", "service", "main.go", folder=tmp_path)
    with (
        running([str(tmp_path / "service")], port, tmp_path / "service.log", {}),
        enveloped(tmp_path, port) as envoy,
    ):
        for command, output in guides.commands(requests.text):
            words = shlex.split(command.replace(FRONT, f"{LOOPBACK}:{envoy.front.address[1]}"))
            assert succeeded(*words) == output, command
