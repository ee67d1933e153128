"""Traffic that a gateway leaves alone, for tests: lifespan, a WebSocket, mounts; a Starlette application."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket
from starlette_app import app as service
from starlette_app import deployments, patch

from deploy_contract import Contract
from deploy_contract.asgi import ContractMiddleware


@asynccontextmanager
async def lifespan(_app: Starlette) -> AsyncIterator[dict[str, str]]:
    yield {"life": "began"}


async def life(request: Request) -> JSONResponse:
    return JSONResponse({"life": request.state.life})


async def echo(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text(await socket.receive_text())
    await socket.close()


operations = [
    Route("/v2/deployments", deployments),
    Route("/v2/deployments/{deployment_id}", patch, methods=["PATCH"]),
]
app = Starlette(
    lifespan=lifespan,
    routes=[
        Route("/life", life),
        WebSocketRoute("/v2/deployments", echo),  # a path of an operation, but not by HTTP
        Mount("/inside", service),  # the contract is inside of the mount
        Mount("/outside", routes=operations),  # the contract is outside, and knows the prefix
    ],
)
app.add_middleware(ContractMiddleware, contract=Contract(base_path="/outside"), responses="enforce")
