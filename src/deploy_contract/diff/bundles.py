"""Contracts by the names that a user gives: of a folder, a file, or a git revision.

git itself reads the files of a revision. Nothing is fetched: a file that a partial clone lacks
cannot be read.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from deploy_contract import bundle_files
from deploy_contract.bundle import Bundle, faults_named
from deploy_contract.contract import Contract
from deploy_contract.policies import read as read_policy
from deploy_contract_format import spec_digest
from deploy_contract_format.bundle_format import ADVICE_FOR_FOLDER, PACKAGE, RULES
from deploy_contract_format.printing import escape_name
from deploy_contract_format.reading import FileError
from deploy_contract_format.rules import Rule, by_id

CODEGEN = "deploy_contract_codegen"
REVISION = "git:"  # before the name of a revision, even if a file has this name
LACKING = (
    "pip install 'deploy-contract[codegen]'"  # ends a line of a generator that lacks a package
)

Row = Mapping[str, Any]


class Tables:
    """A contract to compare, by the tables of its bundle. The rules of the policies are added."""

    def __init__(self, bundle: Bundle, policies: Sequence[str] = ()) -> None:
        added = [rule for path in policies for rule in read_policy(path, bundle).rules]
        self.bundle, self.policies = bundle, tuple(policies)
        self.name, self.version = bundle.name, bundle.version
        self.sources: Mapping[str, tuple[str, ...]] = bundle.book.sources
        self.kinds: Mapping[str, Row] = bundle.tables[RULES]["kinds"]
        self.rules: Mapping[str, Rule] = by_id((*bundle.rules, *added))
        self.operations: dict[str, Row] = {row["operation"]: row for row in bundle.operations}
        # the open definitions of each kind of document
        self.schemas: dict[str, Row] = {kind: bundle.definitions(kind) for kind in self.kinds}

    def contract(self, base_path: str | None = None) -> Contract:
        """Return the contract to judge by. `base_path`: the prefix of all paths."""
        return Contract(base_path=base_path, bundle=self.bundle, policies=self.policies)

    def enforces(self, rule: str) -> bool:
        """Return True if there is a rule of that name and it is enforced."""
        return rule in self.rules and self.rules[rule].mode == "enforce"


def read(name: str, policies: Sequence[str] = ()) -> Tables:
    """Return the tables of a contract by its name.

    Args:
        name: a folder, a wheel, a compiled contract, or a revision of the git repository of the
            working directory. `git:REVISION` is always a revision. Any other name is a revision
            only if there is no file of that name.
        policies: paths of rule files, whose rules are added.

    Raises:
        ContractError: one line; there is no contract, the name is ambiguous, the bundle is
            incomplete or inconsistent, or a policy is wrong.
    """
    with faults_named(name):
        files = _files(name)
    bundle = Bundle.load(name) if files is None else Bundle.from_files(files, name)
    return Tables(bundle, policies)


def _files(name: str) -> dict[str, bytes] | None:
    """Return the tables of a revision or a spec/; None if `Bundle.load` can read the name."""
    if name.startswith(REVISION):
        return _of_revision(name.removeprefix(REVISION))
    path = Path(name)
    if not path.exists():
        return _of_revision(name)
    may_be_both = not name.startswith(("/", ".")) and not path.is_absolute()
    if may_be_both and _commit_of(name):
        choices = f"./{escape_name(name)} or {REVISION}{escape_name(name)}"
        raise FileError(f"is a file here and a git revision too; write {choices}")
    is_spec = path.is_dir() and bundle_files.package_folder(path) is None
    return _of_spec(path) if is_spec else None


def _of_revision(name: str) -> dict[str, bytes]:
    if name.startswith("-"):
        raise FileError("not a name of a revision")
    commit = _commit_of(name)
    if commit is None:
        raise FileError("no file, no folder, and no git revision known here")
    objects: dict[str, str] = {}
    listed = _read("ls-tree", "-r", "-z", "--full-tree", commit)
    for row in listed.split(b"\0"):
        facts, _, path = row.partition(b"\t")
        if facts.startswith(PLAIN):
            objects[os.fsdecode(path)] = facts.split(b" ")[2].decode()
    try:
        chosen = list(bundle_files.choose(objects))
    except FileError:
        raise FileError(
            f"this revision holds no {PACKAGE}; {ADVICE_FOR_FOLDER}, and commit it"
        ) from None
    return bundle_files.collect(
        (inner, _read("cat-file", "blob", objects[path])) for path, inner in chosen
    )


def _of_spec(path: Path) -> dict[str, bytes]:
    """Return the tables of a folder that is or has a spec/: current tables beside it, or new ones.

    Raises:
        FileError: the spec has faults, or the generator or one of its packages is not installed.
    """
    spec = path if (path / "openapi.yaml").is_file() else path / "spec"
    if not (spec / "openapi.yaml").is_file():
        raise FileError(f"holds no {PACKAGE}, no generated/ and no spec/")
    beside = bundle_files.package_folder(spec.resolve().parent)
    if beside and bundle_files.made_from(beside) == spec_digest.digest(spec):
        return bundle_files.read_folder(beside)
    with tempfile.TemporaryDirectory() as folder:
        # -P: a package of that name in the working directory may be another package
        command = [sys.executable, "-P", "-m", CODEGEN, "--spec", str(spec), "--out", folder]
        done = subprocess.run(  # noqa: S603 - our own
            command, check=False, capture_output=True, text=True, errors="replace"
        )
        if not done.returncode:
            return bundle_files.read_folder(Path(folder) / PACKAGE)
    lines = done.stderr.splitlines() or ["the generator printed no reason"]
    lacking = f"{lines[-1]}, or " if lines[-1].endswith(LACKING) else ""
    if not lacking and not lines[-1].endswith(f"No module named {CODEGEN}"):
        raise FileError(f"the spec is not sound: {lines[0]}")
    if beside:
        raise FileError(f"{bundle_files.STALE}; {lacking}{ADVICE_FOR_FOLDER}")
    advice = f"{lacking}{ADVICE_FOR_FOLDER}, and give the folder that has generated/"
    raise FileError(f"a spec/ without generated/; {advice}")


# --- revisions of git

MAX_OUTPUT = 64 << 20  # bytes of the names of all files of a revision, or of a file
SECONDS = 60  # time limit of a git command
PLAIN = (b"100644", b"100755")  # modes of files that are neither links nor submodules

# A partial clone asks its remote for missing files. The first variable prevents this in git 2.44
# and later, the second in every version.
_OFFLINE = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
}
_PARTIAL = r"^(remote\..*\.promisor|extensions\.partialclone)$"  # settings of a partial clone
_MISSING = (
    "this partial clone lacks a part, and nothing is fetched; "
    "run `git archive --output old.zip REVISION`, and give old.zip"
)


def _commit_of(name: str) -> str | None:
    commit = f"{name}^{{commit}}"
    found = _git("rev-parse", "--verify", "--quiet", "--end-of-options", commit)
    return None if found is None else found.decode().strip()


def _read(*arguments: str) -> bytes:
    printed = _git(*arguments)
    if printed is None:
        is_partial = _git("config", "--get-regexp", _PARTIAL)
        raise FileError(_MISSING if is_partial else "git cannot read it")
    return printed


def _git(*arguments: str) -> bytes | None:
    """Return the output of git, or None if it fails.

    Raises:
        FileError: git is not installed, or its output takes too long or is too long.
    """
    environment = {**os.environ, **_OFFLINE}
    nothing = subprocess.DEVNULL
    with tempfile.TemporaryFile() as printed:
        try:
            done = subprocess.run(  # noqa: S603
                ["git", *arguments],  # noqa: S607
                check=False, env=environment, stdin=nothing, stdout=printed, stderr=nothing,
                timeout=SECONDS,
            )  # fmt: skip
        except FileNotFoundError:
            raise FileError("git is not installed") from None
        except subprocess.TimeoutExpired:
            raise FileError(f"git has not read it within {SECONDS} seconds") from None
        if printed.seek(0, os.SEEK_END) > MAX_OUTPUT:
            raise FileError(f"the output of git is longer than {MAX_OUTPUT:,} bytes")
        printed.seek(0)
        return None if done.returncode else printed.read()
