"""Names of query parameters and form fields that other readers take for a declared one."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from deploy_contract.document.undeclared import by_fold, folded
from deploy_contract.http.path_readings import generously_decoded

# Fields of a query or form by which frameworks override the method, as the headers of the same names do.
METHOD_FIELDS = frozenset(
    {"_method", "x-http-method-override", "x-http-method", "x-method-override", "x-tunneled-method"}
)

_PLAIN = re.compile(r"[a-z0-9_-]*").fullmatch  # has no other reading
_BLANKS = re.compile(r"[\s\x00-\x20\x7f]+")
_BLANK_OR_DOT = re.compile(r"[.\s\x00-\x20\x7f]")
_BRACKETED = re.compile(r"\[[^\[\]]*\]?")
_OUTSIDE = re.compile(r"[^\[\]]+")
_WORD = re.compile(r"[^a-z0-9]+")


def by_reading(declared: Iterable[str]) -> Mapping[str, str]:
    """Return the declared names, and those that override a method, by what readers make of them."""
    return by_fold((*METHOD_FIELDS, *declared))


def taken_for(name: str, declared: Mapping[str, str]) -> str | None:
    """Return the declared name that some reader takes an undeclared name for.

    declared: as `by_reading` returns it.
    """
    if _PLAIN(name):
        return declared.get(name)
    if not _may_be_taken(name, declared):
        return None
    for text in _texts(name):
        found = declared.get(folded(text))
        if found is not None:
            return found
    return None


def _may_be_taken(name: str, declared: Mapping[str, str]) -> bool:
    """Return False if the letters of no declared name are in a name: most names need no second look."""
    text = generously_decoded(name) if "%" in name else name
    if not text.isascii():
        text = folded(text)
    text = text.lower()
    words = [_WORD.sub("", text)]
    if "[" in text:
        words.append(_WORD.sub("", _BRACKETED.sub("", text)))
    return any(word in found for word in _words(tuple(declared)) for found in words)


@cache
def _words(declared: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_WORD.sub("", name) for name in declared)


def _texts(name: str) -> Iterator[str]:
    """Yield what readers make of a name, letter case apart."""
    for text in dict.fromkeys((name, generously_decoded(name))):
        for part in dict.fromkeys(
            (text, text.partition("\0")[0])
        ):  # some drop NULs, some end there
            bare = part.replace("\0", "").strip().lstrip("?").lstrip()
            squeezed = _BLANKS.sub("", part).lstrip("?")
            # PHP writes `_` for blanks, dots, and a bracket that nothing closes
            for spelt in dict.fromkeys(
                (squeezed, squeezed.replace(".", "_"), _BLANK_OR_DOT.sub("_", bare))
            ):
                yield spelt
                if "[" in spelt or "]" in spelt:
                    yield from _without_brackets(spelt)


def _without_brackets(text: str) -> Iterator[str]:
    yield text.partition("[")[0]
    yield _BRACKETED.sub("", text).replace("]", "")
    yield text.replace("[", "_", 1)
    outside = _OUTSIDE.search(text)  # Rack and qs pass over brackets that come first
    if outside:
        yield outside[0]
