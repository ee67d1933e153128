"""Files of documents: JSON by the contract's own parser, YAML by the reader that keeps lines, and where each value stands."""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from deploy_contract import wire
from deploy_contract.contract import Contract
from deploy_contract.report import ContractError, Report
from deploy_contract_format.faults import Place, TextError
from deploy_contract_format.pointer import join
from deploy_contract_format.text import json_places, yaml_documents

STANDARD_INPUT = "-"
YAML_ENDINGS = (".yaml", ".yml")


class Checked(NamedTuple):
    """A document of a file, counted from 1, and the report on it. `place`: where a pointer leads to, where that is known."""

    file: str
    number: int
    report: Report
    place: Callable[[str], Place | None]


class UnreadableError(Exception):
    """A file that cannot be read: its text is one line that says why."""


def read(name: str, most: int) -> bytes:
    """At most `most` + 1 bytes of a file, or of standard input for "-". UnreadableError where there are none to be had."""
    try:
        if name == STANDARD_INPUT:
            if sys.stdin is None:
                raise UnreadableError("-: cannot be read: there is no standard input")
            return sys.stdin.buffer.read(most + 1)
        with Path(name).open("rb") as file:
            return file.read(most + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not a file name"
        raise UnreadableError(f"{shown(name)}: cannot be read: {reason}") from None


def check(contract: Contract, name: str, kind: str, **context: Any) -> Iterator[Checked]:
    """Each document of a file with its report; a file that cannot be parsed gives one, with the rule that it breaks."""
    body = read(name, contract.most_bytes(kind))
    if not is_yaml(name, body) or len(body) > contract.most_bytes(kind):
        report = contract.check(body, kind, **context)
        # most files have nothing to point at, so the text is looked through when a place is asked for
        parsed = not any(violation.location == "wire" for violation in report.violations)
        yield Checked(name, 1, report, partial(_json_place, body) if parsed else partial(_place, {}))
        return
    number = 1
    try:
        for located in _yaml(name, body):
            places = {join(at): place for at, place in located.places.items()}
            yield Checked(name, number, contract.check(as_parsed(located.value), kind, **context), partial(_place, places))
            number += 1
        if number == 1:
            yield Checked(name, 1, contract.check(None, kind, **context), lambda _pointer: Place(1, 1))
    except TextError as error:
        place = error.place
        yield Checked(name, number, contract.refuse(kind, error), lambda _pointer: place)


def as_parsed(value: Any) -> Any:
    """What `Contract.check` takes for the value: a text alone would be taken for JSON."""
    return json.dumps(value) if isinstance(value, str) else value


def load(name: str, most: int) -> Any:
    """The one document of a file that is context and not judged. UnreadableError where it is none."""
    body = read(name, most)
    try:
        documents = [located.value for located in _yaml(name, body)] if is_yaml(name, body) else [wire.parse(body)]
    except TextError as error:
        where = f":{error.place.line}:{error.place.column}" if error.place else ""
        raise UnreadableError(f"{shown(name)}{where}: no JSON or YAML document ({error.rule})") from None
    if len(documents) != 1:
        raise UnreadableError(f"{shown(name)}: one document is expected, there are {len(documents)}")
    return documents[0]


def is_yaml(name: str, body: bytes) -> bool:
    """Whether a file is to be read as YAML: by its name, or what it begins with where the name does not tell."""
    if name.lower().endswith(YAML_ENDINGS):
        return True
    if name.lower().endswith(".json"):
        return False
    return body.lstrip()[:1] not in (b"{", b"[", b'"', b"\xef", b"\xff", b"\xfe", b"")


def shown(name: str) -> str:
    """A file name as messages show it: one printable line."""
    return name if name.isprintable() else name.encode("unicode_escape", "backslashreplace").decode("ascii")


def _yaml(name: str, body: bytes) -> Iterator[Any]:
    try:
        yield from yaml_documents(wire.text(body))
    except ModuleNotFoundError:
        raise ContractError(f"{shown(name)}: YAML needs the extra [cli]: pip install 'deploy-contract[cli]'") from None


def _json_place(body: bytes, pointer: str) -> Place | None:
    return _place(_places(body), pointer)


@lru_cache(maxsize=1)
def _places(body: bytes) -> Mapping[str, Place]:
    return {join(at): place for at, place in json_places(body.decode("utf-8")).items()}


def _place(places: Mapping[str, Place], pointer: str) -> Place | None:
    """The place of a pointer, or else of the nearest value around it."""
    while (place := places.get(pointer)) is None and pointer:
        pointer = pointer.rpartition("/")[0]
    return place
