"""Python values as parsed JSON: members of enums, models, and mappings of any class.

JSON text does not need this module.
"""

from collections.abc import Collection, Mapping
from dataclasses import MISSING, fields
from enum import Enum
from typing import Any

from deploy_contract_generated.patch_model import Model

from deploy_contract.exceptions import ContractError
from deploy_contract_format.errors import DEPTH

_SCALARS = frozenset({str, int, float, bool, type(None)})
_TEXT = frozenset({str})


def plain(value: Any) -> Any:
    """Return a value with its enum members, models and mappings as parsed JSON.

    A member of an enum becomes its value. A dataclass becomes an object; a field that is None and
    may be left out is left out. A typed patch becomes the object of its fields. Other values stay
    as they are, and so do values that nest too deeply.
    """
    return _plain(value, {}, DEPTH + 1)


def plain_facts(facts: Any, names: Collection[str] | None = None) -> Any:
    """Return a copy of facts about a deployment as parsed JSON.

    `names` are the members to read and return; None: all members. Raises ContractError if a member
    cannot be read.
    """
    try:
        members = None if names is None else _members(facts)
        if members is None or names is None:
            return plain(facts)
        made: dict[int, tuple[Any, Any]] = {}
        return {name: _plain(members[name], made, DEPTH) for name in names if name in members}
    except Exception:  # an object of the caller may raise anything; its text may contain values
        raise ContractError("the stored deployment cannot be read as JSON") from None


def same(one: Any, other: Any, depth: int = DEPTH) -> bool:
    """Return True if two JSON values are equal. Python's `==` takes 1 for true.

    Values that nest deeper than `depth` are not equal: the contract refuses them.
    """
    if depth < 0:
        return False
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        pairs = [(member, other.get(name, MISSING)) for name, member in one.items()]
    elif isinstance(one, list) and isinstance(other, list):
        pairs = list(zip(one, other, strict=False))
    else:
        return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)
    return len(one) == len(other) and all(same(*pair, depth - 1) for pair in pairs)


def _plain(value: Any, made: dict[int, tuple[Any, Any]], depth: int) -> Any:
    """Return the plain value. `made` has the plain values of containers, which may occur again."""
    kind = type(value)
    if kind in _SCALARS:
        return value
    if isinstance(value, Enum):
        return value.value
    if depth == 0:
        return value
    if id(value) in made:
        return made[id(value)][1]
    found: Any
    if kind is list and _SCALARS.issuperset(map(type, value)):  # the usual case; it is fast
        found = value.copy()
    elif kind is list:
        found = [_plain(item, made, depth - 1) for item in value]
    else:
        members = _members(value)
        if members is None:
            return value
        found = {name: _plain(member, made, depth - 1) for name, member in members.items()}
    made[id(value)] = (value, found)  # the value is kept, so that no other value gets its id
    return found


def _members(value: Any) -> Mapping[Any, Any] | None:
    """Return the members of a mapping or model by their names in JSON; None for another value.

    If two names of a mapping are the same in JSON, the mapping counts as another value.
    """
    if type(value) is dict and _TEXT.issuperset(map(type, value)):  # the usual case; it is fast
        return value
    if isinstance(value, Mapping):
        found = {_plain(name, {}, 0): member for name, member in value.items()}
        return found if len(found) == len(value) else None
    if isinstance(value, Model):
        return vars(value)
    if not hasattr(type(value), "__dataclass_fields__"):
        return None
    found = {}
    for field in fields(value):
        member = getattr(value, field.name)
        if member is not None or field.default is MISSING:  # else an optional field is absent
            found[field.name] = member
    return found
