"""Files of documents: JSON by the contract's own parser, YAML by the reader that keeps lines, and where each value stands."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from deploy_contract.contract import Contract
from deploy_contract.document import wire
from deploy_contract.report import ContractError, Report
from deploy_contract.violations import Violation
from deploy_contract_format.faults import Place, QuietError, TextError, shown
from deploy_contract_format.pointer import Tokens, printable

if TYPE_CHECKING:
    from deploy_contract.files.spans import Line, Lines
    from deploy_contract_format.text import Located

STANDARD_INPUT = "-"
KEY_TWICE = "json-duplicate-key"  # the rule of the wire whose place is that of a key
YAML_ENDINGS = (".yaml", ".yml")
Wanted: TypeAlias = Callable[
    [str, bytes], tuple[Contract, str, Mapping[str, Any]]
]  # contract, kind, further arguments


class Source:
    """The text of a file, looked into when a place in it is asked for: most files have nothing to point at."""

    def __init__(
        self,
        body: bytes,
        located: "Located | None" = None,
        fault: Place | None = None,
        *,
        yaml: bool = False,
        lines: "dict[Place | None, Lines] | None" = None,
    ) -> None:
        self._body = body
        self._located = located
        self._fault = fault
        self._yaml = yaml
        self._lines = (
            {} if lines is None else lines
        )  # by where the text is at fault; documents of one text share them

    def place(self, violation: Violation, value: Any) -> Place:
        """The place of what the violation's pointer leads to in the value of the document, or of what is nearest around it."""
        fault = self._of_text(violation)
        if fault is not None:
            return fault
        if self._located is not None:
            value = self._located.value if value is None else value
            return self._located.place(_tokens(violation.pointer, value)) or Place(1, 1)
        from deploy_contract.files.spans import json_place

        return json_place(self._body.decode("utf-8"), _tokens(violation.pointer, value))

    def line(self, violation: Violation, place: Place) -> "Line | None":
        """The line of the violation's place, with what each of its characters is; None where the file is no text."""
        from deploy_contract.files.spans import JsonLines, YamlLines

        fault = self._of_text(violation)
        if fault not in self._lines:
            try:
                lines = YamlLines if self._yaml else JsonLines
                self._lines[fault] = lines(
                    wire.text(self._body), fault, at_key=violation.rule == KEY_TWICE
                )
            except TextError:
                return None
        return self._lines[fault].line(place.line)

    def _of_text(self, violation: Violation) -> Place | None:
        """Where the text is at fault, if it is, and not what it says."""
        if self._located is not None or (violation.location != "wire" and self._fault is None):
            return None
        if self._fault is None:
            from deploy_contract.files.spans import fault

            self._fault = fault(self._body, violation.rule, violation.pointer, yaml=self._yaml)
        return self._fault


class Checked(NamedTuple):
    """A document of a file, counted from 1, and the report on it by a contract. `source`: the text that it stands in."""

    file: str
    number: int
    report: Report
    contract: Contract
    source: Source

    @property
    def name(self) -> str:
        """The name of the file as messages show it."""
        return shown(self.file)

    def place(self, violation: Violation) -> Place:
        """Where in the file a violation is."""
        return self.source.place(violation, self.report.value)

    def hint(self, violation: Violation) -> str:
        """What to do about a violation; where it stands is told beside it, and not again."""
        place = self.place(violation) if violation.location == "wire" else Place(1, 1)
        return violation.hint.removesuffix(f"; see line {place.line}, column {place.column}")


class UnreadableError(QuietError):
    """A file that cannot be read: its text is one line that says why. `file` and `line`: where, as far as that is known."""

    def __init__(self, text: str, file: str | None = None, line: int | None = None) -> None:
        super().__init__(text)
        self.file = file
        self.line = line


def read(name: str, most: int) -> bytes:
    """At most `most` + 1 bytes of a file, or of standard input for "-". UnreadableError where there are none to be had."""
    try:
        if name == STANDARD_INPUT:
            if sys.stdin is None:
                raise UnreadableError("-: cannot be read: there is no standard input")
            return sys.stdin.buffer.read(most + 1)
        file = os.open(
            name, os.O_RDONLY | getattr(os, "O_BINARY", 0)
        )  # no buffer: all is read at once
        try:
            return _all(file, most + 1)
        finally:
            os.close(file)
    except (OSError, ValueError) as error:
        reason = (
            error.strerror if isinstance(error, OSError) and error.strerror else "not a file name"
        )
        raise UnreadableError(f"{shown(name)}: cannot be read: {reason}", name) from None


def _all(file: int, most: int) -> bytes:
    """At most so many bytes of a file: a pipe gives them bit by bit."""
    body = os.read(file, min(most, _BLOCK))
    while (
        body
        and len(body) < most
        and (more := os.read(file, min(most - len(body), max(_BLOCK, len(body)))))
    ):
        body += more
    return body


_BLOCK = 1 << 16  # bytes; few files have more


def check(contract: Contract, name: str, kind: str, **context: Any) -> Iterator[Checked]:
    """Each document of a file with its report by a contract; `context`: what `Contract.check` takes beside the kind."""
    return check_as(
        lambda _name, _comments: (contract, kind, context), name, contract.most_bytes(kind)
    )


def check_as(wanted: Wanted, name: str, most: int) -> Iterator[Checked]:
    """Each document of a file with its report; a file that cannot be parsed gives one, with the rule that it breaks.

    YAML that holds no document, such as comments alone, gives none.

    `wanted`: from the name of a file, and its bytes where they may hold comments, to how it is judged. `most`: bytes that are
    read.
    """
    return check_body(wanted, name, read(name, most))


def check_body(wanted: Wanted, name: str, body: bytes) -> Iterator[Checked]:
    """The same of a text that comes from elsewhere; `name`: what it is called."""
    yaml = is_yaml(name, body)
    contract, kind, context = wanted(name, body if yaml else b"")
    if not yaml or len(body) > contract.most_bytes(kind):
        yield Checked(
            name, 1, contract.check(body, kind, **context).settled(), contract, Source(body)
        )
        return
    number = 1
    lines: dict[Place | None, Lines] = {}
    try:
        for located in _yaml(name, body):
            report = contract.check(as_parsed(located.value), kind, **context).settled()
            yield Checked(
                name, number, report, contract, Source(body, located, yaml=True, lines=lines)
            )
            number += 1
    except TextError as error:
        yield Checked(
            name,
            number,
            contract.refuse(kind, error),
            contract,
            Source(body, fault=error.place, yaml=True),
        )


def as_parsed(value: Any) -> Any:
    """What `Contract.check` takes for the value: a text alone would be taken for JSON."""
    return json.dumps(value) if isinstance(value, str) else value


class Document(NamedTuple):
    """The one document of a file, and its text to point into. Its `repr` would show the value: do not log it."""

    value: Any
    source: Source


def document(name: str, most: int) -> Document:
    """The one document of a file that is not judged as such. UnreadableError where it is none; `most`: bytes that are read."""
    body = read(name, most)
    if len(body) > most:
        raise UnreadableError(f"{shown(name)}: is longer than {most} bytes", name)
    try:
        if not is_yaml(name, body):
            return Document(wire.parse(body), Source(body))
        found = [
            Document(located.value, Source(body, located, yaml=True))
            for located in _yaml(name, body)
        ]
    except TextError as error:
        where = f":{error.place.line}:{error.place.column}" if error.place else ""
        raise UnreadableError(
            f"{shown(name)}{where}: no JSON or YAML document ({error.rule})"
        ) from None
    if len(found) != 1:
        raise UnreadableError(f"{shown(name)}: one document is expected, there are {len(found)}")
    return found[0]


def load(name: str, most: int) -> Any:
    """The value of the one document of a file that is context and not judged. UnreadableError where it is none."""
    return document(name, most).value


def is_yaml(name: str, body: bytes) -> bool:
    """Whether a file is to be read as YAML: by its name, or what it begins with where the name does not tell."""
    if name.lower().endswith(YAML_ENDINGS):
        return True
    if name.lower().endswith(".json"):
        return False
    return body.lstrip()[:1] not in (b"{", b"[", b'"', b"\xef", b"\xff", b"\xfe", b"")


def _yaml(name: str, body: bytes) -> "Iterator[Located]":
    from deploy_contract_format.text import yaml_documents

    try:
        yield from yaml_documents(wire.text(body))
    except ModuleNotFoundError:
        raise ContractError(
            f"{shown(name)}: YAML needs the extra [cli]: pip install 'deploy-contract[cli]'"
        ) from None


def member(at: str, key: str) -> str:
    """The pointer of a member below another pointer, as reports have it: `Source.place` finds it again."""
    return f"{at}/{printable(key)}"


def _tokens(pointer: str, value: Any) -> Tokens:
    """The tokens of a pointer as a report has it, in which keys are cut and escaped, as far as it leads into the value."""
    at: list[str | int] = []
    for token in pointer.split("/")[1:]:
        if isinstance(value, dict):
            key = (
                token
                if token in value
                else next((key for key in value if printable(key) == token), None)
            )
            if key is None:
                break
            at.append(key)
            value = value[key]
        elif isinstance(value, list) and token.isdecimal() and int(token) < len(value):
            at.append(int(token))
            value = value[int(token)]
        else:
            break
    return tuple(at)
