"""The declared schemas of a place in a document, with the texts and marks of the contract."""

from collections.abc import Iterator, Mapping
from typing import Any

from deploy_contract.bundle import Bundle
from deploy_contract_format.definitions import Schema

_COMPONENTS = "#/components/schemas/"


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
