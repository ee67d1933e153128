"""Rules as text, Markdown and JSON, for `rules` and `explain`."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from deploy_contract.cli.lines import as_json, markdown_row
from deploy_contract.cli.printing import Line
from deploy_contract_format.rules import Rule

_HEAD = ("rule", "basis", "mode", "on", "message")
_EVERY_KIND = "every document"
_TWO_MODES = (
    "{files} if `deploy-contract check` judges files (see --unknown-fields); "
    "{others} in requests and responses, unless Contract(unknown_fields=...) says otherwise"
)
_PLACEHOLDERS = "filled in from the contract or the instance when the rule is violated"


def rule_lines(rules: Iterable[Rule], style: str) -> Iterator[str]:
    """Yield the lines of the table of rules. `style`: "text", "markdown" or "json"."""
    if style == "json":
        yield as_json(list(map(Rule.to_dict, rules)), indent=1)
        return
    rows = [_HEAD, *map(_row, rules)]
    if style == "markdown":
        yield markdown_row(_HEAD)
        yield f"|{' --- |' * len(_HEAD)}"
        yield from map(markdown_row, rows[1:])
        return
    *padded, _ = zip(*rows, strict=True)
    widths = [max(map(len, column)) for column in padded]
    for *cells, message in rows:
        yield "  ".join([*map(str.ljust, cells, widths), message])


def _row(rule: Rule) -> tuple[str, ...]:
    kinds = ", ".join(rule.on) or _EVERY_KIND
    return rule.rule, rule.basis, rule.mode, kinds, with_placeholders(rule.message)


def with_placeholders(text: str) -> str:
    """Return a text of a rule with each part that a violation fills in as `<limit>`."""
    return re.sub(r"\{(\w+)\}", r"<\1>", text)


def explanation_lines(rule: Rule, file_mode: str) -> Iterator[Line]:
    """Yield the lines that explain a rule. `file_mode`: its mode when `check` judges files."""
    yield [(rule.rule, "bold")]
    yield [(f"  {with_placeholders(rule.message)}", "")]
    yield [(f"  {with_placeholders(rule.hint)}", "italic")]
    for key, value in _facts(rule, file_mode).items():
        text = value if isinstance(value, str) else json.dumps(value)
        yield [(f"  {key + ':':22} ", "dim"), (text, "")]


def _facts(rule: Rule, file_mode: str) -> dict[str, Any]:
    mode: str = rule.mode
    if file_mode != rule.mode:
        mode = _TWO_MODES.format(files=file_mode, others=rule.mode)
    facts: dict[str, Any] = {
        "basis": rule.basis,
        "mode": mode,
        "applies to": ", ".join(rule.on) or _EVERY_KIND,
        "rests on": rule.section,
    }
    text = rule.message + rule.hint
    if with_placeholders(text) != text:
        facts["in < >"] = _PLACEHOLDERS
    parameters = dict(rule.parameters)
    pairs = parameters.pop("pairs", ())
    facts |= parameters
    for pair in pairs:
        facts[f"{pair[0]} at most"] = pair[1]
    return facts
