"""Operators' policies: every key and value of a rule is applied, or refused with its place and what to do."""

import json
import re
import sys
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from deploy_contract_generated.names import EngineName

from deploy_contract import Contract, ContractError, Report
from deploy_contract.examples.breaking import samples_of
from deploy_contract.places import json_place
from deploy_contract.policies import LONGEST, MAX_FAULTS
from tests.support.applications import deployment
from tests.support.calls import count_calls
from tests.support.effort import effort
from tests.support.mutations import changed
from tests.support.names import named
from tests.support.policies import LIST, PATCH, REPOSITORIES, WHOLE, policy, rule

pytestmark = pytest.mark.usefixtures("here")
RESOURCES = "/source_config/resource_spec"
TEXT = {"type": "string"}


def made(data: Any, name: str = "own.json", **options: Any) -> Contract:
    Path(name).write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
    return Contract(policies=[name], **options)


def refused(data: Any, name: str = "own.json") -> str:
    """Return the text of the error for a policy."""
    with pytest.raises(ContractError) as caught:
        made(data, name)
    return str(caught.value)


# -- texts of policies


@pytest.mark.parametrize("extra", [True, False])
def test_a_key_that_stands_twice_is_refused_at_its_place(
    extra: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not extra:
        monkeypatch.setitem(sys.modules, "yaml", None)
        assert "install deploy-contract[cli]" in refused("rules: []", "own.yaml")
        assert "install" not in refused("rules: []", "own.json")
    for name in ("own.json", "own.yaml", "own"):
        text = refused('{"rules": [],\n "rul\\u0065s": []}', name)
        assert text == (
            f"policy {name}:2:2: an object has the same key twice; keep one of the two; programs differ in which one they use"
        )


def test_a_policy_is_yaml_or_json_by_the_rule_of_documents() -> None:
    assert made("{rules: []}", ".yaml").rules == Contract().rules
    assert "is not JSON; " in refused("", "own")
    assert "is not JSON; " in refused('"rules": []', "own")


def test_broken_yaml_is_refused_with_advice_for_yaml() -> None:
    for name in ("own.yaml", "own"):
        text = refused("rules:\n  - rule: a\n   on: [x]\n", name)
        advice = "the file is not YAML; indent the items of a list alike"
        assert text.startswith(f"policy {name}:3:4: {advice}")
        assert "install" not in text
    text = refused("%YAML 1.1\n---\nrules: []\n", "own.yaml")
    assert "programs read this YAML text differently" in text
    assert "holds 2 documents" in refused("rules: []\n---\nrules: []\n", "own.yaml")


def test_a_key_on_that_a_program_wrote_as_true_is_named() -> None:
    """PyYAML reads and writes `on` so. Plain or in quotes, it is right in a policy."""
    text = yaml.safe_dump({"rules": [rule("ours", each=["/secrets/*/name"], schema=TEXT)]})
    for key in ("on", "'on'", '"on"'):
        own = made(text.replace("'on':", f"{key}:"), "own.yaml")
        assert "ours" in [one.rule for one in own.rules]
    changed = yaml.safe_dump(yaml.safe_load(text.replace("'on':", "on:")))
    assert "write `on` (programs that read YAML 1.1" in refused(changed, "own.yaml")
    assert "write `on`" in refused("# a\r\n{rules: [{True : 1}]}", "own.yaml")
    assert "not a JSON value" in refused("rules: [{false: 1}]", "own.yaml")


def test_a_misspelt_pointer_is_answered_with_the_declared_one() -> None:
    for wrong, right in (
        ("/secrets/*/nmae", "/secrets/*/name"),
        ("/source_confg/repo_url", "/source_config/repo_url"),
    ):
        text = refused(policy(rule(each=[wrong], schema={"maxLength": 5})))
        assert f"pointer {wrong} exists in no document kind; did you mean {right}?" in text
    text = refused(policy(rule(each=["/zzz"], schema={"maxLength": 5})))
    assert text.endswith("a rule can name only fields that the schemas declare")


@pytest.mark.parametrize(
    ("name", "levels"), [("own.json", 40), ("own", 100_000), ("own.yaml", 5_000)]
)
def test_deep_text_is_refused_at_its_place(name: str, levels: int) -> None:
    text = '{"rules":\n ' + "[" * levels + "]" * levels + "}"
    expected = f"policy {name}:2:33: arrays and objects are nested deeper than 32; use fewer levels"
    assert refused(text, name) == expected


@pytest.mark.parametrize(
    ("body", "place"),
    [(b"\xef\xbb\xbf{}", "1:1"), (b'{"rules":\n "\xff"}', "2:3"), ("{}".encode("utf-16"), "1:1")],
)
def test_other_encodings_are_refused(body: bytes, place: str) -> None:
    Path("own.json").write_bytes(body)
    with pytest.raises(ContractError, match=f"^policy own.json:{place}: the document is not UTF-8"):
        Contract(policies=["own.json"])


def test_a_message_shows_so_many_faults() -> None:
    lines = refused(policy(*[{"rule": "x"}] * 3_000)).splitlines()
    assert len(lines) == MAX_FAULTS + 1
    assert lines[-1].startswith(f"policy own.json: {3_000 - MAX_FAULTS} more faults")


# -- files


def test_a_policy_of_the_greatest_size_is_read() -> None:
    text = json.dumps(policy(rule(schema={"required": ["secrets"]})))
    contract = made(text + " " * (LONGEST - len(text)))
    assert contract.rules[-1].rule == "own"


# -- rules that name nothing

NOTHING: dict[str, tuple[dict[str, Any], str, str]] = {  # -> policy, tokens of the place, text
    "no sources": (rule(schema={"required": ["secrets"]}, sources=[]), "sources", "a list of one source or more"),
    "every source": (rule(field="/secrets", sources=["codehost", "external_container", "internal_container", "internal_source", "internal_template"]), "sources", "refuses nothing"),
    "a kind without a source": (rule(on=LIST, schema={"required": ["offset"]}, sources=["codehost"]), "on", "also reaches those in a DeploymentList"),
    "a field of a kind without a source": (rule(on=LIST, field="/resources/*/secrets", sources=["codehost"]), "on", "has no source"),
    "context of a kind that has a source": (rule(on=WHOLE, admitted="context"), "on", "admitted: /source"),
    "a pointer of another kind": (rule(each=["/latest_revision_id"], schema=TEXT), "each", "declares /latest_revision_id"),
    "a kind that no pointer reaches": ({**rule(each=["/secrets"], schema={"minItems": 1}), "on": [PATCH, REPOSITORIES]}, "on", "RepositoryList declares nothing that `each` names"),
    "never, not in every kind": ({**rule(never={"/secrets": {"type": "array"}, "/revision_source": TEXT}), "on": [PATCH, WHOLE]}, "never", "Deployment does not declare /revision_source"),
    "within another kind": (rule(on=WHOLE, relation="at_most", within="/revision_source", pairs=[["a", "b"]]), "within", "declares /revision_source"),
    "a misspelt key": (rule(relation="unique_by", array="/secrets", key="nam"), "key", "did you mean name?"),
    "a key that is no text": (rule(relation="unique_by", array=f"{RESOURCES}/volume_mounts", key="readOnly"), "key", "is not a string"),
    "an array that is none": (rule(relation="unique_by", array="/source_config", key="repo_url"), "key", "no fields are declared there"),
    "no pairs": (rule(relation="at_most", within=RESOURCES, pairs=[]), "pairs", "one [lower, upper] pair"),
    "a misspelt name of a pair": (rule(relation="at_most", within=RESOURCES, pairs=[["cpu", "cpu_limt"]]), "pairs", "did you mean cpu_limit?"),
    "a name of a pair that is no number": (rule(relation="at_most", within=RESOURCES, pairs=[["cpu", "service_account_name"]]), "pairs", "is not a number"),
    "a pair of one name": (rule(relation="at_most", within=RESOURCES, pairs=[["cpu", "cpu"]]), "pairs", "are the same"),
    "names that are no texts": (rule(relation="exists_in", names=["/secrets/*"], array=f"{RESOURCES}/volumes", key="name"), "names", "is not a string"),
    "stored fields of a kind that changes nothing": (rule(on=WHOLE, relation="equals_stored", fields=["/name"]), "on", "changes nothing that is stored"),
    "no fields": (rule(relation="equals_stored", fields=[]), "fields", "one pointer or more"),
    "admitted by a text": (rule(on=WHOLE, admitted="/name"), "admitted", "holds a source"),
    "a schema that refuses nothing": (rule(schema={"properties": {"secrets": {"items": {"required": []}}}}), "schema", "refuses nothing"),
    "a keyword of another type below": (rule(schema={"properties": {"secrets": {"minLength": 3}}}), "schema", "minLength has no effect"),
    "another type": (rule(each=["/secrets/*/name"], schema={"type": "integer"}), "schema", "the field is string"),
    "a condition of another type": (rule(field="/secrets", sources=["codehost"], when={"type": "string", "minLength": 1}), "when", "the field is array or null"),
    "a value of another type": (rule(never={"/secrets": {"type": "array"}, "/source_config/build_on_push": {"const": "true"}}), "never", "never has such a value"),
    "a value that is none of the field's": (rule(on=WHOLE, field="/status", sources=[], when={"enum": ["READDY"]}), "when", "it is one of AWAITING_DATABASE, READY"),
    "a misspelt property": (rule(schema={"properties": {"source_confg": {"required": ["repo_url"]}}}), "schema", "did you mean source_config?"),
    "then without if": (rule(schema={"then": {"required": ["secrets"]}}), "schema", "means nothing without `if`"),
    "if alone": (rule(schema={"if": {"required": ["secrets"]}}), "schema", "means nothing without `then` or `else`"),
    "bounds that cross": (rule(each=[f"{RESOURCES}/cpu"], schema={"minimum": 0.5, "maximum": 0.25}), "schema", "no value fits"),
    "a bound beyond all numbers": (rule(each=[f"{RESOURCES}/cpu"], schema={"maximum": 2**53}), "schema", "within +-(2^53 - 1)"),
    "a misspelt basis": (rule(schema={"required": ["secrets"]}, basis="practise"), "basis", "'practise' is not one of stated, practice, advice; did you mean practice?"),
    "a mode that YAML reads as false": (rule(schema={"required": ["secrets"]}, mode=False), "mode", "one of enforce, report, off (off in quotes)"),
    "kinds that are no list": ({**rule(schema={"required": ["secrets"]}), "on": PATCH}, "on", "a list of document kinds: "),
    "a source in a list of its own": (rule(field="/secrets", sources=[["codehost"]]), "sources", "one of codehost, "),
    "a misspelt key of a rule": (rule(schema={"required": ["secrets"]}, mesage="m"), "mesage", "unknown key 'mesage'; a rule of this shape has "),
    "a key with control characters": ({**rule(schema={"required": ["secrets"]}), "x\x1b\n": 1}, "x\x1b\n", "unknown key 'x"),
    "a misspelt relation": (rule(relation="unique"), "relation", "'unique' is not one of at_most, "),
    "a misspelt keyword": (rule(schema={"propertys": {}}), "schema", "did you mean properties?"),
    "an id of the contract": (rule("schema-type", schema={"required": ["secrets"]}), "rule", "the contract's own"),
}  # fmt: skip


@pytest.mark.parametrize("name", NOTHING)
def test_a_rule_that_would_never_apply_is_refused_at_its_place(name: str) -> None:
    row, key, message = NOTHING[name]
    last = {**{name: row[name] for name in row if name != key}, key: row[key]}
    section = "fields" if "field" in row else "rules"
    text = json.dumps(policy(last, section=section), indent=1)
    first, *_ = refused(text).splitlines()
    assert message in first
    found = re.fullmatch(r"policy own\.json:(\d+):(\d+): .*", first)
    assert found
    place = json_place(text, f"/{section}/0/{key}")
    assert (int(found[1]), int(found[2])) >= place, "at the key, or within its value"


@pytest.mark.parametrize(
    "row",
    [
        rule(schema={"properties": {"display_name": {"maxLength": 5}}}),
        rule(
            each=[f"{RESOURCES}/labels"],
            schema={"required": ["team"], "properties": {"team": {"pattern": "^[a-z]+$"}}},
        ),
        rule(
            each=["/secrets/*", f"{RESOURCES}/volumes/*"],
            schema={"properties": {"secret": {"type": "null"}}},
        ),
        rule(each=["/secrets/*"], schema={"properties": {"value": {"type": "null"}}}),
        rule(on=LIST, each=["/resources/*/name"], schema={"maxLength": 5}),
        rule(
            field="/source_config/build_on_push",
            sources=[],
            when={"type": "boolean", "const": True},
        ),
        rule(schema={"if": {"required": ["secrets"]}, "then": {"required": ["source_config"]}}),
        rule(
            each=["/source_revision_config/image_uri"],
            schema={"if": TEXT, "then": {"pattern": "^registry[.]"}},
        ),
    ],
)
def test_a_rule_that_can_apply_is_taken(row: dict[str, Any]) -> None:
    contract = made(policy(row, section="fields" if "field" in row else "rules"))
    assert contract.rules[-1].rule == "own"


STRUCTURES: list[tuple[Any, str]] = [  # a policy, and the beginning of the error
    ([], "1:1: a rule file is an object with fields, rules, cases"),
    ({"wire": []}, "1:2: unknown section 'wire'; use fields, rules, cases"),
    ({"case": []}, "1:2: unknown section 'case'; use fields, rules, cases; did you mean cases?"),
    ({"rulez": []}, "1:2: unknown section 'rulez'; use fields, rules, cases; did you mean rules?"),
    ({"fields": {}}, "1:2: must be a list of rules"),
    ({"cases": {}}, "1:2: must be a list of cases"),
    ({"fields": [7]}, "1:13: a rule is an object"),
    (policy(*[rule(schema={"required": ["secrets"]})] * 2), "1:180: another rule has this id"),
]


@pytest.mark.parametrize(("data", "text"), STRUCTURES)
def test_a_file_of_another_structure_is_refused_at_its_place(data: Any, text: str) -> None:
    (line,) = refused(data).splitlines()
    assert line.startswith(f"policy own.json:{text}")


# -- documents within documents

RELATED: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {  # -> rule, fields that break it, where
    "at_most": (rule(on=WHOLE, relation="at_most", within=RESOURCES, pairs=[["cpu", "cpu_limit"]]), {"source_config": {"resource_spec": {"cpu": 2, "cpu_limit": 1.5}}}, f"{RESOURCES}/cpu"),
    "unique_by": (rule(on=WHOLE, relation="unique_by", array="/secrets", key="name"), {"secrets": [{"name": "a", "value": "v"}] * 2}, "/secrets/1/name"),
    "exists_in": (
        rule(on=WHOLE, relation="exists_in", names=[f"{RESOURCES}/volume_mounts/*/name"], array=f"{RESOURCES}/volumes", key="name"),
        {"source_config": {"resource_spec": {"volume_mounts": [{"name": "data"}], "volumes": []}}}, f"{RESOURCES}/volume_mounts/0/name",
    ),
    "never": (
        rule(on=WHOLE, never={"/source_config/build_on_push": {"type": "boolean", "const": True}, "/source_revision_config/repo_ref": {"type": "string", "pattern": "^refs/tags/"}}),
        {"source_config": {"build_on_push": True}, "source_revision_config": {"repo_ref": "refs/tags/v1"}}, "/source_config/build_on_push",
    ),
    "schema": (rule(on=WHOLE, each=["/name"], schema={"maxLength": 3}), {"name": "long"}, "/name"),
    "field": (rule(on=WHOLE, field="/source_config/custom_url", sources=["external_container"]), {"source_config": {"custom_url": "x"}}, "/source_config/custom_url"),
    "admitted": (rule(on=WHOLE, admitted="/source"), {"source": "external_container"}, "/source"),
}  # fmt: skip


def judged(contract: Contract, document: Any, kind: str) -> Report:
    return contract.check(json.dumps(document).encode(), named(kind))


@pytest.mark.parametrize("shape", RELATED)
@pytest.mark.parametrize("basis", ["practice", "advice"])
def test_a_rule_reaches_the_deployments_of_a_list(
    shape: str, basis: str, engine: EngineName
) -> None:
    row, fields, pointer = RELATED[shape]
    data = policy({**row, "basis": basis}, section="fields" if "field" in row else "rules")
    contract = made(data, engine=engine, hosting="cloud")
    good, bad = deployment(name="one"), deployment(**{"name": "one", **fields})
    allowed = judged(contract, {"resources": [good] * 4, "offset": 0}, LIST)
    assert allowed.violations == ()
    wanted = "deny" if basis == "practice" or shape == "admitted" else "allow"
    listed = {"resources": [good, bad, good, bad], "offset": 0}
    for document, kind, places in (
        (bad, WHOLE, [""]),
        (listed, LIST, ["/resources/1", "/resources/3"]),
    ):
        report = judged(contract, document, kind)
        mine = [item.pointer for item in report.violations if item.rule == "own"]
        assert mine == [f"{place}{pointer}" for place in places]
        assert report.verdict == wanted


def test_what_a_deployment_lacks_is_not_set_and_needs_no_lookup(engine: EngineName) -> None:
    row = RELATED["never"][0]
    contract = made(policy(row), engine=engine)
    for config in ({}, {"repo_ref": None}, {"repo_ref": "main"}):
        one = deployment(source_config={"build_on_push": True}, source_revision_config=config)
        for kind, document in ((WHOLE, one), (LIST, {"resources": [one], "offset": 0})):
            report = judged(contract, document, kind)
            assert (report.verdict, report.violations) == ("allow", ())


def test_an_object_breaks_a_rule_by_what_it_lacks(engine: EngineName) -> None:
    null = {"type": "null"}
    paths = ("/source_config/repo_url", "/source_config/integration_id")
    row = rule(on=WHOLE, never=dict.fromkeys(paths, null))
    contract = made(policy(row), engine=engine)
    lacking, having = deployment(), deployment(source_config={"repo_url": "x"})
    for one, expected in ((lacking, ["/source_config"]), (having, [])):
        report = judged(contract, one, WHOLE)
        assert [item.pointer for item in report.violations] == expected


def test_places_inside_a_value_are_judged_although_it_fits_no_alternative(
    engine: EngineName,
) -> None:
    schema = {"anyOf": [{"type": "string"}, {"type": "null"}]}
    each = ["/secrets/*", "/secrets/*/value"]
    data = policy(rule(each=each, schema=schema))
    contract = made(data, engine=engine, modes={"schema-type": "off"})
    report = judged(contract, {"secrets": [{"name": "a", "value": {}}]}, PATCH)
    assert {item.pointer for item in report.violations} == {"/secrets/0", "/secrets/0/value"}


def test_rules_on_absent_fields_cost_nothing() -> None:
    each, schema = ["/secrets/*/name"], {"type": "string", "maxLength": 1}
    calls = []
    for count in (1, 30):
        rows = [rule(f"own-{number}", each=each, schema=schema) for number in range(count)]
        contract = made(policy(*rows), engine="python")
        assert contract.check(b"{}", named(PATCH)).verdict == "allow"
        calls.append(count_calls(partial(contract.check, b"{}", named(PATCH))))
    assert calls[0] == calls[1]


def test_time_does_not_double_with_each_alternative_in_another(engine: EngineName) -> None:
    body = json.dumps({"secrets": [{"name": "abc", "value": "x"}]}).encode()
    calls = {}
    for levels in (3, 12):
        schema: dict[str, Any] = {"type": "string", "maxLength": 1}
        for _ in range(levels):
            schema = {"anyOf": [schema, {"type": "string", "const": "q"}]}
        row = rule(each=["/secrets/*/name"], schema=schema)
        contract = made(policy(row), engine=engine)
        assert contract.check(body, named(PATCH)).verdict == "deny"
        calls[levels] = count_calls(partial(contract.check, body, named(PATCH)))
    assert calls[12] < 10 * calls[3]


# -- every key and value, changed

SHAPES: list[tuple[str, dict[str, Any]]] = [
    ("fields", rule(field="/source_config/custom_url", sources=["internal_container"])),
    ("fields", rule(field="/secrets", sources=["codehost"], when={"type": "array", "minItems": 2})),
    ("fields", rule(on=WHOLE, field="/source_config/custom_url", sources=["external_container"])),
    ("rules", rule(each=["/secrets/*/name"], schema={"type": "string", "pattern": "^[A-Z]", "maxLength": 3})),
    ("rules", rule(schema={"required": ["secrets"]}, sources=["codehost"], hosting=["cloud"])),
    ("rules", rule(schema={"if": {"required": ["secrets"]}, "then": {"properties": {"secrets": {"maxItems": 1}}}, "else": {"required": ["source_config"]}})),
    ("rules", rule(each=[f"{RESOURCES}/cpu"], schema={"minimum": 0.25, "maximum": 2.5, "exclusiveMinimum": 0.125})),
    ("rules", rule(each=["/source_config/build_on_push"], schema={"const": None})),
    ("rules", rule(each=["/revision_source"], schema={"enum": ["codehost", None]})),
    ("rules", rule(schema={"allOf": [{"not": {"required": ["secrets"]}}, {"anyOf": [{"required": ["source_config"]}, {"required": ["revision_source"]}]}]})),
    ("rules", rule(on=WHOLE, each=["/source_config", "/source"], schema={"required": ["repo_url"]}, sources=["codehost"])),
    ("rules", rule(on=WHOLE, admitted="/source")),
    ("rules", rule(admitted="context", mode="report")),
    ("rules", rule(never={"/source_config/install_command": TEXT, "/source_config/build_command": {"type": "string", "minLength": 1}})),
    ("rules", rule(relation="at_most", within=RESOURCES, pairs=[["cpu", "cpu_limit"], ["memory_mb", "memory_limit_mb"]])),
    ("rules", rule(relation="unique_by", array="/secrets", key="name")),
    ("rules", rule(relation="exists_in", names=[f"{RESOURCES}/volume_mounts/*/name"], array=f"{RESOURCES}/volumes", key="name")),
    ("rules", rule(relation="equals_stored", fields=["/source_config/repo_url", "/source_config/custom_url"])),
    ("rules", rule(relation="stored_unknown", fields=["/source_config/repo_url"])),
]  # fmt: skip
PLACED = re.compile(r"policy own\.json(:\d+:\d+: [^\n]{10,}|: \d+ more faults; .*)")


OPTIONS: tuple[dict[str, Any], ...] = (
    {}, {"hosting": "cloud", "modes": {"schema-type": "off", "schema-required": "off"}}, {"hosting": "self_hosted"},
)  # fmt: skip
# for rules that hold by stored values, hostings or what is absent, which `samples_of` cannot find
STORED: dict[str, Any] = {"source": "codehost", "name": "x", "secrets": [], "revision_source": None}
CONFIG = {"repo_url": "other", "custom_url": "other", "build_on_push": None}
CHANGED = {
    "source_config": {"repo_url": "x", "custom_url": "x", "build_on_push": False},
    "secrets": [{"name": "a", "value": "b"}],
}
WHOLE_OF = ("external_container", "internal_source", "codehost")
PROBES: list[tuple[str, dict[str, Any], Any]] = [
    (PATCH, {"deployment": {**STORED, "source_config": CONFIG}}, CHANGED),
    (PATCH, {"deployment": {**STORED, "source_config": None}}, CHANGED),
    *[(PATCH, {"source": source}, CHANGED) for source in ("codehost", "external_container")],
    (PATCH, {}, {}),
    *[(PATCH, {}, {"source_config": {key: "x"}}) for key in ("install_command", "build_command")],
    *[(PATCH, {}, {"revision_source": source}) for source in ("codehost", "internal_source")],
    *[(WHOLE, {}, deployment(source=source)) for source in WHOLE_OF],
]


def applied(contract: Contract) -> bool:
    """Return True if the rule of the policy finds fault with some document, or is off."""
    rule = contract.rules[-1]
    if rule.mode == "off" or "broken" in samples_of(contract, rule):
        return True
    for kind, context, document in PROBES:
        report = contract.check(document, named(kind), **context)
        if any(one.rule == rule.rule for one in (*report.violations, *report.undecided)):
            return True
    return False


def outcome(data: Any) -> str:
    """Return "applied", "refused" at a place, or what is wrong with a policy."""
    try:
        is_applied = any(applied(made(data, **options)) for options in OPTIONS)
        return "applied" if is_applied else "read and never applied"
    except ContractError as error:
        are_placed = all(map(PLACED.fullmatch, str(error).splitlines()))
        return "refused" if are_placed else f"refused without a place: {error}"


@pytest.mark.soak
@pytest.mark.parametrize("number", range(len(SHAPES)))
def test_every_key_and_value_is_applied_or_refused(number: int) -> None:
    section, row = SHAPES[number]
    assert outcome({section: [row]}) == "applied"
    changes = [changed(Random(seed), row) for seed in range(effort(40, 1_000))]
    changes = [one for one in changes if one != row]
    outcomes = [outcome({section: [one]}) for one in changes]
    pairs = zip(changes, outcomes, strict=True)
    assert [pair for pair in pairs if pair[1] not in ("applied", "refused")] == []
    assert outcomes.count("refused") > len(outcomes) / 2
