"""Mappings of files in folders: globs with the purpose of the files, and patterns to exclude.

They are the keys `files` and `exclude` of `deploy-contract.toml`, or of the table
`tool.deploy-contract` in `pyproject.toml`. This module avoids imports as `purposes` does.
"""

import os
import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from deploy_contract.cli.printing import warn
from deploy_contract.cli.purposes import (
    FIELDS,
    UNSTATED,
    Choices,
    Purpose,
    combined,
    display_key,
    parse_purpose,
    unknown_key,
)
from deploy_contract.exceptions import ContractError
from deploy_contract.files.documents import STANDARD_INPUT, unreadable
from deploy_contract_format.printing import decode_name, escape_name
from deploy_contract_format.reading import FileError, read_regular
from deploy_contract_format.suggestions import nearest

OWN, SHARED = "deploy-contract.toml", "pyproject.toml"
_MAX_BYTES = 1 << 20
_TABLE_NAME = "deploy-contract"
_TABLE_HEAD = rf"\s*\[.*{_TABLE_NAME}"
# Finds out whether a pyproject.toml may have the table: parsing it takes longer than judging a file
_TABLE = rb"""deploy-contract(?:["']?\s*(?:[\].]|=(?!=))|(?<=\[tool\.deploy-contract)(?!\S))"""
_TOML_TOKEN = r"""'[^']*+'|"(?:[^"\\]|\\.)*+"|[\w-]+"""
# Globs that match no relative path in normal form.
_NO_PATH = r"^$|^/|/$|//|(?:^|/)\.\.?(?:/|$)"
_ANY_FOLDERS = r"((?<![^/])\*\*/|\*\*)"
_ANY_PATTERNS = {"**/": "(?:.*?/)??", "**": ".*?"}

_KEYS = ("files", "exclude")
_FILE_KEYS = (*FIELDS, "policies", "modes")


class Mappings:
    """The mappings of files. A file uses the mapping of the nearest folder above that has one.

    The keys of the table `files` are globs relative to the folder, and its values state a purpose.
    If several globs match, later ones win, key by key. `exclude` is a list of globs of files and
    folders that are left out. In a glob, `*` and `?` stop at `/`, and `**` does not. The globs of
    the argument `exclude` are relative to the working directory.

    Attributes:
        idle: the globs of the argument `exclude` that have matched no file so far.

    Raises:
        ContractError: a glob of `exclude` can match no file.
    """

    def __init__(self, choices: Choices, exclude: Iterable[str] = ()) -> None:
        self._choices = choices
        self._nearest = cache(self._find)
        self._of_folder = cache(self._look_up)  # folders have many files
        self._exclude = {glob: _exclusion(glob, "--exclude") for glob in exclude}
        self.idle = list(self._exclude)

    def purpose(self, name: str) -> Purpose | None:
        """Return the purpose of a file, or None if it is to be left out.

        Files that match the same globs of a mapping get the same object.

        Raises:
            ContractError: a mapping is malformed.
            UnreadableError: the working directory no longer exists.
        """
        if name == STANDARD_INPUT:
            return UNSTATED
        folder, base = os.path.split(name)
        try:
            mapping, before = self._of_folder(folder)
            shown = decode_name(os.path.relpath(name or ".")) if self._exclude else ""
        except FileNotFoundError:
            reason = "no mapping can be found: the working directory no longer exists"
            raise unreadable(name, reason) from None
        excluding = [glob for glob, pattern in self._exclude.items() if pattern.fullmatch(shown)]
        if excluding:
            self.idle = [glob for glob in self.idle if glob not in excluding]
            return None
        return UNSTATED if mapping is None else mapping.purpose(before + base)

    def _look_up(self, folder: str) -> "tuple[_Mapping | None, str]":
        """Return the mapping for a folder, and the path to it from the folder of the mapping."""
        path = os.path.join(os.path.abspath(folder), "")  # noqa: PTH100, PTH118
        mapping = self._nearest(os.path.dirname(path))  # noqa: PTH120
        return mapping, path.removeprefix(mapping.folder) if mapping else ""

    def _find(self, folder: str) -> "_Mapping | None":
        """Return the mapping of an absolute folder or of the nearest folder above, or None."""
        mapping, above = _read_folder(folder, self._choices), os.path.dirname(folder)  # noqa: PTH120
        return self._nearest(above) if mapping is None and above != folder else mapping


class _Mapping(NamedTuple):
    folder: str  # absolute, with a `/` at its end
    rules: list[tuple[re.Pattern[str], Purpose]]
    excluded: list[re.Pattern[str]]
    merged: dict[tuple[int, ...], Purpose]  # by the numbers of the rules that match

    def purpose(self, path: str) -> Purpose | None:
        """Return the purpose of a file by its relative path, or None if it is excluded."""
        name = decode_name(path)  # as globs are written, in every locale
        for pattern in self.excluded:
            if pattern.fullmatch(name):
                return None
        rules = enumerate(self.rules)
        matching = tuple([number for number, (glob, _) in rules if glob.fullmatch(name)])
        if matching not in self.merged:
            purposes = [self.rules[number][1] for number in reversed(matching)]
            self.merged[matching] = combined(*purposes)
        return self.merged[matching]


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
            mapping = _read_mapping(folder, name, body, choices)
            if mapping is not None:
                return mapping
    return None


def _exclusion(glob: str, where: str) -> re.Pattern[str]:
    return _compile_glob(glob.removesuffix("/"), where, "(?:/.*)?")


def shortest(path: str) -> str:
    """Return a path for messages. An absolute path becomes a relative one if that is shorter."""
    if not os.path.isabs(path):  # noqa: PTH117
        return path
    try:
        return min(os.path.relpath(path), path, key=len)
    except FileNotFoundError:  # the working directory no longer exists
        return path


def _read_mapping(folder: str, base: str, body: bytes, choices: Choices) -> _Mapping | None:
    """Return the mapping of a TOML file, or None.

    Raises:
        ContractError: the file is not TOML, or the mapping is wrong; with file and line.
    """
    from deploy_contract.files.toml_text import parse_toml

    name = escape_name(shortest(os.path.join(folder, base)))  # noqa: PTH118
    table: Any = parse_toml(name, body)
    lines, first = body.decode("utf-8").split("\n"), 0
    if base == SHARED:
        for key in ("tool", _TABLE_NAME):
            table = table.get(key) if isinstance(table, dict) else None
        heads = [at for at, line in enumerate(lines) if re.match(_TABLE_HEAD, line)]
        first = heads[0] if heads else 0

    found = defaultdict[str, list[int]](list)  # the lines of each word and text in quotes
    for number, line in enumerate(lines):
        for token in re.findall(_TOML_TOKEN, line):
            found[token].append(number)

    def place(*keys: str) -> str:
        """Return the file with the line of a key inside the mapping. `keys`: the path to it."""
        from bisect import bisect_left  # an empty mapping does not need it

        line = first
        for key in keys:
            escaped = key.encode("unicode_escape").decode()
            spellings = {key, f"'{key}'", f'"{key}"', f'"{escaped}"'} & found.keys()
            later: list[int] = []
            for spelling in spellings:
                at = bisect_left(found[spelling], line)
                later += found[spelling][at : at + 1]
            line = min(later, default=line)
        return f"{name}:{line + 1}"

    def require(is_right: object, message: str, *keys: str) -> None:
        if not is_right:
            raise ContractError(f"{place(*keys)}: {message}")

    def stated(glob: str, row: Any) -> Purpose:
        title = display_key(glob)
        require(isinstance(row, dict), f'{title}: write a table, such as {{source = "..."}}', glob)
        purpose: dict[str, Any] = {}
        for key, value in row.items():
            try:
                purpose |= parse_purpose({key: value}, choices, folder, _FILE_KEYS)
            except ContractError as error:
                raise ContractError(f"{place(glob, key)}: {error}") from None
            if key in ("modes", "policies"):
                purpose[f"{key}_at"] = place(glob, key)
        return purpose

    if table is None:
        return None
    require(isinstance(table, dict), f"{_TABLE_NAME} must be a table")
    for key in table:
        require(key in _KEYS, unknown_key(key, _KEYS), key)
    files, globs = table.get("files", {}), table.get("exclude", [])
    require(isinstance(files, dict), "files must be a table with globs as keys", "files")
    rules = []
    for glob, row in files.items():
        rules.append((_compile_glob(glob, place(glob)), stated(glob, row)))
        if reason := _idle_reason(folder, glob):
            warn(f"{place(glob)}: {display_key(glob)} matches no file: {reason}")
    is_list = isinstance(globs, list) and all(isinstance(glob, str) for glob in globs)
    message = 'exclude must be a list of globs, such as ["patches/drafts"]'
    require(is_list, message, "exclude")
    for glob in globs:
        if reason := _idle_reason(folder, glob.removesuffix("/"), excludes=True):
            warn(f"{place('exclude', glob)}: {display_key(glob)} matches no file: {reason}")
    excluded = [_exclusion(glob, place("exclude")) for glob in globs]
    return _Mapping(os.path.join(folder, ""), rules, excluded, {})  # noqa: PTH118


def _idle_reason(folder: str, glob: str, *, excludes: bool = False) -> str:
    """Return the reason why a glob matches no file of a folder now, or "" if it may match one.

    Only the part before the first wildcard is checked: a search may take long. A glob that
    `excludes` may name a folder, or files that a program writes later.
    """
    if "\\" in glob:
        return "write / between names, not \\"
    fixed = re.split("[*?]", glob, maxsplit=1)[0]
    if fixed != glob:
        fixed = os.path.dirname(fixed)  # noqa: PTH120
    path = os.path.join(os.fsencode(folder), fixed.encode())  # noqa: PTH118 - in every locale
    if not os.path.exists(path):  # noqa: PTH110
        near = _near_name(path)
        question = f"; did you mean {display_key(near)}?" if near else ""
        return "" if excludes and not near else f"there is no {display_key(fixed)}{question}"
    is_folder = fixed == glob and os.path.isdir(path)  # noqa: PTH112
    return f"it is a folder; write {display_key(glob)}/**" if is_folder and not excludes else ""


def _near_name(path: bytes) -> str | None:
    """Return the name in a folder that is nearest to the name of a missing file there, or None."""
    around, name = os.path.split(path)
    try:
        return nearest(name.decode(), map(decode_name, map(os.fsdecode, os.listdir(around))))  # noqa: PTH208
    except OSError:
        return None


def _compile_glob(glob: str, where: str, end: str = "") -> re.Pattern[str]:
    """Return the pattern of a glob. Raises ContractError if it can match no file.

    `end`: a pattern of further characters that match.
    """
    if re.search(_NO_PATH, glob):
        advice = "write a relative path with / between names, such as patches/**"
        title = display_key(glob) or "an empty glob"
        raise ContractError(f"{where}: {title} matches no file; {advice}")
    return re.compile(_glob_pattern(glob) + end, re.DOTALL)


def _glob_pattern(glob: str) -> str:
    """Return the regular expression of a glob.

    Matching takes time of at most the square of the path's length. The part before each `**` is an
    atomic group: its first match is the only one tried, since the `**` can take the text after it.
    """
    first, *others = re.split(_ANY_FOLDERS, glob)
    parts = [_part_pattern(first)]
    for wildcard, text in zip(others[::2], others[1::2], strict=True):
        parts[-1] = f"(?>{parts[-1]})"
        parts.append(_ANY_PATTERNS[wildcard] + _part_pattern(text))
    return "".join(parts)


def _part_pattern(text: str) -> str:
    """Return the regular expression of a part of a glob that has no `**`."""
    pattern, *others = [re.escape(one).replace(r"\?", "[^/]") for one in text.split("*")]
    for number, other in enumerate(others, 1):
        wildcard = f"[^/]*?{other}"
        pattern += wildcard if number == len(others) else f"(?>{wildcard})"
    return pattern
