"""Bundles: what one shows, what is refused of one that is damaged, and two contracts in one process."""

import json
import pickle
import shutil
import warnings
import zipfile
from collections.abc import Callable, Iterator, Mapping
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
from deploy_contract.judge.outcome import Outcome
from deploy_contract.knowledge.learned import LearnedDeployments
from deploy_contract.knowledge.lookups import Knowledge
from deploy_contract.models import DeploymentPatch
from deploy_contract.report import to_report
from deploy_contract_format.bundle_format import FORMAT, PACKAGE
from tests.support.applications import ID, deployment
from tests.support.names import named
from tests.support.policies import policy, rule
from tests.support.spec_change import METHOD, free

ROOT = Path(__file__).parents[2]
GENERATED = ROOT / "generated" / PACKAGE
FIELD = free("health_path")  # names of the change, which the installed contract does not have
RULE = free("health-path-source")
CREATE = free("create_deployment")
CREATE_KIND = free("DeploymentCreate")
FILES = bundle_files.read_folder(GENERATED)
Files = dict[str, bytes]
Change = Callable[[Files], object]
PATCH = "schemas/DeploymentPatch.open.json"
HEALTHY = {"source_config": {FIELD: "/healthy"}}
ELSEWHERE = "external_container"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Return a copy of the installed package, to damage."""
    return Path(shutil.copytree(GENERATED, tmp_path / "copy" / PACKAGE))


def edited(change: Change) -> Bundle:
    """Return the installed contract with changed files."""
    files = dict(FILES)
    change(files)
    return Bundle.from_files(files, "edited")


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
    packed = shutil.make_archive(str(tmp_path / "one"), "zip", GENERATED.parent, PACKAGE)
    shutil.copy(packed, tmp_path / "one.whl")
    forms = (ROOT, ROOT / "generated", GENERATED, tmp_path / "one.whl", tmp_path / "one.zip")
    for form in forms:
        bundle = Bundle.load(form)
        assert bundle == Bundle.installed()
        assert hash(bundle) == hash(Bundle.installed())
        assert Bundle.load(str(form)) == bundle


def test_a_bundle_shows_all_of_its_contract() -> None:
    bundle = Bundle.load(ROOT)
    assert bundle.format_version == FORMAT
    assert bundle.schema("Deployment")["$ref"] == "#/$defs/Deployment"
    assert bundle.schema("Deployment", "open")["$ref"] == "#/$defs/Deployment"
    assert bundle.description["info"]["version"] == bundle.version


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
    bundle = Bundle.from_files(FILES, "one")
    assert bundle == Bundle.from_files({**FILES, "more.json": b"no table"}, "more")
    assert bundle == Bundle.from_files({name: body + b" " for name, body in FILES.items()}, "blank")
    for name, old, new in (
        ("rules.json", b"applies only", b"belongs only"),
        ("operations.json", b"/v2/deployments", b"/v3/deployments"),
        ("openapi.json", b"Deployment", b"Entity"),
        (PATCH, b'"maxItems": 10000', b'"maxItems": 9000'),
    ):
        assert old in FILES[name]
        changed = Bundle.from_files({**FILES, name: FILES[name].replace(old, new)}, "changed")
        assert changed != bundle, name


# --- two contracts in one process


def test_two_contracts_judge_each_by_its_own_rules(engine: str, later: str) -> None:
    old = Contract(engine=named(engine), unknown_fields="reject")
    new = Contract(engine=named(engine), unknown_fields="reject", bundle=Bundle.load(later))
    body = json.dumps(HEALTHY).encode()
    assert old.check(body, "DeploymentPatch", source=named(ELSEWHERE)).verdict == "deny"
    assert new.check(body, "DeploymentPatch", source=named(ELSEWHERE)).verdict == "allow"
    (refused,) = new.check(body, "DeploymentPatch", source="codehost").violations
    assert refused.rule == RULE
    create = Request(METHOD, "/v2/deployments", "", [("content-type", "application/json")], b"{}")
    assert old.check_request(create).operation is None
    report = new.check_request(create)
    assert (report.operation, report.verdict) == (CREATE, "deny")
    answer = Response(201, [("content-type", "application/json")], b"[]")
    assert new.check_response(answer, operation=named(CREATE)).status == 502
    assert CREATE not in {row["operation"] for row in old.operations}
    assert CREATE_KIND in new.kinds
    with pytest.raises(ContractError, match="kind must be one of"):
        old.check(b"{}", named(CREATE_KIND))


def test_policies_and_modes_are_of_the_bundle(engine: str, later: str, tmp_path: Path) -> None:
    path = tmp_path / "policy.json"
    short = rule("handbook-short", each=[f"/source_config/{FIELD}"], schema={"maxLength": 5})
    path.write_text(json.dumps(policy(short)))
    bundle = Bundle.load(later)
    contract = Contract(engine=named(engine), bundle=bundle, policies=[path], modes={RULE: "off"})
    report = contract.check(json.dumps(HEALTHY).encode(), "DeploymentPatch", source="codehost")
    assert [violation.rule for violation in report.violations] == ["handbook-short"]
    with pytest.raises(ContractError, match="exists in no document kind"):
        Contract(policies=[path])
    with pytest.raises(ContractError, match=f"modes: {RULE} names no rule"):
        Contract(modes={RULE: "off"})


def test_a_lookup_learns_by_the_contract_that_asks_it(later: str) -> None:
    bundle = Bundle.load(later)
    Knowledge(Contract(bundle=bundle), [LearnedDeployments(bundle=bundle)])
    files = bundle_files.read_folder(Path(later) / "generated" / PACKAGE)
    rules = json.loads(files["rules.json"])
    rules["kinds"]["Deployment"]["learned"] = ["/source"]
    other = Bundle.from_files({**files, "rules.json": json.dumps(rules).encode()}, "other")
    with pytest.raises(ContractError, match=r"make it with bundle=contract\.bundle"):
        Knowledge(Contract(bundle=other), [LearnedDeployments()])


@pytest.mark.parametrize("learned", [[], ["/name"], ["/name", "/source"]])
def test_facts_are_compared_with_a_kind_that_teaches_fewer(engine: str, learned: list[str]) -> None:
    def change(files: Files) -> None:
        rules = json.loads(files["rules.json"])
        rules["kinds"]["Brief"] = {**rules["kinds"]["Deployment"], "learned": learned}
        for row in rules["rules"]:
            if "Deployment" in row["on"]:
                row["on"].append("Brief")
        schema = files["schemas/Deployment.open.json"]
        schema = schema.replace(b'#/$defs/Deployment"', b'#/$defs/Brief"')
        files["schemas/Brief.open.json"] = schema.replace(b'"Deployment":', b'"Brief":')
        operations = json.loads(files["operations.json"])
        repositories = next(row for row in operations if row["operation"] == "list_repositories")
        repositories["responses"] = {"200": "Brief"}
        files["rules.json"] = json.dumps(rules).encode()
        files["operations.json"] = json.dumps(operations).encode()

    def judged(operation: str, body: Any) -> Outcome:
        response = Response(200, {"content-type": "application/json"}, json.dumps(body).encode())
        _, facts = knowledge.before(None, None)
        outcome = contract.judge.response(response, operation, {}, learned=facts)
        knowledge.learn(to_report(outcome))
        return outcome

    bundle = edited(change)
    contract = Contract(engine=named(engine), bundle=bundle)
    lookup = LearnedDeployments(bundle=bundle)
    knowledge = Knowledge(contract, [lookup])
    judged("list_deployments", {"resources": [deployment(ID, "codehost")], "offset": 1})
    outcome = judged("list_repositories", deployment(ID, "internal_source"))
    assert "deployment-source-kept" in {violation.rule for violation in outcome.violations}
    kept = lookup.find(ID) or {}
    assert kept.get("source") == (None if learned else "codehost")


def test_a_contract_with_a_loaded_bundle_is_pickled_with_it(
    engine: str, later: str, tmp_path: Path
) -> None:
    copy = shutil.copytree(Path(later) / "generated", tmp_path / "generated")
    contract = Contract(engine=named(engine), bundle=Bundle.load(copy))
    pickled = pickle.dumps(contract)
    shutil.rmtree(copy)
    again = pickle.loads(pickled)  # noqa: S301 - our own
    assert again.bundle == contract.bundle
    assert again.check(HEALTHY, "DeploymentPatch", source="codehost").verdict == "deny"
    assert pickle.loads(pickle.dumps(Bundle.installed())) is Bundle.installed()  # noqa: S301
    assert len(pickle.dumps(Contract())) < 2000


def test_models_are_those_of_the_installed_contract(later: str) -> None:
    """Fields that the installed contract does not declare are left out; a kind that it lacks has no class."""
    contract = Contract(bundle=Bundle.load(later))
    report = contract.check(HEALTHY, "DeploymentPatch", source=named(ELSEWHERE))
    model = report.model(DeploymentPatch)
    assert isinstance(model, DeploymentPatch)
    assert not hasattr(model.source_config, FIELD)
    created = contract.check({"name": "a", "source": "codehost"}, named(CREATE_KIND))
    assert created.verdict == "allow"
    with pytest.raises(ContractError, match=f"{CREATE_KIND} has no class"):
        created.model()


def test_a_model_of_a_document_that_only_another_contract_admits_is_refused() -> None:
    contract = Contract(bundle=edited(table(PATCH, _number_for_url)))
    number = {"source_config": {"custom_url": 5}}
    report = contract.check(number, "DeploymentPatch", source=named(ELSEWHERE))
    assert report.verdict == "allow"
    with pytest.raises(DocumentError) as error:
        report.model()
    (violation,) = error.value.violations
    assert (violation.rule, violation.pointer) == ("schema-type", "/source_config/custom_url")


def _number_for_url(schema: Any) -> None:
    number = {"type": ["integer", "null"], "minimum": 0, "maximum": 9}
    for name, definition in schema["$defs"].items():
        if name.startswith("SourceConfig"):
            definition["properties"]["custom_url"] = number


# --- damage


def table(name: str, change: Callable[[Any], Any]) -> Change:
    """Change the value of a table, or take the value that `change` returns."""

    def edit(files: Files) -> None:
        value = json.loads(files[name])
        changed = change(value)
        files[name] = json.dumps(value if changed is None else changed).encode()

    return edit


def rules(change: Callable[[Any], Any]) -> Change:
    return table("rules.json", change)


def definitions(change: Callable[[Any], object]) -> Change:
    """Change the definitions of the patch."""
    return table(PATCH, lambda data: change(data["$defs"]) and None)


def name_of_secret(member: Any) -> Change:
    """Give the name of a secret another schema."""
    return definitions(lambda known: known["Secret"]["properties"].update(name=member))


def _rule(data: Any, name: str) -> Any:
    return next(row for row in data["rules"] if row["rule"] == name)


ANY = {"$ref": "#/$defs/any-value"}
FORM = {"type": "object", "additionalProperties": ANY, "maxProperties": 1000}


def _doubling(known: Any) -> None:
    """Make each of many definitions refer twice to the next one: two to the power of 24 members."""
    known["DeploymentPatch"]["properties"]["d"] = {"$ref": "#/$defs/D2"}
    for number in range(2, 26):
        member = {"$ref": f"#/$defs/D{number + 1}"}
        known[f"D{number}"] = {**FORM, "properties": {"a": member, "b": member}}
    known["D26"] = {"type": "string"}


def _many_rules(data: Any) -> None:
    row = _rule(data, "listener-id-source")
    data["rules"] += [{**row, "rule": f"r-{number}", "mode": "off"} for number in range(2_000)]


DAMAGE: dict[str, tuple[Change, str]] = {
    "another format": (rules(lambda data: data.update(format=2)), "rules.json: format version 2, and this library reads format version 1; install the deploy-contract that wrote it, or run `make generate` with this one"),
    "another version": (rules(lambda data: data.update(version="1.0.1")), "openapi.json: has another version than rules.json"),
    "no sources": (rules(lambda data: data.update(sources={})), "rules.json: has no sources, or one without hostings"),
    "a kind without directions": (rules(lambda data: data["kinds"]["Deployment"].pop("directions") and None), "rules.json: /kinds/Deployment/directions is missing;"),
    "a name that is none": (rules(lambda data: data["sources"].update({"a\nb": ["cloud"]})), r"rules.json: /sources/a\nb is not as the generator writes it;"),
    "no list of operations": (table("operations.json", lambda data: {"rows": data}), "operations.json: is not as the generator writes it;"),
    "a kind in no direction": (rules(lambda data: data["kinds"]["Deployment"].update(directions=[])), "rules.json: no request or response contains kind Deployment"),
    "an unknown kind within": (rules(lambda data: data["kinds"]["DeploymentList"].update(contains=[["/resources/*", "Gone"]])), "rules.json: /kinds/DeploymentList/contains/0/1 is not as the generator writes it;"),
    "a kind at no pointer": (rules(lambda data: data["kinds"]["DeploymentList"].update(contains=[["/gone/*", "Deployment"]])), "rules.json: /documents/DeploymentList/contains: /gone/* is not declared"),
    "a rule on an unknown field": (rules(lambda data: _rule(data, "listener-id-source")["parameters"].update(field="/gone")), "rules.json: rule listener-id-source field: pointer /gone exists in no document kind"),
    "a rule of an unknown shape": (rules(lambda data: _rule(data, "listener-id-source").update(shape="oracle")), "is of a shape that this library does not know"),
    "a rule with a member more": (rules(lambda data: _rule(data, "listener-id-source").update(more=1)), "must have the members rule, shape, on"),
    "a rule twice": (rules(lambda data: data["rules"].append(_rule(data, "listener-id-source"))), "another rule has this id"),
    "no rule of the wire": (rules(lambda data: data.update(rules=[row for row in data["rules"] if row["rule"] != "json-depth"])), "rules.json: /wire: json-depth is missing"),
    "an unknown definition": (table(PATCH, lambda data: data["$defs"].pop("Secret") and None), "DeploymentPatch refers to Secret, which is not defined"),
    "a root that is another": (table(PATCH, lambda data: data.update({"$ref": "#/$defs/any-value"})), "has other members than $schema, $defs, and a $ref to DeploymentPatch"),
    "a schema that contains itself": (definitions(lambda known: known["DeploymentPatch"]["properties"]["secrets"].update(items={"$ref": "#/$defs/DeploymentPatch"})), "documents have more than 64 levels, or contain themselves"),
    "a pattern that backtracks": (name_of_secret({"type": "string", "pattern": "^(a+)+$"}), "/properties/name/pattern: the pattern is not in the safe subset"),
    "an operation of an unknown kind": (table("operations.json", lambda data: data[0].update(responses={"200": "Gone"})), "operations.json: /0/responses/200 is not as the generator writes it;"),
    "an operation twice": (table("operations.json", lambda data: data.append(data[0])), "has the name, or the method and path, of another"),
    "many sources": (rules(lambda data: data["sources"].update({f"s{n}": ["cloud"] for n in range(64)})), "rules.json: has more than 64 sources"),
    "the parameters of another shape": (rules(lambda data: next(row for row in data["rules"] if row["shape"] == "schema").update(shape="never")), "does not have the parameters of its shape"),
    "a long hint": (rules(lambda data: _rule(data, "listener-id-source").update(hint="a" * 2_001)), "rules.json: rule listener-id-source hint: a text of at most 2,000 characters"),
    "definitions that double": (definitions(_doubling), "its schemas have more than 100,000 members"),
    "a required field that is not declared": (definitions(lambda known: known["Secret"].update(required=["gone"])), "Secret: /required: required field gone is not among the properties"),
    "a surrogate in a choice": (name_of_secret({"type": "string", "enum": ["\ud800"]}), "schemas/DeploymentPatch.open.json: has a lone surrogate, which is no character"),
    "any value that is not any": (definitions(lambda known: known["any-value"]["type"].remove("boolean")), "any-value does not accept every value, although its name says so"),
    "a definition of no document": (definitions(lambda known: known.update({"Alone": {"type": "string"}})), "Alone is not part of the document"),
    "many rules": (rules(_many_rules), "rules.json: has more than 2,000 rules"),
    "many hostings": (rules(lambda data: data["sources"]["codehost"].extend(f"h{n}" for n in range(20))), "rules.json: has more than 16 hostings"),
    "a kind that contains itself": (rules(lambda data: data["kinds"]["DeploymentList"].update(contains=[["/resources/*", "DeploymentList"]])), "rules.json: kind DeploymentList contains more than 100 documents, or itself"),
    "kinds of one name in another case": (rules(lambda data: data["kinds"].update(deployment=data["kinds"]["Deployment"])), "rules.json: two kinds have names that differ in letter case only"),
    "a definition that is a reference": (definitions(lambda known: known.update({"Secret": ANY})), "Secret: a definition is only a reference to another one"),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_one_line_with_the_file_and_advice(name: str) -> None:
    damage, expected = DAMAGE[name]
    with pytest.raises(ContractError) as error:
        edited(damage)
    message = str(error.value)
    assert message.isprintable()
    assert expected in message
    assert "`make generate`" in message
    assert error.value.__cause__ is None


def test_a_folder_with_many_tables_or_without_the_main_ones_is_refused(package: Path) -> None:
    loop = package / "schemas" / "Loop.open.json"
    loop.symlink_to(loop)
    reason = "is a link that leads nowhere; put the file in its place"
    assert refusal(package) == f"schemas/Loop.open.json {reason}"
    for number in range(1001):
        (package / "schemas" / f"{number}.open.json").touch()
    assert refusal(package) == "has more than 1,000 tables"
    (package / "rules.json").unlink()
    assert refusal(package).startswith("holds no deploy_contract_generated and no generated/ with")


def test_a_path_that_holds_no_bundle_is_one_line(tmp_path: Path) -> None:
    assert refusal(tmp_path / "nowhere") == "there is no such file"
    assert refusal(Path("/dev/zero")) == "is a device, not a regular file; check the path"
    (tmp_path / "text.whl").write_text("text")
    assert refusal(tmp_path / "text.whl") == "neither a folder, a wheel nor a compiled contract"
    with pytest.raises(ContractError, match="not a file name"):
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


def test_a_format_of_another_pattern_means_the_same_to_every_engine(engine: str) -> None:
    """A judge may know uuids by their format, and must not where the pattern is another one."""
    letters = name_of_secret({"type": "string", "x-format": "uuid", "pattern": "^[a-z]+$"})
    contract = Contract(engine=named(engine), bundle=edited(letters))
    for name, verdict in (("abc", "allow"), ("5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d7001", "deny")):
        body = {"secrets": [{"name": name, "value": "a"}]}
        assert contract.check(body, "DeploymentPatch", source="codehost").verdict == verdict


def test_a_placeholder_without_a_value_does_not_end_a_verdict(engine: str) -> None:
    def change(data: Any) -> None:
        _rule(data, "parameter-type")["message"] = "{methods} and {values}"
        _rule(data, "schema-type")["message"] = "one of {enum}"

    contract = Contract(engine=named(engine), bundle=edited(rules(change)))
    request = Request("GET", "/v2/deployments", "limit=x")
    (violation,) = contract.check_request(request).violations
    assert (violation.rule, violation.message) == ("parameter-type", "? and ?")
    report = contract.check({"secrets": 5}, "DeploymentPatch", source="codehost")
    assert [violation.rule for violation in report.violations] == ["schema-type"]


def test_no_code_of_a_bundle_is_run(engine: str, package: Path, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    for name in ("__init__.py", "validators.py", "models.py", "names.py", "sitecustomize.py"):
        (package / name).write_text(f"open({str(mark)!r}, 'w').close()\nraise SystemExit\n")
    packed = shutil.make_archive(str(tmp_path / "one"), "zip", package.parent, PACKAGE)
    for form in (package, package.parent, Path(packed).rename(tmp_path / "one.whl")):
        contract = Contract(engine=named(engine), bundle=Bundle.load(form))
        assert contract.check(b'{"a": 1}', "DeploymentPatch", source="codehost").ok
        assert not mark.exists()
    contract.prepare()
    assert not mark.exists()
