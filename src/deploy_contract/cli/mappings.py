"""Mappings of files in folders: globs with the purpose of the files, and patterns to exclude.

In `deploy-contract.toml` they are the tables `files` and `exclude`, in `pyproject.toml` those of
`tool.deploy-contract`. This module avoids imports as `purposes` does.
"""

import os
import re
from collections.abc import Iterable
from functools import reduce
from typing import Any

from deploy_contract.cli.purposes import (
    FIELDS,
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

OWN, SHARED = "deploy-contract.toml", "pyproject.toml"
_MAX_BYTES = 1 << 20
_TABLE_NAME = "deploy-contract"
# Whether a pyproject.toml may have the table: parsing it takes longer than judging a file.
_TABLE = rb"""deploy-contract["']?\s*(?:[\].]|=(?!=))"""
# Globs that match no relative path in normal form.
_NO_PATH = r"^$|^/|/$|//|(?:^|/)\.\.?(?:/|$)"
_GLOB_PARTS = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
_GLOB_PART = r"(\*\*/|\*\*|\*|\?)"

_KEYS = ("files", "exclude")
_FILE_KEYS = (*FIELDS, "policies", "modes")
_Rules = list[tuple[re.Pattern[str], Purpose]]
_Patterns = list[re.Pattern[str]]


class Mappings:
    """The mappings of files: each file uses that of the nearest folder above it which has one.

    The keys of the table `files` are globs relative to the folder, its values state a purpose. If
    several match, later ones win, key by key. `exclude` is a list of globs of files and folders
    that are left out. In a glob, `*` and `?` stop at `/`, and `**` does not. Each file of mappings
    is read once.

    Args:
        choices: the values that each key may have.
        exclude: further globs to exclude, relative to the working directory.

    Raises:
        ContractError: such a glob matches no file.
    """

    def __init__(self, choices: Choices, exclude: Iterable[str] = ()) -> None:
        self._choices = choices
        self._folders: dict[str, _Mapping | None] = {}
        self._own: _Mapping | None = None
        patterns = [_exclusion(glob, "--exclude") for glob in exclude]
        if patterns:
            self._own = _Mapping(os.path.abspath("."), [], patterns)  # noqa: PTH100

    def purpose(self, name: str) -> Purpose:
        """Return the purpose of a file: one value for all files that the same globs match.

        Raises:
            ContractError: a mapping is malformed.
            UnreadableError: the working directory no longer exists.
        """
        folder, base, mapping = self._found(name)
        return mapping.purpose(folder, base) if mapping else UNSTATED

    def excludes(self, name: str) -> bool:
        """Return True if a file is to be left out. Raises what `purpose` raises."""
        folder, base, mapping = self._found(name)
        if self._own is not None and self._own.excludes(folder, base):
            return True
        return mapping is not None and mapping.excludes(folder, base)

    def _found(self, name: str) -> tuple[str, str, "_Mapping | None"]:
        """Return the folder of a file, its name in the folder, and the mapping of the folder."""
        folder, _, base = name.rpartition("/")
        if name == STANDARD_INPUT:
            return ".", base, None
        if not folder:
            folder = "/" if name.startswith("/") else "."
        if folder not in self._folders:
            try:
                self._folders[folder] = self._nearest(os.path.abspath(folder))  # noqa: PTH100
            except FileNotFoundError:
                reason = "no mapping can be found: the working directory no longer exists"
                raise UnreadableError(f"{escape_name(name)}: {reason}", name) from None
        return folder, base, self._folders[folder]

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

    def __init__(self, folder: str, rules: _Rules, excluded: _Patterns) -> None:
        self._folder = folder
        self._rules = rules
        self._excluded = excluded
        self._prefixes: dict[str, str] = {}
        self._merged: dict[tuple[int, ...], Purpose] = {}

    def excludes(self, folder: str, base: str) -> bool:
        """Return True if the file `base` in a folder is excluded."""
        if not self._excluded:
            return False
        path = self._path(folder, base)
        return any(pattern.fullmatch(path) for pattern in self._excluded)

    def _path(self, folder: str, base: str) -> str:
        """Return the path of a file from the folder of the mapping."""
        if folder not in self._prefixes:
            path = os.path.relpath(os.path.abspath(folder), self._folder)  # noqa: PTH100
            self._prefixes[folder] = "" if path == "." else f"{path}/"
        return decode_name(self._prefixes[folder] + base)  # as globs are written, in every locale

    def purpose(self, folder: str, base: str) -> Purpose:
        """Return the purpose of the file `base` in a folder."""
        path = self._path(folder, base)
        found = [stated for pattern, stated in self._rules if pattern.fullmatch(path)]
        if len(found) < 2:
            return found[0] if found else UNSTATED
        key = tuple(map(id, found))  # the rules keep these values
        if key not in self._merged:
            self._merged[key] = reduce(lambda merged, stated: stated.over(merged), found)
        return self._merged[key]


def _read_folder(folder: str, choices: Choices) -> _Mapping | None:
    for name in (OWN, SHARED):
        path = os.path.join(folder, name)  # noqa: PTH118
        try:
            body = read_regular(path, _MAX_BYTES)
        except FileError as error:
            if error.missing:
                continue
            raise ContractError(f"{escape_name(shortest(path))}: {error}") from None
        if name == OWN or re.search(_TABLE, body):
            mapping = _TomlFile(folder, name, body).mapping(choices)
            if mapping is not None:
                return mapping
    return None


def _exclusion(glob: str, where: str) -> re.Pattern[str]:
    """Return the pattern of the files and folders that a glob excludes.

    Raises:
        ContractError: the glob matches no file. `where` begins the message.
    """
    glob = glob.removesuffix("/")
    if re.search(_NO_PATH, glob):
        raise ContractError(f"{where}: {_no_match(glob)}")
    return _compile_glob(glob, "(?:/.*)?")


def _no_match(glob: str) -> str:
    title = display_key(glob) or "an empty glob"
    advice = "write a relative path with / between names, such as patches/**"
    return f"{title} matches no file; {advice}"


def shortest(path: str) -> str:
    """Return a path for messages: relative if it is absolute and that is shorter."""
    if not os.path.isabs(path):  # noqa: PTH117
        return path
    try:
        return min(os.path.relpath(path), path, key=len)
    except FileNotFoundError:  # the working directory no longer exists
        return path


class _TomlFile:
    """A TOML file with a mapping.

    Args:
        folder: the folder of the file.
        base: the name of the file in the folder.
        body: its bytes.

    Raises:
        ContractError: the file is not TOML.
    """

    def __init__(self, folder: str, base: str, body: bytes) -> None:
        import tomllib

        name = escape_name(shortest(os.path.join(folder, base)))  # noqa: PTH118
        self._folder = folder
        self._name = name
        self._shared = base == SHARED
        try:
            text = body.decode("utf-8")
            self._root: Any = tomllib.loads(text)
        except (ValueError, RecursionError) as error:  # the text of the error may quote the file
            at = re.search(r"at line (\d+), column (\d+)", str(error))
            where = f":{at[1]}:{at[2]}" if at else ""
            raise ContractError(f"{name}{where}: not a TOML document") from None
        self._lines = text.split("\n")

    def mapping(self, choices: Choices) -> _Mapping | None:
        """Return the mapping, or None if there is none.

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
                require_key(key, _KEYS)
            except PurposeError as error:
                raise self._error(str(error), key) from None
        files = table.get("files", {})
        if not isinstance(files, dict):
            raise self._error("files must be a table with globs as keys", "files")
        rules = [self._rule(glob, row, choices) for glob, row in files.items()]
        return _Mapping(self._folder, rules, self._excluded(table.get("exclude", [])))

    def _excluded(self, globs: Any) -> _Patterns:
        if not isinstance(globs, list) or not all(isinstance(glob, str) for glob in globs):
            message = 'exclude must be a list of globs, such as ["patches/drafts"]'
            raise self._error(message, "exclude")
        return [_exclusion(glob, f"{self._name}:{self._line('exclude') + 1}") for glob in globs]

    def _rule(self, glob: str, row: Any, choices: Choices) -> tuple[re.Pattern[str], Purpose]:
        if re.search(_NO_PATH, glob):
            raise self._error(_no_match(glob), glob)
        if not isinstance(row, dict):
            title = display_key(glob)
            raise self._error(f'{title}: write a table, such as {{source = "..."}}', glob)
        for key, value in row.items():
            try:
                parse_purpose({key: value}, choices, self._folder, _FILE_KEYS)
            except PurposeError as error:
                raise self._error(str(error), glob, key) from None
        return _compile_glob(glob), parse_purpose(row, choices, self._folder, _FILE_KEYS)

    def _error(self, message: str, *keys: str) -> ContractError:
        """Return the error of a key inside the mapping. `keys`: the path to it."""
        return ContractError(f"{self._name}:{self._line(*keys) + 1}: {message}")

    def _line(self, *keys: str) -> int:
        """Return the index of the line of a key inside the mapping. `keys`: the path to it."""
        line = self._first_line()
        for key in keys:
            pattern = _key_pattern(key)
            for number in range(line, len(self._lines)):
                if pattern.search(self._lines[number]):
                    line = number
                    break
        return line

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


def _compile_glob(glob: str, end: str = "") -> re.Pattern[str]:
    """Return the pattern of a glob. `end`: a pattern of further characters that match."""
    parts = [_GLOB_PARTS.get(part) or re.escape(part) for part in re.split(_GLOB_PART, glob)]
    return re.compile("".join(parts) + end, re.DOTALL)
