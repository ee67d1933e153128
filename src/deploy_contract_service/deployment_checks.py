"""Checks of the deployments in a data file, and of their revisions."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from deploy_contract_generated.names import DocumentKind

from deploy_contract import Contract, Violation
from deploy_contract.files import documents, pointers
from deploy_contract_service import fields
from deploy_contract_service.data_violations import (
    expectation,
    is_valid,
    nested,
    unsearchable,
    violation,
)
from deploy_contract_service.patching import same

REVISIONS = "revisions"  # of a deployment, beside its own fields, the oldest first
_REVISION_FIELDS = ("id", "source", "source_revision_config", "created_at")
_SEARCHED = ("name", "status", "image_version")  # fields that lists filter by


def deployment_violations(
    item: Any, at: str, contract: Contract, revision_ids: set[str]
) -> Iterator[Violation]:
    """Yield the violations of one deployment.

    Args:
        item: the deployment as the file has it.
        at: pointer of the deployment.
        contract: the contract that checks it.
        revision_ids: ids of the revisions before it; those of this deployment are added.
    """
    own = item
    if isinstance(item, dict):
        others = {*fields.unshown(), REVISIONS}
        own = {name: value for name, value in item.items() if name not in others}
    report = contract.check(
        documents.as_parsed(own), cast("DocumentKind", fields.deployment_kind())
    )
    yield from nested(at, report.violations)
    if not isinstance(item, dict):
        return
    for name, schema in fields.unshown().items():
        yield from _unshown(name, item.get(name), f"{at}/{name}", schema)
    for name in _SEARCHED:
        if isinstance(item.get(name), str):
            yield from unsearchable(item[name], f"{at}/{name}")
    if not report.ok:
        return
    revisions = item.get(REVISIONS)
    if not isinstance(revisions, list | None):
        yield violation(f"{at}/{REVISIONS}", "must be array or null", "write a list")
    elif not revisions:
        yield from _named_revisions(own, at, revision_ids)
    else:
        yield from _revisions(revisions, own, at, contract, revision_ids)


def _unshown(name: str, value: Any, at: str, schema: fields.Schema) -> Iterator[Violation]:
    """Yield the violations of a field that lists filter by and no response has."""
    if not _has_several(name):
        if value is not None:
            yield from _searched(value, at, schema)
        return
    if not isinstance(value, list | None):
        yield violation(at, "must be array or null", "write a list")
        return
    for index, one in enumerate(value or ()):
        yield from _searched(one, f"{at}/{index}", schema)
        if is_valid(schema, one) and "," in one:
            hint = "a comma separates the values of a list parameter, so no request could name it"
            yield violation(f"{at}/{index}", "must not contain a comma", hint)


def _has_several(name: str) -> bool:
    return any(one.field == name and one.how == "among" for one in fields.filters())


def _searched(value: Any, at: str, schema: fields.Schema) -> Iterator[Violation]:
    if not is_valid(schema, value) or value == "":
        hint = "write one of them" if "enum" in schema else "write a value of that type"
        yield violation(at, f"must be {expectation(schema)}", hint)
    elif isinstance(value, str):
        yield from unsearchable(value, at)


def _named_revisions(
    own: Mapping[str, Any], at: str, revision_ids: set[str]
) -> Iterator[Violation]:
    """Yield violations of a deployment that names its revisions and lists none."""
    named = {}
    for name in ("latest_revision_id", "active_revision_id"):
        if own[name] is not None:
            named[name] = own[name].lower()
    for name, identity in named.items():
        if identity in revision_ids:
            message = "is a revision of another deployment"
            yield violation(f"{at}/{name}", message, "give each its own")
    revision_ids.update(named.values())


def _revisions(
    revisions: list[Any],
    own: dict[str, Any],
    at: str,
    contract: Contract,
    revision_ids: set[str],
) -> Iterator[Violation]:
    valid = True
    for index, one in enumerate(revisions):
        place = f"{at}/{REVISIONS}/{index}"
        malformed = _malformed(one, place)
        if malformed:
            yield malformed
            valid = False
            continue
        # each is checked as the deployment would be if it had this revision
        report = contract.check({**own, **one}, cast("DocumentKind", fields.deployment_kind()))
        mine = [found for found in report.violations if found.pointer.split("/")[1] in one]
        yield from nested(place, mine)
        identity = str(one["id"]).lower()
        if report.ok and identity in revision_ids:
            yield violation(f"{place}/id", "another revision has the same", "give each its own")
        revision_ids.add(identity)
        valid = valid and report.ok
    if valid:
        yield from _disagreements(revisions, own, at)


def _malformed(revision: Any, at: str) -> Violation | None:
    """Return the violation of a revision that lacks a field or has an undeclared one."""
    hint = f"give {', '.join(_REVISION_FIELDS)}; source may be left out"
    if not isinstance(revision, dict):
        return violation(at, f"the field {_REVISION_FIELDS[0]} is required", hint)
    for name in _REVISION_FIELDS:
        if name not in revision and name != "source":
            return violation(at, f"the field {name} is required", hint)
    for name in revision:
        if name not in _REVISION_FIELDS:
            return violation(pointers.member(at, name), "is not a field of a revision", hint)
    return None


def _disagreements(
    revisions: list[dict[str, Any]], own: Mapping[str, Any], at: str
) -> Iterator[Violation]:
    """Yield violations where a deployment and its valid revisions disagree."""
    ids = [one["id"].lower() for one in revisions]
    latest, active = own["latest_revision_id"], own["active_revision_id"]
    configuration = revisions[-1]["source_revision_config"]
    if (latest or "").lower() != ids[-1]:
        yield violation(
            f"{at}/latest_revision_id",
            "is not the last of the revisions",
            "list the oldest revision first",
        )
    elif not same(configuration, own["source_revision_config"]):
        yield violation(
            f"{at}/source_revision_config",
            "differs from that of the latest revision",
            "write the same in both places",
        )
    if active is not None and active.lower() not in ids:
        yield violation(
            f"{at}/active_revision_id",
            "is not the id of a revision in the list",
            "add the revision, or correct the id",
        )
