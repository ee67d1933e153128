"""Lookups that ask the service itself, with the caller's own credentials."""

import asyncio
import threading
import weakref
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from concurrent.futures import Future
from contextvars import copy_context
from copy import deepcopy
from inspect import isawaitable, iscoroutinefunction
from typing import Any, NamedTuple, TypeAlias, cast

from deploy_contract import notes
from deploy_contract.contract import Contract
from deploy_contract.http.client import Fetch, http_fetch
from deploy_contract.http.messages import Request, Response
from deploy_contract.knowledge.callers import CREDENTIALS, Credentials
from deploy_contract.knowledge.facts import Facts
from deploy_contract.knowledge.listing import (
    BUSY,
    Answers,
    BusyError,
    DeploymentListing,
    Found,
    Question,
)
from deploy_contract.knowledge.loop_thread import LoopThread

AsyncFetch: TypeAlias = Callable[[Request], Awaitable[Response]]
_LATE = Found(None, (notes.TIMEOUT,))


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
        self._fetch = http_fetch(fetch, seconds) if isinstance(fetch, str) else fetch
        self._lookup = AsyncUpstreamDeployments(self._in_thread, contract, seconds, headers=headers)
        self._seconds = seconds
        self._most_asks = most_asks
        self._asks: list[tuple[threading.Thread, Future[Response]]] = []
        self._thread = LoopThread("deploy-contract lookups")
        weakref.finalize(self, self._thread.close, 0)

    def find(self, identity: str, request: Request) -> Facts | None:
        """Return the facts about a deployment, as a new mapping, or None if they are unknown."""
        try:
            found: Future[Facts | None] = self._thread.submit(self._lookup.find, identity, request)
        except (OSError, RuntimeError):  # the system has nothing left for a thread
            notes.add(BUSY)
            return None
        try:
            return found.result(self._seconds)
        except TimeoutError:
            found.cancel()
            notes.add(notes.TIMEOUT)
            return None

    async def _in_thread(self, request: Request) -> Response:
        """Send a request in a thread of its own, which keeps no process from its end."""
        context, answered = copy_context(), Future[Response]()
        answered.set_running_or_notify_cancel()  # whoever waits may give up; the thread goes on

        def work() -> None:
            try:
                answered.set_result(context.run(self._fetch, request))
            except Exception as error:  # whatever a client raises
                answered.set_exception(error)
            except BaseException:  # a client that ends its thread would end the loop, too
                answered.set_exception(RuntimeError())

        # after a fork, the threads of the parent are not alive
        self._asks = [one for one in self._asks if one[0].is_alive() and not one[1].done()]
        if len(self._asks) >= self._most_asks:
            raise BusyError
        thread = threading.Thread(target=work, name="deploy-contract lookup", daemon=True)
        try:
            thread.start()
        except RuntimeError:  # the system has no thread left
            raise BusyError from None
        self._asks.append((thread, answered))
        return await asyncio.wrap_future(answered)


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
        found = await lookups.find(question)
        for text in found.notes:
            notes.add(text)
        return deepcopy(found.facts)

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


class _Batch(NamedTuple):
    """Questions of one request, and the task that sends it in the next turn of the loop."""

    questions: list[Question]
    answers: asyncio.Task[Answers]


class LoopLookups:
    """Lookups in an event loop. Questions of one turn of it are sent in one request.

    For each question at most one lookup is under way, and at most one waits for it to end.

    Args:
        ask: sends the ids of some deployments, and returns the answers. It raises nothing.
        seconds: seconds that a request waits at most, and that a lookup takes at most.
        most: the greatest number of ids in one request.
    """

    def __init__(
        self,
        ask: Callable[[list[str], Credentials], Coroutine[Any, Any, Answers]],
        seconds: float,
        most: int,
    ) -> None:
        self._ask = ask
        self._seconds = seconds
        self._most = most
        self._waiting: dict[Question, asyncio.Task[Found]] = {}  # those that are not sent
        self._under_way: dict[Question, asyncio.Task[Found]] = {}
        self._batches: dict[Credentials, _Batch] = {}  # those that are sent in this turn
        self._tasks: set[asyncio.Task[Answers]] = set()

    async def find(self, question: Question) -> Found:
        """Return the answer to a question that is sent from now on."""
        answer = self._waiting.get(question)
        if answer is None or answer.done():
            answer = self._waiting[question] = asyncio.create_task(self._answer(question))
        try:
            async with asyncio.timeout(self._seconds):
                # a caller that gives up takes the answer from nobody else
                return await asyncio.shield(answer)
        except TimeoutError:
            return _LATE

    async def _answer(self, question: Question) -> Found:
        """Return the answer to a question that is sent when the lookup before has ended."""
        before = self._under_way.get(question)
        if before is not None:
            await asyncio.wait({before})
        credentials = question.credentials
        batch = self._batches.get(credentials)
        if batch is None or len(batch.questions) >= self._most:
            questions: list[Question] = []
            sending = asyncio.create_task(self._send(credentials, questions))
            batch = self._batches[credentials] = _Batch(questions, sending)
        batch.questions.append(question)
        try:
            answers = await asyncio.shield(batch.answers)
        finally:
            self._under_way.pop(question, None)
        return answers.get(question.identity, _LATE)

    async def _send(self, credentials: Credentials, questions: list[Question]) -> Answers:
        """Ask for some deployments, and give up in time, whatever the client does about it."""
        batch = self._batches.get(credentials)
        if batch is not None and batch.questions is questions:
            del self._batches[credentials]
        for question in questions:
            self._under_way[question] = self._waiting.pop(question)
        asking = asyncio.create_task(self._ask([one.identity for one in questions], credentials))
        self._tasks.add(asking)
        asking.add_done_callback(self._tasks.discard)
        try:
            await asyncio.wait({asking}, timeout=self._seconds)
            return asking.result() if asking.done() and not asking.cancelled() else {}
        finally:
            asking.cancel()
