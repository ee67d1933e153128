"""The playground by HTTP: it says what the library says of the same text, and shows the effect of a patch."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import example as example_text
from hypothesis import strategies as st

from deploy_contract import Contract
from deploy_contract.bundle import Bundle
from deploy_contract.files.documents import Checked, check_body
from deploy_contract.wording import MODES, UNDECIDED, VERDICTS
from deploy_contract_format.vocabulary import UNKNOWN_CHOICES
from deploy_contract_service.console import generated_files, playground, routes
from deploy_contract_service.console.masking import MASK, secrets_of
from deploy_contract_service.console.playground import MAX_DOCUMENTS
from deploy_contract_service.store import Store
from tests.support.client import ROOT
from tests.support.console import CHECKOUT, FORM, FRAUD, NOBODY, Site, main_of, served, stored
from tests.support.names import named
from tests.support.pages import Element, only, text, texts, values


def verdict(article: Element) -> str:
    return text(only(article, ".verdict"))


def judged(answer: httpx.Response) -> list[tuple[str, list[tuple[str, ...]]]]:
    """Of each document: its verdict, and of each violation word, rule, pointer, message, hint and place."""
    assert answer.status_code == 200, answer.text
    return [
        (verdict(article), [violation(item) for item in article.css("ol li")])
        for article in main_of(answer).css("article")
    ]


def violation(item: Element) -> tuple[str, ...]:
    first, message, hint, named = item.css("p")
    (line,), (column,) = (values(first, ".place", f"data-{part}") for part in ("line", "column"))
    pointer = "".join(node.text() for node in first.css("code"))
    (rule,) = texts(named, "code")
    assert texts(first, ".place") == [f"line {line}, column {column}"]
    assert values(named, "a", "target") == ["_blank"], "what is written stays"
    assert values(named, "a", "href") == [f"./reference#rule-{rule}"]
    word, *_ = texts(first, "span")
    said = hint.text().removeprefix("Hint: ")
    return word, rule, pointer, message.text(), said, line, column


def expected(
    written: str, contract: Contract | None = None, **context: Any
) -> list[tuple[str, list[tuple[str, ...]]]]:
    if not written.strip():
        return []  # the page waits for a text
    contract = contract or Contract(unknown_fields="report")
    found = check_body("patch", written.encode(), contract, "DeploymentPatch", **context)
    return list(map(_expected, found))


def _expected(checked: Checked) -> tuple[str, list[tuple[str, ...]]]:
    report = checked.report
    against = [(violation, MODES[violation.mode]) for violation in report.violations]
    against += [(violation, UNDECIDED) for violation in report.undecided]
    found: list[tuple[str, ...]] = []
    for one, word in against:
        line, column = checked.place(one).line, checked.place(one).column
        said = (one.message, checked.hint(one), str(line), str(column))
        found.append((word, one.rule, one.pointer, *said))
    return VERDICTS[report.verdict], found


def chosen(page: Element) -> dict[str, str]:
    """Return the value of each choice of the form."""
    names = values(page, "form select", "name")
    selected = {name: values(page, f"select[name={name}] [selected]", "value") for name in names}
    return {name: found[0] if found else "" for name, found in selected.items()}


@pytest.mark.parametrize("number", range(len(playground.example_cases())))
def test_every_example_has_a_tab_and_the_verdict_of_the_index(site: Site, number: int) -> None:
    case = playground.example_cases()[number]
    page = main_of(site.get("/playground", example=number))
    (tab,) = texts(page, "a[aria-current]")
    assert tab.endswith(case.title)
    assert only(page, "form textarea").text() == case.form.text
    choices = chosen(page)
    assert verdict(main_of(site.judge(case.form.text, **choices))) == VERDICTS[case.verdict]


def test_the_examples_are_those_of_the_spec() -> None:
    for one in generated_files.examples():
        assert one.text == (ROOT / "spec" / "examples" / one.file).read_text("utf-8")


@pytest.mark.parametrize(
    ("source", "hosting", "mode"),
    [
        *((source, "", "report") for source in ("", *Bundle.installed().book.sources)),
        *(("", hosting, "report") for hosting in Bundle.installed().book.hostings),
        *(("codehost", "cloud", mode) for mode in UNKNOWN_CHOICES),
    ],
)
def test_source_hosting_and_unknown_fields_count(
    site: Site, source: str, hosting: str, mode: str
) -> None:
    contract = Contract(hosting=named(hosting or None), unknown_fields=named(mode))
    for patch in (
        '{"secret_references": [], "secretes": 1}',
        "revision_source: codehost\nsource_revision_config: {repo_ref: main}",
    ):
        answer = site.judge(patch, of=source, hosting=hosting, unknown_fields=mode)
        assert judged(answer) == expected(patch, contract, source=source or None)


def test_without_a_text_there_is_no_verdict(site: Site) -> None:
    for blank in ("", " ", "\r\n\t"):
        answer = site.judge(blank)
        assert (answer.status_code, main_of(answer).css("article")) == (200, [])
        assert "choose an example" in only(main_of(answer), ".notice").text()


@example_text('{"a": 1, "a": 2}')
@example_text("a: &a [*a]")
@example_text("---\n{}\n---\nsecrets: 1\n")
@example_text("\ufeff{}")
@example_text("[" * 5000)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=80) | st.text("{}[]:,\"'-&*!|># \nab1", max_size=60))
def test_any_text_has_an_answer_that_says_what_the_library_says(site: Site, text: str) -> None:
    text = text.replace("\r\n", "\n")
    assert judged(site.judge(text)) == expected(text)


def test_a_stored_deployment_counts_as_the_service_counts_it(
    site: Site, example_store: Store
) -> None:
    for identity, body in (
        (CHECKOUT, {"source_config": {"repo_url": "https://other.example.com/x"}}),
        (CHECKOUT, {"source_revision_config": {"repo_ref": "refs/tags/v1"}}),
        (FRAUD, {"revision_source": "codehost"}),
    ):
        patch = json.dumps(body)
        ((found, violations),) = judged(site.judge(patch, of=f"deployment:{identity}"))
        before = example_store.deployment(identity)
        headers = {"content-type": "application/json"}
        answer = site.call("PATCH", f"/v2/deployments/{identity}", patch, headers)
        assert (answer.status_code, found) == (422, "denied")
        refused = {one["rule"] for one in answer.json()["violations"]}
        assert refused == {rule for _, rule, *_ in violations}
        assert example_store.deployment(identity) == before


def test_a_deployment_far_down_the_list_can_be_chosen_by_its_own_page(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "MAX_DEPLOYMENTS", 2)
    for identity, count in ((CHECKOUT, 2), (FRAUD, 3)):
        page = main_of(site.get("/playground", deployment=identity))
        assert len(page.css("select#of option[value^='deployment:']")) == count
        assert chosen(page)["of"] == f"deployment:{identity}"


def test_an_open_verdict_says_what_would_settle_it(site: Site) -> None:
    answer = site.judge("secret_references: []")
    assert "give the source or the hosting" in text(only(main_of(answer), "article"))


def by_source(answer: httpx.Response) -> dict[str, str]:
    """Return the verdict for a deployment of each source."""
    listed = main_of(answer).css(".by-source li")
    return {only(item, "code").text(): only(item, "span").text() for item in listed}


@pytest.mark.parametrize("source", ["", "external_container", "codehost"])
def test_a_patch_has_the_verdict_for_each_source(site: Site, source: str) -> None:
    sources = Bundle.installed().book.sources
    only_external = {
        name: "allowed" if name == "external_container" else "denied" for name in sources
    }
    assert by_source(site.judge("secret_references: []", of=source)) == only_external
    on_cloud = by_source(site.judge("secret_references: []", of=source, hosting="cloud"))
    assert on_cloud == {name: "denied" for name in sources if name != "external_container"}


def test_what_has_one_source_or_no_value_has_no_other_verdicts(site: Site) -> None:
    assert by_source(site.judge("{}", of=f"deployment:{CHECKOUT}")) == {}
    assert by_source(site.judge("{}", mode="request")) == {}
    assert by_source(site.judge("{", of="codehost")) == {}


def test_values_that_a_patch_removes_are_a_warning(site: Site) -> None:
    of = f"deployment:{CHECKOUT}"
    answer = site.judge('{"source_config": {"resource_spec": {"memory_mb": 4096}}}', of=of)
    removed = [row for row in main_of(answer).css(".effect tbody tr") if "removed" in row.text()]
    assert len(removed) > 1
    warning = only(main_of(answer), ".effect .warning").text()
    assert warning.startswith(f"{len(removed)} values are removed.")
    cleared = site.judge("secret_references: []", of=f"deployment:{FRAUD}")
    assert only(main_of(cleared), ".effect .warning").text().startswith("1 value is removed.")
    for other, patch, count in [
        (of, "secrets: [{name: NEW, value: x}]", 2),
        (of, "secrets: [{name: NEW, value: x}, {name: PAYMENTS_URL, value: x}]", 1),
        (
            f"deployment:{FRAUD}",
            "secret_references: [{name: NEW, secret_name: a, secret_key: b}]",
            1,
        ),
    ]:
        replaced = main_of(site.judge(patch, of=other))
        assert f"{count} removed" in only(replaced, ".effect tbody td:last-child").text()
        assert only(replaced, ".effect .warning").text().startswith(f"{count} value")
    whole = "secrets: [{name: PAYMENTS_URL, value: x1}, {name: PAYMENTS_TOKEN, value: x2}]"
    assert main_of(site.judge(whole, of=of)).css(".warning") == []
    kept = site.judge('{"source_config": {"build_on_push": false}}', of=of)
    assert main_of(kept).css(".warning") == []
    found_by_service = site.judge('{"source_revision_config": {"repo_ref": "next"}}', of=of)
    assert "repo_commit_sha" in main_of(found_by_service).text()
    assert main_of(found_by_service).css(".warning") == []


@pytest.mark.parametrize(
    ("patch", "word"),
    [("{}", "creates no revision"), ("secrets: [{name: a, value: b}]", "creates a revision"), ("source_config: {resource_spec: {}}", "may create a revision")],
)  # fmt: skip
def test_whether_a_revision_would_come_and_why(site: Site, patch: str, word: str) -> None:
    told = only(main_of(site.judge(patch, of="internal_source")), "div.revision")
    assert texts(told, "span")[0] == word
    ids = values(told, "a", "href")
    facts = {"source": "internal_source"}
    (checked,) = check_body("patch", patch.encode(), Contract(), "DeploymentPatch", **facts)
    assert ids == [f"./reference#rule-{name}" for name in checked.report.revision_rules]


def test_a_strict_check_is_that_of_the_command(site: Site) -> None:
    for patch, passes in (("{}", True), ("nothing: 1", False), ("{", False)):
        answer = site.judge(patch, of="codehost", strict="yes")
        assert ("and passes a strict check" in text(main_of(answer))) == passes
    assert "strict" not in site.judge("{}").text


def test_several_documents_each_have_a_report(site: Site) -> None:
    answer = site.judge("secrets: []\n---\nsecrets: 1\n", of="codehost")
    titles = [title for title in texts(main_of(answer), "h3") if title.startswith("Document")]
    assert titles == ["Document 1", "Document 2"]
    assert [found for found, _ in judged(answer)] == ["allowed", "denied"]


def test_of_many_documents_the_first_are_judged(site: Site) -> None:
    answer = site.judge("--- {}\n" * 5000, of="codehost")
    assert len(main_of(answer).css("article")) == MAX_DOCUMENTS
    assert texts(main_of(answer), "p")[-1] == "There are more documents; these are the first."
    assert "There are more" not in site.judge("--- {}\n" * MAX_DOCUMENTS).text


def test_a_form_that_does_not_end_is_given_up(
    example_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "BODY_SECONDS", 0.05)

    async def unending() -> AsyncIterator[bytes]:
        yield b"text="
        await asyncio.Event().wait()

    answer = Site(served(example_store)).call("POST", "/playground", unending())
    assert answer.status_code == 408


def test_the_text_does_not_come_back(site: Site) -> None:
    answer = site.judge(
        '{"secrets": [{"name": "n", "value": "typed-value"}], "x": "typed-value"', of="codehost"
    )
    assert "typed-value" not in answer.text


def test_the_deployment_of_a_command_has_no_secret(site: Site, example_store: Store) -> None:
    for identity in (CHECKOUT, FRAUD):
        kept = stored(example_store, identity)
        form = f"of=deployment:{identity}".encode()
        answer = site.call("POST", "/playground/deployment", form, FORM)
        known = answer.json()
        assert known["source"] == kept["source"]
        assert known["source_config"]["repo_url"] == kept["source_config"]["repo_url"]
        secrets = secrets_of(kept)
        assert not [secret for secret in secrets if secret in answer.text]
    for of in (b"codehost", b"deployment:%00", f"deployment:{NOBODY}".encode()):
        assert site.call("POST", "/playground/deployment", b"of=" + of, FORM).status_code == 404
    assert site.call("POST", "/playground/deployment", b"\xff", FORM).status_code == 400


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"text=" + b"a" * playground.MAX_BYTES, 413), (b"text=" + b"a" * playground.MAX_CHARACTERS + b"a", 413), (b"text=" + b"a" * 5_000_000, 413), (b"text=%7B%7D&of=other", 400), (b"text=%7B%7D&hosting=other", 400), (b"text=%7B%7D&unknown_fields=other", 400),
        (b"\xff", 400), (b"&".join([b"text=1"] * 50), 400), (f"text=1&of=deployment:{NOBODY}".encode(), 404), (b"of=deployment:%00", 404), (b"of=example:other", 404),
        (b"", 200), (b"text=%ff%fe", 400), (b"text", 200), (b"text=%ED%A0%80", 400),
    ],
)  # fmt: skip
def test_odd_forms_have_an_answer_in_one_line(site: Site, body: bytes, status: int) -> None:
    answer = site.call("POST", "/playground", body, FORM)
    assert answer.status_code == status
    assert main_of(answer).id == "report"
    if status != 200:
        assert len(main_of(answer).css("p")) == 1


def test_what_is_chosen_has_no_text_to_log() -> None:
    assert "a-secret" not in repr(playground.parse_form(b"text=a-secret"))


# Whole requests and responses

JSON = "Content-Type: application/json"
PATCH = f"PATCH /v2/deployments/{CHECKOUT} HTTP/1.1"
LIST = "GET /v2/deployments"
OK = "HTTP/1.1 200 OK"
OF_CHECKOUT = {"of": f"deployment:{CHECKOUT}"}
SECRETS = "secrets: [{name: A, value: typed-value}]"


@pytest.mark.parametrize(
    ("mode", "text", "found"),
    [
        ("request", f"{PATCH}\n{JSON}\n\n{{}}", []),
        ("request", f'\n{PATCH}\n{JSON}\n\n{{\n  "secrets": 1}}', [("schema-type", "6:3")]),
        ("request", f'{PATCH}\nX-One: 1\n{JSON}; charset=latin-1\n\n{{"a": 1}}', [("content-charset", "3:1")]),
        ("request", f'{PATCH}\n{JSON}\n\n{{"a": 1,}}', [("json-syntax", "4:9")]),
        ("request", f"{LIST}?limit=0", [("parameter-minimum", "1:1")]),
        ("request", "GET https://api.example.com/v2/deployments?limit=0 HTTP/1.1\nHost: x", [("parameter-minimum", "1:1")]),
        ("request", "GET /nothing", [("operation-unknown", "1:1")]),
        ("response", f"{LIST}\n\n{OK}\n{JSON}\n\n" + '{"resources": [], "offset": 0}', []),
        ("response", f"{LIST}\n\n{OK}\n{JSON}\n\n" + '{"resources": 1,\n "offset": "a"}', [("schema-type", "6:2"), ("schema-type", "7:2")]),
        ("response", f"{LIST}\n\n{OK}\nContent-Type: text/html\n\n" + '{"resources": [], "offset": 0}', [("content-type", "4:1")]),
    ],
)  # fmt: skip
def test_a_message_is_judged_with_places_in_its_text(
    site: Site, mode: str, text: str, found: list[tuple[str, str]]
) -> None:
    shown = [violation(item) for item in main_of(site.judge(text, mode=mode)).css("ol li")]
    assert [(rule, f"{line}:{column}") for _, rule, _, _, _, line, column in shown] == found


@pytest.mark.parametrize(
    ("mode", "text", "line"),
    [
        ("request", "", "Begin with a request line"), ("request", "PATCH", "Line 1 is no request line"), ("request", "\nGET a b", "Line 2 is no request line"),
        ("request", "GET nothing", "does not begin with a slash"), ("request", f"{LIST}\n<b>", "Line 2 is no header."), ("request", "GET http://[x", "does not begin with a slash"),
        ("response", LIST, "Write the response below its request"), ("response", OK, "Begin with a request line"), ("response", f"{LIST}\n\n{OK}\nx", "Line 4 is no header."),
    ],
)  # fmt: skip
def test_a_text_that_is_no_message_is_told_in_one_line(
    site: Site, mode: str, text: str, line: str
) -> None:
    answer = site.judge(text, mode=mode)
    (notice,) = texts(main_of(answer), "p")
    assert answer.status_code == 200
    assert line in notice


@pytest.mark.parametrize("text", ["\n" * 90_000, "GET /" + " " * 90_000 + "x"])
def test_blanks_in_a_message_take_linear_time(site: Site, text: str) -> None:
    began = time.process_time()
    assert site.judge(text, mode="request").status_code == 200
    assert time.process_time() - began < 3


def test_a_typo_is_never_beside_a_green_verdict(site: Site) -> None:
    for patch, style in (("secretes: []", "allow noted"), ("{}", "allow")):
        found = only(main_of(site.judge(patch, of="codehost")), ".verdict")
        assert text(found) == "allowed"
        assert found.attrs["class"] == f"chip verdict {style}"


# The effect of a patch


def effect(answer: httpx.Response) -> Element | None:
    return main_of(answer).css_first("div.effect")


def changes(answer: httpx.Response) -> dict[str, list[str]]:
    rows = main_of(answer).css("div.effect tbody tr")
    return {text(only(row, "th")): texts(row, "td") for row in rows}


def test_the_effect_is_shown_before_a_patch_is_sent(site: Site, example_store: Store) -> None:
    before = example_store.deployment(CHECKOUT)
    patch = "source_config: {build_on_push: false}\nsource_revision_config: {repo_ref: release-8}"
    answer = site.judge(patch, **OF_CHECKOUT)
    assert "A new revision from codehost becomes the latest one" in text(main_of(answer))
    rows = changes(answer)
    assert rows["source_config.build_on_push"] == ["now yes", "then no"]
    assert rows["source_revision_config.repo_ref"] == ["now main", "then release-8"]
    assert rows["source_revision_config.repo_commit_sha"][1] == "then not set"
    assert example_store.deployment(CHECKOUT) == before


def test_a_patch_without_effect_says_so(site: Site) -> None:
    answer = site.judge("{}", **OF_CHECKOUT)
    assert "None: the deployment stays as it is." in text(only(main_of(answer), "div.effect"))


def test_secrets_in_the_effect_are_masked(site: Site) -> None:
    patch = f"{SECRETS}\nsource_config: {{build_command: run typed-value}}"
    answer = site.judge(patch, **OF_CHECKOUT)
    rows = changes(answer)
    assert "PAYMENTS_TOKEN" in rows["secrets"][0]
    assert rows["source_config.build_command"][1] == f"then run {MASK}"
    assert "typed-value" not in answer.text
    patch = "secrets: [{name: PAYMENTS_URL, value: x1}, {name: PAYMENTS_TOKEN, value: x2}]"
    answer = site.judge(patch, **OF_CHECKOUT)
    assert "hidden values change" in text(only(main_of(answer), "div.effect"))


@pytest.mark.parametrize(
    ("patch", "fields"),
    [("revision_source: external_container", OF_CHECKOUT), ("{}", {"of": "codehost"}), ("[", OF_CHECKOUT),
     (f"{PATCH}\n{JSON}\n\n{{}}", OF_CHECKOUT | {"mode": "request"})],
)  # fmt: skip
def test_only_an_allowed_patch_of_a_deployment_has_an_effect(
    site: Site, patch: str, fields: dict[str, str]
) -> None:
    assert effect(site.judge(patch, **fields)) is None


# What the script of the page copies


def test_a_patch_in_yaml_is_returned_as_json(site: Site) -> None:
    answer = site.call("POST", "/playground/json", "text=a: [1, ä]".encode(), FORM)
    assert answer.status_code == 400, "a form has no such characters"
    answer = site.call("POST", "/playground/json", b"text=secrets: []", FORM)
    assert answer.headers["cache-control"] == "no-store"
    assert answer.json() == {"secrets": []}


@pytest.mark.parametrize(
    ("body", "status"),
    [(b"text=[", 400), (b"text=", 400), (b"text=--- 1%0A--- 2", 400), (b"text=[1]", 400), (b"\xff", 400), (b"text=" + b"a" * 2_000_000, 413)],
)  # fmt: skip
def test_what_is_no_document_has_no_json(site: Site, body: bytes, status: int) -> None:
    answer = site.call("POST", "/playground/json", body, FORM)
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
