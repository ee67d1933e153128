"""OpenTelemetry metrics of a gateway: judged messages are counted, without their values."""

import json

import pytest
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader

from deploy_contract.candidate import Difference
from deploy_contract.metrics import observer
from deploy_contract.middleware.observation import Observation
from tests.support.applications import ID, PATH, REFERENCES, App, over_asgi


@pytest.mark.promise(5)
def test_verdicts_violations_and_time_are_counted() -> None:
    reader = InMemoryMetricReader()
    observe = observer(MeterProvider([reader]).get_meter("test"))
    app = App({"resources": [], "offset": "CANARY-7f3a"})
    send = over_asgi(app, deployments={ID: {"source": "codehost"}}, on_report=observe)
    send("PATCH", PATH, json.dumps(REFERENCES).encode())
    send("GET", "/v2/deployments")
    send("GET", "/elsewhere/CANARY-7f3a")
    notes = ("lookup-timeout", "lookup-refused: schema-required /offset")
    observe(Observation(
        "request", "patch_deployment", "allow", refused=False, violations=(), undecided=(), needs=(),
        truncated=False, seconds=0.5, notes=notes,
        candidate=Difference("patch_deployment", "deny", ("unknown-field",)),
    ))  # fmt: skip

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
    patch = {"direction": "request", "operation": "patch_deployment"}
    listing = {"direction": "response", "operation": "list_deployments"}
    for name, attributes in (
        ("violations", {**patch, "rule": "secret-references-source", "mode": "enforce"}),
        ("verdicts", {**patch, "verdict": "deny", "refused": True}),
        ("verdicts", {**listing, "verdict": "deny", "refused": False}),
        ("candidate.differences", {**patch, "verdict": "allow", "candidate": "deny"}),
        ("candidate.rules", {**patch, "rule": "unknown-field"}),
        ("knowledge.notes", {**patch, "note": "lookup-timeout", "reason": "none"}),
        ("knowledge.notes", {**patch, "note": "lookup-refused", "reason": "schema-required"}),
    ):
        assert (attributes, 1) in counted[f"deploy_contract.{name}"]
    assert len(counted["deploy_contract.duration"]) == 4
