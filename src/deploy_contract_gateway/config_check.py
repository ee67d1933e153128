"""The check of all settings for --check-config. It starts nothing, and connects to nothing."""

import argparse
import dataclasses
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from deploy_contract import ContractError
from deploy_contract_gateway.configuration import UNREAD, gather
from deploy_contract_gateway.programs import Program
from deploy_contract_gateway.settings import Settings, rows
from deploy_contract_gateway.validation import (
    TRIALS,
    Trial,
    require_middleware_option,
    try_contract,
)

_ENFORCEMENT = ("requests", "responses", "sample")  # options that may name operations
_CONTRACT = tuple(
    [
        row.name
        for row in rows(Settings)
        if row.metadata["group"] in ("contract", "limits of messages")
    ]
)


def problems(
    options: argparse.Namespace, program: Program, environment: Mapping[str, str] = os.environ
) -> list[str]:
    """Return each problem of the settings as one line; none if the program could start with them.

    Args:
        options: parsed options of `add_options`.
        program: the program.
        environment: environment variables.
    """
    found: list[ContractError] = []
    values = gather(options, program, environment, found.append)
    known = {row.name: row for row in rows(program.settings)}
    wrong = {name for name, value in values.items() if value is UNREAD}
    trials = (*TRIALS, *program.trials, *map(_middleware_trial, _ENFORCEMENT))
    if program.required[0] not in values:
        wrong.add(program.required[0])
    settings = program.settings(**{name: values[name] for name in values.keys() - wrong})
    found += _contract_faults(settings, wrong)
    for trial in trials:
        if wrong.isdisjoint(trial.settings) and known.keys() >= set(trial.settings):
            found += _faults(trial, settings)
    lines = [line for error in found for line in str(error).splitlines()]  # of a policy: several
    return list(dict.fromkeys(lines))


def _middleware_trial(name: str) -> Trial:
    return Trial((name,), lambda settings: require_middleware_option(settings, name))


def _faults(trial: Trial, settings: Settings) -> Iterator[ContractError]:
    try:
        trial.attempt(settings)
    except ContractError as error:
        yield error


def _contract_faults(settings: Settings, wrong: set[str]) -> list[ContractError]:
    """Return the faults of the contract's settings: of all together, or else of each alone.

    Adds the settings that no other trial need try to `wrong`.
    """
    if "contract" in wrong:  # the others depend on it
        return []
    if wrong.isdisjoint(_CONTRACT) and not list(_faults(_WHOLE, settings)):
        return []
    alone = dataclasses.replace(settings, policies=(), modes={}, candidate=None)
    found = list(_faults(_WHOLE, alone))
    if found:  # each of the others would have the same fault
        wrong.update(_CONTRACT)
        return found
    faulty: list[str] = []
    for policy in settings.policies:
        faults = list(_faults(_WHOLE, dataclasses.replace(alone, policies=(policy,))))
        if faults:
            found += faults
            faulty.append(policy)
    if settings.candidate is not None:
        found += _faults(_WHOLE, dataclasses.replace(alone, candidate=settings.candidate))
    sound = tuple(policy for policy in settings.policies if policy not in faulty)
    ruled = dataclasses.replace(alone, policies=sound)
    found += _faults(_WHOLE, ruled)
    for number, (rule, mode) in enumerate(settings.modes.items(), 1):
        if any(_may_name(policy, rule) for policy in faulty):
            continue  # the policy may have this rule once it is corrected
        for error in _faults(_WHOLE, dataclasses.replace(ruled, modes={rule: mode})):
            # alone it is the first entry; the text does not repeat its name
            found.append(ContractError(str(error).replace("entry 1 ", f"entry {number} ", 1)))
    return found


def _may_name(policy: str, rule: str) -> bool:
    """Return True if a faulty policy holds the id of a rule, or cannot be read."""
    path = Path(policy)
    try:
        return not path.is_file() or rule in path.read_text("utf-8", errors="replace")
    except OSError:
        return True


_WHOLE = Trial(_CONTRACT, try_contract)
