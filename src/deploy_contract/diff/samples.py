"""Sample values for schemas of rules: at their bounds, and with or without each member."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from math import inf, nextafter
from typing import Any, TypeAlias

from deploy_contract.judge.python.schema import fits
from deploy_contract_format.definitions import Schema
from deploy_contract_format.subset import BOUNDS

MOST_OF_MEMBER = 30  # samples of one member, or of the items of an array
LONGEST = 10_000  # characters or items of a sample
_SCALARS: tuple[Any, ...] = (None, True, False, 0, 1, -1, 0.5, "", "a")
_SPECIAL = "\\[](){}+|.$^"  # characters of a pattern with a meaning of their own

_Samples: TypeAlias = Mapping[str, list[Any]]


def sample_values(*schemas: Schema) -> Iterator[Any]:
    """Yield values at the bounds of each schema, and objects of the members that all of them name.

    The values need not be valid.
    """
    for schema in schemas:
        yield from _at_bounds(schema)
    yield from _SCALARS
    yield []
    yield {}
    members = _member_samples(schemas)
    usual = {name: _first_not_null(found) for name, found in members.items()}
    for schema in schemas:
        valid = {name: _first_valid(schema, name, members, usual[name]) for name in members}
        yield from _variants(valid, members)
    yield from _variants(usual, members)
    items = list(_item_schemas(schemas))
    if items:
        for value in islice(sample_values(*items), MOST_OF_MEMBER):
            yield [value]


def _member_samples(schemas: Sequence[Schema]) -> _Samples:
    """Return samples of each member that the schemas name."""
    names: dict[str, None] = {}
    for schema in schemas:
        for part in _parts(schema):
            names.update(dict.fromkeys((*part.get("properties", {}), *part.get("required", ()))))
    samples: dict[str, list[Any]] = {}
    for name in names:
        found = sample_values(*_member_schemas(schemas, name))
        samples[name] = list(islice(found, MOST_OF_MEMBER))
    return samples


def _first_not_null(samples: Sequence[Any]) -> Any:
    for value in samples:
        if value is not None:
            return value
    return None


def _first_valid(schema: Schema, name: str, members: _Samples, default: Any) -> Any:
    """Return the first sample of a member that is valid by a schema, or the default."""
    inner = list(_member_schemas((schema,), name))
    for value in members[name]:
        if all(fits(member, value) for member in inner):
            return value
    return default


def _variants(whole: Mapping[str, Any], members: _Samples) -> Iterator[Mapping[str, Any]]:
    """Yield an object, then without each member, with it alone, and with its other samples."""
    if not whole:
        return
    yield whole
    for name, member in whole.items():
        others = dict(whole)
        del others[name]
        yield others
        yield {name: member}
    for name, found in members.items():
        for value in found:
            yield {**whole, name: value}


def _member_schemas(schemas: Sequence[Schema], name: str) -> Iterator[Schema]:
    for schema in schemas:
        for part in _parts(schema):
            if name in part.get("properties", {}):
                yield part["properties"][name]


def _item_schemas(schemas: Sequence[Schema]) -> Iterator[Schema]:
    for schema in schemas:
        for part in _parts(schema):
            if "items" in part:
                yield part["items"]


def _parts(schema: Schema) -> Iterator[Schema]:
    """Yield a schema and its subschemas that apply to the same instance."""
    yield schema
    for keyword in ("allOf", "anyOf"):
        for member in schema.get(keyword, ()):
            yield from _parts(member)
    for keyword in ("not", "if", "then", "else"):
        if keyword in schema:
            yield from _parts(schema[keyword])


def _at_bounds(schema: Schema) -> Iterator[Any]:
    """Yield scalars and arrays at the bounds that a schema names."""
    for part in _parts(schema):
        yield from part.get("enum", ())
        if "const" in part:
            yield part["const"]
        for keyword, samples in _NEAR.items():
            if keyword in part:
                yield from samples(part[keyword])


def _numbers(bound: float) -> Iterator[float]:
    for more in (-1, -0.5, 0, 0.5, 1):
        yield bound + more
    for towards in (-inf, inf):
        yield nextafter(bound, towards)


def _lengths(bound: int) -> Iterator[int]:
    for length in (bound - 1, bound, bound + 1):
        if 0 <= length <= LONGEST:
            yield length


def _texts(bound: int) -> Iterator[str]:
    for length in _lengths(bound):
        yield "a" * length


def _arrays(bound: int) -> Iterator[list[None]]:
    for length in _lengths(bound):
        yield [None] * length


def _texts_of_pattern(pattern: str) -> Iterator[str]:
    start = literal_prefix(pattern)
    yield from (start, f"{start}a", f"{start}1", start[:-1], f"x{start}")


_NEAR: Mapping[str, Callable[[Any], Iterator[Any]]] = {  # keyword -> samples near its value
    **dict.fromkeys(BOUNDS, _numbers),
    **dict.fromkeys(("minLength", "maxLength"), _texts),
    **dict.fromkeys(("minItems", "maxItems"), _arrays),
    "pattern": _texts_of_pattern,
}


def literal_prefix(pattern: str) -> str:
    """Return the plain characters that every text of a pattern begins with."""
    if not pattern.startswith("^"):
        return ""
    found = ""
    for sign in pattern[1:]:
        if sign in "*?{":
            return found[:-1]  # the last one is optional
        if sign in _SPECIAL:
            break
        found += sign
    return found
