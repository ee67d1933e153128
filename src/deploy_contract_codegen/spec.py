"""The files of spec/, with the place of every value, and references between them resolved."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from deploy_contract_format.faults import TextError
from deploy_contract_format.pointer import Tokens
from deploy_contract_format.reading import FileError, read_regular
from deploy_contract_format.text import Located, yaml_documents

MOST = 16 << 20  # bytes of a file of the spec


class Fault(NamedTuple):
    """A fault in the spec: `str` gives `file:line:column: what, and what to do`."""

    file: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.message}"


class SpecError(Exception):
    """The spec is at fault; nothing was written."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("\n".join(map(str, sorted(set(faults)))))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Spec:
    """A folder of spec files. Files are named by their path in it, with `/`."""

    root: Path
    files: dict[str, Located] = field(default_factory=dict)
    _asked: list[str] = field(default_factory=list)

    @property
    def last(self) -> str | None:
        """The file that was asked for last."""
        return self._asked[-1] if self._asked else None

    def load(self, name: str) -> Located:
        """A YAML or JSON file of one document, read once."""
        self._asked[:] = [name]
        if name not in self.files:
            try:
                text = read_regular(self.root / name, MOST).decode("utf-8")
                documents = list(yaml_documents(text))
            except (FileError, UnicodeDecodeError):
                raise SpecError(
                    [Fault(name, 1, 1, "cannot be read; is the name right, and the file UTF-8?")]
                ) from None
            except TextError as error:
                line, column = error.place or (1, 1)
                raise SpecError(
                    [
                        Fault(
                            name,
                            line,
                            column,
                            f"not a YAML document ({error.rule}); correct it here",
                        )
                    ]
                ) from None
            if len(documents) > 1:
                place = documents[1].places.get((), (1, 1))
                raise SpecError(
                    [Fault(name, *place, "a second document; a file of the spec holds one")]
                )
            self.files[name] = documents[0] if documents else Located(None, {})
        return self.files[name]

    def fault(self, name: str, at: Tokens, message: str) -> Fault:
        """A fault at a value of a file."""
        line, column = self.load(name).place(at) or (1, 1)
        return Fault(name, line, column, message)

    def resolve(self, name: str, at: Tokens, reference: str) -> tuple[str, Any]:
        """The (file, value) that a reference in file `name` leads to. SpecError where it leads nowhere."""
        path, _, fragment = reference.partition("#")
        target = str(_normal(PurePosixPath(name).parent / path)) if path else name
        if "://" in reference:
            raise SpecError(
                [
                    self.fault(
                        name, at, f"reference {reference}: only files of spec/ can be referred to"
                    )
                ]
            )
        if not (self.root / target).is_file():
            raise SpecError(
                [self.fault(name, at, f"reference {reference}: there is no file {target}")]
            )
        if fragment or not target.startswith("schemas/"):
            raise SpecError(
                [self.fault(name, at, f"reference {reference}: refer to a whole file of schemas/")]
            )
        return target, self.load(target).value

    def references(self, name: str) -> Iterator[tuple[Tokens, str]]:
        """Each (place, reference) in a file."""
        yield from _references(self.load(name).value, ())


def _references(value: Any, at: Tokens) -> Iterator[tuple[Tokens, str]]:
    if isinstance(value, Mapping):
        for key, member in value.items():
            if key == "$ref" and isinstance(member, str):
                yield (*at, key), member
            elif key not in ("example", "examples", "default"):
                yield from _references(member, (*at, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _references(item, (*at, index))


def _normal(path: PurePosixPath) -> PurePosixPath:
    parts: list[str] = []
    for part in path.parts:
        if part == ".." and parts:
            parts.pop()
        elif part != ".":
            parts.append(part)
    return PurePosixPath(*parts)
