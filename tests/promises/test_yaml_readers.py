"""YAML that the contract reads is read alike by others: the libraries of JavaScript, and PyYAML without its part in C."""

import base64
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from deploy_contract_format.errors import TextError
from deploy_contract_format.yaml_text import yaml_documents
from tests.support import npm
from tests.support.effort import tried
from tests.support.readers.bodies import asking
from tests.support.strategies import patient
from tests.support.suite import cases

pytestmark = pytest.mark.promise(32)
READERS = Path(__file__).parents[1] / "conformance" / "yaml"

SEEDS = (
    "a: 1\nb: [x, {y: z}]\nc: |\n  text\n  more\n", "- a\n- b: c\n  d: e\n", "{a: \"b c\", 'd': [1, 2]}\n", "a: &x {b: 1}\nc: *x\n", "? a\n: b\n",
    "a: >\n  f\n  g\n\n  h\n", 'a: b\n  c\nd: "e\n  f"\n', "---\na: 1\n---\nb: 2\n...\n", "a: # c\n  - 'x\n\n    y'\n",
)  # fmt: skip
PIECES = (
    "a", "b", "x y", "1", "-", "- ", "? ", "?", ": ", ":", ", ", ",", "{", "}", "[", "]", "\n", "\n", "\n  ", "\n ", "\n    ", "\t", " ", "  ", "# c", "#",
    "&a ", "*a", "&b", "*b ", "!!str ", "!!int ", "!!float ", "!!null ", "!!bool ", "! ", "!x ", "'", '"', "'q'", '"q"', "|\n", "|-\n", ">\n", "|+\n", ">-\n",
    "|2\n", "---\n", "--- ", "...\n", "\r\n", "\r", "\x85", "\u2028", "\u2029", "~", "null", "true", "1.5", "0x1", "0o7", "1e3", "%", "@", "`", "\\", "\\n",
    "\\\n", "=", "<", "\xe9", "\ufeff", "\xa0", "!", "*", "&", "|", ">", "a: b\n", "k: v\n", "- i\n", "{a: b}", "''", "%YAML 1.2\n", "%YAML 1.1\n", "a:\n",
)  # fmt: skip


def texts() -> st.SearchStrategy[str]:
    """YAML, what is nearly YAML, and what is not."""
    pieces = st.lists(st.sampled_from(PIECES), max_size=9).map("".join)
    return pieces | st.builds(
        changed,
        st.sampled_from(SEEDS),
        st.lists(st.sampled_from(PIECES), max_size=3),
        st.integers(0, 2**32),
    )


def changed(text: str, pieces: list[str], seed: int) -> str:
    """Return a text into which pieces are put, or in whose place they are put, anywhere."""
    chance = Random(seed)
    for piece in pieces:
        at = chance.randint(0, len(text))
        text = text[:at] + piece + text[at + chance.choice((0, 0, 0, 1, 2)) :]
    return text


def read(text: str) -> list[Any] | None:
    """Return the documents as the contract reads them; None where it refuses them."""
    try:
        found = list(yaml_documents(text))
    except TextError:
        return None
    if any(located.unclear for located in found):
        return None
    values = [located.value for located in found]
    return None if "Infinity" in json.dumps(values) else values  # no contract admits it


def read_by_pyyaml(text: str) -> str | None:
    """Return the documents as PyYAML reads them by YAML 1.1; None where it refuses them."""
    try:
        return comparable(list(yaml.safe_load_all(text)))
    except (yaml.YAMLError, ValueError, TypeError):
        return None


def scalars() -> st.SearchStrategy[str]:
    """YAML with one plain scalar, as a value or a key, that looks like a number, a time or a word."""
    words = (
        "yes", "No", "ON", "off", "y", "N", "true", "False", "null", "~", "<<", "=", ".inf", ".NaN",
        "inf",
    )  # fmt: skip
    signs = st.text("0123456789_,.:eExXoObBafTtZz+- ", min_size=1, max_size=12)
    shaped = st.builds(
        "".join,
        st.lists(st.sampled_from(("0", "1", "12", "60", "08", "2030", "-", "+", ":", "_", ".", "e", "E+", "T", "Z", "0x", "0o", "0b", ",", " ", "-01-15", "09:30:00")), min_size=1, max_size=6),
    )  # fmt: skip
    scalar = st.sampled_from(words) | signs | shaped
    return st.builds(
        str.format,
        st.sampled_from(("x: {}\n", "{}: x\n", "- {}\n", "x: [{}]\n", "? {}\n: y\n")),
        scalar,
    )


def comparable(documents: list[Any]) -> str:
    """Documents as a text, those that hold nothing left out; numbers as doubles."""
    held = [document for document in documents if document is not None]
    text = json.dumps(held, sort_keys=True, default=str)
    return json.dumps(json.loads(text, parse_int=float))


Libraries = Callable[[str], Mapping[str, str | None]]


@pytest.fixture(scope="module")
def libraries() -> Iterator[Libraries]:
    """Yield a function that asks both libraries, in one process, for the documents in a text."""
    with asking(["node", "read.mjs"], npm.installed(READERS)) as ask:
        yield lambda text: json.loads(ask(base64.b64encode(text.encode()).decode()))


def readings(answers: Mapping[str, str | None]) -> dict[str, str]:
    """Return the documents as the libraries read them, but for those that refuse them."""
    read = {name: answer for name, answer in answers.items() if answer is not None}
    return {name: comparable(json.loads(answer)) for name, answer in read.items()}


def differing(text: str, documents: list[Any], answers: Mapping[str, str | None]) -> list[str]:
    """Return the libraries that read other documents; a refusal is no reading."""
    if any(not isinstance(document, dict | list) for document in documents):
        return []  # a text alone is no document of the contract
    mine, by_pyyaml = comparable(documents), read_by_pyyaml(text)
    read_otherwise = {**readings(answers), "PyYAML": by_pyyaml}
    return [name for name, text in read_otherwise.items() if text not in (None, mine)]


@pytest.mark.soak
@pytest.mark.parametrize("drawn", [texts(), scalars()], ids=["texts", "scalars"])
def test_what_is_read_is_read_alike_by_other_libraries(
    drawn: st.SearchStrategy[str], libraries: Libraries
) -> None:
    counts = {"read": 0, "all": 0}

    @patient(300, in_soak=6000)
    @given(drawn)
    def holds(text: str) -> None:
        counts["all"] += 1
        documents = read(text)
        if documents is not None:
            counts["read"] += 1
            assert differing(text, documents, libraries(text)) == []

    holds()
    tried(counts["all"])
    assert counts["read"] > counts["all"] / 10


def test_the_cases_of_the_suite_are_read_alike(libraries: Libraries) -> None:
    wrong, count = [], 0
    for title, case in cases():
        text = case.get("yaml")
        documents = None if text is None else read(text)
        if text is not None and documents is not None:
            count += 1
            wrong += [title] if differing(text, documents, libraries(text)) else []
    tried(count)
    assert wrong == []
    assert count > 50


def test_what_is_refused_has_two_readings(libraries: Libraries) -> None:
    """The cases are no phantoms: some library and PyYAML differ on each but those that only look alike."""
    alike = {"?x: 1\n"}  # refused with the others: a person cannot tell it from `? x: 1`
    ambiguous = [case["yaml"] for title, case in cases() if "two readings, " in title]
    assert len(ambiguous) > 15
    for text in ambiguous:
        answers = libraries(text)
        found = {*readings(answers).values(), read_by_pyyaml(text) or "refused"}
        refused = None in answers.values()
        assert len(found) + refused > 1 or text in alike, text


@pytest.mark.soak
@pytest.mark.promise(26)
def test_pyyaml_reads_the_same_without_its_part_in_c(monkeypatch: pytest.MonkeyPatch) -> None:
    if not hasattr(yaml, "CSafeLoader"):
        pytest.skip("PyYAML has no part in C here")

    @patient(100, in_soak=1500)
    @given(texts())
    def holds(text: str) -> None:
        tried(1)
        quick = read(text)
        with monkeypatch.context() as without:
            without.delattr(yaml, "CSafeLoader")
            slow = read(text)
        # what one of them refuses has no second reading
        assert quick == slow or None in (quick, slow)

    holds()
