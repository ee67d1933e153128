"""Random contracts and calls, from a seed: documents of each kind, nearly all damaged, with what is known of them."""

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from deploy_contract import Bundle, Contract, ContractError, Limits
from tests.support.names import named

BUNDLE = Bundle.installed()
KINDS, SOURCES = tuple(BUNDLE.book.kinds), tuple(BUNDLE.book.sources)
RELAXABLE = [rule.rule for rule in BUNDLE.book.rules if not rule.is_fixed and rule.shape != "wire"]
UUID = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
UUIDS = (UUID, UUID.upper(), "00000000-0000-1000-8000-000000000001")
TEXTS = ("", "x", "a", "b", "v1", "refs/tags/v1", "refs/heads/main", "\u00e4", "\U0001f600")
NAMES = (
    "Secrets", "SECRETS", "secrets\0", "\0id", "secret_refs", "repo_ref", "cpu", "unknown", "\u017fecrets", "soource_config",
    "name", "source", "id", "x" * 70, "/" * 40, "a\nb", "\\", "\U0001f600" * 30, "secret_references", "tenant_id",
    "build_on_push", "volumes", "vlaue", "*", "",
)  # fmt: skip
NUMERALS = (
    "1.0000000000000001", "1e-400", "5e-324", "1.00000000000000000001", "9007199254740993", "1e400", "-1e400", "-0", "0.1e1",
    "1E2", "12345678901234567890.0", "512.0000000000000001", "1e-5", "1e0000001", "1" * 401, "9" * 320,
)  # fmt: skip
SCALARS: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    1.5,
    "x",
    [],
    {},
    "abc",
    [{}],
    {"name": "a"},
    "NUMERAL",
)
BROKEN = (
    ",}", "]", ',"x":1,"x":2}', ',"\\u0078":1,"x":2}', ',"s":"\\ud800"}', ',"\\udc00":1}', ',"n":NaN}', ',"n":-Infinity}',
    "", ',"n":01}', ',"n":1.}', ',"n":-}', ',"a":"\\x"}', ',"a":"\\u12"}', ',"a":"\t"}', ',"a":"', ',"\u00e4" 1}', "} x", "/*",
)  # fmt: skip
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
    """Yield random calls."""
    for _ in range(count):
        kind = chance.choice((*KINDS, *["DeploymentPatch"] * 6, "Deployment"))
        value = _damaged(chance, _document(chance, kind))
        stored = _stored(chance) if kind == "DeploymentPatch" else None
        source = chance.choice((None, None, *SOURCES))
        if stored and stored.get("source"):
            source = None
        document: Any = _text(chance, value)
        if chance.random() < 0.15:
            document = json.loads(json.dumps(value).replace('"NUMERAL"', "7"))
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


def _document(chance: Random, kind: str) -> Any:
    definitions = BUNDLE.schema(kind, "open")["$defs"]
    return _value(chance, definitions[BUNDLE.roots[kind]["open"]], definitions, 0)


def _value(chance: Random, schema: Mapping[str, Any], known: Mapping[str, Any], depth: int) -> Any:
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        if name.startswith("Any-"):
            return chance.choice((None, True, 1, "x", {"a": 1}, [1], {"secrets": None}, 2**53, 0.5))
        return _value(chance, known[name], known, depth + 1)
    if "enum" in schema and chance.random() < 0.9:
        return chance.choice(schema["enum"])
    kinds = schema.get("type", ["null"])
    kind = chance.choice(kinds) if isinstance(kinds, list) else kinds
    if kind == "object":
        share = chance.choice((0.2, 0.5, 0.8))
        properties, required = schema.get("properties", {}), schema.get("required", ())
        if not properties:
            return {chance.choice("abc"): chance.choice(("x", "", 1)) for _ in range(chance.randrange(3))}  # fmt: skip
        names = [name for name in properties if name in required or chance.random() < share]
        return {name: _value(chance, properties[name], known, depth + 1) for name in names}
    if kind == "array":
        count = chance.choice((0, 1, 2, 2, 3)) if "items" in schema else 0
        return [_value(chance, schema["items"], known, depth + 1) for _ in range(count)]
    if kind == "string":
        formats = {"uuid": UUIDS, "date-time": ("2026-01-31T12:00:00Z",)}
        return chance.choice(formats.get(schema.get("x-format", ""), TEXTS))
    low, high = schema.get("minimum", 0), schema.get("maximum", 0)
    numbers = (0, 1, 1, 2, 1.5, -1, low, high, low - 1, high + 1, 2.0**60, 512, 1024)
    return {"null": None, "boolean": chance.random() < 0.6}.get(kind, chance.choice(numbers))


def _places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if at:
        yield at
    members: Any = value.items() if isinstance(value, dict) else ()
    if isinstance(value, list):
        members = enumerate(value)
    for key, member in members:
        yield from _places(member, (*at, key))


def _damaged(chance: Random, value: Any) -> Any:
    for _ in range(chance.choice((0, 0, 1, 1, 2, 4, 25))):
        places = list(_places(value))
        if not places:
            break
        *way, last = chance.choice(places)
        parent = value
        for token in way:
            parent = parent[token]
        change = chance.random()
        if change < 0.25:
            del parent[last]
        elif change < 0.6 or not isinstance(parent, dict):
            parent[last] = deepcopy(chance.choice(SCALARS))
        elif change < 0.9:
            parent[chance.choice(NAMES)] = deepcopy(chance.choice(SCALARS))
        else:
            parent[last] = chance.choice((*SOURCES, "codehots"))
    return value


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


def _text(chance: Random, value: Any) -> bytes:
    text = json.dumps(
        value, ensure_ascii=chance.random() < 0.5, indent=chance.choice((None, None, 1))
    )
    while '"NUMERAL"' in text:
        text = text.replace('"NUMERAL"', chance.choice(NUMERALS), 1)
    fault = chance.random()
    if fault < 0.08:
        text = text.replace("}", chance.choice(BROKEN), 1)
    elif fault < 0.09:
        text = f"\ufeff{text}"
    elif fault < 0.1:
        text = text.replace("{", '{"d":' + "[" * 33 + "]" * 33 + ",", 1)
    elif fault < 0.12:
        text = text[: chance.randrange(len(text) + 1)]
    body = text.encode()
    if chance.random() < 0.01:
        body = body.replace(b"a", b"\xff", 1)
    return body


def _stored(chance: Random) -> dict[str, Any] | None:
    choice = chance.random()
    if choice < 0.5:
        return None
    found = _document(chance, "Deployment")
    if choice < 0.8:
        found = {name: value for name, value in found.items() if chance.random() < 0.6}
    if choice > 0.9:
        found = json.loads(json.dumps(_damaged(chance, found)).replace('"NUMERAL"', "1"))
    if found.get("source") not in (None, *SOURCES):
        del found["source"]
    return found  # type: ignore[no-any-return]
