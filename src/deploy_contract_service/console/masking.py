"""Masking of stored values before a browser gets them: secrets, and texts that contain one."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from deploy_contract_format.subset import SECRET
from deploy_contract_service.fields import DEPLOYMENT, Schema, schema

MASK = "\u2022\u2022\u2022\u2022"
# Characters of the shortest secret that is searched within other texts. Shorter ones occur in many
# texts by chance.
SHORTEST_SEARCHED = 4
_USER = re.compile(r"(?<=://)[^/?#\s]+(?=@)")  # user and password of an address (RFC 3986, 3.2.1)


class Masking:
    """A mask for values of documents."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._secrets = frozenset(filter(None, secrets))
        searched = [secret for secret in self._secrets if len(secret) >= SHORTEST_SEARCHED]
        searched.sort(key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, searched))) if searched else None

    def text(self, text: str) -> str:
        """Return the text without secrets, and without users and passwords of addresses."""
        if text in self._secrets:
            return MASK
        if self._pattern:
            text = self._pattern.sub(MASK, text)
        return _USER.sub(MASK, text) if "://" in text else text

    def value(self, value: Any, schema: Schema | None = None) -> Any:
        """Return the masked JSON value. Values that its schema marks with x-secret are masked."""
        schema = schema or {}
        if SECRET in schema and value is not None:
            return MASK
        if isinstance(value, str):
            return value if {"enum", "format"} & schema.keys() else self.text(value)
        if isinstance(value, Mapping):
            members = schema.get("properties", {})
            return {self.text(key): self.value(one, members.get(key)) for key, one in value.items()}
        if isinstance(value, Sequence):
            return [self.value(item, schema.get("items")) for item in value]
        return value


def masking_of(*deployments: Mapping[str, Any]) -> Masking:
    """Return the mask for the texts in deployments that the contract marks with x-secret."""
    known = schema(DEPLOYMENT)
    return Masking([secret for one in deployments for secret in secrets_of(one, known)])


def masked(deployment: Mapping[str, Any]) -> dict[str, Any]:
    """Return a deployment as pages may show it."""
    found: dict[str, Any] = masking_of(deployment).value(deployment, schema(DEPLOYMENT))
    return found


def shown_part(deployment: Mapping[str, Any]) -> dict[str, Any]:
    """Return the members of a deployment that need no mask."""
    return _same(deployment, masked(deployment))


def _same(value: Mapping[str, Any], shown: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in value.keys() & shown.keys():
        if isinstance(value[name], Mapping):
            found[name] = _same(value[name], shown[name])
        elif value[name] == shown[name]:
            found[name] = value[name]
    return found


def secrets_of(value: Any, schema: Schema) -> Iterator[str]:
    """Yield the texts of a value that its schema marks with x-secret."""
    if SECRET in schema and isinstance(value, str):
        yield value
    below = {SECRET: True} if SECRET in schema else {}
    if isinstance(value, Mapping):
        members = schema.get("properties", {})
        for name, member in value.items():
            yield from secrets_of(member, members.get(name, {}) | below)
    elif isinstance(value, list):
        for item in value:
            yield from secrets_of(item, schema.get("items", {}) | below)
