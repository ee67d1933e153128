"""The content of spec/openapi.yaml: operations, document kinds, and the bundled document."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from deploy_contract_codegen.lowering import COMPONENTS, Lowering, title_of
from deploy_contract_codegen.spec import Spec

OPENAPI = "openapi.yaml"
SCHEMAS = "schemas"
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
MEDIA_TYPE = "application/json"


class DescribedOperation(NamedTuple):
    """A row of the table of operations.

    `request` and `responses` are document kinds of bodies in `media_type`. A parameter has a
    lowered `schema`. A list separated by commas also has the schema of its `items`; one with known
    values (`x-values`) has these `values`.
    """

    operation: str
    method: str
    path: str
    parameters: tuple[dict[str, Any], ...]
    request: str | None
    request_required: bool
    media_type: str
    responses: dict[str, str]


def schema_files(spec: Spec) -> list[str]:
    """Return the files of spec/schemas, sorted."""
    return spec.yaml_files(SCHEMAS)


def bundle(spec: Spec) -> dict[str, Any]:
    """Return the OpenAPI document with each schema file as a component.

    All of its references are local.
    """
    titles = {name: spec.load(name).value["title"] for name in schema_files(spec)}
    document = _localised(spec, spec.load(OPENAPI).value, OPENAPI, titles)
    schemas = {}
    for name, title in titles.items():
        schemas[title] = _localised(spec, spec.load(name).value, name, titles)
        schemas[title].pop("$schema", None)
    components = document.setdefault("components", {})
    components["schemas"] = {**components.get("schemas", {}), **dict(sorted(schemas.items()))}
    assert isinstance(document, dict)
    return document


def _localised(spec: Spec, value: Any, file: str, titles: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return [_localised(spec, item, file, titles) for item in value]
    if not isinstance(value, dict):
        return value
    members = dict(value)
    reference = members.pop("$ref", None)
    if not isinstance(reference, str):
        return {key: _localised(spec, member, file, titles) for key, member in value.items()}
    title = titles[spec.resolve(file, (), reference)]
    return {**members, "$ref": f"{COMPONENTS}{title}"}  # the reference comes last


def described(document: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield path, method and operation of an OpenAPI document, also of one with faults."""
    for path, item in (document.get("paths") or {}).items():
        for method in METHODS:
            if isinstance(item, Mapping) and method in item:
                yield path, method, item[method]


def bodies(operation: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield direction, status and schema of each body of an operation.

    A request has the status "". A body without a schema has an empty one.
    """
    found = [("request", "", operation.get("requestBody"))]
    for status, response in operation.get("responses", {}).items():
        if "content" in response:
            found.append(("response", status, response))
    for direction, status, body in found:
        if body is not None:
            content = body.get("content", {}).get(MEDIA_TYPE, {})
            yield direction, status, content.get("schema", {})


def kinds(bundled: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Return the directions (request, response) of each document kind of a bundled document."""
    found: dict[str, set[str]] = {}
    for _, _, operation in described(bundled):
        for direction, _, schema in bodies(operation):
            found.setdefault(str(title_of(schema)), set()).add(direction)
    return {kind: tuple(sorted(directions)) for kind, directions in found.items()}


def operations(bundled: Mapping[str, Any]) -> list[DescribedOperation]:
    """Return the table of operations of a bundled document, in its order."""
    lowering = Lowering(bundled["components"]["schemas"])
    table = []
    for path, method, operation in described(bundled):
        titles = {status: str(title_of(schema)) for _, status, schema in bodies(operation)}
        row = DescribedOperation(
            operation=operation["operationId"],
            method=method.upper(),
            path=path,
            parameters=tuple(_parameters(lowering, operation)),
            request=titles.pop("", None),
            request_required=bool(operation.get("requestBody", {}).get("required")),
            media_type=MEDIA_TYPE,
            responses=titles,
        )
        table.append(row)
    return table


def _parameters(lowering: Lowering, operation: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for parameter in operation.get("parameters", ()):
        schema = parameter["schema"]
        row = {
            "name": parameter["name"],
            "in": parameter["in"],
            "required": bool(parameter.get("required")),
            "schema": lowering.lower(schema),
        }
        if "default" in schema:
            row["default"] = schema["default"]
        if "x-items" in schema:
            row["items"] = lowering.lower(schema["x-items"])
        if "x-values" in schema:
            row["values"] = lowering.schemas[str(title_of(schema["x-values"]))]["enum"]
        yield row
