"""Seeds and words of a fuzzer: the cases of the suite, the examples, recorded traffic; and the words of the contract."""

import json
from collections.abc import Iterator
from pathlib import Path

from deploy_contract.bundle import Bundle
from tests.support.suite import ROOT, SuiteRow, body_of, cases, headers_of

CORPUS = Path(__file__).parent / "corpus"
MOST = 4096  # bytes of a seed: small ones are changed more often


def _message(line: str, given: SuiteRow) -> bytes:
    head = "".join(f"\n{name}: {value}" for name, value in headers_of(given))
    return f"{line}{head}\n\n".encode("utf-8", "surrogateescape") + body_of(given)


def _of_case(case: SuiteRow) -> Iterator[tuple[str, bytes]]:
    if "request" in case:
        given = case["request"]
        line = f"{given['method']} {given['path']}?{given.get('query', '')}"
        yield "requests", _message(line, given)
        if "response" in case:
            yield "responses", _message(str(case["response"]["status"]), case["response"])
    elif "yaml" in case:
        yield "yaml", case["yaml"].encode()
    else:
        yield "documents", body_of(case)


def seeds() -> Iterator[tuple[str, bytes]]:
    for _, case in cases():
        for target, data in _of_case(case):
            yield target, data
            if target == "documents":
                yield "bytes", data
    for path in sorted((ROOT / "spec" / "examples").iterdir()):
        target = {".json": "documents", ".yaml": "yaml", ".har": "har"}[path.suffix]
        yield target, path.read_bytes()
        if target == "documents":
            yield "bytes", path.read_bytes()
    for path in (
        ROOT / "spec" / "examples" / "exchange.har",
        *sorted((ROOT / "tests" / "support" / "har").glob("*.har")),
    ):
        for entry in json.loads(path.read_bytes())["log"]["entries"]:
            yield "har", json.dumps({"log": {"entries": [entry]}}).encode()


# of formats, of JSON, YAML and HAR, and of HTTP
WORDS = (
    "true false null 1e400 9007199254740993 -0.0 \\ud800 \\u0000 refs/tags/ %2e %2f content-type"
    " application/json charset=utf-8 content-encoding gzip &a *a !!str startedDateTime postData"
    " mimeType base64 9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21 2026-01-31T12:00:00Z"
)


def words() -> set[str]:
    """Return the words of the contract: names of fields, values of enumerations, and parts of paths; and others."""
    found = {*WORDS.split(), "<<: *a", "---\n"}
    for row in Bundle.installed().operations:
        names = (parameter["name"] for parameter in row["parameters"])
        found |= {row["method"], *row["path"].split("/"), *names}
    for kind in Bundle.installed().kinds:
        for schema in Bundle.installed().definitions(kind).values():
            found |= {*schema.get("properties", ()), *filter(None, schema.get("enum", ()))}
    return found - {""}


def dictionary() -> str:
    escaped = ("".join([rf"\x{byte:02x}" for byte in word.encode()]) for word in words())
    return "".join([f'"{word}"\n' for word in sorted(escaped)])
