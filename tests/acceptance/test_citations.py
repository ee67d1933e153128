"""Citations of the facts: each one names a heading of spec/interface.md or spec/practice.md.

A citation is `FILE, HEADING` or `FILE, HEADING: DETAILS`. The `section` of a rule separates them by
semicolons. Each of the details, separated by commas, occurs below the heading. The tables of the two
pages agree with schemas, parameters and rules.
"""

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.guides import ROOT, tables

SPEC = ROOT / "spec"
PAGES = ("interface.md", "practice.md")
FOLDERS = ("spec", "generated", "src")
SUFFIXES = (".css", ".html", ".js", ".json", ".md", ".mjs", ".py", ".rs", ".toml", ".yaml")
SKIPPED = {"__pycache__", "node_modules", "target"}
STANDARDS = (
    re.compile(r"RFC [1-9]\d{2,4}(, section [1-9][\d.]*)?( \([a-z-]+\))?"),
    re.compile(r"JSON Schema Validation 2020-12, [1-9][\d.]*"),
    re.compile(r"OpenAPI 3\.1, [A-Z][A-Za-z ]+: [a-z]+"),
    re.compile(r"YAML 1\.2(, section [1-9][\d.]*)?"),
)
CITATION = re.compile(
    r"\b(interface|practice)\.md[\"'`]*(?:\]\([^)]*\))?,\s+(?:section\s+)?[\"'`]?"
)
NUMBERED = re.compile(r"^(\d), [\"'`]")  # section 3, "Patch a deployment"
LINE_END = re.compile(r"[ \t]*\n[ \t]*(?:#|//|\*)?[ \t]*")


def sections(page: str) -> dict[str, str]:
    """Return the text below each heading of a page; that of the lower headings included."""
    found: dict[str, str] = {}
    above: list[tuple[int, str]] = []
    for line in (SPEC / page).read_text("utf-8").splitlines():
        level = len(line) - len(line.lstrip("#"))
        if level:
            heading = line[level:].strip()
            assert heading not in found, f"{page} has two headings {heading!r}"
            above = [each for each in above if each[0] < level] + [(level, heading)]
            found[heading] = ""
        for _, heading in above:
            found[heading] += line + "\n"
    return found


SECTIONS = {page: sections(page) for page in PAGES}


def heading_of(page: str, text: str) -> str | None:
    """Return the longest heading of a page with which a text begins, as whole words."""
    fitting = [name for name in SECTIONS[page] if re.match(re.escape(name) + r"(?!\w)", text)]
    return max(fitting, key=len, default=None)


def fault(citation: str) -> str | None:
    """Return why a citation of a rule cannot be followed, or None."""
    if any(standard.fullmatch(citation) for standard in STANDARDS):
        return None
    page, comma, rest = citation.partition(", ")
    if page not in PAGES or not comma:
        return f"{citation!r} names neither a heading of {' or '.join(PAGES)} nor a known standard"
    heading = heading_of(page, rest)
    if heading is None:
        return f"{page} has no heading for {rest!r}"
    tail = rest[len(heading) :]
    if tail and not tail.startswith(": "):
        return f"{citation!r} goes on after the heading {heading!r}"
    text = " ".join(SECTIONS[page][heading].lower().split())
    details = tail[2:].split(", ") if tail else []
    for detail in details:
        if not re.search(rf"(?<!\w){re.escape(detail.lower())}(?!\w)", text):
            return f"{page}, {heading!r} does not speak of {detail!r}"
    return None


def rules() -> Iterator[dict[str, Any]]:
    """Yield each rule of the rule file."""
    for rows in yaml.safe_load((SPEC / "rules.yaml").read_text("utf-8")).values():
        if isinstance(rows, list):
            yield from rows


def texts() -> Iterator[tuple[Path, str]]:
    """Yield each text file of the folders that cite, comments and docstrings on one line each."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix not in SUFFIXES or SKIPPED & set(path.parts):
                continue
            text = path.read_text("utf-8", errors="replace")
            if path.suffix == ".html":
                text = html.unescape(text)
            yield path.relative_to(ROOT), LINE_END.sub(" ", text)


def test_the_section_of_each_rule_can_be_followed() -> None:
    cited = [(rule["rule"], each) for rule in rules() for each in rule["section"].split("; ")]
    assert [(rule, found) for rule, each in cited if (found := fault(each))] == []


def test_each_basis_cites_its_page() -> None:
    """A stated rule rests on the interface or a standard; advice may rest on anything."""
    for rule in rules():
        if rule["basis"] == "stated":
            assert "practice.md" not in rule["section"].partition("; ")[0], rule["rule"]


def test_every_citation_in_a_text_names_a_heading() -> None:
    found = 0
    for path, text in texts():
        for match in CITATION.finditer(text):
            cited = NUMBERED.sub(r"\1. ", text[match.end() : match.end() + 100])
            if path.name == "README.md" and cited[0].islower():
                continue  # a sentence that goes on after the name of the file
            assert heading_of(f"{match[1]}.md", cited), f"{path}: {match[0]}{cited}"
            found += 1
    assert found > 200, "the pages, the rules and the suite files cite the facts"


def table(page: str, heading: str) -> list[list[str]]:
    """Return the cells of each row of the tables below a heading, without the head."""
    return [row for rows in tables((SPEC / page).read_text("utf-8"), heading) for row in rows]


def names(cell: str) -> list[str]:
    """Return the names in a cell of a table, which are in backticks."""
    return re.findall(r"`([^`]+)`", cell)


def dotted(pointer: str) -> str:
    """Return a pointer as the tables write it, with dots."""
    return pointer.strip("/").replace("/", ".")


def schema(name: str) -> dict[str, Any]:
    """Return a schema file."""
    found = yaml.safe_load((SPEC / "schemas" / f"{name}.yaml").read_text("utf-8"))
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(
    ("heading", "file"),
    [
        ("Repository", "repository"),
        ("Deployment", "deployment"),
        ("SourceConfig", "source-config"),
        ("SourceRevisionConfig", "source-revision-config"),
        ("Secret", "secret"),
        ("SecretReference", "secret-reference"),
        ("3. Patch a deployment", "deployment-patch"),
    ],
)
def test_a_table_of_fields_is_that_of_the_schema(heading: str, file: str) -> None:
    rows = table("interface.md", heading)
    declared = schema(file)
    assert [name for row in rows for name in names(row[0])] == list(declared["properties"])
    if heading == "Deployment":
        assert [names(row[0])[0] for row in rows if row[2] == "yes"] == declared["required"]
    for row in rows:
        accepted = declared["properties"][names(row[0])[0]]
        for format_of_text in ("uuid", "date-time"):
            assert (format_of_text in row[1]) == (accepted.get("format") == format_of_text), row
        if re.search(r"\bor null\b", row[1]):
            assert "null" in str(accepted), row


def test_the_table_of_resource_settings_is_that_of_the_schema() -> None:
    cells = [cell for row in table("interface.md", "ResourceSpec") for cell in row]
    text = SECTIONS["interface.md"]["ResourceSpec"]
    named = {name for cell in cells for name in names(cell)} | set(names(text))
    for file in ("resource-spec", "container", "volume", "volume-mount", "env-var"):
        assert set(schema(file)["properties"]) <= named, file


def test_the_table_of_query_parameters_is_that_of_the_contract() -> None:
    document = yaml.safe_load((SPEC / "openapi.yaml").read_text("utf-8"))
    parameters = document["paths"]["/v2/deployments"]["get"]["parameters"]
    rows = [row for row in table("interface.md", "2. List deployments") if len(row) == 4]
    assert [names(row[0])[0] for row in rows] == [each["name"] for each in parameters]
    for row, parameter in zip(rows, parameters, strict=True):
        assert row[2] == str(parameter["schema"].get("default", "none")), row
        assert ("null" in row[1]) == ("null" in parameter["schema"]["type"]), row
    for operation, name, bounds, default in table("interface.md", "Limits"):
        (parameter,) = [each for each in parameters if [each["name"]] == names(name)]
        assert operation == "List deployments"
        declared = parameter["schema"]
        ends = (("at least", "minimum"), ("at most", "maximum"))
        written = [f"{word} {declared[key]}" for word, key in ends if key in declared]
        assert (bounds, default) == (", ".join(written), str(declared["default"]))


def test_the_table_of_sources_is_that_of_the_rules() -> None:
    cells = table("practice.md", "Which source may set which field")
    rows = {name: row for row in cells for name in names(row[0])}
    judged = set()
    for rule in rules():
        if "sources" in rule and "field" in rule and not rule["rule"].startswith("deployment-"):
            field = dotted(rule["field"])
            _, sources, _, basis = rows[field]
            allowed = [] if sources.startswith("no request") else names(sources.partition(";")[0])
            assert (allowed, basis.split(" ")[0]) == (rule["sources"], rule["basis"]), field
            judged.add(field)
    assert judged == set(rows) - {"source_config.resource_spec"}, "every source may set that one"


def test_the_immutable_fields_are_those_of_the_rule() -> None:
    cells = table("practice.md", "Which source may set which field")
    (rule,) = [rule for rule in rules() if rule["rule"] == "immutable-field"]
    immutable = {dotted(pointer) for pointer in rule["fields"]}
    for row in cells:
        for name in names(row[0]):
            assert row[2].startswith("yes") == (name in immutable), name
    apart = {"name", "source", "source_config.listener_config.cluster_namespace"}
    assert immutable - {name for row in cells for name in names(row[0])} == apart
    stated = {row[0]: row[3] for row in table("interface.md", "Deployment")}
    assert "Immutable" in stated["`name`"]
    assert "Immutable" in stated["`source`"]
