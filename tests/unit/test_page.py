"""The reference page: sound, accessible and complete, true to the library, and looked at in a real browser."""

import base64
import hashlib
import json
import re
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from deploy_contract_generated.names import DocumentKind, EngineName
from playwright.sync_api import Browser, Page, ViewportSize

from deploy_contract import Contract
from deploy_contract_codegen import page as page_module
from deploy_contract_codegen.__main__ import main
from deploy_contract_codegen.generation import generate
from deploy_contract_codegen.spec import SpecError
from tests.support import demo, spec_change
from tests.support.browsers import FAINT, FITS, WIDTHS, faults, fetched, in_chromium, looking
from tests.support.contracts import leave_out
from tests.support.effort import first
from tests.support.engines import made
from tests.support.frozen import copy_spec
from tests.support.names import named
from tests.support.nodes import Node, Reader

ROOT = Path(__file__).parents[2]
SPEC = ROOT / "spec"
PAGE = ROOT / "generated" / "reference.html"
TABLES = ROOT / "generated" / "deploy_contract_generated"
UUID = "00000000-0000-4000-8000-000000000001"


@cache
def page() -> Node:
    return Reader(PAGE.read_text("utf-8")).root


def around(node: Node, tag: str) -> Node:
    """Return the nearest element of a name around an element."""
    return next(outer for outer in node.within() if outer.tag == tag)


def listings(node: Node) -> list[Node]:
    """Return the listings in an element: as they are written, or JSON that folds."""
    return [each for each in node if each.tag == "pre" or each["class"] == "listing"]


@cache
def table(name: str) -> Any:
    return json.loads((TABLES / name).read_text("utf-8"))


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """Return a copy of spec/ to change."""
    return copy_spec(tmp_path)


# Sound and accessible


def test_ids_are_unique_and_everything_that_is_referred_to_is_there() -> None:
    ids = Counter(node["id"] for node in page() if "id" in node.attributes)
    assert [name for name, count in ids.items() if count > 1 or not name or " " in name] == []
    for node in page():
        for key in ("aria-labelledby", "aria-describedby", "for"):
            assert set((node[key] or "").split()) <= set(ids), node
        if node.tag in ("a", "use"):
            href = node["href"] or ""
            if node["download"]:
                assert (PAGE.parent / href).is_file(), href
                continue
            assert href.startswith("#"), href
            assert href[1:] in ids, href


def test_the_page_needs_and_reaches_nothing_else() -> None:
    for node in page():
        assert not [
            key
            for key in node.attributes
            if key.startswith("on") or key in ("style", "srcset", "action", "data")
        ]
        for key in ("src", "href"):
            inner = (node[key] or "#").startswith("#") or node[key] == "data:,"
            assert inner or node["download"], node
    (style,), (script,) = page().all("style"), page().all("script")
    assert not re.search(r"url\(|@import|//", style.raw)
    assert not re.search(
        r"fetch|XMLHttp|WebSocket|import\b|localStorage|sessionStorage|cookie|https?:", script.raw
    )
    (policy,) = [
        node["content"] or ""
        for node in page().all("meta")
        if node["http-equiv"] == "Content-Security-Policy"
    ]
    assert policy.startswith("default-src 'none';")
    for kind, part in (("style", style), ("script", script)):
        digest = base64.b64encode(hashlib.sha256(part.raw.encode("utf-8")).digest()).decode("ascii")
        assert f"{kind}-src 'sha256-{digest}';" in policy


def test_landmarks_language_title_and_headings() -> None:
    (html,) = page().all("html")
    assert html["lang"] == "en"
    assert len(page().all("title")[0].text) > 0
    assert {
        tag: len(page().all(tag)) for tag in ("header", "nav", "main", "footer", "h1")
    } == dict.fromkeys(("header", "nav", "main", "footer", "h1"), 1)
    assert page().all("nav")[0]["aria-label"]
    assert [form["role"] for form in page().all("form")] == ["search"]
    assert page().all("a")[0]["href"] == f"#{page().all('main')[0]['id']}", (
        "the first link skips to the content"
    )
    levels = [int(node.tag[1]) for node in page().all("h1", "h2", "h3", "h4", "h5", "h6")]
    assert all(after <= before + 1 for before, after in zip([0, *levels], levels, strict=False))
    assert all(node.text for node in page().all("h1", "h2", "h3", "h4", "a", "button", "summary"))


def test_every_table_has_a_caption_and_headers_that_say_what_they_head() -> None:
    tables = page().all("table")
    assert len(tables) > len(table("openapi.json")["components"]["schemas"]) // 2
    for each in tables:
        captions = each.all("caption")
        assert len(captions) == 1, captions
        assert captions[0].text
        assert captions[0] is next(iter(each))
        width = len(each.all("thead")[0].all("th"))
        for row in each.all("tr"):
            cells = row.all("th", "td")
            assert cells[0].tag == "th", row.text
            assert sum(int(cell["colspan"] or 1) for cell in cells) == width, row.text
            expected = {"thead": "col", "tbody": "rowgroup" if len(cells) == 1 else "row"}[
                row.parent.tag if row.parent else ""
            ]
            assert {cell["scope"] for cell in cells if cell.tag == "th"} == {expected}
        assert all(cell.text for cell in each.all("th"))
        (wrapper,) = [node for node in list(each.within())[:1] if node["class"] == "scroll"]
        assert wrapper["tabindex"] == "0", "what scrolls can be reached by the keyboard"
        assert wrapper["aria-label"] == captions[0].text


def test_every_input_has_a_label_and_pictures_have_words() -> None:
    labelled = {node["for"] for node in page().all("label")}
    for node in page().all("input", "select", "textarea"):
        assert node["id"] in labelled
    for node in page().all("svg"):
        assert node["aria-hidden"] == "true"
    for node in page():
        if "marked" in (node["class"] or "").split():
            assert node.text in ("allowed", "denied", "reported", "fixed")


def test_what_needs_the_script_is_not_shown_without_it() -> None:
    for node in page().all("form", "button"):
        assert "hidden" in node.attributes
    others = [
        node
        for node in page()
        if "hidden" in node.attributes and node.tag not in ("form", "button")
    ]
    assert [node["id"] for node in others] == ["nothing"]


# Complete


def test_every_operation_with_every_parameter() -> None:
    described = {
        operation["operationId"]: operation
        for item in table("openapi.json")["paths"].values()
        for operation in item.values()
    }
    for operation in table("operations.json"):
        name = operation["operation"]
        heading = page().of(f"operation-{name}")
        article = around(heading, "article")
        assert heading.text == described[name].get("summary", name)
        said = article.text
        assert f"{operation['method']} {operation['path']} {name}" in said
        assert "Server: https://deployments.example.com" in said
        assert described[name].get("description", "") in said
        for kind in [operation["request"], *operation["responses"].values()]:
            assert kind is None or any(
                link["href"] == f"#resource-{kind}" for link in article.all("a")
            )
        parameters = described[name].get("parameters", [])
        descriptions = {row["name"]: row.get("description", "") for row in parameters}
        written = {row["name"]: row["schema"] for row in parameters}
        rows = [
            row
            for each in article.all("table")
            if each.all("caption")[0].text == f"Parameters of {name}"
            for row in each.all("tbody")[0].all("tr")
        ]
        assert len(rows) == len(parameters) == len(operation["parameters"])
        for row in operation["parameters"]:
            title = page().of(f"parameter-{name}-{row['in']}-{row['name']}")
            assert title.all("a")[0].text == row["name"]
            must = " required" if row["required"] else ""
            assert title.all("span")[0].text == f"{row['in']}{must}"
            assert title.parent is not None
            kind, *texts = [line.text for line in title.parent.all("p")]
            meaning = " ".join(texts)
            types = (
                row["schema"]["type"]
                if isinstance(row["schema"]["type"], list)
                else [row["schema"]["type"]]
            )
            assert all(word in kind for word in types)
            assert ("null" in types) == ("or null" in kind)
            assert row["schema"].get("x-format", "") in kind
            assert ("list" in kind) == ("items" in row)
            assert row.get("items", {}).get("x-format", "") in kind
            default = re.search(r"default (\S+)$", kind)
            assert (default and default[1]) == (
                json.dumps(row["default"]) if "default" in row else None
            )
            numbers = [
                str(written[row["name"]][key])
                for key in ("minimum", "maximum")
                if key in written[row["name"]]
            ]
            assert re.findall(r"-?\d+", kind.partition(", default")[0]) == numbers
            counted = row.get("values") or [
                value for value in row["schema"].get("enum", []) if value is not None
            ]
            assert all(value in re.findall(r"\w+", meaning) for value in counted)
            assert ("other values are possible" in meaning) == ("values" in row)
            assert meaning.startswith(descriptions[row["name"]])


def test_every_resource_with_every_field() -> None:
    schemas = table("openapi.json")["components"]["schemas"]
    assert len(schemas) == len(list((SPEC / "schemas").glob("*.yaml")))
    for title, schema in schemas.items():
        article = around(page().of(f"resource-{title}"), "article")
        assert schema["description"] in article.text
        assert bool(schema.get("x-gap")) == ("see Gaps" in article.text)
        assert all(str(value) in article.text for value in schema.get("enum", []))
        for listing, example in zip(listings(article), schema.get("examples", []), strict=True):
            assert around(listing, "details").all("summary")[0].text == f"Example of {title}"
            assert json.loads(listing.raw) == example
        rows = article.all("tbody")[0].all("tr") if schema.get("properties") else []
        assert len(rows) == len(schema.get("properties", {}))
        for name, member in schema.get("properties", {}).items():
            head = page().of(f"field-{title}-{name}")
            assert head.parent in rows
            kind, setters, description = [cell.text for cell in (head.parent or page()).all("td")]
            assert setters
            types = member.get("type", [])
            refers = [
                choice["$ref"].rpartition("/")[2]
                for choice in [member, *member.get("anyOf", [])]
                if "$ref" in choice
            ]
            nullable = "null" in types or {"type": "null"} in member.get("anyOf", [])
            words = [
                word for word in ([types] if isinstance(types, str) else types) if word != "null"
            ] + refers
            assert words
            assert all(word in kind for word in words)
            assert member.get("format", "") in kind
            assert member.get("items", {}).get("$ref", "").rpartition("/")[2] in kind
            assert head.text == name
            assert nullable == ("or null" in kind)
            assert kind.endswith("required" if name in schema.get("required", []) else "optional")
            text, _, example = member.get("description", "").partition("Example: `")
            assert description.startswith(text.strip())
            assert example.removesuffix("`.") in description
            assert bool(example) == ("Example, ours: " in description)


class Named(dict[str, str]):
    """A mapping of placeholders in the texts of rules to their names."""

    def __missing__(self, key: str) -> str:
        return key


PLACED = {"keyword", "undeclared", "wire", "http"}  # the shapes whose texts have places


def test_every_rule_with_all_that_is_said_of_it() -> None:
    articles = {node.all("h4")[0].text: node for node in page() if node["class"] == "rule"}
    rules = table("rules.json")["rules"]
    assert list(articles) == [rule["rule"] for rule in rules]
    for rule in rules:
        article = articles[rule["rule"]]
        assert article is around(page().of(f"rule-{rule['rule']}"), "article")
        article = article.all("div")[0]  # beside it are the samples
        message, hint = (
            rule[key].format_map(Named()) if rule["shape"] in PLACED else rule[key]
            for key in ("message", "hint")
        )
        chips = [node.text for node in article.all("span") if "chip" in (node["class"] or "")]
        status = rule["parameters"].get("status")
        assert chips == [rule["basis"], rule["mode"], *([f"HTTP {status}"] if status else [])]
        assert message in [node.text for node in article.all("p")]
        assert f"Hint: {hint}" in [node.text for node in article.all("p")]
        details = {
            row.all("dt")[0].text: row.all("dd")[0] for row in article.all("dl")[0].all("div")
        }
        assert details["documented in"].text == rule["section"]
        assert (
            [link["href"] for link in details["applies to"].all("a")]
            == [f"#resource-{kind}" for kind in rule["on"]]
            if rule["on"]
            else True
        )
        for key, value in rule["parameters"].items():
            if key != "status":
                texts = [node.text for node in details[key].all("code")] or [details[key].text]
                listed = isinstance(value, list) and all(isinstance(item, str) for item in value)
                expected = (
                    (value or ["none"])
                    if listed
                    else [value if isinstance(value, str) else json.dumps(value)]
                )
                assert texts == expected


def gaps(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        yield from ([node["x-gap"]] if "x-gap" in node else [])
        for key, member in node.items():
            yield from gaps(member) if key not in ("examples", "default") else ()
    elif isinstance(node, list):
        for item in node:
            yield from gaps(item)


def test_every_gap() -> None:
    shown = Counter(node.text for node in page().of("gaps").all("dd"))
    assert shown == Counter(gaps(table("openapi.json")))
    assert sum(shown.values()) > 20


def test_every_example_as_it_is_written_with_its_verdicts() -> None:
    figures = {node["id"]: node for node in page().all("figure")}
    assert set(figures) == {f"example-{row['document']}-{row['file']}" for row in demo.rows()}
    for row in demo.rows():
        figure = figures[f"example-{row['document']}-{row['file']}"]
        assert (
            listings(figure)[0].raw.rstrip()
            == (ROOT / demo.EXAMPLES / row["file"]).read_text("utf-8").rstrip()
        )
        (said,) = [
            node
            for node in figure.all("li")
            if f" {row['title']}" in re.split(r" \(|:", node.text)[0]
        ]
        assert said.text.startswith(f"{demo.WORDS[row['verdict']]} {row['title']}")
        assert [link["href"] for link in said.all("a")] == [
            f"#rule-{rule}" for rule in row.get("rules", [])
        ]
        assert all(
            row[key] in said.text
            for key in ("source", "hosting", "deployment", "unknown_fields")
            if key in row
        )


# True: the matrix says what the library does


def matrix(kind: DocumentKind) -> Iterator[tuple[tuple[str, ...], str, str, str, list[str]]]:
    """Yield each (field, what follows its name, source, mark, rules) of the matrix of a kind of document."""
    (article, *_) = page().of(f"matrix-{kind}").within()
    sources = [node.text for node in article.all("thead")[0].all("span")]
    for body in article.all("tbody"):
        (group, *rows) = body.all("tr")
        if [cell["scope"] for cell in group.all("th")] != ["rowgroup"]:
            continue
        above = (group.all("code")[0].text,) if group.text.startswith("in ") else ()
        for row in rows:
            (head,), cells = row.all("th"), row.all("td")
            name = head.all("code")[0].text
            rules = [node.text for node in cells[-1].all("a")]
            for source, cell in zip(sources, cells, strict=False):
                assert cell["class"] == cell.text
                yield (
                    (*above, *name.split(".")),
                    head.text.removeprefix(name).strip(),
                    source,
                    cell.text,
                    rules,
                )


def sample(schema: dict[str, Any], condition: str, other: bool = False) -> Any:  # noqa: FBT002
    """Return a value for a field of a schema; `other` gives another one."""
    components = table("openapi.json")["components"]["schemas"]
    for choice in [schema, *schema.get("anyOf", [])]:
        if "$ref" in choice:
            return sample(components[choice["$ref"].rpartition("/")[2]], condition, other)
    if "enum" in schema:
        return schema["enum"][other]
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if types[0] == "array":
        items = schema["items"]["$ref"].rpartition("/")[2]
        return (
            [dict.fromkeys(components[items]["properties"], "x")]
            if condition == "when not empty"
            else []
        )
    texts = {"uuid": UUID[:-1] + "2" if other else UUID}
    text = texts.get(schema.get("format", ""), "other" if other else "x")
    number = 2 if other else 1
    return {"object": {}, "boolean": True, "string": text, "integer": number, "number": number}[
        types[0]
    ]


def schema_of(kind: DocumentKind, tokens: tuple[str, ...]) -> dict[str, Any] | None:
    components = table("openapi.json")["components"]["schemas"]
    node: dict[str, Any] | None = components[kind]
    for token in tokens:
        for choice in [node or {}, *(node or {}).get("anyOf", [])]:
            if "$ref" in choice:
                node = components[choice["$ref"].rpartition("/")[2]]
        node = (node or {}).get("properties", {}).get(token)
    return node


def nested(
    tokens: tuple[str, ...], value: Any, into: dict[str, Any] | None = None
) -> dict[str, Any]:
    first, *rest = tokens
    inner = nested(tuple(rest), value, (into or {}).get(first)) if rest else value
    return {**(into or {}), first: inner}


def test_the_matrix_of_a_patch_says_what_the_library_does(engine: EngineName) -> None:
    contract = made(engine)
    of_sources = {
        rule["rule"]
        for rule in table("rules.json")["rules"]
        if rule["shape"] in ("field", "admitted")
    }
    seen: Counter[str] = Counter()
    for tokens, condition, source, mark, rules in matrix("DeploymentPatch"):
        schema = schema_of("DeploymentPatch", tokens) or schema_of("Deployment", tokens)
        assert schema is not None
        of_source = tokens == ("source",)
        value = source if of_source else sample(schema, condition)
        report = contract.check(nested(tokens, value), "DeploymentPatch", source=named(source))
        against = [violation for violation in report.violations if violation.rule in of_sources]
        modes = {violation.mode for violation in against}
        assert {violation.rule for violation in against} <= set(rules)
        assert modes == {"denied": {"enforce"}, "reported": {"report"}}.get(mark, set()), (
            tokens,
            source,
        )
        assert (report.verdict == "deny") == (
            mark == "denied"
        )  # undecided: a stored tag may stand against build_on_push
        if mark in ("fixed", "allowed"):  # another value is stored
            stored = (
                {"source": source}
                if of_source
                else nested(tokens, sample(schema, condition, other=True), {"source": source})
            )
            value = (
                next(name for name in table("rules.json")["sources"] if name != source)
                if of_source
                else value
            )
            changed = contract.check(nested(tokens, value), "DeploymentPatch", deployment=stored)
            assert (changed.verdict == "deny") == (mark == "fixed"), (tokens, source)
        seen[mark] += 1
    assert set(seen) == {"denied", "reported", "fixed", "allowed"}
    assert sum(seen.values()) > 80


def test_the_matrix_of_a_patch_says_what_creates_a_revision(engine: EngineName) -> None:
    (article, *_) = page().of("matrix-DeploymentPatch").within()
    said = {}
    for body in article.all("tbody"):
        (group, *rows) = body.all("tr")
        above = (group.all("code")[0].text,) if group.text.startswith("in ") else ()
        for row in rows:
            if len(row.all("td")) > 6:
                said[(*above, *row.all("code")[0].text.split("."))] = row.all("td")[-2].text
    answers = {"yes": "yes", "possibly": "unknown", "no": "no"}
    for tokens, word in said.items():
        schema = schema_of("DeploymentPatch", tokens) or schema_of("Deployment", tokens)
        assert schema is not None
        value = sample(schema, "when not empty" if tokens == ("secrets",) else "")
        report = made(engine).check(nested(tokens, value), "DeploymentPatch", source="codehost")
        assert report.creates_revision == answers[word], tokens
    assert set(said.values()) == set(answers)


def test_the_matrix_of_a_deployment_says_what_the_library_does(engine: EngineName) -> None:
    contract = made(engine)
    (whole,) = table("openapi.json")["components"]["schemas"]["Deployment"]["examples"]
    bare = {**whole, "source_config": {}, "source_revision_config": {}, "secret_references": None}
    rows = list(matrix("Deployment"))
    assert rows
    for tokens, condition, source, mark, rules in rows:
        schema = schema_of("Deployment", tokens)
        assert schema is not None
        document = nested(tokens, sample(schema, condition), {**bare, "source": source})
        report = contract.check(document, "Deployment")
        assert {v.rule: v.mode for v in report.violations} == (
            {rules[0]: {"denied": "enforce", "reported": "report"}[mark]}
            if mark in ("denied", "reported")
            else {}
        )


def test_the_matrix_says_where_each_source_runs() -> None:
    (article, *_) = page().of("matrix-DeploymentPatch").within()
    last = article.all("tr")[-1]
    assert last.all("th")[0].text == "runs on"
    shown = [cell.text.split() for cell in last.all("td")]
    assert shown[: len(table("rules.json")["sources"])] == list(
        table("rules.json")["sources"].values()
    )


# Made of spec/ alone


def test_the_page_is_what_the_spec_says_and_the_check_covers_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = generate(SPEC)
    assert files["reference.html"] == PAGE.read_text("utf-8")
    out = Path(shutil.copytree(PAGE.parent, tmp_path / "generated"))
    (out / "reference.html").write_text(files["reference.html"].replace("Gaps", "Gasp"), "utf-8")
    assert main(["--spec", str(SPEC), "--out", str(out), "--check", "generated"]) == 1
    assert "reference.html: not what spec/ says" in capsys.readouterr().err


NASTY = "<script>alert(1)</script><img src=x onerror=alert(2)>&amp;"


SPOKEN = (  # file of the spec, and a text in it that the page shows
    ("schemas/secret.yaml", "Name of the secret, not"),
    ("schemas/secret.yaml", "A secret of a deployment."),
    ("schemas/secret.yaml", "fields beyond their names"),
    ("schemas/secret.yaml", "not-a-real-value"),
    ("openapi.yaml", "List deployments"),
    ("openapi.yaml", "Filter by deployment name."),
    ("openapi.yaml", "Deployment management service"),
    ("rules.yaml", "a secret needs a name and a value"),
    ("rules.yaml", "practice.md, Tags"),
    ("rules.yaml", "write a number, or null"),
    ("examples/index.yaml", "the same key twice"),
    ("examples/patch-image.json", "registry.example.com/payments/checkout:7.1.0"),
)


@pytest.fixture
def page_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Generate the page without most of the other files, which take more time."""
    leave_out(monkeypatch, page_module)


@pytest.mark.usefixtures("page_alone")
def test_no_text_of_the_spec_becomes_markup(spec: Path) -> None:
    for number, (file, old) in enumerate(SPOKEN):
        text = (spec / file).read_text("utf-8")
        assert old in text
        (spec / file).write_text(text.replace(old, f"{NASTY} {number}.", 1), "utf-8")
    found = Reader(generate(spec)["reference.html"]).root
    for number in range(len(SPOKEN)):
        assert f"{NASTY} {number}." in found.raw, SPOKEN[number]
    assert len(found.all("script")) == 1
    assert not found.all("img")
    assert not [node for node in found if "onerror" in node.attributes]


@pytest.mark.usefixtures("page_alone")
def test_no_name_of_a_file_breaks_out_of_an_attribute(spec: Path) -> None:
    name = 'a" onclick="alert(1)" x=.json'
    (spec / "examples" / "patch-image.json").rename(spec / "examples" / name)
    index = spec / "examples" / "index.yaml"
    index.write_text(index.read_text("utf-8").replace("patch-image.json", f"'{name}'"), "utf-8")
    found = Reader(generate(spec)["reference.html"]).root
    assert [
        node["aria-label"] for node in found.all("pre") if "onclick" in (node["aria-label"] or "")
    ] == [f"Text of {name}"]
    assert not [node for node in found if "onclick" in node.attributes]


def test_an_example_that_is_not_there_is_a_fault_of_the_index(spec: Path) -> None:
    (spec / "examples" / "patch-duplicate-key.json").unlink()
    with pytest.raises(SpecError) as caught:
        generate(spec)
    assert "examples/index.yaml:" in str(caught.value)


@pytest.mark.usefixtures("page_alone")
def test_a_spec_without_examples_has_a_page_without_them(spec: Path) -> None:
    shutil.rmtree(spec / "examples")
    assert not Reader(generate(spec)["reference.html"]).root.all("figure")


# Looked at in a browser


def eventually(condition: Callable[[], bool], seconds: float = 5) -> bool:
    """Return True as soon as a condition holds, False if it does not within some seconds."""
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


@contextmanager
def opened(browser: Browser, **screen: Any) -> Iterator[Page]:
    """Yield the page in a tab. At its end, it has fetched only the page and reported no fault."""
    with looking(browser, **screen) as tab:
        tab.goto(PAGE.as_uri())
        if screen.get("scripts", True):
            tab.wait_for_selector(":root[data-ready]")
        yield tab
        assert {url.partition("#")[0] for url in fetched(tab)} <= {PAGE.as_uri(), "data:,"}
        assert faults(tab) == []


@in_chromium
@pytest.mark.parametrize(
    "screen",  # each has both schemes, of which this is the first
    first(["phone light", "desktop dark", "phone dark", "desktop light"], 2),
)
def test_it_fits_the_screen_and_can_be_read(browser: Browser, screen: str) -> None:
    width, scheme = screen.split()
    with opened(browser, width=width, scheme=scheme) as tab:
        assert tab.evaluate(FITS) == [WIDTHS[width]["width"], 0]
        assert tab.evaluate("getComputedStyle(document.body).backgroundColor") == (
            "rgb(255, 255, 255)" if scheme == "light" else "rgb(20, 23, 28)"
        )
        measured = tab.evaluate(FAINT)
        assert measured["found"] == []
        assert measured["seen"] > 1000
        # what is wide scrolls within, and the keyboard gets there; what is not wide is no stop
        measured = tab.evaluate(
            "[...document.querySelectorAll('.scroll, pre, .listing')].filter((n) => n.checkVisibility())"
            ".map((n) => [n.scrollWidth > n.clientWidth || n.scrollHeight > n.clientHeight, n.tabIndex === 0])"
        )
        assert all(scrolls == stop for scrolls, stop in measured)
        assert any(scrolls for scrolls, _ in measured)
        small = tab.evaluate(
            "[...document.querySelectorAll('button, input[type=search], fieldset label, nav a, summary')].filter((n) => n.checkVisibility())"
            ".filter((n) => n.getBoundingClientRect().height < 24).map((n) => n.textContent)"
        )
        assert small == []
        tab.evaluate("document.getElementById('theme').click()")
        other = tab.evaluate("getComputedStyle(document.body).backgroundColor")
        assert other == ("rgb(20, 23, 28)" if scheme == "light" else "rgb(255, 255, 255)")
        assert (
            tab.evaluate("document.getElementById('theme').ariaPressed")
            == str(scheme == "light").lower()
        )
        assert tab.evaluate(FAINT)["found"] == []


@in_chromium
def test_the_matrix_shows_its_last_column(browser: Browser) -> None:
    matrices = "[...document.querySelectorAll('.scroll:has(.matrix)')]"
    with opened(browser) as tab:
        for wide in (768, 1024, 1280):
            tab.set_viewport_size({"width": wide, "height": 900})
            hidden = tab.evaluate(f"{matrices}.map((n) => n.scrollWidth - n.clientWidth)")
            assert (tab.evaluate("innerWidth"), set(hidden)) == (wide, {0})


@in_chromium
def test_a_rule_begins_where_its_heading_does(browser: Browser) -> None:
    left = "document.querySelector('{}').getBoundingClientRect().left"
    with opened(browser) as tab:
        assert tab.evaluate(left.format("#rules h3")) == tab.evaluate(
            left.format("#rules .rule h4")
        )


@in_chromium
def test_the_words_of_a_legend_are_in_line_with_its_marks(browser: Browser) -> None:
    bottoms = (
        "[...document.querySelectorAll('#matrix .legend li')].map((n) => [n.querySelector('.marked').lastChild, n.lastChild]"
        ".map((text) => { const range = document.createRange(); range.selectNodeContents(text); return range.getClientRects()[0].bottom; }))"
    )
    with opened(browser) as tab:
        found = tab.evaluate(bottoms)
        assert len(found) == 4
        assert all(abs(mark - words) < 2 for mark, words in found), found


@in_chromium
def test_a_link_marks_the_heading_that_it_leads_to_and_no_more(browser: Browser) -> None:
    marked = (
        "[...document.querySelectorAll('main, main *')].filter((n) => "
        "getComputedStyle(n).backgroundColor === 'rgb(255, 226, 122)' && n.checkVisibility())"
        ".map((n) => n.localName)"
    )
    with opened(browser) as tab:
        # one of each sort: a browser stops who goes to hundreds of places at once
        sorts = tab.evaluate(
            "Object.values(Object.fromEntries([...document.querySelectorAll('main [id]:not(symbol, input, [hidden])')]"
            ".map((n) => [n.localName + n.className, n.id])))"
        )
        leading = {name: tab.evaluate(f"(location.hash = '#{name}', {marked})") for name in sorts}
    assert len(leading) >= 4
    assert {name: names for name, names in leading.items() if len(names) != 1} == {}
    elements = {names[0] for names in leading.values()}
    assert elements <= {"h2", "h3", "h4", "th", "dt", "figcaption", "summary"}


@in_chromium
@pytest.mark.parametrize(
    "screen", first(["phone scripts", "desktop", "phone", "desktop scripts"], 2)
)
@pytest.mark.parametrize("place", ["matrix", "field-Container-name", "rule-image-uri-source"])
def test_a_page_that_is_opened_at_a_place_shows_it(
    browser: Browser, place: str, screen: str
) -> None:
    width, *scripts = screen.split()
    top = f"document.getElementById('{place}').getBoundingClientRect().top"
    with looking(browser, width=width, scripts=bool(scripts)) as tab:
        tab.goto(f"{PAGE.as_uri()}#{place}")
        assert eventually(lambda: 0 <= tab.evaluate(top) < 300)


@in_chromium
def test_all_of_it_is_painted_soon_after_the_overview(browser: Browser) -> None:
    shown = (
        "[...document.querySelectorAll('main > section, .contents')]"
        ".map((n) => getComputedStyle(n).contentVisibility)"
    )
    with opened(browser, scripts=False) as tab:
        assert eventually(lambda: set(tab.evaluate(shown)) == {"visible"})


@cache
def identities() -> set[str]:
    return {node["id"] for node in page() if node["id"]}


NAMES_OF_CHIPS = {"allow": "allowed", "report": "reported", "practice": "fixed"}


def setters(row: Node, kind: str) -> Node:
    """Return who may set the field of a row, in a kind of document if the kinds differ."""
    (cell,) = [node for node in row.all("td") if node["class"] == "setters"]
    for group in cell.all("p"):
        if f"#resource-{kind}" in [link["href"] for link in group.all("a")]:
            return group
    return cell


def test_a_field_says_who_may_set_it_as_the_matrix_does() -> None:
    marks: dict[tuple[str, ...], dict[str, str]] = {}
    for tokens, _, source, mark, _ in matrix("DeploymentPatch"):
        marks.setdefault(tokens, {})[source] = mark
    titles = {
        "": "DeploymentPatch",
        "source_config": "SourceConfig",
        "source_revision_config": "SourceRevisionConfigPatch",
    }
    compared = 0
    for tokens, by_source in marks.items():
        above, name = (("", *tokens)[-2:]) if len(tokens) < 3 else ("", "")
        if above not in titles or f"field-{titles[above]}-{name}" not in identities():
            continue
        row = page().of(f"field-{titles[above]}-{name}").parent
        assert row is not None
        cell = setters(row, "DeploymentPatch")
        said = {
            chip.all("code")[0].text: NAMES_OF_CHIPS[(chip["class"] or "").split()[-1]]
            for chip in cell.all("span")
            if "chip" in (chip["class"] or "")
        }
        rest = {source: mark for source, mark in by_source.items() if mark != "denied"}
        everyone = set(by_source.values()) == {"allowed"}
        assert cell.text.endswith("every source") == everyone, tokens
        assert everyone or said == rest, tokens
        compared += 1
    assert compared >= 12


@pytest.mark.usefixtures("page_alone")
def test_a_field_names_the_kinds_of_request_that_differ_in_who_may_set_it(spec: Path) -> None:
    spec_change.apply(spec)
    found = Reader(generate(spec)["reference.html"]).root
    kind = spec_change.free("DeploymentCreate")
    row = found.of("field-SourceConfig-repo_url").parent
    assert row is not None
    kinds, _, said = setters(row, kind).text.partition(": ")
    assert kind in kinds
    assert said == "every source"
    assert setters(row, "DeploymentPatch").text == "in DeploymentPatch: codehost, fixed"
    row = found.of("field-SourceConfig-resource_spec").parent
    assert row is not None
    assert setters(row, kind).text == "every source", "the kinds do not differ"


def test_an_operation_shows_the_fields_of_a_resource_once() -> None:
    for article in page().all("article"):
        if article["class"] != "operation":
            continue
        titles = [
            details.all("summary")[0].text.split()[-1]
            for details in article.all("details")
            if "tree" in (details["class"] or "").split()
        ]
        assert len(set(titles)) == len(titles), "its other places have a link to the resource"
        assert titles
        for item in article.all("li"):
            if item.all("p") and "fields above" in item.all("p")[0].text:
                assert item.all("p")[0].all("a")[0].text in titles


def test_a_field_links_to_the_rules_that_name_it() -> None:
    for rule in table("rules.json")["rules"]:
        if (
            rule["shape"] != "field"
            or rule["on"] != ["DeploymentPatch"]
            or not rule["parameters"]["sources"]
        ):
            continue
        above, _, name = rule["parameters"]["field"][1:].rpartition("/")
        title = {
            "": "DeploymentPatch",
            "source_config": "SourceConfig",
            "source_revision_config": "SourceRevisionConfigPatch",
        }[above]
        row = page().of(f"field-{title}-{name}").parent
        assert row is not None
        assert f"#rule-{rule['rule']}" in [link["href"] for link in row.all("a")]


def test_gaps_are_in_one_place_after_everything_else() -> None:
    sections = [node["id"] for node in page().all("section")]
    assert sections[-1] == "gaps"
    for node in page().all("article"):
        assert "Not documented:" not in node.text.replace("Not documented: see Gaps", "")


def test_the_page_is_small_enough_to_mail() -> None:
    assert len(PAGE.read_bytes()) < 200_000 * len(Contract().operations)


SHOWN = "[...document.querySelectorAll('[data-entry]')].filter((n) => n.checkVisibility()).map((n) => n.textContent.toLowerCase())"
# Returns if any entry is folded, and how many are hidden in another way.
FOLDED = """(() => {
  const hidden = [...document.querySelectorAll("[data-entry]")].filter((n) => !n.checkVisibility());
  const inside = (n) => n.closest("details:not([open])")?.firstElementChild.checkVisibility();
  return { closed: hidden.length > 0, outside: hidden.filter((n) => !inside(n)).length };
})()"""
UNFOLD = (
    "document.querySelectorAll('.fold > summary').forEach((n) => n.checkVisibility() && n.click())"
)
# How often a word is shown within one text: a name that may break over two lines is two texts.
UNBROKEN = """
    [...document.querySelectorAll('[data-entry]')].filter((n) => n.checkVisibility()).map((n) => {
      const texts = document.createTreeWalker(n, NodeFilter.SHOW_TEXT);
      let count = 0;
      while (texts.nextNode()) {
        count += texts.currentNode.data.toLowerCase().split("WORD").length - 1;
      }
      return count;
    }).reduce((one, other) => one + other)
"""
RULES = "[...document.querySelectorAll('.rule h4')].filter((n) => n.checkVisibility()).map((n) => n.textContent)"


@in_chromium
@pytest.mark.parametrize("width", first(WIDTHS, 1))
def test_search_as_one_types(browser: Browser, width: str) -> None:
    with opened(browser, width=width) as tab:
        everything = len([node for node in page() if "data-entry" in node.attributes])
        before = len(tab.evaluate(SHOWN))
        assert (before < everything) == (width == "phone")
        tab.keyboard.press("/")
        assert tab.evaluate("[document.activeElement.id, document.activeElement.value]") == [
            "query",
            "",
        ]
        tab.keyboard.insert_text("IMAGE_uri")
        shown = tab.evaluate(SHOWN)
        assert 0 < len(shown) < everything / 10
        assert all("image_uri" in text for text in shown)
        assert tab.evaluate(RULES) == ["image-uri-source"]
        assert (
            tab.evaluate("document.getElementById('found').textContent")
            == f"{len(shown)} of {everything} entries"
        )
        assert tab.evaluate(FITS) == [WIDTHS[width]["width"], 0]
        headings = tab.evaluate(
            "[...document.querySelectorAll('h2, h3')].filter((n) => n.checkVisibility()).map((n) => n.textContent)"
        )
        assert "Gaps" in headings
        assert "Secret" not in headings, "what holds nothing is not shown"
        unbroken = tab.evaluate(UNBROKEN.replace("WORD", "image_uri"))
        assert tab.evaluate("CSS.highlights.get('found').size") == unbroken > len(shown) / 2
        # a heading stands for what is below it, and words are sought one by one
        tab.evaluate("document.getElementById('query').select()")
        tab.keyboard.insert_text("deployments limit integer")
        assert tab.evaluate(
            "document.getElementById('parameter-list_deployments-query-limit').checkVisibility()"
        )
        assert not tab.evaluate(
            "document.getElementById('parameter-list_deployments-query-status').checkVisibility()"
        )
        # a link to what is hidden shows it
        tab.evaluate("document.querySelector('nav a[href=\"#rules\"]').click()")
        tab.evaluate("new Promise((done) => setTimeout(done, 50))")
        assert tab.evaluate("document.getElementById('query').value") == ""
        assert (
            abs(tab.evaluate("document.getElementById('rules').getBoundingClientRect().top")) < 200
        )
        tab.evaluate("document.getElementById('query').focus()")
        tab.keyboard.insert_text("no such words")
        assert tab.evaluate(SHOWN) == []
        assert tab.evaluate("document.getElementById('nothing').checkVisibility()")
        tab.keyboard.press("Escape")
        assert len(tab.evaluate(SHOWN)) == before, "what was folded is folded again"
        assert tab.evaluate("document.getElementById('found').textContent") == ""


@in_chromium
@pytest.mark.parametrize("width", first(WIDTHS, 1))
def test_without_scripts_all_of_it_is_there_but_the_search(browser: Browser, width: str) -> None:
    with opened(browser, width=width, scripts=False) as tab:
        assert not tab.evaluate("document.querySelector('form').checkVisibility()")
        assert not tab.evaluate("document.querySelector('button').checkVisibility()")
        # what is not shown can be unfolded; a browser may show it a moment after it has loaded
        expected = {"closed": width == "phone", "outside": 0}
        assert eventually(lambda: tab.evaluate(FOLDED) == expected), tab.evaluate(FOLDED)
        tab.evaluate(UNFOLD)
        entries = len([node for node in page() if "data-entry" in node.attributes])
        assert len(tab.evaluate(SHOWN)) == entries
        assert tab.evaluate(RULES) == [rule["rule"] for rule in table("rules.json")["rules"]]
        assert tab.evaluate(FITS) == [WIDTHS[width]["width"], 0]


@in_chromium
@pytest.mark.parametrize("scheme", first(["light", "dark"], 1))
def test_the_keyboard_sees_where_it_is(browser: Browser, scheme: str) -> None:
    with opened(browser, scheme=scheme) as tab:
        visited = []
        for _ in range(12):
            tab.keyboard.press("Tab")
            visited.append(
                tab.evaluate(
                    "(() => { const n = document.activeElement, s = getComputedStyle(n), r = n.getBoundingClientRect();"
                    " return { name: n.textContent.trim() || n.id, seen: r.width > 20 && r.height > 20 && r.top >= 0 && r.bottom <= innerHeight,"
                    " line: s.outlineStyle === 'solid' ? parseFloat(s.outlineWidth) : 0 }; })()"
                )
            )
        assert [stop["name"] for stop in visited[:3]] == [
            "Skip to the content",
            "query",
            "Dark theme",
        ]
        assert all(stop["line"] >= 2 and stop["seen"] for stop in visited), visited


@in_chromium
def test_it_prints_whole_and_light(browser: Browser) -> None:
    with opened(browser, scheme="dark", media="print") as tab:
        assert (
            tab.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        )
        assert (
            tab.evaluate(
                "['nav', 'form', 'button'].some((name) => document.querySelector(name).checkVisibility())"
            )
            is False
        )
        examples = "[...document.querySelectorAll('details :is(pre, .listing, .listing details > :last-child)')]"
        assert tab.evaluate(f"{examples}.length") > 5
        assert tab.evaluate(
            f"{examples}.every((n) => n.checkVisibility({{contentVisibilityAuto: true}}))"
        )
        tab.set_viewport_size({"width": 718, "height": 1000})  # A4 within its margins
        cut = tab.evaluate(
            "[...document.querySelectorAll('.scroll, pre, .listing')].filter((n) => n.getBoundingClientRect().right > innerWidth + 1 || n.scrollWidth > n.clientWidth + 1).map((n) => n.ariaLabel)"
        )
        assert cut == []
        left = "document.querySelector('{}').getBoundingClientRect().left"
        assert tab.evaluate(left.format("h1")) == tab.evaluate(left.format("h2"))
        assert tab.pdf(print_background=True).startswith(b"%PDF-")


@in_chromium
def test_a_language_that_is_chosen_by_the_keyboard_is_shown_everywhere(browser: Browser) -> None:
    shown = (
        "[...document.querySelectorAll('.tabs')].map((n) => [...n.querySelectorAll('pre')]"
        ".map((pre) => pre.checkVisibility()).indexOf(true))"
    )
    with opened(browser) as tab:
        assert set(tab.evaluate(shown)) == {0}
        tab.evaluate("document.querySelector('.tabs input').focus()")
        tab.keyboard.press("ArrowRight")
        assert tab.evaluate("document.activeElement.value") == "1"
        assert tab.evaluate(shown) == [1] * len(table("operations.json"))
        outline = "getComputedStyle(document.activeElement.nextElementSibling).outlineStyle"
        assert tab.evaluate(outline) == "solid"


@in_chromium
def test_languages_can_be_chosen_without_scripts(browser: Browser) -> None:
    visible = "[...document.querySelectorAll('.tabs pre')].map((n) => n.checkVisibility())"
    with opened(browser, scripts=False) as tab:
        count = len(page().all("fieldset")[0].all("input"))
        first_shown, third_shown = ([n == place for n in range(count)] for place in (0, 2))
        assert tab.evaluate(visible)[:count] == first_shown
        tab.evaluate("document.querySelectorAll('.tabs label')[2].click()")
        assert tab.evaluate(visible)[: 2 * count] == [*third_shown, *first_shown]
        for place in range(count):
            tab.evaluate(f"document.querySelectorAll('.tabs label')[{place}].click()")
            assert tab.evaluate(visible)[:count] == [n == place for n in range(count)]


@in_chromium
def test_a_sample_can_be_copied(browser: Browser) -> None:
    with opened(browser) as tab:
        tab.evaluate(
            "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => (globalThis.copied = text) } })"
        )
        tab.evaluate("document.querySelectorAll('.tabs label')[1].click()")
        tab.evaluate("document.querySelector('.panel .copy').click()")
        tab.evaluate("new Promise((done) => setTimeout(done))")
        assert tab.evaluate("copied") == tab.evaluate(
            "document.querySelectorAll('.tabs pre')[1].textContent"
        )
        assert tab.evaluate("document.querySelector('.panel .copy').textContent") == "Copied"
        assert tab.evaluate("document.querySelectorAll('pre, .listing').length") == tab.evaluate(
            "document.querySelectorAll('.copied > .copy').length"
            " + document.querySelectorAll('.panel:has(.copy) :is(pre, .listing)').length"
        )
        folded = "document.querySelector('.panel:has(.listing [data-end]:not([open] > *))')"
        tab.evaluate(f"{folded}.querySelector('.copy').click()")
        tab.evaluate("new Promise((done) => setTimeout(done))")
        label = tab.evaluate(f"{folded}.querySelector('.listing').ariaLabel")
        (listing,) = [node for node in listings(page()) if node["aria-label"] == label]
        assert json.loads(tab.evaluate("copied")) == json.loads(listing.raw), "the folded parts too"


@in_chromium
def test_the_contents_mark_the_section_that_is_read(browser: Browser) -> None:
    marked = "[...document.querySelectorAll('.contents [aria-current]')].map((n) => n.hash)"
    painted = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    with opened(browser) as tab:
        assert tab.evaluate(marked) == []
        for place in ("#operation-patch_deployment", "#resource-Secret", "#rules-wire", "#gaps"):
            tab.evaluate(f"location.hash = '{place}'")
            for _ in range(20):  # parts that were never seen get their heights first
                tab.evaluate(painted)
                if tab.evaluate(marked) == [place]:
                    break
            assert tab.evaluate(marked) == [place]


HERE = "document.querySelector('.here')"
PAINTED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@in_chromium
@pytest.mark.parametrize("wide", [390, 768])
def test_the_header_of_a_narrow_screen_names_the_section_that_is_read(
    browser: Browser, wide: int
) -> None:
    screen: ViewportSize = {"width": wide, "height": 800}
    with opened(browser) as tab:
        tab.set_viewport_size(screen)
        tab.evaluate(PAINTED)
        assert tab.evaluate(f"{HERE}.textContent") == ""
        assert not tab.evaluate(f"{HERE}.checkVisibility()"), "the overview is no section"
        top = tab.evaluate("document.querySelector('main').offsetTop")
        places = {
            "operation-patch_deployment": "Operations \u203a PATCH Patch a deployment",
            "matrix": "Sources and fields",
            "field-Container-name": "Resources \u203a Container",
            "rules-fields": "Rules \u203a Fields and sources",
        }
        for place, name in places.items():
            tab.evaluate(f"location.hash = '#{place}'")
            assert eventually(partial(tab.evaluate, f"{HERE}.innerText === {json.dumps(name)}")), (
                name
            )
            assert tab.evaluate(f"{HERE}.checkVisibility()")
            bar, under, target = tab.evaluate(
                f"[{HERE}, document.querySelector('header'), document.getElementById('{place}')]"
                ".map((n) => { const { top, bottom } = n.getBoundingClientRect(); return [top, bottom]; })"
            )
            assert 24 <= bar[1] - bar[0] <= 30, "one line"
            assert abs(bar[0] - under[1]) <= 1, "in the header, which sticks to the top"
            assert bar[1] <= target[0], "it hides no place that a link leads to"
            assert tab.evaluate("document.querySelector('main').offsetTop") == top
        assert tab.evaluate(FAINT)["found"] == []
        tab.evaluate("scrollBy(0, 400)")
        tab.evaluate(PAINTED)
        tab.evaluate(f"{HERE}.firstChild.click()")
        assert tab.evaluate("location.hash.startsWith('#rules-')")
        tab.evaluate("scrollTo(0, 0)")
        assert eventually(lambda: tab.evaluate(f"{HERE}.textContent") == "")
        tab.set_viewport_size(WIDTHS["desktop"])
        tab.evaluate("location.hash = '#resource-Secret'")
        assert eventually(lambda: tab.evaluate(f"{HERE}.textContent") == "Resources \u203a Secret")
        assert not tab.evaluate(f"{HERE}.checkVisibility()"), "wide screens show the contents"


@in_chromium
def test_without_scripts_nothing_names_the_section(browser: Browser) -> None:
    with opened(browser, width="phone", scripts=False) as tab:
        tab.evaluate("scrollTo(0, 2000)")
        shown = "[...document.querySelectorAll('.here, .hits')].map((n) => n.checkVisibility())"
        assert tab.evaluate(shown) == [False, False]


SORTS = ["rule", "field", "operation", "parameter", "resource", "matrix", "example", "gap", "text"]
HITS = (
    "[...document.querySelectorAll('.hits a')]"
    ".map((n) => [...[...n.children].map((part) => part.textContent), n.hash])"
)


def test_every_entry_is_of_a_sort_that_the_search_knows() -> None:
    seen = Counter(
        node["data-entry"] or "text" for node in page() if "data-entry" in node.attributes
    )
    assert set(seen) == set(SORTS)
    assert seen["rule"] == len(table("rules.json")["rules"])
    assert seen["operation"] == len(table("operations.json"))
    assert seen["parameter"] == sum(len(row["parameters"]) for row in table("operations.json"))
    assert seen["resource"] == len(table("openapi.json")["components"]["schemas"])


@in_chromium
@pytest.mark.parametrize("word", ["secret", "limit", "patch_deployment", "source", "tag"])
def test_hits_are_ranked_by_name_and_then_by_sort(browser: Browser, word: str) -> None:
    def rank(row: list[str]) -> tuple[int, int]:
        sort, title, beside, _ = row
        names = [] if sort == "text" else [title.lower()]
        names += [beside.lower()] if sort == "operation" else []
        tests = (word in names, any(name.startswith(word) for name in names),
                 any(word in name for name in names))  # fmt: skip
        return (tests.index(True) if any(tests) else 3), SORTS.index(sort)

    with opened(browser) as tab:
        tab.evaluate("document.getElementById('query').focus()")
        tab.keyboard.insert_text(word)
        rows = tab.evaluate(HITS)
        count = int(tab.evaluate("document.getElementById('found').textContent").split()[0])
        assert len(rows) == min(count, 30)
        named_rows = [row for row in rows if rank(row)[0] < 3]
        assert rows[: len(named_rows)] == named_rows
        assert [rank(row) for row in named_rows] == sorted(map(rank, named_rows))
        # those that are alike are in the order of the page
        ids = [node["id"] for node in page() if node["id"]]
        for sort in ("rule", "field", "parameter"):
            for level in range(3):
                alike = [row[3][1:] for row in rows if rank(row) == (level, SORTS.index(sort))]
                assert alike == sorted(alike, key=ids.index)
        for sort, _, _, place in rows:
            assert place[1:] in ids
            if sort in ("rule", "field", "operation", "parameter", "resource"):
                assert place.startswith(f"#{sort}-")
        tab.keyboard.press("Escape")
        assert tab.evaluate(HITS) == []


@in_chromium
@pytest.mark.parametrize("width", first(WIDTHS, 1))
def test_enter_goes_to_the_best_hit_and_escape_stays_there(browser: Browser, width: str) -> None:
    seen = (
        "(() => { const { top, bottom } = document.getElementById('field-Volume-secret')"
        ".getBoundingClientRect(); return bottom > top && top >= 0 && bottom <= innerHeight; })()"
    )
    with opened(browser, width=width) as tab:
        tab.evaluate("scrollTo(0, 700)")
        tab.evaluate("document.getElementById('query').focus({ preventScroll: true })")
        tab.keyboard.insert_text("secret")
        assert tab.evaluate("scrollY") == 0, "the hits are shown"
        assert tab.evaluate(HITS)[0][:2] == ["field", "secret"]
        assert tab.evaluate(FITS) == [WIDTHS[width]["width"], 0]
        assert tab.evaluate(FAINT)["found"] == []
        tab.keyboard.press("Escape")
        assert eventually(lambda: abs(tab.evaluate("scrollY") - 700) < 5), "as before the search"
        tab.keyboard.insert_text("secret")
        tab.keyboard.press("Enter")
        assert eventually(lambda: tab.evaluate(seen))
        chosen = "[...document.querySelectorAll('.hits a')].findIndex((n) => n.ariaCurrent)"
        assert tab.evaluate(chosen) == 0
        tab.keyboard.press("Escape")
        assert tab.evaluate("document.getElementById('query').value") == ""
        assert eventually(lambda: tab.evaluate(seen)), "the place that was found is unfolded"


@in_chromium
def test_enter_goes_from_one_entry_found_to_the_next(browser: Browser) -> None:
    found = "document.getElementById('found').textContent"
    with opened(browser) as tab:
        tab.keyboard.press("/")
        tab.keyboard.insert_text("tag-never-moves")
        count = int(tab.evaluate(found).split()[0])
        assert count > 2
        tab.keyboard.press("Enter")
        tab.keyboard.press("Enter")
        assert tab.evaluate(found) == f"entry 2 of {count}"
        tab.evaluate(
            "document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))"
        )
        assert tab.evaluate("document.activeElement.id") == "query"


@in_chromium
def test_a_link_into_something_folded_unfolds_it(browser: Browser) -> None:
    place = "violations-patch_deployment-request"
    with opened(browser) as tab:
        assert tab.evaluate(f"document.getElementById('{place}').open") is False
        tab.evaluate(f"location.hash = '#{place}'")
        tab.evaluate("new Promise((done) => setTimeout(done, 50))")
        assert tab.evaluate(f"document.getElementById('{place}').open") is True


HEIGHT = """(async () => {
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
    scrollTo(0, y);  // parts that were never seen get their heights first
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  }
  return document.documentElement.scrollHeight;
})()"""


@in_chromium
def test_a_phone_folds_most_of_the_page(browser: Browser) -> None:
    with opened(browser, width="phone") as tab:
        assert tab.evaluate(HEIGHT) < 25_000
        tab.evaluate(UNFOLD)
        assert tab.evaluate(HEIGHT) > 75_000


@in_chromium
def test_a_wide_screen_scrolls_in_one_place(browser: Browser) -> None:
    scrolling = (
        # the contents of a contract with more parts may be longer than a low screen
        "[...document.querySelectorAll('body :not(.contents)')].filter((n) => "
        "['auto', 'scroll'].includes(getComputedStyle(n).overflowY)"
        " && n.scrollHeight > n.clientHeight).map((n) => n.className)"
    )
    places = ("operation-patch_deployment", "resource-SourceConfig", "rules-wire")
    with opened(browser) as tab:
        for high in (800, 900):
            tab.set_viewport_size({"width": 1280, "height": high})
            for place in places:
                tab.evaluate(f"location.hash = '{place}'")
                assert eventually(
                    lambda: tab.evaluate("document.querySelectorAll('nav [aria-current]').length")
                )
                assert tab.evaluate(scrolling) == []


@in_chromium
@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("place", ["field-Deployment-source", "rule-image-uri-source"])
def test_a_link_on_a_phone_shows_what_is_folded(
    browser: Browser, place: str, scripts: bool
) -> None:
    top = f"document.getElementById('{place}').getBoundingClientRect().top"
    with opened(browser, width="phone", scripts=scripts) as tab:
        assert not tab.evaluate(f"document.getElementById('{place}').checkVisibility()")
        tab.evaluate(f"document.querySelector('main a').href = '#{place}'")
        tab.evaluate("document.querySelector('main a').click()")
        assert eventually(lambda: 0 <= tab.evaluate(top) < 300)


@in_chromium
def test_the_description_of_a_parameter_is_wider_than_its_name(browser: Browser) -> None:
    widths = "[...document.querySelector('.lines tbody tr').cells].map((n) => n.offsetWidth)"
    with opened(browser) as tab:
        name, description = tab.evaluate(widths)
        assert description > 2 * name


@in_chromium
def test_the_contents_of_a_phone_are_a_menu_of_two_levels(browser: Browser) -> None:
    shown = "[...document.querySelectorAll('nav a')].filter((n) => n.checkVisibility()).map((n) => n.hash)"
    focused = "document.activeElement.textContent"
    with opened(browser, width="phone") as tab:
        assert tab.evaluate(shown) == []
        tab.evaluate("document.querySelector('nav summary').focus()")
        tab.keyboard.press("Enter")
        assert tab.evaluate(shown) == [
            f"#{name}" for name in ("operations", "matrix", "resources", "rules", "gaps")
        ]
        tab.evaluate("document.querySelectorAll('nav li summary')[2].click()")
        resources = [f"#resource-{name}" for name in table("openapi.json")["components"]["schemas"]]
        assert [name for name in tab.evaluate(shown) if name.startswith("#resource-")] == resources
        tab.evaluate("document.querySelectorAll('nav li summary')[3].click()")
        assert eventually(lambda: "#rules-wire" in tab.evaluate(shown))
        assert "#resource-Secret" not in tab.evaluate(shown), "one section at a time"
        tab.keyboard.press("Escape")
        assert [tab.evaluate(shown), tab.evaluate(focused)] == [[], "Contents"]
        tab.keyboard.press("Enter")
        tab.evaluate("document.querySelector('nav a[href=\"#rules-wire\"]').click()")
        assert tab.evaluate(shown) == [], "the menu closes over the place that was chosen"
        top = "document.getElementById('rules-wire').getBoundingClientRect().top"
        assert eventually(lambda: 0 <= tab.evaluate(top) < 300)


@in_chromium
def test_a_long_sample_folds_and_unfolds_by_the_keyboard(browser: Browser) -> None:
    label = "Response 200: example of Deployment"
    listing = f"document.querySelector('.listing[aria-label=\"{label}\"]')"
    with opened(browser) as tab:
        shut = tab.evaluate(f"{listing}.offsetHeight")
        assert not tab.evaluate(f"{listing}.querySelector('details').open")
        tab.evaluate(f"{listing}.querySelector('summary').focus()")
        tab.keyboard.press("Enter")
        assert tab.evaluate(f"{listing}.querySelector('details').open")
        assert tab.evaluate(f"{listing}.offsetHeight") > shut + 100


@in_chromium
def test_all_parts_of_a_sample_unfold_and_fold_by_one_button(browser: Browser) -> None:
    panel = "document.querySelector('.panel:has(.listing[aria-label=\"Response 200: example of Deployment\"])')"
    opens = f"[...{panel}.querySelectorAll('details')].map((n) => n.open)"
    said = f"{panel}.querySelector('.fold-all').ariaLabel"
    with opened(browser) as tab:
        assert eventually(lambda: tab.evaluate(f"!!{panel}.querySelector('.fold-all')"))
        assert len(tab.evaluate(opens)) > 3
        assert tab.evaluate(said) == "Unfold all: Response 200"
        tab.evaluate(f"{panel}.querySelector('.fold-all').focus()")
        tab.keyboard.press("Enter")
        assert all(tab.evaluate(opens))
        assert tab.evaluate(said) == "Fold all: Response 200"
        tab.evaluate(f"{panel}.querySelector('summary').click()")
        assert eventually(lambda: tab.evaluate(said) == "Unfold all: Response 200")
        for _ in range(2):
            tab.keyboard.press("Enter")
        assert not any(tab.evaluate(opens))
