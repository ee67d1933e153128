"""No reader behind the contract finds another operation, parameter or body than the one that was judged.

`test_doors.py` shows the refusals of the suite at every door, `test_readers.py` real readers.
"""

import asyncio
import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any
from urllib.parse import unquote, unquote_to_bytes

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from deploy_contract import Contract, Request
from deploy_contract.asgi import ContractMiddleware as AsgiMiddleware
from deploy_contract.wsgi import ContractMiddleware as WsgiMiddleware
from tests.support.applications import ID as DEPLOYMENT
from tests.support.applications import App, exchange, messages, over_asgi, over_wsgi, scope_of
from tests.support.calls import count_calls
from tests.support.document_doors import Judged, refusing
from tests.support.doors import JSON, LIST, MIDDLEWARE, PATCH, Door, passing_on
from tests.support.effort import effort
from tests.support.engines import made
from tests.support.operations import operations_at

BODY = b'{"secrets": []}'
FORM = (("content-type", "application/x-www-form-urlencoded"),)
OVERRIDES = [
    "X-HTTP-Method-Override",
    "x-http-method",
    "X-Method-Override",
    "X_HTTP_Method_Override",
]
# -- 19: paths, by readers that are not run as `test_readers.py` runs others


def dots_removed(parts: Sequence[str]) -> list[str]:
    kept: list[str] = []
    for part in parts:
        if part == "..":
            del kept[-1:]
        elif part not in ("", "."):
            kept.append(part)
    return kept


def without_parameters(path: str) -> str:
    return "/".join(part.partition(";")[0] for part in path.split("/"))


def lossy(path: str) -> str:
    return unquote_to_bytes(path).decode("utf-8", "replace")


def by_nginx(path: str) -> str:
    """Return a path that a proxy hands over: decoded, with slashes merged and dots removed."""
    return "/".join(dots_removed(lossy(path).split("/")))


def windows(path: str) -> str:
    """IIS and .NET: %uXXXX, backslashes, any letter case."""
    text = re.sub(r"%u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), path)
    return lossy(text).replace("\\", "/").lower()


def old_decoder(path: str) -> str:
    """Overlong UTF-8 is decoded, as decoders before 2001 did."""
    data = unquote_to_bytes(path)
    text, at = "", 0
    while at < len(data):
        first, rest = data[at], data[at + 1 : at + 3]
        if first in (0xC0, 0xC1) and rest[:1] and 0x80 <= rest[0] < 0xC0:
            text, at = text + chr((first & 1) << 6 | rest[0] & 0x3F), at + 2
        elif first == 0xE0 and len(rest) == 2 and 0x80 <= rest[0] < 0x82 and 0x80 <= rest[1] < 0xC0:
            text, at = text + chr((rest[0] & 1) << 6 | rest[1] & 0x3F), at + 3
        else:
            text, at = text + chr(first), at + 1
    return text.replace("\\", "/")


DECODERS: list[Callable[[str], str]] = [
    lambda path: lossy(without_parameters(path)).replace("\\", "/"),  # Tomcat with backslashes
    lambda path: without_parameters(lossy(path)),  # Spring's older matchers
    lambda path: lossy(by_nginx(path)),  # a framework behind nginx
    windows,
    old_decoder,
    lambda path: unquote_to_bytes(path).decode("utf-8", "ignore"),
    lambda path: lossy(path).partition("\0")[0],  # in C
]


def readings(path: str) -> Iterator[list[str]]:
    """Yield the segments of a path as each reader has them."""
    for decoded in DECODERS:
        yield dots_removed(decoded(path).split("/"))
    # find-my-way of fastify behind nginx: a path ends at `?`, `;` or `#`
    yield [lossy(part) for part in re.split("[?;#]", by_nginx(path))[0].split("/") if part]


def operation_of(method: str, segments: Sequence[str]) -> str | None:
    parts = [part.lower() for part in segments]
    if method == "PATCH" and len(parts) == 3 and parts[:2] == ["v2", "deployments"]:
        return "patch_deployment"
    if method == "GET" and parts == ["v2", "deployments"]:
        return "list_deployments"
    listing = re.fullmatch("v1/integrations/forge/codehost/[^/]*/repos", "/".join(parts))
    return "list_repositories" if method == "GET" and listing and len(parts) == 6 else None


TOKENS = (
    "/", "//", "..", ".", "%2e", "%2F", "%252f", "\\", "%5C", ";", "..;", "%3bx", "%00", "%ff", "%c0%af", "%u002f", "v2", "V%32",
    "deployments", "DEPLOYMENTS", "%64eployments", DEPLOYMENT, "x", ".json",
)  # fmt: skip
PLACES = (
    ("/", ""),
    ("", "/v2/deployments"),  # WEBrick adds a slash before `./v2`
    ("/v2", ""),
    ("/v2/deployments", ""),
    ("/x/", "/v2/deployments"),
    ("/v2/", f"/deployments/{DEPLOYMENT}"),
)


@pytest.mark.soak
@pytest.mark.promise(19, 28)
def test_no_known_reader_routes_a_path_that_passed_unjudged() -> None:
    """Paths of up to three tokens in the midst of an operation's, against every reader.

    In `make soak` all of them, in `make test` every 25th of those of three tokens.
    """
    contract = made("python")  # no engine has a part in it
    led = dict.fromkeys(("PATCH", "GET"), 0)
    for begin, end in PLACES:
        for length in range(4):
            every = itertools.product(TOKENS, repeat=length)
            step = effort(25, 1) if length == 3 else 1
            for tokens in itertools.islice(every, 0, None, step):
                path = begin + "".join(tokens) + end
                read = list(readings(path))
                for method in led:
                    found = {operation_of(method, segments) for segments in read} - {None}
                    route = contract.checker.route(Request(method, path))
                    if route.operation is not None:
                        report = contract.check_request(
                            Request(method, path, "", JSON, BODY), source="codehost"
                        )
                        assert report.verdict == "deny" or found == {route.operation.name}, path
                    elif found:
                        led[method] += 1
                        assert route.rule == "path-ambiguous", (path, found)
    assert all(number > 1000 // effort(25, 1) for number in led.values())


@pytest.mark.promise(19)
@pytest.mark.parametrize("name", MIDDLEWARE)
def test_a_server_may_show_the_path_as_it_is_written_or_decoded(engine: str, name: str) -> None:
    for path in ("/files/a;v=1", "/a%2fb%ff", "/v2/deployments2/a%2Fb", "/V2/revisions;x"):
        for raw in (True, False):
            came = MIDDLEWARE[name](
                engine, Request("GET", path, "limit=5000", (), b"any bytes"), raw=raw
            )
            assert (came.passed, came.body) == (True, b"any bytes"), path
    path = f"{LIST}/{DEPLOYMENT.replace('-', '%2D')}"
    for raw in (True, False):
        came = MIDDLEWARE[name](engine, Request("PATCH", path, "", JSON, BODY), raw=raw)
        assert came.passed == (not raw)


@pytest.mark.promise(19)
@pytest.mark.parametrize("errors", ["surrogateescape", "replace", "ignore"])
def test_bytes_that_are_not_utf8_switch_nothing_off(engine: str, errors: str) -> None:
    """Servers decode `path` in several ways; `raw_path` has what was sent."""
    paths = {
        "/a%2fb%ff": 299,
        "/%c0%ae%c0%ae/x": 299,
        "/x%ff/..%2fv2/deployments": 400,
        "/v2%2fdeployments/%ff/..": 400,
    }
    send = over_asgi(App(status=299), contract=made(engine))
    for path, status in paths.items():
        decoded_path, raw_path = unquote(path, errors=errors), path.encode()
        assert send("GET", decoded_path, headers={}, raw_path=raw_path).status == status, path


@pytest.mark.promise(19)
def test_mounts_and_base_paths_are_part_of_a_path(engine: str) -> None:
    for mounted, status in (
        ("/outer/v2/x/..;/deployments", 400),
        ("/outer/V2/deployments", 400),
        ("/outer/v2/deployments;/&limit=5000", 400),
        ("/outer/v2/deployments.json", 400),
        ("/outer/files/a;b", 299),
    ):
        send = over_asgi(App(status=299), contract=made(engine))
        scope = {"raw_path": mounted.encode(), "root_path": "/outer"}
        assert send("GET", unquote(mounted), headers={}, **scope).status == status, mounted
    # a proxy may have removed the prefix of the application, which is that of the contract
    send = over_asgi(App(status=299), contract=made(engine, base_path="/api~host"))
    for removed in ("", "/api~host"):
        for query, status in (("limit=0", 400), ("limit=1", 299)):
            mount = {"root_path": "/api~host"}
            found = send("GET", removed + LIST, headers={}, query=query, **mount).status
            assert found == status, removed
    # as gunicorn does where the variable SCRIPT_NAME is set
    send = over_wsgi(App(status=299), contract=made(engine))
    below = {"SCRIPT_NAME": "/outer", "RAW_URI": f"/outer{LIST}"}
    for query, status in (("limit=0", 400), ("limit=1", 299)):
        assert send("GET", LIST, headers={}, query=query, **below).status == status


@pytest.mark.promise(19)
@pytest.mark.parametrize(
    ("mount", "written"),
    [("/api", "/api%2Fv2"), ("/a/b", "/a%2fb/v2"), ("/{tenant}", "/a%FF/v2"), ("/api", "/api/v2")],
)
def test_a_mounted_application_gets_no_patch_unseen(engine: str, mount: str, written: str) -> None:
    """Starlette and Werkzeug find the application by the decoded path."""
    asgi: Any = AsgiMiddleware(App(status=299).asgi, contract=made(engine))
    wsgi: Any = WsgiMiddleware(App(status=299).wsgi, contract=made(engine))
    path = f"{written}/deployments/{DEPLOYMENT}"
    mounted = over_asgi(Starlette(routes=[Mount(mount, app=asgi)]))
    below = DispatcherMiddleware(App(status=404).wsgi, {mount: wsgi})
    more = {"raw_path": path.encode(), "root_path": ""}
    answers = [mounted("PATCH", unquote(path), b"{", **more)]
    if mount != "/{tenant}":
        answers.append(over_wsgi(below)("PATCH", unquote(path), b"{", RAW_URI=path))
    assert {answer.status for answer in answers} == {400}


@pytest.mark.soak
@pytest.mark.promise(15, 19)
def test_reading_a_path_takes_a_bounded_number_of_steps() -> None:
    """For any path, work grows no faster than its length, and not at all beyond a budget."""
    pieces = ["/x;a/", "..%2f", "%252e%252e/", "\\..%5c%00", "?//%ff%c0%af%u002f"]
    sizes = (2 << 10, 8 << 10, 32 << 10)
    pairs = itertools.product(pieces, repeat=2)
    chosen = [*effort(itertools.pairwise([*pieces, pieces[0]]), in_soak=pairs)]
    for pair in chosen:
        piece = "".join(pair)
        counts = [calls("/v2/deployments" + piece * (size // len(piece))) for size in sizes]
        assert all(larger < 4.4 * smaller for smaller, larger in itertools.pairwise(counts)), (
            pair,
            counts,
        )
        assert counts[-1] < 400_000, (pair, counts)


def calls(path: str) -> int:
    """Return the number of calls that routing a path takes."""
    route = made("python").checker.route
    return count_calls(lambda: route(Request("GET", path)))


# -- 28: headers that override the method, forms, HEAD


@pytest.mark.promise(28)
def test_middleware_drops_headers_that_override_the_method_on_the_paths_of_the_contract(
    engine: str,
) -> None:
    app = App()
    middleware = AsgiMiddleware(app.asgi, made(engine))
    send = over_wsgi(app, contract=made(engine))
    requests = [("POST", PATCH), ("PATCH", PATCH), ("GET", LIST), ("POST", "/other")]
    for name, (method, path) in itertools.product(OVERRIDES, requests):
        kept, body = path == "/other", BODY if method == "PATCH" else b""
        pairs = {**dict(JSON), name: "PATCH", "x-other": "1"}
        scope = scope_of(method, path, pairs)
        headers = scope["headers"][:]
        asyncio.run(exchange(middleware, scope, messages("http.request", [body])))
        assert app.kept["headers"] == (headers if kept else [headers[0], headers[2]])
        assert scope["headers"] == headers  # the server's own are left as they were
        send(method, path, body, pairs)
        key = f"HTTP_{name.upper().replace('-', '_')}"
        got = {key for key in app.kept if key.startswith("HTTP_")}
        assert got == ({"HTTP_X_OTHER", key} if kept else {"HTTP_X_OTHER"})


@pytest.mark.promise(14, 28)
@passing_on
def test_fields_beyond_the_limit_are_refused_and_any_other_body_passes(
    engine: str, door: Door
) -> None:
    body = b'{"a":"' + b"x" * (1 << 20) + b'"}'
    form = Request("POST", PATCH, "", FORM, body)
    assert door(engine, form) == refusing("json-size")
    assert door(engine, form._replace(headers=JSON)) == refusing("json-size")
    shorter = b'{"a":"' + b"x" * (1 << 19) + b'"}'
    assert door(engine, form._replace(headers=JSON, body=shorter)).body == shorter
    octets = (("content-type", "application/octet-stream"),)
    assert door(engine, form._replace(headers=octets)).body == body
    assert door(engine, form._replace(path="/other")).body == body


JSON_LIST = b'{"resources": [], "offset": 0}'
MEMBERS = b",".join(b'"%d":1' % number for number in range(10_001))
WORDS = b'"a" 1 ' * 5_001
PART = b"content-disposition: form-data; name=a\r\n\r\n"
PARTS = (("content-type", "multipart/form-data; boundary=x"),)
NAMES = PART.replace(b"name=a", b"; ".join([b"name=a"] * 100))
# bodies of members, words and parts, and whether they are too many to search for an override
SEARCHED = [
    (JSON, b"{" + MEMBERS + b"}", True),
    (JSON, b"{" + MEMBERS[:80_000].rpartition(b",")[0] + b"}", False),
    (JSON, b'{"a":{' + MEMBERS + b"}}", False),
    (JSON, b'{"_a method":' + WORDS, True),
    (JSON, b'{"another":' + WORDS, False),
    (PARTS, PART * 10_000, False),
    (PARTS, PART * 10_001, True),
    (PARTS, PART.replace(b"name=a", b"x") * 10_001, True),
    (PARTS, PART.replace(b"name=a", b"name=" + b"x" * 5_000), True),
    (PARTS, NAMES * 100, False),
    (PARTS, NAMES * 100 + PART, True),
]


@pytest.mark.promise(14, 15, 28)
@passing_on
def test_members_words_and_parts_are_counted_as_the_fields_of_a_form(
    engine: str, door: Door
) -> None:
    for headers, body, is_refused in SEARCHED:
        found = door(engine, Request("POST", PATCH, "", headers, body))
        expected = refusing("method-override") if is_refused else Judged(passed=True, body=body)
        assert found == expected, body[:20]


@pytest.mark.promise(15)
def test_more_parts_cost_no_more() -> None:
    check = made("python").check_request
    requests = [Request("POST", PATCH, "", PARTS, PART * size) for size in (10_001, 20_000)]
    one, other = [count_calls(partial(check, request)) for request in requests]
    assert other < 1.01 * one


@pytest.mark.promise(28)
def test_the_response_to_head_is_not_judged_and_nothing_is_learned_from_it(engine: str) -> None:
    seen: list[Any] = []
    app = App(b"", headers={**dict(JSON), "content-length": "900"})
    send = over_asgi(app, contract=made(engine), responses="enforce", on_report=seen.append)
    assert send("HEAD", LIST, headers={}).status == 200
    assert [observation.direction for observation in seen] == ["request"]


@pytest.mark.promise(28)
def test_allow_lists_head_where_get_is(engine: str) -> None:
    contract: Contract = made(engine, unknown_operations="reject")
    methods = contract.checker.route(Request("TRACE", LIST)).methods
    assert methods == tuple(sorted({*operations_at(LIST), "HEAD"}))
    assert "GET" in methods
    assert contract.checker.route(Request("HEAD", PATCH)).methods == ("PATCH",)
    assert contract.checker.route(Request("HEAD", LIST)).operation is not None
