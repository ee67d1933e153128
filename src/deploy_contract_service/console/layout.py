"""The frame and the tables that pages share, and the headers of their responses."""

from collections.abc import Iterable

from starlette.requests import Request
from starlette.responses import Response

from deploy_contract.answers import phrase
from deploy_contract_format.html import Child, Html, element, join
from deploy_contract_service import fields
from deploy_contract_service.console.texts import visible_text

PLACES = {
    "": "Deployments",
    "integrations": "Integrations",
    "playground": "Playground",
    "reference": "Reference",
}
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:;"
    " frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
)
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def root(request: Request) -> str:
    """Return the relative path from a page to the console's root, which works behind any prefix."""
    scope = request.scope
    path: str = scope["path"]
    return "../" * (path.removeprefix(scope.get("root_path", "")).count("/") - 1) or "./"


def page(
    request: Request, title: str, *content: Child, place: str | None = None, status: int = 200
) -> Response:
    """Return the response with a page.

    Args:
        request: the request.
        title: title of the page.
        content: content of its main element.
        place: key of PLACES that the page belongs to, or None.
        status: HTTP status.
    """
    at = root(request)
    links = []
    for name, text in PLACES.items():
        current = "page" if name == place else None
        links.append(element("li", element("a", text, href=at + name, aria_current=current)))
    version = f"deploy-contract, contract {fields.version()}. The console changes nothing."
    openapi = element("a", "openapi.json", href=f"{at}openapi.json")
    body = element(
        "body",
        element("a", "Skip to the content", href="#content", class_="skip"),
        element(
            "header",
            element("p", element("a", "Deployments console", href=at), class_="name"),
            element("nav", element("ul", *links), aria_label="Console"),
        ),
        element("main", *content, id="content", tabindex=-1),
        element("footer", element("p", version, " ", openapi)),
    )
    return document(at, title, body, status=status)


def document(at: str, title: str, body: Html, status: int = 200) -> Response:
    """Return the response with a whole HTML document, with the console's style and script.

    Args:
        at: path to the console's root.
        title: title of the document.
        body: its body element.
        status: HTTP status.
    """
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("link", rel="icon", href="data:,"),
        element("link", rel="stylesheet", href=f"{at}console/style.css"),
        element("title", visible_text(title), " - deployments console"),
        element("script", src=f"{at}console/script.js", defer=True),
    )
    text = join(Html("<!doctype html>\n"), element("html", head, body, lang="en"))
    return html_response(text, POLICY, status)


def table(title: str, columns: Iterable[Child], rows: Iterable[Iterable[Child]]) -> Html:
    """Return a table. If it is wide, it scrolls inside its own box.

    Args:
        title: its title, which only screen readers show.
        columns: headings.
        rows: content of the cells, row by row.
    """
    whole = element(
        "table",
        element("caption", title, class_="heard"),
        element("thead", element("tr", *map(_heading, columns))),
        element("tbody", *map(_table_row, rows)),
    )
    return element("div", whole, class_="scroll", tabindex=0, role="group", aria_label=title)


def _heading(column: Child) -> Html:
    return element("th", column, scope="col")


def _table_row(cells: Iterable[Child]) -> Html:
    return element("tr", *map(_cell, cells))


def _cell(content: Child) -> Html:
    return element("td", content)


def html_response(text: str, policy: str, status: int = 200) -> Response:
    """Return the response with HTML. No cache keeps it: it shows stored data.

    Args:
        text: the HTML.
        policy: its content security policy.
        status: HTTP status.
    """
    headers = HEADERS | {"content-security-policy": policy, "cache-control": "no-store"}
    return Response(text.encode("utf-8", "replace"), status, headers, "text/html")


def error_page(request: Request, status: int, line: str) -> Response:
    """Return the response with a page that names an error in one line."""
    title = phrase(status)
    notice = element("p", line, class_="notice")
    back = element("p", element("a", "All deployments", href=root(request)))
    return page(request, title, element("h1", title), notice, back, status=status)
