"""The table of samples for `deploy-contract explain`: those of the reference page, as texts."""

from deploy_contract_codegen.page.suite_samples import Sample, Suite
from deploy_contract_format.rules import Rulebook

Row = dict[str, str]


def table(suite: Suite, book: Rulebook) -> dict[str, dict[str, Row]]:
    """Return the samples of each rule: `broken` breaks it, and `kept` keeps it.

    Args:
        suite: the cases of the spec.
        book: the rules.
    """
    found = {}
    for rule in book.rules:
        pair = suite.pair(rule.rule)
        rows = {name: _row(one) for name, one in pair._asdict().items() if one is not None}
        if rows:
            found[rule.rule] = rows
    return found


def _row(sample: Sample) -> Row:
    known = ", ".join([f"{name} {value}" for name, value in sample.context.items()])
    return {"text": sample.text, "language": sample.language, "known": known}
