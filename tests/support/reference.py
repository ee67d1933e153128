"""The reference reading as an engine: jsonschema, slow and to the letter, in place of compiled validators."""

from functools import cache

from deploy_contract.document import wire
from deploy_contract.document.engines import Engine, Valid, definitions
from deploy_contract_codegen.reference import validator
from deploy_contract_format.overlay import Schema


def reference() -> Engine:
    """An engine whose every yes or no is jsonschema's."""

    @cache
    def definition(kind: str, name: str) -> Valid:
        return schema({"$ref": f"#/$defs/{name}", "$defs": definitions(kind)})

    def schema(schema: Schema) -> Valid:
        return lambda value: bool(validator(schema).is_valid(value))

    def document(kind: str, name: str, overlay: Schema) -> Valid:
        fits, holds = definition(kind, name), schema(overlay)
        return lambda value: fits(value) and holds(value)

    return Engine("reference", wire.parse, definition, schema, document)
