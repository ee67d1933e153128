"""Undeclared members: confusable with a declared name, misspelt, misplaced, or simply unknown."""

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from deploy_contract_format.definitions import named

Places = Mapping[str, tuple[str, ...]]  # name -> tokens of the one place where it is declared
_LONGEST = 64  # characters of a key that is compared with declared names
_KEY_SHARE, _NAME_SHARE = 0.7, 0.5  # of the letters of a key and of a name that is near it
# Java's equalsIgnoreCase takes both for i; Unicode's case folding takes neither for it
_DOTLESS_AND_DOTTED = str.maketrans({"\u0130": "i", "\u0131": "i"})


def folded(key: str) -> str:
    """Return the form in which lenient readers compare a name.

    They ignore letter case, Unicode form and NULs: Go's encoding/json, Java's equalsIgnoreCase,
    C strings, databases. Members of bodies and names of parameters are compared by this form.
    """
    key = key.replace("\0", "")
    if key.isascii():
        return key.lower()
    return "".join(map(_folded_sign, key))


@lru_cache(maxsize=4096)
def _folded_sign(sign: str) -> str:
    """Return one folded character. Declared names are ASCII, which no characters compose to."""
    once = unicodedata.normalize("NFKC", sign.translate(_DOTLESS_AND_DOTTED).casefold())
    return unicodedata.normalize("NFKC", once.casefold()).translate(_DOTLESS_AND_DOTTED)


def by_fold(declared: Iterable[str]) -> Mapping[str, str]:
    """Return declared names by their folded forms."""
    return {folded(name): name for name in declared}


def confusable(key: str, folds: Mapping[str, str]) -> str | None:
    """Return the declared name that other readers take a key for, or None.

    Args:
        key: of an undeclared member.
        folds: declared names, as `by_fold` returns them.
    """
    if key.isascii() and "\0" not in key:
        if len(key) > _LONGEST:
            return None
        return folds.get(key.lower())
    # some readers drop NULs, for others the key ends there; so its length counts after that
    for text in (key.replace("\0", ""), key.partition("\0")[0]):
        if text and len(text) <= _LONGEST:
            name = folds.get(folded(text))
            if name is not None:
                return name
    return None


def nearest(key: str, declared: Iterable[str]) -> str | None:
    """Return the declared name that a key most likely means, or None if no name is near.

    Letter case, `_` and `-` do not count. A name is near if the letters that both share at their
    beginning and end are at least seven tenths of the key and half of the name. So `secret_refs`
    is near `secret_references`. Of two letters that changed places one counts as shared, so
    `vlaue` is near `value`.
    """
    if len(key) > _LONGEST:
        return None
    plain = _plain(key)
    best: tuple[float, float] = (0, 0)
    found = None
    for name in declared:
        other = _plain(name)
        shared = _shared(plain, other)
        if shared and shared >= _KEY_SHARE * len(plain) and shared >= _NAME_SHARE * len(other):
            score = (shared / len(plain), shared / len(other))
            if score > best:
                best, found = score, name
    return found


def did_you_mean(name: str | None) -> str:
    """Return a hint that asks for a name; empty without a name."""
    if not name:
        return ""
    return f"did you mean {name}?"


def places(definitions: Mapping[str, Mapping[str, Any]], root: str) -> Places:
    """Return the place of each field of a document that is declared nearest to the top.

    A name with several places at the same depth is left out: nobody can say which one is meant.

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
                schema = definitions[named(lowered["$ref"])]
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


def elsewhere(key: str, declared: Places) -> tuple[str, ...]:
    """Return the tokens of the place where a key or the name nearest to it is declared, or ()."""
    if key in declared:
        return declared[key]
    return declared.get(nearest(key, declared) or "", ())


def _plain(name: str) -> str:
    return folded(name).replace("_", "").replace("-", "")


def _shared(one: str, other: str) -> int:
    """Return how many letters two names share at their beginning and end.

    If only two letters between these changed places, one of them counts as shared.
    """
    shorter = min(len(one), len(other))
    begin = 0
    while begin < shorter and one[begin] == other[begin]:
        begin += 1
    end = 0
    while end < shorter - begin and one[-1 - end] == other[-1 - end]:
        end += 1
    middle = one[begin : len(one) - end]
    swapped = len(middle) == 2 and middle[::-1] == other[begin : len(other) - end]
    return begin + end + swapped
