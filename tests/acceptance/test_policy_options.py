"""`schema` and `diff` know the rules of policies."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from deploy_contract import Bundle, Contract, bundle_files
from deploy_contract_format.overlay import add_rules
from tests.support.applications import deployment
from tests.support.commands import ended
from tests.support.policies import rule

GENERATED = Path(__file__).parents[2] / "generated" / "deploy_contract_generated"
RESOURCES = "/source_config/resource_spec"
CPU: dict[str, Any] = {"field": f"{RESOURCES}/cpu", "sources": ["codehost"]}
MEMORY = rule("our-memory", each=[f"{RESOURCES}/memory_mb"], schema={"maximum": 4096})


@pytest.fixture
def policy(tmp_path: Path) -> str:
    path = tmp_path / "ours.json"
    path.write_text(json.dumps({"fields": [rule("our-cpu", **CPU)], "rules": [MEMORY]}))
    return str(path)


def printed(*arguments: str) -> str:
    return ended(0, *list(arguments)).out


@pytest.mark.parametrize(
    ("source", "resources", "fits"),
    [
        ("codehost", {"cpu": 1, "memory_mb": 4096}, True),
        ("codehost", {"memory_mb": 4097}, False),
        ("internal_source", {"cpu": 1}, False),
        ("internal_source", {"cpu": None}, True),
        (None, {"cpu": 1}, True),  # a codehost deployment may have it
        (None, {"memory_mb": 4097}, False),
    ],
)
def test_a_schema_for_editors_has_the_rules_of_a_policy(
    source: str | None, resources: dict[str, Any], *, fits: bool, policy: str
) -> None:
    arguments = ["schema", "DeploymentPatch"] + (["--source", source] if source else [])
    document = {"source_config": {"resource_spec": resources}}
    own = json.loads(printed(*arguments, "--policy", policy))
    assert jsonschema.Draft7Validator(own).is_valid(document) == fits
    plain = json.loads(printed(*arguments))
    assert jsonschema.Draft7Validator(plain).is_valid(document)


def test_a_schema_of_every_source_refuses_fields_that_no_source_may_set(policy: str) -> None:
    document = {
        "source_config": {"resource_spec": {"cpu": 1}},
        "source_revision_config": {"image_uri": "a:1"},
    }
    for arguments, fits in (([], True), (["--policy", policy], False)):
        schema = json.loads(printed("schema", "DeploymentPatch", *arguments))
        assert jsonschema.Draft7Validator(schema).is_valid(document) == fits


@pytest.mark.parametrize("option", ["--policy", "--old-policy"])
def test_a_comparison_has_the_rules_of_a_policy(option: str, policy: str) -> None:
    both = ("diff", "generated", "generated", "--format", "json", option, policy)
    *changes, _ = map(json.loads, printed(*both).splitlines())
    assert {row["where"] for row in changes} == {"our-cpu", "our-memory"}
    wanted = "breaking" if option == "--policy" else "compatible"
    assert {row["requests"] for row in changes} == {wanted}


def test_the_same_policy_in_both_contracts_is_no_change(policy: str) -> None:
    both = ("diff", "generated", "generated", "--policy", policy, "--old-policy", policy)
    shown = printed(*both)
    assert shown.startswith("no changes from ")
    assert "version step" not in shown
    assert "version step" in printed("diff", "generated", "generated")


def test_a_rule_of_a_policy_may_say_how_to_mend_a_value(tmp_path: Path) -> None:
    file, policy = tmp_path / "a.json", tmp_path / "ours.json"
    file.write_text('{"source_config": {"resource_spec": {"cpu": 1, "memory_mb": 512}}}')
    policy.write_text(json.dumps({"fields": [rule("our-cpu", fix="null", **CPU)]}))
    options = ["--policy", str(policy)]
    ended(0, "check", "--source", "internal_source", *options, "--fix", str(file))
    resources = {"cpu": None, "memory_mb": 512}
    assert json.loads(file.read_text())["source_config"]["resource_spec"] == resources
    words = printed("explain", *options, "our-cpu").split()
    assert "sets the field to null" in " ".join(words)


def on_both() -> Bundle:
    """Return the installed contract with a source that runs on both hostings."""
    files = bundle_files.read_folder(GENERATED)
    rules = json.loads(files["rules.json"])
    rules["sources"]["codehost"] = ["cloud", "self_hosted"]
    return Bundle.from_files({**files, "rules.json": json.dumps(rules).encode()}, "both")


@pytest.mark.parametrize("kind", ["DeploymentPatch", "Deployment"])
@pytest.mark.parametrize(
    ("source", "is_denied"),
    [("external_container", True), ("codehost", False), ("internal_source", False)],
)
def test_a_rule_for_a_hosting_is_in_the_schemas_of_sources_that_run_there_alone(
    engine: Any, kind: Any, source: Any, *, is_denied: bool, tmp_path: Path
) -> None:
    path, bundle = tmp_path / "hosted.json", on_both()
    long = {"each": ["/source_config/install_command"], "schema": {"maxLength": 9}}
    ours = rule("our-install", kind, hosting=["self_hosted"], **long)
    path.write_text(json.dumps({"rules": [ours]}))
    contract = Contract(engine=engine, bundle=bundle, policies=[path])
    document: Any = {"source_config": {"install_command": "make install"}}
    known: Any = {"source": source}
    if kind == "Deployment":
        document, known = deployment(source=source, **document), {}
    assert (contract.check(document, kind, **known).verdict == "deny") == is_denied
    added = [one for one in contract.rules if one.rule == "our-install"]
    own = source if kind == "DeploymentPatch" else None
    schema = json.loads(json.dumps(bundle.editor_schema(kind, own)))
    add_rules(schema, bundle.book._replace(rules=tuple(added)), kind, own)
    assert jsonschema.Draft7Validator(schema).is_valid(document) != is_denied
