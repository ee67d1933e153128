"""The gRPC server of the decision server: questions of Envoy, streams of Envoy, and health checks.

- `envoy.service.auth.v3.Authorization`: a question has the whole request. The middleware judges it
  as a connection of ASGI, so verdict and problem details are the same as over HTTP. Envoy must send
  bodies as bytes (`pack_as_bytes: true`), because Envoy alters a text that is not UTF-8.
- `envoy.service.ext_proc.v3.ExternalProcessor`: see `streams`.
- `grpc.health.v1.Health`: two methods. The package grpcio-health-checking would bind users to versions
  of protobuf.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import grpc

from deploy_contract.asgi import App, Message
from deploy_contract.http.headers import header_values
from deploy_contract_gateway import problems
from deploy_contract_gateway.app import ServingApp
from deploy_contract_gateway.decide import messages
from deploy_contract_gateway.decide.dialects import STREAM, Original, read_envoy, read_question
from deploy_contract_gateway.decide.settings import DecideSettings
from deploy_contract_gateway.decide.streams import UNKNOWN_METHOD, Stream, StreamError
from deploy_contract_gateway.exchange import HeaderPairs
from deploy_contract_gateway.settings import Settings
from deploy_contract_gateway.tls import watched
from deploy_contract_serving.problems import Problem

_SERVING, _NOT_SERVING, _UNKNOWN = 1, 2, 3  # ServingStatus of grpc.health.v1
_SERVICES = ("", messages.SERVICE, messages.AUTHORIZATION)
_PASSES = 200


class GrpcServer:
    """The gRPC server of a worker. All workers bind its address; the kernel distributes connections."""

    def __init__(self, settings: DecideSettings, app: ServingApp, buffer_bytes: int) -> None:
        self._app, self._drain_seconds = app, settings.drain_seconds
        self._stopping = asyncio.Event()
        # Envoy shows a body in one message. A message beyond this limit breaks its stream, and then
        # Envoy may let the request pass. So the limit is above the limits of bodies: if a body is
        # too long, its message still arrives, and the request is refused.
        body = max(settings.request_bytes, settings.response_bytes, buffer_bytes)
        self._server = grpc.aio.server(
            options=[
                ("grpc.so_reuseport", 1),
                ("grpc.max_receive_message_length", body + messages.HEAD_BYTES),
                ("grpc.max_metadata_size", settings.header_bytes),
                ("grpc.max_concurrent_streams", settings.connections),
            ]
        )
        unary, stream = grpc.unary_unary_rpc_method_handler, grpc.unary_stream_rpc_method_handler
        process = grpc.stream_stream_rpc_method_handler(self._process)
        check, watch = unary(self._health_check), stream(self._health_watch)
        services = {
            messages.SERVICE: {messages.METHOD: process},
            messages.AUTHORIZATION: {"Check": unary(self._check)},
            messages.HEALTH: {"Check": check, "Watch": watch},
        }
        self._server.add_generic_rpc_handlers(
            [grpc.method_handlers_generic_handler(name, row) for name, row in services.items()]
        )
        address, credentials = str(settings.grpc_listen), _credentials(settings, app.log.event)
        if credentials is None:
            self._server.add_insecure_port(address)
        else:
            self._server.add_secure_port(address, credentials)

    async def start(self) -> None:
        """Accept connections."""
        await self._server.start()

    async def stop(self) -> None:
        """Accept no more streams. End the streams under way after `drain_seconds`."""
        self._stopping.set()
        await self._server.stop(self._drain_seconds)

    async def _check(self, data: bytes, context: Any) -> bytes:
        try:
            return await answer(self._app, data)
        except StreamError as error:
            await context.abort(grpc.StatusCode.INVALID_ARGUMENT, error.problem.detail)
            raise AssertionError from error  # abort raises

    async def _process(self, received: AsyncIterator[bytes], context: Any) -> None:
        """Serve one stream. A broken stream ends with an error, so that Envoy passes nothing."""
        stream = Stream(lambda: anext(received, None), context.write)
        try:
            state = {"stream": stream}
            scope = {"type": "http", "method": UNKNOWN_METHOD, "http_version": "2", "state": state}
            await self._app.stream(scope, stream.receive, stream.send)
            while await stream.next():  # Envoy may keep the stream for seconds
                pass
        except StreamError as error:
            await context.abort(grpc.StatusCode.FAILED_PRECONDITION, error.problem.detail)
        finally:
            stream.close()

    async def _health_check(self, data: bytes, context: Any) -> bytes:
        """Return the state of a service. An unknown service is an error (NOT_FOUND)."""
        state = await self._state(data, context)
        if state == _UNKNOWN:
            await context.abort(grpc.StatusCode.NOT_FOUND, "there is no such service")
        return _health(state)

    async def _health_watch(self, data: bytes, context: Any) -> AsyncIterator[bytes]:
        """Return the state of a service now, and when it changes."""
        state = await self._state(data, context)
        yield _health(state)
        await self._stopping.wait()
        if state == _SERVING:
            yield _health(_NOT_SERVING)

    async def _state(self, data: bytes, context: Any) -> int:
        try:
            service = messages.HealthCheckRequest.FromString(data).service
        except Exception:  # protobuf's DecodeError; its text may hold values
            await context.abort(grpc.StatusCode.INVALID_ARGUMENT, problems.MALFORMED_MESSAGE.detail)
            raise
        if service not in _SERVICES:
            return _UNKNOWN
        return _NOT_SERVING if self._stopping.is_set() else _SERVING


def _health(state: int) -> bytes:
    return messages.encoded(messages.HealthCheckResponse(status=state))


def _credentials(settings: Settings, report: Callable[..., None]) -> Any | None:
    """Return the certificates for gRPC, or None. Each handshake uses those in the files."""
    files = watched(settings, "listen", report)
    if files is None:
        return None
    used = files.contents

    def configuration() -> Any:
        cert, key, authorities = used
        return grpc.ssl_server_certificate_configuration([(key, cert)], authorities or None)

    def changed() -> Any | None:
        nonlocal used
        before, used = used, files.current().contents
        return None if used is before else configuration()  # None: the TLS context stays

    asks_clients = files.authorities.path is not None
    return grpc.dynamic_ssl_server_credentials(
        configuration(), changed, require_client_authentication=asks_clients
    )


async def answer(app: App, data: bytes) -> bytes:
    """Return the answer of the application to a message of Envoy.

    In the state of the scope, `question` is the original request or the problem of the question.
    `lacks_body` is True if the headers state a body that the message lacks.

    Raises:
        StreamError: the message is malformed.
    """
    try:
        request = messages.CheckRequest.FromString(data).attributes.request.http
    except Exception:  # protobuf's DecodeError; its text may hold values
        raise StreamError(problems.MALFORMED_MESSAGE) from None
    headers = _headers(request)
    question = _question(request, headers)
    states_body = any(value.strip("0") for value in header_values(headers, "content-length"))
    scope: dict[str, Any] = {
        "type": "http",
        "method": question.method if isinstance(question, Original) else UNKNOWN_METHOD,
        "http_version": "2",
        "headers": headers,
        "state": {
            "question": question,
            "lacks_body": states_body and not request.raw_body,
            "disconnected": True,  # if the call is cancelled, Envoy no longer waits
        },
    }
    waiting: list[Message] = [
        {"type": "http.request", "body": request.raw_body, "more_body": False}
    ]
    sent: list[Message] = []

    async def receive() -> Message:
        return waiting.pop() if waiting else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    start, *parts = sent
    if start["status"] == _PASSES:
        return messages.passing(start["headers"])
    body = b"".join([part.get("body", b"") for part in parts])
    return messages.denying(start["status"], start["headers"], body)


def _headers(request: Any) -> HeaderPairs:
    """Return the headers of a request, without pseudo-headers.

    Envoy joins the values of a repeated header by commas, unless `encode_raw_headers` is on.
    """
    if request.HasField("header_map"):
        return messages.split_headers(request.header_map.headers)[1]
    pairs = [(entry.key.lower(), entry.value) for entry in request.headers]
    return [pair for pair in pairs if not pair[0].startswith(b":")]


def _question(request: Any, headers: HeaderPairs) -> Original | Problem:
    if request.body:
        return problems.TEXT_BODY
    line = [(b":method", request.method), (b":path", request.path)]
    found = read_question(STREAM, line)
    return found if isinstance(found, Problem) else read_envoy(found, headers)
