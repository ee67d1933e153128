"""The gRPC server for Envoy's external processing (ext_proc). README.md compares libraries."""

from typing import Any

import grpc

from deploy_contract_gateway.app import ServingApp
from deploy_contract_gateway.decide import messages
from deploy_contract_gateway.decide.runtime import DecideRuntime
from deploy_contract_gateway.decide.settings import DecideSettings
from deploy_contract_gateway.decide.streams import Stream, StreamError


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

        async def read() -> bytes | None:
            data = await context.read()
            return None if data is grpc.aio.EOF else data

        stream = Stream(read, context.write)
        try:
            # the method is not known before the first message
            scope = {
                "type": "http",
                "method": "-",
                "http_version": "2",
                "state": {"stream": stream},
            }
            await self._app.serve(scope, stream.receive, stream.send)
            while await stream.next():  # Envoy may keep the stream for seconds
                pass
        except StreamError as error:
            await context.abort(grpc.StatusCode.FAILED_PRECONDITION, error.problem.detail)
        finally:
            stream.close()
