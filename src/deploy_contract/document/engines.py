"""Engines: each answers whether a value is valid for a schema, and nothing more.

An engine is a value that holds functions, made for one bundle.
"""

import json
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from deploy_contract.bundle import Bundle
from deploy_contract.document import wire
from deploy_contract_format.bundle_format import DRAFT_07, MOST_ITEMS
from deploy_contract_format.definitions import pruned, references
from deploy_contract_format.light_tuples import LightTuple
from deploy_contract_format.merging import specialised
from deploy_contract_format.overlay import Schema, digest

Valid = Callable[[Any], bool]
_REFERENCE = "#/$defs/"


class Engine(LightTuple):
    """The functions of one engine.

    `parse` reads bytes strictly: any exception means that they are not JSON, or break a wire rule.
    `definition(kind, name)` compiles a definition of the schema of a document kind, `schema(schema)`
    a schema without references, and `document(kind, name, overlay)` a definition with an overlay.
    `checks_names` is True if a schema that looks at names alone runs faster than a walk.
    `native` is the module deploy_contract_native, whose programs judge bytes; None if the engine
    judges values only.
    """

    name: str
    parse: wire.Parser
    definition: Callable[[str, str], Valid]
    schema: Callable[[Schema], Valid]
    document: Callable[[str, str, Schema], Valid]
    checks_names: bool = False
    native: Any = None


def engine(name: str, bundle: Bundle, items: int = MOST_ITEMS) -> Engine:
    """Return the engine with a name: "native", "rust" or "python", or the first one for "auto".

    Args:
        name: of the engine.
        bundle: the contract that it judges by.
        items: the most items of an array or object.

    Raises:
        ImportError: the engine is not installed.
    """
    known = {"native": native, "rust": rust, "python": python}
    if name != "auto":
        return known[name](bundle, items)
    for made in known.values():
        try:
            return made(bundle, items)
        except ImportError:
            continue
    raise ImportError("no engine is installed")


def native(bundle: Bundle, items: int = MOST_ITEMS) -> Engine:
    """Return the engine of deploy_contract_native, which judges bytes.

    The values of documents that it does not accept are judged by another engine.
    """
    from importlib.util import find_spec

    import deploy_contract_native

    @cache
    def other() -> (
        Engine
    ):  # made when a document is denied: importing it takes longer than all else
        try:
            return rust(bundle, items)
        except ImportError:
            return python(bundle, items)

    return Engine(
        "native",
        deploy_contract_native.parse,
        lambda kind, name: other().definition(kind, name),
        lambda schema: other().schema(schema),
        lambda kind, name, overlay: other().document(kind, name, overlay),
        checks_names=find_spec("jsonschema_rs") is not None,
        native=deploy_contract_native,
    )


def python(bundle: Bundle, items: int = MOST_ITEMS) -> Engine:
    """Return the engine of fastjsonschema.

    Validators of the installed contract are compiled when it is generated. Others are compiled when
    they are first asked for: those of a loaded bundle, of policies, and of other limits.
    """
    compiled, invalid = bundle.validators

    @cache
    def definition(kind: str, name: str) -> Valid:
        if items == MOST_ITEMS and name in compiled:
            return _validator(compiled[name], invalid)
        return _compiled(_flat(pruned(bundle.definitions(kind, items), name)))

    made: dict[str, Valid] = {}

    def schema(schema: Schema) -> Valid:
        name = digest(schema)
        if name not in made:
            ready = compiled.get(name)
            made[name] = _compiled(schema) if ready is None else _validator(ready, invalid)
        return made[name]

    return Engine("python", wire.parse_exactly, definition, schema, in_turn(definition, schema))


def in_turn(
    definition: Callable[[str, str], Valid], schema: Callable[[Schema], Valid]
) -> Callable[[str, str, Schema], Valid]:
    """Return the `document` function of an engine that checks the structure, then the overlay."""

    def document(kind: str, name: str, overlay: Schema) -> Valid:
        has_structure, keeps_rules = definition(kind, name), schema(overlay)
        return lambda value: has_structure(value) and keeps_rules(value)

    return document


def _validator(function: Callable[[Any], Any], errors: type[Exception]) -> Valid:
    def is_valid(value: Any) -> bool:
        try:
            function(value)
        except errors:
            return False
        return True

    return is_valid


def _compiled(schema: Schema) -> Valid:
    import fastjsonschema

    full = {"$schema": DRAFT_07, **schema}
    function = fastjsonschema.compile(full, use_default=False, use_formats=False)
    return _validator(function, fastjsonschema.JsonSchemaException)


def _flat(definitions: dict[str, Schema]) -> Schema:
    """Return the schema of the first of some definitions, in the words of draft 07.

    Definitions get numbers for names: fastjsonschema makes names of functions of them, in which
    letter case is lost.
    """
    numbers = {name: f"n{number}" for number, name in enumerate(definitions)}

    def renamed(value: Any) -> Any:
        if isinstance(value, list):
            return [renamed(item) for item in value]
        if not isinstance(value, dict):
            return value
        if "$ref" in value:
            return {"$ref": f"#/definitions/{numbers[value['$ref'].removeprefix(_REFERENCE)]}"}
        return {key: renamed(member) for key, member in value.items()}

    flat = {numbers[name]: renamed(schema) for name, schema in definitions.items()}
    return {"$ref": "#/definitions/n0", "definitions": flat}


def rust(bundle: Bundle, items: int = MOST_ITEMS) -> Engine:
    """Return the engine of jsonschema-rs and jiter.

    Its verdicts are those of the Python engine. Its parser says only that it failed.
    """
    import jiter
    import jsonschema_rs

    options = jsonschema_rs.RegexOptions()

    def compiled(schema: Schema) -> Valid:
        validator = jsonschema_rs.Draft202012Validator(
            schema, pattern_options=options, validate_formats=True
        )
        return validator.is_valid

    @cache
    def tuned(kind: str) -> dict[str, Schema]:
        definitions = bundle.definitions(kind, items)
        return {name: _tuned(schema) for name, schema in definitions.items()}

    @cache
    def definition(kind: str, name: str) -> Valid:
        return compiled({"$ref": f"{_REFERENCE}{name}", "$defs": pruned(tuned(kind), name)})

    def schema(schema: Schema) -> Valid:
        return compiled(_tuned(schema))

    def document(kind: str, name: str, overlay: Schema) -> Valid:
        known = bundle.definitions(kind, items)
        special = _tuned(specialised(known, known[name], overlay))
        special["$defs"] = pruned(tuned(kind), *references(special))
        return compiled_text(json.dumps(special))

    @cache
    def compiled_text(text: str) -> Valid:  # several sources often have the same schema
        return compiled(json.loads(text))

    strict = partial(
        jiter.from_json, catch_duplicate_keys=True, allow_inf_nan=False, cache_mode="keys"
    )
    nests_deeper, check_numbers = wire.nests_deeper, wire.check_numbers

    def parse(body: bytes) -> Any:
        if nests_deeper(body):  # jiter recurses
            raise ValueError("too deep")
        value = strict(body)
        if check_numbers(body):
            raise ValueError("a number has digits that its double lacks")
        return value

    return Engine("rust", parse, definition, schema, document, checks_names=True)


def _tuned(schema: Any) -> Any:
    """Return the same schema in the keywords that jsonschema-rs runs fastest.

    Tests compare the two.
    """
    if isinstance(schema, list):
        return [_tuned(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    tuned = {key: _tuned(value) for key, value in schema.items()}
    if tuned.get("x-format") == "uuid":
        from deploy_contract_format.patterns import PATTERNS

        if tuned.get("pattern") == PATTERNS["uuid"]:
            tuned["format"] = "uuid"
            del tuned["pattern"]
    if tuned.get("additionalProperties") is not False:
        return tuned
    declared = set(tuned.get("properties") or ())
    # an object without undeclared members has no more members than are declared
    if tuned.get("maxProperties", 0) >= len(declared):
        tuned.pop("maxProperties", None)
    if declared and set(tuned.get("required", ())) == declared:
        tuned["minProperties"] = len(tuned.pop("required"))
    return tuned
