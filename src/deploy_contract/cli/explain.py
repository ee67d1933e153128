"""Explain one rule: its meaning, the remedy, its basis, and samples that fail and pass."""

import argparse
import re
from collections.abc import Iterator, Mapping

from deploy_contract.bundle import Bundle
from deploy_contract.cli import options as row
from deploy_contract.cli.printing import Line, Printer, prose
from deploy_contract.cli.rules import with_placeholders
from deploy_contract.contract import Contract
from deploy_contract.effective import MODES_OF_UNKNOWN
from deploy_contract.exceptions import ContractError
from deploy_contract_format.printing import escape_name
from deploy_contract_format.rule_prose import facts
from deploy_contract_format.rules import Rule, by_id
from deploy_contract_format.suggestions import did_you_mean, listed, nearest

# name of a sample -> the word before it, its style, and its effect
_SAMPLES = {
    "broken": ("fails", "bold red", "fails by this rule alone"),
    "kept": ("passes", "bold green", "passes"),
}
_MODES = {
    "enforce": "It is enforced: a message that violates it is denied.",
    "report": "It is reported: a message that violates it is not denied.",
    "off": "It is off.",
}
_BASES = {
    "stated": "The interface or a standard states it",
    "practice": "It is known from practice",
    "advice": "It is advice, as no service is known to enforce it",
}
_TWO_MODES = (
    "Its mode is {files} if `deploy-contract check` judges files (see --unknown-fields), and "
    "{others} in requests and responses, unless Contract(unknown_fields=...) says otherwise."
)
_PLACEHOLDERS = "A part in < > is filled in from the contract or the instance."


def options_of(_bundle: Bundle) -> row.Groups:
    """Return the options of the command."""
    return {"": {"rule": row.text("RULE", "id of the rule, as `rules` lists it")}, **row.CONTRACT}


def run(options: argparse.Namespace) -> int:
    """Explain the rule. Return the exit status.

    Raises:
        ContractError: no rule has this id.
    """
    contract = Contract(policies=options.policy, bundle=options.bundle)
    rules = by_id(contract.rules)
    if options.rule not in rules:
        advice = did_you_mean(nearest(options.rule, rules), "`deploy-contract rules` lists them")
        raise ContractError(f"there is no rule {escape_name(options.rule)}; {advice}")
    rule = rules[options.rule]
    modes, file_mode = contract.effective.options.modes, str(rule.mode)
    if rule.rule == "unknown-field" and rule.rule not in modes:
        file_mode = MODES_OF_UNKNOWN[row.file_unknown_fields(options.bundle)]
    samples = options.bundle.samples.get(rule.rule, {})
    note = ""
    if rule.rule not in by_id(options.bundle.rules):  # of a policy
        from deploy_contract.examples.breaking import samples_of

        samples = samples_of(contract, rule)
        missing = [does for name, (_, _, does) in _SAMPLES.items() if name not in samples]
        note = f"No sample that {' or '.join(missing)} was found." if missing else ""
    own = {key: modes[key] for key in modes if key.endswith(f":{rule.rule}")}
    Printer().lines(_lines(rule, file_mode, own, samples, note))
    return 0


def _lines(
    rule: Rule,
    file_mode: str,
    own: Mapping[str, str],
    samples: Mapping[str, Mapping[str, str]],
    note: str,
) -> Iterator[Line]:
    """Yield the lines that explain a rule.

    `file_mode`: its mode when `check` judges files; `own`: its modes for single operations;
    `note`: a sentence about samples that are missing.
    """
    yield [(rule.rule, "bold"), (f"  ({rule.basis}, {rule.mode})", "dim")]
    yield [("", "")]
    yield from prose("  violated  ", with_placeholders(rule.message), "bold red")
    yield from prose("  to do     ", with_placeholders(rule.hint), "bold green")
    yield [("", "")]
    for text in _sentences(rule, file_mode, own):
        yield from prose("  ", text)
    for name, (word, style, _) in _SAMPLES.items():
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


def _sentences(rule: Rule, file_mode: str, own: Mapping[str, str]) -> Iterator[str]:
    """Yield the paragraphs about a rule."""
    mode = _MODES[rule.mode]
    if file_mode != rule.mode:
        mode = _TWO_MODES.format(files=file_mode, others=rule.mode)
    text = rule.message + rule.hint
    filled = f" {_PLACEHOLDERS}" if re.search(r"\{\w+\}", text) else ""
    yield f"It applies to {_subject(rule)}. {mode}{filled}"
    for key, own_mode in own.items():
        yield f"Its mode for messages of {key.partition(':')[0]} is {own_mode}."
    yield from filter(None, [facts(rule)])
    yield f"{_BASES[rule.basis]}: {rule.section}."


def _subject(rule: Rule) -> str:
    if "operation" in rule.parameters:
        return f"responses of {rule.parameters['operation']}"
    if rule.shape == "http":
        return "requests and responses"
    return listed(rule.on) or "every document"
