"""Bodies that the contract allows are read alike by readers that tests do not run: models, of C, of databases and of .NET.

`test_body_readers.py` has the real readers of Go, Java, JavaScript, PHP and Ruby.
"""

import json
import math
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deploy_contract import Contract, Request
from deploy_contract.document.engines import definitions
from deploy_contract.tables import tables
from deploy_contract_format.overlay import Schema
from tests.conftest import made
from tests.support.readers.dotnet_model import ordinal
from tests.unit.test_documents import KINDS, of_kind, patient

pytestmark = pytest.mark.promise(3, 7, 26)
PATCH = "DeploymentPatch"
PATH = "/v2/deployments/9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
Tried = Callable[[int], None]


class Pairs(list[tuple[str, Any]]):
    """An object as it is written: every member, in order."""


class Reader(NamedTuple):
    """How a reader of another language comes from bytes to the fields that it knows.

    `name`: what it compares names by. `first`: whether the first of several members is taken, not the last. `mark`: whether
    a byte order mark is passed over.
    """

    name: Callable[[str], str]
    first: bool = False
    mark: bool = False


def same(key: str) -> str:
    return key


def text_of_c(key: str) -> str:
    """A text that ends at the first NUL, ASCII letters of either case: cJSON's `cJSON_GetObjectItem`."""
    return "".join(chr(ord(c) | 32) if "A" <= c <= "Z" else c for c in key.partition("\0")[0])


def composed(key: str) -> str:
    return unicodedata.normalize("NFKC", key)


def identified(key: str) -> str:
    """Unicode's identifiers in any case (UAX 31, R4 and R5): what names in databases are compared by."""
    return composed(composed(key.casefold()).casefold())


READERS: dict[str, Reader] = {
    "the first wins": Reader(same, first=True),  # RapidJSON's FindMember, gjson, jsonparser
    "the last wins": Reader(same, mark=True),  # most: what becomes of duplicates in a map
    ".NET": Reader(ordinal),  # System.Text.Json with PropertyNameCaseInsensitive
    "C": Reader(text_of_c, first=True),
    "C, every letter": Reader(lambda key: key.partition("\0")[0]),
    "a database": Reader(composed, mark=True),
    "a database without NUL": Reader(lambda key: composed(key.replace("\0", ""))),
    "a database, any case": Reader(identified, mark=True),
}


def read(reader: Reader, body: bytes, kind: str) -> str:
    """What a reader finds in a body, as a text that two readers can be compared by; the same for all that it cannot read."""
    try:
        text = body.decode("utf-8", "replace")  # as most do with bytes that are no characters
        value = json.loads(
            text.removeprefix("\ufeff") if reader.mark else text, object_pairs_hook=Pairs
        )
    except (ValueError, RecursionError):
        return "unreadable"
    return canonical(fields(*root(kind), value, reader))


def read_by_python(body: bytes, kind: str) -> str:
    """What Python's own `json.loads` finds: it takes UTF-16 too, a mark, halves of surrogate pairs, NaN."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return "unreadable"
    return canonical(fields(*root(kind), value, READERS["the last wins"]))


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


@cache
def root(kind: str) -> tuple[Schema, dict[str, Schema]]:
    known = definitions(kind)
    return known[tables().roots[kind]["closed"]], known


def fields(schema: Schema, known: dict[str, Schema], value: Any, reader: Reader) -> Any:
    """The declared fields of a value, as a reader finds them; numbers as doubles. What has no declared field stays whole."""
    while "$ref" in schema:
        schema = known[schema["$ref"].removeprefix("#/$defs/")]
    if isinstance(value, Pairs | dict) and "properties" in schema:
        names = {reader.name(name): name for name in schema["properties"]}
        found: dict[str, Any] = {}
        for key, member in members(value):
            name = key if key in schema["properties"] else names.get(reader.name(key))
            if name is None or (reader.first and name in found):
                continue
            seen = fields(schema["properties"][name], known, member, reader)
            found[name] = seen
        return found
    if isinstance(value, list) and not isinstance(value, Pairs):
        return [fields(schema.get("items", {}), known, item, reader) for item in value]
    if isinstance(value, Pairs | dict):
        given = members(value)
        return {
            key: fields({}, known, member, reader)
            for key, member in (reversed(given) if reader.first else given)
        }
    return (
        double(value) if isinstance(value, int | float) and not isinstance(value, bool) else value
    )


def members(value: Any) -> list[tuple[str, Any]]:
    return value if isinstance(value, Pairs) else list(value.items())


def double(number: float) -> float:
    try:
        return float(number) + 0.0  # -0.0 is 0.0: not every reader has both
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")


Readings: TypeAlias = dict[str, str]


def readings(body: bytes, kind: str) -> Readings:
    """What each of the readers finds in a body."""
    return {
        "Python": read_by_python(body, kind),
        **{name: read(reader, body, kind) for name, reader in READERS.items()},
    }


def contract_of(engine: str, kind: str) -> Contract:
    """As it is where requests are judged; where documents of services are, one that looks at undeclared fields."""
    return made(engine) if kind == PATCH else made(engine, unknown_fields="report")


def reading(body: bytes, kind: str, source: str | None = None) -> str | None:
    """What the contract has read, the same under both engines; None where it refuses the body."""
    found = set()
    for engine in ("python", "rust"):
        report = contract_of(engine, kind).check(body, kind, source=source)
        found.add(
            canonical(fields(*root(kind), report.value, READERS["the last wins"]))
            if report.ok
            else None
        )
    (one,) = found
    return one


def differing(body: bytes, kind: str, told: Readings) -> bool:
    """Whether readers differ on a body. AssertionError where the contract allows one that is not read by all as by itself."""
    for source in (None, "codehost"):
        mine = reading(body, kind, source)
        if mine is not None:
            assert told == dict.fromkeys(told, mine), "a body is allowed that readers differ on"
    return len(set(told.values())) > 1


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
    """Writes a document as JSON in one of the many ways there are, with something odd now and then."""

    def __init__(self, chance: Random, wild: float) -> None:
        self._chance = chance
        self._wild = wild

    def body(self, document: Any) -> bytes:
        """The bytes of a document."""
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
        for schema in definitions(kind).values()
        for name in schema.get("properties", ())
    }
)


def bodies(document: Any, chance: Random) -> list[bytes]:
    """A document, written in several ways: as it should be, and worse and worse."""
    return [Writer(chance, wild).body(document) for wild in (0.0, 0.02, 0.1, 0.4)]


kinds = st.sampled_from((PATCH, PATCH, *KINDS))


def test_what_is_allowed_is_read_alike(tried: Tried) -> None:
    counts = {"allowed": 0, "differing": 0, "all": 0}

    @patient(250)
    @given(st.data(), kinds, st.integers(0, 2**32))
    def holds(data: st.DataObject, kind: str, seed: int) -> None:
        for body in bodies(data.draw(of_kind(kind)), Random(seed)):
            counts["all"] += 1
            counts["differing"] += differing(body, kind, readings(body, kind))
            counts["allowed"] += reading(body, kind) is not None

    holds()
    tried(counts["all"])
    assert counts["allowed"] >= counts["all"] / 5  # the test has something to say
    assert counts["differing"] >= counts["all"] / 20


def nasty(name: str, alike: str) -> Iterator[str]:
    """Bodies with a name and one that is taken for it: in either order, and alone."""
    one, other = f"{json.dumps(name)}: null", f'{json.dumps(alike)}: "x"'
    yield f"{{{one}, {other}}}"
    yield f"{{{other}, {one}}}"
    yield f"{{{other}}}"


@pytest.mark.parametrize("how", ALIKE)
def test_a_name_that_is_taken_for_a_declared_one_is_refused(how: str, tried: Tried) -> None:
    """Wherever one is declared: at the top, in objects, in what lists hold."""
    chance, count = Random(how), 0
    for around, names in places(*root(PATCH)).items():
        for name in names:
            alike = ALIKE[how](name, chance)
            if alike == name:
                continue
            several = [around.replace("@", text).encode() for text in nasty(name, alike)]
            assert any(len(set(readings(body, PATCH).values())) > 1 for body in several), (
                f"no reader takes {alike!r} for {name}"
            )
            for body in several:
                for engine in ("python", "rust"):
                    report = made(engine).check(body, PATCH)
                    assert report.verdict == "deny", (name, alike)
                    assert "confusable-field" in {violation.rule for violation in report.violations}
                    count += 1
    tried(count)
    assert count > 0


def places(schema: Schema, known: dict[str, Schema], around: str = "@") -> dict[str, list[str]]:
    """Where objects with declared fields can stand: the text around one, `@` in its place, and the names that are declared there."""
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


@pytest.mark.parametrize("name", NASTY)
def test_what_readers_differ_on_is_refused(name: str) -> None:
    body = NASTY[name]
    assert differing(body, PATCH, readings(body, PATCH)), "the case shows nothing"
    for engine in ("python", "rust"):
        assert made(engine).check(body, PATCH).verdict == "deny"
        request = Request("PATCH", PATH, "", (("content-type", "application/json"),), body)
        assert made(engine).check_request(request).verdict == "deny"


BEYOND_DOUBLES = ("9007199254740993", "-9007199254740993", "18446744073709551617", "123456789012345678901234567890", "1E400", "-1E400", "9" * 400)  # fmt: skip


def test_numbers_that_integers_and_doubles_hold_differently_are_refused(tried: Tried) -> None:
    """As a whole number they are one thing, as a double another: readers have the one or the other."""
    for number in BEYOND_DOUBLES:
        exact = json.loads(number)
        assert double(exact) != exact or math.isinf(exact)
        for field in ('"cpu": %s', '"min_scale": %s', '"labels": {"a": [%s]}'):
            body = f'{{"source_config": {{"resource_spec": {{{field % number}}}}}}}'.encode()
            assert reading(body, PATCH) is None
    tried(3 * len(BEYOND_DOUBLES))


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


@pytest.mark.parametrize("name", HONEST)
def test_what_is_read_alike_is_not_refused(name: str) -> None:
    body = HONEST[name]
    assert not differing(body, PATCH, readings(body, PATCH))
    assert reading(body, PATCH) is not None


def test_the_models_read_as_they_are_said_to() -> None:
    """The models themselves: what is known of these readers, on which all of this rests."""

    def found(reader: str, text: str) -> Any:
        return json.loads(read(READERS[reader], text.encode("utf-8", "surrogateescape"), PATCH))

    assert found("the first wins", '{"secrets": 1, "secrets": 2}') == {"secrets": 1}
    assert found("the last wins", '{"secrets": 1, "secrets": 2, "Secrets": 3}') == {"secrets": 2}
    for key in ("Secrets", "SECRETS", "\u017fecrets", "secr\u0131ts"):
        assert found(".NET", f'{{"secrets": 1, "{key}": 2}}') == {
            "secrets": 2 if key.isascii() else 1
        }
    assert found("C", '{"Secrets\\u0000x": 1, "secrets": 2}') == {"secrets": 1}
    assert found("C, every letter", '{"secrets\\u0000x": 1, "Secrets": 2}') == {"secrets": 1}
    assert found("a database", '{"\uff53ecrets": 1, "Secrets": 2, "source_con\ufb01g": null}') == {
        "secrets": 1,
        "source_config": None,
    }
    assert found("a database without NUL", '{"\uff53e\\u0000crets": 1}') == {"secrets": 1}
    assert found(
        "a database, any case", '{"\uff33E\u017fource_config": 0, "\uff33E\uff23RET\u017f": 1}'
    ) == {"secrets": 1}
    assert read_by_python('{"secrets": NaN}'.encode("utf-16"), PATCH) == '{"secrets": NaN}'
