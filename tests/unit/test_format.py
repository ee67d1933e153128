"""The formats that spec, policies and files share: pointers, and texts with places."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from deploy_contract.judge.python.wire import nesting
from deploy_contract.places import json_place
from deploy_contract_format.pointer import join, printable, split
from deploy_contract_format.yaml_text import yaml_documents

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(alphabet='ab"\\[]{}:,é\n', max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(alphabet='ab"\\[{/~', max_size=4), inner, max_size=3)
    ),
)


def members(value: Any) -> list[tuple[Any, Any]]:
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value)) if isinstance(value, list) else []


def depth(value: Any) -> int:
    levels = [depth(member) for _, member in members(value)]
    return 1 + max(levels, default=0) if isinstance(value, dict | list) else 0


@given(values, st.booleans())
def test_the_depth_of_a_text_is_that_of_its_value(value: Any, ascii_only: bool) -> None:
    assert nesting(json.dumps(value, ensure_ascii=ascii_only).encode()) == depth(value)


@given(values, st.sampled_from([None, 1, "\t"]))
def test_every_value_of_a_json_text_has_its_place(value: Any, indent: Any) -> None:
    text = json.dumps(value, indent=indent)
    lines = text.split("\n")
    found: dict[Any, Any] = {(): value, **dict(walk(value))}
    for tokens, inner in found.items():
        place = json_place(text, join(tokens))
        rest = lines[place.line - 1][place.column - 1 :]
        if tokens and isinstance(tokens[-1], str):
            assert rest.startswith(json.dumps(tokens[-1]))
        elif not isinstance(inner, dict | list):
            assert rest.startswith(json.dumps(inner))
        else:
            assert rest[0] == json.dumps(inner)[0]


def walk(value: Any, at: tuple[Any, ...] = ()) -> Any:
    for key, member in members(value):
        yield (*at, key), member
        yield from walk(member, (*at, key))


@given(values)
def test_json_read_as_yaml_is_the_same_value(value: Any) -> None:
    (located,) = yaml_documents(json.dumps(value, ensure_ascii=False))
    assert located.value == value


@given(st.lists(st.text(max_size=5)))
def test_pointers_split_what_is_escaped(tokens: list[str]) -> None:
    escaped = [token.replace("~", "~0").replace("/", "~1") for token in tokens]
    assert list(split("".join([f"/{token}" for token in escaped]))) == tokens


def test_places_of_a_text_with_much_white_space_are_found_in_one_pass() -> None:
    assert json_place('{"secrets":1}' + " " * 200_000, "/secrets") == (1, 2)


def test_shown_keys_are_tokens_of_a_pointer() -> None:
    for key in ("a" * 60 + "/////b", "~" * 80, "/" * 80):
        (token,) = split("/" + printable(key))
        assert len(printable(key)) <= 64
        assert key.startswith(token.removesuffix("..."))
