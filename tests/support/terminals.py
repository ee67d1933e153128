"""The command on a terminal."""

import os
import pty
import subprocess
import sys
from contextlib import suppress


def on_terminal(
    *arguments: str,
    module: str = "deploy_contract",
    output: bool = True,
    columns: int = 100,
    **environment: str,
) -> tuple[str, str]:
    """Return standard output, and what a terminal shows: standard error, and output unless that is apart."""
    reader, writer = pty.openpty()
    shown = b""
    with subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        stdout=writer if output else subprocess.PIPE,
        stderr=writer,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": str(columns), **environment},
    ) as process:
        os.close(writer)
        with suppress(OSError):  # the terminal has no writer left
            while part := os.read(reader, 1 << 16):
                shown += part
        printed = process.stdout.read() if process.stdout else b""
    os.close(reader)
    return printed.decode(), shown.decode().replace("\r\n", "\n")
