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
from deploy_contract_gateway.exchange import Message
from deploy_contract_serving.problems import Problem

_PASSES = 200


class Check:
    """A question about one request.

    Args:
        data: the message of Envoy.

    Attributes:
        scope: the scope of the question. Its state has the original request, or what is wrong with
            the question, as `question`.

    Raises:
        StreamError: the message is malformed.
    """

    def __init__(self, data: bytes) -> None:
        try:
            request = messages.CheckRequest.FromString(data).attributes.request.http
        except Exception:  # protobuf's DecodeError; its text may hold values
            raise StreamError(problems.MALFORMED_MESSAGE) from None
        headers = _headers(request)
        self._body: bytes | None = request.raw_body
        question = _question(request, headers)
        method = question.method if isinstance(question, Original) else "-"
        self.scope: dict[str, Any] = {
            "type": "http",
            "method": method,
            "http_version": "2",
            "headers": headers,
            "state": {"question": question},
        }
        self._start: Message = {}
        self._answer = b""

    async def receive(self) -> Message:
        """Return the body of the request, and then the end of the connection."""
        body, self._body = self._body, None
        if body is None:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(self, message: Message) -> None:
        """Take a message of the answer."""
        if message["type"] == "http.response.start":
            self._start = message
        else:
            self._answer += message.get("body", b"")

    @property
    def answer(self) -> bytes:
        """The message for Envoy."""
        status, headers = self._start["status"], self._start["headers"]
        if status == _PASSES:
            return messages.passing(headers)
        return messages.denying(status, headers, self._answer)


def _headers(request: Any) -> HeaderPairs:
    """Return the headers of a request, without pseudo-headers.

    Envoy joins repeated ones by commas, unless `encode_raw_headers` is on.
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
    if isinstance(found, Problem):
        return found
    return read_envoy(found.method, found.target, headers, b"")
