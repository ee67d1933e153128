"""Lowered definitions: the schemas of a document kind by name, without recursion, every reference to one of them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Definitions = Mapping[str, Any]
_PREFIX = len("#/$defs/")


def named(reference: str) -> str:
    """The name of the definition that a `$ref` leads to."""
    return reference[_PREFIX:]


def pruned(definitions: Definitions, *roots: str) -> dict[str, Any]:
    """The definitions that the roots need, themselves first."""
    needed: dict[str, Any] = {}
    waiting = list(reversed(roots))
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed[name] = definitions[name]
            waiting += reversed(references(definitions[name]))
    return needed


def references(schema: object) -> list[str]:
    """The names of the definitions that a schema refers to, in its order."""
    if isinstance(schema, dict):
        here = [named(schema["$ref"])] if "$ref" in schema else []
        return here + [name for member in schema.values() for name in references(member)]
    return (
        [name for item in schema for name in references(item)] if isinstance(schema, list) else []
    )


PLAIN_NAMES = "^[a-z0-9_]+$"


def plainly_named(definitions: Definitions, schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema, without references, that looks at names alone: each undeclared one is of letters that fold to themselves.

    `schema` is of a closed definition. Where all declared names are such names too, other readers confuse none of them with
    an undeclared one; where some are not, no undeclared name fits.
    """
    schema = definitions[named(schema["$ref"])] if "$ref" in schema else schema
    if "items" in schema:
        inner = plainly_named(definitions, schema["items"])
        return {"items": inner} if inner else {}
    properties = schema.get("properties")
    if not properties:
        return {}
    plain = all(re.fullmatch(PLAIN_NAMES, name) for name in properties)
    return {
        "properties": {
            name: plainly_named(definitions, inner) for name, inner in properties.items()
        },
        **({"patternProperties": {PLAIN_NAMES: {}}} if plain else {}),
        "additionalProperties": False,
    }


def declared(
    definitions: Definitions,
    schema: Mapping[str, Any],
    tokens: Sequence[str],
    members: bool = False,  # noqa: FBT001, FBT002
) -> Iterator[Mapping[str, Any]]:
    """Yield the schemas that a lowered schema has at the pattern of a pointer.

    Args:
        definitions: those that `schema` refers to.
        schema: a lowered schema.
        tokens: of the pattern; `*` stands for the items of an array.
        members: whether `*` may stand for the members of an object, too.
    """
    schema = definitions[named(schema["$ref"])] if "$ref" in schema else schema
    if not tokens:
        yield schema
        return
    first, rest = tokens[0], tokens[1:]
    properties = schema.get("properties", {})
    if first != "*":
        inner = [properties[first]] if first in properties else []
    elif "items" in schema:
        inner = [schema["items"]]
    else:
        inner = list(properties.values()) if members else []
    for member in inner:
        yield from declared(definitions, member, rest, members)


def declares(
    definitions: Definitions,
    schema: Mapping[str, Any],
    tokens: Sequence[str],
    members: bool = False,  # noqa: FBT001, FBT002
) -> bool:
    """Return whether a lowered schema has a field at the pattern of a pointer; `members`: as for `declared`."""
    return next(declared(definitions, schema, tokens, members), None) is not None
