"""What fuzzing began with and what it found, once more and without the fuzzer: tests/fuzz/corpus, a folder a target."""

import pytest

from tests.fuzz.seeds import CORPUS, seeds
from tests.fuzz.targets import TARGETS

FILES = sorted(path for name in TARGETS for path in (CORPUS / name).glob("*"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name[:24]}")
def test_what_was_found_holds_now(path: object) -> None:
    from pathlib import Path

    assert isinstance(path, Path)
    TARGETS[path.parent.name](path.read_bytes())


@pytest.mark.parametrize("name", TARGETS)
def test_seeds_hold(name: str) -> None:
    found = [data for target, data in seeds() if target == name]
    assert found
    for data in found:
        TARGETS[name](data)
