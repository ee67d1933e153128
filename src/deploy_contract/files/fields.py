"""The declared schemas of the fields of a document, and the values that may be shown.

A value is hidden in these cases:

- The contract marks its field, or a part of its field, as secret (`x-secret`).
- The contract does not declare its field. The field may be a misspelt secret.
- The value is a text that contains a secret of the same document.
- The value is an address with a user or password.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from deploy_contract.bundle import Bundle
from deploy_contract.report import Report
from deploy_contract_format.definitions import COMPONENTS, SECRET, Schema
from deploy_contract_format.pointer import Tokens, join

# matches the user and password of an address (RFC 3986, section 3.2.1)
USER = re.compile(r"://[^/?#\s]+@")
SHORTEST_SEARCHED = 4  # characters; shorter secrets occur in many texts by chance


def root(bundle: Bundle, kind: str) -> Schema | None:
    """Return the schema of a whole document, or None if the contract has no such kind."""
    return bundle.resolve({"$ref": COMPONENTS + kind})


def below(bundle: Bundle, schema: Schema | None, token: str | int) -> Schema | None:
    """Return the schema of a member or item; None if it is not declared."""
    if schema is None:
        return None
    inner: Any = schema.get("items", {})
    if isinstance(token, str):
        others = schema.get("additionalProperties", not schema)  # {} allows anything
        inner = schema.get("properties", {}).get(token, others)
    if inner is True:
        return {}
    return bundle.resolve(inner) if isinstance(inner, Mapping) else None


def reached(bundle: Bundle, report: Report, tokens: Tokens) -> tuple[Schema, Any]:
    """Return the schema and the value at a place of a document; {} for an undeclared place."""
    schema, value = root(bundle, report.kind or ""), report.value
    for token in tokens:
        schema, value = below(bundle, schema, token), value[token]
    return schema or {}, value


class Scalar(NamedTuple):
    """A scalar of a document, and whether it may be shown."""

    at: Tokens
    value: Any
    is_shown: bool

    @property
    def text(self) -> str:
        """The value if it is a text; any other value as JSON."""
        return self.value if isinstance(self.value, str) else json.dumps(self.value)


def scalars(bundle: Bundle, kind: str, value: Any) -> list[Scalar]:
    """Return the scalars of a document, in the order of the document."""

    @cache  # all items of an array have the same place
    def schema_of(place: Tokens) -> Schema | None:
        """Return the schema of a place, in which each index is 0; None if secret or undeclared."""
        found = below(bundle, schema_of(place[:-1]), place[-1]) if place else root(bundle, kind)
        return None if found is not None and SECRET in found else found

    @cache
    def is_shown(place: Tokens) -> bool:
        found = schema_of(place)
        return found is not None and not has_secret(bundle, found)

    def walk(value: Any, at: Tokens, place: Tokens) -> Iterator[Scalar]:
        if isinstance(value, dict):
            for name, member in value.items():
                yield from walk(member, (*at, name), (*place, name))
        elif isinstance(value, list):
            for number, item in enumerate(value):
                yield from walk(item, (*at, number), (*place, 0))
        else:
            yield Scalar(at, value, value is None or is_shown(place))

    return list(walk(value, (), ()))


class Secrets:
    """The texts of scalars that may not be shown, and their words that are not short."""

    def __init__(self, found: Iterable[Scalar]) -> None:
        texts = [one.text for one in found if not one.is_shown]
        words = [word for text in texts for word in text.split() if len(word) >= SHORTEST_SEARCHED]
        self._texts = {*texts, *words} - {""}
        self._lengths = sorted(set(map(len, self._texts)))

    def told_by(self, text: str) -> bool:
        """Return True if a text contains one of the secrets, or an address with a user.

        A short secret counts as a whole word only: it may be a part of another word by chance.
        """
        if USER.search(text):
            return True
        for length in self._lengths:  # a search of each secret would take long for many
            for at in range(len(text) - length + 1):
                part = text[at : at + length]
                is_whole = length >= SHORTEST_SEARCHED or _is_word(text, at, at + length)
                if part in self._texts and is_whole:
                    return True
        return False


def _is_word(text: str, start: int, end: int) -> bool:
    around = text[max(0, start - 1) : start] + text[end : end + 1]
    return re.search(r"[\w-]", around) is None


def visible_values(report: Report, bundle: Bundle) -> Mapping[str, str]:
    """Return the scalars of a document that may be shown: the JSON of each, by its pointer.

    If the file cannot be parsed, the result is empty.
    """
    if report.kind is None or report.value is None:
        return {}
    found = scalars(bundle, report.kind, report.value)
    secrets = Secrets(found)
    shown = [one for one in found if one.is_shown and not secrets.told_by(one.text)]
    return {join(one.at): json.dumps(one.value) for one in shown}


def has_secret(bundle: Bundle, schema: Schema) -> bool:
    """Return True if the schema declares a secret at any depth."""
    tokens: list[str | int] = [*schema.get("properties", ()), *([0] if "items" in schema else ())]
    found = [inner for token in tokens if (inner := below(bundle, schema, token)) is not None]
    return any(SECRET in inner or has_secret(bundle, inner) for inner in found)
