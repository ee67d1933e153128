"""Undeclared members: confusable with a declared name, misspelt, misplaced, or simply unknown."""

from collections.abc import Iterable, Mapping

from deploy_contract_format.definitions import Definitions, Pattern, declared_fields
from deploy_contract_format.folding import folded, folds_to_ascii
from deploy_contract_format.suggestions import nearest

FieldPlaces = Mapping[str, Pattern]  # name -> the one place where it is declared


class Folds(dict[str, str]):
    """Declared names by their folded forms. `longest` is the length of the longest form."""

    def __init__(self, declared: Iterable[str]) -> None:
        super().__init__({folded(name): name for name in declared})
        self.longest = max(map(len, self), default=0)


def confusable(key: str, folds: Folds) -> str | None:
    """Return the declared name for which other parsers take an undeclared key, or None."""
    texts: tuple[str, ...] = (key,)
    if "\0" in key:
        # some parsers drop NULs; for others the key ends at the first NUL
        texts = key.replace("\0", ""), key.partition("\0")[0]
    for text in texts:
        # a folded form is never shorter than its text, and the folded form of a declared name is
        # ASCII
        if len(text) <= folds.longest and (text.isascii() or folds_to_ascii(text)):
            name = folds.get(folded(text))
            if name is not None:
                return name
    return None


def field_places(definitions: Definitions, kind: str) -> FieldPlaces:
    """Return the place of each field of a document: its declaration nearest to the top.

    A name with several places at that depth is left out, since any of the places may be meant.
    """
    found: dict[str, list[Pattern]] = {}
    declared = declared_fields(definitions[kind], definitions)
    for place, _ in sorted(declared, key=lambda row: len(row[0])):
        found.setdefault(place[-1], []).append(place)
    return {
        name: first
        for name, (first, *others) in found.items()
        if not others or len(first) < len(others[0])
    }


def elsewhere(key: str, declared: FieldPlaces) -> tuple[str, ...]:
    """Return the tokens of the place that declares a key or, if none does, the nearest name.

    Returns () if no declared name is near.
    """
    if key in declared:
        return declared[key]
    return declared.get(nearest(key, declared) or "", ())
