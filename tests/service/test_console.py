"""The console by HTTP: what its pages show, what they must never show, and that the API is as it is without it."""

import json
import re
import time
from collections.abc import Iterator
from html import unescape
from typing import Any, get_args
from urllib.parse import urljoin, urlsplit

import httpx
import pytest
from deploy_contract_generated.names import DocumentKind
from starlette.applications import Starlette
from starlette.routing import Mount

from deploy_contract.bundle import Bundle
from deploy_contract_service.app import application
from deploy_contract_service.console import generated_files, rendering
from deploy_contract_service.console.masking import MASK, Masking
from deploy_contract_service.console.routes import MAX_SHOWN
from deploy_contract_service.errors import UnavailableError
from deploy_contract_service.fields import LIST_DEPLOYMENTS, operation
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Store
from tests.support.applications import raising
from tests.support.client import ROOT, Client
from tests.support.console import (
    CHECKOUT,
    FRAUD,
    HOSTILE,
    NOBODY,
    ODD,
    PAYMENTS,
    REFERRING,
    REFUNDS,
    SUMMARIES,
    Site,
    example,
    hostile_example,
    main_of,
    page_of,
    put,
    served,
    stored,
)
from tests.support.pages import Element, inside_itself, only, text, texts, values
from tests.support.servers import opened

PAGES = ["/", f"/deployments/{CHECKOUT}", f"/deployments/{FRAUD}", f"/deployments/{SUMMARIES}", "/integrations", f"/integrations/{PAYMENTS}",
         "/playground", f"/playground?deployment={CHECKOUT}", "/playground/empty"]  # fmt: skip


@pytest.fixture(scope="module")
def client(example_store: Store) -> Iterator[Client]:
    """Yield a client of the service alone."""
    with Client(application(example_store, Settings())) as found:
        yield found


def with_data(data: dict[str, Any]) -> Store:
    found = opened(":memory:")
    put(found, data)
    return found


def names(answer: httpx.Response) -> list[str]:
    return texts(main_of(answer), "tbody tr > th")


def fields(answer: httpx.Response) -> dict[str, str]:
    """Return the fields of a deployment's page, by their names."""
    pairs = main_of(answer).css("dl.fields-of > div")
    return {text(pair.css("dt")[0]): text(pair.css("dd")[0]) for pair in pairs}


def section(answer: httpx.Response, title: str) -> Element:
    (found,) = [each for each in main_of(answer).css("section") if texts(each, "h2") == [title]]
    return found


# Every page


@pytest.mark.parametrize("path", [*PAGES, "/deployments/x", "/?limit=0"])
def test_every_page_is_sound_and_sent_with_what_keeps_it_safe(site: Site, path: str) -> None:
    answer = site.get(path)
    assert answer.status_code == {"/deployments/x": 404, "/?limit=0": 400}.get(path, 200)
    page = page_of(answer)
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none';")
    if path.startswith("/playground"):
        policy = policy.removesuffix(" 'wasm-unsafe-eval'")  # it judges by WebAssembly
    assert "unsafe" not in policy
    assert re.findall(r"https?:|\*", policy) == []
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "set-cookie" not in answer.headers
    ids = values(page, "[id]", "id")
    assert len(set(ids)) == len(ids)
    assert inside_itself(page) == []
    assert {script.text() for script in page.css("script")} == {""}, "no script stands in a page"
    assert not page.css("style")


def test_every_link_leads_somewhere(site: Site) -> None:
    seen: dict[str, httpx.Response] = {}
    left = ["/"]
    while left:
        path = left.pop()
        if path.partition("#")[0] in seen:
            continue
        answer = seen[path.partition("#")[0]] = site.get(path.partition("#")[0])
        assert answer.status_code == 200, path
        if path.startswith("/reference") or not answer.headers["content-type"].startswith(
            "text/html"
        ):
            continue
        for key in ("href", "src", "action"):
            own = values(page_of(answer), f"[{key}]:not([{key}^=data], [{key}^=https])", key)
            left += [_absolute(path, target) for target in own if target]
    targets = values(page_of(seen["/reference"]), "[id]", "id")
    for path, answer in seen.items():
        if path == "/reference" or not answer.headers["content-type"].startswith("text/html"):
            continue
        for href in values(page_of(answer), "a[href*='reference#']", "href"):
            assert href.partition("#")[2] in targets, href
    assert len(seen) > 20


def _absolute(path: str, target: str) -> str:
    found = urlsplit(urljoin(f"http://here{path}", target))
    assert found.netloc == "here", target
    return found.path + (f"?{found.query}" if found.query else "")


# Deployments


def test_the_list_shows_what_there_is_and_marks_a_rollout(site: Site) -> None:
    main = main_of(site.get("/"))
    (checkout, refunds, _, _, summaries, _) = [
        [text(cell.css("span")[1]) for cell in row.css("td")] for row in main.css("tbody tr")
    ]
    rollout = "rollout under way latest 7b9c8e32, active 7b9c8e31"
    assert checkout == ["READY", "codehost", "7.0.3", rollout, "2026-02-14 08:30:00 UTC"]
    assert refunds[3] == "active 7b9c8e40"
    assert summaries[:4] == ["AWAITING_DATABASE", "internal_source", "none", "none"]


def test_the_overview_counts_statuses_and_names_what_needs_attention(site: Site) -> None:
    overview = only(main_of(site.get("/")), "section")
    tiles, listed = overview.css("ul")
    counts = texts(tiles, "li")
    assert counts[:2] == ["6 deployments", "1 rollout under way"]
    assert counts[2:] == ["1 AWAITING_DATABASE", "1 AWAITING_DELETE", "1 UNUSED", "3 READY"]
    statuses = ["AWAITING_DATABASE", "AWAITING_DELETE", "UNUSED", "READY"]
    assert values(tiles, "a", "href") == [f"?status={status}" for status in statuses]
    assert texts(listed, "li a") == ["checkout", "summaries-prototype", "chat-template"]
    rollout, waiting, _ = texts(listed, "li")
    assert "rollout under way" in rollout
    assert "AWAITING_DATABASE" in waiting


def test_the_overview_says_that_nothing_needs_attention() -> None:
    data = example()
    data["deployments"] = data["deployments"][1:3]
    site = Site(served(with_data(data)))
    assert "Nothing needs attention" in text(only(main_of(site.get("/")), "section"))
    assert not main_of(site.get("/", status="READY")).css("section"), "filters are the question"


def test_the_overview_of_many_shows_the_first() -> None:
    data = example()
    waiting = data["deployments"][4]
    data["deployments"] = [
        {**waiting, "id": f"aaaaaaaa-0000-4000-8000-{number:012}"}
        for number in range(MAX_SHOWN + 1)
    ]
    site = Site(served(with_data(data)))
    overview = main_of(site.get("/")).css("section")[0]
    assert len(overview.css("ul")[1].css("li")) == MAX_SHOWN
    assert "There are more" in text(overview)


@pytest.mark.parametrize(
    "query",
    [
        {}, {"name_contains": "RE"}, {"status": "READY"}, {"status": "READY", "name_contains": "c"}, {"remote_reconciled": "true"},
        {"tag_value_ids": "tier-1,team-research"}, {"image_version": "12"}, {"deployment_type": "prod"}, {"deployment_ids": f"{REFUNDS},{FRAUD}"},
        {"limit": "2"}, {"limit": "2", "offset": "3"}, {"offset": "99"}, {"name_contains": "ch eck&<ä"}, {"status": "SOMETHING_NEW"}, {"name_contains": "\0"},
    ],
)  # fmt: skip
def test_filters_are_those_of_the_listing(
    client: Client, site: Site, query: dict[str, str]
) -> None:
    answer = site.get("/", **query)
    assert names(answer) == client.names(**query)
    for name, value in query.items():
        if not value.isprintable():
            continue
        for shown in main_of(answer).css(f"input[name={name}]"):
            assert shown.attrs["value"] == value, "the form says what was asked"
        for shown in main_of(answer).css(f"select[name={name}]"):
            assert values(shown, "option[selected]", "value") == [value]


def test_the_form_has_every_parameter_with_its_values(site: Site) -> None:
    form = main_of(site.get("/")).css("form")[0]
    parameters = {row["name"]: row for row in operation(LIST_DEPLOYMENTS)["parameters"]}
    assert {*values(form, "[name]", "name")} == {*parameters} - {"offset"}
    statuses = values(form, "select[name=status] option", "value")
    assert statuses == ["", *parameters["status"]["values"]]


def test_pages_lead_through_all_and_back(site: Site) -> None:
    path, seen = "/?limit=2&name_contains=e", []
    while path:
        answer = site.get(path)
        seen += names(answer)
        following = values(main_of(answer), "a[rel=next]", "href")
        path = f"/{following[0]}" if following else ""
    assert seen == names(site.get("/", name_contains="e"))
    assert len(seen) == 6
    (back,) = values(main_of(answer), "a[rel=prev]", "href")
    assert names(site.get(f"/{back}")) == seen[2:4]


def test_a_parameter_that_makes_no_sense_is_told_as_the_api_tells_it(site: Site) -> None:
    answer = site.get("/", limit="0", deployment_type="other")
    faults = text(main_of(answer).css("ul")[0])
    assert answer.status_code == 400
    assert "limit: must be at least 1" in faults
    assert "deployment_type" in faults


def test_a_deployment_with_all_its_fields(example_store: Store, site: Site) -> None:
    answer = site.get(f"/deployments/{CHECKOUT}")
    shown, kept = fields(answer), stored(example_store, CHECKOUT)
    assert texts(main_of(answer), "h1") == ["checkout"]
    some = {"build_on_push": "yes", "cpu": "0.5", "listener_id": "not set", "repo_ref": "main"}
    assert some.items() <= shown.items()
    below = {
        **kept["source_config"],
        **kept["source_config"]["resource_spec"],
        **kept["source_revision_config"],
    }
    apart = {"name", "status", "source_config", "source_revision_config", "secrets"}
    apart |= {"secret_references", "resource_spec"}
    given = {*kept, *(name for name, value in below.items() if value is not None)}
    assert given - apart <= set(shown)
    assert texts(section(answer, "Secrets"), "li") == ["PAYMENTS_URL", "PAYMENTS_TOKEN"]
    assert texts(section(answer, "Secret references"), "p") == ["None."]
    latest, active, _ = texts(section(answer, "Revisions"), "ol > li")
    assert "latest" in latest
    assert "not rolled out" in latest
    assert "active" in active
    assert "internal_source" in active
    links = values(section(answer, "Source configuration"), "a", "href")
    repository = "https://code.example.com/payments/checkout"
    assert {f"../integrations/{PAYMENTS}", repository} <= set(links)


def test_secret_references_and_nested_fields(site: Site) -> None:
    answer = site.get(f"/deployments/{FRAUD.upper()}")
    cells = texts(section(answer, "Secret references"), "td")
    assert cells[:3] == ["FRAUD_API_KEY", "fraud-secrets", "api-key"]
    assert not any(cells[3:]), "of a field that the contract has gained nothing is stored"
    shown = fields(answer)
    assert shown["volumes"].endswith("claimName fraud-models")
    assert shown["listener_config"] == "cluster_namespace fraud"
    assert "LOG_LEVEL" in shown["sidecars"]
    assert MASK in shown["sidecars"]


def test_many_revisions_are_cut_into_pages() -> None:
    data = example()
    usual = {"created_at": "2026-01-31T12:00:00Z"}
    made: list[dict[str, Any]] = [
        {**usual, "id": f"c1a4f0de-6b52-43d9-8a0e-{n:012}", "source_revision_config": {"repo_ref": f"b{n}"}}
        for n in range(45)
    ]  # fmt: skip
    made[-1]["source_revision_config"] = data["deployments"][1]["source_revision_config"]
    newest = dict.fromkeys(["latest_revision_id", "active_revision_id"], made[-1]["id"])
    data["deployments"][1] |= {"revisions": made, **newest}
    site = Site(served(with_data(data)))
    found: list[str] = []
    for offset in (0, 20, 40):
        answer = site.get(f"/deployments/{REFUNDS}", offset=offset)
        shown = section(answer, "Revisions")
        found += [text(one.css("code")[0]) for one in shown.css("ol > li")]
        rels = set(values(shown, "a[rel]", "rel"))
        assert rels == {0: {"next"}, 20: {"prev", "next"}, 40: {"prev"}}[offset]
    assert found == [one["id"] for one in reversed(made)]
    assert site.get(f"/deployments/{REFUNDS}", offset="x").status_code == 200


def test_integrations_and_their_repositories(site: Site) -> None:
    assert texts(main_of(site.get("/integrations")), "li a") == ["payments", "research"]
    row = main_of(site.get(f"/integrations/{PAYMENTS}")).css("tbody tr")[0]
    assert texts(row, "td") == [
        "1001", "checkout", "payments", "https://code.example.com/payments/checkout", "main",
    ]  # fmt: skip
    assert values(row, "a", "rel") == ["noopener noreferrer nofollow"]


# What must not be shown


def test_no_page_holds_a_value_of_a_secret() -> None:
    data = example()
    checkout = data["deployments"][0]
    secrets = [f"s3cr3t-value-{n}-\"<&'ü" for n in range(4)]
    secrets.append("pw1")
    checkout["secrets"] = [{"name": f"NAME_{n}", "value": value} for n, value in enumerate(secrets)]
    # and where it stands elsewhere as well, or nobody has called it a secret
    checkout["source_config"]["install_command"] = (
        f"pip install --index-url https://me:{secrets[1]}@packages.example.com ."
    )
    checkout["source_config"]["build_command"] = "pw1"
    checkout["source_config"]["repo_url"] = (
        "https://me:pass-in@url@code.example.com/payments/checkout"
    )
    checkout["source_config"]["resource_spec"] |= {
        "labels": {secrets[2]: secrets[2]},
        "sidecars": [
            {
                "name": "proxy",
                "env": [{"name": "TOKEN", "value": "env-value"}],
                "command": ["run", secrets[3]],
            }
        ],
        "init_containers": [{"name": "first", "env": [{"name": "TOKEN", "value": "env-value"}]}],
    }
    checkout["name"] = f"named {secrets[0]}"
    data["repositories"][0]["url"] = "https://me:pass-in@url@code.example.com/payments/checkout"
    hidden = [*secrets, "pass-in", "url@code", "env-value", "s3cr3t-value"]
    store = with_data(data)
    site = Site(served(store))
    kept = stored(store, CHECKOUT)["secrets"]
    assert [secret["value"] for secret in kept] == secrets, "they are there"
    for path in PAGES:
        answer = site.get(path)
        assert answer.status_code == 200
        for value in hidden:
            assert value not in unescape(answer.text), path
    assert (
        fields(site.get(f"/deployments/{CHECKOUT}"))["install_command"]
        == f"pip install --index-url https://{MASK}@packages.example.com ."
    )
    patch = {
        "secrets": [{"name": "X", "value": "typed-value"}],
        "source_config": {"repo_url": "https://other.example.com/"},
        "typed-value": 1,
    }
    answer = site.judge(json.dumps(patch, ensure_ascii=False), of=f"deployment:{CHECKOUT}")
    assert "immutable-field" in answer.text
    for value in (*hidden, "repo_url: https"):
        assert value not in unescape(answer.text)


def test_many_secrets_take_linear_time() -> None:
    began = time.process_time()
    assert Masking(["a" * number + "b" for number in range(1000)]).text("a" * 50_000) == MASK
    assert time.process_time() - began < 3


def test_whatever_is_stored_is_text() -> None:
    site = Site(served(with_data(hostile_example())))
    own = {f"/deployments/{ODD.format(number)}": name for number, name in enumerate(HOSTILE)}
    chosen = f"/playground?deployment={ODD.format(0)}"
    paths = ("/?limit=100", "/integrations", f"/integrations/{PAYMENTS}", chosen)
    for path in (*paths, f"/deployments/{REFERRING}", *own):
        answer = site.get(path)
        assert {script.text() for script in page_of(answer).css("script")} == {""}
        assert not page_of(answer).css("img, svg, b, [href^=javascript]")
        assert len(page_of(answer).css("h1")) == 1
        unsafe = "[\u200b\u2028\u2029\u202a-\u202e\u2066-\u2069\x00-\x09\x0b-\x1f]"
        assert not re.search(unsafe, answer.text)
    for path, name in own.items():
        shown = only(main_of(site.get(path)), "h1")
        if name == " ":
            assert text(shown) == "(no name)"
        elif name.isprintable():
            assert only(shown, "bdi").text() == name
        else:
            assert "U+" in shown.text() or "\u200d" in name


# What is not there


@pytest.mark.parametrize(
    "path",
    ["/deployments/x", f"/deployments/{NOBODY}", f"/deployments/{'9' * 5000}", "/deployments/%ff", f"/integrations/{NOBODY}",  "/deployments/%C2%A0",
     f"/playground?deployment={NOBODY}", "/playground?deployment=x", "/playground?example=999999999999", "/playground?example=-1"],
)  # fmt: skip
def test_what_is_not_there_is_told_in_one_line(site: Site, path: str) -> None:
    answer = site.get(path)
    assert answer.status_code == 404
    assert texts(main_of(answer), "h1") == ["Not Found"]
    line, back = texts(main_of(answer), "p")
    assert line.startswith("There is no such ")
    assert back == "All deployments"
    (href,) = values(main_of(answer), "p a", "href")
    assert site.get(urljoin(path, href)).status_code == 200


def test_an_empty_database() -> None:
    site = Site(served(opened(":memory:")))
    assert "There are no deployments yet" in text(main_of(site.get("/")))
    assert "No deployment matches" in text(main_of(site.get("/", status="READY")))
    assert "There are no integrations" in text(main_of(site.get("/integrations")))
    groups = values(main_of(site.get("/playground")), "optgroup", "label")
    assert groups == ["Any deployment of the source", "An example"]


@pytest.mark.parametrize(
    "error", [UnavailableError("no connection to db.internal"), RuntimeError("a value")]
)
def test_a_database_that_cannot_be_asked(
    example_store: Store,
    error: Exception,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    for name in ("page", "overview", "deployment", "revisions", "integrations", "repositories"):
        monkeypatch.setattr(example_store, name, raising(error))
    site = Site(served(example_store))
    status, line = 500, "The service failed to answer."
    if isinstance(error, UnavailableError):
        status, line = 503, "The service cannot reach its database; try again later."
    chosen = f"/playground?deployment={CHECKOUT}"
    own = (f"/deployments/{CHECKOUT}", f"/integrations/{PAYMENTS}")
    for path in ("/", "/integrations", chosen, *own):
        answer = site.get(path)
        assert answer.status_code == status
        assert texts(main_of(answer), "p")[0] == line
        assert str(error) not in answer.text
    judged = site.judge("{}", of=f"deployment:{CHECKOUT}")
    assert judged.status_code == status
    assert (main_of(judged).id, text(main_of(judged))) == ("report", line)
    assert site.judge("{}", of="codehost").status_code == 200, "judging needs no database"
    if status == 503:
        assert site.get("/playground").status_code == 200
    assert "a value" not in caplog.text


# The reference page


def test_the_reference_page_is_the_generated_one_under_its_own_policy(site: Site) -> None:
    answer = site.get("/reference")
    assert answer.text.replace(generated_files.navigation(), "", 1) == (
        ROOT / "generated" / "reference.html"
    ).read_text("utf-8")
    links = only(page_of(answer), "header nav[aria-label=Console]")
    assert texts(links, "a") == list(rendering.PLACES.values())
    for href in values(links, "a", "href"):
        assert site.get(_absolute("/reference", href)).status_code == 200
    assert texts(links, "a[aria-current]") == ["Reference"]


def test_the_reference_page_offers_files_that_the_console_serves(site: Site) -> None:
    offered = page_of(site.get("/reference"))
    files = {"openapi.json", *[f"{kind}.schema.json" for kind in get_args(DocumentKind)]}
    assert set(values(offered, "a[download]", "download")) == files
    for href in values(offered, "a[download]", "href"):
        path = _absolute("/reference", href)
        answer = site.get(path)
        assert answer.headers["content-type"] == "application/json"
        assert answer.text == (ROOT / "generated" / path[1:]).read_text("utf-8")
        again = site.call("GET", path, headers={"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


# Beside the API


def test_the_api_answers_as_without_the_console(example_store: Store) -> None:
    calls = [
        (row["method"], re.sub(r"\{\w+\}", identity, row["path"]))
        for row in Bundle.installed().operations for identity in (CHECKOUT, PAYMENTS, "x")
    ] + [("POST", "/v2/deployments"), ("GET", "/v2"), ("GET", "/nothing"), ("DELETE", f"/v2/deployments/{CHECKOUT}"), ("GET", "/v2/deployments/")]  # fmt: skip
    one, other = Site(served(example_store)), Site(application(example_store, Settings()))
    for method, path in calls:
        headers = {"content-type": "application/json"}
        body = "{}" if method == "PATCH" else ""
        answers = [site.call(method, path, body, headers) for site in (one, other)]
        first, second = ((each.status_code, each.headers, each.content) for each in answers)
        assert first == second, path
    assert other.get("/").status_code == 404
    assert one.call("POST", "/").status_code == 405


def test_a_base_path_is_the_apis_alone(example_store: Store) -> None:
    site = Site(served(example_store, Settings(base_path="/api-host")))
    assert len(names(site.get("/"))) == 6
    assert site.get("/api-host/v2/deployments").headers["content-type"] == "application/json"
    assert site.get("/v2/deployments").status_code == 404


def test_it_can_be_mounted_below_a_path(example_store: Store) -> None:
    site = Site(Starlette(routes=[Mount("/below", served(example_store))]))
    answer = site.get(f"/below/deployments/{CHECKOUT}")
    places = ["../", "../", "../integrations", "../playground", "../reference"]
    assert values(page_of(answer), "header a", "href") == places
    assert site.get("/below/").status_code == 200


@pytest.mark.parametrize("path", ["/deployment", "/playground/", "/v2/deploymants", "/a/b/c"])
def test_a_browser_that_is_lost_gets_a_page_and_all_else_a_problem(site: Site, path: str) -> None:
    answer = site.call("GET", path, headers={"accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert (answer.status_code, texts(page_of(answer), "h1")) == (404, ["Not Found"])
    (home, *_) = values(page_of(answer), "header a", "href")
    assert home == ("../" * (path.count("/") - 1) or "./")
    for accept in ("*/*", "application/json"):
        answer = site.call("GET", path, headers={"accept": accept})
        assert answer.status_code == 404
        assert answer.headers["content-type"] == "application/problem+json"
    assert site.call("POST", "/integrations", headers={"accept": "text/html"}).status_code == 405
