"""The effect of a patch on a deployment, before anybody sends the patch."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from deploy_contract import Report
from deploy_contract_service.console.masking import Masking, secrets_of
from deploy_contract_service.fields import DEPLOYMENT, Schema, schema
from deploy_contract_service.patching import apply_patch, same


class Change(NamedTuple):
    """A field that a patch changes. `is_hidden` if its values, which are masked, look the same."""

    path: str
    before: Any
    after: Any
    schema: Schema
    is_hidden: bool


class Effect(NamedTuple):
    """The effect on a deployment; `source` is that of the new revision, or None without one."""

    name: str
    source: str | None
    changes: list[Change]


def effect(deployment: Mapping[str, Any] | None, report: Report) -> Effect | None:
    """Return the effect of a patch by its report, or None if the contract does not allow it.

    The deployment before the patch has a null for each missing field. None: it is not known.
    """
    if deployment is None or report.verdict != "allow" or not isinstance(report.value, Mapping):
        return None
    creates_revision = report.creates_revision == "yes"
    after, source = apply_patch(deployment, report.value, creates_revision=creates_revision)
    masking = Masking({*secrets_of(deployment), *secrets_of(after)})
    changes = list(_changes("", deployment, after, schema(DEPLOYMENT), masking))
    return Effect(masking.text(deployment["name"]), source, changes)


def _changes(
    path: str, before: Any, after: Any, schema: Schema, masking: Masking
) -> Iterator[Change]:
    """Yield each change of a declared field, as deep as both values are objects."""
    if same(before, after):
        return
    members = schema.get("properties")
    if not members or not isinstance(before, Mapping) or not isinstance(after, Mapping):
        now, then = masking.value(before, schema), masking.value(after, schema)
        yield Change(path, now, then, schema, same(now, then))
        return
    for name, member in members.items():
        inner = f"{path}.{name}" if path else name
        yield from _changes(inner, before.get(name), after.get(name), member, masking)
