"""Bundles that someone has damaged are refused in one line, or mean the same to every engine."""

import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from deploy_contract import Bundle, Contract, ContractError, Request, Response, bundle_files
from deploy_contract_format.bundle_format import PACKAGE, table_files
from tests.support.commands import ROOT
from tests.support.effort import effort, tried
from tests.support.engines import ENGINES, answer
from tests.support.mutations import mutated
from tests.support.names import named
from tests.support.random_documents import damaged, plain, value_of

FILES = bundle_files.read_folder(ROOT / "generated" / PACKAGE)
TABLES = table_files(Bundle.installed().kinds)
MUTANTS = {name: FILES[name] for name in TABLES}
SEEDS = effort(40, 80)  # of each case
STARTS = range(0, SEEDS * effort(1, 5), SEEDS)
JSON = [("content-type", "application/json")]
ID = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"


def loaded(files: dict[str, bytes]) -> Bundle | None:
    """Return the bundle of some files, or None if they are refused as promised."""
    try:
        return Bundle.from_files(files, "a")
    except ContractError as error:
        text = str(error)
    assert text.startswith("a: ")
    assert text.isprintable()
    assert len(text) < 500
    assert any(name in text for name in (*TABLES, ".json")), text
    assert "make generate" in text
    return None


def judged_alike(bundle: Bundle) -> None:
    """Assert that the engines give the same reports on documents and messages, and do give some."""
    contracts = [Contract(bundle=bundle, engine=engine).prepare() for engine in ENGINES]
    for kind in bundle.kinds:
        sources: tuple[Any, ...] = (None, *bundle.book.sources)[:2]
        if bundle.book.kinds[kind].source != "context":
            sources = (None,)
        known = bundle.definitions(kind)
        for number in range(3):
            chance = Random(number)
            valid = value_of(chance, known[kind], known)
            for value in (valid, plain(damaged(chance, deepcopy(valid)))):
                for given in (value, json.dumps(value).encode()):
                    for source in sources:
                        found = [answer(one, given, named(kind), source) for one in contracts]
                        assert all(one == found[0] for one in found), (kind, value)
                        assert "unjudged" not in {rule for rule, _ in found[0][1]}, (kind, value)
    for contract in contracts:
        messages_are_judged(contract)


def messages_are_judged(contract: Contract) -> None:
    for row in contract.operations:
        path = "/".join(ID if part.startswith("{") else part for part in row["path"].split("/"))
        for query in ("", "limit=5&offset=0", "limit=x&status=1&status=2"):
            report = contract.check_request(Request(row["method"], path, query, JSON, b"{}"))
            assert "unjudged" not in {violation.rule for violation in report.violations}
        for status in row["responses"]:
            answered = Response(int(status), JSON, b"{}")
            report = contract.check_response(answered, operation=row["operation"])
            assert "unjudged" not in {violation.rule for violation in report.violations}


@pytest.mark.soak
@pytest.mark.promise(1, 9, 26)
@pytest.mark.parametrize("start", STARTS)
def test_a_mutated_bundle_is_refused_or_means_the_same_to_every_engine(start: int) -> None:
    refused = accepted = 0
    for seed in range(start, start + SEEDS):
        files = mutated(seed, MUTANTS)
        if files is None:
            continue
        bundle = loaded(files)
        if bundle is None:
            refused += 1
            continue
        accepted += 1
        judged_alike(bundle)
    tried(refused + accepted)
    assert refused > SEEDS / 4  # the changes do harm
    assert accepted > SEEDS / 100  # and some are mere changes of the contract


FILE_DAMAGE: dict[str, Callable[[bytes], bytes | None]] = {
    "missing": lambda _content: None,
    "empty": lambda _content: b"",
    "cut": lambda content: content[: len(content) // 2],
    "not UTF-8": lambda content: content.replace(b'"', b'"\xff', 1),
    "byte order mark": lambda content: b"\xef\xbb\xbf" + content,
    "UTF-16": lambda content: content.decode().encode("utf-16"),
    "null": lambda _content: b"null",
    "object": lambda _content: b"{}",
    "brackets": lambda _content: b"[" * 1_000_000,
    "a key twice": lambda content: content.replace(b'"', b'"type": 1, "type": 1, "', 1),
    "infinity": lambda content: content.replace(b": ", b": 1e999, ", 1),
    "a long number": lambda content: content.replace(b": ", b": " + b"9" * 5_000 + b", ", 1),
    "a surrogate": lambda content: content.replace(b'"', b'"\\ud800', 1),
    "NUL": lambda content: b"\0" + content,
}


@pytest.mark.soak
@pytest.mark.promise(1, 11)
@pytest.mark.parametrize("damage", FILE_DAMAGE)
def test_a_damaged_table_is_refused(damage: str) -> None:
    step = effort(3, 1)  # each table has several kinds of damage in every run
    names = list(TABLES)[list(FILE_DAMAGE).index(damage) % step :: step]
    for name in names:
        files = {**MUTANTS, name: FILE_DAMAGE[damage](MUTANTS[name])}
        left = {one: content for one, content in files.items() if content is not None}
        assert loaded(left) is None, name
    tried(len(names))
