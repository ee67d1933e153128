"""The pages of integrations and their repositories."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from deploy_contract_service.console.layout import page, root
from deploy_contract_service.console.markup import Html, called, code, element, joined, stored
from deploy_contract_service.console.masking import MASK, Masking
from deploy_contract_service.fields import schema
from deploy_contract_service.store import Integration

PLACE = "integrations"


def every(request: Request, integrations: Sequence[Integration]) -> Response:
    """The page of all integrations."""
    at = root(request)
    rows = [
        element(
            "li",
            element("a", called(one.name), href=f"{at}{PLACE}/{one.id}"),
            " ",
            code(one.id),
        )
        for one in integrations
    ]
    none = element("p", "There are no integrations.", class_="notice")
    content = element("ul", *rows, class_="names") if rows else none
    return page(request, "Integrations", element("h1", "Integrations"), content, place=PLACE)


def repositories(
    request: Request, integration: Integration, found: Sequence[Mapping[str, Any]]
) -> Response:
    """The page of an integration: its repositories."""
    at, masking, resource = root(request), Masking(), schema("Repository")
    names = [name for name in resource["properties"] if name != "host_integration_id"]
    heads = [
        element(
            "th",
            element("a", code(name), href=f"{at}reference#field-Repository-{name}"),
            scope="col",
        )
        for name in names
    ]
    rows = [
        element(
            "tr",
            *(
                element("td", _cell(masking.value(row.get(name), resource["properties"][name])))
                for name in names
            ),
        )
        for row in found
    ]
    table = element(
        "table",
        element("caption", "Repositories", class_="heard"),
        element("thead", element("tr", *heads)),
        element("tbody", *rows),
    )
    return page(
        request,
        integration.name or "Integration",
        element("p", element("a", "All integrations", href=at + PLACE), class_="back"),
        element("h1", called(integration.name)),
        element("p", code(integration.id), class_="summary"),
        element("h2", "Repositories"),
        element("div", table, class_="scroll", tabindex=0, role="group", aria_label="Repositories")
        if rows
        else element("p", "It makes no repositories available.", class_="notice"),
        place=PLACE,
    )


def _cell(value: Any) -> Html:
    if not isinstance(value, str):
        return joined(str(value))
    return (
        element("a", stored(value), href=value, rel="noopener noreferrer nofollow")
        if _is_address(value)
        else stored(value)
    )


def _is_address(text: str) -> bool:
    """Whether a text may be followed: anything but plain addresses of the web stays a text."""
    if MASK in text or not text.isprintable():
        return False
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)
