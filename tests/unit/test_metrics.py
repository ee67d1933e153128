"""OpenTelemetry metrics of a gateway: judged messages are counted, without their values."""

import importlib
import json
import sys

import pytest
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader

from deploy_contract.metrics import observer
from deploy_contract.middleware.observation import Observation
from tests.support.applications import ID, PATH, REFERENCES, App, over_asgi


def test_verdicts_violations_and_time_are_counted() -> None:
    reader = InMemoryMetricReader()
    observe = observer(MeterProvider([reader]).get_meter("test"))
    send = over_asgi(
        App({"resources": [], "offset": "CANARY-7f3a"}),
        deployments={ID: {"source": "codehost"}},
        on_report=observe,
    )
    send("PATCH", PATH, json.dumps(REFERENCES).encode())
    send("GET", "/v2/deployments")
    send("GET", "/elsewhere/CANARY-7f3a")
    late = {
        "direction": "request",
        "operation": "patch_deployment",
        "verdict": "allow",
        "refused": False,
        "truncated": False,
    }
    notes = ("lookup-timeout", "lookup-refused: schema-required /offset")
    observe(Observation(**late, violations=(), undecided=(), needs=(), seconds=0.5, notes=notes))  # type: ignore[arg-type]

    data = reader.get_metrics_data()
    assert data is not None
    text = data.to_json()
    assert "CANARY" not in text
    counted = {
        metric["name"]: [
            (point["attributes"], point.get("value")) for point in metric["data"]["data_points"]
        ]
        for scope in json.loads(text)["resource_metrics"][0]["scope_metrics"]
        for metric in scope["metrics"]
    }
    where = {"direction": "request", "operation": "patch_deployment"}
    assert (where | {"rule": "secret-references-source", "mode": "enforce"}, 1) in counted[
        "deploy_contract.violations"
    ]
    assert (where | {"verdict": "deny", "refused": True}, 1) in counted["deploy_contract.verdicts"]
    assert (where | {"note": "lookup-timeout", "reason": "none"}, 1) in counted[
        "deploy_contract.knowledge.notes"
    ]
    assert (where | {"note": "lookup-refused", "reason": "schema-required"}, 1) in counted[
        "deploy_contract.knowledge.notes"
    ]
    assert (
        {
            "direction": "response",
            "operation": "list_deployments",
            "verdict": "deny",
            "refused": False,
        },
        1,
    ) in counted["deploy_contract.verdicts"]
    assert len(counted["deploy_contract.duration"]) == 4


def test_without_the_extra_it_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.metrics", None)
    monkeypatch.delitem(sys.modules, "deploy_contract.metrics")
    with pytest.raises(ImportError, match=r"pip install 'deploy-contract\[otel\]'"):
        importlib.import_module("deploy_contract.metrics")
