"""Two contracts compared: every kind of change has its class for requests and for responses, and asks for a version step."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from deploy_contract.diff import bundles
from deploy_contract.diff.bundles import Tables
from deploy_contract.diff.changes import DIFFERENCES, Change
from deploy_contract.diff.comparison import Comparison, compare
from deploy_contract.diff.values import narrowed
from deploy_contract_codegen import lowering
from deploy_contract_format.patterns import PATTERNS
from tests.support.contracts import CASES, RULES, Row, added, make, schema_rule


@pytest.fixture
def made(tmp_path: Path) -> Callable[..., Path]:
    """Make contracts: a name and edits give a folder."""
    return lambda name, *edits: make(tmp_path / name, *edits)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    """Return the contract as it is."""
    return bundles.read(str(make(tmp_path_factory.mktemp("base") / "old")))


def _subject(where: str) -> str:
    return where.partition("/")[0]


SUBJECTS = {_subject(row[0]) for each in CASES.values() for row in (*each.rows, *each.back)}


def rows_of(found: Comparison) -> list[Row]:
    return sorted((row.where, row.what, row.requests, row.responses) for row in found.changes)


@pytest.mark.parametrize("name", CASES)
def test_every_change_has_its_classes_both_ways(
    name: str, base: Tables, made: Callable[..., Path]
) -> None:
    case = CASES[name]
    new = bundles.read(str(made("new", *case.edits)))
    for one, other, expected in ((base, new, case.rows), (new, base, case.back)):
        describes = any(row[0] == "descriptions" for row in expected)
        # a kind that came later has rows of its own
        known = SUBJECTS if describes else SUBJECTS - {"descriptions"}
        found = [row for row in rows_of(compare(one, other)) if _subject(row[0]) in known]
        assert found == sorted(expected)


def test_what_holds_for_any_value(
    base: Tables, made: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lowering, "MAX_ITEMS", 100)
    monkeypatch.setattr(lowering, "SAFE_INTEGER", 1 << 50)
    bounds = {"minimum": -(1 << 50), "maximum": 1 << 50, "maxItems": 100, "maxProperties": 100}
    monkeypatch.setattr(lowering, "ANY_VALUE", lowering.ANY_VALUE | bounds)
    new = bundles.read(str(made("new")))
    expected = [
        ("any value", f"maximum {(1 << 53) - 1} -> {1 << 50}", "breaking", "compatible"),
        ("any value", f"minimum {1 - (1 << 53)} -> {-(1 << 50)}", "breaking", "compatible"),
        ("any value", "most items 10000 -> 100", "breaking", "compatible"),
    ]
    # parameters have no bounds of their own but these
    rows = rows_of(compare(base, new))
    assert [row for row in rows if not row[0].startswith("list_deployments")] == expected


def test_a_format_told_otherwise_is_settled_by_texts_that_are_tried(
    base: Tables, made: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lowering, "PATTERNS", {**PATTERNS, "uuid": "^[0-9a-f-]{36}$"})
    found = compare(base, bundles.read(str(made("new"))))
    by_place = {row.where: (row.requests, row.responses) for row in found.changes}
    assert by_place["SourceConfig/listener_id"] == ("breaking", "breaking")
    assert by_place["patch_deployment path deployment_id"] == ("unclear", None)
    words = {row.what for row in found.changes if "items" not in row.what}
    assert words == {"texts of format uuid have another pattern"}
    (change,) = [row for row in found.changes if row.where == "SourceConfig/listener_id"]
    assert change.witness is not None
    text = change.witness.document["source_config"]["listener_id"]
    # a list has these values too, and its samples are longer
    witnesses = {row.witness.kind for row in found.changes if row.witness}
    assert witnesses.isdisjoint({"DeploymentList"}), witnesses
    assert text == text.upper() != text.lower()


def test_a_schema_that_nobody_can_decide_is_unclear(made: Callable[..., Path]) -> None:
    schema = '{properties: {secrets: {items: {properties: {name: {pattern: "%s"}}}}}}'
    # the same, which only a proof about patterns would tell
    patterns = ("^[a-c]x$", "^(?:a|b|c)x$")
    one, other = [added("rules", schema_rule(schema % pattern)) for pattern in patterns]
    found = compare(bundles.read(str(made("old", one))), bundles.read(str(made("new", other))))
    assert rows_of(found) == [("a-test", "changed: schema", "unclear", None)]


# --- versions


@pytest.mark.parametrize(
    ("old", "new", "made_"),
    [
        ("1.0.0", "1.0.0", "none"), ("1.0.0", "1.0.1", "patch"), ("1.0.9", "1.1.0", "minor"), ("1.9.9", "2.0.0", "major"),
        ("1.1.0", "1.0.9", None), ("1.0.0", "next", None), ("2.0.0-rc.1", "2.0.0", "patch"),
    ],
)  # fmt: skip
def test_the_step_between_two_versions(old: str, new: str, made_: str | None, base: Tables) -> None:
    assert between(base, old, new).made == made_


def between(base: Tables, old: str, new: str, *changes: Change) -> Comparison:
    """Return the comparison of two versions of a contract, with changes."""
    one, other = Tables(base.bundle), Tables(base.bundle)
    one.version, other.version = old, new
    return Comparison(one, other, changes)


@pytest.mark.parametrize(
    ("needed", "old", "new", "fits"),
    [
        ("major", "1.0.0", "2.0.0", True), ("major", "1.0.0", "1.1.0", False), ("minor", "1.0.0", "2.0.0", True),
        ("patch", "1.0.0", "1.0.0", False), ("none", "1.0.0", "1.0.0", True), ("minor", "1.0.0", "0.9.0", False),
        ("major", "0.3.0", "0.4.0", True), ("major", "0.3.0", "0.3.1", False), ("minor", "0.3.0", "0.4.0", True),
    ],
)  # fmt: skip
def test_whether_a_step_is_enough(
    needed: str, old: str, new: str, fits: bool, base: Tables
) -> None:
    name = {"major": "operation removed", "minor": "operation added"}.get(needed, "other words")
    one = Change("place", name, DIFFERENCES[name], text_only=needed == "patch")
    found = between(base, old, new, *[one][: needed != "none"])
    assert (found.needed, found.fits) == (needed, fits)


def test_other_words_ask_for_a_patch(base: Tables, made: Callable[..., Path]) -> None:
    new = bundles.read(str(made("new", *RULES["words"].edits)))
    assert compare(base, new).needed == "patch"


@pytest.mark.parametrize(
    ("old", "new", "narrower", "wider"),
    [
        ({"minimum": 1}, {"minimum": 2}, "yes", "no"),
        ({"enum": ["a", "b"]}, {"enum": ["b", "c"]}, "yes", "yes"),
        ({"pattern": "^refs/tags/"}, {"pattern": "^refs/"}, "no", "yes"),
        ({"pattern": "^ab*$"}, {"pattern": "^ab"}, "yes", "yes"),
        ({"pattern": "^ab|c"}, {"pattern": "^a"}, "yes", "yes"),
        ({"pattern": "^[a-c]x$"}, {"pattern": "^(?:a|b|c)x$"}, "perhaps", "perhaps"),
        ({"pattern": "^x(?:a|b(?:c|d))$"}, {"pattern": "^x(?:a|bc)$"}, "yes", "perhaps"),
        ({"type": "array", "minItems": 1}, {"type": "array"}, "no", "yes"),
    ],
)
def test_schemas_that_rules_are_made_of_are_decided(
    old: Any, new: Any, narrower: str, wider: str
) -> None:
    assert (narrowed(old, new), narrowed(new, old)) == (narrower, wider)
