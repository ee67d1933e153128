"""Mappings from globs to purposes, in `deploy-contract.toml` or `pyproject.toml`."""

import os
import re
from typing import Any

from deploy_contract.cli.purposes import (
    UNSTATED,
    Choices,
    Purpose,
    PurposeError,
    display_key,
    parse_purpose,
    require_key,
)
from deploy_contract.exceptions import ContractError
from deploy_contract.files.documents import STANDARD_INPUT, UnreadableError
from deploy_contract_format.printing import decode_name, escape_name
from deploy_contract_format.reading import FileError, read_regular

# This module uses os.path: importing pathlib takes longer than judging a file.

OWN, SHARED = "deploy-contract.toml", "pyproject.toml"
_MAX_BYTES = 1 << 20
_TABLE_NAME = "deploy-contract"
# Whether a pyproject.toml may have the table: parsing it takes longer than judging a file.
# This pattern and the next ones are compiled when they are first needed.
_TABLE = rb"""deploy-contract["']?\s*(?:[\].]|=(?!=))"""
# Globs that match no relative path in normal form.
_NO_PATH = r"^$|^/|/$|//|(?:^|/)\.\.?(?:/|$)"
_GLOB_PARTS = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
_GLOB_PART = r"(\*\*/|\*\*|\*|\?)"

_Rules = list[tuple[re.Pattern[str], Purpose]]


class Mappings:
    """The mappings of files: each file uses that of the nearest folder above it which has one.

    In `deploy-contract.toml` it is the table `files`, in `pyproject.toml`
    `tool.deploy-contract.files`. Keys are globs relative to the folder, values state a purpose. If
    several match, later ones win, key by key. In a glob, `*` and `?` stop at `/`, and `**` does
    not. Each file of mappings is read once.
    """

    def __init__(self, choices: Choices) -> None:
        self._choices = choices
        self._folders: dict[str, _Mapping | None] = {}

    def purpose(self, name: str) -> Purpose:
        """Return the purpose of a file.

        Raises:
            ContractError: a mapping is malformed.
            UnreadableError: the working directory no longer exists.
        """
        if name == STANDARD_INPUT:
            return UNSTATED
        folder, _, base = name.rpartition("/")
        if not folder:
            folder = "/" if name.startswith("/") else "."
        try:
            if folder not in self._folders:
                self._folders[folder] = self._nearest(os.path.abspath(folder))  # noqa: PTH100
            mapping = self._folders[folder]
            return mapping.purpose(folder, base) if mapping else UNSTATED
        except FileNotFoundError:
            text = f"{escape_name(name)}: no mapping can be found: the working directory no longer exists"
            raise UnreadableError(text, name) from None

    def _nearest(self, folder: str) -> "_Mapping | None":
        if folder not in self._folders:
            mapping = _read_folder(folder, self._choices)
            above = folder.rpartition("/")[0] or "/"
            if mapping is None and above != folder:
                mapping = self._nearest(above)
            self._folders[folder] = mapping
        return self._folders[folder]


class _Mapping:
    """The mapping of one folder."""

    def __init__(self, folder: str, rules: _Rules) -> None:
        self._folder = folder
        self._rules = rules
        self._prefixes: dict[str, str] = {}

    def purpose(self, folder: str, base: str) -> Purpose:
        """Return the purpose of the file `base` in a folder."""
        if folder not in self._prefixes:
            path = os.path.relpath(os.path.abspath(folder), self._folder)  # noqa: PTH100
            self._prefixes[folder] = "" if path == "." else f"{path}/"
        path = decode_name(self._prefixes[folder] + base)  # as globs are written, in every locale
        purpose = UNSTATED
        for pattern, stated in self._rules:
            if pattern.fullmatch(path):
                purpose = stated.over(purpose)
        return purpose


def _read_folder(folder: str, choices: Choices) -> _Mapping | None:
    for name in (OWN, SHARED):
        path = os.path.join(folder, name)  # noqa: PTH118
        try:
            body = read_regular(path, _MAX_BYTES)
        except FileError as error:
            if error.missing:
                continue
            raise ContractError(f"{_shortest(path)}: {error}") from None
        if name == OWN or re.search(_TABLE, body):
            rules = _TomlFile(_shortest(path), body, shared=name == SHARED).rules(choices)
            if rules is not None:
                return _Mapping(folder, rules)
    return None


def _shortest(path: str) -> str:
    """Return a path for messages: relative if that is shorter."""
    try:
        return escape_name(min(os.path.relpath(path), path, key=len))
    except FileNotFoundError:  # the working directory no longer exists
        return escape_name(path)


class _TomlFile:
    """A TOML file with a mapping.

    Args:
        name: the file as messages show it.
        body: its bytes.
        shared: whether the mapping is in `tool.deploy-contract`, as in pyproject.toml.

    Raises:
        ContractError: the file is not TOML.
    """

    def __init__(self, name: str, body: bytes, *, shared: bool) -> None:
        import tomllib

        self._name = name
        self._shared = shared
        try:
            text = body.decode("utf-8")
            self._root: Any = tomllib.loads(text)
        except (ValueError, RecursionError) as error:  # the text of the error may quote the file
            at = re.search(r"at line (\d+), column (\d+)", str(error))
            where = f":{at[1]}:{at[2]}" if at else ""
            raise ContractError(f"{name}{where}: not a TOML document") from None
        self._lines = text.split("\n")

    def rules(self, choices: Choices) -> _Rules | None:
        """Return a pattern and purpose for each glob, or None if there is no mapping.

        Raises:
            ContractError: the mapping is malformed; the text has file and line.
        """
        table = self._root
        for key in ("tool", _TABLE_NAME) if self._shared else ():
            table = table.get(key) if isinstance(table, dict) else None
        if table is None:
            return None
        if not isinstance(table, dict):
            raise self._error(f"{_TABLE_NAME} must be a table")
        for key in table:
            try:
                require_key(key, ("files",))
            except PurposeError as error:
                raise self._error(str(error), key) from None
        files = table.get("files", {})
        if not isinstance(files, dict):
            raise self._error("files must be a table with globs as keys", "files")
        return [self._rule(glob, row, choices) for glob, row in files.items()]

    def _rule(self, glob: str, row: Any, choices: Choices) -> tuple[re.Pattern[str], Purpose]:
        title = display_key(glob) or "an empty glob"
        if re.search(_NO_PATH, glob):
            advice = "write a relative path with / between names, such as patches/**"
            raise self._error(f"{title} matches no file; {advice}", glob)
        if not isinstance(row, dict):
            raise self._error(f'{title}: write a table, such as {{source = "..."}}', glob)
        for key, value in row.items():
            try:
                parse_purpose({key: value}, choices)
            except PurposeError as error:
                raise self._error(str(error), glob, key) from None
        return _compile_glob(glob), parse_purpose(row, choices)

    def _error(self, message: str, *keys: str) -> ContractError:
        """Return the error of a key inside the mapping. `keys`: the path to it."""
        line = self._first_line()
        for key in keys:
            pattern = _key_pattern(key)
            for number in range(line, len(self._lines)):
                if pattern.search(self._lines[number]):
                    line = number
                    break
        return ContractError(f"{self._name}:{line + 1}: {message}")

    def _first_line(self) -> int:
        """Return the index of the line at which the mapping starts."""
        if self._shared:
            for number, line in enumerate(self._lines):
                if _TABLE_NAME in line and line.lstrip()[:1] == "[":
                    return number
        return 0


def _key_pattern(key: str) -> re.Pattern[str]:
    """Return a pattern of a TOML key, bare or in quotes, as it is or escaped."""
    escaped = key.encode("unicode_escape").decode()
    spellings = [key]
    for quote in "\"'":
        spellings += [f"{quote}{key}{quote}", f"{quote}{escaped}{quote}"]
    alternatives = "|".join(map(re.escape, spellings))
    return re.compile(rf"""(?:^|[\s\[{{.,'"])(?:{alternatives})(?=['"\s.=\]]|$)""")


def _compile_glob(glob: str) -> re.Pattern[str]:
    parts = [_GLOB_PARTS.get(part) or re.escape(part) for part in re.split(_GLOB_PART, glob)]
    return re.compile("".join(parts), re.DOTALL)
