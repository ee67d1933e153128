"""Lookups that ask the service itself, with the caller's own credentials."""

import asyncio
import threading
import time
import weakref
from collections.abc import Awaitable, Callable, Collection, Iterable
from concurrent.futures import Future
from contextvars import copy_context
from copy import deepcopy
from http import HTTPStatus
from http.client import HTTPException
from inspect import isawaitable
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import urlencode

from deploy_contract import logs, notes
from deploy_contract.contract import Contract, or_default
from deploy_contract.exceptions import ContractError
from deploy_contract.http.adapters import as_response
from deploy_contract.http.client import Fetch, http_fetch
from deploy_contract.http.headers import age_of
from deploy_contract.http.messages import Request, Response, header_pairs
from deploy_contract.http.routing import Operation
from deploy_contract.judge.python.relations import read_fields
from deploy_contract.knowledge.callers import CREDENTIALS, Credentials, credentials, lookup_headers
from deploy_contract.knowledge.facts import Facts, contradiction, lasting_fields, part_of
from deploy_contract.knowledge.learnable import key_of
from deploy_contract.knowledge.learning import ValidParts
from deploy_contract.knowledge.loop_thread import LoopThread
from deploy_contract.knowledge.protocol import is_async
from deploy_contract_format.pointer import find, matches, printable

AsyncFetch: TypeAlias = Callable[[Request], Awaitable[Response]]
BUSY = notes.note(notes.FAILED, "busy")
_STALE = notes.note(notes.FAILED, "stale")
_REPEATED = notes.note(notes.CONTRADICTION, "repeated")
_STATUSES = frozenset(map(int, HTTPStatus))
_MAX_IDENTITIES = 100  # ids in one request, if no rule limits their number
# reasons of a service that refuses the length of a request
_TOO_LONG = {"status-400", "status-413", "status-414", "status-431"}
_CHECK_SECONDS = 0.05  # the pause between two checks whether a thread is free


class BusyError(Exception):
    """Too many requests are under way."""


class Found(NamedTuple):
    """A deployment as far as the service describes it, and notes on missing facts."""

    facts: Facts | None
    notes: tuple[str, ...] = ()


_LATE = Found(None, (notes.TIMEOUT,))
Answers: TypeAlias = dict[str, Found]  # by id
_Key: TypeAlias = tuple[asyncio.AbstractEventLoop, Credentials]


class _Batch(NamedTuple):
    """The ids of one request, and the task that sends it in a later turn of the event loop."""

    identities: dict[str, None]
    answers: asyncio.Task[Answers]


class AsyncUpstreamDeployments:
    """The same lookup as `UpstreamDeployments`, for ASGI.

    Callers with the same headers share a request if they arrive in one turn of the event loop.

    The arguments and the ContractError are those of `UpstreamDeployments`. `fetch` may also be a
    coroutine function. `most_asks` limits the threads in which a synchronous function runs.
    """

    def __init__(
        self,
        fetch: str | Fetch | AsyncFetch,
        contract: Contract | None = None,
        seconds: float = 2.0,
        most_asks: int = 64,
        *,
        headers: Iterable[str] = CREDENTIALS,
    ) -> None:
        self._contract = contract = or_default(contract)
        self._fetch = http_fetch(fetch, seconds) if isinstance(fetch, str) else fetch
        self._seconds = seconds
        self._most_asks = most_asks
        self._asks: list[tuple[threading.Thread, Future[Any]]] = []
        self._headers = lookup_headers(headers)
        self._lasting = lasting_fields(contract.bundle.book.rules)
        self._wanted = read_fields(contract.rules)
        self._valid = ValidParts(contract, self._wanted)
        self._operation, self._ids = self._listing()
        self._limit, self._max_identities = _limit_parameter(contract, self._operation)
        # batches that are not sent yet, by event loop and caller
        self._batches: dict[_Key, _Batch] = {}
        # the event loop of `UpstreamDeployments`, which begins with its first call
        self._thread = LoopThread("deploy-contract lookups")
        weakref.finalize(self, self._thread.close, 0)

    async def find(self, identity: str, request: Request) -> Facts | None:
        """Return the facts about a deployment, as a new mapping, or None if they are unknown."""
        if not isinstance(key_of(identity), bytes):  # the service takes uuids
            return None
        try:
            caller = credentials(request, self._headers)
        except (AttributeError, TypeError, ValueError):  # no request, or no headers
            return None
        batch, name = self._batch(caller), identity.lower()
        batch.identities[name] = None
        # if one caller stops waiting, the other callers still get the answer
        await asyncio.wait([batch.answers], timeout=self._seconds)
        found = batch.answers.result()[name] if batch.answers.done() else _LATE
        for text in found.notes:
            notes.add(text)
        return deepcopy(found.facts)

    def _batch(self, caller: Credentials) -> _Batch:
        """Return the batch of the callers with the same headers that is not sent yet."""
        key = (asyncio.get_running_loop(), caller)
        batch = self._batches.get(key)
        if batch is None or len(batch.identities) >= self._max_identities:
            identities: dict[str, None] = {}
            sending = asyncio.create_task(self._send(key, identities))
            batch = self._batches[key] = _Batch(identities, sending)
            # the event loop may end before the batch is sent
            sending.add_done_callback(lambda _: self._close(key, identities))
        return batch

    def _close(self, key: _Key, identities: dict[str, None]) -> None:
        """Let no more callers join a batch."""
        batch = self._batches.get(key)
        if batch is not None and batch.identities is identities:
            del self._batches[key]

    async def _send(self, key: _Key, batch: dict[str, None]) -> Answers:
        """Send the list request for a batch, and return the facts about each deployment.

        If the request or its answer is too long, ask for each deployment alone. Otherwise a caller
        could make its own lookups fail.
        """
        until = time.monotonic() + self._seconds / 2
        while self._is_busy() and time.monotonic() < until:
            await asyncio.sleep(_CHECK_SECONDS)
        self._close(key, batch)
        found = await self._ask(batch, key[1])
        if len(batch) > 1 and all(map(_is_too_long, found.values())):
            for one in await asyncio.gather(*[self._send(key, {name: None}) for name in batch]):
                found |= one
        return found

    async def _ask(self, batch: Collection[str], caller: Credentials) -> Answers:
        try:
            async with asyncio.timeout(self._seconds):
                request = self._request(batch, caller)
                response = as_response(await self._response(request))
            return self._answers(request, response, batch)
        except Exception as error:  # a client may raise anything
            return dict.fromkeys(batch, Found(None, (_failure(error),)))

    async def _response(self, request: Request) -> Any:
        if is_async(self._fetch):
            response: Any = self._fetch(request)
        else:
            response = await self._in_thread(request)
        return await response if isawaitable(response) else response

    def _is_busy(self) -> bool:
        """Return True if all threads wait for the service."""
        # after a fork, the threads of the parent are not alive
        self._asks = [ask for ask in self._asks if ask[0].is_alive() and not ask[1].done()]
        return len(self._asks) >= self._most_asks

    async def _in_thread(self, request: Request) -> Any:
        """Send a request in a daemon thread."""
        context, answered = copy_context(), Future[Any]()
        answered.set_running_or_notify_cancel()  # no caller can cancel the call: the thread goes on

        def work() -> None:
            try:
                answered.set_result(context.run(self._fetch, request))
            except Exception as error:  # a client may raise anything
                answered.set_exception(error)

        if self._is_busy():
            raise BusyError
        thread = threading.Thread(target=work, name="deploy-contract lookup", daemon=True)
        try:
            thread.start()
        except RuntimeError:  # the system has no thread left
            raise BusyError from None
        self._asks.append((thread, answered))
        return await asyncio.wrap_future(answered)

    def _request(self, identities: Collection[str], credentials: Credentials) -> Request:
        query = {self._ids: ",".join(identities)}
        if self._limit:
            query[self._limit] = str(len(identities))
        path = self._contract.base_path + self._operation.path
        headers = (*credentials, ("accept", "application/json"), ("cache-control", "no-cache"))
        return Request(self._operation.method, path, urlencode(query), headers)

    def _answers(self, request: Request, response: Response, batch: Iterable[str]) -> Answers:
        response = response._replace(headers=header_pairs(response.headers))
        report = self._contract.check_response(response, request)
        if report.kind is None:
            status = response.status if response.status in _STATUSES else "other"
            note = notes.note(notes.FAILED, f"status-{status}")
            return dict.fromkeys(batch, Found(None, (note,)))
        valid, noted = self._valid.of(report)
        fields = self._wanted
        if age_of(response.headers) > 0:  # a cache has kept the response
            fields, noted = tuple(self._lasting), (*noted, _STALE)
        found: Answers = {}
        value = None if valid is None else valid.value
        for pattern, learned in self._valid.places[report.kind]:
            for _, deployment in matches(value, pattern):
                identity = find(deployment, learned.identity)
                if isinstance(identity, str):
                    name, part = identity.lower(), part_of(deployment, fields)
                    before = found.setdefault(name, Found(part, noted)).facts
                    if before is not None and before != part:  # two rows of one deployment
                        differs = contradiction(before, part, self._lasting) or _REPEATED
                        found[name] = Found(None, (*noted, differs))
        unknown = Found(None, noted or (notes.UNKNOWN,))
        return {name: found.get(name, unknown) for name in batch}

    def _listing(self) -> tuple[Operation, str]:
        """Return the operation that lists deployments by their ids, and the parameter of the ids."""
        for operation in self._contract.checker.operations.values():
            has_deployments = any(map(self._valid.places.get, operation.responses.values()))
            if has_deployments and not operation.path_parameters and not operation.request:
                for name, row in operation.query_parameters.items():
                    if row.get("items", {}).get("x-format") == "uuid":
                        return operation, name
        raise ContractError("the contract has no operation that lists deployments by their ids")


class UpstreamDeployments(AsyncUpstreamDeployments):
    """A lookup that asks the service for the fields of a deployment that rules need. For WSGI.

    The lookup sends the list operation of the contract to the service. Callers with the same
    headers that arrive at the same moment share one request, which may ask for several deployments.
    The service is asked after the caller's request has come. If a cache has kept the answer (its
    header Age is above 0), only facts that cannot change are used.

    If an answer is late or violates the contract, the lookup does not use it. It raises nothing,
    and notes the reason (`deploy_contract.notes`).

    Args:
        fetch: the address of the service, as for `http_fetch`; or a function that sends a request
            and returns the response. The lookup calls the function in its own threads.
        contract: the contract that judges the answers. None: `Contract()`.
        seconds: the longest time that a caller waits, in seconds. 2.0 by default.
        most_asks: the greatest number of threads, 64 by default. While all of them wait for the
            service, callers with the same headers wait together for a thread. If no thread is free
            after half of `seconds`, the deployments of these callers are unknown.
        headers: names of the caller's headers that the lookup passes on. The default is the
            credentials: authorization, cookie and x-api-key. With any other header, a caller can
            make its own lookup fail, and so weaken enforcement. If the service needs another
            header, such as x-tenant-id, name it and the credentials. Two callers share an answer
            only if all these headers are the same.

    Raises:
        ContractError: the contract has no operation that lists deployments by their ids, or a
            header cannot be passed on.
    """

    def find(self, identity: str, request: Request) -> Facts | None:  # type: ignore[override]
        """Return the facts about a deployment, as a new mapping, or None if they are unknown."""
        try:
            found: Future[Facts | None] = self._thread.submit(super().find, identity, request)
            return found.result(self._seconds)
        except TimeoutError:
            notes.add(notes.TIMEOUT)
        except (OSError, RuntimeError):  # no thread or file descriptor is left
            notes.add(BUSY)
        return None


def _is_too_long(found: Found) -> bool:
    """Return True if a service refused the length of a request, or the whole answer is not valid."""
    word, reason = notes.labels(found.notes[0]) if found.facts is None else ("", "")
    return word == notes.REFUSED or reason in _TOO_LONG


def _failure(error: Exception) -> str:
    """Return a note on the exception of a client. Log an unexpected exception by type and place."""
    if isinstance(error, TimeoutError):
        return notes.TIMEOUT
    if isinstance(error, BusyError):
        return BUSY
    reason = "unreachable" if isinstance(error, OSError | HTTPException) else "exception"
    if reason == "exception":
        logs.unexpected("a deployment lookup", error)
    return notes.note(notes.FAILED, reason, printable(type(error).__name__))


def _limit_parameter(contract: Contract, operation: Operation) -> tuple[str | None, int]:
    """Return the query parameter that limits the number of items, and its greatest value."""
    for rule in contract.rules:
        if rule.shape == "count_at_most" and rule.parameters["operation"] == operation.name:
            name = rule.parameters["parameter"]
            return name, int(operation.query_parameters[name]["schema"]["maximum"])
    return None, _MAX_IDENTITIES
