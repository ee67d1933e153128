"""The purpose of a file: its kind, source and hosting, and how undeclared fields are treated.

A YAML file states it in comments `# deploy-contract: KEY=VALUE ...`. Folders state it by globs, in
`deploy-contract.toml` or `pyproject.toml`.

A run that judges one file takes about as long as its imports. So this module uses os.path, not
pathlib, and compiles its patterns when they are first needed.
"""

import os
import re
from collections import deque
from collections.abc import Collection, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from deploy_contract.bundle import Bundle
from deploy_contract.exceptions import ContractError
from deploy_contract.files.documents import STANDARD_INPUT, UnreadableError
from deploy_contract.judge.python import wire
from deploy_contract.options import UNKNOWN_FIELDS
from deploy_contract_format.errors import TextError
from deploy_contract_format.pointer import LONGEST_TOKEN
from deploy_contract_format.printing import decode_name, escape_name
from deploy_contract_format.reading import FileError, read_regular
from deploy_contract_format.suggestions import did_you_mean, must_be_one_of, nearest

Choices: TypeAlias = Mapping[str, tuple[str, ...]]  # key -> the values that it may have

FIELDS = {
    "as": "kind",
    "source": "source",
    "hosting": "hosting",
    "unknown-fields": "unknown_fields",
}  # key -> field of Purpose


class Purpose(NamedTuple):
    """Options that apply to one file, named like those of the command; None if not stated."""

    kind: str | None = None
    source: str | None = None
    hosting: str | None = None
    unknown_fields: str | None = None

    def over(self, other: "Purpose") -> "Purpose":
        """Return this purpose, with the fields that it does not state taken from the other."""
        merged = []
        for own, others in zip(self, other, strict=True):
            merged.append(others if own is None else own)
        return Purpose(*merged)


UNSTATED = Purpose()


class PurposeError(Exception):
    """A wrong key or value. The text is one line."""


def choices_of(bundle: Bundle) -> Choices:
    """Return the values that each key may have under a contract."""
    book = bundle.book
    return {
        "as": tuple(book.kinds),
        "source": tuple(book.sources),
        "hosting": book.hostings,
        "unknown-fields": tuple(UNKNOWN_FIELDS),
    }


def parse_purpose(values: Mapping[str, Any], choices: Choices) -> Purpose:
    """Return the purpose that keys and values state.

    Raises:
        PurposeError: a key is unknown, or its value is not one of the choices.
    """
    fields = {}
    for key, value in values.items():
        require_key(key, FIELDS)
        if not isinstance(value, str) or value not in choices[key]:
            raise PurposeError(must_be_one_of(key, value, choices[key]))
        fields[FIELDS[key]] = value
    return Purpose(**fields)


def require_key(key: str, known: Collection[str]) -> None:
    """Raise PurposeError if a key is not one of those known."""
    if key not in known:
        advice = did_you_mean(nearest(key, known), f"the keys are {', '.join(known)}")
        raise PurposeError(f"unknown key {display_key(key)}; {advice}")


def display_key(key: str) -> str:
    """Return a key as one printable line, cut to the length that pointers have too."""
    text = escape_name(key)
    return text if len(text) <= LONGEST_TOKEN else f"{text[: LONGEST_TOKEN - 3]}..."


# --- comments

NO_EFFECT = (
    "this comment has no effect; write `# deploy-contract: KEY=VALUE ...` "
    "among the comments before the first document"
)
_MARK = b"deploy-contract:"
_MAX_IDLE = 20  # comments without effect that are reported for one file
_COMMENT = rb"#[ \t]*deploy-contract:(.*)"
_LEADING = r"[ \t\r]*(?:#.*|%.*|---[ \t\r]*)?"  # a line that may precede such a comment
_HEAD = rf"(?:{_LEADING}\n)*"
_NAME = "deploy-contract"
_LIKELY = (  # a comment that seems to state a purpose, however it is spelt
    r"#[ \t]*(?:deploy-contract:"
    r"|(?i:deploy-contract[ \t]*:?[ \t]*(?:as|source|hosting|unknown[-_]fields)[ \t]*=))"
)
_COMMENT_SIGN = r"(?:^|[ \t])#"


def read_comment(name: str, body: bytes, choices: Choices) -> Purpose:
    """Return the purpose that a YAML file states in the comments before its first document.

    Args:
        name: the name of the file.
        body: its bytes.
        choices: the values that each key may have.

    Raises:
        UnreadableError: a key or value is wrong, or there are two such comments.
    """
    if _MARK not in body:
        return UNSTATED
    purpose = UNSTATED
    first = 0
    for number, line in enumerate(body.split(b"\n"), 1):
        match = re.match(_COMMENT, line.lstrip(b" \t"))
        if not match:
            if not re.fullmatch(_LEADING.encode(), line):
                break
            continue
        try:
            if first:
                raise PurposeError(f"line {first} has one already; write them as one")
            first = number
            purpose = parse_purpose(_parse_pairs(match[1].decode("utf-8", "replace")), choices)
        except PurposeError as error:
            text = f"{escape_name(name)}:{number}: deploy-contract comment: {error}"
            raise UnreadableError(text, name, number) from None
    return purpose


def _parse_pairs(text: str) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals:
            raise PurposeError(f"write KEY=VALUE; the keys are {', '.join(FIELDS)}")
        if key in pairs:
            raise PurposeError(f"{display_key(key)} occurs twice")
        pairs[key] = value
    return pairs


def idle_comments(body: bytes, *, has_effect: bool) -> list[int]:
    """Return the lines of comments that seem to state a purpose but have no effect.

    They are behind the start of a document, or misspelt. At most `_MAX_IDLE` are returned.

    Args:
        body: the bytes of the file.
        has_effect: True if one comment of the file has an effect.
    """
    names = body.lower().count(_NAME.encode())
    if names == int(has_effect):
        return []  # it is that of the comment with effect
    try:
        text = wire.text(body)
    except TextError:
        return []
    head = re.match(_HEAD, text)
    head_end = head.end() if head else -1
    sign_of, likely_at = re.compile(_COMMENT_SIGN).search, re.compile(_LIKELY).match
    likely: list[int] = []
    done = 0
    for found in re.finditer(_NAME, text, re.IGNORECASE):
        if found.start() < done:
            continue  # the line was searched already
        start = text.rfind("\n", 0, found.start()) + 1
        done = text.find("\n", found.start()) + 1 or len(text)
        line = text[start:done].rstrip("\n")
        sign = sign_of(line)
        if not sign or not likely_at(line, sign.end() - 1):
            continue
        is_effective = start <= head_end and re.match(_COMMENT, line.lstrip(" \t").encode())
        if not is_effective:
            likely.append(start + sign.end() - 1)
    if not likely:
        return []
    return [text.count("\n", 0, at) + 1 for at in islice(_outside_scalars(text, likely), _MAX_IDLE)]


def _outside_scalars(text: str, offsets: list[int]) -> Iterator[int]:
    """Yield the offsets, in ascending order, that are not inside a scalar of a YAML text.

    Ends at the first syntax error.
    """
    try:
        import yaml
    except ModuleNotFoundError:  # reading the document reports the missing extra
        return
    waiting = deque(offsets)
    try:
        for token in yaml.scan(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            while waiting and waiting[0] < token.start_mark.index:
                yield waiting.popleft()
            if isinstance(token, yaml.ScalarToken):
                while waiting and waiting[0] < token.end_mark.index:
                    waiting.popleft()
    except yaml.YAMLError:
        return
    yield from waiting


# --- mappings

OWN, SHARED = "deploy-contract.toml", "pyproject.toml"
_MAX_BYTES = 1 << 20
_TABLE_NAME = "deploy-contract"
# Whether a pyproject.toml may have the table: parsing it takes longer than judging a file.
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
