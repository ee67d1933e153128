"""Stored deployments from callers: they are checked, and turned into parsed JSON."""

import json
import re
from collections.abc import Collection, Mapping
from typing import Any

from deploy_contract.bundle import Bundle
from deploy_contract.choices import require_choice
from deploy_contract.exceptions import ContractError
from deploy_contract.plain import plain_facts
from deploy_contract_format.definitions import find_schema
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import Rulebook, source_member, stored_kind


def read_facts(
    book: Rulebook, deployment: Any, names: Collection[str] | None = None
) -> Mapping[str, Any]:
    """Return a copy of the facts about a deployment as parsed JSON, as `plain_facts` does.

    Raises:
        ContractError: the deployment is neither a mapping nor a model, or cannot be read.
    """
    facts: Any = plain_facts(deployment, names)
    if facts.__class__ is not dict and not isinstance(facts, Mapping):
        example = json.dumps(dict(zip([source_member(book.kinds)], book.sources, strict=False)))
        raise ContractError(
            f"deployment must be a mapping with the known fields, such as {example}"
        )
    return facts


def given_facts(book: Rulebook, source: str | None, deployment: Any) -> tuple[str | None, Any]:
    """Return the source of a deployment, if known, and the deployment as it was given.

    Args:
        book: the rules of the contract.
        source: the source that a caller gives.
        deployment: the deployment that a caller gives: a mapping, a model, or None.

    Raises:
        ContractError: an argument is wrong, or they contradict each other.
    """
    if source is not None:
        require_choice("source", source, book.sources)
        source = str.__str__(source)  # the class may be an enum
    if deployment is None:
        return source, None
    member = source_member(book.kinds)
    stored = read_facts(book, deployment, [member]).get(member)
    if stored is None:
        return source, deployment
    require_choice("the source of deployment", stored, book.sources)
    if source not in (None, stored):
        raise ContractError(
            "source contradicts the source of deployment; give one, or make them equal"
        )
    return str(stored), deployment


def given_deployments(given: object, bundle: Bundle, subject: str) -> dict[str, Mapping[str, Any]]:
    """Return stored deployments by id in lower case, from sources or stored deployments by id.

    `subject` begins the text of a ContractError, which is raised as by `require_facts`.
    """
    if not isinstance(given, Mapping) or any(stored is None for stored in given.values()):
        raise ContractError(f"{subject}: write a source or a stored deployment for each id")
    member, found = source_member(bundle.book.kinds), dict[str, Mapping[str, Any]]()
    for key, stored in given.items():
        found[key] = {member: stored} if isinstance(stored, str) else plain_facts(stored)
    require_facts(found, bundle, subject)
    return {str(key).lower(): facts for key, facts in found.items()}


def require_facts(
    deployments: Mapping[str, Any], bundle: Bundle, subject: str = "deployments"
) -> None:
    """Check stored deployments by id, whose values may be None.

    Names of fields are not checked, so that a deployment may have fields of the caller's own.

    Raises:
        ContractError: an id or a source is not as the contract has it, or a deployment is not a
            mapping. The text begins with `subject`.
    """
    book, kind = bundle.book, stored_kind(bundle.book.kinds)
    if kind is None:
        return
    source, sources = source_member(book.kinds), [*book.sources]
    place = split(book.kinds[kind].identity or "")
    id_schema = find_schema(bundle.definitions(kind), kind, place) or {}
    is_id = re.compile(id_schema.get("pattern", ".*"), re.ASCII | re.DOTALL).fullmatch
    for number, (key, deployment) in enumerate(list(deployments.items()), 1):
        if not isinstance(key, str) or not is_id(key):
            raise ContractError(
                f"{subject}: key {number} is not the id of a deployment, as a string"
            )
        if deployment.__class__ is dict and deployment.get(source) in sources:
            continue  # fast path
        try:
            given_facts(book, None, deployment)
        except ContractError as error:
            raise ContractError(f"{subject}: value {number}: {error}") from None
