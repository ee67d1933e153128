"""`make generate`: deterministic, without drift, extended by spec/ alone, and refusing what is wrong with file, line and advice."""

import os
import re
import shutil
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from unittest.mock import Mock

import pytest

from deploy_contract_codegen.__main__ import main
from deploy_contract_codegen.generation import Generated, examine
from deploy_contract_codegen.npm import program
from deploy_contract_codegen.spec import Spec, SpecError
from deploy_contract_format.bundle_format import PACKAGE
from tests.support.commands import ROOT, ended, ran
from tests.support.frozen import replace

SPEC = ROOT / "spec"


def test_nothing_has_drifted_and_another_hash_seed_gives_the_same_bytes() -> None:
    command = (sys.executable, "-m", "deploy_contract_codegen", "--check")
    arguments = ("--spec", str(SPEC), "--out", str(ROOT / "generated"))
    done = ran(*command, *arguments, env={**os.environ, "PYTHONHASHSEED": "7"})
    assert (done.returncode, done.stderr) == (0, "")


@cache
def generated() -> Generated:
    """Return what the generator writes: the files that are there, as another test shows."""
    files = {}
    for path in (ROOT / "generated").rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            files[path.relative_to(ROOT / "generated").as_posix()] = path.read_text("utf-8")
    return Generated(files, [], [])


def test_a_second_run_changes_nothing_and_removes_what_no_longer_belongs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deploy_contract_codegen.__main__.examine", lambda _spec: generated())
    arguments = ["--spec", str(SPEC), "--out", str(tmp_path)]
    assert main(arguments) == 0
    (tmp_path / PACKAGE / "left-over.json").write_text("{}")
    said = ended(1, *arguments, "--check", of=main).err
    assert "left-over.json: differs from spec/" in said
    assert main(arguments) == 0
    assert main([*arguments, "--check"]) == 0
    assert not (tmp_path / PACKAGE / "left-over.json").exists()


def _with_a_part(spec: Path) -> None:
    """Let the patch have one more parameter in its path, and no rule that names its id."""
    name = "/v2/deployments/{deployment_id}"
    replace(spec / "openapi.yaml", name, name + "/parts/{part}")
    part = "- {name: part, in: path, required: true, schema: {type: string}}"
    given, of_id = "- name: deployment_id\n", "    field: /id\n    parameter: deployment_id"
    replace(spec / "openapi.yaml", given, f"{part}\n        {given}")
    replace(spec / RULE, of_id, of_id.replace("/id", "/name"))


Break = Callable[[Path], object]
SECRET, PATCH, RULE = "schemas/secret.yaml", "schemas/deployment-patch.yaml", "rules.yaml"
BROKEN: dict[str, tuple[Break, str]] = {
    "keyword": (lambda s: replace(s / SECRET, "    type: string", "    type: string\n    contentEncoding: base64"), r"secret.yaml:\d+:\d+: .*declared subset"),
    "keyword of rules": (lambda s: replace(s / "schemas/problem.yaml", "type: integer", "type: integer\n    pattern: ^a"), r"\A\S+: keyword 'pattern' is not in the declared subset[^\n]*\Z"),
    "format": (lambda s: replace(s / SECRET, "    type: string", "    type: string\n    format: email"), r"secret.yaml:\d+:\d+: 'email' is not one of date-time, uuid"),
    "unresolved reference": (lambda s: replace(s / PATCH, "./secret.yaml", "./secrets.yaml"), r"deployment-patch.yaml:\d+:\d+: .*there is no file"),
    "unresolved fragment": (lambda s: replace(s / PATCH, "./secret.yaml", "./secret.yaml#/nothing"), r"deployment-patch.yaml:\d+:\d+: .*refer to a whole file"),
    "remote reference": (lambda s: replace(s / PATCH, "./secret.yaml", "https://example.com/s.yaml"), r"deployment-patch.yaml:\d+:\d+: .*only files of spec"),
    "no type": (lambda s: replace(s / SECRET, "    type: string\n", ""), r"secret.yaml:\d+:\d+: no type"),
    "tone of a value": (lambda s: replace(s / "schemas/status.yaml", "  - READY\n", "  - READY\n  - PAUSED\n"), r"status.yaml:\d+:\d+: x-tones gives a tone for each value of `enum`"),
    "misspelt mark": (lambda s: replace(s / SECRET, "x-secret: true", "x-secrets: true"), r"\Aschemas/secret.yaml:\d+:\d+: keyword 'x-secrets' is not in the declared subset; use one of .*; did you mean x-secret\?\Z"),
    "effect of a patch": (lambda s: replace(s / PATCH, "x-patch: merged", "x-patch: merge"), r"\Aschemas/deployment-patch.yaml:\d+:\d+: 'merge' is not one of replaced, replaced_unless_empty, merged; did you mean merged\?\Z"),
    "tone that is none": (lambda s: replace(s / "schemas/status.yaml", "UNKNOWN: attention", "UNKNOWN: alarm"), r"\Aschemas/status.yaml:\d+:\d+: 'alarm' is not one of good, waiting, idle, attention\Z"),
    "mark of a parameter": (lambda s: replace(s / "openapi.yaml", "              $ref: schemas/status.yaml", "              - $ref: schemas/status.yaml"), r"\Aopenapi.yaml:\d+:\d+: x-values is a reference to a schema file\Z"),
    "schema of items": (lambda s: replace(s / "openapi.yaml", "              type: string\n              format: uuid", "              type: string\n              formt: uuid"), r"\Aopenapi.yaml:\d+:\d+: keyword 'formt' is not in the declared subset; .*did you mean format\?\Z"),
    "value twice": (lambda s: replace(s / "schemas/status.yaml", "  - READY\n", "  - READY\n  - READY\n"), r"\Aschemas/status.yaml:\d+:\d+: enum has a value twice; remove one of them\Z"),
    "type that is misspelt": (lambda s: replace(s / "schemas/problem.yaml", "type: integer", "type: integr"), r"\A\S+: type is one of [^\n]*\Z"),
    "mark of a secret": (lambda s: replace(s / SECRET, "x-secret: true", "x-secret: yes please"), r"secret.yaml:\d+:\d+: x-secret is only ever `true`"),
    "no title": (lambda s: replace(s / SECRET, "title: Secret\n", ""), r"secret.yaml:\d+:\d+: .*needs a title"),
    "title twice": (lambda s: replace(s / SECRET, "title: Secret\n", "title: Source\n"), r"(secret|source).yaml:\d+:\d+: .*same title"),
    "required without property": (lambda s: replace(s / SECRET, "properties:", "required: [nam]\nproperties:"), r"secret.yaml:\d+:\d+: required field nam"),
    "example": (lambda s: replace(s / PATCH, "repo_ref: main", "repo_ref: 5"), r"deployment-patch.yaml:\d+:\d+: the example does not fit"),
    "example file": (lambda s: replace(s / "examples/patch-codehost.json", "0.5", '"0.5"'), r"patch-codehost.json:7:7: does not fit the schema"),
    "index of examples": (lambda s: replace(s / "examples/index.yaml", "document: Deployment,", "document: Deploymnt,"), r"index.yaml:\d+:\d+: 'Deploymnt' is not one of"),
    "pointer of a rule": (lambda s: replace(s / RULE, "field: /secret_references", "field: /secret_refs"), r"rules.yaml:\d+:\d+: pointer /secret_refs exists in no"),
    "no hint": (lambda s: replace(s / RULE, "    hint: remove integration_id, or set it to null\n", ""), r"rules.yaml:\d+:\d+: hint is missing"),
    "pattern that backtracks": (lambda s: replace(s / RULE, "^refs/tags/", "^(?:a+)+$"), r"rules.yaml:\d+:\d+: .*repeat"),
    "duplicate key": (lambda s: replace(s / SECRET, "type: object", "type: object\ntype: object"), r"\Aschemas/secret.yaml:\d+:\d+: not a YAML document: the key type is here twice; keep one of them\Z"),
    "tab in YAML": (lambda s: replace(s / SECRET, "    type: string", "\ttype: string"), r"\Aschemas/secret.yaml:\d+:\d+: not a YAML document: indent with spaces, not with a tab\Z"),
    "colon in YAML": (lambda s: replace(s / SECRET, "A secret of", "A secret: of"), r"\Aschemas/secret.yaml:\d+:\d+: not a YAML document: `key: value` is not possible here"),
    "indentation in YAML": (lambda s: replace(s / SECRET, "type: object", " type: object"), r"\Aschemas/secret.yaml:\d+:\d+: not a YAML document: .*indent the line like"),
    "not OpenAPI": (lambda s: replace(s / "openapi.yaml", "operationId: patch_deployment", "operationId: [patch]"), r"openapi.yaml:\d+:\d+: "),
    "reference beside a type": (lambda s: replace(s / PATCH, "      $ref: ./secret.yaml", "      $ref: ./secret.yaml\n      type: object"), r"deployment-patch.yaml:\d+:\d+: one of"),
    "keyword of another type": (lambda s: replace(s / SECRET, "    type: string", "    type: string\n    maximum: 5"), r"secret.yaml:\d+:\d+: maximum has no effect"),
    "choices": (lambda s: replace(s / PATCH, '      - type: "null"\n', "      - type: boolean\n"), r"deployment-patch.yaml:\d+:\d+: anyOf is only ever"),
    "choices without null": (lambda s: replace(s / "schemas/revision-source.yaml", "type: string", 'type: [string, "null"]'), r"revision-source.yaml:\d+:\d+: the type admits null and enum does not"),
    "a source without hostings": (lambda s: replace(s / RULE, "  codehost: [cloud]", "  codehost: []"), r"rules.yaml:\d+:3: name at least one of cloud, self_hosted"),
    "cycle": (lambda s: [replace(s / "schemas/volume.yaml", 'type: [object, "null"]\n    additionalProperties: true', "$ref: ./container.yaml"), replace(s / "schemas/container.yaml", "./env-var.yaml", "./volume.yaml")], r"(volume|container).yaml:\d+:\d+: the reference leads back"),
    "name for no attribute": (lambda s: replace(s / SECRET, "  value:", "  class:"), r"secret.yaml:\d+:\d+: a property name is a Python identifier"),
    "second document": (lambda s: replace(s / SECRET, "title:", "x-gap: none\n---\ntitle:"), r"secret.yaml:\d+:\d+: a second document"),
    "type that is none": (lambda s: replace(s / SECRET, "    type: string", "    type: 5"), r"secret.yaml:\d+:\d+: type is one of"),
    "no operationId": (lambda s: replace(s / "openapi.yaml", "      operationId: patch_deployment\n", ""), r"openapi.yaml:\d+:\d+: an operation needs an operationId"),
    "empty file": (lambda s: (s / "openapi.yaml").write_text(""), r"openapi.yaml:1:1: cannot be understood"),
    "place in a text": (lambda s: replace(s / RULE, "must be {type}", "must be {nope}"), r"rules.yaml:\d+:\d+: in braces"),
    "rule of the library": (lambda s: replace(s / RULE, "rule: json-depth", "rule: json-deep"), r"rules.yaml:\d+:\d+: json-depth is missing"),
    "star without items": (lambda s: replace(s / RULE, "array: /secrets", "array: /secrets/*"), r"rules.yaml:\d+:\d+: .*must name one place"),
    "description that is no text": (lambda s: replace(s / SECRET, "description: A secret of a deployment.", "description: [A secret]"), r"\Aschemas/secret.yaml:\d:1: description is a text\Z"),
    "enum of no text": (lambda s: replace(s / "schemas/source.yaml", "  - codehost\n", '  - "code\\nhost"\n'), r"\A(?s:.*)source.yaml:\d+:\d+: enum has only printable texts"),
    "parameter of another type": (lambda s: replace(s / RULE, "    parameter: name_contains\n", "    parameter: limit\n"), r"\Arules.yaml:\d+:\d+: limit is not a string"),
    "override that is no source": (lambda s: replace(s / RULE, "override: /revision_source", "override: /secrets"), r"\Arules.yaml:\d+:\d+: name a top-level member of the document"),
    "no such operation": (lambda s: replace(s / RULE, "operation: patch_deployment", "operation: patch"), r"\Arules.yaml:\d+:\d+: 'patch' is not one of list_repositories.*\Z"),
    "relation between documents": (lambda s: replace(s / RULE, "relation: count_at_most", "relation: at_most"), r"rules.yaml:\d+:\d+: 'at_most' is not one of count_at_most"),
    "status of a rule": (lambda s: replace(s / RULE, "    status: 415", "    status: 200"), r"rules.yaml:\d+:\d+: one of 400"),
    "rule that is half fixed": (lambda s: replace(s / RULE, "fixed: true", "fixed: maybe"), r"rules.yaml:\d+:\d+: true, or leave it out"),
    "pointer to learn": (lambda s: replace(s / RULE, "      - /source_config/build_on_push\n", "      - /source_config/build\n"), r"rules.yaml:\d+:\d+: pointer /source_config/build exists in no"),
    "reference that is no text": (lambda s: replace(s / PATCH, "$ref: ./secret.yaml", "$ref: 5"), r"\Aschemas/deployment-patch.yaml:\d\d:\d: a reference is the path of a file of schemas/, such as secret.yaml\Z"),
    "required that is a text": (lambda s: replace(s / SECRET, "properties:", "required: name\nproperties:"), r"\Aschemas/secret.yaml:\d:1: required is a list of field names, each once\Z"),
    "required that has a list": (lambda s: replace(s / SECRET, "properties:", "required: [[name]]\nproperties:"), r"\Aschemas/secret.yaml:\d:1: required is a list of field names, each once\Z"),
    "properties that are a number": (lambda s: replace(s / SECRET, "title: Secret\n", "title: Secret\nx-items: {type: object, properties: 5}\n"), r"\Aschemas/secret.yaml:\d:\d+: properties is an object of schemas\Z"),
    "default of a parameter": (lambda s: replace(s / "openapi.yaml", "default: 20", "default: 200"), r"openapi.yaml:(?!2:)\d+:\d+: the default does not fit its own schema"),
    "bounds of a parameter": (lambda s: replace(s / "openapi.yaml", "maximum: 100", "maximum: 0"), r"openapi.yaml:(?!2:)\d+:\d+: minimum is above maximum"),
    "rule of the library with a fault": (lambda s: replace(s / RULE, "message: the document is not JSON", "message: the document is {nothing}"), r"\Arules.yaml:\d+:5: in braces there can only be line, column, limit\Z"),
    "id in a path": (_with_a_part, r"\Aopenapi.yaml:\d+:\d+: patch_deployment has several path parameters; say which"),
    "source within a member": (lambda s: replace(s / RULE, "    source: /source\n", "    source: /source_config/custom_url\n"), r"rules.yaml:\d+:\d+: name a top-level member of the document"),
    "key of a case": (lambda s: (s / "suite" / "one.yaml").write_text("suite: One\ncases:\n  - {name: one, verdit: allow}\n"), r"suite/one.yaml:3:\d\d: unknown key 'verdit'; use .*; did you mean verdict\?"),
    "cases that are none": (lambda s: (s / "suite" / "one.yaml").write_text("suite: One\ncases: 5\n"), r"\Asuite/one.yaml:2:\d: not a suite \(type\); suite/schema.yaml describes the format\Z"),
    "parameter that the path has not": (lambda s: replace(s / "openapi.yaml", "/v2/deployments/{deployment_id}", "/v2/deployments/{id}"), r"\Aopenapi.yaml:(?!4:)\d+:\d+: not OpenAPI 3.1: Path parameter 'deployment_id' for 'patch'"),
    "source that is new": (lambda s: replace(s / "schemas/source.yaml", "  - codehost\n", "  - codehost\n  - bundle\n"), r"rules.yaml:\d+:\d+: bundle is missing: a list of cloud, self_hosted"),
    "field without a description": (lambda s: replace(s / "schemas/problem.yaml", '    description: "HTTP status code of the answer. Example: `422`."\n', ""), r"\Aschemas/problem.yaml:\d+:3: a field needs a description\Z"),
    "ending of a file": (lambda s: (s / "schemas" / "a.yml").write_text("title: A"), r"\Aschemas/a.yml:1:1: rename it: the ending is .yaml\Z"),
    "section of a rule": (lambda s: [(s / "practice.md").write_text("# Practice\n\n## Tags\n"), replace(s / RULE, '"practice.md, Tags"', '"practice.md, Tagz"')], r"\A(?s:.*)rules.yaml:\d+:\d+: practice.md has no heading Tagz; did you mean Tags\?"),
    "missing file": (lambda s: (s / RULE).unlink(), r"rules.yaml:1:1: cannot be read"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_fault_of_the_spec_is_refused_with_file_line_and_advice(
    name: str, spec: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    breaks, expected = BROKEN[name]
    breaks(spec)
    with pytest.raises(SpecError) as caught:
        examine(Spec(spec))
    # the command says the same of the same error, which is not worked out again
    failing = Mock(side_effect=caught.value)
    monkeypatch.setattr("deploy_contract_codegen.__main__.examine", failing)
    assert re.search(expected, str(caught.value)), str(caught.value)
    said = ended(1, "--spec", str(spec), "--out", str(tmp_path / "out"), of=main).err
    failing.assert_called_once_with(Spec(spec))
    assert not (tmp_path / "out").exists()
    place = rf"{re.escape(str(spec))}/[\w./-]+:\d+:\d+: \S"
    assert all(re.match(place, line) for line in said.splitlines())


def test_a_folded_gap_and_tones_in_any_order_are_read(spec: Path) -> None:
    replace(spec / "schemas/volume.yaml", "x-gap: >-", "x-gap: >")
    tone = "  READY: good\n"
    replace(spec / "schemas/status.yaml", tone, "")
    replace(spec / "schemas/status.yaml", "x-tones:\n", f"x-tones:\n{tone}")
    examine(Spec(spec))


def test_the_program_of_the_npm_package_is_stale_if_its_sources_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without cargo it stays as it is, `make generate` says so, and `make check` fails."""
    crates = ROOT / "src" / "deploy_contract_native"
    for name in ("Cargo.toml", "core/Cargo.toml", "wasm/Cargo.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(crates / name, tmp_path / name)
    for name in ("core/src", "wasm/src"):
        shutil.copytree(crates / name, tmp_path / name)
    monkeypatch.setattr(program, "CRATES", tmp_path)
    monkeypatch.setattr("deploy_contract_codegen.__main__.examine", lambda _spec: generated())
    given = ["--spec", str(SPEC), "--out", str(ROOT / "generated")]
    checked = [*given, "--check", "generated"]
    assert main(checked) == 0
    before = program.text()
    with (tmp_path / "core" / "src" / "scan.rs").open("a") as file:
        file.write("// changed")
    monkeypatch.setenv("PATH", "/none")
    said = ended(1, *checked, of=main).err
    assert "wasm.js: made from other sources; run `make generate`" in said
    said = ended(0, *given, of=main).err
    assert "wasm.js: not made again: cargo is not installed" in said
    assert program.text() == before
