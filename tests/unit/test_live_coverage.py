"""Coverage while messages are judged: whole or a sample of them, within a share of the time."""

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader

from deploy_contract import Contract, ContractError, Request
from deploy_contract.asgi import ContractMiddleware, within
from deploy_contract.metrics import export_coverage
from deploy_contract.middleware.enforcement import Enforcer
from deploy_contract.traffic import Coverage, LiveCoverage
from deploy_contract.traffic.live import LONGEST, MAX_DOCUMENTS
from tests.support.applications import ID, PATH, REFERENCES, App, deployment, over_asgi, raising
from tests.support.threads import at_once

CANARY = "CANARY-7f3a"
PATCH = Request("PATCH", PATH, "", {"content-type": "application/json"}, b"{}")
Rows = dict[tuple[str, ...], tuple[int, int, int]]


def exercised(coverage: Coverage, section: str) -> Rows:
    return {row.names: row[1:] for row in coverage.rows(section) if row.is_exercised}


def patched(live: LiveCoverage) -> int:
    rows = exercised(live.snapshot(), "operations")
    return sum(rows.get(("patch_deployment", "request"), (0,)))


def test_a_middleware_counts_what_it_judges(over: Any) -> None:
    live = LiveCoverage(1)
    send = over(App(), deployments={ID: {"source": "codehost"}}, coverage=live)
    send("PATCH", PATH, json.dumps(REFERENCES).encode())
    send("PATCH", PATH, b'{"secrets": []}')
    send("GET", "/v2/deployments", query="limit=5")
    send("GET", f"/elsewhere/{CANARY}")
    found = live.snapshot()
    assert exercised(found, "operations") == {
        ("", "request"): (1, 0, 0),
        ("list_deployments", "request"): (1, 0, 0),
        ("list_deployments", "response"): (0, 1, 0),  # it is no list
        ("patch_deployment", "request"): (1, 1, 0),
        ("patch_deployment", "response"): (1, 0, 0),
    }
    assert exercised(found, "rules")["secret-references-source", "codehost"] == (0, 1, 0)
    assert exercised(found, "fields")["DeploymentPatch", "/secrets"] == (1, 0, 0)
    assert exercised(found, "parameters")["list_deployments", "limit"] == (1, 0, 0)
    assert CANARY not in json.dumps(live.to_dict())


def test_a_response_that_nobody_judged_is_not_counted() -> None:
    live = LiveCoverage(1)
    long = App(b"{" * 200_000)
    send = over_asgi(long, responses="report", buffer_bytes=1 << 16, coverage=live)
    send("GET", "/v2/deployments")
    assert ("list_deployments", "response") not in exercised(live.snapshot(), "operations")


def test_counting_rests_in_proportion_to_the_time_it_takes(contract: Contract) -> None:
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += 0.001  # so that each message takes 1 ms to count
        return now

    live = LiveCoverage(0.01, clock=clock)
    count = live.counter(contract)
    report = contract.check_request(PATCH)
    for _ in range(90):
        count("request", report, 2, None)
    assert patched(live) == 1
    now += 0.098
    count("request", report, 2, None)
    assert patched(live) == 2


@pytest.mark.parametrize(
    ("share", "size", "counted"), [(1, LONGEST, 1), (1, LONGEST + 1, 0), (0, 2, 0)]
)
def test_long_messages_and_a_share_of_nothing_are_not_counted(
    contract: Contract, share: float, size: int, counted: int
) -> None:
    live = LiveCoverage(share)
    live.counter(contract)("request", contract.check_request(PATCH), size, None)
    assert patched(live) == counted


def test_a_sample_of_a_long_list_is_counted() -> None:
    live = LiveCoverage(1)
    listed = [deployment(f"{n:08x}{ID[8:]}") for n in range(MAX_DOCUMENTS + 5)]
    send = over_asgi(App({"resources": listed, "offset": 25}), coverage=live)
    send("GET", "/v2/deployments", query="limit=50")
    assert exercised(live.snapshot(), "fields")["Deployment", "/name"] == (MAX_DOCUMENTS, 0, 0)


def test_threads_lose_no_message(contract: Contract) -> None:
    live = LiveCoverage(1)
    count, report = live.counter(contract), contract.check_request(PATCH)

    def work(_number: int) -> None:
        for _ in range(50):
            count("request", report, 2, None)
            live.to_dict()

    at_once(work, 4)
    assert patched(live) == 200


def test_a_fault_of_the_counter_refuses_nothing_and_shows_no_value(
    caplog: pytest.LogCaptureFixture,
) -> None:
    broken = SimpleNamespace(counter=lambda _contract: raising(ValueError(CANARY)))
    assert over_asgi(App(), coverage=broken)("PATCH", PATH, b"{}").status == 200
    assert "counting coverage" in caplog.text
    assert CANARY not in caplog.text


def test_contracts_that_replace_each_other_count_into_one(contract: Contract) -> None:
    live = LiveCoverage(1)
    enforcer: Enforcer = ContractMiddleware(App().asgi, contract, coverage=live).enforcer
    for one in (enforcer, enforcer.using(Contract(modes={"secret-references-source": "off"}))):
        asyncio.run(one.judged(one.arrive(PATCH), PATCH.body, within))
    assert patched(live) == 2
    rules = {row.names[0] for row in live.snapshot().rows("rules")}
    assert "secret-references-source" not in rules


@pytest.mark.parametrize("share", [-0.1, 1.1, True, "1", float("nan")])
def test_a_share_is_a_number_from_0_to_1(share: Any) -> None:
    with pytest.raises(ContractError, match="share must be a number from 0 to 1"):
        LiveCoverage(share)


def test_opentelemetry_exports_each_part() -> None:
    reader, live = InMemoryMetricReader(), LiveCoverage(1)
    export_coverage(live, MeterProvider([reader]).get_meter("test"))
    over_asgi(App(), coverage=live)("PATCH", PATH, b'{"secrets": []}')
    data = reader.get_metrics_data()
    assert data is not None
    (scope,) = json.loads(data.to_json())["resource_metrics"][0]["scope_metrics"]
    points = {
        metric["name"]: {
            tuple(sorted(point["attributes"].items())): point["value"]
            for point in metric["data"]["data_points"]
        }
        for metric in scope["metrics"]
    }
    fields = points["deploy_contract.coverage.fields"]
    name = (("document", "DeploymentPatch"), ("field", "/secrets"), ("result", "passed"))
    other = (("document", "DeploymentPatch"), ("field", "/source_config"), ("result", "passed"))
    assert (fields[name], fields[other]) == (1, 0)
    assert {name.rpartition(".")[2] for name in points} >= {"operations", "rules", "needs"}
