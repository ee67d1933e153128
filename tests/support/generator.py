"""Memory of the generator's slow steps, so that many tests generate without doing all anew.

The steps are pure functions of their arguments. A test that changes an argument runs the step; one
that repeats the arguments of an earlier test gets the result of that test. The generator in a
process of its own remembers nothing: other tests run it so.
"""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

import pytest

from deploy_contract_format.located import Located
from deploy_contract_format.yaml_text import yaml_documents

REMEMBERED = 200  # results of each step


@pytest.fixture(autouse=True, scope="session")
def remembered_steps() -> Iterator[None]:
    """Remember what the generator reads, checks and compiles, if a test of this process has it."""
    if "deploy_contract_codegen.generation" not in sys.modules:
        yield
        return
    from deploy_contract_codegen import checks, models, spec

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spec, "yaml_documents", parsed)
        patch.setattr(checks, "description", _checker(checks.description))
        patch.setattr(models, "source", _by_json(models.source))
        yield


@lru_cache(REMEMBERED)
def parsed(text: str) -> tuple[Located, ...]:
    """Return the documents of a YAML text; an error is raised, and not remembered."""
    return tuple(yaml_documents(text))


def _checker(check: Callable[[Any, Any], Iterable[Any]]) -> Callable[[Any, Any], list[Any]]:
    sound: set[str] = set()

    def checked(files: Any, bundled: Any) -> list[Any]:
        text = json.dumps(bundled)
        if text in sound:
            return []
        found = list(check(files, bundled))
        if not found:
            sound.add(text)
        return found

    return checked


def _by_json(step: Callable[..., str]) -> Callable[..., str]:
    results: dict[str, str] = {}

    def made(*given: Any) -> str:
        text = json.dumps(given)  # members keep their order, on which the result depends
        if text not in results:
            results[text] = step(*given)
        return results[text]

    return made
