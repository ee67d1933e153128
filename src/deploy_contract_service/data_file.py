"""Data files: integrations, repositories and deployments that a service starts with.

The contract checks a file like any document, and each violation has its line.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Any, NamedTuple, cast

from deploy_contract_generated.names import HostingName

from deploy_contract import Contract, Report, Violation
from deploy_contract.files import documents
from deploy_contract.files.documents import Checked, Source
from deploy_contract.judge.python.schema import Schema, prepare, walk
from deploy_contract.plain import same
from deploy_contract_format.definitions import types_of
from deploy_contract_format.pointer import join
from deploy_contract_service import fields
from deploy_contract_service.errors import ServiceError

RULE = "serve --data"  # in place of the id of a rule, for requirements of the service itself
REVISIONS = "revisions"  # member of a deployment in the file, the oldest revision first
MAX_BYTES = 1 << 28
MAX_VIOLATIONS = 20  # number of violations that are shown
_ANY: fields.Schema = {}
_SEARCHED = ("name", "image_version")  # texts that lists filter by, with columns of their own


class Data(NamedTuple):
    """The content of a data file.

    Beside the fields of responses, a deployment has `revisions`, the oldest first, and fields that
    only the filters of lists use.
    """

    integrations: list[dict[str, Any]]
    repositories: list[dict[str, Any]]
    deployments: list[dict[str, Any]]


class DataFileError(ServiceError):
    """A data file with violations: `checked` has them, as `deploy-contract check` shows them."""

    def __init__(self, checked: Checked) -> None:
        super().__init__(f"{checked.name}: the service cannot start with this file")
        self.checked = checked


def load(name: str, hosting: str | None = None) -> Data:
    """Return the content of a YAML or JSON file.

    `hosting` is the hosting of all its deployments. None: it depends on the source of each.

    Raises UnreadableError if the file is not one document, and DataFileError if it has violations.
    """
    document, source = documents.document(name, MAX_BYTES)
    return read(document, name, hosting, source)


def read(document: Any, name: str, hosting: str | None, source: Source) -> Data:
    """Return the content of a document that is parsed. `source` is its text.

    Raises DataFileError if it has violations.
    """
    contract = _contract(hosting)
    found = tuple(islice(_violations(document, contract), MAX_VIOLATIONS + 1))
    if found:
        truncated = len(found) > MAX_VIOLATIONS
        report = Report("deny", found[:MAX_VIOLATIONS], truncated=truncated, value=document)
        raise DataFileError(Checked(name, 1, report, contract, source))
    return _sections(document)


@cache  # a contract compiles at its first use; all mock services of a process share it
def _contract(hosting: str | None) -> Contract:
    return Contract(hosting=cast("HostingName | None", hosting), unknown_fields="reject")


def _violations(document: Any, contract: Contract) -> Iterator[Violation]:
    structural = list(walk(_schema(), document))
    for keyword, at, schema, name in structural:
        yield _structural(keyword, join(at), schema.raw, name)
    if structural:  # parts of the document may have any type
        return
    data, revision_ids = _sections(document), set[str]()
    yield from _duplicates(data.integrations, "/integrations", ("id",))
    yield from _repositories(data, contract)
    for index, item in enumerate(data.deployments):
        yield from _deployment(item, f"/deployments/{index}", contract, revision_ids)
    yield from _duplicates(data.deployments, "/deployments", ("id",))


def _sections(document: Mapping[str, Any]) -> Data:
    return Data(*[document.get(section) or [] for section in Data._fields])


@cache
def _schema() -> Schema:
    """Return the schema of the parts of a file that no kind of document in the contract describes.

    Messages show each `title`: the name of an object, or the form that a text must have.
    """
    uuid = {**fields.identity_schema(), "title": "a uuid"}
    searched = {"pattern": "^[^\\x00]*$", "title": "a text without NUL"}
    tag = {"type": "string", "pattern": "^[^,\\x00]+$", "title": "a text without commas and NUL"}
    members = ("id", "source", "source_revision_config", "created_at")
    revision = _object("a revision", dict.fromkeys(members, _ANY), optional="source")
    extras: dict[str, Any] = {REVISIONS: _list_of(revision), **dict.fromkeys(_SEARCHED, searched)}
    for field, row in fields.unshown().items():
        extras[field] = _list_of(tag) if row.comparison == "among" else row.schema
    lists = {
        "integrations": _list_of(
            _object("an integration", {"id": uuid, "name": {"type": "string", **searched}})
        ),
        "repositories": _list_of(_ANY),
        "deployments": _list_of({"type": "object", "properties": extras}),
    }
    return prepare({**_object("a data file", lists), "required": []})


def _object(title: str, members: dict[str, Any], optional: str = "") -> fields.Schema:
    required = [name for name in members if name != optional]
    described = {"type": "object", "title": title, "properties": members}
    return {**described, "required": required, "additionalProperties": False}


def _list_of(items: fields.Schema) -> fields.Schema:
    return {"type": ["array", "null"], "items": items}


def _structural(keyword: str, at: str, schema: Mapping[str, Any], name: str | None) -> Violation:
    if keyword == "required":
        return _violation(at, f"the field {name} is required", f"add {name}")
    if keyword == "additionalProperties":
        hint = f"its fields are {', '.join(schema['properties'])}"
        return _violation(at, f"is not a field of {schema['title']}", hint)
    expected = schema.get("title")
    if keyword == "enum":
        expected = f"one of {', '.join(filter(None, schema['enum']))}"
    elif keyword == "type":
        expected = " or ".join(types_of(schema))
    return _violation(at, f"must be {expected}", "write such a value")


def _violation(pointer: str, message: str, hint: str) -> Violation:
    return Violation(RULE, "enforce", "body", pointer, message, hint)


def _duplicates(items: list[Any], at: str, key: tuple[str, ...]) -> Iterator[Violation]:
    seen: set[tuple[str, ...]] = set()
    for index, item in enumerate(items):
        values = tuple(str(item.get(name)).lower() for name in key)
        if values in seen:
            pointer = f"{at}/{index}/{key[-1]}"
            yield _violation(pointer, "another item has the same value", "give each its own")
        seen.add(values)


def _repositories(data: Data, contract: Contract) -> Iterator[Violation]:
    report = contract.check(data.repositories, fields.REPOSITORIES)
    yield from _nested("/repositories", report.violations)
    if not report.ok:
        return
    known = {integration["id"].lower() for integration in data.integrations}
    for index, item in enumerate(data.repositories):
        if item["host_integration_id"].lower() not in known:
            at = f"/repositories/{index}/host_integration_id"
            hint = "add the integration, or correct the id"
            yield _violation(at, "is not the id of an integration in the file", hint)
    yield from _duplicates(data.repositories, "/repositories", ("host_integration_id", "id"))


def _nested(at: str, violations: Iterable[Violation]) -> Iterator[Violation]:
    """Yield the enforced violations of a part of the file, with pointers into the whole file."""
    for row in violations:
        if row.mode == "enforce":
            yield Violation(row.rule, row.mode, "body", at + row.pointer, row.message, row.hint)


def _deployment(
    item: dict[str, Any], at: str, contract: Contract, revision_ids: set[str]
) -> Iterator[Violation]:
    extras, revisions = {*fields.unshown(), REVISIONS}, item.get(REVISIONS) or []
    own = {name: value for name, value in item.items() if name not in extras}
    report = contract.check(own, fields.DEPLOYMENT)
    yield from _nested(at, report.violations)
    if not report.ok:
        return
    yield from _revisions(revisions, own, at, contract)
    ids = {own[name]: name for name in ("latest_revision_id", "active_revision_id")}
    ids |= {row["id"]: f"{REVISIONS}/{index}/id" for index, row in enumerate(revisions)}
    places = {str(identity).lower(): name for identity, name in ids.items() if identity is not None}
    for identity in places.keys() & revision_ids:
        message = "is a revision of another deployment"
        yield _violation(f"{at}/{places[identity]}", message, "give each its own")
    revision_ids.update(places)


def _revisions(
    revisions: list[dict[str, Any]], own: dict[str, Any], at: str, contract: Contract
) -> Iterator[Violation]:
    """Yield the violations of a deployment's revisions, and its disagreements with them."""
    is_valid = True
    for index, revision in enumerate(revisions):
        # check the deployment as if it had this revision
        report = contract.check({**own, **revision}, fields.DEPLOYMENT)
        found = [row for row in report.violations if row.pointer.split("/")[1] in revision]
        yield from _nested(f"{at}/{REVISIONS}/{index}", found)
        is_valid = is_valid and report.ok
    if not revisions or not is_valid:
        return
    yield from _duplicates(revisions, f"{at}/{REVISIONS}", ("id",))
    ids = [revision["id"].lower() for revision in revisions]
    latest, active = own["latest_revision_id"], own["active_revision_id"]
    configuration = revisions[-1]["source_revision_config"]
    if (latest or "").lower() != ids[-1]:
        message = "is not the last of the revisions"
        yield _violation(f"{at}/latest_revision_id", message, "list the oldest revision first")
    elif not same(configuration, own["source_revision_config"]):
        message = "differs from the configuration of the latest revision"
        yield _violation(f"{at}/source_revision_config", message, "write the same in both places")
    if active is not None and active.lower() not in ids:
        message = "is not the id of a revision in the list"
        hint = "add the revision, or correct the id"
        yield _violation(f"{at}/active_revision_id", message, hint)
