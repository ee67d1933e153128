"""The schemas for editors: complete, closed, of one mind with the library, and understood by the language servers themselves."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema
import jsonschema_rs
import pytest

from deploy_contract.bundle import Bundle
from deploy_contract.files.documents import as_parsed
from deploy_contract_codegen.description import fields_of
from deploy_contract_format.yaml_text import yaml_documents
from tests.support import demo, editor_settings, npm
from tests.support.engines import made
from tests.support.names import named
from tests.support.reference import validator
from tests.support.suite import ROOT, cases

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
    whole = json.dumps({**schema(name), "examples": [], "$schema": ""})
    for text in re.findall(r"https?://[^\"]*", whole):
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
                kind = "DeploymentPatch" if message is case["request"] else "Deployment"
                yield f"{title} (message)", kind, message["value"]
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
            contract = made("python", unknown_fields="reject")
            report = contract.check(as_parsed(value), named(kind), source=named(context))
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
            whole = {**node, "definitions": schema(name)["definitions"]}
            for example in node.get("examples", []):
                offered += 1
                assert validator(whole).is_valid(example)
    assert offered > len(NAMES)
    assert "examples" in schema("DeploymentPatch.codehost")
    # the example of the spec builds on push
    assert "examples" not in schema("DeploymentPatch.external_container")


# The language servers themselves, as processes, with the settings that the guide gives to an editor.


@pytest.fixture(scope="module")
def servers() -> Path:
    """Return the folder of the language servers."""
    return npm.installed(ROOT / "tests" / "support" / "editors")


class Texts(NamedTuple):
    """Texts of a language: `|` is where the cursor stands."""

    wrong: str
    fields: str
    revision: str
    overridden: str
    hover: str


TEXTS = {
    "json": Texts(
        '{"source_config": {"listener_config": {}, "build_on_push": true,\n "custom_url": "x",\n "integration_id": "x"},\n "source_revision_config": {"repo_ref":\n "refs/tags/x"},\n "secrts": []}',
        '{"source_config": {"resource_spec": {}, |}}',
        '{"source_revision_config": {|}}',
        '{"revision_source": "internal_container", "source_revision_config": {|}}',
        '{"source_revision_config": {"image|_uri": "a"}}',
    ),
    "yaml": Texts(
        "source_config: {listener_config: {}, build_on_push: true,\n  custom_url: x,\n  integration_id: x}\nsource_revision_config: {repo_ref:\n  refs/tags/x}\nsecrts: []\n",
        "source_config:\n  resource_spec: {}\n  |\n",
        "source_revision_config:\n  |\n",
        "revision_source: internal_container\nsource_revision_config:\n  |\n",
        "source_revision_config:\n  image|_uri: a\n",
    ),
}  # fmt: skip


def text_of(rule: str) -> str:
    return next(f"{row.message}; {row.hint} [{row.rule}]" for row in BOOK.rules if row.rule == rule)


MARKED = {  # line -> message
    1: text_of("listener-config-source"),
    2: text_of("custom-url-source"),
    3: "must be a uuid",
    5: text_of("tag-never-moves"),
    6: "Property secrts is not allowed.",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "generated").symlink_to(ROOT / "generated")
    (tmp_path / "patches").mkdir()
    return tmp_path


async def edit(servers: Path, project: Path, server: editor_settings.Server, language: str) -> None:
    """Open documents in a server, as an editor does, and look at marks, completion and hover."""
    from tests.support.language_server import running  # takes half a second, in every worker

    program, *rest = server.command
    command = ["node", str(servers / "node_modules" / ".bin" / program), *rest]
    texts, folder = TEXTS[language], project / "patches"
    config = COMPONENTS["SourceConfig"]["properties"]
    async with running(command, project, server.settings) as editor:
        wrong = (folder / f"wrong.{language}").as_uri()
        assert marked(await editor.open(wrong, language, texts.wrong)) == MARKED
        elsewhere = (project / f"other.{language}").as_uri()
        assert await editor.open(elsewhere, language, texts.wrong) == []
        offered = {}
        for name in ("fields", "revision", "overridden"):
            place = (folder / f"{name}.{language}").as_uri()
            offered[name] = await editor.complete(place, language, getattr(texts, name))
        assert {"build_on_push", "repo_url"} <= offered["fields"].keys() <= config.keys()
        assert not {"custom_url", "listener_id", "resource_spec"} & offered["fields"].keys()
        for field, text in offered["fields"].items():
            assert text.splitlines()[0] == config[field]["description"]
        assert {"repo_ref", "graph_config_path"} <= offered["revision"].keys()
        assert "image_uri" not in offered["revision"]
        assert "image_uri" in offered["overridden"]
        assert not {"repo_ref", "source_tarball_path"} & offered["overridden"].keys()
        hover = await editor.hover((folder / f"hover.{language}").as_uri(), language, texts.hover)
        field = COMPONENTS["SourceRevisionConfigPatch"]["properties"]["image_uri"]
        assert field["description"] in hover
        assert "applies only to sources external_container and internal_container" in hover
        if language == "yaml":
            named = (folder / "d.yml").as_uri()
            text = f"{editor_settings.schema_line()}\n{texts.wrong}"
            found = marked(await editor.open(named, language, text))
            assert [*found.values()] == [*MARKED.values()]


def marked(problems: Any) -> dict[int, str]:
    rows = sorted((row.range.start.line + 1, row.message) for row in problems)
    assert len(dict(rows)) == len(rows)
    return dict(rows)


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
