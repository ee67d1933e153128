"""Serve one peer over uvicorn: python -m tests.bench.compare.servers PEER with|without PORT FOLDER."""

import importlib
import sys
from pathlib import Path

import uvicorn


def main() -> None:
    """Make the application, with validation or without, and serve it."""
    peer, validation, port, folder = sys.argv[1:]
    module = importlib.import_module(f"tests.bench.compare.servers.{peer}")
    app = module.application(Path(folder), validate=validation == "with")
    uvicorn.run(
        app,
        host="127.0.0.1",
        port=int(port),
        log_level="critical",
        access_log=False,
        loop="asyncio",
        http="httptools",
    )


if __name__ == "__main__":
    main()
