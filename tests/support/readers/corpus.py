"""Bodies that some reader could read otherwise than the contract does, and honest ones."""

from collections.abc import Iterator

from tests.support.ambiguous import (
    CONSTANTS,
    NO_CHARACTERS,
    NO_NUMBERS,
    NUMBERS,
    PLACES,
    TOO_LARGE,
    TWICE,
    WHOLE,
    at,
    plain,
)
from tests.support.spellings import HONEST, NASTY

ODD_NUMBERS = (
    f"1{'0' * 5000}e-5000", f"1{'0' * 900}e-900", f"{'9' * 900}e-900", f"1{'0' * 400}e-400", f"1{'0' * 300}e-300", f"0.{'0' * 5000}1e5001", f"0.{'0' * 350}1e351",
    "0e99999", "0e999999999999", "1e-99999", "1e-2147483648", "1e-9223372036854775809", "1e+00000000000000000001",
    f"1e-{'0' * 50}1", "-0e-99999", "2.2250738585072011e-308", "2.2250738585072012e-308", "2.4703282292062327e-324",
    "2.4703282292062328e-324", "4.9e-324", "0.500000000000000166533453693773481063544750213623046875",
    "1.00000000000000011102230246251565404236316680908203125", f"1.00000000000000011102230246251565404236316680908203125{'0' * 300}1",
    "9007199254740991.4999999999999999999", "4503599627370496.5", "4503599627370497.5", "0.1e1", "1E-0", "100000000000000000000e-20",
    "123456789012345678e-5", "3.0517578124999998e-05", f"{'1' * 15}.{'9' * 700}",
)  # fmt: skip


def corpus() -> Iterator[bytes]:
    """Bodies that were made by hand for other tests, and numerals that are rarely written."""
    yield from HONEST.values()
    yield from NASTY.values()
    for member in TWICE:
        yield from (at(place, member).patch for place in PLACES)
    for change, _ in WHOLE.values():
        yield change(plain().patch)
    for text in NO_CHARACTERS:
        yield at("the top", b'"x": "' + text + b'"').patch
        yield at("a secret", b'"' + text + b'": 1').patch
    for number in (*CONSTANTS, *TOO_LARGE, *NO_NUMBERS, *NUMBERS, *ODD_NUMBERS):
        for member in (
            f'"cpu": {number}',
            f'"min_scale": -{number}',
            f'"labels": {{"a": {number}}}',
        ):
            yield f'{{"source_config": {{"resource_spec": {{{member}}}}}}}'.encode()


CORPUS = tuple(corpus())
