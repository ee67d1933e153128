"""Reading of the settings from options, environment variables and a TOML file.

It needs no extra, so that `--help` is complete without one.
"""

import argparse
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from deploy_contract import Bundle, ContractError
from deploy_contract.choices import did_you_mean, nearest
from deploy_contract.files.bounded import escape_name, read
from deploy_contract.limits import SETTINGS
from deploy_contract_gateway.setting_types import FILE, SettingEntryError
from deploy_contract_gateway.settings import (
    GROUPS,
    AnySettings,
    GatewaySettings,
    Row,
    Settings,
    default_text,
    option_name,
    rows,
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
        for row in rows(program):
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


def read_settings(
    options: argparse.Namespace,
    program: type[AnySettings],
    environment: Mapping[str, str] = os.environ,
) -> AnySettings:
    """Return the settings. Options win over the environment, which wins over the file.

    Args:
        options: parsed options of `register`.
        program: the program.
        environment: environment variables; those without the prefix are ignored.

    Raises:
        ContractError: a name or a value is wrong, or the required setting is missing. The message
            is one line about the first fault.
    """
    read = Reading(options, program, environment)
    for fault in read.faults:
        raise fault
    return program(**read.values)


def problems(
    options: argparse.Namespace,
    program: type[Settings],
    environment: Mapping[str, str] = os.environ,
) -> list[str]:
    """Return each problem of the settings as one line; none if the program could start with them.

    Settings that fit each other are looked for once each of them can be read.

    Args:
        options: parsed options of `register`.
        program: the program.
        environment: environment variables.
    """
    read = Reading(options, program, environment)
    found = read.faults or faults(program(**read.values))
    lines = [line for error in found for line in str(error).splitlines()]  # of a policy: several
    return list(dict.fromkeys(lines))


class Reading:
    """The settings that somebody gives, or that a compiled contract has.

    Attributes:
        values: the value of each setting by its name; as it was given if it is wrong.
        faults: in the order in which they were found.
    """

    def __init__(
        self, options: argparse.Namespace, program: type[Settings], environment: Mapping[str, str]
    ) -> None:
        self.values: dict[str, Any] = {}
        self.faults: list[ContractError] = []
        self._program = program
        self._rows = {row.name: row for row in rows(program)}
        config = options.config or environment.get(program.variable("CONFIG"))
        if config:
            self._read_file(config)
        self._read_environment(environment)
        self._read_options(options)
        self._read_contract()
        required, meaning = program.required
        if self.values.get(required) is None:
            self._fault(
                f"{meaning} is missing: give --{required}, {program.variable(required)}, "
                f"or {required} in the file"
            )

    def _read_file(self, config: str) -> None:
        try:
            table = _parse_file(config)
        except ContractError as error:
            self.faults.append(error)
            return
        for name, value in table.items():
            row = self._rows.get(name)
            if row is None:
                closest = self._suggestion(nearest(name, list(self._rows)))
                self._fault(f"{config}: there is no setting {name[:_MAX_NAME]!a}; {closest}")
                continue
            if self._take(row, f"{config}: {name}", row.metadata["type"].parse_toml, value):
                self.values[name] = _relative_to(config, row, self.values[name])

    def _read_environment(self, environment: Mapping[str, str]) -> None:
        prefix = self._program.variable("")
        for variable, text in environment.items():
            name = variable.removeprefix(prefix)
            if not variable.startswith(prefix) or name == "CONFIG":  # as --config
                continue
            row = self._rows.get(name.lower())
            if row is None or not name.isupper():
                closest = nearest(name.lower(), list(self._rows))
                suggestion = self._suggestion(closest and prefix + closest.upper())
                self._fault(f"{variable}: there is no such setting; {suggestion}")
                continue
            self._take(row, variable, row.metadata["type"].parse_text, text)

    def _read_options(self, options: argparse.Namespace) -> None:
        for row in self._rows.values():
            given = getattr(options, row.name)
            if given is not None:
                kind = row.metadata["type"]
                text = ",".join(given) if kind.repeatable else given
                self._take(row, option_name(row), kind.parse_text, text)

    def _read_contract(self) -> None:
        """Add the settings that a compiled contract has, unless somebody gives them.

        Its modes and policies are not among them: those of the settings are added to them.
        """
        path = self.values.get("contract")
        if path is None or self.faults:
            return
        try:
            compiled = Bundle.load(path).defaults
        except ContractError as error:
            self.faults.append(error)
            return
        if compiled is not None:
            options, limits = compiled.options, compiled.options.limits
            found = {name: getattr(options, name) for name in _COMPILED}
            found |= {name: getattr(limits, field) for name, (field, _) in SETTINGS.items()}
            given = {name: value for name, value in found.items() if value is not None}
            self.values = given | self.values

    def _take(self, row: Row, label: str, parse: Callable[[Any], Any], given: Any) -> bool:
        """Parse a value; return False if it is wrong. `label`: its name in a message."""
        self.values[row.name] = given
        try:
            self.values[row.name] = parse(given)
        except ValueError as error:
            name = error.name if isinstance(error, SettingEntryError) else ""
            entry = name and f" for {name[:_MAX_NAME]!a}"
            self._fault(f"{label}{entry} must be {error}")
            return False
        return True

    def _fault(self, text: str) -> None:
        self.faults.append(ContractError(text))

    def _suggestion(self, closest: str | None) -> str:
        listing = f"`deploy-contract {self._program.program} --help` lists the settings"
        return did_you_mean(closest, listing)


_COMPILED = ("hosting", "unknown_fields", "unknown_operations", "base_path")


def _help(row: Row) -> str:
    text: str = row.metadata["purpose"]
    default = default_text(row)
    if default:
        text += f" ({default})"
    if row.metadata["type"].repeatable:
        text += "; may be repeated"
    return text


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
