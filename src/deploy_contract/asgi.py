"""The contract before any ASGI application: `ContractMiddleware(app)`."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from deploy_contract.exceptions import ContractError
from deploy_contract.http.messages import Request, new_request
from deploy_contract.middleware.asgi_requests import (
    Message,
    Receive,
    RequestBody,
    Scope,
    judge_awaiting,
)
from deploy_contract.middleware.asgi_responses import Send, Sender, send_answer
from deploy_contract.middleware.construction import Middleware
from deploy_contract.middleware.enforcement import Judged
from deploy_contract.middleware.responses import PendingResponse

App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

__all__ = ["App", "ContractMiddleware", "Message", "Receive", "Send"]


class ContractMiddleware(Middleware[App]):
    """An ASGI application behind a contract: its requests are judged, and its responses.

    The body of an operation's request is read to its end, at most `Limits.request_body` bytes.
    Then the application is called with the same bytes. A response is withheld only if responses
    are enforced.

    Traffic of no operation of the contract passes untouched: other paths and methods,
    lifespan, websockets. On the paths of the contract, headers that override the method are
    dropped, and forms are read, since a field of a form may override it too.
    """

    _has_asyncio = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if not self._has_asyncio:
            _require_asyncio()
            self._has_asyncio = True
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        enforcer = self.enforcer
        is_head = scope.get("method") == "HEAD"
        try:
            if not isinstance(scope["headers"], list | tuple):  # such as an iterator
                scope = {**scope, "headers": list(scope["headers"])}
            request, route, mode, reads_body, has_length = enforcer.arrive_of_scope(scope)
        except Exception as error:
            await send_answer(enforcer.unreadable(error), send, head=is_head)
            return
        if request.headers is not scope["headers"]:
            scope = {**scope, "headers": request.headers}
        if mode == "off":
            await self._pass_on(PendingResponse(enforcer, route), scope, receive, send)
            return
        fault: str | None = None
        body = RequestBody(receive, enforcer) if reads_body else None
        try:
            if body is not None:
                fault = body.begin(None if has_length else request.headers)
                if fault is None and not body.ended:
                    fault = await body.read_rest()
                if body.disconnected and mode == "enforce":
                    # nobody waits for an answer, and half a body is not passed on
                    enforcer.reject(route, "body-incomplete")
                    return
                receive = body.again
                request = new_request(Request, (*request[:4], body.content))
            judged: Judged | None
            if fault is not None:
                judged = enforcer.reject(route, fault)
            else:
                judged = enforcer.judge_at_once(route, request)
                if judged is None:
                    judging = enforcer.judging(route, request)
                    judged = await judge_awaiting(judging, enforcer.lookup_seconds)
            parameters, said, answer = judged
            if answer is not None:
                # the rest of the request is not read; HTTP/2 has no such header
                close = fault is not None and scope.get("http_version", "1.1") < "2"
                await send_answer(answer, send, close=close, head=is_head)
            elif route.operation is None:
                await self.app(scope, receive, send)
            else:
                pending = PendingResponse(enforcer, route, parameters, said)
                await self._pass_on(pending, scope, receive, send)
        finally:
            if body is not None:
                body.close()

    async def _pass_on(
        self, pending: PendingResponse, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Call the application, and judge its response if that is wanted."""
        sender = Sender(pending, send)
        try:
            await self.app(scope, receive, sender.send if pending.judged else send)
        except Exception:
            await sender.abandon()
            raise
        except BaseException:
            sender.cancel()
            raise
        if not sender.done:
            await sender.abandon()


def _require_asyncio() -> None:
    """Raise ContractError outside an event loop of asyncio.

    Time limits are its timers. Another event loop may end with its process when a `receive` that
    was started is given up.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        raise ContractError("ContractMiddleware needs an event loop of asyncio") from None
