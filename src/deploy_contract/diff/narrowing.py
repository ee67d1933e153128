"""Which of two schemas of rules admits more: proved where that can be proved, refuted by a value, or not decided.

A proof holds for every value; a value that fits one schema and not the other refutes. What neither decides is left open.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from math import ceil, floor, inf, nextafter
from typing import Any

from deploy_contract.diff.changes import Answer
from deploy_contract.document.walker import fits
from deploy_contract_format.overlay import Schema
from deploy_contract_format.subset import BOUNDS, SPEAKS_OF

MOST_VALUES = 400  # that are tried on a pair of schemas
_SCALARS: tuple[Any, ...] = (None, True, False, 0, 1, -1, 0.5, "", "a")
_LOWER = ("minLength", "minItems")  # the higher, the narrower
_UPPER = ("maxLength", "maxItems")


def narrowed(old: Schema, new: Schema) -> Answer:
    """Whether some value fits the old schema and not the new one. Turned round, whether the new one is wider."""
    if implies(old, new):
        return "no"
    tried = islice(_values(old, new), MOST_VALUES)
    return "yes" if any(fits(old, value) and not fits(new, value) for value in tried) else "perhaps"


def implies(one: Schema, other: Schema) -> bool:
    """Whether it is proved that every value that fits the one schema fits the other."""
    if one == other or not other:
        return True
    listed = [one["const"]] if "const" in one else one.get("enum")
    if listed is not None:
        return all(fits(other, value) for value in listed if fits(one, value))
    if "anyOf" in one and all(implies(choice, other) for choice in one["anyOf"]):
        return True
    if any(implies(member, other) for member in one.get("allOf", ())):
        return True
    plain = {key: value for key, value in other.items() if key not in ("if", "then", "else")}
    if len(plain) < len(other) and any(
        one.get(key) != other.get(key) for key in ("if", "then", "else")
    ):
        return False
    return all(_keyword_implied(one, key, value) for key, value in plain.items())


def _keyword_implied(one: Schema, keyword: str, value: Any) -> bool:
    """Whether what fits `one` keeps one keyword of another schema."""
    kinds = _kinds(one)
    if keyword in SPEAKS_OF and kinds is not None and not set(kinds) & set(SPEAKS_OF[keyword]):
        return True
    if any(_keyword_implied(member, keyword, value) for member in one.get("allOf", ())):
        return True
    if keyword == "type":
        wanted = [value] if isinstance(value, str) else value
        return kinds is not None and all(
            kind in wanted or (kind == "integer" and "number" in wanted) for kind in kinds
        )
    if keyword in BOUNDS:
        return _bound_implied(one, keyword, value)
    if keyword in _LOWER:
        return keyword in one and bool(one[keyword] >= value)
    if keyword in _UPPER:
        return keyword in one and bool(one[keyword] <= value)
    if keyword == "required":
        return set(value) <= set(one.get("required", ()))
    if keyword == "properties":
        known = one.get("properties", {})
        return all(implies(known.get(name, {}), member) for name, member in value.items())
    if keyword == "items":
        return implies(one.get("items", {}), value)
    if keyword == "allOf":
        return all(implies(one, member) for member in value)
    if keyword == "anyOf":
        return any(implies(one, member) for member in value)
    if keyword == "not":
        return ("not" in one and implies(value, one["not"])) or _apart(one, value)
    if keyword == "pattern" and keyword in one and _begins(one[keyword], value):
        return True
    return bool(keyword in one and one[keyword] == value)  # enum and const have been looked at


def _bound_implied(one: Schema, keyword: str, value: float) -> bool:
    """Return True if every number that fits `one` keeps a bound."""
    same_side = [other for other in BOUNDS if other.lower().endswith(keyword[-5:])]
    kinds = _kinds(one)
    whole = kinds is not None and "number" not in kinds
    wanted = _least(keyword, value, whole=whole)
    return any(
        _least(other, one[other], whole=whole) >= wanted for other in same_side if other in one
    )


def _least(keyword: str, bound: float, *, whole: bool) -> tuple[float, bool]:
    """Return a bound as the least number that keeps it, and whether that number itself is excluded.

    A greatest number is the least one of their negatives. `whole`: of integers, of which 1 is the least one above 0.5.
    """
    bound = bound if keyword.lower().endswith("minimum") else -bound
    excluded = keyword.startswith("exclusive")
    if whole:
        return (floor(bound) + 1 if excluded else ceil(bound)), False
    return bound, excluded


def _apart(one: Schema, other: Schema) -> bool:
    """Whether no type is admitted by both."""
    kinds, others = _kinds(one), _kinds(other)
    if kinds is None or others is None:
        return False
    numbers = {"integer", "number"}
    return not set(kinds) & set(others) and not (numbers & set(kinds) and numbers & set(others))


def _kinds(schema: Schema) -> Sequence[str] | None:
    kinds = schema.get("type")
    return [kinds] if isinstance(kinds, str) else kinds


def _values(*schemas: Schema) -> Iterator[Any]:
    """Values at the bounds of schemas: those of each one by itself, and those of what all of them speak of together."""
    for schema in schemas:
        yield from _around(schema)
    yield from _SCALARS
    yield []
    yield {}
    names = list(
        dict.fromkeys(
            name for schema in schemas for part in _parts(schema) for name in _named(part)
        )
    )
    members = (
        {name: list(islice(_values(*_members(schemas, name)), 30)) for name in names}
        if names
        else {}
    )
    whole = {
        name: next((value for value in found if value is not None), None)
        for name, found in members.items()
    }
    for schema in schemas:
        fitting = {
            name: next(
                (
                    value
                    for value in found
                    if all(fits(inner, value) for inner in _members((schema,), name))
                ),
                whole[name],
            )
            for name, found in members.items()
        }
        yield from _variants(fitting, members)
    yield from _variants(whole, members)
    items = [part["items"] for schema in schemas for part in _parts(schema) if "items" in part]
    for value in islice(_values(*items), 30) if items else ():
        yield [value]


def _variants(whole: dict[str, Any], members: Mapping[str, list[Any]]) -> Iterator[dict[str, Any]]:
    """An object with all members, with each one left out, with each one alone, and with each one's other values."""
    if not whole:
        return
    yield whole
    for name, member in whole.items():
        yield {key: value for key, value in whole.items() if key != name}
        yield {name: member}
    for name, found in members.items():
        for value in found:
            yield {**whole, name: value}


def _members(schemas: Sequence[Schema], name: str) -> list[Schema]:
    return [
        part["properties"][name]
        for schema in schemas
        for part in _parts(schema)
        if name in part.get("properties", {})
    ]


def _named(part: Schema) -> list[str]:
    return [*part.get("properties", {}), *part.get("required", ())]


def _parts(schema: Schema) -> Iterator[Schema]:
    """A schema and those that speak of the same value."""
    yield schema
    for keyword in ("allOf", "anyOf"):
        for member in schema.get(keyword, ()):
            yield from _parts(member)
    for keyword in ("not", "if", "then", "else"):
        if keyword in schema:
            yield from _parts(schema[keyword])


def _around(schema: Schema) -> Iterator[Any]:
    """Scalars and arrays at the bounds that a schema names."""
    for part in _parts(schema):
        yield from part.get("enum", ())
        if "const" in part:
            yield part["const"]
        for keyword in BOUNDS:
            if keyword in part:
                yield from (part[keyword] + more for more in (-1, -0.5, 0, 0.5, 1))
                yield from (nextafter(part[keyword], towards) for towards in (-inf, inf))
        for keyword in ("minLength", "maxLength"):
            if keyword in part:
                yield from ("a" * length for length in _near(part[keyword]))
        for keyword in ("minItems", "maxItems"):
            if keyword in part:
                yield from ([None] * length for length in _near(part[keyword]))
        if "pattern" in part:
            start = _literal(part["pattern"])
            yield from (start, f"{start}a", f"{start}1", start[:-1], f"x{start}")


def _near(length: int) -> list[int]:
    return [near for near in (length - 1, length, length + 1) if 0 <= near <= 10_000]


def _begins(pattern: str, other: str) -> bool:
    """Whether the other pattern is nothing but what every text of the first one begins with."""
    return (
        "|" not in pattern
        and other == f"^{_literal(other)}"
        and _literal(pattern).startswith(_literal(other))
    )


def _literal(pattern: str) -> str:
    """The plain characters that every text of a pattern begins with."""
    found = ""
    for sign in pattern.removeprefix("^"):
        if sign in "*?{":
            return found[:-1]  # the last one need not be there
        if sign in "\\[](){}+|.$^":
            break
        found += sign
    return found if pattern.startswith("^") else ""
