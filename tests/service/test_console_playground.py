"""The playground by HTTP: it says what the library says of the same text."""

import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deploy_contract import Contract
from deploy_contract.bundle import Bundle
from deploy_contract.files.documents import Checked, check_body
from deploy_contract.options import UNKNOWN
from deploy_contract.wording import MODES, UNDECIDED, VERDICTS
from deploy_contract_service import bodies
from deploy_contract_service.console import generated_files, playground, routes
from deploy_contract_service.console.masking import secrets_of
from deploy_contract_service.console.playground import MOST_DOCUMENTS
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Store
from tests.support.client import ROOT
from tests.support.console import (
    CHECKOUT,
    FORM,
    FRAUD,
    NOBODY,
    Answer,
    Site,
    example,
    put,
    served,
    serving,
)
from tests.support.names import named
from tests.support.nodes import Node
from tests.support.servers import LATER

EXAMPLES = [
    (one, row)
    for one in generated_files.examples()
    if one.document == "DeploymentPatch"
    for row in one.rows
]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    found = Store.open(Settings(":memory:", rollout_seconds=LATER))
    put(found, tmp_path_factory.mktemp("data"), example())
    yield found
    found.close()


@pytest.fixture(scope="module")
def site(store: Store) -> Iterator[Site]:
    with serving(served(store)) as found:
        yield found


def judged(answer: Answer) -> list[tuple[str, list[tuple[str, ...]]]]:
    """Of each document: its verdict, and of each violation word, rule, pointer, message, hint and place."""
    assert answer.status == 200, answer.text
    return [
        (_verdict(article), list(_violations(article))) for article in answer.main.all("article")
    ]


def _verdict(article: Node) -> str:
    (found,) = [node for node in article.all("span") if "verdict" in (node["class"] or "").split()]
    return found.text


def _violations(article: Node) -> Iterator[tuple[str, ...]]:
    for item in [item for listed in article.all("ol") for item in listed.all("li")]:
        first, message, hint, rule = item.all("p")
        (place,) = [node for node in first.all("span") if node["class"] == "place"]
        pointer = "".join(node.raw for node in first.all("code"))
        assert place.text == f"line {place['data-line']}, column {place['data-column']}"
        assert rule.all("a")[0]["target"] == "_blank", "what is written stays"
        assert rule.all("a")[0]["href"] == f"./reference#rule-{rule.all('code')[0].text}"
        yield (
            first.all("span")[0].text, rule.all("code")[0].text, pointer, message.raw, hint.raw.removeprefix("Hint: "),
            place["data-line"] or "", place["data-column"] or "",
        )  # fmt: skip


def expected(
    text: str, contract: Contract | None = None, **context: Any
) -> list[tuple[str, list[tuple[str, ...]]]]:
    contract = contract or Contract(unknown_fields="report")
    wanted = (contract, "DeploymentPatch", context)
    return [
        _expected(checked)
        for checked in check_body(lambda _name, _body: wanted, "patch", text.encode())
    ]


def _expected(checked: Checked) -> tuple[str, list[tuple[str, ...]]]:
    report = checked.report
    against = [(violation, MODES[violation.mode]) for violation in report.violations]
    against += [(violation, UNDECIDED) for violation in report.undecided]
    return VERDICTS[report.verdict], [
        (
            word,
            one.rule,
            one.pointer,
            one.message,
            checked.hint(one),
            str(checked.place(one).line),
            str(checked.place(one).column),
        )
        for one, word in against
    ]


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_every_example_is_loaded_and_judged_as_the_index_says(site: Site, number: int) -> None:
    one, row = EXAMPLES[number]
    page = site.get("/playground", example=number).main
    form = page.all("form")[0]
    fields = {node["name"] or "": _value(node) for node in form.all("textarea", "select")}
    assert fields["text"] == "\n" + one.text, "a browser leaves out the first line break"
    answer = site.judge(
        one.text, **{name: value for name, value in fields.items() if name != "text"}
    )
    ((verdict, violations),) = judged(answer)
    assert verdict == VERDICTS[row["verdict"]]
    assert {rule for word, rule, *_ in violations if word != "depends"} == set(row.get("rules", ()))


def _value(node: Node) -> str:
    if node.tag == "textarea":
        return node.raw
    return next(
        (one["value"] or "" for one in node.all("option") if "selected" in one.attributes), ""
    )


def test_the_examples_are_those_of_the_spec() -> None:
    for one in generated_files.examples():
        assert one.text == (ROOT / "spec" / "examples" / one.file).read_text("utf-8")


@pytest.mark.parametrize("source", ["", *Bundle.installed().book.sources])
@pytest.mark.parametrize("hosting", ["", *Bundle.installed().book.hostings])
@pytest.mark.parametrize("mode", UNKNOWN)
def test_source_hosting_and_unknown_fields_count(
    site: Site, source: str, hosting: str, mode: str
) -> None:
    contract = Contract(hosting=named(hosting or None), unknown_fields=named(mode))
    for text in (
        '{"secret_references": [], "secretes": 1}',
        "revision_source: codehost\nsource_revision_config: {repo_ref: main}",
    ):
        answer = site.judge(text, of=source, hosting=hosting, unknown_fields=mode)
        assert judged(answer) == expected(text, contract, source=source or None)


TEXTS = [
    "", "{}", " ", "[]", "null", '"text"', "{", '{"a": 1, "a": 2}', '{"secrets": "x"}', "a: [", "- 1", "a: &a [*a]", "---\n{}\n---\nsecrets: 1\n", "\ufeff{}", "a: \x07",
    "source_config:\n  resource_spec:\n    cpu: many\n    memory_mb: 1.5\n", '{"source_config": {"resource_spec": {"ä<b>": "<script>"}}, "secretReferences": []}',
    "# ä\n\u2028{", '{\n\t"😀": {"cpu": 1},\n "secrets": [{"name": 1}]}', "[" * 5000, "a: " * 300, "Secrets: []", "{\"x\": 1e999}",
]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_texts_are_read_as_files_are(site: Site, text: str) -> None:
    assert judged(site.judge(text)) == expected(text)
    assert judged(site.judge(text.replace("\n", "\r\n"))) == expected(text), (
        "as a browser sends lines"
    )


def test_where_a_text_is_no_json_is_told_once(site: Site) -> None:
    (item,) = site.judge('{"a": 1,}').main.all("ol")[0].all("li")
    assert item.raw.count("line 1, column 9") == 1


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(text=st.text(max_size=80) | st.text("{}[]:,\"'-&*!|># \nab1", max_size=60))
def test_any_text_has_an_answer_that_says_what_the_library_says(site: Site, text: str) -> None:
    text = text.replace("\r\n", "\n")
    assert judged(site.judge(text)) == expected(text)


def test_a_stored_deployment_counts_as_the_service_counts_it(store: Store, site: Site) -> None:
    for identity, text in (
        (CHECKOUT, "source_config: {repo_url: 'https://other.example.com/x'}"),
        (CHECKOUT, "source_revision_config: {repo_ref: refs/tags/v1}"),
        (FRAUD, "revision_source: codehost"),
    ):
        answer = site.judge(text, of=f"deployment:{identity}")
        stored = store.deployment(identity)
        assert stored is not None
        patch = site.call(
            "PATCH",
            f"/v2/deployments/{identity}",
            _json(text),
            {"content-type": "application/json"},
        )
        ((verdict, violations),) = judged(answer)
        assert (patch.status, verdict) == (422, "denied")
        assert {one["rule"] for one in json.loads(patch.body)["violations"]} == {
            rule for _, rule, *_ in violations
        }
        assert store.deployment(identity) == stored


def test_what_is_stored_as_null_is_known(store: Store, site: Site) -> None:
    deployment = store.deployment(CHECKOUT)
    assert deployment is not None
    assert deployment["source_config"]["listener_config"] is None
    text = json.dumps({"source_config": {"listener_config": {"cluster_namespace": "agents"}}})
    ((verdict, (first, *_)),) = judged(site.judge(text, of=f"deployment:{CHECKOUT}"))
    assert (verdict, first[1]) == (VERDICTS["deny"], "immutable-field")


def _json(text: str) -> str:
    import yaml

    return json.dumps(yaml.safe_load(text))


def test_a_deployment_far_down_the_list_can_be_chosen_by_its_own_page(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "MOST_DEPLOYMENTS", 2)
    for identity, count in ((CHECKOUT, 2), (FRAUD, 3)):
        (chosen,) = [
            node
            for node in site.get("/playground", deployment=identity).main.all("select")
            if node["id"] == "of"
        ]
        listed = [
            node["value"]
            for node in chosen.all("option")
            if (node["value"] or "").startswith("deployment:")
        ]
        assert len(listed) == count
        assert _value(chosen) == f"deployment:{identity}"


def test_an_open_verdict_says_what_would_settle_it(site: Site) -> None:
    answer = site.judge("secret_references: []")
    (article,) = answer.main.all("article")
    assert "give the source or the hosting" in article.text
    sources = {
        item.all("code")[0].text: item.all("span")[0].text
        for item in article.all("ul")[0].all("li")
    }
    assert sources == {
        name: "open" if name == "external_container" else "denied"
        for name in Bundle.installed().book.sources
    }


@pytest.mark.parametrize(
    ("text", "word"),
    [("{}", "creates no revision"), ("secrets: [{name: a, value: b}]", "creates a revision"), ("source_config: {resource_spec: {}}", "may create a revision")],
)  # fmt: skip
def test_whether_a_revision_would_come_and_why(site: Site, text: str, word: str) -> None:
    (article,) = site.judge(text, of="internal_source").main.all("article")
    (told_of,) = [node for node in article.all("div") if node["class"] == "revision"]
    assert told_of.all("span")[0].text == word
    ids = [node["href"] for node in told_of.all("a")]
    (checked,) = check_body(
        lambda _name, _body: (Contract(), "DeploymentPatch", {"source": "internal_source"}),
        "patch",
        text.encode(),
    )
    assert ids == [f"./reference#rule-{name}" for name in checked.report.revision_rules]


def test_a_strict_check_is_that_of_the_command(site: Site) -> None:
    for text, passes in (("{}", True), ("nothing: 1", False), ("{", False)):
        (article,) = site.judge(text, of="codehost", strict="yes").main.all("article")
        assert ("and passes a strict check" in article.text) == passes
    assert "strict" not in site.judge("{}").text


def test_several_documents_each_have_a_report(site: Site) -> None:
    answer = site.judge("secrets: []\n---\nsecrets: 1\n", of="codehost")
    assert [node.text for node in answer.main.all("h3")] == ["Document 1", "Document 2"]
    assert [verdict for verdict, _ in judged(answer)] == ["allowed", "denied"]


def test_of_many_documents_the_first_are_judged(site: Site) -> None:
    answer = site.judge("--- {}\n" * 5000, of="codehost")
    assert len(answer.main.all("article")) == MOST_DOCUMENTS
    assert answer.main.all("p")[-1].text == "There are more documents; these are the first."
    assert "There are more" not in site.judge("--- {}\n" * MOST_DOCUMENTS).text


def test_a_form_that_does_not_end_is_given_up(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "BODY_SECONDS", 0.2)
    with socket.create_connection(("127.0.0.1", site.port), timeout=30) as connection:
        connection.sendall(
            b"POST /playground HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\ntext="
        )
        assert connection.recv(1000).startswith(b"HTTP/1.1 408 ")


def test_the_text_does_not_come_back(site: Site) -> None:
    answer = site.judge(
        '{"secrets": [{"name": "n", "value": "typed-value"}], "x": "typed-value"', of="codehost"
    )
    assert "typed-value" not in answer.text


def test_the_deployment_of_a_command_has_no_secret(store: Store, site: Site) -> None:
    for identity in (CHECKOUT, FRAUD):
        stored = store.deployment(identity)
        assert stored is not None
        form = f"of=deployment:{identity}".encode()
        answer = site.call("POST", "/playground/deployment", form, FORM)
        known = json.loads(answer.body)
        assert known["source"] == stored["source"]
        assert known["source_config"]["repo_url"] == stored["source_config"]["repo_url"]
        secrets = list(secrets_of(stored))
        assert not [secret for secret in secrets if secret in answer.text]
    for body in (b"of=codehost", b"of=deployment:%00", f"of=deployment:{NOBODY}".encode(), b"\xff"):
        assert site.call("POST", "/playground/deployment", body, FORM).status == 400


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"text=" + b"a" * playground.MOST_BYTES, 413), (b"text=" + b"a" * playground.MOST_CHARACTERS + b"a", 413), (b"text=" + b"a" * 5_000_000, 413), (b"text=%7B%7D&of=other", 400), (b"text=%7B%7D&hosting=other", 400), (b"text=%7B%7D&unknown_fields=other", 400),
        (b"\xff", 400), (b"&".join([b"text=1"] * 50), 400), (f"text=1&of=deployment:{NOBODY}".encode(), 404), (b"of=deployment:%00", 404), (b"of=example:other", 404),
        (b"", 200), (b"text=%ff%fe", 400), (b"text", 200), (b"text=%ED%A0%80", 400),
    ],
)  # fmt: skip
def test_odd_forms_have_an_answer_in_one_line(site: Site, body: bytes, status: int) -> None:
    answer = site.call("POST", "/playground", body, FORM)
    assert answer.status == status
    assert [node["id"] for node in answer.page.all("main")] == ["report"]
    if status != 200:
        assert len(answer.main.all("p")) == 1


def test_what_is_chosen_has_no_text_to_log() -> None:
    assert "a-secret" not in repr(playground.parse_form(b"text=a-secret"))
