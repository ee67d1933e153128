"""Undeclared names as tables: the declared name that a reader, or the author, means."""

from typing import Any

import pytest

from deploy_contract.judge.python.undeclared import (
    Folds,
    confusable,
    elsewhere,
    places,
)
from deploy_contract_format.folding import folded
from deploy_contract_format.suggestions import did_you_mean, must_be_one_of, nearest

DECLARED = ["name", "secrets", "secret_references", "source", "image_uri", "K8s"]

# a reader that ignores letter case, NULs or Unicode form takes both names for one
FOLDED = [
    ("name", "name"),
    ("Name", "name"),
    ("na\0me", "name"),
    ("\N{KELVIN SIGN}8s", "k8s"),
    ("\N{LATIN SMALL LETTER LONG S}ource", "source"),
    ("\N{FULLWIDTH LATIN SMALL LETTER N}ame", "name"),
    ("\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}mage_uri", "image_uri"),
    ("\N{LATIN SMALL LETTER DOTLESS I}mage_uri", "image_uri"),
    ("n\N{LATIN SMALL LETTER E WITH ACUTE}", "n\N{LATIN SMALL LETTER E WITH ACUTE}"),
]

CONFUSABLE = [
    ("NAME", "name"),
    ("k8s", "K8s"),
    ("name\0tail", "name"),
    ("na\0me", "name"),
    ("name" + "\0" * 100, "name"),
    ("\N{FULLWIDTH LATIN SMALL LETTER N}ame", "name"),
    ("nme", None),
    ("", None),
    ("\0", None),
    ("n" * 65, None),
]

NEAREST = [
    ("nme", "name"),
    ("naem", "name"),
    ("Name", "name"),
    ("secret_refs", "secret_references"),
    ("secretReferences", "secret_references"),
    ("secret", "secrets"),
    ("image-uri", "image_uri"),
    ("zzz", None),
    ("", None),
    ("__", None),
    ("name" * 17, None),
]


@pytest.mark.parametrize(("key", "expected"), FOLDED)
def test_names_fold_as_lenient_readers_compare_them(key: str, expected: str) -> None:
    assert folded(key) == expected


@pytest.mark.parametrize(("key", "expected"), CONFUSABLE)
def test_a_key_is_confusable_with_the_name_that_some_reader_takes_it_for(
    key: str, expected: str | None
) -> None:
    assert confusable(key, Folds(DECLARED)) == expected


@pytest.mark.parametrize(("key", "expected"), NEAREST)
def test_the_nearest_name_is_the_one_that_was_meant(key: str, expected: str | None) -> None:
    assert nearest(key, DECLARED) == expected


@pytest.mark.parametrize(("name", "hint"), [("name", "did you mean name?"), (None, ""), ("", "")])
def test_a_hint_asks_for_the_name_that_was_meant(name: str | None, hint: str) -> None:
    assert did_you_mean(name) == hint


def test_a_sentence_about_a_wrong_value_names_the_allowed_ones_and_not_the_value() -> None:
    allowed = (None, "cloud", "self_hosted")
    words = "hosting must be one of cloud, self_hosted"
    assert must_be_one_of("hosting", "Clout", allowed) == f"{words}; did you mean cloud?"
    for value in ("CANARY", "x" * 100, 5, None, ["cloud"]):
        assert must_be_one_of("hosting", value, allowed) == words


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
    assert elsewhere(key, places(DEFINITIONS, "Root")) == expected


def test_a_name_with_two_places_at_the_same_depth_belongs_to_none() -> None:
    twins: dict[str, Any] = {
        "properties": {"a": {"properties": {"x": {}}}, "b": {"properties": {"x": {}}}}
    }
    assert elsewhere("x", places({"Root": twins}, "Root")) == ()
