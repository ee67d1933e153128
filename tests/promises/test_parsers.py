"""The files of JSONTestSuite: what is no JSON is refused, what is JSON is read, and the rest is decided here, file by file."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final, NamedTuple

import pytest
from deploy_contract_generated.names import EngineName

from deploy_contract import Contract, Report, Request, Response
from tests.support.engines import ENGINES, made
from tests.support.names import named
from tests.support.shared_data import shared_data

FOLDER = shared_data("json-test-suite")
pytestmark = [
    pytest.mark.promise(1, 26),
    pytest.mark.skipif(
        not FOLDER.is_dir(),
        reason="JSONTestSuite is not beside the project, in ../shared/data/json-test-suite",
    ),
]

PATCH: Final = "DeploymentPatch"
LIST: Final = "DeploymentList"
PATH = "/v2/deployments/9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
JSON = (("content-type", "application/json"),)
COUNTS = {"n_": 188, "y_": 95, "i_": 35, "transform": 22}  # a file more or less is to be looked at


class Refused(NamedTuple):
    """The reason why a file is refused: the promise, the rule, and the reason in words."""

    promise: int
    rule: str
    reason: str


# fmt: off
TOO_LARGE = Refused(12, "schema-maximum", "a number above 2^53 - 1: readers round it to different ones")
TOO_SMALL = Refused(12, "schema-minimum", "a number below -(2^53 - 1): readers round it to different ones")
TOO_LONG = Refused(12, "json-number", "an exponent of more than 4 digits, or a number of more than 400 characters: some readers misread it")
TOO_DEEP = Refused(2, "json-depth", "deeper than 32")
TWICE = Refused(3, "json-duplicate-key", "a key twice: some readers take the first, some the last, some both")
HALF = Refused(11, "json-surrogate", "half of a surrogate pair is no character: readers keep, replace or refuse it")
NO_UTF_8 = Refused(10, "json-encoding", "the bytes are not UTF-8: readers guess, replace or refuse")
MARKED = Refused(10, "json-encoding", "a byte order mark, which RFC 8259 forbids to send")
WIDE = Refused(10, "json-encoding", "UTF-16, which RFC 8259 does not allow between systems")
CONSTANT = Refused(12, "json-constant", "a number of other languages, none of JSON")

NO_JSON: dict[str, Refused] = {  # the n_ files that are refused by another rule than json-syntax
    **dict.fromkeys(("n_number_NaN", "n_number_infinity", "n_number_minus_infinity"), CONSTANT),
    **dict.fromkeys(("n_structure_100000_opening_arrays", "n_structure_open_array_object"), TOO_DEEP),
    **dict.fromkeys(("n_structure_UTF8_BOM_no_data",), MARKED),
    **dict.fromkeys((
        "n_array_a_invalid_utf8", "n_array_invalid_utf8", "n_number_invalid-utf-8-in-bigger-int", "n_number_invalid-utf-8-in-exponent",
        "n_number_invalid-utf-8-in-int", "n_number_real_with_invalid_utf8_after_e", "n_object_lone_continuation_byte_in_key_and_trailing_comma",
        "n_string_invalid-utf-8-in-escape", "n_string_invalid_utf8_after_escape", "n_structure_incomplete_UTF8_BOM",
        "n_structure_lone-invalid-utf-8", "n_structure_single_eacute",
    ), NO_UTF_8),
}
SYNTAX = Refused(1, "json-syntax", "no JSON")

BUT_REFUSED: dict[str, Refused] = {  # the y_ files that a promise refuses
    "y_number": TOO_LARGE,                       # 123e65
    "y_number_real_capital_e": TOO_LARGE,        # 1E22
    "y_number_real_exponent": TOO_LARGE,         # 123e45
    "y_number_real_fraction_exponent": TOO_LARGE,  # 123.456e78
    "y_object_extreme_numbers": TOO_SMALL,       # -1.0e+28, and then 1.0e+28
    "y_object_duplicated_key": TWICE,
    "y_object_duplicated_key_and_value": TWICE,  # to be the same value is no excuse: to tell takes a reader that keeps both
}

DECIDED: dict[str, Refused | str] = {  # the i_ files, for which RFC 8259 leaves the choice: refused, or read and why
    "i_number_double_huge_neg_exp": "too near to zero for a double: every reader makes it zero",
    "i_number_real_underflow": TOO_LONG,
    "i_number_huge_exp": TOO_LONG,
    "i_number_pos_double_huge_exp": TOO_LARGE,
    "i_number_real_pos_overflow": TOO_LONG,
    "i_number_too_big_pos_int": TOO_LARGE,
    "i_number_neg_int_huge_exp": TOO_SMALL,
    "i_number_real_neg_overflow": TOO_LONG,
    "i_number_too_big_neg_int": TOO_SMALL,
    "i_number_very_big_negative_int": TOO_SMALL,
    "i_object_key_lone_2nd_surrogate": HALF,
    "i_string_1st_surrogate_but_2nd_missing": HALF,
    "i_string_1st_valid_surrogate_2nd_invalid": HALF,
    "i_string_incomplete_surrogate_and_escape_valid": HALF,
    "i_string_incomplete_surrogate_pair": HALF,
    "i_string_incomplete_surrogates_escape_valid": HALF,
    "i_string_invalid_lonely_surrogate": HALF,
    "i_string_invalid_surrogate": HALF,
    "i_string_inverted_surrogates_U+1D11E": HALF,
    "i_string_lone_second_surrogate": HALF,
    "i_string_UTF-8_invalid_sequence": NO_UTF_8,
    "i_string_UTF8_surrogate_U+D800": NO_UTF_8,
    "i_string_invalid_utf-8": NO_UTF_8,
    "i_string_iso_latin_1": NO_UTF_8,
    "i_string_lone_utf8_continuation_byte": NO_UTF_8,
    "i_string_not_in_unicode_range": NO_UTF_8,
    "i_string_overlong_sequence_2_bytes": NO_UTF_8,
    "i_string_overlong_sequence_6_bytes": NO_UTF_8,
    "i_string_overlong_sequence_6_bytes_null": NO_UTF_8,
    "i_string_truncated-utf-8": NO_UTF_8,
    "i_string_UTF-16LE_with_BOM": WIDE,
    "i_string_utf16BE_no_BOM": WIDE,
    "i_string_utf16LE_no_BOM": WIDE,
    "i_structure_500_nested_arrays": TOO_DEEP,
    "i_structure_UTF-8_BOM_empty_object": MARKED,
}

TRANSFORMED: dict[str, Refused | str] = {  # the transform files, which readers are known to read differently
    "number_-9223372036854775808": TOO_SMALL,
    "number_-9223372036854775809": TOO_SMALL,
    "number_9223372036854775807": TOO_LARGE,
    "number_9223372036854775808": TOO_LARGE,
    "number_10000000000000000999": TOO_LARGE,
    "number_1000000000000000": "an integer that every reader holds",
    "number_1.0": "the same number as 1",
    "number_1.000000000000000005": "as a double it is 1, for every reader that has doubles",
    "number_1e-999": "too near to zero for a double: every reader makes it zero",
    "number_1e6": "the same number as 1000000",
    "object_key_nfc_nfd": "two keys of different code points; no reader of JSON brings them together, and neither is declared",
    "object_key_nfd_nfc": "two keys of different code points; no reader of JSON brings them together, and neither is declared",
    "object_same_key_different_values": TWICE,
    "object_same_key_same_value": TWICE,
    "object_same_key_unclear_values": TWICE,
    "string_1_escaped_invalid_codepoint": HALF,
    "string_2_escaped_invalid_codepoints": HALF,
    "string_3_escaped_invalid_codepoints": HALF,
    "string_1_invalid_codepoint": NO_UTF_8,
    "string_2_invalid_codepoints": NO_UTF_8,
    "string_3_invalid_codepoints": NO_UTF_8,
    "string_with_escaped_NULL": "an escaped NUL is a character of JSON, in a value",
}
# fmt: on

Files = dict[str, bytes]
Tried = Callable[[int], None]


def files(begin: str) -> Files:
    """Return the files of one of `COUNTS`: their names without the ending, and what they hold."""
    pattern = "test_transform/*" if begin == "transform" else f"test_parsing/{begin}*"
    return {path.stem: path.read_bytes() for path in sorted(FOLDER.glob(f"{pattern}.json"))}


def doors(contract: Contract, body: bytes) -> Iterator[tuple[str, Report]]:
    """Yield the body as a whole document at every door that takes bytes, or text where it is one."""
    for kind in contract.kinds:
        yield f"bytes of {kind}", contract.check(body, named(kind))
    yield "bytearray", contract.check(bytearray(body), PATCH)
    yield "memoryview", contract.check(memoryview(body), PATCH)
    yield "of a known source", contract.check(body, PATCH, source="codehost")
    with suppress(UnicodeDecodeError):
        yield "text", contract.check(body.decode(), PATCH)
    if body:
        yield "request", contract.check_request(Request("PATCH", PATH, "", JSON, body))
        yield (
            "response",
            contract.check_response(Response(200, JSON, body), operation="list_deployments"),
        )


def inside(contract: Contract, body: bytes) -> Iterator[tuple[str, Report]]:
    """Yield the body as the value of an undeclared field, where structure has nothing to say."""
    patch, answer = b'{"x": ' + body + b"}", b'{"resources": [], "offset": 0, "x": ' + body + b"}"
    yield "in a patch", contract.check(patch, PATCH)
    free_form = b'{"source_config": {"resource_spec": {"labels": {"x": ' + body + b"}}}}"
    yield "in a free-form field", contract.check(free_form, PATCH)
    yield "of a known source", contract.check(patch, PATCH, source="codehost")
    yield "in a request", contract.check_request(Request("PATCH", PATH, "", JSON, patch))
    yield (
        "in a response",
        contract.check_response(Response(200, JSON, answer), operation="list_deployments"),
    )


def rules(report: Report) -> set[str]:
    return {violation.rule for violation in report.violations}


def unlike(engine: EngineName, name: str, body: bytes, decided: Refused | str) -> list[str]:
    """Return a text for each place where a body is not judged as decided."""
    contract = made(engine)
    wrong: list[str] = []
    if isinstance(decided, Refused) and decided.rule.startswith("json-"):
        for door, report in doors(contract, body):
            if (report.verdict, rules(report), report.value) != ("deny", {decided.rule}, None):
                wrong.append(f"{name}, {door}: {report.verdict} {rules(report)}")
        return wrong
    # an opinion of its own: that of the standard library, on what it is known to read well
    expected = json.loads(body)
    for door, report in doors(contract, body):
        refused = {rule for rule in rules(report) if rule.startswith("json-")}
        if refused or repr(report.value) != repr(expected):
            wrong.append(f"{name}, {door}: {report.verdict} {rules(report)}")
    for door, report in inside(contract, body):
        found = rules(report)
        if isinstance(decided, Refused):
            bounds = {TOO_LARGE.rule, TOO_SMALL.rule}
            is_right = report.verdict == "deny" and decided.rule in found and found <= bounds
        else:
            is_read = repr(expected) in repr(report.value)
            is_right = report.verdict == "allow" and not found and is_read
        if not is_right:
            wrong.append(f"{name}, {door}: {report.verdict} {found}")
    return wrong


GROUPS: dict[str, Callable[[str], Refused | str]] = {
    "n_": lambda name: NO_JSON.get(name, SYNTAX),
    "y_": lambda name: BUT_REFUSED.get(name, "it is JSON"),
    "i_": DECIDED.__getitem__,
    "transform": TRANSFORMED.__getitem__,
}


@pytest.mark.promise(2, 3, 10, 11, 12)
@pytest.mark.parametrize("group", GROUPS)
def test_files_are_refused_or_read_as_decided(engine: EngineName, group: str, tried: Tried) -> None:
    found, decided = files(group), GROUPS[group]
    tried(len(found))
    wrong = [unlike(engine, name, body, decided(name)) for name, body in found.items()]
    assert [text for texts in wrong for text in texts] == []


def test_both_engines_say_the_same_of_every_file(tried: Tried) -> None:
    one, *others = map(made, ENGINES)
    found = {name: body for begin in COUNTS for name, body in files(begin).items()}
    tried(len(found))
    for name, body in found.items():
        for cases in (doors, inside):
            for other in others:
                pairs = zip(cases(one, body), cases(other, body), strict=True)
                for (door, report), (_, same) in pairs:
                    assert report.to_dict() == same.to_dict(), f"{name}, {door}"


def test_every_file_is_known_and_every_table_is_of_files() -> None:
    assert {begin: len(files(begin)) for begin in COUNTS} == COUNTS
    # none of another name, or in another folder
    assert len(list(FOLDER.rglob("*.json"))) == sum(COUNTS.values())
    assert set(DECIDED) == set(files("i_"))
    assert set(TRANSFORMED) == set(files("transform"))
    assert set(BUT_REFUSED) <= set(files("y_"))
    assert set(NO_JSON) <= set(files("n_"))
