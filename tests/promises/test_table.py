"""A promise without a test fails the build."""

import ast
from pathlib import Path

from tests.promises import PROMISES


def test_every_promise_has_a_test() -> None:
    kept: set[int] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "promise"
            ):
                values = [
                    argument.value for argument in node.args if isinstance(argument, ast.Constant)
                ]
                kept |= {value for value in values if isinstance(value, int)}
    assert kept == set(PROMISES)
