"""Random contracts and calls, from a seed: documents of each kind, nearly all damaged, with what is known of them."""

import json
from collections import UserDict
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from deploy_contract import Contract, ContractError, Limits
from tests.support.names import named
from tests.support.random_documents import BUNDLE, KINDS, SOURCES, damaged, near, plain, written

RELAXABLE = [rule.rule for rule in BUNDLE.book.rules if not rule.is_fixed and rule.shape != "wire"]
SCHEMAS: list[dict[str, Any]] = [
    {"type": "string", "maxLength": 1}, {"type": ["string", "null"], "enum": ["x", None]},
    {"type": "number", "maximum": 512}, {"type": "object", "required": ["a"]},
    {"type": "object", "properties": {"name": {"type": "string", "pattern": "^a"}}}, {"not": {"type": "string", "const": "x"}},
    {"anyOf": [{"type": "string"}, {"type": "null"}]}, {"if": {"type": "string"}, "then": {"minLength": 2}, "else": {"type": "null"}},
    {"type": "array", "maxItems": 1}, {"type": "boolean", "const": False},
    {"allOf": [{"type": "object", "required": ["name"]}, {"properties": {"name": {"minLength": 2}}}]},
]  # fmt: skip
EACH = (
    "/name", "/source_config", "/source_config/resource_spec/cpu", "/source_config/resource_spec/memory_mb",
    "/source_config/build_on_push", "/secrets/*/name", "/secrets/*", "/source_revision_config/repo_ref", "/source_config/custom_url",
    "/secrets", "/source", "/revision_source", "/id",
)  # fmt: skip


class Call(NamedTuple):
    """A document, bytes or parsed, and what is known of it."""

    document: Any
    kind: str
    source: str | None
    stored: Mapping[str, Any] | None
    is_answer: bool


def contracts(chance: Random, folder: Path) -> tuple[Contract, Contract] | None:
    """Return a contract by each judge, with the same random options; None if they are refused."""
    options: dict[str, Any] = {}
    if chance.random() < 0.4:
        options["hosting"] = chance.choice(("cloud", "self_hosted"))
    unknown = chance.choice((None, None, "allow", "report-requests", "report", "reject"))
    options["unknown_fields"] = unknown
    if chance.random() < 0.5:
        names = chance.sample(RELAXABLE, chance.choice((1, 3, 10, 30)))
        options["modes"] = {name: chance.choice(("enforce", "report", "off")) for name in names}
    if chance.random() < 0.3:
        limits: dict[str, int] = {"violations": chance.choice((1, 2, 5, 100))}
        limits |= chance.choice(({}, {"items": 2}, {"string": 4}, {"request_objects": 5}, {"request_body": 300}))  # fmt: skip
        options["limits"] = Limits(**limits)
    path = folder / "policy.json"
    sections: dict[str, list[dict[str, Any]]] = {"fields": [], "rules": []}
    for number in range(chance.choice((0, 0, 1, 3, 6))):
        section, row = _rule(chance, number)
        path.write_text(json.dumps({section: [row]}), "utf-8")
        try:
            Contract(engine="python", policies=[path])
        except ContractError:
            continue  # it can never apply
        sections[section].append(row)
    if any(sections.values()):
        path.write_text(
            json.dumps({name: rows for name, rows in sections.items() if rows}), "utf-8"
        )
        options["policies"] = [path]
    try:
        one, other = [Contract(engine=named(name), **options) for name in ("python", "native")]
    except ContractError:
        return None
    return one, other


def calls(chance: Random, count: int) -> Iterator[Call]:
    for _ in range(count):
        kind = chance.choice((*KINDS, *["DeploymentPatch"] * 6, "Deployment"))
        value = damaged(chance, near(chance, kind), most=25)
        stored = _stored(chance) if kind == "DeploymentPatch" else None
        source = chance.choice((None, None, *SOURCES))
        if stored and stored.get("source"):
            source = None
        document: Any = written(chance, value)
        if chance.random() < 0.15:
            document = plain(value)
            if chance.random() < 0.2:
                _spoil(chance, document)
        yield Call(document, kind, source, stored, chance.random() < 0.1)


def _rule(chance: Random, number: int) -> tuple[str, dict[str, Any]]:
    patch, whole = ["DeploymentPatch"], ["Deployment"]
    on = chance.choice((patch, patch, whole, patch + whole))
    row: dict[str, Any] = {
        "rule": f"p{number}", "on": on, "basis": chance.choice(("stated", "practice", "advice")),
        "message": "m", "hint": "h", "section": "s",
    }  # fmt: skip
    shape = chance.random()
    if shape < 0.2:
        field = chance.choice(("/source_config/custom_url", "/source_revision_config/repo_ref", "/secrets", "/secrets/*/value"))  # fmt: skip
        return "fields", row | {"field": field, "sources": chance.sample(SOURCES, chance.randint(0, 3))}  # fmt: skip
    if on == patch and shape < 0.35:
        pairs = [["cpu", "memory_mb"], ["min_scale", "max_scale"]]
        return "rules", row | {"relation": "at_most", "within": "/source_config/resource_spec", "pairs": pairs}  # fmt: skip
    if on == patch and shape < 0.45:
        fields = ["/name", "/source", "/source_config/build_on_push", "/source_revision_config/repo_ref", "/secrets", "/source_config"]  # fmt: skip
        relation = chance.choice(("equals_stored", "stored_unknown"))
        return "rules", row | {"relation": relation, "fields": chance.sample(fields, 2)}
    if on == patch and shape < 0.65:
        places = ["/source_config/build_on_push", "/source_revision_config/repo_ref", "/name", "/source", "/source_config", "/secrets", "/source_config/resource_spec/cpu"]  # fmt: skip
        return "rules", row | {"never": {place: chance.choice(SCHEMAS) for place in chance.sample(places, 2)}}  # fmt: skip
    row["schema"] = chance.choice(SCHEMAS)
    if chance.random() < 0.85:
        row["each"] = chance.sample(EACH, chance.choice((1, 1, 2)))
    if chance.random() < 0.4:
        row["sources"] = chance.sample(SOURCES, chance.randint(1, 3))
    if chance.random() < 0.3:
        row["hosting"] = [chance.choice(("cloud", "self_hosted"))]
    return "rules", row


def _spoil(chance: Random, value: Any) -> None:
    """Put something into parsed JSON that JSON cannot have, or that breaks the wire."""
    odd = (
        float("nan"),
        float("inf"),
        2**2000,
        10**300,
        {1: 2},
        (1, 2),
        {1},
        "\ud800",
        {"\udc00": 1},
        object,
        "x" * 60,
    )
    if isinstance(value, dict):
        value[chance.choice(("odd", "name", "secrets"))] = chance.choice(odd)


def _stored(chance: Random) -> Mapping[str, Any] | None:
    choice = chance.random()
    if choice < 0.5:
        return None
    found = near(chance, "Deployment")
    if choice < 0.8:
        found = {name: value for name, value in found.items() if chance.random() < 0.6}
    if choice > 0.9:
        found = plain(damaged(chance, found, most=25))
    if found.get("source") not in (None, *SOURCES):
        del found["source"]
    classes: tuple[Any, ...] = (dict, dict, UserDict, MappingProxyType)
    stored: Mapping[str, Any] = chance.choice(classes)(found)
    return stored
