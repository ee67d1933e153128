"""Pages from templates, the form of stored texts in them, and the headers of their responses."""

import hashlib
import unicodedata
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from deploy_contract.answers import phrase
from deploy_contract.bundle import Bundle
from deploy_contract.wording import MODES, REVISIONS, UNDECIDED, VERDICTS
from deploy_contract_pages import environment
from deploy_contract_service import fields
from deploy_contract_service.console.masking import MASK

# Words of some languages, and some emoji, fall apart without these.
JOINERS = "\u200c\u200d"
# Unicode categories of characters that are invisible or change the direction of the text around.
INVISIBLE = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})


def characters(text: str) -> Iterator[tuple[str, str]]:
    """Yield each character, with its code point if it is invisible."""
    if text.isascii() and text.isprintable():
        yield text, ""
        return
    for character in text:
        yield character, f"U+{ord(character):04X}" if _is_invisible(character) else ""


def visible(text: str) -> str:
    """Return a plain text with code points for invisible characters, for titles and options."""
    return "".join([f"<{code}>" if code else character for character, code in characters(text)])


def is_blank(text: str) -> bool:
    """Return True if no character of a text can be seen."""
    return all(character.isspace() and not _is_invisible(character) for character in text)


def _is_invisible(character: str) -> bool:
    return unicodedata.category(character) in INVISIBLE and character not in JOINERS


def utc(text: str) -> str:
    """Return a stored time (RFC 3339) in UTC, to the second. A leap second is not converted."""
    try:
        found = datetime.fromisoformat(text.upper()).astimezone(UTC)
    except (ValueError, OverflowError):
        return text
    return f"{found.replace(tzinfo=None).isoformat(' ', 'seconds')} UTC"


def is_web_address(text: str) -> bool:
    """Return True if the text is safe as a link: an address of the web without masked parts."""
    if MASK in text or not text.isprintable():
        return False
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)


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
MEDIA_TYPES = {"css": "text/css", "js": "text/javascript", "json": "application/json"}
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}

# texts of reports, for the count 1 and for other counts
_MEANINGS = {
    "allow": ("The contract admits it.",) * 2,
    "allow noted": (
        "The contract admits it, with {} note. Read it first.",
        "The contract admits it, with {} notes. Read them first.",
    ),
    "deny": ("The contract refuses it: {} error.", "The contract refuses it: {} errors."),
    "indeterminate": ("The contract refuses it for some deployments, and admits it for others.",)
    * 2,
}
# words of reports, and the hostings of sources: the page has them for the script that makes reports
_WORDS = {
    "verdicts": VERDICTS,
    "meanings": _MEANINGS,
    "modes": MODES,
    "undecided": UNDECIDED,
    "revisions": REVISIONS,
    "sources": Bundle.installed().book.sources,
}
ENVIRONMENT = environment(
    __package__,
    fields=fields,
    places=PLACES,
    tones=fields.status_tones(),
    version=Bundle.installed().version,
    words=_WORDS,
    zip=zip,
)
ENVIRONMENT.filters |= {"characters": characters, "utc": utc, "visible": visible}
ENVIRONMENT.tests |= {"blank": is_blank, "web_address": is_web_address}


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
    """Return the response with HTML. No cache keeps it, because it shows stored data."""
    headers = HEADERS | {"content-security-policy": policy, "cache-control": "no-store"}
    return Response(text.encode("utf-8", "replace"), status, headers, "text/html")


def error_page(request: Request, status: int, line: str) -> Response:
    """Return the response with a page that names an error in one line."""
    return page(request, "error.html", status, title=phrase(status), line=line)


def static(path: str, body: bytes) -> Callable[[Request], Awaitable[Response]]:
    """Return the endpoint of a file. Browsers keep the file until it changes."""
    media_type = MEDIA_TYPES[path.rpartition(".")[2]]
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = HEADERS | {"etag": tag, "cache-control": "no-cache"}

    async def endpoint(request: Request) -> Response:
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(body, headers=headers, media_type=media_type)

    return endpoint
