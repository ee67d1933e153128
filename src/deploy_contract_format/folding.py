"""The form in which lenient readers compare names."""

from collections.abc import Mapping
from functools import cache

# In each line: a character or a range, in hexadecimal; a tab; and what lenient readers take it for.
# That is its case folding and NFKC, twice, if that is printable ASCII. In a range, the folds follow
# each other, too. The dotless and the dotted i count as i: Java's equalsIgnoreCase takes both for it.
# By Unicode 17. The native engine reads the same table, so that no answer depends on the Python.
_TABLE = "ascii_folds.txt"


def folded(key: str) -> str:
    """Return the form in which lenient readers compare a name with declared ones, which are ASCII.

    They ignore letter case, Unicode form and NULs: Go's encoding/json, Java's equalsIgnoreCase,
    C strings, databases. Members of bodies and names of parameters are compared by this form.
    Characters that no reader takes for ASCII are left as they are: none of them compose to it.
    """
    key = key.replace("\0", "")
    if key.isascii():
        return key.lower()
    return key.translate(_folds())


def folds_to_ascii(key: str) -> bool:
    """Return True if `folded` makes ASCII of a name. It takes less time than that."""
    return all(map(_folds().__contains__, map(ord, key)))


@cache
def _folds() -> Mapping[int, str]:
    """Return the folded form of each character that has one, by its number."""
    from importlib.resources import files  # takes longer than most verdicts

    folds = {ord(sign): sign.lower() for sign in map(chr, range(128))}
    table = files("deploy_contract_format").joinpath(_TABLE).read_text("ascii")
    for line in table.splitlines():
        signs, fold = line.split("\t")
        first, _, last = signs.partition("..")
        if not last:
            folds[int(first, 16)] = fold
            continue
        begin = int(first, 16)
        for sign in range(begin, int(last, 16) + 1):
            folds[sign] = chr(ord(fold) + sign - begin)
    return folds
