"""Bodies with keys that some reader could take for declared ones."""

import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from hypothesis import strategies as st

from deploy_contract import Contract
from deploy_contract.bundle import Bundle
from deploy_contract_format.definitions import Schema
from tests.support.engines import made
from tests.support.strategies import KINDS

PATCH = "DeploymentPatch"


@cache
def root(kind: str) -> tuple[Schema, dict[str, Schema]]:
    known = dict(Bundle.installed().definitions(kind))
    return known[kind], known


def contract_of(engine: str, kind: str) -> Contract:
    """As it is where requests are judged; where documents of services are, one that looks at undeclared fields."""
    return made(engine) if kind == PATCH else made(engine, unknown_fields="report")


WIDE = str.maketrans({chr(c): chr(c + 0xFEE0) for c in range(0x21, 0x7F)})
BOLD = str.maketrans({chr(c + 97): chr(0x1D41A + c) for c in range(26)})
ALIKE: dict[
    str, Callable[[str, Random], str]
] = {  # a name, as another reader takes it for the same
    "capitals": lambda name, _: name.upper(),
    "a capital": lambda name, _: name.capitalize(),
    "some capitals": lambda name, chance: "".join(chance.choice((c, c.upper())) for c in name),
    "wide letters": lambda name, _: name.translate(WIDE),
    "bold letters": lambda name, _: name.translate(BOLD),
    "a wide letter": lambda name, _: name[:1].translate(WIDE) + name[1:],
    "a long s": lambda name, _: name.replace("s", "\u017f", 1),
    "a sign of temperature": lambda name, _: name.replace("k", "\u212a", 1),
    "a ligature": lambda name, _: name.replace("fi", "\ufb01").replace("st", "\ufb06"),
    "a wide line": lambda name, _: name.replace("_", "\uff3f", 1),
    "a raised letter": lambda name, _: name.replace("n", "\u207f", 1),
    "a NUL after it": lambda name, _: name + "\0",
    "a NUL before it": lambda name, _: "\0" + name,
    "NULs inside": lambda name, chance: "\0".join(
        (name[: (at := chance.randrange(len(name)))], name[at:])
    ),
    "a NUL and more": lambda name, chance: (
        name + "\0" + chance.choice(("x", "\0", "_id", "y" * 100))
    ),
    "many NULs": lambda name, _: "\0".join(name) + "\0" * 3000,
}
HARMLESS = (
    "flags",
    "display_name",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "0",
    "1",
    "",
    " ",
    "\u00e9",
    "e\u0301",
    "a\0b",
    "\U0001f600",
)
OTHERS: tuple[Any, ...] = (
    None,
    {},
    [],
    "x",
    1,
    True,
    {"repo_url": "other"},
    [{"name": "other", "value": "other"}],
)


class Writer:
    """A writer of a document as JSON in one of the many ways there are, with something odd now and then."""

    def __init__(self, chance: Random, wild: float) -> None:
        self._chance = chance
        self._wild = wild

    def body(self, document: Any) -> bytes:
        """Return the bytes of a document."""
        text = self._value(document).encode("utf-8", "surrogateescape")
        if self._oddly(0.3):
            return self._chance.choice(
                (
                    b"\xef\xbb\xbf" + text,
                    text.replace(b"}", b",}"),
                    text + b"\0",
                    text + b" {}",
                    text.decode("utf-8", "replace").encode("utf-16"),
                )
            )
        return text

    def _oddly(self, share: float = 1.0) -> bool:
        return self._chance.random() < self._wild * share

    def _value(self, value: Any) -> str:
        if isinstance(value, dict):
            return (
                "{"
                + ",".join(
                    f"{self._space()}{self._text(key)}:{self._value(member)}"
                    for key, member in self._members(value)
                )
                + "}"
            )
        if isinstance(value, list):
            return "[" + ",".join(map(self._value, value)) + self._space() + "]"
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, bool) or value is None:
            return json.dumps(value)
        return self._number(value)

    def _space(self) -> str:
        return self._chance.choice(("", "", "", " ", "\n", "\t", "\r\n"))

    def _members(self, value: dict[str, Any]) -> list[tuple[str, Any]]:
        given, chance = list(value.items()), self._chance
        if self._chance.random() < 0.1:
            given.append(
                (
                    chance.choice([key for key in HARMLESS if key not in value]),
                    chance.choice(OTHERS),
                )
            )
        if given and self._oddly():
            key, member = chance.choice(given)
            trick = chance.randrange(4)
            if trick == 0:  # the same again
                given.insert(
                    chance.randrange(len(given) + 1), (key, chance.choice((member, *OTHERS)))
                )
            elif trick == 1 and key:  # one that is taken for the same
                given.insert(
                    chance.randrange(len(given) + 1),
                    (self._alike(key), chance.choice((member, *OTHERS))),
                )
            elif trick == 2 and key:  # one that is taken for it, in its place
                given = [
                    (self._alike(name) if name == key else name, inner) for name, inner in given
                ]
            else:  # one that is taken for another that is declared
                given.append((self._alike(chance.choice(NAMES)), chance.choice(OTHERS)))
        return given

    def _alike(self, key: str) -> str:
        for name in self._chance.sample(list(ALIKE), self._chance.choice((1, 1, 2))):
            key = ALIKE[name](key, self._chance)
        return key

    def _text(self, text: str) -> str:
        escaped = self._chance.choice((0.0, 0.0, 0.1, 1.0))
        written = "".join(
            self._escaped(c)
            if self._chance.random() < escaped
            else json.dumps(c, ensure_ascii=False)[1:-1]
            for c in text
        )
        if self._oddly(0.05):
            written += self._chance.choice(
                (
                    "\\ud800",
                    "\\udc00",
                    "\udcff",
                    "\udcc0\udc80",
                    "\udced\udca0\udc80",
                    "\\ud800\\ud800",
                )
            )
        return f'"{written}"'

    def _escaped(self, character: str) -> str:
        units = character.encode("utf-16-be", "surrogatepass")
        style = self._chance.choice(("{:04x}", "{:04X}"))
        return "".join(
            "\\u" + style.format(int.from_bytes(units[at : at + 2]))
            for at in range(0, len(units), 2)
        )

    def _number(self, number: float) -> str:
        if self._oddly(0.2):
            return self._chance.choice(
                (
                    "9007199254740992",
                    "-9007199254740993",
                    "1E400",
                    "-1e309",
                    "NaN",
                    "-Infinity",
                    "9" * 400,
                    "1e300",
                    "01",
                )
            )
        if isinstance(number, int):
            return self._chance.choice(
                (
                    str(number),
                    str(number),
                    f"{number}.0",
                    f"{number}e0",
                    f"{number}0e-1",
                    f"{number}.000000000000000001",
                )
            )
        return self._chance.choice((repr(number), f"{number:.17g}"))


NAMES = sorted(
    {
        name
        for kind in KINDS
        for schema in Bundle.installed().definitions(kind).values()
        for name in schema.get("properties", ())
    }
)


def bodies(document: Any, chance: Random) -> list[bytes]:
    """Return a document, written in several ways: as it should be, and worse and worse."""
    return [Writer(chance, wild).body(document) for wild in (0.0, 0.02, 0.1, 0.4)]


kinds = st.sampled_from((PATCH, PATCH, *KINDS))


def places(schema: Schema, known: dict[str, Schema], around: str = "@") -> dict[str, list[str]]:
    """Return the places where objects with declared fields can be: the text around one, `@` in its place, and the names that are declared there."""
    while "$ref" in schema:
        schema = known[schema["$ref"].removeprefix("#/$defs/")]
    found: dict[str, list[str]] = {}
    if "items" in schema:
        return places(schema["items"], known, around.replace("@", "[@]"))
    if "properties" in schema:
        found[around] = list(schema["properties"])
        for name, inner in schema["properties"].items():
            found |= places(inner, known, around.replace("@", f'{{"{name}": @}}'))
    return found


NASTY: dict[str, bytes] = {
    "a key twice": b'{"secrets": null, "secrets": []}',
    "a key twice, escaped": b'{"secrets": null, "secret\\u0073": []}',
    "an object twice, merged by some": b'{"source_config": {"repo_url": "a"}, "source_config": {"build_command": "b"}}',
    "a key twice, far down": b'{"source_config": {"resource_spec": {"cpu": 1, "cpu": 2}}}',
    "a key twice, in a list": b'{"secrets": [{"name": "a", "value": "b", "name": "c"}]}',
    "a key twice, free-form": b'{"source_config": {"resource_spec": {"labels": {"a": 1, "a": 2}}}}',
    "a mark": b'\xef\xbb\xbf{"secrets": null}',
    "UTF-16": '{"secrets": null}'.encode("utf-16"),
    "UTF-32": '{"secrets": null}'.encode("utf-32-le"),
    "bytes that are replaced": b'{"source_config": {"repo_url": "a\xffb"}}',
    "half a pair in bytes": b'{"source_config": {"repo_url": "a\xed\xa0\x80b"}}',
    "an overlong slash": b'{"source_config": {"repo_url": "a\xc0\xafb"}}',
    "beyond the last character": b'{"source_config": {"repo_url": "\xf4\x90\x80\x80"}}',
}
HONEST: dict[
    str, bytes
] = {  # what looks odd, and is read alike all the same: to refuse it would refuse honest clients
    "undeclared names of either case": b'{"flags": 1, "Flags": 2}',
    "undeclared names in two forms": '{"\u00e9": 1, "e\u0301": 2}'.encode(),
    "declared names as values": b'{"source_config": {"repo_url": "Secrets", "build_command": "secrets\\u0000"}}',
    "declared names elsewhere": b'{"flags": {"Secrets": 1, "SECRETS": 2, "cpu": 1}}',
    "labels of either case": b'{"source_config": {"resource_spec": {"labels": {"App": "a", "app": "b", "CPU": "c", "Secrets": "d"}}}}',
    "labels with dots and slashes": b'{"source_config": {"resource_spec": {"labels": {"app.kubernetes.io/name": "a"}}}}',
    "names that JavaScript has": b'{"__proto__": {"secrets": 1}, "constructor": 1, "source_config": {"toString": null, "__proto__": null}}',
    "names that are numbers": b'{"2": 1, "1": 2, "01": 3, "-1": 4, "1.0": 5}',
    "names escaped": b'{"\\u0073ecrets": null, "source\\u005fconfig": {"\\u0072\\u0065po_url": null}}',
    "an empty name": b'{"": 1, " ": 2}',
    "numbers in many ways": b'{"source_config": {"resource_spec": {"cpu": 1.0, "min_scale": 1e2, "max_scale": -0, "cpu_limit": 0.1e1, "queue_cpu": 5e-324}}}',
    "numbers at the bounds": b'{"source_config": {"resource_spec": {"min_scale": -9007199254740991, "max_scale": 9007199254740991}}}',
    "letters of two units": '{"secrets": [{"name": "\U0001f600", "value": "\\ud83d\\ude00"}]}'.encode(),
    "spaces": b' \t\r\n{ "secrets" : null }\n',
}
