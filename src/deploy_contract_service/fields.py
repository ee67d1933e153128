"""Facts of the contract in the form that the service needs: operations, fields and filters.

Only operations and kinds of documents are named here. All else is read from the contract.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from deploy_contract_generated.names import DocumentKind

from deploy_contract.bundle import Bundle
from deploy_contract.knowledge.facts import lasting_fields
from deploy_contract_format.definitions import COMPONENTS, with_members

Schema = dict[str, Any]
Path = tuple[str, ...]  # names of members, from the deployment down

LIST_REPOSITORIES = "list_repositories"
LIST_DEPLOYMENTS = "list_deployments"
PATCH_DEPLOYMENT = "patch_deployment"
PATCH: DocumentKind = "DeploymentPatch"
DEPLOYMENT: DocumentKind = "Deployment"
REPOSITORIES: DocumentKind = "RepositoryList"

_bundle = Bundle.installed


def sources() -> tuple[str, ...]:
    """Return the names of the sources."""
    return tuple(_bundle().book.sources)


def hostings() -> tuple[str, ...]:
    """Return the names of the hostings."""
    return _bundle().book.hostings


@cache
def operation(name: str) -> Mapping[str, Any]:
    """Return an operation: `method`, `path`, `parameters`, `request`, `responses`."""
    return {row["operation"]: row for row in _bundle().operations}[name]


@cache
def parameter_descriptions(name: str) -> dict[str, str]:
    """Return the descriptions of an operation's parameters, by their names."""
    row = operation(name)
    described = _bundle().description["paths"][row["path"]][row["method"].lower()]
    return {item["name"]: item.get("description", "") for item in described["parameters"]}


def identity_schema() -> Schema:
    """Return the schema of the id of a deployment, as the path of a patch has it."""
    (parameter,) = operation(PATCH_DEPLOYMENT)["parameters"]
    return dict(parameter["schema"])


def status_tones() -> dict[str, str]:
    """Return the tone of each status on pages: good, waiting, idle or attention (`x-tones`)."""
    return dict(schema(DEPLOYMENT)["properties"]["status"]["x-tones"])


@cache
def schema(title: str) -> Schema:
    """Return the schema of a resource with every reference resolved, and without null.

    Each resolved resource keeps its `title`.
    """
    return _resolved({"$ref": COMPONENTS + title})


def _resolved(given: Mapping[str, Any]) -> Schema:
    found = _bundle().resolve(given)
    if found is None:  # without its schema, a secret would be shown
        raise KeyError(str(given))
    return with_members(found, _resolved)


@cache
def immutable() -> frozenset[Path]:
    """Return the paths of the fields that cannot be changed after creation."""
    return frozenset(lasting_fields(_bundle().book.rules))


@cache
def resolved_by_service() -> frozenset[str]:
    """Return the fields of a revision's configuration that only the service sets.

    They describe the revision that they belong to, so a new revision starts without them.
    """
    stored, patch = [schema(kind)["properties"] for kind in (DEPLOYMENT, PATCH)]
    field = "source_revision_config"
    return frozenset(stored[field]["properties"]) - frozenset(patch[field]["properties"])


class Filter(NamedTuple):
    """A parameter that filters the list of deployments."""

    parameter: str
    comparison: str  # "equals", "contains" (text within the field) or "among" (one of some values)
    field: str  # a field of a deployment, or a field that only the data file has
    schema: Schema  # of a single value


@cache
def filters() -> tuple[Filter, ...]:
    """Return the filters of the list of deployments.

    Rules of the shapes equals_parameter, contains_parameter and among_parameter say which field a
    parameter filters by. A parameter without a rule filters by a field that no response shows.
    """
    by_rule = {}
    for rule in _bundle().book.rules:
        if rule.shape.endswith("_parameter") and rule.parameters["operation"] == LIST_DEPLOYMENTS:
            comparison = rule.shape.removesuffix("_parameter")
            field = rule.parameters["field"].rpartition("/")[2]
            by_rule[rule.parameters["parameter"]] = comparison, field
    found = []
    for parameter in operation(LIST_DEPLOYMENTS)["parameters"]:
        if "default" in parameter:  # limit and offset select a page
            continue
        name, item = parameter["name"], parameter.get("items")
        comparison, field = by_rule.get(name, ("among" if item else "equals", name))
        found.append(Filter(name, comparison, field, item or parameter["schema"]))
    return tuple(found)


@cache
def unshown() -> dict[str, Filter]:
    """Return the filters by fields that no response shows, by the names of the fields."""
    shown = schema(DEPLOYMENT)["properties"]
    return {row.field: row for row in filters() if row.field not in shown}
