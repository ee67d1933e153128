"""The operations on the page: parameters, bodies, and the examples of them."""

from collections.abc import Iterator, Mapping
from typing import Any

from deploy_contract_codegen.description import MEDIA_TYPE, METHODS
from deploy_contract_codegen.page.examples import Example, figures
from deploy_contract_codegen.page.markup import (
    Html,
    anchor,
    chip,
    code,
    data,
    element,
    joined,
    link,
    listed,
    table,
)
from deploy_contract_codegen.page.values import (
    GAP,
    bounds,
    cell,
    choices,
    gap,
    kind,
    nullable,
    referred,
    resource,
)

COLUMNS = ("Parameter", "In", "Type", "Required", "Default", "Bounds", "Values", "Meaning")


def described(bundled: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Each (path, method, operation), in the order of the document."""
    for path, item in bundled["paths"].items():
        for method in METHODS:
            if method in item:
                yield path, method.upper(), item[method]


def section(bundled: Mapping[str, Any], examples: list[Example]) -> Html:
    """The section of all operations. The examples of a body that several have are shown with the first of them."""
    shown: set[str] = set()
    articles = []
    for path, method, operation in described(bundled):
        bodies = list(_bodies(operation))
        articles.append(
            _article(
                bundled,
                path,
                method,
                operation,
                bodies,
                [e for e in examples if e.document not in shown],
            )
        )
        shown |= {title for *_, title in bodies}
    return element(
        "section", element("h2", "Operations"), *articles, id="operations", data_group=True
    )


def _article(
    bundled: Mapping[str, Any],
    path: str,
    method: str,
    operation: Mapping[str, Any],
    bodies: list[tuple[str, str, str]],
    examples: list[Example],
) -> Html:
    name = anchor("operation", operation["operationId"])
    parameters = operation.get("parameters", [])
    rows = [_parameter(bundled, operation["operationId"], parameter) for parameter in parameters]
    of_bodies = {title for *_, title in bodies}
    shown = figures([example for example in examples if example.document in of_bodies])
    return element(
        "article",
        element("h3", link(name, operation.get("summary", operation["operationId"])), id=name),
        element(
            "p",
            chip(method, "method"),
            " ",
            code(path),
            " ",
            element("span", operation["operationId"], class_="quiet"),
            data_entry=True,
        ),
        element("p", operation["description"], data_entry=True)
        if "description" in operation
        else None,
        gap(operation[GAP]) if GAP in operation else None,
        table(joined("Parameters of ", code(operation["operationId"])), COLUMNS, rows)
        if rows
        else element("p", "It has no parameters.", data_entry=True),
        element("ul", *(_body(*body) for body in bodies), class_="bodies", data_group=True)
        if bodies
        else None,
        element("div", element("h4", "Examples"), shown, class_="examples", data_group=True)
        if shown
        else None,
        data_group=True,
        aria_labelledby=name,
    )


def _bodies(operation: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Each (what it is, its description, document kind)."""
    parts = []
    if "requestBody" in operation:
        required = "required" if operation["requestBody"].get("required") else "optional"
        parts.append((f"Request body, {required}", operation["requestBody"]))
    parts += [
        (f"Response {status}", response)
        for status, response in operation.get("responses", {}).items()
    ]
    for what, part in parts:
        if MEDIA_TYPE in part.get("content", {}):
            title = referred(part["content"][MEDIA_TYPE]["schema"])
            assert title is not None  # the generator refuses bodies that are no resource
            yield what, part.get("description", ""), title


def _body(what: str, description: str, title: str) -> Html:
    said = joined(element("strong", what), ": ", resource(title), ", ", code(MEDIA_TYPE))
    return element("li", said, f". {description}" if description else None, data_entry=True)


def _parameter(bundled: Mapping[str, Any], operation: str, parameter: Mapping[str, Any]) -> Html:
    schema = parameter["schema"]
    name = anchor("parameter", operation, parameter["in"], parameter["name"])
    items = (
        joined(", a list of ", kind(schema["x-items"]), " separated by commas")
        if "x-items" in schema
        else None
    )
    return element(
        "tr",
        element("th", link(name, code(parameter["name"])), scope="row", id=name),
        cell(parameter["in"]),
        cell(joined(kind(schema), " or null" if nullable(schema) else None, items)),
        cell("yes" if parameter.get("required") else "no"),
        cell(data(schema["default"]) if "default" in schema else None),
        cell(bounds(schema)),
        cell(_values(bundled, schema)),
        element("td", parameter.get("description"), class_="prose"),
        data_entry=True,
    )


def _values(bundled: Mapping[str, Any], schema: Mapping[str, Any]) -> Html | None:
    if "x-values" in schema:
        title = referred(schema["x-values"])
        assert title is not None
        known = bundled["components"]["schemas"][title]["enum"]
        return joined(
            "known: ", listed(map(data, known)), "; others may come (", resource(title), ")"
        )
    counted = choices(schema)
    return joined("one of ", counted) if counted else None
