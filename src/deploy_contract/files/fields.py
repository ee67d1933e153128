"""The declared schemas of the fields of a document, and the values that may be shown.

A value is hidden in these cases:

- The contract marks its field, or a part of its field, as secret (`x-secret`).
- The contract does not declare its field. The field may be a misspelt secret.
- The value is a text that contains a secret of the same document.
- The value is an address with a user or password.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from deploy_contract.bundle import Bundle
from deploy_contract.report import Report
from deploy_contract_format.definitions import Schema
from deploy_contract_format.pointer import Tokens, join
from deploy_contract_format.subset import SECRET

_COMPONENTS = "#/components/schemas/"
# matches the user and password of an address (RFC 3986, section 3.2.1)
_USER = re.compile(r"://[^/?#\s@]+@")
_SHORTEST_SEARCHED = 4  # characters; shorter secrets occur in many texts by chance


class Fields:
    """The schemas of the fields of a contract. A field may have several schemas; one applies."""

    def __init__(self, bundle: Bundle) -> None:
        self._schemas: Mapping[str, Schema] = bundle.description["components"]["schemas"]

    def root(self, kind: str) -> list[Schema]:
        """Return the schemas of a whole document; none if the kind has no description."""
        return list(self._resolve({"$ref": _COMPONENTS + kind}))

    def below(self, schemas: list[Schema], token: str | int) -> list[Schema]:
        """Return the schemas of a member or item; none if the member is not declared."""
        found: list[Schema] = []
        for schema in schemas:
            inner: Any = schema.get("items", {})
            if isinstance(token, str):
                # the schema of a free-form value is empty and allows anything
                other = schema.get("additionalProperties", not schema) or False
                inner = schema.get("properties", {}).get(token, other)
            if inner is not False:
                found += self._resolve({} if inner is True else inner)
        return found

    def at(self, kind: str, tokens: tuple[str | int, ...]) -> list[Schema]:
        """Return the schemas of a place in a document."""
        found = self.root(kind)
        for token in tokens:
            found = self.below(found, token)
        return found

    def _resolve(self, schema: Schema) -> Iterator[Schema]:
        if "$ref" in schema:
            target = self._schemas.get(schema["$ref"].removeprefix(_COMPONENTS))
            if target is not None:
                yield from self._resolve(target)
            return
        if "anyOf" not in schema:
            yield schema
            return
        for choice in schema["anyOf"]:
            yield from self._resolve(choice)


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
    """Return the scalars of a document, in the order of the document.

    If a value equals the secret of another field, it may not be shown either.
    """
    fields = Fields(bundle)

    @cache  # all items of an array have the same place
    def schemas_of(place: Tokens) -> list[Schema]:
        """Return the schemas of a place, in which each index is 0; none if the place is secret."""
        found = fields.below(schemas_of(place[:-1]), place[-1]) if place else fields.root(kind)
        return [] if any(SECRET in schema for schema in found) else found

    @cache
    def is_shown(place: Tokens) -> bool:
        found = schemas_of(place)
        return bool(found) and not any(_has_secret(fields, one) for one in found)

    def walk(value: Any, at: Tokens, place: Tokens) -> Iterator[Scalar]:
        if isinstance(value, dict):
            for name, member in value.items():
                yield from walk(member, (*at, name), (*place, name))
        elif isinstance(value, list):
            for number, item in enumerate(value):
                yield from walk(item, (*at, number), (*place, 0))
        else:
            yield Scalar(at, value, value is None or is_shown(place))

    found = list(walk(value, (), ()))
    secrets = {one.text for one in found if not one.is_shown}
    return [one._replace(is_shown=one.is_shown and one.text not in secrets) for one in found]


def visible_values(report: Report, bundle: Bundle) -> Mapping[str, str]:
    """Return the scalars of a document that may be shown: the JSON of each, by its pointer.

    If the file cannot be parsed, the result is empty.
    """
    if report.kind is None or report.value is None:
        return {}
    found = scalars(bundle, report.kind, report.value)
    secrets = {one.text for one in found if not one.is_shown}
    shown = [one for one in found if one.is_shown and not _tells(one.text, secrets)]
    return {join(one.at): json.dumps(one.value) for one in shown}


def spellings(words: Iterable[str]) -> list[str]:
    """Return words as JSON and YAML spell them, the longest first."""
    found = {*words, *[json.dumps(word)[1:-1] for word in words]}
    return sorted(found, key=len, reverse=True)


def masked(line: str, hidden: Sequence[str]) -> str:
    """Return a line of a file with `***` in place of hidden texts and of users in addresses.

    `hidden` has the spellings of the hidden texts, from `spellings`.
    """
    for text in hidden:
        if text not in line:
            continue
        if len(text) >= _SHORTEST_SEARCHED:
            line = line.replace(text, "***")
        else:  # a short text may also be a part of another word
            line = re.sub(rf"(?<![\w-]){re.escape(text)}(?![\w-])", "***", line)
    return _USER.sub("://***@", line)


def _has_secret(fields: Fields, schema: Schema) -> bool:
    """Return True if the schema declares a secret at any depth."""
    tokens: list[str | int] = [*schema.get("properties", ())]
    if "items" in schema:
        tokens.append(0)
    for token in tokens:
        for inner in fields.below([schema], token):
            if SECRET in inner or _has_secret(fields, inner):
                return True
    return False


def _tells(text: str, secrets: set[str]) -> bool:
    """Return True if a text contains a secret, or an address with a user."""
    return _USER.search(text) is not None or any(
        len(secret) >= _SHORTEST_SEARCHED and secret in text for secret in secrets
    )
