"""Bodies that readers could read differently, and the places for them in a document."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.support.applications import deployment


class Bodies(NamedTuple):
    """The same content as a request's body, and as a response's."""

    patch: bytes
    answer: bytes


MARK = '"@": 0'  # the member that is replaced by what a case wants
PLACES: dict[str, dict[str, Any]] = {
    "the top": {"@": 0},
    "a declared object": {"source_config": {"@": 0}},
    "numbers": {"source_config": {"resource_spec": {"cpu": 1, "@": 0}}},
    "a free-form object": {"source_config": {"resource_spec": {"labels": {"app": "x", "@": 0}}}},
    "a free-form object in lists": {
        "source_config": {"resource_spec": {"sidecars": [{"envFrom": [{"a": [[{"@": 0}]]}]}]}}
    },
    "a secret": {"secrets": [{"name": "A", "value": "b"}, {"name": "B", "value": "b", "@": 0}]},
    "an undeclared field": {"flags": [[{"x": {"@": 0}}], {}]},
    "deep down": {
        "flags": {
            "a": {
                "a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": {"a": [[[[{"@": 0}]]]]}}}}}}}}}
            }
        }
    },
}


def at(place: str, member: str | bytes) -> Bodies:
    """Return a patch, and a list of one deployment, with the text of a member (or of several) at a place."""
    text = member.encode() if isinstance(member, str) else member
    more = PLACES[place]
    patch, answer = json.dumps(more), json.dumps({"resources": [deployment(**more)], "offset": 1})
    return Bodies(*(whole.encode().replace(MARK.encode(), text) for whole in (patch, answer)))


def plain(text: str = '"x": 1') -> Bodies:
    return at("the top", text)


TWICE: tuple[str, ...] = (
    '"a": 1, "a": 1',
    '"a": null, "a": null',
    '"a": {"b": 1}, "a": {"c": 2}',
    '"a": [], "b": [], "a": []',
    '"a": 1, "\\u0061": 2',
    '"\\u0061": 1, "a": 2',
    '"\\u0061b": 1, "a\\u0062": 2',
    '"\\u006A": 1, "\\u006a": 2',
    '"": 1, "": 2',
    '"\\/": 1, "/": 2',
    '"\\n": 1, "\\u000a": 2',
    '"\\"": 1, "\\u0022": 2',
    '"\\\\": 1, "\\u005c": 2',
    '"\\u0000": 1, "\\u0000": 2',
    '"\u00e9": 1, "\\u00e9": 2',
    '"\U0001f600": 1, "\\ud83d\\ude00": 2',
    '"__proto__": 1, "__proto__": 2',
    '"1": 1, "1": 2',
    '"a": 1, ' + ", ".join(f'"k{n}": {n}' for n in range(200)) + ', "a": 2',
    f'"{"k" * 300}": 1, "{"k" * 300}": 2',
    '"z": [{"y": {"a": 1, "b": [{"c": 1, "c": 1}]}}]',
    '"Secrets": 1, "Secrets": 2',
)


def bom(text: bytes) -> bytes:
    return b"\xef\xbb\xbf" + text


def recoded(name: str, mark: bytes = b"") -> Callable[[bytes], bytes]:
    return lambda text: mark + text.decode().encode(name)


WHOLE: dict[str, tuple[Callable[[bytes], bytes], frozenset[str]]] = {
    "a mark": (bom, frozenset(["json-encoding"])),
    "two marks": (lambda text: bom(bom(text)), frozenset(["json-encoding"])),
    "a mark after a space": (lambda text: b" " + bom(text), frozenset(["json-syntax"])),
    "a mark at the end": (lambda text: text + b"\xef\xbb\xbf", frozenset(["json-syntax"])),
    "a broken mark": (lambda text: b"\xef\xbb" + text, frozenset(["json-encoding"])),
    "UTF-16LE": (recoded("utf-16-le"), frozenset(["json-syntax", "json-encoding"])),
    "UTF-16BE": (recoded("utf-16-be"), frozenset(["json-syntax", "json-encoding"])),
    "UTF-16LE and mark": (recoded("utf-16-le", b"\xff\xfe"), frozenset(["json-encoding"])),
    "UTF-16BE and mark": (recoded("utf-16-be", b"\xfe\xff"), frozenset(["json-encoding"])),
    "UTF-32LE": (recoded("utf-32-le"), frozenset(["json-syntax", "json-encoding"])),
    "UTF-32BE": (recoded("utf-32-be"), frozenset(["json-syntax", "json-encoding"])),
    "UTF-32LE and mark": (recoded("utf-32-le", b"\xff\xfe\0\0"), frozenset(["json-encoding"])),
    "UTF-32BE and mark": (recoded("utf-32-be", b"\0\0\xfe\xff"), frozenset(["json-encoding"])),
    "UTF-7": (
        lambda text: text.replace(b"{", b"+AHs-").replace(b"}", b"+AH0-"),
        frozenset(["json-syntax"]),
    ),
    "EBCDIC": (recoded("cp037"), frozenset(["json-encoding", "json-syntax"])),
    "overlong braces": (lambda text: text.replace(b"{", b"\xc1\xbb"), frozenset(["json-encoding"])),
    "overlong quotes": (lambda text: text.replace(b'"', b"\xc0\xa2"), frozenset(["json-encoding"])),
    "a NUL after it": (lambda text: text + b"\0", frozenset(["json-syntax"])),
    "a NUL before it": (lambda text: b"\0" + text, frozenset(["json-syntax"])),
    "another after it": (lambda text: text + text, frozenset(["json-syntax"])),
    "another in the next line": (lambda text: text + b"\n" + text, frozenset(["json-syntax"])),
    "a guard before it": (lambda text: b")]}',\n" + text, frozenset(["json-syntax"])),
    "a separator of records": (lambda text: b"\x1e" + text, frozenset(["json-syntax"])),
    "a space that is none of JSON": (
        lambda text: "\u00a0".encode() + text,
        frozenset(["json-syntax"]),
    ),
    "a form feed": (lambda text: text + b"\f", frozenset(["json-syntax"])),
    "a comment": (lambda text: text + b"// x", frozenset(["json-syntax"])),
    "a comment inside": (lambda text: text.replace(b":", b":/**/", 1), frozenset(["json-syntax"])),
    "a trailing comma": (lambda text: text[:-1] + b",}", frozenset(["json-syntax"])),
    "single quotes": (lambda text: text.replace(b'"', b"'"), frozenset(["json-syntax"])),
}
NO_CHARACTERS: tuple[bytes, ...] = (
    b"\x80", b"\xbf", b"\xc0\x80", b"\xc0\xaf", b"\xc1\xbf", b"\xe0\x80\xaf", b"\xe0\x9f\xbf", b"\xf0\x80\x80\xaf", b"\xf0\x8f\xbf\xbf",
    b"\xf8\x80\x80\x80\xaf", b"\xfc\x80\x80\x80\x80\xaf", b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xed\xa0\xbd\xed\xb8\x80",
    b"\xf4\x90\x80\x80", b"\xf5\x80\x80\x80", b"\xc3", b"\xe2\x82", b"\xf0\x9f\x98", b"\xe9", b"\xfe", b"\xff", b"\xc0\xa2", b"\\\xff", b"a\xffb",
)  # fmt: skip
CONSTANTS = ("NaN", "Infinity", "-Infinity")
TOO_LARGE = (
    "9007199254740992", "9007199254740993", "9007199254740992.0", "9007199254740991.5", "9.007199254740992e15", "90071992547409920e-1",
    "18446744073709551616", "1e16", "1e300", "1E308", "1.7976931348623157e308", "1.7976931348623159e308", "1e309", "1E400",
    "1E9999", f"1{'0' * 309}", "9" * 399, f"{'9' * 390}.5", f"0.{'0' * 10}1e400",
)  # fmt: skip
NO_NUMBERS = ("+1", "01", "-01", "1.", ".1", "1e", "0x10", "1_000", "1,0", "nan", "inf", "+Infinity", "-NaN", "--1", "\uff11", "1e1.5", "-", "1f", "\u0663")  # fmt: skip
NUMBERS = (
    "9007199254740991", "-9007199254740991", "9007199254740991.0", "9.007199254740991e15", "90071992547409910e-1", "0", "-0", "-0.0", "0e400", "-0E-0",
    "1e2", "1E+2", "100e-2", "5e-324", "1e-400", "-1e-999", "1e-9999", "0.1", f"0.{'1' * 398}", "1.0000000000000000001",
)  # fmt: skip
