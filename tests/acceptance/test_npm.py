"""The npm package: its verdicts are those of the library, and its types and examples are right."""

import json
import random
import re
import shutil
import subprocess
import sys
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from deploy_contract_generated.names import DocumentKind

from deploy_contract import Bundle, Contract, Limits
from deploy_contract_codegen import npm as generator
from deploy_contract_format.folding import folded
from deploy_contract_format.subset import ANNOTATIONS, RESOURCE_KEYWORDS, RULE_KEYWORDS
from tests.support import npm
from tests.support.effort import effort
from tests.support.guides import blocks
from tests.support.names import named
from tests.support.suite import ROOT, SuiteRow, answer, cases, expected, report

OPTIONS = ("hosting", "unknown_fields", "modes", "limits")
HTTP = ("request", "yaml")  # cases that are not about a document
SUGGESTED = re.compile(r"did you mean .+\?|.+ belongs to .+: /.*")
TRAILING_COMMA = re.compile(r",\s*[}\]]")  # from 3.13 on, Python places it at the comma
GUIDE = npm.PACKAGE / "README.md"
PATCH: DocumentKind = "DeploymentPatch"


@pytest.fixture(autouse=True)
def _with_node() -> None:
    npm.require("node")


def question(case: SuiteRow) -> dict[str, Any]:
    """Return a case of the suite in the form that the package takes."""
    asked = {
        "options": {name: case[name] for name in OPTIONS if name in case},
        "kind": case["document"],
        "context": {name: case[name] for name in ("source", "deployment") if name in case},
    }
    if "text" in case:
        return asked | {"base64": b64encode(case["text"].encode()).decode()}
    if "base64" in case:
        return asked | {"base64": case["base64"]}
    return asked | {"value": case["value"]}


def is_json(case: SuiteRow) -> bool:
    """Return True if a value survives JSON, in which the questions are sent."""
    try:
        return bool(json.loads(json.dumps(case, allow_nan=False)) == case)
    except (TypeError, ValueError):
        return False


def test_the_license_is_that_of_the_project() -> None:
    assert (npm.PACKAGE / "LICENSE").read_bytes() == (npm.ROOT / "LICENSE").read_bytes()


@cache
def judged() -> list[tuple[str, SuiteRow, dict[str, Any]]]:
    """Return each case about a document that JSON can hold, with the package's report on it."""
    about = [(title, case) for title, case in cases() if not set(HTTP) & set(case)]
    told = [(title, case) for title, case in about if is_json(case)]
    assert len(about) - len(told) < 30
    found = npm.reports([question(case) for _, case in told])
    return [(title, case, given) for (title, case), given in zip(told, found, strict=True)]


def pairs(violations: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return sorted({(item["rule"], item["pointer"]) for item in violations})


def comparable(found: Mapping[str, Any]) -> dict[str, Any]:
    """Return a report without its order, and without hints that only the library has."""
    rows = {}
    for name in ("violations", "undecided"):
        items = [dict(item) for item in found[name]]
        for item in items:
            item.pop("hint")
        rows[name] = sorted(map(json.dumps, items))
    lists = {name: sorted(found[name]) for name in ("needs", "sources", "revision_rules")}
    texts = ("document", "verdict", "creates_revision", "truncated")
    return rows | lists | {name: found[name] for name in texts}


def test_every_case_of_the_suite_gets_its_answer() -> None:
    wrong = {}
    for title, case, found in judged():
        wanted = expected(case)
        got: dict[str, Any] = {name: found.get(name) for name in wanted}
        for name in ("violations", "undecided"):
            if name in wanted:
                got[name] = pairs(found.get(name, []))
        for name in ("needs", "sources", "revision_rules"):
            if name in wanted:
                got[name] = sorted(found.get(name, []))
        if got != wanted:
            wrong[title] = (wanted, got)
    assert wrong == {}
    assert len(judged()) > 1500


def test_reports_are_those_of_the_library_but_for_suggestions() -> None:
    wrong, contracts = {}, dict[str, Contract]()
    for title, case, found in judged():
        ours = report(case, named("python"), contracts).to_dict()
        if ours["truncated"] or found["truncated"]:
            continue  # the two have another order
        if comparable(found) != comparable(ours):
            wrong[title] = (comparable(ours), comparable(found))
        hints = {item["hint"] for item in found["violations"]}
        if TRAILING_COMMA.search(case.get("text") or ""):
            continue
        others = {item["hint"] for item in ours["violations"]} - hints
        assert all(SUGGESTED.fullmatch(hint) for hint in others), title
    assert wrong == {}


def mutated(text: bytes, chance: random.Random) -> bytes:
    """Return a text with a few bytes changed, removed or doubled."""
    found = bytearray(text)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(found))
        size = chance.randint(1, 12)
        part = chance.choice([b"", found[at : at + size] * 2, bytes([chance.randrange(256)])])
        found[at : at + size] = chance.choice(
            [part, b'"a":', b"null", b"[{", b"\\ud800", b"1e400", b"NaN"]
        )
    return bytes(found)


@pytest.mark.soak
def test_damaged_documents_are_read_as_the_library_reads_them() -> None:
    chance = random.Random(16)
    texts = [
        path.read_bytes()
        for path in (ROOT / "spec" / "examples").glob("*.json")
        if path.stat().st_size < 5000
    ]
    tried = [mutated(chance.choice(texts), chance) for _ in range(effort(400, in_soak=20_000))]
    contract = Contract(engine="python", limits=Limits(violations=10_000))
    questions = [
        {
            "options": {"limits": {"violations": 10_000}},
            "kind": PATCH,
            "context": {},
            "base64": b64encode(text).decode(),
        }
        for text in tried
    ]
    for text, found in zip(tried, npm.reports(questions), strict=True):
        ours = answer(contract.check(text, PATCH))
        got = (found["verdict"], pairs(found["violations"]), found["creates_revision"])
        assert got == (ours["verdict"], ours["violations"], ours["creates_revision"]), text


BROKEN = [
    '{"secrets": [}', '{"a":1}}', "", '{"a":\n [1}', "{'a':1}", '{"a": True}', '{"a": truex}',
    '{"a": NaNx}', "-Infinityy", '{"a": 01}', '{"a": 1.}', '{"a": -}', '{"a" 1}', '{"a":\n "é😀\tb"}',
    '{"😀": x}', '{"a": "\\x"}', '{"a": "\\u12"}', '"\\\\\\q"', '{"a": "b', '["a\\"', '{"a": 1', '{"a":',
]  # fmt: skip


def test_the_place_of_broken_syntax_is_that_of_the_library() -> None:
    contract = Contract(engine="python")
    questions: list[dict[str, Any]] = [
        {"kind": PATCH, "context": {}, "base64": b64encode(text.encode()).decode()}
        for text in BROKEN
    ]
    for text, found in zip(BROKEN, npm.reports(questions), strict=True):
        assert found["violations"] == contract.check(text, PATCH).to_dict()["violations"], text


def test_of_two_faults_it_reports_the_one_that_the_library_reports() -> None:
    faults = (
        "{} {",
        '{"a":1,"a":2}',
        "NaN",
        '"\\ud800"',
        '{"\\ud800":1}',
        "1e99999",
        '"long text"',
        "[" * 40,
    )
    limits = {"string": 8, "request_objects": 20}
    contract = Contract(engine="python", limits=Limits(**limits))
    tried = [f'{{"x":{one},"y":{other}}}' for one in faults for other in faults]
    tried += [f"[{one},{other}" for one in faults for other in faults]
    questions = [{"options": {"limits": limits}, "kind": PATCH, "context": {},
                  "base64": b64encode(text.encode()).decode()} for text in tried]  # fmt: skip
    for text, found in zip(tried, npm.reports(questions), strict=True):
        assert pairs(found["violations"]) == answer(contract.check(text, PATCH))["violations"], text


def test_every_sign_that_folds_to_a_letter_is_confusable() -> None:
    names = ("secrets", "source_config", "revision_source", "secret_references", "if")
    fields = {name: name for name in names[:-1]}
    keys = []
    for code in range(sys.maxunicode + 1):
        if not 0xD800 <= code < 0xE000:
            fold = folded(chr(code))
            name = next((name for name in fields if fold and fold in name), None)
            if name and code > 0x7F:
                keys.append(name.replace(fold, chr(code), 1))
    assert len(keys) > 300
    contract = Contract(engine="python")
    questions = [{"kind": PATCH, "context": {}, "value": {key: None}} for key in keys]
    for key, found in zip(keys, npm.reports(questions), strict=True):
        ours = contract.check({key: None}, PATCH)
        assert found["verdict"] == ours.verdict == "deny", ascii(key)
        assert [item["rule"] for item in found["violations"]] == ["confusable-field"], ascii(key)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"kind": "Patch"}, "kind must be one of"),
        ({"context": {"source": "moon"}}, "source must be one of codehost"),
        ({"context": {"sources": []}}, "context must be one of source, deployment"),
        ({"context": {"deployment": [1]}}, "deployment must be an object"),
        ({"context": {"deployment": {"source": 5}}}, "source must be one of"),
        (
            {"context": {"source": "codehost", "deployment": {"source": "internal_source"}}},
            "source contradicts the source of deployment; give one of them",
        ),
        ({"options": {"hosting": "moon"}}, "hosting must be one of cloud, self_hosted"),
        ({"options": {"unknown_fields": "no"}}, "unknown_fields must be one of allow"),
        ({"options": {"unknownFields": "allow"}}, "option must be one of hosting"),
        ({"options": {"modes": {"none-such": "off"}}}, "modes: an entry names no rule"),
        ({"options": {"modes": {"scale-order": "no"}}}, "the mode of scale-order must be one of"),
        ({"options": {"modes": {"json-depth": "off"}}}, "json-depth is a rule of the wire"),
        ({"options": {"limits": {"items": 0}}}, "limits: items must be an integer of at least 1"),
        ({"options": {"limits": {"depth": 9}}}, "limits must be one of request_body"),
    ],
)
def test_mistakes_of_the_caller_throw(asked: dict[str, Any], message: str) -> None:
    (found,) = npm.reports([{"kind": PATCH, "context": {}, "value": {}, **asked}])
    assert found["error"].startswith(f"ContractError: {message}")


HOSTILE = """
import { Contract } from "./index.js";
const contract = new Contract();
const rules = (value) => contract.checkValue(value, "DeploymentPatch").violations.map((one) => one.rule);
const circle = {}; circle.in = circle;
const trap = new Proxy({}, { ownKeys() { throw new Error("a secret"); } });
Object.prototype.secrets = 5;
const polluted = rules({});
delete Object.prototype.secrets;
const report = contract.check('{"secrets": [{"name": "N", "value": "hunter2"}]}', "DeploymentPatch");
console.log(JSON.stringify([
  rules(circle), rules(trap), rules(new Date()), rules({ a: undefined }), rules([, 1]), rules(NaN), polluted,
  JSON.stringify(report).includes("hunter2"), report.value.secrets[0].value,
  contract.check('{"__proto__": {"secrets": 1}}', "DeploymentPatch").verdict,
  contract.check("[".repeat(1e6), "DeploymentPatch").violations[0].rule,
  contract.check(`{"revision_source": "${"a".repeat(9e5)}"}`, "DeploymentPatch").violations[0].rule,
  contract.check("\\ud800", "DeploymentPatch").violations[0].rule,
]));
"""


def test_nothing_that_a_program_can_give_throws_or_shows_a_value() -> None:
    assert json.loads(npm.node(HOSTILE, folder=npm.PACKAGE)) == [
        *(["json-depth"], ["unjudged"], ["json-value"], ["json-value"], ["json-value"]),
        *(["json-constant"], [], False, "hunter2", "allow"),
        *("json-depth", "schema-enum", "json-encoding"),
    ]


def test_a_document_with_very_many_faults_is_explained() -> None:
    """Half a million items are wrong; no call takes so many arguments."""
    containers = [{"env": [1] * 9_000}] * 50
    text = json.dumps({"source_config": {"resource_spec": {"sidecars": containers}}})
    packed = b64encode(text.replace(" ", "").encode()).decode("ascii")
    context = {"source": "codehost"}
    question = {"kind": "DeploymentPatch", "context": context, "base64": packed}
    (found,) = npm.reports([question])
    assert found["verdict"] == "deny"
    assert found["truncated"]
    assert [row["rule"] for row in found["violations"]] == ["schema-type"] * 20
    assert found["violations"][19]["pointer"] == "/source_config/resource_spec/sidecars/0/env/19"


@pytest.mark.soak_only  # twelve seconds
def test_a_relation_that_is_broken_very_often_is_explained_in_time() -> None:
    """Each source breaks it as often, and what all break is sought among them."""
    text = '{"secrets":[' + ",".join(['{"name":"T","value":""}'] * 10_000) + "]}"
    question: dict[str, Any] = {
        "kind": PATCH,
        "context": {},
        "base64": b64encode(text.encode()).decode("ascii"),
    }
    for found in npm.reports([question] * 20):
        assert (found["verdict"], found["truncated"]) == ("allow", True)  # the rule only reports
        assert {row["rule"] for row in found["violations"]} == {"secret-names-unique"}


@pytest.mark.parametrize("last", ["nowhere", "internal_source"])
def test_reported_faults_do_not_hide_enforced_ones(last: str) -> None:
    """A report has the enforced violations first, also if thousands of others come before them."""
    resources = {"sidecars": [{"args": [1] * 3_000}]}
    value = {"source_config": {"resource_spec": resources}, "revision_source": last}
    options = {"modes": {"schema-type": "report"}}
    question = {"options": options, "kind": PATCH, "value": value, "context": {}}
    (found,) = npm.reports([question])
    rules = [row["rule"] for row in found["violations"]]
    assert found["truncated"]
    assert rules == [*(["schema-enum"] if last == "nowhere" else []), *["schema-type"] * 20][:20]
    assert (found["verdict"] == "deny") == (last == "nowhere")


def test_the_limits_are_those_of_the_library() -> None:
    text = (npm.PACKAGE / "index.js").read_text("utf-8")
    (table,) = re.findall(r"^const LIMITS = \{\n(.*?)^\};", text, re.DOTALL | re.MULTILINE)
    found = re.findall(r"^  (\w+): ([^,]+),", table, re.MULTILINE)
    most = Limits()._asdict()
    values = {name: most["items"] if "TABLES" in to else eval(to) for name, to in found}  # noqa: S307
    assert values == {name: value for name, value in most.items() if name != "query"}


def test_each_keyword_that_schemas_may_have_is_implemented() -> None:
    text = (Path(generator.__file__).parent / "parts" / "schema.js").read_text("utf-8")
    lowered = {"format": "pattern"}  # generation rewrites it
    for keyword in (RESOURCE_KEYWORDS | RULE_KEYWORDS) - ANNOTATIONS:
        name = lowered.get(keyword, re.escape(keyword))
        assert re.search(rf"\bschema\.{name}\b|^  {name}: |written\.{name}\b", text, re.MULTILINE)


def test_the_package_has_the_contracts_version_and_needs_no_other_package() -> None:
    manifest = json.loads((npm.PACKAGE / "package.json").read_text("utf-8"))
    assert manifest["version"] == Bundle.installed().version
    assert not [name for name in manifest if "ependencies" in name or name == "publishConfig"]
    assert "://" not in json.dumps(manifest)
    text = (npm.PACKAGE / "index.js").read_text("utf-8")
    assert not re.search(r"\bimport\b *[({*]|\brequire\(|\beval\(|new Function", text)


def test_the_tarball_holds_the_validator_the_types_the_guide_and_the_license() -> None:
    npm.require("npm")
    done = subprocess.run(
        ["npm", "pack", "--dry-run", "--json", "--offline", "--silent"],
        cwd=npm.PACKAGE, capture_output=True, text=True, check=True,
    )  # fmt: skip
    names = {file["path"] for file in json.loads(done.stdout)[0]["files"]}
    assert names == {"package.json", "README.md", "LICENSE", "index.js", "index.d.ts"}


def installed(folder: Path) -> None:
    """Put the package where programs in a folder find it by its name."""
    shutil.copytree(npm.PACKAGE, folder / "node_modules" / generator.NAME)


def test_the_examples_of_the_guide_print_the_text_below_them(tmp_path: Path) -> None:
    installed(tmp_path)
    found = [
        block for block in blocks(GUIDE.read_text("utf-8")) if block.language in ("js", "text")
    ]
    assert [block.language for block in found] == ["js", "text"] * 2
    for program, printed in zip(found[::2], found[1::2], strict=True):
        assert npm.node(program.text, folder=tmp_path) == printed.text


def test_strict_typescript_takes_right_uses_and_refuses_wrong_ones(tmp_path: Path) -> None:
    types = npm.installed(ROOT / "tests" / "support" / "npm_types")
    for name in ("package.json", "uses.ts"):
        shutil.copy(types / name, tmp_path)
    installed(tmp_path)
    (example,) = [block for block in blocks(GUIDE.read_text("utf-8")) if block.language == "ts"]
    (tmp_path / "example.ts").write_text(example.text, "utf-8")
    compiler = ["node", str(types / "node_modules/typescript/bin/tsc"), "--strict", "--noEmit"]
    settings = ["--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom"]
    done = subprocess.run(
        [*compiler, *settings, "uses.ts", "example.ts"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    uses = (tmp_path / "uses.ts").read_text("utf-8")
    assert uses.count("@ts-expect-error") == 14
