"""The dataclasses of the installed contract, and documents turned into them.

A contract with a loaded bundle has no classes of its own. Its documents become objects of the
classes of the installed contract, if they have the structure of these classes.
"""

from enum import Enum
from functools import cache
from typing import Any, get_args, get_origin

import dacite
from deploy_contract_generated import models as generated
from deploy_contract_generated.models import *  # noqa: F403 - this module re-exports whatever the spec has

from deploy_contract.bundle import Bundle
from deploy_contract.effective import ContractOptions
from deploy_contract.exceptions import ContractError
from deploy_contract.judge.outcome import Violations
from deploy_contract.judge.python.documents import DocumentJudge
from deploy_contract_format.errors import TextError

__all__ = [
    name
    for name, value in vars(generated).items()
    if isinstance(value, type) and value.__module__ == generated.__name__
]


def _integer(value: Any) -> Any:
    """Return 1.0 as 1, since JSON Schema counts 1.0 as an integer."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


_CONFIG = dacite.Config(cast=[Enum], type_hooks={int: _integer})


def from_value(document: str, value: Any) -> Any:
    """Return a parsed document as its dataclass, without undeclared fields.

    `document` is the kind, and `value` the document. For a document that is an array, return a list
    of the dataclass of its items.

    Raises:
        ContractError: the kind has no class here; it is one of another bundle.
        Exception: the value is of another structure. Its text may show values.
    """
    kind = _class_of(document)
    is_list = get_origin(kind) is list
    if isinstance(value, list) != is_list:  # dacite takes an array for an empty object
        raise TypeError("the document has another structure")
    if not is_list:
        return dacite.from_dict(kind, value, _CONFIG)
    (item_class,) = get_args(kind)
    return [dacite.from_dict(item_class, item, _CONFIG) for item in value]


def expect(wanted: Any, document: str | None) -> None:
    """Raise ContractError unless a kind of document has the dataclass `wanted`.

    `wanted`: a class of this module, or `list[...]` of one for a kind that is an array.
    """
    if document is None:
        raise ContractError("model: the report is not about a document")
    own = _class_of(document)
    if wanted == own:
        return
    name = own.__name__
    if get_origin(own) is list:
        name = f"list[{get_args(own)[0].__name__}]"
    raise ContractError(f"model: the document is a {document}; its class is {name}")


def structural_violations(document: str, value: Any) -> Violations:
    """Return the reasons why a document has no dataclass: its violations of the schema.

    The modes and the schema come from the installed contract, like the dataclasses.
    """
    judge = _structure_judge()
    if isinstance(value, str):
        value = [value]  # a text would be parsed as JSON
    found = judge.document(value, document, None, None).violations
    structural = tuple([one for one in found if one.location == "body"])
    return structural or judge.refuse(document, TextError("unjudged")).violations


@cache
def _structure_judge() -> DocumentJudge:
    """Return a judge with only the rules of the wire and of the schema."""
    bundle = Bundle.installed()
    rules = [rule for rule in bundle.book.rules if rule.shape in ("keyword", "wire")]
    return DocumentJudge(bundle, rules, ContractOptions())


@cache
def _class_of(document: str) -> Any:
    """Return the dataclass of a kind of document, or `list[...]` of one for an array."""
    if document not in Bundle.installed().kinds:
        raise ContractError(
            f"model: {document} has no class; classes are those of the installed contract"
        )
    return getattr(generated, document)
