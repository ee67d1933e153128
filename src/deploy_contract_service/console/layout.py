"""What all pages have in common: their frame, and the headers that they are sent with."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from deploy_contract.tables import tables
from deploy_contract_service.console.markup import Child, Html, element, joined, plain

PLACES = {
    "": "Deployments",
    "integrations": "Integrations",
    "playground": "Playground",
    "reference": "Reference",
}
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; frame-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
)
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def root(request: Request) -> str:
    """The way from a page to the console's root: relative, so that it holds behind whatever prefix."""
    scope = request.scope
    path: str = scope["path"]
    return "../" * (path.removeprefix(scope.get("root_path", "")).count("/") - 1) or "./"


def page(
    request: Request, title: str, *content: Child, place: str | None = None, status: int = 200
) -> Response:
    """A page. `place`: the one of PLACES that it is, or belongs to."""
    at = root(request)
    links = [
        element(
            "li", element("a", text, href=at + name, aria_current="page" if name == place else None)
        )
        for name, text in PLACES.items()
    ]
    body = element(
        "body",
        element("a", "Skip to the content", href="#content", class_="skip"),
        element(
            "header",
            element("p", element("a", "Deployments console", href=at), class_="name"),
            element("nav", element("ul", *links), aria_label="Console"),
        ),
        element("main", *content, id="content", tabindex=-1),
        element(
            "footer",
            element(
                "p", f"deploy-contract, contract {tables().version}. The console changes nothing."
            ),
        ),
    )
    return document(at, title, body, status=status)


def document(at: str, title: str, body: Html, status: int = 200) -> Response:
    """A whole HTML document with the console's style and script. `at`: the way to its root."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("link", rel="icon", href="data:,"),
        element("link", rel="stylesheet", href=f"{at}console/style.css"),
        element("title", plain(title), " - deployments console"),
        element("script", src=f"{at}console/script.js", defer=True),
    )
    text = joined(Html("<!doctype html>\n"), element("html", head, body, lang="en"))
    return html(text, POLICY, status)


def html(text: str, policy: str, status: int = 200) -> Response:
    """An answer with HTML, which nobody keeps: what it shows is of this moment, and not for everyone."""
    headers = HEADERS | {"content-security-policy": policy, "cache-control": "no-store"}
    return Response(text.encode("utf-8", "replace"), status, headers, "text/html")


def trouble(request: Request, status: int, line: str) -> Response:
    """A page that says in one line why there is none."""
    title = HTTPStatus(status).phrase
    return page(
        request, title, element("h1", title), element("p", line, class_="notice"), status=status
    )
