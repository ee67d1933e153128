"""Files of a git revision, read by git itself.

Nothing is fetched. If a partial clone lacks a file, the file is missing.
"""

import os
import subprocess
from collections.abc import Iterable, Iterator
from typing import Any

from deploy_contract.bundle_files import Choice
from deploy_contract_format.reading import FileError

MOST_LISTED = 64 << 20  # bytes of the names of all files of a revision
SECONDS = 60  # that a command of git may take
PLAIN = (b"100644", b"100755")  # modes of files that are neither links nor submodules

# A partial clone asks its remote for missing files. The first variable keeps git 2.44 and later
# from it, the second one every version.
_OFFLINE = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
}
_MISSING = (
    "this partial clone lacks a part, and nothing is fetched; "
    "run `git archive --output old.zip REVISION`, and give old.zip"
)


def commit_of(name: str) -> str | None:
    """Return the commit of a name in the repository of the working directory, or None."""
    if not name or name.startswith("-"):
        return None
    try:
        found = _git(
            "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}", most=1024
        )
    except FileError:
        return None
    return found.decode().strip()


def content(name: str, choose: Choice, most: int) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of the files of a revision that `choose` picks.

    Args:
        name: the revision.
        choose: picks files by their names.
        most: the largest size of a picked file in bytes.

    Raises:
        FileError: there is no such revision, or git cannot read it without fetching.
    """
    commit = commit_of(name)
    if commit is None:
        raise FileError("no file, no folder, and no git revision known here")
    objects = dict(_listed(commit))
    for path, inner in choose(objects):
        yield inner, _git("cat-file", "blob", objects[path], most=most)


def _listed(commit: str) -> Iterable[tuple[str, str]]:
    """Yield the path and the id of each file of a commit."""
    for row in _git("ls-tree", "-r", "-z", "--full-tree", commit, most=MOST_LISTED).split(b"\0"):
        facts, _, path = row.partition(b"\t")
        if facts.split(b" ")[0] in PLAIN:
            yield os.fsdecode(path), facts.split(b" ")[2].decode()


def _git(*arguments: str, most: int) -> bytes:
    """Return the output of git; raise FileError if it has more than `most` bytes."""
    pipes: dict[str, Any] = {
        "stdin": subprocess.DEVNULL,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.DEVNULL,
    }
    try:
        environment = {**os.environ, **_OFFLINE}
        process = subprocess.Popen(["git", *arguments], env=environment, **pipes)  # noqa: S603, S607
    except FileNotFoundError:
        raise FileError("git is not installed") from None
    with process:
        assert process.stdout is not None
        try:
            printed: bytes = process.stdout.read(most + 1)
            if len(printed) > most:
                raise FileError(f"holds more than {most:,} bytes where a contract is looked for")
            status = process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            raise FileError(f"git has not read it within {SECONDS} seconds") from None
        finally:
            process.kill()
    if status:
        raise FileError(
            _MISSING if arguments[0] != "rev-parse" and _is_partial() else "git cannot read it"
        )
    return printed


def _is_partial() -> bool:
    """Return True if the repository of the working directory is a partial clone."""
    command = [
        "git",
        "config",
        "--get-regexp",
        r"^(remote\..*\.promisor|extensions\.partialclone)$",
    ]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0  # noqa: S603
