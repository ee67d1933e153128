"""A spec to change, and memory of the YAML files, since many tests generate from nearly the same spec."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from deploy_contract_format.yaml_text import Located, yaml_documents
from tests.support.frozen import copy_spec


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """Return a copy of spec/ to change."""
    return copy_spec(tmp_path)


@pytest.fixture(autouse=True, scope="session")
def remembered_files() -> Iterator[None]:
    """Let the generator read each text once, if a test of this process has it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("deploy_contract_codegen.spec.yaml_documents", parsed)
        yield


@lru_cache(200)
def parsed(text: str) -> tuple[Located, ...]:
    """Return the documents of a YAML text; an error is raised, and not remembered."""
    return tuple(yaml_documents(text))
