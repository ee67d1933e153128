"""The command `explain`: one rule in prose, with samples."""

import argparse
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import Any, cast

from deploy_contract_generated.names import UnknownFields

from deploy_contract.bundle import Bundle
from deploy_contract.cli.options import add_contract_options, file_unknown_fields
from deploy_contract.cli.printing import Line, Printer
from deploy_contract.cli.rules import with_placeholders
from deploy_contract.contract import Contract
from deploy_contract.exceptions import ContractError
from deploy_contract_format.printing import escape_name
from deploy_contract_format.rules import Rule, by_id
from deploy_contract_format.suggestions import did_you_mean, nearest

_DESCRIPTION = (
    "Explain one rule: what violates it, what to do, what it rests on, and a sample "
    "that fails and one that passes."
)
_NO_SAMPLE = {
    frozenset({"broken"}): "No sample that fails by this rule alone was found.",
    frozenset({"kept"}): "No sample that passes was found.",
    frozenset({"broken", "kept"}): "No sample that fails by this rule alone, or passes, was found.",
}
_WIDTH = 78  # columns of a line
# name of a sample -> the word before it, and its style
_SAMPLES = {"broken": ("fails", "bold red"), "kept": ("passes", "bold green")}
_MODES = {
    "enforce": "It is enforced: what violates it is denied.",
    "report": "It is reported: what violates it is not denied.",
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
# parameter of a rule -> a sentence about it. Parameters of one rule come in this order.
_SENTENCES: Mapping[str, str] = {
    "field": "It is about the field {}.",
    "fields": "It is about the fields {}.",
    "each": "It is about each value at {}.",
    "names": "It is about each name at {}.",
    "sources": "The field may be set only for {}.",
    "when": "Only a value of this form counts: {}.",
    "schema": "A value that keeps it has this form: {}.",
    "never": "These values must not occur together: {}.",
    "array": "It compares the items of {}",
    "key": "by their member {}.",
    "within": "It compares members of {}:",
    "pairs": "{}.",
    "operation": "It is about the operation {}",
    "parameter": "and its parameter {}.",
    "keyword": "It is the rule for the keyword {} of the schemas.",
    "location": "It is about the {} of a request or response.",
    "status": "A request that violates it gets the status {}.",
    "creates": "Whether a revision is created: {}.",
    "fix": "`deploy-contract check --fix` {}.",
    "fixed": "Its mode cannot be relaxed.",
}
_FORMS: Mapping[str, str] = {
    "const": "equal to {}",
    "enum": "one of {}",
    "pattern": "matching {}",
    "minItems": "with at least {} items",
    "maxItems": "with at most {} items",
    "minLength": "with at least {} characters",
    "maxLength": "with at most {} characters",
    "minimum": "at least {}",
    "maximum": "at most {}",
    "required": "with the members {}",
}
_TYPES = {"array": "an array", "integer": "an integer", "null": "null", "object": "an object"}


def register(parser: argparse.ArgumentParser, _bundle: Bundle) -> None:
    """Add the options of the command to its parser."""
    parser.description = _DESCRIPTION
    parser.add_argument("rule", metavar="RULE", help="id of the rule, as `rules` lists it")
    add_contract_options(parser.add_argument_group("contract"))


def run(options: argparse.Namespace) -> int:
    """Explain the rule. Return the exit status.

    Raises:
        ContractError: no rule has this id.
    """
    contract = _contract(options)
    rules = by_id(contract.rules)
    if options.rule not in rules:
        advice = did_you_mean(nearest(options.rule, rules), "`deploy-contract rules` lists them")
        raise ContractError(f"there is no rule {escape_name(options.rule)}; {advice}")
    rule = rules[options.rule]
    file_mode: str = rule.mode
    if rule.shape == "undeclared":
        file_rules = by_id(_contract(options, file_unknown_fields(options.bundle)).rules)
        file_mode = file_rules[rule.rule].mode
    samples = options.bundle.samples.get(rule.rule, {})
    note = ""
    if rule.rule not in by_id(options.bundle.rules):  # of a policy
        from deploy_contract.examples.breaking import samples_of

        samples = samples_of(contract, rule)
        note = _NO_SAMPLE.get(frozenset({"broken", "kept"}.difference(samples)), "")
    Printer().lines(_lines(rule, file_mode, samples, note))
    return 0


def _contract(options: argparse.Namespace, unknown_fields: str | None = None) -> Contract:
    return Contract(
        policies=options.policy,
        unknown_fields=cast("UnknownFields | None", unknown_fields),
        bundle=options.bundle,
    )


def _lines(
    rule: Rule, file_mode: str, samples: Mapping[str, Mapping[str, str]], note: str = ""
) -> Iterator[Line]:
    """Yield the lines that explain a rule. `note`: a sentence about samples that are missing."""
    yield [(rule.rule, "bold"), (f"  ({rule.basis}, {rule.mode})", "dim")]
    yield [("", "")]
    yield from _column("  violated  ", "bold red", with_placeholders(rule.message))
    yield from _column("  to do     ", "bold green", with_placeholders(rule.hint))
    yield [("", "")]
    for text in _sentences(rule, file_mode):
        yield from _column("  ", "", text)
    for name, (word, style) in _SAMPLES.items():
        if name in samples:
            yield from _sample_lines(samples[name], word, style)
    if note:
        yield [("", "")]
        yield [(f"  {note}", "dim")]


def _column(lead: str, style: str, text: str) -> Iterator[Line]:
    rows = wrap(text, _WIDTH - len(lead), break_long_words=False, break_on_hyphens=False)
    for number, row in enumerate(rows):
        yield [(" " * len(lead) if number else lead, style), (row, "")]


def _sample_lines(sample: Mapping[str, str], word: str, style: str) -> Iterator[Line]:
    known = f" ({sample['known']})" if sample["known"] else ""
    yield [("", "")]
    yield [(f"  {word}", style), (f"{known}:", "dim")]
    for line in sample["text"].rstrip("\n").split("\n"):
        yield [(f"    {line}", "")]


def _sentences(rule: Rule, file_mode: str) -> Iterator[str]:
    """Yield the paragraphs about a rule. `file_mode`: its mode when `check` judges files."""
    mode = _MODES[rule.mode]
    if file_mode != rule.mode:
        mode = _TWO_MODES.format(files=file_mode, others=rule.mode)
    text = rule.message + rule.hint
    filled = f" {_PLACEHOLDERS}" if re.search(r"\{\w+\}", text) else ""
    yield f"It applies to {_subject(rule)}. {mode}{filled}"
    facts = " ".join(_facts(rule))
    if facts:
        yield facts
    yield f"{_BASES[rule.basis]}: {rule.section}."


def _subject(rule: Rule) -> str:
    if "operation" in rule.parameters:
        return f"responses of {rule.parameters['operation']}"
    if rule.shape == "http":
        return "requests and responses"
    return _listed(rule.on) or "every document"


def _facts(rule: Rule) -> Iterator[str]:
    given = dict(rule.parameters)
    if rule.shape == "schema" and "sources" in given:
        yield f"It applies to deployments with {_value('sources', given.pop('sources'))}."
    if "hosting" in given:
        yield f"It applies to deployments on {_listed(given.pop('hosting'))}."
    for name, sentence in _SENTENCES.items():
        if name in given:
            yield sentence.format(_value(name, given.pop(name)))
    for name, value in given.items():  # of a shape that is newer than this list
        yield f"Its {name}: {_value(name, value)}."


def _value(name: str, value: Any) -> str:
    if name == "sources":
        return _listed([f"source {one}" for one in value], "or") or "no source"
    if name == "fix":
        return {"remove": "removes the field", "null": "sets the field to null"}[value]
    if name == "pairs":
        return _listed([f"{one} is at most {other}" for one, other in value])
    if name == "never":
        return "; ".join([_form(schema, field) for field, schema in value.items()])
    if isinstance(value, Mapping):
        return _form(value)
    if isinstance(value, str):
        return value
    return _listed(list(map(str, value))) if isinstance(value, list | tuple) else str(value)


def _listed(names: Iterable[str], word: str = "and") -> str:
    """Return names as a list in a sentence. `word`: before the last one."""
    *before, last = list(names) or [""]
    return f"{', '.join(before)} {word} {last}" if before else last


def _form(schema: Mapping[str, Any], at: str = "") -> str:
    """Return a schema in words, with the pointers of its properties; `at`: its own pointer.

    Keywords without a word here are shown as JSON.
    """
    words = []
    rest = dict(schema)
    kinds = rest.pop("type", ())
    if kinds:
        kinds = [kinds] if isinstance(kinds, str) else kinds
        words.append(" or ".join([_TYPES.get(kind, f"a {kind}") for kind in kinds]))
    for keyword, text in _FORMS.items():
        if keyword in rest:
            value = rest.pop(keyword)
            shown = _listed(map(str, value)) if isinstance(value, list | tuple) else None
            told = text.format(shown or json.dumps(value))
            words.append(told.removesuffix("s") if value == 1 else told)
    members = rest.pop("properties", {})
    if "not" in rest:
        words.append(f"not ({_form(rest.pop('not'))})")
    for keyword, value in rest.items():
        words.append(f"{keyword} {json.dumps(value)}")
    if not words and not members:
        words.append("any value")
    own = ", ".join(words)
    parts = [f"{at}: {own}" if at else own] if words else []
    parts += [_form(member, f"{at}/{name}") for name, member in members.items()]
    return "; ".join(parts)
