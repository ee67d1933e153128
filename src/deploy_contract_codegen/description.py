"""The content of spec/openapi.yaml: operations, document kinds, and the bundled document."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from deploy_contract_codegen.lowering import Lowering, Place
from deploy_contract_codegen.spec import Spec, SpecError
from deploy_contract_format.pointer import Tokens

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


def kinds(spec: Spec) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return the file and the directions (request, response) of each document kind, by title."""
    found: dict[str, tuple[str, tuple[str, ...]]] = {}
    for path, method, operation in described(spec.load(OPENAPI).value):
        for direction, _, file, title in _bodies(spec, operation, ("paths", path, method)):
            directions = found.get(title, (file, ()))[1]
            found[title] = (file, tuple(sorted({*directions, direction})))
    return found


def operations(spec: Spec) -> list[DescribedOperation]:
    """Return the table of operations, in the order of the document."""
    lowering = Lowering(spec)
    table = []
    for path, method, operation in described(spec.load(OPENAPI).value):
        request, responses = None, {}
        for direction, status, _, title in _bodies(spec, operation, ("paths", path, method)):
            if direction == "request":
                request = title
            else:
                responses[status] = title
        row = DescribedOperation(
            operation=operation["operationId"],
            method=method.upper(),
            path=path,
            parameters=tuple(_parameters(lowering, operation)),
            request=request,
            request_required=bool(operation.get("requestBody", {}).get("required")),
            media_type=MEDIA_TYPE,
            responses=responses,
        )
        table.append(row)
    return table


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


def described(document: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield path, method and operation of an OpenAPI document, also of one with faults."""
    for path, item in (document.get("paths") or {}).items():
        for method in METHODS:
            if isinstance(item, Mapping) and method in item:
                yield path, method, item[method]


def _bodies(
    spec: Spec, operation: Mapping[str, Any], at: Tokens
) -> Iterator[tuple[str, str, str, str]]:
    """Yield direction, status, schema file and title of each body of an operation."""
    bodies = [("request", (*at, "requestBody"), operation.get("requestBody"))]
    for status, response in operation.get("responses", {}).items():
        if "content" in response:
            bodies.append(("response", (*at, "responses", status), response))
    for direction, place, body in bodies:
        if body is None:
            continue
        schema = body.get("content", {}).get(MEDIA_TYPE, {}).get("schema", {})
        if "$ref" not in schema:
            form = f"a body is {MEDIA_TYPE} with a schema that is a $ref to a file of {SCHEMAS}/"
            raise SpecError([spec.fault(OPENAPI, place, form)])
        file, target = spec.resolve(OPENAPI, place, schema["$ref"])
        yield direction, str(place[-1]), file, target["title"]


def _parameters(lowering: Lowering, operation: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for parameter in operation.get("parameters", ()):
        schema = parameter["schema"]
        row = {
            "name": parameter["name"],
            "in": parameter["in"],
            "required": bool(parameter.get("required")),
            "schema": lowering.lower(schema, Place(OPENAPI)),
        }
        if "default" in schema:
            row["default"] = schema["default"]
        if "x-items" in schema:
            row["items"] = lowering.lower(schema["x-items"], Place(OPENAPI))
        if "x-values" in schema:
            _, enumeration = lowering.spec.resolve(OPENAPI, (), schema["x-values"]["$ref"])
            row["values"] = enumeration["enum"]
        yield row


def _localised(spec: Spec, value: Any, file: str, titles: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            target, _ = spec.resolve(file, (), value["$ref"])
            local = value["$ref"]
            if not target == file == OPENAPI:
                local = f"#/components/schemas/{titles[target]}"
            members = dict(value)
            del members["$ref"]  # the reference comes last
            return {**members, "$ref": local}
        return {key: _localised(spec, member, file, titles) for key, member in value.items()}
    if isinstance(value, list):
        return [_localised(spec, item, file, titles) for item in value]
    return value
