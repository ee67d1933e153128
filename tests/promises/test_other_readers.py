"""Bodies that the contract allows are read alike by readers that tests do not run: models, of C, of databases and of .NET.

`test_body_readers.py` has the real readers of Go, Java, JavaScript, PHP and Ruby.
"""

import json
import math
import unicodedata
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple, TypeAlias

import pytest
from deploy_contract_generated.names import DocumentKind, SourceName
from hypothesis import given
from hypothesis import strategies as st

from deploy_contract import Request
from deploy_contract_format.definitions import Schema
from tests.support.engines import ENGINES, made
from tests.support.hostile import JSON, PATH
from tests.support.names import named
from tests.support.random_documents import valid
from tests.support.readers.dotnet_model import ordinal
from tests.support.spellings import (
    ALIKE,
    HONEST,
    NASTY,
    PATCH,
    bodies,
    contract_of,
    kinds,
    places,
    root,
)
from tests.support.strategies import patient

pytestmark = pytest.mark.promise(3, 7, 26)
PATCH_KIND: DocumentKind = named(PATCH)
Tried = Callable[[int], None]


class Pairs(list[tuple[str, Any]]):
    """An object as it is written: every member, in order."""


class Reader(NamedTuple):
    """A reader of another language: its way from bytes to the fields that it knows.

    `name`: what it compares names by. `first`: whether the first of several members is taken, not the last. `mark`: whether
    a byte order mark is passed over.
    """

    name: Callable[[str], str]
    first: bool = False
    mark: bool = False


def same(key: str) -> str:
    return key


def text_of_c(key: str) -> str:
    """Return a text that ends at the first NUL, ASCII letters of either case: cJSON's `cJSON_GetObjectItem`."""
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


def read(reader: Reader, body: bytes, kind: DocumentKind) -> str:
    """Return a reader's value of a body, as a text to compare; the same text for every body that it cannot read."""
    try:
        text = body.decode("utf-8", "replace")  # as most do with bytes that are no characters
        text = text.removeprefix("\ufeff") if reader.mark else text
        value = json.loads(text, object_pairs_hook=Pairs)
    except (ValueError, RecursionError):
        return "unreadable"
    return canonical(fields(*root(kind), value, reader))


def read_by_python(body: bytes, kind: DocumentKind) -> str:
    """Return the value of `json.loads`, which also accepts UTF-16, a byte order mark, lone surrogates and NaN."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return "unreadable"
    return canonical(fields(*root(kind), value, READERS["the last wins"]))


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def fields(schema: Schema, known: dict[str, Schema], value: Any, reader: Reader) -> Any:
    """Return the declared fields of a value, as a reader finds them; numbers as doubles. What has no declared field stays whole."""
    while "$ref" in schema:
        schema = known[schema["$ref"].removeprefix("#/$defs/")]
    if isinstance(value, Pairs | dict) and "properties" in schema:
        names = {reader.name(name): name for name in schema["properties"]}
        found: dict[str, Any] = {}
        for key, member in members(value):
            name = key if key in schema["properties"] else names.get(reader.name(key))
            if name is None or (reader.first and name in found):
                continue
            found[name] = fields(schema["properties"][name], known, member, reader)
        return found
    if isinstance(value, list) and not isinstance(value, Pairs):
        return [fields(schema.get("items", {}), known, item, reader) for item in value]
    if isinstance(value, Pairs | dict):
        given = members(value)[:: -1 if reader.first else 1]
        return {key: fields({}, known, member, reader) for key, member in given}
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return double(value) if is_number else value


def members(value: Any) -> list[tuple[str, Any]]:
    return value if isinstance(value, Pairs) else list(value.items())


def double(number: float) -> float:
    try:
        return float(number) + 0.0  # -0.0 is 0.0: not every reader has both
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")


Readings: TypeAlias = dict[str, str]


def readings(body: bytes, kind: DocumentKind) -> Readings:
    """Return each reader's value of a body."""
    return {
        "Python": read_by_python(body, kind),
        **{name: read(reader, body, kind) for name, reader in READERS.items()},
    }


def reading(body: bytes, kind: DocumentKind, source: SourceName | None = None) -> str | None:
    """Return the contract's value, the same under both engines; None if it refuses the body."""
    found = set()
    for engine in ENGINES:
        report = contract_of(engine, kind).check(body, kind, source=source)
        whole = fields(*root(kind), report.value, READERS["the last wins"])
        found.add(canonical(whole) if report.ok else None)
    (one,) = found
    return one


def differing(body: bytes, kind: DocumentKind, readings: Readings) -> bool:
    """Return True if readers differ on a body. AssertionError where the contract allows one that is not read by all as by itself."""
    for source in (None, "codehost"):
        mine = reading(body, kind, source)
        assert mine is None or set(readings.values()) == {mine}, "readers differ on what is allowed"
    return len(set(readings.values())) > 1


@pytest.mark.soak
def test_what_is_allowed_is_read_alike(tried: Tried) -> None:
    counts = {"allowed": 0, "differing": 0, "all": 0}

    @patient(60, in_soak=250)
    @given(kinds, st.randoms(use_true_random=True))
    def holds(kind: DocumentKind, chance: Random) -> None:
        for body in bodies(valid(chance, kind), chance):
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
    """The declared name may be anywhere: at the top, in objects, in what lists hold."""
    chance, count = Random(how), 0
    for around, names in places(*root(PATCH)).items():
        for name in names:
            alike = ALIKE[how](name, chance)
            if alike == name:
                continue
            several = [around.replace("@", text).encode() for text in nasty(name, alike)]
            found = [set(readings(body, PATCH_KIND).values()) for body in several]
            assert max(map(len, found)) > 1, f"no reader takes {alike!r} for {name}"
            for body in several:  # the first under each engine, the others under the fastest
                for engine in ENGINES if body is several[0] else ENGINES[-1:]:
                    report = made(engine).check(body, PATCH_KIND)
                    assert report.verdict == "deny", (name, alike)
                    assert "confusable-field" in {violation.rule for violation in report.violations}
                    count += 1
    tried(count)
    assert count > 0


@pytest.mark.parametrize("name", NASTY)
def test_what_readers_differ_on_is_refused(name: str) -> None:
    body = NASTY[name]
    assert differing(body, PATCH_KIND, readings(body, PATCH_KIND)), "the case shows nothing"
    for engine in ENGINES:
        assert made(engine).check(body, PATCH_KIND).verdict == "deny"
        request = Request("PATCH", PATH, "", JSON, body)
        assert made(engine).check_request(request).verdict == "deny"


BEYOND_DOUBLES = ("9007199254740993", "-9007199254740993", "18446744073709551617", "123456789012345678901234567890", "1E400", "-1E400", "9" * 400)  # fmt: skip


def test_numbers_that_integers_and_doubles_hold_differently_are_refused(tried: Tried) -> None:
    """As a whole number they are one thing, as a double another: readers have the one or the other."""
    for number in BEYOND_DOUBLES:
        exact = json.loads(number)
        assert double(exact) != exact or math.isinf(exact)
        for field in ('"cpu": %s', '"min_scale": %s', '"labels": {"a": [%s]}'):
            body = f'{{"source_config": {{"resource_spec": {{{field % number}}}}}}}'.encode()
            assert reading(body, PATCH_KIND) is None
    tried(3 * len(BEYOND_DOUBLES))


@pytest.mark.parametrize("name", HONEST)
def test_what_is_read_alike_is_not_refused(name: str) -> None:
    body = HONEST[name]
    assert not differing(body, PATCH_KIND, readings(body, PATCH_KIND))
    assert reading(body, PATCH_KIND) is not None


def test_the_models_read_as_they_are_said_to() -> None:
    """The models themselves: what is known of these readers, on which all of this rests."""

    def found(reader: str, text: str) -> Any:
        body = text.encode("utf-8", "surrogateescape")
        return json.loads(read(READERS[reader], body, PATCH_KIND))

    assert found("the first wins", '{"secrets": 1, "secrets": 2}') == {"secrets": 1}
    assert found("the last wins", '{"secrets": 1, "secrets": 2, "Secrets": 3}') == {"secrets": 2}
    for key in ("Secrets", "SECRETS", "\u017fecrets", "secr\u0131ts"):
        read_value = 2 if key.isascii() else 1
        assert found(".NET", f'{{"secrets": 1, "{key}": 2}}') == {"secrets": read_value}
    assert found("C", '{"Secrets\\u0000x": 1, "secrets": 2}') == {"secrets": 1}
    assert found("C, every letter", '{"secrets\\u0000x": 1, "Secrets": 2}') == {"secrets": 1}
    text = '{"\uff53ecrets": 1, "Secrets": 2, "source_con\ufb01g": null}'
    assert found("a database", text) == {"secrets": 1, "source_config": None}
    assert found("a database without NUL", '{"\uff53e\\u0000crets": 1}') == {"secrets": 1}
    text = '{"\uff33E\u017fource_config": 0, "\uff33E\uff23RET\u017f": 1}'
    assert found("a database, any case", text) == {"secrets": 1}
    assert read_by_python('{"secrets": NaN}'.encode("utf-16"), PATCH_KIND) == '{"secrets": NaN}'
