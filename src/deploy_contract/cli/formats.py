"""What `check` prints, document by document: for people, for programs, for those who look at pull requests."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from deploy_contract.cli import rendering
from deploy_contract.cli.explaining import unfilled
from deploy_contract.cli.lines import as_json, as_line
from deploy_contract.cli.rendering import Printer
from deploy_contract.files.documents import Checked, UnreadableError
from deploy_contract.violations import Violation
from deploy_contract_format.faults import whole

SARIF = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {
    "enforce": "error",
    "report": "note",
    "": "warning",
}  # of a violation by its mode; the last: not decided


class Output(Protocol):
    """Takes what comes of a run, in its order."""

    def document(self, checked: Checked) -> None:
        """A document that was judged."""

    def idle(self, file: str, line: int, told: str) -> None:
        """A comment that has no effect; standard error has it too."""

    def unread(self, error: UnreadableError) -> None:
        """A file that cannot be read; standard error has it too."""

    def end(self, verdicts: list[str], unread: int) -> None:
        """The end: the verdicts, and how many files could not be read."""


class Text:
    """For people; with the lines of the files, values masked, unless `source` is False."""

    def __init__(self, printer: Printer, *, source: bool) -> None:
        self._printer = printer
        self._look = printer.look if source else None

    def document(self, checked: Checked) -> None:
        """Its verdict and violations, each with the line of the file."""
        report = checked.report
        if report.found or report.undecided or report.truncated:
            self._printer.lines(rendering.report_lines(checked, self._look))
        else:
            self._printer.line(*rendering.headline(checked))

    def idle(self, file: str, line: int, told: str) -> None:
        """Nothing but what standard error has."""

    def unread(self, error: UnreadableError) -> None:
        """Nothing but what standard error has."""

    def end(self, verdicts: list[str], unread: int) -> None:
        """A summary, where there were several."""
        if len(verdicts) + unread > 1:
            self._printer.line(*rendering.summary(verdicts, unread))


class Json:
    """One JSON object a line and document."""

    def __init__(self, printer: Printer) -> None:
        self._printer = printer

    def document(self, checked: Checked) -> None:
        """The object of a document."""
        self._printer.data(rendering.report_json(checked))

    def idle(self, file: str, line: int, told: str) -> None:
        """Nothing but what standard error has."""

    def unread(self, error: UnreadableError) -> None:
        """Nothing but what standard error has."""

    def end(self, verdicts: list[str], unread: int) -> None:
        """Nothing: the lines are all there is."""


class GitHub:
    """Workflow commands of GitHub Actions: an annotation for each violation."""

    def __init__(self, printer: Printer) -> None:
        self._printer = printer

    def document(self, checked: Checked) -> None:
        """The annotations of a document: error, notice, and warning for what is not decided."""
        for level, violation in _leveled(checked):
            place = checked.place(violation)
            where = {
                "file": checked.file,
                "line": place.line,
                "col": place.column,
                "title": violation.rule,
            }
            word = "notice" if level == "note" else level
            self._tell(word, where, f"{_sentence(violation)}\nhint: {checked.hint(violation)}")

    def idle(self, file: str, line: int, told: str) -> None:
        """An annotation of the comment."""
        self._tell("warning", {"file": file, "line": line, "title": "no effect"}, told)

    def unread(self, error: UnreadableError) -> None:
        """An annotation of the file."""
        where = {"file": error.file, "line": error.line, "title": "not read"}
        self._tell(
            "error", {key: value for key, value in where.items() if value is not None}, str(error)
        )

    def end(self, verdicts: list[str], unread: int) -> None:
        """Nothing: the annotations are all there is."""

    def _tell(self, word: str, where: Mapping[str, Any], message: str) -> None:
        properties = ",".join(
            f"{key}={_encoded(str(value), _OF_PROPERTY)}" for key, value in where.items()
        )
        self._printer.data(f"::{word} {properties}::{_encoded(message, _OF_DATA)}")


class Sarif:
    """One SARIF 2.1.0 document for the run."""

    def __init__(self, printer: Printer) -> None:
        self._printer = printer
        self._rules: dict[str, dict[str, Any]] = {}
        self._results: list[dict[str, Any]] = []
        self._notices: list[dict[str, Any]] = []
        self._version = ""

    def document(self, checked: Checked) -> None:
        """Adds the results of a document."""
        self._version = checked.contract.version
        for level, violation in _leveled(checked):
            place = checked.place(violation)
            if violation.rule not in self._rules:
                self._rules[violation.rule] = _descriptor(checked, violation)
            physical = {
                "artifactLocation": {"uri": _uri(checked.file)},
                "region": {"startLine": place.line, "startColumn": place.column},
            }
            logical = (
                [{"fullyQualifiedName": violation.pointer, "kind": "member"}]
                if violation.pointer
                else []
            )
            self._results.append(
                {
                    "ruleId": violation.rule,
                    "ruleIndex": list(self._rules).index(violation.rule),
                    "level": level,
                    "message": {"text": f"{_sentence(violation)}; hint: {checked.hint(violation)}"},
                    "locations": [{"physicalLocation": physical, "logicalLocations": logical}],
                }
            )

    def idle(self, file: str, line: int, told: str) -> None:
        """Adds a notification of the tool."""
        self._notify("warning", told, file, line)

    def unread(self, error: UnreadableError) -> None:
        """Adds a notification of the tool."""
        self._notify("error", str(error), error.file, error.line)

    def _notify(self, level: str, told: str, file: str | None, line: int | None) -> None:
        notice: dict[str, Any] = {"level": level, "message": {"text": told}}
        if file is not None:
            location: dict[str, Any] = {"artifactLocation": {"uri": _uri(file)}}
            notice["locations"] = [{"physicalLocation": location}]
            if line is not None:
                location["region"] = {"startLine": line}
        self._notices.append(notice)

    def end(self, verdicts: list[str], unread: int) -> None:  # noqa: ARG002
        """Prints the document."""
        from importlib.metadata import version

        driver = {
            "name": "deploy-contract",
            "version": version("deploy-contract"),
            "rules": list(self._rules.values()),
            "properties": {"contract": self._version},
        }
        run = {
            "tool": {"driver": driver},
            "columnKind": "unicodeCodePoints",
            "invocations": [
                {"executionSuccessful": not unread, "toolExecutionNotifications": self._notices}
            ],
            "results": self._results,
        }
        self._printer.data(as_json({"$schema": SARIF, "version": "2.1.0", "runs": [run]}, indent=1))


OUTPUTS: Mapping[str, Callable[[Printer], Output]] = {
    "json": Json,
    "github": GitHub,
    "sarif": Sarif,
}


def _leveled(checked: Checked) -> list[tuple[str, Violation]]:
    found = [(LEVELS[violation.mode], violation) for violation in checked.report.violations]
    return found + [(LEVELS[""], violation) for violation in checked.report.undecided]


def _sentence(violation: Violation) -> str:
    return f"{violation.pointer}: {violation.message}" if violation.pointer else violation.message


def _descriptor(checked: Checked, violation: Violation) -> dict[str, Any]:
    """The rule of a violation as a reportingDescriptor, in the words of the contract."""
    rule = next(rule for rule in checked.contract.rules if rule.rule == violation.rule)
    message, hint = map(unfilled, (rule.message, rule.hint))
    return {
        "id": rule.rule,
        "shortDescription": {"text": message},
        "help": {"text": f"{message}\nhint: {hint}\nbasis: {rule.basis}\nrests on: {rule.section}"},
        "defaultConfiguration": {"level": LEVELS[violation.mode]},
        "properties": {"basis": rule.basis},
    }


def _uri(name: str) -> str:
    from urllib.parse import quote

    path = quote(name.encode("utf-8", "surrogateescape"))
    return f"file://{path}" if path.startswith("/") else path


_OF_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}  # as GitHub's runner decodes them
_OF_PROPERTY = {**_OF_DATA, ":": "%3A", ",": "%2C"}


def _encoded(text: str, codes: Mapping[str, str]) -> str:
    return as_line("".join([codes.get(sign, sign) for sign in whole(text)]))
