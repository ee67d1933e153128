"""Levels of violations, as annotations and SARIF have them, and their messages."""

from collections.abc import Iterator

from deploy_contract.files.documents import Checked
from deploy_contract.violations import Violation

LEVELS = {"enforce": "error", "report": "note"}  # by the mode of a violation
UNDECIDED_LEVEL = "warning"


def with_levels(checked: Checked) -> Iterator[tuple[str, Violation]]:
    """Yield each violation of a report behind its level: error, note, or warning."""
    for violation in checked.report.violations:
        yield LEVELS[violation.mode], violation
    for violation in checked.report.undecided:
        yield UNDECIDED_LEVEL, violation


def sentence(violation: Violation) -> str:
    """Return the message of a violation behind its pointer."""
    return f"{violation.pointer}: {violation.message}" if violation.pointer else violation.message
