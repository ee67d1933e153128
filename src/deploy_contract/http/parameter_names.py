"""Names of query parameters and form fields that some framework takes for a declared name."""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from deploy_contract.http.headers import METHOD_OVERRIDES
from deploy_contract.http.path_readings import decode_leniently
from deploy_contract.judge.python.undeclared import Folds
from deploy_contract_format.folding import folded

# fields of a query or a form by which frameworks replace the method of a request
METHOD_FIELDS = METHOD_OVERRIDES | {"_method"}

_PLAIN = re.compile(r"[a-z0-9_-]*").fullmatch  # every framework reads such a name as it is written
_BLANKS = re.compile(r"[\s\x00-\x20\x7f]+")
_BLANK_OR_DOT = re.compile(r"[.\s\x00-\x20\x7f]")
_SIGNS = "?!"  # at the beginning; Spring reads `!limit` as a default of `limit`
_BRACKETED = re.compile(r"\[[^\[\]]*\]?")
_OUTSIDE = re.compile(r"[^\[\]]+")
_NOT_LETTERS = re.compile(r"[^a-z0-9]+")


def by_reading(declared: Iterable[str]) -> Folds:
    """Return the declared names and `METHOD_FIELDS`, each under its case-folded form."""
    return Folds((*METHOD_FIELDS, *declared))


METHOD_READINGS = by_reading(())


def taken_for(name: str, declared: Folds) -> str | None:
    """Return the declared name for which some framework takes an undeclared name, or None.

    `declared` is what `by_reading` returns.
    """
    if _PLAIN(name):
        return declared.get(name)
    if not _may_be_taken(name, declared):
        return None
    for text in _texts(name):
        if len(text) > declared.longest:
            continue  # a folded form is never shorter than its text
        found = declared.get(folded(text))
        if found is not None:
            return found
    return None


def _may_be_taken(name: str, declared: Folds) -> bool:
    """Return False if a name holds the letters of no declared name. This rejects most names."""
    text = name
    if "%" in name:
        text = decode_leniently(name)
    if not text.isascii():
        text = folded(text)
    text = text.lower()
    words = [_letters(text)]
    if "[" in text:
        words.append(_letters(_BRACKETED.sub("", text)))
    return any(word in found for word in _declared_letters(tuple(declared)) for found in words)


@cache
def _declared_letters(declared: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(_letters, declared))


def _letters(name: str) -> str:
    return _NOT_LETTERS.sub("", name)


def _texts(name: str) -> Iterator[str]:
    """Yield the names that frameworks may read instead of a name. The letter case stays."""
    for text in dict.fromkeys((name, decode_leniently(name))):
        # some frameworks drop NULs; for others the name ends at the first
        for part in dict.fromkeys((text, text.partition("\0")[0])):
            bare = part.replace("\0", "").strip().lstrip(_SIGNS).lstrip()
            squeezed = _BLANKS.sub("", part).lstrip(_SIGNS)
            # PHP replaces blanks and dots by `_`, and also a bracket that is never closed
            as_php = _BLANK_OR_DOT.sub("_", bare)
            for spelling in dict.fromkeys((squeezed, squeezed.replace(".", "_"), as_php)):
                yield spelling
                if "[" in spelling or "]" in spelling:
                    yield from _without_brackets(spelling)


def _without_brackets(text: str) -> Iterator[str]:
    yield text.partition("[")[0]
    yield _BRACKETED.sub("", text).replace("]", "")
    yield text.replace("[", "_")  # PHP, if no bracket is closed
    outside = _OUTSIDE.search(text)  # Rack and qs ignore brackets at the beginning
    if outside:
        yield outside[0]
