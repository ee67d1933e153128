"""Runner of the suite for Python: check a case by a contract of any engine."""

import base64
import json
import pickle
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from deploy_contract_generated.names import EngineName

from deploy_contract import Contract, Limits, Report, Request, Response, Violation
from deploy_contract.files.documents import as_parsed, check_body
from tests.support.effort import effort
from tests.support.generator import parsed

ROOT = Path(__file__).parents[2]
SUITE = ROOT / "spec" / "suite"

SuiteRow = dict[str, Any]
# the members of a case that say of which contract it is
OF_CONTRACT = frozenset((
    "hosting", "unknown_fields", "modes", "limits", "base_path", "unknown_operations",
))  # fmt: skip


def cases(folder: Path = SUITE) -> Iterator[tuple[str, SuiteRow]]:
    """Yield (file and name, case) for each case of the suite. Each caller has its own copies."""
    for path in sorted(folder.glob("*.yaml")):
        if path.name != "schema.yaml":
            for case in pickle.loads(_pickled(path.read_text("utf-8")))["cases"]:  # noqa: S301 - our own
                yield f"{path.stem}: {case['name']}", case


def of_each_class(few: int, in_soak: int = 10_000) -> Iterator[tuple[str, SuiteRow]]:
    """Yield a few cases of each class, and more of them in `make soak`.

    Cases of a class have the same sort of message, and break the same rules.
    """
    seen: Counter[object] = Counter()
    for title, case in cases():
        rules = {rule for key in ("violations", "undecided") for rule, _ in case.get(key, [])}
        parts = case.keys() & {"request", "response", "value", "text", "yaml", "base64"}
        known = (case.get("document"), "revision_rules" in case, *case.get("revision_rules", []))
        group = frozenset(rules), frozenset(parts), known
        seen[group] += 1
        if seen[group] <= effort(few, in_soak):
            yield title, case


@cache
def _pickled(text: str) -> bytes:
    """Return the value of a YAML document, which is parsed once: that takes longer than most tests."""
    return pickle.dumps(parsed(text)[0].value)


def report(case: SuiteRow, engine: EngineName, contracts: dict[str, Contract]) -> Report:
    options: dict[str, Any] = {"unknown_fields": "allow"}
    options |= {name: case[name] for name in OF_CONTRACT & case.keys()}
    options["limits"] = Limits(**case.get("limits", {}))
    key = repr((sorted(options.items()), engine))
    contract = contracts.get(key) or contracts.setdefault(key, Contract(engine=engine, **options))
    return report_by(contract, case)


def report_by(contract: Contract, case: SuiteRow) -> Report:
    """Return the report on a case by a contract, whatever the options that the case names."""
    context = {"source": case.get("source"), "deployment": case.get("deployment")}
    if "response" in case:
        known = {deployment["id"]: deployment for deployment in case.get("known", [])}.get
        return contract.check_response(response_of(case), request_of(case), known=known)
    if "request" in case:
        return contract.check_request(request_of(case), **context)
    if "yaml" in case:
        text = case["yaml"].encode()
        return next(check_body("case.yaml", text, contract, case["document"], **context)).report
    body: Any = as_parsed(case["value"]) if "value" in case else body_of(case)
    return contract.check(body, case["document"], **context)


def request_of(case: SuiteRow) -> Request:
    given = case["request"]
    method, path, query = given["method"], given["path"], given.get("query", "")
    return Request(method, path, query, headers_of(given), body_of(given))


def response_of(case: SuiteRow) -> Response:
    given = case["response"]
    return Response(given["status"], headers_of(given), body_of(given))


def headers_of(message: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(name, value) for name, value in message.get("headers", [])]


def body_of(message: Mapping[str, Any]) -> bytes:
    if "value" in message:
        return json.dumps(message["value"]).encode()
    if "text" in message:
        return str(message["text"]).encode()
    return base64.b64decode(message.get("base64", ""))


def answer(found: Report) -> dict[str, Any]:
    """Return the parts of a report that the suite compares, in the suite's own terms."""
    return {
        "verdict": found.verdict,
        "violations": _pairs(found.violations),
        "undecided": _pairs(found.undecided),
        "needs": sorted(found.needs),
        "sources": sorted(found.sources),
        "operation": found.operation,
        "parameters": json.loads(json.dumps(found.parameters)),
        "creates_revision": found.creates_revision,
        "revision_rules": sorted(found.revision_rules),
    }


def expected(case: SuiteRow) -> dict[str, Any]:
    """Return the parts of an answer that a case states."""
    known: Mapping[str, Any] = {"violations": [], **case}
    forms: dict[str, Callable[[Any], Any]]
    forms = dict.fromkeys(("violations", "undecided"), lambda rows: sorted(set(map(tuple, rows))))
    forms |= dict.fromkeys(("needs", "sources", "revision_rules"), sorted)
    forms |= dict.fromkeys(
        ("verdict", "creates_revision", "operation", "parameters"), lambda value: value
    )
    return {key: form(known[key]) for key, form in forms.items() if key in known}


def difference(case: SuiteRow, found: Report) -> dict[str, Any]:
    """Return the keys whose answer differs from the expected one, as key -> (expected, got)."""
    got = answer(found)
    return {key: (value, got[key]) for key, value in expected(case).items() if got[key] != value}


def _pairs(violations: tuple[Violation, ...]) -> list[tuple[str, str]]:
    return sorted({(violation.rule, violation.pointer) for violation in violations})
