"""The failure of an assertion: operation, violations and hints, and values only on request."""

import json
from collections.abc import Iterator

from deploy_contract.contract import Contract
from deploy_contract.files import fields
from deploy_contract.places import tokens_of
from deploy_contract.report import Report
from deploy_contract.violations import Violation
from deploy_contract.wording import MODES
from deploy_contract_format.definitions import SECRET
from deploy_contract_format.printing import as_line

_LONGEST_VALUE = 100  # characters of a value that is shown
_SECRET = "hidden, since the contract marks it as a secret"
_TELLING = "hidden, since it contains a secret, or an address with a user"
_UNDECLARED = "hidden, since the contract does not declare the field"


class ConformanceError(AssertionError):
    """A message of a test that violates the contract.

    Its text has no value of the message, unless `show_values` is True.

    Attributes:
        report: the report on the message.
    """

    def __init__(self, text: str, report: Report) -> None:
        super().__init__(text)
        self.report = report


def failure(
    headline: str, report: Report, contract: Contract, *, show_values: bool
) -> ConformanceError:
    """Return the failure for a denied message.

    `headline` names the failure in one line without values. `show_values` is True if the text has
    the values at fault. Secrets are never shown.
    """
    lines = [headline]
    for violation in report.violations:
        lines.extend(_lines(violation, report, contract, show_values=show_values))
    if report.truncated:
        lines.append("  there are more; these are the first")
    return ConformanceError("\n".join(lines), report)


def _lines(
    violation: Violation, report: Report, contract: Contract, *, show_values: bool
) -> Iterator[str]:
    place = violation.pointer
    if violation.location in ("path", "query", "header"):
        place = f"{violation.location} {place}".rstrip()
    where = f"{place}: " if place else ""
    yield f"  {MODES[violation.mode]:5} {where}{violation.message}  [{violation.rule}]"
    yield f"        hint: {violation.hint}"
    if show_values and violation.location == "body" and report.kind is not None:
        yield f"        value: {_shown(violation.pointer, report, contract)}"


def _shown(pointer: str, report: Report, contract: Contract) -> str:
    """Return a value as JSON, or the reason why it is not shown."""
    value = report.value
    tokens = tokens_of(pointer, value)
    if len(tokens) < pointer.count("/"):
        return "none"
    schema = fields.root(contract.bundle, str(report.kind))
    for token in tokens:
        schema, value = fields.below(contract.bundle, schema, token), value[token]
        if schema is not None and SECRET in schema:
            return _SECRET
    if schema is None:
        return _UNDECLARED
    if isinstance(value, dict):
        return f"an object with {len(value)} members"
    if isinstance(value, list):
        return f"an array of {len(value)} items"
    # the value may be in the place of an object or array with a secret
    if value is not None and fields.has_secret(contract.bundle, schema):
        return _SECRET
    scalar = fields.Scalar(tokens, value, is_shown=True)
    known = fields.scalars(contract.bundle, str(report.kind), report.value)
    if fields.Secrets(known).told_by(scalar.text):
        return _TELLING
    text = as_line(json.dumps(value, ensure_ascii=False))
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}..."
