"""Lookups that ask the service itself, with the caller's own credentials, by its list operation."""

import asyncio
import http.client
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import NamedTuple, TypeAlias
from urllib.parse import urlencode, urlsplit

from deploy_contract.contract import Contract
from deploy_contract.deployments import Known, part_of
from deploy_contract.http.messages import Request, Response
from deploy_contract.http.routing import Operation
from deploy_contract.report import ContractError
from deploy_contract.tables import tables
from deploy_contract_format.pointer import find, matches, split

Fetch: TypeAlias = Callable[[Request], Response]
AsyncFetch: TypeAlias = Callable[[Request], Awaitable[Response]]

# hop-by-hop (RFC 9110, section 7.6.1), or about the message that asks rather than about who asks
_NOT_PASSED = frozenset(
    {
        "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade", "host", "expect",
        "range", "accept", "accept-encoding", "accept-ranges", "cache-control", "origin", "referer",
    }
)  # fmt: skip
_BEGINNINGS = ("content-", "if-", "sec-")
Credentials: TypeAlias = tuple[tuple[str, str], ...]


class _Listing(NamedTuple):
    """The operation that lists deployments by their ids."""

    operation: Operation
    identities: str  # the parameter that takes several ids
    limit: str | None  # the parameter that bounds the answer, and its greatest value
    most: int
    pattern: tuple[str, ...]  # where the deployments stand in the answer
    identity: tuple[str, ...]  # where the id stands in each


def http_fetch(base_url: str, timeout: float = 2.0, most_bytes: int = 16 << 20) -> Fetch:
    """A `fetch` on the standard library: one connection a request, `timeout` seconds for each step.

    base_url: where the service is, such as https://deployments.example.com; its path goes before that of the request.
    It raises OSError or http.client.HTTPException where there is no answer, ValueError where one is too long.
    """
    where = urlsplit(base_url)
    if where.scheme not in ("http", "https") or not where.hostname:
        raise ContractError("base_url begins with http:// or https:// and has a host")
    connect = http.client.HTTPSConnection if where.scheme == "https" else http.client.HTTPConnection
    host, port, prefix = where.hostname, where.port, where.path.rstrip("/")

    def fetch(request: Request) -> Response:
        connection = connect(host, port, timeout=timeout)
        try:
            target = prefix + request.path + (f"?{request.query}" if request.query else "")
            connection.request(request.method, target, headers=dict(_texts(request)))
            answer = connection.getresponse()
            body = answer.read(most_bytes + 1)
            if len(body) > most_bytes:
                raise ValueError("the answer is too long")
            return Response(answer.status, answer.getheaders(), body)
        finally:
            connection.close()

    return fetch


class UpstreamDeployments:
    """Asks the service for a deployment, as far as rules look at it. For WSGI; `AsyncUpstreamDeployments` is for ASGI.

    Those who ask for the same one at the same time, with the same credentials, share the answer, and nothing is kept after it.
    `fetch`: an HTTP client of your own, or `http_fetch(base_url)`; `seconds`: how long one waits for the answer of another.
    What does not come in order, or breaks the contract, is not known.
    """

    def __init__(self, fetch: Fetch, contract: Contract | None = None, seconds: float = 2.0) -> None:
        self._asking = _Asking(contract or Contract())
        self._fetch = fetch
        self._seconds = seconds
        self._lock = threading.Lock()
        self._pending: dict[tuple[str, Credentials], Future[Known | None]] = {}

    def find(self, identity: str, request: Request) -> Known | None:
        """The deployment as the service has it."""
        credentials = _credentials(request)
        key = (identity, credentials)
        with self._lock:
            pending = self._pending.get(key)
            if pending is None:
                mine = self._pending[key] = Future()
        if pending is not None:
            return pending.result(self._seconds)
        known: Known | None = None
        try:
            with suppress(Exception):  # whatever a client raises: the deployment is not known
                asked = self._asking.request([identity], credentials)
                known = self._asking.found(asked, self._fetch(asked)).get(identity)
        finally:
            with self._lock:
                del self._pending[key]
            mine.set_result(known)
        return known


class AsyncUpstreamDeployments:
    """The same for ASGI. What is asked for in one turn of the event loop with the same credentials is asked in one request.

    `fetch`: a client that is awaited; a plain one, such as `http_fetch(base_url)`, runs in a thread.
    """

    def __init__(self, fetch: Fetch | AsyncFetch, contract: Contract | None = None, seconds: float = 2.0) -> None:
        self._asking = _Asking(contract or Contract())
        self._fetch = fetch
        self._seconds = seconds
        self._pending: dict[Credentials, dict[str, asyncio.Future[Known | None]]] = {}  # to be asked in this turn
        self._asked: dict[tuple[str, Credentials], asyncio.Future[Known | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def find(self, identity: str, request: Request) -> Known | None:
        """The deployment as the service has it."""
        credentials = _credentials(request)
        waiting = self._asked.get((identity, credentials))
        if waiting is None:
            waiting = asyncio.get_running_loop().create_future()
            self._asked[identity, credentials] = waiting
            turn = self._pending.setdefault(credentials, {})
            if not turn:
                task = asyncio.create_task(self._ask(credentials))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            turn[identity] = waiting
        return await asyncio.shield(waiting)  # one who gives up takes it from nobody else

    async def _ask(self, credentials: Credentials) -> None:
        turn = self._pending.pop(credentials)
        identities = list(turn)
        known: dict[str, Known] = {}
        try:
            for begin in range(0, len(identities), self._asking.most):
                with suppress(Exception):
                    asked = self._asking.request(identities[begin : begin + self._asking.most], credentials)
                    async with asyncio.timeout(self._seconds):
                        known |= self._asking.found(asked, await self._answer(asked))
        finally:
            for identity, waiting in turn.items():
                del self._asked[identity, credentials]
                if not waiting.done():
                    waiting.set_result(known.get(identity))

    async def _answer(self, request: Request) -> Response:
        if asyncio.iscoroutinefunction(self._fetch) or asyncio.iscoroutinefunction(getattr(self._fetch, "__call__", None)):  # noqa: B004
            return await self._fetch(request)  # type: ignore[misc, no-any-return]
        return await asyncio.to_thread(self._fetch, request)  # type: ignore[arg-type]


class _Asking:
    """Makes the request that asks, and believes the answer where the contract does."""

    def __init__(self, contract: Contract) -> None:
        self._contract = contract
        self._listing = _listing(contract)
        self._looked_at = _looked_at(contract)
        self.most = self._listing.most

    def request(self, identities: list[str], credentials: Credentials) -> Request:
        listing = self._listing
        query = {listing.identities: ",".join(identities)}
        if listing.limit:
            query[listing.limit] = str(len(identities))
        path = "/".join([self._contract.base_path, *(part or "" for part in listing.operation.segments)])
        return Request(listing.operation.method, path, urlencode(query), (*credentials, ("accept", "application/json")))

    def found(self, asked: Request, response: Response) -> dict[str, Known]:
        """The deployments of an answer by their ids, in small letters."""
        report = self._contract.check_response(response, asked)
        if not report.ok or report.document is None:
            return {}
        found: dict[str, Known] = {}
        for _, deployment in matches(report.value, self._listing.pattern):
            identity = find(deployment, self._listing.identity)
            if isinstance(identity, str):
                found[identity.lower()] = part_of(deployment, self._looked_at)
        return found


def _listing(contract: Contract) -> _Listing:
    kinds = tables().book.kinds
    for operation in contract.checker.operations.values():
        if operation.path_parameters or operation.request:
            continue
        for document in operation.responses.values():
            for pattern, inner in kinds[document].contains:
                identity = kinds[inner].identity
                lists = [
                    name for name, row in operation.query_parameters.items() if row.get("items", {}).get("x-format") == "uuid"
                ]
                bounds = [
                    (name, row["schema"]["maximum"])
                    for name, row in operation.query_parameters.items()
                    for rule in contract.rules
                    if rule.shape == "count_at_most" and rule.parameters["parameter"] == name
                ]
                if identity and lists:
                    limit, most = bounds[0] if bounds else (None, 100)
                    return _Listing(operation, lists[0], limit, most, split(pattern), split(identity))
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


def _texts(request: Request) -> list[tuple[str, str]]:
    return [
        (
            name if isinstance(name, str) else name.decode("latin-1"),
            value if isinstance(value, str) else value.decode("latin-1"),
        )
        for name, value in request.headers
    ]


def _credentials(request: Request) -> Credentials:
    """The headers of who asks: credentials of any kind, unread."""
    named = {
        value.strip().lower() for name, value in _texts(request) if name.lower() == "connection" for value in value.split(",")
    }
    return tuple(
        (name.lower(), value)
        for name, value in _texts(request)
        if name.lower() not in _NOT_PASSED | named and not name.lower().startswith(_BEGINNINGS)
    )
