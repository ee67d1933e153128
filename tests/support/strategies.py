"""Hypothesis strategies for documents: valid by the schema, and damaged."""

from functools import cache
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from tests.support import random_documents
from tests.support.effort import effort
from tests.support.random_documents import damaged, plain, valid

KINDS = random_documents.KINDS


def patient(examples: int = 100, in_soak: int = 0) -> settings:
    """Return settings with a number of examples.

    Args:
        examples: the number of examples in `make test`.
        in_soak: the number in `make soak`, if it is larger; mark the test with `soak` then.
    """
    return settings(max_examples=effort(examples, max(examples, in_soak)))


# draws of Hypothesis, which shrinks them
chances = st.randoms(use_true_random=False)


@cache
def of_kind(kind: str) -> st.SearchStrategy[Any]:
    """Return the strategy for documents of a kind that the contract admits."""
    return chances.map(lambda chance: valid(chance, kind))


@cache
def altered(kind: str) -> st.SearchStrategy[Any]:
    """Return the strategy for documents of a kind with a few values, keys or members changed."""
    return chances.map(lambda chance: plain(damaged(chance, valid(chance, kind))))
