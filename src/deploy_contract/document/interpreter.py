"""An engine that compiles nothing, the walk alone: it judges slowest and is ready first, which is what a few files want."""

from functools import cache
from typing import Any

from deploy_contract.document import wire
from deploy_contract.document.engines import MOST_ITEMS, Engine, Valid, definitions
from deploy_contract.document.walker import NO_GUIDE, annotated, findings, fits
from deploy_contract_format.overlay import Schema


def walking(items: int = MOST_ITEMS) -> Engine:
    """The engine. `items`: the cap on the items of arrays and objects."""

    @cache
    def known(kind: str) -> dict[str, Schema]:
        return {name: annotated(schema) for name, schema in definitions(kind, items).items()}

    def definition(kind: str, name: str) -> Valid:
        schemas = known(kind)
        guide = NO_GUIDE._replace(definitions=schemas)
        return lambda value: next(findings(schemas[name], value, guide), None) is None

    def schema(schema: Schema) -> Valid:
        made: list[Schema] = []

        def is_valid(value: Any) -> bool:
            if not made:  # most rules are never asked
                made.append(annotated(schema))
            return fits(made[0], value)

        return is_valid

    def document(kind: str, name: str, overlay: Schema) -> Valid:
        structure, holds = definition(kind, name), schema(overlay)
        return lambda value: structure(value) and holds(value)

    return Engine("walk", wire.parse, definition, schema, document)
