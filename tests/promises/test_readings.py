"""No reader behind the contract finds another operation, parameter or body than the one that was judged; honest requests pass."""

import asyncio
import itertools
import json
import re
import subprocess
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from unittest.mock import AsyncMock
from urllib.parse import quote, unquote, unquote_to_bytes

import pytest

from deploy_contract import Contract, Request, Response
from deploy_contract.asgi import ContractMiddleware as AsgiMiddleware
from tests.support.applications import App, over_asgi, over_wsgi
from tests.support.calls import count_calls
from tests.support.doors import (
    DOORS,
    JSON,
    LIST,
    MIDDLEWARE,
    PASSES,
    PATCH,
    REPOSITORIES,
    Door,
    Pairs,
    Sent,
    ask,
    doors,
    passing_on,
    refused,
)
from tests.support.doors import ID as DEPLOYMENT
from tests.support.effort import effort
from tests.support.engines import made
from tests.support.odd_requests import (
    BODY,
    FOREIGN,
    FORM,
    FORMS,
    HONEST,
    LED,
    OVERRIDES,
    PARTS,
    REFUSED_TYPES,
    REFUSED_WITHOUT_A_BODY,
    UNLED,
    UTF7,
    VALUES,
    decoded,
    form_part,
    mangled,
)
from tests.support.operations import free_method, operations_at
from tests.support.readers import setup

Tried = Callable[[int], None]
# -- 19: paths, by readers as they are known to read


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


def express(path: str) -> list[str]:
    """Return the parts of a path as Express 4 compares them: in any letter case, with or without a slash at the end; only parameters are decoded."""
    return [part.lower() for part in path.split("/") if part]


def tomcat(path: str) -> list[str]:
    """Java containers: parameters of the path go first, then it is decoded, then dot segments go."""
    return dots_removed(lossy(without_parameters(path)).split("/"))


def tomcat_with_backslashes(path: str) -> list[str]:
    return dots_removed(lossy(without_parameters(path)).replace("\\", "/").split("/"))


def late_parameters(path: str) -> list[str]:
    """Spring's older matchers: what is decoded is cut at semicolons once more."""
    return dots_removed(without_parameters(lossy(path)).split("/"))


def starlette(path: str) -> list[str]:
    """Return the parts of the decoded path; `replace` for what is not UTF-8."""
    return [part for part in lossy(path).split("/") if part]


def url_parser(path: str) -> list[str]:
    """Return a path by `new URL(path, base)` (WHATWG URL): backslashes are slashes, dot segments go, %2e is a dot, `//` begins a host."""
    path = (
        re.sub("%2e", ".", path.replace("\\", "/"), flags=re.IGNORECASE)
        .partition("?")[0]
        .partition("#")[0]
    )
    parts = path.split("/")
    return dots_removed(parts[3:] if path.startswith("//") else parts)


def nginx_then_framework(path: str) -> list[str]:
    """Return a proxy that decodes, merges slashes and removes dots, and hands the decoded path to one that decodes again."""
    once = "/".join(dots_removed(lossy(path).split("/")))
    return dots_removed(lossy(once).split("/"))


def windows(path: str) -> list[str]:
    """IIS and .NET: %uXXXX, backslashes, any letter case."""
    text = re.sub(r"%u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), path)
    return dots_removed(lossy(text).replace("\\", "/").lower().split("/"))


def old_decoder(path: str) -> list[str]:
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
    return dots_removed(text.replace("\\", "/").split("/"))


def dropping(path: str) -> list[str]:
    """Bytes that are not UTF-8 are dropped."""
    return dots_removed(unquote_to_bytes(path).decode("utf-8", "ignore").split("/"))


def of_c(path: str) -> list[str]:
    """Return the parts of the path up to NUL."""
    return dots_removed(lossy(path).partition("\0")[0].split("/"))


def fastify(path: str) -> list[str]:
    """Fastify 4 and restify (find-my-way): the path ends at `?`, `;` or `#`, then it is decoded."""
    return [lossy(part) for part in re.split("[?;#]", path)[0].split("/") if part]


def nginx_then_fastify(path: str) -> list[str]:
    return fastify("/" + "/".join(dots_removed(lossy(path).split("/"))))


def rails(path: str) -> list[str]:
    """Rails, and Django REST framework's routers: `(.:format)` at the end of the path as it is written."""
    return [lossy(part) for part in re.sub(r"\.[^./?]+/?\Z", "", path).split("/") if part]


def chi(path: str) -> list[str]:
    """Return the parts as chi compares them behind URLFormat: the decoded path ends at the last dot of its last segment."""
    before, slash, last = lossy(path).rpartition("/")
    stem, dot, _ = last.rpartition(".")
    return [part for part in (before + slash + (stem if dot else last)).split("/") if part]


READERS: list[Callable[[str], list[str]]] = [
    express, tomcat, tomcat_with_backslashes, late_parameters, starlette, url_parser, nginx_then_framework, windows, old_decoder,
    dropping, of_c, fastify, nginx_then_fastify, rails, chi,
]  # fmt: skip


def operation_of(method: str, segments: Sequence[str], *, folds: bool = True) -> str | None:
    parts = [part.lower() for part in segments] if folds else list(segments)
    if method == "PATCH" and len(parts) == 3 and parts[:2] == ["v2", "deployments"]:
        return "patch_deployment"
    if method == "GET" and parts == ["v2", "deployments"]:
        return "list_deployments"
    is_listing = len(parts) == 6 and [*parts[:4], parts[5]] == [
        "v1",
        "integrations",
        "forge",
        "codehost",
        "repos",
    ]
    return "list_repositories" if method == "GET" and is_listing else None


TOKENS = (
    "/", "//", "..", ".", "%2e", "%2F", "%252f", "\\", "%5C", ";", "..;", "%3bx", "%00", "%ff", "%c0%af", "%u002f", "v2", "V%32",
    "deployments", "DEPLOYMENTS", "%64eployments", DEPLOYMENT, "x", ".json",
)  # fmt: skip
PLACES = (
    ("/", ""),
    ("/v2", ""),
    ("/v2/deployments", ""),
    ("/x/", "/v2/deployments"),
    ("/v2/", f"/deployments/{DEPLOYMENT}"),
)


@pytest.mark.soak
@pytest.mark.promise(19, 28)
def test_no_known_reader_routes_a_path_that_passed_unjudged(tried: Tried) -> None:
    """Paths of up to three tokens in the midst of an operation's, against every reader.

    In `make soak` all of them, in `make test` every 25th of those of three tokens.
    """
    contract, count = made("python"), 0  # no engine has a part in it
    led = dict.fromkeys(("PATCH", "GET"), 0)
    for begin, end in PLACES:
        for length in range(4):
            every = itertools.product(TOKENS, repeat=length)
            step = effort(25, 1) if length == 3 else 1
            for tokens in itertools.islice(every, 0, None, step):
                path = begin + "".join(tokens) + end
                read = [reader(path) for reader in READERS]
                for method in led:
                    count += 1
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
    tried(count)


@pytest.mark.promise(19)
@pytest.mark.parametrize("raw", [True, False], ids=["as written", "path decoded"])
@pytest.mark.parametrize("name", MIDDLEWARE)
def test_paths_of_others_pass(engine: str, name: str, raw: bool, tried: Tried) -> None:
    for path in FOREIGN:
        for method in ("GET", "PATCH"):
            came = MIDDLEWARE[name](engine, method, path, "limit=5000", (), b"any bytes", raw=raw)
            assert came == Sent(frozenset(), passed=True, body=b"any bytes"), path
    tried(len(FOREIGN) * 2)


@pytest.mark.promise(19, 28)
@doors
def test_paths_that_lead_to_an_operation_are_refused(engine: str, door: Door, tried: Tried) -> None:
    for method, path in LED:
        headers, body = (JSON, BODY) if method == "PATCH" else ((), b"")
        came = ask(door, engine, method, path, "", headers, body)
        if door is DOORS["protocol"]:
            # the framework has decoded the path: an encoded slash is a slash to all behind it
            seen = quote(lossy(path), safe="/;\\")
            call = ask(DOORS["call"], engine, method, seen, "", JSON, body)
            assert came.passed == call.passed, path
        else:
            assert came == refused("path-ambiguous"), path
    tried(len(LED))


@pytest.mark.promise(19)
@doors
def test_paths_that_no_reading_leads_to_an_operation_pass(
    engine: str, door: Door, tried: Tried
) -> None:
    foreign = [("GET", path) for path in FOREIGN if door in (DOORS["call"], DOORS["protocol"])]
    for method, path in (*UNLED, *foreign):
        assert ask(door, engine, method, path, "limit=5000") == PASSES, (method, path)
    tried(len(UNLED) + len(foreign))


@pytest.mark.promise(19, 28)
@doors
def test_a_uuid_in_a_path_is_written_plainly(engine: str, door: Door, tried: Tried) -> None:
    """chi, Echo and Fiber give it to handlers as it is written."""
    odd = [
        f"%{ord(DEPLOYMENT[0]):x}{DEPLOYMENT[1:]}",
        DEPLOYMENT.replace("-", "%2D"),
        DEPLOYMENT[:-1] + "%31",
    ]
    paths = [("PATCH", f"{LIST}/{text}", JSON, BODY) for text in odd]
    paths += [("GET", f"/v1/integrations/forge/codehost/{text}/repos", (), b"") for text in odd]
    paths += [("PATCH", f"{PATCH}.json", JSON, BODY), ("PATCH", f"{PATCH};x", JSON, BODY)]
    for method, path, headers, body in paths:
        came = ask(door, engine, method, path, "", headers, body)
        if door is DOORS["protocol"] and "%" in path:  # to all behind it the path is decoded
            assert came == PASSES, path
        else:
            assert came == refused("parameter-format"), path
    tried(len(paths))


@pytest.mark.promise(19)
@pytest.mark.parametrize("name", MIDDLEWARE)
def test_a_server_that_shows_no_written_path_gives_it_decoded(engine: str, name: str) -> None:
    path = f"{LIST}/{DEPLOYMENT.replace('-', '%2D')}"
    assert MIDDLEWARE[name](engine, "PATCH", path, "", JSON, BODY, raw=False).passed


@pytest.mark.promise(19)
@pytest.mark.parametrize("errors", ["surrogateescape", "replace", "ignore"])
def test_bytes_that_are_not_utf8_switch_nothing_off(engine: str, errors: str, tried: Tried) -> None:
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
    tried(len(paths))


@pytest.mark.promise(19)
def test_mounts_and_base_paths_are_part_of_a_path(engine: str) -> None:
    contract = made(engine, base_path="/api-host")
    rules = {
        path: contract.checker.route(Request("GET", path)).rule
        for path in (
            "/API-host/v2/deployments",
            "/api-host/x/..;/v2/deployments",
            "/api-host/v2/deployments;/x",
            "/api-host/v2/deployments.json",
            "/x/%2e%2e/api-host/v2/deployments",
            "/V2/deployments",
        )
    }
    assert list(rules.values()) == ["path-ambiguous"] * 5 + ["operation-unknown"]
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


@pytest.mark.soak
@pytest.mark.promise(15, 19)
def test_reading_a_path_takes_a_bounded_number_of_steps(tried: Tried) -> None:
    """For any path, work grows no faster than its length, and not at all beyond a budget."""
    pieces = ["/x;a/", "..%2f", "%252e%252e/", "\\..%5c%00", "?//%ff%c0%af%u002f"]
    sizes = (1 << 10, 4 << 10, 16 << 10, 60 << 10)
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
    tried(len(chosen) * len(sizes))


def calls(path: str) -> int:
    """Return the number of calls that routing a path takes."""
    route = made("python").checker.route
    return count_calls(lambda: route(Request("GET", path)))


# -- 18, 28: names of parameters


@pytest.mark.soak
@pytest.mark.promise(18, 28)
@doors
def test_what_a_framework_takes_for_a_parameter_is_judged_or_refused(
    engine: str, door: Door, tried: Tried
) -> None:
    # the doors differ in how they hand a query over, which one in some shows
    queries = mangled()[:: effort(7, 1) if door is DOORS["call"] else effort(29, 23)]
    taken = 0
    for query, readers in queries:
        if door is DOORS["protocol"] and (";" in query or "%ff" in query):
            continue  # the framework has split and decoded the query already
        came = ask(door, engine, "GET", LIST, query.replace(" ", "+"))
        if readers:
            taken += 1
            assert "parameter-confusable" in came.rules, (query, readers)
    assert taken > 20
    tried(len(queries))


@pytest.mark.promise(18, 28)
def test_what_php_takes_for_a_parameter_is_refused(engine: str, tried: Tried) -> None:
    """The names are read by PHP itself."""
    setup.require(setup.missing("php"))
    queries = [query for query, _ in mangled()]
    read_all = """while (($line = fgets(STDIN)) !== false) {
        parse_str(rtrim($line, "\\n"), $found);
        echo json_encode(array_keys($found), JSON_INVALID_UTF8_SUBSTITUTE), "\\n";
    }"""
    found = subprocess.run(
        ["php", "-r", read_all],
        input="\n".join(queries),
        text=True,
        capture_output=True,
        check=True,
        timeout=60,
    ).stdout.splitlines()
    taken = 0
    for query, names in zip(queries, found, strict=True):
        exact = [decoded(part.partition("=")[0]) for part in query.split("&")]
        if not VALUES.keys() & {str(name) for name in json.loads(names)} - set(exact):
            continue
        taken += 1
        sent = ask(DOORS["call"], engine, "GET", LIST, query)
        assert "parameter-confusable" in sent.rules, query
    assert taken > 100
    tried(taken)


@pytest.mark.promise(18)
@doors
def test_honest_queries_pass(engine: str, door: Door, tried: Tried) -> None:
    for query in HONEST:
        assert ask(door, engine, "GET", LIST, query) == PASSES, query
    tried(len(HONEST))


# -- 10, 21, 28: charset


@pytest.mark.promise(10, 21, 28)
@doors
def test_a_charset_in_any_form_but_utf8_is_refused(engine: str, door: Door, tried: Tried) -> None:
    query = "%2BAGwAaQBtAGkAdA-=5000"
    requests = [
        ("PATCH", PATCH, "", UTF7),
        ("GET", LIST, query, b""),
        ("GET", REPOSITORIES, "", b""),
    ]
    cases = list(itertools.product(REFUSED_TYPES, requests))
    cases += [(kind, ("GET", LIST, "", b"")) for kind in REFUSED_WITHOUT_A_BODY]
    for kind, (method, path, query, body) in cases:
        came = ask(door, engine, method, path, query, [("content-type", kind)], body)
        assert came == refused("content-charset"), kind
    tried(len(cases))


@pytest.mark.promise(10, 21)
@doors
def test_the_type_of_a_request_without_a_body_may_be_any_other(
    engine: str, door: Door, tried: Tried
) -> None:
    kinds = [
        "text/plain", "application/json", "application/json; charset=UTF-8", "application/json;charset=utf8", "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded", "*/*", "*/*;q=0.8", "null", "text/html; charset", "application/json;", "application/json, text/plain",
    ]  # fmt: skip
    for kind, method in itertools.product(kinds, ("GET", "HEAD")):
        headers = [("content-type", kind)]
        assert ask(door, engine, method, LIST, "limit=5", headers) == PASSES, kind
    for kind in ("application/json; charset=utf8", 'application/json; charset="UTF8"'):
        headers = [("content-type", kind)]
        assert ask(door, engine, "PATCH", PATCH, "", headers, BODY) == PASSES, kind
    tried(len(kinds) * 2 + 2)


# -- 28: method overrides


QUERIES = [
    "_method=PATCH",
    "a=1&_method=PATCH",
    "%5fmethod=PATCH",
    "_Method=PATCH",
    "_method[]=PATCH",
    "+_method=x",
    "_method",
]
# readers that end the path there, or take a format suffix off, lead to an operation
WITHIN = [(f"{PATCH};/&_method=PATCH", "x=1"), (f"{PATCH};_method=PATCH", ""), (f"{PATCH}%3b/&_method=PATCH", ""),
          (f"{PATCH}%3f_method=PATCH", ""), (f"{PATCH}.json", "_method=PATCH"), (f"{PATCH};/x", "_method=PATCH")]  # fmt: skip


def overriding() -> Iterator[tuple[str, str, str, Pairs, bytes]]:
    """Yield requests that override the method on a path of the contract."""
    folded = f"/V2/deployments/{DEPLOYMENT}"
    for (headers, body), path in itertools.product(FORMS, (PATCH, LIST, folded)):
        yield free_method(path), path, "", headers, body
    yield "GET", LIST, "", FORM, b"_method=PATCH"
    yield "PUT", PATCH, "", FORM, b"_method=PATCH"
    for query in QUERIES:
        for method, path in (("POST", PATCH), ("DELETE", LIST), ("GET", LIST), ("POST", folded)):
            yield method, path, query, (), b""
    for path, query in WITHIN:
        yield free_method(PATCH), path, query, (), b""


@pytest.mark.promise(28)
@doors
def test_what_overrides_the_method_is_refused_on_the_paths_of_the_contract(
    engine: str, door: Door, tried: Tried
) -> None:
    count = 0
    for method, path, query, headers, body in overriding():
        # Without a type only a POST is read as a form. The protocol always has a type.
        if body and not headers and (method != "POST" or door is DOORS["protocol"]):
            continue
        came = ask(door, engine, method, path, query, headers, body)
        assert came == refused("method-override"), (method, path, query, body[:80])
        count += 1
    others = [("/other", "", headers, body) for headers, body in FORMS]
    others += [("/other", query, (), b"") for query in QUERIES]
    for path, query, headers, body in (*others, ("/other;/&_method=PATCH", "", (), b"")):
        assert ask(door, engine, "POST", path, query, headers, body) == PASSES
    tried(count + len(others) + 1)


@pytest.mark.promise(28)
@doors
def test_honest_forms_pass(engine: str, door: Door, tried: Tried) -> None:
    honest: list[tuple[Pairs, bytes]] = [
        (FORM, b"payment_method=x&method=PATCH&x=_method"), (FORM, b'{"name": "a&b", "method": "_method"}'), (FORM, b""), ((), b'{"name": "x"}'),
        (PARTS, form_part('Content-Disposition: form-data; name="payment_method"; filename="_method"')), (JSON, b'{"_methods": 1}'),
        (PARTS, bytes(range(256)) * 100), (FORM, bytes(range(256)) * 10),
    ]  # fmt: skip
    for headers, body in honest:
        for path in (PATCH, LIST):
            came = door(engine, free_method(path), path, "sort=method", headers, body)
            assert came._replace(body=None) == PASSES, body[:60]
            assert came.body in (None, body)
    tried(len(honest) * 2)


@pytest.mark.promise(28)
def test_a_header_that_overrides_the_method_is_refused_by_the_library_if_it_leads_to_an_operation(
    engine: str, tried: Tried
) -> None:
    contract = made(engine)
    for name in [*OVERRIDES, "X_HTTP_Method_Override"]:
        for value in ("PATCH", "patch", " PATCH ", "POST, PATCH"):
            for header in ((name, value), (name.encode(), value.encode())):
                report = contract.check_request(Request("POST", PATCH, "", [header]))
                assert [violation.rule for violation in report.violations] == ["method-override"]
                assert contract.check_request(Request("POST", "/other", "", [header])).ok
        assert contract.check_request(Request("POST", PATCH, "", [(name, "DELETE")])).ok
        assert contract.check_request(
            Request("PATCH", PATCH, "", [*JSON, (name, "PATCH")], BODY)
        ).ok
        assert not contract.check_request(Request("POST", LIST, "", [(name, "HEAD")])).ok
    tried(len(OVERRIDES) * 8)


@pytest.mark.promise(28)
def test_middleware_drops_headers_that_override_the_method_on_the_paths_of_the_contract(
    engine: str, tried: Tried
) -> None:
    seen: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["headers"])
        await App().asgi(scope, receive, send)

    def wsgi_app(environ: Any, start_response: Any) -> Any:
        seen.append(sorted(key for key in environ if key.startswith("HTTP_")))
        return App().wsgi(environ, start_response)

    middleware = AsgiMiddleware(app, made(engine))
    send = over_wsgi(wsgi_app, contract=made(engine))
    requests = [("POST", PATCH), ("PATCH", PATCH), ("GET", LIST), ("POST", "/other")]
    names = [*OVERRIDES, "X_HTTP_Method_Override"]
    for name, (method, path) in itertools.product(names, requests):
        kept, body = path == "/other", BODY if method == "PATCH" else b""
        pairs = {**dict(JSON), name: "PATCH", "x-other": "1"}
        headers = [(key.encode(), value.encode()) for key, value in pairs.items()]
        scope = {"type": "http", "method": method, "path": path, "query_string": b""}
        scope["headers"] = headers[:]
        receive = AsyncMock(return_value={"type": "http.request", "body": body})
        asyncio.run(middleware(scope, receive, AsyncMock()))
        assert seen.pop() == (headers if kept else [headers[0], headers[2]])
        assert scope["headers"] == headers  # the server's own are left as they were
        send(method, path, body, pairs)
        key = f"HTTP_{name.upper().replace('-', '_')}"
        assert seen.pop() == sorted(["HTTP_X_OTHER", key] if kept else ["HTTP_X_OTHER"])
    tried(len(names) * 8)


@pytest.mark.promise(14, 28)
@passing_on
def test_a_form_beyond_the_limit_is_refused_and_any_other_body_passes(
    engine: str, door: Door
) -> None:
    body = b"a=" + b"x" * (1 << 20)
    assert ask(door, engine, "POST", PATCH, "", FORM, body) == refused("json-size")
    octets = (("content-type", "application/octet-stream"),)
    assert door(engine, "POST", PATCH, "", octets, body).body == body
    assert door(engine, "POST", "/other", "", FORM, body).body == body


# -- HEAD is judged as GET


@pytest.mark.promise(28)
@doors
def test_head_is_judged_as_get(engine: str, door: Door, tried: Tried) -> None:
    queries = [
        "",
        "limit=5",
        "limit=5000",
        "limit=5&limit=6",
        "Limit=5",
        "remote_reconciled=1",
        "x=1",
    ]
    for query in queries:
        came, same = (door(engine, method, LIST, query, (), b"") for method in ("HEAD", "GET"))
        assert came == same, query
    tried(len(queries))


@pytest.mark.promise(28)
def test_the_response_to_head_is_not_judged_and_nothing_is_learned_from_it(engine: str) -> None:
    contract = made(engine)
    report = contract.check_response(Response(200, JSON), Request("HEAD", LIST))
    assert (report.verdict, report.violations, report.operation) == (
        "allow",
        (),
        "list_deployments",
    )
    seen: list[Any] = []
    app = App(b"", headers={**dict(JSON), "content-length": "900"})
    send = over_asgi(app, contract=contract, responses="enforce", on_report=seen.append)
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
