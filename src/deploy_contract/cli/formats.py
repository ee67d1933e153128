"""The output formats of `check`: text, JSON lines, annotations of GitHub Actions, and SARIF.

A format takes the records of a run in their order, and prints them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from deploy_contract.cli.lines import as_json, as_line
from deploy_contract.cli.printing import Printer
from deploy_contract.cli.report_text import Finding, report_lines
from deploy_contract.files.documents import Checked
from deploy_contract.violations import Violation
from deploy_contract.wording import UNDECIDED, VERDICTS
from deploy_contract_format.printing import decode_name
from deploy_contract_format.rules import by_id

SARIF = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
# as GitHub's runner decodes them
_MESSAGE_CODES = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY_CODES = _MESSAGE_CODES | str.maketrans({":": "%3A", ",": "%2C"})


class Document(NamedTuple):
    """A record of a document: its report, and its violations in the order of lines."""

    checked: Checked
    findings: tuple[Finding, ...]


class Problem(NamedTuple):
    """A record of a file that cannot be read, or of a comment without effect.

    `level` is "error" or "warning". Standard error has the text too.
    """

    level: str
    title: str
    text: str
    file: str | None = None
    line: int | None = None


class Look(NamedTuple):
    """The choices of text: with excerpts or without, with values or without."""

    excerpts: bool
    values: bool


Records: TypeAlias = Iterable[Document | Problem]


def _print_text(records: Records, printer: Printer, look: Look) -> None:
    """Print text for people, with a summary if there are several documents or files."""
    counts: Counter[str] = Counter()
    for record in records:
        if isinstance(record, Problem):
            counts["not read"] += record.level == "error"
            continue
        checked, findings = record
        counts[VERDICTS[checked.report.verdict]] += 1
        values: Mapping[str, str] | None = {} if look.excerpts else None
        if look.excerpts and look.values and findings:
            from deploy_contract.files.fields import visible_values

            values = visible_values(checked.report, checked.contract.bundle)
        printer.lines(report_lines(checked, findings, values))
    if counts.total() > 1:
        number = counts.total() - counts["not read"]
        named = [f"{counts[word]} {word}" for word in (*VERDICTS.values(), "not read")]
        shown = [text for text in named if not text.startswith("0 ")]
        noun = "document" if number == 1 else "documents"
        printer.line((f"{number} {noun}: {', '.join(shown) or 'none'}", "bold"))


def _print_json(records: Records, printer: Printer, _look: Look) -> None:
    """Print one JSON object for each document."""
    for record in records:
        if isinstance(record, Problem):
            continue
        checked, findings = record
        row: dict[str, Any] = {"file": decode_name(checked.file), "number": checked.number}
        row |= checked.report.to_dict() | {"violations": [], "undecided": []}
        for word, violation, place, hint in findings:
            key = "undecided" if word == UNDECIDED else "violations"
            row[key].append(violation.to_dict() | {"hint": hint} | place._asdict())
        printer.data(as_json(row))


def _print_github(records: Records, printer: Printer, _look: Look) -> None:
    """Print a workflow command of GitHub Actions for each violation and problem."""
    for record in records:
        if isinstance(record, Problem):
            place = {"file": record.file, "line": record.line, "title": record.title}
            printer.data(_annotation(record.level, place, record.text))
            continue
        for finding in record.findings:
            level, (line, column) = _level(finding), finding.place
            command = "notice" if level == "note" else level
            rule = finding.violation.rule
            place = {"file": record.checked.file, "line": line, "col": column, "title": rule}
            text = f"{_sentence(finding.violation)}\nhint: {finding.hint}"
            printer.data(_annotation(command, place, text))


def _annotation(command: str, place: Mapping[str, object], text: str) -> str:
    pairs = [
        f"{key}={_encoded(str(value), _PROPERTY_CODES)}"
        for key, value in place.items()
        if value is not None
    ]
    return f"::{command} {','.join(pairs)}::{_encoded(text, _MESSAGE_CODES)}"


def _encoded(text: str, codes: Mapping[int, str]) -> str:
    return as_line(decode_name(text).translate(codes))


def _print_sarif(records: Records, printer: Printer, _look: Look) -> None:
    """Print one SARIF 2.1.0 document (OASIS)."""
    from importlib.metadata import version

    rules: dict[str, dict[str, Any]] = {}
    results: list[dict[str, Any]] = []
    notifications: list[dict[str, Any]] = []
    contract, is_whole = "", True
    for record in records:
        if isinstance(record, Problem):
            is_whole = is_whole and record.level != "error"
            notifications.append(_notification(record))
            continue
        contract = record.checked.contract.version
        for finding in record.findings:
            rule = finding.violation.rule
            rules.setdefault(rule, _descriptor(record.checked, finding.violation))
            results.append(_result(record.checked, finding, list(rules).index(rule)))
    driver = {
        "name": "deploy-contract",
        "version": version("deploy-contract"),
        "rules": list(rules.values()),
        "properties": {"contract": contract},
    }
    invocation = {"executionSuccessful": is_whole, "toolExecutionNotifications": notifications}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [invocation],
        "results": results,
    }
    printer.data(as_json({"$schema": SARIF, "version": "2.1.0", "runs": [run]}, indent=1))


def _result(checked: Checked, finding: Finding, index: int) -> dict[str, Any]:
    violation, place = finding.violation, finding.place
    region = {"startLine": place.line, "startColumn": place.column}
    physical = {"artifactLocation": {"uri": _uri(checked.file)}, "region": region}
    logical = {"fullyQualifiedName": violation.pointer, "kind": "member"}
    where = {
        "physicalLocation": physical,
        "logicalLocations": [logical] if violation.pointer else [],
    }
    return {
        "ruleId": violation.rule,
        "ruleIndex": index,
        "level": _level(finding),
        "message": {"text": f"{_sentence(violation)}; hint: {finding.hint}"},
        "locations": [where],
    }


def _notification(problem: Problem) -> dict[str, Any]:
    found: dict[str, Any] = {"level": problem.level, "message": {"text": problem.text}}
    if problem.file is not None:
        physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(problem.file)}}
        if problem.line is not None:
            physical["region"] = {"startLine": problem.line}
        found["locations"] = [{"physicalLocation": physical}]
    return found


def _descriptor(checked: Checked, violation: Violation) -> dict[str, Any]:
    """Return the rule of a violation as a reportingDescriptor."""
    from deploy_contract.cli.rule_text import with_placeholders

    rule = by_id(checked.contract.rules)[violation.rule]
    message, hint = with_placeholders(rule.message), with_placeholders(rule.hint)
    details = f"{message}\nhint: {hint}\nbasis: {rule.basis}\nrests on: {rule.section}"
    level = "error" if violation.mode == "enforce" else "note"
    return {
        "id": rule.rule,
        "shortDescription": {"text": message},
        "help": {"text": details},
        "defaultConfiguration": {"level": level},
        "properties": {"basis": rule.basis},
    }


def _uri(name: str) -> str:
    from urllib.parse import quote

    path = quote(name.encode("utf-8", "surrogateescape"))
    return f"file://{path}" if path.startswith("/") else path


def _level(finding: Finding) -> str:
    """Return the level of a violation: "error", "note", or "warning" if it is undecided."""
    return "warning" if finding.word == UNDECIDED else finding.word


def _sentence(violation: Violation) -> str:
    return f"{violation.pointer}: {violation.message}" if violation.pointer else violation.message


FORMATS: Mapping[str, Callable[[Records, Printer, Look], None]] = {
    "text": _print_text,
    "json": _print_json,
    "github": _print_github,
    "sarif": _print_sarif,
}
