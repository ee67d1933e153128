"""The output formats of `check`: text, JSON lines, annotations of GitHub Actions, and SARIF."""

from collections.abc import Mapping, Sequence
from itertools import starmap
from typing import Any, Protocol

from deploy_contract.cli import report_text
from deploy_contract.cli.levels import sentence, with_levels
from deploy_contract.cli.lines import as_line
from deploy_contract.cli.printing import ExcerptStyle, Printer
from deploy_contract.files.documents import Checked, UnreadableError
from deploy_contract_format.printing import decode_name

FORMATS = ("text", "json", "github", "sarif")


class Output(Protocol):
    """An output format: it receives the results of a run in their order."""

    def document(self, checked: Checked) -> None:
        """Take the report on one document."""

    def idle(self, file: str, line: int, message: str) -> None:
        """Take a comment without effect. Standard error has the message too."""

    def unreadable(self, error: UnreadableError) -> None:
        """Take a file that cannot be read. Standard error has the message too."""

    def end(self, verdicts: Sequence[str], unreadable: int) -> None:
        """Finish. `unreadable` is the number of files that could not be read."""


def make_output(name: str, printer: Printer, *, excerpts: bool, values: bool) -> Output:
    """Return the output of a format.

    Args:
        name: of the format.
        printer: where it is printed.
        excerpts: whether text shows lines of the files.
        values: whether these lines have their values, except possible secrets.
    """
    if name == "json":
        return JsonLines(printer)
    if name == "github":
        return GitHub(printer)
    if name == "sarif":
        from deploy_contract.cli.sarif import Sarif

        return Sarif(printer)
    style = printer.excerpt_style._replace(shows_values=values) if excerpts else None
    return Text(printer, style)


class _Documents:
    """An output of documents alone: standard error has the rest."""

    def __init__(self, printer: Printer) -> None:
        self._printer = printer

    def idle(self, file: str, line: int, message: str) -> None:
        """Ignore the comment."""

    def unreadable(self, error: UnreadableError) -> None:
        """Ignore the file."""

    def end(self, verdicts: Sequence[str], unreadable: int) -> None:
        """Print nothing more."""


class Text(_Documents):
    """Text for people. Excerpts of the files have their values masked, unless asked for."""

    def __init__(self, printer: Printer, excerpts: ExcerptStyle | None) -> None:
        super().__init__(printer)
        self._excerpts = excerpts

    def document(self, checked: Checked) -> None:
        """Print the verdict, and the violations with excerpts."""
        if not self._printer.is_plain:
            self._printer.lines(report_text.report_lines(checked, self._excerpts))
            return
        contents = report_text.contents_of(checked, self._excerpts)
        text = report_text.plain_text(contents)
        self._printer.data(as_line(report_text.subject(checked)) + text)

    def end(self, verdicts: Sequence[str], unreadable: int) -> None:
        """Print a summary if there were several documents or files."""
        if len(verdicts) + unreadable > 1:
            self._printer.line(*report_text.summary(verdicts, unreadable))


class JsonLines(_Documents):
    """One JSON object per document, each on a line."""

    def document(self, checked: Checked) -> None:
        """Print the object of a document."""
        self._printer.data(report_text.report_json(checked))


class GitHub:
    """Workflow commands of GitHub Actions, one annotation per violation."""

    def __init__(self, printer: Printer) -> None:
        self._printer = printer

    def document(self, checked: Checked) -> None:
        """Print the annotations of a document: error, notice, or warning if it is undecided."""
        for level, violation, place in with_levels(checked):
            properties = {
                "file": checked.file,
                "line": place.line,
                "col": place.column,
                "title": violation.rule,
            }
            command = "notice" if level == "note" else level
            message = f"{sentence(violation)}\nhint: {checked.hint(violation)}"
            self._annotate(command, properties, message)

    def idle(self, file: str, line: int, message: str) -> None:
        """Print an annotation of the comment."""
        self._annotate("warning", {"file": file, "line": line, "title": "no effect"}, message)

    def unreadable(self, error: UnreadableError) -> None:
        """Print an annotation of the file."""
        properties: dict[str, Any] = {}
        if error.file is not None:
            properties["file"] = error.file
        if error.line is not None:
            properties["line"] = error.line
        properties["title"] = "not read"
        self._annotate("error", properties, str(error))

    def end(self, verdicts: Sequence[str], unreadable: int) -> None:
        """Print nothing more."""

    def _annotate(self, command: str, properties: Mapping[str, Any], message: str) -> None:
        pairs = ",".join(starmap(_property, properties.items()))
        self._printer.data(f"::{command} {pairs}::{_encode(message, _MESSAGE_CODES)}")


# as GitHub's runner decodes them
_MESSAGE_CODES = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY_CODES = _MESSAGE_CODES | str.maketrans({":": "%3A", ",": "%2C"})


def _property(key: str, value: object) -> str:
    return f"{key}={_encode(str(value), _PROPERTY_CODES)}"


def _encode(text: str, codes: Mapping[int, str]) -> str:
    return as_line(decode_name(text).translate(codes))
