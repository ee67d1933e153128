"""Envoy's external processing: the messages that Envoy shows, and a client of a decision server."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any, NamedTuple

import grpc

from deploy_contract_gateway.decide import messages

BUFFERED = {"request_body_mode": messages.BUFFERED, "response_body_mode": messages.BUFFERED}


def headers(*pairs: tuple[str, str], end: bool = False) -> dict[str, Any]:
    """Return the fields of HttpHeaders."""
    values = [{"key": name, "raw_value": value.encode("latin-1")} for name, value in pairs]
    return {"headers": {"headers": values}, "end_of_stream": end}


def encoded(part: str, content: Any, **more: Any) -> bytes:
    """Return the bytes of a message with one part of an exchange.

    The first message of a stream, which has headers, says how Envoy shows bodies.
    """
    if part.endswith("headers"):
        more.setdefault("protocol_config", BUFFERED)
    message: bytes = messages.ProcessingRequest(**{part: content}, **more).SerializeToString()
    return message


class Ended(NamedTuple):
    """The answers of a stream by their kinds, the status of an immediate one, and the code at the end."""

    kinds: list[str]
    status: int
    code: str


def exchanged(port: int, sent: Iterable[bytes]) -> tuple[list[bytes], str, str]:
    """Return the answers on a stream of its own, the code at its end, and the words of it."""
    answers: list[bytes] = []
    with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
        method = f"/{messages.SERVICE}/{messages.METHOD}"
        call = channel.stream_stream(method)(iter(sent), timeout=20)
        with suppress(grpc.RpcError):
            answers.extend(call)
        return answers, call.code().name, f"{call.details()} {call.trailing_metadata()}"


def ended(answers: Iterable[bytes], code: str) -> Ended:
    kinds, status = [], 0
    for data in answers:
        answer = messages.ProcessingResponse.FromString(data)
        kinds += [field.name for field, _ in answer.ListFields()]
        status = answer.immediate_response.status.code or status
    return Ended(kinds, status, code)


def streamed(port: int, sent: Iterable[bytes]) -> Ended:
    """Send messages over a stream of its own, and return its answers."""
    answers, code, _ = exchanged(port, sent)
    return ended(answers, code)
