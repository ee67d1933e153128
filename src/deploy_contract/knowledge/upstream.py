"""Lookups that ask the service itself, with the caller's own credentials."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import Future
from contextvars import copy_context
from copy import deepcopy
from inspect import isawaitable
from typing import Any, TypeAlias, cast

from deploy_contract import notes
from deploy_contract.contract import Contract
from deploy_contract.http.client import Fetch, http_fetch
from deploy_contract.http.messages import Request, Response
from deploy_contract.knowledge.callers import Credentials
from deploy_contract.knowledge.facts import Facts
from deploy_contract.knowledge.listing import Answers, DeploymentListing, Found, Question

AsyncFetch: TypeAlias = Callable[[Request], Awaitable[Response]]
_Loop: TypeAlias = asyncio.AbstractEventLoop
_Turn: TypeAlias = dict[str, "asyncio.Future[Found]"]  # by id
_BUSY = notes.note(notes.FAILED, "busy")


class UpstreamDeployments:
    """A lookup that asks the service for a deployment, as far as rules look at it. For WSGI.

    Requests for one deployment that come at the same time with the same headers share the answer.
    Nothing is kept after it. An answer that is late, or that breaks the contract, is not used;
    nothing is raised, and the reason is noted (`deploy_contract.notes`).

    Args:
        fetch: the address of the service, as for `http_fetch`, or a function that sends a request
            and returns the response. It is called in threads of its own.
        contract: the contract that answers are judged by, by default `Contract()`.
        seconds: seconds that an answer may take.
        most_asks: the greatest number of these threads.
        headers: names of the headers that tell callers apart, such as authorization and
            x-tenant-id. Only these are passed on with a lookup. By default all are but those of
            the connection, of the message, and of one request alone, such as X-Request-ID and
            traceparent. Two callers share an answer only if all that is passed on is the same:
            the service could not tell them apart either.

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
        headers: Iterable[str] | None = None,
    ) -> None:
        self._listing = DeploymentListing(contract or Contract(), headers)
        self._fetch = http_fetch(fetch, seconds) if isinstance(fetch, str) else fetch
        self._seconds = seconds
        self._lock = threading.Lock()
        self._free = threading.BoundedSemaphore(most_asks)  # a client that hangs keeps its thread
        self._asked: dict[Question, Future[Found]] = {}

    def find(self, identity: str, request: Request) -> Facts | None:
        """Return the deployment of the service, as a mapping of the caller's own."""
        question = self._listing.question(identity, request)
        if question is None:
            return None
        with self._lock:
            waiting = self._asked.get(question)
            if waiting is None:
                if not self._free.acquire(blocking=False):
                    notes.add(_BUSY)
                    return None
                waiting = self._asked[question] = Future()
                self._start(question, waiting)
        try:
            return _facts(waiting.result(self._seconds))
        except TimeoutError:
            with self._lock:  # later requests ask anew
                self._drop(question, waiting)
            notes.add(notes.TIMEOUT)
            return None

    def _start(self, question: Question, waiting: "Future[Found]") -> None:
        try:
            arguments = (self._answer, question, waiting)
            threading.Thread(target=copy_context().run, args=arguments, daemon=True).start()
        except RuntimeError:  # the system has no thread left
            self._drop(question, waiting)
            self._free.release()
            waiting.set_result(Found(None, (_BUSY,)))

    def _answer(self, question: Question, waiting: "Future[Found]") -> None:
        found = Found(None)
        identity = question.identity
        try:
            request = self._listing.request([identity], question.credentials)
            response = self._fetch(request)
            found = self._listing.answers(request, response, [identity])[identity]
        except Exception as error:  # whatever a client raises
            found = self._listing.failure(error)
        finally:
            with self._lock:
                self._drop(question, waiting)
            self._free.release()
            waiting.set_result(found)

    def _drop(self, question: Question, waiting: "Future[Found]") -> None:
        if self._asked.get(question) is waiting:
            del self._asked[question]


class AsyncUpstreamDeployments:
    """The same as `UpstreamDeployments`, for ASGI.

    Questions of one turn of the event loop with the same headers are asked in one request.

    Args:
        fetch: the address of the service, as for `http_fetch`, or a function that sends a request
            and returns the response. It is awaited; a plain function runs in a thread.
        contract: the contract that answers are judged by, by default `Contract()`.
        seconds: seconds that an answer may take.
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
        headers: Iterable[str] | None = None,
    ) -> None:
        self._listing = DeploymentListing(contract or Contract(), headers)
        self._fetch = http_fetch(fetch, seconds) if isinstance(fetch, str) else fetch
        self._seconds = seconds
        # by event loop too, since an application may run in several
        self._turns: dict[tuple[_Loop, Credentials], _Turn] = {}
        self._asked: dict[tuple[_Loop, Question], asyncio.Future[Found]] = {}
        self._tasks: set[asyncio.Task[Answers]] = set()

    async def find(self, identity: str, request: Request) -> Facts | None:
        """Return the deployment of the service, as a mapping of the caller's own."""
        question = self._listing.question(identity, request)
        if question is None:
            return None
        loop = asyncio.get_running_loop()
        waiting = self._asked.get((loop, question)) or self._ask(loop, question)
        try:
            async with asyncio.timeout(self._seconds):
                # a caller that gives up takes the answer from nobody else
                return _facts(await asyncio.shield(waiting))
        except TimeoutError:
            if self._asked.get((loop, question)) is waiting:  # later requests ask anew
                del self._asked[loop, question]
            notes.add(notes.TIMEOUT)
            return None

    def _ask(self, loop: _Loop, question: Question) -> "asyncio.Future[Found]":
        """Add a question to this turn of the loop; the first one starts the task that asks."""
        place = (loop, question.credentials)
        turn = self._turns.get(place)
        if turn is None or len(turn) == self._listing.most:
            turn = self._turns[place] = {}
            task = loop.create_task(self._answer(place, turn))
            self._tasks.add(task)
            task.add_done_callback(lambda task: self._settle(place, turn, task))
        waiting = turn[question.identity] = self._asked[loop, question] = loop.create_future()
        return waiting

    async def _answer(self, place: tuple[_Loop, Credentials], turn: _Turn) -> Answers:
        if self._turns.get(place) is turn:  # later questions are of another turn
            del self._turns[place]
        try:
            request = self._listing.request(list(turn), place[1])
            async with asyncio.timeout(self._seconds):
                response = await self._response(request)
                return self._listing.answers(request, response, list(turn))
        except Exception as error:  # whatever a client raises
            return dict.fromkeys(turn, self._listing.failure(error))

    def _settle(
        self, place: tuple[_Loop, Credentials], turn: _Turn, task: "asyncio.Task[Answers]"
    ) -> None:
        """Give each question of a turn its answer; a task that was cancelled has none."""
        self._tasks.discard(task)
        if self._turns.get(place) is turn:  # the task was cancelled before it began
            del self._turns[place]
        answers: Answers = {} if task.cancelled() else task.result()
        loop, credentials = place
        for identity, waiting in turn.items():
            key = (loop, Question(identity, credentials))
            if self._asked.get(key) is waiting:
                del self._asked[key]
            if not waiting.done():
                waiting.set_result(answers.get(identity, Found(None, (notes.TIMEOUT,))))

    async def _response(self, request: Request) -> Response:
        call: Any = self._fetch
        method = getattr(call, "__call__", None)  # noqa: B004 - of an object that is callable
        if asyncio.iscoroutinefunction(call) or asyncio.iscoroutinefunction(method):
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
