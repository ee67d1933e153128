"""Every denial names an enforced violation, under any modes, policies, limits and engine; and a candidate is judged as stored."""

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from deploy_contract_generated.names import DocumentKind, EngineName, SourceName
from hypothesis import given
from hypothesis import strategies as st

from deploy_contract import Contract, DocumentError, Limits, Report, Request, Response
from deploy_contract.answers import problem
from deploy_contract.bundle import Bundle
from tests.support.applications import App, deliver, over_asgi, over_wsgi
from tests.support.engines import ENGINES
from tests.support.hostile import ID, JSON, PATH
from tests.support.names import named
from tests.support.policies import policy, rule
from tests.support.strategies import SOURCES, bent, patient

PATCH: Final = "DeploymentPatch"
LIST: Final = "DeploymentList"
RULES = Bundle.installed().book.rules
STRUCTURE = [rule.rule for rule in RULES if rule.shape == "keyword"]
FREE = [rule.rule for rule in RULES if rule.shape != "wire" and not rule.parameters.get("fixed")]
# it is open where only one of the two fields is set
COMMANDS = ("/source_config/install_command", "/source_config/build_command")
NEVER = rule("our-never", never={key: {"type": "string"} for key in COMMANDS})
OPEN = [  # patches whose verdict depends on the source, the stored deployment, or both
    '{"source_revision_config": {"repo_ref": "refs/tags/v1"}}', '{"source_config": {"build_on_push": true, "integration_id": "x"}}',
    '{"source": "codehost"}', '{"secret_references": [], "name": 5}', '{"source_revision_config": {"image_uri": 5, "repo_ref": "main"}}',
]  # fmt: skip
Tried = Callable[[int], None]


def names_what_it_enforces(report: Report) -> bool:
    """Return True if a denial says why, at every way to ask; True of what is not denied."""
    if report.verdict != "deny":
        return True
    enforced = {violation.rule for violation in report.violations if violation.mode == "enforce"}
    with pytest.raises(DocumentError) as caught:
        report.raise_for_violations()
    body = json.loads(problem(report, 422).body)
    return bool(enforced and caught.value.violations and str(caught.value) and body["violations"])


def contracts(engine: EngineName, folder: Path, count: int) -> list[Contract]:
    """Contracts of random modes, by the same random numbers for each engine."""
    random = Random(29)
    path = folder / "policy.json"
    path.write_text(json.dumps(policy(NEVER)))
    found = []
    for index in range(count):
        modes = {
            name: random.choice(["enforce", "report", "off"])
            for name in random.sample(FREE, random.randrange(len(FREE)))
        }
        modes |= {name: random.choice(["enforce", "report", "off"]) for name in STRUCTURE}
        found.append(
            Contract(
                engine=engine,
                modes=named({} if index == 0 else modes),
                unknown_fields=random.choice(["allow", "report", "reject"]),
                hosting=random.choice([None, "cloud", "self_hosted"]),
                limits=Limits(violations=random.choice([1, 2, 20])),
                policies=[path] if index % 2 else [],
            )
        )
    return found


@pytest.mark.soak
@pytest.mark.promise(29, 26)
def test_a_denial_names_an_enforced_violation_under_any_modes(tmp_path: Path, tried: Tried) -> None:
    pairs = list(zip(*(contracts(name, tmp_path, 8) for name in ENGINES), strict=True))
    verdicts: list[str] = []

    def judge(index: int, text: str, kind: DocumentKind, source: SourceName | None) -> None:
        reports = [contract.check(text, kind, source=source) for contract in pairs[index]]
        assert all(map(names_what_it_enforces, reports)), ascii(text)
        assert all(one.to_dict() == reports[0].to_dict() for one in reports), ascii(text)
        verdicts.append(reports[0].verdict)

    for text, index, source in product(OPEN, range(len(pairs)), (None, "codehost")):
        judge(index, text, PATCH, named(source))
    assert set(verdicts) == {"allow", "deny", "indeterminate"}

    @patient(30, in_soak=300)
    @given(st.data(), st.sampled_from([PATCH, PATCH, LIST]), st.sampled_from(SOURCES))
    def holds(data: st.DataObject, kind: DocumentKind, source: SourceName | None) -> None:
        text = data.draw(bent(kind) | st.sampled_from(OPEN))
        for index in data.draw(st.sets(st.integers(0, len(pairs) - 1), min_size=3, max_size=3)):
            judge(index, text, kind, source)

    holds()
    tried(len(verdicts))


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
