"""What of a stored document may be sent to a browser: everything but values that are secret, or look as if they were."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from deploy_contract_service.fields import Schema, schema

MASK = "\u2022\u2022\u2022\u2022"
SECRET = "x-secret"  # how the spec marks a value that is never shown
LONG = 4  # characters from which on a secret is looked for within other texts: shorter ones stand in many by chance
_USER = re.compile(r"(?<=://)[^/?#\s@]+(?=@)")  # of an address (RFC 3986, 3.2.1)


class Masking:
    """Masks documents. `secrets`: values that are nowhere to be seen, whatever field they got into."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._whole = frozenset(filter(None, secrets))
        found = sorted(
            (secret for secret in self._whole if len(secret) >= LONG), key=len, reverse=True
        )
        self._secret = re.compile("|".join(map(re.escape, found))) if found else None

    def text(self, text: str) -> str:
        """A text without secrets, and without users and passwords of addresses."""
        if text in self._whole:
            return MASK
        if self._secret:
            text = self._secret.sub(MASK, text)
        return _USER.sub(MASK, text) if "://" in text else text

    def value(self, value: Any, schema: Schema | None = None) -> Any:
        """A JSON value of a schema, its references resolved; None: a free form. What the schema marks as secret is masked."""
        schema = schema or {}
        if SECRET in schema and value is not None:
            return MASK
        if isinstance(value, str):
            return value if {"enum", "format"} & schema.keys() else self.text(value)
        if isinstance(value, Mapping):
            members = schema.get("properties", {})
            return {
                self.text(key): self.value(member, members.get(key))
                for key, member in value.items()
            }
        if isinstance(value, Sequence):
            return [self.value(item, schema.get("items")) for item in value]
        return value


def of_deployment(deployment: Mapping[str, Any]) -> Masking:
    """What masks a deployment and its revisions."""
    return Masking(_secrets(deployment, schema("Deployment")))


def _secrets(value: Any, schema: Schema) -> Iterator[str]:
    """Yield each text of a value that its schema marks as secret."""
    if SECRET in schema:
        yield from _texts(value)
    elif isinstance(value, Mapping):
        members = schema.get("properties", {})
        for name in value.keys() & members.keys():
            yield from _secrets(value[name], members[name])
    elif isinstance(value, list):
        for item in value:
            yield from _secrets(item, schema.get("items", {}))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for member in value.values():
            yield from _texts(member)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
