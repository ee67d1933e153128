"""`deploy-contract compile` and the readers of its file: the same contract, or one line."""

import json
import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from deploy_contract import Bundle, Contract, ContractError, Limits, Request
from deploy_contract.cli.command import main
from tests.support.applications import App, over_asgi
from tests.support.commands import ROOT, ended, outcome
from tests.support.policies import policy, rule

FILE = "gateway.contract.json"
JSON = [("content-type", "application/json")]
ID = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
LONGER = "custom_url is longer than 30 characters"
LENGTH = {"each": ["/source_config/custom_url"], "schema": {"maxLength": 30}}
SHORT: dict[str, Any] = {**LENGTH, "message": LONGER}
POLICY = rule("handbook-short", **SHORT)
OPTIONS = [
    *("--policy", "policy.json", "--mode", "secret-references-source=report"),
    *("--mode", "handbook-short=report", "--hosting", "cloud", "--unknown-fields", "reject"),
    *("--unknown-operations", "reject", "--base-path", "/api-host"),
    *("--items", "3", "--request-bytes", "1000", "--violations", "2"),
]
GIVEN: dict[str, Any] = {
    "policies": ["policy.json"],
    "modes": {"secret-references-source": "report", "handbook-short": "report"},
    "hosting": "cloud",
    "unknown_fields": "reject",
    "unknown_operations": "reject",
    "base_path": "/api-host",
    "limits": Limits(items=3, request_body=1000, violations=2),
}
LONG = {"source_config": {"custom_url": "https://example.com/" + "a" * 40}}


@pytest.fixture(autouse=True)
def folder(here: Path) -> Path:
    Path("policy.json").write_text(json.dumps(policy(POLICY)))
    return here


def compiled(*options: str) -> Bundle:
    assert main(["compile", *options, "-o", FILE]) == 0
    return Bundle.load(FILE)


@cache
def whole() -> str:
    """Return the text of a compiled contract with all options."""
    compiled(*OPTIONS)
    return Path(FILE).read_text("utf-8")


def test_a_compiled_contract_is_that_of_its_options() -> None:
    """The judges are made from the effective contract and from nothing else."""
    made, given = Contract(bundle=compiled(*OPTIONS)), Contract(**GIVEN)
    assert made.effective == given.effective
    for path, broken in (
        (f"/api-host/v2/deployments/{ID}", "unknown-field"),
        ("/elsewhere", "operation-unknown"),
    ):
        request = Request("PATCH", path, "", JSON, b'{"surprise": 1}')
        report = made.check_request(request, source="codehost")
        assert [one.rule for one in report.violations] == [broken]


def test_the_same_input_is_the_same_file() -> None:
    compiled(*OPTIONS)
    first = Path(FILE).read_bytes()
    again = compiled("--contract", FILE)
    assert Path(FILE).read_bytes() == first
    assert pickle.loads(pickle.dumps(again)) == again  # noqa: S301 - our own
    assert ended(0, "compile", "--contract", FILE, "-o", "-").out.encode() == first
    assert first.endswith(b"}\n")
    canonical = json.dumps(json.loads(first), sort_keys=True, separators=(",", ":"))
    assert f"{canonical}\n".encode() == first
    assert [path.name for path in Path().iterdir() if path.name.startswith(FILE)] == [FILE]


def test_options_that_are_given_replace_modes_are_merged_and_policies_added() -> None:
    bundle = compiled(*OPTIONS)
    Path("more.json").write_text(json.dumps(policy(rule("handbook-more", **SHORT))))
    contract = Contract(
        bundle=bundle,
        hosting="self_hosted",
        unknown_fields="allow",
        unknown_operations="allow",
        base_path="",
        limits=Limits(),
        modes={"handbook-short": "off"},
        policies=["more.json"],
    )
    modes = {rule.rule: rule.mode for rule in contract.rules}
    chosen = (contract.hosting, contract.unknown_fields, contract.base_path)
    assert chosen == ("self_hosted", "allow", "")
    assert contract.limits == Limits()
    assert modes["secret-references-source"] == "report"
    assert (modes["handbook-short"], modes["handbook-more"]) == ("off", "enforce")
    assert (modes["unknown-field"], modes["operation-unknown"]) == ("off", "off")
    assert [rule.rule for rule in contract.rules][-2:] == ["handbook-short", "handbook-more"]
    with pytest.raises(ContractError, match="rule id handbook-short is in two policies"):
        Contract(bundle=bundle, policies=["policy.json"])
    with pytest.raises(ContractError, match="modes: handbook-shor names no rule"):
        Contract(bundle=bundle, modes={"handbook-shor": "off"})


@pytest.mark.parametrize(
    ("options", "reported"), [((), True), (("--unknown-fields", "allow"), False)]
)
def test_a_middleware_reports_undeclared_fields_unless_the_file_chose(
    options: tuple[str, ...], *, reported: bool
) -> None:
    app, seen = App(), list[Any]()
    send = over_asgi(app, contract=Contract(bundle=compiled(*options)), on_report=seen.append)
    assert send("PATCH", f"/v2/deployments/{ID}", b'{"surprise": 1}').status == 200
    rules = {row.rule for observation in seen for row in observation.violations}
    assert ("unknown-field" in rules) is reported


def test_commands_take_it() -> None:
    compiled(*OPTIONS)
    Path("patch.json").write_text(json.dumps(LONG))
    command = ["check", "--contract", FILE, "--source", "external_container", "patch.json"]
    assert "[handbook-short]" in ended(0, *command).out
    assert main([*command, "--mode", "handbook-short=enforce"]) == 1
    Path("typo.json").write_text('{"secret_refs": []}')
    ended(1, "check", "--contract", FILE, "typo.json")
    rows = json.loads(ended(0, "rules", "--contract", FILE, "--format", "json").out)
    assert {row["rule"]: row["mode"] for row in rows}["handbook-short"] == "report"
    assert LONGER in ended(0, "explain", "--contract", FILE, "handbook-short").out
    said = ended(0, "explain", "--contract", FILE, "secret-references-source").out
    assert "secret_references" in said
    schema = json.loads(ended(0, "schema", "--contract", FILE, "DeploymentPatch").out)
    (added,) = schema["properties"]["source_config"]["properties"]["custom_url"].pop("allOf")
    assert LONGER in json.dumps(added)
    text = (ROOT / "generated/editors/DeploymentPatch.schema.json").read_text("utf-8")
    assert schema == json.loads(text), "but for the rules of its policies"
    assert ended(0, "diff", FILE, str(ROOT / "generated")).out.startswith("no changes")


def test_a_mode_of_an_operation_is_kept_and_explained() -> None:
    contract = Contract(bundle=compiled("--mode", "patch_deployment:schema-type=report"))
    for one, status in ((contract, 200), (Contract(), 422)):
        send = over_asgi(App(), contract=one)
        assert send("PATCH", f"/v2/deployments/{ID}", b'{"secrets": 5}').status == status
    said = ended(0, "explain", "--contract", FILE, "schema-type").out
    assert "patch_deployment is report" in said


def test_recorded_traffic_is_judged_by_it() -> None:
    compiled(*OPTIONS)
    path = f"/api-host/v2/deployments/{ID}"
    sent = {"method": "PATCH", "path": path, "headers": JSON, "body": '{"surprise": 1}'}
    Path("a.ndjson").write_text(json.dumps({"request": sent}))
    for options, verdict in (
        (["--contract", FILE], "deny"),
        (["--base-path", "/api-host"], "allow"),
    ):
        _, shown = outcome("replay", "--format", "json", *options, "a.ndjson")
        assert shown.rows[0]["request"]["verdict"] == verdict
    _, shown = outcome("replay", "--base-path", "/api-host", "--candidate", FILE, "a.ndjson")
    assert "candidate" in shown.out
    assert main(["coverage", "--contract", FILE, "a.ndjson"]) == 0


@pytest.mark.parametrize("program", ["gateway", "decide"])
def test_gateways_take_it(program: str) -> None:
    compiled(*OPTIONS)
    needed = {"gateway": ["--upstream", "http://127.0.0.1:1"], "decide": ["--dialect", "envoy"]}
    command = [program, *needed[program], "--check-config", "--contract"]
    assert main([*command, FILE]) == 0
    ended(0, *command, FILE, "--modes", "handbook-short=off")
    said = ended(2, *command, str(ROOT), "--modes", "handbook-short=off").err
    assert "modes: handbook-short names no rule" in said
    assert ended(2, *command, "policy.json").err.count("policy.json: ") == 1


def _change(*path: Any, to: Any = None) -> Callable[[Any], None]:
    """Return a change of a value of a document; without `to`, its removal."""

    def change(document: Any) -> None:
        *around, last = path
        for key in around:
            document = document[key]
        document[last] = to
        if to is None:
            del document[last]

    return change


AGAIN = "; run `deploy-contract compile` again"
DAMAGE: dict[str, tuple[Callable[[Any], None], str]] = {
    "another format": (_change("format", to=2), "format version 2, and this library reads format version 1 of compiled contracts; install the deploy-contract that wrote it, or run `deploy-contract compile` again"),
    "no format": (_change("format"), "no format version, and this library reads format version 1 of compiled contracts; install the deploy-contract that wrote it, or run `deploy-contract compile` again"),
    "a key more": (_change("more", to=1), "must have the members format, bundle, policies, options, limits, and no others" + AGAIN),
    "no limits": (_change("limits"), "must have the members format, bundle, policies, options, limits, and no others" + AGAIN),
    "a bundle of another type": (_change("bundle", to=[]), "bundle: is not an object" + AGAIN),
    "no schema": (_change("bundle", "schemas/Deployment.open.json"), "has no schemas/Deployment.open.json" + AGAIN),
    "another bundle format": (_change("bundle", "rules.json", "format", to=9), "rules.json: format version 9, and this library reads format version 1; install the deploy-contract that wrote it, or run `make generate` with this one"),
    "a rule of an unknown shape": (_change("bundle", "rules.json", "rules", 0, "shape", to="oracle"), "rules.json: rule 1 is of a shape that this library does not know" + AGAIN),
    "policies of another type": (_change("policies", to={}), "policies: is not a list of rules" + AGAIN),
    "a policy that is no rule": (_change("policies", 0, to=5), "policies: rule 1 must have the members rule, shape, on, basis, mode, message, hint, section, parameters" + AGAIN),
    "a policy with an unknown relation": (_change("policies", 0, "shape", to="oracle"), "policies: rule 1 is of a shape that this library does not know" + AGAIN),
    "a policy on the wire": (_change("policies", 0, "shape", to="wire"), "policies: have rules outside of the sections fields, rules" + AGAIN),
    "a policy with an unknown parameter": (_change("policies", 0, "parameters", "more", to=1), "policies: rule handbook-short more: unknown key"),
    "a policy on an unknown field": (_change("policies", 0, "parameters", "each", to=["/gone"]), "policies: rule handbook-short each"),
    "a policy with a pattern that backtracks": (_change("policies", 0, "parameters", "schema", to={"pattern": "^(a+)+$"}), "policies: rule handbook-short schema"),
    "a policy with an id of the contract": (_change("policies", 0, "rule", to="unknown-field"), "policies: rule unknown-field rule: rule id unknown-field is the contract's own"),
    "an option more": (_change("options", "more", to=1), "options: must have the members hosting, unknown_fields, unknown_operations, base_path, modes, and no others" + AGAIN),
    "an unknown hosting": (_change("options", "hosting", to="moon"), "hosting must be one of cloud, self_hosted" + AGAIN),
    "a hosting of another type": (_change("options", "hosting", to=["cloud"]), "hosting must be one of cloud, self_hosted" + AGAIN),
    "an unknown choice": (_change("options", "unknown_operations", to="report-requests"), "unknown_operations must be one of allow, report, reject" + AGAIN),
    "a prefix that is none": (_change("options", "base_path", to="api/"), "base_path must be empty, or begin with \"/\" and not end with it"),
    "a prefix with a blank": (_change("options", "base_path", to="/api "), "base_path must be empty, or begin with \"/\" and not end with it"),
    "a mode of an unknown rule": (_change("options", "modes", "gone", to="off"), "modes: gone names no rule"),
    "a mode of an unknown operation": (_change("options", "modes", "gone:unknown-field", to="off"), "modes: gone:unknown-field names no operation"),
    "an unknown mode": (_change("options", "modes", "unknown-field", to="maybe"), "the mode of unknown-field must be one of enforce, report, off" + AGAIN),
    "a mode that relaxes the wire": (_change("options", "modes", "json-depth", to="off"), "json-depth is a rule of the wire and cannot be relaxed"),
    "a limit of nothing": (_change("limits", "items", to=0), "limits: items must be an integer of at least 1" + AGAIN),
    "a limit that is true": (_change("limits", "items", to=True), "limits: items must be an integer of at least 1" + AGAIN),
    "a limit too many": (_change("limits", "depth", to=32), "limits: must have the members request_body, response_body, request_objects, response_objects, items, string, violations, query, and no others" + AGAIN),
}  # fmt: skip


@pytest.mark.promise(1, 25)
@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_one_line_with_file_and_reason(name: str) -> None:
    document = json.loads(whole())
    damage, expected = DAMAGE[name]
    damage(document)
    Path(FILE).write_text(json.dumps(document))
    assert refusal().startswith(f"{FILE}: {expected}")


def refusal() -> str:
    with pytest.raises(ContractError) as error:
        Bundle.load(FILE)
    assert str(error.value).isprintable()
    return str(error.value)


@pytest.mark.promise(1, 25)
@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"{", "is not JSON, or is nested too deep" + AGAIN),
        (b'{"format": 1, "format": 1}', "is not JSON, or is nested too deep" + AGAIN),
        (b'{"a":' * 200_000, "is not JSON, or is nested too deep" + AGAIN),
        (b'{"a": NaN}', "is not JSON, or is nested too deep" + AGAIN),
        (b'{"a": "\\ud800"}', "has a lone surrogate, which is no character" + AGAIN),
        (b"{" + b" " * (9 << 20), "its tables are longer than 8,388,608 bytes"),
        (b"\xef\xbb\xbf{}", "neither a folder, a wheel nor a compiled contract"),
        (b"", "neither a folder, a wheel nor a compiled contract"),
    ],
)
def test_a_file_that_is_no_compiled_contract_is_one_line(content: bytes, reason: str) -> None:
    Path(FILE).write_bytes(content)
    assert refusal() == f"{FILE}: {reason}"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["-o", "nowhere/a"], "nowhere/a: cannot be written: No such file or directory"),
        (["-o", "."], ".: is not a regular file; name another"),
        (["-o", "a\0b"], "a\\x00b: cannot be written: not a file name"),
        (["-o", FILE, "--policy", "gone.json"], "policy gone.json: there is no such file"),
        (["-o", FILE, "--base-path", "api"], "--base-path must be empty, or begin with"),
        (["-o", FILE, "--mode", "json-depth=off"], "json-depth is a rule of the wire"),
        (["-o", FILE, "--contract", "policy.json"], "policy.json: no format version"),
    ],
)
def test_what_cannot_be_compiled_is_one_line_and_writes_nothing(
    options: list[str], reason: str
) -> None:
    before = sorted(Path().iterdir())
    printed = ended(2, "compile", *options)
    assert printed.err.startswith(f"deploy-contract: {reason}")
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert sorted(Path().iterdir()) == before
