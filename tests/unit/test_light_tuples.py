"""A light tuple is all that a named tuple of the standard library is, and is made without compiling code."""

import copy
import pickle
import subprocess
import sys
import types
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from deploy_contract_format.light_tuples import LightTuple


class Standard(NamedTuple):
    """A place."""

    line: int
    column: int = 1
    names: tuple[str, ...] = ()

    @property
    def next(self) -> int:
        """The next line."""
        return self.line + 1


class Light(LightTuple):
    """A place."""

    line: int
    column: int = 1
    names: tuple[str, ...] = ()

    @property
    def next(self) -> int:
        """The next line."""
        return self.line + 1


def matched(value: Any) -> Any:
    match value:
        case Standard(line, column) | Light(line, column):
            return line, column


def pickled(value: Any, protocol: int) -> Any:
    return pickle.loads(pickle.dumps(value, protocol))  # noqa: S301 - of this test


def assigned(value: Any) -> None:
    value.line = 5


def added(value: Any) -> None:
    value.other = 5


USES: dict[str, Callable[[Any], Any]] = {
    "first alone": lambda kind: kind(1),
    "in order": lambda kind: kind(1, 2, ("a",)),
    "by name": lambda kind: kind(names=("a",), line=1),
    "both": lambda kind: kind(1, names=("a",)),
    "field": lambda kind: (kind(1, 2).line, kind(1, 2).column, kind(1).names, kind(1).next),
    "unpacked": lambda kind: (*kind(1, 2),),
    "matched": lambda kind: matched(kind(1, 2)),
    "replaced": lambda kind: kind(1, 2)._replace(column=5),
    "as a dict": lambda kind: kind(1, 2)._asdict(),
    "fields": lambda kind: kind._fields,
    "text": lambda kind: repr(kind(1, 2, ("a",))).replace("Light", "Standard"),
    "equal": lambda kind: (kind(1) == kind(1, 1), kind(1) == (1, 1, ()), hash(kind(1))),
    "copied": lambda kind: (copy.copy(kind(1, 2)), copy.deepcopy(kind(1, 2))),
    "pickled": lambda kind: [pickled(kind(1, 2), number) for number in range(6)],
    "described": lambda kind: (kind.__doc__, kind.__name__, kind.__module__),
    "nothing": lambda kind: kind(),
    "too many": lambda kind: kind(1, 2, (), 4),
    "twice": lambda kind: kind(1, line=1),
    "unknown": lambda kind: kind(1, other=1),
    "assigned": lambda kind: assigned(kind(1)),
    "added": lambda kind: added(kind(1)),
}  # fmt: skip


def outcome(use: Callable[[Any], Any], kind: Any) -> Any:
    try:
        found = use(kind)
    except (TypeError, ValueError, AttributeError) as error:
        return type(error)
    if type(found) is kind:
        return tuple(found)
    if isinstance(found, list | tuple) and any(type(item) is kind for item in found):
        assert all(type(item) is kind for item in found)
    return found


@pytest.mark.parametrize("name", USES)
def test_it_does_as_the_named_tuple_does(name: str) -> None:
    found = outcome(USES[name], Light)
    assert found == outcome(USES[name], Standard) or name == "described"
    if name == "described":
        assert found == ("A place.", "Light", __name__)


def test_no_code_is_compiled_for_it() -> None:
    code = (
        "import sys; from deploy_contract_format.light_tuples import LightTuple;"
        " sys.addaudithook(lambda event, _: event == 'compile' and print(event));"
        " LightTuple.__class__('Two', (LightTuple,), {'__annotations__': {'a': int, 'b': str}})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == ""


def test_it_has_sixteen_fields_at_most() -> None:
    names = dict.fromkeys([f"f{number}" for number in range(17)], int)
    with pytest.raises(ValueError, match="shorter"):
        types.new_class("Long", (LightTuple,), {}, lambda body: body.update(__annotations__=names))


def test_an_unknown_field_cannot_be_replaced() -> None:
    light: Any = Light(1)
    with pytest.raises(ValueError, match="Light has no other"):  # since 3.13 TypeError elsewhere
        light._replace(other=1)
