"""A contract needs nothing but itself: it fetches and reads nothing, changes nothing, and its patterns mean the same everywhere."""

import asyncio
import io
import json
import re
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest
from deploy_contract_generated.names import DocumentKind, EngineName, RuleMode
from hypothesis import given
from hypothesis import strategies as st

from deploy_contract import Contract, ContractError, Limits, Request, Response
from deploy_contract.asgi import ContractMiddleware as AsgiMiddleware
from deploy_contract.bundle import Bundle
from deploy_contract.judge.python import schema as judge
from deploy_contract.middleware import BODY, OUTCOME
from deploy_contract.wsgi import ContractMiddleware as WsgiMiddleware
from deploy_contract_codegen.generation import examine
from deploy_contract_codegen.spec import Spec, SpecError
from deploy_contract_format.patterns import pattern_problem
from tests.support import reference
from tests.support.applications import ID, PATH, deployment, exchange, raising, scope_of
from tests.support.commands import run_python, succeeded
from tests.support.effort import tried
from tests.support.engines import made
from tests.support.frozen import copy_spec
from tests.support.policies import rule, written
from tests.support.strategies import KINDS, altered, of_kind, patient
from tests.support.tables import table

JSON = (("content-type", "application/json"),)
READERS = {"judge": judge.fits, "jsonschema": reference.fits}

# -- 24: offline

WATCHED = """
import asyncio, json, logging, sys
logging.getLogger("deploy_contract").setLevel(logging.CRITICAL)  # what it refuses, it logs
loop = asyncio.new_event_loop()  # has sockets of its own, to wake itself
stage, seen = "loading", {"loading": [], "tests": [], "judging": []}
def watch(event, arguments):
    if event.split(".")[0] in ("socket", "subprocess", "urllib", "http", "ftplib", "smtplib", "shutil", "tempfile", "sqlite3", "pty", "ctypes"):
        seen[stage].append(event)
    elif event in ("os.system", "os.exec", "os.posix_spawn", "os.fork", "os.listdir", "os.scandir", "os.remove", "os.rename", "os.mkdir", "os.putenv", "exec_out", "glob.glob", "import"):
        if event not in ("os.listdir", "os.scandir", "import") or stage == "judging":  # imports look into folders
            seen[stage].append(event)
    elif event == "open":
        seen[stage].append("open " + str(arguments[0]))
sys.addaudithook(watch)
import deploy_contract
from deploy_contract import Contract, Request, Response
from deploy_contract.asgi import ContractMiddleware as AsgiMiddleware
from deploy_contract.wsgi import ContractMiddleware as WsgiMiddleware
contract = Contract(engine=sys.argv[1])
headers = [("content-type", "application/json")]
path = "/v2/deployments/9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
bodies = [b"{}", b'{"$ref": "https://example.com/a.json", "$schema": "https://example.com/b.json", "$id": "https://example.com/"}', b"{", b"[]",
          b'{"secrets": [{"name": "https://example.com/x.json", "value": "file:///etc/passwd"}]}', b'{"secret_refs": 1}', b'{"secrets": [1]}',
          b'{"source_config": {"resource_spec": {"volumes": [{"$ref": "https://example.com/c.json"}], "labels": {"$ref": "#/"}}}}']
stage = "tests"
from tests.support.applications import App, exchange, messages, over_wsgi, scope_of
stage = "loading"
app = App({"$ref": "https://example.com/d.json"})
middleware = AsgiMiddleware(app.asgi, contract, responses="enforce")
other = over_wsgi(WsgiMiddleware(app.wsgi, contract, responses="enforce"))
def judge():
    for body in bodies:
        for kind in contract.kinds:
            for source in (None, "codehost") if kind == "DeploymentPatch" else (None,):
                report = contract.check(body, kind, source=source)
                report.to_dict(), repr(report), report.ok and report.value is not None and report.model()
        request = contract.check_request(Request("PATCH", path, "$ref=https://example.com", headers, body))
        contract.check_response(Response(200, headers, body), request).to_dict()
        loop.run_until_complete(exchange(middleware, scope_of("PATCH", path), messages("http.request", [body])))
        other("PATCH", path, body)
for _ in range(3):
    judge()
stage = "judging"
judge()
print(json.dumps(seen))
"""


@pytest.mark.promise(24)
def test_no_socket_is_opened_and_no_other_file_is_read(engine: EngineName) -> None:
    done = run_python(WATCHED, engine)
    assert done.stderr == ""
    seen = json.loads(done.stdout)
    # once all is made that is made at first use, there is nothing left to read
    assert seen["judging"] == []
    opened = [event.removeprefix("open ") for event in seen["loading"] if event.startswith("open ")]
    assert [event for event in seen["loading"] if not event.startswith("open ")] == []
    data = [name for name in opened if not name.endswith((".py", ".pyc", ".so"))]
    others = [name for name in data if "deploy_contract_generated" not in name]
    assert others != data
    assert [name for name in others if not name.endswith(("pyvenv.cfg", ".pth"))] == []


class OnlineError(Exception):
    """Somebody wanted something of the network."""


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("socket", "create_connection", "getaddrinfo", "gethostbyname"):
        monkeypatch.setattr(socket, name, raising(OnlineError()))


REMOTE = [
    "https://example.com/s.yaml", "http://127.0.0.1:9/s.yaml", "HTTPS://EXAMPLE.COM/S", "file:///etc/hostname", "ftp://example.com/s", "//example.com/s.yaml", "urn:example:s", "/etc/hostname", "../../../etc/hostname",
    "../../outside.yaml", "schemas/../../outside.yaml", "https://json-schema.org/draft/2020-12/schema", "data:application/json,{}", "#/components/schemas/Secret", "?x", "\\\\example.com\\s", "",
]  # fmt: skip


def contract_with(folder: Path, schema: Any) -> Contract:
    """Return a contract with a policy of one rule."""
    return Contract(policies=[written(folder, rule("mine", schema=schema))])


@pytest.mark.promise(24)
@pytest.mark.usefixtures("offline")
def test_policies_refer_to_nothing(tmp_path: Path) -> None:
    keywords = ("$ref", "$dynamicRef", "$recursiveRef", "$id", "$schema", "id")

    def below(schema: Any) -> Any:
        return {"properties": {"secrets": {"items": {"allOf": [schema]}}}}

    assert contract_with(tmp_path, below({"type": "object"})).rules[-1].rule == "mine"
    for keyword in keywords:
        for reference_ in REMOTE[::4]:
            schema = {keyword: reference_}
            for whole in (schema, below(schema)):
                with pytest.raises(ContractError, match=re.escape(keyword)):
                    contract_with(tmp_path, whole)
    tried(2 * len(keywords) * len(REMOTE[::4]))


@pytest.mark.promise(24)
@pytest.mark.usefixtures("offline")
def test_a_spec_refers_to_its_own_files_alone(tmp_path: Path) -> None:
    copy_spec(tmp_path)
    outside = "title: Outside\ntype: string\ndescription: A test.\n"
    (tmp_path / "outside.yaml").write_text(outside, "utf-8")
    places = {
        "schemas/deployment-patch.yaml": "./secret.yaml",
        "openapi.yaml": "schemas/deployment-patch.yaml",
    }
    for name, known in places.items():
        path = tmp_path / "spec" / name
        text = path.read_text("utf-8")
        assert known in text
        for other in REMOTE:
            path.write_text(text.replace(known, json.dumps(other)), "utf-8")
            with pytest.raises(SpecError) as caught:
                examine(Spec(tmp_path / "spec"))
            assert caught.value.faults[0].file == name
        path.write_text(text, "utf-8")
    tried(len(places) * len(REMOTE))


# -- 8: nothing is changed


def drawn(value: Any) -> Any:
    """Return a fingerprint of a value: its types, the order of its members, and the ids of its objects."""
    if isinstance(value, dict):
        return (id(value), dict, [(key, drawn(member)) for key, member in value.items()])
    if isinstance(value, list | tuple):
        return (id(value), type(value), [drawn(item) for item in value])
    if isinstance(value, SimpleNamespace):
        return drawn(vars(value))
    return (type(value), repr(value))


def sealed(value: Any) -> Any:
    """Return the mapping, so that nobody can change it, at any depth."""
    if isinstance(value, dict):
        return MappingProxyType({key: sealed(member) for key, member in value.items()})
    return value


@pytest.mark.promise(8)
def test_documents_and_what_is_known_beside_them_stay_as_they_are(engine: EngineName) -> None:
    @patient(20)
    @given(st.data(), st.sampled_from(KINDS), st.sampled_from(["allow", "report", "reject"]))
    def holds(data: st.DataObject, kind: DocumentKind, unknown: str) -> None:
        tried(1)
        document = data.draw(of_kind(kind) | altered(kind))
        stored = data.draw(of_kind("Deployment"))
        stored["source"] = "codehost"
        before = drawn([document, stored])
        held = [document, stored]
        contract = made(engine, unknown_fields=unknown)
        for source in (None, "codehost"):
            for deployment_ in (None, stored, sealed(stored)):
                report = contract.check(document, kind, source=source, deployment=deployment_)
                assert report.to_dict() == report.to_dict()
                assert report.value is document or report.verdict == "deny"
                if report.ok:
                    report.model()
        assert drawn(held)[2] == before[2]

    holds()


@pytest.mark.promise(8, 4)
def test_requests_and_responses_stay_as_they_are(engine: EngineName) -> None:
    contract = made(engine, unknown_fields="report")
    body = b'{"secrets": [], "secret_refs": 1, "other": {"a": [1, 2.0]}}'
    stored = deployment()
    headers = [["Content-Type", "application/json"], ["X-A", "b"], ["x-a", "c"]]
    request = Request("patch", f"/v2/deployments/{ID.upper()}", "limit=5&x=y&x=z", headers, body)  # type: ignore[arg-type]
    kinds = {"query": {"x": "y"}, "header": {"a": "b"}, "cookie": {"c": "d"}, "path": {"p": "q"}}
    kind = {"content_type": "application/json", "parameters": SimpleNamespace(**kinds)}
    given = SimpleNamespace(host_url="http://x", path=PATH, method="patch", body=body, **kind)
    data = json.dumps(stored).encode()
    answer = SimpleNamespace(
        status_code=200, headers=dict(JSON), data=data, content_type="application/json"
    )
    response = Response(200, headers, data)  # type: ignore[arg-type]
    everything = [request, given, answer, response, stored]
    before = drawn(everything)
    for asked in (request, given):
        for known in (None, stored, sealed(stored)):
            report = contract.check_request(asked, deployment=known)
            for answered in (response, answer):
                contract.check_response(answered, report, deployment=known)
                contract.check_response(answered, asked, known=lambda _identity: stored)
    assert drawn(everything) == before


@pytest.mark.promise(8, 4)
def test_what_servers_hand_over_stays_as_it_is(engine: EngineName) -> None:
    seen: list[Any] = []
    body = b'{"secrets": [], "other": {"a": [1, 2.0]}}'

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append((scope, await receive()))
        await send(start)
        await send(end)

    headers = [(b"content-type", b"application/json"), (b"x-a", b"b")]
    start = {"type": "http.response.start", "status": 200, "headers": headers}
    end = {"type": "http.response.body", "body": json.dumps(deployment()).encode()}
    more = {"raw_path": PATH.encode(), "root_path": "", "extensions": {"x": {}}}
    scope = scope_of("PATCH", PATH, JSON, "x=y", state={"y": [1]}, **more)
    known = {ID: deployment()}
    before = drawn([scope, start, end, known])

    message = {"type": "http.request", "body": body, "more_body": False}
    modes: tuple[RuleMode, ...] = ("off", "report", "enforce")
    for mode in modes:
        middleware = AsgiMiddleware(app, made(engine), responses=mode, deployments=known)
        sent = asyncio.run(exchange(middleware, scope, iter([{**message}])))
        assert sent[0] == start  # that of a withheld response is a copy
        assert (sent[0] is start) == (mode != "enforce")
        assert sent[1]["body"] == end["body"]
        asked, received = seen.pop()
        asked.pop(OUTCOME, None)  # the middleware adds it to a copy, for `report_of`
        assert (asked, received) == (scope, message)
        assert drawn([scope, start, end, known])[2] == before[2]

    def wsgi_app(environ: Any, start_response: Any) -> Any:
        assert environ is given
        assert environ["wsgi.input"].read() == body
        start_response("200 OK", answered)
        return [end["body"]]

    answered = [("content-type", "application/json"), ("x-a", "b")]
    given: dict[str, Any] = {
        "REQUEST_METHOD": "PATCH",
        "PATH_INFO": PATH,
        "QUERY_STRING": "x=y",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_X_A": "b",
        "x.mine": {"y": [1]},
    }
    for mode in modes:
        before = drawn(given)
        given["wsgi.input"] = io.BytesIO(body)
        passed: list[Any] = []
        chunks = WsgiMiddleware(wsgi_app, made(engine), responses=mode, deployments=known)(
            given, lambda *start, passed=passed: passed.append(start)
        )
        assert b"".join(chunks) == end["body"]
        assert passed == [("200 OK", answered)]
        del given["wsgi.input"]  # it is put back: its bytes were read
        given.pop(OUTCOME, None)  # it is added, for `report_of`
        given.pop(BODY, None)  # the bytes that count towards the budget
        assert drawn(given) == before


@pytest.mark.promise(8)
def test_options_stay_as_they_are_and_change_nothing_later(engine: EngineName) -> None:
    modes = {"unknown-field": "report", "secret-references-source": "report"}
    options: dict[str, Any] = {"modes": modes, "policies": [], "limits": Limits(violations=3)}
    before = drawn(options)
    contract = Contract(engine=engine, **options)
    body = b'{"secret_references": [{"name": "A", "secret_name": "b", "secret_key": "c"}]}'
    assert contract.check(body, "DeploymentPatch", source="codehost").ok
    assert drawn(options) == before
    modes["secret-references-source"] = "enforce"
    assert contract.check(body, "DeploymentPatch", source="codehost").ok
    with pytest.raises(AttributeError):
        contract.limits = Limits()  # type: ignore[misc]


# -- 16: patterns

SETS = [
    "[a-z]", "[A-Za-z0-9_]", "[^a]", "[^/]", "[0-9]", "[-a]", "[.]", "[+*]", "[a-]", "[^-]",
    "[ -~]", "[^ -~]", r"[\]]", r"[\\]", r"[\^a]", "[#]", "[a|b]", "[(]",
]  # fmt: skip
PLAIN = [*"abkKsSiI019 _-/:,;=<>@!%&'`~\"#", *["\\" + sign for sign in "./*+?()[]{}|^"]]
atoms = st.sampled_from(SETS) | st.sampled_from(PLAIN)
repeats = st.sampled_from(["", "", "", "?", "*", "+", "{2}", "{0,3}", "{1,}", "{0}"])
pieces = st.builds(str.__add__, atoms, repeats)
groups = st.builds(
    lambda choices, sign: f"(?:{'|'.join(choices)}){sign}",
    st.lists(st.lists(pieces, min_size=1, max_size=2).map("".join), min_size=1, max_size=3),
    st.sampled_from(["", "?"]),
)
patterns = st.builds(
    lambda parts, end: f"^{''.join(parts)}{end}",
    st.lists(pieces | groups, max_size=4),
    st.sampled_from(["", "$"]),
).filter(lambda text: pattern_problem(text) is None)
# what languages are known to read differently: ends of lines, digits and letters of other scripts, letters that fold to ASCII, signs beyond 16 bits
SIGNS = "aAbzZ019_-/.:+*^|()[]{}\\ ~#\"'\n\r\t\0\x0b\x85\u2028\u2029\ufeff\u00e9\u0131\u017f\u212a\u0663\uff11\u0966\u4e00\U0001f600\U00010400\u0301"
texts = st.text(SIGNS, max_size=6)


def built_in() -> list[str]:
    """Return every pattern that the contract has."""
    found: set[str] = set()

    def note(schema: dict[str, Any]) -> dict[str, Any]:
        if isinstance(schema.get("pattern"), str):
            found.add(schema["pattern"])
        return schema

    kinds = [Bundle.installed().definitions(kind) for kind in KINDS]
    for one in (*kinds, table("operations.json"), table("rules.json")):
        json.loads(json.dumps(one), object_hook=note)
    return sorted(found)


def around(text: str) -> Iterator[str]:
    """Yield the text, and others that are nearly it."""
    yield text
    for sign in SIGNS:
        yield text + sign
        yield sign + text
        yield text[:1] + sign + text[2:]


SOUND = [
    ID, ID.upper(), "2026-01-31T12:00:00Z", "1998-12-31T23:59:60Z", "2024-02-29t23:59:59.123z",
    "refs/tags/v1", "refs/heads/main", "",
]  # fmt: skip
IN_NODE = """
let text = ""; process.stdin.on("data", part => text += part).on("end", () => {
  const cases = JSON.parse(text);
  const plain = cases.map(([pattern, texts]) => texts.map(text => new RegExp(pattern).test(text) ? 1 : 0));
  const unicode = cases.map(([pattern, texts]) => texts.map(text => new RegExp(pattern, "u").test(text) ? 1 : 0));
  process.stdout.write(JSON.stringify([plain, unicode]));
});
"""


def matches_in_python(found: dict[str, list[str]]) -> dict[str, list[bool]]:
    """Return for each pattern which of its texts match, in which all readers agree."""
    matches: dict[str, list[bool]] = {}
    for pattern, several in found.items():
        whole = re.compile(pattern.replace("$", r"\Z"), re.ASCII)
        expected = [whole.search(text) is not None for text in several]
        schema = {"type": "string", "pattern": pattern}
        for name, fits in READERS.items():
            matches[pattern] = [fits(schema, text) for text in several]
            assert matches[pattern] == expected, (name, pattern)
    return matches


def _fewest(matches: dict[str, list[bool]]) -> int:
    """Return the number of matches, or of the other texts if it is smaller."""
    answers = [answer for each in matches.values() for answer in each]
    return min(answers.count(True), answers.count(False))


@pytest.mark.soak
@pytest.mark.promise(16, 26)
def test_patterns_mean_the_same_everywhere() -> None:
    found: dict[str, list[str]] = {
        pattern: [near for text in SOUND for near in around(text)] for pattern in built_in()
    }
    assert len(found) >= 3

    @patient(200, in_soak=500)
    @given(patterns, st.lists(texts, min_size=3, max_size=10), st.data())
    def draw(pattern: str, others: list[str], data: st.DataObject) -> None:
        alphabet = st.characters(codec="utf-8")
        drawn_text = data.draw(st.from_regex(pattern.replace("$", r"\Z"), alphabet=alphabet))
        fitting = drawn_text[:200]
        found.setdefault(pattern, []).extend([*others, fitting, fitting + "\n", "\n" + fitting])

    draw()
    matches = matches_in_python(found)
    if _fewest(matches) <= 500:  # seldom, few of one kind are drawn
        draw()
        matches = matches_in_python(found)
    assert _fewest(matches) > 500
    tried(sum(map(len, matches.values())))
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node.js here: the patterns were compared in Python alone")
    cases = list(found.items())
    found_by_node = json.loads(succeeded(node, "-e", IN_NODE, text=json.dumps(cases)))
    for flags, answers in zip(("", "u"), found_by_node, strict=True):
        for (pattern, several), answer in zip(cases, answers, strict=True):
            for text, expected_, got in zip(several, matches[pattern], answer, strict=True):
                # without the flag, such a sign counts as two
                beyond = any(sign > "\uffff" for sign in text)
                assert expected_ == bool(got) or (beyond and not flags), (pattern, text, flags)


# fmt: off
UNSAFE = [
    "", "a", "a$", "$", "^$a", "^a$b", "^^a", "^(a)$", "^(?:a+)+$", "^(?:a*)*$", "^(?:a|b)*$", "^(?:a?){30}$", "^a+b*$", "^[a-z]*[0-9]*$", "^a++$", "^a+?$", "^a{1,2}{3}$", "^(?:a|a)+$", "^(?:a+|b)*c$",
    r"^\d$", r"^\w+$", r"^\s$", r"^\D$", r"^\W$", r"^\S$", r"^\b$", r"^\B$", r"^a\Z", r"^\A", r"^[\d]$", r"^[\w-]$", r"^[\s]$", r"^\1$", r"^(?:a)\1$", r"^(?P<a>b)(?P=a)$", r"^\k<a>$", "^(?=a)b$", "^(?!a)b$", "^(?<=a)b$",
    "^(?<!a)b$", "^(?i)a$", "^(?i:a)$", "^(?#x)a$", "^(?>a)$", "^.$", "^a.b$", r"^\p{L}$", r"^\pL$", r"^\u0041$", r"^\x41$", r"^\n$", r"^\cA$", r"^\0$", r"^\Q.\E$", "^a{,2}$", "^a{2,1}$", "^a{1000}$", "^a{$", "^a}$", "^]$", "^[$",
    "^[]$", "^[^]$", "^[z-a]$", "^[[:alpha:]]$", "^[a[b]]$", "^[a&&b]$", "^[a--b]$", "^[a~~b]$", "^[$]$", "^(?:a$|b)$", "^(?:a", "^a)", "^*$", "^+a", "^?", "^a|b$", "^|$", "^\u00e9$", "^\n$", "^a\n", "^a\\", "^(?:a{0,9}){9}$",
    "^a{0,99}b{0,99}c{0,99}$", "^(?:a)(?:a)(?:a)(?:a)(?:a)$", "^(?:(?:a+)?)+$", None, 1, ["^a"],
]
# fmt: on


@pytest.mark.promise(16)
def test_what_is_not_safe_is_refused(tmp_path: Path) -> None:
    tried(len(UNSAFE))
    assert [pattern for pattern in UNSAFE if pattern_problem(pattern) is None] == []

    def contract_of(pattern: Any) -> Contract:
        schema = {"properties": {"revision_source": {"type": "string", "pattern": pattern}}}
        return contract_with(tmp_path, schema)

    for pattern in UNSAFE:
        with pytest.raises(ContractError, match=re.escape(pattern_problem(pattern) or "")):
            contract_of(pattern)
    assert contract_of("^[a-z_]+$").rules[-1].rule == "mine"


@pytest.mark.promise(16)
def test_every_pattern_of_the_contract_is_safe() -> None:
    """Those of formats are longer than the subset has it, so what makes patterns unsafe is looked for."""
    found = built_in()
    for pattern in found:
        assert pattern.startswith("^")
        assert not re.search(
            r"\\[dDwWsSbBAZz1-9pPkKux]|\(\?[=!<P#i>]|(?<!\\)\.(?![0-9])", pattern.replace(r"\.", "")
        ), pattern
        assert not re.search(r"[*+}]\)?[*+{]", pattern), pattern
        assert pattern.isascii()
    tried(len(found))
