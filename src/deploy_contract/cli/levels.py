"""Violations in the order of lines, with their messages, and levels for annotations and SARIF."""

from collections.abc import Iterable, Iterator
from operator import itemgetter

from deploy_contract.files.documents import Checked
from deploy_contract.violations import Violation
from deploy_contract_format.errors import Place

LEVELS = {"enforce": "error", "report": "note"}  # by the mode of a violation
UNDECIDED_LEVEL = "warning"


def by_line(
    checked: Checked, found: Iterable[tuple[str, Violation]]
) -> list[tuple[str, Violation, Place]]:
    """Return violations and the words before them with their places, in the order of lines."""
    place, report = checked.source.place, checked.report  # skips a call for each violation
    placed = [(word, violation, place(violation, report)) for word, violation in found]
    if len(placed) > 1:  # most undecided documents have one
        placed.sort(key=itemgetter(2))  # it keeps the order of those at one place
    return placed


def with_levels(checked: Checked) -> list[tuple[str, Violation, Place]]:
    """Return the violations of a report by line, with their levels: error, note, or warning."""
    return by_line(checked, _levels(checked))


def _levels(checked: Checked) -> Iterator[tuple[str, Violation]]:
    for violation in checked.report.violations:
        yield LEVELS[violation.mode], violation
    for violation in checked.report.undecided:
        yield UNDECIDED_LEVEL, violation


def sentence(violation: Violation) -> str:
    """Return the message of a violation after its pointer."""
    return f"{violation.pointer}: {violation.message}" if violation.pointer else violation.message
