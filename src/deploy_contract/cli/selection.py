"""The contract, kind and known facts by which `check` judges each file."""

from __future__ import annotations

import argparse
from collections.abc import Hashable, Iterator, Mapping
from functools import cache, partial
from typing import TYPE_CHECKING, Any, cast

from deploy_contract.bundle import Bundle
from deploy_contract.choices import require_choice
from deploy_contract.cli.mappings import Mappings, shortest
from deploy_contract.cli.options import file_kind, file_unknown_fields
from deploy_contract.cli.purposes import (
    UNSTATED,
    Purpose,
    choices_of,
    read_comment,
)
from deploy_contract.contract import Contract
from deploy_contract.exceptions import ContractError
from deploy_contract.files import documents
from deploy_contract.files.documents import Checked, unreadable
from deploy_contract.limits import Limits
from deploy_contract_format.printing import escape_name
from deploy_contract_format.reading import is_yaml

if TYPE_CHECKING:
    from deploy_contract_generated.names import EngineName, HostingName, RuleMode, UnknownFields

_MANY_FILES = 100  # for fewer, making the core in Rust takes longer than it saves


class Selector:
    """The choice of kind, source and hosting for each file.

    The command line wins over the file's comment, that over the mapping of its folder, and that
    over the defaults.

    Args:
        options: the options of `check`.
        number: how many files there are.

    Attributes:
        mappings: the mappings of files in folders.

    Raises:
        ContractError: a policy or the stored deployment is wrong, or contradicts --source.
    """

    def __init__(self, options: argparse.Namespace, number: int) -> None:
        self._bundle: Bundle = options.bundle
        self._defaults = Purpose(
            file_kind(self._bundle), unknown_fields=file_unknown_fields(self._bundle)
        )
        self._engine: EngineName = "auto" if number >= _MANY_FILES else "python"
        self._stated = Purpose(
            options.kind,
            options.source,
            options.hosting,
            options.unknown_fields,
            options.deployment,
            tuple(options.policy) or None,
            dict(options.modes) or None,
        )
        self._contracts: dict[Hashable, Contract] = {}
        if options.policy:  # reports a wrong policy first
            self._contract(self._stated.over(self._defaults))
        self._read = cache(partial(_read_stored, self._bundle))
        if self._stated.deployment is not None:
            stored_source = self._stored(self._stated.deployment).get("source")
            if _differ(self._stated.source, stored_source):
                raise ContractError(
                    f"--source contradicts the source in {escape_name(options.deployment)}; "
                    "leave it out, or correct one"
                )
        self._choices = choices_of(self._bundle)
        self.mappings = Mappings(self._choices, options.exclude)
        self._usual = self._stated.over(self._defaults)

    def judged(self, name: str, body: bytes, mapped: Purpose) -> Iterator[Checked]:
        """Return the documents of a file with their reports.

        Args:
            name: the name of the file.
            body: its bytes.
            mapped: its purpose by the mappings.

        Raises:
            ContractError: a policy of its mapping is wrong.
            UnreadableError: its comment is wrong, its stored deployment cannot be read, or its
                source contradicts that of the stored deployment.
        """
        stated = read_comment(name, body, self._choices) if is_yaml(name, body) else UNSTATED
        purpose = self._usual  # of most files
        if stated is not UNSTATED or mapped is not UNSTATED:
            purpose = self._stated.over(stated).over(mapped).over(self._defaults)
        stored = None
        if purpose.deployment is not None:
            try:
                stored = self._stored(purpose.deployment)
            except ContractError as error:
                raise unreadable(name, f"deployment {error}") from None
            if _differ(purpose.source, stored.get("source")):
                raise unreadable(name, "its source contradicts that of the stored deployment")
        try:
            contract = self._contract(purpose)
        except ContractError as error:
            if not mapped.policies and not mapped.modes:
                raise
            raise ContractError(f"{escape_name(name)}: by its mapping: {error}") from None
        kind = cast("str", purpose.kind)  # the defaults have one
        facts = {"source": purpose.source, "deployment": stored}
        return documents.check_body(name, body, contract, kind, **facts)

    def _contract(self, purpose: Purpose) -> Contract:
        modes = purpose.modes or {}
        policies = purpose.policies or ()
        key = purpose.hosting, purpose.unknown_fields, policies, *sorted(modes.items())
        if key not in self._contracts:
            self._contracts[key] = Contract(
                hosting=cast("HostingName | None", purpose.hosting),
                unknown_fields=cast("UnknownFields", purpose.unknown_fields),
                modes=cast("Mapping[str, RuleMode]", modes),
                policies=[shortest(path) for path in policies],
                engine=self._engine,
                bundle=self._bundle,
            )
        return self._contracts[key]

    def _stored(self, where: str | Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a stored deployment. Raises ContractError if its file cannot be read or is wrong."""
        return self._read(where) if isinstance(where, str) else where


def _differ(one: str | None, other: str | None) -> bool:
    return one is not None and other is not None and one != other


def _read_stored(bundle: Bundle, path: str) -> dict[str, Any]:
    if path != documents.STANDARD_INPUT:
        path = shortest(path)
    name = escape_name(path)
    stored = documents.document(path, Limits().response_body).value
    if not isinstance(stored, dict):
        raise ContractError(f"{name}: a stored deployment must be an object")
    require_choice(f"{name}: source", stored.get("source"), (None, *bundle.book.sources))
    return stored
