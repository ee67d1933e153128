"""Bundles: what one shows, what is refused of one that is damaged, and two contracts in one process."""

import json
import os
import pickle
import shutil
import warnings
import zipfile
from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from deploy_contract import (
    Bundle,
    Contract,
    ContractError,
    DocumentError,
    Request,
    Response,
    bundle_files,
)
from deploy_contract.cli.command import main
from deploy_contract.knowledge.learned import LearnedDeployments
from deploy_contract.knowledge.lookups import Knowledge
from deploy_contract.models import DeploymentPatch
from deploy_contract_format.bundle_format import FORMAT, PACKAGE
from tests.support import spec_change
from tests.support.names import named
from tests.support.spec_change import METHOD, free

ROOT = Path(__file__).parents[2]
GENERATED = ROOT / "generated" / PACKAGE
FIELD = free("health_path")  # names of the change, which the installed contract does not have
RULE = free("health-path-source")
CREATE = free("create_deployment")
CREATE_KIND = free("DeploymentCreate")
HEALTHY = {"source_config": {FIELD: "/healthy"}}
ELSEWHERE = "external_container"


@pytest.fixture
def changed() -> Path:
    """Return a checkout of a later contract, with one more field, rule, operation and kind of document."""
    return spec_change.checkout()


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Return a copy of the installed package, to damage."""
    return Path(shutil.copytree(GENERATED, tmp_path / "copy" / PACKAGE))


def edit(path: Path, change: Callable[[Any], Any]) -> None:
    value = json.loads(path.read_text("utf-8"))
    changed = change(value)
    path.write_text(json.dumps(value if changed is None else changed), "utf-8")


def refusal(path: Path) -> str:
    """Return the text of the error on a bundle, which is one printable line that begins with its path."""
    with pytest.raises(ContractError) as error:
        Bundle.load(path)
    text = str(error.value)
    assert text.isprintable()
    assert text.startswith(f"{path}: ")
    assert error.value.__cause__ is None
    return text.removeprefix(f"{path}: ")


# --- what a bundle is


def test_every_form_of_a_bundle_is_the_same_value(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "one.whl", "w") as wheel:
        for path in GENERATED.rglob("*"):
            wheel.write(path, f"{PACKAGE}/{path.relative_to(GENERATED)}")
    shutil.copy(tmp_path / "one.whl", tmp_path / "one.zip")
    forms = (ROOT, ROOT / "generated", GENERATED, tmp_path / "one.whl", tmp_path / "one.zip")
    for form in forms:
        bundle = Bundle.load(form)
        assert bundle == Bundle.installed()
        assert hash(bundle) == hash(Bundle.installed())
        assert Bundle.load(str(form)) == bundle


def test_a_bundle_shows_all_of_its_contract() -> None:
    bundle = Bundle.load(ROOT)
    contract = Contract()
    assert bundle.format_version == FORMAT
    assert bundle.version == contract.version
    assert bundle.kinds == contract.kinds
    assert bundle.operations == contract.operations
    assert [rule.rule for rule in bundle.rules] == [rule.rule for rule in contract.rules]
    assert bundle.schema("Deployment")["$ref"] == "#/$defs/Deployment-1-closed"
    assert bundle.schema("Deployment", "open")["$ref"] == "#/$defs/Deployment-1-open"
    assert bundle.description["info"]["version"] == bundle.version
    with pytest.raises(ContractError, match="kind must be one of "):
        bundle.schema("Deploymnt")
    with pytest.raises(ContractError, match="variant must be one of closed, open"):
        bundle.schema("Deployment", "ajar")


def containers(value: Any) -> Iterator[Any]:
    """Yield the dicts and lists in a value, and in what it holds."""
    if isinstance(value, Mapping):
        yield value
        value = [*value.values()]
    elif isinstance(value, list):
        yield value
    if isinstance(value, list | tuple):
        for member in value:
            yield from containers(member)


@pytest.mark.parametrize(
    "bundle", [Bundle.installed(), Bundle.load(ROOT)], ids=["installed", "loaded"]
)
def test_no_value_of_a_bundle_can_be_changed(bundle: Bundle) -> None:
    names = [name for name in dir(Bundle) if not name.startswith("_")]
    values = [getattr(bundle, name) for name in names]
    for kind in bundle.kinds:
        values += [bundle.definitions(kind), bundle.schema(kind)]
    found = [each for value in values for each in containers(value)]
    assert len(found) > 1000
    for each in found:
        before = len(each)
        with pytest.raises((AttributeError, TypeError)):
            each.clear()
        with pytest.raises((AttributeError, TypeError)):
            each["method" if isinstance(each, Mapping) else 0] = None
        assert len(each) == before


def test_bundles_that_differ_in_any_table_are_not_equal() -> None:
    files = _files(ROOT)
    bundle = Bundle.from_files(files, "one")
    assert bundle == Bundle.from_files(files, "other")
    assert bundle == Bundle.from_files({**files, "more.json": b"no table"}, "more")
    assert bundle == Bundle.from_files({name: body + b" " for name, body in files.items()}, "blank")
    for name, old, new in (
        ("rules.json", b"applies only", b"belongs only"),
        ("operations.json", b"/v2/deployments", b"/v3/deployments"),
        ("openapi.json", b"Deployment", b"Entity"),
        (PATCH, b'"maxItems": 10000', b'"maxItems": 9000'),
    ):
        assert old in files[name]
        changed = Bundle.from_files({**files, name: files[name].replace(old, new)}, "changed")
        assert changed != bundle, name


def test_a_contract_takes_a_bundle_and_nothing_else() -> None:
    with pytest.raises(
        ContractError, match=r"bundle must be a Bundle, such as Bundle\.load\(path\)"
    ):
        Contract(bundle=str(ROOT))  # type: ignore[arg-type]


# --- two contracts in one process


def test_two_contracts_judge_each_by_its_own_rules(engine: str, changed: Path) -> None:
    old = Contract(engine=named(engine), unknown_fields="reject")
    new = Contract(engine=named(engine), unknown_fields="reject", bundle=Bundle.load(changed))
    body = json.dumps(HEALTHY).encode()
    assert old.check(body, "DeploymentPatch", source=named(ELSEWHERE)).verdict == "deny"
    assert new.check(body, "DeploymentPatch", source=named(ELSEWHERE)).verdict == "allow"
    (refused,) = new.check(body, "DeploymentPatch", source="codehost").violations
    assert refused.rule == RULE
    create = Request(METHOD, "/v2/deployments", "", [("content-type", "application/json")], b"{}")
    assert old.check_request(create).operation is None
    report = new.check_request(create)
    assert (report.operation, report.verdict) == (CREATE, "deny")
    assert CREATE not in {row["operation"] for row in old.operations}
    assert CREATE_KIND in new.kinds
    with pytest.raises(ContractError, match="kind must be one of"):
        old.check(b"{}", named(CREATE_KIND))


def test_policies_and_modes_are_of_the_bundle(engine: str, changed: Path, tmp_path: Path) -> None:
    policy = tmp_path / "policy.json"
    rule = {
        "rule": "handbook-short",
        "on": ["DeploymentPatch"],
        "each": [f"/source_config/{FIELD}"],
        "schema": {"maxLength": 5},
        "basis": "practice",
        "message": f"{FIELD} is longer than 5 characters",
        "hint": "shorten it",
        "section": "handbook",
    }
    policy.write_text(json.dumps({"rules": [rule]}))
    bundle = Bundle.load(changed)
    contract = Contract(engine=named(engine), bundle=bundle, policies=[policy], modes={RULE: "off"})
    report = contract.check(json.dumps(HEALTHY).encode(), "DeploymentPatch", source="codehost")
    assert [violation.rule for violation in report.violations] == ["handbook-short"]
    with pytest.raises(ContractError, match="exists in no document kind"):
        Contract(policies=[policy])
    with pytest.raises(ContractError, match="modes: entry 1 names no rule"):
        Contract(modes={RULE: "off"})


def test_a_lookup_learns_by_the_contract_that_asks_it(changed: Path) -> None:
    bundle = Bundle.load(changed)
    Knowledge(Contract(bundle=bundle), [LearnedDeployments(bundle=bundle)])
    files = _files(changed)
    rules = json.loads(files["rules.json"])
    rules["kinds"]["Deployment"]["learned"] = ["/source"]
    other = Bundle.from_files({**files, "rules.json": json.dumps(rules).encode()}, "other")
    with pytest.raises(ContractError, match=r"make it with bundle=contract\.bundle"):
        Knowledge(Contract(bundle=other), [LearnedDeployments()])


def _files(root: Path) -> dict[str, bytes]:
    return bundle_files.read_folder(root / "generated" / PACKAGE)


def test_a_contract_with_a_loaded_bundle_is_pickled_with_it(
    engine: str, changed: Path, tmp_path: Path
) -> None:
    copy = shutil.copytree(changed / "generated", tmp_path / "generated")
    contract = Contract(engine=named(engine), bundle=Bundle.load(copy))
    pickled = pickle.dumps(contract)
    shutil.rmtree(copy)
    again = pickle.loads(pickled)  # noqa: S301 - our own
    assert again.bundle == contract.bundle
    assert again.check(HEALTHY, "DeploymentPatch", source="codehost").verdict == "deny"
    assert pickle.loads(pickle.dumps(Bundle.installed())) is Bundle.installed()  # noqa: S301
    assert len(pickle.dumps(Contract())) < 2000


def test_models_are_those_of_the_installed_contract(changed: Path) -> None:
    """Fields that the installed contract does not declare are left out; a kind that it lacks has no class."""
    contract = Contract(bundle=Bundle.load(changed))
    report = contract.check(HEALTHY, "DeploymentPatch", source=named(ELSEWHERE))
    model = report.model(DeploymentPatch)
    assert isinstance(model, DeploymentPatch)
    assert not hasattr(model.source_config, FIELD)
    created = contract.check({"name": "a", "source": "codehost"}, named(CREATE_KIND))
    assert created.verdict == "allow"
    with pytest.raises(ContractError, match=f"{CREATE_KIND} has no class"):
        created.model()


def test_a_model_of_a_document_that_only_another_contract_admits_is_refused(package: Path) -> None:
    edit(package / PATCH, _number_for_url)
    contract = Contract(bundle=Bundle.load(package))
    report = contract.check(
        {"source_config": {"custom_url": 5}}, "DeploymentPatch", source=named(ELSEWHERE)
    )
    assert report.verdict == "allow"
    with pytest.raises(DocumentError) as error:
        report.model()
    (violation,) = error.value.violations
    assert (violation.rule, violation.pointer) == ("schema-type", "/source_config/custom_url")


def _number_for_url(schema: Any) -> None:
    number = {"type": ["integer", "null"], "minimum": 0, "maximum": 9}
    for name, definition in schema["$defs"].items():
        if name.startswith("SourceConfig-2"):
            definition["properties"]["custom_url"] = number


def test_responses_are_judged_by_the_bundle(changed: Path) -> None:
    contract = Contract(bundle=Bundle.load(changed))
    response = Response(201, [("content-type", "application/json")], b"[]")
    report = contract.check_response(response, operation=named(CREATE))
    assert report.verdict == "deny"
    assert report.status == 502


# --- damage


def _without(name: str) -> Callable[[Path], object]:
    return lambda package: (package / name).unlink()


def _with_rules(change: Callable[[Any], Any]) -> Callable[[Path], object]:
    return lambda package: edit(package / "rules.json", change)


def _with_table(name: str, change: Callable[[Any], Any]) -> Callable[[Path], object]:
    return lambda package: edit(package / name, change)


def _replaced(make: Callable[[Path], object]) -> Callable[[Path], None]:
    def replace(package: Path) -> None:
        (package / PATCH).unlink()
        make(package / PATCH)

    return replace


def _with_many_tables(package: Path) -> None:
    for number in range(1001):
        (package / "schemas" / f"{number}.open.json").touch()


def _rule(data: Any, name: str) -> Any:
    return next(row for row in data["rules"] if row["rule"] == name)


def _definition(data: Any, start: str) -> Any:
    return next(value for name, value in data["$defs"].items() if name.startswith(start))


PATCH = "schemas/DeploymentPatch.open.json"


def _doubling(data: Any) -> None:
    """Make each of many definitions refer twice to the next one: two to the power of 24 members."""
    root = data["$defs"]["DeploymentPatch-1-open"]
    root["properties"]["d"] = {"$ref": "#/$defs/D-2-open"}
    for level in range(2, 26):
        member = {"$ref": f"#/$defs/D-{level + 1}-open"}
        data["$defs"][f"D-{level}-open"] = {
            "type": "object",
            "properties": {"a": member, "b": member},
            "additionalProperties": {"$ref": f"#/$defs/Any-{level + 1}"},
            "maxProperties": 10_000,
        }
    data["$defs"]["D-26-open"] = {"type": "string"}


def _with_schema(change: Callable[[Any], Any]) -> Callable[[Path], None]:
    """Change the definitions of the patch."""
    return lambda package: edit(package / PATCH, lambda data: change(data["$defs"]) and None)


def _secret(definitions: Any) -> Any:
    return definitions["Secret-3-open"]


def _with_name(member: Any) -> Callable[[Path], None]:
    """Give the name of a secret another schema."""
    return _with_schema(lambda known: _secret(known)["properties"].update(name=member))


def _deep(levels: int) -> Callable[[Path], None]:
    def deepen(known: Any) -> None:
        for level in range(3, levels):
            known[f"D-{level}-open"] = {
                "type": "object",
                "properties": {"d": {"$ref": f"#/$defs/D-{level + 1}-open"}},
                "additionalProperties": False,
                "maxProperties": 9,
            }
        known[f"D-{levels}-open"] = {"type": "string"}
        known["DeploymentPatch.secrets-2-open"]["items"] = {"$ref": "#/$defs/D-3-open"}

    return _with_schema(deepen)


def _many_rules(data: Any) -> None:
    row = _rule(data, "listener-id-source")
    data["rules"] += [{**row, "rule": f"r-{number}", "mode": "off"} for number in range(2_000)]


def _containing(data: Any) -> None:
    data["kinds"]["DeploymentList"]["contains"] = [["/resources/*", "DeploymentList"]]


ARRAY = {"type": "array", "maxItems": 9, "items": {"type": "string"}}
LOOP = "schemas/Loop.open.json"

DAMAGE: dict[str, tuple[Callable[[Path], object], str]] = {
    "no rules": (_without("rules.json"), "holds no deploy_contract_generated and no generated/ with rules.json; run `make generate` there first"),
    "no operations": (_without("operations.json"), "has no operations.json; run `make generate` there first"),
    "no description": (_without("openapi.json"), "has no openapi.json; run `make generate` where the bundle comes from"),
    "no schema": (_without(PATCH), f"has no {PATCH}; run `make generate` where the bundle comes from"),
    "another format": (_with_rules(lambda data: data.update(format=2)), "rules.json: format version 2, and this library reads format version 1; install the deploy-contract that wrote it, or run `make generate` with this one"),
    "no format": (_with_rules(lambda data: {key: data[key] for key in data if key != "format"}), "rules.json: no format version, and this library reads format version 1; install the deploy-contract that wrote it, or run `make generate` with this one"),
    "not JSON": (lambda package: (package / "rules.json").write_text("{"), "rules.json: is not JSON, or is nested too deep"),
    "a schema not JSON": (lambda package: (package / PATCH).write_bytes(b"\xff"), f"{PATCH}: is not JSON, or is nested too deep"),
    "nested deep": (lambda package: (package / "operations.json").write_text("[" * 100_000), "operations.json: is not JSON, or is nested too deep"),
    "a repeated key": (lambda package: (package / "operations.json").write_text('[{"a": 1, "a": 2}]'), "operations.json: is not JSON, or is nested too deep"),
    "a constant": (lambda package: (package / "openapi.json").write_text('{"a": NaN}'), "openapi.json: is not JSON, or is nested too deep"),
    "a list of rules": (_with_rules(lambda _data: []), "rules.json: is not an object"),
    "no version": (_with_rules(lambda data: data.pop("version") and None), "rules.json: version is missing, or is not one line of text"),
    "another version": (_with_rules(lambda data: data.update(version="1.0.1")), "openapi.json: has another version than rules.json"),
    "no sources": (_with_rules(lambda data: data.update(sources={})), "rules.json: sources is missing, empty, or of another type"),
    "an odd source": (_with_rules(lambda data: data["sources"].update({"a b": ["cloud"]})), "rules.json: source a b is not a name with a list of hostings"),
    "a kind without directions": (_with_rules(lambda data: data["kinds"]["Deployment"].pop("directions") and None), "rules.json: kind Deployment: directions is missing, or of another type"),
    "an unknown kind within": (_with_rules(lambda data: data["kinds"]["DeploymentList"].update(contains=[["/resources/*", "Gone"]])), "rules.json: kind DeploymentList contains Gone, which is not a kind"),
    "a kind at no pointer": (_with_rules(lambda data: data["kinds"]["DeploymentList"].update(contains=[["/gone/*", "Deployment"]])), "rules.json: kind DeploymentList: /gone/* is not a pointer in it"),
    "an unknown overriding source": (_with_rules(lambda data: data["kinds"]["DeploymentPatch"].update(overrides=["gone"])), "rules.json: kind DeploymentPatch is overridden by gone, which is not a source"),
    "a rule on an unknown kind": (_with_rules(lambda data: _rule(data, "listener-id-source").update(on=["Gone"])), "rules.json: rule listener-id-source on: 'Gone' is not one of RepositoryList, "),
    "a rule on an unknown field": (_with_rules(lambda data: _rule(data, "listener-id-source")["parameters"].update(field="/gone")), "rules.json: rule listener-id-source field: pointer /gone exists in no document kind"),
    "a rule of an unknown mode": (_with_rules(lambda data: _rule(data, "listener-id-source").update(mode="maybe")), "rules.json: rule listener-id-source mode: 'maybe' is not one of enforce, report, off"),
    "a rule of an unknown shape": (_with_rules(lambda data: _rule(data, "listener-id-source").update(shape="oracle")), "is of a shape that this library does not know"),
    "a rule with a member more": (_with_rules(lambda data: _rule(data, "listener-id-source").update(more=1)), "has not the members rule, shape, on"),
    "a rule twice": (_with_rules(lambda data: data["rules"].append(_rule(data, "listener-id-source"))), "another rule has this id"),
    "no rule of the wire": (_with_rules(lambda data: data.update(rules=[row for row in data["rules"] if row["rule"] != "json-depth"])), "rules.json: /wire: json-depth is missing"),
    "an unknown definition": (_with_table(PATCH, lambda data: data["$defs"].pop("Secret-3-open") and None), "DeploymentPatch.secrets-2-open refers to Secret-3-open, which is not defined"),
    "a root that is another": (_with_table(PATCH, lambda data: data.update({"$ref": "#/$defs/Any-5"})), "$ref is not the definition of the whole document"),
    "a schema that contains itself": (_with_table(PATCH, lambda data: _definition(data, "DeploymentPatch.secrets").update(items={"$ref": "#/$defs/DeploymentPatch-1-open"})), "DeploymentPatch.secrets-2-open refers to DeploymentPatch-1-open, which is at another level or contains it"),
    "a reference to elsewhere": (_with_table(PATCH, lambda data: _definition(data, "DeploymentPatch.secrets").update(items={"$ref": "http://127.0.0.1:1/x"})), "$ref has a value that the generator does not write"),
    "a keyword more": (_with_table(PATCH, lambda data: _definition(data, "DeploymentPatch-1").update({"$dynamicRef": "#x"})), "keyword $dynamicRef is never written by the generator"),
    "a pattern that backtracks": (_with_table(PATCH, lambda data: _definition(data, "Secret-3")["properties"]["name"].update(pattern="^(a+)+$")), "pattern has a value that the generator does not write"),
    "an operation of an unknown kind": (_with_table("operations.json", lambda data: data[0].update(responses={"200": "Gone"})), "operations.json: operation 1: a body is a Gone, which is not a kind of document"),
    "an operation without a path": (_with_table("operations.json", lambda data: data[0].pop("path") and None), "operations.json: operation 1: path is missing, or has a value that the generator does not write"),
    "an operation twice": (_with_table("operations.json", lambda data: data.append(data[0])), "has the name, or the method and path, of another"),
    "no operations in it": (_with_table("operations.json", lambda _data: []), "operations.json: is not a list of operations"),
    "a folder as a table": (_replaced(lambda path: path.mkdir()), f"{PATCH} is a folder, not a regular file; check the path"),
    "a pipe as a table": (_replaced(os.mkfifo), f"{PATCH} is a pipe, not a regular file; check the path"),
    "a device as a table": (_replaced(lambda path: path.symlink_to("/dev/zero")), f"{PATCH} is a link that leads out of the folder; put the file in its place"),
    "a link to elsewhere": (_replaced(lambda path: path.symlink_to(GENERATED / PATCH)), f"{PATCH} is a link that leads out of the folder; put the file in its place"),
    "a huge table": (lambda package: os.truncate(package / PATCH, 1 << 40), f"{PATCH} is longer than 8 MiB"),
    "many sources": (_with_rules(lambda data: data["sources"].update({f"s{n}": ["cloud"] for n in range(64)})), "rules.json: has more than 64 sources"),
    "a shape that is no text": (_with_rules(lambda data: _rule(data, "listener-id-source").update(shape=[])), "is of a shape that this library does not know"),
    "the parameters of another shape": (_with_rules(lambda data: next(row for row in data["rules"] if row["shape"] == "schema").update(shape="never")), "has the parameters of another shape than its own"),
    "a message of any width": (_with_rules(lambda data: _rule(data, "listener-id-source").update(message="{field:>900000000}")), "rules.json: a message or hint has a placeholder that is not a plain name"),
    "a long hint": (_with_rules(lambda data: _rule(data, "listener-id-source").update(hint="a" * 2_001)), "rules.json: a message or hint is not a text of 2,000 characters"),
    "definitions that double": (_with_table(PATCH, _doubling), "its schemas have more than 100,000 members"),
    "a required field that is not declared": (_with_schema(lambda known: _secret(known).update(required=["gone"])), "Secret-3-open: required names gone, which is not among the properties"),
    "a required field twice": (_with_schema(lambda known: _secret(known).update(required=["name", "name"])), "Secret-3-open: required has a value that the generator does not write"),
    "a type twice": (_with_name({"type": ["string", "string"]}), "Secret-3-open: type has a value that the generator does not write"),
    "an array of anything": (_with_name({"type": "array"}), "items is missing beside the type array"),
    "a number without bounds": (_with_name({"type": "number"}), "minimum is missing beside the type number"),
    "an object without a limit": (_with_name({"type": "object", "additionalProperties": False}), "maxProperties is missing beside the type object"),
    "a keyword of another type": (_with_name({"type": "string", "maxItems": 5}), "maxItems says nothing of the type beside it"),
    "a schema of 280 levels": (_deep(280), "documents have more than 64 levels"),
    "arrays within arrays": (_with_name(reduce(lambda inner, _: {**ARRAY, "items": inner}, range(22), ARRAY)), "schemas are nested in more than 12 others"),
    "a surrogate in a choice": (_with_name({"type": "string", "enum": ["\ud800"]}), "schemas/DeploymentPatch.open.json: has a lone surrogate, which is no character"),
    "a surrogate in a required name": (_with_schema(lambda known: _secret(known).update(required=["\udfff"])), "has a lone surrogate"),
    "a surrogate in a name": (_with_schema(lambda known: _secret(known)["properties"].update({"\ud800": {"type": "string"}})), "has a lone surrogate"),
    "a surrogate in the description": (_with_table("openapi.json", lambda data: data["info"].update(title="\udc00")), "openapi.json: has a lone surrogate"),
    "an exponent too long": (lambda package: (package / "openapi.json").write_text('{"a": 1e-99999999999999999999}'), "openapi.json: is not JSON, or is nested too deep"),
    "a number too large": (lambda package: (package / "openapi.json").write_text('{"a": 1e999}'), "openapi.json: is not JSON, or is nested too deep"),
    "UTF-16": (lambda package: (package / PATCH).write_bytes((package / PATCH).read_text().encode("utf-16")), f"{PATCH}: is not JSON, or is nested too deep"),
    "a table of 101 levels": (lambda package: (package / "openapi.json").write_text("[" * 101 + "]" * 101), "openapi.json: is nested deeper than 100 levels"),
    "any value that is not any": (_with_table(PATCH, lambda data: _definition(data, "Any-9")["type"].remove("boolean")), "Any-9: not a schema of any value, as its name says"),
    "any value at another level": (_with_table(PATCH, lambda data: _definition(data, "Secret-3").update(additionalProperties={"$ref": "#/$defs/Any-30"})), "refers to Any-30, which is at another level or contains it"),
    "a definition of no document": (_with_schema(lambda known: known.update({"Alone-2-open": {"type": "string"}})), "Alone-2-open is not part of the document"),
    "a pattern of many states": (_with_name({"type": "string", "pattern": "^" + "[^a]{999}" * 20}), "pattern has a value that the generator does not write"),
    "many rules": (_with_rules(_many_rules), "rules.json: has more than 2,000 rules"),
    "many hostings": (_with_rules(lambda data: data["sources"]["codehost"].extend(f"h{n}" for n in range(20))), "rules.json: has more than 16 hostings"),
    "a kind that contains itself": (_with_rules(_containing), "rules.json: kind DeploymentList contains itself"),
    "kinds of one name in another case": (_with_rules(lambda data: data["kinds"].update(deployment=data["kinds"]["Deployment"])), "rules.json: two kinds have names that differ in letter case only"),
    "a link to itself": (lambda package: (package / LOOP).symlink_to(package / LOOP), f"{LOOP} is a link that leads nowhere; put the file in its place"),
    "definitions of another root": (_with_rules(lambda data: data["kinds"]["Deployment"]["definitions"].update(open="Any-2")), "rules.json: kind Deployment: definitions are not those of schemas/Deployment.open.json"),
    "a definition that is a reference": (_with_schema(lambda known: known.update({"Secret-3-open": {"$ref": "#/$defs/Any-3"}})), "Secret-3-open: a definition is only a reference to another one"),
    "many tables": (_with_many_tables, "has more than 1,000 tables"),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_one_line_with_the_file_and_advice(name: str, package: Path) -> None:
    damage, expected = DAMAGE[name]
    damage(package)
    message = refusal(package)
    assert expected in message
    assert any(word in message for word in ("run `make generate`", "check the path", "put the file in its place", "is longer than", "has more than", "holds no", "`make generate`"))  # fmt: skip


def test_a_path_that_holds_no_bundle_is_one_line(tmp_path: Path) -> None:
    assert refusal(tmp_path / "nowhere") == "there is no such file"
    assert refusal(Path("/dev/zero")) == "is a device, not a regular file; check the path"
    (tmp_path / "text.whl").write_text("text")
    assert refusal(tmp_path / "text.whl") == "neither a folder, a wheel nor a compiled contract"
    with pytest.raises(ContractError, match=r"not a name of a file|not a file name"):
        Bundle.load("a\0b")
    with pytest.raises(ContractError, match="a bundle is a path, not int: give str or Path"):
        Bundle.load(5)  # type: ignore[arg-type]
    with pytest.raises(ContractError, match="a bundle is a path, not bytes: give str or Path"):
        Bundle.load(b"a")  # type: ignore[arg-type]
    for files in (5, ["rules.json"], {"rules.json": "{}"}):
        with pytest.raises(ContractError, match="the files of a bundle are bytes by their names"):
            Bundle.from_files(files, "a")  # type: ignore[arg-type]


def test_an_archive_with_a_table_twice_is_refused(package: Path, tmp_path: Path) -> None:
    message = "rules.json is there twice; pack the folder that has generated/ again"
    names = ("rules.json", "operations.json", "rules.json")
    for form in ("{}", "./{}"):  # the same name again, and the same file by another name
        spelt = [PACKAGE + "/" + name for name in names]
        spelt[2] = form.format(spelt[2])
        with zipfile.ZipFile(tmp_path / "one.zip", "w") as archive, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for name, member in zip(names, spelt, strict=True):
                archive.writestr(member, (package / name).read_bytes())
        assert refusal(tmp_path / "one.zip") == message


def test_a_format_of_another_pattern_means_the_same_to_every_engine(
    engine: str, package: Path
) -> None:
    """A judge may know uuids by their format, and must not where the pattern is another one."""
    _with_name({"type": "string", "x-format": "uuid", "pattern": "^[a-z]+$"})(package)
    contract = Contract(engine=named(engine), bundle=Bundle.load(package))
    for name, verdict in (("abc", "allow"), ("5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d7001", "deny")):
        body = {"secrets": [{"name": name, "value": "a"}]}
        assert contract.check(body, "DeploymentPatch", source="codehost").verdict == verdict


def test_a_placeholder_without_a_value_does_not_end_a_verdict(engine: str, package: Path) -> None:
    def change(data: Any) -> None:
        _rule(data, "parameter-type")["message"] = "{methods} and {values}"
        _rule(data, "schema-type")["message"] = "one of {enum}"

    edit(package / "rules.json", change)
    contract = Contract(engine=named(engine), bundle=Bundle.load(package))
    request = Request("GET", "/v2/deployments", "limit=x")
    (violation,) = contract.check_request(request).violations
    assert (violation.rule, violation.message) == ("parameter-type", "? and ?")
    report = contract.check({"secrets": 5}, "DeploymentPatch", source="codehost")
    assert [violation.rule for violation in report.violations] == ["schema-type"]


def test_no_code_of_a_bundle_is_run(engine: str, package: Path, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    for name in ("__init__.py", "validators.py", "models.py", "names.py", "sitecustomize.py"):
        (package / name).write_text(f"open({str(mark)!r}, 'w').close()\nraise SystemExit\n")
    with zipfile.ZipFile(tmp_path / "one.whl", "w") as wheel:
        for path in package.rglob("*"):
            wheel.write(path, f"{PACKAGE}/{path.relative_to(package)}")
    for form in (package, package.parent, tmp_path / "one.whl"):
        contract = Contract(engine=named(engine), bundle=Bundle.load(form))
        assert contract.check(b'{"a": 1}', "DeploymentPatch", source="codehost").ok
        assert not mark.exists()
    contract.prepare()
    assert not mark.exists()


def test_every_command_says_the_same_of_a_damaged_bundle(
    package: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _with_schema(lambda known: _secret(known).update(required=["gone"]))(package)
    har = tmp_path / "a.har"
    har.write_text('{"log": {"entries": []}}')
    expected = f"deploy-contract: {package}: {refusal(package)}\n"
    for command in (
        ["check", "--contract", str(package), str(har)],
        ["replay", "--contract", str(package), str(har)],
        ["diff", str(ROOT / "generated"), str(package), "--traffic", str(har)],
    ):
        assert main(command) == 2
        assert capsys.readouterr() == ("", expected)


def test_reading_stops_at_the_limit_of_all_tables_together(package: Path) -> None:
    for number in range(5):
        (package / "schemas" / f"more{number}.open.json").write_bytes(b" " * (2 << 20))
    assert refusal(package) == f"its tables are longer than {bundle_files.MOST_BYTES:,} bytes"
