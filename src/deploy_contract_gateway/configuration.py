"""Reading of the settings from options, environment variables and a TOML file.

This module needs no extra. So `--help` is complete without the extra [gateway].
"""

import argparse
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from deploy_contract import Bundle, ContractError
from deploy_contract.choices import did_you_mean, nearest
from deploy_contract.cli.options import add_options, switch, text
from deploy_contract.effective import OPTIONS
from deploy_contract.files.bounded import escape_name, read
from deploy_contract.files.toml_text import parse_toml
from deploy_contract.limits import SETTINGS
from deploy_contract_gateway.setting_types import FILE, SettingType
from deploy_contract_gateway.settings import (
    GatewaySettings,
    Row,
    Settings,
    default_text,
    option_name,
    rows,
    type_of,
)
from deploy_contract_gateway.validation import faults

_MAX_FILE = 8 << 20  # bytes
_MAX_NAME = 64  # characters of a name that a message repeats
_DESCRIPTION = """{purpose} Each setting is an option, a key of the TOML file that --config
names (with _ for -) and an environment variable {variable}. Options win over the
environment, which wins over the file. SIGHUP reads the file and the policies again. SIGTERM and
SIGINT stop the program when the requests under way have ended. Exit status: 0 stopped, 1 failed,
2 wrong use."""


def register(parser: argparse.ArgumentParser, program: type[Settings] = GatewaySettings) -> None:
    """Add --config, --check-config and an option for each setting of the program, in groups.

    `deploy_contract_gateway.supervisor` runs the program.
    """
    parser.description = _DESCRIPTION.format(
        purpose=program.purpose, variable=program.variable("NAME")
    )
    parser.set_defaults(program=program)
    groups: dict[str, dict[str, Any]] = {
        "configuration": {
            "--config": text("FILE", "TOML file of settings; keys are option names with _ for -"),
            "--check-config": switch(
                "read and check all settings, say ok or each problem in one line, and start nothing"
            ),
        }
    }
    for row in rows(program):  # rows of one group may be apart
        kind, group = type_of(row), groups.setdefault(row.metadata["group"], {})
        names = " ".join(filter(None, (option_name(row), row.metadata["alias"])))
        action = "append" if kind.repeatable else "store"
        group[names] = text(kind.metavar, _help(row), dest=row.name, action=action)
    add_options(parser, groups)


def read_settings(options: argparse.Namespace) -> Settings:
    """Return the settings. Options win over the environment, which wins over the file.

    Raises:
        ContractError: a name or a value is wrong, or the required setting is missing. The message
            is one line about the first fault.
    """
    values, found = _read(options)
    if found:
        raise found[0]
    settings: Settings = options.program(**values)
    return settings


def problems(options: argparse.Namespace) -> list[str]:
    """Return each problem of the settings as one line; [] if the program could start with them.

    If every setting can be read, the problems of settings with each other are included, too.
    """
    values, found = _read(options)
    wrong = found or faults(options.program(**values))
    # a policy may have several faults
    lines = [line for error in wrong for line in str(error).splitlines()]
    return list(dict.fromkeys(lines))


def _read(options: argparse.Namespace) -> tuple[dict[str, Any], list[ContractError]]:
    """Return the values of settings by name, and the faults.

    A value comes from the operator, or else from a compiled contract.
    """
    program: type[Settings] = options.program
    config = options.config or os.environ.get(program.variable("CONFIG"))
    values: dict[str, Any] = {}
    found: list[ContractError] = []
    by_name = {row.name: row for row in rows(program)}
    given = [*_in_environment(program), *_in_options(options)]
    if config:
        try:
            given = [*_in_file(config), *given]
        except ContractError as error:
            return values, [error]  # a setting of the file would count as missing
    for entry in given:
        row = by_name.get(entry.name)
        if row is None:
            closest = nearest(entry.name.lower(), list(by_name))
            if closest and entry.folder is None:  # an environment variable
                closest = program.variable(closest)
            listing = f"`deploy-contract {program.program} --help` lists the settings"
            advice = did_you_mean(closest, listing)
            found.append(ContractError(f"{entry.label}: there is no such setting; {advice}"))
            continue
        try:
            values[row.name] = entry.value  # even a wrong value does not count as missing
            values[row.name] = _value(type_of(row), entry)
        except* ValueError as group:
            for wrong in group.exceptions:
                names = getattr(wrong, "__notes__", ())
                member = "".join([f" for {name[:_MAX_NAME]!a}" for name in names])
                found.append(ContractError(f"{entry.label}{member} must be {wrong}"))
    if not found and "contract" in values:
        try:
            values = _compiled(values["contract"]) | values
        except ContractError as error:
            found.append(error)
    required, meaning = program.required
    if values.get(required) is None:
        found.append(
            ContractError(
                f"{meaning} is missing: give --{required}, {program.variable(required)}, "
                f"or {required} in the file"
            )
        )
    return values, found


class _Given(NamedTuple):
    """A value that the operator gives for a setting.

    Attributes:
        label: the name of the setting in a message.
        folder: the folder to which names of files in a TOML value are relative; None for a text.
    """

    name: str
    value: Any
    label: str
    folder: Path | None = None


def _in_file(config: str) -> Iterator[_Given]:
    for name, value in parse_toml(config, read(config, _MAX_FILE)).items():
        label = f"{config}: {escape_name(name)[:_MAX_NAME]}"
        yield _Given(name, value, label, Path(config).parent)


def _in_environment(program: type[Settings]) -> Iterator[_Given]:
    prefix = program.variable("")
    for variable, value in os.environ.items():
        name = variable.removeprefix(prefix)
        if variable.startswith(prefix) and name != "CONFIG":  # CONFIG is --config
            yield _Given(name.lower() if name.isupper() else name, value, variable)


def _in_options(options: argparse.Namespace) -> Iterator[_Given]:
    for row in rows(options.program):
        given = getattr(options, row.name)
        if given is not None:
            value = ",".join(given) if type_of(row).repeatable else given
            yield _Given(row.name, value, option_name(row))


def _value(kind: SettingType, given: _Given) -> Any:
    if given.folder is None:
        return kind.check(kind.read(given.value))
    value = kind.check(given.value)
    if kind.metavar != FILE or not value:
        return value
    if isinstance(value, str):
        return str(given.folder / value)
    return tuple([str(given.folder / name) for name in value])


def _compiled(path: str) -> dict[str, Any]:
    """Return the settings that a compiled contract has.

    Modes and policies are left out, because the contract itself merges them with the settings.
    """
    compiled = Bundle.load(path).defaults
    if compiled is None:
        return {}
    options, limits = compiled.options, compiled.options.limits
    found = {name: getattr(options, name) for name in OPTIONS if name != "modes"}
    found |= {name: getattr(limits, field) for name, (field, _) in SETTINGS.items()}
    return {name: value for name, value in found.items() if value is not None}


def _help(row: Row) -> str:
    purpose: str = row.metadata["purpose"]
    default = default_text(row)
    if default:
        purpose += f" ({default})"
    if type_of(row).repeatable:
        purpose += "; may be repeated"
    return purpose
