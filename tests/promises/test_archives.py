"""Contracts that others made are read within limits: archives that grow, files without end, clones that lack something."""

import io
import json
import os
import shutil
import zipfile
from collections.abc import Callable
from copy import copy
from pathlib import Path
from random import Random

import pytest

from deploy_contract import Contract, bundle_files
from deploy_contract.cli.command import main
from deploy_contract.diff import bundles
from deploy_contract.exceptions import ContractError
from deploy_contract_codegen import release
from deploy_contract_format.bundle_format import PACKAGE
from tests.support.commands import ended, run_python
from tests.support.contracts import ROOT, make
from tests.support.effort import effort, tried
from tests.support.frozen import copy_spec
from tests.support.repositories import git

Output = pytest.CaptureFixture[str]
GENERATED = ROOT / "generated" / PACKAGE
MIB = 1 << 20
MEMORY = 400 * MIB  # of a process that reads a contract; without limits these take more
SECONDS = 20  # of computing; the slowest takes five


def compiled(**changed: object) -> bytes:
    """Return a compiled contract with other members."""
    return json.dumps(json.loads(Contract().effective.to_json()) | changed).encode()


def zip_of(members: dict[str, bytes], count: int = 0) -> bytes:
    """Return a zip of tables, and with so many rows in its directory for one empty file more."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, body in members.items():
            archive.writestr(f"{PACKAGE}/{name}.json", body)
        if count:
            archive.writestr("a", b"")
        for number in range(1, count):
            row = copy(archive.filelist[-1])
            row.filename = f"a{number}"
            archive.filelist.append(row)
    return packed.getvalue()


HOSTILE: dict[str, Callable[[], bytes]] = {
    "entries without end": lambda: zip_of({}, 60_000),
    "tables of gigabytes": lambda: zip_of({"rules": b" " * (64 * MIB), "operations": b" " * (64 * MIB)}),
    "a table of lists": lambda: zip_of({"rules": b"[" + b"[]," * (2 * MIB) + b"[]]", "operations": b"[]"}),
    "a long compiled contract": lambda: compiled() + b" " * (9 * MIB),
    "a compiled contract of lists": lambda: b'{"format": [' + b"[]," * (2 * MIB) + b"[]]}",
    "a deep compiled contract": lambda: b'{"format":' + b"[" * (2 * MIB),
    "compiled rules without end": lambda: compiled(policies=[{}] * (2 * MIB)),
    "compiled modes without end": lambda: compiled(options={"modes": dict.fromkeys(map(str, range(300_000)))}),
}  # fmt: skip

RUN = """
import resource, sys, time
from deploy_contract import Contract
from deploy_contract.cli.command import main
status = main(sys.argv[1:])
peak = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM:"))  # KiB, of this program alone
print(status, peak, time.process_time())
"""


def measured(
    *arguments: str, folder: Path, environment: dict[str, str] | None = None
) -> tuple[int, int, float, str]:
    """(exit status, bytes of memory at most, seconds, standard error) of the command in a process of its own."""
    done = run_python(RUN, *arguments, folder=folder, **(environment or {}))
    assert done.returncode == 0, done.stderr
    status, memory, seconds = done.stdout.split()[-3:]
    return int(status), int(memory) * 1024, float(seconds), done.stderr


@pytest.mark.promise(14, 15)
@pytest.mark.parametrize("name", HOSTILE)
def test_an_archive_costs_no_more_than_its_limits(name: str, tmp_path: Path) -> None:
    (tmp_path / "hostile").write_bytes(HOSTILE[name]())
    compared = ("diff", str(ROOT / "generated"), "./hostile")
    status, memory, seconds, message = measured(*compared, folder=tmp_path)
    assert (status, message.count("\n")) == (2, 1), message
    assert message.startswith("deploy-contract: ./hostile: ")
    assert memory < MEMORY
    assert seconds < SECONDS


@pytest.mark.soak
@pytest.mark.promise(1)
def test_a_damaged_archive_is_one_line(tmp_path: Path) -> None:
    packed = {
        "a.whl": zip_of({path.stem: path.read_bytes() for path in GENERATED.glob("*.json")}),
        "gateway.contract.json": compiled(),
    }
    chance, count, refused = Random(1), 0, list[str]()
    for name, body in packed.items():
        for _ in range(effort(60, 300)):
            damaged = bytearray(body)
            for _ in range(chance.choice((1, 1, 3, 50))):
                damaged[chance.randrange(len(damaged))] = chance.randrange(256)
            if chance.random() < 0.3:
                del damaged[chance.randrange(len(damaged)) :]
            (tmp_path / name).write_bytes(damaged)
            count += 1
            try:
                bundles.read(str(tmp_path / name))
            except ContractError as error:
                refused.append(str(error))
    tried(count)
    assert len(refused) > count / 3
    assert all(map(str.isprintable, refused))


def sparse(path: Path) -> None:
    path.touch()
    os.truncate(path, 1 << 40)


LEADS_OUT = "is a link that leads out of the folder; put the file in its place"


@pytest.mark.promise(14, 24)
@pytest.mark.parametrize(
    ("table", "make_it", "message"),
    [
        ("operations.json", lambda path: path.symlink_to("/dev/zero"), LEADS_OUT),
        ("schemas/More.open.json", lambda path: path.symlink_to(ROOT / "README.md"), LEADS_OUT),
        ("operations.json", os.mkfifo, "is a pipe, not a regular file; check the path"),
        ("operations.json", Path.mkdir, "is a folder, not a regular file; check the path"),
        ("schemas/Deployment.open.json", sparse, "is longer than 8 MiB"),
    ],
)
def test_a_folder_holds_regular_files_within_a_limit(
    table: str, make_it: Callable[[Path], object], message: str, tmp_path: Path
) -> None:
    folder = tmp_path / PACKAGE
    shutil.copytree(GENERATED, folder)
    (folder / table).unlink(missing_ok=True)
    make_it(folder / table)
    with pytest.raises(ContractError) as refused:
        bundles.read(str(tmp_path))
    assert str(refused.value) == f"{tmp_path}: {table} {message}"


@pytest.mark.promise(14)
def test_a_spec_holds_regular_files_within_a_limit(tmp_path: Path) -> None:
    spec = copy_spec(tmp_path / "a")
    (spec / "schemas" / "secret.yaml").unlink()
    (spec / "schemas" / "secret.yaml").symlink_to("/dev/zero")
    message = r"the spec is not sound: .*secret\.yaml:1:1: cannot be read"
    with pytest.raises(ContractError, match=message):
        bundles.read(str(spec))


@pytest.mark.promise(1)
def test_it_says_which_package_generates_a_spec(tmp_path: Path) -> None:
    spec = copy_spec(tmp_path / "a")
    (tmp_path / "lacking").mkdir()
    (tmp_path / "lacking" / "datamodel_code_generator.py").write_text(
        "raise ModuleNotFoundError(name='datamodel_code_generator')"
    )
    environment = {"PYTHONPATH": str(tmp_path / "lacking")}
    compared = ("diff", str(spec), str(spec))
    status, _, _, message = measured(*compared, folder=tmp_path, environment=environment)
    lacking = "datamodel_code_generator is not installed: pip install 'deploy-contract[codegen]'"
    advice = "or run `make generate` there first, and give the folder that has generated/"
    what = "a spec/ without generated/"
    assert message == f"deploy-contract: {spec}: {what}; {lacking}, {advice}\n"
    assert status == 2


# --- revisions


@pytest.fixture(scope="module")
def contract_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a contract, which takes seconds to make."""
    return make(tmp_path_factory.mktemp("contract"))


@pytest.fixture
def repository(contract_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a repository with the contract at tag v1.0.0, as the current folder."""
    folder = tmp_path / "origin"
    shutil.copytree(contract_folder, folder)
    git(folder, "init", "-q")
    commit(folder, "a")
    git(folder, "tag", "v1.0.0")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    return folder


def files_in(folder: Path) -> list[str]:
    """Return the names of all files below a folder."""
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


def commit(folder: Path, message: str) -> None:
    git(folder, "add", ".")
    git(folder, "commit", "-qm", message)


@pytest.mark.promise(24)
def test_nothing_is_fetched_into_a_partial_clone(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(repository, "config", "uploadpack.allowFilter", "true")
    git(repository, "config", "uploadpack.allowAnySHA1InWant", "true")
    path = repository / "generated" / PACKAGE / "rules.json"
    path.write_text(path.read_text("utf-8").replace('"mode": "report"', '"mode": "off"', 1))
    git(repository, "commit", "-qam", "b")
    git(tmp_path, "clone", "-q", "--filter=blob:none", repository.as_uri(), "clone")
    clone = tmp_path / "clone"
    asked = tmp_path / "asked"  # what git says of each connection that it makes
    monkeypatch.chdir(clone)
    objects = files_in(clone / ".git" / "objects")
    monkeypatch.setenv("GIT_TRACE_PACKET", str(asked))
    for name in ("v1.0.0", "git:v1.0.0", "git:HEAD~1"):
        said = ended(2, "diff", name, "./generated").err
        message = said.removeprefix(f"deploy-contract: {name}: ")
        assert message.startswith("this partial clone lacks a part, and nothing is fetched; run")
    assert not asked.exists()
    assert main(["diff", "HEAD", "./generated"]) == 0  # all of it is here
    assert not asked.exists()
    assert files_in(clone / ".git" / "objects") == objects
    monkeypatch.delenv("GIT_TRACE_PACKET")
    git(clone, "archive", "--output", "old.zip", "v1.0.0")  # the way out that the message names
    assert main(["diff", "old.zip", "./generated"]) == 0


@pytest.mark.promise(1)
def test_a_file_that_is_called_like_a_tag_is_not_taken_for_it(repository: Path) -> None:
    text = (repository / "spec" / "openapi.yaml").read_text("utf-8")
    assert 'version: "1.0.0"' in text
    path = repository / "generated" / PACKAGE / "rules.json"
    path.write_text(path.read_text("utf-8").replace('"mode": "report"', '"mode": "off"', 1))
    assert release.main([]) == 1
    for name in ("v1.0.0", "refs/tags/v1.0.0", "git:refs/tags/v1.0.0"):
        shutil.copytree(repository / "generated", repository / name)
    assert "1 change since v1.0.0" in ended(1, of=release.main).out
    message = "v1.0.0: is a file here and a git revision too; write ./v1.0.0 or git:v1.0.0"
    assert ended(2, "diff", "v1.0.0", "./generated").err == f"deploy-contract: {message}\n"
    assert ended(0, "diff", "./v1.0.0", "./generated").out.startswith("no changes")
    assert "1 change" in ended(0, "diff", "git:v1.0.0", "generated").out


@pytest.mark.promise(24)
def test_links_and_long_files_of_a_revision_are_not_read(repository: Path) -> None:
    path = repository / "generated" / PACKAGE / "operations.json"
    body = path.read_text("utf-8")
    path.unlink()
    path.symlink_to("openapi.json")
    commit(repository, "a link")
    with pytest.raises(ContractError, match="this revision holds no deploy_contract_generated"):
        bundles.read("HEAD")
    path.unlink()
    path.write_text(body)
    long = json.dumps(" " * bundle_files.MAX_BYTES)
    (path.parent / "schemas" / "More.open.json").write_text(long)
    commit(repository, "a long file")
    message = "HEAD: its tables are longer than 8,388,608 bytes"
    with pytest.raises(ContractError, match=message):
        bundles.read("HEAD")


def test_the_limits_leave_room_for_what_is_honest() -> None:
    size = sum(path.stat().st_size for path in GENERATED.rglob("*.json"))
    assert size * 10 < bundle_files.MAX_BYTES
    assert bundle_files.MEMBERS > 10_000
