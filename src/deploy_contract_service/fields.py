"""Facts of the contract in the form that the service needs: operations, fields and filters.

Only the operations that the service serves are named here. All else is read from the contract.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from deploy_contract.bundle import Bundle
from deploy_contract_format.pointer import split

Schema = dict[str, Any]
Path = tuple[str, ...]  # names of members, from the deployment down

LIST_REPOSITORIES = "list_repositories"
LIST_DEPLOYMENTS = "list_deployments"
PATCH_DEPLOYMENT = "patch_deployment"

REPLACED = "replaced"  # the default of x-patch
_COMPONENTS = "#/components/schemas/"
_bundle = Bundle.installed


def version() -> str:
    """Return the version of the contract."""
    return _bundle().version


def sources() -> tuple[str, ...]:
    """Return the names of the sources."""
    return tuple(_bundle().book.sources)


def hostings() -> tuple[str, ...]:
    """Return the names of the hostings."""
    return _bundle().book.hostings


@cache
def hosting_of(source: str) -> str | None:
    """Return the hosting of a source, or None if its deployments may run on several."""
    admitted = _bundle().book.sources[source]
    return admitted[0] if len(admitted) == 1 else None


@cache
def operation(name: str) -> Mapping[str, Any]:
    """Return an operation: `method`, `path`, `parameters`, `request`, `responses`."""
    for row in _bundle().operations:
        if row["operation"] == name:
            return row
    raise KeyError(name)


@cache
def identity_schema(name: str) -> Schema:
    """Return the schema of the path parameter of an operation that has just one."""
    (parameter,) = operation(name)["parameters"]
    return dict(parameter["schema"])


@cache
def parameter_descriptions(name: str) -> dict[str, str]:
    """Return the descriptions of an operation's parameters, by their names."""
    row = operation(name)
    described = _bundle().description["paths"][row["path"]][row["method"].lower()]
    return {item["name"]: item.get("description", "") for item in described["parameters"]}


def patch_kind() -> str:
    """Return the document kind of a patch."""
    return str(operation(PATCH_DEPLOYMENT)["request"])


def deployment_kind() -> str:
    """Return the document kind of a deployment, the response to a patch."""
    return str(operation(PATCH_DEPLOYMENT)["responses"]["200"])


def repositories_kind() -> str:
    """Return the document kind of a list of repositories."""
    return str(operation(LIST_REPOSITORIES)["responses"]["200"])


def patch_schema() -> Schema:
    """Return the resolved schema of a patch."""
    return schema(patch_kind())


def deployment_schema() -> Schema:
    """Return the resolved schema of a deployment."""
    return schema(deployment_kind())


def repository_schema() -> Schema:
    """Return the resolved schema of a repository."""
    found: Schema = schema(repositories_kind())["items"]
    return found


@cache
def status_tones() -> dict[str, str]:
    """Return how pages show each status: good, waiting, idle or attention (`x-tones`)."""
    tones: dict[str, str] = deployment_schema()["properties"]["status"]["x-tones"]
    return tones


@cache
def schema(title: str) -> Schema:
    """Return the schema of a resource with every reference resolved, and without null.

    Each resolved resource keeps its `title`.
    """
    schemas = _bundle().description["components"]["schemas"]
    resolved: Schema = _resolve(schemas, {"$ref": _COMPONENTS + title})
    return resolved


def _resolve(schemas: Mapping[str, Any], given: Any) -> Any:
    if not isinstance(given, dict):
        return given
    given = dict(given)
    if "anyOf" in given:
        (choice,) = (one for one in given.pop("anyOf") if one.get("type") != "null")
        given = {**choice, **given}
    if "$ref" in given:
        given = {**schemas[given.pop("$ref").removeprefix(_COMPONENTS)], **given}
    if "properties" in given:
        members = {}
        for name, member in given["properties"].items():
            members[name] = _resolve(schemas, member)
        given["properties"] = members
    if "items" in given:
        given["items"] = _resolve(schemas, given["items"])
    return given


@cache
def declared() -> frozenset[str]:
    """Return the names of a deployment's fields."""
    return frozenset(deployment_schema()["properties"])


@cache
def immutable() -> frozenset[Path]:
    """Return the paths of the fields that cannot be changed after creation."""
    paths: set[Path] = set()
    for rule in _bundle().book.rules:
        if rule.shape == "equals_stored":
            paths.update(map(split, rule.parameters["fields"]))
    return frozenset(paths)


@cache
def resolved_by_service() -> frozenset[str]:
    """Return the fields of a revision's configuration that only the service sets.

    They describe the revision that they belong to, so a new revision starts without them.
    """
    sent = patch_schema()["properties"]["source_revision_config"]["properties"]
    stored = deployment_schema()["properties"]["source_revision_config"]["properties"]
    return frozenset(stored) - frozenset(sent)


class Filter(NamedTuple):
    """A parameter that filters the list of deployments.

    Attributes:
        parameter: name of the parameter.
        how: "equals", "contains" (a text within the field) or "among" (one of several values).
        field: name of a deployment's field, or of a field that only the data file has.
        item: schema of one value of a list parameter, else None.
    """

    parameter: str
    how: str
    field: str
    item: Schema | None


@cache
def filters() -> tuple[Filter, ...]:
    """Return the filters of the list of deployments.

    Rules of the shapes equals_parameter, contains_parameter and among_parameter say which field a
    parameter filters by. A parameter without a rule filters by a field that no response shows.
    """
    ruled = {}
    for rule in _bundle().book.rules:
        if rule.shape.endswith("_parameter") and rule.parameters["operation"] == LIST_DEPLOYMENTS:
            how = rule.shape.removesuffix("_parameter")
            field = rule.parameters["field"].rpartition("/")[2]
            ruled[rule.parameters["parameter"]] = how, field
    found = []
    for parameter in operation(LIST_DEPLOYMENTS)["parameters"]:
        if "default" in parameter:  # limit and offset select a page
            continue
        name, item = parameter["name"], parameter.get("items")
        how, field = ruled.get(name, ("among" if item else "equals", name))
        found.append(Filter(name, how, field, item))
    return tuple(found)


@cache
def defaults() -> dict[str, Any]:
    """Return the defaults of the list's parameters."""
    parameters = operation(LIST_DEPLOYMENTS)["parameters"]
    return {one["name"]: one["default"] for one in parameters if "default" in one}


@cache
def unshown() -> dict[str, Schema]:
    """Return the fields that lists filter by and no response shows, with schemas of one value."""
    schemas = {}
    for parameter in operation(LIST_DEPLOYMENTS)["parameters"]:
        schemas[parameter["name"]] = parameter.get("items", parameter["schema"])
    found = {}
    for one in filters():
        if one.field not in declared():
            found[one.field] = schemas[one.parameter]
    return found


def uuid_pattern() -> str:
    """Return the pattern of ids, as the operations' parameters have it."""
    for row in _bundle().operations:
        for parameter in row["parameters"]:
            if parameter["schema"].get("x-format") == "uuid":
                return str(parameter["schema"]["pattern"])
    raise LookupError("no parameter is a uuid")
