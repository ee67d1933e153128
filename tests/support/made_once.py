"""Folders that are made once for each state of what they are made from, in `.readers` of the checkout."""

import fcntl
import hashlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path

from tests.support.commands import ran

READY = Path(__file__).parents[2] / ".readers"


def made_once(name: str, make: Callable[[Path], None], sources: Iterable[bytes]) -> Path:
    """Return a folder, which is made first if that was not done from these sources.

    Several processes run the tests at once: one of them makes it, and the others wait.
    """
    state = hashlib.sha256(b"".join(sources)).hexdigest()
    folder = READY / name
    folder.mkdir(parents=True, exist_ok=True)
    with (READY / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        stamp = folder / "stamp"
        if not stamp.exists() or stamp.read_text("ascii") != state:
            stamp.unlink(missing_ok=True)
            make(folder)
            stamp.write_text(state, "ascii")
    return folder


def run(*command: str, folder: Path, **environment: str) -> None:
    """Run a command. Raises RuntimeError with the end of its output if it fails."""
    done = ran(*command, folder=folder, seconds=None, env={**os.environ, **environment})
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed:\n{(done.stdout + done.stderr)[-2000:]}")
