"""Docstrings begin in one way: functions with an imperative verb, all others with a noun phrase."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted(path for name in ("src", "tests") for path in (ROOT / name).rglob("*.py"))
QUESTIONS = {
    *("How", "What", "Whatever", "When", "Where", "Wherever", "Whether", "Which", "Whichever"),
    *("Who", "Whoever", "Whose", "Why"),
}
THIRD_PERSON = {
    *("Accepts", "Calls", "Checks", "Chooses", "Collects", "Decides", "Fills", "Finds", "Follows"),
    *("Forgets", "Gives", "Holds", "Judges", "Makes", "Prints", "Puts", "Reads", "Receives"),
    *("Returns", "Rewrites", "Runs", "Sends", "Serves", "Takes", "Waits", "Writes", "Yields"),
}
NO_VERBS = {"A", "All", "An", "Both", "Each", "Every", "Its", "No", "One", "Our", "The", "Those"}
Function = ast.FunctionDef | ast.AsyncFunctionDef


def docstrings(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Yield each definition that has a docstring, with the first word of its docstring."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | Function):
            docstring = ast.get_docstring(node)
            if docstring:
                yield node, docstring.split()[0].strip(",.:")


def describes_a_value(node: Function) -> bool:
    """Return True for properties and tests, whose docstrings may be noun phrases or sentences."""
    names = [ast.unparse(decorator) for decorator in node.decorator_list]
    decorated = any(name.endswith(("property", "lazy", ".setter")) for name in names)
    return decorated or node.name.startswith("test_")


def is_wrong(node: ast.AST, first: str) -> bool:
    """Return True if a docstring of a definition must not begin with a word."""
    if first in QUESTIONS:
        return True
    if isinstance(node, Function):
        return not describes_a_value(node) and first in NO_VERBS | THIRD_PERSON
    return isinstance(node, ast.ClassDef) and first in THIRD_PERSON


def test_docstrings_begin_with_a_verb_or_a_noun_phrase() -> None:
    assert len(MODULES) > 500
    wrong = [
        f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}: {first}"
        for path in MODULES
        for node, first in docstrings(ast.parse(path.read_text("utf-8")))
        if is_wrong(node, first)
    ]
    assert not wrong


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ('def one():\n    """Return a rule."""', False),
        ('def one():\n    """Whether a rule applies."""', True),
        ('def one():\n    """Returns a rule."""', True),
        ('def one():\n    """The rule."""', True),
        ('async def one():\n    """The rule."""', True),
        ('@property\ndef one():\n    """The rule."""', False),
        ('@property\ndef one():\n    """Whether a rule applies."""', True),
        ('def test_one():\n    """A rule applies."""', False),
        ('class One:\n    """A rule."""', False),
        ('class One:\n    """What a rule is."""', True),
        ('class One:\n    """Finds a rule."""', True),
        ('"""The rules."""', False),
        ('"""Which rules apply."""', True),
    ],
)
def test_the_check_tells_right_docstrings_from_wrong_ones(code: str, wrong: bool) -> None:
    [(node, first)] = docstrings(ast.parse(code))
    assert is_wrong(node, first) is wrong
