"""Pages from templates, and the headers of their responses."""

import hashlib
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from deploy_contract.answers import phrase
from deploy_contract.bundle import Bundle
from deploy_contract.wording import MODES, REVISIONS, UNDECIDED, VERDICTS
from deploy_contract_pages import environment
from deploy_contract_service import fields
from deploy_contract_service.console import texts

PLACES = {
    "": "Deployments",
    "integrations": "Integrations",
    "playground": "Playground",
    "reference": "Reference",
}
POLICY = (
    "default-src 'none'; style-src 'self'; connect-src 'self'; img-src data:; frame-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'self'; script-src 'self'"
)
WITH_WASM = f"{POLICY} 'wasm-unsafe-eval'"  # of a page that judges itself
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}

# of reports; the script that makes reports takes them from the page
_WORDS = {"verdicts": VERDICTS, "modes": MODES, "undecided": UNDECIDED, "revisions": REVISIONS}
ENVIRONMENT = environment(
    __package__,
    fields=fields,
    places=PLACES,
    tones=fields.status_tones(),
    version=Bundle.installed().version,
    words=_WORDS,
    zip=zip,
)
ENVIRONMENT.filters |= texts.FILTERS
ENVIRONMENT.tests |= texts.TESTS


def root(request: Request) -> str:
    """Return the relative path from a page to the console's root, which works behind any prefix."""
    scope = request.scope
    path: str = scope["path"]
    return "../" * (path.removeprefix(scope.get("root_path", "")).count("/") - 1) or "./"


def page(
    request: Request, template: str, status: int = 200, policy: str = POLICY, **context: Any
) -> Response:
    """Return the response with a page of a template."""
    text = ENVIRONMENT.get_template(template).render(root=root(request), **context)
    return html_response(text, policy, status)


def html_response(text: str, policy: str, status: int = 200) -> Response:
    """Return the response with HTML. No cache keeps it: it shows stored data."""
    headers = HEADERS | {"content-security-policy": policy, "cache-control": "no-store"}
    return Response(text.encode("utf-8", "replace"), status, headers, "text/html")


def error_page(request: Request, status: int, line: str) -> Response:
    """Return the response with a page that names an error in one line."""
    return page(request, "error.html", status, title=phrase(status), line=line)


def static(body: bytes, media_type: str) -> Callable[[Request], Awaitable[Response]]:
    """Return the endpoint of a file, which browsers keep as long as it is the same."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = HEADERS | {"etag": tag, "cache-control": "no-cache"}

    async def endpoint(request: Request) -> Response:
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(body, headers=headers, media_type=media_type)

    return endpoint
