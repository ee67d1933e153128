"""Coverage: the parts of the contract that traffic exercises, in every form, and summaries that add up."""

import json
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from deploy_contract import Contract, ContractError, Request, Response
from deploy_contract.cli.command import main
from deploy_contract.traffic.coverage import COLUMNS, SECTIONS, UNKNOWN, Coverage
from tests.support.browsers import ASIDE, FITS, WIDTHS, barriers, looking
from tests.support.commands import ROOT, ended
from tests.support.pages import inside_itself, only, read, text, texts, values
from tests.support.policies import policy, rule

EXAMPLE = str(ROOT / "spec" / "examples" / "exchange.har")
CHROMIUM = str(ROOT / "tests" / "support" / "har" / "chromium.har")
MITMPROXY = str(ROOT / "tests" / "support" / "har" / "mitmproxy.har")
LIST = json.loads((ROOT / "spec" / "examples" / "deployment-list.json").read_text("utf-8"))
JSON = {"content-type": "application/json"}
PATCHED = "/v2/deployments/5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d7001"

Rows = dict[tuple[str, ...], tuple[int, int, int]]


def exercised(coverage: Coverage, section: str) -> Rows:
    return {row.names: row[1:] for row in coverage.rows(section) if row.is_exercised}


def patch(value: Any) -> Request:
    return Request("PATCH", PATCHED, "", JSON, json.dumps(value).encode())


@pytest.fixture
def coverage(contract: Contract) -> Coverage:
    return Coverage(contract)


def test_requests_count_operations_parameters_and_their_values(
    contract: Contract, coverage: Coverage
) -> None:
    queries = "limit=5&status=READY limit=20 limit=500 status=NEW deployment_type=dev"
    for query in queries.split():
        coverage.add(contract.check_request(Request("GET", "/v2/deployments", query)), "request")
    coverage.add(contract.check_request(Request("GET", "/healthz")), "request")
    name = "list_deployments"
    assert exercised(coverage, "operations") == {
        (name, "request"): (4, 1, 0), ("", "request"): (1, 0, 0),
    }  # fmt: skip
    assert exercised(coverage, "parameters") == {  # 20 is the default
        (name, "limit"): (1, 1, 0), (name, "status"): (1, 1, 0), (name, "deployment_type"): (1, 0, 0),
    }  # fmt: skip
    assert exercised(coverage, "parameter_values") == {
        (name, "status", "READY"): (1, 0, 0), (name, "deployment_type", "dev"): (1, 0, 0),
    }  # fmt: skip
    assert exercised(coverage, "rules")["parameter-maximum", ""] == (0, 1, 0)


def test_documents_count_fields_and_rules_by_source(contract: Contract, coverage: Coverage) -> None:
    references = {"secret_references": [{"name": "A", "secret_name": "b", "secret_key": "c"}]}
    for source in ("codehost", "external_container", None):
        report = contract.check_request(patch(references), source=source)
        coverage.add(report, "request", source=source)
    rules = exercised(coverage, "rules")
    assert rules["secret-references-source", "codehost"] == (0, 1, 0)
    assert rules["secret-references-source", "external_container"] == (1, 0, 0)
    assert rules["secret-references-source", "unknown"] == (0, 0, 1)
    fields = exercised(coverage, "fields")
    assert fields["DeploymentPatch", "/secret_references"] == (2, 1, 0)
    assert fields["DeploymentPatch", "/secret_references/*/name"] == (3, 0, 0)
    assert exercised(coverage, "needs") == {
        ("patch_deployment", "source"): (0, 0, 1), ("patch_deployment", "hosting"): (0, 0, 1),
    }  # fmt: skip
    assert exercised(coverage, "operations") == {("patch_deployment", "request"): (1, 1, 1)}


def test_an_object_in_place_of_an_array_has_no_items(
    contract: Contract, coverage: Coverage
) -> None:
    report = contract.check_request(patch({"secrets": {"a": {"name": "A", "value": "b"}}}))
    coverage.add(report, "request")
    assert exercised(coverage, "fields") == {("DeploymentPatch", "/secrets"): (0, 1, 0)}


def test_a_list_counts_each_deployment_under_its_own_source(
    contract: Contract, coverage: Coverage
) -> None:
    first = LIST["resources"][0]
    items = [{**first, "source": "internal_source"}, {**first, "status": 7}]
    items += [{**first, "id": f"{n:08x}{first['id'][8:]}"} for n in range(10)]
    body = json.dumps({"resources": items, "offset": 12}).encode()
    asked = contract.check_request(Request("GET", "/v2/deployments", "limit=50"))
    coverage.add(contract.check_response(Response(200, JSON, body), asked), "response")
    fields = exercised(coverage, "fields")
    assert fields["Deployment", "/source"] == (12, 0, 0)
    assert fields["Deployment", "/status"] == (11, 1, 0)
    assert fields["DeploymentList", "/resources"] == (0, 1, 0)
    values_of_fields = exercised(coverage, "field_values")
    assert values_of_fields["Deployment", "/source", "internal_source"] == (1, 0, 0)
    assert not any(name.startswith("/resources/") for _, name in fields)
    assert exercised(coverage, "rules")["schema-type", ""] == (0, 1, 0)


def test_names_come_from_the_contract_alone(contract: Contract, coverage: Coverage) -> None:
    kinds = set(contract.kinds)
    assert {row.names[0] for row in coverage.rows("fields")} <= kinds
    declared = set()
    for row in contract.operations:
        declared |= {(row["operation"], item["name"]) for item in row["parameters"]}
    assert {row.names for row in coverage.rows("parameters")} == declared
    in_force = {rule.rule for rule in contract.rules if rule.mode != "off"}
    assert {row.names[0] for row in coverage.rows("rules")} == in_force
    assert not any(row.is_exercised for section in SECTIONS for row in coverage.rows(section))


def test_a_hosting_lists_its_sources_alone() -> None:
    coverage = Coverage(Contract(hosting="self_hosted"))
    assert {row.names[1] for row in coverage.rows("rules")} == {"", "external_container"}


def test_coverage_adds_up(contract: Contract, coverage: Coverage) -> None:
    other = Coverage(contract)
    for one in (coverage, other, other):
        one.add(contract.check_request(patch({"secrets": []}), source="codehost"), "request")
    sent = pickle.loads(pickle.dumps(other))  # noqa: S301 - our own
    coverage.merge(sent)
    assert exercised(coverage, "operations") == {("patch_deployment", "request"): (3, 0, 0)}
    again = Coverage.from_dict(json.loads(json.dumps(coverage.to_dict())), contract)
    assert again.to_dict() == coverage.to_dict()
    total = Coverage()
    total.merge(sent)
    assert exercised(total, "operations") == {("patch_deployment", "request"): (2, 0, 0)}
    with pytest.raises(ContractError, match="make the Coverage with the contract"):
        total.add(contract.check_request(patch({})), "request")
    sent.version = "0.0.1"
    with pytest.raises(ContractError, match="cannot be added to one of"):
        coverage.merge(sent)
    assert repr(total).startswith("<Coverage of contract")


def test_the_command_gives_one_coverage_for_files_jobs_and_summaries(tmp_path: Path) -> None:
    files = [EXAMPLE, CHROMIUM, MITMPROXY]
    seen = json.loads(ended(0, "coverage", "--format", "json", "--jobs", "2", *files).out)
    assert seen["operations"][0] == {
        "operation": "list_repositories", "message": "request", "passed": 3, "failed": 0, "undecided": 0,
    }  # fmt: skip
    parts = []
    for number, file in enumerate(files):
        parts.append(str(tmp_path / f"{number}.json"))
        assert ended(0, "coverage", "--format", "json", "--output", parts[-1], file).out == ""
    added = json.loads(ended(0, "coverage", "--format", "json", *parts).out)

    def total(found: dict[str, Any]) -> int:
        return sum(row[column] for row in found["operations"] for column in COLUMNS)

    # each file was judged without the knowledge of the others
    assert total(added) == total(seen)
    assert [row["field"] for row in added["fields"]] == [row["field"] for row in seen["fields"]]


def test_the_page_is_whole_without_script_and_escapes_names(tmp_path: Path) -> None:
    ours = rule("our-names", each=["/source_config/custom_url"], schema={"type": "string"})
    own, page = tmp_path / "policy.json", tmp_path / "coverage.html"
    own.write_text(json.dumps(policy(ours)))
    command = ["coverage", "--format", "html", "--policy", str(own), "--output", str(page)]
    assert main([*command, EXAMPLE]) == 0
    text = page.read_text("utf-8")
    found = read(text)
    assert inside_itself(found) == []
    assert not found.css("script, img, [src]")
    sections = {f"#{place}" for place in values(found, "h2", "id")} - {"#needs"}
    assert set(values(found, "[href]", "href")) == {"#content", "data:,"} | sections
    shares = {f"{meter.attrs['value']} of {meter.attrs['max']}" for meter in found.css("meter")}
    assert shares <= {*texts(found, ".summary .number")}
    assert texts(found, "meter") == texts(found, "h2 .quiet")
    (content,) = values(found, "meta[http-equiv]", "content")
    assert content.startswith("default-src 'none'; img-src data:; style-src 'sha256-")
    cells = texts(found, "td")
    rows = {"secret-references-source", "our-names", "/source_config/build_on_push"}
    assert rows | {"internal_template"} <= set(cells)
    assert re.search('<tr class="failed"><td>secret-references-source</td><td>codehost</td>', text)
    assert '<tr class="missing">' in text
    assert "<td>(outside the contract)</td><td>request</td>" in text
    assert "://" not in text


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """Return the page of the example."""
    file = tmp_path / "coverage.html"
    assert main(["coverage", "--format", "html", "--output", str(file), EXAMPLE]) == 0
    return file


def test_the_page_has_failures_first_and_folds_long_gaps(page: Path) -> None:
    coverage = read(page.read_text("utf-8"))
    for section in coverage.css("section"):
        rows = section.css("section > .scroll tbody tr")
        failed = ["failed" in str(row.attrs["class"]) for row in rows]
        assert failed == sorted(failed, reverse=True)
        assert section.css("section > .scroll tr.missing") == []
        for fold in section.css("details"):
            rows = fold.css("tr.missing")
            assert text(only(fold, "summary")) == f"{len(rows)} not exercised"
            assert ("open" in fold.attrs) == (len(rows) <= 12)
    (needs,) = [section for section in coverage.css("section") if section.css("#needs")]
    assert text(needs) == "Missing facts No fact was missing."


@pytest.mark.parametrize("width", WIDTHS)
def test_the_page_is_read_without_scrolling_aside(width: str, browser: Browser, page: Path) -> None:
    with looking(browser, width=width) as tab:
        tab.goto(page.as_uri())
        assert tab.evaluate(FITS)[1] <= 0
        assert set(tab.evaluate(ASIDE)) == {0}
        if width != "phone":
            return
        assert barriers(tab) == []
        tab.evaluate("document.querySelectorAll('details').forEach((n) => (n.open = true))")
        cut = "[...document.querySelectorAll('#fields ~ * tbody tr')].map((n) => n.offsetHeight)"
        assert max(tab.evaluate(cut)) < 150


def test_what_is_outside_the_contract_changes_no_total(contract: Contract) -> None:
    coverage = Coverage(contract)
    whole = {section: coverage.totals(section)[1] for section in SECTIONS}
    assert whole["operations"] == 2 * len(contract.operations)
    coverage.add(contract.check_request(Request("GET", "/health")), "request")
    coverage.add(contract.check_request(patch({"secret_references": []})), "request")
    rows = coverage.rows("rules")
    assert (("secret-references-source", UNKNOWN), 0, 0, 1) in rows
    assert len(rows) > whole["rules"]
    assert {section: coverage.totals(section)[1] for section in SECTIONS} == whole
    assert coverage.totals("operations")[0] == 1
    assert coverage.totals("rules")[0] == 0


def test_the_text_shows_missing_parts() -> None:
    shown = ended(0, "coverage", EXAMPLE).out
    assert shown.startswith("coverage of contract ")
    assert "\nmessages of operations          6    6       2\n" in shown
    _, missing = shown.split("\nnot exercised\n")
    assert "  parameters              list_deployments offset, " in missing
    assert re.search("\n  fields  .* and [0-9]+ more\n", missing)
    assert "secret-references-source             codehost       0       1          0" in shown


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda value: value | {"deploy_contract_coverage": 2}, "not a coverage summary of this version"),
        (lambda value: value | {"contract": "9.9.9"}, "not a coverage summary of contract"),
        (lambda value: value | {"rules": 7}, "is not an array of objects"),
        (lambda value: value | {"rules": [{"rule": "canary", "source": "", "passed": 1, "failed": 0, "undecided": 0}]}, "a row of rules does not belong"),
        (lambda value: value | {"fields": [{"document": [], "field": {}, "passed": 1, "failed": 0, "undecided": 0}]}, "a row of fields does not belong"),
        (lambda value: value | {"operations": [value["operations"][0] | {"passed": -1}]}, "a row of operations does not belong"),
        (lambda value: value | {"needs": [{"operation": "", "need": "canary", "passed": 0, "failed": 0, "undecided": 1}]}, "a row of needs does not belong"),
        (lambda value: json.dumps(value)[:-5], "a coverage summary that is damaged"),
    ],
)  # fmt: skip
def test_a_summary_that_makes_no_sense_is_one_line(
    change: Callable[[Any], Any], message: str, tmp_path: Path
) -> None:
    value = change(Coverage(Contract()).to_dict())
    path = tmp_path / "a.json"
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    shown = ended(2, "coverage", str(path))
    assert message in shown.err
    assert len(shown.err.splitlines()) == 1
    assert "canary" not in shown.err + shown.out


def test_a_file_that_cannot_be_read_leaves_the_others() -> None:
    shown = ended(2, "coverage", EXAMPLE, "nothing.har")
    assert "coverage of contract" in shown.out
    assert shown.err == "deploy-contract: nothing.har: cannot be read: No such file or directory\n"
    assert ended(2, "coverage", "nothing.har").out == ""
