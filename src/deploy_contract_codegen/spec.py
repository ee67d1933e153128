"""The files of spec/, with the place of every value, and references between them resolved."""

import posixpath
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from deploy_contract_format.errors import TextError
from deploy_contract_format.pointer import Tokens, objects
from deploy_contract_format.printing import as_line
from deploy_contract_format.reading import FileError, read_regular
from deploy_contract_format.yaml_text import Located, yaml_documents

MAX_BYTES = 16 << 20  # of a file of the spec
EXAMPLES = ("example", "examples", "default")  # keywords whose values are not schemas


class SpecFault(NamedTuple):
    """A fault in the spec: `str` gives `file:line:column: fault, and remedy`."""

    file: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return as_line(f"{self.file}:{self.line}:{self.column}: {self.message}")


class SpecError(Exception):
    """The spec is at fault; nothing was written."""

    def __init__(self, faults: list[SpecFault]) -> None:
        super().__init__("\n".join(map(str, sorted(set(faults)))))
        self.faults = faults


def refuse(faults: Iterable[SpecFault]) -> None:
    """Raise SpecError if there are faults."""
    found = list(faults)
    if found:
        raise SpecError(found)


@dataclass(slots=True)
class Spec:
    """A folder of spec files. Files are named by their path in it, with `/`."""

    root: Path
    last: str = field(default="", compare=False)  # the file that was asked for last
    _files: dict[str, Located] = field(default_factory=dict, compare=False)

    def load(self, name: str) -> Located:
        """Return a YAML or JSON file of one document. Each file is read once.

        Raises:
            SpecError: the file cannot be read, or is not one document.
        """
        self.last = name
        if name not in self._files:
            self._files[name] = _read(self.root, name)
        return self._files[name]

    def yaml_files(self, folder: str) -> list[str]:
        """Return the YAML files of a folder, sorted.

        Raises:
            SpecError: a file has the ending .yml, and would be left out.
        """
        others = [f"{folder}/{path.name}" for path in (self.root / folder).glob("*.yml")]
        refuse([SpecFault(name, 1, 1, "rename it: the ending is .yaml") for name in others])
        return [f"{folder}/{path.name}" for path in sorted((self.root / folder).glob("*.yaml"))]

    def fault(self, name: str, at: Tokens, message: str) -> SpecFault:
        """Return a fault at a value of a file."""
        line, column = self.load(name).place(at) or (1, 1)
        return SpecFault(name, line, column, message)

    def faults(
        self, name: str, problems: Iterable[tuple[Tokens, str]], within: Tokens = ()
    ) -> Iterator[SpecFault]:
        """Yield a fault for each (place, message) in a file. `within` comes before each place."""
        for at, message in problems:
            yield self.fault(name, (*within, *at), message)

    def resolve(self, name: str, at: Tokens, reference: str) -> str:
        """Return the file that a reference in file `name` leads to.

        Raises:
            SpecError: the reference does not lead to a file of schemas/.
        """
        path, _, fragment = reference.partition("#")
        target = name
        if path:
            target = posixpath.normpath(PurePosixPath(name).parent / path)
        message = ""
        if "://" in reference:
            message = "only files of spec/ can be referred to"
        elif not (self.root / target).is_file():
            message = f"there is no file {target}"
        elif fragment or not target.startswith("schemas/"):
            message = "refer to a whole file of schemas/"
        if message:
            raise SpecError([self.fault(name, at, f"reference {reference}: {message}")])
        return target


def _read(root: Path, name: str) -> Located:
    try:
        text = read_regular(root / name, MAX_BYTES).decode("utf-8")
        documents = list(yaml_documents(text))
    except (FileError, UnicodeDecodeError):
        message = "cannot be read; is the name right, and the file UTF-8?"
        raise SpecError([SpecFault(name, 1, 1, message)]) from None
    except TextError as error:
        line, column = error.place or (1, 1)
        at = as_line("".join(text.splitlines()[line - 1 : line])[column - 1 :][:64])
        reason = error.reason or f"{error.rule}, at {at}"
        if error.rule == "json-duplicate-key":
            reason = f"the key {at.partition(':')[0]} is here twice; keep one of them"
        message = f"not a YAML document: {reason}"
        raise SpecError([SpecFault(name, line, column, message)]) from None
    if len(documents) > 1:
        place = documents[1].place(()) or (1, 1)
        raise SpecError(
            [SpecFault(name, *place, "a second document; a file of the spec has one document")]
        )
    return documents[0] if documents else Located(None)


def references_in(value: Any) -> Iterator[tuple[Tokens, str]]:
    """Yield the place and the text of each reference in a value, except in examples."""
    for at, part in objects(value, apart=EXAMPLES):
        if isinstance(part.get("$ref"), str):
            yield (*at, "$ref"), part["$ref"]
