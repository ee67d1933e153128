"""The console by HTTP: what its pages show, what they must never show, and that the API is as it is without it."""

import base64
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any, get_args
from urllib.parse import urljoin

import pytest
from deploy_contract_generated.names import DocumentKind
from starlette.applications import Starlette
from starlette.routing import Mount

from deploy_contract import Contract
from deploy_contract.bundle import Bundle
from deploy_contract_service.app import application
from deploy_contract_service.console import generated_files, playground, rendering, texts
from deploy_contract_service.console.masking import MASK
from deploy_contract_service.console.routes import MOST_SHOWN
from deploy_contract_service.data_file import load
from deploy_contract_service.errors import UnavailableError
from deploy_contract_service.fields import LIST_DEPLOYMENTS, operation
from deploy_contract_service.seeding import seed
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Store
from tests.support.client import EXAMPLE, ROOT, Client
from tests.support.console import (
    CHECKOUT,
    FRAUD,
    HOSTILE,
    NOBODY,
    PAYMENTS,
    REFUNDS,
    SUMMARIES,
    Answer,
    Site,
    example,
    put,
    served,
    serving,
)
from tests.support.nodes import Node
from tests.support.processes import running
from tests.support.servers import LATER

PAGES = ["/", f"/deployments/{CHECKOUT}", f"/deployments/{FRAUD}", f"/deployments/{SUMMARIES}", "/integrations", f"/integrations/{PAYMENTS}",
         "/playground", f"/playground?deployment={CHECKOUT}", "/playground/empty"]  # fmt: skip
Opened = Callable[..., Store]


@pytest.fixture
def store(opened: Opened) -> Store:
    """Return a store with the example in it; one kind of database is enough for pages."""
    found = opened(":memory:")
    seed(found, load(str(EXAMPLE)), LATER)
    return found


@pytest.fixture
def site(store: Store) -> Iterator[Site]:
    with serving(served(store)) as found:
        yield found


def with_data(opened: Opened, folder: Path, data: dict[str, Any]) -> Store:
    found = opened(":memory:")
    put(found, folder, data)
    return found


def rows(answer: Answer) -> list[Node]:
    return [row for body in answer.main.all("tbody") for row in body.all("tr")]


def names(answer: Answer) -> list[str]:
    return [row.all("th")[0].text for row in rows(answer)]


def fields(answer: Answer) -> dict[str, str]:
    """Return the fields of a deployment's page, by their names."""
    found = {}
    for pair in [
        node
        for each in answer.main.all("dl")
        if each["class"] == "fields-of"
        for node in each.all("div")
    ]:
        if pair.parent is not None and pair.parent["class"] == "fields-of":
            found[pair.all("dt")[0].text] = pair.all("dd")[0].text
    return found


def section(answer: Answer, title: str) -> Node:
    (found,) = [node for node in answer.main.all("section") if node.all("h2")[0].text == title]
    return found


# Every page


@pytest.mark.parametrize("path", [*PAGES, "/deployments/x", "/?limit=0"])
def test_every_page_is_sound_and_sent_with_what_keeps_it_safe(site: Site, path: str) -> None:
    answer = site.get(path)
    assert answer.status == {"/deployments/x": 404, "/?limit=0": 400}.get(path, 200)
    page = answer.page
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
    ids = [node["id"] for node in page if "id" in node.attributes]
    assert len(set(ids)) == len(ids)
    for node in page:
        assert not [
            key for key in node.attributes if key.startswith("on") or key in ("style", "srcset")
        ]
        for key in ("aria-labelledby", "aria-describedby", "for"):
            assert set((node[key] or "").split()) <= set(ids), node
    assert [node.raw for node in page.all("script")] == [""], "no script stands in a page"
    assert not page.all("style")
    assert len(page.all("title")[0].text) > 0
    labelled = {node["for"] for node in page.all("label")}
    assert all(node["id"] in labelled for node in page.all("input", "select", "textarea"))
    if path != "/playground/empty":
        assert len(page.all("h1")) == len(page.all("main")) == len(page.all("header")) == 1
        assert page.all("a")[0]["href"] == "#content"
        levels = [int(node.tag[1]) for node in page.all("h1", "h2", "h3")]
        assert all(after <= before + 1 for before, after in zip([0, *levels], levels, strict=False))


def test_every_link_leads_somewhere(site: Site) -> None:
    seen: dict[str, Answer] = {}
    left = ["/"]
    while left:
        path = left.pop()
        if path.partition("#")[0] in seen:
            continue
        answer = seen[path.partition("#")[0]] = site.get(path.partition("#")[0])
        assert answer.status == 200, path
        if path.startswith("/reference") or not answer.headers["content-type"].startswith(
            "text/html"
        ):
            continue
        for node in answer.page:
            for key in ("href", "src", "action"):
                target = node[key]
                if target and not target.startswith(("data:", "https://")):
                    left.append(_absolute(path, target))
    targets = {node["id"] for node in seen["/reference"].page}
    for path, answer in seen.items():
        if path == "/reference" or not answer.headers["content-type"].startswith("text/html"):
            continue
        for node in answer.page.all("a"):
            page, _, anchor = (node["href"] or "").partition("#")
            if page.endswith("reference") and anchor:
                assert anchor in targets, node["href"]
    assert len(seen) > 20


def _absolute(path: str, target: str) -> str:
    from urllib.parse import urljoin, urlsplit

    found = urlsplit(urljoin(f"http://here{path}", target))
    assert found.netloc == "here", target
    return found.path + (f"?{found.query}" if found.query else "")


def test_parts_are_kept_as_long_as_they_are_the_same(site: Site) -> None:
    for name, kind in (("style.css", "text/css"), ("script.js", "text/javascript")):
        answer = site.get(f"/console/{name}")
        assert answer.headers["content-type"].startswith(kind)
        again = site.call(
            "GET", f"/console/{name}", headers={"if-none-match": answer.headers["etag"]}
        )
        assert (again.status, again.body) == (304, b"")


def test_every_kind_of_database_is_shown_alike(site: Site, address: str, opened: Opened) -> None:
    other = opened(address)
    seed(other, load(str(EXAMPLE)), LATER)
    with serving(served(other)) as found:
        for path in (
            *PAGES,
            "/?name_contains=%00",
            "/?deployment_ids=%00",
            f"/deployments/{NOBODY}",
        ):
            assert found.get(path).text == site.get(path).text, path


# Deployments


def test_the_list_shows_what_there_is_and_marks_a_rollout(site: Site) -> None:
    answer = site.get("/")
    assert names(answer) == [
        "checkout",
        "refunds",
        "fraud-check",
        "report-writer",
        "summaries-prototype",
        "chat-template",
    ]
    cells = [[cell.all("span")[1].text for cell in row.all("td")] for row in rows(answer)]
    assert cells[0] == [
        "READY",
        "codehost",
        "7.0.3",
        "rollout under way latest 7b9c8e32, active 7b9c8e31",
        "2026-02-14 08:30:00 UTC",
    ]
    assert cells[1][3] == "active 7b9c8e40"
    assert cells[4][:4] == ["AWAITING_DATABASE", "internal_source", "none", "none"]


def test_the_overview_counts_statuses_and_names_what_needs_attention(site: Site) -> None:
    (overview,) = site.get("/").main.all("section")
    tiles, listed = overview.all("ul")
    assert [(item.text, item.all("a")[0]["href"] if item.all("a") else None) for item in tiles.all("li")] == [
        ("6 deployments", None), ("1 rollout under way", None), ("1 AWAITING_DATABASE", "?status=AWAITING_DATABASE"),
        ("1 AWAITING_DELETE", "?status=AWAITING_DELETE"), ("1 UNUSED", "?status=UNUSED"), ("3 READY", "?status=READY"),
    ]  # fmt: skip
    waiting = {item.all("a")[0].text: item.text for item in listed.all("li")}
    assert list(waiting) == ["checkout", "summaries-prototype", "chat-template"]
    assert "rollout under way" in waiting["checkout"]
    assert "AWAITING_DATABASE" in waiting["summaries-prototype"]


def test_the_overview_says_that_nothing_needs_attention(opened: Opened, tmp_path: Path) -> None:
    data = example()
    data["deployments"] = data["deployments"][1:3]
    with serving(served(with_data(opened, tmp_path, data))) as site:
        (overview,) = site.get("/").main.all("section")
        assert "Nothing needs attention" in overview.text
        assert not site.get("/", status="READY").main.all("section"), "filters are the question"


def test_the_overview_of_many_shows_the_first(opened: Opened, tmp_path: Path) -> None:
    data = example()
    waiting = data["deployments"][4]
    data["deployments"] = [
        {**waiting, "id": f"aaaaaaaa-0000-4000-8000-{number:012}"}
        for number in range(MOST_SHOWN + 1)
    ]
    with serving(served(with_data(opened, tmp_path, data))) as site:
        overview = site.get("/").main.all("section")[0]
        assert len(overview.all("ul")[1].all("li")) == MOST_SHOWN
        assert "There are more" in overview.text


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("2026-03-01T16:20:00+01:00", "2026-03-01 15:20:00 UTC"), ("2026-01-31t12:00:00.999z", "2026-01-31 12:00:00 UTC"),
        ("2016-12-31T23:59:60Z", "2016-12-31 23:59:60 UTC"), ("0001-01-01T00:00:00+01:00", "0001-01-01 00:00:00 +01:00"),
    ],
)  # fmt: skip
def test_times_have_one_format(stored: str, shown: str) -> None:
    assert texts.utc(stored) == shown


def test_repositories_and_integrations_are_links(site: Site) -> None:
    configuration = section(site.get(f"/deployments/{CHECKOUT}"), "Source configuration")
    links = {node.text: node["href"] for node in configuration.all("a")}
    repository = "https://code.example.com/payments/checkout"
    assert links[PAYMENTS] == f"../integrations/{PAYMENTS}"
    assert links[repository] == repository


def test_the_openapi_document_is_served_as_generated(site: Site) -> None:
    answer = site.get("/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    generated = ROOT / "generated" / "deploy_contract_generated" / "openapi.json"
    assert answer.body == generated.read_bytes()


@pytest.mark.parametrize(
    "query",
    [
        {}, {"name_contains": "RE"}, {"status": "READY"}, {"status": "READY", "name_contains": "c"}, {"remote_reconciled": "true"},
        {"tag_value_ids": "tier-1,team-research"}, {"image_version": "12"}, {"deployment_type": "prod"}, {"deployment_ids": f"{REFUNDS},{FRAUD}"},
        {"limit": "2"}, {"limit": "2", "offset": "3"}, {"offset": "99"}, {"name_contains": "ch eck&<ä"}, {"status": "SOMETHING_NEW"}, {"name_contains": "\0"},
    ],
)  # fmt: skip
def test_filters_are_those_of_the_listing(store: Store, site: Site, query: dict[str, str]) -> None:
    with Client(application(store, Settings())) as client:
        assert names(site.get("/", **query)) == client.names(**query)
    answer = site.get("/", **query)
    shown = {node["name"]: node for node in answer.main.all("input", "select")}
    for name, value in query.items():
        if name in shown and value.isprintable():
            chosen = [
                one["value"] for one in shown[name].all("option") if "selected" in one.attributes
            ]
            assert (chosen[0] if chosen else shown[name]["value"]) == value, (
                "the form says what was asked"
            )


def test_the_form_has_every_parameter_with_its_values(site: Site) -> None:
    form = site.get("/").main.all("form")[0]
    controls = {node["name"]: node for node in form.all("input", "select")}
    assert set(controls) == {row["name"] for row in operation(LIST_DEPLOYMENTS)["parameters"]} - {
        "offset"
    }
    statuses = [node["value"] for node in controls["status"].all("option")]
    assert statuses == [
        "",
        *next(
            row["values"]
            for row in operation(LIST_DEPLOYMENTS)["parameters"]
            if row["name"] == "status"
        ),
    ]


def test_what_a_form_leaves_empty_is_no_filter(site: Site) -> None:
    path = "/?" + "&".join(f"{row['name']}=" for row in operation(LIST_DEPLOYMENTS)["parameters"])
    answer = site.get(path)
    assert (answer.status, len(names(answer))) == (200, 6)


def test_pages_lead_through_all_and_back(site: Site) -> None:
    path, seen = "/?limit=2&name_contains=e", []
    while path:
        answer = site.get(path)
        seen += names(answer)
        following = [node["href"] for node in answer.main.all("a") if node["rel"] == "next"]
        path = f"/{following[0]}" if following else ""
    assert seen == names(site.get("/", name_contains="e"))
    assert len(seen) == 6
    back = [node["href"] for node in answer.main.all("a") if node["rel"] == "prev"]
    assert names(site.get(f"/{back[0]}")) == seen[2:4]


def test_a_parameter_that_makes_no_sense_is_told_as_the_api_tells_it(site: Site) -> None:
    answer = site.get("/", limit="0", deployment_type="other")
    faults = answer.main.all("ul")[0].text
    assert answer.status == 400
    assert "limit: must be at least 1" in faults
    assert "deployment_type" in faults


def test_a_deployment_with_all_its_fields(store: Store, site: Site) -> None:
    answer = site.get(f"/deployments/{CHECKOUT}")
    shown, stored = fields(answer), store.deployment(CHECKOUT)
    assert stored is not None
    assert answer.main.all("h1")[0].text == "checkout"
    assert shown["repo_url"] == "https://code.example.com/payments/checkout"
    assert (shown["build_on_push"], shown["cpu"], shown["listener_id"], shown["repo_ref"]) == (
        "yes",
        "0.5",
        "not set",
        "main",
    )
    below = {
        **stored["source_config"],
        **stored["source_config"]["resource_spec"],
        **stored["source_revision_config"],
    }
    apart = {
        "name",
        "status",
        "source_config",
        "source_revision_config",
        "secrets",
        "secret_references",
        "resource_spec",
    }
    assert {*stored, *(name for name, value in below.items() if value is not None)} - apart <= set(
        shown
    )
    assert [node.text for node in section(answer, "Secrets").all("li")] == [
        "PAYMENTS_URL",
        "PAYMENTS_TOKEN",
    ]
    assert section(answer, "Secret references").all("p")[0].text == "None."
    revisions = [node.text for node in section(answer, "Revisions").all("ol")[0].all("li")]
    assert [text[34:36] for text in revisions] == ["32", "31", "30"]
    assert ["latest" in text for text in revisions] == [True, False, False]
    assert ["active" in text for text in revisions] == [False, True, False]
    assert "internal_source" in revisions[1]
    assert "not rolled out" in revisions[0]


def test_secret_references_and_nested_fields(site: Site) -> None:
    answer = site.get(f"/deployments/{FRAUD.upper()}")
    cells = [cell.text for cell in section(answer, "Secret references").all("td")]
    assert cells[:3] == ["FRAUD_API_KEY", "fraud-secrets", "api-key"]
    assert not any(cells[3:]), "of a field that the contract has gained nothing is stored"
    shown = fields(answer)
    assert shown["volumes"].endswith("claimName fraud-models")
    assert shown["listener_config"] == "cluster_namespace fraud"
    assert "LOG_LEVEL" in shown["sidecars"]
    assert MASK in shown["sidecars"]


def test_many_revisions_are_cut_into_pages(opened: Opened, tmp_path: Path) -> None:
    data = example()
    made = [
        {
            "id": f"c1a4f0de-6b52-43d9-8a0e-{n:012}",
            "source_revision_config": {"repo_ref": f"b{n}"},
            "created_at": "2026-01-31T12:00:00Z",
        }
        for n in range(45)
    ]
    made[-1]["source_revision_config"] = data["deployments"][1]["source_revision_config"]
    data["deployments"][1] |= {
        "revisions": made,
        "latest_revision_id": made[-1]["id"],
        "active_revision_id": made[-1]["id"],
    }
    with serving(served(with_data(opened, tmp_path, data))) as site:
        found: list[str] = []
        for offset in (0, 20, 40):
            answer = site.get(f"/deployments/{REFUNDS}", offset=offset)
            found += [
                node.all("code")[0].text
                for node in section(answer, "Revisions").all("ol")[0].all("li")
            ]
            rels = {
                node["rel"]: node["href"]
                for node in section(answer, "Revisions").all("a")
                if node["rel"]
            }
            assert set(rels) == {0: {"next"}, 20: {"prev", "next"}, 40: {"prev"}}[offset]
        assert found == [one["id"] for one in reversed(made)]
        assert site.get(f"/deployments/{REFUNDS}", offset="x").status == 200


def test_integrations_and_their_repositories(site: Site) -> None:
    assert [node.all("a")[0].text for node in site.get("/integrations").main.all("li")] == [
        "payments",
        "research",
    ]
    answer = site.get(f"/integrations/{PAYMENTS}")
    assert next([cell.text for cell in row.all("td")] for row in rows(answer)) == [
        "1001", "checkout", "payments", "https://code.example.com/payments/checkout", "main",
    ]  # fmt: skip
    assert rows(answer)[0].all("a")[0]["rel"] == "noopener noreferrer nofollow"


# What must not be shown


def test_no_page_holds_a_value_of_a_secret(opened: Opened, tmp_path: Path) -> None:
    data = example()
    checkout = data["deployments"][0]
    values = [f"s3cr3t-value-{n}-\"<&'ü" for n in range(4)]
    values.append("pw1")
    checkout["secrets"] = [{"name": f"NAME_{n}", "value": value} for n, value in enumerate(values)]
    # and where it stands elsewhere as well, or nobody has called it a secret
    checkout["source_config"]["install_command"] = (
        f"pip install --index-url https://me:{values[1]}@packages.example.com ."
    )
    checkout["source_config"]["build_command"] = "pw1"
    checkout["source_config"]["repo_url"] = (
        "https://me:pass-in-url@code.example.com/payments/checkout"
    )
    checkout["source_config"]["resource_spec"] |= {
        "labels": {values[2]: values[2]},
        "sidecars": [
            {
                "name": "proxy",
                "env": [{"name": "TOKEN", "value": "env-value"}],
                "command": ["run", values[3]],
            }
        ],
        "init_containers": [{"name": "first", "env": [{"name": "TOKEN", "value": "env-value"}]}],
    }
    checkout["name"] = f"named {values[0]}"
    data["repositories"][0]["url"] = "https://me:pass-in-url@code.example.com/payments/checkout"
    hidden = [*values, "pass-in-url", "env-value", "s3cr3t-value"]
    store = with_data(opened, tmp_path, data)
    with serving(served(store)) as site:
        stored = store.deployment(CHECKOUT)
        assert stored is not None
        assert [secret["value"] for secret in stored["secrets"]] == values, "they are there"
        for path in PAGES:
            answer = site.get(path)
            assert answer.status == 200
            for text in hidden:
                assert text not in unescape(answer.text), path
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
        for text in (*hidden, "repo_url: https"):
            assert text not in unescape(answer.text)


@pytest.mark.parametrize("name", HOSTILE)
def test_whatever_is_stored_is_text(opened: Opened, tmp_path: Path, name: str) -> None:
    data = example()
    data["integrations"][0]["name"] = data["repositories"][0]["name"] = data["repositories"][0][
        "owner"
    ] = name
    data["repositories"][0]["url"] = f"javascript:alert(1)//{name}"
    checkout = data["deployments"][0]
    checkout["name"] = checkout["image_version"] = name
    checkout["secrets"] = [{"name": name, "value": "hidden"}]
    checkout["source_config"] |= {
        "install_command": name,
        "repo_url": f"javascript:alert(1)//{name}",
    }
    checkout["source_config"]["resource_spec"] |= {"labels": {name: name}}
    data["deployments"][2]["secret_references"] = [
        {"name": name, "secret_name": name, "secret_key": name}
    ]
    with serving(served(with_data(opened, tmp_path, data))) as site:
        for path in PAGES:
            answer = site.get(path)
            assert [node.raw for node in answer.page.all("script")] == [""]
            assert not answer.page.all("img", "svg", "b")
            assert len(answer.page.all("h1")) == (path != "/playground/empty")
            assert not [
                node
                for node in answer.page.all("a")
                if (node["href"] or "").startswith("javascript")
            ]
            assert not re.search(
                "[\u200b\u2028\u2029\u202a-\u202e\u2066-\u2069\x00-\x09\x0b-\x1f]", answer.text
            )
        (shown,) = site.get(f"/deployments/{CHECKOUT}").main.all("h1")
        if name == " ":
            assert shown.text == "(no name)"
        elif name.isprintable():
            assert shown.all("bdi")[0].raw == name
        else:
            assert "U+" in shown.raw or "\u200d" in name


# What is not there


@pytest.mark.parametrize(
    "path",
    ["/deployments/x", f"/deployments/{NOBODY}", f"/deployments/{'9' * 5000}", "/deployments/%ff", f"/integrations/{NOBODY}",  "/deployments/%C2%A0",
     f"/playground?deployment={NOBODY}", "/playground?deployment=x", "/playground?example=999999999999", "/playground?example=-1"],
)  # fmt: skip
def test_what_is_not_there_is_told_in_one_line(site: Site, path: str) -> None:
    answer = site.get(path)
    assert answer.status == 404
    assert answer.main.all("h1")[0].text == "Not Found"
    line, back = answer.main.all("p")
    assert line.text.startswith("There is no such ")
    assert back.text == "All deployments"
    assert site.get(urljoin(path, back.all("a")[0]["href"] or "")).status == 200


def test_an_empty_database(opened: Opened) -> None:
    with serving(served(opened(":memory:"))) as site:
        assert "There are no deployments yet" in site.get("/").main.text
        assert "No deployment matches" in site.get("/", status="READY").main.text
        assert "There are no integrations" in site.get("/integrations").main.text
        groups = [node["label"] for node in site.get("/playground").main.all("optgroup")]
        assert groups == ["Any deployment of the source", "An example"]


@pytest.mark.parametrize(
    "error", [UnavailableError("no connection to db.internal"), RuntimeError("a value")]
)
def test_a_database_that_cannot_be_asked(
    store: Store,
    error: Exception,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def unavailable(*_arguments: Any) -> Any:
        raise error

    for name in ("page", "overview", "deployment", "revisions", "integrations", "repositories"):
        monkeypatch.setattr(store, name, unavailable)
    with serving(served(store)) as site:
        status, line = (
            (503, "The service cannot reach its database; try again later.")
            if isinstance(error, UnavailableError)
            else (500, "The console failed to answer.")
        )
        for path in (
            "/",
            f"/deployments/{CHECKOUT}",
            "/integrations",
            f"/integrations/{PAYMENTS}",
            f"/playground?deployment={CHECKOUT}",
        ):
            answer = site.get(path)
            assert answer.status == status
            assert answer.main.all("p")[0].text == line
            assert str(error) not in answer.text
        judged = site.judge("{}", of=f"deployment:{CHECKOUT}")
        assert (judged.status, judged.main["id"], judged.main.text) == (status, "report", line)
        assert site.judge("{}", of="codehost").status == 200, "judging needs no database"
        if status == 503:
            assert site.get("/playground").status == 200
    assert "a value" not in caplog.text


# The reference page


def test_the_reference_page_is_the_generated_one_under_its_own_policy(site: Site) -> None:
    answer = site.get("/reference")
    assert answer.text.replace(generated_files.navigation(), "", 1) == (
        ROOT / "generated" / "reference.html"
    ).read_text("utf-8")
    links = answer.page.all("header")[0].all("nav")[0].all("a")
    assert [node.text for node in links] == list(rendering.PLACES.values())
    for node in links:
        assert site.get(_absolute("/reference", node["href"] or "")).status == 200
    assert [node.text for node in links if node["aria-current"]] == ["Reference"]
    for kind, part in (
        ("style", answer.page.all("style")[0]),
        ("script", answer.page.all("script")[0]),
    ):
        digest = base64.b64encode(hashlib.sha256(part.raw.encode("utf-8")).digest()).decode("ascii")
        assert f"{kind}-src 'sha256-{digest}';" in answer.headers["content-security-policy"]
    ids = {node["id"] for node in answer.page}
    assert {f"rule-{rule.rule}" for rule in Contract().rules} <= ids


def test_the_reference_page_offers_files_that_the_console_serves(site: Site) -> None:
    offered = [node for node in site.get("/reference").page.all("a") if node["download"]]
    names = {node["download"] for node in offered}
    assert names == {"openapi.json", *[f"{kind}.schema.json" for kind in get_args(DocumentKind)]}
    for node in offered:
        path = _absolute("/reference", node["href"] or "")
        answer = site.get(path)
        assert answer.headers["content-type"] == "application/json"
        assert answer.text == (ROOT / "generated" / path[1:]).read_text("utf-8")
        again = site.call("GET", path, headers={"if-none-match": answer.headers["etag"]})
        assert (again.status, again.body) == (304, b"")


def test_an_installation_without_it_says_so(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generated_files, "reference_page", lambda: None)
    monkeypatch.setattr(playground, "example_cases", lambda: ())
    assert site.get("/reference").status == 404
    assert site.get("/playground").main.all("textarea")[0].raw == "\n{}\n"
    assert site.get("/playground", example="0").status == 404


# Beside the API


def test_the_api_answers_as_without_the_console(store: Store) -> None:
    calls = [
        (row["method"], re.sub(r"\{\w+\}", identity, row["path"]))
        for row in Bundle.installed().operations for identity in (CHECKOUT, PAYMENTS, "x")
    ] + [("POST", "/v2/deployments"), ("GET", "/v2"), ("GET", "/nothing"), ("DELETE", f"/v2/deployments/{CHECKOUT}"), ("GET", "/v2/deployments/")]  # fmt: skip
    with serving(served(store)) as one, serving(application(store, Settings())) as other:
        for method, path in calls:
            headers = {"content-type": "application/json"}
            first, second = (
                site.call(method, path, "{}" if method == "PATCH" else None, headers)
                for site in (one, other)
            )
            assert (first.status, first.body) == (second.status, second.body), path
            assert first.headers["content-type"] == second.headers["content-type"]
        assert other.get("/").status == 404
        assert one.call("POST", "/").status == 405


def test_a_base_path_is_the_apis_alone(store: Store) -> None:
    with serving(served(store, Settings(base_path="/api-host"))) as site:
        assert len(names(site.get("/"))) == 6
        assert site.get("/api-host/v2/deployments").headers["content-type"] == "application/json"
        assert site.get("/v2/deployments").status == 404


def test_it_can_be_mounted_below_a_path(store: Store) -> None:
    with serving(Starlette(routes=[Mount("/below", served(store))])) as site:
        answer = site.get(f"/below/deployments/{CHECKOUT}")
        assert [node["href"] for node in answer.page.all("header")[0].all("a")] == [
            "../",
            "../",
            "../integrations",
            "../playground",
            "../reference",
        ]
        assert site.get("/below/").status == 200


@pytest.mark.parametrize("path", ["/deployment", "/playground/", "/v2/deploymants", "/a/b/c"])
def test_a_browser_that_is_lost_gets_a_page_and_all_else_a_problem(site: Site, path: str) -> None:
    answer = site.call("GET", path, headers={"accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert (answer.status, answer.page.all("h1")[0].text) == (404, "Not Found")
    assert answer.page.all("header")[0].all("a")[0]["href"] == (
        "../" * (path.count("/") - 1) or "./"
    )
    for accept in ("*/*", "application/json"):
        answer = site.call("GET", path, headers={"accept": accept})
        assert (answer.status, answer.headers["content-type"]) == (404, "application/problem+json")
    assert site.call("POST", "/integrations", headers={"accept": "text/html"}).status == 405


def test_the_program_has_it_unless_told_otherwise(tmp_path: Path) -> None:
    for options, status in (((), 200), (("--no-console",), 404)):
        with running(tmp_path, "--database", ":memory:", *options) as service:
            site = Site(service.port)
            assert [
                site.get(path).status for path in ("/", "/playground", "/console/script.js")
            ] == [status] * 3
            assert site.get("/v2/deployments").status == 200
