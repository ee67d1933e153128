"""Targets of a fuzzer, which hold for any bytes: a function for each door, which raises AssertionError where it does not."""

import contextlib
import copy
import json
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

from deploy_contract import Contract, Report, Request, Response
from deploy_contract.files.documents import UnreadableError, as_parsed
from deploy_contract.judge.python import wire
from deploy_contract.traffic import recordings
from deploy_contract.traffic.recordings import Entry, read_entries
from deploy_contract.traffic.replay import JudgedEntry, Replay, Session
from deploy_contract_format.errors import TextError
from deploy_contract_format.pointer import split
from deploy_contract_format.yaml_text import yaml_documents
from tests.support.applications import as_protocol, over_wsgi
from tests.support.document_doors import carry
from tests.support.engines import ENGINES, agreed
from tests.support.names import named

KINDS = ("DeploymentPatch", "Deployment", "DeploymentList", "RepositoryList")
ROOTS = (("DeploymentPatch", "codehost"), ("DeploymentPatch", None), ("Deployment", None), ("DeploymentList", None))  # fmt: skip
OPERATIONS = ("list_repositories", "list_deployments", "patch_deployment")
JSON = [(b"content-type", b"application/json")]
VERDICTS = {"allow", "deny", "indeterminate"}


@cache
def _contracts() -> tuple[tuple[Contract, ...], ...]:
    """Contracts, one of each engine, that are to say the same."""
    strict: dict[str, Any] = {
        "unknown_fields": "reject",
        "unknown_operations": "reject",
        "hosting": "cloud",
    }
    made = tuple(
        tuple(Contract(engine=engine, **given) for engine in ENGINES) for given in ({}, strict)
    )
    for contract in (contract for pair in made for contract in pair):
        assert contract.check(b"{}", named(KINDS[0]), source="codehost").ok
    return made


def _sound(report: Report) -> dict[str, Any]:
    """Return the report as a JSON object, looked at: one printable line a violation, a verdict, texts that can be made."""
    members = report.to_dict()
    assert members["verdict"] in VERDICTS
    for violation in (*report.violations, *report.undecided):
        fix = json.dumps(violation.fix, ensure_ascii=False)
        for part in (*{**violation.to_dict(), "fix": fix}.values(), str(violation)):
            assert part.isprintable(), f"not printable, of {violation.rule}"
        assert len(str(violation)) < 10_000, f"not short, of {violation.rule}"
    assert str(report).isprintable()
    assert report.ok or any(violation.mode == "enforce" for violation in report.violations), (
        "denied for no reason"
    )
    assert "unjudged" not in {violation.rule for violation in report.violations}, (
        "something unexpected happened"
    )
    return members


def _agreed(several: tuple[Contract, ...], method: str, *given: Any, **context: Any) -> Report:
    """Return the result of a method, the same under all engines."""
    found = agreed(several, lambda contract: getattr(contract, method)(*given, **context), given)
    assert isinstance(found, Report), found
    assert _sound(found)
    return found


def documents(data: bytes) -> None:
    """Check a document of each kind, as bytes and, where they can be read, parsed."""
    for number, pair in enumerate(_contracts()):
        for kind in KINDS:
            for source in (None, "codehost") if kind == "DeploymentPatch" else (None,):
                by_bytes = _agreed(pair, "check", data, kind, source=source)
                try:
                    value = wire.parse(data)
                except TextError:
                    assert by_bytes.verdict == "deny"
                    continue
                if number or isinstance(value, str):  # a text is taken for JSON
                    continue
                before = copy.deepcopy(value)
                parsed = _agreed(pair, "check", value, kind, source=source)
                assert repr(value) == repr(before), "the document was changed"
                if "json-value" in {violation.rule for violation in parsed.violations}:
                    assert (
                        by_bytes.verdict == "deny"
                    )  # an integer of hundreds of digits, which no parsed value should have
                else:
                    assert _sound(parsed) == _sound(by_bytes), "parsed, it is judged in another way"


def raw_bytes(data: bytes) -> None:
    """Judge bytes by each engine: one verdict, and an accepted value is that of json.loads."""
    for kind, source in ROOTS:
        report = agreed(
            _contracts()[0],
            lambda contract: contract.check(data, named(kind), source=named(source)),  # noqa: B023
        )
        if report.verdict != "deny":
            assert repr(report.value) == repr(json.loads(data)), f"{kind} of {source}"


def message(data: bytes) -> tuple[str, list[tuple[str, str]], bytes]:
    """First line, headers and body: lines that end with a newline, then an empty one, as in HTTP/1.1 but for the CR."""
    head, _, body = data.partition(b"\n\n")
    line, *rest = head.decode("utf-8", "surrogateescape").split("\n")
    pairs = [
        (name.strip(), value.strip())
        for name, _, value in (header.partition(":") for header in rest)
    ]
    return line, pairs, body


def requests(data: bytes) -> None:
    """Check a request: `METHOD path?query`, headers, body."""
    line, headers, body = message(data)
    method, _, target = line.partition(" ")
    path, _, query = target.partition("?")
    request = Request(method, path, query, headers, body)
    pairs = [pair.partition("=")[::2] for pair in query.split("&") if pair]
    decoded = [(_decoded(name), _decoded(value)) for name, value in pairs]
    for pair in _contracts():
        report = _agreed(pair, "check_request", request)
        assert request == Request(method, path, query, headers, body)
        if report.operation == "patch_deployment" and report.ok:
            assert report.value is not None, "a body passed that was not read"
        _agreed(pair, "check_request", as_protocol(request, _decoded(path), decoded))
    _through_wsgi(request)


def _decoded(text: str) -> str:
    return unquote_to_bytes(text.encode("utf-8", "surrogateescape")).decode(
        "utf-8", "surrogateescape"
    )


def _through_wsgi(request: Request) -> None:
    """Check that the middleware answers a request, or passes it on byte for byte."""
    try:
        "".join([request.path, request.query, str(request.headers)]).encode("latin-1")
    except UnicodeEncodeError:
        return  # no server has such a request
    for contract in _contracts()[0]:
        answered = carry(contract, over_wsgi, request)
        assert answered.status == 299 or answered.body.isascii()


def responses(data: bytes) -> None:
    """Check a response: status, headers, body; to each operation."""
    line, headers, body = message(data)
    response = Response(
        int(line) if line.isascii() and line.isdigit() and len(line) < 4 else 200, headers, body
    )
    for pair in _contracts():
        for operation in OPERATIONS:
            _agreed(pair, "check_response", response, operation=operation)


def yaml(data: bytes) -> None:
    """Check the documents of a YAML text; where it is JSON too, it has the same value."""
    values: list[Any] = []
    try:
        for located in yaml_documents(wire.text(data)):
            values.append(located.value)
            for pair in _contracts():
                report = _agreed(pair, "check", as_parsed(located.value), KINDS[0])
                for violation in report.violations:
                    place = located.place(split(violation.pointer))
                    assert place is not None, "a place that nobody knows"
                    assert min(place) >= 1
    except TextError as error:
        fault = error
    else:
        with contextlib.suppress(TextError):
            assert repr([wire.parse(data)]) == repr(values), "as JSON it has another value"
        return
    assert fault.place is None or min(fault.place) >= 1
    for pair in _contracts():
        assert _agreed(pair, "refuse", KINDS[0], fault).verdict == "deny"


def har_files(data: bytes) -> None:
    """Check a HAR file, replayed under both engines."""
    path = Path(tempfile.gettempdir(), f"fuzz-{os.getpid()}.har")
    path.write_bytes(data)
    entries, fault = list[Entry](), ""
    try:
        for partition in recordings.split([str(path)]):
            entries += read_entries(partition)
    except UnreadableError as error:
        fault = str(error)
    finally:
        path.unlink()
    assert fault.isprintable()
    if fault:
        return
    for pair in _contracts():
        one, *others = (
            list(map(Replay(Session(contract)).judge_entry, entries)) for contract in pair
        )
        for other in others:
            assert len(one) == len(other) == len(entries)
            for first, second in zip(one, other, strict=True):
                _same_judgement(first, second)


def _same_judgement(first: JudgedEntry, second: JudgedEntry) -> None:
    """Assert that two engines say the same of one entry of a recording."""
    assert first._replace(request=None, response=None) == second._replace(
        request=None, response=None
    )
    assert all(reason.isprintable() for reason in first.not_judged.values())
    for report, same in ((first.request, second.request), (first.response, second.response)):
        assert (report and _sound(report)) == (same and _sound(same))


TARGETS: dict[str, Callable[[bytes], None]] = {
    "documents": documents,
    "requests": requests,
    "responses": responses,
    "yaml": yaml,
    "har": har_files,
    "bytes": raw_bytes,
}
