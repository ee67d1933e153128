"""The npm package: its verdicts are those of the library, and its types and examples are right."""

import json
import re
import shutil
from base64 import b64encode
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from deploy_contract_generated.names import DocumentKind

from deploy_contract import Bundle, Contract
from deploy_contract_codegen import npm as generator
from tests.support import npm, usual_documents
from tests.support.commands import ran
from tests.support.guides import blocks
from tests.support.names import named
from tests.support.policies import NO_SECRETS
from tests.support.suite import (
    OF_CONTRACT,
    ROOT,
    SuiteRow,
    body_of,
    cases,
    report,
    request_of,
    response_of,
)

GUIDE = npm.PACKAGE / "README.md"
PATCH: DocumentKind = "DeploymentPatch"


@pytest.fixture(autouse=True)
def _with_node() -> None:
    npm.require("node")


def question(case: SuiteRow) -> dict[str, Any]:
    """Return a case of the suite in the form that the package takes."""
    options = {name: case[name] for name in OF_CONTRACT & case.keys()}
    context = {name: case[name] for name in ("source", "deployment") if name in case}
    asked: dict[str, Any] = {"options": options, "context": context}
    if "response" in case:
        known = {deployment["id"]: deployment for deployment in case.get("known", [])}
        asked |= {"response": npm.question(response_of(case)), "context": {"known": known}}
    if "request" in case:
        return {**asked, "request": npm.question(request_of(case))}
    body = {"base64": b64encode(body_of(case)).decode("ascii")}
    content = {"value": case["value"]} if "value" in case else body
    return {**asked, "kind": case["document"], **content}


def is_json(case: SuiteRow) -> bool:
    """Return True if a value survives JSON, in which the questions are sent."""
    try:
        return bool(json.loads(json.dumps(case, allow_nan=False)) == case)
    except (TypeError, ValueError):
        return False


def test_the_license_is_that_of_the_project() -> None:
    assert (npm.PACKAGE / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


@pytest.mark.parametrize("number", range(2))
def test_reports_on_the_suite_are_those_of_the_library(number: int) -> None:
    """Verdict, violations with their texts, order, parameters and value: all of it."""
    told = [(title, case) for title, case in cases() if "yaml" not in case and is_json(case)]
    assert len(told) > 2_300
    half = told[number::2]
    contracts: dict[str, Contract] = {}
    reports = npm.reports(question(case) for _, case in half)
    for (title, case), found in zip(half, reports, strict=True):
        assert found == npm.shown(report(case, named("python"), contracts)), title


BREAK = r"\n"  # as messages write a line break
MISTAKES: list[tuple[dict[str, Any], str]] = [
    ({"kind": "Patch"}, "kind must be one of"),
    ({"context": {"source": "moon"}}, "source must be one of codehost"),
    (
        {"context": {"sorce": "codehost"}},
        'context: "sorce" is not one of source, deployment; did you mean source?',
    ),
    ({"context": "codehost"}, "context must be an object"),
    ({"context": {"deployment": [1]}}, "deployment must be an object"),
    ({"context": {"deployment": {"source": 5}}}, "source must be one of"),
    (
        {"context": {"source": "codehost", "deployment": {"source": "internal_source"}}},
        "source contradicts the source of deployment; give one of them",
    ),
    ({"options": {"hosting": "moon"}}, "hosting must be one of cloud, self_hosted"),
    ({"options": {"unknown_fields": "no"}}, "unknown_fields must be one of allow"),
    (
        {"options": {"hostin": "cloud"}},
        'options: "hostin" is not one of contract, hosting, unknown_fields, '
        "unknown_operations, base_path, modes, limits; did you mean hosting?",
    ),
    ({"options": {"unknownFields": "allow"}}, 'options: "unknownFields" is not one of contract,'),
    ({"options": "x"}, "options must be an object"),
    ({"options": {"\n" * 99: 1}}, f'options: "{BREAK * 64}" is not one of contract,'),
    ({"options": {"modes": {"none-such": "off"}}}, "modes: an entry names no rule"),
    (
        {"options": {"modes": {"unknwn-field": "off"}}},
        "modes: an entry names no rule of the contract; did you mean unknown-field?",
    ),
    (
        {"options": {"hosting": "clod"}},
        "hosting must be one of cloud, self_hosted; did you mean cloud?",
    ),
    ({"options": {"modes": {"x:schema-type": "off"}}}, "the operation of a mode must be one of"),
    ({"options": {"modes": {"scale-order": "no"}}}, "the mode of scale-order must be one of"),
    ({"options": {"modes": {"json-depth": "off"}}}, "json-depth is a rule of the wire"),
    ({"options": {"modes": []}}, "modes must be an object"),
    ({"options": {"base_path": "api"}}, "base_path must be empty, or a path"),
    ({"options": {"base_path": "/a?b"}}, "base_path must be empty, or a path"),
    ({"options": {"unknown_operations": "no"}}, "unknown_operations must be one of allow"),
    ({"request": []}, "request must be an object"),
    ({"request": {"method": "GET"}}, "request: path must be a string"),
    ({"request": {"method": 1, "url": "/"}}, "request: method must be a string"),
    (
        {"request": {"method": "GET", "url": "/", "heders": {}}},
        'request: "heders" is not one of method,',
    ),
    ({"request": {"method": "GET", "url": "/", "headers": "a"}}, "request: headers must be"),
    ({"request": {"method": "GET", "url": "/", "headers": [None]}}, "request: headers must be"),
    ({"request": {"method": "GET", "url": "/", "headers": ["a", "b"]}}, "request: headers must be"),
    ({"response": {"status": 200, "headers": [None]}}, "response: headers must be an object, or"),
    ({"response": {"status": "200"}}, "response: status must be an integer"),
    ({"response": {"status": 200}, "context": {"operation": "x"}}, "operation must be one of"),
    (
        {"response": {"status": 200}, "context": {"source": "x"}},
        'context: "source" is not one of request,',
    ),
    ({"options": {"limits": {"items": 0}}}, "limits: items must be an integer of at least 1"),
    ({"options": {"limits": {"depth": 9}}}, 'limits: "depth" is not one of request_body,'),
]


def test_mistakes_of_the_caller_throw() -> None:
    asked = [{"kind": PATCH, "context": {}, "value": {}, **given} for given, _ in MISTAKES]
    for (given, message), found in zip(MISTAKES, npm.reports(asked), strict=True):
        assert found["error"].startswith(f"ContractError: {message}"), given


def test_objects_of_javascript_that_have_no_fields_are_read_or_refused_with_the_reason() -> None:
    listed = usual_documents.deployments(1).decode()
    assert npm.run("objects", listed).splitlines() == [
        *["ContractError: the document has a detached buffer"] * 3,
        "json-syntax",
        "ContractError: deployment must be an object, not a promise",
        "ContractError: deployment must be an object that JSON can hold",
        "ContractError: known must be a function",
        "ContractError: what known returns must be an object, not a promise",
        "parameter-maximum",
        "ContractError: the body of a request must be a string or bytes",
        *["path-ambiguous"] * 2,
    ]


def test_nothing_that_a_program_can_give_throws_or_shows_a_value() -> None:
    assert json.loads(npm.run("hostile")) == [
        *(["json-depth"], ["unjudged"], ["json-value"], ["json-value"], ["json-value"]),
        *(["json-constant"], [], False, "hunter2", "allow"),
        *("json-depth", "schema-enum", "json-encoding"),
    ]


def test_the_contract_of_the_package_is_the_one_that_the_library_compiles() -> None:
    text = (npm.PACKAGE / "contract.js").read_text("utf-8")
    found = json.loads(text.partition("export default ")[2].removesuffix(";\n"))
    compiled = json.loads(Contract().effective.to_json())
    compiled["bundle"] = {name: compiled["bundle"][name] for name in found["bundle"]}
    assert found == compiled
    assert found["bundle"].keys() == Bundle.installed().judged_tables.keys()


def test_a_compiled_contract_has_its_policies_and_options(tmp_path: Path) -> None:
    policy = tmp_path / "own.yaml"
    policy.write_text(NO_SECRETS, "utf-8")
    options: Any = {"hosting": "cloud", "policies": [policy]}
    modes: Any = {"scale-order": "report"}
    made = Contract(unknown_fields="reject", modes=modes, **options)
    printed = npm.run("compiled", text=made.effective.to_json().decode())
    reports, hostings = printed.splitlines()
    program = (npm.PROGRAMS / "compiled.mjs").read_text("utf-8")
    body = re.findall(r"^const body = '(.*)';$", program, re.MULTILINE)[0]
    other = Contract(modes={**modes, "no-secrets": "report"}, **options)
    for found, contract in zip(json.loads(reports), (made, other), strict=True):
        wanted = npm.shown(contract.check(body, PATCH))
        assert found == {name: wanted[name] for name in found}
    assert hostings == "cloud self_hosted"


def test_a_damaged_contract_is_refused_with_the_reason() -> None:
    *lines, last = npm.run("damaged").splitlines()
    for line in lines:
        assert re.fullmatch("ContractError: contract: .{5,90}", line), line
    assert "shape or relation is not known" in lines[-2]
    assert last == "allow", "the next one works"


def test_a_contract_without_webassembly_is_refused_with_the_reason() -> None:
    script = """delete globalThis.WebAssembly;
        const { Contract, ContractError } = await import("./generated/npm/index.js");
        try { new Contract(); } catch (error) {
          console.log(error instanceof ContractError, error.message);
        }"""
    assert npm.node(script).strip() == "true there is no WebAssembly here"


def test_what_the_core_fails_to_judge_is_denied_and_the_next_call_works() -> None:
    """A trap ends an instance. Here, what hands a text over fails as if it trapped."""
    fine, denied = ["allow", []], ["deny", ["unjudged"]]
    found = json.loads(npm.run("failing"))
    assert found == [[denied, fine], "allow", [fine, denied], "allow", [fine, fine], "allow"]


def test_each_core_keeps_random_numbers_for_the_hashes_of_keys() -> None:
    """Without them, a sender could choose keys with equal hashes."""
    assert npm.run("seeded").split() == ["3", "3", "3"]


def test_a_large_document_is_judged_and_its_memory_given_back() -> None:
    assert npm.run("large").split() == ["schema-items", "allow"] * 3


@pytest.mark.promise(4)
def test_a_document_in_shared_memory_is_the_one_that_was_judged() -> None:
    assert npm.run("shared").strip() == '{"secrets":[]}'


def test_the_package_has_the_contracts_version_and_needs_no_other_package() -> None:
    manifest = json.loads((npm.PACKAGE / "package.json").read_text("utf-8"))
    assert manifest["version"] == Bundle.installed().version
    assert not [name for name in manifest if "ependencies" in name or name == "publishConfig"]
    assert "://" not in json.dumps(manifest)
    for name in generator.MODULES:
        text = (npm.PACKAGE / name).read_text("utf-8")
        assert not re.search(r" from \"[^.]|\bimport\(|\brequire\(|\beval\(|new Function", text)


def test_the_tarball_holds_the_modules_the_types_the_guide_and_the_license() -> None:
    npm.require("npm")
    pack = ("npm", "pack", "--dry-run", "--json", "--offline", "--silent")
    done = ran(*pack, folder=npm.PACKAGE)
    names = {file["path"] for file in json.loads(done.stdout)[0]["files"]}
    modules = {*generator.MODULES, "contract.js", "wasm.js"}
    assert names == {"package.json", "README.md", "LICENSE", "index.d.ts", *modules}


def installed(folder: Path) -> None:
    """Put the package where programs in a folder find it by its name."""
    shutil.copytree(npm.PACKAGE, folder / "node_modules" / "deploy-contract")


def test_the_examples_of_the_guide_print_the_text_below_them(tmp_path: Path) -> None:
    installed(tmp_path)
    found = list(pairwise(blocks(GUIDE.read_text("utf-8"))))
    printed = [(one, text.text) for one, text in found if text.language == "text"]
    assert [one.language for one, _ in printed].count("js") == 3
    for program, text in printed:
        if program.language == "js":
            assert npm.node(program.text, folder=tmp_path) == text


def test_strict_typescript_takes_right_uses_and_refuses_wrong_ones(tmp_path: Path) -> None:
    types = npm.installed(ROOT / "tests" / "support" / "npm_types")
    for name in ("package.json", "uses.ts"):
        shutil.copy(types / name, tmp_path)
    installed(tmp_path)
    found = list(blocks(GUIDE.read_text("utf-8")))
    uses_of_types, client = [block for block in found if block.language == "ts"]
    (tmp_path / "example.ts").write_text(uses_of_types.text, "utf-8")
    (tmp_path / "client.ts").write_text(client.text, "utf-8")
    compiler = ["node", str(types / "node_modules/typescript/bin/tsc"), "--strict"]
    settings = ["--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom"]
    done = ran(*compiler, *settings, "uses.ts", "example.ts", "client.ts", folder=tmp_path)
    assert done.returncode == 0, done.stdout
    text = found[found.index(client) + 1].text
    assert npm.node((tmp_path / "client.js").read_text("utf-8"), folder=tmp_path) == text
    assert "@ts-expect-error" in (tmp_path / "uses.ts").read_text("utf-8")
