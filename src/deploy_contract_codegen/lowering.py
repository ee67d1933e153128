"""Lowering: from the schemas of the spec to the definitions that engines run.

Definitions are closed or open. Their formats are patterns, their numbers are bounded, and they are
not recursive. A definition is named `Title-level-variant`, with the suffix `-null` if it accepts
null too. `level` is its depth in the document: a free-form object accepts any JSON value, unrolled
down to the depth that documents may have.
"""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from deploy_contract_codegen.spec import Spec, SpecError
from deploy_contract_format.bundle_format import MOST_ITEMS
from deploy_contract_format.errors import DEPTH
from deploy_contract_format.patterns import PATTERNS
from deploy_contract_format.pointer import Tokens
from deploy_contract_format.subset import SAFE_INTEGER, SECRET, TYPES

Schema = dict[str, Any]


def types_except(excluded: Container[str]) -> list[str]:
    """Return the types of JSON Schema without the excluded ones, in their usual order."""
    return [kind for kind in TYPES if kind not in excluded]


def without_null(values: Iterable[Any]) -> list[Any]:
    """Return the values of an enumeration without null."""
    return [value for value in values if value is not None]


@dataclass(slots=True)
class Lowering:
    """Definitions of the schemas of one spec; each schema is lowered once."""

    spec: Spec
    definitions: dict[str, Schema] = field(default_factory=dict)

    def root(self, file: str, variant: str) -> str:
        """Return the name of the definition for a whole document."""
        return self._definition(file, 1, variant, nullable=False)

    def _definition(self, file: str, level: int, variant: str, *, nullable: bool) -> str:
        schema = self.spec.load(file).value
        name = f"{schema['title']}-{level}-{variant}{'-null' if nullable else ''}"
        if name not in self.definitions:
            self.definitions[name] = {}
            self.definitions[name] = {
                "title": schema["title"],
                **self.lower(schema, file, (), level, variant, nullable=nullable),
            }
        return name

    def _any(self, level: int) -> Schema:
        """Return the schema of any JSON value; at the deepest level without arrays and objects."""
        name = f"Any-{level}"
        if name not in self.definitions:
            self.definitions[name] = {}
            excluded = {"integer"}  # numbers include integers
            deeper: Schema = {}
            if level > DEPTH:
                excluded |= {"array", "object"}
            else:
                inner = self._any(level + 1)
                deeper = {
                    "maxItems": MOST_ITEMS,
                    "maxProperties": MOST_ITEMS,
                    "items": inner,
                    "additionalProperties": inner,
                }
            self.definitions[name] = {
                "type": types_except(excluded),
                "minimum": -SAFE_INTEGER,
                "maximum": SAFE_INTEGER,
                **deeper,
            }
        return {"$ref": f"#/$defs/{name}"}

    def lower(
        self,
        schema: Mapping[str, Any],
        file: str,
        at: Tokens,
        level: int,
        variant: str,
        *,
        nullable: bool,
    ) -> Schema:
        """Return the lowered form of the schema at `at` in `file`.

        `level` is the depth of its instances in the document.
        """
        lowered = self._lowered(schema, file, at, level, variant, nullable=nullable)
        if SECRET in schema:
            return lowered | {SECRET: True}
        return lowered

    def _lowered(
        self,
        schema: Mapping[str, Any],
        file: str,
        at: Tokens,
        level: int,
        variant: str,
        *,
        nullable: bool,
    ) -> Schema:
        if "$ref" in schema:
            return self._reference(
                schema["$ref"], file, (*at, "$ref"), level, variant, nullable=nullable
            )
        if "anyOf" in schema:
            return self._nullable(schema, file, at, level, variant)
        kinds = schema["type"]
        kinds = list(kinds) if isinstance(kinds, list) else [kinds]
        if nullable and "null" not in kinds:
            kinds.append("null")
        lowered: Schema = {"type": kinds if len(kinds) > 1 else kinds[0]}
        if "enum" in schema:
            lowered["enum"] = list(schema["enum"])
            if "null" in kinds and None not in schema["enum"]:
                lowered["enum"].append(None)
        if "format" in schema:
            lowered |= {"pattern": PATTERNS[schema["format"]], "x-format": schema["format"]}
        if {"integer", "number"} & set(kinds):
            lowered["minimum"] = max(schema.get("minimum", -SAFE_INTEGER), -SAFE_INTEGER)
            lowered["maximum"] = min(schema.get("maximum", SAFE_INTEGER), SAFE_INTEGER)
        if "array" in kinds:
            lowered["maxItems"] = MOST_ITEMS
            lowered["items"] = self.lower(
                schema["items"], file, (*at, "items"), level + 1, variant, nullable=False
            )
        if "properties" in schema:
            members: Schema = {}
            for name in schema["properties"]:
                place = (*at, "properties", name)
                members[name] = self._member(schema, name, file, place, level + 1, variant)
            lowered["properties"] = members
            if schema.get("required"):
                lowered["required"] = list(schema["required"])
            lowered["additionalProperties"] = False if variant == "closed" else self._any(level + 1)
        elif "object" in kinds:
            lowered["additionalProperties"] = self._any(level + 1)
        if "object" in kinds:
            lowered["maxProperties"] = MOST_ITEMS
        return lowered

    def _member(
        self, schema: Mapping[str, Any], name: str, file: str, at: Tokens, level: int, variant: str
    ) -> Schema:
        """Return the lowered form of a property; one with members becomes a definition.

        The walker uses the validator of the definition to skip valid members.
        """
        lowered = self.lower(schema["properties"][name], file, at, level, variant, nullable=False)
        if not {"items", "additionalProperties"} & set(lowered):
            return lowered
        definition = f"{schema['title']}.{name}-{level}-{variant}"
        self.definitions[definition] = lowered
        return {"$ref": f"#/$defs/{definition}"}

    def _reference(
        self, reference: str, file: str, at: Tokens, level: int, variant: str, *, nullable: bool
    ) -> Schema:
        target, schema = self.spec.resolve(file, at, reference)
        if schema.get("type") in ("object", "array"):
            return {
                "$ref": f"#/$defs/{self._definition(target, level, variant, nullable=nullable)}"
            }
        return self.lower(schema, target, (), level, variant, nullable=nullable)

    def _nullable(
        self, schema: Mapping[str, Any], file: str, at: Tokens, level: int, variant: str
    ) -> Schema:
        choices = schema["anyOf"]
        if len(choices) != 2 or "$ref" not in choices[0] or choices[1] != {"type": "null"}:
            fault = self.spec.fault(
                file, (*at, "anyOf"), 'anyOf is only ever [{$ref: ...}, {type: "null"}]'
            )
            raise SpecError([fault])
        return self._reference(
            choices[0]["$ref"], file, (*at, "anyOf", 0, "$ref"), level, variant, nullable=True
        )
