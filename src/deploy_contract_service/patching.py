"""What a patch makes of a deployment: pure functions over parsed JSON ("interface.md", 3. Patch a deployment)."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from deploy_contract_service import fields
from deploy_contract_service.fields import Schema

Tokens = tuple[str, ...]


class Outcome(NamedTuple):
    """`deployment`: as it is after a patch. `source`: of the new revision, None where there is none."""

    deployment: dict[str, Any]
    source: str | None


def patched(
    stored: Mapping[str, Any], sent: Mapping[str, Any], *, creates_revision: bool
) -> Outcome:
    """The deployment after a patch that the contract allows; what the service sets itself is left as it is.

    Only what both the patch and the deployment declare is taken: unknown and read-only fields are ignored.
    """
    request = fields.schema("DeploymentPatch")["properties"]
    common = {name: member for name, member in request.items() if name in fields.declared()}
    after = {**stored, **_members(stored, sent, common, ())}
    if not creates_revision:
        return Outcome(after, None)
    configuration = after["source_revision_config"]
    if not same(
        configuration, stored["source_revision_config"]
    ):  # what came of the old one does not come of this one
        stale = {name: None for name in fields.resolved_by_service() if name in configuration}
        after["source_revision_config"] = {**configuration, **stale}
    return Outcome(after, sent.get("revision_source") or stored["source"])


def merged(stored: Any, sent: Any, schema: Schema, at: Tokens = ()) -> Any:
    """Return the value after a patch sends `sent` for what is `stored`, as `x-patch` of its schema says.

    An object that sets nothing leaves a stored null as it is.
    """
    how = schema.get("x-patch", fields.ALONE)
    if sent is None or at in fields.immutable() or (how == "replaced_unless_empty" and not sent):
        return stored
    if how == "merged":
        before = stored or {}
        after = {**before, **_members(before, sent, schema["properties"], at)}
    else:
        after = known(sent, schema)
    return stored if stored is None and after == {} else after


def _members(
    stored: Mapping[str, Any], sent: Mapping[str, Any], schemas: Mapping[str, Schema], at: Tokens
) -> dict[str, Any]:
    return {
        name: merged(stored.get(name), value, schemas[name], (*at, name))
        for name, value in sent.items()
        if name in schemas and value is not None
    }


def same(one: Any, other: Any) -> bool:
    """Whether two JSON values are the same, whatever the order of members. Python's == takes 1 for true."""
    return one is other or json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def known(value: Any, schema: Schema) -> Any:
    """The value without the fields that its schema does not declare; free-form objects stay whole."""
    if isinstance(value, dict) and "properties" in schema:
        members = schema["properties"]
        return {
            name: known(member, members[name]) for name, member in value.items() if name in members
        }
    if isinstance(value, list) and "items" in schema:
        return [known(item, schema["items"]) for item in value]
    return value


def completed(stored: Mapping[str, Any]) -> dict[str, Any]:
    """A deployment with a null for each field that it does not have: what is stored is all there is, nothing of it unknown."""
    request, response = (
        fields.schema(title)["properties"] for title in ("DeploymentPatch", "Deployment")
    )
    return {
        name: _completed(stored.get(name), schema, request.get(name, {}))
        for name, schema in response.items()
    }


def _completed(value: Any, schema: Schema, patch: Schema) -> Any:
    if not isinstance(value, dict) or patch.get("x-patch") != "merged":
        return value  # what is replaced as a whole stays as it came
    members = patch["properties"]
    there = {
        name: _completed(value.get(name), member, members.get(name, {}))
        for name, member in schema["properties"].items()
    }
    return {**value, **there}
