"""The routes of the console: beside those of the API, in front of none of them."""

import hashlib
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
from deploy_contract.document.walker import fits
from deploy_contract.tables import operations
from deploy_contract_service.bodies import body
from deploy_contract_service.console import (
    artifacts,
    deployment,
    integrations,
    layout,
    listing,
    playground,
)
from deploy_contract_service.faults import UnavailableError
from deploy_contract_service.patching import completed
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Deployment, Store

LOG = logging.getLogger("deploy_contract")
DRAINED = (
    16 * playground.MOST
)  # bytes of a form that is too long, from which on the connection is left
STATIC = {"style.css": "text/css", "script.js": "text/javascript"}
Shown = Callable[[Request], Response]
Trouble = Callable[[Request, int, str], Response]  # the answer of a status and a line


def routes(store: Store, settings: Settings) -> list[BaseRoute]:
    """The routes of the console over a store."""
    console = Console(store, settings)
    return [
        Route("/", _page(console.deployments)),
        Route("/deployments/{identity}", _page(console.deployment)),
        Route("/integrations", _page(console.integrations)),
        Route("/integrations/{identity}", _page(console.repositories)),
        Route("/playground", _page(console.playground)),
        Route("/playground", console.judge, methods=["POST"]),
        Route("/playground/empty", _page(_empty)),
        Route("/reference", _page(_reference)),
        *(Route(f"/console/{name}", _static(name, kind)) for name, kind in STATIC.items()),
    ]


def lost(request: Request) -> Response:
    """The page where there is none."""
    return layout.trouble(request, 404, "There is no such page.")


class Console:
    """What the pages are made from: the store, and a contract that reads the parameters of the listing."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._hosting = settings.hosting
        self._contract = Contract()

    def deployments(self, request: Request) -> Response:
        """The page of deployments."""
        return listing.deployments(request, self._store, self._contract)

    def deployment(self, request: Request) -> Response:
        """The page of a deployment."""
        identity = request.path_params["identity"]
        found = self._store.deployment(identity) if _is_id(identity) else None
        if found is None:
            return layout.trouble(request, 404, "There is no such deployment.")
        offset = _number(request.query_params.get("offset", ""))
        revisions = self._store.revisions(identity, deployment.REVISIONS + 1, offset) or []
        return deployment.shown(request, found, revisions, offset)

    def integrations(self, request: Request) -> Response:
        """The page of integrations."""
        return integrations.every(request, self._store.integrations())

    def repositories(self, request: Request) -> Response:
        """The page of an integration."""
        identity = request.path_params["identity"]
        named = [one for one in self._store.integrations() if one.id == identity.lower()]
        if not named:
            return layout.trouble(request, 404, "There is no such integration.")
        return integrations.repositories(
            request, named[0], self._store.repositories(identity) or []
        )

    def playground(self, request: Request) -> Response:
        """The page of the playground: empty, with an example, or for a stored deployment."""
        query = request.query_params
        known = self._known()
        choice, chosen = playground.example(query.get("example", "0")), None
        if choice is None and "example" not in query:
            choice = playground.EMPTY  # an installation without examples
        if choice is None:
            return layout.trouble(request, 404, "There is no such example.")
        if "deployment" in query:
            chosen = (
                self._store.deployment(query["deployment"]) if _is_id(query["deployment"]) else None
            )
            if chosen is None:
                return layout.trouble(request, 404, "There is no such deployment.")
            choice = playground.EMPTY._replace(of=playground.STORED + chosen["id"])
        return playground.shown(request, choice, known, chosen)

    async def judge(self, request: Request) -> Response:
        """The report on what a form holds."""
        try:
            sent = await body(request, playground.MOST, DRAINED)
        except TimeoutError:
            return playground.refused(request, 408, "The form took too long to arrive.")
        except ClientDisconnect:
            return Response(status_code=499)  # there is nobody to read it
        if sent is None:
            return playground.refused(request, 413, playground.TOO_LONG)
        return await run_in_threadpool(_guarded, self._judged, playground.refused, request, sent)

    def _judged(self, request: Request, form: bytes) -> Response:
        try:
            choice = playground.read(form)
        except playground.OddError as error:
            return playground.refused(request, 400, str(error))
        if len(choice.text) > playground.LONGEST:
            return playground.refused(request, 413, playground.TOO_LONG)
        known: dict[str, Any] | None = None
        for beginning, find in (
            (playground.STORED, self._complete),
            (playground.EXAMPLE, playground.stored_example),
        ):
            if choice.of.startswith(beginning):
                known = find(choice.of.removeprefix(beginning)) if _is_name(choice.of) else None
                if known is None:
                    return playground.refused(request, 404, "There is no such deployment any more.")
        return playground.answer(request, choice, playground.judged(choice, known, self._hosting))

    def _complete(self, identity: str) -> Deployment | None:
        """Return a stored deployment as the service judges patches of it: nothing of it is unknown."""
        found = self._store.deployment(identity)
        return None if found is None else completed(found)

    def _known(self) -> list[Deployment]:
        """The first deployments to choose from; none without the database, which judging does not need."""
        defaults = {
            row["name"]: row["default"]
            for row in listing.operation()["parameters"]
            if "default" in row
        }
        try:
            return self._store.page({**defaults, "limit": playground.LISTED}).resources
        except UnavailableError as error:
            LOG.error("the database cannot be asked: %s", error)  # noqa: TRY400 - a traceback says no more
            return []


def _page(shown: Shown) -> Any:
    @wraps(shown)
    async def endpoint(request: Request) -> Response:
        return await run_in_threadpool(_guarded, shown, layout.trouble, request)

    return endpoint


def _guarded(
    shown: Callable[..., Response], trouble: Trouble, request: Request, *given: Any
) -> Response:
    """An answer, or the one that says why there is none."""
    try:
        return shown(request, *given)
    except UnavailableError as error:
        LOG.error("the database cannot be asked: %s", error)  # noqa: TRY400 - a traceback says no more
        return trouble(request, 503, "The service cannot reach its database; try again later.")
    except Exception as error:  # its text may hold values
        logs.unexpected("showing a page", error)
        return trouble(request, 500, "The console has failed to answer.")


def _empty(request: Request) -> Response:
    return playground.refused(request, 200, "Nothing is judged yet.")


def _reference(request: Request) -> Response:
    found = artifacts.reference()
    return (
        layout.html(*found)
        if found
        else layout.trouble(request, 404, "This installation has no reference page.")
    )


def _static(name: str, kind: str) -> Any:
    body = resources.files(__package__).joinpath(name).read_bytes()
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = layout.HEADERS | {"etag": tag, "cache-control": "no-cache"}

    async def endpoint(request: Request) -> Response:
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(body, headers=headers, media_type=kind)

    return endpoint


def _is_id(text: str) -> bool:
    (parameter,) = next(
        row["parameters"] for row in operations() if row["operation"] == "patch_deployment"
    )
    return fits(parameter["schema"], text)


def _is_name(text: str) -> bool:
    """Whether a choice is one that can be looked for."""
    return not text.startswith(playground.STORED) or _is_id(text.removeprefix(playground.STORED))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else 0
