"""The contract before any WSGI application (PEP 3333): `ContractMiddleware(app)`."""

from collections.abc import Iterable
from inspect import iscoroutine

from deploy_contract.http.messages import Request, new_request
from deploy_contract.http.servers import request_of_environ
from deploy_contract.middleware.buffers import Buffer
from deploy_contract.middleware.construction import Middleware
from deploy_contract.middleware.enforcement import Judged, Judging
from deploy_contract.middleware.responses import PendingResponse
from deploy_contract.middleware.wsgi_requests import Environ, drop_overrides, read_body
from deploy_contract.middleware.wsgi_responses import App, Start, StartResponse, answered, pass_on

__all__ = ["App", "ContractMiddleware", "Environ", "Start"]


class ContractMiddleware(Middleware[App]):
    """A WSGI application behind a contract: its requests are judged, and its responses.

    It does the same as `deploy_contract.asgi.ContractMiddleware`, but the server limits the time
    that a body takes, and lookups answer at once.
    """

    def __call__(self, environ: Environ, start_response: Start) -> Iterable[bytes]:
        """Serve one request."""
        enforcer = self.enforcer
        is_head = environ.get("REQUEST_METHOD") == "HEAD"
        try:
            given = request_of_environ(environ, enforcer.base_path)
            request, route, mode, reads_body, _ = enforcer.arrive(given)
        except Exception as error:
            return answered(enforcer.unreadable(error), start_response, head=is_head)
        if request is not given:
            drop_overrides(environ)
        if mode == "off":
            begun = StartResponse(PendingResponse(enforcer, route), start_response, None)
            return pass_on(begun, self.app, environ)
        buffer: Buffer | None = None
        fault: str | None = None
        try:
            if reads_body:
                buffer, fault = read_body(environ, enforcer)
                request = new_request(Request, (*request[:4], buffer.content))
            if fault is None:
                parameters, said, answer = _judge(enforcer.judging(route, request))
            else:
                parameters, said, answer = enforcer.reject(route, fault)
            if answer is None and route.operation is not None:
                pending = PendingResponse(enforcer, route, parameters, said)
                begun = StartResponse(pending, start_response, buffer)
                return pass_on(begun, self.app, environ)
        except BaseException:
            _close(buffer)
            raise
        _close(buffer)
        if answer is not None:
            return answered(answer, start_response, head=is_head)
        return self.app(environ, start_response)


def _close(buffer: Buffer | None) -> None:
    if buffer is not None:
        buffer.close()


def _judge(judging: Judging) -> Judged:
    """Judge a request. An awaitable is an exception here: nothing can await it."""
    try:
        awaited = next(judging)
        while True:
            if iscoroutine(awaited):
                awaited.close()
            awaited = judging.throw(TypeError())
    except StopIteration as ended:
        judged: Judged = ended.value
        return judged
