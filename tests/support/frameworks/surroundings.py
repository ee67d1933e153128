"""Traffic that a gateway leaves alone, for tests: lifespan, a WebSocket, a stream, mounts; a Starlette application."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, StreamingResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket
from starlette_app import app as service
from starlette_app import deployments, patch

from deploy_contract import Contract
from deploy_contract.asgi import ContractMiddleware

released = asyncio.Event()


@asynccontextmanager
async def lifespan(_app: Starlette) -> AsyncIterator[dict[str, str]]:
    yield {"life": "began"}


async def life(request: Request) -> JSONResponse:
    return JSONResponse({"life": request.state.life})


async def echo(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text(await socket.receive_text())
    await socket.close()


async def stream(_request: Request) -> StreamingResponse:
    async def chunks() -> AsyncIterator[bytes]:
        yield b"first "
        async with asyncio.timeout(5):
            await released.wait()
        released.clear()
        yield b"second"

    return StreamingResponse(chunks())


async def release(_request: Request) -> JSONResponse:
    released.set()
    return JSONResponse({})


operations = [
    Route("/v2/deployments", deployments),
    Route("/v2/deployments/{deployment_id}", patch, methods=["PATCH"]),
]
app = Starlette(
    lifespan=lifespan,
    routes=[
        Route("/life", life),
        Route("/stream", stream),
        Route("/release", release),
        WebSocketRoute("/v2/deployments", echo),  # a path of an operation, but not by HTTP
        Mount("/inside", service),  # the contract is inside of the mount
        Mount("/outside", routes=operations),  # the contract is outside, and knows the prefix
    ],
)
app.add_middleware(ContractMiddleware, contract=Contract(base_path="/outside"), responses="enforce")
