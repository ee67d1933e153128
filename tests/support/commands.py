"""The command in this process, with contracts that are made once for all its runs."""

from functools import cache
from typing import Any

import pytest

from deploy_contract import Bundle, Contract
from deploy_contract.cli import replay_options, selection

_kept = cache(Contract)


def keep_contracts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command use a contract again: compiling its rules takes longer than judging a file."""
    monkeypatch.setattr(selection, "Contract", _contract)
    monkeypatch.setattr(replay_options, "Contract", _contract)


def _contract(
    *, bundle: Bundle | None, policies: Any, modes: Any = None, **options: Any
) -> Contract:
    """Return a contract: one that was made before, unless it depends on files or modes."""
    if policies or modes or bundle is not Bundle.installed():
        return Contract(bundle=bundle, policies=policies, modes=modes, **options)
    return _kept(**options)
