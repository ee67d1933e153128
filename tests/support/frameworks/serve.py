"""Starts an example by hand, at http://127.0.0.1:8000. Options that it is given go on to the server, such as `--port 8001`."""

import os
import sys
from pathlib import Path
from typing import NoReturn


def start(*command: str) -> NoReturn:
    """Become the server that a command starts: `start("uvicorn", "starlette_app:app")`."""
    os.chdir(Path(__file__).parent)
    os.execv(sys.executable, [sys.executable, "-m", *command, *sys.argv[1:]])  # noqa: S606 - nothing is left to do after it
