"""The gRPC server for Envoy's external processing (ext_proc). README.md compares libraries."""

import asyncio
from typing import Any

import grpc

from deploy_contract_gateway import problems
from deploy_contract_gateway.app import ServingApp, send_nothing
from deploy_contract_gateway.decide import messages
from deploy_contract_gateway.decide.order import StreamError
from deploy_contract_gateway.decide.runtime import DecideRuntime
from deploy_contract_gateway.decide.settings import DecideSettings
from deploy_contract_gateway.problems import NOT_SHOWN

_NOTHING = "-"  # in place of the method, until Envoy shows it


class ProcessingServer:
    """A server of streams. All workers bind its address; the kernel shares out the connections."""

    def __init__(self, settings: DecideSettings, app: ServingApp) -> None:
        self._app = app
        assert isinstance(app.runtime, DecideRuntime)
        # Envoy shows a body in one message. A longer message than is taken breaks its stream, and
        # then Envoy may let it pass. A body that is too long is refused with its message.
        body = max(settings.request_bytes, settings.response_bytes, app.runtime.buffer_bytes)
        self._server = grpc.aio.server(
            options=[
                ("grpc.so_reuseport", 1),
                ("grpc.max_receive_message_length", body + messages.HEAD_BYTES),
                ("grpc.max_metadata_size", settings.header_bytes),
                ("grpc.max_concurrent_streams", settings.connections),
            ]
        )
        process = grpc.stream_stream_rpc_method_handler(self._process)
        handlers = {messages.METHOD: process}
        self._server.add_generic_rpc_handlers(
            [grpc.method_handlers_generic_handler(messages.SERVICE, handlers)]
        )
        self._server.add_insecure_port(str(settings.grpc_listen))

    async def start(self) -> None:
        """Accept connections."""
        await self._server.start()

    async def stop(self, seconds: float) -> None:
        """Accept no more streams, and end those under way after some seconds."""
        await self._server.stop(seconds)

    async def _process(self, _messages: object, context: Any) -> None:
        """Serve one stream. A broken one ends with an error, which Envoy does not take for a pass."""
        app = self._app
        runtime = app.runtime
        assert isinstance(runtime, DecideRuntime)
        exchange = app.begin(_NOTHING, send_nothing)
        stream = runtime.open_stream(exchange)
        reader = _Reader(context)
        recorded = False
        try:
            while True:
                data = await reader.read(stream.patience())
                if data is grpc.aio.EOF:
                    break
                answer = await (stream.expire() if data is None else stream.take(data))
                del data  # it may be long, and the next message may be long in coming
                if answer is not None:
                    await context.write(answer)
                if stream.ended and not recorded:  # Envoy may keep the stream for seconds
                    recorded = True
                    app.end(exchange)
        except asyncio.CancelledError:
            if exchange.status is None and exchange.method == _NOTHING:
                exchange.reason, exchange.status = NOT_SHOWN.reason, NOT_SHOWN.status
            elif not stream.ended:  # else Envoy needs no more of it
                exchange.reason = exchange.reason or "client-gone"
            raise
        except StreamError as error:
            exchange.reason, exchange.status = error.problem.reason, error.problem.status
            await context.abort(grpc.StatusCode.FAILED_PRECONDITION, error.problem.detail)
        except Exception as error:  # a fault of the program; the text may hold values
            app.fail(exchange, error)
            exchange.status = problems.INTERNAL.status
            await context.abort(grpc.StatusCode.INTERNAL, problems.INTERNAL.detail)
        finally:
            reader.close()
            stream.close()
            runtime.leave()
            if not recorded:
                app.end(exchange)


class _Reader:
    """The messages of a stream. gRPC cannot give up a read, so it goes on after a time limit."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._reading: asyncio.Task[Any] | None = None

    async def read(self, seconds: float | None) -> Any:
        """Return the next message, None if it has not come after `seconds`."""
        if self._reading is None:
            if seconds is None:  # most messages need no task
                return await self._context.read()
            self._reading = asyncio.create_task(self._context.read())
        await asyncio.wait([self._reading], timeout=None if seconds is None else max(seconds, 0))
        if not self._reading.done():
            return None
        reading, self._reading = self._reading, None
        return reading.result()

    def close(self) -> None:
        """Wait for no message any more."""
        if self._reading is not None:
            self._reading.cancel()
