"""Undeclared members: confusable with a declared name, misspelt, misplaced, or simply unknown."""

from collections.abc import Iterable, Mapping
from typing import Any

from deploy_contract_format.definitions import parse_reference
from deploy_contract_format.folding import folded, folds_to_ascii
from deploy_contract_format.suggestions import nearest

FieldPlaces = Mapping[str, tuple[str, ...]]  # name -> tokens of the one place where it is declared


class Folds(dict[str, str]):
    """Declared names by their folded forms.

    Attributes:
        longest: the length of the longest folded form.
    """

    def __init__(self, declared: Iterable[str]) -> None:
        super().__init__({folded(name): name for name in declared})
        self.longest = max(map(len, self), default=0)


def confusable(key: str, folds: Folds) -> str | None:
    """Return the declared name for which other parsers take a key, or None.

    Args:
        key: the key of an undeclared member.
        folds: the declared names.
    """
    texts: tuple[str, ...] = (key,)
    if "\0" in key:
        # some parsers drop NULs; for others the key ends at the first; `longest` bounds the results
        texts = key.replace("\0", ""), key.partition("\0")[0]
    for text in texts:
        # a folded form is never shorter than its text, and the folded form of a declared name is
        # ASCII
        if len(text) <= folds.longest and (text.isascii() or folds_to_ascii(text)):
            name = folds.get(folded(text))
            if name is not None:
                return name
    return None


def places(definitions: Mapping[str, Mapping[str, Any]], root: str) -> FieldPlaces:
    """Return the place of each field of a document: where it is declared nearest to the top.

    A name with several places at that depth is left out, since any of them may be meant.

    Args:
        definitions: lowered definitions of the document kind, by name.
        root: name of the definition of the document.

    Returns:
        Tokens by name, with `*` for the items of an array.
    """
    found: dict[str, tuple[str, ...]] = {}
    level: list[tuple[tuple[str, ...], Mapping[str, Any]]] = [((), definitions[root])]
    while level:
        below: list[tuple[tuple[str, ...], Mapping[str, Any]]] = []
        here: dict[str, list[tuple[str, ...]]] = {}
        for at, lowered in level:
            schema = lowered
            if "$ref" in lowered:
                schema = definitions[parse_reference(lowered["$ref"])]
            if "items" in schema:
                below.append(((*at, "*"), schema["items"]))
            for name, inner in schema.get("properties", {}).items():
                here.setdefault(name, []).append((*at, name))
                below.append(((*at, name), inner))
        found = {name: _only(several) for name, several in here.items()} | found
        level = below
    return {name: place for name, place in found.items() if place}


def _only(several: list[tuple[str, ...]]) -> tuple[str, ...]:
    if len(several) == 1:
        return several[0]
    return ()


def elsewhere(key: str, declared: FieldPlaces) -> tuple[str, ...]:
    """Return the tokens of the place that declares a key, or else the nearest name; or ()."""
    if key in declared:
        return declared[key]
    return declared.get(nearest(key, declared) or "", ())
