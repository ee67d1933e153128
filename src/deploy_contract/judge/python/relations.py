"""Relations of values in a document, or to stored values, that JSON Schema cannot express.

A relation finds the places at which a document breaks a rule. If unknown stored values decide
whether it breaks the rule, the place is unsettled. A field that is null or absent is not set.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import Any, Literal

from deploy_contract.judge.python.after_patch import Effects, may_fit, state_after, stored_value
from deploy_contract.judge.python.schema import NUMBERS, fits, prepare
from deploy_contract.judge.python.worlds import ALL
from deploy_contract_format.patterns import without_case
from deploy_contract_format.pointer import MISSING, Tokens, matches, split
from deploy_contract_format.rules import Rule

Parameters = Mapping[str, Any]  # the parameters of a rule
Stored = Mapping[str, Any] | None  # the stored deployment; for a `Check`, None has only null fields
# the values of a document at the places that rules read; at () the whole document
Fields = Mapping[Tokens, Any]
Hit = tuple[Tokens, int, int]
"""A place, the worlds in which a rule is broken there, and the worlds in which stored values decide."""


Check = Callable[[Fields, Stored, int], Iterable[Hit]]
"""A function that returns where a document breaks a rule, for the possible worlds."""


def stem_of(pattern: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the tokens of a pattern before its first `*`, and the other tokens."""
    tokens = split(pattern)
    end = tokens.index("*") if "*" in tokens else len(tokens)
    return tokens[:end], tokens[end:]


_SCALARS = NUMBERS | {bool, str}


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation: how to check it, and the fields that it reads."""

    # takes the parameters of a rule and the effects of the fields of a patch, and returns the
    # function that checks documents
    evaluator: Callable[[Parameters, Effects], Check]
    # returns pointers of fields; a document that breaks the rule sets at least one
    places: Callable[[Parameters], Iterable[str]]
    # which stored fields at these places it reads: all, or those that the document sets
    reads_stored: Literal["all", "set", "none"] = "none"


def _at_most(rule: Parameters, _effects: Effects) -> Check:
    """Require lower <= upper for each pair [lower, upper] of numbers below `within`."""
    within = split(rule["within"])

    def evaluate(fields: Fields, _stored: Stored, _possible: int) -> Iterator[Hit]:
        group = fields.get(within)
        if group.__class__ is not dict:
            return
        for lower, upper in rule["pairs"]:
            if lower not in group or upper not in group:
                continue
            low, high = group[lower], group[upper]
            are_numbers = low.__class__ in NUMBERS and high.__class__ in NUMBERS
            if are_numbers and low > high:
                yield (*within, lower), ALL, 0

    return evaluate


def _unique_by(rule: Parameters, _effects: Effects) -> Check:
    """Require that no two items of `array` have the same text under `key`."""
    array, key = split(rule["array"]), rule["key"]

    def evaluate(fields: Fields, _stored: Stored, _possible: int) -> Iterator[Hit]:
        items = fields.get(array)
        if not isinstance(items, list):
            return
        seen: set[str] = set()
        try:  # fast path: in nearly every document, all items have a text, and the texts differ
            if len({item[key] for item in items}) == len(items):
                return
        except (KeyError, TypeError):
            pass
        for index, item in enumerate(items):
            name = item.get(key) if isinstance(item, dict) else None
            if isinstance(name, str):
                if name in seen:
                    yield (*array, index, key), ALL, 0
                seen.add(name)

    return evaluate


def _exists_in(rule: Parameters, _effects: Effects) -> Check:
    """Require each text at a pattern of `names` to be the `key` of an item of `array`."""
    patterns = [stem_of(name) for name in rule["names"]]
    array = (*split(rule["array"]), "*", rule["key"])

    def evaluate(fields: Fields, _stored: Stored, _possible: int) -> Iterator[Hit]:
        declared: set[object] | None = None
        for stem, pattern in patterns:
            for at, name in matches(fields.get(stem), pattern, stem):
                if not isinstance(name, str):
                    continue
                if declared is None:
                    declared = {
                        text for _, text in matches(fields[()], array) if isinstance(text, str)
                    }
                if name not in declared:
                    yield at, ALL, 0

    return evaluate


def _compares(rule: Parameters, _effects: Effects, *, wants_known: bool) -> Check:
    """Require that each field that is set equals its stored value, or that this value is known.

    `wants_known` chooses the second check.
    """
    compared = [split(pointer) for pointer in rule["fields"]]

    def breaks(value: Any, before: Any) -> bool:
        if before is MISSING:
            return wants_known
        return not wants_known and bool(without_case(value) != without_case(before))

    def evaluate(fields: Fields, stored: Stored, _possible: int) -> Iterator[Hit]:
        for tokens in compared:
            value = fields.get(tokens)
            if value is not None and breaks(value, stored_value(stored, tokens)):
                yield tokens, ALL, 0

    return evaluate


def _never(rule: Parameters, effects: Effects) -> Check:
    """Require that not all schemas of `never` fit at once, after the document is applied.

    A document that sets none of the fields does not break the rule.
    """
    parts = [(split(pointer), prepare(schema)) for pointer, schema in sorted(rule["never"].items())]
    replaced = [(tokens, schema) for tokens, schema in parts if tokens not in effects]

    def evaluate(fields: Fields, stored: Stored, _possible: int) -> Iterator[Hit]:
        for tokens, schema in replaced:
            if fields.get(tokens).__class__ in _SCALARS and not fits(schema, fields[tokens]):
                return  # the value replaces any stored one, so it is the state after the patch
        touched: Tokens | None = None
        is_settled = True
        for tokens, schema in parts:
            state, place = state_after(fields[()], stored, tokens, effects)
            touched = touched or place
            answer = may_fit(schema, state)
            if answer is False:
                return
            is_settled = is_settled and answer is not None
        if touched is not None:
            yield (touched, ALL, 0) if is_settled else (touched, 0, ALL)

    return evaluate


def _lower_fields(rule: Parameters) -> Iterable[str]:
    lowers = [lower.replace("~", "~0").replace("/", "~1") for lower, _ in rule["pairs"]]
    return [f"{rule['within']}/{lower}" for lower in lowers]


RELATIONS: Mapping[str, Relation] = {
    "never": Relation(_never, itemgetter("never"), "all"),
    "equals_stored": Relation(partial(_compares, wants_known=False), itemgetter("fields"), "set"),
    "stored_unknown": Relation(partial(_compares, wants_known=True), itemgetter("fields"), "set"),
    "at_most": Relation(_at_most, _lower_fields),
    "unique_by": Relation(_unique_by, lambda rule: [rule["array"]]),
    "exists_in": Relation(_exists_in, itemgetter("names")),
}


def read_fields(rules: Iterable[Rule]) -> tuple[tuple[str, ...], ...]:
    """Return the places of the stored fields that rules of any shapes read."""
    pointers: list[str] = []
    for rule in rules:
        relation = RELATIONS.get(rule.shape)
        if rule.shape == "equals_known":
            pointers.append(rule.parameters["field"])
        elif relation is not None and relation.reads_stored != "none":
            pointers += relation.places(rule.parameters)
    return tuple(map(split, dict.fromkeys(pointers)))
