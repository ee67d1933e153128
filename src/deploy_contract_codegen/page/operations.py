"""The operations on the page: route, parameters, bodies, violations and sample requests."""

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from deploy_contract_codegen.description import MEDIA_TYPE, METHODS
from deploy_contract_codegen.html import Child, Html, chip, element, join, join_with
from deploy_contract_codegen.page.bodies import schema_tree
from deploy_contract_codegen.page.elements import (
    code,
    element_id,
    fold,
    gap_link,
    json_code,
    json_listing,
    link,
    prefixed,
    table,
    titled,
)
from deploy_contract_codegen.page.examples import PageExample, figures
from deploy_contract_codegen.page.requests import sample_request, server_url
from deploy_contract_codegen.page.snippets import tabs
from deploy_contract_codegen.page.suite_samples import Suite
from deploy_contract_codegen.page.values import (
    bounds,
    choices,
    description,
    kind,
    nullable,
    referred,
    resource,
)
from deploy_contract_codegen.page.violations import answer, violations
from deploy_contract_format.rules import Rulebook

COLUMNS = ("Parameter", "Type and description")


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


def section(
    bundled: Mapping[str, Any], book: Rulebook, suite: Suite, examples: Sequence[PageExample]
) -> Html:
    """Return the section of all operations. Examples are shown once, with the first operation."""
    articles = []
    unused = examples
    for path, method, operation in described(bundled):
        bodies = list(_bodies(operation))
        fitting, unused = _divided(unused, {body.kind for body in bodies})
        text = _text(bundled, path, method, operation, bodies)
        listed = violations(book, suite, operation)
        samples = _samples(bundled, path, method, operation, bodies)
        name = element_id("operation", operation["operationId"])
        article = element(
            "article",
            element("div", text, listed, class_="text"),
            element("div", samples, class_="samples"),
            _examples(fitting),
            class_="operation",
            data_group=True,
            aria_labelledby=name,
        )
        articles.append(article)
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


def _text(
    bundled: Mapping[str, Any],
    path: str,
    method: str,
    operation: Mapping[str, Any],
    bodies: Sequence[Body],
) -> Html:
    identifier = operation["operationId"]
    name = element_id("operation", identifier)
    route = element(
        "p",
        chip(method, f"method {method.lower()}"),
        " ",
        code(path),
        " ",
        element("span", identifier, class_="quiet"),
        class_="route",
        data_entry="operation",
    )
    shown: set[str] = set()
    server = element("p", "Server: ", code(server_url(bundled)), class_="quiet", data_entry=True)
    return join(
        element("h3", link(name, operation.get("summary", identifier)), id=name),
        route,
        description(operation),
        server,
        _parameters(bundled, operation),
        *[_body(bundled, body, shown) for body in bodies],
        gap_link(operation),
    )


def _parameters(bundled: Mapping[str, Any], operation: Mapping[str, Any]) -> Html:
    name = operation["operationId"]
    rows = [_parameter(bundled, name, row) for row in operation.get("parameters", ())]
    if not rows:
        return element("p", "No parameters.", data_entry=True)
    return table(join("Parameters of ", code(name)), COLUMNS, rows, "stacked lines")


def _examples(examples: Sequence[PageExample]) -> Html | None:
    if not examples:
        return None
    shown = element("div", figures(examples), class_="figures")
    folded = fold(f"Files ({len(examples)})", shown)
    return element("div", element("h4", "Examples"), folded, class_="examples", data_group=True)


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


def _body(bundled: Mapping[str, Any], body: Body, shown: set[str]) -> Html:
    text = join(resource(body.kind), ", ", code(MEDIA_TYPE))
    line = element("p", text, prefixed(". ", body.description or None), data_entry=True)
    tree = schema_tree(bundled, body.kind, shown)
    return element("div", element("h4", body.label), line, tree, class_="body", data_group=True)


def _samples(
    bundled: Mapping[str, Any],
    path: str,
    method: str,
    operation: Mapping[str, Any],
    bodies: Sequence[Body],
) -> Html:
    name = operation["operationId"]
    request = sample_request(bundled, path, method, operation)
    parts: list[Child] = [tabs(name, request)]
    for body in bodies:
        if not body.label.startswith("Response"):
            continue
        for example in bundled["components"]["schemas"][body.kind].get("examples", ())[:1]:
            label = f"{body.label}: example of {body.kind}"
            parts.append(titled(body.label, json_listing(example, label)))
    parts.append(answer(bundled, operation))
    return join(*parts)


def _parameter(bundled: Mapping[str, Any], operation: str, parameter: Mapping[str, Any]) -> Html:
    schema = parameter["schema"]
    name = element_id("parameter", operation, parameter["in"], parameter["name"])
    place = element("span", parameter["in"], class_="quiet")
    if parameter.get("required"):
        place = join(place, " ", element("strong", "required", class_="must"))
    details: list[Child] = [element("p", _type(schema), class_="type")]
    details.append(_line(parameter.get("description")))
    details.append(_line(_values(bundled, schema)))
    if "example" in parameter:
        details.append(_line(join("Example, ours: ", json_code(parameter["example"])), "example"))
    title = link(name, code(parameter["name"]))
    return element(
        "tr",
        element("th", title, element("span", place, class_="place"), scope="row", id=name),
        element("td", *details, class_="prose"),
        data_entry="parameter",
    )


def _line(content: str | None, class_: str | None = None) -> Html | None:
    return None if content is None else element("p", content, class_=class_)


def _type(schema: Mapping[str, Any]) -> Html:
    parts: list[Child] = [kind(schema)]
    if nullable(schema):
        parts.append(" or null")
    if "x-items" in schema:
        parts += [", comma-separated list of ", kind(schema["x-items"])]
    parts.append(prefixed(", ", bounds(schema)))
    if "default" in schema:
        parts += [", default ", json_code(schema["default"])]
    return join(*parts)


def _values(bundled: Mapping[str, Any], schema: Mapping[str, Any]) -> Html | None:
    if "x-values" not in schema:
        return prefixed("One of ", choices(schema))
    title = referred(schema["x-values"])
    assert title is not None
    known = join_with(map(json_code, bundled["components"]["schemas"][title]["enum"]))
    return join("Known values: ", known, "; other values are possible (", resource(title), ")")
