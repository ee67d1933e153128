"""Names that an author most likely meant, and sentences about values that are not allowed."""

from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import islice

from deploy_contract_format.folding import folded

LONGEST = 64  # characters of a name that is compared with others
_SHORTEST_CERTAIN = 4  # letters; in a shorter name, one letter is too great a part
_MAX_LISTED = 20  # names in a sentence
_KEY_SHARE, _NAME_SHARE = 0.7, 0.5  # fractions of the key and the name that both must share


def nearest(key: object, names: Iterable[str]) -> str | None:
    """Return the name that a key most likely means, or None if no name is near.

    Letter case, `_` and `-` do not count. A name and a key share the letters at the beginning and
    the end that are the same. A name is near a key if these letters are at least seven tenths of the
    key and half of the name. So `secret_refs` is near `secret_references`. If two letters are
    swapped, one of them counts as shared, so `vlaue` is near `value`. If several names are equally
    near, the first in alphabetical order is returned. No name is near a key that is not a text.
    """
    if not isinstance(key, str) or len(key) > LONGEST:
        return None
    plain = _plain(key)
    best: tuple[float, float] = (0, 0)
    found = None
    for name in names:
        other = _plain_name(name)
        # most names differ at both ends; then too few letters are shared
        if plain[:1] != other[:1] and plain[-1:] != other[-1:]:
            continue
        shared = _shared(plain, other)
        if shared and shared >= _KEY_SHARE * len(plain) and shared >= _NAME_SHARE * len(other):
            score = (shared / len(plain), shared / len(other))
            if score > best or (found is not None and score == best and name < found):
                best, found = score, name
    return found


def is_certain(key: str, names: Iterable[str]) -> bool:
    """Return True if a key differs from exactly one of the names by a single typing error.

    A typing error is an added, missing or changed letter, or two swapped letters. Letter case, `_`
    and `-` do not count.
    """
    if len(key) > LONGEST:
        return False
    plain = _plain(key)
    near = 0
    for name in names:
        other = _plain_name(name)
        longest = max(len(plain), len(other))
        if abs(len(plain) - len(other)) <= 1 and _shared(plain, other) + 1 >= longest:
            near += 1
    return near == 1 and len(plain) >= _SHORTEST_CERTAIN


def listed(names: Iterable[str], word: str = "and") -> str:
    """Return names as a list in a sentence, with `word` before the last name."""
    *before, last = list(names) or [""]
    return f"{', '.join(before)} {word} {last}" if before else last


def did_you_mean(name: str | None, otherwise: str = "") -> str:
    """Return the question whether a name was meant, or `otherwise` if there is no name."""
    if not name:
        return otherwise
    return f"did you mean {name}?"


def must_be_one_of(subject: str, value: object, allowed: Collection[str | None]) -> str:
    """Return the sentence about a value that is not allowed.

    The sentence names the allowed values and the nearest of them. It does not show the value, which
    may come from a document.

    None among the allowed values means no value. The sentence does not name it.
    """
    names = [choice for choice in allowed if choice is not None]
    return f"{subject} must be {one_of(value, names)}"


def one_of(value: object, names: Collection[str], intro: str = "one of", note: str = "") -> str:
    """Return the end of a sentence: an introduction, the names, a note, and the nearest name.

    At most 20 names are listed.
    """
    more = len(names) - _MAX_LISTED
    text = f"{intro} {', '.join(islice(names, _MAX_LISTED))}"
    text += f" and {more} more{note}" if more > 0 else note
    question = did_you_mean(nearest(value, names))
    return f"{text}; {question}" if question else text


def not_one_of(word: object, names: Collection[str], note: str = "") -> str:
    """Return the sentence about a word of a rule file that is not allowed.

    The sentence shows the word, escaped and cut: a rule file contains no values of documents.

    `note` says how to write the allowed words.
    """
    choices = one_of(word, names, note=note)
    return f"{_quoted(word)} is not {choices}" if isinstance(word, str) else choices


def unknown(kind: str, name: object, intro: str, names: Collection[str]) -> str:
    """Return the sentence about an unknown name in a rule file. It lists the known names.

    `kind`: the kind of name, such as "key"; `intro`: the words before the known names.
    """
    return f"unknown {kind} {_quoted(str(name))}; {one_of(name, names, intro)}"


def _quoted(word: str) -> str:
    return repr(word if len(word) <= LONGEST else word[:LONGEST] + "...")


def _plain(name: str) -> str:
    return folded(name).replace("_", "").replace("-", "")


_plain_name = lru_cache(4096)(_plain)  # only for names, since a key may be a secret


def _shared(one: str, other: str) -> int:
    """Return how many letters two names share at their beginning and end.

    If the names differ only in two swapped letters, one of these counts as shared.
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
