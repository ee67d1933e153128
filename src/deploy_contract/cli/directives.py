"""What a file is for: said by its own first comment, or by a mapping of globs in a folder above it."""

import os
import re
from collections import deque
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from deploy_contract.document import wire
from deploy_contract.document.undeclared import nearest
from deploy_contract.files.documents import STANDARD_INPUT, UnreadableError
from deploy_contract.options import UNKNOWN
from deploy_contract.report import ContractError
from deploy_contract.tables import tables
from deploy_contract_format.faults import TextError, shown, whole
from deploy_contract_format.pointer import LONGEST_TOKEN
from deploy_contract_format.reading import FileError, read_regular

MARK = b"deploy-contract:"  # what such a comment begins with
OWN, SHARED = "deploy-contract.toml", "pyproject.toml"
MOST_OF_MAPPING = 1 << 20  # bytes of a file that has one
MOST = 20  # comments without effect that are told of a file
IDLE = "this comment has no effect; write `# deploy-contract: KEY=VALUE ...` among the comments before the first document"
_COMMENT = re.compile(rb"#[ \t]*deploy-contract:(.*)")
_TABLE = re.compile(
    rb"""deploy-contract["']?\s*(?:[\].]|=(?!=))"""
)  # the parser costs more than a verdict: perhaps a table
_LEADING = r"[ \t\r]*(?:#.*|%.*|---[ \t\r]*)?"  # a line that may come before such a comment
_BEFORE = re.compile(_LEADING.encode())
_NAME = re.compile("deploy-contract", re.IGNORECASE)
_HEAD = re.compile(rf"(?:{_LEADING}\n)*")
_SEEMING = re.compile(  # what seems to be such a comment, however it is spelt
    r"#[ \t]*(?:deploy-contract:|(?i:deploy-contract[ \t]*:?[ \t]*(?:as|source|hosting|unknown[-_]fields)[ \t]*=))"
)
_NO_PATH = re.compile(
    r"^$|^/|/$|//|(?:^|/)\.\.?(?:/|$)"
)  # what the path of no file below a folder has
_SIGN = re.compile(r"(?:^|[ \t])#")


class Purpose(NamedTuple):
    """What is said of a file; None where nothing is. The names of the fields are those of the command's options."""

    kind: str | None = None
    source: str | None = None
    hosting: str | None = None
    unknown_fields: str | None = None

    def over(self, other: "Purpose") -> "Purpose":
        """This one, and what only the other says."""
        return Purpose(
            *[
                mine if mine is not None else theirs
                for mine, theirs in zip(self, other, strict=True)
            ]
        )


NOTHING = Purpose()
_FIELDS = {
    "as": "kind",
    "source": "source",
    "hosting": "hosting",
    "unknown-fields": "unknown_fields",
}


class _OddError(Exception):
    """What is wrong with a key or its value, in one line."""


@cache
def _known() -> Mapping[str, tuple[str, ...]]:
    book = tables().book
    return {
        "as": tuple(book.kinds),
        "source": tuple(book.sources),
        "hosting": book.hostings,
        "unknown-fields": tuple(UNKNOWN),
    }


def _purpose(said: Mapping[str, Any]) -> Purpose:
    for key, value in said.items():
        if key not in _FIELDS:
            raise _OddError(f"{_cut(key)} is no key{_advice(key, tuple(_FIELDS))}")
        if not isinstance(value, str) or value not in _known()[key]:
            raise _OddError(
                f"{key} is none of {', '.join(_known()[key])}{_advice(value, _known()[key], listed=True)}"
            )
    return Purpose(**{_FIELDS[key]: value for key, value in said.items()})


def _cut(key: str) -> str:
    """A key as messages show it: one printable line, as long as pointers show keys."""
    text = shown(key)
    return text if len(text) <= LONGEST_TOKEN else f"{text[: LONGEST_TOKEN - 3]}..."


def _advice(word: object, known: tuple[str, ...], *, listed: bool = False) -> str:
    near = nearest(word, known) if isinstance(word, str) else None
    return (
        f"; did you mean {near}?"
        if near
        else ""
        if listed
        else f"; the keys are {', '.join(known)}"
    )


def of_comment(name: str, body: bytes) -> Purpose:
    """What a YAML file says of itself: `# deploy-contract: KEY=VALUE ...` among the comments before its first document.

    UnreadableError, one line with file and line, where it says what makes no sense.
    """
    if MARK not in body:
        return NOTHING
    said: dict[str, str] = {}
    found = 0
    for number, line in enumerate(body.split(b"\n"), 1):
        match = _COMMENT.match(line.lstrip(b" \t"))
        try:
            if match:
                _once(found)
                found = number
                said = _pairs(match[1].decode("utf-8", "replace"))
                _purpose(said)
            elif not _BEFORE.fullmatch(line):
                break
        except _OddError as odd:
            raise UnreadableError(
                f"{shown(name)}:{number}: deploy-contract comment: {odd}", name, number
            ) from None
    return _purpose(said)


def idle_comments(body: bytes) -> list[int]:
    """The lines of a YAML file with comments that seem to say what it is for, but stand, or are spelt, so that they do not."""
    if b"deploy-contract" not in body.lower():
        return []
    try:
        text = wire.text(body)
    except TextError:
        return []
    seeming: list[int] = []
    head, done = _HEAD.match(text), 0
    for found in _NAME.finditer(text):
        if found.start() < done:
            continue  # of the same line
        start, done = (
            text.rfind("\n", 0, found.start()) + 1,
            text.find("\n", found.start()) + 1 or len(text),
        )
        line = text[start:done].rstrip("\n")
        sign = _SIGN.search(line)
        first = head is not None and start <= head.end()
        if (
            sign
            and _SEEMING.match(line, sign.end() - 1)
            and not (first and _COMMENT.match(line.lstrip(" \t").encode()))
        ):
            seeming.append(start + sign.end() - 1)
    return (
        [text.count("\n", 0, at) + 1 for at in islice(_comments(text, seeming), MOST)]
        if seeming
        else []
    )


def _comments(text: str, places: list[int]) -> Iterator[int]:
    """Those of the ascending places in a YAML text that lie in no scalar, as far as the text is YAML."""
    try:
        import yaml
    except ModuleNotFoundError:  # whoever reads the file says what it needs
        return
    waiting = deque(places)
    try:
        for token in yaml.scan(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            while waiting and waiting[0] < token.start_mark.index:
                yield waiting.popleft()
            while (
                isinstance(token, yaml.ScalarToken)
                and waiting
                and waiting[0] < token.end_mark.index
            ):
                waiting.popleft()
    except yaml.YAMLError:
        return
    yield from waiting


def _once(found: int) -> None:
    if found:
        raise _OddError(f"there is one already, on line {found}; write them together")


def _pairs(text: str) -> dict[str, str]:
    said: dict[str, str] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals:
            raise _OddError(f"write KEY=VALUE, with a key of {', '.join(_FIELDS)}")
        if key in said:
            raise _OddError(f"{_cut(key)} is said twice")
        said[key] = value
    return said


class Mappings:
    """The mappings of globs that hold for files: of the nearest folder above each that has one. Each is read once.

    In `deploy-contract.toml` a table `files`, in `pyproject.toml` `tool.deploy-contract.files`: from globs, relative to the
    folder, to what is said of the files that match; where several match, the later one wins, key by key. In a glob `*` and `?`
    stop at a `/`, `**` does not; all else is literal.
    """

    def __init__(self) -> None:
        self._folders: dict[str, _Mapping | None] = {}

    def purpose(self, name: str) -> Purpose:
        """What is said of a file. ContractError, one line with file and line, where a mapping makes no sense."""
        if name == STANDARD_INPUT:
            return NOTHING
        folder, _, last = name.rpartition("/")
        folder = folder or ("/" if name.startswith("/") else ".")
        try:
            if folder not in self._folders:
                self._folders[folder] = self._nearest(os.path.abspath(folder))  # noqa: PTH100 - pathlib costs more than all this
            mapping = self._folders[folder]
            return mapping.purpose(folder, last) if mapping else NOTHING
        except FileNotFoundError:
            raise UnreadableError(
                f"{shown(name)}: what is said of it cannot be found: the working directory is gone",
                name,
            ) from None

    def _nearest(self, folder: str) -> "_Mapping | None":
        if folder not in self._folders:
            above = folder.rpartition("/")[0] or "/"
            self._folders[folder] = _read(folder) or (
                None if above == folder else self._nearest(above)
            )
        return self._folders[folder]


class _Mapping:
    """The mapping of a folder."""

    def __init__(self, folder: str, said: list[tuple[re.Pattern[str], Purpose]]) -> None:
        self._folder = folder
        self._said = said
        self._within: dict[str, str] = {}

    def purpose(self, folder: str, last: str) -> Purpose:
        if folder not in self._within:
            path = os.path.relpath(os.path.abspath(folder), self._folder)  # noqa: PTH100
            self._within[folder] = "" if path == "." else f"{path}/"
        found, path = (
            NOTHING,
            whole(self._within[folder] + last),
        )  # as globs are written, whatever the locale is
        for pattern, purpose in self._said:
            if pattern.fullmatch(path):
                found = purpose.over(found)
        return found


def _read(folder: str) -> _Mapping | None:
    for name in (OWN, SHARED):
        path = os.path.join(folder, name)  # noqa: PTH118
        try:
            body = read_regular(path, MOST_OF_MAPPING)
        except FileError as error:
            if error.missing:
                continue
            raise ContractError(f"{_near(path)}: {error}") from None
        if name == OWN or _TABLE.search(body):
            said = _mapping(_near(path), body, shared=name == SHARED)
            if said is not None:
                return _Mapping(folder, said)
    return None


def _near(path: str) -> str:
    """A path as messages show it: relative, where that is shorter."""
    try:
        return shown(min(os.path.relpath(path), path, key=len))
    except FileNotFoundError:  # the working directory is gone
        return shown(path)


def _mapping(
    name: str, body: bytes, *, shared: bool
) -> list[tuple[re.Pattern[str], Purpose]] | None:
    """The mapping in a TOML file; None where it has none."""
    import tomllib

    try:
        text = body.decode("utf-8")
        table: Any = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # its text may quote the file
        at = re.search(r"at line (\d+), column (\d+)", str(error))
        raise ContractError(
            f"{name}{f':{at[1]}:{at[2]}' if at else ''}: no TOML document"
        ) from None
    path = ["tool", "deploy-contract"] if shared else []
    for key in path:
        table = table.get(key) if isinstance(table, dict) else None
    if table is None:
        return None
    lines, start = text.split("\n"), 0
    if shared:
        start = next(
            (
                number
                for number, line in enumerate(lines)
                if "deploy-contract" in line and line.lstrip()[:1] == "["
            ),
            0,
        )

    def refuse(told: str, *keys: str) -> ContractError:
        at = start
        for key in keys:
            spelt = (
                key,
                *(
                    quote + way + quote
                    for quote in "\"'"
                    for way in (key, key.encode("unicode_escape").decode())
                ),
            )
            begins = re.compile(
                rf"""(?:^|[\s\[{{.,'"])(?:{"|".join(map(re.escape, spelt))})(?=['"\s.=\]]|$)"""
            )
            at = next(
                (number for number, line in enumerate(lines[at:], at) if begins.search(line)), at
            )
        return ContractError(f"{name}:{at + 1}: {told}")

    if not isinstance(table, dict):
        raise refuse("deploy-contract is a table")
    for key in table:
        if key != "files":
            raise refuse(f"{_cut(key)} is no key{_advice(key, ('files',))}", key)
    files = table.get("files", {})
    if not isinstance(files, dict):
        raise refuse("files is a table from globs to what is said of the files", "files")
    said = []
    for glob, row in files.items():
        if _NO_PATH.search(glob):
            told = (
                "matches no file; write a path from here with / between names, such as patches/**"
            )
            raise refuse(f"{_cut(glob) or 'an empty glob'} {told}", glob)
        if not isinstance(row, dict):
            raise refuse(f'{_cut(glob)}: write a table, such as {{source = "..."}}', glob)
        for key, value in row.items():
            try:
                _purpose({key: value})
            except _OddError as odd:
                raise refuse(str(odd), glob, key) from None
        said.append((_pattern(glob), _purpose(row)))
    return said


def _pattern(glob: str) -> re.Pattern[str]:
    parts = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    return re.compile(
        "".join(
            parts.get(part) or re.escape(part) for part in re.split(r"(\*\*/|\*\*|\*|\?)", glob)
        ),
        re.DOTALL,
    )
