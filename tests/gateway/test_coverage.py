"""Coverage in the programs' metrics, and as the summary that the command adds up."""

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from deploy_contract import Contract, Request
from deploy_contract.traffic.coverage import Coverage
from deploy_contract.traffic.live import LiveCoverage
from deploy_contract_gateway.metrics import TotalMetrics, WorkerMetrics
from tests.support.commands import ended
from tests.support.effort import first
from tests.support.gateways import CANARY, PATH, Gateway, Upstream, running, soon
from tests.support.policies import NO_SECRETS

SECRET = json.dumps(
    {"secrets": [{"name": CANARY, "value": CANARY}], "secret_references": 7}
).encode()
FIELD = 'coverage_fields_total{document="DeploymentPatch",field="/secrets",result="%s"}'


@pytest.fixture(params=first(["gateway", "decide"], 1))
def program(
    request: pytest.FixtureRequest, upstream: Upstream, tmp_path: Path
) -> Iterator[Gateway]:
    """Yield a program with two workers whose file has the coverage."""
    needed = {"gateway": ("--upstream", upstream.url), "decide": ("--dialect", "envoy")}
    (tmp_path / "file.toml").write_text("coverage = 1.0\n", "utf-8")
    options = (*needed[request.param], "--workers", "2", "--config", str(tmp_path / "file.toml"))
    with running(tmp_path, *options, program=request.param) as started:
        yield started


def summary(gateway: Gateway) -> dict[str, Any]:
    """Return the numbers of each section, by the names of their parts."""
    found = json.loads(gateway.watch("/-/coverage").body)
    return {
        section: {tuple(row.values())[:-3]: tuple(row.values())[-3:] for row in rows}
        for section, rows in found.items()
        if isinstance(rows, list)
    }


def test_metrics_and_summary_have_the_sums_of_all_workers_before_and_after_a_reload(
    program: Gateway, tmp_path: Path
) -> None:
    before = program.metrics()
    assert before[FIELD % "passed"] == 0
    assert FIELD % "failed" not in before
    for _ in range(3):
        program.patch(b'{"secrets": []}')
        program.patch(SECRET)
    program.ask("GET", f"/{CANARY}")
    counted = program.metrics()
    assert counted[FIELD % "passed"] == 6
    operation = 'coverage_operations_total{message="request",operation="%s",result="%s"}'
    assert counted[operation % ("patch_deployment", "failed")] == 3
    assert counted[operation % ("none", "passed")] == 1
    found = summary(program)
    assert found["fields"]["DeploymentPatch", "/secrets"] == (6, 0, 0)
    assert found["fields"]["DeploymentPatch", "/secret_references"] == (0, 3, 0)
    assert found["operations"]["", "request"] == (1, 0, 0)
    assert found["rules"]["schema-type", ""] == (0, 3, 0)
    body = program.watch("/-/coverage").body
    assert CANARY.encode() not in body + program.watch("/-/metrics").body
    assert len(counted) < 2000  # names of the contract are the only labels

    file = tmp_path / "coverage.json"
    file.write_bytes(body)
    total = json.loads(ended(0, "coverage", "--format", "json", str(file), str(file)).out)
    (secrets,) = [
        row
        for row in total["fields"]
        if (row["document"], row["field"]) == ("DeploymentPatch", "/secrets")
    ]
    assert secrets["passed"] == 12

    for share, applied in (("0.0", 2), ("1.0", 4)):  # a reload keeps the counts
        (tmp_path / "file.toml").write_text(f"coverage = {share}\n", "utf-8")
        program.process.send_signal(signal.SIGHUP)
        assert soon(lambda applied=applied: len(program.lines("reloaded")) == applied)  # type: ignore[misc]
        program.patch(b'{"secrets": []}')
        answer = program.watch("/-/coverage")
        assert answer.status == (404 if share == "0.0" else 200)
        is_problem = answer.header("content-type") == "application/problem+json"
        assert is_problem == (share == "0.0")
    assert program.metrics()[FIELD % "passed"] == 7


def counted(contract: Contract, body: bytes) -> LiveCoverage:
    """Return the coverage of a worker that has judged a patch."""
    live, headers = LiveCoverage(1), [("content-type", "application/json")]
    report = contract.check_request(Request("PATCH", PATH, "", headers, body))
    live.counter(contract)("request", report, len(body), None)
    return live


def test_counts_of_ended_workers_stay_when_coverage_is_turned_off() -> None:
    contract, total = Contract(), TotalMetrics()
    for process, body in ((1, b'{"secrets": 1}'), (2, b"{}")):
        live = counted(contract, body)
        live.share = 0
        total.update(process, WorkerMetrics(live).snapshot())
    before = total.counts()
    assert any("schema-type" in key and "failed" in key for key in before)
    total.remove(1)
    assert total.counts() == before


def test_the_summary_after_a_reload_is_one_of_the_contract_without_the_rule_that_it_drops(
    tmp_path: Path,
) -> None:
    """Even if a worker that has counted the rule ended."""
    policy, total = tmp_path / "policy.yaml", TotalMetrics()
    policy.write_text(NO_SECRETS, "utf-8")
    for process, contract in ((1, Contract(policies=[policy])), (2, Contract())):
        total.update(process, WorkerMetrics(counted(contract, SECRET)).snapshot())
        read = Coverage.from_dict(total.coverage(), contract)
        assert {row.names[0]: row.failed for row in read.rows("rules")}["schema-type"] == process
        total.remove(process)
