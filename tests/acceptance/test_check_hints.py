"""Did you mean: hints that name the right field or value, and never what the file has."""

import json
from pathlib import Path
from typing import Any

import pytest
from deploy_contract_generated.names import DocumentKind

from deploy_contract import Contract
from tests.support.commands import ended

CONTRACT = Contract(unknown_fields="report")


def hints(document: Any, kind: DocumentKind = "DeploymentPatch") -> dict[str, str]:
    return {one.pointer: one.hint for one in CONTRACT.check(document, kind).violations}


SYNTAX = [
    ("{\"a\": 1,}", "remove the comma before the closing bracket"),
    ("{\"a\": 1 \"b\": 2}", "put a comma between two members or items"),
    ("{\"a\": [1, 2}", "close brackets in the order in which they were opened: [ with ], { with }"),
    ("{\"a\": [}", "close brackets in the order in which they were opened: [ with ], { with }"),
    ("{\"a\": }", "put a value after the colon, such as null"),
    ("{\"a\": 1", "the document ends too early: close each bracket and each string"),
    ("{\"a\": \"b", "a string is not closed: add the double quote at its end"),
    ("{\"a\": \"b\n\"}", r"a string has a line break or a tab: write \n or \t"),
    ("{\"a\": \"b\tc\"}", r"a string has a line break or a tab: write \n or \t"),
    ("{\"a\": \"b\x00\"}", r"a string has the control character U+0000: write \u0000"),
    ("{\"a\": \"\x1fb\"}", r"a string has the control character U+001F: write \u001F"),
    ("{\"a\": \"\\x\"}", r"this backslash begins no escape: write \\ for a backslash"),
    ("{\"a\": \"\\u12\"}", r"write four hexadecimal digits after \u"),
    ("{\"a\" 1}", "a key needs a colon after it"),
    ("{a: 1}", "write the key in double quotes"),
    ("{'a': 1}", "write strings and keys in double quotes, not in single quotes"),
    ("{\"a\": 1} // CANARY", "JSON has no comments: remove this one, or write the file in YAML"),
    ("{\"a\": 1} CANARY", "the document has ended here: remove what follows, or close no bracket too early"),
    ("{\"a\": True}", "write text in double quotes; words without quotes are true, false and null"),
    ("{\"a\": +1}", "write the number as in 0.5: no plus sign, no leading zeros, a digit before the point"),
    ("{\"a\": .5}", "write the number as in 0.5: no plus sign, no leading zeros, a digit before the point"),
    ("{\"a\": 01}", "write the number as in 0.5: no plus sign, no leading zeros, a digit before the point"),
    (" \n", "the file is empty: write a document, such as {}"),
]  # fmt: skip
YAML_SYNTAX = [
    ("a: b: CANARY\n", "`key: value` is not possible here: put a value that contains `: ` in quotes, or indent the line like its neighbours"),
    ("a:\n  - b: 1\n   c: 2\n", "indent the items of a list alike, each with `- `"),
    ("a: [1, 2\nb: 3\n", "close the list with ], and put commas between its items"),
    ("a: {b: 1\n", "close the object with }, and put commas between its members"),
    ("a: \"CANARY\n", "close the quotes that are open at the end"),
    ("a: \"\\q\"\n", r"this backslash begins no escape: write \\, or use single quotes"),
    ("a:\n\tb: 1\n", "indent with spaces, not with a tab"),
    ("a: |\n\tb\n", "indent with spaces, not with a tab"),
    ("a: @b\n", "put a value that begins with this character in quotes"),
    ("a: - b\n", "begin the list on a line of its own"),
    ("a: !b!c d\n", "remove the tag (`!...`), or put the value in quotes"),
    ("a: *\n", "put a value that begins with * or & in quotes"),
    ("a: *b\nc: [1\n", "put a value that begins with * or & in quotes"),
    ("a: &\n", "put a value that begins with * or & in quotes"),
    ("a: 'b\n---\n", "close the quotes before the next `---` or `...`"),
    ("a: \x07\n", "remove the control character"),
]  # fmt: skip


MISTYPED = [
    ("a.yaml", "source_config:\n  build_on_push: yes\n", "write true or false: yes, no, on and off are texts in YAML 1.2 and in JSON"),
    ("a.json", '{"source_config": {"build_on_push": "true"}}', "write true or false without quotes"),
    ("a.yaml", "source_config: {resource_spec: {cpu: 500m}}\n", "write a number without a unit (500m is 0.5); the field: CPU that is reserved for the main service, in cores; fractions are allowed"),
    ("a.yaml", "source_config: {resource_spec: {memory_mb: 512Mi}}\n", "write a number without a unit; the field: Memory that is reserved for the main service, in megabytes"),
    ("a.yaml", "source_config: {resource_spec: {max_scale: 1.5}}\n", "write a whole number, without a fraction"),
    ("a.yaml", "source_revision_config: {repo_ref: 1.10}\n", "put the value in quotes: it must be a text"),
    ("a.yaml", "secrets: {TOKEN: CANARY}\n", "write a list: [...], or in YAML a line with `- ` for each item"),
    ("a.yaml", "secrets: [{name: TOKEN, value: 12345}]\n", "put the value in quotes: it must be a text"),
    ("a.yaml", "source_config: {repo_url: [CANARY]}\n", "write a value of that type; values are not converted"),
    ("a.yaml", "source_config: {resource_spec: {labels: []}}\n", "write an object: {...}, or in YAML a line `key: value` for each member"),
    ("a.json", '{"source_config": {"build_on_push": "Off"}}', "write true or false: yes, no, on and off are texts in YAML 1.2 and in JSON"),
    ("a.json", '{"source_config": {"build_on_push": "maybe"}}', "write a value of that type; values are not converted"),
    ("a.json", '{"source_config": {"resource_spec": {"cpu": "0.5"}}}', "write the number without quotes"),
    ("a.json", '{"source_config": {"resource_spec": {"memory_mb": "-.5e3"}}}', "write the number without quotes"),
    ("a.json", '{"source_config": {"resource_spec": {"memory_mb": "500m"}}}', "write a number without a unit; the field: Memory that is reserved for the main service, in megabytes"),
    ("a.json", '{"source_config": {"resource_spec": {"memory_mb": "1 GB"}}}', "write a number without a unit; the field: Memory that is reserved for the main service, in megabytes"),
    ("a.json", '{"source_config": {"resource_spec": {"cpu": "many"}}}', "write a value of that type; values are not converted"),
    ("a.json", '{"secrets": [{"name": null, "value": "a"}]}', "write a value of that type; values are not converted"),
    ("a.json", '{"source_config": {"resource_spec": {"labels": "hunter2"}}}', "write a value of that type; values are not converted"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "text", "rule", "hint"),
    [
        *[("a.json", text, "json-syntax", hint) for text, hint in SYNTAX],
        *[("a.yaml", text, "yaml-syntax", hint) for text, hint in YAML_SYNTAX],
        *[(name, text, "schema-type", hint) for name, text, hint in MISTYPED],
    ],
)
@pytest.mark.usefixtures("kept_contracts")
def test_the_hint_fits_the_text_and_holds_no_part_of_it(
    name: str, text: str, rule: str, hint: str, tmp_path: Path
) -> None:
    file = tmp_path / name
    file.write_text(text, "utf-8", newline="")
    printed = ended(1, "check", "--format", "json", str(file)).out
    [violation] = json.loads(printed)["violations"]
    assert (violation["rule"], violation["hint"]) == (rule, hint)
    assert not [value for value in ("CANARY", "12345", "hunter2") if value in printed]


@pytest.mark.parametrize(
    ("document", "pointer", "hint"),
    [
        ({"secret_refs": []}, "/secret_refs", "did you mean secret_references?"),
        ({"secrets": [{"naem": "a", "name": "b", "value": "c", "vlaue": "d"}]}, "/secrets/0/vlaue", "did you mean value?"),
        ({"source_config": {"resource_spec": {"volumeMounts": []}}}, "/source_config/resource_spec/volumeMounts", "did you mean volume_mounts?"),
        ({"source_config": {"resource_spec": {"sidecars": [{"volume_mounts": []}]}}}, "/source_config/resource_spec/sidecars/0/volume_mounts", "did you mean volumeMounts?"),
        ({"image_uri": "x"}, "/image_uri", "image_uri belongs to source_revision_config: /source_revision_config/image_uri"),
        ({"source_config": {"secret_references": []}}, "/source_config/secret_references", "secret_references belongs to the top of the document: /secret_references"),
        ({"source_config": {"secretRefs": []}}, "/source_config/secretRefs", "secret_references belongs to the top of the document: /secret_references"),
        ({"secrets": [{"name": "a", "value": "b", "secret_key": "c"}]}, "/secrets/0/secret_key", "secret_key belongs to an item of secret_references: /secret_references/*/secret_key"),
        ({"nfs": {}}, "/nfs", "nfs belongs to an item of volumes: /source_config/resource_spec/volumes/*/nfs"),
        ({"env": []}, "/env", "check the spelling, or remove the field"),  # of init_containers, or of sidecars?
        ({"revision_source": "codehosts"}, "/revision_source", "did you mean codehost?"),
        ({"revision_source": "Internal-Source"}, "/revision_source", "did you mean internal_source?"),
        ({"revision_source": "hunter2"}, "/revision_source", "write one of them exactly, letter case included"),
    ],
)  # fmt: skip
def test_the_hint_names_the_right_one(document: Any, pointer: str, hint: str) -> None:
    assert hints(document)[pointer] == hint


def test_values_deep_in_a_list_get_their_own_hint() -> None:
    page = {"resources": [{"status": "ready"}, {"status": None}], "offset": 0}
    assert hints(page, "DeploymentList")["/resources/0/status"] == "did you mean READY?"
