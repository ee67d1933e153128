"""The key under a violation with a caret below it. Values are shown only by `--show-values`, and never what may be a secret."""

import json
import random
from pathlib import Path

import pytest

from deploy_contract import Bundle, Contract
from deploy_contract.cli.reports import report_lines
from deploy_contract.files.fields import scalars
from deploy_contract_format.bundle_format import OPENAPI
from deploy_contract_format.definitions import COMPONENTS
from deploy_contract_service import fields as console_fields
from tests.support.checked import check
from tests.support.commands import ended

pytestmark = pytest.mark.usefixtures("here", "kept_contracts")
SECRET = "hunter2-Zq9"  # a value that must not be shown
REST = "unter2-Zq"  # of which nothing as long as this may be seen either


def lines(printed: str) -> list[str]:
    """Return the lines of the excerpts in an output."""
    return [line for _, bar, line in (row.partition(" | ") for row in printed.splitlines()) if bar]


@pytest.mark.parametrize("name", ["a.json", "a.yaml"])
def test_no_value_is_in_the_output_for_a_file_that_is_broken_anywhere(name: str) -> None:
    rng = random.Random(7)
    more = [f"{SECRET}: '{SECRET}", {"x": SECRET}]
    document = {"secrets": [{"name": "A", "value": SECRET}], "more": more}
    text = json.dumps(document, indent=1)
    if name == "a.yaml":
        text = f"secrets:\n- {{name: A, value: '{SECRET}', b: {SECRET} }}  # {SECRET}\n- name: >-\n    {SECRET}\n"
    contract = Contract(engine="python")
    broken = [text[:end] for end in range(len(text))]
    broken += [
        text[:at] + rng.choice("\"'{}[]:,\n\t\\\x01") + text[at:] for at in range(0, len(text), 2)
    ]
    faults = set()
    for body in broken:
        Path(name).write_text(body)
        for checked in check(contract, name, "DeploymentPatch"):
            faults |= {violation.rule for violation in checked.report.violations}
            shown = [piece for line in report_lines(checked, values={}) for piece, _ in line]
            # a value may have become a key, which pointers and excerpts show
            seen = [piece for piece in shown if not piece.startswith("/") and REST in piece]
            assert all(f"/{piece}" in "".join(shown) for piece in seen), body
    assert {"json-syntax" if name == "a.json" else "yaml-syntax"} <= faults


@pytest.mark.parametrize(
    "text",
    [
        f'secrets: ["{SECRET}" x: y]\n',  # a comma is missing: the scanner takes the text for a key
        f"secrets: [{SECRET}, '{SECRET}' \"x\": y]\n",
        f'secrets:\n- "{SECRET}" x: y\n',
        f'secrets:\n- ? "{SECRET}" x\n  : y\n',
        f"secrets:\n- {{name: A, value:{SECRET}}}\n",  # a blank is missing: all of it is a key, with no value
        f"secrets:\n- {{name: A, value {SECRET}}}\n",
        f"ky: 1\n'ky': {SECRET}: {SECRET}\n",
    ],
)
def test_a_slip_of_the_pen_makes_no_key_of_a_value(text: str) -> None:
    Path("a.yaml").write_text(text)
    for style in ("text", "json", "github", "sarif"):
        shown = ended(1, "check", "--format", style, "a.yaml")
        assert REST not in shown.out + shown.err


# --- with --show-values

# name and text of a file -> the line that is shown of it
SHOWN = {
    "a member": ("a.yaml", "source_config:\n  build_on_push: maybe\n", 'build_on_push: "maybe"'),
    "JSON": ("a.json", '{"source_config": {"build_on_push": "maybe"}}', 'build_on_push: "maybe"'),
    "an item": ("a.yaml", "source_config: {resource_spec: {sidecars: [{args: [one, 2]}]}}\n", "args/1: 2"),
    "a free-form object": ("a.yaml", "source_config: {resource_spec: {cpu: x, labels: {team: blue}}}\n", 'cpu: "x"'),
    "a later document": ("a.yaml", "{}\n---\nsource_config:\n  build_on_push: maybe\n", 'build_on_push: "maybe"'),
    "an object": ("a.yaml", "source_config: {build_on_push: {a: 1}}\n", "build_on_push"),
    "what is long": ("a.json", '{"source_config": {"build_on_push": "' + "x" * 200 + '"}}', 'build_on_push: "' + "x" * 79),
    "what a terminal would obey": ("a.json", '{"source_config": {"build_on_push": "\\u001b[2J##[error]\u202e"}}', 'build_on_push: "\\u001b[2J#\\x23[error]\\u202e"'),
}  # fmt: skip


def checked(name: str, text: str, *options: str) -> list[str]:
    """Return the keys, with values if any, that a check of a file shows."""
    Path(name).write_text(text)
    return lines(ended(1, "check", "--source", "codehost", *options, name).out)[::2]


@pytest.mark.parametrize(("name", "text", "line"), SHOWN.values(), ids=SHOWN)
def test_values_are_shown_only_if_asked_for(name: str, text: str, line: str) -> None:
    assert checked(name, text, "--show-values")[0] == line
    assert checked(name, text)[0] == line.partition(":")[0]


HIDDEN = {  # texts of files that violate a rule at or near a secret
    "a secret": ("a.yaml", f"secrets: [{{name: 5, value: {SECRET}, vlaue: 1}}]\n"),
    "a secret in JSON": ("a.json", f'{{"secrets": [{{"name": 5, "value": "{SECRET}", "vlaue": 1}}]}}'),
    "a secret of a wrong type": ("a.json", f'{{"secrets": [{{"name": "A", "value": ["{SECRET}"]}}]}}'),
    "an environment variable": ("a.yaml", f"source_config: {{resource_spec: {{sidecars: [{{env: [{{name: A, value: [{SECRET}]}}]}}]}}}}\n"),
    "a secret in place of the list": ("a.yaml", f"secrets: {SECRET}\n"),
    "a secret without its name": ("a.yaml", f"secrets: [{SECRET}]\n"),
    "a secret as a key's value": ("a.yaml", f"secrets: {{A: {SECRET}}}\n"),
    "a secret too deep": ("a.yaml", f"secrets: [{{name: A, value: [{{a: {SECRET}}}]}}]\n"),
    "a misspelt field": ("a.yaml", f"secrest: {SECRET}\n"),
    "a misspelt field inside": ("a.yaml", f"secrets: [{{name: A, vlaue: {SECRET}}}]\n"),
    "a secret that is repeated": ("a.yaml", f"source_config: {{build_on_push: run {SECRET}}}\nsecrets: [{{name: A, value: {SECRET}}}]\n"),
    "a number that is a secret": ("a.yaml", "source_config: {build_on_push: 1234567}\nsecrets: [{name: A, value: 1234567}]\n"),
    "an anchor of a secret": ("a.yaml", f"source_config: {{build_on_push: &a {SECRET}}}\nsecrets: [{{name: A, value: *a}}]\n"),
    "a password of an address": ("a.yaml", f"source_config: {{build_on_push: 'https://me:{SECRET}@example.com/x'}}\n"),
    "a comment": ("a.yaml", f"source_config: {{build_on_push: 5}} # {SECRET}\n"),
    "a secret in a later document": ("a.yaml", f"source_config: {{build_on_push: 5}}\n---\nsecrets: [{{name: A, value: {SECRET}, b: 1}}]\n"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "text"), HIDDEN.values(), ids=HIDDEN)
def test_what_may_be_a_secret_stays_hidden(name: str, text: str) -> None:
    shown = checked(name, text, "--show-values")
    assert shown
    assert not any(SECRET[:6] in line or "1234567" in line for line in shown)


def test_the_formats_for_programs_never_have_values() -> None:
    Path("a.yaml").write_text(f"source_config: {{build_on_push: {SECRET}}}\n")
    for style in ("json", "github", "sarif"):
        assert SECRET not in ended(1, "check", "--show-values", "--format", style, "a.yaml").out


def test_a_mark_of_a_secret_beside_a_reference_hides_the_value() -> None:
    installed = Bundle.installed()
    tables = {**installed.tables, OPENAPI: json.loads(json.dumps(installed.tables[OPENAPI]))}
    declared = tables[OPENAPI]["components"]["schemas"]["Deployment"]["properties"]
    document = {"source": SECRET}
    for mark, is_shown in (({}, True), ({"x-secret": True}, False)):
        declared["source"] = {"$ref": "#/components/schemas/Source", **mark}
        [found] = scalars(Bundle("marked", tables), "Deployment", document)
        assert found.is_shown == is_shown


def test_a_resource_that_is_a_reference_to_a_secret_hides_the_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    installed = Bundle.installed()
    tables = {**installed.tables, OPENAPI: json.loads(json.dumps(installed.tables[OPENAPI]))}
    schemas = tables[OPENAPI]["components"]["schemas"]
    schemas["Text"] = {"type": "string", "x-secret": True}
    bundle = Bundle("referring", tables)
    monkeypatch.setattr(console_fields, "_bundle", lambda: bundle)
    console_schema = console_fields.schema.__wrapped__  # the cache is of the installed contract
    text, itself, missing = ({"$ref": COMPONENTS + name} for name in ("Text", "Source", "Missing"))
    for resource in (text, {"anyOf": [text, {"type": "null"}]}, itself, missing):
        schemas["Source"] = resource
        [found] = scalars(bundle, "Deployment", {"source": SECRET})
        assert not found.is_shown
        if "Text" in str(resource):
            assert console_schema("Deployment")["properties"]["source"]["x-secret"]
        else:
            with pytest.raises(KeyError):
                console_schema("Deployment")
