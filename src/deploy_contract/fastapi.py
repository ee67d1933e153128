"""The operations of the contract in the OpenAPI document of a FastAPI application."""

import re
import warnings
from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Protocol

from deploy_contract.contract import Contract, or_default
from deploy_contract.exceptions import ContractError
from deploy_contract_format.definitions import reachable, references, types_of

_PARAMETER = re.compile(r"\{([^{}]*)\}")
_SCHEMAS = "#/components/schemas/"
_REFUSAL = {
    "description": "The request breaks the contract, so the service does not get it.",
    "content": {"application/problem+json": {"schema": {"$ref": f"{_SCHEMAS}Problem"}}},
}


class Application(Protocol):
    """An application with an OpenAPI document, such as an application of FastAPI."""

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI document."""


def describe(app: Application, contract: Contract | None = None, *, refusals: bool = True) -> None:
    """Put the contract's operations into the OpenAPI document of an application.

    Each operation of the contract replaces the parameters, body and responses of the route with
    its method and path. Routes outside the contract stay as they are, and so do the names, tags and
    security of all routes. If no route belongs to an operation, a warning says so.

    Args:
        app: the application, whose `openapi` is replaced.
        contract: the contract. None: `Contract()`.
        refusals: add the response of the middleware to a refused request, as "4XX".

    Raises:
        ContractError: an argument is wrong.
    """
    contract = or_default(contract)
    if isinstance(app, type) or not hasattr(app, "openapi"):
        raise ContractError("app must be an application of FastAPI")
    original = app.openapi
    given: dict[str, Any] | None = None
    described: dict[str, Any] = {}

    def openapi() -> dict[str, Any]:
        nonlocal given, described
        found = original()
        if found is not given:  # FastAPI makes the document once
            root = getattr(app, "root_path", "")
            given, described = found, _described(found, contract, root, refusals=refusals)
        return described

    app.openapi = openapi  # type: ignore[method-assign]  # as FastAPI documents it


def _described(
    given: Mapping[str, Any], contract: Contract, root: str, *, refusals: bool
) -> dict[str, Any]:
    """Return a document with the operations of a contract. `root`: a prefix that its paths lack."""
    found: dict[str, Any] = deepcopy(dict(given))
    ours = contract.bundle.description
    schemas = found.setdefault("components", {}).setdefault("schemas", {})
    used_before = _used(found)
    names = {}
    for name, schema in ours["components"]["schemas"].items():
        is_taken = name in schemas and schemas[name] != schema
        names[name] = f"Contract{name}" if is_taken else name  # for example by a pydantic model
    paths: dict[str, str] = {}
    for path in found.get("paths", {}):
        paths |= {_shape(prefix + path): path for prefix in (root, "")}
    is_described = False
    for template, item in ours["paths"].items():
        path = paths.get(_shape(contract.base_path + template))
        if path is None:
            continue
        renamed = dict(zip(_PARAMETER.findall(template), _PARAMETER.findall(path), strict=True))
        for method, operation in item.items():
            if method in found["paths"][path]:
                is_described = True
                row = found["paths"][path][method]
                for part in ("parameters", "requestBody", "responses"):
                    row.pop(part, None)
                    if part in operation:
                        row[part] = _renamed(operation[part], names)
                for parameter in row.get("parameters", ()):
                    if parameter["in"] == "path":
                        parameter["name"] = renamed[parameter["name"]]
                    parameter["schema"] = _without_null(parameter["schema"])
                if refusals:
                    row["responses"]["4XX"] = _renamed(_REFUSAL, names)
    if not is_described:
        first = contract.base_path + next(iter(ours["paths"]), "")
        warnings.warn(f"no route belongs to an operation, such as {first}", stacklevel=3)
    for name, schema in ours["components"]["schemas"].items():
        schemas[names[name]] = _renamed(schema, names)
    unused = {*used_before, *names.values()} - _used(found)
    for name in unused:
        schemas.pop(name, None)
    return found


def _used(document: Mapping[str, Any]) -> set[str]:
    """Return the names of the schemas that a document uses outside of its schemas."""
    schemas = document["components"]["schemas"]
    others = {**document, "components": {**document["components"], "schemas": {}}}

    def targets(schema: Any) -> list[str]:
        # a reference may lead to a part of a schema
        found = [reference.removeprefix(_SCHEMAS) for reference in references(schema)]
        return [name.partition("/")[0] for name in found]

    return set(reachable(targets(others), lambda name: targets(schemas.get(name))))


def _without_null(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of a parameter without null, which an address cannot contain."""
    found = dict(schema)
    types = [name for name in types_of(schema) if name != "null"]
    if types:
        found["type"] = types[0] if len(types) == 1 else types
    if "enum" in schema:
        found["enum"] = [value for value in schema["enum"] if value is not None]
    return found


def _shape(path: str) -> str:
    return _PARAMETER.sub("{}", path)


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, Mapping):
        found = {name: _renamed(member, names) for name, member in value.items()}
        target = value.get("$ref")
        if isinstance(target, str) and target.startswith(_SCHEMAS):
            found["$ref"] = _SCHEMAS + names[target.removeprefix(_SCHEMAS)]
        return found
    if isinstance(value, list | tuple):
        return [_renamed(item, names) for item in value]
    return value
