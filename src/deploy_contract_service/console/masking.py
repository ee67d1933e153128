"""Masking of stored values before a browser gets them: secrets, and texts that contain one."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from deploy_contract import Bundle
from deploy_contract.files.fields import SHORTEST_SEARCHED, USER, scalars
from deploy_contract_format.definitions import SECRET
from deploy_contract_service.fields import DEPLOYMENT, Schema, schema

MASK = "\u2022\u2022\u2022\u2022"
# pairs of characters, of a text and of a secret, that the search in a deployment may compare
_MOST_COMPARED = 10**9


class Masking:
    """A mask for values of documents."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._secrets = frozenset(filter(None, secrets))
        searched = [secret for secret in self._secrets if len(secret) >= SHORTEST_SEARCHED]
        self._searched = sorted(searched, key=len, reverse=True)
        self._size, self._left = sum(map(len, searched)), _MOST_COMPARED

    def text(self, text: str) -> str:
        """Return the text without secrets, and without users and passwords of addresses.

        A text for which the search could take too long is masked as a whole.
        """
        self._left -= len(text) * self._size
        if text in self._secrets or self._left < 0:
            return MASK
        for secret in self._searched:
            text = text.replace(secret, MASK)
        return USER.sub(f"://{MASK}@", text)

    def value(self, value: Any, schema: Schema | None = None) -> Any:
        """Return the masked JSON value. Every value that `schema` marks with x-secret is masked."""
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
    """Return the mask for the secrets of deployments."""
    return Masking([secret for deployment in deployments for secret in secrets_of(deployment)])


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


def secrets_of(deployment: Mapping[str, Any]) -> list[str]:
    """Return the texts of a deployment that the contract marks with x-secret."""
    found = scalars(Bundle.installed(), DEPLOYMENT, deployment)
    return [row.value for row in found if not row.is_shown and isinstance(row.value, str)]
