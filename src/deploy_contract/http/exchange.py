"""Relations of a response to its request and to what was known before. Each is a plain function in one table.

A relation gives the tokens of each place in the response that breaks it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from deploy_contract_format.pointer import MISSING, Tokens, find, matches, split

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
    return text.lower() if isinstance(text, str) and len(text) == 36 and text.count("-") == 4 else text
