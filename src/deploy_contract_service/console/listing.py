"""The page of deployments: filtered by the parameters of the listing itself, and cut into pages as it is."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from math import ceil, floor
from typing import Any
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request as Asked
from starlette.responses import Response

from deploy_contract import Contract, Report, Request
from deploy_contract.document.engines import generated
from deploy_contract.tables import operations
from deploy_contract_service.console.layout import page, root
from deploy_contract_service.console.markup import (
    Child,
    Html,
    called,
    chip,
    code,
    element,
    joined,
    options,
    plain,
    stored,
)
from deploy_contract_service.console.masking import of_deployment
from deploy_contract_service.store import Deployment, Page, Store

OPERATION = "list_deployments"
FIRST = ("name_contains", "status")  # filters that are there at once; the others are a step away
CUTS = ("limit", "offset")  # parameters that cut the page
COLUMNS = ("Name", "Status", "Source", "Image version", "Revision", "Updated")


@cache
def operation() -> Mapping[str, Any]:
    """The row of the listing in the table of operations."""
    return next(row for row in operations() if row["operation"] == OPERATION)


@cache
def _descriptions() -> dict[str, str]:
    described = generated("openapi.json")["paths"][operation()["path"]][
        operation()["method"].lower()
    ]["parameters"]
    return {row["name"]: row.get("description", "") for row in described}


def deployments(request: Asked, store: Store, contract: Contract) -> Response:
    """The page that a query asks for."""
    given = [
        (name, value)
        for name, value in parse_qsl(request.scope["query_string"].decode("latin-1"))
        if value
    ]
    report = contract.check_request(
        Request(operation()["method"], operation()["path"], urlencode(given))
    )
    form = _form(dict(given))
    if not report.ok or report.parameters is None:
        return page(
            request, "Deployments", element("h1", "Deployments"), element("ul", *_faults(report), class_="notice"), form,
            place="", status=400,
        )  # fmt: skip
    wanted = dict(report.parameters)
    found = store.page(
        {**wanted, "limit": wanted["limit"] + 1}
    )  # one more tells whether there is a next page
    shown = found._replace(resources=found.resources[: wanted["limit"]])
    filters = {name: value for name, value in given if name not in CUTS}
    content = (
        _table(shown, root(request))
        if shown.resources
        else _nothing(bool(filters), wanted["offset"])
    )
    pages = _pages(dict(given), wanted, shown, more=len(found.resources) > wanted["limit"])
    return page(
        request, "Deployments", element("h1", "Deployments"), form, content, pages, place=""
    )


def _faults(report: Report) -> Iterator[Html]:
    for violation in report.violations:
        yield element(
            "li", code(violation.pointer), ": ", violation.message, " (", violation.hint, ")"
        )


def _form(given: Mapping[str, str]) -> Html:
    rows = {row["name"]: row for row in operation()["parameters"] if row["name"] != "offset"}
    more = [name for name in rows if name not in FIRST]
    used = sum(name in given for name in more)
    return element(
        "form",
        *(_field(rows[name], given.get(name, "")) for name in FIRST),
        element(
            "details",
            element("summary", "More filters", f" ({used} set)" if used else None),
            element(
                "div", *(_field(rows[name], given.get(name, "")) for name in more), class_="fields"
            ),
            open=used > 0,
        ),
        element(
            "p",
            element("button", "Filter"),
            element("a", "Clear", href="./") if given else None,
            class_="buttons",
        ),
        class_="filters",
        role="search",
        aria_label="Filter deployments",
    )


def _field(row: Mapping[str, Any], value: str) -> Html:
    name, schema = row["name"], row["schema"]
    kinds = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
    choices = (
        ["true", "false"]
        if "boolean" in kinds
        else list(row.get("values") or filter(None, schema.get("enum", ())))
    )
    control: Html
    if choices:
        others = [value] if value and value not in choices else []
        rows = [("", "any"), *((choice, plain(choice)) for choice in choices + others)]
        control = element(
            "select", options(rows, value), id=name, name=name, aria_describedby=f"about-{name}"
        )
    else:
        numeric = "integer" in kinds
        least, most = schema.get("minimum"), schema.get("maximum")
        control = element(
            "input", id=name, name=name, value=value, type="number" if numeric else "text", autocomplete="off",
            spellcheck="false", min=_whole(least, ceil), max=_whole(most, floor), aria_describedby=f"about-{name}",
            placeholder=str(row["default"]) if "default" in row else None,
        )  # fmt: skip
    about = element("small", _descriptions().get(name), id=f"about-{name}")
    return element(
        "div", element("label", name.replace("_", " "), for_=name), control, about, class_="field"
    )


def _whole(bound: float | None, towards: Callable[[float], int]) -> int | None:
    """The bound of integers: a control counts its steps from there."""
    return None if bound is None else towards(bound)


def _table(found: Page, at: str) -> Html:
    """Roles are told, for a narrow screen shows the rows as blocks, which are no rows to a reader of the screen otherwise."""
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
    masking = of_deployment(deployment)
    name = masking.text(deployment["name"])
    link = element("a", called(name), href=f"{at}deployments/{deployment['id']}")
    version = deployment.get("image_version")
    cells: Sequence[Child] = (
        chip(stored(deployment["status"])),
        code(deployment["source"]),
        stored(masking.text(version))
        if version is not None
        else element("span", "none", class_="quiet"),
        revision(deployment),
        moment(deployment["updated_at"]),
    )
    return element(
        "tr",
        element("th", link, scope="row", role="rowheader"),
        *(
            element(
                "td",
                element("span", label, class_="label", aria_hidden="true"),
                element("span", cell),
                role="cell",
            )
            for label, cell in zip(COLUMNS[1:], cells, strict=True)
        ),
        role="row",
    )


def revision(deployment: Mapping[str, Any]) -> Html:
    """Which revision is the active one, and whether a later one is still to be rolled out."""
    latest, active = deployment["latest_revision_id"], deployment["active_revision_id"]
    if latest is None and active is None:
        return element("span", "none", class_="quiet")
    if latest == active:
        return joined("active ", short(latest))
    return joined(
        chip("rollout under way", "report"), " ", "latest ", short(latest) if latest else "none", ", active ",
        short(active) if active else "none",
    )  # fmt: skip


def short(identity: str) -> Html:
    """The end of an id, for ids that are made together begin alike; the whole is there for the mouse."""
    return element("code", identity[-8:], title=identity)


def moment(text: str) -> Html:
    """A time as it is stored (RFC 3339), easier to read: to the second, and its offset from UTC."""
    date, _, time = text.upper().partition("T")
    clock, offset = time[:8], time[8:].lstrip(".0123456789")
    zone = "UTC" if offset in ("Z", "+00:00") else offset
    return element("time", f"{date} {clock} {zone}", datetime=text)


def _nothing(filtered: bool, offset: int) -> Html:  # noqa: FBT001
    if offset:
        return element("p", "There are no more deployments.", class_="notice")
    if filtered:
        return element("p", "No deployment fits these filters.", class_="notice")
    return element(
        "p", "There are no deployments yet. ", code("deploy-contract serve --data FILE"), " puts some in at the start.",
        class_="notice",
    )  # fmt: skip


def _pages(
    given: Mapping[str, str], wanted: Mapping[str, Any], shown: Page, *, more: bool
) -> Html | None:
    offset, limit, count = wanted["offset"], wanted["limit"], len(shown.resources)
    if not (offset or more):
        return None
    return element(
        "nav",
        _leading("Previous", given, max(0, offset - limit), "prev") if offset else None,
        element("span", f"{offset + 1} to {offset + count}") if count else None,
        _leading("Next", given, offset + limit, "next") if more else None,
        class_="pages",
        aria_label="Pages",
    )


def _leading(text: str, given: Mapping[str, str], offset: int, rel: str) -> Html:
    query = {name: value for name, value in given.items() if name != "offset"} | (
        {"offset": str(offset)} if offset else {}
    )
    return element("a", text, href=f"?{urlencode(query)}" if query else "./", rel=rel)
