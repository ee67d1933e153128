"""The generated tables: rules, document kinds, operations. Read once, never changed."""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from deploy_contract.document.engines import generated
from deploy_contract_format.frozen import frozen
from deploy_contract_format.rules import Kind, Rule, Rulebook


class Tables(NamedTuple):
    """What the generator wrote down of the contract."""

    version: str
    book: Rulebook
    directions: Mapping[str, tuple[str, ...]]  # document kind -> "request", "response"
    roots: Mapping[str, Mapping[str, str]]  # document kind -> variant -> name of its definition


@cache
def tables() -> Tables:
    """The tables of rules.json."""
    data = generated("rules.json")
    kinds = {
        name: Kind(**{key: _frozen(row[key]) for key in Kind._fields})
        for name, row in data["kinds"].items()
    }
    rules = tuple(Rule.from_dict(row) for row in data["rules"])
    sources = {name: tuple(hostings) for name, hostings in data["sources"].items()}
    return Tables(
        version=data["version"],
        book=Rulebook(kinds, sources, rules),
        directions={name: tuple(row["directions"]) for name, row in data["kinds"].items()},
        roots={name: row["definitions"] for name, row in data["kinds"].items()},
    )


@cache
def operations() -> tuple[Mapping[str, Any], ...]:
    """The rows of operations.json."""
    return tuple(generated("operations.json"))


@cache
def frozen_operations() -> tuple[Mapping[str, Any], ...]:
    """Return the same for callers, who cannot change them."""
    return tuple(map(frozen, operations()))


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value
