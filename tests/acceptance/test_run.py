"""`make run` and `make envoy`: the printed commands work, and Ctrl-C stops every process."""

import json
import os
import re
import select
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from functools import partial

import pytest

from tests.support.commands import ROOT, ran
from tests.support.envoy_module import BUILT
from tests.support.fronts import ENVOY
from tests.support.gateways import process

SECONDS = 60


def until(started: subprocess.Popen[bytes], last: str) -> str:
    """Return the output up to a line that begins with `last`; all of it if none comes in time."""
    assert started.stdout is not None
    found = ""
    while f"\n{last}" not in found:
        if not select.select([started.stdout], [], [], SECONDS)[0]:
            break
        chunk = os.read(started.stdout.fileno(), 1 << 16)
        if not chunk:
            break
        found += chunk.decode()
    return found


NO_ENVOY = "Envoy is not installed" if ENVOY is None else ""
NO_MODULE = "" if BUILT.exists() else "`make envoy` has not built the module"


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
@pytest.mark.parametrize(
    ("front", "missing"),
    [("gateway", ""), ("envoy", NO_ENVOY or NO_MODULE), ("decide", NO_ENVOY)],
)
def test_the_three_printed_commands_work_and_ctrl_c_stops_all(front: str, missing: str) -> None:
    if missing:
        pytest.skip(missing)
    with process(
        [sys.executable, "-u", "-m", "tests.support.run", front, "own"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        # SIGINT is heeded, which a process inherits as ignored from the background job of a shell
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    ) as started:
        said = until(started, "Ctrl-C")
        tries = re.findall(r"  \d\. (.*)\n  (curl .*) \\\n(.*)\n", said)
        assert len(tries) == 3, said
        answers = []
        for _, first, second in tries:
            done = ran(*shlex.split(f"{first} -s {second}"), seconds=SECONDS)
            head, _, body = done.stdout.partition("\n\n")
            answers.append((head.split()[1], json.loads(body)))
        assert [status for status, _ in answers] == ["200", "422", "200"], tries
        before, refused, after = (body for _, body in answers)
        assert refused["violations"][0]["rule"] == "secret-references-source"
        assert after["latest_revision_id"] != before["latest_revision_id"]
        started.send_signal(signal.SIGINT)
        assert started.wait(SECONDS) == 0
        for port in re.findall(r"http://127\.0\.0\.1:(\d+)", said):
            with socket.socket() as closed:
                assert closed.connect_ex(("127.0.0.1", int(port))) != 0
