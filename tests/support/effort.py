"""The effort of a test: a usual amount in `make test`, a larger one in `make soak`.

`pytest --soak` runs the tests marked `soak` or `soak_only`, each with its larger amount. Without
it, `soak_only` tests are deselected and all others try their usual amount.
"""

from collections.abc import Iterable
from typing import Any, TypeVar

import pytest

Amount = TypeVar("Amount")
TRIED: list[int] = []  # cases of the test that runs
_soaking = False


def soak() -> None:
    """Choose the larger amounts from now on; call it before test modules are imported."""
    global _soaking  # noqa: PLW0603 - one choice for the whole run
    _soaking = True


def effort(usual: Amount, in_soak: Amount) -> Amount:
    """Return the amount for this run; mark the test that uses it with `soak`."""
    return in_soak if _soaking else usual


def first(names: Iterable[Any], usual: int) -> list[Any]:
    """Return all names as parameters of a test, those after the first few for `make soak` alone."""
    chosen = list(names)
    late = [pytest.param(name, marks=pytest.mark.soak_only) for name in chosen[usual:]]
    return [*chosen[:usual], *late]


def tried(count: int) -> None:
    """Add to the number of cases that others judge for a test."""
    TRIED.append(count)
