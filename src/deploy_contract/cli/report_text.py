"""Reports as text and as JSON: a line for the verdict, then each violation with an excerpt."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from deploy_contract.cli.levels import by_line
from deploy_contract.cli.lines import as_json
from deploy_contract.cli.printing import ExcerptStyle, Line, plain_line
from deploy_contract.contract import Contract
from deploy_contract.files.documents import Checked
from deploy_contract.report import Report, outcome_of
from deploy_contract.violations import Violation
from deploy_contract.wording import MODES, REVISIONS, UNDECIDED, VERDICTS
from deploy_contract_format.errors import Place
from deploy_contract_format.printing import decode_name

if TYPE_CHECKING:
    from deploy_contract.cli.excerpt import Excerpt
    from deploy_contract.files.source import Source

VERDICT_STYLES = {"allow": "bold green", "deny": "bold red", "indeterminate": "bold yellow"}
TRUNCATED = "there are more; these are the first"
_STYLES = {"error": "red", "note": "cyan", UNDECIDED: "yellow"}
_GUTTER = 9  # columns for the line number of an excerpt
_PLACE = 7  # columns for line and column


def verdict_piece(verdict: str) -> tuple[str, str]:
    """Return the word for a verdict, with its style."""
    return VERDICTS[verdict], VERDICT_STYLES[verdict]


class Finding(NamedTuple):
    """A violation as text shows it: the word for its mode, its place, its hint, and an excerpt."""

    word: str
    violation: Violation
    place: Place
    hint: str
    excerpt: "Excerpt | None"


class Contents(NamedTuple):
    """All that the text of a report shows, except for the name of its file.

    Attributes:
        verdict: of the report.
        remark: after the verdict.
        findings: the violations in the order of lines.
        truncated: whether there are more violations.
    """

    verdict: str
    remark: str
    findings: tuple[Finding, ...]
    truncated: bool


def report_lines(checked: Checked, excerpts: ExcerptStyle | None = None) -> Iterator[Line]:
    """Yield the lines of a report.

    Args:
        checked: the document and its report.
        excerpts: style of the excerpts from the file; None for no excerpts.
    """
    contents = contents_of(checked, excerpts)
    yield ((subject(checked), "bold"), *_verdict_pieces(contents))
    yield from _lines_below(contents)


def subject(checked: Checked) -> str:
    """Return the beginning of a report's first line: the name of the file."""
    number = f" (document {checked.number})" if checked.number > 1 else ""
    return f"{checked.name}{number}: "


def contents_of(checked: Checked, excerpts: ExcerptStyle | None) -> Contents:
    """Return the contents of a report's text."""
    report = checked.report
    # Before the remark, which reads the value: unread bytes mostly tell that there are none.
    words = with_words(report)
    sources: tuple[str, ...] = ()
    if report.verdict == "indeterminate":
        sources = admitted_sources(checked.contract)
    remark = explanation(report, sources)
    findings = _findings(checked, words, excerpts) if words else ()
    return Contents(report.verdict, remark, findings, bool(words) and report.truncated)


def _findings(
    checked: Checked, words: Iterable[tuple[str, Violation]], excerpts: ExcerptStyle | None
) -> tuple[Finding, ...]:
    shown = _shown(checked, excerpts)
    findings = []
    before: tuple[str, Place] | None = None
    for word, violation, place in by_line(checked, words):
        drawn = None
        if excerpts and before != (violation.rule, place):  # such as several missing members
            drawn = _excerpt(checked.source, violation, place, excerpts, shown)
        before = violation.rule, place
        findings.append(Finding(word, violation, place, checked.hint(violation), drawn))
    return tuple(findings)


def _excerpt(
    source: "Source",
    violation: Violation,
    place: Place,
    style: ExcerptStyle,
    shown: Collection[Place],
) -> "Excerpt | None":
    module = _excerpts()
    text = None if shown else source.single_line(violation, place)
    if text is not None:
        single: Excerpt = module.single_excerpt(text, place, style.columns, style.mask)
        return single
    line = source.line(violation, place, shown)
    return module.excerpt(line, place, style.columns, style.mask) if line else None


@cache
def _excerpts() -> Any:
    """Return the module of excerpts: most files have no findings."""
    from deploy_contract.cli import excerpt

    return excerpt


@lru_cache(maxsize=256)
def plain_text(contents: Contents) -> str:
    """Return the text of a report after the name of the file.

    Reports on many files often have equal texts, which then are made once.
    """
    lines = (_verdict_pieces(contents), *_lines_below(contents))
    return "\n".join(map(plain_line, lines))


def _verdict_pieces(contents: Contents) -> Line:
    return verdict_piece(contents.verdict), (contents.remark, "dim")


def _lines_below(contents: Contents) -> Iterator[Line]:
    """Yield the lines below that of the verdict."""
    for word, violation, place, hint, drawn in contents.findings:
        where = f"{place.line}:{place.column}"
        head, last = violation_lines(where, violation, word, hint)
        yield head
        if drawn:
            yield from _excerpt_lines(drawn, where, _STYLES[word])
        yield last
    if contents.truncated:
        yield [(f"  {TRUNCATED}", "dim")]


def with_words(report: Report) -> list[tuple[str, Violation]]:
    """Return the violations of a report, each after the word for its mode."""
    words = []
    for violation in report.violations:
        words.append((MODES[violation.mode], violation))  # noqa: PERF401 - most have one or none
    for violation in report.undecided:
        words.append((UNDECIDED, violation))  # noqa: PERF401
    return words


def _shown(checked: Checked, excerpts: ExcerptStyle | None) -> Collection[Place]:
    """Return the places of the values that excerpts show."""
    if not excerpts or not excerpts.shows_values:
        return ()
    from deploy_contract.files.visible import visible_places

    return visible_places(checked)


def _excerpt_lines(drawn: "Excerpt", where: str, caret_style: str) -> Iterator[Line]:
    width = max(len(where), _PLACE) + _GUTTER
    caret = " " * drawn.column + "^" * drawn.width
    yield [(f"{drawn.number:>{width}} | ", "dim"), (drawn.line, "")]
    yield [(f"{'':{width}} | ", "dim"), (caret, caret_style)]


def violation_lines(
    where: str, violation: Violation, word: str, hint: str = ""
) -> tuple[Line, Line]:
    """Return the line of a violation and that of its hint.

    Args:
        where: line and column, or the part of the exchange.
        violation: the violation.
        word: "error", "note" or "depends".
        hint: the hint, by default that of the violation.
    """
    pointer = f"{violation.pointer}: " if violation.pointer else ""
    if violation.location in ("path", "query", "header"):
        pointer = f"{violation.location} {pointer}" if pointer else f"{violation.location}: "
    head = [
        (f"  {where:>{_PLACE}}  ", "dim"),
        (f"{word:7} ", _STYLES[word]),
        (pointer, "bold"),
        (violation.message, ""),
        (f"  [{violation.rule}]", "dim"),
    ]
    indent = " " * (max(len(where), _PLACE) + 12)
    return head, [(f"{indent}hint: {hint or violation.hint}", "italic")]


def explanation(report: Report, sources: Sequence[str]) -> str:
    """Return the remark after a verdict, in brackets, or "".

    Args:
        report: the report.
        sources: the sources that the hosting admits.
    """
    if report.verdict == "deny":
        return ""
    answer = outcome_of(report).creates_revision
    revision = "" if answer is None else REVISIONS[answer]
    return _remarks(tuple(sources), report.sources, report.needs, revision)


@lru_cache(maxsize=256)
def _remarks(
    sources: tuple[str, ...], left: tuple[str, ...], needs: tuple[str, ...], revision: str
) -> str:
    remarks = []
    if needs:  # of an open verdict alone
        denied = [name for name in sources if name not in left]
        if denied and "source" in needs:
            remarks.append(f"denied for {', '.join(denied)}; open for {', '.join(left)}")
        remarks.append(f"give the {' or '.join(needs)} to settle it")
    if revision:
        remarks.append(revision)
    return f" ({'; '.join(remarks)})" if remarks else ""


@lru_cache(maxsize=8)
def admitted_sources(contract: Contract) -> tuple[str, ...]:
    """Return the sources of deployments that may run on the hosting of a contract."""
    return contract.bundle.book.admitted(contract.hosting)


def summary(verdicts: Sequence[str], unreadable: int) -> Line:
    """Return the last line after several documents: the number of each verdict."""
    counts = []
    for verdict, word in VERDICTS.items():
        if verdict in verdicts:
            counts.append(f"{verdicts.count(verdict)} {word}")
    if unreadable:
        counts.append(f"{unreadable} not read")
    noun = "document" if len(verdicts) == 1 else "documents"
    return [(f"{len(verdicts)} {noun}: {', '.join(counts) or 'none'}", "bold")]


def report_json(checked: Checked) -> str:
    """Return a report as one line of JSON."""
    report = checked.report
    row = {"file": decode_name(checked.file), "number": checked.number, **report.to_dict()}
    row["violations"] = _located(checked, report.violations)
    row["undecided"] = _located(checked, report.undecided)
    return as_json(row)


def _located(checked: Checked, violations: Iterable[Violation]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for _, violation, place in by_line(checked, [("", violation) for violation in violations]):
        hint = {"hint": checked.hint(violation)}
        rows.append(violation.to_dict() | hint | place._asdict())
    return rows
