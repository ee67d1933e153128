"""Test clients whose exchanges are judged: of httpx, Starlette, requests, Flask and Django.

They are recognised by their attributes: no framework is imported.
"""

from collections.abc import Callable, Iterable, Mapping
from inspect import iscoroutinefunction
from io import BytesIO
from typing import Any, TypeVar

from deploy_contract.contract import Contract
from deploy_contract.exceptions import ContractError
from deploy_contract.http.adapters import request_of_httpx
from deploy_contract.http.messages import Request
from deploy_contract.http.servers import request_of_environ, request_of_scope
from deploy_contract.knowledge.facts import Facts
from deploy_contract.testing.judge import Judge, RequestChoice

Client = TypeVar("Client")
Undo = Callable[[], None]
_STREAM = "its body is a stream"


def judged(
    client: Client,
    judge: Judge | None = None,
    *,
    contract: Contract | None = None,
    deployments: Mapping[str, str | Facts] | None = None,
    requests: RequestChoice = "accepted",
    show_values: bool = False,
) -> Client:
    """Attach a judge to a test client and return the client.

    Each exchange with an operation of the contract is judged when its response arrives. For a
    violation, the call of the client raises ConformanceError.

    Args:
        client: a client of httpx (like the TestClient of Starlette and FastAPI), requests, Flask or
            Django, synchronous or not.
        judge: the judge, which several clients may share. None: make one of the other arguments.
        contract, deployments, requests, show_values: the arguments of `Judge`.

    Raises:
        ContractError: the client is of another library, or an argument is wrong.
    """
    if judge is not None:
        if (contract, deployments, requests, show_values) != (None, None, "accepted", False):
            raise ContractError("give a judge or its options, not both")
        if not isinstance(judge, Judge):
            raise ContractError("judge must be a Judge; give a contract as contract=")
        attach(client, judge)
        return client
    own = Judge(contract, deployments=deployments, requests=requests, show_values=show_values)
    attach(client, own)
    return client


def attach(client: Any, judge: Judge) -> Undo:
    """Attach a judge to a test client. Return the function that detaches it.

    Raises:
        ContractError: the client is of another library.
    """
    libraries = () if isinstance(client, type) else _LIBRARIES  # a class has the attributes, too
    for attributes, attach_to in libraries:
        if all(hasattr(client, name) for name in attributes):
            return attach_to(client, judge)
    raise ContractError(
        f"client is a {type(client).__name__}; give a client of httpx, Starlette, FastAPI, "
        "requests, Flask or Django"
    )


# --- httpx


def _attach_httpx(client: Any, judge: Judge) -> Undo:
    def on_response(response: Any) -> None:
        __tracebackhide__ = True
        request, gap = _request_of_httpx(response.request)
        if judge.is_operation(request):
            response.read()
        judge.judge(request, lambda: response, request_gap=gap)

    async def on_later_response(response: Any) -> None:
        __tracebackhide__ = True
        if judge.is_operation(_request_of_httpx(response.request)[0]):
            await response.aread()
        on_response(response)

    hook = on_later_response if iscoroutinefunction(client.send) else on_response
    return _append(client.event_hooks["response"], hook)


def _append(hooks: list[Any], hook: Callable[..., Any]) -> Undo:
    hooks.append(hook)
    return lambda: hooks.remove(hook)


def _request_of_httpx(request: Any) -> tuple[Request, str]:
    """Return a request, and the reason why its body cannot be judged, or ""."""
    try:
        body, gap = bytes(request.content), ""
    except RuntimeError:  # httpx.RequestNotRead: the body was a stream
        body, gap = b"", _STREAM
    return request_of_httpx(request, request.url.raw_path, body), gap


# --- requests


def _attach_requests(session: Any, judge: Judge) -> Undo:
    def on_response(response: Any, **_options: object) -> None:
        __tracebackhide__ = True
        request, gap = response.request, ""
        if not isinstance(request.body, str | bytes | None):
            request, gap = request.copy(), _STREAM
            request.body = None
        judge.judge(request, lambda: response, request_gap=gap)

    return _append(session.hooks["response"], on_response)


# --- Flask, and any other application of Werkzeug


def _attach_werkzeug(client: Any, judge: Judge) -> Undo:
    original = client.open

    def method(*given: Any, **options: Any) -> Any:
        __tracebackhide__ = True
        response = original(*given, **options)
        for each in (*response.history, response):
            request, gap = _request_of_werkzeug(each.request.environ, judge.contract.base_path)
            judge.judge(request, lambda each=each: each, request_gap=gap)  # type: ignore[misc]
        return response

    return _replace(client, "open", method)


def _request_of_werkzeug(environ: Any, base_path: str) -> tuple[Request, str]:
    request = request_of_environ(environ, base_path)
    stream = environ["wsgi.input"]
    if not isinstance(stream, BytesIO) or stream.closed:
        return request, _STREAM
    return request._replace(body=stream.getvalue()), ""


# --- Django


def _attach_django(client: Any, judge: Judge) -> Undo:
    original = client.request
    is_asynchronous = iscoroutinefunction(original)

    def judged(response: Any, body: bytes) -> Any:
        __tracebackhide__ = True
        sent = _request_of_django(response, judge.contract.base_path)
        judge.judge(sent._replace(body=body), lambda: response)
        return response

    async def judged_later(coming: Any, body: bytes) -> Any:
        __tracebackhide__ = True
        return judged(await coming, body)

    def request(**given: Any) -> Any:
        __tracebackhide__ = True
        name = "_body_file" if is_asynchronous else "wsgi.input"
        body = b""
        if payload := given.get(name):
            body = payload.read()
            given[name] = type(payload)(body)  # it can be read once
        answer = original(**given)
        return judged_later(answer, body) if is_asynchronous else judged(answer, body)

    return _replace(client, "request", request)


def _request_of_django(response: Any, base_path: str) -> Request:
    if hasattr(response, "wsgi_request"):
        return request_of_environ(response.wsgi_request.META, base_path)
    scope = response.asgi_request.scope
    if isinstance(scope["query_string"], str):  # ASGI has bytes here, Django's client a str
        scope = {**scope, "query_string": scope["query_string"].encode()}
    return request_of_scope(scope, base_path)


def _replace(client: Any, name: str, method: Callable[..., Any]) -> Undo:
    own = vars(client).get(name)
    setattr(client, name, method)

    def undo() -> None:
        if own is None:
            delattr(client, name)
        else:
            setattr(client, name, own)

    return undo


# the attributes that the clients of each library have, and the function that attaches a judge
_LIBRARIES: Iterable[tuple[tuple[str, ...], Callable[[Any, Judge], Undo]]] = (
    (("event_hooks", "send"), _attach_httpx),
    (("hooks", "prepare_request"), _attach_requests),
    (("open", "response_wrapper"), _attach_werkzeug),
    (("request", "generic", "handler"), _attach_django),
)
