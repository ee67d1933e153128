"""The form in which lenient parsers compare names."""

from collections.abc import Mapping
from functools import cache

# Each line has a character or a range in hexadecimal, a tab, and the ASCII text that lenient
# parsers read. This is the result of case folding and NFKC, both applied twice, by Unicode 17. In a
# range, the last ASCII characters are consecutive, too. The dotless and the dotted i count as i, as
# in Java's equalsIgnoreCase. The native engine reads the same table, so the engines agree under
# every Python.
_TABLE = "ascii_folds.txt"


def folded(key: str) -> str:
    """Return the form in which lenient parsers compare a name with declared names.

    Such parsers ignore letter case, Unicode form and NULs. Examples are Go's encoding/json, Java's
    equalsIgnoreCase, C strings, and databases. Use this form for members of bodies and for names of
    parameters. Declared names are ASCII, so characters that no parser reads as ASCII stay as they
    are.
    """
    key = key.replace("\0", "")
    if key.isascii():
        return key.lower()
    return key.translate(_folds())


def folds_to_ascii(key: str) -> bool:
    """Return True if the folded form of a name is ASCII. This is faster than `folded`."""
    return all(map(_folds().__contains__, map(ord, key)))


@cache
def _folds() -> Mapping[int, str]:
    """Return the folded form of each character that has one, by code point."""
    from importlib.resources import files  # this import takes longer than most verdicts

    folds = {ord(char): char.lower() for char in map(chr, range(128))}
    table = files("deploy_contract_format").joinpath(_TABLE).read_text("ascii")
    for line in table.splitlines():
        signs, fold = line.split("\t")
        first, _, last = signs.partition("..")
        begin = int(first, 16)
        for sign in range(begin, int(last or first, 16) + 1):
            folds[sign] = fold[:-1] + chr(ord(fold[-1]) + sign - begin)
    return folds
