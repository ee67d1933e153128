"""The comparison with peers: each has a row, pinned packages and a server, and its proofs are of the suite."""

import asyncio
import json
import math
import re
import socket
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn

from tests.bench.compare.load import load
from tests.bench.compare.peers import FOLDER, PEERS, SERVERS, pinned
from tests.bench.compare.proofs import CLAIMS, Proof, proofs, send, unchecked
from tests.bench.compare.servers.deploy_contract_app import application
from tests.bench.compare.setup import ID, write_data
from tests.bench.compare.table import Measured, table
from tests.support.suite import cases

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "src" / "deploy_contract" / "middleware" / "README.md").read_text("utf-8")
JSON = (("Content-Type", "application/json"),)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the data of the comparison."""
    made = tmp_path_factory.mktemp("compare")
    write_data(made)
    return made


@pytest.fixture(scope="module")
def port(folder: Path) -> Iterator[int]:
    """Serve the application that is compared, in a thread of this process."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        config = uvicorn.Config(application(folder, validate=True), log_level="error")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])))
        thread.start()
        while not server.started and thread.is_alive():
            time.sleep(0.01)
        yield listener.getsockname()[1]
        server.should_exit = True
        thread.join()


def test_every_peer_has_a_server_and_pinned_packages() -> None:
    versions = pinned()
    suffixes = {"python": ".py", "node": ".mjs"}
    for peer in PEERS:
        assert (SERVERS / f"{peer.module}{suffixes[peer.language]}").exists()
        assert set(peer.packages) <= set(versions)
    assert all(re.fullmatch(r"\d+(\.\d+)+", version) for version in versions.values())
    lines = (FOLDER / "requirements.txt").read_text("utf-8").splitlines()
    assert [line for line in lines if "==" not in line and not line.startswith("#")] == []


def test_every_peer_has_a_row() -> None:
    found = {peer.module: Measured(5000, 6000, 150, 110) for peer in PEERS}
    found[PEERS[1].module] = Measured(problem="not installed: no route to host")
    rows = table(found).splitlines()[2 : 2 + len(PEERS)]
    for peer, row in zip(PEERS, rows, strict=True):
        assert row.startswith(f"| {peer.name} (")
        assert row.count("|") == 7
    assert "| 5,000 | 6,000 | 150 | 40 |" in rows[0]
    assert "not run: not installed: no route to host" in rows[1]


def test_a_peer_that_answered_nothing_has_a_row_without_figures() -> None:
    found = {peer.module: Measured(math.nan, math.nan, math.nan, math.nan) for peer in PEERS}
    rows = table(found).splitlines()[2 : 2 + len(PEERS)]
    assert all("| nan | nan | nan | nan |" in row for row in rows)


def test_every_peer_has_a_row_in_the_guide() -> None:
    rows = [line for line in GUIDE.splitlines() if line.startswith("| ")]
    for peer in PEERS:
        assert any(row.startswith(f"| {peer.name} (") for row in rows), peer.name


def test_claims_are_denied_cases_of_the_suite() -> None:
    known = dict(cases())
    assert len(set(CLAIMS.values())) == len(CLAIMS)
    for title in CLAIMS.values():
        assert known[title]["verdict"] == "deny"
    identities = [proof.identity for proof in proofs()]
    assert len(set(identities)) == len(identities)


@pytest.mark.parametrize("proof", proofs(), ids=lambda proof: proof.claim)
def test_the_library_refuses_what_proves_a_claim(proof: Proof, port: int) -> None:
    assert 400 <= send(port, proof) < 500


def test_the_library_accepts_the_patch_that_is_measured(folder: Path, port: int) -> None:
    patch = (folder / "body.json").read_bytes()
    assert send(port, Proof("", ID, JSON, patch, {})) == 200
    assert json.loads((folder / "stored.json").read_bytes())[ID]["source"] == "codehost"


def test_the_answer_of_a_peer_decides_what_it_does_not_check() -> None:
    assert unchecked({"depth": 422, "NaN": 400}) == "nothing of these"
    assert unchecked({"depth": 200, "NaN": 400, "UTF-8": 500}) == "depth, UTF-8 (answers 500)"


@pytest.mark.skipif(sys.platform != "linux", reason="taskset belongs to Linux")
def test_the_load_generator_of_python_counts_answers(
    folder: Path, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("tests.bench.compare.load.shutil.which", lambda _name: None)
    url = f"http://127.0.0.1:{port}/v2/deployments/{ID}"
    count, seconds = load(url, folder / "body.json", seconds=1, connections=2, core=0)
    assert count >= 2
    assert seconds > 0
