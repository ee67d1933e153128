"""The playground judges requests and responses, and shows the effect of a patch, by HTTP."""

import json
from collections.abc import Iterator

import pytest

from deploy_contract.wording import VERDICTS
from deploy_contract_service.console import playground
from deploy_contract_service.console.masking import MASK
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Store
from tests.support.console import CHECKOUT, FORM, Answer, Site, example, put, served, serving
from tests.support.nodes import Node
from tests.support.servers import LATER

JSON = "Content-Type: application/json"
PATCH = f"PATCH /v2/deployments/{CHECKOUT} HTTP/1.1"
LIST = "GET /v2/deployments"
OK = "HTTP/1.1 200 OK"
OF_CHECKOUT = {"of": f"deployment:{CHECKOUT}"}
SECRETS = "secrets: [{name: A, value: typed-value}]"


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


def verdict(answer: Answer) -> Node:
    (found,) = [
        node for node in answer.main.all("span") if "verdict" in (node["class"] or "").split()
    ]
    return found


def rules(answer: Answer) -> list[tuple[str, str]]:
    """Return the rule and the place of each violation."""
    places = [
        f"{node['data-line']}:{node['data-column']}"
        for node in answer.main.all("span")
        if node["class"] == "place"
    ]
    names = [item.all("p")[3].all("code")[0].text for item in answer.main.all("ol")[0].all("li")]
    return list(zip(names, places, strict=True))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"{PATCH}\n{JSON}\n\n{{}}", []),
        (f'\n{PATCH}\n{JSON}\n\n{{\n  "secrets": 1}}', [("schema-type", "6:3")]),
        (f'{PATCH}\nX-One: 1\n{JSON}; charset=latin-1\n\n{{"a": 1}}', [("content-charset", "3:1")]),
        (f'{PATCH}\n{JSON}\n\n{{"a": 1,}}', [("json-syntax", "4:9")]),
        (f"{LIST}?limit=0", [("parameter-minimum", "1:1")]),
        ("GET https://api.example.com/v2/deployments?limit=0 HTTP/1.1\nHost: x", [("parameter-minimum", "1:1")]),
        ("GET /nothing", [("operation-unknown", "1:1")]),
    ],
)  # fmt: skip
def test_a_request_is_judged_with_places_in_its_text(
    site: Site, text: str, found: list[tuple[str, str]]
) -> None:
    answer = site.judge(text, mode="request")
    assert (rules(answer) if answer.main.all("ol") else []) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"{LIST}\n\n{OK}\n{JSON}\n\n" + '{"resources": [], "offset": 0}', []),
        (f"{LIST}\n\n{OK}\n{JSON}\n\n" + '{"resources": 1,\n "offset": "a"}', [("schema-type", "6:2"), ("schema-type", "7:2")]),
        (f"{LIST}\n\n{OK}\nContent-Type: text/html\n\n" + '{"resources": [], "offset": 0}', [("content-type", "4:1")]),
    ],
)  # fmt: skip
def test_a_response_is_judged_with_places_in_its_text(
    site: Site, text: str, found: list[tuple[str, str]]
) -> None:
    answer = site.judge(text, mode="response")
    assert (rules(answer) if answer.main.all("ol") else []) == found


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
    (notice,) = answer.main.all("p")
    assert answer.status == 200
    assert line in notice.text


@pytest.mark.parametrize("number", range(len(playground.example_cases())))
def test_every_example_has_a_tab_and_the_verdict_of_the_index(site: Site, number: int) -> None:
    case = playground.example_cases()[number]
    page = site.get("/playground", example=number).main
    (tab,) = [node for node in page.all("a") if node["aria-current"]]
    assert tab.text.endswith(case.title)
    form = case.form
    answer = site.judge(
        form.text,
        of=form.of,
        hosting=form.hosting,
        unknown_fields=form.unknown_fields,
        mode=form.mode,
    )
    assert verdict(answer).text == VERDICTS[case.verdict]


def test_every_mode_has_examples() -> None:
    assert {case.form.mode for case in playground.example_cases()} == set(playground.MODES)


def test_a_typo_is_never_beside_a_green_verdict(site: Site) -> None:
    noted = verdict(site.judge("secretes: []", of="codehost"))
    assert (noted.text, noted["class"]) == ("allowed", "chip verdict allow noted")
    assert verdict(site.judge("{}", of="codehost"))["class"] == "chip verdict allow"


# The effect of a patch


def effect(answer: Answer) -> Node | None:
    found = [node for node in answer.main.all("div") if node["class"] == "effect"]
    return found[0] if found else None


def changes(shown: Node) -> list[list[str]]:
    return [
        [row.all("th")[0].text, *(cell.text for cell in row.all("td"))]
        for body in shown.all("tbody")
        for row in body.all("tr")
    ]


def test_the_effect_is_shown_before_a_patch_is_sent(store: Store, site: Site) -> None:
    before = store.deployment(CHECKOUT)
    text = "source_config: {build_on_push: false}\nsource_revision_config: {repo_ref: release-8}"
    shown = effect(site.judge(text, **OF_CHECKOUT))
    assert shown is not None
    assert "A new revision from codehost becomes the latest one" in shown.text
    rows = {row[0]: row[1:] for row in changes(shown)}
    assert rows["source_config.build_on_push"] == ["now yes", "then no"]
    assert rows["source_revision_config.repo_ref"] == ["now main", "then release-8"]
    assert rows["source_revision_config.repo_commit_sha"][1] == "then not set"
    assert store.deployment(CHECKOUT) == before


def test_a_patch_without_effect_says_so(site: Site) -> None:
    shown = effect(site.judge("{}", **OF_CHECKOUT))
    assert shown is not None
    assert "None: the deployment stays as it is." in shown.text


def test_secrets_in_the_effect_are_masked(site: Site) -> None:
    answer = site.judge(f"{SECRETS}\nsource_config: {{build_command: run typed-value}}", **OF_CHECKOUT)  # fmt: skip
    shown = effect(answer)
    assert shown is not None
    rows = {row[0]: row[1:] for row in changes(shown)}
    assert "PAYMENTS_TOKEN" in rows["secrets"][0]
    assert rows["source_config.build_command"][1] == f"then run {MASK}"
    assert "typed-value" not in answer.text


def test_new_values_of_the_same_secrets_are_told(site: Site) -> None:
    text = "secrets: [{name: PAYMENTS_URL, value: x1}, {name: PAYMENTS_TOKEN, value: x2}]"
    shown = effect(site.judge(text, **OF_CHECKOUT))
    assert shown is not None
    assert "hidden values change" in shown.text


@pytest.mark.parametrize(
    ("text", "fields"),
    [("revision_source: external_container", OF_CHECKOUT), ("{}", {"of": "codehost"}), ("[", OF_CHECKOUT),
     (f"{PATCH}\n{JSON}\n\n{{}}", OF_CHECKOUT | {"mode": "request"})],
)  # fmt: skip
def test_only_an_allowed_patch_of_a_deployment_has_an_effect(
    site: Site, text: str, fields: dict[str, str]
) -> None:
    assert effect(site.judge(text, **fields)) is None


# What the script of the page copies


def test_a_patch_in_yaml_is_returned_as_json(site: Site) -> None:
    answer = site.call("POST", "/playground/json", "text=a: [1, ä]".encode(), FORM)
    assert answer.status == 400, "a form has no such characters"
    answer = site.call("POST", "/playground/json", b"text=secrets: []", FORM)
    assert answer.headers["cache-control"] == "no-store"
    assert json.loads(answer.body) == {"secrets": []}


@pytest.mark.parametrize(
    "body", [b"text=[", b"text=", b"text=--- 1%0A--- 2", b"text=[1]", b"\xff", b"text=" + b"a" * 2_000_000]
)  # fmt: skip
def test_what_is_no_document_has_no_json(site: Site, body: bytes) -> None:
    answer = site.call("POST", "/playground/json", body, FORM)
    assert (answer.status, answer.body) == (400, b"")
