"""The table of folded characters, compared with the Unicode data of this Python."""

import sys
import unicodedata
from collections.abc import Iterator

from deploy_contract_format.folding import folded, folds_to_ascii

DOTS = str.maketrans({"\u0130": "i", "\u0131": "i"})


def signs() -> Iterator[str]:
    """Return every character but those of ASCII."""
    return map(chr, range(128, sys.maxunicode + 1))


def computed(sign: str) -> str:
    """Return the case folding and NFKC of a character, twice."""
    once = unicodedata.normalize("NFKC", sign.translate(DOTS).casefold())
    return unicodedata.normalize("NFKC", once.casefold()).translate(DOTS)


def test_the_table_has_each_character_that_a_reader_takes_for_printable_ascii() -> None:
    for sign in signs():
        if unicodedata.category(sign) in ("Cn", "Cs"):  # a later Unicode may have it
            continue
        fold = computed(sign)
        assert fold, hex(ord(sign))
        is_printable = all("!" <= letter <= "~" for letter in fold)
        assert folded(sign) == (fold if is_printable else sign), hex(ord(sign))
        assert folds_to_ascii(sign) is is_printable, hex(ord(sign))
