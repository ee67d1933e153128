"""The inputs that fuzzing has found, and some of its seeds, tried without the fuzzer."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.fuzz import sanitized
from tests.fuzz.seeds import CORPUS, seeds
from tests.fuzz.targets import TARGETS
from tests.support.effort import effort
from tests.support.engines import ENGINES

all_seeds = cache(lambda: list(seeds()))
FILES = sorted(path for name in TARGETS for path in (CORPUS / name).glob("*"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_what_was_found_holds_now(path: Path) -> None:
    TARGETS[path.parent.name](path.read_bytes())


@pytest.mark.soak
@pytest.mark.parametrize("name", TARGETS)
def test_what_it_begins_with_holds(name: str) -> None:
    """The cases of the suite are among the seeds, and its own tests try each of them."""
    found = [data for target, data in all_seeds() if target == name]
    assert found
    for data in found[:: max(len(found) // effort(60, 300), 1)]:
        TARGETS[name](data)


@pytest.mark.skipif(len(ENGINES) == 1, reason="one engine has no other to differ from")
def test_a_target_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """A verdict that depends on the engine, a text that is not printable: each is seen."""
    from deploy_contract import Contract, Report
    from deploy_contract.report import with_changes

    check = Contract.check

    def crooked(contract: Contract, *given: object, **context: object) -> Report:
        report = check(contract, *given, **context)  # type: ignore[arg-type]
        if contract.engine == "python" and report.ok:
            return with_changes(report, verdict="indeterminate")
        return report

    monkeypatch.setattr(Contract, "check", crooked)
    failing: list[tuple[Callable[[bytes], None], bytes]] = [
        (TARGETS["documents"], b'{"secrets": []}'),
        (TARGETS["yaml"], b"secrets: []"),
        (TARGETS["bytes"], b'{"secrets": []}'),
    ]
    for target, data in failing:
        with pytest.raises(AssertionError):
            target(data)


def test_without_cargo_the_reason_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/none")
    made = sanitized.build()
    assert made.missing == "cargo is not installed"
    assert made.environment() == {}
