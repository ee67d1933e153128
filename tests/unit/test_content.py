"""Headers and content codings as tables: header values -> media type, charset, coding, body."""

import gzip
import zlib
from typing import Any

import pytest

from deploy_contract import ContractError
from deploy_contract.http.bodies import (
    decode_body,
    media_type_fault,
    names_other_charset,
    parse_coding,
)
from deploy_contract.http.headers import content_headers, content_types
from deploy_contract_format.errors import TextError

JSON = "application/json"

MEDIA_TYPES = [
    ([JSON], None),
    (["Application/JSON"], None),
    ([f" {JSON} "], None),
    ([f"{JSON};charset=utf-8"], None),
    ([f'{JSON} ; Charset="UTF-8"'], None),
    ([f"{JSON};version=1"], None),
    ([f"{JSON};"], None),
    ([], "content-type"),
    ([JSON, JSON], "content-type"),
    (["text/plain"], "content-type"),
    (["application/merge-patch+json"], "content-type"),
    ([f"{JSON}, text/plain"], "content-type"),
    ([f"{JSON};" + " " * 1024], "content-type"),
    ([f"{JSON};charset=latin-1"], "content-charset"),
    ([f"{JSON};charset=utf-8;charset=utf-8"], "content-charset"),
    ([f"{JSON};charset*=utf-8''utf-16"], "content-charset"),
    ([f"{JSON};charset*0=utf-16"], "content-charset"),
]

OTHER_CHARSETS = [
    ([], False),
    ([("content-type", "text/plain")], False),
    ([("content-type", "text/plain; charset=utf-8")], False),
    ([("Content-Type", "text/plain; charset=utf-16")], True),
    ([(b"content-type", b"text/plain; charset=utf-16")], True),
    ([("content-type", "nonsense charset = utf-16")], True),
    ([("content-type", "nonsense")], False),
    ([("content-type", "a/b, c/d; x*=y")], True),
    ([("content-type", "a/b;" + "x" * 1024)], False),
    ([("content-type", "a/b;" + "x" * 1024 + ";charset=")], True),
    ([("x-type", "text/plain; charset=utf-16")], False),
]

CODINGS = [
    ([], "identity"),
    (["identity"], "identity"),
    ([" GZIP\t"], "gzip"),
    (["x-gzip"], "x-gzip"),
    (["deflate"], "deflate"),
    (["br"], None),
    (["gzip, gzip"], None),
    (["gzip", "identity"], None),
]

TEXT = b'{"name": "checkout"}'
LIMIT = len(TEXT)
BODIES: list[tuple[bytes, str, Any]] = [
    (TEXT, "identity", TEXT),
    (gzip.compress(TEXT, mtime=0), "gzip", TEXT),
    (gzip.compress(TEXT, mtime=0), "x-gzip", TEXT),
    (zlib.compress(TEXT), "deflate", TEXT),
    (gzip.compress(TEXT + b" ", mtime=0), "gzip", "json-size"),
    (gzip.compress(TEXT, mtime=0)[:-1], "gzip", "content-decoding"),
    (gzip.compress(TEXT, mtime=0) + b"x", "gzip", "content-decoding"),
    (gzip.compress(TEXT, mtime=0) * 2, "gzip", "content-decoding"),
    (zlib.compress(TEXT)[2:-4], "deflate", "content-decoding"),  # without zlib's header
    (TEXT, "gzip", "content-decoding"),
]


@pytest.mark.parametrize(("types", "rule"), MEDIA_TYPES)
def test_the_media_type_is_one_value_by_the_grammar(types: list[str], rule: str | None) -> None:
    assert media_type_fault(types, JSON) == rule


@pytest.mark.parametrize(("headers", "expected"), OTHER_CHARSETS)
def test_a_charset_counts_that_any_reader_finds(headers: Any, expected: bool) -> None:
    assert names_other_charset(headers) is expected


@pytest.mark.parametrize(("values", "coding"), CODINGS)
def test_a_content_coding_is_one_that_is_known(values: list[str], coding: str | None) -> None:
    assert parse_coding(values) == coding


@pytest.mark.parametrize(("body", "coding", "expected"), BODIES)
def test_a_body_is_decoded_within_the_limit_or_refused(
    body: bytes, coding: str, expected: Any
) -> None:
    if isinstance(expected, bytes):
        assert decode_body(body, coding, LIMIT) == expected
        return
    with pytest.raises(TextError) as error:
        decode_body(body, coding, LIMIT)
    assert error.value.rule == expected


HEADERS: list[tuple[Any, tuple[list[str], list[str]]]] = [
    ([], ([], [])),
    ({"Content-Type": JSON}, ([JSON], [])),
    ([("content-type", "a"), (b"CONTENT-TYPE", b"b")], (["a", "b"], [])),
    ([("content-encoding", "gzip"), ("content-encoding", " ")], ([], ["gzip"])),
    (iter([("content-type", "a")]), (["a"], [])),
    ([(memoryview(b"content-type"), memoryview(b"a"))], (["a"], [])),
]


@pytest.mark.parametrize(("headers", "expected"), HEADERS)
def test_headers_may_be_pairs_or_a_dict_of_text_or_bytes(
    headers: Any, expected: tuple[list[str], list[str]]
) -> None:
    assert content_headers(headers) == expected


@pytest.mark.parametrize("headers", ["text", [1], [("a",)], 7, [(1, 2)]])
@pytest.mark.parametrize("read", [content_headers, content_types])
def test_headers_of_another_form_are_the_mistake_of_the_caller(headers: Any, read: Any) -> None:
    with pytest.raises(ContractError):
        read(headers)
