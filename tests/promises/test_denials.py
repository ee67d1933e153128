"""Every denial names an enforced violation, and so does the answer of every door."""

import json
from typing import Any, Final

import pytest
from deploy_contract_generated.names import EngineName

from deploy_contract import Contract, Limits, Request, Response
from deploy_contract.bundle import Bundle
from tests.support.applications import ID, PATH, App, deliver, over_asgi, over_wsgi
from tests.support.document_doors import JSON
from tests.support.engines import names_what_it_enforces
from tests.support.names import named

PATCH: Final = "DeploymentPatch"
STRUCTURE = [one.rule for one in Bundle.installed().book.rules if one.shape == "keyword"]
HIDDEN: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any], str]] = {  # document, options, context, the rule that refuses
    "one violation at most": (
        {"secrets": [{"name": ""}] * 3}, {"modes": {"secret-name-empty": "report"}, "limits": Limits(violations=1)}, {"source": "codehost"}, "secret-complete",
    ),
    "a field that is unknown, where a rule is open": (
        {"name": "x"}, {"unknown_fields": "reject"}, {"source": "codehost"}, "unknown-field",
    ),
    "a value that differs from the stored one": (
        {"source_config": {"integration_id": 5}}, {"modes": {"schema-type": "report"}}, {"deployment": {"source": "codehost", "source_config": {"integration_id": ID}}}, "immutable-field",
    ),
}  # fmt: skip


@pytest.mark.promise(29)
@pytest.mark.parametrize("name", HIDDEN)
def test_what_is_only_reported_hides_no_rule_that_refuses(name: str, engine: EngineName) -> None:
    document, options, context, refusing = HIDDEN[name]
    contract = Contract(engine=engine, **options)
    for body in (document, *[json.dumps(document).encode()] * 3):
        report = contract.check(body, PATCH, **context)
        assert report.verdict == "deny"
        modes = {violation.rule: violation.mode for violation in report.violations}
        assert modes.get(refusing) == "enforce"
        assert names_what_it_enforces(report)
    if not context.get("deployment"):
        return
    request = Request("PATCH", PATH, "", JSON, json.dumps(document).encode())
    assert names_what_it_enforces(contract.check_request(request, **context))


@pytest.mark.promise(29)
def test_every_door_says_why_it_refuses(engine: EngineName) -> None:
    reporting = dict.fromkeys(("schema-type", "schema-format"), named("report"))
    contract = Contract(engine=engine, hosting="cloud", modes=reporting)
    request = Request("PATCH", PATH, "", JSON, b'{"source_config": {"custom_url": 5}}')
    app = App()
    for over in (over_asgi, over_wsgi):
        answered = deliver(over, app, request, contract=contract)
        found = json.loads(answered.body)["violations"]
        assert (answered.status, app.calls) == (422, 0)
        assert "custom-url-source" in {row["rule"] for row in found if row["mode"] == "enforce"}
    row = {"source": "codehost", "secret_references": [{}], "id": 5}
    strict = Contract(engine=engine, modes=dict.fromkeys(STRUCTURE, "report"))
    response = Response(200, JSON, json.dumps(row).encode())
    report = strict.check_response(response, operation="patch_deployment")
    assert report.verdict == "deny"
    assert names_what_it_enforces(report)
