"""The form in which lenient readers compare names."""

from functools import lru_cache

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
    import unicodedata  # few documents have such names

    once = unicodedata.normalize("NFKC", sign.translate(_DOTLESS_AND_DOTTED).casefold())
    return unicodedata.normalize("NFKC", once.casefold()).translate(_DOTLESS_AND_DOTTED)
