"""Repairs in the text of a file: the smallest edits, layout and comments kept, or nothing at all."""

import os
import stat
from pathlib import Path

import pytest

from deploy_contract import Violation
from deploy_contract.files.documents import UnreadableError
from deploy_contract.files.repairs import Fix, applied, edits_of, write
from tests.support.applications import raising
from tests.support.calls import count_calls


def fix(pointer: str, repair: str = "remove", number: int = 1) -> Fix:
    return Fix(number, Violation("a-rule", "enforce", "body", pointer, "", "", repair))


JSON_TEXTS = [
    ('{"a": 1, "b": 2}', fix("/a"), '{"b": 2}'),
    ('{"a": 1, "b": 2}', fix("/b"), '{"a": 1}'),
    ('{ "a": 1 }', fix("/a"), "{}"),
    ('{\n  "a": [1, 2],\n  "b": {"c": "}"}\n}\n', fix("/a"), '{\n  "b": {"c": "}"}\n}\n'),
    ('{\r\n\t"a": 1,\r\n\t"b" : 2\r\n}', fix("/b"), '{\r\n\t"a": 1\r\n}'),
    ('{"x": [{"a": 1.50, "b": "\\u00e9"}]}', fix("/x/0/b"), '{"x": [{"a": 1.50}]}'),
    ('{"a~b": {"c/d": 1, "e": 2}}', fix("/a~0b/c~1d"), '{"a~b": {"e": 2}}'),
    ('{"a" :1, "b": 2}', fix("/a", "/c"), '{"c" :1, "b": 2}'),
    ('{"x": {"a": 1}}', fix("/x/a", "/x/b"), '{"x": {"b": 1}}'),
    ('{"a": {"b": [1]}, "c":2}', fix("/a", "null"), '{"a": null, "c":2}'),
    ('{"c":2}', fix("/c", "null"), '{"c":null}'),
]
YAML_TEXTS = [
    ("a: 1\nb: 2\n", fix("/a"), "b: 2\n"),
    ("a: 1\nb: 2\n", fix("/b"), "a: 1\n"),
    ("a: 1\nb: 2", fix("/b"), "a: 1\n"),
    ("a: 1\n", fix("/a"), "{}\n"),
    ("x:\n  a: 1  # why\ny: 2\n", fix("/x/a"), "x: {}  # why\ny: 2\n"),
    (
        "# head\nx:\n    a: 1 # one\n\n    # about b\n    b: |\n      # text\n      more\n\n# about y\ny: 2\n",
        fix("/x/b"),
        "# head\nx:\n    a: 1 # one\n\n    # about b\n\n# about y\ny: 2\n",
    ),
    ("- a: 1\n  b: 2\n- a: 3\n", fix("/0/a"), "- b: 2\n- a: 3\n"),
    ("x:\n- a: 1\n  b: 2\n", fix("/x/0/b"), "x:\n- a: 1\n"),
    ("x: {a: 1, 'b': [2, 3]}  # c\n", fix("/x/b"), "x: {a: 1}  # c\n"),
    ("x: {a: 1, # about a\n  b: 2}\n", fix("/x/b"), "x: {a: 1, # about a\n  }\n"),
    ("x: {a: 1, # about a\n  b: 2}\n", fix("/x/a"), "x: { # about a\n  b: 2}\n"),
    ("a: 1\r\nb: 2\r\n", fix("/a"), "b: 2\r\n"),
    ("a: 1 # é\nb:\n- é\n---\na: 1\nb: 2\n", fix("/a", number=2), "a: 1 # é\nb:\n- é\n---\nb: 2\n"),
    ("aa: 1 # one\n", fix("/aa", "/ab"), "ab: 1 # one\n"),
    ("'aa': 1\n\"b\": 2\n", fix("/aa", "/ab"), "'ab': 1\n\"b\": 2\n"),
    ("a: {b: 1}\n", fix("/a", "null"), "a: null\n"),
    ("a:\n  b: 1\n\n# c\nc: 2\n", fix("/a", "null"), "a: null\n\n# c\nc: 2\n"),
]


@pytest.mark.parametrize(("before", "one", "after"), JSON_TEXTS)
def test_a_json_text_keeps_its_layout(before: str, one: Fix, after: str) -> None:
    assert applied(before, [one], yaml=False) == (after, 1)
    assert applied(after, [one], yaml=False)[1] == ("null" in one.violation.repair)


UNSAFE = [
    ("a: 1\nb: 2\n", fix("/c")),  # it is not there
    ("a: 1\nb: 2\n", fix("/a", "/b")),  # the name is taken
    ("a: &x {b: 1}\nc: *x\n", fix("/a")),  # the alias would lead nowhere
    ("a: &x {b: 1, d: 2}\nc: *x\n", fix("/c/b")),  # the anchor would change, too
    ("- 1\n- 2\n", fix("/0")),  # an item
    ("{# all\n a: 1}\n", fix("/a")),
    ("- a: 1 # one\n  b: 2\n", fix("/0/a")),
    ("? a\n: 1\n? b\n: 2\n", fix("/b")),
    ("a: [\n", fix("/a")),  # it does not parse
    ("a: yes: no\n", fix("/a")),
    ("a: 1\na: 2\n", fix("/a")),
]


@pytest.mark.parametrize(
    ("before", "one", "after"), [*YAML_TEXTS, *[(text, one, text) for text, one in UNSAFE]]
)
def test_a_yaml_text_keeps_its_layout_and_comments(before: str, one: Fix, after: str) -> None:
    assert applied(before, [one], yaml=True) == (after, int(after != before))


def test_several_repairs_follow_each_other() -> None:
    fixes = [fix("/a"), fix("/c"), fix("/x/b"), fix("/x/d", "/x/e"), fix("/c")]
    text = '{"a": 1, "b": 2, "c": 3, "x": {"b": 1, "d": 2}}'
    assert applied(text, fixes, yaml=False) == ('{"b": 2, "x": {"e": 2}}', 4)
    found = applied("a: 1\nb: 2\nc: 3\n", [fix("/a"), fix("/b"), fix("/c")], yaml=True)
    assert found == ("{}\n", 3)


def test_a_file_is_replaced_with_its_mode_and_behind_its_link(tmp_path: Path) -> None:
    file, link = tmp_path / "a.json", tmp_path / "link.json"
    file.write_bytes(b"{}")
    file.chmod(0o640)
    link.symlink_to("a.json")
    write(str(link), b"{}", b"[]")
    assert link.is_symlink()
    assert file.read_bytes() == b"[]"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert sorted(os.listdir(tmp_path)) == ["a.json", "link.json"]  # noqa: PTH208


def test_a_file_that_has_changed_or_is_no_file_is_left(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_bytes(b"{} ")
    with pytest.raises(UnreadableError, match=r"a\.json: not fixed: the file has changed"):
        write(str(file), b"{}", b"[]")
    assert file.read_bytes() == b"{} "
    for name in (tmp_path, tmp_path / "none.json"):
        with pytest.raises(UnreadableError, match="cannot be written"):
            write(str(name), b"", b"[]")
    assert sorted(os.listdir(tmp_path)) == ["a.json"]  # noqa: PTH208


def test_a_failed_replacement_leaves_no_file_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.json"
    file.write_bytes(b"{}")
    monkeypatch.setattr(os, "replace", raising(OSError(28, "No space left on device")))
    with pytest.raises(UnreadableError, match="No space left on device"):
        write(str(file), b"{}", b"[]")
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]
    assert file.read_bytes() == b"{}"


def test_many_documents_are_repaired_together() -> None:
    fixes = [fix("/aa", "/ab", number) for number in range(1, 301)]
    fixes[100] = fix("/none", "/ab", 101)
    text = "---\n".join(["aa: 1 # one\n"] * 300)
    after, made = applied(text, fixes, yaml=True)
    assert (made, after.count("ab: 1 # one"), after.count("aa: 1 # one")) == (299, 299, 1)


def test_many_edits_take_no_longer_than_the_repairs() -> None:
    text = "".join([f"k{number}: 1\n" for number in range(600)])
    fixes = [fix(f"/k{number}", f"/n{number}") for number in range(60)]
    assert len(edits_of(text, fixes, yaml=True)) == 60
    repairing = count_calls(lambda: applied(text, fixes, yaml=True))
    assert count_calls(lambda: edits_of(text, fixes, yaml=True)) < 5 * repairing


def test_an_edit_that_is_not_safe_leaves_the_others() -> None:
    fixes = [fix("/a"), fix("/none"), fix("/c")]
    edits = edits_of('{"a": 1, "b": 2, "c": 3}', fixes, yaml=False)
    assert list(edits) == [fixes[0], fixes[2]]
