"""The routes of the console. They are beside the paths of the API, and hide none of them."""

import hashlib
import json
import logging
from collections.abc import Callable
from functools import wraps
from importlib import resources
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from deploy_contract import Contract, logs
from deploy_contract.judge.python.schema import fits
from deploy_contract_service import fields
from deploy_contract_service.bodies import read_body
from deploy_contract_service.console import (
    contract_files,
    generated_files,
    layout,
    playground,
    playground_page,
)
from deploy_contract_service.console.deployment_list import deployment_list
from deploy_contract_service.console.deployment_page import REVISIONS_PER_PAGE, deployment_page
from deploy_contract_service.console.integration_pages import (
    integrations_page,
    repositories_page,
)
from deploy_contract_service.console.masking import shown_part
from deploy_contract_service.console.messages import MessageError
from deploy_contract_service.console.playground import EMPTY, EXAMPLE, STORED, TOO_LONG
from deploy_contract_service.console.playground_page import notice_response
from deploy_contract_service.errors import UnavailableError
from deploy_contract_service.patching import complete
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Deployment, Store

LOG = logging.getLogger(logs.NAME)
DRAIN_LIMIT = 16 * playground.MOST_BYTES  # bytes of a form that are read at most
STATIC_FILES = {
    "style.css": "text/css",
    "script.js": "text/javascript",
    "offline.js": "text/javascript",
}
Page = Callable[[Request], Response]
ErrorResponse = Callable[[Request, int, str], Response]  # request, status, line


def routes(store: Store, settings: Settings) -> list[BaseRoute]:
    """Return the routes of the console over a store."""
    console = Console(store, settings)
    found: list[BaseRoute] = [
        Route("/", _endpoint(console.deployments)),
        Route("/deployments/{identity}", _endpoint(console.deployment)),
        Route("/integrations", _endpoint(console.integrations)),
        Route("/integrations/{identity}", _endpoint(console.repositories)),
        Route("/playground", _endpoint(console.playground)),
        Route("/playground", console.check, methods=["POST"]),
        Route("/playground/json", console.as_json, methods=["POST"]),
        Route("/playground/deployment", console.known_deployment, methods=["POST"]),
        Route("/playground/empty", _endpoint(_empty_report)),
        Route("/reference", _endpoint(_reference)),
    ]
    found += contract_files.routes()
    for name, media_type in STATIC_FILES.items():
        body = resources.files(__package__).joinpath(name).read_bytes()
        found.append(Route(f"/console/{name}", _static(body, media_type)))
    validator = generated_files.validator()
    if validator is not None:
        script = _static(validator.encode("utf-8"), "text/javascript")
        found.append(Route(f"/console/{generated_files.VALIDATOR}", script))
    return found


def not_found(request: Request) -> Response:
    """Return the page for a path without a page."""
    return layout.error_page(request, 404, "There is no such page.")


class Console:
    """The pages over a store."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._hosting = settings.hosting
        self._base_path = settings.base_path
        self._contract = Contract()

    def deployments(self, request: Request) -> Response:
        """Return the list of deployments."""
        return deployment_list(request, self._store, self._contract)

    def deployment(self, request: Request) -> Response:
        """Return the page of a deployment."""
        identity = request.path_params["identity"]
        found = self._find(identity)
        if found is None:
            return layout.error_page(request, 404, "There is no such deployment.")
        offset = _parse_offset(request.query_params.get("offset", ""))
        revisions = self._store.revisions(identity, REVISIONS_PER_PAGE + 1, offset) or []
        integrations = {one.id for one in self._store.integrations()}
        return deployment_page(request, found, revisions, offset, integrations)

    def integrations(self, request: Request) -> Response:
        """Return the list of integrations."""
        return integrations_page(request, self._store.integrations())

    def repositories(self, request: Request) -> Response:
        """Return the page of an integration."""
        identity = request.path_params["identity"]
        for integration in self._store.integrations():
            if integration.id == identity.lower():
                found = self._store.repositories(identity) or []
                return repositories_page(request, integration, found)
        return layout.error_page(request, 404, "There is no such integration.")

    def playground(self, request: Request) -> Response:
        """Return the playground: empty, with an example, or for a stored deployment."""
        query = request.query_params
        known = self._deployments_to_choose()
        form = playground.example_form(query.get("example", "0"))
        selected = None
        if form is None:
            if "example" in query:
                return layout.error_page(request, 404, "There is no such example.")
            form = EMPTY  # the installation has no examples
        if "deployment" in query:
            selected = self._find(query["deployment"])
            if selected is None:
                return layout.error_page(request, 404, "There is no such deployment.")
            form = EMPTY._replace(of=STORED + selected["id"])
        return playground_page.playground_page(request, form, known, selected, self._base_path)

    async def check(self, request: Request) -> Response:
        """Return the report on the text of a form."""
        try:
            body = await read_body(request, playground.MOST_BYTES, DRAIN_LIMIT)
        except TimeoutError:
            return notice_response(request, 408, "The form took too long to arrive.")
        except ClientDisconnect:
            return Response(status_code=499)  # no client is left to read it
        if body is None:
            return notice_response(request, 413, TOO_LONG)

        def checked(request: Request) -> Response:
            return self._check(request, body)

        return await run_in_threadpool(_guarded, checked, notice_response, request)

    def _check(self, request: Request, body: bytes) -> Response:
        try:
            form = playground.parse_form(body)
        except playground.FormError as error:
            return notice_response(request, 400, str(error))
        if len(form.text) > playground.MOST_CHARACTERS:
            return notice_response(request, 413, TOO_LONG)
        deployment: dict[str, Any] | None = None
        if form.of.startswith((STORED, EXAMPLE)):
            deployment = self._subject(form.of)
            if deployment is None:
                return notice_response(request, 404, "There is no such deployment any more.")
        try:
            found = playground.check(form, deployment, self._hosting)
        except MessageError as error:
            return notice_response(request, 200, str(error))
        return playground_page.report_response(request, form, found, deployment)

    async def as_json(self, request: Request) -> Response:
        """Return the only document of the text of a form as JSON, for commands to copy."""
        return await _json_of_form(request, playground.json_text)

    async def known_deployment(self, request: Request) -> Response:
        """Return the deployment that a form is about as JSON, without secrets, for commands."""

        def known(form: playground.Form) -> str | None:
            try:
                found = self._subject(form.of)
            except UnavailableError as error:
                _log_unavailable(error)
                return None
            return None if found is None else json.dumps(shown_part(found), sort_keys=True)

        return await _json_of_form(request, known)

    def _subject(self, of: str) -> dict[str, Any] | None:
        """Return the deployment that a patch is for, or None if there is no such deployment."""
        if of.startswith(EXAMPLE):
            return playground.example_deployment(of.removeprefix(EXAMPLE))
        found = self._find(of.removeprefix(STORED))
        return None if found is None else complete(found)

    def _find(self, identity: str) -> Deployment | None:
        return self._store.deployment(identity) if _is_id(identity) else None

    def _deployments_to_choose(self) -> list[Deployment]:
        """Return the first deployments, or none without the database, so that checks go on."""
        try:
            return self._store.page({"limit": playground_page.MOST_DEPLOYMENTS}).resources
        except UnavailableError as error:
            _log_unavailable(error)
            return []


def _endpoint(page: Page) -> Any:
    @wraps(page)
    async def endpoint(request: Request) -> Response:
        return await run_in_threadpool(_guarded, page, layout.error_page, request)

    return endpoint


async def _json_of_form(
    request: Request, make: Callable[[playground.Form], str | None]
) -> Response:
    """Return the JSON that is made of a form, or status 400 if there is none."""
    try:
        body = await read_body(request, playground.MOST_BYTES, DRAIN_LIMIT)
        form = playground.parse_form(body or b"")
    except (TimeoutError, ClientDisconnect, playground.FormError):
        return Response(status_code=400, headers=layout.HEADERS)
    text = await run_in_threadpool(make, form)
    status = 400 if text is None else 200
    headers = layout.HEADERS | {"cache-control": "no-store"}
    return Response(text or "", status, headers, "application/json")


def _guarded(page: Page, error_response: ErrorResponse, request: Request) -> Response:
    """Return a page, or the error that prevented it."""
    try:
        return page(request)
    except UnavailableError as error:
        _log_unavailable(error)
        line = "The service cannot reach its database; try again later."
        return error_response(request, 503, line)
    except Exception as error:  # its text may contain values
        logs.unexpected("showing a page", error)
        return error_response(request, 500, "The console failed to answer.")


def _log_unavailable(error: UnavailableError) -> None:
    LOG.error("database unavailable: %s", error)


def _empty_report(request: Request) -> Response:
    return notice_response(request, 200, "No text has been checked yet.")


def _reference(request: Request) -> Response:
    found = generated_files.reference_page()
    if found is None:
        return layout.error_page(request, 404, "This installation has no reference page.")
    return layout.html_response(*found)


def _static(body: bytes, media_type: str) -> Any:
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = layout.HEADERS | {"etag": tag, "cache-control": "no-cache"}

    async def endpoint(request: Request) -> Response:
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(body, headers=headers, media_type=media_type)

    return endpoint


def _is_id(text: str) -> bool:
    return fits(fields.identity_schema(fields.PATCH_DEPLOYMENT), text)


def _parse_offset(text: str) -> int:
    """Return the offset in a query, or 0 if it is malformed."""
    is_number = text.isascii() and text.isdecimal() and len(text) < 9
    return int(text) if is_number else 0
