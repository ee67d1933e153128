"""Rules as text, Markdown and JSON, for `rules` and `explain`."""

import re
from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap

from deploy_contract.cli import rule_prose
from deploy_contract.cli.lines import as_json, markdown_row
from deploy_contract.cli.printing import Line
from deploy_contract_format.rules import Rule

_HEAD = ("rule", "basis", "mode", "on", "message")
_EVERY_KIND = "every document"
_WIDTH = 76
# name of a sample -> the word before it, and its style
_SAMPLES = {"broken": ("fails", "bold red"), "kept": ("passes", "bold green")}


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


def explanation_lines(
    rule: Rule, file_mode: str, samples: Mapping[str, Mapping[str, str]], note: str = ""
) -> Iterator[Line]:
    """Yield the lines that explain a rule.

    Args:
        rule: the rule.
        file_mode: its mode when `check` judges files.
        samples: a message that breaks it (`broken`), and one that keeps it (`kept`).
        note: a sentence about samples that are missing.
    """
    yield [(rule.rule, "bold"), (f"  ({rule.basis}, {rule.mode})", "dim")]
    yield [("", "")]
    yield [("  violated: ", "dim"), (with_placeholders(rule.message), "")]
    yield [("  to do:    ", "dim"), (with_placeholders(rule.hint), "italic")]
    yield [("", "")]
    for text in rule_prose.sentences(rule, file_mode):
        for line in wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False):
            yield [(f"  {line}", "")]
    for name, (word, style) in _SAMPLES.items():
        if name in samples:
            yield from _sample_lines(samples[name], word, style)
    if note:
        yield [("", "")]
        yield [(f"  {note}", "dim")]


def _sample_lines(sample: Mapping[str, str], word: str, style: str) -> Iterator[Line]:
    known = f" ({sample['known']})" if sample["known"] else ""
    yield [("", "")]
    yield [(f"  {word}", style), (f"{known}:", "dim")]
    for line in sample["text"].rstrip("\n").split("\n"):
        yield [(f"    {line}", "")]
