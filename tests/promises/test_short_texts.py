"""Numbers, strings, uuids and date-times: all short or nearly right texts are read as another reader does.

The judges read them by automata and tables; the readers here are naive.
"""

import calendar
import json
import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import chain, islice, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from deploy_contract import Contract
from deploy_contract_format.pointer import printable
from tests.support import policies, usual_documents
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


NUMERALS = [
    "0", "-0", "0.0", "-0e-9999", "0e9999", "1e-324", "4e-324", "5e-324", "-1e-400", "1e-9999", "2.4703282292062327208e-324",
    "512", "512.0", "5.12e2", "51200e-2", "0.000512e6", "512.00000000000000001", "511.9999999999999999999999", "0.5", "1.5e1",
    "9007199254740991", "9007199254740991.0", "9007199254740991.4", "9007199254740990.4", "9007199254740990.99999999999",
    "9007199254740991.00000000000000000001", "9007199254740992", "-9007199254740991", "-9007199254740991.1", "90071992547409910e-1",
    "9.007199254740991e15", "9.0071992547409911e15", "0.30000000000000004", "0.1", "0.10000000000000000000001", "0.0999999999999999999999",
    "0.1000000000000000055511151231257827", "0.3", "0.29999999999999998", "0.29999999999999999", "0.299999999999999988897769753748",
    "1.7976931348623157e308", "1.7976931348623158079e308", "1.797693134862315808e308", "1e308", "-1e309", "1e9999", "123456789012345678901234567890",
    "1234567890123456.0", "1234567890123456.7", "1234567890123456.7e1", "12345678.12345678", "1" + "0" * 399, "0." + "0" * 397 + "1", "1." + "0" * 397 + "1",
]  # fmt: skip


def numerals(count: int) -> list[str]:
    """Return numerals at and around the bounds, and random ones."""
    chance = Random(28)
    found = list(NUMERALS)
    for _ in range(count):
        before = str(
            chance.choice([0, 1, 5, 512, GREATEST, GREATEST - 1, chance.randrange(10**18)])
        )
        after = "".join(chance.choices("0019", k=chance.choice([0, 1, 3, 17, 40])))
        power = chance.choice(["", "", "", "e0", "E-1", "e+2", "e-16", "e-330", "e15"])
        found.append(chance.choice(["", "-"]) + before + ("." + after if after else "") + power)
    return found


PAIRS = [
    ("2", "1"), ("2.00000000000000001", "1"), ("2", "0.30000000000000001"),
    ("1.0000000000000001", "0.5"), ("1e-400", "-1"), ("5e-324", "1e-324"), ("1.00000000000000000001", "1"), ("1", "1.00000000000000000001"),
    ("0.1", "0.1000000000000000055511151231257827"), ("0.1000000000000000055511151231257827", "0.1"), ("512.0", "5.12e2"), ("-0", "0.0"),
]  # fmt: skip


def numeral_pairs(count: int) -> list[tuple[str, str]]:
    """Return pairs of numerals that fit, half of which differ in their last digits at most."""
    chance = Random(37)
    fitting = [numeral for numeral in numerals(count) if abs(Fraction(numeral)) < GREATEST]
    found = list(PAIRS)
    for number in range(count):
        lower, upper = chance.choices(fitting, k=2)
        if number % 2 and len(lower) < 100 and "e" not in lower.lower():
            upper = lower + (chance.choice("019") if "." in lower else ".0000000000000000000001")
        found.append((lower, upper) if number % 3 else (upper, lower))
    return found


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


BOTH, ONE_SOURCE = ("codehost", None), ("codehost",)


@pytest.mark.soak
@pytest.mark.promise(12, 13, 26)
def test_numbers_are_judged_by_their_digits(engine: str) -> None:
    contract, wrong, count = made(engine), [], 0
    short = islice(each_of(DIGITS, effort(5, 6)), 0, None, SHARES[engine])
    long = map(str.encode, numerals(effort(300, 3_000)))
    rows = chain(product(short, [["memory_mb"]], [ONE_SOURCE]), product(long, [["cpu", "memory_mb"]], [BOTH]))  # fmt: skip
    for text, fields, sources in rows:
        is_number = read(text) is not None
        count += is_number and sources == ONE_SOURCE  # of the short ones
        value = Fraction(text.decode()) if is_number else Fraction(1, 2)
        fits = is_number and abs(value) <= GREATEST
        is_allowed = {"cpu": fits, "memory_mb": fits and value.denominator == 1}
        for field, source in product(fields, sources):
            body = b'{"source_config":{"resource_spec":{"%b":%b}}}' % (field.encode(), text)
            report = contract.check(body, PATCH, source=named(source))
            rules = {found.rule for found in report.violations}
            if (not rules, "json-syntax" in rules) != (is_allowed[field], not is_number):
                wrong.append((text, field, source))
            assert (report.verdict == "allow") is is_allowed[field], (text, field, source)
            assert not is_allowed[field] or repr(report.value) == repr(json.loads(body))
    assert wrong == []
    assert count > 1_000 / SHARES[engine]


@pytest.mark.soak
@pytest.mark.promise(12, 37)
def test_relations_compare_numbers_by_their_digits(engine: str) -> None:
    """This also holds if the value of the report was read, and if the rule is not enforced."""
    short = [text.decode() for text in each_of(DIGITS[:6], 4) if read(text) is not None]
    near_zero = [text for text in short if abs(Fraction(text)) <= GREATEST]
    assert len(near_zero) > 200
    modes: dict[str, Any] = {"modes": {"cpu-within-limit": "enforce"}}
    contract, enforcing, wrong = made(engine), Contract(engine=named(engine), **modes), []
    pairs = islice(product(near_zero, near_zero), 0, None, SHARES[engine])
    fraction = cache(Fraction)
    rows = chain(product(pairs, [ONE_SOURCE]), product(numeral_pairs(effort(200, 2_000)), [BOTH]))
    for (lower, upper), sources in rows:
        body = f'{{"source_config":{{"resource_spec":{{"cpu":{lower},"cpu_limit":{upper}}}}}}}'
        expected = ["cpu-within-limit"] if fraction(lower) > fraction(upper) else []
        for source in sources:
            report = contract.check(body.encode(), PATCH, source=named(source))
            if source is None:
                assert report.value == json.loads(body)
            if [violation.rule for violation in report.violations] != expected:
                wrong.append((lower, upper, source))
            assert enforcing.check(body, PATCH, source=named(source)).ok is not bool(expected)
    assert wrong == []


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


PATTERNS = [
    "^a", "^a$", "^$", "^", "^[^a]$", "^(?:a|bc)?d{2,3}$", "^a[bc]$", "^(?:ab|ba)$", "^ab?$",
    "^b[ab]{0,300}a[ab]{2}$", "^[ab]{0,300}a[ab]{20}$",  # the last one has too many states for a table
]  # fmt: skip


@pytest.mark.promise(16, 37)
def test_patterns(engine: str, tmp_path: Path) -> None:
    schemas = [{"properties": {"name": {"pattern": pattern}}} for pattern in PATTERNS]
    rules = [policies.rule(f"own-{number}", schema=schema) for number, schema in enumerate(schemas)]
    contract = Contract(engine=named(engine), policies=[policies.written(tmp_path, *rules)])
    readers = [re.compile(pattern.replace("$", r"\Z")) for pattern in PATTERNS]
    signs = [sign.encode() for sign in ("a", "b", "c", "d", "\n", "\0", "\u00e4", "\u00e5")]
    long = [part * 20 for part in (b"ab", b"ba")]
    for text in islice(chain([b""], each_of(signs, 4), each_of(long, 3)), 0, None, SHARES[engine]):
        body = json.dumps({"name": text.decode()})
        found = {violation.rule for violation in contract.check(body, PATCH).violations}
        wanted = [reader.match(text.decode()) is not None for reader in readers]
        expected = {f"own-{number}" for number, is_right in enumerate(wanted) if not is_right}
        assert {rule for rule in found if rule.startswith("own-")} == expected, text


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
