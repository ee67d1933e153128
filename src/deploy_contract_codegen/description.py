"""What spec/openapi.yaml describes: operations, document kinds, and the bundled document in which every reference is local."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from deploy_contract_codegen.lowering import Lowering
from deploy_contract_codegen.spec import Spec, SpecError
from deploy_contract_format.pointer import Tokens

OPENAPI = "openapi.yaml"
SCHEMAS = "schemas"
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
MEDIA_TYPE = "application/json"


class Operation(NamedTuple):
    """A row of the operation table. `request` and `responses` name document kinds, of bodies in `media_type`.

    `parameters` carry lowered schemas; those that are lists separated by commas, the schema of their `items`; those with known
    values (`x-values`), these `values`.
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
    """The files of spec/schemas, sorted."""
    return [f"{SCHEMAS}/{path.name}" for path in sorted((spec.root / SCHEMAS).glob("*.yaml"))]


def kinds(spec: Spec) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Each document kind: its title, with its file, and whether it is a request, a response, or both."""
    found: dict[str, tuple[str, tuple[str, ...]]] = {}
    for at, _, _, operation in _operations(spec):
        for direction, place, content in _bodies(operation, at):
            schema = content.get(MEDIA_TYPE, {}).get("schema", {})
            if "$ref" not in schema:
                message = (
                    f"a body is {MEDIA_TYPE} with a schema that is a $ref to a file of {SCHEMAS}/"
                )
                raise SpecError([spec.fault(OPENAPI, place, message)])
            file, target = spec.resolve(OPENAPI, place, schema["$ref"])
            directions = found.get(target["title"], (file, ()))[1]
            found[target["title"]] = (file, tuple(sorted({*directions, direction})))
    return found


def operations(spec: Spec) -> list[Operation]:
    """The operation table, in the order of the document."""
    lowering = Lowering(spec)
    table = []
    for at, path, method, operation in _operations(spec):
        bodies = {
            (direction, place[-1]): content for direction, place, content in _bodies(operation, at)
        }
        table.append(
            Operation(
                operation=operation["operationId"],
                method=method.upper(),
                path=path,
                parameters=tuple(
                    _parameter(lowering, row) for row in operation.get("parameters", [])
                ),
                request=_title(spec, bodies.get(("request", "requestBody"))),
                request_required=bool(operation.get("requestBody", {}).get("required")),
                media_type=MEDIA_TYPE,
                responses={
                    str(status): title
                    for (direction, status), content in bodies.items()
                    if direction == "response" and (title := _title(spec, content))
                },
            )
        )
    return table


def bundle(spec: Spec) -> dict[str, Any]:
    """The OpenAPI document with every schema file as a component of its title, and every reference local."""
    titles = {name: spec.load(name).value["title"] for name in schema_files(spec)}
    document = _localised(spec, spec.load(OPENAPI).value, OPENAPI, titles)
    schemas = {
        titles[name]: _localised(spec, spec.load(name).value, name, titles) for name in titles
    }
    for schema in schemas.values():
        schema.pop("$schema", None)
    components = document.setdefault("components", {})
    components["schemas"] = {**components.get("schemas", {}), **dict(sorted(schemas.items()))}
    assert isinstance(document, dict)
    return document


def _operations(spec: Spec) -> Iterator[tuple[Tokens, str, str, dict[str, Any]]]:
    for path, item in (spec.load(OPENAPI).value.get("paths") or {}).items():
        for method in METHODS:
            if method in item:
                yield ("paths", path, method), path, method, item[method]


def _bodies(
    operation: Mapping[str, Any], at: Tokens
) -> Iterator[tuple[str, Tokens, dict[str, Any]]]:
    if "requestBody" in operation:
        yield "request", (*at, "requestBody"), operation["requestBody"].get("content", {})
    for status, response in operation.get("responses", {}).items():
        if "content" in response:
            yield "response", (*at, "responses", status), response["content"]


def _title(spec: Spec, content: Mapping[str, Any] | None) -> str | None:
    if content is None:
        return None
    return str(spec.resolve(OPENAPI, (), content[MEDIA_TYPE]["schema"]["$ref"])[1]["title"])


def _parameter(lowering: Lowering, row: Mapping[str, Any]) -> dict[str, Any]:
    schema = lowering.lower(row["schema"], OPENAPI, (), 1, "closed", nullable=False)
    found = {
        "name": row["name"],
        "in": row["in"],
        "required": bool(row.get("required")),
        "schema": schema,
    }
    if "default" in row["schema"]:
        found["default"] = row["schema"]["default"]
    if "x-items" in row["schema"]:
        found["items"] = lowering.lower(
            row["schema"]["x-items"], OPENAPI, (), 1, "closed", nullable=False
        )
    if "x-values" in row["schema"]:
        found["values"] = lowering.spec.resolve(OPENAPI, (), row["schema"]["x-values"]["$ref"])[1][
            "enum"
        ]
    return found


def _localised(spec: Spec, value: Any, file: str, titles: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            target, _ = spec.resolve(file, (), value["$ref"])
            local = (
                value["$ref"]
                if target == file == OPENAPI
                else f"#/components/schemas/{titles[target]}"
            )
            return {
                **{key: member for key, member in value.items() if key != "$ref"},
                "$ref": local,
            }
        return {key: _localised(spec, member, file, titles) for key, member in value.items()}
    if isinstance(value, list):
        return [_localised(spec, item, file, titles) for item in value]
    return value
