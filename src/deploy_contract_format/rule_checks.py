"""Checks of one rule: its shape, its keys, and whether it can apply to the documents in its `on`."""

from collections.abc import Iterator, Mapping
from typing import Any

from deploy_contract_format.known import Known
from deploy_contract_format.parameters import KEYS, Key
from deploy_contract_format.pointer import Tokens, split
from deploy_contract_format.shapes import COMMON, MEANINGS, SHAPES, relations_of, shapes_of
from deploy_contract_format.subset import Problem
from deploy_contract_format.suggestions import not_one_of, unknown

_ADVICE_UNDECLARED = (
    '; to forbid a field that is not declared, use schema: {properties: {NAME: {type: "null"}}}'
)


def shape_of(row: Mapping[str, Any], section: str) -> str | None:
    """Return the shape of a rule, or None if it has none."""
    choices = shapes_of(section)
    if len(choices) == 1:
        return choices[0]
    if "relation" in row:
        relation = row["relation"]
        return relation if relation in relations_of(section) else None
    named = [name for name in choices if name in row and not SHAPES[name].is_relation]
    return named[0] if named else None


def problems(
    row: object, section: str, at: Tokens, known: Known, *, policy: bool
) -> Iterator[Problem]:
    """Yield the problems of a rule.

    Args:
        row: the rule.
        section: its section of the rule file.
        at: its place in the file.
        known: the names that it may refer to.
        policy: whether it belongs to a policy. Rules of the contract may name undeclared fields.
    """
    if not isinstance(row, Mapping):
        yield Problem(at, "a rule is an object")
        return
    shape = shape_of(row, section)
    if shape is None:
        yield _without_shape(row, section, at)
        return
    keys = [Key(name, value, (*at, name), row, shape, known) for name, value in row.items()]
    for stage in (_key_problems(keys, row, shape, at), _kind_problems(keys, policy=policy)):
        found = list(stage)
        yield from found
        if found or "on" not in row:
            return
    for key in _in_order(keys):
        yield from KEYS[key.name].fits(key)


def _without_shape(row: Mapping[str, Any], section: str, at: Tokens) -> Problem:
    names = relations_of(section)
    relations = " | ".join(names)
    if isinstance(row.get("relation"), str):
        return Problem((*at, "relation"), not_one_of(row["relation"], names))
    if section == "rules":
        text = f"a rule needs one of schema, never, admitted, or relation: {relations}"
        return Problem(at, text)
    return Problem(at, f"a rule needs relation: {relations}")


def _key_problems(
    keys: list[Key], row: Mapping[str, Any], name: str, at: Tokens
) -> Iterator[Problem]:
    """Yield the keys that the rule lacks or must not have, and the problems of their values."""
    shape = SHAPES[name]
    own = (*shape.needed, *shape.optional)
    for needed in (*[key for key in COMMON if key != "mode"], *shape.needed):
        if needed not in row:
            meaning = f": {MEANINGS[needed]}" if needed in MEANINGS else ""
            yield Problem(at, f"{needed} is missing{meaning}")
    for key in keys:
        if key.name in (*COMMON, *own):
            yield from KEYS[key.name].check(key)
        else:
            choices = tuple(dict.fromkeys((*COMMON, "on", *own)))
            yield Problem(key.at, unknown("key", key.name, "a rule of this shape has", choices))


def _kind_problems(keys: list[Key], *, policy: bool) -> Iterator[Problem]:
    """Yield the kinds in `on` that do not have what the keys name."""
    ordered = _in_order(keys)
    for key in ordered:
        parameter = KEYS[key.name]
        if parameter.declared and (policy or not parameter.may_be_undeclared):
            yield from _undeclared(key)
    for key in ordered:
        yield from KEYS[key.name].kinds(key)


def _undeclared(key: Key) -> Iterator[Problem]:
    """Yield the pointers of a key that kinds in `on` do not declare, and kinds without any."""
    one_is_enough = KEYS[key.name].declared == "one"
    declaring = set[str]()  # kinds that declare a pointer
    kinds = key.row["on"]
    for at, pointer in key.pointers():
        found = key.known.declaring(kinds, split(pointer))
        missing = [kind for kind in kinds if kind not in found]
        declaring.update(found or kinds)
        if not found:
            advice = _ADVICE_UNDECLARED if KEYS[key.name].may_be_undeclared else ""
            yield Problem(
                at, f"no document kind of `on` declares {pointer}; correct one of them{advice}"
            )
        elif missing and not one_is_enough:
            yield Problem(
                at,
                f"{missing[0]} does not declare {pointer};"
                f" take {missing[0]} out of `on`, or correct the pointer",
            )
    for at, kind in key.kinds if one_is_enough else ():
        if kind not in declaring:
            yield Problem(
                at, f"{kind} declares nothing that `{key.name}` names; take it out of `on`"
            )


def _in_order(keys: list[Key]) -> list[Key]:
    """Return keys in the order of their table, which decides which problem comes first."""
    order = list(KEYS)
    return sorted(keys, key=lambda key: order.index(key.name))
