"""Checks that a schema in a rule applies to the fields that it is for."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import starmap
from typing import Any, TypeAlias

from deploy_contract_format.known import Known
from deploy_contract_format.pointer import Tokens
from deploy_contract_format.subset import KEYWORDS, Problem, subschemas
from deploy_contract_format.suggestions import did_you_mean, nearest

Schema: TypeAlias = Mapping[str, Any]
Target: TypeAlias = tuple[str, tuple[str, ...]]  # document kind, tokens of a pattern

_FREE_FORM = frozenset({"boolean", "number", "string"})  # only a free-form value has all of them


def member_names(schemas: Iterable[Schema]) -> list[str]:
    """Return the names of the members that some schemas declare."""
    names: list[str] = []
    for schema in schemas:
        names += schema.get("properties", ())
    return names


def _types(schema: Schema) -> frozenset[str]:
    """Return the types that a schema names. A number may be an integer."""
    types = schema.get("type", ())
    names = {types} if isinstance(types, str) else set(types)
    if "number" in names:
        names.add("integer")
    return frozenset(names)


def admits(schemas: Iterable[Schema], type_: str) -> bool:
    """Return True if one of the schemas admits values of the type."""
    types = frozenset().union(*map(_types, schemas))
    return type_ in types or (type_ == "number" and "integer" in types)


def inapplicable(
    known: Known, schema: Schema, places: Sequence[Target], at: Tokens
) -> Iterator[Problem]:
    """Yield the parts of a schema that can never apply to a value at one of the places.

    Places that are undeclared or free-form have no problems.

    Args:
        known: the kinds of document.
        schema: the schema of a rule.
        places: places of the values that the rule checks.
        at: place of the schema in the rule file.
    """
    declared: list[Schema] = []
    for place in places:
        declared += known.find_schemas(*place)
    types = frozenset[str]().union(*map(_types, declared))
    if not declared or types >= _FREE_FORM:
        return
    asked = _types(schema) if "type" in schema else types
    spoken = types & asked
    if not spoken and "null" not in asked:
        yield Problem(
            (*at, "type"), f"the field is {_listed(types)}, so that no value fits; correct the type"
        )
        return
    names = member_names(declared)
    for keyword, value in schema.items():
        here = (*at, keyword)
        about = KEYWORDS[keyword].types
        if about and spoken.isdisjoint(about):
            types_text = _listed(spoken or asked)
            message = f"{keyword} says nothing of a value that is {types_text}; leave it out"
            yield Problem(here, message)
        elif keyword in ("enum", "const"):
            values = value if keyword == "enum" else [value]
            yield from _impossible(values, declared, here)
        elif keyword in ("required", "properties"):
            yield from _misspelt(keyword, value, names, here)
        for below, inner, pattern in subschemas(keyword, value):
            within = [(kind, (*around, *pattern)) for kind, around in places]
            yield from inapplicable(known, inner, within, (*here, *below))


def _impossible(values: Sequence[Any], declared: Sequence[Schema], at: Tokens) -> Iterator[Problem]:
    """Yield a problem if the field can have none of the values."""
    choices: dict[str, None] = {}
    for schema in declared:
        if any(_can_be(value, schema) for value in values):
            return
        choices.update(dict.fromkeys(filter(None, schema.get("enum", ()))))
    hint = f"it is one of {', '.join(choices)}" if choices else "correct it"
    yield Problem(at, f"the field never has such a value; {hint}")


def _can_be(value: Any, schema: Schema) -> bool:
    if value is None:
        return True  # the same as no value
    type_ = "boolean" if isinstance(value, bool) else "string"
    return type_ in _types(schema) and ("enum" not in schema or value in schema["enum"])


def _misspelt(
    keyword: str, names: Iterable[str], declared: Sequence[str], at: Tokens
) -> Iterator[Problem]:
    """Yield names that look like a declared one. Others may be names of undeclared fields."""
    for index, name in enumerate(names):
        near = None if name in declared else nearest(name, declared)
        if near is not None:
            yield Problem(
                (*at, index if keyword == "required" else name),
                f"no field has this name; {did_you_mean(near)}",
            )


def is_vacuous(schema: Schema) -> bool:
    """Return True if the schema accepts every value."""
    return all(starmap(_accepts_all, schema.items()))


def _accepts_all(keyword: str, value: Any) -> bool:
    if keyword in ("minLength", "minItems"):
        return bool(value == 0)
    if keyword == "required":
        return not value
    if keyword == "properties":
        return all(map(is_vacuous, value.values()))
    if keyword == "allOf":
        return all(map(is_vacuous, value))
    if keyword == "anyOf":
        return any(map(is_vacuous, value))
    return keyword in ("if", "items", "then", "else") and is_vacuous(value)


def _listed(types: Iterable[str]) -> str:
    names = set(types)
    if "number" in names:
        names.discard("integer")
    return " or ".join(sorted(names))
