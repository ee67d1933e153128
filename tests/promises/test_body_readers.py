"""Readers of JSON in Go, Java, JavaScript, PHP, Python and Ruby find in a body that is allowed what the contract found."""

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest
from deploy_contract_generated.names import DocumentKind
from hypothesis import given
from hypothesis import strategies as st

from deploy_contract import Bundle
from deploy_contract_format.definitions import Schema
from tests.support.document_doors import PATCH
from tests.support.engines import ENGINES, made
from tests.support.names import named
from tests.support.random_documents import KINDS, damaged, valid, written
from tests.support.readers import setup
from tests.support.readers.bodies import (
    LANGUAGES,
    UNREADABLE,
    Asked,
    Python,
    Readings,
    canonical,
    reading,
)
from tests.support.readers.corpus import HONEST, corpus
from tests.support.strategies import patient

pytestmark = pytest.mark.promise(3, 7, 12, 26, 28)
Readers = Asked | Python
PYTHON = Python()


@pytest.fixture(scope="module", params=["python", *LANGUAGES])
def readers(request: pytest.FixtureRequest) -> Iterator[Readers]:
    """Yield the readers of each language in turn."""
    if request.param == "python":
        yield PYTHON
        return
    setup.require(setup.missing(request.param))
    with reading(request.param) as asked:
        yield asked


@pytest.fixture(scope="module")
def everybody() -> Iterator[list[Readers]]:
    """Yield the readers of every language that is on this machine."""
    absent = {language: reason for language in LANGUAGES if (reason := setup.missing(language))}
    if absent and os.environ.get("CI"):
        setup.require(next(iter(absent.values())))
    with ExitStack() as stack:
        present = [language for language in LANGUAGES if language not in absent]
        yield [PYTHON, *(stack.enter_context(reading(language)) for language in present)]


def judged(body: bytes, kind: DocumentKind) -> str | None:
    """Return the contract's reading of a body, the same under both engines and for a known source; None if it is refused."""
    readings = set()
    # undeclared fields of responses are looked at only if they are reported
    more: dict[str, Any] = {} if kind == PATCH else {"unknown_fields": "report"}
    for source in (None, "codehost"):
        reports = [
            made(engine, **more).check(body, kind, source=named(source)) for engine in ENGINES
        ]
        (found,) = {canonical(report.value, kind) if report.ok else None for report in reports}
        readings.add(found)
    allowed = readings - {None}
    assert len(allowed) < 2
    return next(iter(allowed), None)


def otherwise(readers: Readers, body: bytes, kind: DocumentKind, mine: str | None) -> Readings:
    """Return the readings of a body that are not the contract's, which is None where it is refused; a reader may refuse it."""
    read = {} if mine is None else readers(body, kind)
    return {name: text for name, text in read.items() if text not in (mine, UNREADABLE)}


def test_what_is_allowed_of_a_corpus_is_read_alike(readers: Readers) -> None:
    kind = named(PATCH)
    for body in corpus():
        assert otherwise(readers, body, kind, judged(body, kind)) == {}, body[:100]


@pytest.mark.parametrize("name", HONEST)
def test_what_is_read_alike_is_allowed(readers: Readers, name: str) -> None:
    body = HONEST[name]
    mine = judged(body, named(PATCH))
    assert mine is not None
    assert readers(body, PATCH) == dict.fromkeys(readers.readers, mine)


def with_another(chance: Random, body: bytes) -> bytes:
    """Return a body with one of its members again, by the same name or one that a reader takes for it."""
    places = list(re.finditer(rb'"(\w+)":', body))
    if not places:
        return body
    place = chance.choice(places)
    change = chance.choice((lambda name, _: name, *ALIKE.values()))
    other = json.dumps(change(place[1].decode(), chance)).encode()
    return body[: place.start()] + other + b": null, " + body[place.start() :]


@pytest.mark.soak
def test_what_is_allowed_is_read_alike(everybody: list[Readers]) -> None:
    counts = {"allowed": 0, "all": 0}

    @patient(60, in_soak=300)
    @given(st.sampled_from((PATCH, PATCH, *KINDS)), st.randoms(use_true_random=True))
    def holds(kind: DocumentKind, chance: Random) -> None:
        plain, *others = (
            written(chance, damaged(chance, valid(chance, kind), most)) for most in (0, 1, 4)
        )
        for body in (plain, *others, with_another(chance, plain)):
            counts["all"] += 1
            mine = judged(body, kind)
            counts["allowed"] += mine is not None
            for readers in everybody:
                assert otherwise(readers, body, kind, mine) == {}

    holds()
    assert counts["allowed"] >= counts["all"] / 5  # the test has something to say


WIDE = str.maketrans({chr(c): chr(c + 0xFEE0) for c in range(0x21, 0x7F)})
BOLD = str.maketrans({chr(c + 97): chr(0x1D41A + c) for c in range(26)})
# a name, as another reader takes it for the same
ALIKE: dict[str, Callable[[str, Random], str]] = {
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
ALIKE_TOO: dict[str, Callable[[str, Random], str]] = {
    "a dotless i": lambda name, _: name.replace("i", "\u0131", 1),
    "a dotted capital I": lambda name, _: name.replace("i", "\u0130", 1),
}
CAPITALS = {"capitals", "a capital", "some capitals"}
TAKEN: dict[str, set[str]] = {  # reader -> the ways to write a name that it takes for the declared one
    "Go, into a struct": {*CAPITALS, "a long s", "a sign of temperature"},  # unicode.SimpleFold
    "Jackson, into a class in any case": {*CAPITALS, "a sign of temperature"},  # String.toLowerCase
    "Java, equalsIgnoreCase": {*CAPITALS, "a long s", "a sign of temperature", *ALIKE_TOO},
}  # fmt: skip


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


def spellings(change: Callable[[str, Random], str], how: str) -> Iterator[tuple[str, list[bytes]]]:
    """Yield each declared name, and bodies with another spelling: alone, after the name, and before it."""
    known = dict(Bundle.installed().definitions(PATCH))
    for around, names in places(known[PATCH], known).items():
        for name in names:
            alike = change(name, Random(how))
            if alike != name:
                one, other = f"{json.dumps(name)}: null", f'{json.dumps(alike)}: "x"'
                members = (other, f"{one}, {other}", f"{other}, {one}")
                yield name, [around.replace("@", f"{{{text}}}").encode() for text in members]


@pytest.mark.parametrize("how", [*ALIKE, *ALIKE_TOO])
def test_a_name_that_some_reader_may_take_for_a_declared_one_is_refused(how: str) -> None:
    """The declared name may be anywhere. Databases and .NET take more names for it than those below."""
    for name, bodies in spellings((ALIKE | ALIKE_TOO)[how], how):
        for engine in ENGINES:
            for body in bodies if engine == ENGINES[-1] else bodies[:1]:
                report = made(engine).check(body, named(PATCH))
                assert report.verdict == "deny", (name, body)
                assert "confusable-field" in {one.rule for one in report.violations}


def test_it_is_known_of_each_reader_which_names_it_takes_for_a_declared_one(
    readers: Readers,
) -> None:
    taken: dict[str, set[str]] = {name: set() for name in readers.readers}
    for how, change in (ALIKE | ALIKE_TOO).items():
        for _, (alone, *_) in spellings(change, how):
            plainly = canonical(json.loads(alone), PATCH)
            for reader, text in readers(alone, PATCH).items():
                # a reader into types refuses a text in the place of a declared object
                is_refused = text == UNREADABLE and reader not in TAKEN
                if text != plainly and not is_refused:
                    taken[reader].add(how)
    assert taken == {name: TAKEN.get(name, set()) for name in readers.readers}
