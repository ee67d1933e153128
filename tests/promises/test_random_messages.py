"""Both judges give the same report on random requests and responses, whatever the options are."""

from collections.abc import Mapping
from operator import methodcaller
from random import Random
from typing import Any

import pytest

from deploy_contract import Contract, Limits, Report, Request
from deploy_contract.http.exchange import LearnedFacts, facts_of_one
from deploy_contract.knowledge.learned import LearnedDeployments
from deploy_contract.report import to_report
from tests.support import npm, random_messages
from tests.support.effort import effort
from tests.support.engines import agreed
from tests.support.names import named
from tests.support.random_messages import ID, OTHER

pytest.importorskip("deploy_contract_native")

JSON = (("content-type", "application/json"),)
LIST, ONE = "/v2/deployments", f"/v2/deployments/{ID}"
OPTIONS: list[dict[str, Any]] = [
    {},
    {"unknown_fields": "reject", "unknown_operations": "reject", "hosting": "cloud"},
    {"base_path": "/api-host", "unknown_operations": "report", "unknown_fields": "report"},
    {
        "base_path": "/A.b//c", "unknown_fields": "report-requests",
        "limits": Limits(violations=3, query=60, request_body=600, response_body=2_000),
    },
    {
        "hosting": "self_hosted", "unknown_operations": "reject",
        "modes": {
            "path-ambiguous": "off", "content-unread": "enforce", "list-name-contains": "enforce",
            "patched-deployment": "enforce", "patch_deployment:schema-required": "report",
            "list_deployments:schema-type": "enforce", "list_repositories:parameter-type": "off",
            **dict.fromkeys((
                "content-type", "content-charset", "method-override", "parameter-confusable",
                "body-missing", "schema-type", "deployment-name-kept",
            ), "report"),
        },
    },
]  # fmt: skip
STORED: list[Any] = [
    None, None, {}, {"source": "codehost"}, {"source": "external_container", "name": "checkout-0"},
    {"id": OTHER, "name": "x"}, {"id": ID.upper(), "source": "internal_source", "name": None},
    {"source_config": {"build_on_push": False}, "name": 1}, {"name": True}, {"name": ["a"]},
]  # fmt: skip


# the parts of a route that a middleware reads
ROUTE = (
    "operation", "methods", "is_head", "changed", "valid_id", "overrides",
    "reads_body", "fault",
)  # fmt: skip


@pytest.mark.soak
@pytest.mark.promise(2, 4, 10, 18, 19, 20, 21, 26, 28, 30, 36, 37)
@pytest.mark.parametrize("options", OPTIONS)
def test_random_messages(options: Mapping[str, Any]) -> None:
    """Also as a middleware judges them: bodies that are not shown, and facts that were learned."""
    r = Random(19)
    judges = [Contract(engine=named(engine), **options) for engine in ("python", "native")]
    base_path = options.get("base_path", "")
    statuses = set()
    for _ in range(effort(300, 100_000)):
        request = random_messages.request(r, base_path)
        stored = r.choice(STORED)
        sources = [None, None, "codehost", "external_container", "x"]
        source = r.choice(sources) if r.random() < 0.3 else None
        given = request[:3], list(request.headers), request.body, source, stored
        ask = methodcaller("check_request", request, source=source, deployment=stored)
        asked = agreed(judges, ask, given)
        agreed(
            judges,
            lambda judge: to_report(judge.judge.request(judge.judge.route(request), None)),  # noqa: B023
            given,
        )
        length = r.choice(["", "0", " 12 ", "+1", "1_0", "9" * 30, "99999999", "\u0663"])
        pairs = [*request.headers, ("Content-Length", length)]
        routes = [judge.judge.route(request._replace(headers=pairs)) for judge in judges]
        for name in ROUTE:
            one, other = [getattr(route, name) for route in routes]
            assert one == other, (name, request[:2], pairs)
        answered = random_response(r, judges, base_path)
        statuses |= {found.status for found in (asked, answered) if isinstance(found, Report)}
    assert {200, 400, 502} <= statuses


def random_response(r: Random, judges: list[Contract], base_path: str) -> Any:
    """Compare what the judges say of a random response, and return the report or the exception."""
    response = random_messages.response(r)
    request = Request("GET", base_path + LIST, random_messages.query(r, 0))
    if r.random() < 0.4:
        request = Request("PATCH", base_path + ONE, "", JSON, b"{}")
    stored = r.choice(STORED) if r.random() < 0.5 else None
    of_all = {ID: r.choice(STORED), OTHER: {"name": "x"}}.get
    known = of_all if r.random() < 0.5 else None
    given = response.status, list(response.headers), response.body, request[:3], stored
    ask = methodcaller("check_response", response, request, deployment=stored, known=known)
    found = agreed(judges, ask, given)
    lookup = LearnedDeployments(learn_mutable=r.random() < 0.5)
    lookup.learn(judges[0].check_response(random_messages.response(r), request))
    with_lookup = LearnedFacts(lookup.find, lookup)
    of_one = facts_of_one(ID, stored or {})
    learned = r.choice([LearnedFacts(of_one), LearnedFacts(of_all), with_lookup, with_lookup])
    operation = r.choice(["list_deployments", "patch_deployment", "list_repositories", None, "x"])
    arguments = r.choice([None, {}, {"deployment_id": OTHER}, {"limit": 1, "status": "READY"}])
    ask = methodcaller("response", response, operation, arguments, stored, None, learned)
    agreed(judges, lambda judge: to_report(ask(judge.judge)), given, operation, arguments, learned)
    return found


@pytest.mark.soak
@pytest.mark.promise(2, 10, 19, 20, 21, 26, 37)
def test_random_messages_of_the_npm_package() -> None:
    """The core as WebAssembly gives the whole report of the Python judge."""
    npm.require("node")
    r = Random(31)
    questions: list[dict[str, Any]] = []
    reports = []
    for options in OPTIONS:
        judge, given = Contract(engine="python", **options), dict(options)
        if "limits" in options:
            given["limits"] = options["limits"]._asdict()
        for _ in range(effort(120, 20_000)):
            request = random_messages.request(r, options.get("base_path", ""))
            if any("\ud800" <= sign <= "\udfff" for sign in "".join(request[:3])):
                continue  # JavaScript would not hand over half of a pair as it is
            stored, asked = r.choice(STORED), {"options": given, "request": npm.question(request)}
            if r.random() < 0.5:
                response = random_messages.response(r)
                asked |= {"response": npm.question(response), "context": {"deployment": stored}}
                reports.append(judge.check_response(response, request, deployment=stored))
            else:
                asked |= {"context": {"deployment": stored}}
                reports.append(judge.check_request(request, deployment=stored))
            questions.append(asked)
    for question, report, found in zip(questions, reports, npm.reports(questions), strict=True):
        assert found == npm.shown(report), question
