"""Mutants of the contract: `diff` settles nearly all, and none that it calls compatible breaks."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from deploy_contract import Contract
from deploy_contract.bundle import Bundle
from deploy_contract.diff import bundles
from deploy_contract.diff.bundles import Tables
from deploy_contract.diff.changes import Change
from deploy_contract.diff.comparison import compare
from deploy_contract.examples.breaking import Subject
from deploy_contract.examples.changes import candidates, changes_of_places, root_of
from deploy_contract.exceptions import ContractError
from deploy_contract.frozen import frozen
from deploy_contract_format import bundle_checks
from deploy_contract_format.definitions import types_of
from deploy_contract_format.reading import FileError
from tests.support.commands import ROOT
from tests.support.effort import effort, tried

SHOWN = ("editors/", "samples.json")  # no verdict depends on them
Tables_ = dict[str, Any]  # parsed files of a bundle
Mutator = Callable[[Random, Tables_], bool]
Judged = tuple[str, Any, str, Any]  # kind, source, document as text, verdict of the contract


def definitions(chance: Random, tables: Tables_) -> list[dict[str, Any]]:
    """Return the definition of some name in each kind of document that has it."""
    files = [value["$defs"] for name, value in tables.items() if name.endswith(".open.json")]
    names = sorted({name for file in files for name in file if file[name].get("properties")})
    name = chance.choice(names)
    return [file[name] for file in files if name in file]


def of_member(change: Callable[[Random, dict[str, Any]], None]) -> Mutator:
    """Return a mutator of the schema of some member, in each kind of document that has it."""

    def mutate(chance: Random, tables: Tables_) -> bool:
        found, seed = definitions(chance, tables), chance.getrandbits(32)
        name = chance.choice(sorted(found[0]["properties"]))
        for one in found:
            change(Random(seed), one["properties"][name])
        return True  # a schema that means nothing is refused

    return mutate


def bound(chance: Random, schema: dict[str, Any]) -> None:
    schema[chance.choice(["minimum", "maximum"])] = chance.choice([-3, 0, 1, 5, 0.5, 100])


def nullability(_chance: Random, schema: dict[str, Any]) -> None:
    kinds = types_of(schema)
    schema["type"] = [*kinds, "null"] if "null" not in kinds else kinds[:-1]


def type_(chance: Random, schema: dict[str, Any]) -> None:
    for keyword in ("enum", "pattern", "x-format", "minimum", "maximum"):
        schema.pop(keyword, None)
    kind = chance.choice(["string", "integer", "number", "boolean"])
    bounds = {"minimum": -9, "maximum": 9} if kind in ("integer", "number") else {}
    schema |= {"type": [kind, *types_of(schema)[1:]], **bounds}


def enum(chance: Random, schema: dict[str, Any]) -> None:
    values = schema.get("enum", ["a", "b"] + [None] * ("null" in types_of(schema)))
    schema["enum"] = [*values, "another"] if chance.random() < 0.5 else values[1:]


def required(chance: Random, tables: Tables_) -> bool:
    found = definitions(chance, tables)
    name = chance.choice(sorted(found[0]["properties"]))
    for one in found:
        names = one.get("required", [])
        names = [other for other in names if other != name] if name in names else [*names, name]
        one["required"] = names
    return True


def rule_sources(chance: Random, tables: Tables_) -> bool:
    rows = [row for row in tables["rules.json"]["rules"] if row["parameters"].get("sources")]
    row = chance.choice(rows)
    known = sorted(tables["rules.json"]["sources"])
    row["parameters"]["sources"] = sorted(chance.sample(known, chance.randint(1, len(known) - 1)))
    return True


def mode(chance: Random, tables: Tables_) -> bool:
    row = chance.choice([row for row in tables["rules.json"]["rules"] if row["shape"] != "wire"])
    row["mode"] = "report" if row["mode"] == "enforce" else "enforce"
    return not row["parameters"].get("fixed")


def parameter(chance: Random, tables: Tables_) -> bool:
    row = chance.choice([one for one in tables["operations.json"] if one["parameters"]])
    given = chance.choice(row["parameters"])
    if given["in"] == "path":
        return False
    schema = given["schema"]
    if "integer" in types_of(schema):
        schema[chance.choice(["minimum", "maximum"])] = chance.choice([0, 2, 50, 1000])
    elif "enum" in schema and chance.random() < 0.5:
        schema["enum"] = schema["enum"][1:]
    else:
        given["required"] = not given["required"]
    return "default" not in given or not given["required"]


def status(chance: Random, tables: Tables_) -> bool:
    row = chance.choice(tables["operations.json"])
    name = chance.choice(["200", "202", "409"])
    if name in row["responses"]:
        del row["responses"][name]
    else:
        row["responses"][name] = chance.choice(sorted(row["responses"].values()))
    return bool(row["responses"])


MUTATORS: list[Mutator] = [
    *map(of_member, (bound, nullability, type_, enum)), required, rule_sources, mode, parameter, status,
]  # fmt: skip


@pytest.fixture(scope="module")
def base() -> Tables:
    """Return the contract, without the tables that are only shown."""
    found = bundles.read(str(ROOT / "generated"))
    tables = found.bundle.all_tables.items()
    judging = {name: table for name, table in tables if not name.startswith(SHOWN)}
    return Tables(Bundle("base", frozen(bundle_checks.check(judging).tables)))


@pytest.fixture(scope="module")
def judged(base: Tables) -> list[Judged]:
    """Return documents near every place and every rule of the contract, with their verdicts."""
    contract = Contract(bundle=base.bundle)
    found: dict[tuple[str, Any, str], Any] = {}
    kinds: Any = base.kinds
    sources: Any
    for kind in kinds:
        sources = [None, *base.sources] if base.kinds[kind]["source"] else [None]
        for source in sources:
            small = json.dumps(Subject(contract, kind, source).small())
            root = root_of(contract, kind)
            tried = [*changes_of_places(root)]
            for rule in contract.rules:
                tried += candidates(contract, kind, rule)
            for change in tried:
                document = change.applied(json.loads(small), root)
                found.setdefault((kind, source, json.dumps(document)), None)
    return [(*key, verdict(base, contract, *key)) for key in found]


def verdict(tables: Tables, contract: Contract, kind: Any, source: Any, text: str) -> str:
    """Return the verdict on a document of a request; of a response if requests have none."""
    if "request" in tables.kinds[kind]["directions"]:
        return Subject(contract, kind, source).check(json.loads(text)).verdict
    return contract.judge.answer(text.encode(), kind).verdict


def mutant(chance: Random, base: Tables) -> Tables | None:
    """Return a changed contract; None if the change makes none, or is none."""
    tables = json.loads(json.dumps(base.bundle.all_tables))
    if not chance.choice(MUTATORS)(chance, tables) or tables == base.bundle.all_tables:
        return None
    try:
        bundle = Bundle("mutant", frozen(bundle_checks.check(tables).tables))
        Contract(bundle=bundle)
    except (FileError, ContractError):
        return None
    return Tables(bundle)


def breaks(
    new: Tables, rows: tuple[Change, ...], judged: list[Judged], chance: Random
) -> list[str]:
    """Return documents that contradict changes which are all called compatible."""
    contract = Contract(bundle=new.bundle)
    wrong = []
    requests = {row.requests for row in rows} <= {None, "compatible"}
    responses = {row.responses for row in rows} <= {None, "compatible"}
    for kind, source, text, before in chance.sample(judged, effort(100, 300)):
        directions = new.kinds[kind]["directions"]
        narrower = requests and "request" in directions
        wider = responses and "response" in directions
        opposite = {"allow": "deny" if narrower else None, "deny": "allow" if wider else None}
        if opposite.get(before) and verdict(new, contract, kind, source, text) == opposite[before]:
            wrong.append(text)
    return wrong


@pytest.mark.soak
def test_mutants_are_settled_and_none_is_called_compatible_wrongly(
    base: Tables, judged: list[Judged]
) -> None:
    chance = Random(20_260_202)
    changes, unclear, mutants = 0, [], 0
    while mutants < effort(30, 1500):
        new = mutant(chance, base)
        if new is None:
            continue
        mutants += 1
        rows = compare(base, new).changes
        assert rows
        changes += len(rows)
        unclear += [f"{row.where}: {row.what}" for row in rows if row.worst == "unclear"]
        assert not breaks(new, rows, judged, chance), rows
    tried(mutants)
    print(mutants, "mutants,", changes, "changes,", len(unclear), "unclear")
    assert len(unclear) <= changes / 100, unclear
