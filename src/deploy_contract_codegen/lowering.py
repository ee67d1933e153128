"""Lowering: from the schemas of the spec to the definitions that engines run.

Definitions are open; closed ones follow from them. Their formats are patterns, and their numbers are
bounded. A definition has the title of its schema, with the suffix `-null` if it accepts null too.
Only the definition of any value is recursive, for free-form objects:
no document has more levels than the parsers admit.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from deploy_contract_codegen.spec import Spec, SpecError
from deploy_contract_format.bundle_format import MOST_ITEMS
from deploy_contract_format.definitions import ANY, reference_to, types_of
from deploy_contract_format.patterns import PATTERNS
from deploy_contract_format.pointer import Tokens
from deploy_contract_format.subset import SAFE_INTEGER, SECRET, types_except

Schema = dict[str, Any]


class Place(NamedTuple):
    """The place of a schema in a file of the spec."""

    file: str
    tokens: Tokens = ()

    def below(self, *tokens: str | int) -> "Place":
        """Return the place of a schema within this one."""
        return self._replace(tokens=(*self.tokens, *tokens))


@dataclass(slots=True)
class Lowering:
    """Definitions of the schemas of one spec; each schema is lowered once."""

    spec: Spec
    definitions: dict[str, Schema] = field(default_factory=dict)

    def root(self, file: str) -> str:
        """Return the name of the definition for a whole document."""
        return self._definition(Place(file), nullable=False)

    def _definition(self, at: Place, *, nullable: bool) -> str:
        schema = self.spec.load(at.file).value
        name = f"{schema['title']}{'-null' if nullable else ''}"
        if name not in self.definitions:
            self.definitions[name] = {}
            lowered = self.lower(schema, at, nullable=nullable)
            self.definitions[name] = {"title": schema["title"], **lowered}
        return name

    def _any(self) -> Schema:
        """Return the schema of any JSON value."""
        this = reference_to(ANY)
        self.definitions[ANY] = {
            "type": types_except({"integer"}),  # numbers include integers
            "minimum": -SAFE_INTEGER,
            "maximum": SAFE_INTEGER,
            "maxItems": MOST_ITEMS,
            "maxProperties": MOST_ITEMS,
            "items": this,
            "additionalProperties": this,
        }
        return this

    def lower(self, schema: Mapping[str, Any], at: Place, *, nullable: bool = False) -> Schema:
        """Return the lowered form of the schema at a place; `nullable` if it accepts null too."""
        lowered = self._lowered(schema, at, nullable=nullable)
        if SECRET in schema:
            return lowered | {SECRET: True}
        return lowered

    def _lowered(self, schema: Mapping[str, Any], at: Place, *, nullable: bool) -> Schema:
        if "$ref" in schema:
            return self._reference(schema["$ref"], at.below("$ref"), nullable=nullable)
        if "anyOf" in schema:
            return self._nullable(schema["anyOf"], at.below("anyOf"))
        kinds = types_of(schema)
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
            lowered["items"] = self.lower(schema["items"], at.below("items"))
        if "properties" in schema:
            lowered["properties"] = {
                name: self.lower(member, at.below("properties", name))
                for name, member in schema["properties"].items()
            }
            if schema.get("required"):
                lowered["required"] = list(schema["required"])
        if "object" in kinds:
            lowered["additionalProperties"] = self._any()
            lowered["maxProperties"] = MOST_ITEMS
        return lowered

    def _reference(self, reference: str, at: Place, *, nullable: bool) -> Schema:
        file, schema = self.spec.resolve(at.file, at.tokens, reference)
        target = Place(file)
        if schema.get("type") in ("object", "array"):
            return reference_to(self._definition(target, nullable=nullable))
        return self.lower(schema, target, nullable=nullable)

    def _nullable(self, choices: list[Mapping[str, Any]], at: Place) -> Schema:
        if len(choices) != 2 or "$ref" not in choices[0] or choices[1] != {"type": "null"}:
            message = 'anyOf is only ever [{$ref: ...}, {type: "null"}]'
            raise SpecError([self.spec.fault(at.file, at.tokens, message)])
        return self._reference(choices[0]["$ref"], at.below(0, "$ref"), nullable=True)
