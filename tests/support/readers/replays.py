"""Requests to replay on upstreams: paths, queries and bodies that are made in many ways.

Their content is valid. So if an upstream reads an operation where the contract sees none, or another parameter or body,
the spelling of the path, of the names or of the body is the reason.
"""

import itertools
from collections.abc import Iterator

from tests.support.effort import effort
from tests.support.readers.corpus import corpus
from tests.support.readers.messages import ID, JSON, LIST, ONE, REPOSITORIES
from tests.support.readers.upstreams import Message

# what is put into a path at any place; `""` leaves it as it is. Only bytes that every server takes.
_PIECES = (
    "", "/", "//", ".", "..", "/.", "/..", "%2e", "%2e%2e", "/%2e%2e", "%2F", "%252f", "\\", "%5C", ";", ";/", "/;", "..;", "..;/", ";a=b", "%3b", "%3b/", "?",
    "%3F", "%3f/", "#", "%23", "&", "&limit=7", "=", "%00", "%0a", "%09", "%20", "+", "%ff", "%c0%af", "%u002f", "%", "%zz", ".json", ".json/", ".xml", ".do", ".a.b",
    "%2ejson", ".JSON", ",json", ":json", "~", "*", "@", "$", "!", "(x)", "[x]", "{id}", "'", "|", "x", "/x", "x/", f"/{ID}", "/v2", "/repos", "-1",
)  # fmt: skip
_NAMES = {
    "limit": ("limit", "Limit", "l%C4%B1mit", "%6cimit", "%u006cimit", "lim%00it", "lim%ffit"),
    "name_contains": ("name_contains", "name.contains", "name+contains", "name[contains", "NAME_CONTAINS", "name%2Econtains", "name%5Bcontains"),
    "tag_value_ids": ("tag_value_ids", "tag[value[ids", "tag%5bvalue%5bids", "tag.value[ids", "tag[value]ids", "tag]value]ids", "tag+value.ids"),
}  # fmt: skip
# no `#`: the gateway and `decide` refuse it in a query, and servers cut it off before middleware
_AROUND = (
    "", "+", "%20", "%09", "%0a", "%00", "%00x", "%ff", "?", "%3F", "[", "]", "[]", "%5B%5D", "[x]", "[0]", "[$ne]", "[a][b]", ".", ".x", "_", "-", "x", ":", "*", "$",
    "!", "|", "\\", ";", "a=1;", "a;", "&", "&amp;", "=", "==", "%3D", "%26", "%3B", ",", "(", "/", "@", "~", "'", "{", "}",
)  # fmt: skip


def paths() -> Iterator[Message]:
    """Yield requests whose path is an operation's with one or two pieces put in, or with characters written otherwise."""
    for method, path in (("PATCH", ONE), ("GET", LIST), ("GET", REPOSITORIES)):
        for target in (*_with_pieces(path), *_rewritten(path)):
            yield Message(method, target, (JSON,), b'{"secrets":[]}' if method == "PATCH" else b"")


def _with_pieces(path: str) -> Iterator[str]:
    slashes = [index for index, sign in enumerate(path) if sign == "/"]
    places = [*slashes[1:], *(index + 1 for index in slashes), len(path)]
    for place, piece in itertools.product(places, _PIECES):
        yield path[:place] + piece + path[place:]
    pairs = itertools.product(places, _PIECES, _PIECES)
    for place, first, second in itertools.islice(pairs, 0, None, effort(401, 201)):
        yield path[:place] + first + second + path[place:]
    at_end = itertools.product(_PIECES, _PIECES)
    for first, second in itertools.islice(at_end, 0, None, effort(31, 8)):
        yield path + first + second


def _rewritten(path: str) -> Iterator[str]:
    """Return a path with one of its characters in another form."""
    for index in range(1, len(path), effort(3, 1)):
        sign = path[index]
        for form in (
            f"%{ord(sign):02x}",
            f"%25{ord(sign):02X}",
            f"%u{ord(sign):04x}",
            sign.swapcase(),
        ):
            yield path[:index] + form + path[index + 1 :]


def queries() -> Iterator[Message]:
    """Yield lists with a parameter whose name is written otherwise, alone and beside one that is written plainly."""
    for name, forms in _NAMES.items():
        every = itertools.product(forms, _AROUND, _AROUND)
        chosen = itertools.islice(every, 0, None, effort(89, 43))  # no divisor of their numbers
        for form, before, after in (*itertools.product(forms, [""], [""]), *chosen):
            given, plain = ("7", "5") if name == "limit" else (ID, ID.replace("9", "8"))
            yield Message("GET", f"{LIST}?{before}{form}{after}={given}")
            yield Message("GET", f"{LIST}?{name}={plain}&{before}{form}{after}={given}")


def bodies() -> Iterator[Message]:
    for body in corpus():
        yield Message("PATCH", ONE, (JSON,), body)
