"""The answers to a gateway: 200 with the verdict, or problem details for the client."""

import json
from typing import Any

from deploy_contract import Report
from deploy_contract.answers import Answer, problem
from deploy_contract_gateway.exchange import Exchange, Send

VERDICT = b"x-deploy-contract-verdict"
OPERATION = b"x-deploy-contract-operation"
STATUS = "x-deploy-contract-status"
PROBLEM = "x-deploy-contract-problem"
_MAX_PROBLEM = 3000  # bytes of the header: nginx reads 4 KiB of headers by default
_EMPTY = (b"content-length", b"0")


async def allow(scope: Any, _receive: object, send: Send) -> None:
    """Answer that the request may pass: an ASGI application behind the middleware."""
    headers = _allowance(scope["state"]["exchange"])
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def only_403(report: Report, status: int) -> Answer:
    """Return an answer with status 403, and with status and problem for the client in headers.

    nginx drops the body of the answer, and takes every other status for a failure.
    """
    answer = problem(report, status)
    if status >= 500:
        return answer
    details = json.loads(answer.body)
    text = json.dumps(details)
    while len(text) > _MAX_PROBLEM and details["violations"]:
        details["violations"].pop()
        text = json.dumps(details)
    told = ((STATUS, str(status)), (PROBLEM, text))
    return answer._replace(status=403, headers=(*answer.headers, *told))


def _allowance(exchange: Exchange) -> list[tuple[bytes, bytes]]:
    """Return the headers of the answer that a request may pass."""
    headers = [_EMPTY, (VERDICT, _verdict(exchange))]
    operation = exchange.operation
    if operation is not None:
        headers.append((OPERATION, operation.encode("ascii")))
    return headers


def _verdict(exchange: Exchange) -> bytes:
    """Return the verdict on the request, `not-judged` if there is none."""
    if not exchange.observations:
        return b"not-judged"
    return exchange.observations[-1].verdict.encode("ascii")
