"""Transports of httpx for clients in production: they check before they send.

`httpx.Client(transport=ContractTransport(httpx.HTTPTransport()))` judges each request to an
operation of the contract before it leaves the process, and each response before the client reads
it. Deployments are learned from the responses, as by the middlewares, which share the code.
"""

from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar, cast

from deploy_contract.answers import Answer
from deploy_contract.asgi import within
from deploy_contract.contract import Contract
from deploy_contract.exceptions import DocumentError, importing
from deploy_contract.http.adapters import request_of_httpx, target_of
from deploy_contract.http.messages import Request
from deploy_contract.judge import Outcome
from deploy_contract.middleware.enforcement import Arrival, Judged, Middleware
from deploy_contract.middleware.responses import PendingResponse
from deploy_contract.report import Report, refusing

with importing("httpx", "transports need"):
    import httpx

_START = "http.response.start"  # the name in ASGI
__all__ = ["AsyncContractTransport", "ContractTransport"]


def _no_answer(_report: Report, _status: int) -> Answer:
    """Return an answer without a status, since a client gets an exception instead."""
    return Answer(0, (), b"")


class _Transport(Middleware[Any]):
    """The part of both transports that never waits."""

    unused: ClassVar[Mapping[str, str]] = {
        "render": "in a transport: nobody gets an answer",
        "body_seconds": "in a transport: the program has the body",
    }

    def __post_init__(self, contract: Contract | None) -> None:
        super().__post_init__(contract)
        vars(self).update(render=_no_answer)

    def _arrive(self, request: httpx.Request) -> Arrival:
        written, target = request.url.raw_path, target_of(request)
        sent = request_of_httpx(request, target)
        found = self.enforcer.arrive(sent)
        if found.request.headers is not sent.headers:
            request.headers = httpx.Headers(
                cast("list[tuple[bytes, bytes]]", found.request.headers)
            )
        fault = found.route.fault
        if target != written and self._may_lead(request_of_httpx(request, written)):
            fault = "path-ambiguous"  # other transports send the path of the URL
        if fault is not None and (found.mode != "off" or fault == "path-ambiguous"):
            outcome, _, answer = self.enforcer.reject(found, fault)
            _refuse(outcome, answer)
        return found

    def _may_lead(self, request: Request) -> bool:
        """Return True if some reading of a request leads to an operation that is judged."""
        route = self.enforcer.checker.route(request)
        leads = route.operation is not None or route.reachable or route.rule == "path-ambiguous"
        return bool(leads) and self.enforcer.mode_of(route) != "off"

    @contextmanager
    def _passing(self, arrival: Arrival, judged: Judged | None) -> Iterator[PendingResponse | None]:
        """Send a request, and yield the response to wait for; None if it is not judged."""
        enforcer, route = self.enforcer, arrival.route
        try:
            is_judged = enforcer.judges_response(route)
            yield PendingResponse(enforcer, arrival, judged) if is_judged else None
        except BaseException:  # the service may have changed a deployment
            enforcer.invalidate(route)
            raise
        if not is_judged:
            enforcer.invalidate(route)

    def _withheld(
        self, pending: PendingResponse | None, response: httpx.Response
    ) -> "_Stream | None":
        """Begin a response. Return its body if it is judged before any of it reaches the client."""
        if pending is None:
            return None
        headers: Any = response.headers.raw
        status, body = response.status_code, b""
        if response.is_stream_consumed:  # a mock's response may be
            status, headers, body = self.enforcer.checker.read_response(response)
            headers += [("age", value) for value in response.headers.get_list("age")]
        for _ in pending.take({"type": _START, "status": status, "headers": headers}):
            pass
        if not pending.collected or response.is_stream_consumed:
            _taken(pending, body, more=False)
            return None
        response.stream = stream = _Stream(response.stream, pending)
        return stream if pending.withheld else None


def _keep(request: httpx.Request, body: bytes) -> None:
    """Let a request be sent with a body that was read."""
    if request.stream.__class__ is not httpx.ByteStream:
        request.stream = httpx.ByteStream(body)
        request.read()


def _taken(pending: PendingResponse, chunk: bytes, *, more: bool) -> list[bytes]:
    """Return the bytes that pass after a chunk. Raises DocumentError if the response is refused."""
    message = {"type": "http.response.body", "body": chunk, "more_body": more}
    passed = list(pending.take(message))
    if pending.replaced and pending.outcome is not None:
        raise DocumentError(refusing(pending.outcome), of_response=True)
    return [one["body"] for one in passed if one.get("body")]


def _refuse(outcome: Outcome | None, answer: Answer | None) -> None:
    if answer is not None and outcome is not None:
        raise DocumentError(refusing(outcome)) from None


class ContractTransport(_Transport, httpx.BaseTransport):
    """A transport of `httpx.Client` that judges requests and responses.

    A request that the contract denies is not sent. With `responses="enforce"`, a denied response
    does not reach the client. Both raise DocumentError, whose text shows no value and whose
    `of_response` tells them apart. Other requests and responses pass unchanged.

    The path that is judged is the one that `httpx.HTTPTransport` sends: that of the extension
    `target`, if the request has it. If the URL has another path, which leads to an operation, the
    request is denied, since some transports send that path.

    Args:
        app: the transport that sends, such as `httpx.HTTPTransport()`.
        contract: the contract. None: `Contract()`.
        options: the options of the middlewares, by name, except `render` and `body_seconds`.
    """

    calls = "handle_request"

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request. Raises DocumentError if the contract denies it or its response."""
        arrival = self._arrive(request)
        judged: Judged | None = None
        if arrival.mode != "off":
            body = b""
            if arrival.route.reads_body:  # a hook may have replaced a body that it has read
                body = b"".join(cast("httpx.SyncByteStream", request.stream))
                _keep(request, body)
            judged = self.enforcer.judged_at_once(arrival, body)
            _refuse(judged[0], judged[2])
        with self._passing(arrival, judged) as pending:
            response: httpx.Response = self.app.handle_request(request)
        stream = self._withheld(pending, response)
        if stream is not None:
            try:
                response.stream = httpx.ByteStream(b"".join(stream))
            finally:
                stream.close()
        return response

    def close(self) -> None:
        """Close the transport that sends."""
        self.app.close()


class AsyncContractTransport(_Transport, httpx.AsyncBaseTransport):
    """A transport of `httpx.AsyncClient` that judges, in an event loop of asyncio."""

    calls = "handle_async_request"

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request. Raises DocumentError if the contract denies it or its response."""
        arrival = self._arrive(request)
        judged: Judged | None = None
        if arrival.mode != "off":
            body = b""
            if arrival.route.reads_body:  # as in `handle_request`
                chunks = cast("httpx.AsyncByteStream", request.stream)
                body = b"".join([chunk async for chunk in chunks])
                _keep(request, body)
            judged = await self.enforcer.judged(arrival, body, within)
            _refuse(judged[0], judged[2])
        with self._passing(arrival, judged) as pending:
            response: httpx.Response = await self.app.handle_async_request(request)
        stream = self._withheld(pending, response)
        if stream is not None:
            try:
                response.stream = httpx.ByteStream(b"".join([chunk async for chunk in stream]))
            finally:
                await stream.aclose()
        return response

    async def aclose(self) -> None:
        """Close the transport that sends."""
        await self.app.aclose()


class _Stream(httpx.AsyncByteStream, httpx.SyncByteStream):
    """The body of a response, which is judged at its end."""

    def __init__(self, inner: Any, pending: PendingResponse) -> None:
        self._inner = inner
        self._pending = pending

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._inner:
            yield from _taken(self._pending, chunk, more=True)
        yield from _taken(self._pending, b"", more=False)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._inner:
            for passed in _taken(self._pending, chunk, more=True):
                yield passed
        for passed in _taken(self._pending, b"", more=False):
            yield passed

    def close(self) -> None:
        """Close the body."""
        self._inner.close()
        self._end()

    async def aclose(self) -> None:
        """Close the body of an asynchronous client."""
        await self._inner.aclose()
        self._end()

    def _end(self) -> None:
        """Let a body that was not read to its end pass unjudged."""
        if not self._pending.settled:
            self._pending.pass_unjudged()
            self._pending.close()
