"""Relations of a response to its request and to what was known before. Each is a plain function in one table.

A relation gives the tokens of each place in the response that breaks it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from deploy_contract_format.pointer import MISSING, Tokens, find, matches, split
from deploy_contract_format.rules import Kind, Rule

Known = Callable[[str], Mapping[str, Any] | None]  # identity of a deployment -> what is known of it
Parameters = Mapping[str, Any]
tokens = cache(split)


def count_at_most(given: Parameters, value: Any, parameter: Any) -> Iterator[Tokens]:
    """There are at most as many items in `array` as the parameter says."""
    at = tokens(given["array"])
    items = find(value, at)
    if isinstance(items, list) and isinstance(parameter, int) and len(items) > parameter:
        yield at


def equals_parameter(given: Parameters, value: Any, parameter: Any) -> Iterator[Tokens]:
    """Each text at `field` equals the parameter; a uuid in either letter case."""
    wanted = _comparable(parameter)
    for at, text in matches(value, tokens(given["field"])):
        if text != parameter and isinstance(text, str) and _comparable(text) != wanted:
            yield at


def among_parameter(given: Parameters, value: Any, parameter: Any) -> Iterator[Tokens]:
    """Each text at `field` is an item of the parameter, which is a list."""
    wanted = {_comparable(item) for item in parameter}
    for at, text in matches(value, tokens(given["field"])):
        if isinstance(text, str) and _comparable(text) not in wanted:
            yield at


def contains_parameter(given: Parameters, value: Any, parameter: Any) -> Iterator[Tokens]:
    """Each text at `field` contains the parameter, in any letter case: how services compare names is not known."""
    wanted = parameter.casefold()
    for at, text in matches(value, tokens(given["field"])):
        if isinstance(text, str) and wanted not in text.casefold():
            yield at


Relation = Callable[[Parameters, Any, Any], Iterator[Tokens]]

RELATIONS: Mapping[str, Relation] = {
    "count_at_most": count_at_most,
    "equals_parameter": equals_parameter,
    "among_parameter": among_parameter,
    "contains_parameter": contains_parameter,
}


def differs(document: Any, known: Mapping[str, Any], field: Sequence[str]) -> bool:
    """Whether a document has another value at `field` than the one that is known."""
    kept, now = find(known, field), find(document, field)
    return kept is not MISSING and kept is not None and now is not MISSING and now != kept


def _comparable(text: Any) -> Any:
    return (
        text.lower() if isinstance(text, str) and len(text) == 36 and text.count("-") == 4 else text
    )


def by_operation(rules: Sequence[Rule]) -> dict[str, list[tuple[Rule, Relation, str]]]:
    """Return the rules between response and request of each operation, with the parameter that each looks at."""
    found: dict[str, list[tuple[Rule, Relation, str]]] = {}
    for rule in rules:
        if rule.shape in RELATIONS and rule.mode != "off":
            row = (rule, RELATIONS[rule.shape], rule.parameters["parameter"])
            found.setdefault(rule.parameters["operation"], []).append(row)
    return found


Kept = tuple[
    tuple[str, ...], tuple[str, ...], list[tuple[Rule, tuple[str, ...]]]
]  # (where documents stand, identity, fields)


def kept(rules: Sequence[Rule], kinds: Mapping[str, Kind], kind: str) -> list[Kept]:
    """Return the rules on values that never change, for each place in a kind of document where they apply."""
    places = [("", kind), *kinds[kind].contains]
    found: list[Kept] = []
    for pattern, inner in places:
        identity = kinds[inner].identity
        fields = [
            (rule, split(rule.parameters["field"]))
            for rule in rules
            if rule.shape == "equals_known" and rule.mode != "off" and inner in rule.on
        ]
        if identity and fields:
            found.append((split(pattern), split(identity), fields))
    return found
