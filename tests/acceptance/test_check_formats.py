"""`check` for machines: annotations of GitHub Actions, and SARIF 2.1.0."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from deploy_contract import Contract
from tests.support.commands import ended

SECRET = "hunter2-Zq9"


@pytest.fixture(autouse=True)
def _folder(here: Path) -> None:
    (here / "bad.yaml").write_text(
        f"secrets:\n  - {{name: A, value: 5}}\nimage_uri: {SECRET}\nsource_revision_config: {{image_uri: {SECRET}}}\n"
    )
    (here / "good.json").write_text("{}")
    (here / "broken.json").write_text('{"a": ')
    (here / "own.yaml").write_text("\n# deploy-contract: sorce=codehost\n{}\n")


def shown(status: int, *arguments: str) -> str:
    return ended(status, "check", *arguments).out


def unescaped(text: str) -> str:
    """Return a property or a message as the runner of GitHub Actions reads it."""
    for code, sign in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code, sign)
    return text


def annotations(text: str) -> list[tuple[str, dict[str, str], str]]:
    """(command, properties, message) of each line of workflow commands."""
    found = []
    for line in text.splitlines():
        match = re.fullmatch(r"::(\w+) ([^:]*)::(.*)", line)
        assert match, line
        pairs = (pair.partition("=") for pair in match[2].split(","))
        properties = {key: unescaped(value) for key, _, value in pairs}
        found.append((match[1], properties, unescaped(match[3])))
    return found


def test_github_has_an_annotation_for_each_violation() -> None:
    options = ("--unknown-fields", "report", "--format", "github")
    printed = annotations(shown(1, *options, "bad.yaml", "good.json", "broken.json"))
    keys = ("file", "line", "col", "title")
    assert [(word, *[where[key] for key in keys]) for word, where, _ in printed] == [
        ("error", "bad.yaml", "2", "15", "schema-type"),
        ("notice", "bad.yaml", "3", "1", "unknown-field"),
        ("error", "broken.json", "1", "7", "json-syntax"),
    ]
    assert printed[1][2].splitlines() == [
        "/image_uri: is not a field of DeploymentPatch",
        "hint: image_uri belongs to source_revision_config: /source_revision_config/image_uri",
    ]


def test_github_warns_of_undecided_documents_and_unreadable_files() -> None:
    Path("open.yaml").write_text(f"source_revision_config: {{image_uri: {SECRET}}}\n")
    (printed,) = annotations(shown(0, "--format", "github", "open.yaml"))
    assert (printed[0], printed[1]["title"]) == ("warning", "image-uri-source")
    missing, own = annotations(shown(2, "--format", "github", "missing.yaml", "own.yaml"))
    text = "missing.yaml: cannot be read: No such file or directory"
    assert missing == ("error", {"file": "missing.yaml", "title": "not read"}, text)
    assert own[1] == {"file": "own.yaml", "line": "2", "title": "not read"}


LEVEL = {"enum": ["none", "note", "warning", "error"]}
COUNT = {"type": "integer", "minimum": 1}


def closed(*required: str, **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "required": list(required),
        "properties": properties,
        "additionalProperties": False,
    }


TEXT = closed("text", text={"type": "string", "minLength": 1})


def several(items: Any) -> dict[str, Any]:
    return {"type": "array", "items": items}


# RFC 3986, of the characters that are needed
ARTIFACT = closed("uri", uri={"type": "string", "pattern": "^[A-Za-z0-9._~/%:-]+$"})
STRING, OBJECT = {"type": "string"}, {"type": "object"}
REGION = closed("startLine", startLine=COUNT, startColumn=COUNT)
LOCATION = closed(
    physicalLocation=closed("artifactLocation", artifactLocation=ARTIFACT, region=REGION),
    logicalLocations=several(closed(fullyQualifiedName=STRING, kind=STRING)),
)
DEFAULT = closed(level=LEVEL)
RULE = closed("id", id=STRING, shortDescription=TEXT, help=TEXT, defaultConfiguration=DEFAULT, properties=OBJECT)  # fmt: skip
# What SARIF 2.1.0 (OASIS Standard, section 3) demands of each object that we write, all other properties refused: no package
# of PyPI that we know has the official schema. Sections: 3.13 sarifLog, 3.14 run, 3.18 tool, 3.19 toolComponent, 3.49 reportingDescriptor,
# 3.20 invocation, 3.58 notification, 3.27 result, 3.28 location, 3.29 physicalLocation, 3.30 region, 3.33 logicalLocation.
SARIF = closed(
    "version", "runs",
    **{"$schema": {"type": "string", "format": "uri"}},
    version={"const": "2.1.0"},
    runs=several(closed(
        "tool",
        tool=closed("driver", driver=closed("name", name={"type": "string"}, version={"type": "string"}, rules=several(RULE), properties={"type": "object"})),
        columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        invocations=several(closed(
            "executionSuccessful",
            executionSuccessful={"type": "boolean"},
            toolExecutionNotifications=several(closed("message", message=TEXT, level=LEVEL, locations=several(LOCATION))),
        )),
        results=several(closed(
            "message", ruleId={"type": "string"}, ruleIndex={"type": "integer", "minimum": -1}, level=LEVEL, message=TEXT, locations=several(LOCATION),
        )),
    )),
)  # fmt: skip


def sarif(status: int, *names: str, options: tuple[str, ...] = ()) -> Any:
    document = json.loads(shown(status, "--format", "sarif", *options, *names))
    jsonschema.Draft202012Validator(SARIF).validate(document)
    (run,) = document["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]  # 3.27.6
    return run


def place(found: dict[str, Any]) -> tuple[Any, ...]:
    """Return the file, line and column of a result or notification, as far as they are known."""
    physical = found["locations"][0]["physicalLocation"]
    return physical["artifactLocation"]["uri"], *physical.get("region", {}).values()


def test_sarif_is_one_document_for_the_run() -> None:
    run = sarif(1, "bad.yaml", "good.json", "broken.json")
    assert [(found["ruleId"], found["level"], *place(found)) for found in run["results"]] == [
        ("schema-type", "error", "bad.yaml", 2, 15),
        ("unknown-field", "error", "bad.yaml", 3, 1),
        ("json-syntax", "error", "broken.json", 1, 7),
    ]
    (logical,) = run["results"][0]["locations"][0]["logicalLocations"]
    assert logical["fullyQualifiedName"] == "/secrets/0/value"
    assert run["invocations"] == [{"executionSuccessful": True, "toolExecutionNotifications": []}]
    known = {rule.rule: rule for rule in Contract().rules}
    for rule in run["tool"]["driver"]["rules"]:
        assert known[rule["id"]].section in rule["help"]["text"]
        assert known[rule["id"]].basis in rule["help"]["text"]
        assert not re.search(r"\{\w+\}", rule["help"]["text"] + rule["shortDescription"]["text"])
    assert sarif(0, "good.json")["results"] == []


def test_sarif_has_unreadable_files_and_undecided_documents() -> None:
    name = "a b%\u00e9#?:.yaml"
    Path(name).write_text(f"source_revision_config: {{image_uri: {SECRET}}}\n")
    run = sarif(2, "missing.yaml", "own.yaml", name)
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    notifications = invocation["toolExecutionNotifications"]
    assert list(map(place, notifications)) == [("missing.yaml",), ("own.yaml", 2)]
    (found,) = run["results"]
    assert (found["level"], place(found)[0]) == ("warning", "a%20b%25%C3%A9%23%3F%3A.yaml")
    (found,) = sarif(0, str(Path(name).absolute()))["results"]
    assert place(found)[0].startswith("file:///")


def test_the_place_of_a_syntax_error_is_reported_once() -> None:
    Path("a.json").write_text('{"secrets": [],}')
    (violation,) = Contract().check(b'{"secrets": [],}', "DeploymentPatch").violations
    assert "no comma after the last item; see line 1, column 1" in violation.hint  # for a body
    printed = {}
    for style in ("text", "json", "github", "sarif"):
        printed[style] = ended(1, "check", "--format", style, "a.json").out
        assert "remove the comma before the closing bracket" in printed[style]
        assert "see line 1" not in printed[style]
        assert "the body" not in printed[style]
    assert ": error: the document is not JSON [json-syntax]\n" in printed["text"]


def test_what_one_object_lacks_is_shown_in_one_excerpt() -> None:
    Path("a.yaml").write_text("secrets:\n- {}\n- 5\n")
    shown = ended(1, "check", "a.yaml").out
    assert shown.count("[secret-complete]") + shown.count("[schema-type]") == 2
    assert (shown.count(" | secrets/0\n"), shown.count(" | secrets/1\n")) == (1, 1)


def test_text_and_annotations_name_the_facts_that_settle_undecided_documents(
    tmp_path: Path,
) -> None:
    (tmp_path / "open.json").write_text('{"secret_references": []}')
    arguments = ["check", "--fail-on", "undecided", str(tmp_path / "open.json")]
    for name, told in {"text": True, "github": True, "json": False, "sarif": False}.items():
        said = ended(1, *arguments, "--format", name).err
        assert ("settle them with --source" in said) == told, name


def test_text_explains_documents_with_the_same_reasons_once() -> None:
    branch = "source_revision_config: {repo_ref: main}"
    Path("a.yaml").write_text(branch)
    Path("b.yaml").write_text(f"# deploy-contract: hosting=cloud\n{branch}\n---\n\n{branch}\n")
    Path("c.json").write_text('{"source_revision_config": {\n"repo_ref": "main"}}')
    Path("d.json").write_text('{"secret_references": []}')
    Path("e.json").write_text('{"source_config": {"listener_id": 5}}')
    Path("f.json").write_text('{"source_config": {"listener_id": 5}}')
    names = ("a.yaml", "b.yaml", "c.json", "d.json", "e.json", "f.json")
    rows = shown(1, "--no-source", *names).splitlines()
    first = rows.index("b.yaml (document 2): undecided (for the same reasons as b.yaml)")
    assert rows[first - 1] == ""  # the document before has lines of its own
    assert rows[first + 1] == "c.json: undecided (for the same reasons as a.yaml)"
    assert rows[first + 2] == ""
    assert sum(": undecided (denied for" in row for row in rows) == 3
    assert sum(": denied" in row for row in rows) == 2
    assert rows[-1] == "7 documents: 2 denied, 5 undecided; 2 errors, 5 open questions"
    assert "for the same reasons" not in shown(1, "--show-values", *names)
    found = [json.loads(row) for row in shown(1, "--format", "json", *names).splitlines()]
    assert [len(row["undecided"]) for row in found] == [1, 1, 1, 1, 1, 0, 0]


def test_undecided_documents_with_notes_are_explained_each() -> None:
    for name in ("a.json", "b.json"):
        Path(name).write_text('{"secret_references": [], "colour": 1}')
    out = shown(0, "--unknown-fields", "report", "a.json", "b.json")
    assert out.count("note: /colour") == out.count("depends: /secret_references") == 2
