"""Lookups that ask the service itself, with the caller's own credentials, by its list operation."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import Future
from contextvars import copy_context
from copy import deepcopy
from http import HTTPStatus
from http.client import HTTPException
from inspect import isawaitable
from typing import Any, NamedTuple, TypeAlias, cast
from urllib.parse import urlencode

from deploy_contract import logs
from deploy_contract.contract import Contract
from deploy_contract.document.walker import failed
from deploy_contract.http.client import Fetch, http_fetch
from deploy_contract.http.messages import Request, Response
from deploy_contract.http.routing import Operation
from deploy_contract.knowledge import notes
from deploy_contract.knowledge.callers import Credentials, credentials, lookup_headers
from deploy_contract.knowledge.facts import contradiction
from deploy_contract.knowledge.learned import Known, part_of
from deploy_contract.knowledge.learning import SoundParts
from deploy_contract.report import ContractError
from deploy_contract.tables import tables
from deploy_contract_format.pointer import find, matches, printable, split

AsyncFetch: TypeAlias = Callable[[Request], Awaitable[Response]]
_STATUSES = frozenset(int(status) for status in HTTPStatus)


class _Listing(NamedTuple):
    """The operation that lists deployments by their ids."""

    operation: Operation
    identities: str  # the parameter that takes several ids
    item: dict[str, Any]  # the schema of one of them
    limit: str | None  # the parameter that bounds the answer, and its greatest value
    most: int
    pattern: tuple[str, ...]  # where the deployments stand in the answer
    identity: tuple[str, ...]  # where the id stands in each


class UpstreamDeployments:
    """Asks the service for a deployment, as far as rules look at it. For WSGI; `AsyncUpstreamDeployments` is for ASGI.

    Those who ask for the same one at the same time, with the same headers, share the answer, and nothing is kept after it.
    `fetch`: where the service is, as for `http_fetch`, or an HTTP client of your own, called in threads of its own, `most_asks`
    at a time. What does not come in `seconds`, or not in order, or breaks the contract, is not known; nothing is raised, and
    the reason is noted (`deploy_contract.knowledge.notes`).

    `headers`: names of the headers that tell callers apart, such as authorization and x-tenant-id. Only these are passed on
    with a lookup. By default all are but those of the connection, of the message and of one request alone, such as
    X-Request-ID and traceparent. Two callers share an answer only if all that is passed on of them is the same: the service
    cannot tell them apart either.
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
        self._asking = _Asking(contract or Contract(), headers)
        self._fetch = http_fetch(fetch, seconds) if isinstance(fetch, str) else fetch
        self._seconds = seconds
        self._lock = threading.Lock()
        self._free = threading.BoundedSemaphore(most_asks)  # a client that hangs keeps its thread
        self._asked: dict[_Question, Future[_Found]] = {}

    def find(self, identity: str, request: Request) -> Known | None:
        """The deployment as the service has it; a mapping of the caller's own."""
        question = self._asking.question(identity, request)
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
            return _known(waiting.result(self._seconds))
        except TimeoutError:
            with self._lock:  # whoever asks now asks anew
                self._drop(question, waiting)
            notes.add(notes.TIMEOUT)
            return None

    def _start(self, question: "_Question", waiting: "Future[_Found]") -> None:
        try:
            arguments = (self._answer, question, waiting)
            threading.Thread(target=copy_context().run, args=arguments, daemon=True).start()
        except RuntimeError:  # no thread to be had
            self._drop(question, waiting)
            self._free.release()
            waiting.set_result(_Found(None, (_BUSY,)))

    def _answer(self, question: "_Question", waiting: "Future[_Found]") -> None:
        found = _Found(None)
        try:
            asked = self._asking.request([question.identity], question.credentials)
            found = self._asking.found(asked, self._fetch(asked), [question.identity])[
                question.identity
            ]
        except Exception as error:  # whatever a client raises: the deployment is not known
            found = self._asking.failed(error)
        finally:
            with self._lock:
                self._drop(question, waiting)
            self._free.release()
            waiting.set_result(found)

    def _drop(self, question: "_Question", waiting: "Future[_Found]") -> None:
        if self._asked.get(question) is waiting:
            del self._asked[question]


class AsyncUpstreamDeployments:
    """The same for ASGI. What is asked for in one turn of the event loop with the same headers is asked in one request.

    `fetch`: where the service is, as for `http_fetch`, or a client of your own, awaited; a plain function runs in a thread.
    """

    def __init__(
        self,
        fetch: str | Fetch | AsyncFetch,
        contract: Contract | None = None,
        seconds: float = 2.0,
        *,
        headers: Iterable[str] | None = None,
    ) -> None:
        self._asking = _Asking(contract or Contract(), headers)
        self._fetch = http_fetch(fetch, seconds) if isinstance(fetch, str) else fetch
        self._seconds = seconds
        # by event loop too: an application may run in several
        self._turns: dict[tuple[_Loop, Credentials], _Turn] = {}
        self._asked: dict[tuple[_Loop, _Question], asyncio.Future[_Found]] = {}
        self._tasks: set[asyncio.Task[_Answers]] = set()

    async def find(self, identity: str, request: Request) -> Known | None:
        """The deployment as the service has it; a mapping of the caller's own."""
        question = self._asking.question(identity, request)
        if question is None:
            return None
        loop = asyncio.get_running_loop()
        waiting = self._asked.get((loop, question)) or self._ask(loop, question)
        try:
            async with asyncio.timeout(self._seconds):
                return _known(
                    await asyncio.shield(waiting)
                )  # one who gives up takes it from nobody else
        except TimeoutError:
            if self._asked.get((loop, question)) is waiting:  # whoever asks now asks anew
                del self._asked[loop, question]
            notes.add(notes.TIMEOUT)
            return None

    def _ask(self, loop: "_Loop", question: "_Question") -> "asyncio.Future[_Found]":
        """Adds a question to those of this turn of the loop; the first of them begins the task that asks."""
        place = (loop, question.credentials)
        turn = self._turns.get(place)
        if turn is None or len(turn) == self._asking.most:
            turn = self._turns[place] = {}
            task = loop.create_task(self._answer(place, turn))
            self._tasks.add(task)
            task.add_done_callback(lambda task: self._settle(place, turn, task))
        waiting = turn[question.identity] = self._asked[loop, question] = loop.create_future()
        return waiting

    async def _answer(self, place: "tuple[_Loop, Credentials]", turn: "_Turn") -> "_Answers":
        if self._turns.get(place) is turn:  # whoever comes later is of another turn
            del self._turns[place]
        try:
            asked = self._asking.request(list(turn), place[1])
            async with asyncio.timeout(self._seconds):
                return self._asking.found(asked, await self._response(asked), list(turn))
        except Exception as error:  # whatever a client raises: the deployments are not known
            return dict.fromkeys(turn, self._asking.failed(error))

    def _settle(
        self, place: "tuple[_Loop, Credentials]", turn: "_Turn", task: "asyncio.Task[_Answers]"
    ) -> None:
        """Gives each question of a turn its answer; where the task was cancelled, with its loop, there is none."""
        self._tasks.discard(task)
        if self._turns.get(place) is turn:  # cancelled before it began
            del self._turns[place]
        found: _Answers = {} if task.cancelled() else task.result()
        loop, credentials = place
        for identity, waiting in turn.items():
            key = (loop, _Question(identity, credentials))
            if self._asked.get(key) is waiting:
                del self._asked[key]
            if not waiting.done():
                waiting.set_result(found.get(identity, _Found(None, (notes.TIMEOUT,))))

    async def _response(self, request: Request) -> Response:
        call: Any = self._fetch
        if asyncio.iscoroutinefunction(call) or asyncio.iscoroutinefunction(
            getattr(call, "__call__", None)  # noqa: B004
        ):
            return cast(Response, await call(request))
        response = await asyncio.to_thread(call, request)
        if isawaitable(response):  # of a plain function that gives a coroutine
            response = await response
        return cast(Response, response)


class _Question(NamedTuple):
    """What is asked, and by whom."""

    identity: str
    credentials: Credentials


class _Found(NamedTuple):
    """A deployment as far as the service says it, and notes on what it does not."""

    known: Known | None
    notes: tuple[str, ...] = ()


_Answers: TypeAlias = dict[str, _Found]  # by id
_Loop: TypeAlias = asyncio.AbstractEventLoop
_Turn: TypeAlias = dict[str, "asyncio.Future[_Found]"]  # by id
_BUSY = notes.note(notes.FAILED, "busy")


def _known(found: _Found) -> Known | None:
    """Return a copy of a deployment that was found, and note what was not."""
    for text in found.notes:
        notes.add(text)
    return deepcopy(found.known)


class _Asking:
    """Makes the request that asks, and believes the answer where the contract does."""

    def __init__(self, contract: Contract, headers: Iterable[str] | None) -> None:
        self._contract = contract
        self._listing = _listing(contract)
        self._looked_at = _looked_at(contract)
        self._sound = SoundParts(contract, self._looked_at)
        self._headers = None if headers is None else lookup_headers(headers)
        self.most = self._listing.most

    def question(self, identity: str, request: Request) -> _Question | None:
        """What is asked for by a request; None where it can have no answer."""
        if not isinstance(identity, str) or failed(self._listing.item, identity):
            return None
        try:
            return _Question(identity.lower(), credentials(request, self._headers))
        except (AttributeError, TypeError, ValueError):  # no request, or headers that are none
            return None

    def request(self, identities: list[str], credentials: Credentials) -> Request:
        listing = self._listing
        query = {listing.identities: ",".join(identities)}
        if listing.limit:
            query[listing.limit] = str(len(identities))
        path = "/".join(
            [self._contract.base_path, *(part or "" for part in listing.operation.segments)]
        )
        return Request(
            listing.operation.method,
            path,
            urlencode(query),
            (*credentials, ("accept", "application/json")),
        )

    def found(self, asked: Request, response: Response, identities: list[str]) -> _Answers:
        """Return what an answer says of the deployments that were asked for, by their ids."""
        report = self._contract.check_response(response, asked)
        if report.document is None:
            return dict.fromkeys(identities, _Found(None, (_status(response.status),)))
        sound, refused = self._sound.of(report)
        parts: dict[str, list[Known]] = {}
        for _, deployment in matches(sound.value, self._listing.pattern) if sound else ():
            identity = find(deployment, self._listing.identity)
            if isinstance(identity, str):
                parts.setdefault(identity.lower(), []).append(part_of(deployment, self._looked_at))
        return {identity: _one_of(parts.get(identity, ()), refused) for identity in identities}

    def failed(self, error: Exception) -> _Found:
        """Return that nothing was found, since a client raised an exception; log its type and place."""
        ordinary = isinstance(error, OSError | HTTPException)
        if not ordinary:
            logs.unexpected("a deployment lookup", error)
        if isinstance(error, TimeoutError):
            return _Found(None, (notes.TIMEOUT,))
        reason = "unreachable" if ordinary else "exception"
        return _Found(None, (notes.note(notes.FAILED, reason, printable(type(error).__name__)),))


def _one_of(parts: Sequence[Known], refused: tuple[str, ...]) -> _Found:
    """Return what an answer says of one deployment. What it says in two ways is not known."""
    if not parts:
        return _Found(None, refused or (notes.UNKNOWN,))
    first, *others = parts
    for other in others:
        if other != first:
            differs = contradiction(first, other) or notes.note(notes.CONTRADICTION, "repeated")
            return _Found(None, (*refused, differs))
    return _Found(first, refused)


def _status(status: int) -> str:
    """Return the note on an answer of a status that the contract does not describe."""
    known = status in _STATUSES
    return notes.note(notes.FAILED, f"status-{status}" if known else "status-other")


def _listing(contract: Contract) -> _Listing:
    kinds = tables().book.kinds
    for operation in contract.checker.operations.values():
        if operation.path_parameters or operation.request:
            continue
        for document in operation.responses.values():
            for pattern, inner in kinds[document].contains:
                identity = kinds[inner].identity
                lists = [
                    name
                    for name, row in operation.query_parameters.items()
                    if row.get("items", {}).get("x-format") == "uuid"
                ]
                bounds = [
                    (name, int(row["schema"]["maximum"]))
                    for name, row in operation.query_parameters.items()
                    for rule in contract.rules
                    if rule.shape == "count_at_most"
                    and (rule.parameters["operation"], rule.parameters["parameter"])
                    == (operation.name, name)
                ]
                if identity and lists:
                    item = operation.query_parameters[lists[0]]["items"]
                    limit, most = bounds[0] if bounds else (None, 100)
                    return _Listing(
                        operation, lists[0], item, limit, most, split(pattern), split(identity)
                    )
    raise ContractError("the contract has no operation that lists deployments by their ids")


def _looked_at(contract: Contract) -> tuple[tuple[str, ...], ...]:
    """What rules look at of a stored deployment."""
    pointers: dict[str, None] = {}
    for rule in contract.rules:
        if rule.shape in ("equals_stored", "stored_unknown"):
            pointers.update(dict.fromkeys(rule.parameters["fields"]))
        elif rule.shape == "never":
            pointers.update(dict.fromkeys(rule.parameters["never"]))
    return tuple(split(pointer) for pointer in pointers)
