"""Reports as text, JSON lines, annotations of GitHub Actions, and SARIF.

Text has a line with the verdict, then each violation with its key and its hint. A format of `check`
takes the records of a run in their order, and prints them.
"""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from deploy_contract.cli.printing import Line, Printer, as_json, counted
from deploy_contract.files.documents import Checked, Finding
from deploy_contract.report import Report, outcome_of
from deploy_contract.violations import Violation
from deploy_contract.wording import MODES, REVISIONS, UNDECIDED, VERDICTS
from deploy_contract_format.errors import Place
from deploy_contract_format.printing import as_line, decode_name
from deploy_contract_format.rules import by_id

if TYPE_CHECKING:
    from deploy_contract.files.repairs import Edit

VERDICT_STYLES = {"allow": "bold green", "deny": "bold red", "indeterminate": "bold yellow"}
_PROBLEMS = ("not read", "not written")  # titles of problems that the last line counts
TRUNCATED = "there are more; these are the first"
_NOUNS = {"error": "error", "note": "note", UNDECIDED: "open question"}
_STYLES = {"error": "red", "note": "cyan", UNDECIDED: "yellow"}
_PART = 8  # columns for the part of an exchange
_INDENT = "    "  # before the lines below a violation
_LONGEST_VALUE = 80  # characters of a value in an excerpt
SARIF = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
# as GitHub's runner decodes them
_MESSAGE_CODES = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY_CODES = _MESSAGE_CODES | str.maketrans({":": "%3A", ",": "%2C"})


def verdict_piece(verdict: str) -> tuple[str, str]:
    """Return the word for a verdict, with its style."""
    return VERDICTS[verdict], VERDICT_STYLES[verdict]


def report_lines(checked: Checked, values: Mapping[str, str] | None = None) -> Iterator[Line]:
    """Yield the lines of a report. `values`: those to show, by pointer; None for no excerpts."""
    report, contract = checked.report, checked.contract
    sources = contract.bundle.book.admitted(contract.hosting) if report.needs else ()
    yield _verdict_line(checked, explanation(report, sources))
    if report.violations or report.undecided:
        yield from _finding_lines(checked, values)


def _finding_lines(checked: Checked, values: Mapping[str, str] | None) -> Iterator[Line]:
    """Yield the lines of violations, with their keys and hints."""
    before: tuple[str, Place] | None = None
    for word, violation, place, hint in checked.findings:
        where = f"{checked.name}:{place.line}:{place.column}: "
        yield [(where, ""), (f"{word}: ", _STYLES[word]), *_violation_pieces(violation)]
        key = _key(violation.pointer) if violation.location == "body" else ""
        if key and values is not None and before != (violation.rule, place):
            line = f"{place.line:>4}"
            value = values.get(violation.pointer, "")
            shown = f": {value[:_LONGEST_VALUE]}" if value else ""
            yield [(f"{_INDENT}{line} | ", "dim"), (f"{key}{shown}", "")]
            yield [(f"{_INDENT}{'':{len(line)}} | ", "dim"), ("^" * len(key), _STYLES[word])]
        before = violation.rule, place  # several members may be missing at one place
        yield _hint_line(_INDENT, hint)
    conflict = _conflict(checked)
    if conflict:
        yield [(f"{_INDENT}no source admits all of these fields:", "bold")]
    for pointer, admitting in conflict.items():
        lead = f"{_INDENT}  {pointer:{max(map(len, conflict))}}  "
        yield [(lead, ""), (", ".join(admitting), "cyan")]
    if checked.report.truncated:
        yield [(f"{_INDENT}{TRUNCATED}", "dim")]


def _verdict_line(checked: Checked, remark: str) -> Line:
    verdict = verdict_piece(checked.report.verdict)
    return (f"{_subject(checked)}: ", "bold"), verdict, (remark, "dim")


def _subject(checked: Checked) -> str:
    number = f" (document {checked.number})" if checked.number > 1 else ""
    return f"{checked.name}{number}"


def _conflict(checked: Checked) -> Mapping[str, Sequence[str]]:
    """Return the fields that no source admits together, with the sources of each."""
    if checked.report.verdict != "deny":
        return {}
    from deploy_contract.conflicts import conflicting_fields  # few files need it

    return conflicting_fields(checked.contract, checked.report, checked.known_source)


def _key(pointer: str) -> str:
    """Return the last key of a pointer, with the indexes behind it."""
    tokens = pointer.split("/")
    start = len(tokens) - 1
    while start > 1 and tokens[start].isdecimal():
        start -= 1
    return "/".join(tokens[start:])


def violation_lines(part: str, violation: Violation, word: str) -> Iterator[Line]:
    """Yield the line of a violation in a part of an exchange, and that of its hint.

    `word`: "error", "note" or "depends".
    """
    lead = [(f"  {part:{_PART}}  ", "dim"), (f"{word:7}  ", _STYLES[word])]
    yield [*lead, *_violation_pieces(violation)]
    yield _hint_line(" " * sum(len(text) for text, _ in lead), violation.hint)


def _violation_pieces(violation: Violation) -> Line:
    pointer = f"{violation.pointer}: " if violation.pointer else ""
    if violation.location in ("path", "query", "header"):
        pointer = f"{violation.location} {pointer}" if pointer else f"{violation.location}: "
    return [(pointer, ""), (f"{violation.message} [", ""), (violation.rule, "bold"), ("]", "")]


def _hint_line(indent: str, hint: str) -> Line:
    return [(f"{indent}hint: ", "italic"), (hint, "italic")]


def explanation(report: Report, sources: Sequence[str]) -> str:
    """Return the remark after a verdict, in brackets, or "".

    `sources`: the sources that can run on the hosting.
    """
    if report.verdict == "deny":
        return ""
    remarks = []
    if report.needs:  # only an indeterminate verdict has needs
        denied = [name for name in sources if name not in report.sources]
        if denied and "source" in report.needs:
            remarks.append(f"denied for {', '.join(denied)}; open for {', '.join(report.sources)}")
        remarks.append(f"give the {' or '.join(report.needs)} to settle it")
    answer = outcome_of(report).creates_revision
    if answer is not None:
        remarks.append(REVISIONS[answer])
    return f" ({'; '.join(remarks)})" if remarks else ""


class Problem(NamedTuple):
    """A record of a file that cannot be read or written, or of a comment without effect.

    `level` is "error" or "warning". Standard error has the text too.
    """

    level: str
    title: str
    text: str
    file: str | None = None
    line: int | None = None


Records: TypeAlias = Iterable[Checked | Problem]


def _print_text(records: Records, printer: Printer, options: Namespace) -> None:
    """Print text for people, with a summary if there are several documents or files.

    A blank line comes before and after each document with several lines.
    """
    counts: Counter[str] = Counter()
    words: Counter[str] = Counter()
    firsts: dict[Hashable, str] = {}  # the first undecided document by its reasons
    was_long = False  # whether the document before has several lines
    for record in records:
        if isinstance(record, Problem):
            counts[record.title] += record.level == "error"
            continue
        verdict, violations = record.report.verdict, record.report.violations
        undecided = record.report.undecided
        first = None
        if undecided and not violations and not options.show_values:
            first = _first_alike(record, firsts)
        is_long = first is None and bool(violations or undecided)
        if was_long or (is_long and counts.total()):
            printer.line()
        was_long = is_long
        counts[VERDICTS[verdict]] += 1
        words[UNDECIDED] += len(undecided)
        for violation in violations:
            words[MODES[violation.mode]] += 1
        if first is None:
            printer.lines(report_lines(record, _values(record, options)))
        else:
            printer.line(*_verdict_line(record, f" (for the same reasons as {first})"))
    if counts.total() > 1:
        if was_long:
            printer.line()
        printer.line((_total(counts, words), "bold"))


def _values(checked: Checked, options: Namespace) -> Mapping[str, str] | None:
    """Return the values to show in excerpts, by their pointers; None for no excerpts."""
    if options.no_source:
        return None
    if not options.show_values or not checked.findings:
        return {}
    from deploy_contract.files.fields import visible_values

    return visible_values(checked.report, checked.contract.bundle)


def _first_alike(checked: Checked, firsts: dict[Hashable, str]) -> str | None:
    """Return the name of the first document that is undecided for the same reasons.

    If there is no such document yet, return None, and keep this document as the first.
    """
    report = checked.report
    facts = report.sources, report.needs, report.creates_revision
    violated = tuple([(violation.rule, violation.pointer) for violation in report.undecided])
    reasons = checked.contract, facts, violated
    first = firsts.get(reasons)
    if first is None:
        firsts[reasons] = _subject(checked)
    return first


def _total(counts: Mapping[str, int], words: Mapping[str, int]) -> str:
    """Return the last line: the numbers of documents by verdict, and of violations."""
    number = sum([counts[word] for word in VERDICTS.values()])
    ordered = (*VERDICTS.values(), *_PROBLEMS)
    named = [f"{counts[word]} {word}" for word in ordered if counts[word]]
    text = f"{counted(number, 'document')}: {', '.join(named) or 'none'}"
    found = [counted(words[word], noun) for word, noun in _NOUNS.items() if words[word]]
    return f"{text}; {', '.join(found)}" if found else text


def _print_json(records: Records, printer: Printer, _options: Namespace) -> None:
    for record in records:
        if isinstance(record, Problem):
            continue
        row: dict[str, Any] = {"file": decode_name(record.file), "number": record.number}
        row |= record.report.to_dict() | {"violations": [], "undecided": []}
        for word, violation, place, hint in record.findings:
            key = "undecided" if word == UNDECIDED else "violations"
            row[key].append(violation.to_dict() | {"hint": hint} | place._asdict())
        if conflict := _conflict(record):
            row["conflict"] = dict(conflict)
        printer.data(as_json(row))


def _print_github(records: Records, printer: Printer, _options: Namespace) -> None:
    for record in records:
        if isinstance(record, Problem):
            place = {"file": record.file, "line": record.line, "title": record.title}
            printer.data(_annotation(record.level, place, record.text))
            continue
        for finding in record.findings:
            level, (line, column) = _level(finding), finding.place
            command = "notice" if level == "note" else level
            rule = finding.violation.rule
            place = {"file": record.file, "line": line, "col": column, "title": rule}
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


def _print_sarif(records: Records, printer: Printer, _options: Namespace) -> None:
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
        contract = record.contract.version
        edits = _edits(record)
        for finding in record.findings:
            rule = finding.violation.rule
            edit = edits.get(finding.violation)
            rules.setdefault(rule, _descriptor(record, finding.violation))
            results.append(_result(record, finding, list(rules).index(rule), edit))
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


def _result(checked: Checked, finding: Finding, index: int, edit: Edit | None) -> dict[str, Any]:
    violation = finding.violation
    where = _location(checked.file, *finding.place)
    logical = {"fullyQualifiedName": violation.pointer, "kind": "member"}
    where["logicalLocations"] = [logical] if violation.pointer else []
    result = {
        "ruleId": violation.rule,
        "ruleIndex": index,
        "level": _level(finding),
        "message": {"text": f"{_sentence(violation)}; hint: {finding.hint}"},
        "locations": [where],
    }
    if edit is not None:
        content = {"text": edit.text}
        replacement = {"deletedRegion": _region(checked, edit), "insertedContent": content}
        change = {"artifactLocation": {"uri": _uri(checked.file)}, "replacements": [replacement]}
        description = {"text": finding.hint}
        result["fixes"] = [{"description": description, "artifactChanges": [change]}]
    return result


def _location(file: str, line: int | None, column: int | None = None) -> dict[str, Any]:
    """Return a place as a location. Unknown parts are left out."""
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(file)}}
    if line is not None:
        physical["region"] = {"startLine": line}
    if column is not None:
        physical["region"]["startColumn"] = column
    return {"physicalLocation": physical}


def _edits(checked: Checked) -> Mapping[Violation, Edit]:
    """Return the edits that repair violations of the first document of a file.

    For later documents, the whole file would have to be parsed for each document.
    """
    repaired = [finding.violation for finding in checked.findings if finding.violation.repair]
    if not repaired or checked.number > 1:
        return {}
    from deploy_contract.files.repairs import Fix, edits_of

    fixes = [Fix(1, violation) for violation in repaired]
    edits = edits_of(checked.source.body.decode(), fixes, yaml=checked.source.is_yaml)
    return {fix.violation: edit for fix, edit in edits.items()}


def _region(checked: Checked, edit: Edit) -> dict[str, int]:
    from deploy_contract.places import place_of_offset

    text = checked.source.body.decode()
    start, end = place_of_offset(text, edit.start), place_of_offset(text, edit.end)
    return {
        "startLine": start.line, "startColumn": start.column,
        "endLine": end.line, "endColumn": end.column,
    }  # fmt: skip


def _notification(problem: Problem) -> dict[str, Any]:
    found: dict[str, Any] = {"level": problem.level, "message": {"text": problem.text}}
    if problem.file is not None:
        found["locations"] = [_location(problem.file, problem.line)]
    return found


def _descriptor(checked: Checked, violation: Violation) -> dict[str, Any]:
    from deploy_contract.cli.rules import with_placeholders

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


FORMATS: Mapping[str, Callable[[Records, Printer, Namespace], None]] = {
    "text": _print_text,
    "json": _print_json,
    "github": _print_github,
    "sarif": _print_sarif,
}
