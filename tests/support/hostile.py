"""Worst cases by size: each maker gives a message of about so many bytes that costs as much as that size can.

`DOCUMENTS` are bodies, `REQUESTS` whole requests.
"""

import gc
import gzip
import json
import threading
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from time import thread_time
from typing import Any

from deploy_contract_generated.names import EngineName

from deploy_contract import Contract, Request
from tests.support.applications import PATH, deployment, over_asgi, over_wsgi
from tests.support.document_doors import DOORS, JSON, PATCH, carry, judge, judged, refusing
from tests.support.generator import parsed
from tests.support.names import named

SMALL_STACK = 64 * 1024  # bytes, on which the parser of Python ends the process

Maker = Callable[[int], bytes]


def filled(before: str, part: str, after: str, between: str = ",") -> Maker:
    """Make texts with one part again and again."""

    def make(size: int) -> bytes:
        times = max(1, size // len((part + between).encode()))
        return (before + between.join([part] * times) + after).encode()

    return make


def numbered(before: str, part: str, after: str) -> Maker:
    """Make texts with a part in which `#` is another number each time."""

    def make(size: int) -> bytes:
        parts: list[str] = []
        for number in count():
            parts.append(part.replace("#", str(number)))
            size -= len(parts[-1]) + 1
            if size <= 0:
                return (before + ",".join(parts) + after).encode()
        raise AssertionError

    return make


def around(inner: Maker, before: str, after: str, times: int) -> Maker:
    """Make what another makes, below so many levels."""
    return lambda size: (before * times).encode() + inner(size) + (after * times).encode()


def mixed_case(size: int) -> bytes:
    """Keys that some readers take for `secrets`: other letter cases, and more and more NULs."""
    cases = (zip("secrets", format(number, "07b"), strict=True) for number in range(1, 128))
    keys = ["".join(sign.upper() if bit == "1" else sign for sign, bit in case) for case in cases]
    for nulls in count(1):
        if size < 0:
            break
        keys.append("secrets" + "\\u0000" * nulls)
        size -= 6 * nulls
    return ("{" + ",".join(f'"{key}":[]' for key in keys) + "}").encode()


def of_other_characters(size: int) -> bytes:
    """Keys of a character that no other key has."""
    keys = [f'"{chr(0x10000 + number * 7)}":1' for number in range(size // 8)]
    return ("{" + ",".join(keys) + "}").encode()


def made_of(
    kind: str, before: str = "", part: str = "", after: str = "", between: str = ",", **more: Any
) -> tuple[str, Maker]:
    """Return the kind and the maker of a row of `hostile.yaml`."""
    if "with" in more:
        row = json.dumps(deployment(**{"name": "a", **more["with"]}))
        return kind, numbered('{"offset":0,"resources":[', row, "]}")
    numbers = "#" in part
    return kind, numbered(before, part, after) if numbers else filled(before, part, after, between)


_SPEC = '{"source_config":{"resource_spec":{'

DOCUMENTS: dict[str, tuple[str, Maker]] = {
    "arrays within arrays": (PATCH, lambda size: b"[" * (size // 2) + b"]" * (size // 2)),
    "a value at the bottom of 30 arrays": (PATCH, around(filled("[", "0", ",1e300]"), '{"x":[', "]}", 15)),
    "a value at the bottom of 30 objects": (PATCH, around(filled("[", "0", ",1e300]"), '{"x":', "}", 30)),
    "a number of 1 and zeros, and an exponent that takes them back": (PATCH, lambda size: b'{"x":1' + b"0" * size + b"e-%d}" % size),
    "not UTF-8 at the end": (PATCH, lambda size: b'{"x":"' + b"x" * size + b'\xff"}'),
    "names that are taken for others": (PATCH, mixed_case),
    "volumes and mounts": (
        PATCH,
        lambda size: numbered(_SPEC + '"volumes":[', '{"name":"v#"}', "]")(size // 2)
        + numbered(',"volume_mounts":[', '{"name":"w#","mount_path":"/"}', "]}}}")(size // 2),
    ),
}  # fmt: skip
DEEP = (
    "arrays that never close", "objects that never close", "arrays within arrays",
    "a value at the bottom of 30 arrays", "a value at the bottom of 30 objects",
    "30 arrays deep, again and again", "33 arrays deep, at the end", "arrays 20 deep in every field",
)  # fmt: skip


def headed(part: Callable[[int], tuple[str, str]], long: int) -> Callable[[int], Request]:
    """Make requests with many headers, each of about so many bytes."""
    return lambda size: Request(
        "PATCH", PATH, "", (*JSON, *(part(index) for index in range(size // long))), b"{}"
    )


def asked(
    before: str = "", part: str = "", after: str = "", between: str = "", **more: str
) -> Callable[[int], Request]:
    """Make requests with one long path, query or header, for a row of `hostile.yaml`."""
    place, long = more["in"], filled(before, part, after, between)
    others = tuple(pair for pair in JSON if pair[0] != place)

    def make(size: int) -> Request:
        text = long(size).decode()
        if place == "path":
            return Request("PATCH", text, "", JSON, b"{}")
        if place == "query":
            return Request("GET", "/v2/deployments", text)
        return Request("PATCH", PATH, "", (*others, (place, text)), b"{}")

    return make


def coded(coding: str, body: Maker) -> Callable[[int], Request]:
    return lambda size: Request(
        "PATCH", PATH, "", (*JSON, ("content-encoding", coding)), body(size)
    )


def bomb(size: int) -> bytes:
    """About so many bytes that become about a thousand times as many: the most that deflate does."""
    return gzip.compress(b"[" + b" " * (size * 1000), 9)


def long_name(size: int) -> bytes:
    """Return a gzip member whose header goes on and on (RFC 1952, section 2.3: a file name ends with a NUL)."""
    return b"\x1f\x8b\x08\x08\0\0\0\0\0\xff" + b"n" * size


def empty_blocks(size: int) -> bytes:
    """Deflate blocks that hold nothing (RFC 1951, section 3.2.4)."""
    return zlib.compress(b"")[:2] + b"\0\0\0\xff\xff" * (size // 5)


REQUESTS: dict[str, Callable[[int], Request]] = {
    "names that are near": lambda size: Request("GET", "/v2/deployments", "&".join(f"limi{index}" for index in range(size // 10))),
    "headers": headed(lambda index: (f"x-{index}", "y"), 10),
    "headers of one name": headed(lambda _index: ("accept", "y"), 10),
    "types": headed(lambda _index: ("content-type", "application/json"), 30),
    "encodings": headed(lambda _index: ("content-encoding", "gzip"), 30),
    "a gzip bomb": coded("gzip", lambda size: bomb(size // 1000 + 1)),
    "a gzip bomb in a gzip bomb": coded("gzip", lambda size: gzip.compress(bomb(size // 1000 + 1))),
    "many gzip members": coded("gzip", lambda size: gzip.compress(b"{}", mtime=0) * (size // 22)),
    "a gzip header that never ends": coded("gzip", long_name),
    "blocks that hold nothing": coded("deflate", empty_blocks),
    "no gzip": coded("gzip", lambda size: b"x" * size),
}  # fmt: skip
_TABLES: dict[str, Any] = parsed(Path(__file__).with_suffix(".yaml").read_text("utf-8"))[0].value
REQUESTS |= {name: asked(**row) for name, row in _TABLES["requests"].items()}
DOCUMENTS |= {name: made_of(**row) for name, row in _TABLES["documents"].items()}
COSTLY = {name: made_of(**row) for name, row in _TABLES["costly"].items()}
COSTLY["keys of other characters each"] = PATCH, of_other_characters
DOCUMENTS |= COSTLY
LAUGHS = "a0: &a0 [lol]\n" + "".join(
    f"a{index}: &a{index} [{', '.join([f'*a{index - 1}'] * 10)}]\n" for index in range(1, 20)
)
# the maker of a file of YAML, and the rule that refuses it, whatever its size
YAML: dict[str, tuple[Maker, str | None]] = {
    "a billion laughs": (filled(LAUGHS + "# ", "x", "", ""), "yaml-size"),
    "keys": (lambda size: "".join(f"k{i}: 1\n" for i in range(size // 9)).encode(), None),
    "merged maps": (
        lambda size: b"a: &a {b: 1, c: 2}\n" + b"".join(b"k%d: {<<: *a, d: 1}\n" % i for i in range(size // 20)),
        "yaml-ambiguous",
    ),
}  # fmt: skip
YAML |= {
    name: (filled(row.get("before", ""), row["part"], row.get("after", ""), ""), row.get("rule"))
    for name, row in _TABLES["yaml"].items()
}


def seconds(task: Callable[[], object], times: int = 3) -> float:
    """Return the least time of the processor that a task takes in this thread, without that of the garbage of others (as `timeit`)."""
    best = float("inf")
    collects = gc.isenabled()
    gc.disable()
    try:
        for _ in range(times):
            start = thread_time()
            task()
            best = min(best, thread_time() - start)
    finally:
        if collects:
            gc.enable()
    return max(best, 1e-7)  # for a clock that stood still


def all_on_a_small_stack(engine: EngineName, size: int) -> int:
    """Take every worst case through a door in a small thread, and what is deep through every one.

    Contracts are made there too. Return the number of cases. What is out of stack ends the process:
    call this in one of its own.
    """

    def judge_all() -> int:
        strict = Contract(engine=engine, unknown_fields="reject")
        contract = Contract(engine=engine)
        nested: Any = []
        for _ in range(100_000):
            nested = [nested]
        assert judged(contract.check(nested, PATCH)) == refusing("json-depth")
        for name, (kind, make) in DOCUMENTS.items():
            for door in DOORS if name in DEEP else ():
                judge(contract, door, kind, make(size))
            report = strict.check(make(size), named(kind))
            assert str((report.to_dict(), report.value, report.violations))
        for number, made in enumerate(REQUESTS.values()):
            carry(contract, (over_asgi, over_wsgi)[number % 2], made(size))
            strict.check_request(made(size))
        return len(DOCUMENTS) + len(DEEP) * len(DOORS) + 2 * len(REQUESTS)

    threading.stack_size(SMALL_STACK)  # of the next thread
    with ThreadPoolExecutor(1) as small:
        return small.submit(judge_all).result()
