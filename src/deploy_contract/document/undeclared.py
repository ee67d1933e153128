"""Names that the contract does not declare: taken for another by other readers, misspelt, misplaced, or simply unknown."""

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from deploy_contract_format.definitions import named

Levels = Mapping[
    str, tuple[str, ...]
]  # name -> the tokens of the one place, nearest to the top, where it is declared
_LONGEST = 64  # characters of a key that are compared with declared names
# Java's equalsIgnoreCase takes both for i; Unicode's case folding takes neither for it
_DOTLESS_AND_DOTTED = str.maketrans({"\u0130": "i", "\u0131": "i"})


def folded(key: str) -> str:
    """Return the form of a name in which readers compare it that ignore case, Unicode form and NULs.

    Such readers are Go's encoding/json, Java's equalsIgnoreCase, C strings and databases. Body keys and parameter names are
    compared by this one function.
    """
    key = key.replace("\0", "")
    return key.lower() if key.isascii() else "".join(map(_folded_sign, key))


@lru_cache(maxsize=4096)
def _folded_sign(sign: str) -> str:
    """Sign by sign: declared names are ASCII, and no signs compose to that."""
    once = unicodedata.normalize("NFKC", sign.translate(_DOTLESS_AND_DOTTED).casefold())
    return unicodedata.normalize("NFKC", once.casefold()).translate(_DOTLESS_AND_DOTTED)


def by_fold(declared: Iterable[str]) -> Mapping[str, str]:
    """Declared names by what such readers make of them."""
    return {folded(name): name for name in declared}


def confusable(key: str, folds: Mapping[str, str]) -> str | None:
    """The declared name that other readers take the key for, if there is one. `folds`: declared names, of `by_fold`."""
    if key.isascii() and "\0" not in key:
        return folds.get(key.lower()) if len(key) <= _LONGEST else None
    # some drop NULs, some end there
    for text in (
        key.replace("\0", ""),
        key.partition("\0")[0],
    ):  # before the length: padding is no disguise
        if text and len(text) <= _LONGEST and (name := folds.get(folded(text))):
            return name
    return None


def nearest(key: str, declared: Iterable[str]) -> str | None:
    """The declared name that the key is most likely meant to be, if one is near.

    Letter case, `_` and `-` do not count. Near is: what the two share at their beginning and end is at least seven tenths of
    the key and half of the name, so `secret_refs` is near `secret_references`, and so is `vlaue` to `value`: of two letters
    that changed places one counts as shared.
    """
    if len(key) > _LONGEST:
        return None
    plain = _plain(key)
    best: tuple[float, float, str] | None = None
    for name in declared:
        other = _plain(name)
        shared = _shared(plain, other)
        if shared >= 0.7 * len(plain) and shared >= 0.5 * len(other) and shared:
            score = (shared / len(plain), shared / len(other), name)
            best = score if best is None or score[:2] > best[:2] else best
    return best[2] if best else None


def levels(definitions: Mapping[str, Mapping[str, Any]], root: str) -> Levels:
    """Where each field of a document is declared, by its lowered definitions; `*` stands for the items of an array.

    Left out are names that are declared at several places equally far from the top: nobody can say which is meant.
    """
    found: dict[str, tuple[str, ...]] = {}
    left: list[tuple[tuple[str, ...], Mapping[str, Any]]] = [((), definitions[root])]
    while left:
        level, left = left, []
        here: dict[str, list[tuple[str, ...]]] = {}
        for at, lowered in level:
            schema = definitions[named(lowered["$ref"])] if "$ref" in lowered else lowered
            if "items" in schema:
                left.append(((*at, "*"), schema["items"]))
            for name, inner in schema.get("properties", {}).items():
                here.setdefault(name, []).append((*at, name))
                left.append(((*at, name), inner))
        found = {
            name: places[0] if len(places) == 1 else () for name, places in here.items()
        } | found
    return {name: place for name, place in found.items() if place}


def elsewhere(key: str, declared: Levels) -> tuple[str, ...]:
    """The tokens of the place where the key belongs, spelt right or nearly so; none where it belongs nowhere."""
    return declared.get(key) or declared.get(nearest(key, declared) or "", ())


def _plain(name: str) -> str:
    return folded(name).replace("_", "").replace("-", "")


def _shared(one: str, other: str) -> int:
    """How many letters the two share at their beginning and end, and between these, if two letters changed places there."""
    shorter = min(len(one), len(other))
    begin = 0
    while begin < shorter and one[begin] == other[begin]:
        begin += 1
    end = 0
    while end < shorter - begin and one[-1 - end] == other[-1 - end]:
        end += 1
    middle = one[begin : len(one) - end]
    return begin + end + (len(middle) == 2 and middle[::-1] == other[begin : len(other) - end])
