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
    """A lookup that asks the service for the fields of a deployment that rules need. For WSGI.

    The lookup sends the list operation of the contract to the service. Callers with the same
    headers share one request, which may ask for several deployments. A caller that arrives while a
    request is under way waits for the next request. The lookup sends the next request when the one
    before has ended, or has taken `seconds`. So no answer is older than the caller's request. The
    lookup keeps no facts.

    If an answer is late or violates the contract, the lookup does not use it. It raises nothing,
    and notes the reason (`deploy_contract.notes`).

    Args:
        fetch: the address of the service, as for `http_fetch`. Or a function that sends a request
            and returns the response; the lookup calls it in threads of its own.
        contract: the contract that judges the answers. None: `Contract()`.
        seconds: the longest time that a caller waits, in seconds, including the time for a request
            that was under way before. 2.0 by default.
        most_asks: the greatest number of threads, 64 by default. While all of them wait for the
            service, other deployments are unknown.
        headers: names of the caller's headers that the lookup passes on. The default is the
            credentials: authorization, cookie and x-api-key. With any other header, a caller can
            make its own lookup fail, and so weaken enforcement. If the service needs another
            header, such as x-tenant-id, name it and the credentials. Two callers share an answer
            only if all these headers are the same.

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
        """Return the facts about a deployment, as a new mapping, or None if they are unknown."""
        question = self._listing.question(identity, request)
        return None if question is None else _facts(self._lookups.find(question))

    def _ask(self, identities: list[str], credentials: Credentials) -> Answers:
        try:
            request = self._listing.request(identities, credentials)
            return self._listing.answers(request, self._fetch(request), identities)
        except BaseException as error:  # whatever a client raises
            return dict.fromkeys(identities, self._listing.failure(error))


class AsyncUpstreamDeployments:
    """The same lookup as `UpstreamDeployments`, for ASGI.

    Callers share a request if they arrive in one turn of the event loop, or while the request
    before is under way.

    Args:
        fetch: the address of the service, as for `http_fetch`. Or a function that sends a request
            and returns the response. If the function is synchronous, it runs in a thread.
        contract: the contract that judges the answers. None: `Contract()`.
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
        """Return the facts about a deployment, as a new mapping, or None if they are unknown."""
        question = self._listing.question(identity, request)
        if question is None:
            return None
        loop = asyncio.get_running_loop()
        lookups = self._lookups.get(loop)
        if lookups is None:
            for other in [one for one in list(self._lookups) if one.is_closed()]:
                self._lookups.pop(other, None)
            lookups = LoopLookups(self._ask, self._seconds, self._listing.most)
            self._lookups[loop] = lookups
        return _facts(await lookups.find(question))

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
