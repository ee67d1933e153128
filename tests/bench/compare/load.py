"""A client that keeps a server busy: wrk where it is installed, else this module.

`python -m tests.bench.compare.load URL BODY CONNECTIONS SECONDS` prints the number of requests that
were answered, and the seconds that it took.
"""

import asyncio
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

SCRIPT = """
wrk.method = "PATCH"
wrk.headers["Content-Type"] = "application/json"
wrk.body = io.open("{body}", "rb"):read("*a")
"""


def tool() -> str:
    """Return the name of the load generator on this machine."""
    return "wrk" if shutil.which("wrk") else "a client on asyncio; wrk is not installed"


def load(url: str, body: Path, seconds: int, connections: int, core: int) -> tuple[int, float]:
    """Keep a server busy from one core. Return the number of requests, and the seconds."""
    if shutil.which("wrk"):
        script = body.with_suffix(".lua")
        script.write_text(SCRIPT.format(body=body), "utf-8")
        options = [f"-t1 -c{connections} -d{seconds}s -s {script}", url]
        command = ["wrk", *" ".join(options).split()]
    else:
        command = [sys.executable, "-m", "tests.bench.compare.load", url, str(body)]
        command += [str(connections), str(seconds)]
    done = subprocess.run(
        ["taskset", "-c", str(core), *command], check=True, capture_output=True, text=True
    )
    assert "Non-2xx" not in done.stdout, done.stdout
    assert "Socket errors" not in done.stdout, done.stdout
    found = re.search(r"(\d+) requests in ([0-9.]+)(m?s)", done.stdout)
    assert found, done.stdout
    scale = {"s": 1, "ms": 1e-3}[found[3]]
    return int(found[1]), float(found[2]) * scale


async def _client(host: str, port: int, request: bytes, until: float) -> int:
    """Send requests on one connection, each after the answer to the one before."""
    reader, writer = await asyncio.open_connection(host, port)
    count = 0
    while time.perf_counter() < until:
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        assert head.startswith(b"http/1.1 200"), head[:40]
        length = int(head.split(b"content-length: ")[1].split(b"\r\n")[0])
        await reader.readexactly(length)
        count += 1
    writer.close()
    return count


async def main() -> None:
    """Print the number of requests in the words of wrk."""
    url, body, connections, seconds = sys.argv[1:]
    parts = urlsplit(url)
    text = Path(body).read_bytes()
    head = f"PATCH {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\nContent-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n"
    start = time.perf_counter()
    until = start + float(seconds)
    clients = [
        _client(str(parts.hostname), int(parts.port or 80), head.encode() + text, until)
        for _ in range(int(connections))
    ]
    count = sum(await asyncio.gather(*clients))
    print(f"{count} requests in {time.perf_counter() - start:.3f}s")


if __name__ == "__main__":
    asyncio.run(main())
