"""The page with the list of deployments. It has the filters and pages of the API's own list."""

from collections.abc import Callable, Iterator, Mapping
from math import ceil, floor
from typing import Any
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request
from starlette.responses import Response

from deploy_contract import Contract, Report
from deploy_contract import Request as ContractRequest
from deploy_contract_format.html import Child, Html, code, element, join
from deploy_contract_service.console.layout import page, root
from deploy_contract_service.console.masking import masking_of
from deploy_contract_service.console.overview_section import overview_section
from deploy_contract_service.console.texts import (
    display_name,
    plain_options,
    select_options,
    stored_text,
    visible_text,
)
from deploy_contract_service.console.values import quiet, revision_state, status_chip, time
from deploy_contract_service.fields import LIST_DEPLOYMENTS, operation, parameter_descriptions
from deploy_contract_service.store import Deployment, Page, Store

FIRST_FILTERS = ("name_contains", "status")  # the others are behind "More filters"
PAGING = ("limit", "offset")  # parameters that select a page
COLUMNS = ("Name", "Status", "Source", "Image version", "Revision", "Updated")


def deployment_list(request: Request, store: Store, contract: Contract) -> Response:
    """Return the response with the deployments that the query of a request selects."""
    query = parse_qsl(request.scope["query_string"].decode("latin-1"))
    given = dict(query)
    heading, form = element("h1", "Deployments"), _form(given)
    listing = operation(LIST_DEPLOYMENTS)
    sent = ContractRequest(listing["method"], listing["path"], urlencode(query))
    report = contract.check_request(sent)
    if not report.ok or report.parameters is None:
        violations = element("ul", *_violations(report), class_="notice")
        return page(request, "Deployments", heading, violations, form, place="", status=400)
    wanted = dict(report.parameters)
    limit, offset = wanted["limit"], wanted["offset"]
    # one deployment more than fits means that there is a next page
    found = store.page({**wanted, "limit": limit + 1})
    shown = found._replace(resources=found.resources[:limit])
    content = _table(shown, root(request))
    if not shown.resources:
        content = _nothing(offset, is_filtered=bool(given.keys() - set(PAGING)))
    first = None if given else overview_section(store, root(request))
    pages = _pages(given, limit, offset, len(shown.resources), more=len(found.resources) > limit)
    return page(request, "Deployments", heading, first, form, content, pages, place="")


def _violations(report: Report) -> Iterator[Html]:
    for one in report.violations:
        yield element("li", code(one.pointer), ": ", one.message, " (", one.hint, ")")


def _form(given: Mapping[str, str]) -> Html:
    first: dict[str, Html | None] = dict.fromkeys(FIRST_FILTERS)
    others: list[Html] = []
    used = 0
    for row in operation(LIST_DEPLOYMENTS)["parameters"]:
        name = row["name"]
        if name == "offset":
            continue
        control = _field(row, given.get(name, ""))
        if name in first:
            first[name] = control
        else:
            others.append(control)
            used += name in given
    count = f" ({used} set)" if used else None
    more = element(
        "details",
        element("summary", "More filters", count),
        element("div", *others, class_="fields"),
        open=used > 0,
    )
    clear = element("a", "Clear", href="./") if given else None
    buttons = element("p", element("button", "Filter"), clear, class_="buttons")
    return element(
        "form",
        *first.values(),
        more,
        buttons,
        class_="filters",
        role="search",
        aria_label="Filter deployments",
    )


def _field(row: Mapping[str, Any], value: str) -> Html:
    """Return the control of a parameter, with its label and description."""
    name = row["name"]
    choices = _choices(row)
    control = _select(name, choices, value) if choices else _input(row, value)
    description = parameter_descriptions(LIST_DEPLOYMENTS).get(name)
    return element(
        "div",
        element("label", name.replace("_", " "), for_=name),
        control,
        element("small", *_prose(description or ""), id=f"about-{name}"),
        class_="field",
    )


def _prose(text: str) -> Iterator[Html]:
    """Yield a description of the contract, with its `code` as elements."""
    for number, part in enumerate(text.split("`")):
        yield code(part) if number % 2 else join(part)


def _types(row: Mapping[str, Any]) -> list[str]:
    types = row["schema"]["type"]
    return [types] if isinstance(types, str) else types


def _choices(row: Mapping[str, Any]) -> list[str]:
    """Return the values of a parameter that has few."""
    if "boolean" in _types(row):
        return ["true", "false"]
    return list(row.get("values") or filter(None, row["schema"].get("enum", ())))


def _select(name: str, choices: list[str], value: str) -> Html:
    options = [("", "any"), *plain_options(choices)]
    if value and value not in choices:
        options.append((value, visible_text(value)))
    selected = select_options(options, value)
    return element("select", selected, id=name, name=name, aria_describedby=f"about-{name}")


def _input(row: Mapping[str, Any], value: str) -> Html:
    name, schema = row["name"], row["schema"]
    return element(
        "input",
        id=name,
        name=name,
        value=value,
        type="number" if "integer" in _types(row) else "text",
        autocomplete="off",
        spellcheck="false",
        min=_integer(schema.get("minimum"), ceil),
        max=_integer(schema.get("maximum"), floor),
        aria_describedby=f"about-{name}",
        placeholder=str(row["default"]) if "default" in row else None,
    )


def _integer(bound: float | None, rounding: Callable[[float], int]) -> int | None:
    """Return a bound as an integer: an input of numbers counts its steps from there."""
    return None if bound is None else rounding(bound)


def _table(found: Page, at: str) -> Html:
    """Return the table of deployments.

    The roles are explicit, since a narrow screen shows the rows as blocks, and screen readers
    would not take those for rows.
    """
    heads = [element("th", column, scope="col", role="columnheader") for column in COLUMNS]
    rows = [_row(one, at) for one in found.resources]
    return element(
        "table",
        element("caption", "Deployments", class_="heard"),
        element("thead", element("tr", *heads, role="row"), role="rowgroup"),
        element("tbody", *rows, role="rowgroup"),
        class_="cards",
        role="table",
    )


def _row(deployment: Deployment, at: str) -> Html:
    masking = masking_of(deployment)
    name = display_name(masking.text(deployment["name"]))
    link = element("a", name, href=f"{at}deployments/{deployment['id']}")
    version = deployment.get("image_version")
    cells: dict[str, Child] = {
        "Status": status_chip(deployment["status"]),
        "Source": code(deployment["source"]),
        "Image version": quiet("none") if version is None else stored_text(masking.text(version)),
        "Revision": revision_state(deployment),
        "Updated": time(deployment["updated_at"]),
    }
    row = [element("th", link, scope="row", role="rowheader")]
    for column in COLUMNS[1:]:
        label = element("span", column, class_="label", aria_hidden="true")
        row.append(element("td", label, element("span", cells[column]), role="cell"))
    return element("tr", *row, role="row")


def _nothing(offset: int, *, is_filtered: bool) -> Html:
    if offset:
        return element("p", "There are no more deployments.", class_="notice")
    if is_filtered:
        return element("p", "No deployment matches these filters.", class_="notice")
    return element(
        "p",
        "There are no deployments yet. ",
        code("deploy-contract serve --data FILE"),
        " adds some at start.",
        class_="notice",
    )


def _pages(
    given: Mapping[str, str], limit: int, offset: int, count: int, *, more: bool
) -> Html | None:
    """Return the links to the previous and the next page, or None if there is only one page."""
    links = []
    if offset:
        links.append(_page_link("Previous", given, max(0, offset - limit), "prev"))
    if count:
        links.append(element("span", f"{offset + 1} to {offset + count}"))
    if more:
        links.append(_page_link("Next", given, offset + limit, "next"))
    if not (offset or more):
        return None
    return element("nav", *links, class_="pages", aria_label="Pages")


def _page_link(text: str, given: Mapping[str, str], offset: int, rel: str) -> Html:
    query = dict(given)
    query.pop("offset", None)
    if offset:
        query["offset"] = str(offset)
    return element("a", text, href=f"?{urlencode(query)}" if query else "./", rel=rel)
