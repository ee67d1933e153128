"""Envoy's external authorization (ext_authz) over gRPC: a question with the whole request.

A question is a connection of ASGI to the middleware, as a question over HTTP is. It has the same
verdict and the same problem details. Envoy must send bodies as bytes (`pack_as_bytes: true`), since
it alters a body that is not UTF-8 if it sends a text.
"""

from typing import Any

from deploy_contract_gateway import problems
from deploy_contract_gateway.decide import messages
from deploy_contract_gateway.decide.dialects import (
    STREAM,
    HeaderPairs,
    Original,
    read_envoy,
    read_question,
)
from deploy_contract_gateway.decide.streams import StreamError
from deploy_contract_gateway.exchange import App, Message
from deploy_contract_serving.problems import Problem

_PASSES = 200


async def answer(app: App, data: bytes) -> bytes:
    """Return the answer to a message of Envoy.

    Args:
        app: answers the question. The state of its scope has the original request, or what is
            wrong with the question, as `question`, and whether the stated body is not there, as
            `lacks_body`.
        data: the message.

    Raises:
        StreamError: the message is malformed.
    """
    try:
        request = messages.CheckRequest.FromString(data).attributes.request.http
    except Exception:  # protobuf's DecodeError; its text may hold values
        raise StreamError(problems.MALFORMED_MESSAGE) from None
    headers = _headers(request)
    question = _question(request, headers)
    scope: dict[str, Any] = {
        "type": "http",
        "method": question.method if isinstance(question, Original) else "-",
        "http_version": "2",
        "headers": headers,
        "state": {
            "question": question,
            "lacks_body": not request.raw_body and _states_a_body(headers),
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

    Envoy joins repeated ones by commas, unless `encode_raw_headers` is on.
    """
    if request.HasField("header_map"):
        return messages.split_headers(request.header_map.headers)[1]
    pairs = [(entry.key.lower(), entry.value) for entry in request.headers]
    return [pair for pair in pairs if not pair[0].startswith(b":")]


def _states_a_body(headers: HeaderPairs) -> bool:
    return any(name == b"content-length" and value.strip(b"0") for name, value in headers)


def _question(request: Any, headers: HeaderPairs) -> Original | Problem:
    if request.body:
        return problems.TEXT_BODY
    line = [(b":method", request.method), (b":path", request.path)]
    found = read_question(STREAM, line)
    if isinstance(found, Problem):
        return found
    return read_envoy(found.method, found.target, headers, b"")
