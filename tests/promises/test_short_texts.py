"""Numbers, strings, uuids and date-times: all short or nearly right texts are read as another reader does.

The judges read them by automata and tables; the readers here are naive.
"""

import calendar
import json
import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, islice, product
from typing import Any

import pytest

from deploy_contract import Contract
from deploy_contract_format.pointer import printable
from tests.support import usual_documents
from tests.support.document_doors import ONE, PATCH
from tests.support.effort import effort
from tests.support.engines import made
from tests.support.names import named

GREATEST = 2**53 - 1
UUID = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
DIGITS = (b"-", b"0", b"1", b"9", b".", b"e", b"E", b"+")
SIGNS = (
    b"a", b'"', b"\\", b"n", b"u0041", b"\\u00e4", b"\\ud83d", b"\\udE00", b"\\u12G4", b"\\/", b"\x1f", b"\x7f",
    "\u00e4".encode(), b"\xf0\x9f\x98", b"\x80", b"\xed\xa0", b"\xc0",
)  # fmt: skip
LONG = ("!#[]~zZ \x7faA0:,{}" * 3, "\u00e4\u20ac" * 8)  # of more signs than are read at once
SHARES = {"python": 97, "native": 1}  # of the texts each judge reads one in so many


def each_of(parts: Sequence[bytes], most: int) -> Iterator[bytes]:
    """Yield every sequence of at most so many parts."""
    return chain.from_iterable(
        map(b"".join, product(parts, repeat=length)) for length in range(1, most + 1)
    )


def near(text: str) -> Iterator[str]:
    """Yield texts that differ from one in a sign, lack one, or have one more."""
    for place in range(len(text) + 1):
        before, after = text[:place], text[place:]
        yield before + after[1:]
        for sign in map(chr, range(256)):
            yield before + sign + after
            yield before + sign + after[1:]


def read(text: bytes) -> Any:
    """Return the value of a JSON text; None if it has none that is a text of Unicode."""
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False).encode()
    except ValueError:
        return None
    return value


@pytest.mark.soak
@pytest.mark.promise(12, 13)
def test_numbers(engine: str) -> None:
    contract, wrong, count = made(engine), [], 0
    for text in islice(each_of(DIGITS, effort(5, 6)), 0, None, SHARES[engine]):
        is_number = read(text) is not None
        is_whole = is_number and Fraction(text.decode()).denominator == 1
        fits = is_whole and abs(Fraction(text.decode())) <= GREATEST
        body = b'{"source_config":{"resource_spec":{"memory_mb":%b}}}' % text
        rules = {found.rule for found in contract.check(body, PATCH, source="codehost").violations}
        if (not rules, "json-syntax" in rules) != (fits, not is_number):
            wrong.append(text)
        count += is_number
    assert wrong == []
    assert count > 1_000 / SHARES[engine]


@pytest.mark.promise(12, 37)
def test_the_order_of_numbers(engine: str) -> None:
    numerals = [text.decode() for text in each_of(DIGITS[:6], 4) if read(text) is not None]
    values = {text: Fraction(text) for text in numerals}
    near_zero = [text for text, value in values.items() if abs(value) <= GREATEST]
    contract, wrong = made(engine), []
    for lower, upper in islice(product(near_zero, near_zero), 0, None, SHARES[engine]):
        body = f'{{"source_config":{{"resource_spec":{{"cpu":{lower},"cpu_limit":{upper}}}}}}}'
        found = contract.check(body.encode(), PATCH, source="codehost").violations
        if bool(found) != (values[lower] > values[upper]):
            wrong.append((lower, upper))
    assert wrong == []
    assert len(near_zero) > 200


@pytest.mark.promise(3, 12)
def test_strings(engine: str) -> None:
    contract = Contract(engine=named(engine), unknown_fields="report")
    damaged = (
        long[:place].encode() + bytes([byte]) + long[place + 1 :].encode()
        for long in LONG
        for place in range(len(long))
        for byte in range(256)
    )
    wrong, count = [], 0
    for text in islice(chain(each_of(SIGNS, 4), damaged), 0, None, SHARES[engine]):
        members, pointers = read(b'{"%b":1}' % text), None
        if members is not None:
            pointers = [f"/{printable(key)}" for key in members]
            count += 1
        found = contract.check(b'{"%b":1}' % text, PATCH).violations
        is_read = not any(violation.rule.startswith("json-") for violation in found)
        if ([violation.pointer for violation in found] if is_read else None) != pointers:
            wrong.append(text)
    assert wrong == []
    assert count > 3_000 / SHARES[engine]


def is_uuid(text: str) -> bool:
    groups = text.split("-")
    digits = "".join(groups)
    return [len(group) for group in groups] == [8, 4, 4, 4, 12] and digits.strip(
        "0123456789abcdefABCDEF"
    ) == ""


DATE_TIME = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|([+-]\d\d):(\d\d))",
    re.ASCII | re.IGNORECASE,
)


def is_date_time(text: str) -> bool:
    """Return True for a date-time of RFC 3339, read with arithmetic.

    A leap second ends a day of UTC, at an offset that some country has or had: whole quarters of an
    hour from -12:00 to +14:00.
    """
    found = DATE_TIME.fullmatch(text)
    if found is None:
        return False
    year, month, day, hour, minute, second = map(int, found.groups()[:6])
    hours, minutes = found[7] or "+00", int(found[8] or 0)
    offset = int(hours[0] + "1") * (int(hours[1:]) * 60 + minutes)
    days = calendar.monthrange(2001, month)[1] if 1 <= month <= 12 else 0
    days += month == 2 and calendar.isleap(year)
    is_last_minute = (hour * 60 + minute - offset) % 1440 == 1439
    is_leap_second = is_last_minute and offset % 15 == 0 and -12 * 60 <= offset <= 14 * 60
    return (
        1 <= day <= days
        and max(hour, int(hours[1:])) < 24
        and max(minute, minutes) < 60
        and (second < 60 or (second == 60 and is_leap_second))
    )


def date_times() -> Iterator[str]:
    years = [*range(0, 10_000, 50), 1, 4, 1999, 2023, 2024, 9996, 9999]
    for year, month, day in product(
        years, range(14), (0, 1, 9, 10, 19, 20, 28, 29, 30, 31, 32, 40)
    ):
        yield f"{year:04}-{month:02}-{day:02}T12:00:00Z"
    for hour, minute in product(range(25), range(61)):
        time = f"{hour:02}:{minute:02}"
        for second in ("00", "59", "60", "61"):
            yield f"2016-12-31T{time}:{second}Z"
        for zone in ("+00:00", "-08:00", "+05:45", "-23:59"):
            yield f"2016-12-31T{time}:60{zone}"
        for local in ("23:59:60", "12:14:60", "23:59:59.5", "00:00:60"):
            yield from (f"2016-12-31T{local}+{time}", f"2016-12-31t{local}-{time}")
    for text in (
        "2026-01-31T12:00:00.25Z",
        "2024-02-29t23:59:60+00:00",
        "1998-12-31T15:59:60-08:00",
    ):
        yield from near(text)


TEXTS: dict[str, tuple[Callable[[str], bool], Callable[[], Iterator[str]]]] = {
    "id": (is_uuid, lambda: chain(near(UUID), near(UUID.upper()))),
    "created_at": (is_date_time, date_times),
}


@pytest.mark.promise(12)
@pytest.mark.parametrize("field", TEXTS)
def test_uuids_and_date_times(engine: str, field: str) -> None:
    (is_right, texts), contract = TEXTS[field], made(engine)
    row, wrong, counts = usual_documents.deployment(0), [], [0, 0]
    before, after = json.dumps(row | {field: "THIS"}).split("THIS")
    for text in islice(texts(), 0, None, SHARES[engine]):
        expected = is_right(text)
        if contract.check(before + json.dumps(text)[1:-1] + after, ONE).ok is not expected:
            wrong.append(text)
        counts[expected] += 1
    assert wrong == []
    assert min(counts) > 10_000 / SHARES[engine] or field == "id"
