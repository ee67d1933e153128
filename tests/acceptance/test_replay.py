"""Recorded traffic: the formats of recorders, learned facts, the output, and files that are not recordings."""

import base64
import gzip
import json
import time
from pathlib import Path
from typing import Any

import pytest

from deploy_contract.traffic import recordings
from deploy_contract.traffic.exchanges import NO_BODY, NO_RESPONSE, NO_TIME, OTHER_BODY
from deploy_contract.traffic.replay import JudgedEntry
from tests.support.commands import ROOT, ended
from tests.support.har_lines import DEPLOYMENT, IDENTITY, REF, REFERENCES, judged_file
from tests.support.har_lines import judged_entries as judged
from tests.support.policies import NO_SECRETS

EXAMPLE = ROOT / "spec" / "examples" / "exchange.har"
RECORDINGS = ROOT / "tests" / "support" / "har"
SERVICE = "https://deployments.example.com"
PATCHED = f"{SERVICE}/v2/deployments/{IDENTITY}"
JSON = [{"name": "Content-Type", "value": "application/json"}]
CANARY = "hunter2-canary"

Entry = dict[str, Any]


def answer(value: Any, status: int = 200, **content: Any) -> dict[str, Any]:
    """Return a response as recorders write it."""
    text = value if isinstance(value, str) else json.dumps(value)
    held = {"size": len(text), "mimeType": "application/json", "text": text, **content}
    return {"status": status, "headers": list(JSON), "content": held, "bodySize": held["size"]}


def listed(
    start: str = "2026-02-02T09:30:00Z", *, url: str = f"{SERVICE}/v2/deployments", **changes: Any
) -> Entry:
    """Return an entry that lists the one deployment."""
    value = {"resources": [{**DEPLOYMENT, **changes}], "offset": 1}
    request = {"method": "GET", "url": url, "headers": [], "bodySize": 0}
    return {"startedDateTime": start, "request": request, "response": answer(value)}


def patch(text: str | None = REF, start: str = "2026-02-02T09:30:01Z", **request: Any) -> Entry:
    """Return an entry that patches the deployment, with the answer of the service that took it."""
    sent = {"method": "PATCH", "url": PATCHED, "headers": list(JSON), "bodySize": len(text or "")}
    sent |= {} if text is None else posted(text)
    return {"startedDateTime": start, "request": sent | request, "response": answer(DEPLOYMENT)}


def unanswered(text: str = REFERENCES) -> Entry:
    """Return an entry that patches the deployment, without an answer."""
    return patch(text) | {"response": None}


def posted(text: str | None, **more: Any) -> dict[str, Any]:
    return {"postData": {"mimeType": "application/json", "text": text, **more}}


def tagged(**changes: Any) -> Entry:
    """Return an entry that lists the deployment at a tag, to which nothing is pushed."""
    config = {**DEPLOYMENT["source_config"], "build_on_push": False}
    revision = {**DEPLOYMENT["source_revision_config"], "repo_ref": "refs/tags/v1"}
    return listed(source_config=config, source_revision_config=revision, **changes)


def verdicts(row: JudgedEntry) -> tuple[str | None, str | None]:
    return (row.request and row.request.verdict, row.response and row.response.verdict)


def rules(row: JudgedEntry) -> set[str]:
    reports = filter(None, (row.request, row.response))
    return {violation.rule for report in reports for violation in report.violations}


pytestmark = pytest.mark.usefixtures("here")


def written(*entries: Any, name: str = "a.har", text: str | bytes | None = None) -> str:
    """Write entries, or any other text, to a file in the current folder, and return its name."""
    text = json.dumps({"log": {"version": "1.2", "entries": entries}}) if text is None else text
    body = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    Path(name).write_bytes(body)
    return name


# What the recordings and the example hold


def test_the_example_shows_learned_facts_and_refusals() -> None:
    assert [verdicts(row) for row in judged_file(EXAMPLE)] == [
        ("allow", "allow"), ("allow", "allow"), ("allow", "allow"), ("deny", "allow"), ("allow", None), ("allow", "deny"),
    ]  # fmt: skip
    entries = json.loads(EXAMPLE.read_text("utf-8"))["log"]["entries"]
    # without the list before it
    assert verdicts(judged(entries[3])[0]) == ("indeterminate", "allow")


def test_a_recording_of_chromium() -> None:
    rows = judged_file(RECORDINGS / "chromium.har")
    assert [(row.operation, *verdicts(row)) for row in rows] == [
        (None, "allow", None),
        ("list_repositories", "allow", "allow"),
        ("list_deployments", "allow", "allow"),  # compressed on the wire, written decoded
        ("patch_deployment", "allow", "allow"),
        ("patch_deployment", "deny", "deny"),
        ("patch_deployment", "allow", "allow"),
        ("patch_deployment", "deny", "deny"),
        ("patch_deployment", None, "allow"),
        ("patch_deployment", "allow", "deny"),
        ("patch_deployment", None, "allow"),
        ("list_deployments", "deny", "deny"),
        (None, "allow", None),
        (None, "allow", None),
    ]
    gaps = {row.number: dict(row.not_judged) for row in rows if row.not_judged}
    assert gaps == {8: {"request": NO_BODY}, 10: {"request": OTHER_BODY}}
    assert [row.number for row in rows if row.newly_refused] == [5, 7, 11]
    assert "secret-references-source" in rules(rows[4])
    assert "content-type" in rules(rows[6])
    assert "schema-type" in rules(rows[8])


def test_a_recording_of_mitmproxy() -> None:
    rows = judged_file(RECORDINGS / "mitmproxy.har")
    assert [(row.operation, *verdicts(row)) for row in rows] == [
        ("list_repositories", "allow", "allow"),
        ("list_deployments", "allow", "allow"),  # compressed on the wire, written decoded
        ("patch_deployment", "allow", "allow"),
        ("patch_deployment", "deny", "deny"),
        ("patch_deployment", "allow", "allow"),
        ("patch_deployment", "deny", "deny"),
        ("patch_deployment", "allow", "allow"),  # compressed by curl, written decoded
        ("patch_deployment", "allow", "deny"),
        ("patch_deployment", "deny", None),  # bytes that are not UTF-8
        ("patch_deployment", "deny", None),
        (None, "deny", None),
        ("list_deployments", "deny", "deny"),
        (None, "allow", None),
        (None, "allow", None),
    ]
    gaps = {row.number: dict(row.not_judged) for row in rows if row.not_judged}
    assert gaps == {9: {"response": NO_RESPONSE}, 10: {"response": NO_RESPONSE}}
    found = [(rows[index].newly_refused, rows[index].accepted) for index in (3, 8, 10)]
    assert found == [(True, True), (False, None), (False, False)]
    assert rules(rows[8]) == {"json-encoding"}
    assert rules(rows[9]) == {"body-missing"}
    assert rules(rows[10]) == {"path-ambiguous"}


# What recorders write


def sent(name: str, value: str) -> dict[str, Any]:
    return {"headers": [*JSON, {"name": name, "value": value}]}


ZIPPED = base64.b64encode(gzip.compress(REF.encode())).decode()


@pytest.mark.parametrize(
    ("request_", "verdict", "rule_ids"),
    [
        (posted(REF), "allow", set()),
        (posted(base64.b64encode(REF.encode()).decode(), encoding="base64"), "allow", set()),
        (posted(ZIPPED, encoding="base64") | sent("content-encoding", "gzip"), "allow", set()),
        (posted(REF) | sent("Content-Encoding", "gzip"), "allow", set()),
        (posted(REF) | sent("Content-Encoding", "br"), "deny", {"content-encoding"}),
        (posted("\x1f\ufffd\x08") | sent("Content-Encoding", "gzip"), None, {OTHER_BODY}),
        (posted('{"a": "\ufffd"}') | sent("Content-Length", "10"), None, {OTHER_BODY}),
        (posted('{"a": "\ufffd"}') | sent("Content-Length", "12"), "allow", set()),
        (posted('{"a": "\udcff"}'), "deny", {"json-encoding"}),
        (posted('{"a": "\ud800"}'), None, {"the text of the body cannot be decoded"}),
        (posted("no base64!", encoding="base64"), None, {"the text of the body cannot be decoded"}),
        (posted(REF, encoding="rot13"), None, {"the encoding of the body's text is unknown"}),
        (posted(7), None, {"the text of the body is not a string"}),  # type: ignore[arg-type]
        ({"postData": 7}, "deny", {"body-missing"}),
        ({"bodySize": 48}, None, {NO_BODY}),
        ({"bodySize": 0} | sent("Content-Length", "48"), None, {NO_BODY}),
        (posted("") | {"bodySize": 0} | sent("Transfer-Encoding", "chunked"), None, {NO_BODY}),
        (posted("") | {"bodySize": 48}, None, {NO_BODY}),
        (posted("") | {"bodySize": 0}, "deny", {"body-missing"}),
        ({"bodySize": 0}, "deny", {"body-missing"}),
        ({"postData": {"mimeType": "application/x-www-form-urlencoded", "params": [{"name": "a", "value": "\ud800"}, 7]},
          "headers": []}, "deny", {"content-type"}),
        (posted(REF) | {"headers": []}, "allow", set()),
        (posted(REF) | {"headers": [{"name": "Accept", "value": "*/*"}]}, "deny", {"content-type"}),
        (posted(REF) | {"headers": [*JSON, *JSON]}, "deny", {"content-type"}),
        (posted(REF) | {"headers": [{"name": ":method", "value": "PATCH"}, {"name": ":path", "value": "/"}, *JSON]}, "allow", set()),
        (posted(REF) | {"method": "patch"}, "allow", set()),
        (posted(REF) | {"url": f"{PATCHED}?x=1#y"}, "allow", set()),
        (posted(REF) | {"url": PATCHED.replace("https://", "http://user:word@")}, "allow", set()),
        (posted(REF) | {"url": PATCHED.replace("5f0c", "%35f0c")}, "deny", {"parameter-format"}),
        (posted(REF) | {"url": f"http://[::1:80/v2/deployments/{IDENTITY}"}, "allow", set()),
    ],
)  # fmt: skip
def test_requests_as_recorders_write_them(
    request_: dict[str, Any], verdict: str | None, rule_ids: set[str]
) -> None:
    entry = patch(None)
    entry["request"].update(request_)
    _, row = judged(listed(), entry)
    assert (row.operation, verdicts(row)[0]) == ("patch_deployment", verdict)
    noted = {gap for part, gap in row.not_judged.items() if part == "request"}
    assert noted | rules(row._replace(response=None)) == rule_ids


GOOD = json.dumps({"resources": [DEPLOYMENT], "offset": 1})


def answered(value: Any = GOOD, status: Any = 200, **more: Any) -> dict[str, Any]:
    """Return a response whose content, with `text`, is that of a list."""
    return answer(value, status) | more


@pytest.mark.parametrize(
    ("response", "verdict", "rule_ids"),
    [
        (answered(), "allow", set()),
        (answer(base64.b64encode(GOOD.encode()).decode(), encoding="base64"), "allow", set()),
        (answered(headers=[*JSON, {"name": "content-encoding", "value": "gzip"}]), "allow", set()),
        (answer(base64.b64encode(gzip.compress(GOOD.encode())).decode(), encoding="base64")
         | {"headers": [*JSON, {"name": "Content-Encoding", "value": "gzip"}]}, "allow", set()),
        (answered(headers=[]), "allow", set()),
        (answered(headers=[{"name": "server", "value": "x"}]), "deny", {"content-type"}),
        (answered(headers=[{"name": ":status", "value": "200"}, *JSON]), "allow", set()),
        (answered(headers=7), None, {"the headers are neither an object nor an array"}),
        (answered(headers=[{"value": "a"}]), None, {"a header is not a name with a value"}),
        (answered(content={"size": 5, "mimeType": "application/json"}), None, {NO_BODY}),
        (answered(content={"size": -1, "mimeType": "x-unknown"}, bodySize=-1), None, {NO_BODY}),
        (answered(content={}, bodySize=-1), None, {NO_BODY}),
        (answered(content=None), None, {NO_BODY}),
        (answered(content={"size": 0, "text": ""}, bodySize=0), "deny", {"body-missing"}),
        (answered("{"), "deny", {"json-syntax"}),
        (answered("", 304, content={"size": 0}), "allow", set()),
        (answered("<html>", 503, headers=[]), "allow", set()),
        (answered(status=404, content={"size": 5}), "allow", set()),
        (answered(status=0, content={}), None, {NO_RESPONSE}),
        (answered(status="OK"), None, {"the status is not an integer"}),
        (answered(status=99999), None, {"the status has more than four digits"}),
        (answered(status="99999"), None, {"the status has more than four digits"}),
        (None, None, {NO_RESPONSE}),
    ],
)  # fmt: skip
def test_responses_as_recorders_write_them(
    response: Any, verdict: str | None, rule_ids: set[str]
) -> None:
    (row,) = judged(listed() | {"response": response})
    assert verdicts(row) == ("allow", verdict)
    assert set(row.not_judged.values()) | rules(row) == rule_ids


def test_a_body_that_nobody_asked_for_need_not_be_known() -> None:
    entry = listed()
    entry["request"]["bodySize"] = 7
    (row,) = judged(entry)
    assert verdicts(row) == ("allow", "allow")
    assert not row.not_judged


@pytest.mark.promise(28)
def test_head_is_judged_as_get_and_its_response_is_not() -> None:
    for query, verdict in (("", "allow"), ("?limit=5000", "deny")):
        entry = listed(url=f"{SERVICE}/v2/deployments{query}")
        entry["request"]["method"] = "HEAD"
        entry["response"]["content"] = {"size": 0, "mimeType": "application/json"}
        (row,) = judged(entry)
        found = (row.operation, *verdicts(row), row.not_judged)
        assert found == ("list_deployments", verdict, None, {})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a.har:1:1: not a HAR file: invalid or truncated JSON"), ('{"log": {"entries": [', "not a HAR file: invalid or truncated JSON"),
        ("[]", "it has no array log.entries"), ("7", "it has no array log.entries"), ('{"log": []}', "it has no array log.entries"),
        ('{"log": {"entries": {}}}', "it has no array log.entries"), (b"\xff\xfe{\0}\0", "not UTF-8"),
        ("[" * 200_000, "nested too deeply"), ("7" * 5000, "it has no array log.entries"),
    ],
)  # fmt: skip
def test_files_that_are_none_are_one_line_and_the_others_are_judged(
    text: str | bytes, message: str
) -> None:
    shown = ended(2, "replay", written(text=text), written(listed(), name="b.har"), "c.har", ".")
    assert message in shown.err.splitlines()[0]
    assert [line.split(":")[1].strip() for line in shown.err.splitlines()[1:]] == ["c.har", "."]
    assert "1 entry, 0 with something denied, 3 files not read" in shown.out
    assert ended(2, "replay", "a.har").out == ""


def test_a_file_that_is_too_long_is_refused_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (tmp_path / "long.har").open("wb") as file:
        file.truncate((1 << 30) + 1)
    monkeypatch.setattr(recordings, "find_entries", lambda _: pytest.fail("it is read"))
    said = ended(2, "replay", str(tmp_path / "long.har")).err
    reason = "bytes; record less, or split it\n"
    assert said.endswith(f"long.har: longer than 1,073,741,824 {reason}")
    monkeypatch.undo()
    monkeypatch.setattr(recordings, "MAX_BYTES", 1000)
    said = ended(2, "replay", "-", given=EXAMPLE.read_bytes()).err
    assert said == f"deploy-contract: -: longer than 1,000 {reason}"


# What is learned


def test_what_is_learned_holds_from_then_on_in_the_order_of_time() -> None:
    late = listed("2026-02-02T09:30:05+00:00")
    early = patch(REFERENCES, "2026-02-02T10:30:04+01:00")
    after = patch(REFERENCES, "2026-02-02T09:30:06")
    early["response"] = after["response"] = answer("", 204, size=0)
    rows = judged(after, late, early)
    assert [row.number for row in rows] == [3, 2, 1]
    assert [verdicts(row)[0] for row in rows] == ["indeterminate", "allow", "deny"]


def test_a_time_without_a_zone_is_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        rows = judged(listed("1970-01-02T00:00:00"), listed("1970-01-01T23:59:50Z"))
        assert [row.number for row in rows] == [2, 1]
    finally:
        monkeypatch.undo()
        time.tzset()


def test_without_times_the_order_of_the_file_holds() -> None:
    first = unanswered() | {"startedDateTime": "yesterday"}
    rows = judged(first, listed("x"), {**patch(REFERENCES), "startedDateTime": 7})
    assert [row.number for row in rows] == [1, 2, 3]
    assert [verdicts(row)[0] for row in rows] == ["indeterminate", "allow", "deny"]
    assert [row.not_judged.get("time") for row in rows] == [NO_TIME] * 3


def test_what_may_change_is_known_for_a_while_of_recorded_time() -> None:
    push = '{"source_config": {"build_on_push": true}}'
    (_, soon) = judged(tagged(), patch(push, "2026-02-02T09:30:10Z"))
    (_, late) = judged(tagged(), patch(push, "2026-02-02T09:40:00Z"))
    assert rules(soon) == {"tag-never-moves"}
    assert verdicts(late)[0] != "deny"


def test_a_patch_with_an_unknown_result_leaves_only_immutable_facts() -> None:
    revision, config = {"repo_ref": "refs/tags/v1"}, {"build_on_push": False}
    stored = {**DEPLOYMENT, "source_revision_config": revision, "source_config": config}
    push = patch('{"source_config": {"build_on_push": true}}', "2026-02-02T09:30:03Z")
    lost = (None, answer("", 500), answer("", 204, size=0))
    for given, before in (({}, [tagged()]), ({IDENTITY: stored}, [])):
        for response in (*lost, answer("", 409)):
            rows = judged(*before, patch() | {"response": response}, push, given=given)
            assert (verdicts(rows[-1])[0] == "deny") == (response not in lost), response
        rows = judged(*before, unanswered(REF), patch(REFERENCES), given=given)
        assert rules(rows[-1]) == {"secret-references-source"}  # its source cannot change


@pytest.mark.promise(30)
def test_a_recorded_list_is_learned_item_by_item_as_a_gateway_does() -> None:
    flawed = listed()
    body = {"resources": [DEPLOYMENT, {"id": IDENTITY.upper(), "status": 5}]}
    (_, row) = judged(flawed | {"response": answer(body)}, patch(REFERENCES))
    assert rules(row) == {"secret-references-source"}


@pytest.mark.promise(30)
def test_a_response_that_contradicts_learned_facts_is_reported_and_both_are_forgotten() -> None:
    other = "internal_source" if DEPLOYMENT["source"] != "internal_source" else "codehost"
    contradicting = listed("2026-02-02T09:30:00.5Z", source=other)
    (_, second, row) = judged(listed(), contradicting, patch(REFERENCES))
    assert verdicts(second)[1] == "allow"
    assert verdicts(row)[0] == "indeterminate"
    given = {IDENTITY: {"source": DEPLOYMENT["source"]}}
    (second,) = judged(listed(source=other), given=given)
    assert verdicts(second)[1] == "deny"


def test_sources_are_taken_from_a_file() -> None:
    name = written(unanswered())
    for text, status, shown in (
        (json.dumps({IDENTITY.upper(): "codehost"}), 1, "request denied"),
        (json.dumps({IDENTITY: {"source": "external_container"}}), 0, "0 with something denied"),
        (json.dumps({IDENTITY: DEPLOYMENT}), 1, "request denied"),
        (f"{IDENTITY}: codehost\n", 1, "request denied"),
        ("{}", 0, "request undecided (denied for codehost"),
    ):
        said = ended(status, "replay", "--sources", written(name="map", text=text), name).out
        assert shown in said


def test_given_and_learned_facts_are_merged() -> None:
    config = {"repo_url": "https://code.example.com/other", "build_on_push": False}
    stored = {IDENTITY: {"source": "codehost", "source_config": config}}
    url = "https://code.example.com/payments/checkout"
    immutable = patch(json.dumps({"source_config": {"repo_url": url}}))
    assert rules(judged(listed(), immutable, given=stored)[1]) >= {"immutable-field"}
    both = patch(json.dumps({"source_config": {"repo_url": f"{url}-new", "build_on_push": True}}))
    assert rules(judged(tagged(), both, given=stored)[1]) >= {"immutable-field", "tag-never-moves"}
    (row,) = judged(listed(id=IDENTITY.upper()), given={IDENTITY: {"source": "internal_source"}})
    assert rules(row) >= {"deployment-source-kept"}
    given = {IDENTITY: {"source": "external_container"}}
    contradicted = judged(listed(), unanswered(), given=given)
    assert rules(contradicted[0]) == {"deployment-source-kept"}
    assert verdicts(contradicted[1])[0] == "allow"  # facts that the user gives count


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "write a source or a stored deployment for each id"), ("{", "map.json:1:2: the document is not JSON; "), ('{"x": "codehost"}', "key 1 is not the id of a deployment"),
        (json.dumps({IDENTITY: CANARY}), "value 1: the source of deployment must be one of"), (json.dumps({IDENTITY: 7}), "value 1: deployment must be a mapping"),
        (json.dumps({IDENTITY: {"source": [CANARY]}}), "value 1: the source of deployment must be one of"), (json.dumps({CANARY: "codehost"}), "key 1"),
        (json.dumps({IDENTITY: None}), "for each id"),
    ],
)  # fmt: skip
def test_sources_that_make_no_sense_are_wrong_use(text: str, message: str) -> None:
    sources = written(name="map.json", text=text)
    shown = ended(2, "replay", "--sources", sources, written(listed()))
    assert message in shown.err
    assert shown.err.startswith("deploy-contract: map.json")
    assert len(shown.err.splitlines()) == 1
    assert CANARY not in shown.err
    assert shown.out == ""


# What comes out


def test_json_gives_one_object_a_line_and_entry() -> None:
    unread = patch(None, bodySize=9)
    outside = listed("2026-02-02T09:30:02Z", url="https://other.example.com/assets/app.js")
    name = written(listed(), patch(REFERENCES), unread, outside, 7)
    rows = ended(1, "replay", "--format", "json", name).rows
    keys = ["entry", "operation", "request", "response", "newly_refused", "not_judged"]
    assert [list(row) for row in rows] == [keys] * 5
    reports = [row[part] for row in rows for part in ("request", "response") if row[part]]
    assert len(reports) == 6
    for report in reports:
        assert list(report) == [
            "document", "verdict", "sources", "needs", "creates_revision", "revision_rules", "violations", "undecided", "truncated",
        ]  # fmt: skip
        for violation in report["violations"]:
            names = ["rule", "mode", "location", "pointer", "message", "hint"]
            assert list(violation) == names + ["fix"] * ("fix" in violation)
    assert [(row["entry"], row["operation"], row["newly_refused"]) for row in rows] == [
        (1, "list_deployments", False), (2, "patch_deployment", True), (3, "patch_deployment", False), (4, None, False), (5, None, False),
    ]  # fmt: skip
    gaps = [row["not_judged"] for row in rows]
    assert gaps == [{}, {}, {"request": NO_BODY}, {}, {"request": "the entry is not an object"}]
    assert rows[2]["request"] is rows[3]["response"] is rows[4]["request"] is None
    assert rows[1]["request"]["violations"][0]["rule"] == "secret-references-source"
    assert rows[1]["request"]["creates_revision"] == "yes"


def test_with_several_files_each_entry_says_which_one_and_all_are_learned_from() -> None:
    names = [written(listed(), name="a.har"), written(patch(REFERENCES), name="b\n.har")]
    rows = ended(1, "replay", "--format", "json", *names).rows
    found = [(row["file"], row["entry"], row["request"]["verdict"]) for row in rows]
    assert found == [("a.har", 1, "allow"), ("b\n.har", 1, "deny")]
    shown = ended(1, "replay", *names).out
    assert "entry b\\n.har:1: patch_deployment: request denied" in shown
    assert "which the service accepted: entry b\\n.har:1\n" in shown


def test_the_summary_counts() -> None:
    refused = patch(REFERENCES) | {"response": answer({"detail": "no"}, 422)}
    others = [refused, unanswered(), listed(status=7), patch(None, bodySize=9)]
    shown = ended(1, "replay", written(listed(), *[patch(REFERENCES)] * 25, *others)).out
    summary = shown[shown.index("30 entries") :].splitlines()
    assert summary == [
        "30 entries, 28 with something denied",
        "",
        "operation         messages   allowed  denied  undecided  not judged",
        "list_deployments  requests         2       0          0           0",
        "list_deployments  responses        1       1          0           0",
        "patch_deployment  requests         0      27          0           1",
        "patch_deployment  responses       27       0          0           1",
        "",
        "rule                      mode     violations  entries  first entry",
        "secret-references-source  enforce          27       27            2",
        "schema-type               enforce           1        1           29",
        "",
        "not judged  because                                        entries  first entry",
        "request     the body was not recorded                            1           30",
        "response    there was no response, or it was not recorded        1           28",
        "",
        f"newly refused requests, which the service accepted: entries {', '.join(str(n) for n in range(2, 22))} and 5 more",
        "denied requests, which the service rejected too: entry 27",
        "denied requests whose result at the service is unknown: entry 28",
        "denied responses, errors of the service: entry 29",
    ]


CLOUD = ("--hosting", "cloud")
ODD = '{"secret_refs": []}'
PREFIXED = PATCHED.replace("/v2", "/api-host/v2")
LOCAL = PATCHED.replace("https://deployments.example.com", "http://me@127.0.0.1:8080")
MEANT, ELSEWHERE = "did you mean secret_references?", "the request went to another host"
SECRETS = '{"secrets": [{"name": "a", "value": "b"}]}'


@pytest.mark.parametrize(
    ("options", "url", "body", "status", "shown", "hidden"),
    [
        (CLOUD, PATCHED, REFERENCES, 1, "request denied", ELSEWHERE),
        (("--unknown-fields", "report"), PATCHED, ODD, 0, MEANT, "request denied"),
        (("--unknown-fields", "reject"), PATCHED, ODD, 1, MEANT, ELSEWHERE),
        ((*CLOUD, "--base-path", "/api-host"), PREFIXED, REFERENCES, 1, "request denied", ELSEWHERE),
        (("--base-path", "api-host"), PATCHED, REFERENCES, 2, "deploy-contract: --base-path must be empty, or begin with", "1 entry"),
        ((*CLOUD, "--host", "deployments.example.com"), PATCHED, REFERENCES, 1, "request denied", ELSEWHERE),
        ((*CLOUD, "--host", "other.example.com"), PATCHED, REFERENCES, 0, ELSEWHERE, "request denied"),
        ((*CLOUD, "--host", "127.0.0.1:8080"), LOCAL, REFERENCES, 1, "request denied", ELSEWHERE),
        ((*CLOUD, "--host", "127.0.0.1:80"), LOCAL, REFERENCES, 0, ELSEWHERE, "request denied"),
        (("--policy", "policy.yaml"), PATCHED, SECRETS, 1, "[no-secrets]", ELSEWHERE),
        (("--policy", "nothing.yaml"), PATCHED, REF, 2, "policy nothing.yaml: there is no such file", "1 entry"),
    ],
)  # fmt: skip
def test_options_of_judging(
    options: tuple[str, ...], url: str, body: str, status: int, shown: str, hidden: str
) -> None:
    written(name="policy.yaml", text=NO_SECRETS)
    name = written(patch(body, url=url) | {"response": None})
    printed = ended(status, "replay", *options, name)
    assert shown in printed.out + printed.err
    assert hidden not in printed.out
    assert len(printed.err.splitlines()) == (status == 2)
