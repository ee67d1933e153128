"""The readings of a path: the paths that servers, proxies and frameworks may make of it.

These programs percent-decode, merge slashes, remove dot segments and drop characters, in different
orders.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from urllib.parse import unquote_to_bytes

Segments = tuple[str | None, ...]  # of a path; None means a parameter

_DECODINGS = 2  # a proxy decodes a path once, and the framework behind it once more
# the greatest number of readings that are tried of one path; honest paths have few
_MAX_READINGS = 128
_BUDGET = 1 << 17  # characters of all readings
# all programs agree on a path without these, except for letter case and repeated slashes
_ODD = re.compile(
    r"[^/A-Za-z0-9_~!$&'()*+,=:@.-]|(?:\A|/)\.{1,2}(?=/|\Z)|\A//|\A[A-Za-z][A-Za-z0-9+.-]*:"
)
_BLANKS = re.compile(r"[\x00-\x20\x7f]+")
_END = re.compile(r"[\x00-\x20\x7f?#].*", re.DOTALL)
_END_OF_PATH = re.compile(r"\A[^;?#]*[;?#]?")
_SLASHES = re.compile(r"/{2,}")
_MATRIX = re.compile(r";[^/]*")
# Scheme and host, before the path of a URL or of a text that parsers take for one (RFC 3986,
# section 4.2). The first pattern follows RFC 3986. The second follows WHATWG, which allows any
# number of slashes before the host.
_AUTHORITIES = (
    re.compile(r"\A(?:[A-Za-z][A-Za-z0-9+.-]*:(?://[^/]*)?|//[^/]*)"),
    re.compile(r"\A(?:[A-Za-z][A-Za-z0-9+.-]*:/*|//+)[^/]*"),
)
_DOT = re.compile("%2[eE]")
_UNICODE = re.compile(r"%[uU]([0-9a-fA-F]{4})")
# RFC 3629 forbids these forms of ASCII characters; decoders that accept them read `%c0%af` as `/`
_OVERLONG = re.compile(
    rb"[\xc0\xc1][\x80-\xbf]|\xe0[\x80\x81][\x80-\xbf]|\xf0\x80[\x80\x81][\x80-\xbf]"
)


class Readings:
    """A finder of the operations to which some reading of a path leads.

    `templates` has the segments of each path of the contract, and the methods of its operations.
    """

    def __init__(self, templates: Mapping[Segments, Collection[str]]) -> None:
        self._templates: list[tuple[Segments, frozenset[str]]] = []
        words: set[tuple[str, ...]] = set()
        for segments, methods in templates.items():
            folded = tuple([part and part.casefold() for part in segments])
            self._templates.append((folded, frozenset(methods)))
            words.add(tuple(filter(None, folded)))
        self._words = sorted(words)

    def may_lead(self, path: str) -> bool:
        """Return False if no reading of a path can lead to an operation.

        This is a fast test. It looks for the fixed segments of a path of the contract, in order.
        It rejects most paths of other services.
        """
        if "%" not in path:  # most paths
            return self._has_words(_BLANKS.sub("", path))
        texts = {path}
        for _ in range(_DECODINGS + 1):
            texts = {_BLANKS.sub("", text) for text in texts}
            if any(map(self._has_words, texts)):
                return True
            encoded = [text for text in texts if "%" in text]
            # some decoders drop bytes that are not UTF-8; without these bytes, a word may appear
            texts = {decode(text, "ignore") for text in encoded}
            texts.update(map(decode_leniently, encoded))
        return False

    def methods(self, path: str) -> frozenset[str] | None:
        """Return the methods of the operations to which some reading of a path leads.

        Call it only if `may_lead` returns True for the path.

        Returns:
            None if the path has too many readings to try them all.
        """
        if _ODD.search(path) is None:
            return self._methods_of_text(path)
        found: frozenset[str] = frozenset()
        left = _BUDGET
        for count, text in enumerate(_readings(path)):
            found |= self._methods_of_text(text)
            left -= len(text)
            if left < 0 or count > _MAX_READINGS:
                return None
        return found

    def _has_words(self, text: str) -> bool:
        text = text.casefold()
        for words in self._words:  # noqa: SIM110 - faster than `any`
            if _in_order(words, text):
                return True
        return False

    def _methods_of_text(self, text: str) -> frozenset[str]:
        segments = [part for part in text.casefold().split("/") if part]
        read = [segments]
        if segments and "." in segments[-1]:
            read.append(_without_suffix(segments))
        found: frozenset[str] = frozenset()
        for template, methods in self._templates:
            if any(fits_template(template, parts) for parts in read):
                found |= methods
        return found


def fits_template(template: Segments, segments: Sequence[str]) -> bool:
    """Return True if segments fit a template, in which None stands for a parameter."""
    if len(template) != len(segments):
        return False
    pairs = zip(template, segments, strict=True)
    return all(part is None or part == segment for part, segment in pairs)


def query_in_path(path: str) -> str:
    """Return the part of a path that some parser takes for the query; empty if there is none."""
    return _END_OF_PATH.sub("", decode_leniently(path), count=1)


def decode(text: str, errors: str = "replace", *, overlong: bool = False) -> str:
    """Return the text percent-decoded once.

    `overlong` decodes overlong UTF-8 as the ASCII that it stands for.
    """
    data = unquote_to_bytes(_encoded(text))
    if overlong and not data.isascii():
        data = _OVERLONG.sub(_shortened, data)
    return data.decode("utf-8", errors)


def decode_leniently(text: str) -> str:
    """Return the text percent-decoded once, as lenient decoders do.

    Lenient decoders accept overlong UTF-8 and `%u002f`, and drop bytes that are not UTF-8.
    """
    return decode(_decode_code_units(text), "ignore", overlong=True)


def _shortened(found: re.Match[bytes]) -> bytes:
    code = found[0][-1] & 0x3F
    return bytes([code | (found[0][-2] & 0x01) << 6])


def _decode_code_units(text: str) -> str:
    """Return the text with `%u002f` decoded, as IIS and .NET do."""
    if "%u" in text or "%U" in text:
        return _UNICODE.sub(lambda found: chr(int(found[1], 16)), text)
    return text


def _decode_dots(text: str) -> str:
    """Return the text with `%2e` decoded and all else as it is, as WHATWG reads dot segments."""
    return _DOT.sub(".", text)


def _encoded(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace")


def _readings(path: str) -> Iterator[str]:
    """Yield the path, and each text that the steps make of it, applied in every order."""
    seen = {(path, 0)}
    waiting = [(path, 0)]
    for text, decodings in waiting:  # grows in the loop
        yield text
        steps = _STEPS
        if decodings < _DECODINGS and "%" in text:
            steps = _STEPS_AND_DECODERS
        for step in steps:
            reached = (step(text), decodings + (step in _DECODERS))
            if reached not in seen:
                seen.add(reached)
                waiting.append(reached)


def _remove_dots(text: str) -> str:
    """Return the path without dot segments (RFC 3986, section 5.2.4).

    Some servers also remove those at the beginning of a path without a leading slash (WEBrick).
    """
    if "/." not in text and not text.startswith("."):
        return text
    kept: list[str] = []
    parts = text.split("/")
    for part in parts:
        if part == "..":
            if kept != [""]:  # the empty text before the leading slash
                del kept[-1:]
        elif part != ".":
            kept.append(part)
    if parts[-1] in (".", ".."):
        kept.append("")
    return "/".join(kept)


def _remove_matrix(text: str) -> str:
    """Return the path without matrix parameters, from each `;` to the end of its segment."""
    if ";" in text:
        return _MATRIX.sub("", text)
    return text


def _end_at_semicolon(text: str) -> str:
    """Return the path up to its first `;`. Fastify 4 and restify read the rest as the query."""
    return text.partition(";")[0]


def _without_suffix(segments: Sequence[str]) -> list[str]:
    """Return the segments without the format suffix of the last one, such as `.json`.

    The routers of Rails, Django REST framework and chi (URLFormat) drop it. chi takes any text for
    a suffix, even the whole segment.
    """
    *rest, last = segments
    name = last.rpartition(".")[0]
    return [*rest, name] if name else rest


def _merge_slashes(text: str) -> str:
    if "//" in text:
        return _SLASHES.sub("/", text)
    return text


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
    *(partial(pattern.sub, "") for pattern in _AUTHORITIES),
    _remove_matrix,
    _remove_dots,
    _merge_slashes,
    lambda text: _BLANKS.sub("", text),
    lambda text: _END.sub("", text),
    _end_at_semicolon,
)
_DECODERS: tuple[Callable[[str], str], ...] = (
    decode,
    partial(decode, errors="ignore"),
    partial(decode, overlong=True),
    partial(decode, errors="ignore", overlong=True),
)
_STEPS_AND_DECODERS = (*_STEPS, _decode_code_units, _decode_dots, *_DECODERS)
