"""`check --fix` mends files where a rule says how; `--diff` and the reports show how."""

import json
from pathlib import Path
from typing import Any

import pytest

from deploy_contract.cli.command import main
from tests.support.commands import Printed, ended
from tests.support.engines import made

pytestmark = pytest.mark.usefixtures("here", "kept_contracts")
YAML = """# a release
source_revision_config:
  repo_ref: main     # the branch

  image_uri: a:1
source_confg: {build_on_push: false}
"""
MENDED = """# a release
source_revision_config:
  repo_ref: main     # the branch

source_config: {build_on_push: false}
"""
JSON = (
    '{\n\t"source_revision_config": { "repo_ref":"main",  "image_uri": "a:1" },\n\t"secrets": []\n}'
)
MENDED_JSON = '{\n\t"source_revision_config": { "repo_ref":"main" },\n\t"secrets": []\n}'


def written(text: str, name: str = "a.yaml") -> Path:
    Path(name).write_text(text)
    return Path(name)


def check(status: int, *arguments: str) -> Printed:
    return ended(status, "check", "--source", "codehost", *arguments)


@pytest.mark.parametrize(
    ("name", "before", "after"), [("a.yaml", YAML, MENDED), ("a.json", JSON, MENDED_JSON)]
)
def test_a_file_is_mended_and_checked_again(name: str, before: str, after: str) -> None:
    path = written(before, name)
    check(1, name)
    assert "\n-" in check(1, "--diff", name).out
    assert path.read_text() == before
    assert f"{name}: allowed" in check(0, "--fix", name).out
    assert path.read_text() == after
    check(0, "--fix", name)
    assert path.read_text() == after


def test_what_remains_decides_the_exit_status() -> None:
    path = written(YAML + "secrets: 5\n")
    shown = check(1, "--fix", "a.yaml")
    assert path.read_text() == MENDED + "secrets: 5\n"
    assert "[schema-type]" in shown.out
    assert "[image-uri-source]" not in shown.out
    assert shown.err == "deploy-contract: a.yaml: fixed 2 violations\n"


BOTH = "source_revision_config: {repo_ref: main, image_uri: a:1}\n"
UNCERTAIN = [
    "a: [",  # it does not parse
    '{"secrets": [], "secrets": [], "id": 1}',
    "secret_refs: []\n",  # the name is only likely
    "man_scale: 1\n",
    "source_config: {}\nsource_confg: {}\n",  # the name is taken
    "custom_url: a\n",  # misplaced: the place is not certain to be free
    # a rival that is beyond the listed violations
    "secrts: []\n" + "".join([f"unlisted{n}: 1\n" for n in range(30)]) + "secrt: []\n",
]


# if the source is unknown, to remove one of two fields would choose it for the author
@pytest.mark.parametrize(
    ("text", "source"), [(BOTH, []), *[(text, ["--source", "codehost"]) for text in UNCERTAIN]]
)
def test_what_is_not_certain_is_left(text: str, source: list[str]) -> None:
    path = written(text)
    assert main(["check", *source, "--fix", "a.yaml"]) == 1
    assert path.read_text() == text


def test_members_that_would_get_one_name_are_left_with_the_reason() -> None:
    text = "source_cnfig: {build_on_push: false}\nsource_confg: {}\nsecretz: []\n"
    Path("a.yaml").write_text(text)
    warned = check(1, "--fix", "a.yaml").err.splitlines()
    both = "/source_cnfig and /source_confg probably mean the same field"
    reason = f"not fixed: {both}, /source_config"
    assert warned[0] == f"deploy-contract: a.yaml: {reason}"
    assert Path("a.yaml").read_text() == text.replace("secretz", "secrets")


@pytest.mark.parametrize("name", ["secrt", "Secretss", "secret_s"])
def test_a_member_with_a_rival_is_left_even_if_its_own_name_is_certain(name: str) -> None:
    text = f'{{"{name}": [], "secrts": null}}'
    both = f"/{name} and /secrts probably mean the same field"
    Path("a.json").write_text(text)
    for option in ("--diff", "--fix"):
        shown = check(1, option, "a.json")
        assert shown.err == f"deploy-contract: a.json: not fixed: {both}, /secrets\n"
        assert shown.out.startswith("a.json: denied")
    assert Path("a.json").read_text() == text
    assert '"fix"' not in check(1, "--format", "json", "a.json").out


def test_a_repair_that_uncovers_a_violation_is_followed_by_the_next() -> None:
    text = "source_confg: {custom_url: a, resorce_spec: {replicas: 1}}\n"
    path = written(text)
    mended = "source_config: {resource_spec: {replicas: 1}}\n"
    shown = check(1, "--diff", "a.yaml").out
    assert "+source_config: {resource_spec: {replicas: ***}}\n" in shown
    assert path.read_text() == text
    for line in ("deploy-contract: a.yaml: fixed 3 violations\n", ""):
        assert check(1, "--fix", "a.yaml").err == line
        assert path.read_text() == mended


def test_notes_are_mended_where_they_fail_the_check() -> None:
    path = written("id: a\nsecrets: []\n")
    arguments = ("--fix", "--unknown-fields", "allow", "a.yaml")
    check(0, *arguments)
    assert path.read_text() == "id: a\nsecrets: []\n"
    check(0, "--strict", *arguments)
    assert path.read_text() == "secrets: []\n"


def test_a_field_that_must_be_null_is_set_to_null() -> None:
    path = written('{"revision_source": "codehost"}', "a.json")
    assert main(["check", "--hosting", "self_hosted", "--fix", "a.json"]) == 0
    assert path.read_text() == '{"revision_source": null}'


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("a.yaml", "hunter2hunter2  # hunter2hunter2"),
        ("a.yaml", "'it''s-hunter2'"),
        ("a.yaml", r'"\x68unter2 \x68unter2"'),
        ("a.yaml", '"hunter2\\\n    hunter2"'),
        ("a.yaml", "0x1234abcd"),
        ("a.yaml", "|\n    hunter2\n    hunter2"),
        ("a.yaml", '&a "hunte\\x72"\n- {name: B, value: *a}'),
        ("a.json", r'"hunter\/hunter2"'),
        ("a.json", r'"\u0068unter2"'),
        ("a.json", "1.234E5"),
        ("a.json", r'["unter2", "\"unter2"]'),
    ],
)
def test_no_spelling_of_a_secret_is_shown_in_a_difference(name: str, value: str) -> None:
    text = f"secrets:\n- name: A\n  valu: {value}\nimage_uri: 1\n"
    if name == "a.json":
        text = f'{{"secrets": [\n{{"name": "A",\n"valu": {value}}}],\n"image_uri": 1}}\n'
    Path(name).write_text(text)
    shown = check(1, "--diff", name).out
    assert "value" in shown.split("denied")[0]
    assert "***" in shown
    assert not [part for part in ("unt", "234", "x72") if part in shown]


@pytest.mark.promise(5)
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", r'{"secret_references": [], "source_config": {"repo_url": "https:\/\/bot:hunter2@a.example\/x"}}'),
        ("a.json", r'{"secret_references": [], "source_config": {"repo_url": "https://bot:hunter2\u0040a.example"}}'),
        ("a.json", r'{"secret_references": [], "secrets": [{"value": "hunter2"}], "x": {"hunter2": {}}}'),
        ("a.yaml", "secret_references: []\nsource_config:\n  repo_url: https://bot:a@hunter2@a.example/x\n"),
        ("a.yaml", 'secret_references: []\nsource_config:\n  repo_url: "https://bot:hunter2\\\n    @a.example"\n'),
        ("a.yaml", "secret_references: []\n# old: {name: TOKEN, value: hunter2}\nsecrets: []\t# hunter2\n"),
        ("a.yaml", 'secret_references: []\nsecrets: [{value: hunter2}]\nsource_config: {listener_id: "\\x68unter2"}\n'),
    ],
)  # fmt: skip
def test_a_difference_shows_no_address_with_a_user_and_no_text_with_a_secret(
    name: str, text: str
) -> None:
    Path(name).write_text(text)
    shown = check(1, "--source", "codehost", "--diff", name).out
    assert "+++" in shown
    assert "***" in shown
    assert "unter2" not in shown


def test_a_repair_that_would_change_the_purpose_of_a_file_is_not_made() -> None:
    comment = "# deploy-contract: source=external_container\n"
    path = written(f"secret_references: []\n{comment}secrets: []\n")
    check(1, "--source", "codehost", "--fix", "a.yaml")
    assert path.read_text().startswith("secret_references")
    (run,) = json.loads(check(1, "--source", "codehost", "--format", "sarif", "a.yaml").out)["runs"]
    assert ["fixes" in result for result in run["results"]] == [False]


def test_more_violations_than_a_report_lists_are_repaired() -> None:
    rows = [{"name": f"A{number}", "valu": "a"} for number in range(1100)]
    Path("a.json").write_text(json.dumps({"secrets": rows}))
    assert "fixed 1100 violations" in check(0, "--fix", "a.json").err


def test_standard_input_is_not_written() -> None:
    reason = "standard input cannot be fixed; give the name of a file"
    shown = ended(2, "check", "--source", "codehost", "--fix", "-", given=JSON.encode())
    assert shown.err == f"deploy-contract: -: {reason}\n"
    assert "-: denied\n-:2:" in shown.out
    assert "\n1 document: 1 denied, 1 not written; 1 error\n" in shown.out


def test_json_and_sarif_have_the_fixes() -> None:
    Path("a.yaml").write_text(YAML)
    (row,) = check(1, "--format", "json", "a.yaml").rows
    pointer = "/source_revision_config/image_uri"
    assert [one["fix"] for one in row["violations"]] == [
        [{"op": "remove", "path": pointer}],
        [{"op": "move", "from": "/source_confg", "path": "/source_config"}],
    ]
    (run,) = json.loads(check(1, "--format", "sarif", "a.yaml").out)["runs"]
    found = [result["fixes"][0]["artifactChanges"][0] for result in run["results"]]
    keys = ("startLine", "startColumn", "endLine", "endColumn")
    edits = []
    for change in found:
        (replacement,) = change["replacements"]
        text = replacement.get("insertedContent", {"text": ""})["text"]
        edits.append((*[replacement["deletedRegion"][key] for key in keys], text))
    assert edits == [(5, 1, 6, 1, ""), (6, 1, 6, 13, "source_config")]


@pytest.mark.parametrize(
    ("document", "source", "fixes"),
    [
        ({"Secrets": []}, None, {"/Secrets": "/secrets"}),
        ({"Secrets": [], "secrets": []}, None, {"/Secrets": ""}),
        ({"secretz": []}, None, {"/secretz": "/secrets"}),
        ({"secret_refs": []}, None, {"/secret_refs": ""}),
        ({"source_config": {"resource_spec": {"man_scale": 1}}}, None, {"/source_config/resource_spec/man_scale": ""}),
        ({"secrets": [{"name": "a", "valu": "b", "value": "c"}]}, None, {"/secrets/0/valu": ""}),
        ({"secrets": [{}, {"nmae": "a"}]}, None, {"/secrets/0": "", "/secrets/1": "", "/secrets/1/nmae": "/secrets/1/name"}),
        ({"\u017fecrets": []}, None, {"/\\u017fecrets": ""}),
        ({"source_revision_config": {"repo_ref": "main"}}, "internal_source", {"/source_revision_config/repo_ref": "remove"}),
        ({"source_revision_config": {"repo_ref": "main", "image_uri": "a"}}, None, {"/source_revision_config/image_uri": ""}),
        ({"source_revision_config": {"repo_commit_sha": "a"}}, None, {"/source_revision_config/repo_commit_sha": "remove"}),
        ({"id": "a"}, None, {"/id": "remove"}),
    ],
)  # fmt: skip
def test_the_judges_repair_alike(
    document: dict[str, Any], source: Any, fixes: dict[str, str], engine: Any
) -> None:
    contract = made(engine, unknown_fields="reject")
    report = contract.check(json.dumps(document).encode(), "DeploymentPatch", source=source)
    found: dict[str, str] = {}
    for one in report.violations:
        found[one.pointer] = found.get(one.pointer) or one.repair
    assert found == fixes
