"""Real readers of JSON in Go, Java, JavaScript, PHP and Ruby find in a body that is allowed what the contract found."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from random import Random

import pytest
from deploy_contract_generated.names import DocumentKind
from hypothesis import given
from hypothesis import strategies as st

from tests.support.engines import ENGINES, made
from tests.support.names import named
from tests.support.random_documents import valid
from tests.support.readers import setup
from tests.support.readers.bodies import LANGUAGES, UNREADABLE, Asked, Readings, canonical, reading
from tests.support.readers.corpus import CORPUS
from tests.support.spellings import (
    ALIKE,
    HONEST,
    PATCH,
    bodies,
    contract_of,
    kinds,
    places,
    root,
)
from tests.support.strategies import patient

pytestmark = pytest.mark.promise(3, 7, 12, 26, 28)
Tried = Callable[[int], None]


@pytest.fixture(scope="module", params=LANGUAGES)
def readers(request: pytest.FixtureRequest) -> Iterator[Asked]:
    """Yield the readers of each language in turn."""
    setup.require(setup.missing(request.param))
    with reading(request.param) as asked:
        yield asked


@pytest.fixture(scope="module")
def everybody() -> Iterator[list[Asked]]:
    """Yield the readers of every language that is on this machine."""
    absent = {language: reason for language in LANGUAGES if (reason := setup.missing(language))}
    if absent and (os.environ.get("CI") or len(absent) == len(LANGUAGES)):
        setup.require(next(iter(absent.values())))
    with ExitStack() as stack:
        present = [language for language in LANGUAGES if language not in absent]
        yield [stack.enter_context(reading(language)) for language in present]


def judged(body: bytes, kind: DocumentKind) -> str | None:
    """Return the contract's reading of a body, the same under both engines, or None if it is refused."""
    found = set()
    for engine in ENGINES:
        report = contract_of(engine, kind).check(body, kind)
        found.add(canonical(report.value, kind) if report.ok else None)
    (one,) = found
    return one


def otherwise(readers: Asked, body: bytes, kind: DocumentKind, mine: str | None) -> Readings:
    """Return the readings of a body that are not the contract's, which is None where it is refused; a reader may refuse it."""
    read = {} if mine is None else readers(body, kind)
    return {name: text for name, text in read.items() if text not in (mine, UNREADABLE)}


def test_what_is_allowed_of_a_corpus_is_read_alike(readers: Asked, tried: Tried) -> None:
    kind = named(PATCH)
    for body in CORPUS:
        assert otherwise(readers, body, kind, judged(body, kind)) == {}, body[:100]
    tried(len(CORPUS))


@pytest.mark.parametrize("name", HONEST)
def test_what_is_read_alike_is_allowed(readers: Asked, name: str) -> None:
    body = HONEST[name]
    mine = judged(body, named(PATCH))
    assert mine is not None
    assert readers(body, PATCH) == dict.fromkeys(readers.readers, mine)


@pytest.mark.soak
def test_what_is_allowed_is_read_alike(everybody: list[Asked], tried: Tried) -> None:
    counts = {"allowed": 0, "all": 0}

    @patient(40, in_soak=300)
    @given(kinds, st.randoms(use_true_random=True))
    def holds(kind: DocumentKind, chance: Random) -> None:
        for body in bodies(valid(chance, kind), chance):
            counts["all"] += 1
            mine = judged(body, kind)
            counts["allowed"] += mine is not None
            for readers in everybody:
                assert otherwise(readers, body, kind, mine) == {}

    holds()
    tried(counts["all"])
    assert counts["allowed"] >= counts["all"] / 5  # the test has something to say


ALIKE_TOO: dict[str, Callable[[str, Random], str]] = {
    "a dotless i": lambda name, _: name.replace("i", "\u0131", 1),
    "a dotted capital I": lambda name, _: name.replace("i", "\u0130", 1),
}
CAPITALS = {"capitals", "a capital", "some capitals"}
TAKEN: dict[
    str, set[str]
] = {  # reader -> the ways to write a name that it takes for the declared one
    "Go, into a struct": {*CAPITALS, "a long s", "a sign of temperature"},  # unicode.SimpleFold
    "Jackson, into a class in any case": {*CAPITALS, "a sign of temperature"},  # String.toLowerCase
    "Java, equalsIgnoreCase": {*CAPITALS, "a long s", "a sign of temperature", *ALIKE_TOO},
}


def refusals(reader: str) -> tuple[str, ...]:
    """Return the readings that show nothing. Into types, a text in the place of a declared object is a refusal that shows it."""
    return () if reader in TAKEN else (UNREADABLE,)


def test_a_name_that_a_reader_takes_for_a_declared_one_is_refused(
    readers: Asked, tried: Tried
) -> None:
    """The declared name may be anywhere. It is known of each reader which names it takes for it."""
    taken: dict[str, set[str]] = {name: set() for name in readers.readers}
    count = 0
    for how, change in {**ALIKE, **ALIKE_TOO}.items():
        for around, names in places(*root(PATCH)).items():
            for name in names:
                alike = change(name, Random(how))
                body = around.replace("@", f'{{{json.dumps(alike)}: "x"}}').encode()
                plainly = canonical(json.loads(body), PATCH)
                differences = {} if alike == name else readers(body, PATCH)
                for reader, text in differences.items():
                    if text in (plainly, *refusals(reader)):
                        continue
                    taken[reader].add(how)
                    for engine in ENGINES:
                        report = made(engine).check(body, named(PATCH))
                        assert report.verdict == "deny", (reader, name, alike)
                count += 1
    tried(count)
    assert taken == {name: TAKEN.get(name, set()) for name in readers.readers}
