"""Recordings with one exchange a line: their forms, broken lines, compressed files, and any number of processes."""

import base64
import gzip
import json
import os
import random
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from deploy_contract import Contract, ContractError
from deploy_contract.cli import replay
from deploy_contract.traffic import Session, count, merge, processes, recordings, run
from deploy_contract.traffic.exchanges import (
    CUT_OFF,
    NO_BODY,
    NO_TIME,
    NOT_JSON,
    NOT_OBJECT,
    NOT_UTF8,
    OTHER_SCHEME,
    TOO_LONG,
    UNKNOWN_FORM,
    read_line,
)
from deploy_contract.traffic.recordings import split
from tests.support.commands import ROOT, Output, ended, outcome
from tests.support.effort import effort
from tests.support.har_lines import (
    DEPLOYMENT,
    PATCHED,
    REF,
    REFERENCES,
    Line,
    listed,
    patch,
    traffic,
)

pytestmark = pytest.mark.usefixtures("here")


def written(*lines: Any, name: str = "a.ndjson", packed: bool = False) -> str:
    """Write lines to a file in the current folder, and return its name."""
    rows = [row if isinstance(row, bytes) else json.dumps(row).encode() for row in lines]
    body = b"".join(row.removesuffix(b"\n") + b"\n" for row in rows)
    Path(name).write_bytes(gzip.compress(body) if packed else body)
    return name


def replayed(*arguments: str, given: bytes = b"") -> tuple[int, list[Any]]:
    """Return the status of a replay, and its rows."""
    status, shown = outcome("replay", "--format", "json", *arguments, given=given)
    assert shown.err == ""
    return status, shown.rows


# Forms

NGINX = {
    "time_iso8601": "2026-02-02T09:30:01+00:00", "request_method": "PATCH", "request_uri": f"{PATCHED}?x=1", "status": "200",
    "http_host": "Deployments.example.com", "http_content_type": "application/json", "http_content_encoding": "", "http_content_length": str(len(REF)),
    "request_body": REF, "sent_http_content_type": "application/json",
}  # fmt: skip
TAP = {
    "http_buffered_trace": {
        "request": {
            "headers": [
                {"key": ":authority", "value": "deployments.example.com"}, {"key": ":path", "value": PATCHED}, {"key": ":method", "value": "PATCH"},
                {"key": "content-type", "value": "application/json"}, {"key": "content-length", "value": str(len(REF))},
            ],
            "body": {"truncated": False, "as_bytes": base64.b64encode(REF.encode()).decode()},
        },
        "response": {
            "headers": [{"key": ":status", "value": "200"}, {"key": "content-type", "value": "application/json"}],
            "body": {"truncated": False, "as_string": json.dumps(DEPLOYMENT)},
        },
    }
}  # fmt: skip
HAR = {
    "startedDateTime": "2026-02-02T09:30:01Z",
    "request": {
        "method": "PATCH", "url": f"https://deployments.example.com{PATCHED}", "headers": [{"name": "content-type", "value": "application/json"}],
        "postData": {"mimeType": "application/json", "text": REF},
    },
    "response": {"status": 200, "headers": [], "content": {"mimeType": "application/json", "text": json.dumps(DEPLOYMENT)}},
}  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [patch(), patch(body_base64=base64.b64encode(REF.encode()).decode(), body=None), patch(headers=[["Content-Type", "application/json"]]),
     patch(headers={"content-type": ["application/json"]}), NGINX, TAP, HAR],
    ids=["own", "base64", "pairs", "lists", "nginx", "tap", "har"],
)  # fmt: skip
def test_the_members_of_a_line_tell_its_form(line: Line) -> None:
    read = read_line(json.dumps(line).encode())[1]
    sent = read.request
    assert (sent.method, sent.path, sent.body) == ("PATCH", PATCHED, REF.encode())
    headers = {name.lower(): value for name, value in read.request.headers}
    assert headers["content-type"] == "application/json"
    assert read.request_gap == ""
    assert read.response is not None
    assert read.response.status == 200
    if line is NGINX:
        assert (read.host, read.request.query, read.response_gap) == (
            "deployments.example.com", "x=1", NO_BODY,
        )  # fmt: skip
    else:
        assert json.loads(read.response.body) == DEPLOYMENT
        assert read.response_gap == ""


def tap(part: str, **body: Any) -> Line:
    trace = json.loads(json.dumps(TAP))
    trace["http_buffered_trace"][part]["body"] = body
    return dict(trace)


@pytest.mark.parametrize(
    ("line", "gap"),
    [
        (patch(body=None), NO_BODY), (patch(body=7), "the text of the body is not a string"), (patch(body_base64=""), "the message has body and body_base64"),
        (patch(body=None, body_base64="!"), "the text of the body cannot be decoded"), (patch(body="\ud800"), "the text of the body cannot be decoded"),
        (NGINX | {"request_body": ""}, NO_BODY), (tap("request", truncated=True, as_bytes="e30="), CUT_OFF),
        (tap("request", as_bytes="!"), "the text of the body cannot be decoded"),
    ],
)  # fmt: skip
def test_a_body_that_is_not_known_is_not_judged(line: Line, gap: str) -> None:
    _, (row,) = replayed(written(line))
    assert row["not_judged"]["request"] == gap
    assert row["request"] is None


def test_nginx_writes_bytes_that_are_not_utf8_as_they_are() -> None:
    line = json.dumps(NGINX | {"request_body": "@"}).encode().replace(b'"@"', b'"\xff"')
    assert read_line(line)[1].request.body == b"\xff"


# Broken lines


def test_a_broken_line_is_counted_with_its_number_and_skipped() -> None:
    broken: list[tuple[Any, str]] = [
        (b"{", NOT_JSON), (b'{"request": \xff"}', NOT_UTF8), (b"[" * 100_000, NOT_JSON), (b"7" * 5000, NOT_JSON), ([], NOT_OBJECT), (None, NOT_OBJECT),
        ({}, UNKNOWN_FORM), ({"request": 7}, UNKNOWN_FORM), (patch(method=7), "the method is not a string"),
        (patch(query=7), "the path or the query is not a string"), ({"request": {"url": 7}}, "the URL is not a string"),
        (patch(headers=7), "the headers are neither an object nor an array"), (patch(headers=[["a"]]), "a header is not a name with a value"),
        (NGINX | {"request_uri": "data:text/plain,x"}, OTHER_SCHEME),
        (NGINX | {"request_uri": "deployments.example.com:443"}, "the URL is not an HTTP URL"),
        (NGINX | {"request_uri": 7}, "the URL is not a string"), (NGINX | {"http_x": [1]}, "a header is not a name with a value"),
        ({"http_buffered_trace": {"request": {"headers": []}}}, "the URL is not a string"),
        ({"http_buffered_trace": {"request": {"headers": [7]}}}, "a header is not a name with a value"),
        (b'{"a": [' + b"1," * 200_000 + b"1]}", TOO_LONG),
    ]  # fmt: skip
    name = written(listed(), *[line for line, _ in broken], b"", b"  ", patch(REFERENCES))
    status, rows = replayed(name)
    assert status == 1
    assert [row["not_judged"].get("request") for row in rows[1:-1]] == [why for _, why in broken]
    assert [row["entry"] for row in rows] == [*range(1, len(broken) + 2), len(broken) + 4]
    assert rows[-1]["request"]["verdict"] == "deny"
    shown = ended(1, "replay", name).out
    assert ["request", *NOT_UTF8.split(), "1", "3"] in map(str.split, shown.splitlines())


def test_a_time_that_does_not_count_is_counted() -> None:
    name = written(listed() | {"time": "yesterday"}, listed(), listed() | {"time": 1_770_000_000})
    shown = ended(0, "replay", "--jobs", "2", name).out
    (row,) = [line for line in shown.splitlines() if line.startswith("time ")]
    assert row.split() == ["time", *NO_TIME.split(), "2", "1"]


@pytest.mark.parametrize(
    "body", [b"\x07\x80" * 500 + b"\n\xff", b'{"a": 1}\n[]', b'{"log": {"entries": [7, {}]}}']
)
def test_a_file_whose_entries_are_all_broken_is_wrong_use(body: bytes) -> None:
    name, other = "a.har" if b"log" in body else "a.log", written(listed())
    Path(name).write_bytes(body)
    line = f"deploy-contract: {name}: no entry could be read; is it a recording, and of a known form?\n"
    contract = str(ROOT / "generated")
    for command in (
        ("replay", name), ("replay", "--jobs", "2", name, other), ("coverage", name),
        ("diff", "--traffic", name, contract, contract),
    ):  # fmt: skip
        assert ended(2, *command).err == line
    Path(name).write_bytes(b'{"log": {"entries": []}}' if b"log" in body else b"")
    assert ended(0, "replay", name).err == ""
    elsewhere = ("replay", "--host", "none.example", other)
    assert ended(0, *elsewhere).err == "", "these are read, but not asked for"


@pytest.mark.parametrize(
    "url", ["data:,x", "blob:https://a/b", "about:blank", "Chrome-Extension://a/b"]
)
def test_a_recording_of_other_schemes_is_read(url: str) -> None:
    name = written(NGINX | {"request_uri": url})
    for command in ("replay", "coverage"):
        assert ended(0, command, name).err == ""
    ended(2, "replay", written(NGINX | {"request_uri": "localhost:8000/v2/deployments"}))


@pytest.mark.promise(14)
def test_a_line_without_end_is_skipped_in_any_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recordings, "MAX_LINE_BYTES", 5000)
    monkeypatch.setattr(recordings, "BLOCK", 4000)
    long = json.dumps({"x": "y" * 20_000}).encode()
    lines = (listed(), long, patch(REFERENCES), long)
    body = Path(written(*lines)).read_bytes()
    for packed in (False, True):
        status, rows = replayed(written(*lines, packed=packed))
        assert (status, len(rows)) == (1, 4)
        assert [row["not_judged"] for row in rows] == [{}, {"request": TOO_LONG}] * 2
        assert rows[2]["request"]["verdict"] == "deny"
    assert replayed("-", given=body)[1] == rows


def test_a_gzip_file_that_is_cut_short_is_judged_so_far_and_is_one_line() -> None:
    noise = [patch(json.dumps({"x": random.Random(n).randbytes(3000).hex()})) for n in range(50)]
    name = written(listed(), patch(REFERENCES), *noise, packed=True)
    whole = Path(name).read_bytes()
    for body in (whole[: len(whole) // 2], whole[:-4], whole[:20] + b"\0" * 50 + whole[70:]):
        Path(name).write_bytes(body)
        shown = ended(2, "replay", name, written(listed(), name="b.ndjson"))
        assert shown.err == "deploy-contract: a.ndjson: the gzip data is damaged or cut off\n"
        assert "1 file not read" in shown.out
    Path("c.ndjson").write_bytes(gzip.compress(b"broken\n" * 9)[:-4])
    assert len(ended(2, "replay", "c.ndjson").err.splitlines()) == 1
    Path(name).write_bytes(whole[: len(whole) // 2])
    assert "entry 2: patch_deployment: request denied" in ended(2, "replay", name).out


@pytest.mark.promise(14)
def test_gzip_that_expands_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    name = written(b" " * 5_000_000, packed=True)
    ended(0, "replay", name)
    monkeypatch.setattr(recordings, "FREE_EXPANSION", 1 << 20)
    for bomb in (name, written(b" " * 5_000_000, name="b.har", packed=True)):
        told = f"deploy-contract: {bomb}: the gzip data expands more than 200 times\n"
        assert ended(2, "replay", bomb).err == told


def test_a_har_file_may_be_compressed_or_piped_and_have_a_byte_order_mark(tmp_path: Path) -> None:
    example = (ROOT / "spec" / "examples" / "exchange.har").read_bytes()
    wanted = replayed(str(ROOT / "spec" / "examples" / "exchange.har"))
    (tmp_path / "a.har.gz").write_bytes(gzip.compress(example))
    assert replayed(str(tmp_path / "a.har.gz")) == wanted
    marked, short = b"\xef\xbb\xbf" + example, json.dumps(json.loads(example)).encode()
    for body in (example, gzip.compress(example), marked, short):
        assert replayed("-", given=body) == wanted


def test_without_a_known_ending_the_first_line_decides_the_format() -> None:
    for lines, number in (
        ([listed()], 1), ([b"\xef\xbb\xbf" + json.dumps(listed()).encode()], 1), ([b"{broken", listed()], 2), ([{"log": {"entries": []}}], 0),
        ([b"{", b' "log": {"entries": [%s]}}' % json.dumps(listed()).encode()], 1),
    ):  # fmt: skip
        assert len(replayed(written(*lines, name="traffic"))[1]) == number, lines
    assert "not a HAR file" in ended(2, "replay", written(b"nothing", name="traffic")).err


# Any number of processes


@pytest.mark.soak
def test_the_answer_is_the_same_for_any_number_of_jobs() -> None:
    # a partition ends with the line that fills it; the work of several is needed here
    names = [written(*traffic(0)), written(*traffic(9), name="b.ndjson", packed=True)]
    known = {f"{n:08x}-8d1a-4c55-9a63-0e6f3f1d7001": DEPLOYMENT for n in (0, 1)}
    sources = written(known, name="known.json")
    har = str(ROOT / "spec" / "examples" / "exchange.har")
    seen = set()
    for jobs in effort(("1", "2"), ("1", "2", "3")):
        shown = ended(1, "replay", "--jobs", jobs, "--sources", sources, *names, har)
        assert shown.err == ""
        seen.add(shown.out)
    assert len(seen) == 1
    assert "a.ndjson" in seen.pop()


@pytest.mark.soak
@pytest.mark.parametrize("size", [pytest.param(1, marks=pytest.mark.soak_only), 3000, 20_000])
def test_partitions_of_any_size_and_any_executors_give_the_same_result(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The executors are threads here; Dask and processes take the same way."""
    session = Session(Contract(), {"00000000-8d1a-4c55-9a63-0e6f3f1d7001": DEPLOYMENT})
    names = [written(*traffic(7)), str(ROOT / "tests" / "support" / "har" / "chromium.har")]
    view = partial(replay.show, style="text", has_several=True, sources=())
    shown = list(run(split(names), session, view))
    wanted = [line for _, lines in shown for line in lines]
    total = merge(run(split(names), session, count))
    assert total.entries == sum(tally.entries for tally, _ in shown)
    monkeypatch.setattr(recordings, "PARTITION_BYTES", size)
    monkeypatch.setattr(recordings, "BLOCK", 1 + size // 2)
    for number, threads in effort(
        ((0, 0), (3, 1), (1, 4)), ((0, 0), (1, 1), (3, 1), (1, 4), (1, 8))
    ):
        pools = [ThreadPoolExecutor(threads) for _ in range(number)]
        # a worker of Dask is an executor for each of its threads; other partitions of it come
        # between learning a partition and judging it
        executors = pools * threads
        found = list(run(split(names), session, view, executors))
        assert len(found) > {1: 300, 3000: 80, 20_000: 10}[size]
        assert [line for _, lines in found for line in lines] == wanted
        assert vars(merge(tally for tally, _ in found)) == vars(total)
        for pool in pools:
            pool.shutdown()


def _die(_partition: Any, judged: Any) -> None:
    """End the process while it judges."""
    del judged
    os._exit(9)


def _fail(_partition: Any, judged: Any) -> None:
    del judged
    raise RuntimeError("hunter2-canary")


@pytest.mark.promise(31)
@pytest.mark.parametrize("view", [_die, _fail])
def test_a_process_that_ends_or_fails_is_an_error_without_values(view: Any, capfd: Output) -> None:
    parts = list(split([written(*[listed()] * 3)]))
    wanted = "a process that judges failed: RuntimeError"
    if view is _die:
        wanted = "a process of --jobs has ended: it was killed, or lacks memory"
    with pytest.raises(ContractError) as caught, processes(2) as executors:
        list(run(parts, Session(Contract()), view, executors))
    assert str(caught.value) == wanted
    assert capfd.readouterr().err == ""


def test_an_interrupt_ends_the_command_and_its_processes() -> None:
    name = written(b"".join(traffic(1)) * 100)  # long enough to be interrupted
    command = [sys.executable, "-m", "deploy_contract", "replay", "--jobs", "2", name]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # background processes of a shell ignore the signal
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no threads
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)  # the pipes end with the last process
    assert process.returncode == 130
    assert b"Traceback" not in errors


# Formats of other logs

FORMAT = """
time = "/ts"
[request]
method = "/verb"
target = "/url"
host = "/vhost"
body = "/in"
[request.headers]
content-type = "/type"
[response]
status = "/code"
"""


def test_a_file_names_the_places_of_another_log() -> None:
    Path("format.toml").write_text(FORMAT)
    line = {"ts": "2026-02-02T09:30:01Z", "verb": "PATCH", "url": f"{PATCHED}?x=1", "vhost": "A.example", "in": REF,
            "type": "application/json", "code": 200}  # fmt: skip
    name = written(line, line | {"type": "-"}, line | {"in": None}, line | {"code": "x"}, patch())
    status, rows = replayed("--log-format", "format.toml", "--host", "a.example", name)
    assert status == 1
    assert [row["not_judged"].get("request") for row in rows] == [
        None, None, NO_BODY, None, "the request went to another host",
    ]  # fmt: skip
    assert [row["not_judged"].get("response") for row in rows[:4]] == [
        NO_BODY, NO_BODY, NO_BODY, "the status is not an integer",
    ]  # fmt: skip
    assert rows[1]["request"]["violations"][0]["rule"] == "content-type"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = = 1", ":1:5: not a TOML document"), ("x = 1", "unknown key x; use request, response, time, target, path"),
        ("[request]\ntargett = '/a'", "unknown key targett; did you mean target?"),
        ("request = 1", "request is missing, or of another type"), ("[request]\nmethod = 1", "request.method is missing, or of another type"),
        ("[request]\ntarget = 'a'", "request.target is not a JSON Pointer"), ("[request]\nmethod = '/a'", "request needs target, path"),
        ("[request]\ntarget = '/a'\n[response]\nomits_empty_body = 1", "response.omits_empty_body is missing, or of another type"),
    ],
)  # fmt: skip
def test_a_format_that_makes_no_sense_is_one_line(text: str, message: str) -> None:
    name = written(patch())
    Path("format.toml").write_text(text)
    (line,) = ended(2, "replay", "--log-format", "format.toml", name).err.splitlines()
    assert line.startswith("deploy-contract: format.toml:")
    assert message in line
