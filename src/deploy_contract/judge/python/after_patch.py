"""The state of a deployment after a patch, as far as it is known.

`x-patch` in the schema of the patch says how a field changes the stored field. A merged object
keeps the members that the patch does not set. Any other value is replaced as a whole, with three
exceptions. Null changes nothing, nor does an empty value with `replaced_unless_empty`. An empty
object leaves a stored null as it is.
"""

from collections.abc import Mapping
from functools import reduce
from typing import Any

from deploy_contract.judge.python.schema import Schema, fits
from deploy_contract_format.pointer import MISSING, Tokens, find
from deploy_contract_format.rules import MERGED, UNLESS_EMPTY

Effects = Mapping[Tokens, str]  # `x-patch` of each field that does not simply replace its value

NULL_OR_EMPTY: Any = object()  # a state that is either null or an empty object

# false, unknown, true: if all parts must fit, the lowest answer counts; if any may fit, the highest
_ANSWERS = (False, None, True)


class Partial(dict[str, Any]):
    """An object with some known members; the others are unknown."""


def state_after(
    document: Any, stored: Any, tokens: tuple[str, ...], effects: Effects
) -> tuple[Any, Tokens | None]:
    """Return the value at a pointer after a patch, and the place in the patch that sets it.

    The value is MISSING if it is not known. The place is None if the patch does not set the value.
    `stored` is MISSING if it is not known, and None if it is null.
    """
    sent = document
    for depth, token in enumerate(tokens, 1):
        sent = sent.get(token) if isinstance(sent, dict) else None
        stored = stored_member(stored, token)
        effect = effects.get(tokens[:depth])
        if sent is None or (effect == UNLESS_EMPTY and not sent):
            return _partly(stored_value(stored, tokens[depth:])), None
        if effect != MERGED or not isinstance(sent, dict):
            if sent == {} and depth == len(tokens):
                state = _emptied(stored)
                return state, None if state is None else tokens
            state = find(sent, tokens[depth:])
            if state is MISSING:
                return None, tokens[:depth]
            return state, tokens
    state, is_changed = _merged(sent, stored, tokens, effects)
    return state, tokens if is_changed else None


def set_at(tokens: tuple[str, ...], effects: Effects) -> tuple[str, ...]:
    """Return the place whose value sets a field of a stored deployment.

    It is the field itself, or the outermost object around it that is not merged: such an object
    sets all its members, also those that it lacks.
    """
    depth = 1
    while depth < len(tokens) and effects.get(tokens[:depth]) == MERGED:
        depth += 1
    return tokens[:depth]


def stored_value(stored: Any, tokens: Tokens) -> Any:
    """Return the stored value at a pointer; MISSING if it is not known."""
    return reduce(stored_member, tokens, stored)


def stored_member(stored: Any, token: str | int) -> Any:
    """Return a member of a stored object; MISSING if it is not known. A null has null members."""
    if stored is None:
        return None
    if not isinstance(stored, Mapping) or token not in stored:
        return MISSING
    return stored[token]


def may_fit(schema: Schema, state: Any) -> bool | None:
    """Return whether a state fits the schema of a rule; None if unknown members decide."""
    if state is MISSING:
        return None
    if state is NULL_OR_EMPTY:
        of_empty = fits(schema, {})
        return of_empty if of_empty == fits(schema, None) else None
    if not isinstance(state, Partial):
        return fits(schema, state)
    if "enum" in schema.raw or "const" in schema.raw:  # these list no objects
        return False
    answers: list[bool | None] = [schema.classes is None or dict in schema.classes]
    answers += [True if name in state else None for name in schema.required]
    answers += [
        may_fit(inner, state.get(name, MISSING)) for name, inner in schema.properties.items()
    ]
    answers += [may_fit(part, state) for part in schema.all_of]
    if schema.any_of:
        choices = [may_fit(part, state) for part in schema.any_of]
        answers.append(max(choices, key=_ANSWERS.index))
    if schema.refused is not None:
        refused = may_fit(schema.refused, state)
        answers.append(None if refused is None else not refused)
    if schema.condition is not None:
        condition, then, otherwise = schema.condition
        branches = [True if part is None else may_fit(part, state) for part in (then, otherwise)]
        answer = may_fit(condition, state)
        if answer is None:
            answers.append(branches[0] if branches[0] == branches[1] else None)
        else:
            answers.append(branches[0] if answer else branches[1])
    return min(answers, key=_ANSWERS.index)


def _merged(sent: Any, stored: Any, at: Tokens, effects: Effects) -> tuple[Any, bool]:
    """Return an object after a patch, and True if the patch sets any member of the object."""
    before = _partly(stored)
    state: dict[str, Any] = {}
    if stored is not None:
        state = Partial(before if isinstance(before, dict) else {})
    is_changed = False
    for name, value in sent.items():
        effect = effects.get((*at, name))
        if value is None or (effect == UNLESS_EMPTY and not value):
            continue
        inner, sets_it = value, True
        if effect == MERGED and isinstance(value, dict):
            inner, sets_it = _merged(value, stored_member(stored, name), (*at, name), effects)
        elif value == {}:
            inner = _emptied(stored_member(stored, name))
        if sets_it:
            state[name] = inner
            is_changed = True
    return (state, True) if is_changed else (before, False)


def _emptied(stored: Any) -> Any:
    """Return the value that results if a patch sends an empty object for a stored value."""
    if stored is MISSING:
        return NULL_OR_EMPTY
    return None if stored is None else {}


def _partly(stored: Any) -> Any:
    """Return a stored value with each object in it as a `Partial`."""
    if isinstance(stored, Mapping):
        return Partial({name: _partly(value) for name, value in stored.items()})
    return stored
