"""Operators' own rule files: the format of spec/rules.yaml, its sections `fields` and `rules`."""

import json
from os import PathLike
from pathlib import Path
from typing import Any

from deploy_contract.engines import definitions
from deploy_contract.report import ContractError
from deploy_contract.tables import Tables
from deploy_contract_format.definitions import declares
from deploy_contract_format.faults import TextError, shown
from deploy_contract_format.rulefile import Known, parse
from deploy_contract_format.rules import Rule
from deploy_contract_format.text import yaml_documents


def read(path: str | PathLike[str], tables: Tables) -> tuple[Rule, ...]:
    """The rules of a policy file, JSON or YAML (which needs the extra [cli]). ContractError with every fault of it."""
    name = shown(Path(path).name)
    try:
        text = Path(path).read_text("utf-8")
    except FileNotFoundError:
        raise ContractError(f"policy {shown(str(path))}: there is no such file") from None
    except OSError as error:
        raise ContractError(f"policy {shown(str(path))} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ContractError(f"policy {name} is not UTF-8 text") from None
    except ValueError:
        raise ContractError(f"policy {shown(str(path))}: not a file name") from None
    try:
        documents = list(yaml_documents(text))
        if len(documents) > 1:
            raise ContractError(f"policy {name} holds {len(documents)} documents; put the rules into one")
        located = documents[0] if documents else None
        data: Any = located.value if located else None
    except ModuleNotFoundError:
        try:
            located, data = None, json.loads(text)
        except ValueError:
            raise ContractError(
                f"policy {name} is not JSON; write JSON, or install deploy-contract[cli] to read YAML"
            ) from None
    except TextError as error:
        line, column = error.place or (1, 1)
        raise ContractError(f"policy {name}:{line}:{column}: not YAML or JSON ({error.rule})") from None
    book, problems = parse(data, _known(tables), policy=True)
    taken = {rule.rule for rule in tables.book.rules}
    faults = [(problem.at, problem.message) for problem in problems]
    faults += [((), f"rule id {rule.rule} is the contract's own; choose another") for rule in book.rules if rule.rule in taken]
    if faults:
        lines = []
        for at, message in faults:
            line, column = (located.place(at) if located else None) or (1, 1)
            lines.append(f"policy {name}:{line}:{column}: {message}")
        raise ContractError("\n".join(lines))
    return book.rules


def _known(tables: Tables) -> Known:
    book = tables.book

    def declares_somewhere(tokens: tuple[str, ...], members: bool) -> bool:  # noqa: FBT001
        roots = [(definitions(kind), root["closed"]) for kind, root in tables.roots.items()]
        return any(declares(known, known[root], tokens, members) for known, root in roots)

    return Known(tuple(tables.roots), tuple(book.sources), book.hostings, declares_somewhere)
