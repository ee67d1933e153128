"""Reading of the settings from options, environment variables and a TOML file."""

import argparse
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from deploy_contract import Bundle, ContractError
from deploy_contract.choices import did_you_mean, nearest
from deploy_contract.files.bounded import escape_name, read
from deploy_contract.limits import SETTINGS
from deploy_contract_gateway.programs import Program
from deploy_contract_gateway.setting_types import FILE, SettingEntryError
from deploy_contract_gateway.settings import GROUPS, Row, Settings, default_text, option_name, rows

_MAX_FILE = 8 << 20  # bytes
_MAX_NAME = 64  # characters of a name that a message repeats


Report: TypeAlias = Callable[[ContractError], None]  # takes a fault
UNREAD = object()  # in place of a value that is wrong


def add_options(parser: argparse.ArgumentParser, program: Program) -> None:
    """Add --config, --check-config and an option for each setting of the program, in groups."""
    files = parser.add_argument_group("configuration")
    files.add_argument(
        "--config", metavar="FILE", help="TOML file of settings; keys are option names with _ for -"
    )
    files.add_argument(
        "--check-config",
        action="store_true",
        help="read and check all settings, say ok or each problem in one line, and start nothing",
    )
    for title in GROUPS:
        group = parser.add_argument_group(title)
        for row in rows(program.settings):
            if row.metadata["group"] == title:
                _add_option(group, row)


def _add_option(group: Any, row: Row) -> None:
    kind = row.metadata["type"]
    names = [option_name(row)]
    if row.metadata["alias"]:
        names.append(row.metadata["alias"])
    group.add_argument(
        *names,
        dest=row.name,
        metavar=kind.metavar.replace("%", "%%"),
        action="append" if kind.repeatable else "store",
        help=_help(row),
    )


def _raise(error: ContractError) -> None:
    raise error


def read_settings(
    options: argparse.Namespace,
    program: Program,
    environment: Mapping[str, str] = os.environ,
) -> Settings:
    """Return the settings. Options win over the environment, which wins over the file.

    Args:
        options: parsed options of `add_options`.
        program: the program.
        environment: environment variables; those without the prefix are ignored.

    Raises:
        ContractError: a name or a value is wrong, or the required setting is missing. The message
            is one line about the first fault.
    """
    return program.settings(**gather(options, program, environment, _raise))


def gather(
    options: argparse.Namespace,
    program: Program,
    environment: Mapping[str, str],
    report: Report,
) -> dict[str, Any]:
    """Return the values of the settings that somebody gives, or that a compiled contract has.

    `report` gets each fault in turn. If it returns, the value at fault is `UNREAD`.
    """
    values: dict[str, Any] = {}
    config = options.config or environment.get(f"{program.prefix}CONFIG")
    if config:
        values |= _from_file(config, program, report)
    values |= _from_environment(environment, program, report)
    values |= _from_options(options, program, report)
    values = _from_contract(values, report) | values
    required, meaning = program.required
    if values.get(required) is None:
        report(
            ContractError(
                f"{meaning} is missing: give --{required}, {program.prefix}{required.upper()}, "
                f"or {required} in the file"
            )
        )
    return values


def _from_file(config: str, program: Program, report: Report) -> dict[str, Any]:
    values: dict[str, Any] = {}
    by_name = _rows_by_name(program)
    try:
        table = _parse_file(config)
    except ContractError as error:
        report(error)
        return values
    for name, value in table.items():
        row = by_name.get(name)
        if row is None:
            suggestion = _suggestion(nearest(name, list(by_name)), program)
            fault = f"{config}: there is no setting {name[:_MAX_NAME]!a}; {suggestion}"
            report(ContractError(fault))
            continue
        values[name] = UNREAD
        with _reporting(report):
            parsed = _parse(row.metadata["type"].parse_toml, value, f"{config}: {name}")
            values[name] = _relative_to(config, row, parsed)
    return values


def _from_environment(
    environment: Mapping[str, str], program: Program, report: Report
) -> dict[str, Any]:
    values: dict[str, Any] = {}
    prefix, by_name = program.prefix, _rows_by_name(program)
    for variable, text in environment.items():
        name = variable.removeprefix(prefix)
        if not variable.startswith(prefix) or name == "CONFIG":  # as --config
            continue
        row = by_name.get(name.lower())
        if row is None or not name.isupper():
            closest = nearest(name.lower(), list(by_name))
            suggestion = _suggestion(closest and prefix + closest.upper(), program)
            report(ContractError(f"{variable}: there is no such setting; {suggestion}"))
            continue
        values[row.name] = UNREAD
        with _reporting(report):
            values[row.name] = _parse(row.metadata["type"].parse_text, text, variable)
    return values


def _from_options(options: argparse.Namespace, program: Program, report: Report) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for row in rows(program.settings):
        given = getattr(options, row.name)
        if given is None:
            continue
        kind = row.metadata["type"]
        text = ",".join(given) if kind.repeatable else given
        values[row.name] = UNREAD
        with _reporting(report):
            values[row.name] = _parse(kind.parse_text, text, option_name(row))
    return values


def _from_contract(values: dict[str, Any], report: Report) -> dict[str, Any]:
    """Return the settings that a compiled contract has, or none.

    Its modes and policies are not among them: those of the settings are added to them.
    """
    path = values.get("contract")
    if path is None or path is UNREAD:
        return {}
    values["contract"] = UNREAD
    with _reporting(report):
        compiled = Bundle.load(path).defaults
        values["contract"] = path
        if compiled is not None:
            options, limits = compiled.options, compiled.limits
            found = {name: getattr(options, name) for name in _COMPILED}
            found |= {name: getattr(limits, field) for name, (field, _) in SETTINGS.items()}
            return {name: value for name, value in found.items() if value is not None}
    return {}


_COMPILED = ("hosting", "unknown_fields", "unknown_operations", "base_path")


@contextmanager
def _reporting(report: Report) -> Iterator[None]:
    """Report a fault of one value, so that the others are read too."""
    try:
        yield
    except ContractError as error:
        report(error)


def _help(row: Row) -> str:
    text: str = row.metadata["purpose"]
    default = default_text(row)
    if default:
        text += f" ({default})"
    if row.metadata["type"].repeatable:
        text += "; may be repeated"
    return text


def _rows_by_name(program: Program) -> dict[str, Row]:
    return {row.name: row for row in rows(program.settings)}


def _suggestion(closest: str | None, program: Program) -> str:
    return did_you_mean(closest, f"`deploy-contract {program.name} --help` lists the settings")


def _relative_to(config: str, row: Row, value: Any) -> Any:
    """Return the value with its file names relative to the configuration's folder."""
    if row.metadata["type"].metavar != FILE or not value:
        return value
    folder = Path(config).parent
    if isinstance(value, str):
        return str(folder / value)
    return tuple([str(folder / name) for name in value])


def _parse_file(name: str) -> dict[str, Any]:
    import tomllib  # only programs with a file of settings need it

    content = read(name, _MAX_FILE)
    try:
        return tomllib.loads(content.decode("utf-8"))
    except tomllib.TOMLDecodeError as error:
        # only the place: the text before it may quote the file
        place = str(error).rpartition("(")[2].rstrip(")")
        fault = f"not TOML ({place})"
    except RecursionError:
        fault = "nested too deeply"
    except ValueError:
        fault = "not UTF-8 text"
    raise ContractError(f"{escape_name(name)}: {fault}")


def _parse(parse: Callable[[Any], Any], value: Any, name: str) -> Any:
    try:
        return parse(value)
    except ValueError as error:
        entry = f" for {error.name[:_MAX_NAME]!a}" if isinstance(error, SettingEntryError) else ""
        raise ContractError(f"{name}{entry} must be {error}") from None
