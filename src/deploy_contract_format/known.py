"""The names to which rules may refer: kinds, fields, sources, hostings and operations."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from typing import NamedTuple

from deploy_contract_format.definitions import Definitions, Schema, find_schema
from deploy_contract_format.pointer import Tokens, join, split
from deploy_contract_format.rules import Kind
from deploy_contract_format.subset import Problem
from deploy_contract_format.suggestions import did_you_mean, nearest


class Known(NamedTuple):
    """The names to which rules may refer.

    Attributes:
        definitions: the definitions of each kind of document.
        sources: sources of deployments.
        hostings: hostings.
        how: the properties of each kind; if empty, those in the rule file are used.
        operations: names of the parameters of each operation.
    """

    definitions: Mapping[str, Definitions]
    sources: Sequence[str]
    hostings: Sequence[str]
    how: Mapping[str, Kind] = {}
    operations: Mapping[str, Sequence[str]] = {}

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of document."""
        return tuple(self.definitions)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters of all operations."""
        return tuple(dict.fromkeys(chain(*self.operations.values())))

    def find_schemas(self, places: Iterable[tuple[str, Sequence[str]]]) -> list[Schema]:
        """Return the schemas at patterns in kinds. Undeclared places have none."""
        found = [find_schema(self.definitions[kind], kind, tokens) for kind, tokens in places]
        return [schema for schema in found if schema is not None]

    def declaring(self, kinds: Iterable[str], tokens: Sequence[str]) -> list[str]:
        """Return the kinds among `kinds` that declare a pattern."""
        return [kind for kind in kinds if self.find_schemas([(kind, tokens)])]

    def pointer_problems(
        self, pointer: object, at: Tokens, *, items: bool = False
    ) -> Iterator[Problem]:
        """Yield the problem of a pointer, if it has one.

        `at`: its place in the file; `items`: whether `*` may mean the items of an array.
        """
        try:
            tokens = split(pointer) if isinstance(pointer, str) else None
        except ValueError:
            tokens = None
        if tokens is None:
            yield Problem(at, "a JSON Pointer, such as /source_config/repo_url")
        elif "*" in tokens and not items:
            yield Problem(at, f"pointer {pointer} must name one place; * has no meaning here")
        elif not self.declaring(self.kinds, tokens):
            otherwise = "correct it: a rule can name only fields that the schemas declare"
            advice = did_you_mean(self._declared_pointer(tokens), otherwise)
            yield Problem(at, f"pointer {pointer} exists in no document kind; {advice}")

    def _declared_pointer(self, tokens: tuple[str, ...]) -> str | None:
        """Return the declared pointer that is most likely meant by one with a misspelt token."""
        for index, token in enumerate(tokens):
            around = self.find_schemas(product(self.kinds, [tokens[:index]]))
            name = nearest(
                token, [name for schema in around for name in schema.get("properties", ())]
            )
            meant = (*tokens[:index], name or "", *tokens[index + 1 :])
            if name and self.declaring(self.kinds, meant):
                return join(meant)
        return None
