"""The declared schemas of a place in a document, and the values that may be shown by them.

A value is hidden if the contract marks its field or a part of it as secret (`x-secret`), or does
not declare its field, which may be a misspelt one. So is a text that contains a secret of the same
document, or an address with a user or password.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from deploy_contract.bundle import Bundle
from deploy_contract.report import Report
from deploy_contract_format.definitions import Schema
from deploy_contract_format.pointer import Tokens, join
from deploy_contract_format.subset import SECRET

_COMPONENTS = "#/components/schemas/"
_USER = re.compile(r"://[^/?#\s@]+@")  # user and password of an address (RFC 3986, 3.2.1)
_SHORTEST_SEARCHED = 4  # characters; shorter secrets occur in many texts by chance


class Fields:
    """The schemas of the fields of a contract. A place may have several, one of which applies."""

    def __init__(self, bundle: Bundle) -> None:
        self._schemas: Mapping[str, Schema] = bundle.description["components"]["schemas"]

    def root(self, kind: str) -> list[Schema]:
        """Return the schemas of a whole document; none if the kind has no description."""
        return list(self._resolve({"$ref": _COMPONENTS + kind}))

    def below(self, schemas: list[Schema], token: str | int) -> list[Schema]:
        """Return the schemas of a member or an item; none if it is not declared."""
        found: list[Schema] = []
        for schema in schemas:
            inner: Any = schema.get("items", {})
            if isinstance(token, str):
                inner = schema.get("properties", {}).get(token)
                if inner is None:
                    inner = schema.get("additionalProperties") or None
                if inner is None and not schema:  # inside of a free-form value
                    inner = {}
            if inner is True:
                inner = {}
            if inner is not None:
                found += self._resolve(inner)
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
    """A scalar of a document, and whether its field allows to show it."""

    at: Tokens
    value: Any
    is_shown: bool

    @property
    def text(self) -> str:
        """Return the value as text, or as JSON if it is no text."""
        return self.value if isinstance(self.value, str) else json.dumps(self.value)


def scalars(report: Report, bundle: Bundle) -> list[Scalar]:
    """Return the scalars of a document in its order; none if the file cannot be parsed.

    A text that is the secret of another field is not shown either.
    """
    if report.kind is None or report.value is None:
        return []
    fields = Fields(bundle)
    found = list(_scalars(fields, report.value, fields.root(report.kind), ()))
    secrets = {one.text for one in found if not one.is_shown}
    return [one._replace(is_shown=one.is_shown and one.text not in secrets) for one in found]


def visible_values(report: Report, bundle: Bundle) -> Mapping[str, str]:
    """Return the scalars of a document that may be shown, as JSON, by their pointers."""
    found = scalars(report, bundle)
    secrets = {one.text for one in found if not one.is_shown}
    shown = [one for one in found if one.is_shown and not _tells(one.text, secrets)]
    return {join(one.at): json.dumps(one.value) for one in shown}


def masked(line: str, hidden: Iterable[str]) -> str:
    """Return a line of a file with `***` in place of words to hide and users of addresses."""
    for word in sorted(hidden, key=len, reverse=True):
        for spelling in (word, json.dumps(word)[1:-1]):
            if len(word) >= _SHORTEST_SEARCHED:
                line = line.replace(spelling, "***")
            else:  # it may be a part of other words by chance
                line = re.sub(rf"(?<![\w-]){re.escape(spelling)}(?![\w-])", "***", line)
    return _USER.sub("://***@", line)


def _scalars(fields: Fields, value: Any, schemas: list[Schema], at: Tokens) -> Iterator[Scalar]:
    if any(SECRET in schema for schema in schemas):
        schemas = []
    members: Any = ()
    if isinstance(value, dict):
        members = value.items()
    elif isinstance(value, list):
        members = enumerate(value)
    else:
        is_shown = bool(schemas) and not any(_has_secret(fields, one) for one in schemas)
        yield Scalar(at, value, is_shown or value is None)
    for token, member in members:
        yield from _scalars(fields, member, fields.below(schemas, token), (*at, token))


def _has_secret(fields: Fields, schema: Schema) -> bool:
    """Return True if a part of a value could be a secret, were the value of the right type."""
    tokens: list[str | int] = [*schema.get("properties", ())]
    if "items" in schema:
        tokens.append(0)
    for token in tokens:
        for inner in fields.below([schema], token):
            if SECRET in inner or _has_secret(fields, inner):
                return True
    return False


def _tells(text: str, secrets: set[str]) -> bool:
    """Return True if a text has a secret or an address with a user in it."""
    return _USER.search(text) is not None or any(
        len(secret) >= _SHORTEST_SEARCHED and secret in text for secret in secrets
    )
