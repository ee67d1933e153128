"""The schemas for editors: complete, closed, of one mind with the library, and understood by the language servers themselves."""

import asyncio
import json
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import jsonschema_rs
import pytest

from deploy_contract import Contract
from deploy_contract.bundle import Bundle
from deploy_contract.files.documents import as_parsed
from deploy_contract_codegen.description import fields_of
from deploy_contract_format.yaml_text import yaml_documents
from tests.support import demo, editor_settings, npm
from tests.support.names import named
from tests.support.reference import validator
from tests.support.suite import cases

ROOT = Path(__file__).parents[2]
EDITORS = ROOT / "generated" / "editors"
BUNDLE = Bundle.installed()
BOOK = BUNDLE.book
COMPONENTS = BUNDLE.description["components"]["schemas"]
NAMES = sorted(
    f"{kind}.{source}" if source else kind
    for kind, how in BOOK.kinds.items()
    for source in (None, *(BOOK.sources if how.source else ()))
)
COMBINING = {"allOf", "anyOf", "not", "if", "then", "else"}
# shapes of the rules that a JSON Schema can say
SAID = {"field", "schema", "admitted", "keyword", "undeclared"}


@cache
def schema(name: str) -> Any:
    return json.loads((EDITORS / f"{name}.schema.json").read_text("utf-8"))


@cache
def fits(name: str) -> Any:
    return jsonschema_rs.validator_for(schema(name)).is_valid


@cache
def rejecting() -> Contract:
    return Contract(engine="python", unknown_fields="reject")


def subschemas(
    node: Any, at: tuple[Any, ...] = ()
) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Yield each schema within a schema: what stands under a keyword, and not what an example holds."""
    if isinstance(node, dict):
        yield at, node
        for key in ("properties", "definitions"):
            for name, member in node.get(key, {}).items():
                yield from subschemas(member, (*at, key, name))
        for key in ("items", "additionalProperties", "not", "if", "then", "else"):
            yield from subschemas(node.get(key), (*at, key))
        for key in ("allOf", "anyOf"):
            for index, member in enumerate(node.get(key, [])):
                yield from subschemas(member, (*at, key, index))


@pytest.mark.parametrize("name", NAMES)
def test_each_is_sound_closed_and_needs_nothing_else(name: str) -> None:
    jsonschema.Draft7Validator.check_schema(schema(name))
    declared = {f"#/definitions/{title}" for title in schema(name)["definitions"]}
    referred = set()
    for at, node in subschemas(schema(name)):
        assert not [key for key in node if key.startswith("x-")], at
        if "$ref" in node:
            referred.add(node["$ref"])
            assert set(node) == {"$ref"}, "draft-07 reads nothing beside a reference"
        kinds = node.get("type", [])
        if "object" in ([kinds] if isinstance(kinds, str) else kinds) and not COMBINING & set(at):
            free = node.get("additionalProperties") == {"$ref": "#/definitions/Any"}
            assert free or node.get("additionalProperties") is False, at
    assert referred == declared
    for text in re.findall(
        r"https?://[^\"]*", json.dumps({**schema(name), "examples": [], "$schema": ""})
    ):
        assert "example.com" in text, "only examples hold addresses"


@pytest.mark.parametrize("name", NAMES)
def test_every_description_of_the_spec_is_told(name: str) -> None:
    explained = 0
    for title, tokens in fields_of(BUNDLE.description, name.partition(".")[0]):
        node = schema(name)
        for token in tokens:
            if node.get("type") == "null":
                break  # the source may not set what is around it, so nothing is told of the inside
            node = node["items"] if token == "*" else node["properties"][token]
        else:
            explained += 1
            field = COMPONENTS[title]["properties"][tokens[-1]]
            assert node["description"].startswith(field["description"]), tokens
    assert explained > 5


def documents() -> Iterator[tuple[str, str, Any]]:
    """Yield each document of the suite and the examples: what it is called, its kind, and its value."""
    for title, case in cases():
        for message in (case.get("request", {}), case.get("response", {})):
            if isinstance(message.get("value"), dict):
                yield (
                    f"{title} (message)",
                    "DeploymentPatch" if message is case["request"] else "Deployment",
                    message["value"],
                )
        if "value" in case:
            yield title, case["document"], case["value"]
    for row in demo.rows():
        if not any(rule.startswith("json-") for rule in row.get("rules", [])):
            text = (ROOT / demo.EXAMPLES / row["file"]).read_text("utf-8")
            (document,) = yaml_documents(text)
            yield f"{row['file']}, {row['title']}", row["document"], document.value


def test_each_admits_what_the_library_does_and_refuses_what_a_schema_can_say() -> None:
    shapes = {rule.rule: rule.shape for rule in BOOK.rules}
    wrong: list[tuple[str, str, bool]] = []
    counted: Counter[str] = Counter()
    for title, kind, value in documents():
        for name in (each for each in NAMES if each.partition(".")[0] == kind):
            source = name.partition(".")[2] or None
            context = source if BOOK.kinds[kind].source == "context" else None
            report = rejecting().check(as_parsed(value), named(kind), source=named(context))
            enforced = {shapes[one.rule] for one in report.violations if one.mode == "enforce"}
            is_carried = source and not context and isinstance(value, dict)
            own = value.get("source") if is_carried else source
            if own in BOOK.sources and own != source:
                expected, sort = False, "another source"
            elif report.verdict != "deny":
                expected, sort = True, "admitted"
            elif enforced & SAID:
                expected, sort = False, "refused"
            else:
                continue  # only the library says it: depth, sizes, and other things of the text
            counted[sort] += 1
            if fits(name)(value) != expected:
                wrong.append((title, name, expected))
    assert wrong == []
    assert counted["admitted"] > 1000
    assert counted["refused"] > 1000
    assert counted["another source"] > 10


def test_examples_are_those_that_the_source_admits() -> None:
    offered = 0
    for name in NAMES:
        for _, node in subschemas(schema(name)):
            for example in node.get("examples", []):
                offered += 1
                assert validator({**node, "definitions": schema(name)["definitions"]}).is_valid(
                    example
                )
    assert offered > len(NAMES)
    assert "examples" in schema("DeploymentPatch.codehost")
    # the example of the spec builds on push
    assert "examples" not in schema("DeploymentPatch.external_container")


# What the language servers themselves make of them. `|` is where the cursor stands.
QUESTIONS: dict[str, tuple[str, str, str]] = {
    "json, fields": ("json", "DeploymentPatch.external_container", '{"source_config": {"resource_spec": {}, |}}'),
    "yaml, fields": ("yaml", "DeploymentPatch.external_container", "source_config:\n  resource_spec: {}\n  |\n"),
    "json, override": ("json", "DeploymentPatch.codehost", '{"revision_source": "internal_container", "source_revision_config": {|}}'),
    "yaml, override": ("yaml", "DeploymentPatch.codehost", "revision_source: internal_container\nsource_revision_config:\n  |\n"),
    "json, no override": ("json", "DeploymentPatch.codehost", '{"source_revision_config": {|}}'),
    "yaml, no override": ("yaml", "DeploymentPatch.codehost", "source_revision_config:\n  |\n"),
    "json, hover": ("json", "DeploymentPatch.codehost", '{\n "source_revision_config": {\n  "image|_uri": "a"}\n}'),
    "yaml, hover": ("yaml", "DeploymentPatch.codehost", "source_revision_config:\n\n  image|_uri: a\n"),
    "json, problems": ("json", "DeploymentPatch.codehost", '{"source_config": {"listener_id": null, "build_on_push": true,\n "custom_url": "x",\n "integration_id": "x",\n "listener_config": {}},\n "source_revision_config": {"repo_ref":\n "refs/tags/x"},\n "secrts": []}'),
    "yaml, problems": ("yaml", "DeploymentPatch.codehost", "source_config: {listener_id: null, build_on_push: true,\n  custom_url: x,\n  integration_id: x,\n  listener_config: {}}\nsource_revision_config:\n  repo_ref: refs/tags/x\nsecrts: []\n"),
    "json, unknown source": ("json", "DeploymentPatch", '{"source_revision_config": {"image_uri": "a",\n "repo_ref": "b"}}'),
    "yaml, unknown source": ("yaml", "DeploymentPatch", "source_revision_config:\n  image_uri: a\n  repo_ref: b\n"),
    "json, value": ("json", "Deployment", '{"source": |}'),
    "yaml, value": ("yaml", "Deployment", "source: |\n"),
    "json, good": ("json", "DeploymentPatch.external_container", '{"source_config": {"build_on_push": false}, "source_revision_config": {"repo_ref": null, "image_uri": "a"}}'),
    "yaml, good": ("yaml", "DeploymentPatch.external_container", "source_config: {build_on_push: false}\nsource_revision_config: {repo_ref: null, image_uri: a}\n"),
}  # fmt: skip


@pytest.fixture(scope="module")
def servers() -> Path:
    """Return the folder of the language servers."""
    return npm.installed(ROOT / "tests" / "support" / "editors")


@pytest.fixture(scope="module")
def answers(servers: Path) -> dict[str, Any]:
    """Return the answers of the language services, without a server around them."""
    folder = servers
    asked = [
        {
            "language": language,
            "schema": str(EDITORS / f"{name}.schema.json"),
            "text": text,
        }
        for language, name, text in QUESTIONS.values()
    ]
    done = subprocess.run(
        ["node", "ask.mjs"],
        cwd=folder,
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return dict(zip(QUESTIONS, json.loads(done.stdout), strict=True))


def proposed(answer: Any) -> dict[str, str]:
    return {row["label"].strip('"'): row["documentation"] for row in answer["completion"]}


def text_of(rule: str) -> str:
    return next(f"{row.message}; {row.hint} [{row.rule}]" for row in BOOK.rules if row.rule == rule)


@pytest.mark.parametrize("language", ["json", "yaml"])
def test_completion_offers_what_the_source_may_set_with_its_description(
    language: str, answers: dict[str, Any]
) -> None:
    offered = proposed(answers[f"{language}, fields"])
    members = COMPONENTS["SourceConfig"]["properties"]
    assert (
        {"build_on_push", "custom_url", "listener_id", "listener_config"}
        <= set(offered)
        <= set(members)
    )
    assert not {"integration_id", "repo_url", "install_command", "resource_spec"} & set(offered)
    assert {field: text.splitlines()[0] for field, text in offered.items()} == {
        field: members[field]["description"] for field in offered
    }
    plain, overridden = (
        set(proposed(answers[f"{language}, {which}"])) for which in ("no override", "override")
    )
    assert {"repo_ref", "graph_config_path"} <= plain
    assert "image_uri" not in plain
    assert "image_uri" in overridden
    assert not {"repo_ref", "graph_config_path", "source_tarball_path"} & overridden
    assert set(BOOK.sources) <= set(proposed(answers[f"{language}, value"]))


@pytest.mark.parametrize("language", ["json", "yaml"])
def test_hovering_tells_the_description_and_the_rule(
    language: str, answers: dict[str, Any]
) -> None:
    hover = answers[f"{language}, hover"]["hover"].replace("\\", "")
    field = COMPONENTS["SourceRevisionConfigPatch"]["properties"]["image_uri"]
    assert field["description"] in hover
    assert "image_uri applies only to sources external_container and internal_container" in hover


@pytest.mark.parametrize("language", ["json", "yaml"])
def test_mistakes_are_marked_in_their_line_with_the_texts_of_the_rules(
    language: str, answers: dict[str, Any]
) -> None:
    marked = {(row["line"], row["message"]) for row in answers[f"{language}, problems"]["problems"]}
    assert marked == {
        (2, text_of("custom-url-source")),
        (3, "must be a uuid"),
        (4, text_of("listener-config-source")),
        (6, text_of("tag-never-moves")),
        (7, "Property secrts is not allowed."),
    }
    unknown = {row["message"] for row in answers[f"{language}, unknown source"]["problems"]}
    assert unknown
    assert unknown <= {text_of("image-uri-source"), text_of("repo-ref-source")}
    assert answers[f"{language}, good"]["problems"] == []


def test_advice_is_a_warning_and_a_refusal_an_error(answers: dict[str, Any]) -> None:
    severities = {row["message"]: row["severity"] for row in answers["json, problems"]["problems"]}
    assert severities[text_of("listener-config-source")] == 2
    assert severities[text_of("custom-url-source")] == 1


# The servers themselves, as processes, with the settings that the guide gives to an editor.
MARKED = "custom_url can be set only for source external_container"
EDITED = {  # language -> a document with a mistake, and one whose completion is asked for, with the place
    "yaml": ("source_config:\n  custom_url: x\n", "source_config:\n  \n", 1, 2),
    "json": ('{"source_config": {"custom_url": "x"}}', '{"source_config": {}}', 0, 19),
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "generated").symlink_to(ROOT / "generated")
    (tmp_path / "patches").mkdir()
    return tmp_path


async def edit(servers: Path, project: Path, server: editor_settings.Server, language: str) -> None:
    """Open documents in a server, as an editor does, and look at the marks and the completion."""
    from tests.support.language_server import running  # takes half a second, in every worker

    program, *rest = server.command
    command = ["node", str(servers / "node_modules" / ".bin" / program), *rest]
    wrong, unfinished, line, column = EDITED[language]
    places = [(project / "patches" / f"{name}.{language}").as_uri() for name in "abc"]
    elsewhere = (project / f"other.{language}").as_uri()
    async with running(command, project, server.settings) as editor:
        (problem,) = await editor.open(places[0], language, wrong)
        assert MARKED in problem.message
        assert await editor.open(places[1], language, unfinished) == []
        offered = await editor.complete(places[1], line, column)
        assert {"build_on_push", "repo_url"} <= offered
        assert "custom_url" not in offered
        assert await editor.open(elsewhere, language, wrong) == []
        if language == "yaml":
            text = f"{editor_settings.schema_line()}\n{wrong}"
            (problem,) = await editor.open((project / "patches" / "d.yml").as_uri(), language, text)
            assert MARKED in problem.message


@pytest.mark.parametrize("settings", [editor_settings.of_vs_code, editor_settings.of_neovim])
def test_the_yaml_server_marks_and_completes_with_the_settings_of_the_guide(
    settings: Callable[[Path], dict[str, editor_settings.Server]], servers: Path, project: Path
) -> None:
    asyncio.run(edit(servers, project, settings(project)["yaml"], "yaml"))


@pytest.mark.soak_only
def test_the_json_server_marks_and_completes_with_the_settings_of_the_guide(project: Path) -> None:
    servers = npm.installed(ROOT / "tests" / "support" / "editors_json")
    for settings in (editor_settings.of_vs_code, editor_settings.of_neovim):
        asyncio.run(edit(servers, project, settings(project)["json"], "json"))
