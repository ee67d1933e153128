"""Fields that the contract does not declare: taken for another by other readers, misspelt, or simply unknown."""

import unicodedata
from collections.abc import Iterable, Mapping

_LONGEST = 64  # characters of a key that are compared with declared names


def folded(key: str) -> str:
    """What readers that ignore case, Unicode form and NULs make of a key (Go's encoding/json, C strings, databases)."""
    key = key.replace("\0", "")
    return (
        key.lower()
        if key.isascii()
        else unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", key.casefold()).casefold())
    )


def by_fold(declared: Iterable[str]) -> Mapping[str, str]:
    """Declared names by what such readers make of them."""
    return {folded(name): name for name in declared}


def confusable(key: str, folds: Mapping[str, str]) -> str | None:
    """The declared name that other readers take the key for, if there is one. `folds`: declared names, of `by_fold`."""
    key = key.replace("\0", "")  # before the length: padding is no disguise
    return folds.get(folded(key)) if len(key) <= _LONGEST else None


def nearest(key: str, declared: Iterable[str]) -> str | None:
    """The declared name that the key is most likely meant to be, if one is near.

    Letter case, `_` and `-` do not count. Near is: what the two share at their beginning and end is at least seven tenths of
    the key and half of the name, so `secret_refs` is near `secret_references`.
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


def _plain(name: str) -> str:
    return folded(name).replace("_", "").replace("-", "")


def _shared(one: str, other: str) -> int:
    """How many letters the two share at their beginning and end."""
    shorter = min(len(one), len(other))
    begin = 0
    while begin < shorter and one[begin] == other[begin]:
        begin += 1
    end = 0
    while end < shorter - begin and one[-1 - end] == other[-1 - end]:
        end += 1
    return begin + end
