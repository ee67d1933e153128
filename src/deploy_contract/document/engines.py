"""Engines: each says whether a value fits a schema, and nothing more. An engine is a value that holds functions."""

import json
from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple, cast

import deploy_contract_generated

from deploy_contract.document import wire
from deploy_contract_format.definitions import pruned, references
from deploy_contract_format.overlay import Schema, digest, specialised

MOST_ITEMS = (
    10_000  # what the generated schemas say; other limits are compiled when a contract is made
)

Valid = Callable[[Any], bool]


class Engine(NamedTuple):
    """`parse` reads bytes strictly (any exception: they are not JSON, or break a wire rule); the others compile.

    `definition(kind, name)`: a definition of the schema of a document kind. `schema(schema)`: a schema without references.
    `document(kind, name, overlay)`: a definition and an overlay together. `names`: whether a schema that looks at names alone
    runs faster than a walk down the document.
    """

    name: str
    parse: wire.Parser
    definition: Callable[[str, str], Valid]
    schema: Callable[[Schema], Valid]
    document: Callable[[str, str, Schema], Valid]
    names: bool = False


def generated(name: str) -> Any:
    """A JSON file of the generated package."""
    folder, loader = deploy_contract_generated.__path__[0], deploy_contract_generated.__loader__
    return json.loads(loader.get_data(f"{folder}/{name}"))  # type: ignore[union-attr]  # as cheap as it gets, zip files included


@cache
def definitions(kind: str, items: int = MOST_ITEMS) -> dict[str, Schema]:
    """The lowered definitions of a document kind, closed and open, with a cap on the items of arrays and objects."""
    found: dict[str, Schema] = {}
    for variant in ("closed", "open"):
        found |= generated(f"schemas/{kind}.{variant}.json")["$defs"]
    return found if items == MOST_ITEMS else cast(dict[str, Schema], _limited(found, items))


def engine(name: str, items: int = MOST_ITEMS) -> Engine:
    """The engine of a name: "python", "rust", or "auto" for the fastest that is installed. ImportError where it is not."""
    if name == "auto":
        try:
            return rust(items)
        except ImportError:
            return python(items)
    return {"python": python, "rust": rust}[name](items)


def _limited(schema: Any, items: int) -> Any:
    """The schema with another cap on the items of arrays and objects."""
    if isinstance(schema, dict):
        return {
            key: items
            if key in ("maxItems", "maxProperties") and value == MOST_ITEMS
            else _limited(value, items)
            for key, value in schema.items()
        }
    return [_limited(item, items) for item in schema] if isinstance(schema, list) else schema


def python(items: int = MOST_ITEMS) -> Engine:
    """Compiled by fastjsonschema, ahead for everything in the contract, when needed for what an operator changes."""
    from deploy_contract_generated.validators import VALIDATORS, Invalid

    def valid(function: Callable[[Any], Any], errors: type[Exception]) -> Valid:
        def is_valid(value: Any) -> bool:
            try:
                function(value)
            except errors:
                return False
            return True

        return is_valid

    def compiled(schema: Schema) -> Valid:
        import fastjsonschema

        dialect = {"$schema": "http://json-schema.org/draft-07/schema#"}
        function = fastjsonschema.compile(
            {**dialect, **schema}, use_default=False, use_formats=False
        )
        return valid(function, fastjsonschema.JsonSchemaException)

    @cache
    def definition(kind: str, name: str) -> Valid:
        if items == MOST_ITEMS:
            return valid(VALIDATORS[name], Invalid)
        renamed = json.loads(
            json.dumps(definitions(kind, items)).replace("#/$defs/", "#/definitions/")
        )
        return compiled({"$ref": f"#/definitions/{name}", "definitions": renamed})

    made: dict[str, Valid] = {}

    def schema(schema: Schema) -> Valid:
        name = digest(schema)
        if name not in made:
            made[name] = (
                valid(VALIDATORS[name], Invalid) if name in VALIDATORS else compiled(schema)
            )
        return made[name]

    def document(kind: str, name: str, overlay: Schema) -> Valid:
        fits, holds = definition(kind, name), schema(overlay)
        return lambda value: fits(value) and holds(value)

    return Engine("python", wire.parse, definition, schema, document)


def rust(items: int = MOST_ITEMS) -> Engine:
    """jsonschema-rs and jiter. Its verdicts are those of the Python engine; its parser tells no more than that it failed."""
    import jiter
    import jsonschema_rs

    def compiled(schema: Schema) -> Valid:
        options = jsonschema_rs.RegexOptions()
        validator = jsonschema_rs.Draft202012Validator(
            schema, pattern_options=options, validate_formats=True
        )
        return validator.is_valid

    @cache
    def tuned(kind: str) -> dict[str, Schema]:
        return cast(dict[str, Schema], _tuned(definitions(kind, items)))

    @cache
    def definition(kind: str, name: str) -> Valid:
        return compiled({"$ref": f"#/$defs/{name}", "$defs": pruned(tuned(kind), name)})

    def schema(schema: Schema) -> Valid:
        return compiled(_tuned(schema))

    def document(kind: str, name: str, overlay: Schema) -> Valid:
        known = definitions(kind, items)
        special = _tuned(specialised(known, known[name], overlay))
        special["$defs"] = pruned(tuned(kind), *references(special))
        return whole(json.dumps(special))

    @cache
    def whole(text: str) -> Valid:  # of several sources often the same
        return compiled(json.loads(text))

    strict = partial(
        jiter.from_json, catch_duplicate_keys=True, allow_inf_nan=False, cache_mode="keys"
    )
    refuse_long_numbers = wire.refuse_long_numbers

    def parse(body: bytes) -> Any:
        value = strict(body)
        refuse_long_numbers(body)
        return value

    return Engine("rust", parse, definition, schema, document, names=True)


def _tuned(schema: Any) -> Any:
    """The same schema in the keywords that jsonschema-rs runs fastest; tests compare the two."""
    if isinstance(schema, list):
        return [_tuned(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    tuned = {key: _tuned(value) for key, value in schema.items()}
    if tuned.get("x-format") == "uuid":
        tuned["format"] = "uuid"
        del tuned["pattern"]
    properties = tuned.get("properties")
    if tuned.get("additionalProperties") is False and tuned.get("maxProperties", 0) >= len(
        properties or ()
    ):
        tuned.pop("maxProperties", None)  # there are no more to be had
    if (
        tuned.get("additionalProperties") is False
        and set(tuned.get("required", ())) == set(properties or ()) != set()
    ):
        tuned["minProperties"] = len(tuned.pop("required"))
    return tuned
