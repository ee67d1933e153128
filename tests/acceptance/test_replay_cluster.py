"""Replay on a Dask cluster of two workers, with the same result as one process."""

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.support.commands import ROOT, ended, outcome, ran
from tests.support.har_lines import traffic

pytestmark = pytest.mark.skipif(
    find_spec("distributed") is None, reason="the extra [dask] is not installed"
)

EXAMPLE = str(ROOT / "spec" / "examples" / "exchange.har")
CLUSTER = """
import sys
from distributed import LocalCluster
from deploy_contract.cli.command import main

if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        for command in ("replay", "coverage"):
            arguments = [command, "--dask", cluster.scheduler_address, *sys.argv[1:]]
            print(command, main(arguments), flush=True)
"""


@pytest.mark.soak_only
def test_a_cluster_gives_the_same_result_as_one_process(here: Path) -> None:
    (here / "cluster.py").write_text(CLUSTER)
    lines = [line for seed in range(4) for line in traffic(seed)]
    (here / "a.ndjson").write_bytes(b"".join(lines))
    wanted = ""
    for command in ("replay", "coverage"):
        status, shown = outcome(command, "a.ndjson", EXAMPLE)
        wanted += f"{shown.out}{command} {status}\n"
    done = ran(sys.executable, "cluster.py", "a.ndjson", EXAMPLE, folder=here)
    assert (done.returncode, done.stdout) == (0, wanted)


def test_a_cluster_that_does_not_answer_or_has_no_workers_is_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("deploy_contract.traffic.judging._SECONDS", 0.5)
    for address in ("tcp://127.0.0.1:9", "nonsense://x\n"):
        (line,) = ended(2, "replay", "--dask", address, EXAMPLE).err.splitlines()
        assert line.startswith("deploy-contract: --dask: no scheduler of Dask answers at ")
    empty = pytest.importorskip("distributed").LocalCluster(n_workers=0, dashboard_address=None)
    with empty as cluster:
        said = ended(2, "replay", "--dask", cluster.scheduler_address, EXAMPLE).err
    assert said.endswith(f"{cluster.scheduler_address} has no workers\n")
    said = ended(2, "replay", "--dask", "tcp://127.0.0.1:9", "--jobs", "2", EXAMPLE).err
    assert said == "deploy-contract: give --jobs or --dask, not both\n"
