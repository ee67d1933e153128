"""The effect of a patch on a deployment, as pure functions of parsed JSON.

See "interface.md", 3. Patch a deployment.
"""

from collections.abc import Mapping
from typing import Any

from deploy_contract.bundle import Bundle
from deploy_contract.judge.python.after_patch import Effects, state_after
from deploy_contract.plain import same
from deploy_contract.report import Report
from deploy_contract_format.pointer import split
from deploy_contract_service import fields
from deploy_contract_service.fields import DEPLOYMENT, PATCH, Path, Schema, schema


def apply_patch(stored: Mapping[str, Any], report: Report) -> tuple[dict[str, Any], str | None]:
    """Return the deployment after a patch, and the source of the new revision, if there is one.

    The report allows the patch, and `stored` is complete. Only fields that both the patch and the
    deployment declare are taken. Unknown and read-only fields are ignored. Fields that the service
    sets itself keep their values.
    """
    patch, kind = report.value, Bundle.installed().book.kinds[PATCH]
    effects: Effects = {split(pointer): effect for pointer, effect in kind.effects}
    state, _ = state_after(_settable(patch, schema(PATCH), ()), stored, (), effects)
    after = {name: value for name, value in state.items() if name in stored}
    if report.creates_revision != "yes":
        return after, None
    configuration = after["source_revision_config"]
    if not same(configuration, stored["source_revision_config"]):
        # the values that the service resolved belong to the former revision
        resolved = fields.resolved_by_service() & configuration.keys()
        after["source_revision_config"] = {**configuration, **dict.fromkeys(resolved)}
    return after, patch.get("revision_source") or stored["source"]


def _settable(value: Any, schema: Schema, at: Path) -> Any:
    """Return the value without members that are undeclared, or cannot change after creation.

    Free-form objects stay whole.
    """
    if isinstance(value, dict) and "properties" in schema:
        members = schema["properties"]
        return {
            name: _settable(member, members[name], (*at, name))
            for name, member in value.items()
            if name in members and (*at, name) not in fields.immutable()
        }
    if isinstance(value, list) and "items" in schema:
        return [_settable(item, schema["items"], at) for item in value]
    return value


def complete(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return the deployment with a null for each field that it lacks.

    The service has every field of a stored deployment, so a missing field is null, not unknown.
    """
    patch = schema(PATCH)["properties"]
    return {
        name: _complete(stored.get(name), member, patch.get(name, {}))
        for name, member in schema(DEPLOYMENT)["properties"].items()
    }


def _complete(value: Any, schema: Schema, patch: Schema) -> Any:
    if not isinstance(value, dict) or patch.get("x-patch") != "merged":
        return value  # a value that patches replace stays as it is
    members = patch["properties"]
    declared = {
        name: _complete(value.get(name), member, members.get(name, {}))
        for name, member in schema["properties"].items()
    }
    return {**value, **declared}
