"""Documents in files of JSON or YAML, and reports on them with lines and columns."""

from __future__ import annotations

import json
import os
import re
import stat
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from deploy_contract.contract import Contract
from deploy_contract.exceptions import ContractError
from deploy_contract.judge.python import wire
from deploy_contract.report import Report, with_changes
from deploy_contract.violations import Violation
from deploy_contract.wording import MODES, UNDECIDED
from deploy_contract_format.ambiguity import SCALAR
from deploy_contract_format.errors import Place, TextError
from deploy_contract_format.pointer import join
from deploy_contract_format.printing import escape_name
from deploy_contract_format.reading import is_yaml
from deploy_contract_format.rules import by_id
from deploy_contract_format.suggestions import nearest

if TYPE_CHECKING:
    from deploy_contract_format.yaml_text import Located


STANDARD_INPUT = "-"
ENDINGS = (".json", ".yaml", ".yml")  # files in a folder with these endings are read
_HERE = r"(?<![^/])\./++(?!-$)"  # `./` may be left out of a path, but "-" is standard input
_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
_BLOCK = 1 << 16  # bytes of a read if the size is unknown
# a comment that states the purpose of a YAML file, and a line that may precede it
_STATED = r"#[ \t]*deploy-contract:(.*)"
_LEADING = r"[ \t\r]*(?:#.*|%.*|---[ \t\r]*)?"
PIPE_SECONDS = 30.0  # the longest pause of a pipe, such as the output of a command


class Source(NamedTuple):
    """The text of a file, in which violations are located on demand.

    Attributes:
        body: the bytes of the file.
        located: the document, if the file is YAML that can be parsed.
        fault: the error, if the text is YAML that cannot be parsed.
        is_yaml: True for YAML.
    """

    body: bytes
    located: Located | None = None
    fault: TextError | None = None
    is_yaml: bool = False

    def __repr__(self) -> str:
        """Show no value of the file."""
        return f"Source(fault={self.fault!r}, is_yaml={self.is_yaml})"


class Finding(NamedTuple):
    """A violation of a document, with its place in the file.

    `word` is "error" or "note" by the mode of the rule, or "depends" if the violation is undecided.
    """

    word: str
    violation: Violation
    place: Place
    hint: str


def with_words(report: Report) -> Iterator[tuple[str, Violation]]:
    """Yield each violation of a report, after the word for its mode."""
    for violation in report.violations:
        yield MODES[violation.mode], violation
    for violation in report.undecided:
        yield UNDECIDED, violation


@dataclass  # with cached properties; not frozen, which costs more than the verdict of a small file
class Checked:
    """A document, its number in the file (from 1), its report, and the text of the file.

    `known_source` is the source of the stored deployment, if it was known.
    """

    file: str
    number: int
    report: Report
    contract: Contract
    source: Source
    known_source: str | None = None

    @property
    def name(self) -> str:
        """The name of the file as messages show it."""
        return escape_name(self.file)

    @cached_property
    def rivals(self) -> Mapping[str, Sequence[str]]:
        """The members that probably mean the same field, by the pointer of the field.

        The mapping has only fields for which a repair would rename a member.
        """
        renames = [item for item in self.report.violations if item.repair.startswith("/")]
        if not renames:
            return {}
        from deploy_contract.files.fields import reached  # few files need it
        from deploy_contract.places import tokens_of

        meant = defaultdict[str, list[str]](list)
        for around in {tokens_of(item.pointer, self.report.value)[:-1] for item in renames}:
            schema, members = reached(self.contract.bundle, self.report, around)
            names = schema.get("properties", {})
            for key in members:
                if key not in names:
                    target = join((*around, nearest(key, names) or ""))
                    meant[target].append(join((*around, key)))
        return {item.repair: meant[item.repair] for item in renames if len(meant[item.repair]) > 1}

    @property
    def violations(self) -> Iterator[tuple[str, Violation]]:
        """The violations, each with the word of a `Finding`.

        A member is not renamed if another member probably means the same field.
        """
        for word, violation in with_words(self.report):
            is_contested = violation.repair in self.rivals
            yield word, replace(violation, repair="") if is_contested else violation

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The violations in the order of lines."""
        found = []
        for word, violation in self.violations:
            found.append(Finding(word, violation, self.place(violation), self.hint(violation)))
        if len(found) > 1:  # most undecided documents have one finding
            found.sort(key=lambda finding: finding.place)
        return tuple(found)

    def place(self, violation: Violation) -> Place:
        """Return the place of the value at fault, or of the nearest value around it."""
        from deploy_contract import places  # few files need it

        source, pointer = self.source, violation.pointer
        if source.located is not None:
            value = source.located.value if self.report.value is None else self.report.value
            return source.located.place(places.tokens_of(pointer, value)) or Place(1, 1)
        if source.fault is not None and source.fault.place is not None:
            return source.fault.place
        if violation.location == "wire":
            return places.place_of_fault(source.body, violation.rule, pointer, yaml=source.is_yaml)
        return places.json_place(wire.text(source.body), pointer)

    def hint(self, violation: Violation) -> str:
        """Return the hint of a violation, without its line and column.

        If the file cannot be parsed, the hint is the reason. For a value of a wrong type, the hint
        depends on the form of the value.
        """
        if self.source.fault is not None and self.source.fault.reason is not None:
            return self.source.fault.reason
        if violation.location == "body" or violation.rule == "json-syntax":
            from deploy_contract.files.hints import own_hint  # few files need it

            found = own_hint(self.contract, self.report, self.source.body, violation)
            if found is not None:
                return found
        hint = violation.hint.removesuffix(", or raise the limit")  # no option raises it for files
        if "; see line " not in hint:
            return hint
        place = self.place(violation)
        return hint.removesuffix(f"; see line {place.line}, column {place.column}")


class UnreadableError(ContractError):
    """A file that cannot be read. The text is one line. `file` and `line` are None if unknown."""

    def __init__(self, text: str, file: str | None = None, line: int | None = None) -> None:
        super().__init__(text)
        self.file = file
        self.line = line


def unreadable(name: str, reason: str, place: Place | None = None) -> UnreadableError:
    """Return the error for a file, with its name, the reason, and the place if it is known."""
    where = f":{place.line}:{place.column}" if place else ""
    shown = escape_name(name) or '""'
    return UnreadableError(f"{shown}{where}: {reason}", name)


def read(name: str, limit: int) -> bytes:
    """Return at most `limit` + 1 bytes of a file; "-" is standard input.

    A pipe may pause for at most `PIPE_SECONDS`.

    Raises:
        UnreadableError: the file cannot be read.
    """
    try:
        if name == STANDARD_INPUT:
            if sys.stdin is None:
                raise UnreadableError("-: cannot be read: there is no standard input")
            return sys.stdin.buffer.read(limit + 1)
        file = os.open(name, _FLAGS)  # no buffer is needed
        try:
            return _content(file, limit + 1)
        finally:
            os.close(file)
    except TimeoutError:
        reason = f"is a pipe into which nothing was written for {PIPE_SECONDS:g} s"
        raise unreadable(name, reason) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a file name"
        raise unreadable(name, f"cannot be read: {reason}") from None


def _content(file: int, limit: int) -> bytes:
    """Return at most `limit` bytes of a file. Raises TimeoutError if a pipe pauses too long."""
    status, wait = os.fstat(file), None
    # the size is only a hint: it is 0 for files in /proc
    size = status.st_size if stat.S_ISREG(status.st_mode) else 0
    if stat.S_ISFIFO(status.st_mode):
        import select

        pipe = select.poll()
        pipe.register(file, select.POLLIN)
        wait = pipe.poll
    body, wanted = b"", min(limit, size + 1 if size else _BLOCK)
    while wanted > 0:
        if wait and not wait(PIPE_SECONDS * 1000):
            raise TimeoutError
        block = os.read(file, wanted)
        body += block
        if not block or len(body) == size:
            break
        wanted = min(limit - len(body), max(_BLOCK, len(body)))
    return body


def check_body(
    name: str,
    body: bytes,
    contract: Contract,
    kind: Any,
    source: Any = None,
    deployment: Any = None,
) -> Iterator[Checked]:
    """Yield each document of a text with its report.

    If a text cannot be parsed, the last report has the rule that the text violates. YAML without a
    document, such as a file of comments, yields nothing.

    `body`: the bytes that `read` returned; `source`: the source of the deployment, or None if it is
    unknown; `deployment`: the stored deployment, or a known part of it.
    """
    known = source or (deployment or {}).get("source")
    if not is_yaml(name, body) or len(body) > contract.max_bytes(kind):
        report = contract.check(body, kind, source=source, deployment=deployment)
        yield Checked(name, 1, report, contract, Source(body), known)
        return
    number = 0
    try:
        for number, located in enumerate(_yaml(name, body), 1):
            value = as_parsed(located.value)
            report = contract.check(value, kind, source=source, deployment=deployment)
            if located.unclear:
                report = _with_faults(report, contract, _faults(located))
            text = Source(body, located, is_yaml=True)
            yield Checked(name, number, report, contract, text, known)
    except TextError as error:
        text = Source(body, fault=error, is_yaml=True)
        yield Checked(name, number + 1, contract.refuse(kind, error), contract, text)


def _faults(located: Located) -> list[TextError]:
    return [TextError(SCALAR, located.place(at), at=at) for at in located.unclear]


def _with_faults(report: Report, contract: Contract, errors: Sequence[TextError]) -> Report:
    """Return a report with a violation of `yaml-scalar` for each error, unless the rule is off.

    A value that is denied for another reason gets no second violation.
    """
    rule = by_id(contract.rules)[SCALAR]
    if rule.mode == "off":
        return report
    limit = contract.limits.violations
    found = report.violations
    denied = {item.pointer for item in found if item.mode == "enforce"}
    added = [contract.refuse(None, error).violations[0] for error in errors[: limit + 1]]
    found = (*[item for item in added if item.pointer not in denied], *found)
    truncated = report.truncated or len(found) > limit
    changed = with_changes(report, violations=found[:limit], truncated=truncated)
    if rule.mode == "report":
        return changed
    status = rule.parameters["status"]
    return with_changes(changed, verdict="deny", needs=(), undecided=(), status=status)


def as_parsed(value: Any) -> Any:
    """Return a value in the form that `Contract.check` takes.

    A string is written as JSON, because `Contract.check` parses strings as JSON.
    """
    return json.dumps(value) if isinstance(value, str) else value


class Document(NamedTuple):
    """The only document of a file, and its text. Do not log this: the `repr` shows the value."""

    value: Any
    source: Source


def document(name: str, limit: int) -> Document:
    """Return the only document of a file of at most `limit` bytes; "-" is standard input.

    Raises:
        UnreadableError: the file cannot be read, is too long, or is not one document.
    """
    body = read(name, limit)
    if len(body) > limit:
        raise unreadable(name, f"is longer than {limit} bytes")
    try:
        if not is_yaml(name, body):
            return Document(wire.parse(body), Source(body))
        found = list(_yaml(name, body))
    except TextError as error:
        contract, source = Contract(), Source(body)
        if is_yaml(name, body):
            source = Source(body, fault=error, is_yaml=True)
        checked = Checked(name, 1, contract.refuse(None, error), contract, source)
        _, violation, place, hint = checked.findings[0]
        raise unreadable(name, f"{violation.message}; {hint}", place) from None
    if len(found) != 1:
        raise unreadable(name, f"one document is expected, there are {len(found)}")
    for fault in _faults(found[0]):
        reason = "programs read this plain text as different values; put it in quotes"
        raise unreadable(name, f"{reason} ({SCALAR})", fault.place)
    return Document(found[0].value, Source(body, found[0], is_yaml=True))


def _yaml(name: str, body: bytes) -> Iterator[Located]:
    from deploy_contract_format.yaml_text import yaml_documents  # files in JSON do not need it

    try:
        yield from yaml_documents(wire.text(body))
    except ModuleNotFoundError:
        reason = "YAML needs PyYAML: pip install 'deploy-contract[cli]'"
        raise unreadable(name, reason) from None


def own_comments(text: str) -> Iterator[tuple[int, str]]:
    """Yield the comments `# deploy-contract: KEY=VALUE ...` that have an effect: line and pairs.

    They are the comments before the first document.
    """
    for number, line in enumerate(text.split("\n"), 1):
        match = re.match(_STATED, line.lstrip(" \t"))
        if match:
            yield number, match[1]
        elif not re.fullmatch(_LEADING, line):
            return


# --- folders


def find_files(names: Iterable[str]) -> tuple[list[str], list[UnreadableError]]:
    """Return the files for names of files and folders, each once, and the problems with folders.

    A folder means its JSON and YAML files, at every depth and in a stable order. Hidden files and
    folders, pipes and devices are left out. Links to folders are not followed. Names have no `./`,
    because a relative URI of SARIF must not begin with it.
    """
    files: list[str] = []
    problems: list[UnreadableError] = []

    def note(error: OSError) -> None:
        problems.append(unreadable(str(error.filename), f"cannot be read: {error.strerror}"))

    for name in names:
        if not os.path.isdir(name):  # noqa: PTH112 - importing pathlib costs more than a verdict
            files.append(name)
            continue
        before = len(files), len(problems)
        for place, folders, inside in os.walk(name, onerror=note):
            folders[:] = sorted(base for base in folders if not base.startswith("."))
            shown = sorted(base for base in inside if not base.startswith("."))
            paths = [os.path.join(place, base) for base in shown if base.lower().endswith(ENDINGS)]  # noqa: PTH118
            files += [path for path in paths if not _is_special(path)]
        if (len(files), len(problems)) == before:
            endings = f"{', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}"
            problems.append(unreadable(name, f"contains no {endings} file"))
    return list(dict.fromkeys(map(_shortened, files))), problems


def _shortened(name: str) -> str:
    return re.sub(_HERE, "", name) if "./" in name else name  # most names have no `./`


def _is_special(path: str) -> bool:
    """Return True if a path is a pipe, socket or device: reading it may never end."""
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116
    except OSError:  # reading it reports the reason
        return False
    return not stat.S_ISREG(mode)
