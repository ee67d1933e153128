"""The admin address: health, readiness, metrics, coverage and refusals."""

import hmac
import json
import os
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

from deploy_contract import Bundle
from deploy_contract.answers import Answer, failure
from deploy_contract.asgi import send_answer
from deploy_contract.refusals import Refusals, advise
from deploy_contract_gateway.exchange import App, HeaderPairs, Receive, Scope, Send
from deploy_contract_gateway.metrics import REFUSALS
from deploy_contract_gateway.setting_types import Secret
from deploy_contract_gateway.settings import Settings

_METHODS = ("GET", "HEAD")  # the server sends no body in answer to HEAD
Pages: TypeAlias = Mapping[str, Callable[[], Awaitable[Answer]]]  # by path


def admin_app(probes: Pages, pages: Pages, token: Secret | None) -> App:
    """Return an ASGI application of pages.

    Args:
        probes: the pages for probes, which have no token.
        pages: the pages with figures.
        token: what requests for pages must show (RFC 6750, section 2.1); None if they need no token.
    """
    known, methods = {**probes, **pages}, ", ".join(_METHODS)

    async def answer(scope: Scope) -> Answer:
        path = scope["path"].rstrip("/")
        if path not in probes and not _is_authorized(scope["headers"], token):
            said = failure(401, "This page needs the token of the setting admin_token.")
            return _with(said, "www-authenticate", "Bearer")
        if path not in known:
            return failure(404, f"The paths are {', '.join(known)}.")
        if scope["method"] not in _METHODS:
            return _with(failure(405, f"The methods are {methods}."), "allow", methods)
        return await known[path]()

    async def app(scope: Scope, _receive: Receive, send: Send) -> None:
        await send_answer(await answer(scope), send)

    return app


def _with(answer: Answer, name: str, value: str) -> Answer:
    return answer._replace(headers=(*answer.headers, (name, value)))


def _is_authorized(headers: HeaderPairs, token: Secret | None) -> bool:
    """Compare the token in a time that does not depend on its characters."""
    if token is None:
        return True
    shown = [value for name, value in headers if name == b"authorization"]
    if len(shown) != 1:
        return False
    scheme, _, given = shown[0].partition(b" ")
    is_right = hmac.compare_digest(given.strip(b" "), token.text.encode("ascii"))
    return is_right and scheme.lower() == b"bearer"


def json_page(value: Any, status: int = 200) -> Answer:
    """Return a page of JSON."""
    text = json.dumps(value, separators=(",", ":")).encode()
    return page("application/json", text, status)


def page(media_type: str, body: bytes, status: int = 200) -> Answer:
    """Return a page that no cache keeps."""
    headers = (
        ("content-type", media_type),
        ("content-length", str(len(body))),
        ("cache-control", "no-store"),
    )
    return Answer(status, headers, body)


def refusals_page(refusals: Refusals, settings: Settings) -> Answer:
    """Return the page of groups of refused messages.

    Args:
        refusals: the groups.
        settings: those in force; they name the policies for the commands.
    """
    from deploy_contract_pages import embedded, environment, policy, style  # with the first page

    named = (settings.contract, settings.policies)
    rules = {rule.rule: rule for rule in Bundle.installed().rules}
    sheet = embedded(style())
    templates = environment(__package__)
    groups = refusals.by_count()
    security = policy(sheet)
    text = templates.get_template("refusals.html").render(
        dropped=refusals.dropped,
        groups=[(group, seen, advise(group, rules, *named)) for group, seen in groups],
        most=REFUSALS,
        pid=os.getpid(),
        policy=security,
        program=settings.program,
        style=sheet,
    )
    return _with(
        page("text/html; charset=utf-8", text.encode()), "content-security-policy", security
    )
