"""The samples of the reference page: requests that the contract allows, and cases of the suite as they are."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from deploy_contract import Contract, Request
from deploy_contract.answers import problem
from deploy_contract_codegen.cases import APART
from deploy_contract_codegen.page.listings import Block, folding, highlighted
from deploy_contract_codegen.page.requests import SampleRequest
from deploy_contract_codegen.page.requests import snippets as written
from deploy_contract_codegen.page.suite_samples import broken_rules, pretty, visible
from tests.support.console import CHECKOUT, PAYMENTS, example
from tests.support.effort import first
from tests.support.gateways import Upstream
from tests.support.nodes import Node, Reader
from tests.support.processes import Running, call, running

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "generated" / "reference.html"
SUITE = ROOT / "spec" / "suite"
PROGRAMS = {  # language -> the file of a sample, and the command that runs it
    "curl": ("sample.sh", "sh"),
    "httpx": ("sample.py", sys.executable),
    "deploy_contract": ("sample.py", sys.executable),
    "JavaScript": ("sample.mjs", "node"),
    "Go": ("sample.go", "go run"),
    "Java": ("Sample.java", "java"),
}
CALLS = {"list_repositories": "GET", "list_deployments": "GET", "patch_deployment": "PATCH"}
BASE = "https://deployments.example.com"
SHOWN = "00000000-0000-4000-8000-00000000000"  # the ids of the samples without their last digit
ANSWERS = {  # texts in the answers of the service
    "list_repositories": "checkout",
    "list_deployments": "checkout",
    "patch_deployment": "graph.json",
}


@cache
def page() -> Node:
    return Reader(PAGE.read_text("utf-8")).root


@cache
def suite() -> dict[str, list[dict[str, Any]]]:
    """Return the cases of the suite by their names."""
    found: dict[str, list[dict[str, Any]]] = {}
    for path in sorted(SUITE.glob("*.yaml")):
        for case in yaml.load(path.read_text("utf-8"), yaml.CSafeLoader).get("cases", ()):
            if isinstance(case, dict):
                found.setdefault(case["name"], []).append(case)
    return found


def snippets(operation: str) -> dict[str, str]:
    """Return the sample requests of an operation by language."""
    (group,) = [
        node
        for node in page().all("div")
        if node["class"] == "tabs" and node.all("input")[0]["name"] == f"samples-{operation}"
    ]
    names = [label.text for label in group.all("label")]
    return dict(zip(names, [pre.raw for pre in group.all("pre")], strict=True))


def judged(request: httpx.Request) -> str:
    target = request.url.raw_path.decode("ascii")
    path, _, query = target.partition("?")
    headers = [(name.decode(), value.decode()) for name, value in request.headers.raw]
    report = Contract(unknown_operations="reject").check_request(
        Request(request.method, path, query, headers, request.content)
    )
    assert not report.violations, report
    return report.verdict


# Requests


@pytest.mark.parametrize("operation", CALLS)
def test_an_operation_has_a_request_in_each_language(operation: str) -> None:
    assert list(snippets(operation)) == list(PROGRAMS)


def _answer(request: httpx.Request) -> httpx.Response:
    assert judged(request) == "allow" or request.method == "PATCH"
    return httpx.Response(200, json={"seen": request.method})


@pytest.mark.parametrize(("operation", "method"), CALLS.items())
def test_the_request_in_python_runs_and_is_right(
    operation: str, method: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    client = httpx.Client(transport=httpx.MockTransport(_answer))
    monkeypatch.setattr(httpx, method.lower(), getattr(client, method.lower()))
    exec(snippets(operation)["httpx"], {})  # noqa: S102
    assert capsys.readouterr().out == f"{{'seen': '{method}'}}\n"


@pytest.mark.parametrize("operation", CALLS)
def test_the_request_to_the_library_runs_and_is_right(
    operation: str, capsys: pytest.CaptureFixture[str]
) -> None:
    exec(snippets(operation)["deploy_contract"], {})  # noqa: S102
    (line,) = capsys.readouterr().out.splitlines()
    verdict, found, _ = line.split()
    assert found == operation
    assert verdict in ("allow", "indeterminate")


@pytest.mark.parametrize(("operation", "method"), CALLS.items())
def test_the_command_sends_the_request_that_python_sends(operation: str, method: str) -> None:
    words = shlex.split(snippets(operation)["curl"])
    assert words[0] == "curl"
    given = dict(zip(words[1::2], words[2::2], strict=False)) if "--request" in words else {}
    (url,) = [word for word in words if word.startswith(BASE)]
    assert given.get("--request", "GET") == method
    options = words[words.index(url) + 1 :]
    header = options[options.index("--header") + 1] if "--header" in options else ""
    body = options[options.index("--data") + 1] if "--data" in options else ""
    headers = dict([header.split(": ")]) if header else {}
    request = httpx.Request(method, url, headers=headers, content=body.encode())
    assert judged(request) in ("allow", "indeterminate")
    assert url in snippets(operation)["JavaScript"]
    if body:
        sent: list[Any] = []
        exec(  # noqa: S102
            snippets(operation)["deploy_contract"].partition("request =")[0]
            + "\nsent.append(body)",
            {"sent": sent},
        )
        assert json.loads(body) == sent[0]


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not there to read JavaScript")
@pytest.mark.parametrize(("operation", "method"), CALLS.items())
def test_the_request_in_javascript_runs_and_is_the_same(operation: str, method: str) -> None:
    script = (
        "globalThis.fetch = async (url, options = {}) => ({ ok: true, json: async () =>"
        " JSON.stringify({ url, method: options.method ?? 'GET', headers: options.headers ?? {},"
        " body: options.body ?? '' }) });\n"
    ) + snippets(operation)["JavaScript"]
    ran = subprocess.run(
        ["node", "--input-type=module", "--eval", script],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    sent = json.loads(ran.stdout)
    assert sent["method"] == method
    request = httpx.Request(
        method, sent["url"], headers=sent["headers"], content=sent["body"].encode()
    )
    assert judged(request) in ("allow", "indeterminate")


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


@pytest.mark.parametrize("operation", first(reversed(CALLS), 1))
@pytest.mark.parametrize("language", PROGRAMS)
def test_a_sample_runs_as_it_is_copied(
    operation: str, language: str, service: Running, tmp_path: Path
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
    done = subprocess.run(
        [*command.split(), file], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("language", sorted({*PROGRAMS} - {"deploy_contract"}))
def test_a_sample_sends_any_text_as_it_is(language: str, tmp_path: Path) -> None:
    body = {"a": "'`$x %d \\ \\u0041 \" \n\t", "b`": '"""', "c": ["x" * 90, {"d": ""}], "": None}
    with closing(Upstream()) as upstream:
        request = SampleRequest("PUT", upstream.url, "/v2/a%20b", {"q": "a&b c"}, body)
        (text,) = [each.text for each in written(request) if each.title == language]
        ran(language, text, tmp_path)
        (got,) = upstream.got
    assert got.line == b"PUT /v2/a%20b?q=a%26b+c HTTP/1.1"
    assert got.values("content-type") == [b"application/json"]
    assert json.loads(got.body) == body


def stored(service: Running) -> dict[str, Any]:
    """Return the deployment that the samples patch."""
    _, found = call(service.connection(), "GET", "/v2/deployments")
    rows: dict[str, dict[str, Any]] = {row["id"]: row for row in found["resources"]}
    return rows[f"{SHOWN}2"]


@pytest.mark.skipif(shutil.which("gofmt") is None, reason="gofmt is not installed")
@pytest.mark.parametrize("operation", CALLS)
def test_the_request_in_go_is_laid_out_as_go_does(operation: str) -> None:
    text = snippets(operation)["Go"] + "\n"
    done = subprocess.run(["gofmt"], input=text, capture_output=True, text=True, check=True)
    assert done.stdout == text


# Rules


def rule_articles() -> Iterator[tuple[str, Node]]:
    for node in page().all("article"):
        if node["class"] == "rule":
            yield node.all("h4")[0].text, node


def panels(article: Node) -> list[Node]:
    return [node for node in article.all("div") if node["class"] == "panel"]


def test_each_rule_has_a_sample_that_breaks_it_and_one_that_keeps_it() -> None:
    lacking = {name for name, article in rule_articles() if len(panels(article)) < 2}
    # a request without a path parameter has another path; no other parameter is required
    assert lacking <= {*APART, "parameter-required"}, lacking


def test_the_samples_of_a_rule_are_cases_of_the_suite_that_break_and_keep_it() -> None:
    for rule, article in rule_articles():
        for panel in panels(article):
            bar = panel.all("p")[0]
            word = bar.all("span")[0].text
            name = bar.text.removeprefix(word).strip()
            cases = suite()[name]
            breaking = [rule in set(broken_rules(case)) for case in cases]
            assert word in ("breaks", "keeps", "creates", "changes none")
            assert any(breaking) == (word in ("breaks", "creates")), (rule, name)
            if word in ("keeps", "changes none"):
                assert any(case["verdict"] == "allow" for case in cases)


def test_most_pairs_differ_in_the_field_that_the_rule_names() -> None:
    """A sample that keeps a rule by having nothing to do with it would teach nothing."""
    named = total = 0
    for rule, article in rule_articles():
        if rule.endswith("-source") and len(panels(article)) == 2:
            field = rule.removeprefix("deployment-").removesuffix("-source").replace("-", "_")
            total += 1
            named += all(field in panel.all("pre")[0].raw for panel in panels(article))
    assert total >= 14
    assert named >= total - 1


def test_each_violation_of_an_operation_has_a_sample_and_a_rule() -> None:
    seen = {}
    for details in page().all("details"):
        if not (details["id"] or "").startswith("violations-"):
            continue
        rows = details.all("tbody")[0].all("tr")
        seen[details["id"]] = [row.all("th")[0].text for row in rows]
        assert details.all("summary")[0].text.endswith(f"({len(rows)})")
        for row in rows:
            assert row.all("a")[0]["href"] == f"#rule-{row.all('th')[0].text}"
            assert [node for node in row.all("p") if node["class"] == "sample"]
    assert {"json-syntax", "tag-never-moves", "content-type"} <= set(
        seen["violations-patch_deployment-request"]
    )
    assert {"parameter-minimum", "parameter-unknown"} <= set(
        seen["violations-list_deployments-request"]
    )
    assert "secret-complete" not in seen["violations-list_deployments-request"]
    assert "yaml-syntax" not in {rule for rules in seen.values() for rule in rules}


def test_the_sample_of_a_refusal_is_the_answer_of_the_library() -> None:
    shown = {
        pre.raw for pre in page().all("pre") if (pre["aria-label"] or "").startswith("Answer to")
    }
    (text,) = shown
    body = {"secret_references": [{"name": "TOKEN", "secret_name": "app", "secret_key": "token"}]}
    path = "/v2/deployments/00000000-0000-4000-8000-000000000002"
    headers = {"Content-Type": "application/json"}
    request = Request("PATCH", path, headers=headers, body=json.dumps(body).encode())
    report = Contract().check_request(request, source="codehost")
    assert report.status is not None
    assert json.loads(text) == json.loads(problem(report, report.status).body)


# Texts


@pytest.mark.parametrize(
    "language", ["json", "yaml", "http", "sh", "python", "go", "java", "js", "", "unknown"]
)
@pytest.mark.parametrize(
    "text",
    ["", "<script>&amp;</script>", '{"a<b": "x\\"y", "n": -1.5e3, "t": true} # no', "curl 'it'\\''s'"],
)  # fmt: skip
def test_highlighting_changes_no_text(language: str, text: str) -> None:
    found = Reader(str(highlighted(text, language))).root
    assert found.raw == text
    assert {node.tag for node in found} <= {"i"}


def lines(parts: list[str | Block]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, str):
            yield part
        else:
            assert part.start[-1] + part.end[0] in ("{}", "[]")
            yield part.start
            yield from lines(part.parts)


def test_folding_changes_no_text_and_only_folds_whole_blocks() -> None:
    value = {"a<b": {"c": [[1, {"d}": "{"}], ["]", "}"]]}, "e": list(range(30)), "f": {}, "g": "["}
    text = json.dumps(value, indent=2)
    parts = folding(text)
    assert list(lines(parts)) == text.split("\n")
    assert [part for part in parts if isinstance(part, Block) and not part.open]


def test_a_listing_that_folds_on_the_page_is_json_as_it_was() -> None:
    found = [node for node in page() if node["class"] == "listing"]
    assert found
    for node in found:
        assert json.loads(node.raw)
        assert all(fold.all("summary")[0]["data-end"] for fold in node.all("details"))


@pytest.mark.parametrize(
    "text", ["{}", "[1]", "\n" * 30, "}\n" * 30, "{\n" * 30, "[" + "\n1," * 30]
)
def test_a_text_that_has_no_blocks_does_not_fold(text: str) -> None:
    assert folding(text) == []


def test_signs_that_cannot_be_seen_are_escaped() -> None:
    assert visible("a\x00\ufeff\u202e\U000e0001\nb") == "a\\u0000\\ufeff\\u202e\\U000e0001\nb"
    texts = []
    for node in page():
        if node.tag == "pre" or node["class"] == "listing":
            in_go = (node["aria-label"] or "").endswith(" with Go")  # tabs are its layout
            texts.append(re.sub(r"(?m)^\t+", "", node.raw) if in_go else node.raw)
    shown = "".join(texts)
    assert re.findall(r"[^\n -~\u00a1-\U0001faff]", shown) == []


@pytest.mark.parametrize(
    "value", [{}, [], None, "x", {"a": [1, 2.5, True, None, {"b": "y" * 80}], "c": {}}]
)
def test_a_short_form_of_json_has_the_same_value(value: Any) -> None:
    assert json.loads(pretty(value)) == value
