"""The counts of a worker: one for each label, whatever the order of requests."""

from typing import Any

from deploy_contract.candidate import Difference
from deploy_contract.middleware.observation import Observation
from deploy_contract.violations import Violation
from deploy_contract_gateway.exchange import Exchange
from deploy_contract_gateway.metrics import WorkerMetrics

PATCH, LIST = "patch_deployment", "list_deployments"
BROKEN = Violation("schema-type", "enforce", "body", "/a", "it is wrong", "")
OPEN = Violation("repo-ref-source", "enforce", "body", "/b", "it may be wrong", "")


async def _send(_message: Any) -> None:
    raise AssertionError


def ended(status: int | None, *observations: Observation, reason: str = "") -> Exchange:
    exchange = Exchange("PATCH", _send)
    exchange.status, exchange.reason = status, reason
    exchange.observations.extend(observations)
    return exchange


def seen(
    direction: str,
    operation: str | None,
    verdict: str = "allow",
    *,
    refused: bool = False,
    violations: tuple[Violation, ...] = (),
    undecided: tuple[Violation, ...] = (),
    **more: Any,
) -> Observation:
    none: tuple[str, ...] = ()
    return Observation(
        direction, operation, verdict, refused, violations, undecided, none,
        truncated=False, seconds=0.25, **more,
    )  # fmt: skip


def test_each_exchange_counts_once_for_each_of_its_labels() -> None:
    metrics = WorkerMetrics()
    passed = seen("request", PATCH), seen("response", PATCH)
    for exchange, seconds in (
        (ended(200, *passed), 0.5),
        (ended(200, *passed), 0.0005),
        (ended(422, seen("request", PATCH, "deny", refused=True, violations=(BROKEN,))), 0.5),
        (ended(299, seen("request", PATCH, "deny", violations=(BROKEN, BROKEN))), 100.0),
        (ended(200, seen("request", LIST, "indeterminate", undecided=(OPEN,))), 0.5),
        (ended(200, seen("response", LIST, notes=("lookup-refused: schema-type /a",))), 0.5),
        (ended(200, seen("request", LIST, candidate=Difference(LIST, "deny", ("a",)))), 0.5),
        (ended(404, seen("request", None)), 0.5),
        (ended(None, reason="client-gone"), 0.5),
    ):
        metrics.begin()
        metrics.end(exchange, seconds)
    metrics.begin()
    found = metrics.snapshot()
    assert len(dict(found)) == len(found)
    assert dict(found) == {
        ("requests", PATCH, "200"): 2,
        ("requests", PATCH, "422"): 1,
        ("requests", PATCH, "2xx"): 1,
        ("requests", LIST, "200"): 3,
        ("requests", "none", "404"): 1,
        ("requests", "none", "499"): 1,
        ("request_seconds", PATCH, "0"): 1,
        ("request_seconds", PATCH, "8"): 2,
        ("request_seconds", PATCH, "15"): 1,
        ("request_seconds", PATCH, "sum"): 101.0005,
        ("request_seconds", LIST, "8"): 3,
        ("request_seconds", LIST, "sum"): 1.5,
        ("request_seconds", "none", "8"): 2,
        ("request_seconds", "none", "sum"): 1.0,
        ("verdicts", "request", PATCH, "allow", "no"): 2,
        ("verdicts", "response", PATCH, "allow", "no"): 2,
        ("verdicts", "request", PATCH, "deny", "yes"): 1,
        ("verdicts", "request", PATCH, "deny", "no"): 1,
        ("verdicts", "request", LIST, "indeterminate", "no"): 1,
        ("verdicts", "response", LIST, "allow", "no"): 1,
        ("verdicts", "request", LIST, "allow", "no"): 1,
        ("verdicts", "request", "none", "allow", "no"): 1,
        ("judging_seconds", "request", PATCH): 1.0,
        ("judging_seconds", "response", PATCH): 0.5,
        ("judging_seconds", "request", LIST): 0.5,
        ("judging_seconds", "response", LIST): 0.25,
        ("judging_seconds", "request", "none"): 0.25,
        ("violations", "request", PATCH, "schema-type", "enforce"): 3,
        ("violations", "request", LIST, "repo-ref-source", "undecided"): 1,
        ("candidate_differences", "request", LIST, "allow", "deny"): 1,
        ("candidate_rules", "request", LIST, "a"): 1,
        ("notes", "response", LIST, "lookup-refused", "schema-type"): 1,
        ("problems", "client-gone"): 1,
        ("requests_under_way",): 1,
    }
    assert dict(metrics.snapshot()) == dict(found)  # to ask changes nothing
