"""The admin address: health, readiness, metrics, coverage and refusals."""

import hmac
import json
import os
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any, TypeAlias

from deploy_contract import Bundle
from deploy_contract.answers import Answer, failure
from deploy_contract.asgi import send_answer
from deploy_contract.refusals import Refusals, advise
from deploy_contract_gateway.exchange import HeaderPairs, Receive, Send
from deploy_contract_gateway.metrics import REFUSALS
from deploy_contract_gateway.setting_types import Secret
from deploy_contract_gateway.settings import Settings

_METHODS = ("GET", "HEAD")  # the server sends no body in answer to HEAD
Pages: TypeAlias = Mapping[str, Callable[[], Awaitable[Answer]]]  # by path


class AdminApp:
    """An ASGI application of pages.

    Args:
        probes: the pages for probes, which have no token.
        pages: the pages with figures.
        token: what requests for pages must show (RFC 6750, section 2.1); None if they need no token.
    """

    def __init__(self, probes: Pages, pages: Pages, token: Secret | None = None) -> None:
        self._probes, self._pages = probes, {**probes, **pages}
        self._wanted = None if token is None else b"bearer " + token.text.encode("ascii")

    async def __call__(
        self, scope: MutableMapping[str, Any], _receive: Receive, send: Send
    ) -> None:
        """Answer a request."""
        path = scope["path"].rstrip("/")
        page = self._pages.get(path)
        if path not in self._probes and not self._is_authorized(scope["headers"]):
            answer = failure(401, "This page needs the token of the setting admin_token.")
            answer = answer._replace(headers=(*answer.headers, ("www-authenticate", "Bearer")))
        elif page is None:
            answer = failure(404, f"The paths are {', '.join(self._pages)}.")
        elif scope["method"] in _METHODS:
            answer = await page()
        else:
            allowed = ", ".join(_METHODS)
            answer = failure(405, f"The methods are {allowed}.")
            answer = answer._replace(headers=(*answer.headers, ("allow", allowed)))
        await send_answer(answer, send)

    def _is_authorized(self, headers: HeaderPairs) -> bool:
        """Compare the token in a time that does not depend on its characters."""
        if self._wanted is None:
            return True
        shown = [value for name, value in headers if name == b"authorization"]
        if len(shown) != 1:
            return False
        scheme, space, token = shown[0].partition(b" ")
        return hmac.compare_digest(scheme.lower() + space + token.strip(b" "), self._wanted)


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
    made = page("text/html; charset=utf-8", text.encode())
    return made._replace(headers=(*made.headers, ("content-security-policy", security)))
