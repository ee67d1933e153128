"""The samples of the reference page: requests that the contract allows, and cases of the suite as they are."""

import json
import re
import shutil
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from deploy_contract import Contract, Request
from deploy_contract.answers import problem
from deploy_contract_codegen.cases import APART, expected_rules
from deploy_contract_codegen.page.requests import snippets as snippets_of
from deploy_contract_codegen.page.suite_samples import visible
from tests.support.commands import succeeded
from tests.support.console import CHECKOUT, PAYMENTS, example
from tests.support.gateways import Upstream
from tests.support.pages import Element, only, page, text, texts, values
from tests.support.processes import Running, running
from tests.support.suite import cases

PROGRAMS = {  # language -> the file of a sample, and the command that runs it
    "curl": ("sample.sh", "sh"),
    "httpx": ("sample.py", sys.executable),
    "deploy_contract": ("sample.py", sys.executable),
    "JavaScript": ("sample.mjs", "node"),
    "Go": ("sample.go", "go run"),
    "Java": ("Sample.java", "java"),
}
BASE = "https://deployments.example.com"
SHOWN = "00000000-0000-4000-8000-00000000000"  # the ids of the samples without their last digit
ANSWERS = {  # texts in the answers of the service
    "list_repositories": "checkout",
    "list_deployments": "checkout",
    "patch_deployment": "graph.json",
}


@cache
def suite() -> dict[str, list[dict[str, Any]]]:
    """Return the cases of the suite by their names."""
    found: dict[str, list[dict[str, Any]]] = {}
    for _, case in cases():
        found.setdefault(case["name"], []).append(case)
    return found


def snippets(operation: str) -> dict[str, str]:
    """Return the sample requests of an operation by language."""
    group = only(page(), f'.tabs:has([name="samples-{operation}"])')
    return dict(zip(texts(group, "label"), [pre.text() for pre in group.css("pre")], strict=True))


# Requests


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run the service with the example data, and the ids that the samples name."""
    folder = tmp_path_factory.mktemp("service")
    text = json.dumps(example())
    for real, shown in ((PAYMENTS, f"{SHOWN}1"), (CHECKOUT, f"{SHOWN}2")):
        assert real in text
        text = text.replace(real, shown)
    (folder / "data.json").write_text(text, "utf-8")
    with running(folder, "--database", ":memory:", "--data", "data.json") as serves:
        yield serves


def samples() -> Iterator[Any]:
    """Yield each language with each operation; another test shows the slow compilers."""
    for language in PROGRAMS:
        for operation in ANSWERS:
            slow = language in ("Go", "Java")
            yield pytest.param(language, operation, marks=[pytest.mark.soak_only] if slow else [])


@pytest.mark.parametrize(("language", "operation"), [*samples()])
def test_a_sample_runs_as_it_is_copied(
    language: str, operation: str, service: Running, tmp_path: Path
) -> None:
    """Each one is a whole program. Only the address of the server is another one."""
    before = stored(service)
    text = snippets(operation)[language]
    assert (BASE in text) == (language != "deploy_contract")
    printed = ran(language, text.replace(BASE, f"http://127.0.0.1:{service.port}"), tmp_path)
    if language == "deploy_contract":
        assert operation in printed
        return
    assert ANSWERS[operation] in printed
    if operation == "patch_deployment":
        after = stored(service)
        assert after["source_config"]["resource_spec"]["memory_mb"] == 4096
        assert after["latest_revision_id"] != before["latest_revision_id"]


def ran(language: str, text: str, folder: Path) -> str:
    """Run a sample, and return the text that it printed. Skip the test if a program lacks."""
    file, command = PROGRAMS[language]
    for program in {command.partition(" ")[0], *(["curl"] if language == "curl" else [])}:
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    (folder / file).write_text(text, "utf-8")
    return succeeded(*command.split(), file, folder=folder)


@pytest.mark.parametrize("language", sorted({*PROGRAMS} - {"deploy_contract"}))
def test_a_sample_sends_any_text_as_it_is(
    language: str, upstream: Upstream, tmp_path: Path
) -> None:
    body = {"a": "'`$x %d \\ \\u0041 \" \n\t", "b`": '"""', "c": ["x" * 90, {"d": ""}], "": None}
    made = snippets_of("PUT", upstream.url, "/v2/a%20b", {"q": "a&b c"}, body)
    ran(language, made[language], tmp_path)
    (got,) = upstream.got
    assert got.line == b"PUT /v2/a%20b?q=a%26b+c HTTP/1.1"
    assert got.values("content-type") == [b"application/json"]
    assert json.loads(got.body) == body


def stored(service: Running) -> dict[str, Any]:
    """Return the deployment that the samples patch."""
    _, found = service.call("GET", "/v2/deployments")
    rows: dict[str, dict[str, Any]] = {row["id"]: row for row in found["resources"]}
    return rows[f"{SHOWN}2"]


@pytest.mark.skipif(shutil.which("gofmt") is None, reason="gofmt is not installed")
@pytest.mark.parametrize("operation", ANSWERS)
def test_the_request_in_go_is_laid_out_as_go_does(operation: str) -> None:
    text = snippets(operation)["Go"] + "\n"
    assert succeeded("gofmt", text=text) == text


# Rules


def rule_samples() -> dict[str, list[tuple[str, str, Element]]]:
    """Return the samples of each rule: how a case relates to the rule, its name, and its panel."""
    found: dict[str, list[tuple[str, str, Element]]] = {}
    for article in page().css("article.rule"):
        (rule,) = texts(article, "h4")
        found[rule] = []
        for panel in article.css(".panel"):
            (word,) = texts(panel, ".bar .chip")
            name = text(only(panel, ".bar")).removeprefix(word).strip()
            found[rule].append((word, name, panel))
    return found


def test_the_samples_of_a_rule_are_cases_of_the_suite_that_break_and_keep_it() -> None:
    for rule, samples in rule_samples().items():
        # a request without a path parameter has another path; no other parameter is required
        assert len(samples) == 2 or rule in {*APART, "parameter-required"}, rule
        for word, name, _ in samples:
            breaking = any(rule in dict(expected_rules(case)) for case in suite()[name])
            assert word in ("breaks", "keeps", "creates", "changes none")
            assert breaking == (word in ("breaks", "creates")), (rule, name)
            if word in ("keeps", "changes none"):
                assert any(case["verdict"] == "allow" for case in suite()[name])


def test_most_pairs_differ_in_the_field_that_the_rule_names() -> None:
    """A sample that keeps a rule by having nothing to do with it would teach nothing."""
    named = []
    for rule, samples in rule_samples().items():
        if rule.endswith("-source") and len(samples) == 2:
            field = rule.removeprefix("deployment-").removesuffix("-source").replace("-", "_")
            named.append(all(field in only(panel, "pre").text() for _, _, panel in samples))
    assert named.count(False) <= 1 < named.count(True)


@pytest.mark.parametrize(
    ("rule", "word"),
    [("json-constant", "NaN"), ("json-duplicate-key", "key"), ("json-encoding", "byte order mark")],
)
def test_a_text_that_keeps_a_rule_is_about_the_same(rule: str, word: str) -> None:
    (_, breaking, _), (_, keeping, _) = rule_samples()[rule]
    assert word in breaking
    assert word in keeping


def test_each_violation_of_an_operation_has_a_sample_and_a_rule() -> None:
    seen = {}
    for details in page().css("details[id^=violations-]"):
        rows = details.css("tbody tr")
        rules = texts(details, "tbody th")
        assert text(only(details, "details > summary")).endswith(f"({len(rows)})")
        for rule, row in zip(rules, rows, strict=True):
            assert f"#rule-{rule}" in values(row, "a", "href")
            assert row.css("p.sample")
        seen[details.id] = rules
    patch, listing = (
        seen[f"violations-{operation}-request"]
        for operation in ("patch_deployment", "list_deployments")
    )
    assert {"json-syntax", "tag-never-moves", "content-type"} <= set(patch)
    assert {"parameter-minimum", "parameter-unknown"} <= set(listing)
    assert "secret-complete" not in listing
    assert "yaml-syntax" not in {rule for rules in seen.values() for rule in rules}


REFERRING = {"secret_references": [{"name": "TOKEN", "secret_name": "app", "secret_key": "token"}]}
REFUSED = {
    "list_repositories": Request("GET", "/v1/integrations/forge/codehost/17/repos"),
    "list_deployments": Request("GET", "/v2/deployments", "limit=101"),
    "patch_deployment": Request(
        "PATCH",
        "/v2/deployments/00000000-0000-4000-8000-000000000002",
        headers={"Content-Type": "application/json"},
        body=json.dumps(REFERRING).encode(),
    ),
}


def test_the_sample_of_a_refusal_is_the_answer_of_the_library() -> None:
    labels = "Answer to a refused request of "
    shown = page().css(f'pre[aria-label^="{labels}"]')
    assert [str(pre.attrs["aria-label"]).removeprefix(labels) for pre in shown] == [*REFUSED]
    for pre, request in zip(shown, REFUSED.values(), strict=True):
        report = Contract().check_request(request, source="codehost")
        assert report.status is not None
        assert json.loads(pre.text()) == json.loads(problem(report, report.status).body)


# Texts


def test_signs_that_cannot_be_seen_are_escaped() -> None:
    assert visible("a\x00\ufeff\u202e\U000e0001\nb") == "a\\u0000\\ufeff\\u202e\\U000e0001\nb"
    for listing in page().css("pre"):
        shown = listing.text()
        if (listing.attrs["aria-label"] or "").endswith(" with Go"):
            shown = re.sub(r"(?m)^\t+", "", shown)  # tabs are its layout
        assert re.findall(r"[^\n -~\u00a1-\U0001faff]", shown) == []
