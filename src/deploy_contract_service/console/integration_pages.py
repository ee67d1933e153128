"""The pages of integrations and their repositories."""

from collections.abc import Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from deploy_contract_format.html import Html, code, element, join
from deploy_contract_service.console.layout import page, root, table
from deploy_contract_service.console.masking import Masking
from deploy_contract_service.console.texts import display_name
from deploy_contract_service.console.values import web_link
from deploy_contract_service.fields import repository_schema
from deploy_contract_service.store import Integration

PLACE = "integrations"
_INTEGRATION = "host_integration_id"  # the same for all repositories of a page


def integrations_page(request: Request, integrations: Sequence[Integration]) -> Response:
    """Return the response with the page of all integrations."""
    at = root(request)
    rows = []
    for one in integrations:
        link = element("a", display_name(one.name), href=f"{at}{PLACE}/{one.id}")
        rows.append(element("li", link, " ", code(one.id)))
    content = element("ul", *rows, class_="names")
    if not rows:
        content = element("p", "There are no integrations.", class_="notice")
    return page(request, "Integrations", element("h1", "Integrations"), content, place=PLACE)


def repositories_page(
    request: Request, integration: Integration, repositories: Sequence[Mapping[str, Any]]
) -> Response:
    """Return the response with the page of an integration and its repositories."""
    at = root(request)
    content = _repositories(repositories, at)
    if not repositories:
        content = element("p", "It makes no repositories available.", class_="notice")
    return page(
        request,
        integration.name or "Integration",
        element("p", element("a", "All integrations", href=at + PLACE), class_="back"),
        element("h1", display_name(integration.name)),
        element("p", code(integration.id), class_="summary"),
        element("h2", "Repositories"),
        content,
        place=PLACE,
    )


def _repositories(repositories: Sequence[Mapping[str, Any]], at: str) -> Html:
    schema = repository_schema()
    members = dict(schema["properties"])
    members.pop(_INTEGRATION, None)
    columns = []
    for name in members:
        address = f"{at}reference#field-{schema['title']}-{name}"
        columns.append(element("a", code(name), href=address))
    rows = []
    for row in repositories:
        values = [Masking().value(row.get(name), member) for name, member in members.items()]
        rows.append(map(_cell, values))
    return table("Repositories", columns, rows)


def _cell(value: Any) -> Html:
    return web_link(value) if isinstance(value, str) else join(str(value))
