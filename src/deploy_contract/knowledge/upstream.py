"""Lookups that ask the list operation of the service, with the caller's own credentials."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from copy import deepcopy
from http import HTTPStatus
from http.client import HTTPException
from inspect import isawaitable, iscoroutinefunction
from typing import Any, NamedTuple, TypeAlias, cast
from urllib.parse import urlencode

from deploy_contract import logs, notes
from deploy_contract.contract import Contract
from deploy_contract.exceptions import ContractError
from deploy_contract.http.client import Fetch, http_fetch
from deploy_contract.http.messages import Request, Response
from deploy_contract.http.routing import Operation
from deploy_contract.judge.python.schema import failed_keywords
from deploy_contract.knowledge.asking import Found, LoopLookups, Question, ThreadLookups
from deploy_contract.knowledge.callers import CREDENTIALS, credentials, lookup_headers
from deploy_contract.knowledge.facts import (
    Facts,
    LastingFields,
    contradiction,
    lasting_fields,
    part_of,
)
from deploy_contract.knowledge.learning import ValidParts
from deploy_contract_format.pointer import find, matches, printable, split

AsyncFetch: TypeAlias = Callable[[Request], Awaitable[Response]]
_STATUSES = frozenset(map(int, HTTPStatus))


class UpstreamDeployments:
    """A lookup that asks the service for a deployment, as far as rules look at it. For WSGI.

    Requests for one deployment with the same headers share an answer if all of them came before its
    question was sent. A request that comes while a lookup is under way waits for the next one, which
    is sent when that has ended, or has taken `seconds`. So no request is judged by an answer that
    may be older than itself. Nothing is kept.
    An answer that is late, or that breaks the contract, is not used; nothing is raised, and the
    reason is noted (`deploy_contract.notes`).

    Args:
        fetch: the address of the service, as for `http_fetch`, or a function that sends a request
            and returns the response. It is called in threads of its own.
        contract: the contract that answers are judged by, by default `Contract()`.
        seconds: seconds that a request waits at most, also for a lookup under way before its own.
        most_asks: the greatest number of these threads. While all of them wait for the service,
            other deployments are unknown.
        headers: names of the headers of the caller that are passed on with a lookup, by default
            the credentials: authorization, cookie and x-api-key. Others would let a caller make
            its own lookup fail, and so weaken enforcement. The service may need more, such as
            x-tenant-id: then name the credentials and these. Two callers share an answer only if
            all that is passed on is the same.

    Raises:
        ContractError: the contract has no operation that lists deployments by their ids, or a
            header cannot be passed on.
    """

    def __init__(
        self,
        fetch: str | Fetch,
        contract: Contract | None = None,
        seconds: float = 2.0,
        most_asks: int = 64,
        *,
        headers: Iterable[str] = CREDENTIALS,
    ) -> None:
        self._listing = DeploymentListing(contract or Contract(), headers)
        self._fetch = http_fetch(fetch, seconds) if isinstance(fetch, str) else fetch
        self._lookups = ThreadLookups(self._ask, seconds, most_asks)

    def find(self, identity: str, request: Request) -> Facts | None:
        """Return the deployment of the service, as a mapping of the caller's own."""
        question = self._listing.question(identity, request)
        return None if question is None else _facts(self._lookups.find(question))

    def _ask(self, question: Question) -> Found:
        try:
            request = self._listing.request(question)
            return self._listing.answer(request, self._fetch(request), question.identity)
        except BaseException as error:  # whatever a client raises
            return self._listing.failure(error)


class AsyncUpstreamDeployments:
    """The same as `UpstreamDeployments`, for ASGI.

    Args:
        fetch: the address of the service, as for `http_fetch`, or a function that sends a request
            and returns the response. It is awaited; a plain function runs in a thread.
        contract: the contract that answers are judged by, by default `Contract()`.
        seconds: as for `UpstreamDeployments`.
        headers: as for `UpstreamDeployments`.

    Raises:
        ContractError: as for `UpstreamDeployments`.
    """

    def __init__(
        self,
        fetch: str | Fetch | AsyncFetch,
        contract: Contract | None = None,
        seconds: float = 2.0,
        *,
        headers: Iterable[str] = CREDENTIALS,
    ) -> None:
        self._listing = DeploymentListing(contract or Contract(), headers)
        self._fetch = http_fetch(fetch, seconds) if isinstance(fetch, str) else fetch
        self._seconds = seconds
        # an application may run in several event loops
        self._lookups: dict[asyncio.AbstractEventLoop, LoopLookups] = {}

    async def find(self, identity: str, request: Request) -> Facts | None:
        """Return the deployment of the service, as a mapping of the caller's own."""
        question = self._listing.question(identity, request)
        if question is None:
            return None
        loop = asyncio.get_running_loop()
        lookups = self._lookups.get(loop) or self._lookups_of(loop)
        return _facts(await lookups.find(question))

    def _lookups_of(self, loop: asyncio.AbstractEventLoop) -> LoopLookups:
        """Return the lookups of a new event loop, and forget those of closed ones."""
        for other in list(self._lookups):
            if other.is_closed():
                self._lookups.pop(other, None)
        return self._lookups.setdefault(loop, LoopLookups(self._ask, self._seconds))

    async def _ask(self, question: Question) -> Found:
        try:
            request = self._listing.request(question)
            response = await self._response(request)
            return self._listing.answer(request, response, question.identity)
        except Exception as error:  # whatever a client raises
            return self._listing.failure(error)

    async def _response(self, request: Request) -> Response:
        call: Any = self._fetch
        method = getattr(call, "__call__", None)  # noqa: B004 - of an object that is callable
        if iscoroutinefunction(call) or iscoroutinefunction(method):
            return cast(Response, await call(request))
        response = await asyncio.to_thread(call, request)
        if isawaitable(response):  # a plain function that returns a coroutine
            response = await response
        return cast(Response, response)


def _facts(found: Found) -> Facts | None:
    """Return a copy of a deployment that was found, and add its notes."""
    for text in found.notes:
        notes.add(text)
    return deepcopy(found.facts)


class _Listing(NamedTuple):
    """The operation that lists deployments by their ids.

    Attributes:
        operation: the operation.
        identities: the parameter that takes several ids.
        item: the schema of one of these.
        limit: the parameter that limits the answer, or None.
        pattern: the place of the deployments in the answer.
        identity: the place of the id in each deployment.
    """

    operation: Operation
    identities: str
    item: dict[str, Any]
    limit: str | None
    pattern: tuple[str, ...]
    identity: tuple[str, ...]


class DeploymentListing:
    """Requests of the list operation, and their answers as far as the contract allows them.

    Args:
        contract: the contract that answers are judged by.
        headers: names of the headers that are passed on, as for `UpstreamDeployments`.

    Raises:
        ContractError: the contract has no such operation, or a header cannot be passed on.
    """

    def __init__(self, contract: Contract, headers: Iterable[str]) -> None:
        self._contract = contract
        self._listing = _find_listing(contract)
        self._lasting = lasting_fields(contract.bundle)
        self._wanted = _wanted_fields(contract)
        self._valid = ValidParts(contract, self._wanted)
        self._headers = lookup_headers(headers)

    def question(self, identity: str, request: Request) -> Question | None:
        """Return the question that a request leads to, None if it can have no answer."""
        if not isinstance(identity, str) or failed_keywords(self._listing.item, identity):
            return None
        try:
            return Question(identity.lower(), credentials(request, self._headers))
        except (AttributeError, TypeError, ValueError):  # no request, or no headers
            return None

    def request(self, question: Question) -> Request:
        """Return the request that asks for a deployment."""
        listing = self._listing
        query = {listing.identities: question.identity}
        if listing.limit:
            query[listing.limit] = "1"
        segments = [part or "" for part in listing.operation.segments]
        path = "/".join([self._contract.base_path, *segments])
        headers = (*question.credentials, ("accept", "application/json"))
        return Request(listing.operation.method, path, urlencode(query), headers)

    def answer(self, request: Request, response: Response, identity: str) -> Found:
        """Return the facts of a response about the requested deployment."""
        report = self._contract.check_response(response, request)
        if report.kind is None:
            return Found(None, (_status_note(response.status),))
        valid, refused = self._valid.of(report)
        parts: list[Facts] = []
        for _, deployment in matches(valid.value, self._listing.pattern) if valid else ():
            name = find(deployment, self._listing.identity)
            if isinstance(name, str) and name.lower() == identity:
                parts.append(part_of(deployment, self._wanted))
        return _only_one(parts, refused, self._lasting)

    def failure(self, error: BaseException) -> Found:
        """Return that nothing was found, since a client raised an exception.

        An unexpected exception is logged by its type and place.
        """
        is_ordinary = isinstance(error, OSError | HTTPException)
        if not is_ordinary:
            logs.unexpected("a deployment lookup", error)
        if isinstance(error, TimeoutError):
            return Found(None, (notes.TIMEOUT,))
        reason = "unreachable" if is_ordinary else "exception"
        return Found(None, (notes.note(notes.FAILED, reason, printable(type(error).__name__)),))


def _only_one(parts: Sequence[Facts], refused: tuple[str, ...], lasting: LastingFields) -> Found:
    """Return the facts of an answer about one deployment, no facts if it contradicts itself."""
    if not parts:
        return Found(None, refused or (notes.UNKNOWN,))
    first, *others = parts
    for other in others:
        if other != first:
            repeated = notes.note(notes.CONTRADICTION, "repeated")
            return Found(None, (*refused, contradiction(first, other, lasting) or repeated))
    return Found(first, refused)


def _status_note(status: int) -> str:
    """Return the note on a status that the contract does not describe."""
    known = status in _STATUSES
    return notes.note(notes.FAILED, f"status-{status}" if known else "status-other")


def _find_listing(contract: Contract) -> _Listing:
    kinds = contract.bundle.book.kinds
    for operation in contract.checker.operations.values():
        parameter = _identities_parameter(operation)
        if parameter is None or operation.path_parameters or operation.request:
            continue
        for document in operation.responses.values():
            for pattern, inner in kinds[document].contains:
                identity = kinds[inner].identity
                if identity:
                    item = operation.query_parameters[parameter]["items"]
                    limit = _limit_parameter(contract, operation)
                    return _Listing(
                        operation, parameter, item, limit, split(pattern), split(identity)
                    )
    raise ContractError("the contract has no operation that lists deployments by their ids")


def _identities_parameter(operation: Operation) -> str | None:
    """Return the name of the query parameter that takes several ids."""
    for name, row in operation.query_parameters.items():
        if row.get("items", {}).get("x-format") == "uuid":
            return name
    return None


def _limit_parameter(contract: Contract, operation: Operation) -> str | None:
    """Return the query parameter that limits the number of items."""
    limits = [rule.parameters for rule in contract.rules if rule.shape == "count_at_most"]
    for name in operation.query_parameters:
        for limit in limits:
            if (limit["operation"], limit["parameter"]) == (operation.name, name):
                return name
    return None


def _wanted_fields(contract: Contract) -> tuple[tuple[str, ...], ...]:
    """Return the places of a stored deployment that rules look at."""
    pointers: dict[str, None] = {}
    for rule in contract.rules:
        if rule.shape in ("equals_stored", "stored_unknown"):
            pointers.update(dict.fromkeys(rule.parameters["fields"]))
        elif rule.shape == "never":
            pointers.update(dict.fromkeys(rule.parameters["never"]))
    return tuple(map(split, pointers))
