"""Readers of JSON: that of Python, and those of other languages, each in a process that is asked line by line."""

import base64
import json
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.readers import setup
from tests.support.readers.shapes import declared

UNREADABLE = "unreadable"
Readings = dict[str, str]


class Language(NamedTuple):
    """A program that reads bodies. `command`: with `{ready}` for its folder; `readers`: their names, as it tells of them."""

    command: tuple[str, ...]
    readers: tuple[str, ...]


_BODIES = ("bodies", "{ready}/shapes.json")
_JACKSON = ("Jackson, into a class", "Jackson, into a class in any case", "Jackson, into a map")
LANGUAGES: Mapping[str, Language] = {
    "go": Language(("{ready}/reader", *_BODIES), ("Go, into a struct", "Go, into a map")),
    "java": Language((*setup.JAVA, "Reader", *_BODIES), (*_JACKSON, "Java, equalsIgnoreCase")),
    "node": Language(("node", "{ready}/bodies.cjs"), ("JavaScript",)),
    "php": Language(("php", f"{setup.SOURCES}/php/bodies.php"), ("PHP",)),
    "ruby": Language(("ruby", f"{setup.SOURCES}/ruby/bodies.rb"), ("Ruby",)),
}


Ask = Callable[[str], str]


@contextmanager
def asking(command: Sequence[str], folder: Path | None = None) -> Iterator[Ask]:
    """Run a program that answers each line by a line; yield a function that asks it."""
    streams: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "encoding": "utf-8"}
    started: Any = subprocess.Popen(command, cwd=folder, **streams)
    with started as process:

        def ask(line: str) -> str:
            process.stdin.write(f"{line}\n")
            process.stdin.flush()
            answer = process.stdout.readline()
            assert answer, "the program has ended"
            return str(answer.removesuffix("\n"))

        try:
            yield ask
        finally:
            process.communicate(timeout=60)


class Asked:
    """The readers of a language: call it with a body and its kind for what each of them has read."""

    def __init__(self, ask: Ask, readers: tuple[str, ...]) -> None:
        self._ask = ask
        self.readers = readers

    def __call__(self, body: bytes, kind: str) -> Readings:
        texts = self._ask(f"{kind} {base64.b64encode(body).decode()}").split("\t")
        return {name: _reading(text, kind) for name, text in zip(self.readers, texts, strict=True)}


def _reading(text: str, kind: str) -> str:
    return UNREADABLE if text == "!" else canonical(json.loads(text), kind)


class Python:
    """The reader of Python, which is asked like the others."""

    readers = ("Python",)

    def __call__(self, body: bytes, kind: str) -> Readings:
        try:  # it also accepts UTF-16, a byte order mark, lone surrogates and NaN
            return {"Python": canonical(json.loads(body), kind)}
        except (ValueError, RecursionError):
            return {"Python": UNREADABLE}


def canonical(value: object, kind: str) -> str:
    """Return a text that two readings can be compared by: of the members that the contract declares."""
    return json.dumps(declared(value, kind), sort_keys=True)


@contextmanager
def reading(language: str) -> Iterator[Asked]:
    command, readers = LANGUAGES[language]
    folder = setup.ready(language)
    with asking([part.format(ready=folder) for part in command]) as ask:
        yield Asked(ask, readers)
