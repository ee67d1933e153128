"""The generated dataclasses, and documents turned into them."""

from enum import Enum
from typing import Any

import dacite
from deploy_contract_generated import models as generated
from deploy_contract_generated.models import *  # noqa: F403 - this module re-exports whatever the spec has

__all__ = [
    name for name, value in vars(generated).items() if isinstance(value, type) and value.__module__ == generated.__name__
]


def _integer(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value  # 1.0 is an integer in JSON Schema


_CONFIG = dacite.Config(cast=[Enum], type_hooks={int: _integer})


def from_value(document: str, value: Any) -> Any:
    """A parsed document that fits its schema, as its dataclass; undeclared fields are left out.

    A document that is an array gives a list of the dataclass of its items.
    """
    if isinstance(value, list):
        name = _item(document)
        return [dacite.from_dict(getattr(generated, name), item, _CONFIG) for item in value]
    return dacite.from_dict(getattr(generated, document), value, _CONFIG)


def _item(document: str) -> str:
    from deploy_contract.engines import definitions
    from deploy_contract.tables import tables
    from deploy_contract_format.definitions import named

    known = definitions(document)
    items = known[tables().roots[document]["open"]]["items"]
    return str(known[named(items["$ref"])]["title"])
