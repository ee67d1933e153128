"""Python values as parsed JSON: members of enums, models, and mappings of any class.

JSON text does not need this module. Parsed JSON is only searched for values of other classes.
"""

from collections.abc import Mapping
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


def plain_facts(facts: Any) -> Any:
    """Return facts about a deployment as parsed JSON.

    Raises ContractError if they cannot be read.
    """
    if _is_plain(facts, DEPTH):  # twice as fast as a copy
        return facts
    try:
        return plain(facts)
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


def _is_plain(value: Any, depth: int) -> bool:
    """Return True if a value consists of the classes of parsed JSON, at most `depth` levels deep."""
    kind = type(value)
    if kind is dict:
        if not _TEXT.issuperset(map(type, value)):
            return False
        value = value.values()
    elif kind is not list:
        return kind in _SCALARS
    if depth == 0:
        return False
    return _SCALARS.issuperset(map(type, value)) or all(
        _is_plain(member, depth - 1) for member in value
    )


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
    if kind is list:
        found = [_plain(item, made, depth - 1) for item in value]
    elif isinstance(value, Mapping):
        found = {
            _plain(name, made, depth - 1): _plain(member, made, depth - 1)
            for name, member in value.items()
        }
        if len(found) < len(value):  # two names are the same in JSON
            return value
    elif isinstance(value, Model):
        found = {name: _plain(member, made, depth - 1) for name, member in vars(value).items()}
    elif hasattr(kind, "__dataclass_fields__"):
        found = {}
        for field in fields(value):
            member = getattr(value, field.name)
            if member is not None or field.default is MISSING:  # else an optional field is absent
                found[field.name] = _plain(member, made, depth - 1)
    else:
        return value
    made[id(value)] = (value, found)  # the value is kept, so that no other value gets its id
    return found
