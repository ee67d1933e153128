"""The generated dataclasses, and documents turned into them."""

from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any

import dacite
from deploy_contract_generated import models as generated
from deploy_contract_generated.models import *  # noqa: F403 - this module re-exports whatever the spec has

if TYPE_CHECKING:
    from deploy_contract import violations
    from deploy_contract.contract import Contract

__all__ = [
    name
    for name, value in vars(generated).items()
    if isinstance(value, type) and value.__module__ == generated.__name__
]


def _integer(value: Any) -> Any:
    return (
        int(value) if isinstance(value, float) and value.is_integer() else value
    )  # 1.0 is an integer in JSON Schema


_CONFIG = dacite.Config(cast=[Enum], type_hooks={int: _integer})


def from_value(document: str, value: Any) -> Any:
    """A parsed document that fits its schema, as its dataclass; undeclared fields are left out.

    A document that is an array gives a list of the dataclass of its items.
    """
    if isinstance(value, list):
        name = _item(document)
        return [dacite.from_dict(getattr(generated, name), item, _CONFIG) for item in value]
    return dacite.from_dict(getattr(generated, document), value, _CONFIG)


def unfit(document: str, value: Any) -> tuple["violations.Violation", ...]:
    """Return why a document has no dataclass: its structural violations, by the modes that the contract has of its own."""
    from deploy_contract_format.faults import TextError

    own = _own()
    keywords = {rule.rule for rule in own.rules if rule.shape == "keyword"}
    found = own.check(
        [value] if isinstance(value, str) else value, document
    ).violations  # a text would be read as JSON
    return (
        tuple([one for one in found if one.rule in keywords])
        or own.refuse(document, TextError("unjudged")).violations
    )


@cache
def _own() -> "Contract":
    from deploy_contract.contract import Contract

    return Contract(engine="python")


def _item(document: str) -> str:
    from deploy_contract.document.engines import definitions
    from deploy_contract.tables import tables
    from deploy_contract_format.definitions import named

    known = definitions(document)
    items = known[tables().roots[document]["open"]]["items"]
    return str(known[named(items["$ref"])]["title"])
