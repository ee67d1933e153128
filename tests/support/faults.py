"""Faults inside of the judge, for the promises about anything unexpected."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from deploy_contract.judge.python import documents, rules, wire
from deploy_contract.judge.python.relations import RELATIONS

RELATION_NAMES = frozenset(RELATIONS)
PARTS: dict[str, tuple[Any, str]] = {
    "parse": (wire, "_decode"),
    "compile": (documents, "prepare_all"),
    "structure": (documents.DocumentJudge, "_structure"),
}


def break_part(monkeypatch: pytest.MonkeyPatch, part: str, boom: Callable[..., Any]) -> None:
    """Make a part of the python judge call `boom`, which raises."""
    monkeypatch.setattr(*PARTS[part], boom)


def break_relations(monkeypatch: pytest.MonkeyPatch, boom: Callable[..., Any]) -> None:
    """Make every relation of contracts that are made from now on call `boom`, which raises."""
    broken = {name: replace(one, evaluator=lambda *_: boom) for name, one in RELATIONS.items()}
    monkeypatch.setattr(rules, "RELATIONS", broken)
