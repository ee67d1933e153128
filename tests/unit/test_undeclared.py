"""Undeclared names as tables: the declared name that a reader, or the author, means."""

from typing import Any

import pytest

from deploy_contract.judge.python.schema import prepare, prepare_all
from deploy_contract.judge.python.undeclared import (
    Folds,
    confusable,
    elsewhere,
    places,
)

DECLARED = ["name", "secrets", "secret_references", "source", "image_uri", "K8s"]

# a reader that ignores letter case, NULs or Unicode form takes both names for one; spec/suite has more

CONFUSABLE = [
    ("k8s", "K8s"),
    ("name\0tail", "name"),
    ("\N{MATHEMATICAL ITALIC SMALL DOTLESS I}mage_uri", "image_uri"),
    ("i\N{COMBINING DOT ABOVE}mage_uri", None),  # two characters: no such reader drops one
    ("nme", None),
    ("", None),
    ("\0", None),
    ("n" * 65, None),
]


@pytest.mark.parametrize(("key", "expected"), CONFUSABLE)
def test_a_key_is_confusable_with_the_name_that_some_reader_takes_it_for(
    key: str, expected: str | None
) -> None:
    assert confusable(key, Folds(DECLARED)) == expected


DEFINITIONS: dict[str, Any] = {
    "Root": {"properties": {"top": {}, "shared": {}, "a": {"$ref": "#/$defs/A"}, "b": {}, "list": {
        "items": {"$ref": "#/$defs/Item"}}}},
    "A": {"properties": {"shared": {}, "only": {}, "twice": {}, "c": {"properties": {"twice": {}}}}},
    "Item": {"properties": {"item_name": {}, "twin": {}, "deep": {"properties": {"twin": {}}}}},
}  # fmt: skip

PLACES = [
    ("top", ("top",)),
    ("shared", ("shared",)),  # at the top, though in `a` too
    ("only", ("a", "only")),
    ("twice", ("a", "twice")),  # nearer to the top than the other
    ("item_name", ("list", "*", "item_name")),
    ("item_names", ("list", "*", "item_name")),  # by its nearest name
    ("unheard", ()),
]


@pytest.mark.parametrize(("key", "expected"), PLACES)
def test_a_misplaced_name_belongs_where_it_is_declared(key: str, expected: Any) -> None:
    root = prepare_all(DEFINITIONS)({"$ref": "#/$defs/Root"})
    assert elsewhere(key, places(root)) == expected


def test_a_name_with_two_places_at_the_same_depth_belongs_to_none() -> None:
    twins: dict[str, Any] = {
        "properties": {"a": {"properties": {"x": {}}}, "b": {"properties": {"x": {}}}}
    }
    assert elsewhere("x", places(prepare(twins))) == ()
