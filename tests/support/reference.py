"""The reference engine: jsonschema, slow and literal, instead of compiled validators."""

from functools import cache

from deploy_contract.bundle import Bundle
from deploy_contract.document import wire
from deploy_contract.document.engines import Engine, Valid
from deploy_contract_codegen.reference import validator
from deploy_contract_format.overlay import Schema


def reference(bundle: Bundle | None = None) -> Engine:
    """Return an engine whose every answer is jsonschema's; by default for the installed contract."""
    bundle = Bundle.installed() if bundle is None else bundle

    @cache
    def definition(kind: str, name: str) -> Valid:
        return schema({"$ref": f"#/$defs/{name}", "$defs": bundle.definitions(kind)})

    def schema(schema: Schema) -> Valid:
        return lambda value: bool(validator(schema).is_valid(value))

    def document(kind: str, name: str, overlay: Schema) -> Valid:
        fits, holds = definition(kind, name), schema(overlay)
        return lambda value: fits(value) and holds(value)

    return Engine("reference", wire.parse_exactly, definition, schema, document)
