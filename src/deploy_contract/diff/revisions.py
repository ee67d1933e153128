"""Files of a git revision, read by git itself.

Nothing is fetched. If a partial clone lacks a file, the file is missing.
"""

import os
import subprocess
from collections.abc import Iterator

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
_PARTIAL = r"^(remote\..*\.promisor|extensions\.partialclone)$"  # settings of a partial clone
_MISSING = (
    "this partial clone lacks a part, and nothing is fetched; "
    "run `git archive --output old.zip REVISION`, and give old.zip"
)


def commit_of(name: str) -> str | None:
    """Return the commit of a name in the repository of the working directory, or None."""
    if not name or name.startswith("-"):
        return None
    commit = f"{name}^{{commit}}"
    found = _git("rev-parse", "--verify", "--quiet", "--end-of-options", commit, most=1024)
    return None if found is None else found.decode().strip()


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
    objects: dict[str, str] = {}
    listed = _read("ls-tree", "-r", "-z", "--full-tree", commit, most=MOST_LISTED)
    for row in listed.split(b"\0"):
        facts, _, path = row.partition(b"\t")
        if facts.startswith(PLAIN):
            objects[os.fsdecode(path)] = facts.split(b" ")[2].decode()
    for path_, inner in choose(objects):
        yield inner, _read("cat-file", "blob", objects[path_], most=most)


def _read(*arguments: str, most: int) -> bytes:
    printed = _git(*arguments, most=most)
    if printed is None:
        is_partial = _git("config", "--get-regexp", _PARTIAL, most=MOST_LISTED)
        raise FileError(_MISSING if is_partial else "git cannot read it")
    return printed


def _git(*arguments: str, most: int) -> bytes | None:
    """Return the output of git, or None if it fails.

    Raises:
        FileError: git is not installed, or its output takes too long or is too long.
    """
    try:
        process = subprocess.Popen(  # noqa: S603
            ["git", *arguments],  # noqa: S607
            env={**os.environ, **_OFFLINE},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except FileNotFoundError:
        raise FileError("git is not installed") from None
    with process:
        assert process.stdout is not None
        try:
            printed: bytes = process.stdout.read(most + 1)
            if len(printed) > most:
                raise FileError(f"holds more than {most:,} bytes where a contract is looked for")
            return None if process.wait(SECONDS) else printed
        except subprocess.TimeoutExpired:
            raise FileError(f"git has not read it within {SECONDS} seconds") from None
        finally:
            process.kill()
