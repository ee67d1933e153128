"""What the contract says of fields and parameters, in the form that the service needs. Nothing of it stands in Python."""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from deploy_contract.document.engines import generated
from deploy_contract.tables import operations, tables

Schema = dict[str, Any]
ALONE = "replaced"  # what x-patch is where nothing is said
REFERENCE = "#/components/schemas/"


@cache
def schema(title: str) -> Schema:
    """The schema of a resource with every reference resolved; what may be null as if it may not."""
    resolved: Schema = _resolved(
        generated("openapi.json")["components"]["schemas"], {"$ref": REFERENCE + title}
    )
    return resolved


def _resolved(schemas: Mapping[str, Any], given: Any) -> Any:
    if not isinstance(given, dict):
        return given
    if "anyOf" in given:
        (chosen,) = (choice for choice in given["anyOf"] if choice.get("type") != "null")
        given = {**chosen, **{key: value for key, value in given.items() if key != "anyOf"}}
    if "$ref" in given:
        named = schemas[given["$ref"].removeprefix(REFERENCE)]
        given = {**named, **{key: value for key, value in given.items() if key != "$ref"}}
    members = {
        name: _resolved(schemas, member) for name, member in given.get("properties", {}).items()
    }
    found = {**given, "properties": members} if members else dict(given)
    return found | {"items": _resolved(schemas, given["items"])} if "items" in given else found


@cache
def declared() -> frozenset[str]:
    """The names of the fields of a deployment."""
    return frozenset(schema("Deployment")["properties"])


@cache
def immutable() -> frozenset[tuple[str, ...]]:
    """Where the fields stand that cannot be changed after creation."""
    pointers = [
        field
        for rule in tables().book.rules
        if rule.shape == "equals_stored"
        for field in rule.parameters["fields"]
    ]
    return frozenset(tuple(pointer.split("/")[1:]) for pointer in pointers)


@cache
def resolved_by_service() -> frozenset[str]:
    """The fields of a revision's configuration that no request sets: they say what came of the revision that they belong to."""
    sent, kept = (
        schema(title)["properties"]["source_revision_config"]
        for title in ("DeploymentPatch", "Deployment")
    )
    return frozenset(kept["properties"]) - frozenset(sent["properties"])


class Filter(NamedTuple):
    """How a parameter of the listing filters. `how`: "equals", "contains", "among"; `field`: of a deployment, or beside it."""

    parameter: str
    how: str
    field: str
    item: Schema | None


@cache
def filters() -> tuple[Filter, ...]:
    """The filters of the listing: those whose field an `exchange` rule names, and those that no response shows."""
    (row,) = (row for row in operations() if row["operation"] == "list_deployments")
    named = {
        rule.parameters["parameter"]: (
            rule.shape.removesuffix("_parameter"),
            rule.parameters["field"].rpartition("/")[2],
        )
        for rule in tables().book.rules
        if rule.shape.endswith("_parameter") and rule.parameters["operation"] == row["operation"]
    }
    return tuple(
        Filter(
            name,
            *named.get(name, ("among" if "items" in parameter else "equals", name)),
            parameter.get("items"),
        )
        for parameter in row["parameters"]
        if (name := parameter["name"])
        and "default" not in parameter  # limit and offset cut the page
    )


@cache
def defaults() -> dict[str, Any]:
    """The values of the listing's parameters where a request gives none."""
    (row,) = (row for row in operations() if row["operation"] == "list_deployments")
    return {
        parameter["name"]: parameter["default"]
        for parameter in row["parameters"]
        if "default" in parameter
    }


def beside() -> dict[str, Schema]:
    """What lists filter by though no response shows it: from the name to its schema, or that of its items."""
    (row,) = (row for row in operations() if row["operation"] == "list_deployments")
    schemas = {
        parameter["name"]: parameter.get("items", parameter["schema"])
        for parameter in row["parameters"]
    }
    return {
        found.field: schemas[found.parameter]
        for found in filters()
        if found.field not in declared()
    }


@cache
def hosting_of(source: str) -> str | None:
    """Where deployments of a source run; None where that may be one place or another."""
    admitted = tables().book.sources[source]
    return admitted[0] if len(admitted) == 1 else None
