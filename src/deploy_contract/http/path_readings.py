"""The common readings of a path: where servers, frameworks and proxies may route it that do not read it exactly."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from urllib.parse import unquote_to_bytes

Segments = tuple[str | None, ...]  # of a path; None stands for a parameter

_DECODINGS = 2  # proxies decode a path once, and the framework behind them once more
# of one path that holds the words of an operation; no honest path comes near
_MOST_READINGS = 96
_BUDGET = 1 << 17  # characters of all readings
# Signs that have one meaning in a path. A path of these alone differs between readers by letter case and slashes only.
_ODD = re.compile(
    r"[^/A-Za-z0-9_~!$&'()*+,=:@.-]|(?:\A|/)\.{1,2}(?=/|\Z)|\A//|\A[A-Za-z][A-Za-z0-9+.-]*://"
)
_HIDING = re.compile(r"[%\x00-\x20\x7f]")  # may hide the letters of a segment
_BLANKS = re.compile(r"[\x00-\x20\x7f]+")
_END = re.compile(r"[\x00-\x20\x7f?#].*", re.DOTALL)
_SLASHES = re.compile(r"/{2,}")
_MATRIX = re.compile(r";[^/]*")
_AUTHORITY = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*:)?//[^/]*")
_UNICODE = re.compile(r"%[uU]([0-9a-fA-F]{4})")
# RFC 3629 forbids these forms of ASCII characters; decoders that take them read `%c0%af` as a slash
_OVERLONG = re.compile(
    rb"[\xc0\xc1][\x80-\xbf]|\xe0[\x80\x81][\x80-\xbf]|\xf0\x80[\x80\x81][\x80-\xbf]"
)


class Readings:
    """Finds the methods of the operations that some common reading of a path leads to.

    templates: the segments of each path of the contract, its prefix included, with the methods of its operations.
    """

    def __init__(self, templates: Mapping[Segments, Collection[str]]) -> None:
        self._templates = [
            (tuple([part and part.casefold() for part in segments]), frozenset(methods))
            for segments, methods in templates.items()
        ]
        self._words = sorted(
            {tuple(part for part in segments if part) for segments, _ in self._templates}
        )
        longest = [re.escape(max(words, key=len, default="")) for words in self._words]
        self._longest = re.compile(
            "|".join(longest)
        ).search  # most paths of others have none of these

    def may_lead(self, path: str) -> bool:
        """Return False if no reading has the fixed segments of any path of the contract in their order."""
        if self._has_words(path):
            return True
        if _HIDING.search(path) is None:
            return False
        texts = [_BLANKS.sub("", path)]
        if texts[0] != path and self._has_words(texts[0]):
            return True
        for _ in range(_DECODINGS):
            encoded = [text for text in texts if "%" in text]
            if not encoded:
                return False
            texts = [
                _BLANKS.sub("", decoded)
                for text in encoded
                for decoded in _dropping_decodings(text)
            ]
            if any(map(self._has_words, texts)):
                return True
        return False

    def methods(self, path: str) -> frozenset[str] | None:
        """Return the methods of the operations that some reading of a path leads to, for which `may_lead` is true.

        Return None if there are too many readings to tell.
        """
        if _ODD.search(path) is None:
            return self._fitting(path)
        found: frozenset[str] = frozenset()
        left = _BUDGET
        for count, text in enumerate(_readings(path)):
            found |= self._fitting(text)
            left -= len(text)
            if left < 0 or count > _MOST_READINGS:
                return None
        return found

    def _has_words(self, text: str) -> bool:
        text = text.casefold()
        return self._longest(text) is not None and any(
            _in_order(words, text) for words in self._words
        )

    def _fitting(self, text: str) -> frozenset[str]:
        folded = text.casefold()
        found = self._fitting_segments([part for part in folded.split("/") if part])
        authority = _AUTHORITY.match(folded)
        if authority:  # a whole address, or what URL parsers take for one (RFC 3986, section 4.2)
            rest = folded[authority.end() :]
            found |= self._fitting_segments([part for part in rest.split("/") if part])
        return found

    def _fitting_segments(self, segments: Sequence[str]) -> frozenset[str]:
        found: frozenset[str] = frozenset()
        for template, methods in self._templates:
            if len(template) == len(segments) and all(
                part is None or part == segment
                for part, segment in zip(template, segments, strict=True)
            ):
                found |= methods
        return found


def exactly_decoded(text: str) -> str:
    """Return the text percent-decoded once, with U+FFFD in place of bytes that are not UTF-8."""
    return unquote_to_bytes(_encoded(text)).decode("utf-8", "replace")


def generously_decoded(text: str) -> str:
    """Return the text percent-decoded once, as lenient decoders do.

    They read overlong UTF-8 and `%u002f`, and drop bytes that are not UTF-8.
    """
    return _in_shortest_form(_without_code_units(text)).decode("utf-8", "ignore")


def _dropping_decodings(text: str) -> tuple[str, ...]:
    """Return the text as decoders read it that drop bytes they cannot read, so that no word of it is torn apart."""
    data = unquote_to_bytes(_encoded(text))
    if data.isascii() and "%u" not in text and "%U" not in text:
        return (data.decode("ascii"),)
    return _dropping_decoded(text), generously_decoded(text)


def _dropping_decoded(text: str) -> str:
    return unquote_to_bytes(_encoded(text)).decode("utf-8", "ignore")


def _overlong_decoded(text: str) -> str:
    return _in_shortest_form(text).decode("utf-8", "replace")


def _overlong_dropping_decoded(text: str) -> str:
    return _in_shortest_form(text).decode("utf-8", "ignore")


def _in_shortest_form(text: str) -> bytes:
    data = unquote_to_bytes(_encoded(text))
    return data if data.isascii() else _OVERLONG.sub(_shortened, data)


def _without_code_units(text: str) -> str:
    """Return the text with `%u002f` decoded, as IIS and .NET do."""
    if "%u" in text or "%U" in text:
        return _UNICODE.sub(lambda found: chr(int(found[1], 16)), text)
    return text


def _encoded(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


def _shortened(found: re.Match[bytes]) -> bytes:
    code = found[0][-1] & 0x3F
    return bytes([code | (found[0][-2] & 0x01) << 6])


def _readings(path: str) -> Iterator[str]:
    """Yield the path, and each text that the steps of common readers make of it in any order."""
    seen = {(path, 0)}
    waiting = [(path, 0)]
    for text, decodings in waiting:  # which grows on the way
        yield text
        steps = _STEPS if decodings == _DECODINGS or "%" not in text else _STEPS_AND_DECODINGS
        for step in steps:
            reached = (step(text), decodings + (step in _DECODERS))
            if reached not in seen:
                seen.add(reached)
                waiting.append(reached)


def _without_dots(text: str) -> str:
    """Return the path without dot segments (RFC 3986, section 5.2.4)."""
    if "/." not in text:
        return text
    kept: list[str] = []
    parts = text.split("/")
    for part in parts:
        if part == "..":
            if len(kept) > 1:  # the first is what comes before the leading slash
                kept.pop()
        elif part != ".":
            kept.append(part)
    if parts[-1] in (".", ".."):
        kept.append("")
    return "/".join(kept)


def _in_order(words: Sequence[str], text: str) -> bool:
    at = 0
    for word in words:
        at = text.find(word, at)
        if at < 0:
            return False
        at += len(word)
    return True


_STEPS: tuple[Callable[[str], str], ...] = (
    lambda text: text.replace("\\", "/"),
    lambda text: _MATRIX.sub("", text) if ";" in text else text,
    _without_dots,
    lambda text: _SLASHES.sub("/", text) if "//" in text else text,
    lambda text: _BLANKS.sub("", text),
    lambda text: _END.sub("", text),
)
_DECODERS = (exactly_decoded, _dropping_decoded, _overlong_decoded, _overlong_dropping_decoded)
_STEPS_AND_DECODINGS = (*_STEPS, _without_code_units, *_DECODERS)
