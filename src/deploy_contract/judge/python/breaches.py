"""Breaches of rules, and the violations made from them.

The contract gives the texts, except for hints that name a declared field.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from deploy_contract.judge.python.schema import Schema
from deploy_contract.judge.python.worlds import ALL
from deploy_contract.violations import Violation
from deploy_contract_format.errors import TextError
from deploy_contract_format.pointer import Tokens, join
from deploy_contract_format.rules import Rule
from deploy_contract_format.suggestions import did_you_mean, is_certain, listed

# a key that a pointer shows unchanged
_PLAIN_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")
FILLED = ("keyword", "undeclared")  # shapes of rules whose texts have {placeholders}


class Breach(NamedTuple):
    """A rule that a document breaks at a place."""

    rule: Rule
    at: Tokens
    # the worlds (possible sources, see `worlds`) in which the document surely breaks the rule
    violated: int = ALL
    unsettled: int = 0  # the worlds in which unknown stored values decide
    name: str = ""  # a declared field or value that the texts name
    schema: Schema | None = None  # the schema that the instance at the place fails
    belongs: tuple[str, ...] = ()  # tokens of the place where `name` is declared, if elsewhere


class Fault(NamedTuple):
    """A rule of the shape `http` that a part of a message breaks."""

    rule: str
    location: str = ""  # if empty, the location of the rule
    pointer: str = ""  # the name of the parameter or header at fault
    texts: Mapping[str, Any] = {}  # for the placeholders in the texts of the rule
    hint: str = ""  # if empty, the hint of the rule


def repair_of(breach: Breach, document: Any, possible: int) -> str:
    """Return the repair of a breach in the form of `Violation.repair`, or "".

    A rule states whether a field is removed or set to null. That is a repair only if the document
    breaks the rule in every possible world. An undeclared member is renamed to the declared name
    that it surely means, if no other member has that name.
    """
    *around, token = breach.at or ("",)
    if not isinstance(token, str) or not token or token.isdecimal():
        return ""  # an item, or the whole document
    given = breach.rule.parameters
    if "fix" in given:
        return str(given["fix"]) if breach.violated & possible == possible else ""
    if breach.rule.shape != "undeclared" or not breach.name or breach.belongs:
        return ""
    if breach.schema is None or not _PLAIN_KEY.fullmatch(token):
        return ""
    if breach.rule.rule != "confusable-field" and not is_certain(token, breach.schema.properties):
        return ""
    for one in around:
        document = document[one]
    return "" if breach.name in document else join((*around, breach.name))


def to_violations(
    breaches: Iterable[Breach], most: int, repair_of: Callable[[Breach], str]
) -> tuple[tuple[Violation, ...], bool]:
    """Return at most `most` different violations of breaches, and True if there are more."""
    found: dict[tuple[str, ...], Violation] = {}
    for breach in breaches:
        rule, schema = breach.rule, breach.schema
        message, hint = rule.message, rule.hint
        if rule.shape in FILLED and schema is not None:
            key = (rule.rule, breach.name, breach.belongs)
            if key not in schema.texts:
                schema.texts[key] = _filled(rule, schema, breach.name, breach.belongs)
            message, hint = schema.texts[key]
        pointer = join(breach.at)
        found[rule.rule, pointer, message, hint] = violation_of(
            rule, "body", pointer, message, hint, repair_of(breach)
        )
        if len(found) > most:
            return tuple(found.values())[:most], True
    return tuple(found.values()), False


def violation_of(
    rule: Rule, location: str, pointer: str, message: str, hint: str, repair: str = ""
) -> Violation:
    """Return a violation of a rule."""
    return Violation(
        rule.rule,
        rule.mode,  # type: ignore[arg-type] # a name of the contract
        location,  # type: ignore[arg-type] # likewise
        pointer,
        message,
        hint,
        repair,
    )


def violation_from_text_error(rule: Rule, error: TextError) -> Violation:
    """Return the violation for a document that breaks a wire rule, so that it cannot be parsed."""
    line, column = error.place or ("?", "?")
    texts = {"line": line, "column": column, "limit": error.limit}
    message, hint = rule.message.format_map(texts), rule.hint.format_map(texts)
    return violation_of(rule, "wire", join(error.at), message, hint)


def violation_of_fault(rule: Rule, fault: Fault) -> Violation:
    """Return the violation of the rule that a fault names."""
    texts = defaultdict(lambda: "?", fault.texts)  # the fault may lack a value for a placeholder
    message, hint = rule.message.format_map(texts), fault.hint or rule.hint.format_map(texts)
    location = fault.location or rule.parameters["location"]
    return violation_of(rule, location, fault.pointer, message, hint)


def outside_of(places: Iterable[Tokens]) -> Callable[[Tokens], bool]:
    """Return a predicate that is true for places that neither contain nor lie inside `places`."""
    ends = set(places)
    around: set[Tokens] = set()
    for place in ends:
        around.update(place[:end] for end in range(len(place) + 1))

    def is_outside(place: Tokens) -> bool:
        return place not in around and not any(place[:end] in ends for end in range(len(place)))

    return is_outside


def _filled(rule: Rule, schema: Schema, name: str, belongs: tuple[str, ...]) -> tuple[str, str]:
    raw, size = schema.raw, schema.sizes.get(list, schema.sizes.get(dict))
    texts = defaultdict(lambda: "the document", raw, name=name, limit=size and size[1])
    texts |= {key: either(raw[key]) for key in ("type", "enum") if key in raw}
    if "x-format" in raw:
        texts["format"] = raw["x-format"]
    message = rule.message.format_map(texts)
    if belongs:
        return message, _misplaced(name, belongs)
    if name and "{name}" not in rule.hint:
        return message, did_you_mean(name)
    return message, rule.hint.format_map(texts)


def _misplaced(name: str, belongs: tuple[str, ...]) -> str:
    around = belongs[:-1]
    parent = "the top of the document"
    for token in around:
        if token != "*":
            parent = token
    if around[-1:] == ("*",):
        parent = f"an item of {parent}"
    return f"{name} belongs to {parent}: {join(belongs)}"


def either(names: Any) -> str:
    """Return one name, or several as a list with "or" before the last."""
    if isinstance(names, str):
        return names
    return listed(["null" if name is None else str(name) for name in names], "or")
