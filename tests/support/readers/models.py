"""Models of readers that tests do not run, such as those of C, of databases and of .NET; and Python's own reader.

They are asked like the readers of `bodies.py`.
"""

import json
import unicodedata
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.support.readers.bodies import UNREADABLE, Readings, canonical
from tests.support.readers.shapes import Shape, shapes


class Members(list[tuple[str, Any]]):
    """An object as it is written: every member, in order."""


class Model(NamedTuple):
    """A way from bytes to the fields that a reader knows.

    `name`: what it compares names by. `first`: whether the first of several members is taken, not the last. `mark`: whether
    a byte order mark is passed over.
    """

    name: Callable[[str], str]
    first: bool = False
    mark: bool = False


def ordinal(name: str) -> str:
    """Return a name as OrdinalIgnoreCase compares it: simple upper case, without the dotless i and the long s."""
    return "".join(c if c in "\u0131\u017f" or len(c.upper()) != 1 else c.upper() for c in name)


def text_of_c(key: str) -> str:
    """Return a text that ends at the first NUL, ASCII letters of either case: cJSON's `cJSON_GetObjectItem`."""
    return "".join(chr(ord(c) | 32) if "A" <= c <= "Z" else c for c in key.partition("\0")[0])


def composed(key: str) -> str:
    return unicodedata.normalize("NFKC", key)


def identified(key: str) -> str:
    """Unicode's identifiers in any case (UAX 31, R4 and R5): what names in databases are compared by."""
    return composed(composed(key.casefold()).casefold())


MODELS: dict[str, Model] = {
    "the first wins": Model(str, first=True),  # RapidJSON's FindMember, gjson, jsonparser
    "the last wins": Model(str, mark=True),  # most: what becomes of duplicates in a map
    ".NET": Model(ordinal),  # System.Text.Json with PropertyNameCaseInsensitive
    "C": Model(text_of_c, first=True),
    "C, every letter": Model(lambda key: key.partition("\0")[0]),
    "a database": Model(composed, mark=True),
    "a database without NUL": Model(lambda key: composed(key.replace("\0", ""))),
    "a database, any case": Model(identified, mark=True),
}


class Models:
    """The models: call it with a body and its kind for what each of them reads."""

    readers = ("Python", *MODELS)

    def __call__(self, body: bytes, kind: str) -> Readings:
        found = {name: read(model, body, kind) for name, model in MODELS.items()}
        try:  # it also accepts UTF-16, a byte order mark, lone surrogates and NaN
            found["Python"] = canonical(json.loads(body), kind)
        except (ValueError, RecursionError):
            found["Python"] = UNREADABLE
        return found


def read(model: Model, body: bytes, kind: str) -> str:
    text = body.decode("utf-8", "replace")  # as most do with bytes that are no characters
    try:
        value = json.loads(
            text.removeprefix("\ufeff") if model.mark else text, object_pairs_hook=Members
        )
        return canonical(typed(value, shapes()[kind], model), kind)
    except (ValueError, RecursionError):
        return UNREADABLE


def typed(value: Any, shape: Shape, model: Model) -> Any:
    """Return the fields of a value that a model finds. What has no declared field stays whole."""
    if isinstance(value, Members):
        declared = shape.get("fields", {})
        names = {model.name(name): name for name in declared}
        found: dict[str, Any] = {}
        for key, member in value:
            name = key if key in declared or not names else names.get(model.name(key))
            if name is not None and not (model.first and name in found):
                found[name] = typed(member, declared.get(name, {}), model)
        return found
    if isinstance(value, list):
        return [typed(item, shape.get("item", {}), model) for item in value]
    return value
