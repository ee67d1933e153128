"""Literal types of the names in a contract and of the fixed words of the library's options."""

from collections.abc import Iterable, Mapping, Sequence

from deploy_contract_format.rules import Rulebook
from deploy_contract_format.vocabulary import TYPES

_HEAD = '''"""Literal types of names and options. Generated: edit spec/ and run `make generate`."""

# ruff: noqa

from typing import Literal, TypeAlias
'''


def source(book: Rulebook, operations: Iterable[str]) -> str:
    """Return the text of `names.py` for the kinds, sources and hostings of a rule book.

    `operations`: the ids of the operations.
    """
    rows: Mapping[str, tuple[str, Sequence[str]]] = {
        "DocumentKind": ("A kind of document.", tuple(book.kinds)),
        "SourceName": ("The source of a deployment.", tuple(book.sources)),
        "HostingName": ("The hosting of a deployment.", book.hostings),
        "OperationName": ("The id of an operation.", tuple(operations)),
        **TYPES,
    }
    text = _HEAD
    for name, (docstring, values) in rows.items():
        text += _definition(name, docstring, values)
    return text


def _definition(name: str, docstring: str, values: Sequence[str]) -> str:
    text = f"\n{name}: TypeAlias = Literal[\n"
    for value in values:
        text += f"    {value!r},\n"
    return f'{text}]\n"""{docstring}"""\n'
