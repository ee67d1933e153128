"""Results of `check` as one SARIF 2.1.0 document (OASIS)."""

from collections.abc import Sequence
from typing import Any

from deploy_contract.cli.levels import LEVELS, sentence, with_levels
from deploy_contract.cli.lines import as_json
from deploy_contract.cli.printing import Printer
from deploy_contract.cli.rule_text import with_placeholders
from deploy_contract.files.documents import Checked, UnreadableError
from deploy_contract.violations import Violation
from deploy_contract_format.errors import Place
from deploy_contract_format.rules import by_id

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


class Sarif:
    """A SARIF document, printed after the results of a run are collected."""

    def __init__(self, printer: Printer) -> None:
        self._printer = printer
        self._rules: dict[str, dict[str, Any]] = {}
        self._results: list[dict[str, Any]] = []
        self._notifications: list[dict[str, Any]] = []
        self._contract_version = ""

    def document(self, checked: Checked) -> None:
        """Add the results of a document."""
        self._contract_version = checked.contract.version
        for level, violation, place in with_levels(checked):
            if violation.rule not in self._rules:
                self._rules[violation.rule] = _descriptor(checked, violation)
            text = f"{sentence(violation)}; hint: {checked.hint(violation)}"
            self._results.append(
                {
                    "ruleId": violation.rule,
                    "ruleIndex": list(self._rules).index(violation.rule),
                    "level": level,
                    "message": {"text": text},
                    "locations": [_location(checked, violation, place)],
                }
            )

    def idle(self, file: str, line: int, message: str) -> None:
        """Add a notification about the comment."""
        self._notify("warning", message, file, line)

    def unreadable(self, error: UnreadableError) -> None:
        """Add a notification about the file."""
        self._notify("error", str(error), error.file, error.line)

    def _notify(self, level: str, message: str, file: str | None, line: int | None) -> None:
        notification: dict[str, Any] = {"level": level, "message": {"text": message}}
        if file is not None:
            physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(file)}}
            if line is not None:
                physical["region"] = {"startLine": line}
            notification["locations"] = [{"physicalLocation": physical}]
        self._notifications.append(notification)

    def end(self, verdicts: Sequence[str], unreadable: int) -> None:  # noqa: ARG002
        """Print the document."""
        from importlib.metadata import version

        driver = {
            "name": "deploy-contract",
            "version": version("deploy-contract"),
            "rules": list(self._rules.values()),
            "properties": {"contract": self._contract_version},
        }
        invocation = {
            "executionSuccessful": not unreadable,
            "toolExecutionNotifications": self._notifications,
        }
        run = {
            "tool": {"driver": driver},
            "columnKind": "unicodeCodePoints",
            "invocations": [invocation],
            "results": self._results,
        }
        document = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
        self._printer.data(as_json(document, indent=1))


def _location(checked: Checked, violation: Violation, place: Place) -> dict[str, Any]:
    physical = {
        "artifactLocation": {"uri": _uri(checked.file)},
        "region": {"startLine": place.line, "startColumn": place.column},
    }
    logical = []
    if violation.pointer:
        logical.append({"fullyQualifiedName": violation.pointer, "kind": "member"})
    return {"physicalLocation": physical, "logicalLocations": logical}


def _descriptor(checked: Checked, violation: Violation) -> dict[str, Any]:
    """Return the rule of a violation as a reportingDescriptor."""
    rule = by_id(checked.contract.rules)[violation.rule]
    message, hint = with_placeholders(rule.message), with_placeholders(rule.hint)
    details = f"{message}\nhint: {hint}\nbasis: {rule.basis}\nrests on: {rule.section}"
    return {
        "id": rule.rule,
        "shortDescription": {"text": message},
        "help": {"text": details},
        "defaultConfiguration": {"level": LEVELS[violation.mode]},
        "properties": {"basis": rule.basis},
    }


def _uri(name: str) -> str:
    from urllib.parse import quote

    path = quote(name.encode("utf-8", "surrogateescape"))
    return f"file://{path}" if path.startswith("/") else path
