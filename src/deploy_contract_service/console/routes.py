"""The routes of the console. They are beside the paths of the API, and hide no path of the API."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, urlencode

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from deploy_contract import Contract
from deploy_contract import Request as ContractRequest
from deploy_contract.judge.python.schema import fits
from deploy_contract_service import fields
from deploy_contract_service.console import generated_files, playground, rendering
from deploy_contract_service.console.masking import Masking, masked, masking_of, shown_part
from deploy_contract_service.console.playground import EXAMPLE, STORED, Form
from deploy_contract_service.console.rendering import error_page, page, static
from deploy_contract_service.errors import UnavailableError, failure
from deploy_contract_service.patching import complete
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import SETTLED, Deployment, Store

MAX_DEPLOYMENTS = 100  # to choose from in the playground; others have a link on their own page
MAX_SHOWN = 5  # deployments that need attention
REVISIONS_PER_PAGE = 20
BODY_SECONDS = 30.0  # for a whole form to arrive


def routes(store: Store, settings: Settings) -> list[BaseRoute]:
    """Return the routes of the console over a store."""
    console = Console(store, settings)
    pages: dict[str, Callable[[Request], Response]] = {
        "/": console.deployments,
        "/deployments/{identity}": console.deployment,
        "/integrations": console.integrations,
        "/integrations/{identity}": console.repositories,
        "/playground": console.playground,
        "/playground/empty": partial(_reports, notice="No text has been checked yet."),
        "/reference": _reference,
    }
    forms = {
        "/playground": console.check,
        "/playground/json": console.as_json,
        "/playground/deployment": console.stored_as_json,
    }
    found: list[BaseRoute] = [Route(path, _endpoint(answer)) for path, answer in pages.items()]
    found += [Route(path, _endpoint(answer), methods=["POST"]) for path, answer in forms.items()]
    for path, body in generated_files.files().items():
        found.append(Route(path, static(path, body)))
    return found


def not_found(request: Request) -> Response:
    """Return the page for a path without a page."""
    return error_page(request, 404, "There is no such page.")


class Console:
    """The pages over a store. A method raises HTTPException if it has no page to show."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._contract = Contract()

    def deployments(self, request: Request) -> Response:
        """Return the list of deployments, with the filters and pages of the API's own list."""
        pairs = parse_qsl(request.scope["query_string"].decode("latin-1"))
        listing = fields.operation(fields.LIST_DEPLOYMENTS)
        sent = ContractRequest(listing["method"], listing["path"], urlencode(pairs))
        report = self._contract.check_request(sent)
        context: dict[str, Any] = {"given": dict(pairs), "report": report, "overview": None}
        found: list[Deployment] = []
        if report.ok and report.parameters is not None:
            # if one more deployment is found than a page has, there is a next page
            limit = report.parameters["limit"] + 1
            found = self._store.page({**report.parameters, "limit": limit})
        if not pairs:
            overview = self._store.overview(MAX_SHOWN + 1)
            attention = list(map(masked, overview.attention))
            context |= {"overview": overview, "attention": attention, "settled": SETTLED}
            context["most"] = MAX_SHOWN
        status = 200 if report.ok else 400
        return page(request, "deployments.html", status, found=list(map(masked, found)), **context)

    def deployment(self, request: Request) -> Response:
        """Return the page of a deployment."""
        found = self._find(request.path_params["identity"])
        number = re.fullmatch("[0-9]{1,8}", request.query_params.get("offset", ""))
        offset = int(number[0]) if number else 0
        # if one more revision is found than a page has, there is a next page
        revisions = self._store.revisions(found["id"], REVISIONS_PER_PAGE + 1, offset)
        shown, links = masked(found), {}
        integration = (shown["source_config"] or {}).get("integration_id")
        if integration in {row.id for row in self._store.integrations()}:
            links["integration_id"] = f"{rendering.root(request)}integrations/{integration}"
        context: dict[str, Any] = {"deployment": shown, "masking": masking_of(found)}
        context |= {"offset": offset, "per_page": REVISIONS_PER_PAGE, "links": links}
        return page(request, "deployment.html", revisions=revisions or [], **context)

    def integrations(self, request: Request) -> Response:
        """Return the list of integrations."""
        return page(request, "integrations.html", integrations=self._store.integrations())

    def repositories(self, request: Request) -> Response:
        """Return the page of an integration."""
        identity = request.path_params["identity"].lower()
        found = [row for row in self._store.integrations() if row.id == identity]
        if not found:
            raise HTTPException(404, "There is no such integration.")
        rows, schema = self._store.repositories(identity) or [], fields.schema("Repository")
        shown = [Masking().value(row, schema) for row in rows]
        return page(request, "integration.html", integration=found[0], repositories=shown)

    def playground(self, request: Request) -> Response:
        """Return the playground: empty, with an example, or for a stored deployment."""
        query = request.query_params
        number, cases = query.get("example", "0"), playground.example_cases()
        form = {str(index): case.form for index, case in enumerate(cases)}.get(number)
        if form is None:
            if "example" in query:
                raise HTTPException(404, "There is no such example.")
            form = playground.EMPTY  # the installation has no examples
        known = self._deployments_to_choose()
        if "deployment" in query:
            selected = self._find(query["deployment"])
            if selected["id"] not in {row["id"] for row in known}:
                known.insert(0, selected)
            form = Form(playground.EMPTY.text, STORED + selected["id"])
        stored = []
        for row in known:
            name, source = masking_of(row).text(row["name"]), row["source"]
            stored.append((STORED + row["id"], f"{name} ({source})", source))
        examples = playground.deployment_examples().values()
        return page(
            request,
            "playground.html",
            policy=rendering.WITH_WASM,
            form=form,
            cases=cases,
            current=-1 if "deployment" in query else int(number),
            stored=stored,
            examples=[(EXAMPLE + one.file, one.file, one.value["source"]) for one in examples],
            base_path=self._settings.base_path,
            most=playground.MAX_CHARACTERS,
            too_long=playground.TOO_LONG,
            kept=playground.KEPT,
            default_unknown_fields=playground.UNKNOWN_FIELDS,
        )

    def _deployments_to_choose(self) -> list[Deployment]:
        """Return the first deployments, or [] without the database, so that checks go on."""
        try:
            return self._store.page({"limit": MAX_DEPLOYMENTS, "offset": 0})
        except UnavailableError as error:
            failure(error)
            return []

    def check(self, request: Request, form: Form) -> Response:
        """Return the report on the text of a form."""
        deployment = self._subject(form) if form.of.startswith((STORED, EXAMPLE)) else None
        if form.mode == playground.PATCH and not form.text.strip():
            raise HTTPException(200, "Write or paste a patch, or choose an example.")
        found = playground.check(form, deployment, self._settings.hosting)
        if not found:
            raise HTTPException(200, "The text contains no document.")
        patched = deployment if form.mode == playground.PATCH else None
        articles = []
        for checked in found:
            changes = playground.effect(patched, checked.report)
            articles.append((checked, changes, playground.verdicts_by_source(form, checked)))
        return _reports(request, articles=articles, strict=form.strict)

    def as_json(self, _request: Request, form: Form) -> Response:
        """Return the only document of the text of a form as JSON, for commands to copy."""
        return _json(playground.json_text(form))

    def stored_as_json(self, _request: Request, form: Form) -> Response:
        """Return the deployment of a form as JSON, without secrets, for commands."""
        return _json(json.dumps(shown_part(self._subject(form)), sort_keys=True))

    def _subject(self, form: Form) -> dict[str, Any]:
        if not form.of.startswith(EXAMPLE):
            return complete(self._find(form.of.removeprefix(STORED)))
        example = playground.deployment_examples().get(form.of.removeprefix(EXAMPLE))
        if example is None:
            raise HTTPException(404, "There is no such example.")
        return complete(example.value)

    def _find(self, identity: str) -> Deployment:
        found = None
        if fits(fields.identity_schema(), identity):
            found = self._store.deployment(identity)
        if found is None:
            raise HTTPException(404, "There is no such deployment.")
        return found


def _endpoint(answer: Callable[..., Response]) -> Callable[[Request], Awaitable[Response]]:
    """Return the endpoint of a page, or of the answers to the form of the playground."""

    async def endpoint(request: Request) -> Response:
        try:
            if request.method != "POST":
                return await run_in_threadpool(answer, request)
            form = playground.parse_form(await _body(request))
            return await run_in_threadpool(answer, request, form)
        except ClientDisconnect:
            return Response(status_code=499)  # the client has left, and reads no status
        except Exception as error:
            status, line = failure(error)
            if request.method == "POST":
                return _reports(request, status, notice=line)
            return error_page(request, status, line)

    return endpoint


async def _body(request: Request) -> bytes:
    """Return the body of a form. If it is too long, return a part that is too long already."""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > playground.MAX_BYTES:
                    break
    except TimeoutError:
        raise HTTPException(408, "The form took too long to arrive.") from None
    return bytes(body)


def _reports(request: Request, status: int = 200, **context: Any) -> Response:
    defaults: dict[str, Any] = {"notice": "", "articles": [], "strict": False}
    most = playground.MAX_DOCUMENTS
    return page(request, "report.html", status, most_documents=most, **(defaults | context))


def _json(text: str) -> Response:
    headers = rendering.HEADERS | {"cache-control": "no-store"}
    return Response(text, headers=headers, media_type="application/json")


def _reference(_request: Request) -> Response:
    found = generated_files.reference_page()
    if found is None:
        raise HTTPException(404, "This installation has no reference page.")
    return rendering.html_response(*found)
