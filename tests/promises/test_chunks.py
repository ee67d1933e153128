"""A body arrives whole however it is cut into pieces, at every door and in both directions."""

import itertools
from collections.abc import Iterator
from string import ascii_lowercase
from typing import Any

import pytest

from deploy_contract.middleware.buffers import FREE
from tests.support.applications import PATH, App, over_wsgi
from tests.support.engines import ENGINES, made

LIST = "/v2/deployments"
TYPE = "application/json"
SIZES = (0, 1, FREE - 1, FREE, FREE + 1)


def cuts() -> Iterator[list[int]]:
    """Yield the sizes of pieces: all pairs of sizes around that of a piece that needs no buffer, and a last one."""
    for sizes in itertools.product(SIZES, repeat=2):
        yield [*sizes, 60]


def pieces(sizes: list[int]) -> list[bytes]:
    head, tail = b'{"resources": [], "offset": 0, "x": "', b'"}'
    total = sum(sizes)
    count = total - len(head) - len(tail)
    letters = (ascii_lowercase.encode() * (count // 26 + 1))[:count]
    ends = list(itertools.accumulate(sizes))
    body = head + letters + tail
    return [body[end - size : end] for size, end in zip(sizes, ends, strict=True)]


def sent(
    over: Any, method: str, path: str, chunks: list[bytes], **options: Any
) -> tuple[int, bytes, bytes]:
    """Return status, the body that the application got, and the body that it answered with and the client got."""
    app, is_patch = App(pieces=chunks), method == "PATCH"
    send = over(app, contract=made(ENGINES[-1]), **options)
    answer = send(method, path, headers=None if is_patch else {}, pieces=chunks if is_patch else [])
    return answer.status, b"".join(app.given), answer.body


@pytest.mark.promise(4)
def test_a_request_in_any_pieces_is_judged_and_passed_on_whole(over: Any) -> None:
    for sizes in cuts():
        chunks = pieces(sizes)
        status, got, _ = sent(over, "PATCH", PATH, chunks, responses="off")
        assert (status, got) == (200, b"".join(chunks)), sizes


@pytest.mark.promise(4)
@pytest.mark.parametrize("responses", ["report", "enforce"])
def test_a_response_in_any_pieces_is_sent_on_whole(over: Any, responses: str) -> None:
    for sizes in cuts():
        chunks = pieces(sizes)
        status, _, got = sent(over, "GET", LIST, chunks, responses=responses)
        assert (status, got) == (200, b"".join(chunks)), sizes


@pytest.mark.promise(21)
@pytest.mark.parametrize(("again", "status"), [(TYPE, 200), ("", 200), ("text/plain", 415)])
def test_a_type_that_a_server_gives_by_two_names_counts_once(again: str, status: int) -> None:
    send = over_wsgi(App(), responses="off")
    assert send("PATCH", PATH, b"{}", HTTP_CONTENT_TYPE=again).status == status
