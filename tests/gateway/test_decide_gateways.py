"""The decision server behind real gateways, run with the recipes of the guide: Envoy, nginx, Caddy and Traefik."""

import json
from pathlib import Path

import pytest
import yaml

from tests.support.fronts import Fronted, free
from tests.support.gateways import CANARY, JSON, PATCH, PATH, head, statuses
from tests.support.questions import parsed

ROOT = Path(__file__).parents[2]
LISTS = "/v2/deployments"
OVER_GRPC = "envoy-grpc"  # its recipe
both_ways = pytest.mark.parametrize("way", ["envoy", OVER_GRPC])
WRONG = b'{"secrets": 1}'
CLAIMED = {  # what a client says of the original request
    "X-Forwarded-Method": "GET", "X-Original-Method": "GET", "X-Forwarded-Uri": "/other", "X-Original-URI": "/other",
}  # fmt: skip


@pytest.mark.parametrize("way", ["envoy", OVER_GRPC, "traefik"])
def test_what_is_allowed_is_forwarded_and_a_refusal_is_handed_out(
    fronted: Fronted, way: str
) -> None:
    """This holds for all headers of a client about the original request."""
    decide = fronted.set(way)
    with fronted.by(way) as front:
        decide.forget()  # the requests of Traefik at its start
        verdicts = 'verdicts_total{direction="request",operation="patch_deployment",refused="yes",verdict="deny"}'
        denied = decide.metrics().get(verdicts, 0)
        target = f"{PATH}?a=%7e%20b"
        claimed = {"Host": "api.example.com", **(CLAIMED if way == "traefik" else {})}
        assert front.patch(PATCH, target, **claimed).status == 200
        [sent] = fronted.service.got
        assert (sent.line, sent.body) == (f"PATCH {target} HTTP/1.1".encode(), PATCH)
        refused = front.patch(b'{"secrets": "%s"}' % CANARY.encode(), **claimed)
        assert (refused.status, refused.header("content-type")) == (422, "application/problem+json")
        problem = json.loads(refused.body)
        assert problem["violations"][0]["rule"] == "schema-type"
        assert front.ask("GET", f"{LISTS}?limit=x", headers=claimed).status == 400
        assert front.ask("GET", "/other?x=%2Fy").status == 200
        assert front.patch(PATCH, PATH + "%2e").status == 400
        if way == "traefik":  # Traefik itself refuses a body that is too long
            assert front.patch(b'"' + b"x" * 1048576 + b'"').status == 401
        lines = [got.line.split()[1] for got in fronted.service.got]
        assert lines == [target.encode(), b"/other?x=%2Fy"]
        rows = decide.requests(5)
        assert [row["method"] for row in rows] == ["PATCH", "PATCH", "GET", "GET", "PATCH"]
        assert [row["status"] for row in rows] == [200, 422, 400, 200, 400]
        assert rows[1]["request"]["rules"] == ["schema-type"]
        # the X-Request-ID that Envoy made, and writes to its own log
        assert way == "traefik" or rows[1]["client_id"]
        assert CANARY.encode() not in refused.body
        assert decide.metrics()[verdicts] == denied + 2


@both_ways
def test_envoy_never_gets_a_verdict_on_half_a_body(fronted: Fronted, way: str) -> None:
    long = b'{"secrets": [], "x": "' + b"y" * 4096 + b'"}'
    limit = "max_request_bytes: 1048576"
    decide = fronted.set()
    with fronted.by(way, {limit: "max_request_bytes: 100"}) as front:
        assert front.patch(long).status == 413  # of Envoy
    cut = {limit: "max_request_bytes: 100", "partial_message: false": "partial_message: true"}
    with fronted.by(way, cut) as front:
        refused = front.patch(long)
        assert (refused.status, refused.header("content-type")) == (413, "application/problem+json")
        assert front.patch(PATCH).status == 200  # shorter than the limit
        for claim in ("true", "false"):  # a client's own word changes nothing
            claimed = {"X-Envoy-Auth-Partial-Body": claim}
            assert front.patch(WRONG, **claimed).status == 422
            assert front.patch(PATCH, **claimed).status == 200
    assert [got.body for got in fronted.service.got] == [PATCH] * 3
    reasons = [row.get("reason") for row in decide.requests(6)]
    assert reasons == ["partial-body", None, None, None, None, None]


WEBSOCKET = {
    "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
}  # fmt: skip


def test_an_offer_of_websocket_is_judged_though_envoy_fails_open(fronted: Fronted) -> None:
    """A refusal of the class 5xx would let it pass, and block WebSocket elsewhere if Envoy fails closed."""
    fronted.set()
    upgrades = "upgrade_configs: [{upgrade_type: websocket}]\n                stat_prefix: front"
    with fronted.by(changes={"stat_prefix: front": upgrades}, opened=True) as front:
        assert front.ask("GET", f"{LISTS}?limit=x", headers=WEBSOCKET).status == 400
        assert fronted.service.got == []
        assert front.ask("GET", "/other", headers=WEBSOCKET).status == 200
        assert front.ask("GET", LISTS, headers=WEBSOCKET).status == 200
    assert len(fronted.service.got) == 2


def test_an_offer_of_http2_beside_one_of_websocket_is_refused_behind_caddy(
    fronted: Fronted,
) -> None:
    """Caddy passes on the first of several offers."""
    offers = ["Upgrade: h2c", "Upgrade: websocket"]
    end = ("Connection: Upgrade, close", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==")
    fronted.set("caddy")
    with fronted.by("caddy") as front:
        assert statuses(front.raw(head("GET", "/other", *offers, *end))) == [403]
        assert front.ask("GET", f"{LISTS}?limit=x", headers=WEBSOCKET).status == 400
        assert fronted.service.got == []
        assert statuses(front.raw(head("GET", "/other", *reversed(offers), *end))) == [200]
        assert statuses(front.raw(head("GET", "/other", "Upgrade: h2c, websocket", *end))) == [200]
    assert [got.values("upgrade") for got in fronted.service.got] == [[b"websocket"], []]


def test_envoy_puts_a_prefix_before_the_path(fronted: Fronted) -> None:
    prefixed = {"http_service:\n": 'http_service:\n                        path_prefix: "/ask"\n'}
    decide = fronted.set(path_prefix="/ask")
    with fronted.by(changes=prefixed) as front:
        assert front.patch(PATCH).status == 200
        assert front.patch(WRONG).status == 422
    assert fronted.service.got[0].line == f"PATCH {PATH} HTTP/1.1".encode()
    with fronted.by() as front:  # without the prefix: the operator's fault
        assert front.patch(PATCH).status == 503
    assert decide.requests(3)[-1]["reason"] == "original-malformed"


@both_ways
def test_envoy_passes_on_repeated_headers_as_one_which_the_contract_refuses(
    fronted: Fronted, way: str
) -> None:
    fronted.set()
    with fronted.by(way) as front:
        line = head(
            "PATCH", PATH, JSON.strip(), JSON.strip(), "Content-Length: 2", "Connection: close"
        )
        assert statuses(front.raw(line + b"{}"))[:1] == [415]
        overriding = {"X-HTTP-Method-Override": "PATCH"}
        assert front.ask("GET", PATH, headers=overriding).status == 400
        assert front.ask("GET", PATH, headers=overriding | {"X-HTTP-Method-Override": "x"}).status
        assert fronted.service.got[1:] == []


TOLD = (  # a line of the recipe, and one that shows the service the verdict
    "request_headers_to_remove: [x-original-url",
    "request_headers_to_add: [{header: {key: x-verdict, value: "
    "'%DYNAMIC_METADATA(envoy.filters.http.ext_authz:verdict)%'}}]",
)
RAW = "pack_as_bytes: true  # as"
NOT_UTF8 = b'{"secrets": [{"name": "A", "value": "\xff"}]}'


def test_envoy_shows_bodies_over_grpc_as_they_are(fronted: Fronted) -> None:
    """As a text, a body that is not UTF-8 would be altered, and then be allowed."""
    decide, got = fronted.set(), fronted.service.got
    raw_headers = "transport_api_version: V3"
    encoded = {
        raw_headers: f"{raw_headers}\n                      encode_raw_headers: true",
        TOLD[0]: "\n                      ".join([TOLD[1], TOLD[0]]),
    }
    for changes in ({}, encoded):
        with fronted.by(OVER_GRPC, changes) as front:
            assert front.patch(NOT_UTF8).status == 400
            assert front.patch(PATCH).status == 200
            assert front.patch(PATCH, **{"X-HTTP-Method-Override": "GET"}).status == 200
            assert front.ask("HEAD", f"{LISTS}?limit=x").status == 400
    with fronted.by(OVER_GRPC, {RAW: "pack_as_bytes: false  # as"}) as front:
        for body in (NOT_UTF8, PATCH):
            answered = front.patch(body)
            assert (answered.status, b"pack_as_bytes" in answered.body) == (500, True)
        assert front.ask("GET", LISTS).status == 200
    assert [one.body for one in got] == [*[PATCH] * 4, b""]
    assert got[2].values("x-verdict") == [b"allow"]  # the metadata of Envoy
    rows = decide.requests(11)
    assert [row.get("reason") for row in rows[-3:]] == ["text-body", "text-body", None]


WITH_BODY = """                      with_request_body:
                        max_request_bytes: 1048576  # --request-bytes of decide; longer bodies get 413
                        allow_partial_message: false
                        pack_as_bytes: true  # as a text, a body could be altered on its way to decide
"""


def test_an_envoy_that_sends_no_bodies_over_grpc_is_told_so(fronted: Fronted) -> None:
    decide = fronted.set()
    with fronted.by(OVER_GRPC, {WITH_BODY: ""}) as front:
        answered = front.patch(PATCH)
        assert (answered.status, b"with_request_body" in answered.body) == (500, True)
        assert front.ask("POST", "/other", b"x").status == 200
        assert front.ask("GET", LISTS).status == 200
    rows = decide.requests(3)
    assert [row.get("reason") for row in rows] == ["body-not-sent", None, None]


@pytest.mark.parametrize("dialect", ["nginx", "caddy"])
def test_nginx_and_caddy_ask_without_the_body(fronted: Fronted, dialect: str) -> None:
    decide, got = fronted.set(dialect), fronted.service.got
    with fronted.by(dialect) as front:
        target = f"{PATH}?a=%7e%20b"
        assert front.patch(PATCH, target, **CLAIMED).status == 200
        [sent] = got
        assert (sent.line, sent.body) == (f"PATCH {target} HTTP/1.1".encode(), PATCH)
        [row] = decide.requests()
        assert (row["method"], row["operation"]) == ("PATCH", "patch_deployment")
        unseen = {"verdict": "indeterminate", "refused": False, "notes": ["not-judged: body"]}
        assert row["request"] == unseen
        assert front.patch(WRONG).status == 200  # nobody looked at the body
        assert front.ask("PATCH", PATH, b"{}", {"Content-Type": "text/plain"}).status == 415
        refused = front.ask("GET", f"{LISTS}?limit=x", headers=CLAIMED)
        assert (refused.status, refused.header("content-type")) == (400, "application/problem+json")
        assert json.loads(refused.body)["violations"][0]["location"] == "query"
        assert front.patch(PATCH, PATH + "%2e").status == 400
        many = "&".join(f"limit={number}" for number in range(40))
        assert front.ask("GET", f"{LISTS}?{many}").status == 400
        assert front.ask("GET", LISTS).status == 200
        assert len(got) == 3


def test_each_refusal_of_decide_reaches_the_client_of_nginx(fronted: Fronted) -> None:
    """It drops the body of an answer, and takes each status but 403 for a failure of decide."""
    fronted.set("nginx", when_indeterminate="deny")
    end = "Connection: close"
    raw = {
        head("GET", f"{LISTS}#x", end): 400,
        head("GET", f"{LISTS}?a=\xff", end): 400,
        head("GET", LISTS, "X-Name: a\x01b", end): 400,  # refused by the parser of decide
        head("A" * 40, LISTS, end): 400,
    }
    with fronted.by("nginx") as front:
        found = front.patch(PATCH)
        assert (found.status, json.loads(found.body)["status"]) == (403, 403)
        assert found.header("content-type") == "application/problem+json"
        for sent, status in raw.items():
            found = parsed(front.raw(sent))
            assert (found.status, json.loads(found.body)["status"]) == (status, status), sent
    assert fronted.service.got == []


def test_a_client_behind_caddy_cannot_make_a_question_malformed(fronted: Fronted) -> None:
    """An answer 5xx would be the fault of the operator, who gets an alert."""
    fronted.set("caddy")
    sent = [("GET", "*"), ("GET", "http:v2"), ("G'T", LISTS), ("A" * 40, LISTS)]
    with fronted.by("caddy") as front:
        for method, target in sent:
            lines = head(method, target, "Connection: close")
            assert statuses(front.raw(lines))[0] in (400, 405), (method, target)
    assert fronted.service.got == []


CLOSED = {"envoy": 503, OVER_GRPC: 503, "envoy-processing": 500, "nginx": 500, "caddy": 502, "traefik": 500}  # fmt: skip


@pytest.mark.parametrize("name", CLOSED)
def test_a_gateway_fails_closed_or_open_as_its_recipe_says(fronted: Fronted, name: str) -> None:
    ways = {False: CLOSED[name], True: 200}
    if name == "traefik":  # Traefik cannot fail open
        del ways[True]
    for opened, status in ways.items():
        with fronted.by(name, opened=opened, decide=free()) as front:
            assert front.patch(PATCH).status == status
    assert len(fronted.service.got) == len(ways) - 1


@pytest.mark.parametrize(("way", "opened"), [("envoy", 200), (OVER_GRPC, 503)])
def test_without_memory_for_a_body_a_request_passes_only_over_http_and_if_envoy_fails_open(
    fronted: Fronted, way: str, opened: int
) -> None:
    """Over HTTP, Envoy takes an answer of the class 5xx for none; over gRPC it is a refusal."""
    long = b'{"secrets": 1, "name": "' + b"x" * (1 << 17) + b'"}'
    decide = fronted.set(buffer_bytes=1)
    for is_open, status in ((False, 503), (True, opened)):
        with fronted.by(way, opened=is_open) as front:
            assert front.patch(long).status == status
    assert len(fronted.service.got) == (opened == 200)
    rows = decide.requests(2)
    assert [row["request"]["rules"] for row in rows] == [["buffer-full"]] * 2


def test_nginx_knows_every_status_that_decide_gives() -> None:
    """The recipe has a line for each status of the rules on method, path, query and headers."""
    recipe = (Path(__file__).parent / "recipes" / "nginx-decide.conf").read_text("utf-8")
    rules = yaml.safe_load((ROOT / "spec" / "rules.yaml").read_text("utf-8"))["rules"]
    known = {int(row["status"]) for row in rules if "status" in row}
    of_bodies = {408, 413}  # a body that nobody reads is neither late nor long
    for status in {422, *(number for number in known if number < 500)} - of_bodies:
        assert (
            f"if ($contract_status = {status}) {{ return {status} $contract_problem; }}" in recipe
        )


def test_traefik_drops_the_offer_of_another_protocol(fronted: Fronted) -> None:
    settings = ("Connection: Upgrade, HTTP2-Settings", "HTTP2-Settings: AAMAAABkAAQAAP__")
    fronted.set("traefik")
    got = fronted.service.got
    with fronted.by("traefik") as front:
        for offer in ("h2c", "websocket", "h2c, websocket"):
            sent = head("GET", LISTS, f"Upgrade: {offer}", *settings)
            assert statuses(front.raw(sent)) == [200], offer
    assert len(got) == 3
    for name in ("upgrade", "http2-settings", "connection"):
        assert [one.values(name) for one in got] == [[], [], []], name
