"""The reference page: complete, true to the library, and without a way out of its markup."""

import json
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from deploy_contract_generated.names import DocumentKind

from deploy_contract import Bundle, Contract
from deploy_contract_codegen import page as page_module
from deploy_contract_codegen.description import described, example_in, gaps
from deploy_contract_codegen.generation import examine
from deploy_contract_codegen.spec import Spec, SpecError
from deploy_contract_format.definitions import find_schema, resolved, types_of
from deploy_contract_pages import breakable
from tests.support import demo, spec_change
from tests.support.contracts import leave_out
from tests.support.names import named
from tests.support.pages import PAGE, Element, inside_itself, only, page, read, text, texts, values
from tests.support.tables import table

CONTRACT = Contract()
BUNDLE = Bundle.installed()
UUID = "00000000-0000-4000-8000-000000000001"


def around(root: Element, tag: str, name: str) -> Element:
    """Return the nearest element of a tag that has an id, or an element with the id in it."""
    return root.css(f'{tag}[id="{name}"], {tag}:has([id="{name}"])')[-1]


def test_ids_are_unique_and_every_link_leads_to_one() -> None:
    ids = values(page(), "[id]", "id")
    assert len(set(ids)) == len(ids)
    for link in page().css("a, use"):
        href = link.attrs["href"] or ""
        if "download" in link.attrs:
            assert (PAGE.parent / href).is_file(), href
        else:
            assert href.removeprefix("#") in ids, href


def test_the_page_needs_and_reaches_nothing_else() -> None:
    assert inside_itself(page()) == []
    assert set(values(page(), "[src], link", "href")) == {"data:,"}
    policy = only(page(), "meta[http-equiv=Content-Security-Policy]").attrs["content"] or ""
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    script, style = only(page(), "script").text(), only(page(), "style").text()
    assert not re.search(r"sessionStorage|cookie|https?:", script)
    assert script.count("localStorage") == script.count("localStorage.theme"), "only the theme"
    assert not re.search(r"url\(|@import|//", style)


def test_names_may_break_between_words_and_options_may_not() -> None:
    def parts(text: str) -> list[str]:
        return str(breakable(text, "_./-")).split("<wbr>")

    assert parts("min_scale.a/b-c") == ["min_", "scale.", "a/", "b-", "c"]
    assert parts("SourceRevisionConfig") == ["Source", "Revision", "Config"]
    assert parts("persistentVolumeClaim") == ["persistent", "Volume", "Claim"]
    assert parts("check --fix. End") == ["check --fix. End"]


def test_the_page_is_small_enough_to_mail() -> None:
    assert len(PAGE.read_bytes()) < 200_000 * len(CONTRACT.operations)


# Complete


def schemas() -> dict[str, Any]:
    found: dict[str, Any] = table("openapi.json")["components"]["schemas"]
    return found


def entries() -> Iterator[tuple[str, str, Sequence[str]]]:
    """Yield each entry that the page must have: its id, its tag, and texts in it."""
    for path, method, operation in described(table("openapi.json")):
        name = operation["operationId"]
        said = [f"{method.upper()} {path} {name}", operation.get("description", "")]
        yield f"operation-{name}", "article", said
        for one in operation.get("parameters", []):
            bounds = [str(one["schema"].get(key, "")) for key in ("minimum", "maximum", "default")]
            said = [one.get("description", ""), *bounds]
            yield f"parameter-{name}-{one['in']}-{one['name']}", "tr", said
    for title, schema in schemas().items():
        said = [schema["description"], *map(str, schema.get("enum", []))]
        yield f"resource-{title}", "article", said
        for name, member in schema.get("properties", {}).items():
            yield f"field-{title}-{name}", "tr", example_in(member.get("description", ""))
    for rule in table("rules.json")["rules"]:
        said = [rule["basis"], rule["mode"], f"documented in {rule['section']}"]
        yield f"rule-{rule['rule']}", "article", said
    for row in demo.rows():
        said = [f"{demo.WORDS[row['verdict']]} {row['title']}", *row.get("rules", [])]
        yield f"example-{row['document']}-{row['file']}", "figure", said


def test_each_part_of_the_contract_has_its_entry() -> None:
    """`make check` compares the whole page with spec/."""
    for place, tag, said in entries():
        shown = text(around(page(), tag, place))
        assert all(part in shown for part in said), place
    rows = page().css("tr[data-entry=parameter], tr[data-entry=field]")
    assert len(rows) == [tag for _, tag, _ in entries()].count("tr")


def test_every_gap() -> None:
    shown = texts(page(), "#gaps dd")
    assert shown == [text for _, text in gaps(table("openapi.json"))]
    assert len(shown) == json.dumps(table("openapi.json")).count('"x-gap"')


# True: the matrix says what the library does

Cell = tuple[tuple[str, ...], str, str, str, list[str]]


def matrix_rows(kind: DocumentKind) -> Iterator[tuple[tuple[str, ...], str, Element]]:
    """Yield each (field, what follows its name, row) of the matrix of a kind of document."""
    article = around(page(), "article", f"matrix-{kind}")
    for body in article.css("tbody:has(th[scope=rowgroup])"):
        group, *rows = body.css("tr")
        above = tuple(texts(group, "code")) if text(group).startswith("in ") else ()
        for row in rows:
            name, *_ = texts(row, "th code")
            condition = text(only(row, "th")).removeprefix(name).strip()
            yield (*above, *name.split(".")), condition, row


def matrix(kind: DocumentKind) -> Iterator[Cell]:
    """Yield each (field, what follows its name, source, mark, rules) of a matrix."""
    sources = texts(around(page(), "article", f"matrix-{kind}"), "thead span")
    for tokens, condition, row in matrix_rows(kind):
        rules = texts(row, "td.rules a")
        for source, mark in zip(sources, texts(row, "td"), strict=False):
            yield tokens, condition, source, mark, rules


def sample(kind: DocumentKind, tokens: tuple[str, ...], condition: str, other: bool = False) -> Any:  # noqa: FBT002
    """Return a value for a field, which a patch may lack and a deployment has."""
    definitions = BUNDLE.definitions(kind)
    schema = find_schema(definitions, kind, tokens)
    if schema is None:
        return sample("Deployment", tokens, condition, other)
    if "enum" in schema:
        return schema["enum"][other]
    type_ = types_of(schema)[0]
    if type_ == "array" and condition == "when not empty":
        return [dict.fromkeys(resolved(definitions, schema["items"])["properties"], "x")]
    if schema.get("x-format") == "uuid":
        return UUID[:-1] + "2" if other else UUID
    number = 2 if other else 1
    examples = {
        "array": [], "object": {}, "boolean": True, "integer": number, "number": number,
        "string": "other" if other else "x",
    }  # fmt: skip
    return examples[type_]


def nested(
    tokens: tuple[str, ...], value: Any, into: dict[str, Any] | None = None
) -> dict[str, Any]:
    first, *rest = tokens
    inner = nested(tuple(rest), value, (into or {}).get(first)) if rest else value
    return {**(into or {}), first: inner}


MODES: dict[str, set[str]] = {
    "denied": {"enforce"}, "reported": {"report"}, "fixed": set(), "allowed": set(),
}  # fmt: skip


def test_the_matrix_of_a_patch_says_what_the_library_does() -> None:
    book = table("rules.json")
    of_sources = {rule["rule"] for rule in book["rules"] if rule["shape"] in ("field", "admitted")}
    seen = set()
    for tokens, condition, source, mark, rules in matrix("DeploymentPatch"):
        of_source = tokens == ("source",)
        value = source if of_source else sample("DeploymentPatch", tokens, condition)
        report = CONTRACT.check(nested(tokens, value), "DeploymentPatch", source=named(source))
        against = [violation for violation in report.violations if violation.rule in of_sources]
        assert {violation.rule for violation in against} <= set(rules)
        assert {violation.mode for violation in against} == MODES[mark], (tokens, source)
        assert (report.verdict == "deny") == (mark == "denied")
        if mark in ("fixed", "allowed"):  # another value is stored
            stored = {"source": source}
            if of_source:
                value = next(name for name in book["sources"] if name != source)
            else:
                another = sample("DeploymentPatch", tokens, condition, other=True)
                stored = nested(tokens, another, stored)
            changed = CONTRACT.check(nested(tokens, value), "DeploymentPatch", deployment=stored)
            assert (changed.verdict == "deny") == (mark == "fixed"), (tokens, source)
        seen.add(mark)
    assert seen == set(MODES)


def test_the_matrix_of_a_patch_says_what_creates_a_revision() -> None:
    answers = {"yes": "yes", "possibly": "unknown", "no": "no"}
    seen = set()
    for tokens, _, row in matrix_rows("DeploymentPatch"):
        word = texts(row, "td")[-2]
        condition = "when not empty" if tokens == ("secrets",) else ""
        value = sample("DeploymentPatch", tokens, condition)
        report = CONTRACT.check(nested(tokens, value), "DeploymentPatch", source="codehost")
        assert report.creates_revision == answers[word], tokens
        seen.add(word)
    assert seen == set(answers)


def test_the_matrix_of_a_deployment_says_what_the_library_does() -> None:
    (whole,) = schemas()["Deployment"]["examples"]
    bare = {**whole, "source_config": {}, "source_revision_config": {}, "secret_references": None}
    seen = set()
    for tokens, condition, source, mark, rules in matrix("Deployment"):
        value = sample("Deployment", tokens, condition)
        document = nested(tokens, value, {**bare, "source": source})
        report = CONTRACT.check(document, "Deployment")
        modes = {violation.rule: {violation.mode} for violation in report.violations}
        assert modes == ({rules[0]: MODES[mark]} if MODES[mark] else {})
        seen.add(mark)
    assert "denied" in seen


def test_the_matrix_says_where_each_source_runs() -> None:
    row = around(page(), "article", "matrix-DeploymentPatch").css("tr")[-1]
    shown = [cell.split() for cell in texts(row, "td.hosting")]
    assert shown == list(table("rules.json")["sources"].values())


RESOURCES = {
    "": "DeploymentPatch",
    "source_config": "SourceConfig",
    "source_revision_config": "SourceRevisionConfigPatch",
}


def setters(row: Element, kind: str) -> Element:
    """Return who may set the field of a row, in a kind of document if the kinds differ."""
    cell = only(row, "td.setters")
    groups = cell.css(f'p:has([href="#resource-{kind}"])')
    return groups[0] if groups else cell


def test_a_field_links_to_the_rules_that_name_it() -> None:
    linked = 0
    for rule in table("rules.json")["rules"]:
        parameters = rule["parameters"]
        of_patch = rule["shape"] == "field" and rule["on"] == ["DeploymentPatch"]
        if of_patch and parameters["sources"]:
            above, _, name = parameters["field"][1:].rpartition("/")
            row = around(page(), "tr", f"field-{RESOURCES[above]}-{name}")
            assert f"#rule-{rule['rule']}" in values(row, "a", "href")
            linked += 1
    assert linked


# Made of spec/ alone

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
def test_no_text_or_file_name_of_the_spec_becomes_markup(spec: Path) -> None:
    for number, (file, old) in enumerate(SPOKEN):
        written = (spec / file).read_text("utf-8")
        assert old in written
        (spec / file).write_text(written.replace(old, f"{NASTY} {number}.", 1), "utf-8")
    name = 'a" onclick="alert(1)" x=.json'
    (spec / "examples" / "patch-image.json").rename(spec / "examples" / name)
    index = spec / "examples" / "index.yaml"
    index.write_text(index.read_text("utf-8").replace("patch-image.json", f"'{name}'"), "utf-8")
    found = read(examine(Spec(spec)).files["reference.html"])
    for number in range(len(SPOKEN)):
        assert f"{NASTY} {number}." in found.text(), SPOKEN[number]
    assert f"Text of {name}" in values(found, "[aria-label]", "aria-label")
    assert len(found.css("script")) == 1
    assert found.css("img, [onerror], [onclick]") == []


def test_an_example_that_is_not_there_is_a_fault_of_the_index(spec: Path) -> None:
    (spec / "examples" / "patch-duplicate-key.json").unlink()
    with pytest.raises(SpecError, match=r"examples/index\.yaml:"):
        page_module.examples(Spec(spec))


@pytest.mark.usefixtures("page_alone")
def test_a_spec_without_examples_has_a_page_without_them(spec: Path) -> None:
    shutil.rmtree(spec / "examples")
    assert not read(examine(Spec(spec)).files["reference.html"]).css("figure")


@pytest.mark.usefixtures("page_alone")
def test_a_field_names_the_kinds_of_request_that_differ_in_who_may_set_it(spec: Path) -> None:
    spec_change.apply(spec)
    found = read(examine(Spec(spec)).files["reference.html"])
    kind = spec_change.free("DeploymentCreate")
    row = around(found, "tr", "field-SourceConfig-repo_url")
    kinds, _, said = text(setters(row, kind)).partition(": ")
    assert kind in kinds
    assert said == "every source"
    assert text(setters(row, "DeploymentPatch")) == "in DeploymentPatch: codehost, fixed"
    row = around(found, "tr", "field-SourceConfig-resource_spec")
    assert text(setters(row, kind)) == "every source", "the kinds do not differ"
