"""The engine that compiles nothing: the walker alone.

It judges slowest and is ready first, so it suits a command that judges a few files.
"""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from deploy_contract.bundle import Bundle
from deploy_contract.document import wire
from deploy_contract.document.engines import Engine, Valid, in_turn
from deploy_contract.document.walker import NO_GUIDE, annotated, findings, fits
from deploy_contract_format.bundle_format import MOST_ITEMS, VARIANTS
from deploy_contract_format.overlay import Schema


class _Annotated(dict[str, Schema]):
    """Annotated definitions by name, each made when a walk first needs it.

    `definitions` returns those of a variant. The second variant is read only if it is needed, which
    no valid document does.
    """

    def __init__(self, definitions: Callable[[str], Mapping[str, Schema]]) -> None:
        super().__init__()
        self._definitions = definitions

    def __missing__(self, name: str) -> Schema:
        for variant in VARIANTS:
            known = self._definitions(variant)
            if name in known:
                self[name] = annotated(known[name])
                return self[name]
        raise KeyError(name)


def interpreter(bundle: Bundle, items: int = MOST_ITEMS) -> Engine:
    """Return the engine for a bundle. `items`: the most items of an array or object."""

    @cache
    def known(kind: str) -> dict[str, Schema]:
        return _Annotated(partial(bundle.variant_definitions, kind, items=items))

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

    return Engine("walk", wire.parse_exactly, definition, schema, in_turn(definition, schema))
