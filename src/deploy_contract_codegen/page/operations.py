"""The operations on the page: parameters, bodies and examples."""

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from deploy_contract_codegen.description import MEDIA_TYPE, METHODS
from deploy_contract_codegen.page.elements import (
    code,
    element_id,
    json_code,
    link,
    prefixed,
    table,
    yes_or_no,
)
from deploy_contract_codegen.page.examples import PageExample, figures
from deploy_contract_codegen.page.values import (
    bounds,
    cell,
    choices,
    description,
    gap,
    kind,
    nullable,
    referred,
    resource,
)
from deploy_contract_format.html import Html, chip, element, join, join_with

COLUMNS = ("Parameter", "In", "Type", "Required", "Default", "Range", "Values", "Description")


class Body(NamedTuple):
    """A body of an operation: its label, such as `Response 200`, and its document kind."""

    label: str
    description: str
    kind: str


def described(bundled: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield (path, method, operation) in the order of the document."""
    for path, item in bundled["paths"].items():
        for method in METHODS:
            if method in item:
                yield path, method.upper(), item[method]


def section(bundled: Mapping[str, Any], examples: Sequence[PageExample]) -> Html:
    """Return the section of all operations. Examples are shown once, with the first operation."""
    articles = []
    unused = examples
    for path, method, operation in described(bundled):
        bodies = list(_bodies(operation))
        fitting, unused = _divided(unused, {body.kind for body in bodies})
        articles.append(_article(bundled, path, method, operation, bodies, fitting))
    return element(
        "section", element("h2", "Operations"), *articles, id="operations", data_group=True
    )


def _divided(
    examples: Sequence[PageExample], kinds: Container[str]
) -> tuple[list[PageExample], list[PageExample]]:
    """Return the examples of the document kinds, and the others."""
    fitting: list[PageExample] = []
    others: list[PageExample] = []
    for example in examples:
        group = fitting if example.document in kinds else others
        group.append(example)
    return fitting, others


def _article(
    bundled: Mapping[str, Any],
    path: str,
    method: str,
    operation: Mapping[str, Any],
    bodies: Sequence[Body],
    examples: Sequence[PageExample],
) -> Html:
    identifier = operation["operationId"]
    name = element_id("operation", identifier)
    return element(
        "article",
        element("h3", link(name, operation.get("summary", identifier)), id=name),
        element(
            "p",
            chip(method, "method"),
            " ",
            code(path),
            " ",
            element("span", identifier, class_="quiet"),
            data_entry=True,
        ),
        description(operation),
        gap(operation),
        _parameters(bundled, operation),
        _body_list(bodies),
        _examples(examples),
        data_group=True,
        aria_labelledby=name,
    )


def _parameters(bundled: Mapping[str, Any], operation: Mapping[str, Any]) -> Html:
    name = operation["operationId"]
    rows = [_parameter(bundled, name, row) for row in operation.get("parameters", ())]
    if not rows:
        return element("p", "No parameters.", data_entry=True)
    return table(join("Parameters of ", code(name)), COLUMNS, rows)


def _body_list(bodies: Sequence[Body]) -> Html | None:
    if not bodies:
        return None
    return element("ul", *map(_body, bodies), class_="bodies", data_group=True)


def _examples(examples: Sequence[PageExample]) -> Html | None:
    if not examples:
        return None
    heading = element("h4", "Examples")
    return element("div", heading, figures(examples), class_="examples", data_group=True)


def _bodies(operation: Mapping[str, Any]) -> Iterator[Body]:
    """Yield the JSON bodies of an operation: the request's first."""
    parts: dict[str, Mapping[str, Any]] = {}
    if "requestBody" in operation:
        body = operation["requestBody"]
        required = "required" if body.get("required") else "optional"
        parts[f"Request body, {required}"] = body
    for status, response in operation.get("responses", {}).items():
        parts[f"Response {status}"] = response
    for label, part in parts.items():
        if MEDIA_TYPE in part.get("content", {}):
            title = referred(part["content"][MEDIA_TYPE]["schema"])
            assert title is not None  # the generator refuses bodies that are no resource
            yield Body(label, part.get("description", ""), title)


def _body(body: Body) -> Html:
    text = join(element("strong", body.label), ": ", resource(body.kind), ", ", code(MEDIA_TYPE))
    return element("li", text, prefixed(". ", body.description or None), data_entry=True)


def _parameter(bundled: Mapping[str, Any], operation: str, parameter: Mapping[str, Any]) -> Html:
    schema = parameter["schema"]
    name = element_id("parameter", operation, parameter["in"], parameter["name"])
    default = json_code(schema["default"]) if "default" in schema else None
    return element(
        "tr",
        element("th", link(name, code(parameter["name"])), scope="row", id=name),
        cell(parameter["in"]),
        cell(_type(schema)),
        cell(yes_or_no(parameter.get("required"))),
        cell(default),
        cell(bounds(schema)),
        cell(_values(bundled, schema)),
        element("td", parameter.get("description"), class_="prose"),
        data_entry=True,
    )


def _type(schema: Mapping[str, Any]) -> Html:
    parts = [kind(schema)]
    if nullable(schema):
        parts.append(Html(" or null"))
    if "x-items" in schema:
        parts += [Html(", comma-separated list of "), kind(schema["x-items"])]
    return join(parts)


def _values(bundled: Mapping[str, Any], schema: Mapping[str, Any]) -> Html | None:
    if "x-values" not in schema:
        return prefixed("one of ", choices(schema))
    title = referred(schema["x-values"])
    assert title is not None
    known = join_with(map(json_code, bundled["components"]["schemas"][title]["enum"]))
    return join("known values: ", known, "; other values are possible (", resource(title), ")")
