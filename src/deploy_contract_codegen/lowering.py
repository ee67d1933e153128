"""Lowering: from the schemas of the bundled document to the definitions that engines run.

Definitions are open; closed schemas follow from them. Formats are patterns; numbers are bounded.
A definition has the title of its schema, with the suffix `-null` if it accepts null too.
Only the definition `Any`, of the values in free-form objects, is recursive: parsers limit the depth.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from deploy_contract_format.bundle_format import MAX_ITEMS
from deploy_contract_format.definitions import (
    ANY,
    COMPONENTS,
    SECRET,
    pruned,
    reference_to,
    types_of,
    with_members,
)
from deploy_contract_format.patterns import PATTERNS
from deploy_contract_format.subset import SAFE_INTEGER, types_except

Schema = dict[str, Any]
Schemas = Mapping[str, Mapping[str, Any]]  # the schemas of the bundled document, by title
ANY_VALUE: Schema = {  # without its items and members
    "type": types_except({"integer"}),  # numbers include integers
    "minimum": -SAFE_INTEGER,
    "maximum": SAFE_INTEGER,
    "maxItems": MAX_ITEMS,
    "maxProperties": MAX_ITEMS,
}


def title_of(schema: Mapping[str, Any]) -> str | None:
    """Return the title of the schema that a schema, or one of its choices, refers to, or None."""
    for choice in (schema, *schema.get("anyOf", ())):
        if "$ref" in choice:
            return str(choice["$ref"]).removeprefix(COMPONENTS)
    return None


def or_null(schema: Mapping[str, Any]) -> Schema:
    """Return a schema that accepts null too."""
    kinds = types_of(schema)
    if "null" in kinds:
        return dict(schema)
    found = {**schema, "type": [*kinds, "null"]}
    if "enum" in schema:
        found["enum"] = [*schema["enum"], None]
    return found


def written_out(schemas: Schemas, schema: Mapping[str, Any]) -> Schema:
    """Return a schema with each reference replaced by its target.

    Keywords beside a reference take precedence over the keywords of the target.
    """
    title = title_of(schema)
    if title is None:
        return with_members(schema, partial(written_out, schemas))
    found = written_out(schemas, schemas[title])
    if "anyOf" in schema:
        found = or_null(found)
    return found | {key: schema[key] for key in schema if key not in ("$ref", "anyOf")}


def lowered(
    schema: Mapping[str, Any], member: Callable[[Any], Schema], any_value: Callable[[], Schema]
) -> Schema:
    """Return the lowered form of a schema without a reference.

    `member` lowers the schema of a property or item. `any_value` returns the schema of the members
    of free-form objects.
    """
    kinds = types_of(schema)
    found: Schema = {"type": kinds if len(kinds) > 1 else kinds[0]}
    if "enum" in schema:
        found["enum"] = list(schema["enum"])
    if "format" in schema:
        found |= {"pattern": PATTERNS[schema["format"]], "x-format": schema["format"]}
    if {"integer", "number"} & set(kinds):
        found["minimum"] = max(schema.get("minimum", -SAFE_INTEGER), -SAFE_INTEGER)
        found["maximum"] = min(schema.get("maximum", SAFE_INTEGER), SAFE_INTEGER)
    if "array" in kinds:
        found["maxItems"] = MAX_ITEMS
        found["items"] = member(schema["items"])
    if "properties" in schema:
        found["properties"] = {name: member(one) for name, one in schema["properties"].items()}
        if schema.get("required"):
            found["required"] = list(schema["required"])
    if "object" in kinds:
        found["additionalProperties"] = any_value()
        found["maxProperties"] = MAX_ITEMS
    if SECRET in schema:
        found[SECRET] = True
    return found


@dataclass(slots=True)
class Lowering:
    """Definitions of the schemas of one document; each schema is lowered once."""

    schemas: Schemas
    definitions: dict[str, Schema] = field(default_factory=dict)

    def definition(self, title: str, *, nullable: bool = False) -> Schema:
        """Return the reference to the definition of a schema; `nullable` if it accepts null too."""
        name = f"{title}-null" if nullable else title
        if name not in self.definitions:
            self.definitions[name] = {}  # reserve its place before the places of its members
            schema = self.schemas[title]
            found = self.lower(or_null(schema) if nullable else schema)
            self.definitions[name] = {"title": title, **found}
        return reference_to(name)

    def schema(self, title: str) -> Schema:
        """Return the lowered form of a schema with the definitions that it needs."""
        reference = self.definition(title)
        return {**reference, "$defs": pruned(self.definitions, title)}

    def lower(self, schema: Mapping[str, Any]) -> Schema:
        """Return the lowered form of a schema."""
        title = title_of(schema)
        if title is None:
            return lowered(schema, self.lower, self._any)
        target, nullable = self.schemas[title], "anyOf" in schema
        if target.get("type") in ("object", "array"):
            found = self.definition(title, nullable=nullable)
        else:
            found = self.lower(or_null(target) if nullable else target)
        return found | {SECRET: True} if SECRET in schema else found

    def _any(self) -> Schema:
        itself = reference_to(ANY)
        self.definitions[ANY] = {**ANY_VALUE, "items": itself, "additionalProperties": itself}
        return itself
