"""The content of spec/openapi.yaml: operations, document kinds, and the bundled document."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from deploy_contract_codegen.lowering import Lowering, title_of, written_out
from deploy_contract_codegen.spec import EXAMPLES, Spec, references_in
from deploy_contract_format.definitions import COMPONENTS, declared_fields, find_field, types_of
from deploy_contract_format.pointer import objects

OPENAPI = "openapi.yaml"
SCHEMAS = "schemas"
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
MEDIA_TYPE = "application/json"
Node = Mapping[str, Any]
GAP = "x-gap"  # keyword: a question that the interface leaves open
EXAMPLE = re.compile(r"\s*Example: `([^`]*)`\.$")  # the end of a description


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
    """Yield path, method and operation of an OpenAPI document, even if it has faults."""
    for path, item in (document.get("paths") or {}).items():
        for method in METHODS:
            if isinstance(item, Mapping) and method in item:
                yield path, method, item[method]


def bodies(operation: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield direction, status and schema of each body of an operation.

    A request has the status "". A body without a schema has an empty schema.
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


def operations(bundled: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the table of operations of a bundled document, in its order.

    `request` and `responses` are document kinds of bodies in `media_type`. A parameter has a
    lowered `schema`. A list separated by commas also has the schema of its `items`; a list with
    known values (`x-values`) has these `values`.
    """
    lowering = Lowering(bundled["components"]["schemas"])
    table = []
    for path, method, operation in described(bundled):
        titles = {status: str(title_of(schema)) for _, status, schema in bodies(operation)}
        row = {
            "operation": operation["operationId"],
            "method": method.upper(),
            "path": path,
            "parameters": list(_parameters(lowering, operation)),
            "request": titles.pop("", None),
            "request_required": bool(operation.get("requestBody", {}).get("required")),
            "media_type": MEDIA_TYPE,
            "responses": titles,
        }
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
            values = lowering.schemas[str(title_of(schema["x-values"]))]["enum"]
            row["values"] = [value for value in values if value is not None]
        yield row


# -- questions about the schemas and operations of the bundled document


def mentioned(schema: Any) -> list[str]:
    """Return the titles of all resources that a schema refers to, in its order."""
    return [reference.removeprefix(COMPONENTS) for _, reference in references_in(schema)]


def fields_of(bundled: Mapping[str, Any], kind: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the fields of a document kind at every depth, in the order of the document.

    For each field, yield the title of the resource that declares it, and the tokens of its place.
    The token `*` represents each item of an array.
    """
    schemas = bundled["components"]["schemas"]
    tree = written_out(schemas, schemas[kind])
    for tokens, _ in declared_fields(tree):
        around = find_field(tree, tokens[:-1]) or {}
        yield around.get("title", kind), tokens


def users(bundled: Mapping[str, Any], title: str) -> list[tuple[str, str]]:
    """Return (kind of user, name) of the operations and resources that refer to a resource."""
    found = []
    for _, _, operation in described(bundled):
        if title in mentioned(operation):
            found.append(("operation", operation["operationId"]))
    for other, schema in bundled["components"]["schemas"].items():
        if title in mentioned(schema):
            found.append(("resource", other))
    return found


def nullable(schema: Node) -> bool:
    """Return True if the schema accepts null."""
    return "null" in types_of(schema) or {"type": "null"} in schema.get("anyOf", ())


def type_names(schema: Node) -> list[str]:
    """Return the types of a schema without null."""
    return [name for name in types_of(schema) if name != "null"]


def example_in(description: str) -> tuple[str, str]:
    """Return a description without the example at its end, and the example or ""."""
    found = EXAMPLE.search(description)
    return (description[: found.start()], found[1]) if found else (description, "")


def gaps(bundled: Mapping[str, Any]) -> list[tuple[tuple[str, ...], str]]:
    """Return the tokens and the text of each gap: first in paths, then in components."""
    parts = objects(bundled, apart=EXAMPLES)
    found = [(tuple(map(str, at)), str(part[GAP])) for at, part in parts if GAP in part]
    return sorted(found, key=lambda gap: gap[0][:1] == ("components",))
