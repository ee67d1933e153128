"""The operations of the contract in the OpenAPI document of a FastAPI application."""

import re
from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Protocol

from deploy_contract.contract import Contract, or_default
from deploy_contract.exceptions import ContractError

_PARAMETER = re.compile(r"\{([^{}]*)\}")
_SCHEMAS = "#/components/schemas/"


class Application(Protocol):
    """An application that describes itself, such as one of FastAPI."""

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI document."""


def describe(app: Application, contract: Contract | None = None) -> None:
    """Put the contract's operations into the OpenAPI document of an application.

    Each operation of the contract replaces the parameters, body and responses of the route with
    its method and path. Routes outside the contract stay as they are, and so do the names, tags and
    security of all routes.

    Args:
        app: the application, whose `openapi` is replaced.
        contract: the contract. None: `Contract()`.

    Raises:
        ContractError: an argument is wrong.
    """
    contract = or_default(contract)
    if not hasattr(app, "openapi"):
        raise ContractError("app must be an application of FastAPI")
    original = app.openapi
    given: dict[str, Any] | None = None
    described: dict[str, Any] = {}

    def openapi() -> dict[str, Any]:
        nonlocal given, described
        found = original()
        if found is not given:  # FastAPI makes it once
            given, described = found, _described(found, contract)
        return described

    app.openapi = openapi  # type: ignore[method-assign]  # as FastAPI documents it


def _described(given: Mapping[str, Any], contract: Contract) -> dict[str, Any]:
    found: dict[str, Any] = deepcopy(dict(given))
    ours = contract.bundle.description
    schemas = found.setdefault("components", {}).setdefault("schemas", {})
    names = {}
    for name, schema in ours["components"]["schemas"].items():
        is_taken = name in schemas and schemas[name] != schema
        names[name] = f"Contract{name}" if is_taken else name  # such as of a pydantic model
    paths = {_shape(path): path for path in found.get("paths", {})}
    used = False
    for template, item in ours["paths"].items():
        path = paths.get(_shape(contract.base_path + template))
        if path is None:
            continue
        renamed = dict(zip(_PARAMETER.findall(template), _PARAMETER.findall(path), strict=True))
        for method, operation in item.items():
            if method in found["paths"][path]:
                used = True
                row = found["paths"][path][method]
                for part in ("parameters", "requestBody", "responses"):
                    row.pop(part, None)
                    if part in operation:
                        row[part] = _renamed(operation[part], names)
                for parameter in row.get("parameters", ()):
                    if parameter["in"] == "path":
                        parameter["name"] = renamed[parameter["name"]]
    for name, schema in ours["components"]["schemas"].items() if used else ():
        schemas[names[name]] = _renamed(schema, names)
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
