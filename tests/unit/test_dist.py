"""The source distribution and the wheel: what they hold, with the native engine and without."""

import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = {
    *("deploy_contract", "deploy_contract_codegen", "deploy_contract_format"),
    *("deploy_contract_gateway", "deploy_contract_generated", "deploy_contract_native"),
    *("deploy_contract_service", "deploy_contract_serving"),
}
JUNK = ("target", "dist", "__pycache__", ".venv", ".readers", ".compare", "node_modules")
COMPILED = (".pyc", ".so", ".pyd", ".whl", ".lock")
# does what cargo does as far as the hook can see: it leaves a library in the folder of the target
CARGO = """#!/bin/sh
while [ "$1" != --target-dir ]; do shift; done
/bin/mkdir -p "$2/release" && echo library > "$2/release/libdeploy_contract_native.so"
"""
FAILING = "#!/bin/sh\nexit 101\n"
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="the cargo of this test is a script")


def build(
    folder: Path, out: Path, kind: str, *, programs: Path, **environment: str
) -> tuple[Path | None, str]:
    """Build a distribution. Return the file that was made, if one was, and the printed text."""
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", str(out)],
        cwd=folder,
        env={"PATH": str(programs), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    made = list(out.glob("*.whl" if kind == "wheel" else "*.tar.gz"))
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
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    return folder


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
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in done.stdout.splitlines():
        if name.startswith(("src/", "generated/", "spec/", "tests/")):
            yield name


def test_the_source_distribution_holds_the_sources_and_no_junk(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        found = {member.name.partition("/")[2] for member in archive if member.isfile()}
    wrong = [name for name in found if set(name.split("/")) & set(JUNK)]
    assert wrong == []
    assert [name for name in found if name.endswith(COMPILED)] == []
    assert {"pyproject.toml", "README.md", "LICENSE", "Makefile"} <= found
    assert {"src/deploy_contract_native/src/scan.rs", "spec/rules.yaml"} <= found
    if (ROOT / ".git").exists():
        assert {name for name in tracked() if (ROOT / name).exists()} <= found
    assert sdist.stat().st_size < 4_000_000


def test_it_builds_without_cargo(source: Path, programs: Path, tmp_path: Path) -> None:
    wheel, told = build(source, tmp_path / "out", "wheel", programs=programs)
    assert "the native engine is not built: cargo is not installed" in told
    found = names(wheel)
    assert wheel is not None
    assert wheel.name.endswith("-py3-none-any.whl")
    assert {name.partition("/")[0] for name in found} - PACKAGES == {
        wheel.name.removesuffix("-py3-none-any.whl") + ".dist-info"
    }
    assert [name for name in found if name.endswith((*COMPILED, ".rs", "Cargo.toml"))] == []
    assert {
        "deploy_contract/py.typed",
        "deploy_contract_generated/rules.json",
        "deploy_contract_generated/editors/DeploymentPatch.schema.json",
        "deploy_contract_native/__init__.py",
        "deploy_contract_native/_native.pyi",
        "deploy_contract_service/console/reference.html",
    } <= found
    assert not any("build_hook" in name or name.startswith("tests") for name in found)


@on_linux
def test_a_wheel_with_the_engine_is_for_its_platform(
    source: Path, programs: Path, tmp_path: Path
) -> None:
    cargo(programs, CARGO)
    wheel, _ = build(source, tmp_path / "out", "wheel", programs=programs)
    assert "deploy_contract_native/_native.abi3.so" in names(wheel)
    assert wheel is not None
    assert wheel.name.endswith(f"-cp311-abi3-linux_{os.uname().machine}.whl")


@on_linux
def test_a_crate_that_fails_fails_only_wheels_for_others(
    source: Path, programs: Path, tmp_path: Path
) -> None:
    cargo(programs, FAILING)
    wheel, told = build(source, tmp_path / "one", "wheel", programs=programs)
    assert "the native engine is not built: cargo failed with status 101" in told
    assert "deploy_contract_native/_native.abi3.so" not in names(wheel)
    wheel, told = build(source, tmp_path / "two", "wheel", programs=programs, CIBUILDWHEEL="1")
    assert wheel is None
    assert "the native engine is not built: cargo failed with status 101" in told
