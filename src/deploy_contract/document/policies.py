"""Operators' own rule files: the format of spec/rules.yaml, its sections `fields` and `rules`."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from deploy_contract.document import wire
from deploy_contract.document.engines import definitions
from deploy_contract.document.undeclared import nearest
from deploy_contract.files.bounded import read as read_file
from deploy_contract.files.spans import fault
from deploy_contract.report import ContractError
from deploy_contract.tables import Tables
from deploy_contract_format.definitions import declared
from deploy_contract_format.faults import DEPTH, Place, TextError, shown
from deploy_contract_format.pointer import Tokens, join
from deploy_contract_format.rulefile import POLICY_SECTIONS, Known, parse
from deploy_contract_format.rules import Rule
from deploy_contract_format.subset import Problem
from deploy_contract_format.text import Located, json_places, yaml_documents

LONGEST = 1 << 20  # bytes of a policy file
MOST_FAULTS = 20  # that a message shows
_YAML = (".yaml", ".yml")


class _File(NamedTuple):
    """The value of a policy file, and the place of each part of it."""

    value: Any
    place: Callable[[Tokens], Place | None]


def read(path: str | PathLike[str], tables: Tables) -> tuple[Rule, ...]:
    """Return the rules of a policy file, JSON or YAML (which needs the extra [cli]).

    Raises:
        ContractError: every fault of the file, each in a line of its own with the place and what to do.
    """
    name = shown(Path(path).name)
    body = read_file(path, LONGEST, "policy")
    try:
        file = _parsed(name, body)
    except TextError as error:
        place = error.place or fault(
            body, error.rule, join(error.at), yaml=error.rule.startswith("yaml-")
        )
        raise ContractError(
            f"policy {name}:{place.line}:{place.column}: {_unreadable(error)}"
        ) from None
    book, problems = parse(file.value, _known(tables), policy=True)
    faults = [*problems, *_taken(file.value, {rule.rule for rule in tables.book.rules})]
    if faults:
        raise ContractError("\n".join(_lines(name, file, faults)))
    return book.rules


def _taken(data: Any, taken: set[str]) -> Iterator[Problem]:
    """Yield the rules whose ids the contract has already."""
    rows = [
        (section, index, row)
        for section in POLICY_SECTIONS
        for index, row in enumerate(_rows(data, section))
    ]
    for section, index, row in rows:
        name = row.get("rule") if isinstance(row, Mapping) else None
        if isinstance(name, str) and name in taken:
            yield Problem(
                (section, index, "rule"), f"rule id {name} is the contract's own; choose another"
            )


def _rows(data: Any, section: str) -> list[Any]:
    rows = data.get(section) if isinstance(data, Mapping) else None
    return rows if isinstance(rows, list) else []


def _lines(name: str, file: _File, faults: list[Problem]) -> Iterator[str]:
    for at, message in faults[:MOST_FAULTS]:
        line, column = file.place(at) or (1, 1)
        yield f"policy {name}:{line}:{column}: {message}"
    if len(faults) > MOST_FAULTS:
        yield f"policy {name}: {len(faults) - MOST_FAULTS} more faults; correct those above first"


def _is_yaml(name: str, body: bytes) -> bool:
    """Whether a file is read as YAML: by its name, or by its first character where the name does not say."""
    ending = Path(name).suffix.lower()
    return ending in _YAML or (ending != ".json" and body.lstrip()[:1] not in (b"{", b"["))


def _parsed(name: str, body: bytes) -> _File:
    if _is_yaml(name, body):
        try:
            return _of_yaml(name, wire.text(body))
        except ModuleNotFoundError:
            pass  # without the extra, a file of any name is read as JSON
    value, places = (
        wire.parse(body),
        cache(lambda: json_places(wire.text(body))),
    )  # few policies have faults
    return _File(value, lambda at: Located(value, places()).place(at))


def _of_yaml(name: str, text: str) -> _File:
    documents = list(yaml_documents(text))
    if len(documents) > 1:
        raise ContractError(
            f"policy {name} holds {len(documents)} documents; put the rules into one"
        )
    if not documents:
        return _File(None, lambda _at: None)
    return _File(documents[0].value, documents[0].place)


_FAULTS: Mapping[str, str] = {
    "json-duplicate-key": "an object has this key twice; keep one of them",
    "json-depth": f"nested deeper than {DEPTH} levels; simplify the schema",
    "json-encoding": "not UTF-8 text, or it begins with a byte order mark; save it as UTF-8",
}


def _unreadable(error: TextError) -> str:
    advice = "write JSON, or install deploy-contract[cli] to read YAML"
    return _FAULTS.get(error.rule, f"not YAML or JSON ({error.rule}); {advice}")


def _known(tables: Tables) -> Known:
    book = tables.book

    def declared_by(kind: str, tokens: tuple[str, ...], members: bool) -> Iterator[Any]:  # noqa: FBT001
        known = definitions(kind)
        return declared(known, known[tables.roots[kind]["closed"]], tokens, members)

    return Known(
        tuple(tables.roots), tuple(book.sources), book.hostings, declared_by, nearest, book.kinds
    )
