"""Operators' policies: what they are read from, and that every engine holds what they say."""

import cProfile
import json
import math
import os
import re
import time
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from deploy_contract_generated.names import DocumentKind, EngineName

from deploy_contract import Contract, ContractError
from deploy_contract_format.subset import BOUNDS
from tests.support.applications import deployment
from tests.support.commands import ended
from tests.support.effort import effort, tried
from tests.support.names import named
from tests.support.policies import LIST, PATCH, WHOLE, many, policy, rule, written

pytestmark = pytest.mark.usefixtures("here")
CPU = "/source_config/resource_spec/cpu"

# -- hostile files


HOSTILE: dict[str, tuple[Callable[[Path], object], str]] = {
    "a pipe": (os.mkfifo, "is a pipe, not a regular file; check the path"),
    "a device": (lambda place: place.symlink_to("/dev/zero"), "is a device, not a regular file; check the path"),
    "a folder": (Path.mkdir, "is a folder, not a regular file; check the path"),
    "a long file": (lambda place: place.write_text("[" * (1 << 22)), "is longer than 1 MiB"),
}  # fmt: skip


DOORS = {
    "library": "",
    "check": "check x.json",
    "rules": "rules",
    "explain": "explain own",
    "replay": "replay x.har",
    "gateway": "gateway --upstream http://127.0.0.1:1 --listen 127.0.0.1:0",
}


@pytest.mark.promise(1, 14)
@pytest.mark.parametrize(
    ("kind", "door"),
    [*product(HOSTILE, ["library"]), *product(["a pipe"], list(DOORS)[1:])],
)
def test_a_policy_that_cannot_be_read_is_one_line_at_every_door(
    door: str, kind: DocumentKind
) -> None:
    make, reason = HOSTILE[kind]
    place = Path("own.json")
    make(place)
    begun = time.process_time()
    if door == "library":
        with pytest.raises(ContractError) as caught:
            Contract(policies=[place])
        text = str(caught.value)
    else:
        text = ended(2, *DOORS[door].split(), "--policy", str(place)).err.removesuffix("\n")
    assert "own.json" in text
    assert text.endswith(reason)
    assert len(text.splitlines()) == 1
    assert time.process_time() - begun < 5


# -- effort


def _calls(number: int, engine: EngineName) -> int:
    """Return how many functions are called for a contract with so many rules: unlike seconds, the same each time."""
    path = written(Path(), *many(number), name=f"{number}.json")
    Contract(engine=engine, policies=[path])  # what is made once is made
    re.purge()  # it keeps 512 patterns, and thus those of few rules alone
    profile = cProfile.Profile()
    profile.runcall(Contract, engine=engine, policies=[path])
    return sum(row.callcount for row in profile.getstats())


@pytest.mark.soak
@pytest.mark.promise(15)
def test_a_contract_takes_no_longer_to_make_than_its_rules_are_many(engine: EngineName) -> None:
    few, many = (_calls(number, engine) for number in effort((75, 300), (250, 1_000)))
    assert many < 4 * few * 1.1


@pytest.mark.soak
@pytest.mark.promise(9, 26)
def test_many_rules_are_all_applied(engine: EngineName) -> None:
    most = effort(300, 600)
    rows = [
        rule(f"own-{index}", WHOLE if index % 2 else PATCH, each=["/source_config/custom_url"], schema={"not": {"const": f"u{index}"}})
        for index in range(most)
    ]  # fmt: skip
    contract = Contract(engine=engine, policies=[written(Path(), *rows)])
    tried(most + 2)
    for index in range(most + 2):
        config: dict[str, Any] = {"source_config": {"custom_url": f"u{index}"}}
        kind, document = (WHOLE, deployment(**config)) if index % 2 else (PATCH, config)
        body = json.dumps(document).encode()
        report = contract.check(body, named(kind), source="external_container")
        mine = [item.rule for item in report.violations if item.rule.startswith("own-")]
        assert report.verdict == ("deny" if index < most else "allow")
        assert mine == ([f"own-{index}"] if index < most else [])
    urls = [f"u{index}" for index in (1, most - 1, most + 1)]
    rows_of_list = [deployment(source_config={"custom_url": url}) for url in urls]
    listed = {"resources": rows_of_list, "offset": 0}
    found = contract.check(json.dumps(listed).encode(), named(LIST)).violations
    assert [(item.rule, item.pointer) for item in found if item.rule.startswith("own-")] == [
        ("own-1", "/resources/0/source_config/custom_url"),
        (f"own-{most - 1}", "/resources/1/source_config/custom_url"),
    ]


# -- decimal bounds

# fmt: off
NUMERALS = [  # as they are written
    "0", "-0.0", "0.1", "1e-1", "0.10000000000000000001", "0.1000000000000000055511151231257827", "0.09999999999999999", "0.2", "0.3", "0.30000000000000004", "0.5", "1", "1.0", "1.5",
    "-0.1", "2.5", "100.00000000000001", "1e2", "1e-7", "5e-324", "1e-400", "2.2250738585072014e-308", "4503599627370495.5", "9007199254740990.5", "9007199254740991", "-9007199254740991",
]
# fmt: on


def compared(keyword: str, bound: float | Fraction, number: float | Fraction) -> bool:
    """Return True if a number keeps a bound."""
    return {
        "minimum": number >= bound, "maximum": number <= bound, "exclusiveMinimum": number > bound, "exclusiveMaximum": number < bound,
    }[keyword]  # fmt: skip


def near(numeral: str) -> list[str]:
    """Return a number, its neighbours, and other spellings."""
    number = float(numeral)
    around = [number, math.nextafter(number, math.inf), math.nextafter(number, -math.inf)]
    return [*map(repr, around), f"{number:.25e}", f"{number:.60f}"]


@pytest.mark.promise(9, 12, 26)
@pytest.mark.parametrize(
    ("ending", "low", "high"),
    [
        ("json", "0.1", "2.5e0"),
        ("yaml", ".1", "+2.5"),
        ("json", "5e-324", "0.30000000000000004"),
        ("json", "-9007199254740991", "4503599627370495.5"),
    ],
)
def test_a_policy_has_decimal_bounds(engine: EngineName, ending: str, low: str, high: str) -> None:
    path = Path(f"own.{ending}")
    least, most = (Fraction(repr(float(numeral))) for numeral in (low, high))
    numerals = [*NUMERALS, *near(low), *near(high)]
    tried(2 * len(numerals))
    for lower, upper in (("minimum", "maximum"), ("exclusiveMinimum", "exclusiveMaximum")):
        text = json.dumps(policy(rule(each=[CPU], schema={lower: 7, upper: 8})))
        path.write_text(text.replace(": 7", f": {low}").replace(": 8", f": {high}"), "utf-8")
        contract = Contract(engine=engine, policies=[path])
        for number in numerals:
            body = f'{{"source_config": {{"resource_spec": {{"cpu": {number}}}}}}}'.encode()
            exact = Fraction(number)
            wanted = compared(lower, least, exact) and compared(upper, most, exact)
            report = contract.check(body, named(PATCH), source="codehost")
            assert report.verdict == ("allow" if wanted else "deny"), number
            assert {item.pointer for item in report.violations} == (set() if wanted else {CPU})


FAR = [
    "1e400", "-1e400", "1e309", "9007199254740992", "-9007199254740992", "9" * 30, "9" * 399,
    "1e16", "true", '"0.1"', "null", "[0.1]",
]  # fmt: skip


@pytest.mark.promise(12)
@pytest.mark.parametrize("ending", ["json", "yaml"])
@pytest.mark.parametrize("keyword", BOUNDS)
def test_a_bound_that_no_number_can_reach_is_refused_at_its_place(
    ending: str, keyword: str
) -> None:
    path = Path(f"own.{ending}")
    tried(len(FAR))
    of_yaml = [] if ending == "json" else [".inf", "0x" + "f" * 500]
    for numeral in (*FAR, "9" * 5_000, "0." + "1" * 5_000 + "e400", *of_yaml):
        text = json.dumps(policy(rule(each=[CPU], schema={keyword: 7})), indent=1)
        path.write_text(text.replace(": 7", f": {numeral}"), "utf-8")
        with pytest.raises(ContractError, match=rf"^policy own\.{ending}:\d+:\d+: "):
            Contract(policies=[path])
