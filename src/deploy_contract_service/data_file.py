"""Data files: integrations, repositories and deployments that a service starts with.

The contract checks a file like any document, and each violation has its line.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Any, NamedTuple, cast

from deploy_contract_generated.names import DocumentKind, HostingName

from deploy_contract import Contract, Report, Violation
from deploy_contract.files import documents, pointers
from deploy_contract.files.documents import Checked
from deploy_contract_service import fields
from deploy_contract_service.data_violations import (
    duplicates,
    expectation,
    is_valid,
    nested,
    violation,
)
from deploy_contract_service.deployment_checks import deployment_violations

SECTIONS = ("integrations", "repositories", "deployments")
MOST_BYTES = 1 << 28
MOST_VIOLATIONS = 20  # that are shown


class Data(NamedTuple):
    """The content of a data file.

    A deployment has `revisions`, the oldest first, and fields that only lists filter by, beside
    the fields that responses have.
    """

    integrations: list[dict[str, Any]]
    repositories: list[dict[str, Any]]
    deployments: list[dict[str, Any]]


class DataFileError(Exception):
    """A data file with violations: `checked` has them, as `deploy-contract check` shows them."""

    def __init__(self, checked: Checked) -> None:
        super().__init__(f"{checked.name}: the service cannot start with this file")
        self.checked = checked


def load(name: str, hosting: str | None = None) -> Data:
    """Return the content of a YAML or JSON file.

    Args:
        name: name of the file.
        hosting: hosting of all its deployments, or None if it depends on their source.

    Raises:
        UnreadableError: the file cannot be read, or is not one document.
        DataFileError: the file has violations.
    """
    contract = contract_of(hosting)
    document, source = documents.document(name, MOST_BYTES)
    found = violations(document, contract)
    if found:
        truncated = len(found) > MOST_VIOLATIONS
        shown = found[:MOST_VIOLATIONS]
        report = Report("deny", shown, truncated=truncated, value=document)
        raise DataFileError(Checked(name, 1, report, contract, source))
    return sections(document)


@cache  # what a contract compiles at its first use serves every mock service of a process
def contract_of(hosting: str | None) -> Contract:
    """Return the contract that judges data. `hosting`: as for `load`."""
    return Contract(hosting=cast("HostingName | None", hosting), unknown_fields="reject")


def violations(document: Any, contract: Contract) -> tuple[Violation, ...]:
    """Return the first violations of data that is parsed, one more than are shown."""
    return tuple(islice(_violations(document, contract), MOST_VIOLATIONS + 1))


def sections(document: Mapping[str, Any]) -> Data:
    """Return data without violations by its sections."""
    return Data(*[document.get(section) or [] for section in SECTIONS])


def _violations(document: Any, contract: Contract) -> Iterator[Violation]:
    sections = ", ".join(SECTIONS)
    if not isinstance(document, dict):
        yield violation("", "must be an object", f"give {sections}")
        return
    for key in document:
        if key not in SECTIONS:
            pointer = pointers.member("", key)
            yield violation(pointer, "is not a section of the file", f"the sections are {sections}")
    lists: dict[str, list[Any]] = {}
    for name in SECTIONS:
        items = document.get(name)
        if not isinstance(items, list | None):
            yield violation(f"/{name}", "must be an array", "write a list")
            items = []
        lists[name] = items or []
    yield from _integrations(lists["integrations"])
    yield from _repositories(lists["repositories"], _ids(lists["integrations"]), contract)
    yield from duplicates(lists["deployments"], "/deployments", ("id",))
    revision_ids: set[str] = set()
    for index, item in enumerate(lists["deployments"]):
        yield from deployment_violations(item, f"/deployments/{index}", contract, revision_ids)


def _ids(items: list[Any]) -> set[str]:
    found = set()
    for item in items:
        identity = item.get("id") if isinstance(item, dict) else None
        if isinstance(identity, str):
            found.add(identity.lower())
    return found


def _integrations(items: list[Any]) -> Iterator[Violation]:
    repository = fields.repository_schema()["properties"]
    members = {"id": repository["host_integration_id"], "name": repository["name"]}
    for index, item in enumerate(items):
        at = f"/integrations/{index}"
        if not isinstance(item, dict):
            yield violation(at, "must be an object", "give id and name")
            continue
        for name, schema in members.items():
            if name not in item:
                yield violation(at, f"the field {name} is required", f"add {name}")
            elif not is_valid(schema, item[name]):
                message = f"must be {expectation(schema)}"
                yield violation(f"{at}/{name}", message, "write a value of that type")
        for name in item:
            if name not in members:
                pointer = pointers.member(at, name)
                yield violation(pointer, "is not a field of an integration", "give id and name")
    yield from duplicates(items, "/integrations", ("id",))


def _repositories(items: list[Any], known: set[str], contract: Contract) -> Iterator[Violation]:
    report = contract.check(items, cast("DocumentKind", fields.repositories_kind()))
    yield from nested("/repositories", report.violations)
    if not report.ok:
        return
    for index, item in enumerate(items):
        if item["host_integration_id"].lower() not in known:
            yield violation(
                f"/repositories/{index}/host_integration_id",
                "is not the id of an integration in the file",
                "add the integration, or correct the id",
            )
    yield from duplicates(items, "/repositories", ("host_integration_id", "id"))
