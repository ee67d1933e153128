"""The decision server: the questions of each gateway as it documents them, and questions at fault."""

import json
from typing import Any

import pytest
import yaml

from deploy_contract import Limits
from deploy_contract.http.headers import METHOD_OVERRIDES
from tests.support.fronts import RECIPES
from tests.support.gateways import CANARY, PATCH, PATH, Gateway, Shared, soon, statuses
from tests.support.questions import FORMS, Asked, ask, parsed, with_lines

LISTS = "/v2/deployments"
VERDICT, OPERATION = "x-deploy-contract-verdict", "x-deploy-contract-operation"
BODILESS = ("caddy", "nginx")


@pytest.fixture
def decide(common_decide: Shared, dialect: str) -> Gateway:
    """Return the decision server without its history, set to a dialect."""
    return common_decide.set(dialect=dialect)


@pytest.mark.parametrize("dialect", FORMS)
def test_each_gateway_gets_a_verdict_on_the_original_request(decide: Gateway, dialect: str) -> None:
    sees = dialect not in BODILESS
    allowed = ask(decide, dialect, Asked("GET", f"{LISTS}?limit=5", media_type=""))
    assert (allowed.status, allowed.body) == (200, b"")
    assert allowed.header(VERDICT) == "allow"
    assert allowed.header(OPERATION) == "list_deployments"
    patched = ask(decide, dialect, Asked("PATCH", PATH, PATCH))
    assert (patched.status, patched.header(OPERATION)) == (200, "patch_deployment")
    assert patched.header(VERDICT) == ("allow" if sees else "indeterminate")
    other = ask(decide, dialect, Asked("GET", "/other?x=%2Fy", media_type=""))
    assert (other.status, other.header(VERDICT)) == (200, "allow")
    assert other.header(OPERATION) is None
    wrong = ask(decide, dialect, Asked("PATCH", PATH, b'{"secrets": "%s"}' % CANARY.encode()))
    assert wrong.status == (422 if sees else 200)
    refused = ask(decide, dialect, Asked("GET", f"{LISTS}?limit={CANARY}", media_type=""))
    assert refused.status == (403 if dialect == "nginx" else 400)
    told = refused.body
    if dialect == "nginx":
        assert refused.header("x-deploy-contract-status") == "400"
        told = (refused.header("x-deploy-contract-problem") or "").encode()
    problem = json.loads(told)
    assert (problem["status"], problem["violations"][0]["location"]) == (400, "query")
    # one reading of the path leads to the contract, another does not
    assert ask(decide, dialect, Asked("GET", f"{LISTS}/%2e")).status in (400, 403)
    rows = decide.requests(6)
    assert [row["method"] for row in rows] == ["GET", "PATCH", "GET", "PATCH", "GET", "GET"]
    assert [row.get("client_id") for row in rows[:2]] == (
        [None] * 2 if dialect == "apisix" else ["abc-1"] * 2
    )
    notes = [row["request"].get("notes") for row in rows]
    assert notes[1] == notes[3] == (None if sees else ["not-judged: body"])
    assert CANARY.encode() not in refused.body + wrong.body + told


def test_the_recipes_of_traefik_and_apisix_ask_in_the_recorded_form() -> None:
    routes = yaml.safe_load((RECIPES / "traefik.yaml").read_text("utf-8"))["http"]
    assert routes["routers"]["deployments"]["middlewares"] == ["headers", "contract"]
    auth = routes["middlewares"]["contract"]["forwardAuth"]
    assert (auth["forwardBody"], auth["trustForwardHeader"]) == (True, False)
    assert auth["maxBodySize"] == Limits().request_body
    assert auth["authRequestHeaders"] == []
    (route,) = yaml.safe_load((RECIPES / "apisix.yaml").read_text("utf-8"))["routes"]
    asks = route["plugins"]["forward-auth"]
    assert asks["request_method"] == "POST"
    passed = {name.lower() for name in asks["request_headers"]}
    assert passed == {"content-type", "x-request-id", *METHOD_OVERRIDES}
    assert set(asks["client_headers"]) == {"Content-Type", "Allow"}


FAULTS = {  # dialect, how the question differs, its answer and the reason in the log
    "no method": ("traefik", ("X-Forwarded-Method", "X-Other"), 500, "original-missing"),
    "no path": ("caddy", ("X-Forwarded-Uri", "X-Other"), 500, "original-missing"),
    "another gateway's headers": ("nginx", ("X-Original-", "X-Forwarded-"), 500, "original-missing"),
    "two methods": ("apisix", ("X-Forwarded-Method: PATCH", "X-Forwarded-Method: GET\r\nX-Forwarded-Method: PATCH"), 500, "original-repeated"),
    "two paths": ("nginx", (f"X-Original-URI: {PATH}", f"X-Original-URI: /\r\nx-original-uri: {PATH}"), 500, "original-repeated"),
    "no word for a method": ("traefik", ("Method: PATCH", "Method: PA TCH"), 500, "original-malformed"),
    "a quote in a method": ("traefik", ("Method: PATCH", 'Method: PATCH","x":"'), 500, "original-malformed"),
    "an empty method": ("nginx", ("Method: PATCH", "Method:"), 500, "original-malformed"),
    "two methods in one": ("traefik", ("Method: PATCH", "Method: PATCH, GET"), 500, "original-malformed"),
    "a URL for a path": ("caddy", (f"Uri: {PATH}", f"Uri: http://x{PATH}"), 500, "original-malformed"),
    "an asterisk": ("caddy", (PATH, "*"), 400, "target"),
    "a method that few servers know": ("caddy", ("Method: PATCH", "Method: P'ATCH"), 400, "method"),
    "a long method": ("nginx", ("Method: PATCH", f"Method: {'P' * 38}"), 400, "method"),
    "no path in front": ("caddy", (f"Uri: {PATH}", "Uri: v2"), 500, "original-malformed"),
    "a fragment": ("nginx", (PATH, f"{PATH}#x"), 400, "target"),
    "a blank in the path": ("nginx", (PATH, f"{PATH} HTTP/1.1"), 400, "target"),
    "bytes beyond ASCII": ("apisix", (PATH, f"{PATH}\xe4"), 400, "target"),
    "half a body": ("envoy", ("partial-body: false", "partial-body: true"), 413, "partial-body"),
    "half a body or not": ("envoy", ("partial-body: false", "partial-body: maybe"), 500, "original-repeated"),
    "half a body twice": ("envoy", ("partial-body: false", "partial-body: false\r\nx-envoy-auth-partial-body: true"), 500, "original-repeated"),
}  # fmt: skip


def problems(decide: Gateway) -> float:
    """Return the number of problems that were counted."""
    return sum(count for name, count in decide.metrics().items() if "problems" in name)


@pytest.mark.parametrize("dialect", FORMS)
def test_a_question_at_fault_gets_no_verdict(decide: Gateway, dialect: str) -> None:
    rows = {name: row for name, row in FAULTS.items() if row[0] == dialect}
    before = problems(decide)
    for number, (name, (_, (old, new), status, reason)) in enumerate(rows.items(), 1):
        question = FORMS[dialect](Asked("PATCH", PATH, PATCH))
        assert old.encode() in question, name
        question = question.replace(old.encode(), new.encode("latin-1"), 1)
        answered = parsed(decide.raw(with_lines(question, "Connection: close")))
        if dialect == "nginx" and status < 500:
            assert answered.header("x-deploy-contract-status") == str(status), name
            assert f'"status": {status}' in (answered.header("x-deploy-contract-problem") or "")
            assert answered.status == 403, name
        else:
            assert answered.status == status, name
        assert answered.header(VERDICT) is None, name
        assert answered.header("content-type") == "application/problem+json"
        line = decide.requests(number)[-1]
        assert (line["reason"], "request" in line) == (reason, False), name
    assert problems(decide) == before + len(rows)


@pytest.mark.parametrize("dialect", FORMS)
def test_the_answer_about_a_head_request_is_whole(decide: Gateway, dialect: str) -> None:
    """Envoy alone asks with the method of the request, so its answer has no body."""
    refused = ask(decide, dialect, Asked("HEAD", f"{LISTS}?limit=x", media_type=""))
    assert refused.status == (403 if dialect == "nginx" else 400)
    length = int(refused.header("content-length") or 0)
    assert length > 0
    assert len(refused.body) == (0 if dialect == "envoy" else length)
    assert ask(decide, dialect, Asked("HEAD", LISTS, media_type="")).status == 200
    assert soon(lambda: decide.lines("request"))[0]["method"] == "HEAD"


OFFERS = ("h2c", "H2C", "websocket, h2c", "h2c,websocket", "HTTP/2.0", "TLS/1.2, HTTP/1.1")


@pytest.mark.promise(34)
@pytest.mark.parametrize("dialect", ["envoy"])
def test_an_offer_to_upgrade_to_a_protocol_that_carries_requests_is_refused(
    decide: Gateway, dialect: str
) -> None:
    """The service may accept it, and then the gateway passes on requests that nobody has judged."""
    before = len(decide.lines("refused"))
    for target in (LISTS, "/other"):
        question = FORMS[dialect](Asked("GET", target, media_type=""))
        for offer in OFFERS:
            sent = with_lines(question, f"Upgrade: {offer}", "Connection: Upgrade, close")
            assert statuses(decide.raw(sent)) == [403], offer  # 5xx might let it pass
        twice = ("Upgrade: websocket", "Upgrade: h2c", "Connection: Upgrade, close")
        assert statuses(decide.raw(with_lines(question, *twice))) == [403]
        for honest in (
            ("Upgrade: websocket", "Connection: Upgrade, close"),
            ("HTTP2-Settings: AAMAAABk", "Connection: close"),
        ):
            assert statuses(decide.raw(with_lines(question, *honest))) == [200]
    count = 2 * (len(OFFERS) + 1)
    assert soon(lambda: len(decide.lines("refused")) - before == count)
    assert {row["reason"] for row in decide.lines("refused")[before:]} == {"upgrade-http"}


# headers of a body that nobody shows -> the rule that they break
WRONG_HEADERS = {
    "none": ((), "content-type"),
    "a form": (("Content-Type: application/x-www-form-urlencoded",), "content-type"),
    "text": (("Content-Type: text/plain",), "content-type"),
    "two": (("Content-Type: application/json", "Content-Type: text/plain"), "content-type"),
    "two in one": (("Content-Type: application/json, text/plain",), "content-type"),
    "a charset": (("Content-Type: application/json; charset=latin-1",), "content-charset"),
    "a charset of RFC 2231": (("Content-Type: application/json; charset*=utf-8''x",), "content-charset"),
    "a coding": (("Content-Type: application/json", "Content-Encoding: br"), "content-encoding"),
}  # fmt: skip
RIGHT_HEADERS = (
    ("Content-Type: application/json",),
    ("Content-Type: Application/JSON ; charset=UTF-8",),
    ("Content-Type: application/json", "Content-Encoding: gzip"),
)


@pytest.mark.promise(21)
@pytest.mark.parametrize("dialect", BODILESS)
def test_the_headers_of_a_body_are_judged_if_it_is_not_shown(decide: Gateway, dialect: str) -> None:
    question = FORMS[dialect](Asked("PATCH", PATH, media_type=""))
    for name, (lines, rule) in WRONG_HEADERS.items():
        refused = parsed(decide.raw(with_lines(question, *lines, "Connection: close")))
        status = refused.header("x-deploy-contract-status") or str(refused.status)
        assert (status, rule.encode() in refused.body) == ("415", True), name
    for lines in RIGHT_HEADERS:
        passed = parsed(decide.raw(with_lines(question, *lines, "Connection: close")))
        assert (passed.status, passed.header(VERDICT)) == (200, "indeterminate"), lines
    assert ask(decide, dialect, Asked("GET", LISTS, media_type="text/plain")).status == 200


PATCHING, BAD = Asked("PATCH", PATH, PATCH), Asked("PATCH", PATH, b'{"secrets": 1}')
FORM_OF_LIST = Asked("GET", LISTS, media_type="application/x-www-form-urlencoded")
TYPED_WRONG = Asked("PATCH", PATH, media_type="text/plain")
# dialect and settings, a question, its status and verdict
SETTINGS: list[tuple[dict[str, Any], Asked, int, str | None]] = [
    ({"dialect": "traefik", "requests": "report"}, BAD, 200, "deny"),
    ({"dialect": "traefik", "requests": "off"}, BAD, 200, "not-judged"),
    ({"dialect": "caddy", "requests": "off"}, BAD, 200, "not-judged"),
    ({"dialect": "caddy", "requests": "report"}, TYPED_WRONG, 200, "deny"),
    ({"dialect": "caddy", "modes.content-type": "report"}, TYPED_WRONG, 200, "indeterminate"),
    ({"dialect": "caddy", "when_indeterminate": "deny"}, PATCHING, 403, None),
    ({"dialect": "caddy", "when_indeterminate": "deny"}, Asked("GET", LISTS), 200, "allow"),
    ({"dialect": "caddy", "when_indeterminate": "deny"}, Asked("DELETE", PATH), 200, "allow"),
    ({"dialect": "caddy", "when_indeterminate": "deny"}, Asked("POST", PATH, b"{}"), 403, None),
    ({"dialect": "caddy"}, Asked("POST", PATH, b"{}"), 200, "indeterminate"),
    ({"dialect": "caddy", "when_indeterminate": "deny"}, FORM_OF_LIST, 403, None),
    ({"dialect": "envoy", "request_bytes": 10}, PATCHING, 413, None),
]


def test_settings_change_the_answer_as_in_the_gateway(common_decide: Shared) -> None:
    for settings, asked, status, verdict in SETTINGS:
        decide = common_decide.set(**settings)
        found = ask(decide, settings["dialect"], asked)
        assert (found.status, found.header(VERDICT)) == (status, verdict), settings
        if status == 403:
            assert found.header("content-type") == "application/problem+json"
            assert decide.requests(1)[0]["reason"] == "body-unseen"
