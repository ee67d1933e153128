"""Lookups that ask the service itself, with the caller's own credentials."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from copy import deepcopy
from inspect import isawaitable, iscoroutinefunction
from typing import Any, TypeAlias, cast

from deploy_contract import notes
from deploy_contract.contract import Contract
from deploy_contract.http.client import Fetch, http_fetch
from deploy_contract.http.messages import Request, Response
from deploy_contract.knowledge.asking import LoopLookups, ThreadLookups
from deploy_contract.knowledge.callers import CREDENTIALS, Credentials
from deploy_contract.knowledge.facts import Facts
from deploy_contract.knowledge.listing import Answers, DeploymentListing, Found

AsyncFetch: TypeAlias = Callable[[Request], Awaitable[Response]]


class UpstreamDeployments:
    """A lookup that asks the service for a deployment, as far as rules look at it. For WSGI.

    Requests for one deployment with the same headers share an answer if all of them came before its
    question was sent. Questions with the same headers that come at once are sent in one request. A
    request that comes while a lookup is under way waits for the next one, which is sent when that
    has ended, or has taken `seconds`. So no request is judged by an answer that may be older than
    itself. Nothing is kept.
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
        self._lookups = ThreadLookups(self._ask, seconds, self._listing.most, most_asks)

    def find(self, identity: str, request: Request) -> Facts | None:
        """Return the deployment of the service, as a mapping of the caller's own."""
        question = self._listing.question(identity, request)
        return None if question is None else _facts(self._lookups.find(question))

    def _ask(self, identities: list[str], credentials: Credentials) -> Answers:
        try:
            request = self._listing.request(identities, credentials)
            return self._listing.answers(request, self._fetch(request), identities)
        except BaseException as error:  # whatever a client raises
            return dict.fromkeys(identities, self._listing.failure(error))


class AsyncUpstreamDeployments:
    """The same as `UpstreamDeployments`, for ASGI.

    Questions that come at once are those of one turn of the event loop, and those that waited for
    the end of one request.

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
        made = LoopLookups(self._ask, loop, self._seconds, self._listing.most)
        return self._lookups.setdefault(loop, made)

    async def _ask(self, identities: list[str], credentials: Credentials) -> Answers:
        try:
            request = self._listing.request(identities, credentials)
            response = await self._response(request)
            return self._listing.answers(request, response, identities)
        except Exception as error:  # whatever a client raises
            return dict.fromkeys(identities, self._listing.failure(error))

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
